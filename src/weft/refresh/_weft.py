"""The policy `weft`: let pages that tell of others say what has changed, and measure how far they can be believed.

An entry page shows each board's last post, an index page each thread's, so two requests tell which threads changed.
Three things compete for a request:
1. what is told: boards and threads whose row says there is something new, most posts a request first;
2. polls: lists that tell of others, by the news nobody else would have told, and threads by their own rate as far as
   rows were found to miss posts; ranked by rate x (time since)^2, which minimises the mean delay of rare visits;
3. a share for pages never fetched, and one for edits, deletions and revived threads, larger in quiet hours.
"""

from __future__ import annotations

from weft.refresh._policy import Saved
from weft.refresh._queues import RateQueue, drop
from weft.refresh._values import Known, ListKind, Request, Sight, Why
from weft.refresh._weft_board import BoardReader
from weft.refresh._weft_deep import Deep
from weft.refresh._weft_hot import TRIES
from weft.refresh._weft_ledger import Ledger
from weft.refresh._weft_state import NEVER, Board, Thread
from weft.refresh._weft_thread import ThreadReader

CHECK_SHARE = 0.05  # of requests nothing else needs, for edits, deletions and threads revived without a sign
BACKLOG_SHARE = 0.6  # of requests nothing else needs, while there are pages never fetched
QUIET_MOST = 1.5  # by how much a quiet hour raises these shares at most
CREDIT = 3.0  # shares not used are kept for so many requests
POLL_AFTER = 8  # told requests in a row after which a poll comes in between
LEAST_MISSED = 1e-4  # share of posts missed by rows from which on threads are polled
MEASURE_EVERY = 16  # polls between two looks at that share
RECHECK_EVERY = 5  # of so many checks of a thread one is of an earlier page
DOUBT_EVERY = 20  # of so many answers "not modified" one is checked at once, the first one included


