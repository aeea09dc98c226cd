"""Hands URLs to workers: a small buffer over the store's queue, and the knowledge of when the crawl is over."""

from __future__ import annotations

import asyncio
from collections import deque
from datetime import datetime

from weft.clock import Clock
from weft.crawl._writer import Writer
from weft.store import Archive, Lease

_LONGEST_NAP = 30.0  # seconds; the clock may jump, so never trust one long wait


class Frontier:
    """One owner: the crawl loop. Memory is bounded by one batch of leases, however long the queue is."""

    def __init__(self, archive: Archive, writer: Writer, clock: Clock, batch: int) -> None:
        self._archive = archive
        self._writer = writer
        self._clock = clock
        self._batch = batch
        self._buffer: deque[Lease] = deque()
        self._out: dict[int, Lease] = {}
        self._refilling = asyncio.Lock()
        self._changed = asyncio.Event()
        self._closed = False
        self.paused_until: datetime | None = None

    async def take(self) -> Lease | None:
        """Give the next URL, waiting if need be; None when nothing is queued and nobody works on anything.

        None, too, when the frontier was closed; who waits for a host is told when the wait is over.
        """
        while not self._closed:
            await self._wait_while_paused()
            if not self._buffer:
                await self._refill()
            if self._buffer and not self._closed:
                lease = self._buffer.popleft()
                self._out[lease.id] = lease
                return lease
            if self._out:
                await self._changed.wait()
                continue
            due = await self._writer.run(self._archive.next_due)
            if due is None:
                return None
            await self._nap(due)
        return None

    def close(self) -> None:
        """Hand out nothing more; what is out may be finished."""
        self._closed = True
        self._changed.set()

    def open(self) -> None:
        """Hand out again."""
        self._closed = False

    def finish(self, lease: Lease) -> None:
        """A worker is done with a URL (its visit is committed)."""
        self._out.pop(lease.id, None)
        self._changed.set()

    def pause(self, until: datetime) -> None:
        """Hand out nothing before then: the host asked for it."""
        if self.paused_until is None or until > self.paused_until:
            self.paused_until = until

    async def release_all(self) -> None:
        """Give back everything that is handed out or buffered."""
        leases = [*self._out.values(), *self._buffer]
        self._out.clear()
        self._buffer.clear()
        await self._writer.run(self._archive.release, leases)

    async def _refill(self) -> None:
        async with self._refilling:
            if self._buffer:
                return
            self._changed.clear()
            leases = await self._writer.run(self._archive.lease, self._batch, self._clock.now())
            self._buffer.extend(leases)

    async def _wait_while_paused(self) -> None:
        while self.paused_until is not None and self._clock.now() < self.paused_until:
            await self._nap(self.paused_until)
        self.paused_until = None

    async def _nap(self, until: datetime) -> None:
        seconds = (until - self._clock.now()).total_seconds()
        await self._clock.sleep(min(max(seconds, 0.01), _LONGEST_NAP))
