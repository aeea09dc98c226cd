"""One run of a crawl over one archive: begin or resume, loop, report."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from weft.clock import Clock
from weft.config import Settings
from weft.crawl._files_find import gather_files
from weft.crawl._files_keep import remember_wants
from weft.crawl._files_walk import Sniff, by_name, make_file_walk
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._learn import Tutor, to_sample
from weft.crawl._loop import Counters, Ended, Loop
from weft.crawl._relearn import CHANGED, find_starts, join_plans, learn_again, resettle, says_nothing_new
from weft.crawl._report import Ending, Report
from weft.crawl._reread import know_pages, learn_from_archive, load_wrappers, read_again
from weft.crawl._scribe import SETTING, Scribe, Wrappers, newest, planned_wrappers
from weft.crawl._scripted import HINT, are_made_by_scripts, remark_on_scripts
from weft.crawl._sift import Sifter
from weft.crawl._start import MOST_TRIED, fetch_start, leave_copy, scope_of
from weft.crawl._visit import Walk
from weft.crawl._watch import FRUITFUL_BEFORE, MAX_RELEARNINGS, MIN_PAGES_BETWEEN, Seen, Watch
from weft.crawl._writer import Writer
from weft.errors import NotAForum, UsageError
from weft.fetch import Fetcher, HostMemory, PaceLimits, is_loopback
from weft.page import Page
from weft.store import Archive, Summary
from weft.traversal import Plan, Role, Sample, make_strategy
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
    sniff: Sniff = by_name  # tells what files are
    takes_files: bool = True  # whether files that posts carry are looked at
    on_reading: Callable[[int, int], None] | None = None  # told how many pages of how many were read again


class _LearningCut(Exception):
    """A limit was met before the site was learned; the next run goes on from the pages archived."""


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
        self._answers_before = self._files_before = 0
        self._relearned = 0
        self._watch = Watch()
        self._notes: list[str] = []
        self._problem = ""  # of the address we were given, where the crawl began above it
        self._start_pages = 0  # fetched before the loop began; they count towards limits like all others
        self._scribe: Scribe | None = None
        self._learned_from: list[tuple[Page, str]] = []

    async def run(self) -> Report:
        """Crawl until done, stopped or interrupted; raises WeftError when the crawl cannot begin or go on."""
        clock = self._parts.clock
        began = clock.monotonic()
        before = self._parts.archive.summary()
        self._answers_before, self._files_before = _count_answers(before), _count_files(before)
        fetcher = self._parts.make_fetcher(ArchiveHosts(self._parts.archive, self._writer))
        self._task = asyncio.create_task(self._crawl(fetcher))
        try:
            ended = await self._task
        except _LearningCut as cut:
            ended = Ended(Ending.LIMIT, f"{cut}, while learning")
        except asyncio.CancelledError:
            if not self._interrupted:
                raise
            ended = Ended(Ending.INTERRUPTED, "while learning")
        finally:
            self._notes += fetcher.remarks()
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
        plan = await self._resume()
        if plan is None:
            plan = await self._begin(fetcher)
        elif since := await self._changed_at():
            plan = await self._relearn(fetcher, plan, since, ())
        self._watch = self._make_watch()
        settings = self._parts.settings.crawl
        walk = self._make_walk(fetcher, plan)
        await self._writer.run(remember_wants, self._parts.archive, self._parts.settings.crawl)
        if self._answers_before:
            await self._gather_files(walk)
        loop = Loop(self._parts.archive, self._writer, walk, self._parts.clock, settings, self._watch)
        while True:
            loop.counters.pages += self._start_pages
            ended = await self._run_loop(loop, plan)
            if not ended.rests:
                self._notes += self._watch.remarks()
                await self._read_rest(ended)
                if await self._gather_files(walk) and ended.ending is Ending.DONE:
                    self._start_pages = 0
                    continue  # files of posts that were read late
                await self._keep_wrappers(plan)
                if not self._parts.settings.fetch.render and ended.ending is Ending.DONE:
                    self._notes += await self._writer.run(remark_on_scripts, self._parts.archive)
                return ended
            plan = await self._relearn_after(fetcher, plan, loop.counters.pages, ended.detail)
            self._watch = self._make_watch(grace=MIN_PAGES_BETWEEN)
            walk = self._make_walk(fetcher, plan)
            loop.renew(walk, self._watch)

    async def _read_rest(self, ended: Ended) -> None:
        """Read what was fetched before the site was known; a run that was interrupted leaves it to the next."""
        scribe, archive = self._scribe, self._parts.archive
        if scribe is None or ended.ending is Ending.INTERRUPTED:
            return
        if scribe.wrappers.thread is None or scribe.wrappers.index is None:
            threads = scribe.wrappers.thread is None
            await self._writer.run(lambda: learn_from_archive(archive, scribe, threads=threads))
        await self._writer.run(read_again, archive, scribe, self._parts.on_reading)

    async def _gather_files(self, walk: Walk) -> int:
        """Queue the files of posts that are not in the frontier yet, or that other settings had left out."""
        if walk.files is None or self._interrupted:
            return 0
        return await self._writer.run(gather_files, self._parts.archive, walk.files.finder)

    async def _keep_wrappers(self, plan: Plan) -> None:
        """Write into the plan how posts are read, so that people can look at it and other crawls can use it."""
        learned = self._scribe.wrappers.to_dict() if self._scribe is not None else {}
        if learned.get("thread") and learned != plan.posts and self._given_plan is None:
            await self._save_plan(dataclasses.replace(plan, posts=learned))

    async def _run_loop(self, loop: Loop, plan: Plan) -> Ended:
        self._loop = loop
        ticker = asyncio.create_task(self._tick(loop))
        try:
            return await loop.run(self._count_workers(plan))
        finally:
            ticker.cancel()
            self._loop = None

    def _make_watch(self, grace: int = 0) -> Watch:
        """A plan that a person gave is not put aside, nor one that was learned again in vain."""
        may_relearn = self._given_plan is None and self._relearned < MAX_RELEARNINGS
        fruitful = FRUITFUL_BEFORE if self._answers_before else 0  # a crawl that goes on has led to threads before
        return Watch(may_relearn=may_relearn, fruitful=fruitful, grace=grace)

    async def _changed_at(self) -> datetime | None:
        """Tell since when the plan does not fit, if an earlier run found that and did not come to learn again."""
        text = await self._writer.run(self._parts.archive.get_setting, CHANGED)
        return datetime.fromisoformat(text) if text and self._given_plan is None else None

    async def _relearn_after(self, fetcher: Fetcher, plan: Plan, pages: int, why: str) -> Plan:
        """Learn again because the watch found that the plan does not fit; the moment is kept for later runs first."""
        since, trail = self._watch.changed_at, self._watch.trail()
        self._notes += self._watch.remarks()
        self._start_pages = 0
        if since is None:
            return plan
        await self._writer.run(self._parts.archive.put_setting, CHANGED, since.isoformat())
        renewed = await self._relearn(fetcher, plan, since, trail, pages)
        outcome = "nothing new was learned" if renewed is plan else "it was learned again"
        self._notes.append(f"the site seems to have changed ({why}); {outcome}")
        return renewed

    async def _relearn(
        self, fetcher: Fetcher, plan: Plan, since: datetime, trail: tuple[Seen, ...], pages: int = 0
    ) -> Plan:
        """Learn the site as it is now; gives the old plan if that brings no other."""
        settings = self._parts.settings.crawl
        tutor = self._make_tutor(fetcher)
        tutor.since = since
        self._relearned += 1
        strategy = make_strategy(settings.strategy)
        budget = strategy.budget if settings.max_pages is None else min(strategy.budget, settings.max_pages - pages)
        new = await learn_again(tutor, strategy, find_starts(plan, self._url, trail), settings, budget)
        self._start_pages = tutor.fetched
        joined = join_plans(new, plan, trail, tutor.pages()) if new is not None else plan
        joined = dataclasses.replace(joined, posts=plan.posts) if joined is not plan else plan
        is_new = not says_nothing_new(joined, plan)
        if not is_new:
            joined, self._relearned = plan, MAX_RELEARNINGS  # there is nothing to be learned
        await resettle(tutor, joined, self._make_sifter(joined), since)  # what was asked for leads on in any case
        if is_new:
            await self._save_plan(joined, plan)
        if new is not None or budget > 0:  # else the next run tries
            await self._writer.run(self._parts.archive.put_setting, CHANGED, "")
        return joined

    async def _save_plan(self, plan: Plan, old: Plan | None = None) -> None:
        """Keep a plan; the one it replaces stays beside it, as plan-1.yaml and so on."""
        folder = self._parts.folder
        if folder is not None and old is not None:
            number = 1
            while (folder / f"plan-{number}.yaml").exists():
                number += 1
            old.save(folder / f"plan-{number}.yaml")
        if folder is not None:
            plan.save(folder / PLAN_FILE)
        await self._writer.run(self._parts.archive.put_setting, "plan", plan.to_yaml())

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
        plan = self._given_plan or self._edited_plan() or Plan.from_yaml(text, "the archive's plan")
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
        self._notes += start.notes
        self._problem = start.problem
        tutor = self._make_tutor(fetcher)
        for url, outcome in start.hops:
            await tutor.keep(url, outcome)
        first = to_sample(self._url, start.page.url, start.hops[-1][1])
        plan = self._given_plan
        if plan is None:
            strategy = make_strategy(settings.crawl.strategy)
            limit = settings.crawl.max_pages
            tutor.samples[first.url] = first  # its place is told with the others', wherever learning begins
            first = await self._leave_copy(tutor, first)
            budget = strategy.budget if limit is None else max(0, min(strategy.budget, limit - tutor.fetched))
            plan = await tutor.learn(strategy, first, scope_of(first.page or start.page, settings.crawl), budget)
            if not plan.leads_to_threads and limit is not None and tutor.fetched >= limit:
                raise _LearningCut(f"--max-pages {limit}")
            if not plan.leads_to_threads:
                raise self._explain_failure(tutor)
        else:
            tutor.samples[self._url] = first
        await tutor.settle(plan, self._make_sifter(plan), first.final)
        self._start_pages, self._learned_from = tutor.fetched, tutor.placed
        await self._save_plan(plan)
        await self._writer.run(archive.put_setting, "start", self._url)
        return plan

    async def _leave_copy(self, tutor: Tutor, first: Sample) -> Sample:
        """Go from a plainer copy of the forum to the forum."""
        config = self._parts.settings.crawl
        if config.max_pages is not None and tutor.fetched + MOST_TRIED > config.max_pages:
            return first
        full = await leave_copy(tutor.ask, first, config)
        if full is not first:
            self._notes.append(f"{first.final} belongs to a plainer copy of the forum; {full.final} shows it in full")
        return full

    def _explain_failure(self, tutor: Tutor) -> NotAForum:
        advice = "give another page of the forum, or take every page with --strategy generic."
        pages = [sample.page for sample in tutor.samples.values() if sample.page is not None]
        if not self._parts.settings.fetch.render and are_made_by_scripts(pages):
            advice = f"{HINT}."
        told = f"No boards or threads were recognised among {tutor.fetched} pages around {self._url}; {advice}"
        return NotAForum(self._problem or told, self._url)  # nothing above it either: the address is the trouble

    def _make_tutor(self, fetcher: Fetcher) -> Tutor:
        fetch = self._parts.settings.fetch
        show = self._parts.on_learning or (lambda _url: None)
        clock, archive = self._parts.clock, self._parts.archive
        return Tutor(archive, self._writer, fetcher, clock, fetch, on_sample=show)

    def _make_sifter(self, plan: Plan) -> Sifter:
        settings = self._parts.settings
        return Sifter(plan, obey_nofollow=settings.fetch.obey_nofollow, known_limit=settings.crawl.known_hrefs)

    def _make_walk(self, fetcher: Fetcher, plan: Plan) -> Walk:
        if self._scribe is None:
            wrappers = newest(load_wrappers(self._parts.archive), planned_wrappers(plan))
            self._scribe = Scribe(plan, wrappers, self._save_wrappers)
        self._scribe.plan = plan
        self._scribe.meet(self._learned_from)
        self._learned_from = []
        know_pages(self._parts.archive, self._scribe)
        settings, archive = self._parts.settings, self._parts.archive
        takes_files = self._parts.takes_files
        files = make_file_walk(archive, fetcher, plan, settings, self._url, self._parts.sniff) if takes_files else None
        redirects = settings.fetch.max_redirects
        return Walk(fetcher, self._make_sifter(plan), self._parts.clock, redirects, self._scribe, files)

    def _save_wrappers(self, wrappers: Wrappers) -> None:
        self._writer.run_now(self._parts.archive.put_setting, SETTING, wrappers.to_json())

    async def _tick(self, loop: Loop) -> None:
        """Tell the display what is going on. Real time, whatever the crawl's clock says."""
        show = self._parts.on_progress
        while show is not None:
            summary = await self._writer.run(self._parts.archive.summary)
            show(Snapshot(loop.counters, summary, self._parts.clock.monotonic() - loop.counters.started_at))
            await asyncio.sleep(TICK_SECONDS)

    def _report(self, ended: Ended, seconds: float) -> Report:
        summary = self._parts.archive.summary()
        files = _count_files(summary) - self._files_before
        return Report(
            url=self._url,
            archive=str(self._parts.folder or ""),
            strategy=self._parts.settings.crawl.strategy,
            ending=ended.ending,
            detail=ended.detail,
            pages=_count_answers(summary) - self._answers_before - files,
            seconds=seconds,
            summary=summary,
            files=files,
            notes=tuple(dict.fromkeys(self._notes)),
        )


def _count_answers(summary: Summary) -> int:
    """Count the answers an archive keeps, of whatever status."""
    return sum(summary.statuses.values())


def _count_files(summary: Summary) -> int:
    """Count the answers that were files which posts carry."""
    return summary.roles.get(Role.ATTACHMENT.value, 0)
