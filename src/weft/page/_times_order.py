"""Day before month or month before day? A fact about a site, decided by all its strings together.

Judges speak one after another; each keeps the orders that fit best by its own evidence, until one is left.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from weft.page._times_lexicon import weekdays_in
from weft.page._times_reader import ORDERS, guess_order, read_parts
from weft.page._times_shape import Shape
from weft.page._times_value import Setting

MAX_WITNESSES = 600  # strings of one kind that are looked at
_FUTURE_SLACK = timedelta(days=2)  # zones, and clocks that are wrong
_TWIN_SLACK = timedelta(hours=36)
_MIN_SEQUENCE = 3  # fewer records are in order by chance


@dataclass(frozen=True, slots=True)
class Witness:
    """One string with undecided numbers. `twin` is the same moment from a machine-readable attribute.

    `sequence` names the list of records it stands in (page and path); witnesses come in page order.
    """

    text: str
    shape: Shape
    twin: datetime | None = None
    sequence: tuple[str, str] = ("", "")


_Readings = list[tuple[Witness, datetime | None]]
_Judge = Callable[[_Readings], float]


def decide_order(witnesses: Sequence[Witness], setting: Setting) -> str:
    """Give the order all these strings were written in; they must share the mark between their numbers."""
    sample = witnesses[:MAX_WITNESSES]
    orders = [order for order in ORDERS if order != "ymd" or all(len(w.shape.letters) == 3 for w in sample)]
    readings = {order: [(w, _read(w, order, setting)) for w in sample] for order in orders}
    for judge, slack in _JUDGES:
        marks = {order: judge(readings[order]) for order in orders}
        best = max(marks.values())
        orders = [order for order in orders if marks[order] >= best - slack]
        if len(orders) == 1:
            return orders[0]
    likeliest = guess_order(sample[0].shape)
    return likeliest if likeliest in orders else orders[0]


def _read(witness: Witness, order: str, setting: Setting) -> datetime | None:
    reading = read_parts(witness.text, witness.shape.ordered(order), setting)
    return reading[0] if reading is not None and reading[0] <= setting.now + _FUTURE_SLACK else None


def _judge_validity(readings: _Readings) -> float:
    """A thirteenth month and a date in the future speak against an order."""
    return sum(moment is not None for _, moment in readings) / max(1, len(readings))


def _judge_twins(readings: _Readings) -> float:
    """An attribute that says the same in an unmistakable form."""
    pairs = [(w.twin, moment) for w, moment in readings if w.twin is not None and moment is not None]
    return sum(abs(twin - moment) < _TWIN_SLACK for twin, moment in pairs) / max(1, len(pairs))


def _judge_weekdays(readings: _Readings) -> float:
    """A weekday that is told fits the date: "(Mon)" stands behind one in seven days only."""
    told = [(days, moment) for w, moment in readings if moment is not None and (days := weekdays_in(w.text))]
    return sum(moment.weekday() in days for days, moment in told) / max(1, len(told))


def _judge_sequences(readings: _Readings) -> float:
    """Records stand in order of time, up or down: the share of steps in the list's own direction."""
    good = total = 0
    for moments in _sequences(readings):
        steps = [(b > a) - (b < a) for a, b in itertools.pairwise(moments)]
        good += max(sum(step >= 0 for step in steps), sum(step <= 0 for step in steps))
        total += len(steps)
    return good / max(1, total)


def _judge_neighbours(readings: _Readings) -> float:
    """Neighbours lie near each other in time: read the wrong way round, a day becomes a month."""
    gaps = [
        math.log1p(abs((b - a).total_seconds()) / 86400)
        for moments in _sequences(readings)
        for a, b in itertools.pairwise(moments)
    ]
    return -sum(gaps) / max(1, len(gaps))


# The slack is how much worse an order may be by a judge and still go on to the next.
_JUDGES: tuple[tuple[_Judge, float], ...] = (
    (_judge_validity, 0.02),
    (_judge_twins, 0.1),
    (_judge_weekdays, 0.1),
    (_judge_sequences, 0.02),
    (_judge_neighbours, 0.05),
)


def _sequences(readings: _Readings) -> list[list[datetime]]:
    lists: dict[tuple[str, str], list[datetime]] = defaultdict(list)
    for witness, moment in readings:
        if moment is not None and any(witness.sequence):
            lists[witness.sequence].append(moment)
    return [moments for moments in lists.values() if len(moments) >= _MIN_SEQUENCE]
