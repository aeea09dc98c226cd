"""`weft evaluate crawl`: one strategy over one site with truth, scored from the server's side."""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings, StoreConfig
from weft.errors import NotAForum, WeftError
from weft.evaluate._measures import Measures, SiteTruth, measure
from weft.fetch import Transport
from weft.store import Archive, open_archive
from weft.traversal import Plan


@dataclass(frozen=True, slots=True)
class Subject:
    """A site to crawl: where it begins, what answers, what is true; `requested` is read when the crawl is over."""

    name: str
    entry: str
    transport: Transport
    truth: SiteTruth
    requested: Callable[[], list[str]]
    is_endless: bool = False  # has pages without end (a calendar): a crawl that follows all of them never is over


@dataclass(frozen=True, slots=True)
class CrawlResult:
    """One row: site, strategy, measures and what it cost."""

    site: str
    strategy: str
    measures: Measures
    learning_requests: int
    cpu_seconds: float
    ending: str  # `failed: ...` where the strategy gave no plan

    @property
    def has_failed(self) -> bool:
        """Whether the strategy gave no plan."""
        return self.ending.startswith(FAILED)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        return {
            "site": self.site,
            "strategy": self.strategy,
            **self.measures.to_dict(),
            "learning_requests": self.learning_requests,
            "cpu_seconds": round(self.cpu_seconds, 2),
            "ending": self.ending,
        }


# An endless site is left after so many times the pages worth having.
ENDLESS_LIMIT = 10

FAILED = "failed"  # how a crawl ends that never began, with a colon and the reason behind it

Look = Callable[[Archive, Plan], None]


def offline_settings(strategy: str, max_pages: int | None = None) -> Settings:
    """Give the settings of an experiment: nobody is on the other side, so there is no pause between requests.

    Files are not fetched: no measure counts them.
    """
    fetch = FetchConfig(delay=timedelta(0), concurrency=8)
    crawl = CrawlConfig(strategy=strategy, max_pages=max_pages, attachments="none")
    return Settings(fetch=fetch, crawl=crawl, store=StoreConfig(min_free_bytes=0))


def limit_pages(subject: Subject, max_pages: int | None) -> int | None:
    """Give how many pages a crawl of the subject may fetch; none: as many as there are."""
    if max_pages is None and subject.is_endless:
        return ENDLESS_LIMIT * sum(map(len, subject.truth.keys.values()))
    return max_pages


async def evaluate_crawl(
    subject: Subject,
    strategy: str,
    max_pages: int | None = None,
    *,
    samples: int | None = None,
    look: Look | None = None,
) -> CrawlResult:
    """Crawl the subject into a folder that is thrown away, and score the server's log.

    A subject that the strategy takes for no forum scores 0: that is a result, too. `samples` lets the strategy learn
    from so many pages at most. `look` is shown the archive and its plan before they are gone; its time is not counted.
    """
    before = time.process_time()
    try:
        return await _crawl(subject, strategy, limit_pages(subject, max_pages), samples, look)
    except NotAForum as error:
        return score_failure(subject, strategy, error, time.process_time() - before)


def score_failure(subject: Subject, strategy: str, error: WeftError, seconds: float = 0.0) -> CrawlResult:
    """Give the row of a strategy that came to no plan: nothing reached, whatever it fetched while learning."""
    asked = measure(subject.requested(), subject.truth)
    nothing = dataclasses.replace(
        asked, coverage=0.0, board_coverage=0.0, effectiveness=0.0, thread_share=0.0, duplicate=0.0, invalid=1.0
    )
    return CrawlResult(subject.name, strategy, nothing, asked.requests, seconds, f"{FAILED}: {error}")


async def _crawl(
    subject: Subject, strategy: str, max_pages: int | None, samples: int | None, look: Look | None
) -> CrawlResult:
    settings = offline_settings(strategy, max_pages)
    before = time.process_time()
    with tempfile.TemporaryDirectory(prefix="weft-evaluate-") as parent:
        folder = Path(parent) / "archive"
        job = CrawlJob(subject.entry, folder, settings, transport=subject.transport)
        if samples is not None:  # a crawl that may fetch no more learns from no more, and goes on when run again
            await run_job(dataclasses.replace(job, settings=offline_settings(strategy, samples)))
        report = await run_job(job)
        seconds = time.process_time() - before
        if look is not None:
            with closing(open_archive(folder, settings.store, read_only=True)) as archive:
                look(archive, Plan.load(folder / "plan.yaml"))
    return CrawlResult(
        subject.name,
        strategy,
        measure(subject.requested(), subject.truth),
        report.summary.learning_requests,
        seconds,
        report.ending.name.lower(),
    )
