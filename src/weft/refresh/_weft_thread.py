"""What a page of a thread teaches the policy `weft`."""

from __future__ import annotations

from weft.refresh._hazard import UNKNOWN
from weft.refresh._values import MINUTE_S, Known, Sight
from weft.refresh._weft_ledger import SEED_S, Ledger
from weft.refresh._weft_modified import SOON_S
from weft.refresh._weft_signs import SIGNS, Cause
from weft.refresh._weft_state import NEVER, Thread

FADE = 0.98  # what a list has told before counts so much less with every sign
NEAR_PAGES = 3  # further pages of a thread known before that are fetched at once


class ThreadReader:
    """Brings threads up to date and judges what was told of them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def adopt(self, known: Known) -> None:
        """Take over a thread of the archive; its posts teach how threads of this site go on."""
        ledger = self._ledger
        thread = ledger.threads.setdefault(known.list, Thread(known.list))
        ledger.touched.add(thread.name)
        thread.board, thread.pages = known.parent, known.pages
        if known.visited is None:
            ledger.backlog.append((known.list, 1))
            return
        thread.page, thread.posts, thread.visited = known.pages, len(known.times), known.visited
        thread.last_post = max(known.times, default=known.visited)
        board = ledger.boards.get(known.parent)
        if board is not None and known.times:
            board.seen_last = max(board.seen_last, thread.last_post)
            board.seed += sum(time > known.visited - SEED_S for time in known.times)
        thread.tempo = ledger.hazard.observe(UNKNOWN, None, NEVER, sorted(known.times), known.visited)
        for time in known.times:
            ledger.activity.observe(time)
        ledger.queue(thread, known.visited)

    def page_of(self, thread: Thread) -> int:
        """Give the page where new posts are: the last one known, or the one after when it is known to be there."""
        if thread.goal or not thread.page or self._ledger.habits.newest_first:
            return thread.goal or 1
        return max(1, min(thread.page + 1, thread.pages))

    def see(self, thread: Thread, sight: Sight, now: float) -> None:
        """Learn from a page of a thread."""
        ledger = self._ledger
        thread.flying, thread.goal = False, 0
        ledger.touched.add(thread.name)
        if sight.failed or sight.missing or sight.skipped:
            self._pass_over(thread, sight, now)
            return
        thread.dead = thread.fails = 0
        ledger.habits.note_posts(sight.times)
        if thread.is_held and sight.number < thread.page and not ledger.habits.newest_first:
            self._see_older(thread, sight, now)
            return
        first = not thread.is_held
        told = self._judge(thread, sight, now, first=first)
        if sight.unchanged:
            ledger.unmodified[thread.name] = now
        else:
            self._take(thread, sight, now)
        waiting, cause, thread.visited = thread.waiting, thread.cause, now
        thread.waiting, thread.cause = 0.0, Cause.NONE
        self._turn(thread, sight, told, now, first=first, recent=cause is Cause.NEW and waiting > 0)
        if not thread.waiting and waiting and not sight.new and not thread.pending and thread.sign_count >= 0:
            # the count is right, what it leaves out was not: deleted posts, a count of all
            thread.base = thread.posts - thread.sign_count
        ledger.queue(thread, now)

    def _see_older(self, thread: Thread, sight: Sight, now: float) -> None:
        """Take in a page before the last: it tells nothing of what is told to be new."""
        thread.posts += sight.new - sight.gone
        self._ledger.queue(thread, now, now)
        if thread.waiting > 0:
            self._ledger.hot.put(thread, thread.waiting)

    def _pass_over(self, thread: Thread, sight: Sight, now: float) -> None:
        if sight.missing and sight.number > 1:
            thread.pages = max(1, sight.number - 1)  # the pager has promised too much
            thread.page = min(thread.page, thread.pages)
            thread.waiting = 0.0
        else:
            thread.dead += sight.missing
            thread.fails += sight.failed
            if thread.waiting > 0:
                self._ledger.hot.put_off(thread, thread.waiting, now)
        self._ledger.queue(thread, now, now)

    def _judge(self, thread: Thread, sight: Sight, now: float, *, first: bool) -> tuple[str, float]:
        """Compare what was told with what is there; gives by whom it was told, and that list's look before."""
        ledger = self._ledger
        board = ledger.boards.get(thread.board)
        looked = NEVER if board is None else board.looked
        told = (thread.teller, thread.quiet) if thread.waiting > 0 else (thread.board, looked)
        if first:
            return told
        if thread.waiting > 0 and thread.cause in SIGNS:
            right = sight.new > 0 or sight.pages > sight.number
            ledger.habits.right[thread.cause].add(right, not right)
            teller = ledger.boards.get(thread.teller)
            if teller is not None:
                teller.right, teller.wrong = FADE * teller.right + right, FADE * teller.wrong + (not right)
        if sight.new:
            self._judge_rows(thread, list_fresh(thread, sight), told[1])
        if (since := ledger.unmodified.pop(thread.name, None)) is not None and not sight.unchanged:
            lied = any(time < since - MINUTE_S for time in list_fresh(thread, sight))
            lied = lied or (sight.changed + sight.gone > 0 and now - since < SOON_S)
            ledger.habits.modified.add(not lied, lied)
        return told

    def _judge_rows(self, thread: Thread, fresh: list[float], quiet: float) -> None:
        """Count the new posts that rows have told, and those that the last quiet look should have shown."""
        is_told = thread.waiting > 0
        # a post that its board was told to have and is searched for would have been found
        sought = thread.board in self._ledger.searched
        missed = 0 if sought else sum(time < quiet - MINUTE_S for time in fresh)
        on_top = thread.was_top if is_told else thread.on_top
        self._ledger.rows[not on_top].add(missed, len(fresh) - missed if is_told or sought else 0)

    def _take(self, thread: Thread, sight: Sight, now: float) -> None:
        ledger = self._ledger
        if sight.times:
            fresh = list_fresh(thread, sight)
            if thread.is_held:
                thread.tempo = ledger.hazard.observe(thread.tempo, thread.last_post, thread.visited, fresh, now)
            elif sight.pages == 1:
                thread.tempo = ledger.hazard.observe(UNKNOWN, None, NEVER, sorted(sight.times), now)
            for time in fresh:
                ledger.activity.observe(time)
            # of a post known before, the first reading stands: ages are told ever coarser
            thread.last_post = max([thread.last_post, *(fresh if thread.is_held else sight.times)])
            board = ledger.boards.get(thread.board)
            if board is not None:
                board.seen_last = max(board.seen_last, thread.last_post)
        elif sight.new:
            thread.last_post = now  # a site whose posts show no times
        thread.posts += sight.new - sight.gone
        thread.pages = sight.pages

    def _turn(
        self, thread: Thread, sight: Sight, told: tuple[str, float], now: float, *, first: bool, recent: bool
    ) -> None:
        """See to the further pages of a thread."""
        ledger = self._ledger
        thread.page = max(thread.page, sight.number)
        left = thread.pages - sight.number
        if left <= 0 or sight.unchanged:
            return
        if ledger.habits.newest_first and not first:
            if sight.new and sight.new == len(sight.times):
                thread.goal = sight.number + 1
                ledger.alarm(thread, 1.0, Cause.MORE, told, now)
            return
        if not first and left <= NEAR_PAGES:
            ledger.alarm(thread, 1.0 + 10.0 * (left > 1), Cause.MORE, told, now)
            return
        # a long thread never seen: what is new stands on its last page, the rest can wait
        last = thread.pages if recent else thread.pages + 1
        ledger.backlog.extend((thread.name, number) for number in range(sight.number + 1, last))
        thread.pending += last - sight.number - 1
        thread.page = thread.pages - 1 if recent else thread.pages
        if recent:
            ledger.alarm(thread, 1.0, Cause.MORE, told, now)


def list_fresh(thread: Thread, sight: Sight) -> list[float]:
    """Give the times of posts written since the thread was visited last; pages fetched late show older ones, too."""
    newest = sorted(sight.times)[-sight.new :] if sight.new else []
    return [time for time in newest if time > thread.visited]
