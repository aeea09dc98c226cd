"""What paper 003 is made of: histories, the gap model, expected records, bandwidth; and its rivals' mathematics."""

from __future__ import annotations

import json
import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.refresh import (
    FEATURES,
    BandwidthControl,
    GapModel,
    ListHistory,
    ListKind,
    RateQueue,
    bound_utility,
    drop,
    expect_records,
    fit_period,
    pages_to_revisit,
)

HOUR, DAY = 3600.0, 86_400.0


def history(*hours: float, name: str = "t1") -> ListHistory:
    made = ListHistory(name, ListKind.POSTS)
    made.add([hour * HOUR for hour in hours])
    made.visited = hours[-1] * HOUR if hours else 0.0
    return made


def test_a_history_tells_gaps_and_silence():
    """Mean gap over all records, deviation over the newest, whatever order they come in."""
    shuffled = history(0, 4, 2, 6)
    assert shuffled.mean_gap() == 2 * HOUR
    assert shuffled.gap_deviation() == 0.0
    assert shuffled.last == 6 * HOUR
    assert history(0, 1, 4).gap_deviation() == pytest.approx(math.sqrt(2) * HOUR)


def test_a_thread_sleeps_when_its_silence_is_unlike_its_gaps():
    """The state indicator: silence - mean gap > alpha x deviation (alpha 2)."""
    thread = history(0, 1, 4)  # mean 2 h, deviation 1.41 h
    assert not thread.is_asleep((4 + 2 + 2.8) * HOUR)
    assert thread.is_asleep((4 + 2 + 2.9) * HOUR)
    assert thread.features(1000 * HOUR)[FEATURES.index("asleep")] == 1.0
    assert not history().is_asleep(1e9)


@given(st.lists(st.floats(0, 1e9), max_size=30), st.floats(0, 2e9))
def test_features_are_always_numbers(times: list[float], later: float):
    """As many as are named, finite, for any history; saving it loses nothing that counts."""
    made = ListHistory("x", ListKind.INDEX)
    made.add(times)
    now = max(times, default=0.0) + later
    features = made.features(now)
    assert len(features) == len(FEATURES)
    assert all(map(math.isfinite, features))
    again = ListHistory.from_row(json.loads(json.dumps(made.to_row())))
    assert again.features(now) == features


def watch(model: GapModel, gaps: list[int], posts: list[int]) -> list[ListHistory]:
    """Visit threads every hour for three days that get so many posts, one every so many hours."""
    threads = [ListHistory(f"t{number}", ListKind.POSTS) for number in range(len(gaps))]
    for hour in range(72):
        for number, thread in enumerate(threads):
            if hour % gaps[number] == 0 and thread.records < posts[number]:
                thread.add([hour * HOUR])
            thread.visited = hour * HOUR + number
            model.learn(thread, thread.visited)
    return threads


def test_the_model_learns_who_writes_often():
    """After days of visits, a thread with a post every two hours is expected sooner than one that fell silent."""
    model = GapModel()
    threads = watch(model, [2] * 60, [99, 3] * 30)
    now = 72 * HOUR
    quick, slow = (model.predict(thread, now) for thread in threads[:2])
    assert quick < 8 * HOUR < 16 * HOUR < slow
    threads[0].visited = now - 10 * HOUR
    assert expect_records(threads[0], model, now) == pytest.approx(10 * HOUR / quick)


def test_a_model_that_was_saved_predicts_the_same():
    """Weights, samples and the time of the last fit are kept."""
    model = GapModel()
    threads = watch(model, [1 + number % 5 for number in range(40)], [50] * 40)
    again = GapModel()
    again.restore(json.loads(json.dumps(model.save())))
    assert [again.predict(t, 80 * HOUR) for t in threads] == [model.predict(t, 80 * HOUR) for t in threads]


