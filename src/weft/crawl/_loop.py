"""The crawl loop: workers that take, walk and commit, until nothing is left, a limit is met or somebody stops it."""

from __future__ import annotations

import asyncio
import dataclasses
from dataclasses import dataclass
from datetime import datetime, timedelta

from weft.clock import Clock
from weft.config import CrawlConfig
from weft.crawl._files_walk import is_file
from weft.crawl._frontier import Frontier
from weft.crawl._haul import FLIPS
from weft.crawl._leftover import Leftovers
from weft.crawl._report import Ending
from weft.crawl._visit import Walk
from weft.crawl._watch import ENDLESS, REPEATS, Seen, Verdict, Watch
from weft.crawl._writer import Writer
from weft.fetch import Deferred, Failed, Fetched, Outcome, Refused
from weft.store import Archive, Discovered, Lease, PageRow, UrlState, Visit
from weft.traversal import Role

# So many URLs in a row without a useful answer mean that the host is down, not that the URLs are bad.
HOST_DOWN_AFTER = 8
# Answers a site gives when it is down or overwhelmed as a whole (500 may be one broken page).
DOWN_STATUSES = frozenset({429, 502, 503, 504})


@dataclass(slots=True)
class Counters:
    """What this run has done so far; read by progress displays."""

    started_at: float
    pages: int = 0
    files: int = 0
    under_way: int = 0
    silent_in_a_row: int = 0
    last_url: str = ""
    waiting_until: datetime | None = None
    waiting_why: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the loop ended, and one phrase why. `rests` means that it goes on when there is a new plan."""

    ending: Ending
    detail: str = ""
    rests: bool = False


class Loop:
    """Runs `workers` walks side by side over one archive. It builds nothing: all parts are handed in.

    It rests when the watch finds that the plan no longer fits: `renew` it and run it again.
    """

    def __init__(
        self, archive: Archive, writer: Writer, walk: Walk, clock: Clock, config: CrawlConfig, watch: Watch
    ) -> None:
        self._archive = archive
        self._writer = writer
        self._walk = walk
        self._watch = watch
        self._leftovers = Leftovers(archive, writer, walk.sifter)
        self._clock = clock
        self._config = config
        self._frontier = Frontier(archive, writer, clock, config.lease_batch)
        self._ended: Ended | None = None
        self._workers: list[asyncio.Task[None]] = []
        self.counters = Counters(clock.monotonic())

    async def run(self, workers: int) -> Ended:
        """Crawl to the end. Work under way is given back when the loop is stopped early; errors of the archive rise."""
        self._ended = None
        self._frontier.open()
        self._workers = [asyncio.create_task(self._work()) for _ in range(workers)]
        watch = asyncio.create_task(self._watch_time())
        try:
            results = await asyncio.gather(*self._workers, return_exceptions=True)
        finally:
            watch.cancel()
        errors = [r for r in results if isinstance(r, Exception)]
        if not errors:
            await self._writer.drain()
            await self._frontier.release_all()
        if errors:
            raise errors[0]
        return self._ended or Ended(Ending.DONE)

    def stop(self, ending: Ending, detail: str = "") -> None:
        """End the run now: fetches under way are dropped and their URLs queued again; commits under way finish."""
        if self._ended is None or self._ended.rests:
            self._ended = Ended(ending, detail)
            for worker in self._workers:
                worker.cancel()

    def renew(self, walk: Walk, watch: Watch) -> None:
        """Take another plan, between two runs."""
        self._walk, self._watch = walk, watch
        self._leftovers = Leftovers(self._archive, self._writer, walk.sifter)

    def _rest(self, why: str) -> None:
        """Let workers finish the page they are at, so that no lease is out while URLs get other roles."""
        if self._ended is None:
            self._ended = Ended(Ending.DONE, why, rests=True)
            self._frontier.close()

    async def _work(self) -> None:
        try:
            while self._may_start():
                self.counters.under_way += 1
                try:
                    lease = await self._frontier.take()
                    if lease is None:
                        return
                    await self._walk_one(lease)
                finally:
                    self.counters.under_way -= 1
        except Exception as error:
            self.stop(Ending.HOST_DOWN, str(error))
            raise

    def _may_start(self) -> bool:
        """Keep `max_pages` exact: pages under way count as fetched until they turn out not to be."""
        limit = self._config.max_pages
        if self._ended is not None:
            return False
        if limit is None or self.counters.pages + self.counters.under_way < limit:
            return True
        if self.counters.pages >= limit:
            self.stop(Ending.LIMIT, f"--max-pages {limit}")
        return False

    async def _walk_one(self, lease: Lease) -> None:
        if reason := self._watch.bars(lease.role, lease.list):
            await self._writer.commit(Visit(lease, UrlState.EXCLUDED, reason, requests=0))
            self._frontier.finish(lease)
            return
        if is_file(lease) and self._walk.files is not None and (reason := self._walk.files.is_barred(lease)):
            await self._put_aside(lease, reason)
            return
        step = await self._walk.visit(lease)
        verdict = self._watch.see(step.seen) if step.seen is not None else Verdict()
        visit = self._apply(step.visit, step.seen, verdict)
        adopted = await self._leftovers.adopt(visit.discovered)
        if adopted.more or adopted.renamed:
            found, renamed = (*visit.discovered, *adopted.more), tuple(adopted.renamed)
            visit = dataclasses.replace(visit, discovered=found, renamed=renamed)
        await self._writer.commit(visit)
        if adopted.assigned:  # after what they lead to is kept: a crash in between loses no page
            await self._writer.run(self._archive.assign, adopted.assigned)
        self._frontier.finish(lease)
        self._count(visit, step.outcome)
        if verdict.relearn:
            self._rest(verdict.relearn)

    async def _put_aside(self, lease: Lease, reason: str) -> None:
        """Exclude a URL that was handed out so that another run, with other settings, may take it up.

        In one call: between two, another worker would be handed it.
        """

        def change() -> None:
            self._archive.release([lease])
            self._archive.exclude([(lease.url, reason)])

        await self._writer.run(change)
        self._frontier.finish(lease)

    def _apply(self, visit: Visit, seen: Seen | None, verdict: Verdict) -> Visit:
        """Give the visit as the watch leaves it: its problem named, what leads into a trap left out."""
        if verdict.problem and not (visit.page or PageRow()).problem:
            visit = dataclasses.replace(visit, page=dataclasses.replace(visit.row(), problem=verdict.problem))
        if seen is None or not visit.discovered:
            return visit
        found = visit.discovered
        if verdict.bars_flips or verdict.bars_lists or self._watch.has_ended_lists:
            found = tuple(self._bar(item, verdict) for item in found)
        if found != visit.discovered:
            if self._walk.sifter is not None:
                self._walk.sifter.forget()  # an innocent link to the same URL must be told
            visit = dataclasses.replace(visit, discovered=found)
        self._watch.extend(seen, (item.url for item in found if item.role == Role.INDEX))
        return visit

    def _bar(self, item: Discovered, verdict: Verdict) -> Discovered:
        if item.state is not UrlState.QUEUED:
            return item
        reason = self._watch.bars(item.role, item.list)
        if verdict.bars_flips and item.role in FLIPS:
            reason = REPEATS
        if verdict.bars_lists and item.role == Role.INDEX:
            reason = ENDLESS
        return Discovered(item.url, UrlState.EXCLUDED, reason, weak=True, depth=item.depth) if reason else item

    def _count(self, visit: Visit, outcome: Outcome) -> None:
        counters = self.counters
        counters.last_url = visit.lease.url
        if is_file(visit.lease):
            counters.files += visit.file is not None
            if self._walk.files is not None and self._walk.files.is_elsewhere(visit.lease):
                return  # what another host does says nothing about the forum's
        if isinstance(outcome, Deferred):
            self._frontier.pause(outcome.until)
            counters.waiting_until, counters.waiting_why = outcome.until, outcome.why
            return
        counters.waiting_until = None
        if silence := _silence(outcome):
            counters.silent_in_a_row += 1
            if counters.silent_in_a_row >= HOST_DOWN_AFTER:
                self.stop(Ending.HOST_DOWN, f"the last {HOST_DOWN_AFTER} requests got no useful answer ({silence})")
        elif not isinstance(outcome, Refused):
            counters.silent_in_a_row = 0
        if visit.exchange is not None and not is_file(visit.lease):
            counters.pages += 1

    async def _watch_time(self) -> None:
        if self._config.max_time is not None:
            spent = self._clock.monotonic() - self.counters.started_at
            await self._clock.sleep(self._config.max_time.total_seconds() - spent)
            self.stop(Ending.LIMIT, f"--max-time {_plain(self._config.max_time)}")


def _silence(outcome: Outcome) -> str:
    """Say why an outcome speaks for a host that is down, or give an empty string."""
    if isinstance(outcome, Failed):
        return outcome.why
    if isinstance(outcome, Fetched) and outcome.exchange.status in DOWN_STATUSES:
        return f"HTTP {outcome.exchange.status}"
    return ""


def _plain(duration: timedelta) -> str:
    return f"{duration.total_seconds():g} s"
