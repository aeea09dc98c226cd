"""How readings go into an archive, whichever it is: what is passed over, what replaces, what counts as a look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from weft.page import IndexPage, Post, ThreadPage
from weft.store._forum_ports import Changes, Reading
from weft.store._packing import Key, pack_moment
from weft.store._seats import Desk, Look, Outcome, key_posts, page_rank, settle

UNREAD = -1  # the wrapper of a page that was fetched again and not read
_MOST_URLS = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Before:
    """How a page was read before: as a page of which thread, if any, its rank there, and when."""

    thread: int | None
    page: int
    seen: float


class Ledger(Protocol):
    """What recording needs of an archive. Pages, threads and boards have numbers there."""

    def name(self, address: str) -> int:
        """Give the number of a thread or board."""

    def before(self, url: int) -> Before | None:
        """Tell how a page was read before."""

    def save(self, url: int, thread: int | None, reading: Reading, seen: float) -> None:
        """Remember that a page was read, as a page of a thread or not."""

    def set_wrapper(self, url: int, wrapper: int) -> None:
        """Remember by what a page was read, and nothing else."""

    def hear_index(self, address: str, page: IndexPage, rank: int, seen: float) -> None:
        """Take what an index page says of boards and threads."""

    def hear_thread(self, thread: int, page: ThreadPage, rank: int, seen: float) -> None:
        """Take what a page of a thread says of it and of its board; makes the thread if it is new."""

    def count_page(self, thread: int, number: int) -> None:
        """Count pages to a thread, or off it."""

    def has_pages(self, thread: int) -> bool:
        """Tell whether a page of a thread was read."""

    def desk(self, look: Look, was_page: int, *, is_new: bool) -> Desk:
        """Give the posts that a look needs; `was_page`: the rank of the page before; `is_new`: the thread has none."""

    def fetch_posts(self, look: Look, was: Before) -> None:
        """Take over the posts of a page from the thread it belonged to before.

        What other pages of that thread show as well stays there, on those; what is in this thread already goes.
        """

    def write(self, look: Look, outcome: Outcome) -> None:
        """Write what a look changes."""

    def mark_gone(self, thread: int) -> int:
        """Mark posts of a thread that were looked for everywhere they may be; gives how many."""


class Recorder:
    """Puts readings in one after the other, and adds up what they bring."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._new = self._changed = self._gone = 0
        self._posts: list[tuple[str, Post]] = []

    def changes(self) -> Changes:
        """Give what the readings brought so far."""
        return Changes(self._new, self._changed, self._gone, tuple(self._posts))

    def put(self, reading: Reading, url: int) -> None:
        """Put in the reading of the page that has this number."""
        seen, before = pack_moment(reading.seen_at), self._ledger.before(url)
        if before and seen < before.seen and not reading.again:
            return
        if reading.index:
            self._ledger.hear_index(name_of(reading), reading.index, page_rank(reading.number), seen)
        replaces = reading.again or (before is not None and seen == before.seen)
        newest = max(seen, before.seen) if before else seen
        was = before if before and before.thread else None
        if reading.thread:
            self._put_thread(reading, url, was, newest, replaces=replaces)
        elif was is None:
            self._ledger.save(url, None, reading, newest)
        elif reading.gone or replaces:
            self._empty(reading, url, was, newest, replaces=replaces)
        else:
            self._ledger.set_wrapper(url, reading.wrapper)

    def _put_thread(self, reading: Reading, url: int, was: Before | None, newest: float, *, replaces: bool) -> None:
        ledger, page = self._ledger, reading.thread or ThreadPage()
        thread, rank, seen = ledger.name(name_of(reading)), page_rank(reading.number), pack_moment(reading.seen_at)
        is_new = not ledger.has_pages(thread)
        ledger.hear_thread(thread, page, rank << 31 | min(url, _MOST_URLS), seen)
        shown = key_posts(page.posts)
        if was and not (shown or replaces or reading.gone):
            ledger.set_wrapper(url, reading.wrapper)
            return
        look = Look(thread, rank, url, seen, was.seen if was else None, replaces)
        if was is None or was.thread != thread:
            ledger.count_page(thread, 1)
        if was and was.thread and was.thread != thread:
            ledger.fetch_posts(look, was)
            ledger.count_page(was.thread, -1)
        desk = ledger.desk(look, was.page if was else rank, is_new=is_new and was is None)
        ledger.save(url, thread, reading, newest)
        self._look(look, shown, desk, name_of(reading))
        self._gone += 0 if is_new else ledger.mark_gone(thread)

    def _empty(self, reading: Reading, url: int, was: Before, newest: float, *, replaces: bool) -> None:
        """Put in that a page of a thread is no more, or never was one."""
        thread = was.thread or 0
        look = Look(thread, was.page, url, pack_moment(reading.seen_at), was.seen, replaces, clears=replaces)
        self._look(look, {}, self._ledger.desk(look, was.page, is_new=False), name_of(reading))
        self._ledger.save(url, None if replaces else thread, reading, newest)
        if replaces:
            self._ledger.count_page(thread, -1)
        self._gone += self._ledger.mark_gone(thread)

    def _look(self, look: Look, shown: Mapping[Key, Post], desk: Desk, thread: str) -> None:
        outcome = settle(look, shown, desk)
        self._ledger.write(look, outcome)
        self._new += len(outcome.fresh)
        self._changed += len(outcome.changed)
        self._gone += len(outcome.removed)
        self._posts += [(thread, post) for _, post, _ in outcome.fresh]
        self._posts += [(thread, post) for post in outcome.changed]


def name_of(reading: Reading) -> str:
    """Give the address of the list a page belongs to."""
    return reading.list or reading.url
