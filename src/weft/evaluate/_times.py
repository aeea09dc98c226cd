"""How well times were read, against known truth. Pure: pages are read elsewhere, here their times are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

_QUARTER = timedelta(minutes=15)  # every zone in use is a multiple from UTC
_MAX_SHIFT = timedelta(hours=14)
_SHIFTS_TRIED = 12


@dataclass(frozen=True, slots=True)
class TimedPage:
    """One thread page: the moments read on it (any number, in any order), and the true times of its posts."""

    shown: tuple[datetime, ...]
    true: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class MinuteMeasure:
    """Posts whose time stands among those read on their page, right to the minute, after one shift for the site."""

    pages: int
    posts: int
    right: int
    shift_minutes: int

    @property
    def share(self) -> float:
        """The share of right posts; 1 when there were none to get wrong."""
        return self.right / self.posts if self.posts else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Give plain data with the share rounded."""
        return asdict(self) | {"share": round(self.share, 4)}


@dataclass(frozen=True, slots=True)
class DayMeasure:
    """Times with a known calendar day: how many were found on their page, and how many of all have the right day."""

    total: int
    found: int
    right: int

    @property
    def share(self) -> float:
        """The share of right days; 1 when there were none to get wrong."""
        return self.right / self.total if self.total else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Give plain data with the share rounded."""
        return asdict(self) | {"share": round(self.share, 4)}


def measure_minutes(pages: Sequence[TimedPage]) -> MinuteMeasure:
    """Score the pages of one site. The site's zone is not held against it: the one shift that fits best is undone."""
    counted = [(_minutes(page.shown), _minutes(page.true)) for page in pages]
    posts = sum(true.total() for _, true in counted)
    best = max(_likely_shifts(pages), key=lambda shift: _count_right(counted, shift))
    return MinuteMeasure(len(pages), posts, _count_right(counted, best), int(best.total_seconds()) // 60)


def measure_days(pairs: Iterable[tuple[date | None, date]]) -> DayMeasure:
    """Score pairs of (day read, true day); None stands for a time that was not found or not read."""
    rows = list(pairs)
    return DayMeasure(len(rows), sum(read is not None for read, _ in rows), sum(read == true for read, true in rows))


def _minutes(moments: Iterable[datetime]) -> Counter[datetime]:
    return Counter(moment.astimezone(UTC).replace(second=0, microsecond=0) for moment in moments)


def _likely_shifts(pages: Sequence[TimedPage]) -> list[timedelta]:
    """Give the most frequent differences between times read and true times, no difference among them."""
    seen: Counter[timedelta] = Counter()
    for page in pages:
        seen.update({shown - true for shown in _minutes(page.shown) for true in _minutes(page.true)})
    fitting = (shift for shift, _ in seen.most_common() if not shift % _QUARTER and abs(shift) <= _MAX_SHIFT)
    return [timedelta(), *(shift for shift, _ in zip(fitting, range(_SHIFTS_TRIED), strict=False))]


def _count_right(counted: Iterable[tuple[Counter[datetime], Counter[datetime]]], shift: timedelta) -> int:
    right = 0
    for shown, true in counted:
        moved = Counter({moment - shift: count for moment, count in shown.items()})
        right += (moved & true).total()
    return right
