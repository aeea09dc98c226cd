"""From what a crawl reads off pages to what a policy is told."""

from __future__ import annotations

from weft.page import IndexPage, ThreadPage
from weft.refresh._values import Sight


def index_sight(name: str, page: IndexPage, *, number: int = 1, pages: int = 1) -> Sight:
    """Tell of a page of an index list; addresses in it are those of lists."""
    return Sight(name, number, max(number, pages), page)


def thread_sight(
    name: str,
    page: ThreadPage,
    *,
    number: int = 1,
    pages: int = 1,
    new: int = 0,
    changed: int = 0,
    gone: int = 0,
) -> Sight:
    """Tell of a page of a thread; the counts say what the archive made of it. Posts without a time are left out."""
    times = tuple(post.time.timestamp() for post in page.posts if post.time is not None)
    return Sight(name, number, max(number, pages), None, times, new, changed, gone)
