"""One policy on one simulated forum: requests one by one as the budget allows, and what came of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import IndexPage
from weft.refresh import Known, ListKind, Oracle, Policy, Request, Sight
from weft.simulate import Candour, Pulse, PulsePage, PulseSite, Times

DAY_S = 86_400.0
ENTRY, RECENT = "entry", "recent"
# What happens to posts after they were written: share, median and spread (of the logarithm) of the time until then.
EDITED, EDIT_LAG_S, EDIT_SPREAD = 0.03, 3600.0, 1.5
DELETED, DELETE_LAG_S, DELETE_SPREAD = 0.01, 6 * 3600.0, 1.5
HONEST = Candour()
NOTICE_S = 7 * DAY_S  # a change noticed later counts as not noticed


@dataclass(frozen=True, slots=True)
class RefreshSetting:
    """Under which conditions a policy runs. `warm`: the archive holds all that was written before `start`."""

    start: float
    end: float
    per_day: float
    candour: Candour = HONEST
    warm: bool = False
    edits: bool = False

    @property
    def interval(self) -> float:
        """Seconds between two requests."""
        return DAY_S / self.per_day

    @property
    def days(self) -> int:
        """Days begun."""
        return int(-(-(self.end - self.start) // DAY_S))


@dataclass(frozen=True, slots=True)
class Fetched:
    """Posts as they were fetched: when written, how long it took, whether they open their thread. Only new posts."""

    written: NDArray[np.float64]
    delay: NDArray[np.float64]
    opens: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RefreshOutcome:
    """What a run came to. Daily figures are arrays, a value a day."""

    policy: str
    forum: str
    setting: RefreshSetting
    requests: NDArray[np.int64]  # by day: of index lists, of post lists
    useful: NDArray[np.int64]  # those that brought something new
    posts: NDArray[np.int64]  # in the archive at the end of the day; on the forum by then
    fetched: Fetched
    missed: NDArray[np.float64]  # when those posts were written that were not fetched at the end
    changes: int = 0  # edits and deletions of posts held, a week before the end at the latest
    noticed: int = 0  # of them within a week


class RefreshBench:
    """The forum, the archive and the clock of one run."""

    def __init__(self, policy: Policy, pulse: Pulse, setting: RefreshSetting, seed: int = 1) -> None:
        self.policy, self.pulse, self.setting = policy, pulse, setting
        self._site = PulseSite(pulse, setting.candour)
        pages = -(-np.diff(pulse.first) // pulse.size.posts)
        self._first_page = np.concatenate([[0], np.cumsum(pages)]).tolist()
        self._held = [0] * int(pages.sum())  # posts held of each page of each thread
        self._known: set[str] = set()
        self._last: dict[str, tuple[PulsePage, Sight]] = {}  # what first pages of index lists showed last
        self._requests = [[0, 0] for _ in range(setting.days)]  # of index lists, of post lists
        self._useful = [[0, 0] for _ in range(setting.days)]
        self._posts = [[0, 0] for _ in range(setting.days)]  # held, exist
        self._day = 0
        self._has_ages = setting.candour.times is Times.RELATIVE
        self._written, self._delays, self._opens = array("d"), array("d"), array("b")
        self._total = 0
        self._changes = _Changes(pulse, setting, seed) if setting.edits else None

    def run(self) -> RefreshOutcome:
        """Replay from start to end."""
        setting, interval = self.setting, self.setting.interval
        self._begin()
        slot = 0
        while (now := setting.start + slot * interval) < setting.end:
            self.step(now)
            slot += 1
        self._site.advance(setting.end)
        self._posts[self._day] = [self._total, self._site.written]
        return self._sum_up()

    def step(self, now: float) -> None:
        """Let the forum live on to a moment, and make one request."""
        day = int((now - self.setting.start) // DAY_S)
        if day != self._day:
            self._posts[self._day] = [self._total, self._site.written]
            self._day = day
        written = self._site.advance(now)
        if written and isinstance(self.policy, Oracle):
            self._tell(self.policy, written)
        if self._changes is not None:
            self._changes.advance(now, self._held, self._first_page)
        for request in self.policy.choose(now, 1):
            self.policy.see(self._answer(request, now), now)

    def _begin(self) -> None:
        start, policy = self.setting.start, self.policy
        before = self._site.advance(start - 1e-3)
        if self.setting.warm:
            for known in self._list_known(start):
                policy.adopt(known, start)
            self._total = len(before)
        policy.adopt(Known(ENTRY, ListKind.INDEX), start)
        if self.setting.candour.recent:
            policy.adopt(Known(RECENT, ListKind.INDEX), start)
        if isinstance(policy, Oracle) and not self.setting.warm:
            size = self.pulse.size.posts
            for thread, count in enumerate(self._site.counts):
                if count:
                    policy.adopt(Known(f"t{thread}", ListKind.POSTS, pages=-(-count // size)), start)

    def _list_known(self, start: float) -> Iterator[Known]:
        """Give what an archive holds that was crawled just before."""
        size, counts = self.pulse.size, self._site.counts
        threads = [0] * self.pulse.boards
        for thread, count in enumerate(counts):
            if not count:
                continue
            board, first = int(self.pulse.board_of[thread]), int(self.pulse.first[thread])
            threads[board] += 1
            pages = -(-count // size.posts)
            for number in range(pages):
                self._held[self._first_page[thread] + number] = min(size.posts, count - number * size.posts)
            name = f"t{thread}"
            self._known.add(name)
            times = tuple(self._site.read_time(t, start) for t in self.pulse.times[first : first + count].tolist())
            yield Known(name, ListKind.POSTS, f"b{board}", pages, times, start)
        for board, count in enumerate(threads):
            parent = self.pulse.parents[board]
            above = ENTRY if parent < 0 else f"b{parent}"
            yield Known(f"b{board}", ListKind.INDEX, above, max(1, -(-count // size.rows)), (), start)

    def _tell(self, oracle: Oracle, written: range) -> None:
        """Give the oracle what it knows."""
        size, told = self.pulse.size.posts, dict[int, int]()
        for rank in reversed(written):
            thread, time = self._site.beat(rank)
            place = self._site.counts[thread] - told.get(thread, 0)
            told[thread] = told.get(thread, 0) + 1
            oracle.learn(f"t{thread}", -(-place // size), time)

    def _answer(self, request: Request, now: float) -> Sight:
        page = self._site.ask(request.list, request.number, now)
        self._requests[self._day][request.list[0] == "t"] += 1
        if page is None:
            return Sight(request.list, request.number, missing=True)
        if page.index is not None:
            return self._show_index(request, page, page.index)
        new = self._take(int(request.list[1:]), request.number, page, now)
        if new:
            self._useful[self._day][1] += 1
        changed, gone = (0, 0)
        if self._changes is not None:
            changed, gone = self._changes.notice(self._first_page[int(request.list[1:])] + request.number - 1, now)
        times = tuple(self._site.read_time(time, now) for time in page.times) if self._has_ages else page.times
        return Sight(request.list, request.number, page.pages, None, times, new, changed, gone)

    def _show_index(self, request: Request, page: PulsePage, index: IndexPage) -> Sight:
        last = self._last.get(request.list)
        if last is not None and last[0] is page:
            return last[1]
        rows = [row.url for row in index.threads] + [row.url for row in index.boards]
        before = len(self._known)
        self._known.update(rows)
        if len(self._known) > before:
            self._useful[self._day][0] += 1
        sight = Sight(request.list, request.number, page.pages, page.index)
        if request.number == 1:
            self._last[request.list] = (page, sight)
        return sight

    def _take(self, thread: int, number: int, page: PulsePage, now: float) -> int:
        """Put a page of a thread into the archive; gives how many of its posts are new there."""
        place = self._first_page[thread] + number - 1
        held = self._held[place]
        fresh = page.times[held:]
        if not fresh:
            return 0
        self._held[place] = len(page.times)
        self._total += len(fresh)
        for offset, time in enumerate(fresh, held):
            if time >= self.setting.start:
                self._written.append(time)
                self._delays.append(now - time)
                self._opens.append(page.first + offset == 0)
        return len(fresh)

    def _sum_up(self) -> RefreshOutcome:
        fetched = Fetched(np.array(self._written), np.array(self._delays), np.array(self._opens, dtype=np.bool_))
        changes, noticed = self._changes.count(self.setting.end) if self._changes else (0, 0)
        return RefreshOutcome(
            self.policy.name,
            self.pulse.name,
            self.setting,
            np.array(self._requests, dtype=np.int64),
            np.array(self._useful, dtype=np.int64),
            np.array(self._posts, dtype=np.int64),
            fetched,
            np.array(sorted(self._list_missed())),
            changes,
            noticed,
        )

    def _list_missed(self) -> Iterator[float]:
        size = self.pulse.size.posts
        for thread, count in enumerate(self._site.counts):
            first, page = int(self.pulse.first[thread]), self._first_page[thread]
            for begin in range(0, count, size):
                held = self._held[page + begin // size]
                end = min(count, begin + size)
                if begin + held < end:
                    yield from self.pulse.times[first + begin + held : first + end].tolist()


class _Changes:
    """Edits and deletions: those due are pending on their page until it is fetched."""

    def __init__(self, pulse: Pulse, setting: RefreshSetting, seed: int) -> None:
        rng = np.random.default_rng([seed, pulse.posts])
        draw = rng.random(pulse.posts)
        lag = np.where(
            draw < EDITED,
            EDIT_LAG_S * np.exp(EDIT_SPREAD * rng.standard_normal(pulse.posts)),
            DELETE_LAG_S * np.exp(DELETE_SPREAD * rng.standard_normal(pulse.posts)),
        )
        moment = pulse.times + lag
        wanted = np.flatnonzero((draw < EDITED + DELETED) & (moment >= setting.start) & (moment < setting.end))
        wanted = wanted[np.argsort(moment[wanted], kind="stable")]
        thread = np.searchsorted(pulse.first, wanted, side="right") - 1
        rank = wanted - pulse.first[thread]
        self._events = list(
            zip(moment[wanted].tolist(), thread.tolist(), rank.tolist(), (draw[wanted] >= EDITED).tolist(), strict=True)
        )
        self._size = pulse.size.posts
        self._next = 0
        self._pending: dict[int, list[tuple[float, bool]]] = {}
        self._lags: list[tuple[float, float]] = []  # moment, time until it was noticed

    def advance(self, now: float, held: list[int], first_page: list[int]) -> None:
        """Make pending what happened to posts that the archive holds; what it never had cannot be missed."""
        while self._next < len(self._events) and self._events[self._next][0] <= now:
            moment, thread, rank, gone = self._events[self._next]
            page = first_page[thread] + rank // self._size
            if rank % self._size < held[page]:
                self._pending.setdefault(page, []).append((moment, gone))
            self._next += 1

    def notice(self, page: int, now: float) -> tuple[int, int]:
        """Take what is pending on a page that is fetched."""
        pending = self._pending.pop(page, ())
        self._lags += [(moment, now - moment) for moment, _ in pending]
        gone = sum(is_gone for _, is_gone in pending)
        return len(pending) - gone, gone

    def count(self, end: float) -> tuple[int, int]:
        """Give changes a week or more before the end, and how many of them were noticed within a week."""
        lags = [lag for moment, lag in self._lags if moment < end - NOTICE_S]
        open_ = sum(moment < end - NOTICE_S for pending in self._pending.values() for moment, _ in pending)
        return len(lags) + open_, sum(lag <= NOTICE_S for lag in lags)
