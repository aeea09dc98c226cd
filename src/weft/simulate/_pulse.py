"""When a forum's posts are written, as columns: drawn, read from a growth file, or taken from a model."""

from __future__ import annotations

import csv
import lzma
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import numpy as np

from weft.errors import UsageError
from weft.simulate._growth import Floats, Ints, draw_boards, draw_sizes, draw_times
from weft.simulate._model import ForumModel

DAY_S = 86_400.0
YEAR_S = 365.25 * DAY_S
POSTS_A_THREAD = 7.3  # mean of the measured forum (see _growth)

# The 18 forums of paper 003. Its table of them is lost in our copy; what the text gives is kept: 18 forums, 5,407,854
# posts on 990,476 pages, 4.08 years of life on average. How unlike they are is ours: the smallest has 1/20 of the posts
# of the largest.
PAPER_FORUMS = 18
PAPER_POSTS = 5_407_854
PAPER_YEARS = 4.08
_SPREAD = 0.7  # standard deviation of the logarithm of posts a day
_YEARS_SPREAD = 0.35
_POSTS_A_PAGE = (10, 15, 15, 20, 20, 25)
_ROWS_A_PAGE = (20, 20, 25, 30, 40, 50)


@dataclass(frozen=True, slots=True)
class PageSize:
    """How many records a page of a list shows."""

    posts: int = 20
    rows: int = 20


