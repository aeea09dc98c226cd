"""The history of a list as paper 003 keeps it: times of records, visits, changes; and the features made of it."""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Self

from weft.refresh._values import DAY_S, HOUR_S, ListKind

RECENT = 12  # records whose gaps are looked at one by one
ALPHA = 2.0  # a list sleeps when its silence passes the mean gap by so many deviations
DEFAULT_GAP_S = DAY_S  # of a list with fewer than two records
EPOCH_WEEKDAY = 3  # 1970-01-01 was a Thursday; Monday is 0
MAX_GAP_S = 10 * 365.0 * DAY_S

# Table 1 of the paper is lost in our copy of it; this is what its text names or implies.
FEATURES = (
    "one",
    "records",
    "age",
    "mean gap",
    "deviation of gaps",
    "last gap",
    "gap before",
    "silence",
    "night",  # hour of the day on its circle
    "noon",
    "weekend",
    "asleep",  # the state indicator ds
)


class ListHistory:
    """What visits have shown of one list. Times of records may come in any order; the newest are kept."""

    __slots__ = (
        "_deviation",
        "changes",
        "first",
        "kind",
        "name",
        "number",
        "place",
        "recent",
        "records",
        "rows",
        "visited",
        "visits",
    )

    def __init__(self, name: str, kind: ListKind) -> None:
        self.name, self.kind = name, kind
        self.records = 0
        self.first = math.inf
        self.recent: list[float] = []  # times of the newest records, rising
        self.visited = -math.inf
        self.visits = 0
        self.changes = 0  # visits that showed something new
        self.rows = 0  # records on a page
        self.number = 1  # the last page seen
        self._deviation = DEFAULT_GAP_S
        self.place = 0

    def add(self, times: Iterable[float]) -> None:
        """Take in new records."""
        for time in times:
            self.records += 1
            self.first = min(self.first, time)
            insort(self.recent, time)
        del self.recent[:-RECENT]
        self._deviation = self._measure_deviation()

    @property
    def last(self) -> float:
        """When the newest record was written; minus infinity if none is known."""
        return self.recent[-1] if self.recent else -math.inf

    def mean_gap(self) -> float:
        """Give the mean time between records."""
        return max(1.0, (self.last - self.first) / (self.records - 1)) if self.records > 1 else DEFAULT_GAP_S

    def gap_deviation(self) -> float:
        """Give the standard deviation of the time between the newest records (the paper's formula)."""
        return self._deviation

    def _measure_deviation(self) -> float:
        gaps = [after - before for before, after in pairwise(self.recent)]
        if len(gaps) < 2:
            return self.mean_gap()
        mean = sum(gaps) / len(gaps)
        return math.sqrt(sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1))

    def is_asleep(self, now: float) -> bool:
        """Give the state indicator ds: the silence passes the mean gap by more than alpha deviations."""
        return bool(self.recent) and (now - self.last) - self.mean_gap() > ALPHA * self.gap_deviation()

    def features(self, now: float) -> list[float]:
        """Give the features (FEATURES) as of a moment; times as logarithms of hours, for they span eight decades."""
        recent = self.recent
        gap = recent[-1] - recent[-2] if len(recent) > 1 else self.mean_gap()
        before = recent[-2] - recent[-3] if len(recent) > 2 else gap
        hour = now % DAY_S / DAY_S * 2 * math.pi
        return [
            1.0,
            math.log1p(self.records),
            log_hours(now - self.first if recent else 0.0),
            log_hours(self.mean_gap()),
            log_hours(self.gap_deviation()),
            log_hours(gap),
            log_hours(before),
            log_hours(now - self.last if recent else DEFAULT_GAP_S),
            math.cos(hour),
            math.sin(hour),
            float((now // DAY_S + EPOCH_WEEKDAY) % 7 >= 5),
            float(self.is_asleep(now)),
        ]

    def to_row(self) -> list[Any]:
        """Give it as plain data."""
        first = None if math.isinf(self.first) else self.first
        visited = None if math.isinf(self.visited) else self.visited
        counts = [self.records, self.visits, self.changes, self.rows, self.number]
        return [self.name, self.kind.value, first, visited, list(self.recent), *counts]

    @classmethod
    def from_row(cls, row: list[Any]) -> Self:
        """Make it anew."""
        name, kind, first, visited, recent, *counts = row
        made = cls(name, ListKind(kind))
        made.first = math.inf if first is None else first
        made.visited = -math.inf if visited is None else visited
        made.recent = list(recent)
        made.records, made.visits, made.changes, made.rows, made.number = counts
        made._deviation = made._measure_deviation()
        return made


def log_hours(seconds: float) -> float:
    """Give a span on the scale that the regression works on."""
    return math.log1p(max(0.0, seconds) / HOUR_S)
