"""The one thread that touches the archive, and the group commit in front of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from weft.store import Archive, Visit

T = TypeVar("T")
# A commit waits so long for company: syncing costs the same for one page and for eight. Measured: 2.0 ms CPU a page
# without, 1.4 with; waking as soon as half of the workers wait brought 1.8 (the threads fight for the interpreter).
GATHER_SECONDS = 0.005


class Writer:
    """Runs archive calls one after another in their own thread; pages that wait while the disk syncs share one commit.

    Each page is still wholly inside one transaction, and its worker takes no new URL before it is durable: at most
    one page per worker is lost to a crash.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="weft-archive")
        self._waiting: list[tuple[Visit, asyncio.Future[None]]] = []
        self._flushing: asyncio.Task[None] | None = None

    async def run(self, call: Callable[..., T], *args: object) -> T:
        """Make an archive call in the thread and wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *args)

    def run_now(self, call: Callable[..., T], *args: object) -> T:
        """Make an archive call in the thread and block for it; for what is rare and must be on disk at once."""
        return self._thread.submit(call, *args).result()

    async def commit(self, visit: Visit) -> None:
        """Return when the visit is durable."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((visit, done))
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.create_task(self._flush())
        await asyncio.shield(done)

    async def _flush(self) -> None:
        while self._waiting:
            await asyncio.sleep(GATHER_SECONDS)
            batch, self._waiting = self._waiting, []
            try:
                await self.run(self._archive.commit, [visit for visit, _ in batch])
            except Exception as error:
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
                        done.exception()  # a worker that was cancelled no longer looks; do not warn about it
            else:
                for _, done in batch:
                    if not done.done():
                        done.set_result(None)

    async def drain(self) -> None:
        """Wait for the commits under way."""
        if self._flushing is not None:
            await self._flushing

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=True)
