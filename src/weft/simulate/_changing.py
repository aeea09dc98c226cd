"""A site that changes its skin while it is being crawled: other templates, other addresses, the same threads."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from http import HTTPStatus
from types import MappingProxyType

from weft.clock import Clock
from weft.errors import UsageError
from weft.fetch import WireRequest
from weft.simulate._site import Answer, Site
from weft.simulate._transport import SimulatedResponse, SimulatedTransport, Visit
from weft.simulate._truth import Truth


class ChangingTransport:
    """Answers the first `requests` requests (robots.txt aside) as one site, all later ones as another.

    Both show the same model and live at the same origin. Old addresses are missing after the change, or, with
    `redirects`, lead to the new address of the same page.
    """

    def __init__(
        self,
        before: Site,
        after: Site,
        requests: int,
        *,
        at: datetime | None = None,
        redirects: bool = False,
        clock: Clock | None = None,
    ) -> None:
        if before.base_url != after.base_url:
            raise UsageError("a site that changes stays at its origin; give both the same base URL")
        self._at = at or before.model.end
        self._before, self._after = before, after
        self._requests = requests
        later = _Moved(after, before, self._at) if redirects else after
        self._transports = (
            SimulatedTransport(before, self._at, clock=clock),
            SimulatedTransport(later, self._at, clock=clock),
        )
        self._early: set[str] = set()  # addresses asked for before the change
        self._answered = 0

    @property
    def log(self) -> list[Visit]:
        """All requests, in order."""
        return [*self._transports[0].log, *self._transports[1].log]

    @property
    def has_changed(self) -> bool:
        """Whether the next request gets the new site."""
        return self._answered >= self._requests

    def truth(self, url: str) -> Truth:
        """Tell what an address showed when it was first asked for; of those never asked for, what it shows at last."""
        return (self._before if url in self._early else self._after).truth(url, self._at)

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[SimulatedResponse]:
        """Answer at once."""
        transport = self._transports[self.has_changed]
        if not request.url.endswith("/robots.txt"):
            if not self.has_changed:
                self._early.add(request.url)
            self._answered += 1
        return transport.open(request)

    async def close(self) -> None:
        """Nothing is held."""


class _Moved(Site):
    """A site that knows where the pages of an older one have gone."""

    def __init__(self, site: Site, older: Site, at: datetime) -> None:
        super().__init__(site.skin, site.model, site.traits, base_url=site.base_url)
        self._older = older
        self._addresses = {truth.key: url for url, truth in site.all_truth(at) if truth.key is not None}

    def answer(self, url: str, at: datetime, cookies: Mapping[str, str] = MappingProxyType({})) -> Answer:
        """Redirect old addresses that lead nowhere now."""
        answer = super().answer(url, at, cookies)
        if answer.status != HTTPStatus.NOT_FOUND:
            return answer
        target = self._addresses.get(self._older.truth(url, at).key or "")
        return answer if target is None else Answer(301, (("Location", target),), b"")
