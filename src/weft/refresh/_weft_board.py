"""What a page of an index list teaches the policy `weft`."""

from __future__ import annotations

from weft.page import IndexPage
from weft.refresh._values import DAY_S, MINUTE_S, Known, Sight
from weft.refresh._weft_deep import Deep
from weft.refresh._weft_ledger import Ledger
from weft.refresh._weft_modified import is_belied
from weft.refresh._weft_rows import RowReader
from weft.refresh._weft_signs import SIGNS, Cause
from weft.refresh._weft_state import NEVER, Board

WATCH_S = 30 * DAY_S  # after so long a watch, what was seen counts half
NEW_WORTH = 5.0  # news that a new thread is worth: until it is known, its next posts wait as well


class BoardReader:
    """Brings index lists up to date: what their rows tell, which further pages are needed, how much was news."""

    def __init__(self, ledger: Ledger, deep: Deep) -> None:
        self._ledger, self._deep = ledger, deep
        self._rows = RowReader(ledger)

    def adopt(self, known: Known, now: float) -> None:
        """Take over an index list; who tells of it shows when a page does."""
        if known.visited is None:
            self._rows.meet(known.list, now)
            return
        board = self._ledger.boards.setdefault(known.list, Board(known.list))
        board.pages, board.is_swept = known.pages, True
        board.looked = known.visited
        self._ledger.touched.add(board.name)
        self._ledger.poll(board)

    def see(self, board: Board, sight: Sight, now: float) -> None:
        """Learn from a page of an index list."""
        board.flying = False
        self._ledger.touched.add(board.name)
        if sight.failed or sight.missing or sight.skipped:
            self._pass_over(board, sight, now)
            return
        board.dead = board.fails = 0
        if sight.number == 1:
            self._see_top(board, sight, now)
        elif sight.index is not None:
            self._see_deeper(board, sight, sight.index, now)
        self._ledger.poll(board)

    def _pass_over(self, board: Board, sight: Sight, now: float) -> None:
        if sight.number == 1:
            board.dead += sight.missing
            board.fails += sight.failed
            if board.waiting > 0:
                self._ledger.hot.put_off(board, board.waiting, now)
        elif board.spill == sight.number:
            board.spill, board.waiting = 0, 0.0
        self._ledger.poll(board, now)

    def _see_top(self, board: Board, sight: Sight, now: float) -> None:
        before = board.looked
        if before > NEVER:
            board.watch += now - before
            if board.watch > WATCH_S:
                board.watch, board.news, board.found = board.watch / 2, board.news / 2, board.found / 2
        if sight.unchanged:
            self._ledger.unmodified[board.name] = now
        if sight.unchanged or sight.index is None or sight.index is board.index:
            self._settle(board, 0.0, now)
            return
        self._judge_unmodified(board, sight.index, now)
        board.index, board.pages = sight.index, sight.pages
        found = self._read(board, sight.index, now)
        self._settle(board, found, now)
        if not board.is_swept:
            self._sweep(board, 1)
        elif before > NEVER and found:
            self._spill(board, sight.index, 1, now)

    def _judge_unmodified(self, board: Board, index: IndexPage, now: float) -> None:
        """Hold the last answer "not modified" against what the page shows."""
        since = self._ledger.unmodified.pop(board.name, None)
        if since is not None and board.index is not None:
            lied = is_belied(board.index, index, since, now, self._ledger.habits)
            self._ledger.habits.modified.add(not lied, lied)

    def _read(self, board: Board, index: IndexPage, now: float) -> float:
        """Read all rows; gives the posts they tell of."""
        news, found = 0.0, 0.0
        for row in index.boards:
            if self._rows.read_board(board, row, now):
                news += 1.0
                self._judge_nesting(board, NEVER if row.last_time is None else row.last_time.timestamp())
        for thread, time in self._rows.read_threads(board, index.threads, now, top=True):
            found += thread.waiting
            worth = NEW_WORTH if thread.cause is Cause.NEW else 1.0
            news += worth * self._share_untold(board, time, now)
        if board.waiting > 0 and not found:
            found += self._suspect_first(board, now)
        board.news += news
        board.found += found
        return found

    def _settle(self, board: Board, found: float, now: float) -> None:
        """Close the account of what was told of the board."""
        if board.waiting > 0 and board.cause in SIGNS:
            self._ledger.habits.right_boards[board.cause].add(found > 0, found <= 0)
            self._ledger.boards_told.add(0.0, max(1.0, found))
            if found < board.waiting:
                self._deep.search(board, now)
        board.looked = now
        board.acted_posts = board.sign_posts
        board.waiting, board.cause, board.spill = 0.0, Cause.NONE, 0
        self._deep.watch(board)

    def _judge_nesting(self, board: Board, time: float) -> None:
        """Note whether what is new in a board below was told of this one, too."""
        teller = self._ledger.boards.get(board.teller)
        if board.waiting > 0:
            self._ledger.habits.nested.add(0.0, 1.0)
        elif teller is not None and NEVER < time < teller.looked - MINUTE_S:
            self._ledger.habits.nested.add(1.0, 0.0)

    def _share_untold(self, board: Board, time: float, now: float) -> float:
        """Give how surely something new should have been told before, and was not."""
        if not board.teller:
            return 1.0
        teller = self._ledger.boards.get(board.teller)
        if board.waiting > 0 or teller is None or teller.looked == NEVER:
            return 0.0
        if time > NEVER:
            share = float(time < teller.looked - MINUTE_S)
        else:
            share = max(0.0, teller.looked - board.looked) / max(1.0, now - board.looked)
        if share:
            self._ledger.boards_told.add(share, 0.0)
        return share

    def _suspect_first(self, board: Board, now: float) -> float:
        """Where rows tell nothing but their order, a board with more posts and the same order has them in its first."""
        ledger = self._ledger
        first = ledger.threads.get(board.rows[0]) if board.rows else None
        if first is None or not first.is_held or first.flying or not ledger.habits.do_bump:
            return 0.0
        if board.cause not in SIGNS or first.sign_count >= 0 or first.sign_time > NEVER:
            return 0.0
        ledger.alarm(first, board.waiting, Cause.PLACE, (board.name, NEVER), now)
        return board.waiting

    def _see_deeper(self, board: Board, sight: Sight, index: IndexPage, now: float) -> None:
        rows = index.threads
        found = self._rows.read_threads(board, rows, now, top=False)
        board.pages = sight.pages
        self._deep.see(board, sight.number, [row.url for row in rows], sum(thread.waiting for thread, _ in found), now)
        if board.spill == sight.number:
            board.waiting, board.spill = 0.0, 0
            self._spill(board, index, sight.number, now)
        self._sweep(board, sight.number)

    def _spill(self, board: Board, index: IndexPage, number: int, now: float) -> None:
        """Look at the next page too when all of this one is new."""
        rows = [row for row in index.threads if not row.sticky]
        if rows and number < board.pages and all(self._ledger.threads[row.url].waiting > 0 for row in rows):
            self._ledger.alarm_board(board, 2.0, Cause.MORE, now)
            board.spill = number + 1

    def _sweep(self, board: Board, number: int) -> None:
        """Go on with the first reading of all pages; once it is done, further pages only hold what has moved down."""
        if board.is_swept or number not in {board.swept, board.swept + 1}:
            return
        board.swept = max(board.swept, number)
        board.is_swept = board.swept >= board.pages
        if not board.is_swept:
            self._ledger.backlog.appendleft((board.name, board.swept + 1))
