"""A simulated site as a transport: the whole program runs on it without a socket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie

from weft.clock import Clock, SystemClock
from weft.fetch import Method, TransportError, Trouble, WireRequest
from weft.simulate._site import Answer, Site
from weft.simulate._validators import Tags, tag_answer
from weft.urls import parse_address


class Moments:
    """The site's own time: a fixed moment, or one that moves `speed` times as fast as a clock."""

    def __init__(self, at: datetime, *, speed: float = 0.0, clock: Clock | None = None) -> None:
        self._at = at.astimezone(UTC)
        self._speed = speed
        self.clock: Clock = clock or SystemClock()
        self._begun = self.clock.monotonic()

    def now(self) -> datetime:
        """Give the moment pages are shown at."""
        if not self._speed:
            return self._at
        return self._at + timedelta(seconds=self._speed * (self.clock.monotonic() - self._begun))


@dataclass(frozen=True, slots=True)
class Visit:
    """A request as the site saw it; `seconds` on the wall clock since 1970."""

    url: str
    status: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SimulatedResponse:
    """An answer as it comes over the wire."""

    status: int
    reason: str
    headers: tuple[tuple[bytes, bytes], ...]
    peer: str
    body: bytes

    async def chunks(self) -> AsyncIterator[bytes]:
        """Give the body in one piece."""
        if self.body:
            yield self.body


class SimulatedTransport:
    """Answers every request for the site's host; other hosts do not exist. `log` has one entry a request."""

    def __init__(
        self, site: Site, moments: Moments | datetime, *, clock: Clock | None = None, tags: Tags = Tags.NONE
    ) -> None:
        self._site = site
        self._tags = tags
        self._clock = clock or SystemClock()
        self._moments = Moments(moments) if isinstance(moments, datetime) else moments
        self.log: list[Visit] = []

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[SimulatedResponse]:
        """Answer at once."""
        return self._open(request)

    @asynccontextmanager
    async def _open(self, request: WireRequest) -> AsyncIterator[SimulatedResponse]:
        if parse_address(request.url).origin != self._site.base_url:
            raise TransportError(Trouble.DNS, request.url)
        cookies = read_cookies(value for name, value in request.headers if name.lower() == "cookie")
        asked = ",".join(value for name, value in request.headers if name.lower() == "if-none-match")
        answer = tag_answer(
            self._site.answer(request.url, self._moments.now(), cookies), request.url, asked, self._tags
        )
        self.log.append(Visit(request.url, answer.status, self._clock.now().timestamp()))
        yield _as_response(answer, without_body=request.method is Method.HEAD)

    async def close(self) -> None:
        """Nothing is held."""


def read_cookies(lines: Iterable[str]) -> dict[str, str]:
    """Give the cookies of Cookie headers; what cannot be read is left out."""
    found: dict[str, str] = {}
    for line in lines:
        try:
            found.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        except CookieError:
            continue
    return found


def _as_response(answer: Answer, *, without_body: bool) -> SimulatedResponse:
    headers = (*answer.headers, ("Content-Length", str(len(answer.body))))
    encoded = tuple((name.encode(), value.encode("latin-1", "replace")) for name, value in headers)
    body = b"" if without_body else answer.body
    return SimulatedResponse(answer.status, HTTPStatus(answer.status).phrase, encoded, "", body)
