"""The forum in an archive: what was read out of its pages, as rows, and the protocol to put it in and get it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from weft.page import Crumb, IndexPage, Post, ThreadPage


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read out of one fetched page. Addresses in it are those of lists where the plan knows the list.

    `again` marks a page that is read anew from the WARC: its posts replace those that it gave before. Otherwise posts
    that stood on the page and no longer do are looked at, not dropped (see `Forum.record`). `gone` marks a page that
    the site no longer has (404, 410), which counts as a look that shows no post; without it, a page that shows none
    where it showed some (a wall, a new layout) counts as no look at all.
    """

    url: str
    seen_at: datetime
    thread: ThreadPage | None = None
    index: IndexPage | None = None
    list: str = ""  # of the page; empty: its own address
    number: int = 0  # page of the list, from 1; 0 when not known
    wrapper: int = 0  # which wrapper has read it; 0: none that was learned
    again: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board. `path` leads from the forum to it, itself last, as the pages show it, else as boards list boards."""

    url: str
    title: str
    description: str
    parent: str  # address of the board above, or empty
    path: tuple[Crumb, ...]
    threads: int  # in the archive


@dataclass(frozen=True, slots=True)
class PostRow:
    """One post with its place: `page` is the first of the thread's pages that show it, 0 when that has no number;
    `position` counts from 1 through the thread, posts that are gone included."""

    post: Post
    thread: str
    page: int
    position: int
    first_seen: datetime
    last_seen: datetime
    version: int  # 1, and one more for each change of its text that was seen
    gone: datetime | None = None  # since when it is known to be gone


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """One thread of which a page was read, without its posts."""

    url: str
    title: str
    board: str  # address, or empty
    board_title: str
    path: tuple[Crumb, ...]  # to its board, the board last
    tags: tuple[str, ...]
    sticky: bool
    locked: bool
    views: int | None
    replies: int | None  # as the index shows it
    last_time: datetime | None  # of the last post as the index shows it, else of the last post held
    pages: tuple[str, ...]  # addresses, by number
    posts: int  # in the archive


@dataclass(frozen=True, slots=True)
class UserRow:
    """One author."""

    name: str
    url: str
    posts: int


@dataclass(frozen=True, slots=True)
class Hit:
    """One post found by a search; `snippet` has the words found between \x02 and \x03. A greater score is better.

    Where only the title of a thread has the words, its first post stands for it.
    """

    row: PostRow
    thread_title: str
    snippet: str
    score: float


@dataclass(frozen=True, slots=True)
class Changes:
    """What readings brought: counts of posts, and the posts themselves that are new or changed, by thread."""

    new: int = 0
    changed: int = 0  # in their text
    gone: int = 0  # marked gone; and of pages read again, those that are no longer read out of them
    posts: tuple[tuple[str, Post], ...] = ()  # (thread, post) that are new or changed


class Forum(Protocol):
    """The part of an archive that holds the forum itself. Everything streams; nothing reads all posts into memory.

    Threads come in the order they became known, in `threads` and in `posts` alike. Commits between two rows disturb no
    listing. A thread is named by the address of its list; a thread that only an index page shows is none yet.
    """

    @property
    def last_changes(self) -> Changes:
        """What the readings of the last `commit` or `record` brought."""

    def record(self, readings: Iterable[Reading]) -> Changes:
        """Put readings in, in one transaction. A post seen again is updated, never doubled.

        A post is the same when thread and id are, or without id, thread, author, time and text (or, on the same page,
        author and one of the other two). A changed text is a new version; the old one is kept. A post that is missing
        where it stood (or, the pages having moved up, from all pages of its thread seen since) is marked gone at the
        second look that misses it, never deleted. A page that shows a post which an earlier one shows too tells
        nothing new of it. A reading older than the last one of its page is passed over. Readings of different pages
        may come in any order.
        """

    def boards(self) -> Iterator[BoardRow]:
        """Go through the boards: what index pages list as boards, what lists threads, what threads say they are in."""

    def threads(
        self, *, board: str = "", since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[ThreadRow]:
        """Go through the threads of which a page was read.

        `board` is the address, or part of the title, of a board on their path; `since` and `until` leave those with a
        post at or after the one and before the other.
        """

    def posts(
        self,
        *,
        thread: str = "",
        board: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[PostRow]:
        """Go through the posts, thread by thread, each in order; posts without a time are in no span of time."""

    def versions(self, thread: str, post_id: str) -> list[tuple[datetime, Post]]:
        """Give the versions of a post, oldest first, with the moment each was first seen; none for an unknown id."""

    def users(self) -> Iterator[UserRow]:
        """Go through the authors, in the order they became known; one with two addresses is two."""

    def search(
        self,
        query: str,
        *,
        board: str = "",
        author: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 20,
    ) -> list[Hit]:
        """Find posts that have all the words in text, author or thread title; best first.

        "a phrase", begin*, -without. Case and accents do not count; scripts without spaces are searched by characters.
        `author` is a whole name; with it the query may be empty.
        """

    def unread(self, wrapper: int) -> Iterator[str]:
        """Give the addresses of fetched thread and index pages that no wrapper of this or a later number has read.

        A page fetched again without a reading has not been read.
        """
