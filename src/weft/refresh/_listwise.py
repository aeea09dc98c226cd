"""The list-wise strategy of paper 003, with and without its bandwidth control."""

from __future__ import annotations

from collections import deque

from weft.refresh._bandwidth import BandwidthControl
from weft.refresh._discovery import Discovery
from weft.refresh._history import ListHistory
from weft.refresh._policy import Saved
from weft.refresh._queues import RateQueue, drop
from weft.refresh._regression import GapModel
from weft.refresh._values import Known, ListKind, Request, Sight, Why

DEMOTIONS = 64  # lists put into a lower class at one decision


def pages_to_revisit(expected: float, rows: int, pages: int) -> int:
    """Give how many pages of an index list to look at, from the top, for so many expected new records."""
    return max(1, min(pages, -int(-expected // max(1, rows))))


def expect_records(history: ListHistory, model: GapModel, now: float) -> float:
    """Give how many new records a list is expected to have: the time since the last visit over the predicted gap."""
    return (now - history.visited) / model.predict(history, now)


class ListWise:
    """Revisits the list with most expected new records: time since the last visit over the predicted gap.

    Of an index list the top pages are fetched that the expected records fill; of a post list the last page, and
    further ones as they appear. Pages never fetched come first.
    """

    name = "lws"
    controls = False

    def __init__(self, per_day: float = 3000.0) -> None:
        self.per_day = per_day
        self._discovery = Discovery()
        self._histories: dict[str, ListHistory] = {}
        self._models = {kind: GapModel() for kind in ListKind}
        self._queues = {kind: RateQueue[ListHistory](squared=False) for kind in ListKind}
        self._control = BandwidthControl()
        self._pages: deque[tuple[str, int]] = deque()  # further pages of index lists to be revisited now

    def adopt(self, known: Known, now: float) -> None:
        """Take over a list."""
        self._discovery.adopt(known)
        history = self._history(known.list)
        if known.visited is None:
            return
        if known.kind is ListKind.POSTS:
            history.add(known.times)
            if known.times and known.parent:
                self._history(known.parent, ListKind.INDEX).add([min(known.times)])
        history.visited, history.number = known.visited, known.pages
        self._put(history, now)

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give what is new, then what is expected to have changed most."""
        chosen: list[Request] = []
        while len(chosen) < count:
            request = self._discovery.take() or self._take_page() or self._revisit(now)
            if request is None:
                break
            chosen.append(request)
        return chosen

    def _take_page(self) -> Request | None:
        return Request(*self._pages.popleft(), Why.POLL) if self._pages else None

    def _revisit(self, now: float) -> Request | None:
        if self.controls:
            kind = self._control.turn()
            other = ListKind.POSTS if kind is ListKind.INDEX else ListKind.INDEX
            best = self._best(kind, now) or self._best(other, now)
        else:
            both = [best for kind in ListKind if (best := self._best(kind, now)) is not None]
            best = max(both, key=lambda each: each[0], default=None)
        if best is None:
            return None
        expected, history = best
        drop(history)
        if history.kind is ListKind.POSTS:
            return Request(history.name, history.number, Why.POLL)
        top = pages_to_revisit(expected, history.rows, self._discovery.pages.get(history.name, 1))
        self._pages.extend((history.name, number) for number in range(2, top + 1))
        return Request(history.name, 1, Why.POLL)

    def _best(self, kind: ListKind, now: float) -> tuple[float, ListHistory] | None:
        """Give the list of a kind with most expected new records, and how many."""
        queue, model = self._queues[kind], self._models[kind]
        best = None
        for _ in range(DEMOTIONS):
            best = queue.best(now)
            if best is None:
                return None
            history = best[1]
            expected = expect_records(history, model, now)
            if expected > best[0] / 2:
                return expected, history
            queue.put(history, expected / (now - history.visited), history.visited)
        return best

    def see(self, sight: Sight, now: float) -> None:
        """Learn from what a request showed."""
        self._discovery.see(sight)
        history = self._history(sight.list)
        if sight.missing and sight.number == 1:
            return
        if sight.failed or sight.skipped:
            if history.visits:
                history.visited = now
                self._put(history, now)
            return
        history.visits += 1
        if sight.number == 1 or history.kind is ListKind.POSTS:
            history.visited = now
        if sight.new:
            history.changes += 1
            newest = sorted(sight.times)[-sight.new :]
            history.add(newest)
            self._control.count(ListKind.POSTS, sight.new)
            if sight.number == 1 and len(newest) == len(sight.times):
                self._open_thread(sight.list, newest[0])
        if history.kind is ListKind.POSTS:
            history.number = max(history.number, sight.number)
        elif sight.index is not None:
            history.rows = max(history.rows, len(sight.index.threads))
        if self._is_complete(history, sight):
            self._models[history.kind].learn(history, now)
        self._put(history, now)

    def _is_complete(self, history: ListHistory, sight: Sight) -> bool:
        """Tell whether a history can be learned from: records of pages fetched late would look like new ones."""
        if history.kind is ListKind.POSTS:
            return sight.number >= sight.pages
        return not self._discovery.has_fresh

    def _open_thread(self, name: str, time: float) -> None:
        """A thread's first post is a record of its board."""
        board = self._histories.get(self._discovery.parents.get(name, ""))
        if board is not None:
            board.add([time])
            board.changes += 1
            self._control.count(ListKind.INDEX, 1)

    def _history(self, name: str, kind: ListKind | None = None) -> ListHistory:
        history = self._histories.get(name)
        if history is None:
            history = ListHistory(name, self._discovery.kinds.get(name, kind or ListKind.INDEX))
            self._histories[name] = history
        return history

    def _put(self, history: ListHistory, now: float) -> None:
        gap = self._models[history.kind].predict(history, now)
        self._queues[history.kind].put(history, 1.0 / gap, history.visited)

    def count_due(self) -> int:
        """Count the lists with pages that were never fetched."""
        return self._discovery.count_due()

    def save(self, *, touched: bool = False) -> Saved:
        """Give everything as plain data."""
        site = {
            "discovery": self._discovery.save(),
            "models": {kind.value: model.save() for kind, model in self._models.items()},
            "control": self._control.save(),
            "pages": [list(page) for page in self._pages],
        }
        return Saved(self.name, site, {name: history.to_row() for name, history in self._histories.items()})

    def restore(self, saved: Saved) -> None:
        """Take up what was saved."""
        self._discovery.restore(saved.site["discovery"])
        for kind, model in self._models.items():
            model.restore(saved.site["models"][kind.value])
        self._control.restore(saved.site["control"])
        self._pages.extend((name, number) for name, number in saved.site["pages"])
        for row in saved.lists.values():
            history = ListHistory.from_row(row)
            self._histories[history.name] = history
            if history.visits or history.records:
                self._put(history, history.visited)


class ListWiseControlled(ListWise):
    """The same with the bandwidth shared between index and post lists as their real updates are."""

    name = "lws+bc"
    controls = True