class Weft:
    """The default policy; see the module for how it decides."""

    name = "weft"

    def __init__(self, per_day: float = 3000.0) -> None:
        self.per_day = per_day
        self._ledger = Ledger()
        self._deep = Deep(self._ledger)
        self._boards = BoardReader(self._ledger, self._deep)
        self._threads = ThreadReader(self._ledger)
        self._flying: dict[tuple[str, int], int] = {}  # pages of the backlog under way, and how often they failed
        self._failed: dict[tuple[str, int], int] = {}  # those that wait again
        self._check_credit = self._backlog_credit = 0.0
        self._told_run = self._checks = self._polls = self._unmodified = 0
        self._doubted = ""  # a list that was said to be not modified, to be looked at
        self._polled: list[tuple[RateQueue[Thread], float]] = []  # threads to be polled, and how much rows miss there

    def adopt(self, known: Known, now: float) -> None:
        """Take over a list."""
        if self._ledger.begin == NEVER:
            self._ledger.begin = now
        if known.kind is ListKind.INDEX:
            self._boards.adopt(known, now)
        else:
            self._threads.adopt(known)

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give the best requests."""
        chosen: list[Request] = []
        while len(chosen) < count:
            request = self._next(now)
            if request is None:
                break
            # one page may be wanted for two reasons: a page of the backlog that a list has told of meanwhile
            if all((request.list, request.number) != (other.list, other.number) for other in chosen):
                chosen.append(request)
        return chosen

    def _next(self, now: float) -> Request | None:
        if (request := self._take_doubted()) is not None:
            return request
        if self._told_run < POLL_AFTER and (request := self._take_told(now)) is not None:
            self._told_run += 1
            return request
        self._told_run = 0
        return (
            self._take_share(now)
            or self._take_search()
            or self._take_poll(now)
            or self._take_told(now)
            or self._take_backlog()
            or self._take_check(now)
        )

    def _take_doubted(self) -> Request | None:
        """Look in earnest at a page that was just said to be not modified: has the site told the truth?"""
        name, self._doubted = self._doubted, ""
        board, thread = self._ledger.boards.get(name), self._ledger.threads.get(name)
        state = board or thread
        if state is None or state.flying or (state is thread and not thread.is_held):
            return None
        state.flying = True
        drop(state)
        return Request(name, 1 if thread is None else self._threads.page_of(thread), Why.POLL)

    def _take_told(self, now: float) -> Request | None:
        state = self._ledger.hot.take(now)
        if state is None:
            return None
        state.flying = True
        drop(state)
        if isinstance(state, Thread):
            return Request(state.name, self._threads.page_of(state), Why.TOLD if state.is_held else Why.NEW)
        spill = state.spill if isinstance(state, Board) else 0
        return Request(state.name, spill or 1, Why.TOLD if state.pages else Why.NEW)

    def _take_share(self, now: float) -> Request | None:
        """Give what has a share of its own, when it is its turn: checks, pages never fetched."""
        quiet = min(1.0 / self._ledger.activity.at(now), QUIET_MOST)
        self._check_credit = min(self._check_credit + CHECK_SHARE * quiet, CREDIT)
        if self._check_credit >= 1.0 and (request := self._take_check(now)) is not None:
            self._check_credit -= 1.0
            return request
        if self._ledger.backlog:
            self._backlog_credit = min(self._backlog_credit + BACKLOG_SHARE * quiet, CREDIT)
            if self._backlog_credit >= 1.0 and (request := self._take_backlog()) is not None:
                self._backlog_credit -= 1.0
                return request
        return None

    def _take_backlog(self) -> Request | None:
        backlog = self._ledger.backlog
        while backlog:
            name, number = backlog.popleft()
            if (name, number) in self._flying:  # a list that showed it twice: it is being asked for
                continue
            thread = self._ledger.threads.get(name)
            if thread is not None:
                if number == 1 and (thread.is_held or thread.flying):
                    continue
                thread.pending -= number > 1
                thread.flying = True
                drop(thread)
            self._flying[name, number] = self._failed.pop((name, number), 0)
            return Request(name, number, Why.NEW)
        return None

    def _put_back(self, page: tuple[str, int], tries: int) -> None:
        """Let a page of the backlog wait again; pages of boards lead to others and wait in front."""
        self._failed[page] = tries
        if page[0] in self._ledger.boards:
            self._ledger.backlog.appendleft(page)
            return
        self._ledger.backlog.append(page)
        self._ledger.threads[page[0]].pending += page[1] > 1

    def _take_check(self, now: float) -> Request | None:
        """Look at a thread again that nobody says has changed."""
        tops = [top for queue in self._ledger.queues if (top := self._ledger.best_thread(queue, now)) is not None]
        if not tops:
            return None
        thread = max(tops, key=lambda top: top[0])[1]
        thread.flying = True
        drop(thread)
        self._checks += 1
        number = thread.page or 1
        if number > 1 and self._checks % RECHECK_EVERY == 0:
            number = 1 + self._checks // RECHECK_EVERY % (number - 1)
        return Request(thread.name, number, Why.CHECK, self._ledger.habits.keep_validators)

    def _take_search(self) -> Request | None:
        page = self._deep.take()
        return None if page is None else Request(page[0].name, page[1], Why.TOLD)

    def _take_poll(self, now: float) -> Request | None:
        self._measure()
        board = self._ledger.polls.best(now)
        score = board[0] if board is not None else 0.0
        deep = self._deep.queue.best(now)
        if deep is not None and deep[0] > score:
            score, board = deep[0], None
        best: Thread | None = None
        for queue, missed in self._polled:
            thread = self._ledger.best_thread(queue, now)
            if thread is not None and thread[0] * missed > score:
                score, best = thread[0] * missed, thread[1]
        if best is not None:
            best.flying = True
            drop(best)
            return Request(best.name, self._threads.page_of(best), Why.POLL, self._ledger.habits.keep_validators)
        if board is not None:
            board[1].flying = True
            drop(board[1])
            # "not modified" says something only to whoever remembers what was there
            is_known = board[1].index is not None
            return Request(board[1].name, 1, Why.POLL, is_known and self._ledger.habits.keep_validators)
        if deep is not None:
            drop(deep[1])
            return Request(deep[1].board.name, deep[1].number, Why.POLL)
        return None

    def _measure(self) -> None:
        """Look now and then which threads rows cannot be trusted with."""
        if self._polls % MEASURE_EVERY == 0:
            shares = zip(self._ledger.queues, self._ledger.missed(), strict=True)
            self._polled = [(queue, missed) for queue, missed in shares if missed >= LEAST_MISSED]
        self._polls += 1

    def see(self, sight: Sight, now: float) -> None:
        """Learn from what a request showed."""
        page = (sight.list, sight.number)
        if page in self._flying:
            tries = self._flying.pop(page)
            if sight.skipped or (sight.failed and tries < TRIES):
                self._put_back(page, tries + sight.failed)
        if sight.unchanged:
            self._doubted = sight.list if self._unmodified % DOUBT_EVERY == 0 else self._doubted
            self._unmodified += 1
        board = self._ledger.boards.get(sight.list)
        if board is not None:
            self._boards.see(board, sight, now)
        elif (thread := self._ledger.threads.get(sight.list)) is not None:
            self._threads.see(thread, sight, now)

    def count_due(self) -> int:
        """Count the lists that are told to have changed, or have pages never fetched."""
        return self._ledger.count_due(name for name, _ in self._flying)

    def save(self, *, touched: bool = False) -> Saved:
        """Give everything as plain data, or the site and the rows that changed since the last time."""
        site, rows = self._ledger.save(touched=touched)
        site["backlog"] = [*(list(page) for page in self._flying), *site["backlog"]]
        return Saved(self.name, site, rows)

    def restore(self, saved: Saved) -> None:
        """Take up what was saved."""
        self._ledger.restore(saved.site, saved.lists)
