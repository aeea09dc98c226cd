"""Keeping an archive fresh: one pass, or on and on."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from weft.api._files import FileDigest, sniff_part
from weft.api._render import make_renderer, recall_rendering
from weft.clock import Clock, SystemClock
from weft.config import Settings
from weft.crawl import (
    ArchiveHosts,
    Budget,
    Freshness,
    Keeper,
    MeteredTransport,
    Scribe,
    Sifter,
    Walk,
    Writer,
    know_pages,
    load_wrappers,
    make_file_walk,
    recall_wants,
)
from weft.errors import UsageError
from weft.fetch import AioTransport, Fetcher, Renderer, Transport
from weft.page import Post
from weft.refresh import make_policy
from weft.store import Archive, SqliteArchive, open_archive
from weft.traversal import Plan
from weft.urls import parse_address

USUAL_PER_DAY = 3000.0  # what a policy reckons with that is not told its budget


@dataclass(frozen=True, slots=True)
class RefreshJob:
    """What to keep fresh, and how. `per_day` bounds the requests of a day; `limit` those of this run."""

    folder: Path
    settings: Settings = field(default_factory=Settings)
    per_day: int | None = None
    limit: int | None = None
    policy: str = "weft"
    watch: bool = False  # go on until stopped; else one pass: what is due now
    once_per: timedelta | None = None  # watch: a pass every so often instead of a request every so often
    transport: Transport | None = None
    renderer: Renderer | None = None  # in the place of the browser, for an archive of rendered pages
    clock: Clock = field(default_factory=SystemClock)
    on_news: Callable[[str, Post], None] | None = None
    on_step: Callable[[Freshness], None] | None = None
    handle_signals: bool = False


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What came of it."""

    freshness: Freshness
    interrupted: bool = False


async def run_refresh(job: RefreshJob) -> Refreshed:
    """Make one pass, or watch until stopped; raises WeftError with one clear sentence when it cannot begin."""
    archive = open_archive(job.folder, job.settings.store, create=False)
    writer = Writer(archive)
    try:
        keeper, fetcher, budget = _build(job, archive, writer)
        try:
            keeper.begin()
            run = _watch(job, archive, keeper, budget) if job.watch else _pass_once(job, keeper)
            task = asyncio.ensure_future(run)
            with _stopping(task) if job.handle_signals else contextlib.nullcontext():
                try:
                    await task
                except asyncio.CancelledError:
                    if not job.handle_signals:
                        raise
                    return Refreshed(keeper.freshness, interrupted=True)
            await _read_files(archive, keeper, rank=True)
            return Refreshed(keeper.freshness)
        finally:
            keeper.save()
            await fetcher.aclose()
    finally:
        writer.close()
        archive.close()


def _build(job: RefreshJob, archive: SqliteArchive, writer: Writer) -> tuple[Keeper, Fetcher, Budget]:
    start, plan = _crawled(job.folder, archive)
    fetch = recall_rendering(job.settings, archive).fetch
    origin = parse_address(start).origin
    budget = Budget(archive, job.per_day)
    transport = MeteredTransport(job.transport or AioTransport(fetch, origin=origin), budget, job.clock)
    hosts, renderer = ArchiveHosts(archive, writer), make_renderer(fetch, job.renderer)
    fetcher = Fetcher(transport, fetch, clock=job.clock, hosts=hosts, origin=origin, renderer=renderer)
    wrappers = load_wrappers(archive)
    if wrappers.thread is None:
        raise UsageError(
            f"No posts were recognised in {job.folder}; finish the crawl first: weft crawl {start} --out {job.folder}"
        )
    scribe = Scribe(plan, wrappers, lambda _wrappers: None)
    know_pages(archive, scribe)
    sifter = Sifter(plan, obey_nofollow=fetch.obey_nofollow, known_limit=job.settings.crawl.known_hrefs)
    wants = replace(job.settings, crawl=recall_wants(archive, job.settings.crawl))
    files = make_file_walk(archive, fetcher, plan, wants, start, sniff_part)
    walk = Walk(fetcher, sifter, job.clock, fetch.max_redirects, scribe, files)
    return (
        Keeper(archive, walk, make_policy(job.policy, job.per_day or USUAL_PER_DAY), budget, job.clock, job.on_news),
        fetcher,
        budget,
    )


def _crawled(folder: Path, archive: Archive) -> tuple[str, Plan]:
    start, text = archive.get_setting("start"), archive.get_setting("plan")
    if start is None or text is None:
        raise UsageError(f"{folder} holds no crawl yet; begin one with: weft crawl URL --out {folder}")
    path = folder / "plan.yaml"
    plan = Plan.load(path) if path.exists() else Plan.from_yaml(text, "the archive's plan")
    return start, plan


async def _pass_once(job: RefreshJob, keeper: Keeper) -> None:
    async for fresh in keeper.catch_up(job.limit):
        if job.on_step is not None:
            job.on_step(fresh)


async def _read_files(archive: Archive, keeper: Keeper, *, rank: bool) -> None:
    """Take the text out of files that came."""
    if keeper.files.fetched:
        keeper.files.fetched = 0
        await FileDigest(archive).run(rank=rank)


async def _watch(job: RefreshJob, archive: Archive, keeper: Keeper, budget: Budget) -> None:
    """Spread the day's requests evenly, or make a pass every so often with its share of them."""
    while True:
        began = job.clock.now()
        period = job.once_per or budget.interval
        share = max(1, round(period / budget.interval)) if budget.per_day else None
        done = 0
        while (share is None or done < share) and await keeper.step():
            done += 1
            if job.on_step is not None:
                job.on_step(keeper.freshness)
            if job.limit is not None and keeper.freshness.requests >= job.limit:
                return
        await _read_files(archive, keeper, rank=False)
        spent = (job.clock.now() - began).total_seconds()
        await job.clock.sleep(max(0.0, period.total_seconds() - spent))


@contextlib.contextmanager
def _stopping(task: asyncio.Future[None]) -> Iterator[None]:
    """Stop at Ctrl-C or SIGTERM: what was fetched is committed, what the policy knows is written down."""
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, task.cancel)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
