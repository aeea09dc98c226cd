"""Was an answer "not modified" true? What two looks at an index page show, before and after it, tells."""

from __future__ import annotations

from datetime import datetime

from weft.page import IndexPage
from weft.refresh._values import MINUTE_S
from weft.refresh._weft_signs import Habits

SOON_S = 5 * MINUTE_S  # between the answer and the look after it: a change without a time is taken to be older

_Row = tuple[datetime | None, int | None]


def is_belied(before: IndexPage, after: IndexPage, since: float, now: float, habits: Habits) -> bool:
    """Tell whether a row changed before `since`, when the site said that the page had not.

    Only rows that both looks show are compared: others may have come up from the next page.
    """
    rows = _rows_of(before)
    return any(
        _differs(rows[url], row, now, habits) and _was_there(row[0], since, now)
        for url, row in _rows_of(after).items()
        if url in rows
    )


def _rows_of(index: IndexPage) -> dict[str, _Row]:
    boards = {row.url: (row.last_time, row.posts) for row in index.boards}
    return boards | {row.url: (row.last_time, row.replies) for row in index.threads}


def _differs(before: _Row, after: _Row, now: float, habits: Habits) -> bool:
    """Tell whether a row has changed; a time that is read from an age may move by its step."""
    if before[1] is not None and after[1] is not None:
        return before[1] != after[1]
    if before[0] is None or after[0] is None:
        return False
    slack = habits.tolerance(now - after[0].timestamp())
    return abs((after[0] - before[0]).total_seconds()) > slack


def _was_there(time: datetime | None, since: float, now: float) -> bool:
    return now - since < SOON_S if time is None else time.timestamp() < since - MINUTE_S
