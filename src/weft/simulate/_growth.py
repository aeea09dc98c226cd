"""How a forum grows: sizes of threads, silences between posts, hours of the day, who writes.

The figures are those of the public archive of a real forum (Urho3D, 36,990 posts in 5,046 threads, 2014-2022):
posts a thread median 4, mean 7.3, max 437; half of all threads live under a day, two thirds under three;
silences p50 2.3 h, p90 47 h; a tenth of the threads is revived after a month.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

HOUR_S = 3600
WEEK_HOURS = 168

# Share of threads with at most so many posts, measured; between the knots the size grows geometrically.
SIZE_SHARES = (0.0, 0.0854, 0.214, 0.385, 0.52, 0.775, 0.908, 0.953, 0.9905, 0.9991, 1.0)
SIZE_POSTS = (0.5, 1, 2, 3, 4, 8, 14, 20, 55, 115, 437)

# Silence between two posts: hours at standard normal deviates
# (p0.5, 5, 10, 25, 50, 75, 90, 95, 97, 98, 99, 99.5, 99.9).
GAP_DEVIATES = (-2.576, -1.645, -1.2816, -0.6745, 0.0, 0.6745, 1.2816, 1.645, 1.8808, 2.0537, 2.3263, 2.5758, 3.1)
GAP_HOURS = (0.005, 0.05, 0.109, 0.437, 2.26, 10.95, 46.9, 169, 495, 1247, 4847, 11604, 20000)
# How alike the silences of one thread are. Fitted: with 0.48 the spans, which no knot sets, come out as measured.
GAP_CORRELATION = 0.48

# Posts by hour of the day (UTC) and day of the week (Monday first), measured.
HOUR_WEIGHTS: tuple[int, ...] = (1156, 1131, 1036, 1089, 974, 1062, 1167, 1408, 1699, 1787, 1784, 1656)
HOUR_WEIGHTS += (1697, 1971, 2206, 2203, 1943, 1755, 1749, 1673, 1720, 1562, 1310, 1252)
DAY_WEIGHTS = (5495, 5582, 6028, 5546, 5391, 4726, 4222)

# Posts a user falls off like (rank + shift) ** -exponent: 2,197, 140, 60, 23, 8 posts at rank 1, 51, 101, 201, 401.
USER_SHIFT = 12.0
USER_EXPONENT = 1.55
# Share of the boards' posts, largest first, falls off like rank ** -exponent: 18,049, 5,224, 4,160, 2,437, 2,220 ...
BOARD_EXPONENT = 1.1
# Who opened a thread comes back in it.
OPENER_SHARE = 0.3


def draw_sizes(rng: np.random.Generator, threads: int) -> Ints:
    """Draw the number of posts of each thread."""
    sizes = np.exp(np.interp(rng.random(threads), SIZE_SHARES, np.log(SIZE_POSTS)))
    return np.maximum(1, np.ceil(sizes - 1e-9)).astype(np.int64)


def draw_gaps(rng: np.random.Generator, sizes: Ints) -> Floats:
    """Draw the silence in hours before each post, thread after thread; before a thread's first post it is 0."""
    owner = np.repeat(np.arange(len(sizes)), sizes)
    own = np.sqrt(1 - GAP_CORRELATION**2) * rng.standard_normal(len(owner))
    deviates = GAP_CORRELATION * rng.standard_normal(len(sizes))[owner] + own
    gaps: Floats = np.exp(np.interp(deviates, GAP_DEVIATES, np.log(GAP_HOURS)))
    gaps[np.cumsum(sizes) - sizes] = 0.0
    return gaps


def draw_times(rng: np.random.Generator, sizes: Ints, start: float, end: float) -> Ints:
    """Draw when each post is written: whole seconds since 1970, rising within a thread, threads in order of opening.

    Openings and silences are drawn on a clock that runs with the forum's activity, then read off on ours: so
    the night and the weekend are quiet without changing how long silences last.
    """
    openings = np.sort(rng.random(len(sizes))) * (end - start) / HOUR_S + start / HOUR_S
    gaps = draw_gaps(rng, sizes)
    elapsed = np.cumsum(gaps)
    first = np.cumsum(sizes) - sizes
    busy = np.repeat(openings - elapsed[first], sizes) + elapsed
    seconds = (_ease(busy) * HOUR_S).astype(np.int64)
    # no two posts of a thread in one second: their order is what the truth of a page rests on
    order = np.arange(len(seconds)) - np.repeat(first, sizes)
    levelled = seconds - order
    for begin, size in zip(first[sizes > 1], sizes[sizes > 1], strict=True):
        np.maximum.accumulate(levelled[begin : begin + size], out=levelled[begin : begin + size])
    return levelled + order


def draw_authors(rng: np.random.Generator, sizes: Ints, users: int) -> Ints:
    """Draw the user (from 1) of each post; few write most."""
    weights = (np.arange(users) + USER_SHIFT) ** -USER_EXPONENT
    numbers = rng.permutation(users) + 1
    ranks = rng.choice(users, size=int(sizes.sum()), p=weights / weights.sum())
    authors = numbers[ranks]
    openers = np.repeat(authors[np.cumsum(sizes) - sizes], sizes)
    return np.where(rng.random(len(authors)) < OPENER_SHARE, openers, authors).astype(np.int64)


def draw_boards(rng: np.random.Generator, threads: int, boards: int) -> Ints:
    """Draw the board (from 1) of each thread; every board gets at least one while there are enough threads."""
    weights = np.arange(1, boards + 1) ** -BOARD_EXPONENT
    numbers = rng.permutation(boards) + 1
    drawn = numbers[rng.choice(boards, size=threads, p=weights / weights.sum())]
    if threads >= boards:
        drawn[rng.choice(threads, size=boards, replace=False)] = numbers
    return drawn.astype(np.int64)


def _ease(busy_hours: Floats) -> Floats:
    """Read the clock of activity off on ours: within each week, busy hours are stretched over the quiet ones."""
    weights = np.outer(DAY_WEIGHTS, HOUR_WEIGHTS).ravel()
    passed = np.concatenate([[0.0], np.cumsum(weights / weights.sum())]) * WEEK_HOURS
    # 1970-01-01 was a Thursday: three days into the week
    shifted = busy_hours + 3 * 24
    week = np.floor(shifted / WEEK_HOURS)
    inside = np.interp(shifted - week * WEEK_HOURS, passed, np.arange(WEEK_HOURS + 1))
    return np.asarray(week * WEEK_HOURS + inside - 3 * 24, dtype=np.float64)
