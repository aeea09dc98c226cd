"""What the lists of a forum say of its threads and boards, and how much of it the archive holds."""

from __future__ import annotations

from weft.evaluate._crawl import Look
from weft.store import Archive, BoardRow, ThreadRow
from weft.traversal import Plan

FIGURES = ("boarded", "replies", "views", "tags", "sticky", "locked", "descriptions", "parents")


class ListJudge:
    """Looks at the archive of a crawl before it is gone, and keeps what it holds of lists; `then` looks after it."""

    def __init__(self, then: Look | None = None) -> None:
        self._then = then
        self.figures: dict[str, float] = dict.fromkeys(FIGURES, 0.0)  # of a crawl that does not come to its end

    def __call__(self, archive: Archive, plan: Plan) -> None:
        """Count what threads and boards have."""
        self.figures = listing_figures(archive)
        if self._then is not None:
            self._then(archive, plan)


def listing_figures(archive: Archive) -> dict[str, float]:
    """Give shares of the threads and boards, and the numbers of threads with marks.

    A number of replies counts if the posts held bear it out: a list may count fewer (answers but not comments), not
    more than a whole archive has.
    """
    threads, boards = list(archive.threads()), list(archive.boards())
    of_threads, of_boards = max(1, len(threads)), max(1, len(boards))
    return {
        "boarded": sum(bool(thread.board) for thread in threads) / of_threads,
        "replies": sum(map(_tells_replies, threads)) / of_threads,
        "views": sum(thread.views is not None for thread in threads) / of_threads,
        "tags": sum(bool(thread.tags) for thread in threads) / of_threads,
        "sticky": sum(thread.sticky for thread in threads),
        "locked": sum(thread.locked for thread in threads),
        "descriptions": sum(map(_is_described, boards)) / of_boards,
        "parents": sum(bool(board.parent) for board in boards) / of_boards,
    }


def _tells_replies(thread: ThreadRow) -> bool:
    return thread.replies is not None and thread.replies < thread.posts


def _is_described(board: BoardRow) -> bool:
    return bool(board.title and board.description)
