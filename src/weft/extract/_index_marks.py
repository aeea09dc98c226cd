"""Marks of rows: which say that a thread is kept at the top, which that it takes no more replies.

A thread kept at the top stands above others with later posts; what only such rows bear is its mark, in any language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from weft.extract._index_table import Row
from weft.extract._index_words import says_locked, says_sticky

_ORDERED = 0.9  # share of the steps that must go down in a list that is sorted by time
_LEAST_ROWS = 4  # in a list whose order says anything
_RARE = 0.5  # share of all rows above which a mark marks nothing
_SURE = 0.8  # share of a mark's rows that must be out of order
_SURE_ROWS = 2  # so many out of order tell a mark without words


def learn_sticky(rows: Sequence[Row], moments: Mapping[int, datetime]) -> frozenset[str]:
    """Give the marks of rows that are kept at the top; `moments` are the last times of rows.

    Marks that say so are enough where they are on the rows that are out of order.
    """
    spoken = _rare_marks(rows, says_sticky)
    raised = _raised_rows(rows, moments)
    unsaid = [number for number in raised if spoken.isdisjoint(rows[number].parts.marks)]
    if len(unsaid) <= (1 - _SURE) * len(raised):
        return spoken
    above = Counter(mark for number in unsaid for mark in rows[number].parts.marks)
    counts = Counter(mark for row in rows for mark in row.parts.marks)
    sure = {
        mark: count
        for mark, count in above.items()
        if count >= max(_SURE_ROWS, _SURE * counts[mark]) and counts[mark] <= _RARE * len(rows)
    }
    best = max(sure.values(), default=0)
    return spoken | {mark for mark, count in sure.items() if count >= _RARE * best and not says_locked(mark)}


def learn_locked(rows: Sequence[Row]) -> frozenset[str]:
    """Give the marks of rows whose threads take no replies: those that say so."""
    return _rare_marks(rows, says_locked)


def _rare_marks(rows: Sequence[Row], says: Callable[[str], bool]) -> frozenset[str]:
    counts = Counter(mark for row in rows for mark in row.parts.marks)
    return frozenset(mark for mark, count in counts.items() if count <= _RARE * len(rows) and says(mark))


def _raised_rows(rows: Sequence[Row], moments: Mapping[int, datetime]) -> list[int]:
    """Give the first rows of pages that stand above rows with later times, where the others are in order."""
    raised: list[int] = []
    pages: dict[int, list[int]] = {}
    for number, row in enumerate(rows):
        if number in moments:
            pages.setdefault(row.page, []).append(number)
    for numbers in pages.values():
        top = 0
        while top < len(numbers) - _LEAST_ROWS and any(
            moments[other] > moments[numbers[top]] for other in numbers[top + 1 :]
        ):
            top += 1
        rest = numbers[top:]
        steps = [moments[later] <= moments[earlier] for earlier, later in pairwise(rest)]
        if len(rest) >= _LEAST_ROWS and sum(steps) >= _ORDERED * len(steps):
            raised += numbers[:top]
    return raised