class Pulse:
    """A forum reduced to its beat: posts of thread `t` (from 0) are `times[first[t]:first[t + 1]]`, rising.

    Threads are numbered in the order of opening; `board_of` counts boards from 0. `parents` gives the board above each
    board, -1 at the top.
    """

    def __init__(
        self,
        name: str,
        first: Ints,
        times: Floats,
        board_of: Ints,
        *,
        parents: tuple[int, ...],
        size: PageSize | None = None,
        sticky: Iterable[int] = (),
    ) -> None:
        self.name = name
        self.first, self.times, self.board_of = first, times, board_of
        self.parents = parents
        self.size = size or PageSize()
        self.sticky = frozenset(sticky)

    @property
    def threads(self) -> int:
        """How many threads it comes to."""
        return len(self.first) - 1

    @property
    def boards(self) -> int:
        """How many boards it has."""
        return len(self.parents)

    @property
    def posts(self) -> int:
        """How many posts it comes to."""
        return len(self.times)

    @property
    def begin(self) -> float:
        """When the first post was written."""
        return float(self.times.min())

    @property
    def end(self) -> float:
        """When the last post was written."""
        return float(self.times.max())

    @cached_property
    def beats(self) -> tuple[Floats, Ints]:
        """All posts in the order of writing: their times, and the threads they stand in."""
        order = np.argsort(self.times, kind="stable")
        owner = np.repeat(np.arange(self.threads), np.diff(self.first))
        return self.times[order], owner[order]

    def pages(self, until: float) -> int:
        """Give how many pages of threads and boards there are at a moment."""
        written = np.add.reduceat(self.times <= until, self.first[:-1], dtype=np.int64)
        rows = np.bincount(self.board_of[written > 0], minlength=self.boards)
        return int(np.sum(-(-written // self.size.posts)) + np.sum(-(-rows // self.size.rows)))


def draw_pulse(
    name: str,
    *,
    seed: int,
    threads: int,
    boards: int,
    start: datetime,
    end: datetime,
    size: PageSize | None = None,
) -> Pulse:
    """Draw a forum whose threads open evenly from `start` to `end`; posts after `end` are left out."""
    rng = np.random.default_rng([seed, threads, boards])
    sizes = draw_sizes(rng, threads)
    times = draw_times(rng, sizes, start.timestamp(), end.timestamp())
    board_of = draw_boards(rng, threads, boards) - 1
    owner = np.repeat(np.arange(threads), sizes)
    kept = times < end.timestamp()
    sizes = np.bincount(owner[kept], minlength=threads)
    open_ = sizes > 0
    first = np.concatenate([[0], np.cumsum(sizes[open_])]).astype(np.int64)
    return Pulse(
        name,
        first,
        times[kept].astype(np.float64),
        board_of[open_],
        parents=(-1,) * boards,
        size=size,
        sticky=_stick_first(board_of[open_], 2),
    )


def draw_paper_forums(*, seed: int = 1, scale: float = 1.0, end: datetime | None = None) -> list[Pulse]:
    """Draw 18 forums that together have the posts and the mean age of paper 003's.

    With a scale below 1 they have so much fewer threads and boards. With a budget scaled alike, each of them gets as
    many requests as before: only the time between two requests is longer.
    """
    rng = np.random.default_rng([seed, PAPER_FORUMS])
    finish = end or datetime(2007, 1, 1, tzinfo=UTC)
    deviates = (np.arange(PAPER_FORUMS) + 0.5) / PAPER_FORUMS
    ages = rng.permutation(np.exp(_YEARS_SPREAD * _normal(deviates)))
    ages *= PAPER_YEARS / ages.mean()
    weights = np.exp(_SPREAD * _normal(deviates)) * ages
    posts = PAPER_POSTS * weights / weights.sum()
    return [
        draw_pulse(
            f"forum{number + 1:02d}",
            seed=seed * 100 + number,
            threads=max(50, int(posts[number] / POSTS_A_THREAD * scale)),
            boards=max(3, round(rng.integers(6, 40) * min(1.0, scale))),
            start=datetime.fromtimestamp(finish.timestamp() - ages[number] * YEAR_S, UTC),
            end=finish,
            size=PageSize(int(rng.choice(_POSTS_A_PAGE)), int(rng.choice(_ROWS_A_PAGE))),
        )
        for number in range(PAPER_FORUMS)
    ]


def nest_boards(pulse: Pulse) -> Pulse:
    """Give the same forum with every third board below the one before it; the entry does not tell of those."""
    parents = tuple(board - 1 if board % 3 == 2 else -1 for board in range(pulse.boards))
    return Pulse(
        pulse.name, pulse.first, pulse.times, pulse.board_of, parents=parents, size=pulse.size, sticky=pulse.sticky
    )


def load_growth(path: Path, size: PageSize | None = None) -> Pulse:
    """Read the times of a real forum: CSV (may be .xz) with columns board, thread and time (ISO 8601), a row a post."""
    posts: dict[str, list[float]] = {}
    boards: dict[str, str] = {}
    try:
        with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as file:
            for row in csv.DictReader(file):
                posts.setdefault(row["thread"], []).append(datetime.fromisoformat(row["time"]).timestamp())
                boards[row["thread"]] = row["board"]
    except (OSError, KeyError, ValueError, lzma.LZMAError) as error:
        raise UsageError(f"{path} is no growth file ({error!r}); it needs the columns board, thread, time.") from None
    if not posts:
        raise UsageError(f"{path} has no posts.")
    threads = sorted(posts, key=lambda thread: min(posts[thread]))
    numbers = {board: number for number, board in enumerate(sorted(set(boards.values())))}
    board_of = np.array([numbers[boards[thread]] for thread in threads], dtype=np.int64)
    return Pulse(
        path.name.partition(".")[0],
        np.concatenate([[0], np.cumsum([len(posts[thread]) for thread in threads])]).astype(np.int64),
        np.concatenate([np.sort(posts[thread]) for thread in threads]),
        board_of,
        parents=(-1,) * len(numbers),
        size=size,
        sticky=_stick_first(board_of, 2),
    )


def pulse_of_model(model: ForumModel, size: PageSize | None = None) -> Pulse:
    """Take the times of a model that is also shown as HTML, with its sub-boards and sticky threads."""
    return Pulse(
        f"model{model.seed}",
        model.first.astype(np.int64),
        model.times.astype(np.float64),
        model.board_of.astype(np.int64) - 1,
        parents=tuple(board.parent - 1 for board in model.boards),
        size=size,
        sticky=(int(thread) - 1 for thread in np.flatnonzero(model.sticky) if thread),
    )


def _stick_first(board_of: Ints, count: int) -> list[int]:
    """Give the first threads of each board: rules and greetings are written when a board is opened."""
    return [int(t) for board in np.unique(board_of) for t in np.flatnonzero(board_of == board)[:count]]


def _normal(shares: Floats) -> Floats:
    """Give normal deviates at shares (Abramowitz & Stegun 26.2.23 is exact to 4.5e-4, which is plenty here)."""
    low = np.minimum(shares, 1 - shares)
    t = np.sqrt(-2 * np.log(low))
    top = 2.515517 + 0.802853 * t + 0.010328 * t**2
    bottom = 1 + 1.432788 * t + 0.189269 * t**2 + 0.001308 * t**3
    deviates: Floats = np.sign(shares - 0.5) * (t - top / bottom)
    return deviates
