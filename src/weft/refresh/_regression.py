"""The linear model of paper 003: from a list's features to the gap until its next record, per site and kind of list."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

import numpy as np

from weft.refresh._history import FEATURES, MAX_GAP_S, ListHistory, log_hours
from weft.refresh._values import DAY_S, HOUR_S

MIN_SAMPLES = 40
MAX_SAMPLES = 12_000
MAX_OPEN = 8000
REFIT_S = 60 * DAY_S  # the paper: every two months
EARLY_REFITS_S = (DAY_S, 4 * DAY_S, 15 * DAY_S)  # not to wait two months for the first
MIN_GAP_S = 60.0
EMPTY_GAP_S = 7 * DAY_S  # of a list without records: an entry page, a board nobody has written in
MAX_STRETCH = 10.0  # the gap is not believed to be longer than so many times the longest seen: lines run far
RIDGE = 1e-3

Sample = tuple[list[float], float, float]  # features, the last record then, the silence then


class GapModel:
    """W = (X'X)^-1 X'y (equation 2), refitted as data comes.

    Samples are taken at visits, of one silence again whenever it has doubled. The gap is known when the next record is;
    while it is not, the silence so far stands in for it, or the many threads that never get another post would not
    count at all.
    """

    def __init__(self) -> None:
        self._closed: deque[tuple[list[float], float]] = deque(maxlen=MAX_SAMPLES)
        self._open: dict[str, list[Sample]] = {}
        self._weights: list[float] | None = None
        self._begin: float | None = None
        self._fitted = -math.inf

    def predict(self, history: ListHistory, now: float) -> float:
        """Give F(x): the gap in seconds from the last record to the next."""
        if not history.recent:
            gap = EMPTY_GAP_S
        elif self._weights is None:
            gap = max(history.mean_gap(), now - history.last)
        else:
            value = sum(w * x for w, x in zip(self._weights, history.features(now), strict=True))
            seen = max(history.mean_gap(), now - history.last)
            gap = min(math.expm1(min(value, 20.0)) * HOUR_S, MAX_STRETCH * seen)
        return min(max(gap, MIN_GAP_S), MAX_GAP_S)

    def learn(self, history: ListHistory, now: float) -> None:
        """Take a sample at a visit, after the history was brought up to date; refit when it is time."""
        if self._begin is None:
            self._begin = now
        if not history.recent:
            return
        samples = self._open.pop(history.name, [])
        if samples and history.last > samples[0][1]:
            following = next(time for time in history.recent if time > samples[0][1])
            gap = log_hours(following - samples[0][1])
            self._closed.extend((features, gap) for features, _, _ in samples)
            samples = []
        silence = now - history.last
        if not samples or silence > 2 * samples[-1][2] + MIN_GAP_S:
            samples.append((history.features(now), history.last, silence))
        self._open[history.name] = samples
        if len(self._open) > MAX_OPEN:
            self._open.pop(next(iter(self._open)))
        if self._is_due(now):
            self._fit(now)

    def _is_due(self, now: float) -> bool:
        assert self._begin is not None  # noqa: S101  for the type checker
        early = any(self._fitted < self._begin + wait <= now for wait in EARLY_REFITS_S)
        return early or now - self._fitted >= REFIT_S

    def _fit(self, now: float) -> None:
        waiting = ((x, log_hours(now - last)) for samples in self._open.values() for x, last, _ in samples)
        rows = [*self._closed, *waiting]
        if len(rows) < MIN_SAMPLES:
            return
        self._fitted = now
        x = np.array([row[0] for row in rows])
        y = np.array([row[1] for row in rows])
        square = x.T @ x + RIDGE * len(rows) * np.eye(len(FEATURES))
        self._weights = np.linalg.solve(square, x.T @ y).tolist()

    def save(self) -> dict[str, Any]:
        """Give everything as plain data."""
        return {
            "closed": [list(sample) for sample in self._closed],
            "open": {name: [list(sample) for sample in samples] for name, samples in self._open.items()},
            "weights": self._weights,
            "begin": self._begin,
            "fitted": None if math.isinf(self._fitted) else self._fitted,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was saved."""
        self._closed.extend((x, y) for x, y in saved["closed"])
        self._open = {name: [(x, last, s) for x, last, s in samples] for name, samples in saved["open"].items()}
        self._weights, self._begin = saved["weights"], saved["begin"]
        self._fitted = -math.inf if saved["fitted"] is None else saved["fitted"]
