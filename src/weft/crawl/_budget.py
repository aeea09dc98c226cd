"""How many requests keeping fresh may make on one day, counted on the wire and remembered in the archive."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta

from weft.clock import Clock
from weft.fetch import Transport, WireRequest, WireResponse
from weft.store import Archive

SPENT = "refresh spent"  # setting with the requests made on the last day
DAY = timedelta(days=1)


class BudgetSpent(Exception):
    """The day's requests are used up; the one that was meant was not sent."""


class Budget:
    """How many requests may be made on one day (UTC). What was spent is remembered across restarts."""

    def __init__(self, archive: Archive, per_day: int | None) -> None:
        self.per_day = per_day
        self._archive = archive
        kept = json.loads(archive.get_setting(SPENT) or "{}")
        self._day, self._spent = str(kept.get("day", "")), int(kept.get("spent", 0))

    @property
    def interval(self) -> timedelta:
        """The time between two requests that spreads a day's budget evenly."""
        return DAY / self.per_day if self.per_day else timedelta()

    def left(self, now: datetime) -> int | None:
        """Tell how many requests are left today; None without a limit."""
        if self.per_day is None:
            return None
        return max(0, self.per_day - (self._spent if self._day == day_of(now) else 0))

    def spend(self, now: datetime) -> None:
        """Note a request before it is made: a kill must not give it back. Raises BudgetSpent when none is left."""
        if self.left(now) == 0:
            raise BudgetSpent
        day = day_of(now)
        self._spent = 1 + (self._spent if self._day == day else 0)
        self._day = day
        self._archive.put_setting(SPENT, json.dumps({"day": day, "spent": self._spent, "per_day": self.per_day}))


class MeteredTransport:
    """A transport that spends a budget: everything counts that goes over the wire, retries and robots.txt too."""

    def __init__(self, transport: Transport, budget: Budget, clock: Clock) -> None:
        self._transport, self._budget, self._clock = transport, budget, clock

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[WireResponse]:
        """Send the request if the budget allows it, else raise BudgetSpent."""
        self._budget.spend(self._clock.now())
        return self._transport.open(request)

    async def close(self) -> None:
        """Let go of all connections."""
        await self._transport.close()


def day_of(moment: datetime) -> str:
    """Give the day a request counts for."""
    return moment.astimezone(UTC).date().isoformat()
