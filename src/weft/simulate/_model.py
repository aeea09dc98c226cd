"""A forum as a seeded model: who wrote where and when. Texts are made on demand, only times and authors are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.errors import UsageError
from weft.simulate._chance import Salt, mix, share
from weft.simulate._growth import Ints, draw_authors, draw_boards, draw_sizes, draw_times
from weft.simulate._kinds import Kind
from weft.simulate._locale import Locale
from weft.simulate._text import Prose

DEFAULT_START = datetime(2022, 1, 3, tzinfo=UTC)
DEFAULT_END = datetime(2024, 1, 1, tzinfo=UTC)
MAX_THREADS = 1 << 22
THREADS_A_USER = 5  # 5,046 threads, 999 authors in the measured forum
STICKY_SHARE, LOCKED_SHARE, MOVED_SHARE = 0.01, 0.03, 0.02
ANNOUNCEMENTS = (2, 5)  # these threads, once opened, head every board
MONTHS: tuple[str, ...] = ("January", "February", "March", "April", "May", "June")
MONTHS += ("July", "August", "September", "October", "November", "December")
BOARDS_OF_KIND = {Kind.QA: 8, Kind.COMMENTS: 3, Kind.BLOG: 5}


@dataclass(frozen=True, slots=True)
class Board:
    """A place for threads. `parent` is 0 at the top; `opened` is None for boards that were always there."""

    id: int
    title: str
    description: str
    category: int
    parent: int = 0
    level: int = 1
    opened: datetime | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """What never changes about a thread."""

    id: int
    board: int
    title: str
    author: int
    started: datetime
    sticky: bool
    locked: bool
    moved_from: int = 0  # the board it was opened in, if it was moved


@dataclass(frozen=True, slots=True)
class Post:
    """Where a post stands. `index` counts from 0 in the order of writing."""

    id: int
    thread: int
    index: int
    author: int
    time: datetime


class ForumModel:
    """All of a forum's life. Post ids are ranks in time, thread ids ranks of their opening, both from 1.

    Threads open between `start` and `end`; their posts may be written after `end`, as life goes on.
    """

    def __init__(
        self,
        *,
        locale: Locale,
        kind: Kind = Kind.FORUM,
        seed: int = 1,
        threads: int = 300,
        users: int | None = None,
        start: datetime = DEFAULT_START,
        end: datetime = DEFAULT_END,
    ) -> None:
        if not 1 <= threads <= MAX_THREADS or start >= end:
            raise UsageError(f"a forum needs 1 to {MAX_THREADS} threads and a start before its end")
        self.locale, self.kind, self.seed, self.start, self.end = locale, kind, seed, start, end
        self.threads = threads
        self.users = users if users is not None else max(20, threads // THREADS_A_USER)
        self.prose = Prose(seed, locale)
        rng = np.random.default_rng([seed, Salt.MODEL])
        sizes = draw_sizes(rng, threads)
        self.first: Ints = np.concatenate([[0], np.cumsum(sizes)])
        self.times = draw_times(rng, sizes, start.timestamp(), end.timestamp())
        self.authors = draw_authors(rng, sizes, self.users).astype(np.int32)
        self.posts = len(self.times)
        self.index_of = np.argsort(self.times, kind="stable").astype(np.int32)  # of post id - 1
        self.ids = np.empty(self.posts, dtype=np.int32)
        self.ids[self.index_of] = np.arange(1, self.posts + 1, dtype=np.int32)
        self.sorted_times = self.times[self.index_of]
        self.boards = _lay_out_months(start, end) if kind is Kind.MAILING_LIST else self._lay_out_boards()
        self.board_of = (
            self._months_of_threads() if kind is Kind.MAILING_LIST else draw_boards(rng, threads, len(self.boards))
        )
        self.thread = lru_cache(maxsize=8192)(self._thread)
        self.joined = lru_cache(maxsize=8192)(self._joined)

    def _thread(self, thread: int) -> Thread:
        return Thread(
            thread,
            int(self.board_of[thread - 1]),
            self.prose.title(thread),
            int(self.authors[self.first[thread - 1]]),
            as_time(self.times[self.first[thread - 1]]),
            sticky=bool(self.sticky[thread]),
            locked=share(self.seed, Salt.LOCKED, thread) < LOCKED_SHARE,
            moved_from=self.moved_from.get(thread, 0),
        )

    def size(self, thread: int) -> int:
        """Give the number of posts a thread comes to in the end."""
        return int(self.first[thread] - self.first[thread - 1])

    def post(self, thread: int, index: int) -> Post:
        """Give a thread's post by its rank in time, from 0."""
        place = self.first[thread - 1] + index
        return Post(int(self.ids[place]), thread, index, int(self.authors[place]), as_time(self.times[place]))

    def find_post(self, post: int) -> Post | None:
        """Give the post with this id, None if there is none."""
        if not 1 <= post <= self.posts:
            return None
        place = int(self.index_of[post - 1])
        thread = int(np.searchsorted(self.first, place, side="right"))
        return self.post(thread, place - int(self.first[thread - 1]))

    def visible(self, at: datetime) -> int:
        """Give how many posts of the whole forum are written by then: the ids up to it exist."""
        return int(np.searchsorted(self.sorted_times, _whole_second(at), side="right"))

    @property
    def announcements(self) -> tuple[int, ...]:
        """Threads that head every board."""
        return tuple(thread for thread in ANNOUNCEMENTS if thread <= self.threads)

    def parent_index(self, thread: int, index: int) -> int | None:
        """Give the index of the post that this one answers; forums know it only where somebody was quoted."""
        if index == 0:
            return None
        draw = share(self.seed, Salt.PARENT, thread, index)
        if self.kind is Kind.FORUM:
            return int(draw / 0.3 * index) if draw < 0.3 else None
        if self.kind is Kind.QA:
            return self._answered_index(thread, index, draw)
        # half answer the opening, the others mostly one of the posts just before
        return 0 if draw < 0.4 else max(0, index - 1 - int((draw - 0.4) / 0.6 * min(index, 8)))

    def _answered_index(self, thread: int, index: int, draw: float) -> int:
        """Answers belong to the question (0), comments to the question or to an answer: two levels, never more."""
        if draw < 0.5:
            return 0
        candidate = int((draw - 0.5) / 0.5 * index)
        return candidate if candidate == 0 or self.parent_index(thread, candidate) == 0 else 0

    def _joined(self, user: int) -> datetime:
        """Give the day a user registered: some days before the first post, or any day for those who only read."""
        offset = timedelta(hours=share(self.seed, Salt.USER, user) * 24 * 90)
        first = self._first_posts[user]
        return as_time(int(first)) - offset if first else self.start + offset

    def opened_between(self, begin: datetime, end: datetime) -> Iterator[int]:
        """Give the threads opened in [begin, end)."""
        low, high = np.searchsorted(self._openings, (_whole_second(begin), _whole_second(end)), side="left")
        return iter(range(int(low) + 1, int(high) + 1))

    @cached_property
    def _openings(self) -> Ints:
        return self.times[self.first[:-1]]

    @cached_property
    def _first_posts(self) -> Ints:
        first = np.zeros(self.users + 1, dtype=np.int64)
        order = self.index_of[::-1]
        first[self.authors[order]] = self.times[order]
        return first

    @cached_property
    def sticky(self) -> NDArray[np.bool_]:
        """Which threads stay at the head of their board, by thread id."""
        share_of = STICKY_SHARE if self.kind is Kind.FORUM else 0.0
        return np.array([share(self.seed, Salt.STICKY, thread) < share_of for thread in range(self.threads + 1)])

    @cached_property
    def moved_from(self) -> dict[int, int]:
        """Threads that were moved, with the board they were opened in, in the order of opening."""
        if self.kind is not Kind.FORUM or len(self.boards) < 2:
            return {}
        drawn = {thread: self._old_board(thread) for thread in range(1, self.threads + 1)}
        return {thread: board for thread, board in drawn.items() if board and thread not in ANNOUNCEMENTS}

    def _old_board(self, thread: int) -> int:
        if share(self.seed, Salt.MOVED, thread) >= MOVED_SHARE:
            return 0
        old = 1 + mix(self.seed, Salt.MOVED, thread, 1) % len(self.boards)
        return 0 if old == int(self.board_of[thread - 1]) else old

    def _lay_out_boards(self) -> tuple[Board, ...]:
        count = BOARDS_OF_KIND.get(self.kind) or max(4, min(60, 3 + int(0.6 * self.threads**0.5)))
        categories = max(1, min(6, count // 3)) if self.kind is Kind.FORUM else 1
        boards: list[Board] = []
        for number in range(1, count + 1):
            parent = self._draw_parent(boards, categories)
            category = parent.category if parent else (number - 1) % categories + 1
            title, description = self.prose.board_title(number), self.prose.board_description(number)
            level = parent.level + 1 if parent else 1
            boards.append(Board(number, title, description, category, parent.id if parent else 0, level))
        return tuple(boards)

    def _draw_parent(self, boards: list[Board], categories: int) -> Board | None:
        if self.kind is not Kind.FORUM or len(boards) < categories:
            return None
        draw = share(self.seed, Salt.BOARD, len(boards))
        candidates = [board for board in boards if board.level < 3]
        return candidates[int(draw / 0.4 * len(candidates))] if draw < 0.4 else None

    def _months_of_threads(self) -> Ints:
        openings = np.array([board.opened.timestamp() if board.opened else 0.0 for board in self.boards])
        return np.searchsorted(openings, self._openings, side="right").astype(np.int64)


def as_time(seconds: int | np.int64) -> datetime:
    """Give a whole second as a moment in UTC."""
    return datetime.fromtimestamp(int(seconds), UTC)


def _whole_second(moment: datetime) -> np.int64:
    # of the arrays' own type: for any other, numpy would copy the whole array first
    return np.int64(moment.timestamp() // 1)


def next_month(moment: datetime) -> datetime:
    """Give the first moment of the month after."""
    return (moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0) + timedelta(days=32)).replace(day=1)


def name_month(moment: datetime) -> str:
    """Give a month as mailing lists name it, in English whatever the process's locale is."""
    return f"{moment.year}-{MONTHS[moment.month - 1]}"


def _lay_out_months(start: datetime, end: datetime) -> tuple[Board, ...]:
    """Mailing lists keep a board a month; its name is English."""
    boards: list[Board] = []
    month = start.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    while month < end:
        boards.append(Board(len(boards) + 1, name_month(month), "", 1, opened=month))
        month = next_month(month)
    return tuple(boards)
