"""A forum that answers with records instead of HTML: what each page would show at a moment, and nothing else."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from weft.page import BoardEntry, IndexPage, ThreadEntry
from weft.simulate._pulse import Pulse

ENTRY, RECENT = "entry", "recent"
RECENT_POSTS = 60
# Units in which ages are told: up to this age, in steps of this many seconds.
_AGE_STEPS = ((3600.0, 60.0), (86_400.0, 3600.0), (30 * 86_400.0, 86_400.0), (float("inf"), 30 * 86_400.0))


class Order(StrEnum):
    """What decides a thread's place in its board."""

    LAST_POST = "last post"
    OPENING = "opening"


class Times(StrEnum):
    """What lists tell about the time of the last post."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    RELATIVE = "relative"  # as an age, ever coarser
    OPENING = "opening"  # rows of threads show when they were opened
    DATE = "date"  # lists show the day only


@dataclass(frozen=True, slots=True)
class Candour:
    """What lists of a forum tell; the default is an ordinary forum."""

    order: Order = Order.LAST_POST
    times: Times = Times.SHOWN
    counts: bool = True  # replies of threads, posts of boards
    entry: bool = True  # the entry page tells times and counts of boards at all
    rows: bool = True  # rows of threads tell times and counts at all
    stale: float = 0.0  # seconds for which the entry page is kept before it is made anew
    sticky: int = 0  # further threads a board keeps on top, the oldest that are not sticky anyway
    recent: bool = False  # there is a page of the newest posts of all boards


@dataclass(frozen=True, slots=True)
class PulsePage:
    """What one request shows. A thread's page gives its posts' times; `first` is the rank of the first of them."""

    pages: int  # of the list, as its pager tells
    index: IndexPage | None = None
    times: tuple[float, ...] = ()
    first: int = 0


class PulseSite:
    """Answers requests for (list, page). Time only moves on: `advance` lets posts be written up to a moment.

    Lists are named "entry", "recent", "b0", "b1", ... and "t0", "t1", ...
    """

    def __init__(self, pulse: Pulse, candour: Candour | None = None) -> None:
        self.pulse = pulse
        self.candour = candour or Candour()
        times, owners = pulse.beats
        self._beats: list[float] = times.tolist()
        self._owners: list[int] = owners.tolist()
        self._all_times: list[float] = pulse.times.tolist()
        self._first: list[int] = pulse.first.tolist()
        self._board_of: list[int] = pulse.board_of.tolist()
        self.written = 0  # posts so far; they are the first of `beats`
        self.counts = [0] * pulse.threads
        self._shelves = [_Shelf(bumps=self.candour.order is Order.LAST_POST) for _ in range(pulse.boards)]
        self._sticky = self._choose_sticky()
        self._rows: list[ThreadEntry | None] = [None] * pulse.threads
        self._tops: list[PulsePage | None] = [None] * pulse.boards  # first pages as they stand
        self._front: PulsePage | None = None
        self._front_made = 0.0
        self._is_old = False  # something was written since
        self._below: list[list[int]] = [[] for _ in range(pulse.boards)]
        for board, parent in enumerate(pulse.parents):
            if parent >= 0:
                self._below[parent].append(board)
        self._top_boards = [board for board, parent in enumerate(pulse.parents) if parent < 0]

    def advance(self, now: float) -> range:
        """Write what is due up to a moment; gives the ranks of the posts written."""
        begin = self.written
        beats, place = self._beats, self.written
        while place < len(beats) and beats[place] <= now:
            self._write(self._owners[place], beats[place])
            place += 1
        self.written = place
        return range(begin, place)

    def beat(self, rank: int) -> tuple[int, float]:
        """Give the thread and the time of a post by its rank."""
        return self._owners[rank], self._beats[rank]

    def ask(self, name: str, number: int, now: float) -> PulsePage | None:
        """Answer a request; None where there is no such page."""
        kind = name[0]
        if kind == "t":
            return self._show_thread(int(name[1:]), number)
        if kind == "b":
            return self._show_board(int(name[1:]), number, now)
        if number != 1:
            return None
        if name == ENTRY:
            return self._show_entry(now)
        return self._show_recent(now) if name == RECENT and self.candour.recent else None

    def _write(self, thread: int, time: float) -> None:
        count = self.counts[thread]
        board = self._board_of[thread]
        shelf = self._shelves[board]
        before = self._all_times[self._first[thread] + count - 1] if count else 0.0
        self.counts[thread] = count + 1
        self._rows[thread] = None
        self._is_old = True
        while board >= 0:  # pages above show the board's row
            self._tops[board] = None
            board = self.pulse.parents[board]
        shelf.posts += 1
        shelf.last = time
        if thread in self._sticky:
            if not count:
                shelf.sticky.insert(0, thread)
        elif not count:
            shelf.put(thread, time)
        else:
            shelf.bump(thread, before, time)

    def _show_thread(self, thread: int, number: int) -> PulsePage | None:
        size, count = self.pulse.size.posts, self.counts[thread]
        begin = (number - 1) * size
        if begin >= count or number < 1:
            return None
        offset = self._first[thread]
        times = self._all_times[offset + begin : offset + min(count, begin + size)]
        return PulsePage(-(-count // size), None, tuple(times), begin)

    def _show_board(self, board: int, number: int, now: float) -> PulsePage | None:
        if number == 1 and (kept := self._tops[board]) is not None:
            return kept
        size, shelf = self.pulse.size.rows, self._shelves[board]
        total = len(shelf.sticky) + len(shelf.threads)
        begin = (number - 1) * size
        if number < 1 or (begin >= total and number > 1):
            return None
        below = tuple(self._board_entry(sub, now) for sub in self._below[board]) if number == 1 else ()
        rows = tuple(self._thread_entry(thread, now) for thread in shelf.slice(begin, begin + size))
        page = PulsePage(max(1, -(-total // size)), IndexPage(boards=below, threads=rows))
        if number == 1 and self.candour.times is not Times.RELATIVE:
            self._tops[board] = page
        return page

    def _show_entry(self, now: float) -> PulsePage:
        if self._front is not None and (not self._is_old or now < self._front_made + self.candour.stale):
            return self._front
        page = PulsePage(1, IndexPage(boards=tuple(self._board_entry(board, now) for board in self._top_boards)))
        if self.candour.times is not Times.RELATIVE or self.candour.stale:
            self._front, self._front_made, self._is_old = page, now, False
        return page

    def _show_recent(self, now: float) -> PulsePage:
        threads = dict.fromkeys(reversed(self._owners[max(0, self.written - RECENT_POSTS) : self.written]))
        return PulsePage(
            1, IndexPage(threads=tuple(self._thread_entry(t, now) for t in list(threads)[: self.pulse.size.rows]))
        )

    def _thread_entry(self, thread: int, now: float) -> ThreadEntry:
        kept = self._rows[thread]
        if kept is not None:
            return kept
        count, offset = self.counts[thread], self._first[thread]
        place = offset if self.candour.times is Times.OPENING else offset + count - 1
        row = ThreadEntry(
            f"t{thread}",
            "",
            replies=count - 1 if self.candour.counts and self.candour.rows else None,
            last_time=self._tell(self._all_times[place], now) if self.candour.rows else None,
            sticky=thread in self._sticky,
        )
        if self.candour.times is not Times.RELATIVE:
            self._rows[thread] = row
        return row

    def _board_entry(self, board: int, now: float) -> BoardEntry:
        shelf = self._shelves[board]
        if not self.candour.entry:
            return BoardEntry(f"b{board}", "")
        counted = self.candour.counts
        return BoardEntry(
            f"b{board}",
            "",
            threads=len(shelf.threads) + len(shelf.sticky) if counted else None,
            posts=shelf.posts if counted else None,
            # where rows show openings, nothing on the site tells of last posts
            last_time=None if self.candour.times is Times.OPENING or not shelf.posts else self._tell(shelf.last, now),
        )

    def _tell(self, time: float, now: float) -> datetime | None:
        if self.candour.times is Times.HIDDEN:
            return None
        if self.candour.times is Times.DATE:
            time -= time % 86_400.0
        return datetime.fromtimestamp(self.read_time(time, now), UTC)

    def read_time(self, time: float, now: float) -> float:
        """Give a time as a reader understands what pages say of it: read from an age, where they tell ages."""
        if self.candour.times is not Times.RELATIVE:
            return time
        age = max(0.0, now - time)
        step = next(step for limit, step in _AGE_STEPS if age < limit)
        return now - age // step * step

    def _choose_sticky(self) -> frozenset[int]:
        if not self.candour.sticky:
            return self.pulse.sticky
        chosen, left = set(self.pulse.sticky), [self.candour.sticky] * self.pulse.boards
        for thread, board in enumerate(self._board_of):
            if left[board] and thread not in chosen:
                chosen.add(thread)
                left[board] -= 1
        return frozenset(chosen)


class _Shelf:
    """The threads of one board in the order its pages show them, turned round: the first row is last, to be cheap."""

    __slots__ = ("bumps", "keys", "last", "posts", "sticky", "threads")

    def __init__(self, *, bumps: bool) -> None:
        self.bumps = bumps
        self.sticky: list[int] = []
        self.threads: list[int] = []
        self.keys: list[float] = []  # times of last posts, rising; only where replies bump
        self.posts = 0
        self.last = 0.0

    def put(self, thread: int, time: float) -> None:
        self.threads.append(thread)
        if self.bumps:
            self.keys.append(time)

    def bump(self, thread: int, before: float, time: float) -> None:
        if not self.bumps:
            return
        place = bisect_left(self.keys, before)
        while self.threads[place] != thread:  # several posts in one second
            place += 1
        del self.keys[place], self.threads[place]
        self.put(thread, time)

    def slice(self, begin: int, end: int) -> list[int]:
        head = self.sticky[begin:end]
        low, high = max(0, begin - len(self.sticky)), max(0, end - len(self.sticky))
        count = len(self.threads)
        return head + self.threads[max(0, count - high) : max(0, count - low)][::-1]
