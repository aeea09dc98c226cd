"""Further pages of index lists whose replies do not move threads up: where a post is that the first page does not show.

On such a list a reply changes a row on any page. When a board is told to have more posts than the rows of its first
page explain, its further pages are searched, the likeliest first; where nobody tells, they are polled like lists.
"""

from __future__ import annotations

from collections.abc import Iterable

from weft.refresh._queues import RateQueue
from weft.refresh._weft_ledger import Ledger
from weft.refresh._weft_state import Board

SEARCH_SHARE = 0.5  # of requests nothing else needs, while something is searched
FEW_FINDS = 0.05  # share of searches that end with a find, below which nothing is searched any more


class DeepPage:
    """One further page: when it was seen, and the posts a second to be expected on it."""

    __slots__ = ("board", "number", "place", "rate", "seen")

    def __init__(self, board: Board, number: int, rate: float, seen: float) -> None:
        self.board, self.number, self.rate, self.seen = board, number, rate, seen
        self.place = 0


class Deep:
    """The further pages of lists that do not bump. Not saved: it is soon learned anew."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._pages: dict[str, dict[int, DeepPage]] = {}
        self._credit = 0.0
        self.queue: RateQueue[DeepPage] = RateQueue()

    def is_of_use(self) -> bool:
        """Tell whether further pages can tell anything: threads are not moved, rows tell times or counts."""
        habits = self._ledger.habits
        return not habits.do_bump and habits.do_tell

    def search(self, board: Board, now: float) -> None:
        """Look for posts of a board that its first page does not show."""
        if self.is_of_use() and board.pages > 1 and self._ledger.habits.finds.share(1.0) > FEW_FINDS:
            self._ledger.searched.setdefault(board.name, now)

    def take(self) -> tuple[Board, int] | None:
        """Give a page to be searched, when it is a search's turn."""
        if not self._ledger.searched:
            return None
        self._credit += SEARCH_SHARE
        if self._credit < 1.0:
            return None
        self._credit -= 1.0
        while self._ledger.searched:
            name, since = next(iter(self._ledger.searched.items()))
            board = self._ledger.boards[name]
            left = [page for page in self._list(board).values() if page.seen < since]
            if left:
                best = max(left, key=lambda page: page.rate)
                best.seen = since  # not again, should it fail
                return board, best.number
            self._ledger.habits.finds.add(0.0, 1.0)
            del self._ledger.searched[name]
        return None

    def see(self, board: Board, number: int, names: Iterable[str], found: float, now: float) -> None:
        """Note what a further page showed: its threads, and how many posts were new."""
        if found > 0 and board.name in self._ledger.searched:
            del self._ledger.searched[board.name]
            self._ledger.habits.finds.add(1.0, 0.0)
        if not self.is_of_use():
            return
        page = self._list(board).get(number)
        if page is not None:
            threads = self._ledger.threads
            page.seen = now
            page.rate = sum(self._ledger.rate_of(threads[name], now) for name in names if threads[name].is_held)
            self._put(page)

    def watch(self, board: Board) -> None:
        """Poll the further pages of a list that nobody tells of."""
        if board.pages > 1 and not board.teller and self.is_of_use():
            for page in self._list(board).values():
                if not page.place:
                    self._put(page)

    def _put(self, page: DeepPage) -> None:
        if not page.board.teller:
            self.queue.put(page, page.rate, page.seen)

    def _list(self, board: Board) -> dict[int, DeepPage]:
        pages = self._pages.setdefault(board.name, {})
        if len(pages) < board.pages - 1:
            usual = self._ledger.news_rate(board) / board.pages
            for number in range(2, board.pages + 1):
                pages.setdefault(number, DeepPage(board, number, usual / number, board.looked - 1.0))
        return pages
