"""Page-wise policies by information longevity (Olston & Pandey, WWW 2008), adapted to forums as paper 003 says.

Both keep change profiles of single pages and refresh a page when the utility of doing so,
U(t) = t D(t) - integral of D up to t, reaches a threshold; D is the share of a page's records that are new since.
The threshold is not set by hand: it floats so that the pages due are as many as the budget allows.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any, Self

from weft.refresh._discovery import Discovery
from weft.refresh._policy import Saved
from weft.refresh._queues import RateQueue, drop
from weft.refresh._values import DAY_S, HOUR_S, Known, Request, Sight, Why

PROFILES = 5  # h of the paper: base versions looked back to
MAX_PERIOD_S = 90 * DAY_S  # instead of their risk parameter (10 thresholds): most pages of a forum never change again,
# and would take all of the budget
FIRST_PERIOD_S = 2 * HOUR_S
MIN_PERIOD_S = 60.0
LEARNING = 0.25  # no period is longer than this share of the time a page was watched (curve-fitting). Theirs grows with
# the number of refreshes; where pages are many and refreshes few, that says less
MIN_THRESHOLD = 1e-3
GAIN = 1e-4  # by how much the threshold follows at a decision what the pages ask for against the budget


class PageState:
    """One page with what its last refreshes showed."""

    __slots__ = ("marks", "name", "number", "period", "place", "profile", "reference", "visits")

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number
        self.profile: list[tuple[float, float]] = []  # (moment, share of records new since the refresh before)
        self.period = FIRST_PERIOD_S
        self.reference = 0.0
        self.visits = 0
        self.marks: tuple[str, ...] = ()  # rows last seen, of index pages
        self.place = 0

    def to_row(self) -> list[Any]:
        """Give it as plain data."""
        profile = [list(point) for point in self.profile]
        return [self.name, self.number, profile, self.period, self.reference, self.visits, list(self.marks)]

    @classmethod
    def from_row(cls, row: list[Any]) -> Self:
        """Make it anew."""
        made = cls(row[0], row[1])
        made.profile = [(moment, share) for moment, share in row[2]]
        made.period, made.reference, made.visits = row[3:6]
        made.marks = tuple(row[6])
        return made


class Longevity(ABC):
    """What both policies share: the page whose period is passed most comes first, pages never fetched before all."""

    name = ""

    def __init__(self, per_day: float = 3000.0) -> None:
        self.per_day = per_day
        self.threshold = HOUR_S / 10
        self._discovery = Discovery()
        self._pages: dict[tuple[str, int], PageState] = {}
        self._queue: RateQueue[PageState] = RateQueue(squared=False)
        self._demand = 0.0  # refreshes a second that the periods ask for

    @abstractmethod
    def _set_period(self, page: PageState, now: float) -> None:
        """Set the time until the next refresh from the page's profile."""

    def adopt(self, known: Known, now: float) -> None:
        """Take over a list."""
        self._discovery.adopt(known)
        if known.visited is None:
            return
        for number in range(1, known.pages + 1):
            page = self._pages[known.list, number] = PageState(known.list, number)
            page.profile = [(known.visited, 0.0)]
            page.reference = known.visited
            self._put(page, now)

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give what is new, then what is due most."""
        chosen: list[Request] = []
        while len(chosen) < count:
            request = self._discovery.take() or self._revisit(now)
            if request is None:
                break
            chosen.append(request)
        return chosen

    def _revisit(self, now: float) -> Request | None:
        best = self._queue.best(now)
        if best is None:
            return None
        page = best[1]
        drop(page)
        self._demand -= 1 / page.period
        asked = max(self._demand, 1e-9) * DAY_S / self.per_day
        self.threshold = max(MIN_THRESHOLD, self.threshold * math.exp(GAIN * math.log(asked)))
        return Request(page.name, page.number, Why.POLL)

    def see(self, sight: Sight, now: float) -> None:
        """Extend the page's profile."""
        self._discovery.see(sight)
        page = self._pages.get((sight.list, sight.number))
        if sight.failed or sight.skipped:
            if page is not None:
                self._put(page, now)
            return
        if sight.missing:
            return
        if page is None:
            page = self._pages[sight.list, sight.number] = PageState(sight.list, sight.number)
        page.visits += 1
        if page.profile:
            _extend(page.profile, now, _share_new(page, sight))
            self._set_period(page, now)
        else:
            page.profile, page.reference = [(now, 0.0)], now
        if sight.index is not None:
            page.marks = tuple(row.url for row in sight.index.threads)
        self._put(page, now)

    def _put(self, page: PageState, now: float) -> None:
        page.period = min(max(page.period, MIN_PERIOD_S), MAX_PERIOD_S)
        self._demand += 1 / page.period
        self._queue.put(page, 1 / page.period, now)

    def count_due(self) -> int:
        """Count the lists with pages that were never fetched."""
        return self._discovery.count_due()

    def save(self, *, touched: bool = False) -> Saved:
        """Give everything as plain data."""
        site = {
            "discovery": self._discovery.save(),
            "threshold": self.threshold,
            "pages": [page.to_row() for page in self._pages.values()],
        }
        return Saved(self.name, site)

    def restore(self, saved: Saved) -> None:
        """Take up what was saved."""
        self._discovery.restore(saved.site["discovery"])
        self.threshold = saved.site["threshold"]
        for row in saved.site["pages"]:
            page = PageState.from_row(row)
            self._pages[page.name, page.number] = page
            self._put(page, page.profile[-1][0])


