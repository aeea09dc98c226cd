"""How fast one origin is asked: spacing of starts, requests at once, and the law that adapts them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from weft.clock import Clock
from weft.config import FetchConfig

PUBLIC_DELAY, LOOPBACK_DELAY = 1.0, 0.0  # seconds between starts
PUBLIC_CONCURRENCY, LOOPBACK_CONCURRENCY = 2, 8
SHORT_WAIT = 5.0  # a block this short is slept through; a longer one is handed to the caller

# The control law (AIMD, Chiu and Jain 1989, on the delay): trouble doubles, success takes a little off.
BACK_OFF_FACTOR = 2.0
BACK_OFF_SEED = 0.5  # what a delay of nearly nothing counts as before doubling
LOOPBACK_SEED = 0.02  # our own machine recovers at once
RECOVERY_STEP = 0.1  # seconds taken off by one success: ten good pages undo one doubling of a second
LATENCY_SHARE = 0.5  # keep on average two requests with a slow server, whatever the concurrency
LATENCY_MEMORY = 0.8  # weight of the past in the smoothed latency


@dataclass(frozen=True, slots=True)
class PaceLimits:
    """The fixed part of a pace: what adapting may not leave."""

    floor: float
    ceiling: float
    concurrency: int
    seed: float = BACK_OFF_SEED
    watches_latency: bool = True

    @classmethod
    def of(cls, config: FetchConfig, *, loopback: bool) -> PaceLimits:
        """Fill in what the settings leave open, by where the host is."""
        automatic = LOOPBACK_DELAY if loopback else PUBLIC_DELAY
        floor = automatic if config.delay is None else max(0.0, config.delay.total_seconds())
        concurrency = config.concurrency or (LOOPBACK_CONCURRENCY if loopback else PUBLIC_CONCURRENCY)
        return cls(
            floor=floor,
            ceiling=max(floor, config.max_delay.total_seconds()),
            concurrency=concurrency,
            seed=LOOPBACK_SEED if loopback else BACK_OFF_SEED,
            watches_latency=not loopback,
        )


class Pace:
    """Lets requests to one origin start. All times are of the monotonic clock.

    Every start is at least `delay` after the one before, at most `concurrency` are out at once, and none starts while
    the origin is blocked.
    """

    def __init__(self, limits: PaceLimits, clock: Clock, delay: float | None = None) -> None:
        self._limits = limits
        self._clock = clock
        self._floor = limits.floor
        self.delay = min(max(delay or 0.0, limits.floor), limits.ceiling)
        self._latency = 0.0
        self._last_start = float("-inf")
        self._blocked_until = float("-inf")
        self._slots = asyncio.Semaphore(limits.concurrency)
        self._gate = asyncio.Lock()  # one waiter sleeps, the others queue behind it: a changed delay holds for all

    @property
    def is_slowed(self) -> bool:
        """Tell whether the host made us slower than we would be by ourselves."""
        return self.delay > self._floor

    def ask_floor(self, seconds: float) -> None:
        """Take a Crawl-delay as the new floor, never above the slowest pace, never below our own."""
        self._floor = min(max(self._limits.floor, seconds), self._limits.ceiling)
        self.delay = max(self.delay, self._floor)

    def block(self, seconds: float) -> None:
        """Let nothing start for so long; a shorter wish does not undo a longer one."""
        self._blocked_until = max(self._blocked_until, self._clock.monotonic() + seconds)

    def blocked_for(self) -> float:
        """Give the seconds until the origin may be asked again; 0 or less when it may now."""
        return self._blocked_until - self._clock.monotonic()

    async def enter(self) -> float:
        """Wait for a turn; 0.0 means go (and `leave` afterwards), more is how long the origin is blocked."""
        await self._slots.acquire()
        try:
            blocked = await self._wait_turn()
        except BaseException:
            self._slots.release()
            raise
        if blocked:
            self._slots.release()
        return blocked

    def leave(self) -> None:
        """Give the turn back."""
        self._slots.release()

    async def _wait_turn(self) -> float:
        if not self._gate.locked() and self._due_in() <= 0.0:  # the usual case on loopback costs no lock
            self._last_start = self._clock.monotonic()
            return 0.0
        async with self._gate:
            while (wait := self._due_in()) > 0.0:
                if (blocked := self.blocked_for()) > SHORT_WAIT:
                    return blocked
                await self._clock.sleep(wait)
            self._last_start = self._clock.monotonic()
        return 0.0

    def _due_in(self) -> float:
        return max(self._last_start + self.delay, self._blocked_until) - self._clock.monotonic()

    def succeed(self, latency: float) -> None:
        """Learn from an answer that came as it should, `latency` seconds after it was asked for."""
        limits = self._limits
        # Smooth the latency: one slow page is a slow page, many are a slow server.
        self._latency = latency + (self._latency - latency) * LATENCY_MEMORY if self._latency else latency
        # A server that needs long is left at least half of that between starts, so that no queue builds up in it.
        target = self._latency * LATENCY_SHARE if limits.watches_latency else 0.0
        # Otherwise come back towards the floor step by step: a jump would bring the trouble back.
        self.delay = min(limits.ceiling, max(self._floor, target, self.delay - RECOVERY_STEP))

    def fail(self) -> None:
        """Learn from a 429, a server error, a timeout or a lost connection."""
        # Doubling, because a server in trouble needs relief at once; the seed, because twice nothing is nothing;
        # the ceiling, because a crawl must end. Recovery is by `succeed` only: time alone proves nothing.
        limits = self._limits
        self.delay = min(limits.ceiling, max(self.delay, limits.seed) * BACK_OFF_FACTOR)
