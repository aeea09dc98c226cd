"""When robots.txt is read, how long it is believed, and what its absence means (RFC 9309 2.3 and 2.4).

| answer to /robots.txt | means |
| --- | --- |
| 2xx | its rules, for 24 h; parsed up to 500 KiB |
| up to 5 redirects, any host, each one checked | as if the last answer came from here |
| more redirects, a loop, a redirect into nowhere | unavailable: everything is allowed |
| 4xx but 429 | unavailable: everything is allowed |
| 429, 503 with a wait | the host asks for patience: the caller gets Deferred |
| 429 without, 5xx, no connection, unknown host, TLS, timeout, a forbidden address | unreachable: nothing is allowed |
| unreachable, but rules are known from before | those rules go on, however old |
| unreachable for 30 days | unavailable |

429 is a 4xx, but one that says "later", so it is not taken for consent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from weft.clock import Clock
from weft.config import FetchConfig
from weft.fetch._hosts import HostNotes
from weft.fetch._outcome import Deferred, Failed, Fetched, Outcome, Redirected, Refused
from weft.fetch._retry import TOO_MANY_REQUESTS
from weft.fetch._robots import RobotsRules
from weft.page import Truncation

MAX_HOPS = 5
ASK_AGAIN = timedelta(hours=1)  # an unreachable file is asked for again after this
GIVE_UP_AFTER = timedelta(days=30)  # RFC 9309 2.3.1.4


class RobotsStatus(StrEnum):
    """What is known of a host's robots.txt; the values are stored."""

    UNKNOWN = ""
    RULES = "rules"
    ABSENT = "absent"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class RobotsFile:
    """A host's robots.txt as it is known: what is remembered of it and the rules read out of it."""

    status: RobotsStatus = RobotsStatus.UNKNOWN
    body: bytes = b""
    read_at: datetime | None = None  # of an unreachable file: since when
    rules: RobotsRules | None = None  # None: everything is allowed, unless unreachable
    detail: str = ""
    believed_until: float = float("-inf")  # monotonic

    def allows(self, url: str) -> bool:
        """Tell whether a URL may be asked for."""
        return self.status is not RobotsStatus.UNREACHABLE and (self.rules is None or self.rules.allows(url))

    @property
    def crawl_delay(self) -> float | None:
        """Seconds between requests the host wishes, None if it says nothing."""
        return self.rules.crawl_delay if self.rules is not None else None


class RobotsKeeper:
    """Keeps one host's robots.txt fresh; two callers at once cause one request.

    `ask` gives the outcome of one hop; it is the fetcher's own way out, with guard, pace and retries.
    """

    def __init__(
        self, origin: str, config: FetchConfig, clock: Clock, ask: Callable[[str], Awaitable[Outcome]]
    ) -> None:
        self._origin = origin
        self._config = config
        self._clock = clock
        self._ask = ask
        self._lock = asyncio.Lock()
        self.file = RobotsFile()

    def recall(self, notes: HostNotes) -> None:
        """Start from what an earlier run has remembered."""
        try:
            status = RobotsStatus(notes.robots_status)
        except ValueError:
            return
        if status is RobotsStatus.UNKNOWN or notes.robots_read_at is None:
            return
        now = self._clock.now()
        # A read time in the future (the clock was set back) counts as just read, never as fresh for longer.
        age = max(timedelta(0), now - notes.robots_read_at)
        left = (self._config.robots_max_age - age).total_seconds() if status is not RobotsStatus.UNREACHABLE else 0.0
        self.file = RobotsFile(
            status,
            notes.robots_body,
            notes.robots_read_at,
            self._parse(notes.robots_body) if status is RobotsStatus.RULES else None,
            believed_until=self._clock.monotonic() + left,
        )

    @property
    def is_fresh(self) -> bool:
        """Tell whether `file` may be used as it is."""
        return self._clock.monotonic() < self.file.believed_until

    async def refresh(self) -> Deferred | None:
        """Read the file if it is not fresh; gives the host's wish to be asked later, if it has one."""
        async with self._lock:
            if self.is_fresh:  # somebody else has read it meanwhile
                return None
            outcome = await self._follow()
            if isinstance(outcome, Deferred):
                return None if self._fall_back(outcome.why) else outcome
            self._take(outcome)
            return None

    async def _follow(self) -> Outcome:
        url = f"{self._origin}/robots.txt"
        outcome = await self._ask(url)
        for _ in range(MAX_HOPS):
            if not isinstance(outcome, Redirected):
                break
            outcome = await self._ask(outcome.target)
        return outcome

    def _take(self, outcome: Outcome) -> None:
        if isinstance(outcome, Redirected):
            self._put(RobotsStatus.ABSENT, detail="too many redirects")
        elif isinstance(outcome, Fetched):
            self._take_answer(outcome)
        elif isinstance(outcome, Failed):
            self._miss(f"{outcome.why} ({outcome.detail})" if outcome.detail else outcome.why)
        elif isinstance(outcome, Refused):
            self._miss(f"{outcome.why.value}: {outcome.detail}")

    def _take_answer(self, answer: Fetched) -> None:
        status = answer.exchange.status
        if answer.exchange.truncated in {Truncation.TIME, Truncation.DISCONNECT}:
            self._miss(answer.problem)  # half a file may lack the line that forbids
        elif 200 <= status < 300:
            self._put(RobotsStatus.RULES, body=answer.content[: self._config.robots_max_bytes])
        elif 300 <= status < 500 and status != TOO_MANY_REQUESTS:
            self._put(RobotsStatus.ABSENT, detail=f"answered {status}")
        else:
            self._miss(f"answered {status}")

    def _miss(self, detail: str) -> None:
        """Note that the file cannot be had now."""
        if self._fall_back(detail):
            return
        since = self.file.read_at if self.file.status is RobotsStatus.UNREACHABLE else None
        now = self._clock.now()
        if since is not None and now - since > GIVE_UP_AFTER:
            self._put(RobotsStatus.ABSENT, detail=f"{detail}, for 30 days")
            return
        until = self._clock.monotonic() + ASK_AGAIN.total_seconds()
        self.file = RobotsFile(RobotsStatus.UNREACHABLE, b"", since or now, None, detail, until)

    def _fall_back(self, detail: str) -> bool:
        """Go on with what was known before; False if there is nothing."""
        if self.file.status not in {RobotsStatus.RULES, RobotsStatus.ABSENT}:
            return False
        old = self.file
        until = self._clock.monotonic() + ASK_AGAIN.total_seconds()
        self.file = RobotsFile(old.status, old.body, old.read_at, old.rules, detail, until)
        return True

    def _put(self, status: RobotsStatus, body: bytes = b"", detail: str = "") -> None:
        rules = self._parse(body) if status is RobotsStatus.RULES else None
        until = self._clock.monotonic() + self._config.robots_max_age.total_seconds()
        self.file = RobotsFile(status, body, self._clock.now(), rules, detail, until)

    def _parse(self, body: bytes) -> RobotsRules:
        return RobotsRules(body, cut=len(body) >= self._config.robots_max_bytes)
