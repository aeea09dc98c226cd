"""What is known of threads and boards, put together from what many pages say of them. Pure, but for its own values.

Of two pages that say different things one is believed whatever came first, so that readings may come in any order: the
one that is trusted more, then the one that was seen later. What comes of the same moment is the same page read again,
and counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from weft.page import BoardEntry, Crumb, IndexPage, ThreadEntry, ThreadPage
from weft.store._packing import clean_text, pack_crumbs, pack_time

NOBODY = 1 << 62  # the rank of what no page has said
LISTED = NOBODY - 1  # and of what an index page says of a thread
NEVER = float("-inf")
_MOST = (1 << 63) - 1  # what a column holds
# Who is believed about a board, the smaller the more. What its title is:
_BY_ROW, _BY_CRUMB, BY_ITSELF = 0, 1, 2  # and later pages of the board itself after the first
# Where it stands. An entry page may list boards of all depths, so the page that lists fewer boards is nearer.
_BY_OWN_CRUMBS, _BY_THREADS, _BY_LIST = 0, 1, 2


@dataclass(slots=True)
class Told:
    """A number or a time that index pages tell: the newest counts."""

    value: float | None = None
    seen: float = NEVER

    def hear(self, value: float | None, seen: float) -> None:
        """Take what a page says; nothing is no answer."""
        if value is not None and seen >= self.seen:
            self.value, self.seen = min(value, _MOST), seen


@dataclass(slots=True)
class ThreadFacts:
    """A thread. Its own pages go before index pages, its first page before the others."""

    title: str = ""
    title_rank: int = NOBODY
    tags: tuple[str, ...] = ()
    tags_rank: int = NOBODY
    board: str = ""  # as its crumbs say
    board_seen: float = NEVER
    crumbs: tuple[Crumb, ...] = ()  # those of a page on which none has an address
    is_locked: bool = False  # as its own page says
    page_seen: float = NEVER
    is_sticky: bool = False
    is_listed_locked: bool = False
    entry_seen: float = NEVER
    replies: Told = field(default_factory=Told)
    views: Told = field(default_factory=Told)
    last_time: Told = field(default_factory=Told)
    last_offset: int = 0

    def hear_page(self, page: ThreadPage, rank: int, seen: float) -> None:
        """Take what a page of the thread says; `rank` is smaller for earlier pages."""
        if page.title and rank <= self.title_rank:
            self.title, self.title_rank = clean_text(page.title), rank
        if rank == self.tags_rank or (page.tags and rank < self.tags_rank):
            self.tags, self.tags_rank = tuple(map(clean_text, page.tags)), rank
        if seen >= self.page_seen:
            self.is_locked, self.page_seen = page.locked, seen
        if page.crumbs:
            self._hear_crumbs(page.crumbs, seen)

    def _hear_crumbs(self, crumbs: tuple[Crumb, ...], seen: float) -> None:
        if seen >= self.board_seen:
            way = cut_crumbs(crumbs)
            self.board, self.board_seen = way[-1].url if way else "", seen
            self.crumbs = () if way else tuple(Crumb(clean_text(crumb.text), "") for crumb in crumbs)

    def hear_entry(self, entry: ThreadEntry, seen: float) -> None:
        """Take what a row of an index page says."""
        title = clean_text(entry.title)
        if title and (self.title_rank > LISTED or (self.title_rank == LISTED and seen >= self.entry_seen)):
            self.title, self.title_rank = title, LISTED
        if title and seen >= self.entry_seen:  # a row that does not name its thread is none to be believed
            self.is_sticky, self.is_listed_locked, self.entry_seen = entry.sticky, entry.locked, seen
        self.replies.hear(entry.replies, seen)
        self.views.hear(entry.views, seen)
        moment, offset = pack_time(entry.last_time)
        self.last_time.hear(moment, seen)
        if self.last_time.value == moment:
            self.last_offset = offset


@dataclass(slots=True)
class Claim:
    """A text that pages say of a board: who is believed most counts, of several the newest."""

    text: str = ""
    rank: int = NOBODY
    seen: float = NEVER

    def hear(self, text: str, rank: int, seen: float) -> None:
        """Take what a page says; nothing is no answer."""
        if text and (rank < self.rank or (rank == self.rank and seen >= self.seen)):
            self.text, self.rank, self.seen = clean_text(text), rank, seen


@dataclass(slots=True)
class BoardFacts:
    """A board, or an index page that may turn out to be none (the entry of a forum)."""

    title: Claim = field(default_factory=Claim)
    description: Claim = field(default_factory=Claim)
    parent: Claim = field(default_factory=Claim)  # an address
    path: Claim = field(default_factory=Claim)  # crumbs, packed
    is_board: bool = False
    size: int = 0  # threads that its pages list

    def hear_page(self, address: str, page: IndexPage, rank: int, seen: float) -> None:
        """Take what a page of the board itself says; `rank` is smaller for earlier pages."""
        self.title.hear(page.title, BY_ITSELF + rank, seen)
        if len(page.crumbs) > 1:
            *above, own = page.crumbs
            self._hear_crumbs((*above, Crumb(own.text, address)), _BY_OWN_CRUMBS, seen)
        # The entry may have crumbs, too; it lists boards, and is none unless it lists threads.
        self.is_board |= bool(page.threads) or (len(page.crumbs) > 1 and not page.boards)

    def hear_thread(self, crumbs: tuple[Crumb, ...], seen: float) -> None:
        """Take the crumbs of a thread, up to this board."""
        self.is_board = True
        self._hear_crumbs(crumbs, _BY_THREADS, seen)

    def _hear_crumbs(self, crumbs: tuple[Crumb, ...], rank: int, seen: float) -> None:
        *above, own = crumbs
        self.title.hear(own.text, _BY_CRUMB, seen)
        self.path.hear(pack_crumbs(crumbs), rank, seen)
        higher = (crumb.url for crumb in reversed(above) if crumb.url not in ("", own.url))
        self.parent.hear(next(higher, ""), rank, seen)

    def hear_row(self, entry: BoardEntry, lister: str, listed: int, seen: float) -> None:
        """Take what a row of an index page says that lists so many boards; without a lister it tells no parent."""
        self.is_board = True
        self.title.hear(entry.title, _BY_ROW, seen)
        self.description.hear(entry.description, _BY_ROW, seen)
        self.parent.hear(lister, _BY_LIST + listed, seen)


def cut_crumbs(crumbs: tuple[Crumb, ...]) -> tuple[Crumb, ...]:
    """Give the crumbs of a thread up to its board, the last that has an address; none when none has."""
    last = max((place for place, crumb in enumerate(crumbs) if crumb.url), default=-1)
    return crumbs[: last + 1]


def boards_of(address: str, page: IndexPage) -> list[str]:
    """Give the addresses of the boards that an index page speaks of, its own first."""
    return list(dict.fromkeys((address, *(entry.url for entry in page.boards if entry.url))))


def threads_of(page: IndexPage) -> list[str]:
    """Give the addresses of the threads that an index page lists."""
    return list(dict.fromkeys(entry.url for entry in page.threads if entry.url))


def hear_index(
    address: str,
    page: IndexPage,
    rank: int,
    seen: float,
    boards: Mapping[str, BoardFacts],
    threads: Mapping[str, ThreadFacts],
) -> None:
    """Take what an index page says of its board, and of the boards and threads it lists."""
    boards[address].hear_page(address, page, rank, seen)
    rows = [entry for entry in page.boards if entry.url and entry.url != address]
    is_menu = len(rows) < len(page.boards)  # a list that has itself in it is no list of what is below
    for row in rows:
        boards[row.url].hear_row(row, "" if is_menu else address, len(rows), seen)
    for entry in page.threads:
        if entry.url:
            threads[entry.url].hear_entry(entry, seen)
