"""What a refresh experiment keeps of a run: the paper's measures, as plain figures that can be added up."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.evaluate._refresh_run import RefreshOutcome

DAY_S = 86_400.0
CLASSES = 4  # of delays, an octave
LAST_DAYS = 90  # the paper compares the last 90 days of a year: what comes before is warming up


@dataclass(frozen=True, slots=True)
class Delays:
    """Delays of posts, added up. `all_seconds` counts posts never fetched, too, as if fetched at the very end."""

    posts: int = 0
    seconds: float = 0.0
    all_posts: int = 0
    all_seconds: float = 0.0

    def __add__(self, other: Delays) -> Delays:
        return Delays(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other), strict=True)))

    @property
    def mean(self) -> float:
        """Timeliness (equation 6): mean seconds from writing to fetching, of posts that were fetched."""
        return self.seconds / self.posts if self.posts else 0.0

    @property
    def mean_of_all(self) -> float:
        """The same with posts never fetched."""
        return self.all_seconds / self.all_posts if self.all_posts else 0.0


@dataclass(frozen=True, slots=True)
class RefreshRow:
    """One policy on one forum under one condition. Daily figures are for pictures."""

    experiment: str
    case: str
    forum: str
    policy: str
    per_day: float
    days: float
    whole: Delays
    last: Delays  # of posts written in the last 90 days
    openings: Delays  # first posts of threads, in the same days: what index lists bring
    replies: Delays  # all others: what post lists bring
    requests: int
    useful: int  # requests that brought something new
    index_requests: int
    index_useful: int
    last_requests: int
    last_useful: int
    held: int
    exist: int
    changes: int
    noticed: int
    cpu_seconds: float
    forums_mean: float = 0.0  # of the last 90 days, every forum counting the same
    spread: tuple[int, ...] = ()  # posts of the last 90 days by delay: four classes an octave, from a second on
    day_posts: tuple[int, ...] = ()  # fetched posts by the day they were written
    day_delays: tuple[float, ...] = ()  # sums of their delays
    day_requests: tuple[int, ...] = ()
    day_useful: tuple[int, ...] = ()
    day_held: tuple[int, ...] = ()
    day_exist: tuple[int, ...] = ()

    @property
    def median(self) -> float:
        """The delay in the last 90 days that half of the posts did not pass; up to the width of a class."""
        half, passed = sum(self.spread) / 2, 0
        for number, posts in enumerate(self.spread):
            if posts and passed + posts >= half:
                return float(2.0 ** ((number + (half - passed) / posts) / CLASSES))
            passed += posts
        return 0.0

    @property
    def interval(self) -> float:
        """Seconds between two requests."""
        return DAY_S / self.per_day

    @property
    def key(self) -> tuple[str, str, str, str, float]:
        """What it is a result of."""
        return (self.experiment, self.case, self.forum, self.policy, self.per_day)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RefreshRow:
        """Make it again from `to_dict`."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        delays: dict[str, Any] = {name: Delays(**data[name]) for name in ("whole", "last", "openings", "replies")}
        return cls(**values | delays)


def summarise_refresh(experiment: str, case: str, outcome: RefreshOutcome, cpu_seconds: float) -> RefreshRow:
    """Reduce a run to its figures."""
    setting, fetched = outcome.setting, outcome.fetched
    late = max(setting.start, setting.end - LAST_DAYS * DAY_S)
    last_day = int((late - setting.start) // DAY_S)
    recent = fetched.written >= late
    day = ((fetched.written - setting.start) // DAY_S).astype(np.int64)
    return RefreshRow(
        experiment,
        case,
        outcome.forum,
        outcome.policy,
        setting.per_day,
        (setting.end - setting.start) / DAY_S,
        _add_up(outcome, np.ones(len(recent), dtype=np.bool_), setting.start),
        _add_up(outcome, recent, late),
        _add_up(outcome, recent & fetched.opens, setting.end),
        _add_up(outcome, recent & ~fetched.opens, setting.end),
        requests=int(outcome.requests.sum()),
        useful=int(outcome.useful.sum()),
        index_requests=int(outcome.requests[:, 0].sum()),
        index_useful=int(outcome.useful[:, 0].sum()),
        last_requests=int(outcome.requests[last_day:].sum()),
        last_useful=int(outcome.useful[last_day:].sum()),
        held=int(outcome.posts[-1, 0]),
        exist=int(outcome.posts[-1, 1]),
        changes=outcome.changes,
        noticed=outcome.noticed,
        cpu_seconds=round(cpu_seconds, 2),
        forums_mean=float(fetched.delay[recent].mean()) if recent.any() else 0.0,
        spread=_classify(fetched.delay[recent]),
        day_posts=tuple(np.bincount(day, minlength=setting.days).tolist()),
        day_delays=tuple(np.round(np.bincount(day, fetched.delay, setting.days)).tolist()),
        day_requests=tuple(outcome.requests.sum(axis=1).tolist()),
        day_useful=tuple(outcome.useful.sum(axis=1).tolist()),
        day_held=tuple(outcome.posts[:, 0].tolist()),
        day_exist=tuple(outcome.posts[:, 1].tolist()),
    )


def _classify(delays: NDArray[np.float64]) -> tuple[int, ...]:
    classes = np.floor(CLASSES * np.log2(np.maximum(delays, 1.0))).astype(np.int64)
    return tuple(np.bincount(classes).tolist())


def _add_up(outcome: RefreshOutcome, chosen: NDArray[np.bool_], since: float) -> Delays:
    """Add up the delays of posts chosen, and of those never fetched that were written since a moment."""
    delays = outcome.fetched.delay[chosen]
    missed = outcome.missed[(outcome.missed >= since) & (outcome.missed >= outcome.setting.start)]
    waited = float(np.sum(outcome.setting.end - missed))
    total = float(delays.sum())
    return Delays(len(delays), total, len(delays) + len(missed), total + waited)


def join_rows(rows: Sequence[RefreshRow]) -> RefreshRow:
    """Put rows of several forums together: every post counts the same. The daily figures are added up day by day."""
    first = rows[0]

    def total(name: str) -> int:
        return sum(getattr(row, name) for row in rows)

    def delays(name: str) -> Delays:
        return sum((getattr(row, name) for row in rows), Delays())

    def add_up(name: str) -> tuple[float, ...]:
        columns = [getattr(row, name) for row in rows]
        length = max(map(len, columns))
        return tuple(sum(column[place] for column in columns if place < len(column)) for place in range(length))

    counts = ("requests", "useful", "index_requests", "index_useful", "last_requests", "last_useful", "held", "exist")
    listed = ("spread", "day_posts", "day_delays", "day_requests", "day_useful", "day_held", "day_exist")
    changes: dict[str, Any] = {name: delays(name) for name in ("whole", "last", "openings", "replies")}
    changes |= {name: total(name) for name in (*counts, "changes", "noticed")}
    changes |= {name: add_up(name) for name in listed}
    changes["forums_mean"] = sum(row.forums_mean for row in rows) / len(rows)
    changes["cpu_seconds"] = round(sum(row.cpu_seconds for row in rows), 2)
    changes["forum"] = f"{len(rows)} forums" if len(rows) > 1 else first.forum
    return dataclasses.replace(first, **changes)