@pytest.mark.parametrize(
    ("expected", "rows", "pages", "top"), [(0.0, 20, 9, 1), (20.0, 20, 9, 1), (20.1, 20, 9, 2), (999, 20, 9, 9)]
)
def test_an_index_list_is_revisited_from_the_top(expected: float, rows: int, pages: int, top: int):
    """As many pages as the expected records fill, one at least, no more than there are."""
    assert pages_to_revisit(expected, rows, pages) == top


def test_bandwidth_follows_the_records_each_kind_brings():
    """One new thread to nine new posts: a tenth of the requests is for index lists; neither kind ever gets nothing."""
    control = BandwidthControl()
    for _ in range(300):
        control.count(ListKind.INDEX, 1)
        control.count(ListKind.POSTS, 9)
    turns = [control.turn() for _ in range(1000)]
    assert turns.count(ListKind.INDEX) == pytest.approx(100, abs=3)
    control.count(ListKind.POSTS, 10**9)
    assert 0.0 < control.index_share < 0.05


class Item:
    def __init__(self, rate: float, visited: float) -> None:
        self.rate, self.visited, self.place = rate, visited, 0

    def score(self, now: float, power: int) -> float:
        return self.rate * (now - self.visited) ** power


ITEMS = st.lists(st.tuples(st.floats(1e-9, 1e3), st.floats(0, 1e6)), min_size=1, max_size=60)


@given(ITEMS, st.booleans())
def test_the_queue_gives_the_best_up_to_its_rounding(items: list[tuple[float, float]], squared: bool):
    """Rates are rounded to half octaves, so the best is found up to the square root of two."""
    queue: RateQueue[Item] = RateQueue(squared=squared)
    made = [Item(*values) for values in items]
    for item in made:
        queue.put(item, item.rate, item.visited)
    now, power = 1e6 + 1.0, 2 if squared else 1
    top = max(item.score(now, power) for item in made)
    best = queue.best(now)
    assert best is not None
    assert best[1].score(now, power) * math.sqrt(2) >= top * (1 - 1e-9)


def test_an_item_stands_in_the_queue_once():
    """Put anew it leaves its old place, in this queue or another; dropped it is gone."""
    queue, other = RateQueue[Item](), RateQueue[Item]()
    first, second = Item(1.0, 0.0), Item(1.0, 5.0)
    queue.put(first, 1.0, 0.0)
    queue.put(second, 1.0, 5.0)
    queue.put(first, 1.0, 9.0)
    assert queue.best(10.0) == (25.0, second)
    other.put(second, 1.0, 5.0)
    assert queue.best(10.0) == (1.0, first)
    drop(first)
    assert queue.best(10.0) is None
    assert other.best(10.0) == (25.0, second)


@given(st.lists(st.tuples(st.floats(0.01, 100.0), st.floats(0.0, 0.2)), min_size=1, max_size=5))
def test_bounds_hold_what_a_steady_page_is_worth(steps: list[tuple[float, float]]):
    """However the changes came between refreshes, the utility of refreshing lies between the bounds."""
    profile, now = [(0.0, 0.0)], 0.0
    for span, share in steps:
        now += span
        profile.append((now, share))
    least, most = bound_utility(profile, 0.0, now)
    # the true area if every change came half way between two refreshes
    divergence = area = 0.0
    for (before, _), (after, share) in pairwise(profile):
        area += divergence * (after - before) + share * (after - before) / 2
        divergence += share
    assert least - 1e-6 <= now * divergence - area <= most + 1e-6


def test_the_fitted_period_is_where_the_utility_reaches_the_threshold():
    """A page that changes by a hundredth an hour is worth a tenth of an hour after 4.5: U = rate t^2 / 2."""
    profile = [(hour * HOUR, 0.01 if hour else 0.0) for hour in range(6)]
    assert fit_period(profile, 0.1 * HOUR) == pytest.approx(math.sqrt(2 * 0.1 / 0.01) * HOUR, rel=0.05)
    assert fit_period([(0.0, 0.0), (HOUR, 0.0)], HOUR) == math.inf
