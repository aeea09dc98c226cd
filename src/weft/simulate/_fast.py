"""A clock that runs faster than ours, the same in every process of this machine."""

from __future__ import annotations

import asyncio
import random
import time
from datetime import UTC, datetime, timedelta


class FastClock:
    """Time that stood at `at` when the machine's monotonic clock showed `since`, and passes `speed` times as fast.

    Processes that are given the same three values have the same time, so that a week of a forum's life can be lived
    through in minutes by a server and by whoever watches it.
    """

    def __init__(self, at: datetime, speed: float, since: float, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # noqa: S311  jitter, not secrets
        self._at, self._speed, self._since = at.astimezone(UTC), speed, since

    def now(self) -> datetime:
        """Give the wall time of the fast world."""
        return self._at + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Give the seconds of the fast world since it stood at its start."""
        return self._speed * (time.monotonic() - self._since)

    async def sleep(self, seconds: float) -> None:
        """Wait for as long as that takes in the fast world."""
        await asyncio.sleep(max(0.0, seconds) / self._speed)
