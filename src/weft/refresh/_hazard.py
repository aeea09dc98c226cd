"""How likely a thread gets another post, by how long it has been silent and how quick it was; learned per site."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

STEP_S = 300.0  # the first class of silences; each further one ends at twice the silence
# Posts an hour by class of silence: under 5 minutes, under 10, under 20, ... Measured on the public archive of a real
# forum (36,990 posts, 5,046 threads); what a site shows itself soon outweighs it.
USUAL_RATES_H: tuple[float, ...] = (0.86, 0.65, 0.48, 0.33, 0.20, 0.12, 0.075, 0.045, 0.027, 0.011, 0.004, 0.0016)
USUAL_RATES_H += (5.5e-4, 2e-4, 7e-5, 2.8e-5, 1.2e-5, 6e-6, 2.5e-6, 1.5e-6, 1e-6, 1e-6, 1e-6, 1e-6)
USUAL_EVENTS = 4.0  # how many posts of a class the usual rates are worth
REFRESH_EVERY = 200  # observations between two computations of the rates

# A thread's tempo is a fading mean of the logarithms of its gaps. Quick threads are more likely to go on at once and
# less likely to be revived (measured: 10 times either way between the first class and the last).
UNKNOWN = -1.0
TEMPO_FADE = 0.35
MIN_GAP_S = 30.0
TEMPO_EDGES = tuple(math.log(hours * 3600.0) for hours in (0.5, 4.0, 24.0))


class Hazard:
    """Rates of further posts by tempo and silence: events over exposure."""

    def __init__(self) -> None:
        tempos = len(TEMPO_EDGES) + 2
        self._events = [[USUAL_EVENTS] * len(USUAL_RATES_H) for _ in range(tempos)]
        self._exposure = [[USUAL_EVENTS / rate * 3600.0 for rate in USUAL_RATES_H] for _ in range(tempos)]
        self._rates = [[rate / 3600.0 for rate in USUAL_RATES_H] for _ in range(tempos)]
        self._age = 0

    def rate(self, silence: float, tempo: float) -> float:
        """Give the posts a second to be expected of a thread of such a tempo that has been silent so long."""
        return self._rates[_tempo_class(tempo)][_class_of(silence)]

    def observe(self, tempo: float, last: float | None, seen: float, times: Sequence[float], now: float) -> float:
        """Learn from a visit: the last post known before, when the thread was seen, the new posts, the moment.

        Gives the thread's tempo after that.
        """
        begin = seen
        for time in times:
            if last is not None and time > last:  # equal times are read from ages, and tell nothing
                row = _tempo_class(tempo)
                self._expose(row, max(0.0, begin - last), time - last)
                self._events[row][_class_of(time - last)] += 1.0
                tempo = _quicken(tempo, time - last)
            last = begin = time
        if last is not None and now > begin:
            self._expose(_tempo_class(tempo), max(0.0, begin - last), now - last)
        self._age += 1
        if self._age % REFRESH_EVERY == 0:
            self._refresh()
        return tempo

    def _expose(self, row: int, begin: float, end: float) -> None:
        exposure, step, top = self._exposure[row], _class_of(begin), len(USUAL_RATES_H) - 1
        while begin < end:
            edge = STEP_S * 2.0**step if step < top else end
            part = min(end, edge) - begin
            exposure[step] += part
            begin += part
            step = min(step + 1, top)

    def _refresh(self) -> None:
        self._rates = [
            [event / span for event, span in zip(events, exposure, strict=True)]
            for events, exposure in zip(self._events, self._exposure, strict=True)
        ]

    def save(self) -> dict[str, Any]:
        """Give what was learned."""
        return {"events": [list(row) for row in self._events], "exposure": [list(row) for row in self._exposure]}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was learned."""
        self._events = [list(row) for row in saved["events"]]
        self._exposure = [list(row) for row in saved["exposure"]]
        self._refresh()


def _class_of(silence: float) -> int:
    return min(int(silence / STEP_S).bit_length(), len(USUAL_RATES_H) - 1) if silence > 0 else 0


def _tempo_class(tempo: float) -> int:
    if tempo == UNKNOWN:
        return 0
    return 1 + sum(tempo >= edge for edge in TEMPO_EDGES)


def _quicken(tempo: float, gap: float) -> float:
    value = math.log(max(gap, MIN_GAP_S))
    return value if tempo == UNKNOWN else tempo + TEMPO_FADE * (value - tempo)
