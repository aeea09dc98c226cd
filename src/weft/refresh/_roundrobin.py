"""The plainest policy: every page in turn."""

from __future__ import annotations

from collections import deque

from weft.refresh._discovery import Discovery
from weft.refresh._policy import Saved
from weft.refresh._values import Known, Request, Sight, Why


class RoundRobin:
    """Pages never fetched first, then all pages of all lists, the longest unvisited first."""

    name = "round-robin"

    def __init__(self, per_day: float = 3000.0) -> None:
        self.per_day = per_day
        self._discovery = Discovery()
        self._turn: deque[tuple[str, int]] = deque()
        self._flying: dict[tuple[str, int], None] = {}

    def adopt(self, known: Known, now: float) -> None:
        """Take over a list."""
        self._discovery.adopt(known)
        if known.visited is not None:
            self._turn.extend((known.list, number) for number in range(1, known.pages + 1))

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give what is new, then what is next."""
        chosen: list[Request] = []
        while len(chosen) < count:
            request = self._discovery.take()
            if request is None:
                if not self._turn:
                    break
                page = self._turn.popleft()
                self._flying[page] = None
                request = Request(*page, Why.POLL)
            chosen.append(request)
        return chosen

    def see(self, sight: Sight, now: float) -> None:
        """Put the page at the end of the line; one that is gone leaves it."""
        self._discovery.see(sight)
        self._flying.pop((sight.list, sight.number), None)
        if not sight.missing:
            self._turn.append((sight.list, sight.number))

    def count_due(self) -> int:
        """Count the lists with pages that were never fetched."""
        return self._discovery.count_due()

    def save(self, *, touched: bool = False) -> Saved:
        """Give everything as plain data."""
        turn = [list(page) for page in (*self._flying, *self._turn)]
        return Saved(self.name, {"discovery": self._discovery.save(), "turn": turn})

    def restore(self, saved: Saved) -> None:
        """Take up what was saved."""
        self._discovery.restore(saved.site["discovery"])
        self._turn.extend((name, number) for name, number in saved.site["turn"])
