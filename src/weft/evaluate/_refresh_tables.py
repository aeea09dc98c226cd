"""Tables of the refresh experiments, as Markdown and for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from weft.evaluate._refresh_rows import RefreshRow, join_rows

ORACLE = "oracle"


@dataclass(frozen=True, slots=True)
class RefreshColumn:
    """A figure of a table: its heading, and how it is read off a row and the oracle's row beside it."""

    heading: str
    read: Callable[[RefreshRow, RefreshRow | None], str]


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:,.1f}"


def _beyond(row: RefreshRow, oracle: RefreshRow | None, *, last: bool) -> str:
    if oracle is None or row.policy == ORACLE:
        return "-"
    own, best = (row.last, oracle.last) if last else (row.whole, oracle.whole)
    return f"{(own.mean - best.mean) / row.interval:+,.1f}"


def _share(part: float, whole: float, decimals: int = 3) -> str:
    return f"{part / whole:.{decimals}f}" if whole else "-"


_DELAY = RefreshColumn("mean delay, min", lambda row, _: _minutes(row.whole.mean))
_BEYOND = RefreshColumn("beyond the oracle, intervals", lambda row, best: _beyond(row, best, last=False))
_OF_ALL = RefreshColumn("with posts never fetched, min", lambda row, _: _minutes(row.whole.mean_of_all))
_COVERAGE = RefreshColumn("coverage", lambda row, _: _share(row.held, row.exist, 5))
_UTILISATION = RefreshColumn("utilisation", lambda row, _: _share(row.useful, row.requests))
_NOTICED = RefreshColumn("edits, deletions noticed", lambda row, _: _share(row.noticed, row.changes))
_CPU = RefreshColumn("CPU s", lambda row, _: f"{row.cpu_seconds:,.0f}")

_YEAR = (
    RefreshColumn("last 90 days: mean delay, min", lambda row, _: _minutes(row.last.mean)),
    RefreshColumn("beyond the oracle, intervals", lambda row, best: _beyond(row, best, last=True)),
    RefreshColumn("median, min", lambda row, _: _minutes(row.median)),
    RefreshColumn("mean of forums, min", lambda row, _: _minutes(row.forums_mean)),
    RefreshColumn("openings, min", lambda row, _: _minutes(row.openings.mean)),
    RefreshColumn("replies, min", lambda row, _: _minutes(row.replies.mean)),
    RefreshColumn("utilisation", lambda row, _: _share(row.last_useful, row.last_requests)),
    RefreshColumn("whole year: mean delay, min", lambda row, _: _minutes(row.whole.mean)),
    RefreshColumn("beyond", lambda row, best: _beyond(row, best, last=False)),
    _COVERAGE,
    _CPU,
)
_GROWTH = (_DELAY, _BEYOND, _OF_ALL, _COVERAGE, _UTILISATION)
_CASES = (_DELAY, _BEYOND, _OF_ALL, _COVERAGE, _NOTICED)
REFRESH_COLUMNS = {"year": _YEAR, "growth": _GROWTH, "cases": _CASES}


def join_refresh_rows(rows: Iterable[RefreshRow]) -> list[RefreshRow]:
    """Put the forums of each case, policy and budget together, in the order they come."""
    groups: dict[tuple[str, str, float], list[RefreshRow]] = {}
    for row in rows:
        groups.setdefault((row.case, row.policy, row.per_day), []).append(row)
    return [join_rows(group) for group in groups.values()]


def refresh_cells(row: RefreshRow, rows: Sequence[RefreshRow], columns: Sequence[RefreshColumn]) -> list[str]:
    """Give the figures of a row; the oracle's row is the one of the same case and budget."""
    same = (other for other in rows if other.policy == ORACLE and other.case == row.case)
    oracle = next((other for other in same if other.per_day == row.per_day), None)
    return [column.read(row, oracle) for column in columns]


def write_refresh_table(
    heading: str,
    rows: Sequence[RefreshRow],
    columns: Sequence[RefreshColumn],
    name: Callable[[RefreshRow], str],
) -> Iterator[str]:
    """Write rows as a table in Markdown."""
    yield "| " + " | ".join((heading, *(column.heading for column in columns))) + " |"
    yield "| --- |" + " ---: |" * len(columns)
    for row in rows:
        yield "| " + " | ".join((name(row), *refresh_cells(row, rows, columns))) + " |"
    yield ""
