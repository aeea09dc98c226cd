"""Which lists and pages are known, and which were never fetched: what every policy of the papers starts from."""

from __future__ import annotations

from collections import deque
from typing import Any

from weft.refresh._values import Known, ListKind, Request, Sight, Why


class Discovery:
    """Lists with their kind and number of pages; pages never fetched wait in the order they became known."""

    def __init__(self) -> None:
        self.kinds: dict[str, ListKind] = {}
        self.pages: dict[str, int] = {}
        self.parents: dict[str, str] = {}
        self._fresh: deque[tuple[str, int]] = deque()
        self._flying: dict[tuple[str, int], None] = {}

    @property
    def has_fresh(self) -> bool:
        """Whether pages wait that were never fetched."""
        return bool(self._fresh)

    def adopt(self, known: Known) -> None:
        """Take over a list of the archive."""
        self._meet(known.list, known.kind, known.parent)
        if known.visited is not None:
            self.pages[known.list] = known.pages
        else:
            self._grow(known.list, known.pages)

    def see(self, sight: Sight) -> None:
        """Note the lists a page leads to, and further pages of its own list."""
        page = (sight.list, sight.number)
        if page in self._flying:
            del self._flying[page]
            if sight.failed or sight.skipped:
                self._fresh.append(page)
        if sight.failed or sight.missing or sight.unchanged or sight.skipped:
            return
        if sight.index is not None:
            for board in sight.index.boards:
                self._meet(board.url, ListKind.INDEX, sight.list, grow=True)
            for thread in sight.index.threads:
                self._meet(thread.url, ListKind.POSTS, sight.list, grow=True)
        if sight.pages > self.pages.get(sight.list, 0):
            self._grow(sight.list, sight.pages)

    def take(self) -> Request | None:
        """Give a page never fetched, if there is one."""
        if not self._fresh:
            return None
        page = self._fresh.popleft()
        self._flying[page] = None
        return Request(*page, Why.NEW)

    def _meet(self, name: str, kind: ListKind, parent: str, *, grow: bool = False) -> None:
        if name in self.kinds:
            return
        self.kinds[name] = kind
        self.parents[name] = parent
        if grow:
            self._grow(name, 1)

    def _grow(self, name: str, pages: int) -> None:
        known = self.pages.get(name, 0)
        self._fresh.extend((name, number) for number in range(known + 1, pages + 1))
        self.pages[name] = max(known, pages)

    def count_due(self) -> int:
        """Count the lists with pages that were never fetched."""
        return len({name for name, _ in (*self._fresh, *self._flying)})

    def save(self) -> dict[str, Any]:
        """Give everything as plain data; what is under way waits again."""
        rows = [[name, kind.value, self.pages.get(name, 0), self.parents[name]] for name, kind in self.kinds.items()]
        return {"lists": rows, "fresh": [list(page) for page in (*self._flying, *self._fresh)]}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was saved."""
        for name, kind, pages, parent in saved["lists"]:
            self.kinds[name] = ListKind(kind)
            self.pages[name] = pages
            self.parents[name] = parent
        self._fresh.extend((name, number) for name, number in saved["fresh"])
