"""Pages of threads kept to learn posts from."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeVar

from weft.page import Page

Kept = TypeVar("Kept")


class KeptThreads:
    """The first pages of threads and further ones, each by themselves: only first ones show how threads open.

    Threads are completed before others are begun. Where they are long, nearly all pages that come are further ones.
    """

    def __init__(self) -> None:
        self._firsts: list[tuple[int, Page]] = []  # each with its number in the order in which they came
        self._further: list[tuple[int, Page]] = []
        self._came = 0

    @property
    def firsts(self) -> int:
        """How many first pages are kept."""
        return len(self._firsts)

    def add(self, page: Page, most: int, *, is_first: bool) -> None:
        """Keep a page; where there are so many of its kind, every other one of them goes."""
        pages = self._firsts if is_first else self._further
        pages[:] = thin(pages, most)
        pages.append((self._came, page))
        self._came += 1

    def choose(self, most: int) -> list[Page]:
        """Give up to so many in the order in which they came, half of them first pages where there are enough."""
        firsts = _spread(self._firsts, max(most // 2, most - len(self._further)))
        further = _spread(self._further, most - len(firsts))
        return [page for _, page in sorted((*firsts, *further), key=itemgetter(0))]

    def pages(self) -> list[Page]:
        """Give all that are kept, in the order in which they came."""
        return [page for _, page in sorted((*self._firsts, *self._further), key=itemgetter(0))]

    def clear(self) -> None:
        """Let go of all."""
        self._firsts.clear()
        self._further.clear()


def thin(pages: list[Kept], most: int) -> list[Kept]:
    """Make room where there are so many: every other one goes, so that early and late pages alike stay."""
    return pages[::2] if len(pages) >= most else pages


def _spread(pages: Sequence[Kept], most: int) -> list[Kept]:
    """Give up to so many, evenly spread."""
    count = min(most, len(pages))
    return [pages[place * len(pages) // count] for place in range(count)]
