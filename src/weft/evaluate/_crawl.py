"""`weft evaluate crawl`: one strategy over one site with truth, scored from the server's side."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings, StoreConfig
from weft.evaluate._measures import Measures, SiteTruth, measure
from weft.fetch import Transport


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
    ending: str

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


async def evaluate_crawl(subject: Subject, strategy: str, max_pages: int | None = None) -> CrawlResult:
    """Crawl the subject into a folder that is thrown away, and score the server's log."""
    if max_pages is None and subject.is_endless:
        max_pages = ENDLESS_LIMIT * sum(map(len, subject.truth.keys.values()))
    crawl = CrawlConfig(strategy=strategy, max_pages=max_pages)
    # Nobody is on the other side: no pause between requests, whatever the site's host is called.
    fetch = FetchConfig(delay=timedelta(0), concurrency=8)
    settings = Settings(fetch=fetch, crawl=crawl, store=StoreConfig(min_free_bytes=0))
    before = time.process_time()
    with tempfile.TemporaryDirectory(prefix="weft-evaluate-") as folder:
        job = CrawlJob(subject.entry, Path(folder) / "archive", settings, transport=subject.transport)
        report = await run_job(job)
    return CrawlResult(
        subject.name,
        strategy,
        measure(subject.requested(), subject.truth),
        report.summary.learning_requests,
        time.process_time() - before,
        report.ending.name.lower(),
    )
