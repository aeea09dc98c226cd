"""All that the policy `weft` knows of a site, and the queues over it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import chain
from typing import Any

from weft.refresh._activity import Activity
from weft.refresh._hazard import Hazard
from weft.refresh._queues import RateQueue, drop
from weft.refresh._values import DAY_S
from weft.refresh._weft_hot import Hot
from weft.refresh._weft_signs import SIGNS, Cause, Habits, Tally
from weft.refresh._weft_state import NEVER, Board, Thread

SEED_S = 10 * DAY_S  # what is known of so long before the start counts as watched
ROOT_NEWS_DAY = 48.0  # news a day a list is credited with that nobody tells of, before it was watched
PRIOR_NEWS = 0.3  # how many news that credit is worth
FOLLOWERS = 2.0  # posts of a day that a silence of more than a day ends with, and which all wait for the same visit
# (measured: 2.3 to 2.4 on a real forum)
DEMOTIONS = 64  # threads put into a lower class at one decision
GIVEN_UP = 2  # looks in a row that found a thread gone, after which it is neither polled nor checked
MOST_HINDERED = 4  # failures in a row that make polls rarer: each by half
LEAST_TRUST = 0.05  # share of right signs below which a list is not listened to,
DOUBTED_EVERY = 10  # but for one sign in so many
HALF_TRUST = 0.5  # the same for signs of boards that another sign contradicts


class Ledger:
    """Lists by name, what was measured about the site, what waits."""

    def __init__(self) -> None:
        self.boards: dict[str, Board] = {}
        self.threads: dict[str, Thread] = {}
        self.hazard, self.activity, self.hot, self.habits = Hazard(), Activity(), Hot(), Habits()
        self.backlog: deque[tuple[str, int]] = deque()
        self.polls: RateQueue[Board] = RateQueue()
        self.queues: tuple[RateQueue[Thread], RateQueue[Thread]] = (RateQueue(), RateQueue())  # row on top; not
        self.rows = (Tally(), Tally())  # posts that rows missed, and told: row on top; not
        self.boards_told = Tally()  # posts that tellers of boards missed, and told
        self.below: dict[str, set[str]] = {}  # boards by the list that tells of them
        self.searched: dict[str, float] = {}  # boards that are told to have more than was found, and since when
        self.unmodified: dict[str, float] = {}  # lists by when they were last said to be not modified
        self.begin = NEVER
        self.touched: set[str] = set()
        self._doubted = 0

    def missed(self) -> tuple[float, float]:
        """Give the shares of posts that rows do not tell: of threads on first pages, of others."""
        on_top, off = self.rows
        if self.habits.do_bump:
            return on_top.share(0.0, 1.0), off.share(0.0, 1.0)
        return on_top.share(0.0, 1.0), off.share(0.2, 4.0) if self.habits.do_tell else max(0.5, off.share(1.0))

    def rate_of(self, thread: Thread, now: float) -> float:
        """Give the posts a second to be expected of a thread, half way between its last visit and now.

        Rates fall with the silence: what may have come soon after the visit counts, and waits longest.
        """
        silence = (thread.visited + now) / 2 - thread.last_post
        rate = self.hazard.rate(silence, thread.tempo)
        return rate * FOLLOWERS if silence > DAY_S else rate

    def queue(self, thread: Thread, now: float, visited: float | None = None) -> None:
        """Put a thread where it is polled and checked from."""
        if thread.flying or not thread.is_held or thread.dead >= GIVEN_UP:
            drop(thread)
            return
        self.queues[not thread.on_top].put(thread, self.rate_of(thread, now), visited or thread.visited)

    def set_top(self, thread: Thread, now: float, *, on_top: bool) -> None:
        """Note whether a thread's row stands on a first page."""
        if thread.on_top is on_top:
            return
        thread.on_top = on_top
        self.touched.add(thread.name)
        if thread.place:
            self.queue(thread, now)

    def best_thread(self, queue: RateQueue[Thread], now: float) -> tuple[float, Thread] | None:
        """Give the best thread; those that fell silent since they were put in go down on the way."""
        best = None
        for _ in range(DEMOTIONS):
            best = queue.best(now)
            if best is None:
                return None
            thread = best[1]
            rate = self.rate_of(thread, now)
            score: float = rate * (now - thread.visited) ** 2
            if score > best[0] / 2:
                return score, thread
            queue.put(thread, rate, thread.visited)
        return best

    def news_rate(self, board: Board) -> float:
        """Give the news a second of a list that nobody else tells."""
        if board.teller:
            usual = self._found_rate(board) * self.boards_told.share(0.5, 50.0)
            below = sum(self._found_rate(self.boards[name]) for name in self.below.get(board.name, ()))
            usual += below * self.habits.nested.share(1.0, 1.0)
        else:
            usual = ROOT_NEWS_DAY / DAY_S
        return (board.news + PRIOR_NEWS) / (board.watch + PRIOR_NEWS / usual)

    def _found_rate(self, board: Board) -> float:
        return (board.found + board.seed + 1.0) / (board.watch + SEED_S)

    def set_teller(self, board: Board, teller: Board) -> None:
        """Note which list tells of a board: of several, one that nobody tells of, for it is looked at most."""
        old = self.boards.get(board.teller)
        if board is teller or (old is not None and not old.teller and teller.teller):
            return
        if old is not None:
            self.below.get(old.name, set()).discard(board.name)
        board.teller = teller.name
        self.below.setdefault(teller.name, set()).add(board.name)

    def poll(self, board: Board, visited: float | None = None) -> None:
        """Put an index list where it is polled from; one that cannot be had is polled less and less."""
        if not board.flying:
            hindered = 4.0 ** min(board.fails + board.dead, MOST_HINDERED)
            self.polls.put(board, self.news_rate(board) / hindered, visited or board.looked)

    def alarm(self, thread: Thread, waiting: float, cause: Cause, told: tuple[str, float], now: float) -> None:
        """Note that a thread is said to have something new; `told`: by which list, and its look before that."""
        self.touched.add(thread.name)
        if thread.waiting <= 0:
            thread.alarmed, thread.was_top = now, thread.on_top
            thread.teller, thread.quiet = told
        elif waiting <= thread.waiting:
            return
        worth = waiting * self.trust_in(thread.teller, cause)
        if worth < LEAST_TRUST * waiting and self._is_dismissed():
            return
        thread.waiting, thread.cause = waiting, cause
        self.hot.put(thread, worth)

    def alarm_board(self, board: Board, waiting: float, cause: Cause, now: float) -> None:
        """Note that a list is said to have something new."""
        self.touched.add(board.name)
        if board.waiting <= 0:
            board.alarmed = now
        elif waiting <= board.waiting:
            return
        board.waiting, board.cause = waiting, cause
        self.hot.put(board, self.worth_of(board))

    def worth_of(self, board: Board) -> float:
        """Give what a look at a board is worth: its posts take further requests, though fewer than one each."""
        worth = board.waiting * self.habits.trust(board.cause, board=True)
        return worth / (1.0 + 0.5 * worth)

    def trust_in(self, teller: str, cause: Cause) -> float:
        """Give how far a sign on a page of a list is believed."""
        board = self.boards.get(teller)
        if board is None or cause not in SIGNS:
            return 1.0
        return self.habits.trust(cause) * (board.right + 2.0) / (board.right + board.wrong + 2.0)

    def is_doubted(self, cause: Cause) -> bool:
        """Tell whether a sign of a board is left aside: mostly, when most such signs were wrong."""
        return self.habits.trust(cause, board=True) < HALF_TRUST and self._is_dismissed()

    def _is_dismissed(self) -> bool:
        self._doubted += 1
        return self._doubted % DOUBTED_EVERY != 0

    def count_due(self, names: Iterable[str]) -> int:
        """Count the lists that wait: told to have changed, in the backlog, or of these names."""
        told = (state.name for state in chain(self.boards.values(), self.threads.values()) if state.waiting > 0)
        return len({*told, *names, *(name for name, _ in self.backlog)})

    def save(self, *, touched: bool) -> tuple[dict[str, Any], dict[str, list[Any]]]:
        """Give what is known of the site, and rows of lists."""
        site = {
            "begin": self.begin,
            "backlog": [list(page) for page in self.backlog],
            "hazard": self.hazard.save(),
            "activity": self.activity.save(),
            "habits": self.habits.save(),
            "tallies": [[tally.yes, tally.no] for tally in (*self.rows, self.boards_told)],
        }
        names = self.touched if touched else [*self.boards, *self.threads]
        rows = {name: (self.boards.get(name) or self.threads[name]).to_row() for name in names}
        self.touched = set()
        return site, rows

    def restore(self, site: dict[str, Any], rows: dict[str, list[Any]]) -> None:
        """Take up what was saved; what was under way waits again."""
        self.begin = site["begin"]
        self.hazard.restore(site["hazard"])
        self.activity.restore(site["activity"])
        self.habits.restore(site["habits"])
        on_top, off, self.boards_told = (Tally(*pair) for pair in site["tallies"])
        self.rows = (on_top, off)
        self.backlog.extend((name, number) for name, number in site["backlog"])
        for row in rows.values():
            if row[0] == Board.__name__:
                self._take_up_board(Board.from_row(row))
            else:
                self._take_up_thread(Thread.from_row(row))
        for board in self.boards.values():
            self.poll(board)

    def _take_up_board(self, board: Board) -> None:
        self.boards[board.name] = board
        if board.teller:
            self.below.setdefault(board.teller, set()).add(board.name)
        if board.waiting > 0:
            self.hot.put(board, self.worth_of(board))

    def _take_up_thread(self, thread: Thread) -> None:
        self.threads[thread.name] = thread
        self.queue(thread, thread.visited)
        if thread.waiting > 0:
            self.hot.put(thread, thread.waiting * self.trust_in(thread.teller, thread.cause))
