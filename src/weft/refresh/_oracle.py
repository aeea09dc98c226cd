"""The bound nobody can pass: a policy that is told of every post as it is written."""

from __future__ import annotations

import heapq
from collections import deque

from weft.refresh._policy import Saved
from weft.refresh._values import Known, ListKind, Request, Sight, Why


class Oracle:
    """Fetches the page with the most new posts, the oldest of equals; `learn` is the knowledge no crawler has.

    When nothing is new it fetches old pages that it never had, then nothing.
    """

    name = "oracle"

    def __init__(self, per_day: float = 3000.0) -> None:
        self.per_day = per_day
        self._waiting: dict[tuple[str, int], tuple[int, float]] = {}  # page -> (posts, time of the first)
        self._heap: list[tuple[int, float, str, int]] = []
        self._old: deque[tuple[str, int]] = deque()
        self._flying: dict[tuple[str, int], None] = {}

    def learn(self, name: str, number: int, time: float) -> None:
        """Hear that a post was written on a page of a thread."""
        count, first = self._waiting.get((name, number), (0, time))
        self._waiting[name, number] = (count + 1, first)
        heapq.heappush(self._heap, (-count - 1, first, name, number))

    def adopt(self, known: Known, now: float) -> None:
        """Queue the pages of a thread that were never fetched; other lists tell nothing new."""
        if known.kind is ListKind.POSTS and known.visited is None:
            self._old.extend((known.list, number) for number in range(1, known.pages + 1))

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give the pages with most new posts."""
        chosen: list[Request] = []
        while self._heap and len(chosen) < count:
            posts, _, name, number = heapq.heappop(self._heap)
            if self._waiting.get((name, number), (0,))[0] == -posts:
                del self._waiting[name, number]
                chosen.append(Request(name, number, Why.TOLD))
        while self._old and len(chosen) < count:
            chosen.append(Request(*self._old.popleft(), Why.NEW))
        self._flying.update(((request.list, request.number), None) for request in chosen)
        return chosen

    def see(self, sight: Sight, now: float) -> None:
        """Learn nothing, for all is known; what was not had waits again."""
        self._flying.pop((sight.list, sight.number), None)
        if sight.failed or sight.skipped:
            self._old.append((sight.list, sight.number))

    def count_due(self) -> int:
        """Count the lists that have something new, or were never fetched."""
        return len({name for name, _ in (*self._waiting, *self._old, *self._flying)})

    def save(self, *, touched: bool = False) -> Saved:
        """Give what waits."""
        waiting = [[name, number, *rest] for (name, number), rest in self._waiting.items()]
        return Saved(self.name, {"waiting": waiting, "old": [list(page) for page in (*self._flying, *self._old)]})

    def restore(self, saved: Saved) -> None:
        """Take up what waits."""
        self._old.extend((name, number) for name, number in saved.site["old"])
        for name, number, count, first in saved.site["waiting"]:
            self._waiting[name, number] = (count, first)
            heapq.heappush(self._heap, (-count, first, name, number))
