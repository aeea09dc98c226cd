"""Crawling one site into one archive folder."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from weft.api._files import FileDigest, sniff_part
from weft.api._render import make_renderer, recall_rendering
from weft.clock import Clock, SystemClock
from weft.config import FetchConfig, Settings
from weft.crawl import Ending, FileRules, Parts, Report, Session, Snapshot
from weft.errors import UsageError
from weft.fetch import AioTransport, Fetcher, HostMemory, Renderer, Transport, load_cookies
from weft.store import open_archive
from weft.traversal import Plan, make_strategy
from weft.urls import canonicalise, parse_address

DEMO_SCHEME = "demo:"
_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class CrawlJob:
    """What to crawl, where to, and how. `transport` replaces the network (simulation, replay), `renderer` the browser.

    `renderer` is used with the setting `render` only.
    """

    url: str
    folder: Path
    settings: Settings = field(default_factory=Settings)
    plan: Plan | None = None
    cookies: Path | None = None
    transport: Transport | None = None
    renderer: Renderer | None = None
    clock: Clock = field(default_factory=SystemClock)
    on_progress: Callable[[Snapshot], None] | None = None
    on_files: Callable[[int, int], None] | None = None  # told how many files of how many were read
    retry_failed: bool = False  # queue again what failed in earlier runs
    handle_signals: bool = False  # stop cleanly at Ctrl-C; for commands, not for libraries


def crawl(url: str, out: str | Path | None = None, plan: Plan | None = None, **options: object) -> Report:
    """Crawl a site into an archive folder, or go on with one; see `acrawl`."""
    return asyncio.run(acrawl(url, out, plan, **options))


async def acrawl(url: str, out: str | Path | None = None, plan: Plan | None = None, **options: object) -> Report:
    """Crawl a site into an archive folder, or go on with one.

    `options` are the other fields of CrawlJob. Raises WeftError with one clear sentence when it cannot.
    """
    folder = Path(out) if out is not None else default_folder(url)
    return await run_job(dataclasses.replace(CrawlJob(url, folder, plan=plan), **options))  # type: ignore[arg-type]  # checked by the dataclass at run time


async def run_job(job: CrawlJob) -> Report:
    """Build the parts, run the session, let go of everything."""
    job = _with_demo(job)
    url = prepare_url(job.url)
    make_strategy(job.settings.crawl.strategy)  # a misspelt name is told before anything is made
    FileRules.of(job.settings.crawl, url)
    cookies = load_cookies(job.cookies) if job.cookies is not None else None
    make_renderer(job.settings.fetch, job.renderer)  # a browser that is missing is told before anything is made
    archive = open_archive(job.folder, job.settings.store)
    try:
        if job.retry_failed:
            archive.requeue_failed()
        settings, origin = recall_rendering(job.settings, archive), parse_address(url).origin
        fetch, renderer = settings.fetch, make_renderer(settings.fetch, job.renderer)

        def make_fetcher(hosts: HostMemory) -> Fetcher:
            transport = job.transport or AioTransport(fetch, origin=origin)
            return Fetcher(transport, fetch, job.clock, hosts, origin, cookies, renderer)

        parts = Parts(archive, make_fetcher, job.clock, settings, job.folder, job.on_progress, sniff=sniff_part)
        session, digest = Session(parts, url, job.plan), FileDigest(archive, job.on_files)

        def interrupt() -> None:
            session.interrupt()
            digest.stop()

        with _signals(interrupt) if job.handle_signals else contextlib.nullcontext():
            report = await session.run()
            return await _digest(report, digest)
    finally:
        archive.close()


async def _digest(report: Report, digest: FileDigest) -> Report:
    """Take the text out of files, unless the run was cut off; then the next one does it."""
    if report.ending is Ending.INTERRUPTED or not report.summary.files:
        return report
    done = await digest.run(rank=bool(report.pages or report.files))
    notes = [done.problem] if done.problem else []
    if done.left:
        notes.append(f"the text of {done.left:,} files is still to be taken out; run the same command to go on")
    return dataclasses.replace(report, notes=(*report.notes, *notes))


def prepare_url(text: str) -> str:
    """Make a canonical URL of what a person typed; `forum.example/x` means https."""
    candidate = text.strip()
    if candidate and "://" not in candidate and not candidate.startswith("//"):
        candidate = f"https://{candidate}"
    url = canonicalise(candidate)
    host = parse_address(url).host if url is not None else ""
    if url is None or not (host == "localhost" or "." in host or ":" in host):
        raise UsageError(f"{text!r} is not a web address; give one like https://forum.example/board/.")
    return url


def default_folder(url: str) -> Path:
    """Give the archive folder for a URL when none is named: `archives/<host>`."""
    if url.startswith(DEMO_SCHEME):
        return Path("archives") / _UNSAFE.sub("-", f"demo {url.removeprefix(DEMO_SCHEME)}".strip())
    address = parse_address(prepare_url(url))
    port = "" if address.port in (80, 443) else f"-{address.port}"
    return Path("archives") / _UNSAFE.sub("-", f"{address.host}{port}").strip("-")


def _with_demo(job: CrawlJob) -> CrawlJob:
    """Let `demo:` and `demo:SKIN` mean the built-in simulated forum, answered inside this process."""
    if not job.url.startswith(DEMO_SCHEME):
        return job
    from weft.api._demo import open_demo  # noqa: PLC0415  the simulator is not loaded for real crawls: 0.15 s

    entry, transport = open_demo(job.url.removeprefix(DEMO_SCHEME))
    fetch = _unhurried(job.settings.fetch)
    settings = dataclasses.replace(job.settings, fetch=fetch)
    return dataclasses.replace(job, url=entry, transport=transport, settings=settings)


def _unhurried(fetch: FetchConfig) -> FetchConfig:
    """A forum inside our own process needs no politeness; what the user set is kept."""
    return dataclasses.replace(
        fetch,
        delay=fetch.delay if fetch.delay is not None else timedelta(0),
        concurrency=fetch.concurrency or 8,
        allow_private=True,
    )


@contextlib.contextmanager
def _signals(interrupt: Callable[[], None]) -> Iterator[None]:
    """Stop cleanly at the first Ctrl-C or SIGTERM, at once at the second (the archive bears it)."""
    loop = asyncio.get_running_loop()
    seen: list[int] = []

    def handle(number: int) -> None:
        seen.append(number)
        if len(seen) > 1:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        interrupt()

    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, handle, number)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
