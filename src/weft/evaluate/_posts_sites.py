"""`weft evaluate posts --site`: a mirrored site crawled into an archive, its export against the true threads."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from weft.crawl import Scribe, load_wrappers
from weft.evaluate._corpus import MirroredSite, load_site
from weft.evaluate._crawl import Subject, evaluate_crawl
from weft.evaluate._measures import SiteTruth
from weft.evaluate._posts_threads import PostThread, ThreadFigures, load_post_threads, score_threads
from weft.evaluate._strategy_links import read_list_pages
from weft.page import Page
from weft.store import Archive, export_jsonl
from weft.traversal import Plan, Role, list_role

STRATEGY = "weft"
TIMED_PAGES = 80  # spread over the site


@dataclass(frozen=True, slots=True)
class SitePosts:
    """One row: a site, how well its posts came out, and what reading a page costs once the wrapper is learned."""

    site: str
    counts: ThreadFigures
    page_ms: float | None  # median CPU of extraction alone, parsing not counted; None where nothing was learned

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        cost = None if self.page_ms is None else round(self.page_ms, 2)
        return {"site": self.site, **self.counts.figures(), "extract_ms": cost}


class PostJudge:
    """Looks at the archive of a crawl before it is gone, and keeps what it says of the posts (a `Look`).

    With the truth of the site's addresses it times extraction, too.
    """

    def __init__(self, site: str, threads: Sequence[PostThread], truth: SiteTruth | None = None) -> None:
        self._threads = threads
        self._truth = truth
        self.row = SitePosts(site, score_threads(threads, ()), None)  # of a crawl that does not come to its end

    def __call__(self, archive: Archive, plan: Plan) -> None:
        """Score the export of an archive."""
        with tempfile.TemporaryDirectory(prefix="weft-evaluate-") as parent:
            path = Path(parent) / "threads.jsonl"
            export_jsonl(archive, path)
            counts = score_threads(self._threads, load_post_threads(path))
        cost = time_extraction(archive, plan, self._truth) if self._truth is not None else None
        self.row = SitePosts(self.row.site, counts, cost)


def evaluate_site_posts(folder: Path) -> SitePosts:
    """Crawl a mirrored site in memory, and score what is exported; a site taken for no forum scores 0."""
    threads = load_post_threads(folder / "threads.jsonl")
    site = load_site(folder)
    judge = PostJudge(site.name, threads, site.truth)
    asyncio.run(evaluate_crawl(to_subject(site), STRATEGY, look=judge))
    return judge.row


def to_subject(site: MirroredSite) -> Subject:
    """Make a subject of a mirrored site."""
    return Subject(site.name, site.entry, site.transport, site.truth, lambda: site.requested)


def time_extraction(archive: Archive, plan: Plan, truth: SiteTruth) -> float | None:
    """Give the median CPU milliseconds that it takes to read a parsed thread page as the crawl did in the end."""
    scribe = Scribe(plan, load_wrappers(archive), lambda _: None)
    rows = {stored.url: stored.row for stored in archive.pages()}
    pages = [page for page, _, role in read_list_pages(archive, truth) if list_role(role) == Role.THREAD]
    if scribe.wrappers.thread is None or not pages:
        return None
    now = datetime.now(UTC)
    step = max(1, len(pages) // TIMED_PAGES)
    return statistics.median(
        time_reading(lambda page: scribe.read_thread(page, rows[page.url], now), page) for page in pages[::step]
    )


def time_reading(read: Callable[[Page], object], page: Page) -> float:
    """Give the CPU milliseconds of reading one page, its tree made before."""
    page.tree  # noqa: B018  parsing is a cost of the crawl, not of extraction
    before = time.process_time()
    read(page)
    return 1000 * (time.process_time() - before)
