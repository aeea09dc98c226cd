"""Clocks: the real one and its virtual twin."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from weft.clock import SystemClock, VirtualClock


def test_virtual_sleep_takes_no_time_and_moves_the_clock():
    """An hour passes at once."""
    clock = VirtualClock(datetime(2024, 1, 1, tzinfo=UTC))
    asyncio.run(clock.sleep(3600))
    assert clock.now() == datetime(2024, 1, 1, 1, tzinfo=UTC)
    assert clock.monotonic() == 3600


def test_sleeps_side_by_side_do_not_add_up():
    """Two tasks that sleep ten seconds each wake after ten seconds."""
    clock = VirtualClock()

    async def both() -> None:
        await asyncio.gather(clock.sleep(10), clock.sleep(10))

    asyncio.run(both())
    assert clock.monotonic() == 10


def test_time_can_be_moved_by_hand_but_never_back():
    """A negative step is none."""
    clock = VirtualClock()
    clock.advance(5)
    clock.advance(-3)
    assert clock.monotonic() == 5


def test_the_system_clock_is_aware_and_monotonic():
    """Wall time is UTC; a negative sleep returns at once."""
    clock = SystemClock(seed=1)
    before = clock.monotonic()
    asyncio.run(clock.sleep(-1))
    assert clock.monotonic() >= before
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=5)
    assert SystemClock(seed=1).random.random() == SystemClock(seed=1).random.random()
