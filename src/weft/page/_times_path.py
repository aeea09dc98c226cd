"""Which of a record's times is its own: the place whose times are most consistently ordered (003, Algorithm 2)."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable
from datetime import datetime
from typing import NamedTuple, TypeVar

MIN_COVERAGE = 0.5  # of the records that must have a time at the place
_Path = TypeVar("_Path", bound=Hashable)


class PathScore(NamedTuple):
    """How well the times at one place order the records; compared part by part."""

    consistency: float  # steps in the list's direction (equal times count), times the share of records that have one
    strictness: float  # steps that really go in that direction
    latest: datetime  # the median: posts are written after their authors joined


def pick_time_path(candidates: Iterable[tuple[_Path, int, datetime]]) -> _Path | None:
    """Choose among (path, record index, moment) triples the path that tells when the records were made.

    Join dates and last visits are out of order from record to record; a place only few records have is an edit note
    or a quotation. None when no place has times in at least half of the records.
    """
    places: dict[_Path, dict[int, datetime]] = defaultdict(dict)
    for path, record, moment in candidates:
        places[path].setdefault(record, moment)
    records = len({record for moments in places.values() for record in moments})
    scores = {
        path: _score([moments[record] for record in sorted(moments)], records)
        for path, moments in places.items()
        if len(moments) >= MIN_COVERAGE * records
    }
    return max(scores, key=lambda path: scores[path]) if scores else None


def _score(moments: list[datetime], records: int) -> PathScore:
    steps = [(b > a) - (b < a) for a, b in itertools.pairwise(moments)]
    ups, downs = steps.count(1), steps.count(-1)
    count = max(1, len(steps))
    against = min(ups, downs)
    share = len(moments) / max(1, records)
    return PathScore(
        round((1 - against / count) * share, 2),
        round((max(ups, downs) - against) / count, 1),
        sorted(moments)[len(moments) // 2],
    )