class BoundBased(Longevity):
    """Bounds on the utility since a reference time double, halve or keep the period."""

    name = "bound-based"

    def _set_period(self, page: PageState, now: float) -> None:
        least, most = bound_utility(page.profile, page.reference, now)
        if most < self.threshold:
            if now - page.reference >= page.period:
                page.period *= 2  # even the most it can be was not worth it; the reference stays
            return
        # Their condition for a shorter period, least >= threshold, cannot be met by what changes between any two
        # refreshes. Paper 003 relaxes it for pages that change so often; so the middle of the bounds decides here.
        if (least + most) / 2 >= self.threshold:
            page.period /= 2
        page.reference = now


class CurveFitting(Longevity):
    """A curve of divergence is fitted to the profile; the period is where its utility reaches the threshold."""

    name = "curve-fitting"

    def _set_period(self, page: PageState, now: float) -> None:
        watched = max(FIRST_PERIOD_S, LEARNING * (now - page.profile[0][0]))
        page.period = min(fit_period(page.profile, self.threshold), watched)


def _extend(profile: list[tuple[float, float]], now: float, share: float) -> None:
    """Add a refresh; those without a change that follow each other become one, so that changes are not forgotten."""
    if not share and len(profile) > 1 and not profile[-1][1]:
        profile.pop()
    profile.append((now, share))
    del profile[: -PROFILES - 1]


def _share_new(page: PageState, sight: Sight) -> float:
    """Give the share of a page's records that were not there at the last refresh."""
    if sight.index is not None:
        rows = [row.url for row in sight.index.threads]
        return sum(row not in page.marks for row in rows) / len(rows) if rows else 0.0
    return sight.new / len(sight.times) if sight.times else 0.0


def bound_utility(profile: list[tuple[float, float]], reference: float, now: float) -> tuple[float, float]:
    """Give the least and the most that refreshing was worth since a reference time.

    Between two refreshes the change may have come at once after the first (upper bound of divergence, hence the least
    utility) or just before the second.
    """
    divergence, low, high, last = 0.0, 0.0, 0.0, reference
    for moment, share in profile:
        if moment <= reference:
            continue
        after = min(1.0, divergence + share)
        low += divergence * (moment - last)
        high += after * (moment - last)
        divergence, last = after, moment
    span = now - reference
    return span * divergence - high, span * divergence - low


def fit_period(profile: list[tuple[float, float]], threshold: float) -> float:
    """Fit D = 1 - exp(-rate t) (churn) and D = rate t (scroll), and solve U(t) = threshold on the closer one."""
    spans, shares = [], []
    for base in range(len(profile) - 1):
        divergence = 0.0
        for moment, share in profile[base + 1 :]:
            divergence = min(0.99, divergence + share)
            spans.append(moment - profile[base][0])
            shares.append(divergence)
    square = sum(span * span for span in spans)
    slope = sum(span * share for span, share in zip(spans, shares, strict=True)) / square if square else 0.0
    if slope <= 0:
        return math.inf
    rate = sum(-span * math.log1p(-share) for span, share in zip(spans, shares, strict=True)) / square
    scroll = sum((share - min(1.0, slope * span)) ** 2 for span, share in zip(spans, shares, strict=True))
    churn = sum((share - 1 + math.exp(-rate * span)) ** 2 for span, share in zip(spans, shares, strict=True))
    if scroll <= churn:
        return math.sqrt(2 * threshold / slope)
    return _solve_churn(rate, threshold)


def _solve_churn(rate: float, threshold: float) -> float:
    """Solve 1/r - (t + 1/r) exp(-r t) = threshold by bisection; there is no solution when 1/r is below it."""
    if threshold * rate >= 0.999:
        return math.inf
    low, high = 0.0, 20.0  # in units of 1/r
    for _ in range(30):
        middle = (low + high) / 2
        if 1 - (middle + 1) * math.exp(-middle) < threshold * rate:
            low = middle
        else:
            high = middle
    return high / rate
