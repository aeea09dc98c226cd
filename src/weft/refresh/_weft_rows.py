"""What rows of lists tell the policy `weft`: which threads and boards have something new, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

from weft.page import BoardEntry, ThreadEntry
from weft.refresh._weft_hot import TRIES
from weft.refresh._weft_ledger import Ledger
from weft.refresh._weft_signs import Cause, moved_up
from weft.refresh._weft_state import NEVER, Board, Thread

LESS_WORTH = 0.1  # posts that a count which went down is worth
MOST_WORTH = 50.0

Verdict = tuple[float, Cause]
NOTHING: Verdict = (0.0, Cause.NONE)


class RowReader:
    """Compares rows with what is known and raises alarms."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def meet(self, name: str, now: float) -> Board:
        """Give an index list, a new one with the alarm that it has never been seen."""
        board = self._ledger.boards.get(name)
        if board is None:
            board = self._ledger.boards[name] = Board(name)
            self._ledger.alarm_board(board, 1.0, Cause.NEW, now)
        return board

    def read_board(self, teller: Board, row: BoardEntry, now: float) -> bool:
        """Read the row of a board; tells whether it has something new."""
        known = row.url in self._ledger.boards
        board = self.meet(row.url, now)
        time = NEVER if row.last_time is None else row.last_time.timestamp()
        posts = -1 if row.posts is None else row.posts
        if time > NEVER or posts >= 0:
            self._ledger.set_teller(board, teller)
        late = self._is_late(time, board.seen_last, board.acted_time, now)
        more = posts - board.acted_posts if posts >= 0 and board.acted_posts >= 0 else 0
        if posts == board.sign_posts and time > NEVER and board.sign_time > NEVER:
            self._ledger.habits.note_time(time, board.sign_time, now)
        is_fresh = time != board.acted_time or posts != board.sign_posts
        board.sign_time, board.sign_posts = time, posts
        if self._ledger.habits.is_clock_known or late:
            board.acted_time = time
        if time == NEVER and posts >= 0 and board.acted_posts < 0 and known:
            self._ledger.alarm_board(board, 1.0, Cause.NEW, now)  # the first count tells nothing but where to start
            return False
        if not known or not is_fresh or not (late or more > 0):
            return False
        cause = Cause.BOTH if late and more > 0 else Cause.TIME if late else Cause.COUNT
        # where times tell, a count alone mostly counts what was found in another way meanwhile
        if cause is Cause.COUNT and time > NEVER and self._ledger.is_doubted(cause):
            return False
        self._ledger.alarm_board(board, max(1.0, float(more)), cause, now)
        return True

    def read_threads(
        self, board: Board, rows: Sequence[ThreadEntry], now: float, *, top: bool
    ) -> list[tuple[Thread, float]]:
        """Read the rows of a page; gives the threads with something new, and the time of their last post."""
        ledger, habits = self._ledger, self._ledger.habits
        names = [row.url for row in rows if not row.sticky]
        moved = set(moved_up(board.rows, names)) if top and board.rows and habits.do_bump else set()
        # further pages are not looked at regularly: a post they tell was not missed by them
        told = (board.name, board.looked if top else NEVER)
        alarmed, lasts = [], []
        for row in rows:
            thread = ledger.threads.get(row.url)
            if thread is None:
                thread = ledger.threads[row.url] = Thread(row.url)
                thread.board = board.name
            if thread.flying:
                continue  # what comes of that is not known yet; the next look judges the row
            time = NEVER if row.last_time is None else row.last_time.timestamp()
            waiting, cause = self._judge(board, thread, row, time, now, moved=row.url in moved)
            self._note(thread, row, time, now)
            if waiting > 0:
                ledger.alarm(thread, waiting, cause, told, now)
                alarmed.append((thread, time))
            elif not row.sticky and thread.is_held and thread.waiting <= 0:
                # posts' own times tell more than rows, which may show openings; but ages can only be compared when
                # they were read at one moment
                lasts.append(time if habits.are_ages and time > NEVER else thread.last_post)
            if top:
                ledger.set_top(thread, now, on_top=True)
        if top:
            habits.note_order(lasts)
            for name in set(board.rows).difference(names):
                ledger.set_top(ledger.threads[name], now, on_top=False)
            board.rows = names
        return alarmed

    def _is_late(self, time: float, last: float, acted: float, now: float) -> bool:
        """Tell whether a row's time says that there is a newer post than is known and was judged before."""
        if time == NEVER:
            return False
        habits = self._ledger.habits
        slack = habits.tolerance(now - time)
        return time > last + habits.lateness + slack and time > acted + (slack if habits.are_ages else 0.0)

    def _judge(
        self, board: Board, thread: Thread, row: ThreadEntry, time: float, now: float, *, moved: bool
    ) -> Verdict:
        """Tell how many posts a row says are waiting, and by which sign."""
        if not thread.is_held:
            return self._judge_new(board, thread, row, time)
        late = self._is_late(time, thread.last_post, thread.acted_time, now)
        more = self._count_more(thread, row)
        if late or more > 0:
            cause = Cause.BOTH if late and more > 0 else Cause.TIME if late else Cause.COUNT
            return min(MOST_WORTH, max(1.0, float(more))), cause
        if more < 0:
            thread.base = thread.posts - (row.replies or 0)
            return LESS_WORTH, Cause.LESS
        if moved and row.replies is None and (time == NEVER or thread.visited < board.looked):
            return 1.0, Cause.PLACE
        return NOTHING

    def _count_more(self, thread: Thread, row: ThreadEntry) -> int:
        """Give how many posts a row counts more than are held; fewer are negative."""
        if row.replies is None:
            return 0
        if thread.pending or thread.page < thread.pages:
            return max(0, row.replies - thread.sign_count) if thread.sign_count >= 0 else 0
        return row.replies + int(self._ledger.habits.base.value if thread.base is None else thread.base) - thread.posts

    def _judge_new(self, board: Board, thread: Thread, row: ThreadEntry, time: float) -> Verdict:
        """Judge the row of a thread never fetched: something of today, or old and for the backlog."""
        if thread.waiting > 0:
            return NOTHING
        if (thread.dead or thread.fails >= TRIES) and time == thread.sign_time:
            return NOTHING
        if time >= self._ledger.begin or (board.is_swept and (time == NEVER or time > board.looked)):
            return min(MOST_WORTH, 1.0 + (row.replies or 0)), Cause.NEW
        if not thread.pages:
            thread.pages = 1  # queued
            self._ledger.touched.add(thread.name)
            self._ledger.backlog.append((thread.name, 1))
        return NOTHING

    def _note(self, thread: Thread, row: ThreadEntry, time: float, now: float) -> None:
        """Measure how rows behave that did not change."""
        habits = self._ledger.habits
        count = -1 if row.replies is None else row.replies
        same = count == thread.sign_count
        settled = thread.is_held and thread.waiting <= 0
        if (
            same
            and time > NEVER
            and thread.sign_time > NEVER
            and habits.note_time(time, thread.sign_time, now)
            and settled
        ):
            habits.skew.add(time - thread.last_post)
        if same and count >= 0 and settled and not thread.pending:
            base = thread.posts - count
            if base in {0, 1}:
                habits.base.add(base)
        if time != thread.sign_time or not same:
            self._ledger.touched.add(thread.name)
        thread.sign_time, thread.sign_count = time, count
        if habits.is_clock_known:
            thread.acted_time = time if habits.are_ages else max(time, thread.acted_time)
