"""Clocks. Waits are measured on the monotonic clock, never as a difference of wall times."""

from __future__ import annotations

import asyncio
import random
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What a part of Weft may know about time and chance."""

    random: random.Random

    def now(self) -> datetime:
        """Give the wall time, in UTC; for records and for agreements with servers."""

    def monotonic(self) -> float:
        """Give seconds that never run backwards; for waits and timeouts."""

    async def sleep(self, seconds: float) -> None:
        """Wait; returns at once (after a yield) for zero and negative values."""


class SystemClock:
    """The machine's own time; `seed` makes chance repeatable."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # noqa: S311  jitter and sampling, not secrets

    def now(self) -> datetime:
        """Give the wall time, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Give seconds that never run backwards."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for real."""
        await asyncio.sleep(max(0.0, seconds))


class VirtualClock:
    """A clock that jumps: every sleep ends at once, and `now` has moved on by as much.

    Sleeps of tasks that run side by side add up only as far as the latest of them, so politeness
    can be tested to the second without waiting for it.
    """

    def __init__(self, start: datetime | None = None, seed: int = 0) -> None:
        self.random = random.Random(seed)  # noqa: S311  repeatable chance for tests
        self._start = start or datetime(2024, 1, 1, tzinfo=UTC)
        self._elapsed = 0.0

    def now(self) -> datetime:
        """Give the start plus all that was slept."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """Give the seconds slept so far."""
        return self._elapsed

    def advance(self, seconds: float) -> None:
        """Let time pass without anybody sleeping."""
        self._elapsed += max(0.0, seconds)

    async def sleep(self, seconds: float) -> None:
        """Jump to the end of the sleep."""
        due = self._elapsed + max(0.0, seconds)
        await asyncio.sleep(0)
        self._elapsed = max(self._elapsed, due)
