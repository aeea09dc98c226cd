"""How a site's lists behave and how far their signs can be believed: measured over all rows together, never one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Any

from weft.refresh._values import DAY_S, HOUR_S, MINUTE_S

# Ages are told in steps: under an hour in minutes, under a day in hours, under a month in days, then in months.
AGE_STEPS = ((HOUR_S, MINUTE_S), (DAY_S, HOUR_S), (30 * DAY_S, DAY_S), (float("inf"), 31 * DAY_S))
FADE = 400.0  # observations after which the older ones count half
BUMP_SHARE = 0.8  # of neighbouring rows in order of last posts, from which on replies are believed to move threads
ENOUGH_TOLD = 3.0  # posts that rows told rightly, from which on they are believed to tell
RISEN_ROWS = 2  # rows at the end of a page that may have come up from the next one
CLOCK_SLACK_S = 5.0  # that ages may be off: the site's clock and ours, the time of a request
MOST_LIES = 0.02  # of answers "not modified" that may be wrong before no more are asked for


class Cause(StrEnum):
    """Which sign says that a list has something new."""

    NONE = ""
    NEW = "new"  # a list never seen
    BOTH = "both"  # time and count
    TIME = "time"
    COUNT = "count"
    PLACE = "place"  # it stands above what it stood below
    LESS = "less"  # the count went down
    MORE = "more"  # a further page of what was just fetched


SIGNS = frozenset({Cause.BOTH, Cause.TIME, Cause.COUNT, Cause.PLACE})


class Tally:
    """Yes against no, older observations fading."""

    __slots__ = ("no", "yes")

    def __init__(self, yes: float = 0.0, no: float = 0.0) -> None:
        self.yes, self.no = yes, no

    def add(self, yes: float, no: float) -> None:
        """Count observations."""
        self.yes += yes
        self.no += no
        if self.yes + self.no > FADE:
            self.yes /= 2
            self.no /= 2

    def share(self, prior_yes: float = 0.0, prior_no: float = 0.0) -> float:
        """Give the share of yes; of the priors alone when nothing was seen."""
        total = self.yes + self.no + prior_yes + prior_no
        return (self.yes + prior_yes) / total if total else 0.0


class Vote:
    """The value that most observations agree on (majority vote of Boyer and Moore)."""

    __slots__ = ("slack", "value", "votes")

    def __init__(self, value: float, slack: float) -> None:
        self.value, self.slack, self.votes = value, slack, 0.0

    def add(self, value: float) -> None:
        """Count a vote."""
        if abs(value - self.value) <= self.slack:
            self.votes = min(self.votes + 1.0, FADE)
        elif self.votes > 0:
            self.votes -= 1.0
        else:
            self.value, self.votes = value, 1.0


class Habits:
    """What was measured about a site's lists."""

    def __init__(self) -> None:
        self.drifts = Tally()  # do times of rows that did not change move with the clock: are they ages?
        self.bumps = Tally()  # do threads stand in the order of their last posts?
        self.falls = Tally()  # do threads show their newest post first?
        self.finds = Tally()  # do searches of further pages end with a find?
        self.nested = Tally()  # was a board not told of when a board below it had something new?
        self.modified = Tally()  # were answers "not modified" true?
        self.right = {cause: Tally() for cause in Cause}  # was there something new where a row said so?
        self.right_boards = {cause: Tally() for cause in Cause}
        self.skew = Vote(0.0, MINUTE_S)  # how much later rows tell a post than its own page does
        self.base = Vote(1.0, 0.0)  # how many posts a count leaves out

    @property
    def is_clock_known(self) -> bool:
        """Whether enough rows were seen twice to tell ages from times."""
        return self.drifts.yes + self.drifts.no >= ENOUGH_TOLD

    @property
    def are_ages(self) -> bool:
        """Whether times on lists are read from ages; so it is taken to be while it is not known."""
        return self.drifts.share(1.0) > 0.5

    @property
    def do_bump(self) -> bool:
        """Whether a reply moves its thread to the top."""
        return self.bumps.share(2.0) >= BUMP_SHARE

    @property
    def do_tell(self) -> bool:
        """Whether times or counts of rows were seen to change rightly."""
        return sum(self.right[cause].yes for cause in (Cause.BOTH, Cause.TIME, Cause.COUNT)) >= ENOUGH_TOLD

    @property
    def newest_first(self) -> bool:
        """Whether new posts come on the first page of a thread."""
        return self.falls.share(0.0, 2.0) > 0.5

    @property
    def keep_validators(self) -> bool:
        """Whether answers to conditional requests are believed."""
        return self.modified.share(2.0) >= 1.0 - MOST_LIES

    @property
    def lateness(self) -> float:
        """How much later rows tell a post than its own page does: a clock or a zone apart."""
        return self.skew.value if self.skew.votes >= ENOUGH_TOLD and not self.are_ages else 0.0

    def tolerance(self, age: float) -> float:
        """Give how much later than the post a row's time may be."""
        return step_of(age) + CLOCK_SLACK_S if self.are_ages else 1.0

    def note_time(self, time: float, before: float, now: float) -> bool:
        """Compare the time of a row that did not change with what it was; tells whether it stood still.

        Only rows older than an hour tell: a younger age moves by a minute at most.
        """
        if now - time <= HOUR_S:
            return False
        shift = abs(time - before)
        self.drifts.add(0.0 < shift <= step_of(now - time), shift == 0.0)
        return shift == 0.0

    def note_order(self, lasts: Sequence[float]) -> None:
        """Look whether the threads of a page, sticky ones aside, stand in the order of their last posts."""
        falling = sum(above > below for above, below in pairwise(lasts))
        rising = sum(above < below for above, below in pairwise(lasts))
        self.bumps.add(falling, rising)

    def note_posts(self, times: Sequence[float]) -> None:
        """Look in which order a thread's page shows its posts."""
        if len(times) > 2 and times[0] != times[-1]:
            self.falls.add(times[0] > times[-1], times[0] < times[-1])

    def trust(self, cause: Cause, *, board: bool = False) -> float:
        """Give the share of such signs that were right."""
        return (self.right_boards if board else self.right)[cause].share(2.0)

    def save(self) -> dict[str, Any]:
        """Give what was learned."""
        tallies = {name: [tally.yes, tally.no] for name, tally in self._tallies().items()}
        return {"tallies": tallies, "skew": [self.skew.value, self.skew.votes], "base": self.base.value}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was learned."""
        tallies = self._tallies()
        for name, (yes, no) in saved["tallies"].items():
            tallies[name].add(yes, no)
        self.skew.value, self.skew.votes = saved["skew"]
        self.base.value = saved["base"]

    def _tallies(self) -> dict[str, Tally]:
        plain = {name: getattr(self, name) for name in ("drifts", "bumps", "falls", "finds", "nested", "modified")}
        rows = {f"row {cause.value}": tally for cause, tally in self.right.items()}
        return plain | rows | {f"board {cause.value}": tally for cause, tally in self.right_boards.items()}


def step_of(age: float) -> float:
    """Give the step in which such an age is told."""
    return next(step for limit, step in AGE_STEPS if age < limit)


def moved_up(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Give the rows that must have moved to the top between two looks, from the top down.

    Rows that did not move keep their order at the end: what stands above the longest such end has moved.
    """
    places = {name: place for place, name in enumerate(before)}
    last, end = len(before), len(after)
    # where a row was taken away, one of the next page comes up at the end
    while end and len(after) - end < RISEN_ROWS and after[end - 1] not in places:
        end -= 1
    for number in range(end - 1, -1, -1):
        place = places.get(after[number], -1)
        if place < 0 or place >= last:
            return list(after[: number + 1])
        last = place
    return []
