"""One run of a crawl over one archive: begin or resume, loop, report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import yaml

from weft.clock import Clock
from weft.config import Settings
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._learn import Tutor, to_sample
from weft.crawl._loop import Counters, Ended, Loop
from weft.crawl._report import Ending, Report
from weft.crawl._sift import Sifter
from weft.crawl._start import fetch_start, scope_of
from weft.crawl._visit import Walk
from weft.crawl._writer import Writer
from weft.errors import NotAForum, UsageError
from weft.fetch import Fetcher, HostMemory, PaceLimits, is_loopback
from weft.store import Archive, Summary
from weft.traversal import Plan, make_strategy
from weft.urls import parse_address

TICK_SECONDS = 0.5
PLAN_FILE = "plan.yaml"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a progress display gets, twice a second."""

    counters: Counters
    summary: Summary
    seconds: float


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a session works with; made by the caller, closed by the caller."""

    archive: Archive
    make_fetcher: Callable[[HostMemory], Fetcher]
    clock: Clock
    settings: Settings
    folder: Path | None = None  # where plan.yaml lives; none keeps it in the archive only
    on_progress: Callable[[Snapshot], None] | None = None
    on_learning: Callable[[str], None] | None = None  # told each URL asked for while learning


class Session:
    """Crawls one site into one archive. `interrupt` may be called at any moment from the event loop."""

    def __init__(self, parts: Parts, url: str, plan: Plan | None = None) -> None:
        self._parts = parts
        self._url = url
        self._given_plan = plan
        self._writer = Writer(parts.archive)
        self._task: asyncio.Task[Ended] | None = None
        self._loop: Loop | None = None
        self._interrupted = False
        self._answers_before = 0
        self._start_pages = 0  # fetched before the loop began; they count towards limits like all others

    async def run(self) -> Report:
        """Crawl until done, stopped or interrupted; raises WeftError when the crawl cannot begin or go on."""
        clock = self._parts.clock
        began = clock.monotonic()
        self._answers_before = _count_answers(self._parts.archive.summary())
        fetcher = self._parts.make_fetcher(ArchiveHosts(self._parts.archive, self._writer))
        self._task = asyncio.create_task(self._crawl(fetcher))
        try:
            ended = await self._task
        except asyncio.CancelledError:
            if not self._interrupted:
                raise
            ended = Ended(Ending.INTERRUPTED, "while learning")
        finally:
            await fetcher.aclose()
            try:
                await self._writer.drain()
            finally:
                self._writer.close()
        return self._report(ended, clock.monotonic() - began)

    def interrupt(self) -> None:
        """Stop cleanly, now; the same command goes on from here."""
        self._interrupted = True
        if self._loop is not None:
            self._loop.stop(Ending.INTERRUPTED, "interrupted")
        elif self._task is not None:
            self._task.cancel()

    async def _crawl(self, fetcher: Fetcher) -> Ended:
        plan = await self._resume() or await self._begin(fetcher)
        self._loop = Loop(
            self._parts.archive,
            self._writer,
            self._make_walk(fetcher, plan),
            self._parts.clock,
            self._parts.settings.crawl,
        )
        self._loop.counters.pages = self._start_pages
        ticker = asyncio.create_task(self._tick(self._loop))
        try:
            return await self._loop.run(self._count_workers(plan))
        finally:
            ticker.cancel()

    def _count_workers(self, plan: Plan) -> int:
        """One worker a request the host may get at once: more would only wait."""
        loopback = is_loopback(parse_address(plan.entry).host)
        return PaceLimits.of(self._parts.settings.fetch, loopback=loopback).concurrency

    async def _resume(self) -> Plan | None:
        """Give the plan of the crawl this archive holds; None when it is new."""
        archive = self._parts.archive
        start = await self._writer.run(archive.get_setting, "start")
        if start is None:
            return None
        text = await self._writer.run(archive.get_setting, "plan") or ""
        plan = self._given_plan or self._edited_plan() or Plan.from_document(yaml.safe_load(text), "the archive's plan")
        if self._url != start and not plan.scope.holds(self._url):
            raise UsageError(f"This archive holds {start}, not {self._url}; choose another folder with --out.")
        return plan

    def _edited_plan(self) -> Plan | None:
        path = self._parts.folder / PLAN_FILE if self._parts.folder is not None else None
        return Plan.load(path) if path is not None and path.exists() else None

    async def _begin(self, fetcher: Fetcher) -> Plan:
        """Fetch the start page, learn the site, put both into the archive."""
        settings, archive = self._parts.settings, self._parts.archive
        start = await fetch_start(fetcher, self._url, settings.fetch.max_redirects)
        tutor = self._make_tutor(fetcher)
        for url, outcome in start.hops:
            await tutor.keep(url, outcome)
        first = to_sample(self._url, start.page.url, start.hops[-1][1])
        plan = self._given_plan
        if plan is None:
            strategy = make_strategy(settings.crawl.strategy)
            budget = min(strategy.budget, settings.crawl.max_pages or strategy.budget)
            plan = await tutor.learn(strategy, first, scope_of(start.page, settings.crawl), budget)
            if not plan.leads_to_threads:
                raise NotAForum(
                    f"No boards or threads were recognised among {tutor.fetched} pages around {self._url}; "
                    "give another page of the forum, or take every page with --strategy generic.",
                    self._url,
                )
        else:
            tutor.samples[self._url] = first
        await tutor.settle(plan, self._make_sifter(plan), start.page.url)
        self._start_pages = tutor.fetched
        if self._parts.folder is not None:
            plan.save(self._parts.folder / PLAN_FILE)
        await self._writer.run(archive.put_setting, "plan", plan.to_yaml())
        await self._writer.run(archive.put_setting, "start", self._url)
        return plan

    def _make_tutor(self, fetcher: Fetcher) -> Tutor:
        fetch = self._parts.settings.fetch
        show = self._parts.on_learning or (lambda _url: None)
        clock, archive = self._parts.clock, self._parts.archive
        return Tutor(archive, self._writer, fetcher, clock, fetch, on_sample=show)

    def _make_sifter(self, plan: Plan) -> Sifter:
        settings = self._parts.settings
        return Sifter(plan, obey_nofollow=settings.fetch.obey_nofollow, known_limit=settings.crawl.known_hrefs)

    def _make_walk(self, fetcher: Fetcher, plan: Plan) -> Walk:
        return Walk(fetcher, self._make_sifter(plan), self._parts.clock, self._parts.settings.fetch.max_redirects)

    async def _tick(self, loop: Loop) -> None:
        """Tell the display what is going on. Real time, whatever the crawl's clock says."""
        show = self._parts.on_progress
        while show is not None:
            summary = await self._writer.run(self._parts.archive.summary)
            show(Snapshot(loop.counters, summary, self._parts.clock.monotonic() - loop.counters.started_at))
            await asyncio.sleep(TICK_SECONDS)

    def _report(self, ended: Ended, seconds: float) -> Report:
        summary = self._parts.archive.summary()
        return Report(
            url=self._url,
            archive=str(self._parts.folder or ""),
            strategy=self._parts.settings.crawl.strategy,
            ending=ended.ending,
            detail=ended.detail,
            pages=_count_answers(summary) - self._answers_before,
            seconds=seconds,
            summary=summary,
        )


def _count_answers(summary: Summary) -> int:
    """Count the answers an archive keeps, of whatever status."""
    return sum(summary.statuses.values())
