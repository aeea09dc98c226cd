"""The forum's twin in memory: same contract, no files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from weft.page import Crumb, Post
from weft.store._board_paths import Board, BoardPaths
from weft.store._facts import BY_ITSELF
from weft.store._forum import Span, make_span
from weft.store._forum_ports import BoardRow, Changes, Hit, PostRow, Reading, ThreadRow, UserRow
from weft.store._memory_ledger import MemoryLedger, Thread
from weft.store._memory_search import Searched, rank_posts
from weft.store._packing import pack_time, unpack_crumbs, unpack_moment, unpack_time
from weft.store._recording import Recorder
from weft.store._seats import Held, page_number
from weft.store._words import cut_snippet, has_any, is_name, read_query


class MemoryForum:
    """The half of the archive in memory that fulfils `Forum`, but for `unread`."""

    def __init__(self) -> None:
        self._lists: dict[str, int] = {}  # addresses, numbered in the order they became known
        self._ledger = MemoryLedger(self._lists)
        self._last_changes = Changes()

    def _page_id(self, url: str) -> int:
        """Give the number of a URL, which is put in if it is not known."""
        raise NotImplementedError

    def _page_url(self, id_: int) -> str:
        """Give a URL by its number."""
        raise NotImplementedError

    @property
    def last_changes(self) -> Changes:
        """What the readings of the last `commit` or `record` brought."""
        return self._last_changes

    def record(self, readings: Iterable[Reading]) -> Changes:
        """Put readings in, all or none. A post seen again is updated, never doubled."""
        recorder = Recorder(self._ledger)
        for reading in list(readings):
            recorder.put(reading, self._page_id(reading.url))
        self._last_changes = recorder.changes()
        return self._last_changes

    def boards(self) -> Iterator[BoardRow]:
        """Go through the boards, in the order they became known."""
        paths = self._board_paths()
        held = [self._board_of(thread) for _, thread in self._held()]
        for url in self._in_order(self._ledger.boards):
            if board := paths.get(url):
                about = (url, board.title, board.description, paths.parent(board), paths.path(url))
                yield BoardRow(*about, held.count(url))
        yield from paths.list_categories()

    def _in_order(self, addresses: Iterable[str]) -> list[str]:
        return sorted(addresses, key=self._lists.__getitem__)

    def _board_paths(self) -> BoardPaths:
        def find(url: str) -> Board | None:
            facts = self._ledger.boards.get(url)
            if facts is None:
                return None
            about = (facts.title.text, facts.description.text, facts.parent.text)
            return Board(url, *about, unpack_crumbs(facts.path.text), facts.is_board)

        return BoardPaths(find, lambda: self._in_order(self._ledger.boards))

    def _held(self) -> list[tuple[str, Thread]]:
        """Give the threads of which a page was read, by address."""
        held = [(url, self._ledger.threads.get(id_)) for url, id_ in list(self._lists.items())]
        return [(url, thread) for url, thread in held if thread and thread.pages]

    def _board_of(self, thread: Thread) -> str:
        boards = self._ledger.boards
        listed = sorted(
            thread.listed_on, key=lambda url: (min(boards[url].title.rank, BY_ITSELF), boards[url].size, url)
        )
        return thread.facts.board or next(iter(listed), "")

    def _path(self, paths: BoardPaths, thread: Thread) -> tuple[Crumb, ...]:
        return paths.path(self._board_of(thread)) or thread.facts.crumbs

    def _wanted(self, board: str, span: Span | None) -> Iterator[tuple[str, Thread]]:
        paths = self._board_paths()
        for url, thread in self._held():
            if board and not paths.is_on(self._path(paths, thread), board):
                continue
            if span is None or any(_is_in(post, span) for post in thread.posts.values()):
                yield url, thread

    def threads(
        self, *, board: str = "", since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[ThreadRow]:
        """Go through the threads of which a page was read, in the order they became known."""
        for url, thread in self._wanted(board, make_span(since, until)):
            yield self._thread_row(url, thread)

    def _thread_row(self, url: str, thread: Thread) -> ThreadRow:
        facts, paths, board = thread.facts, self._board_paths(), self._board_of(thread)
        path = self._path(paths, thread)
        times = [post.post.time for post in thread.posts.values() if post.post.time]
        told = facts.last_time.value
        return ThreadRow(
            url,
            facts.title,
            board,
            paths.title(board) or (path[-1].text if path else ""),
            path,
            facts.tags,
            facts.is_sticky,
            facts.is_locked or facts.is_listed_locked,
            _whole(facts.views.value),
            _whole(facts.replies.value),
            max(times, default=None) if told is None else unpack_time(told, facts.last_offset),
            tuple(self._page_url(page.url) for page in self._ledger.pages_of(self._lists[url])),
            len(thread.posts),
        )

    def posts(
        self,
        *,
        thread: str = "",
        board: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[PostRow]:
        """Go through the posts, thread by thread, each in order."""
        span = make_span(since, until)
        for url, found in self._wanted(board, span):
            if thread in ("", url):
                for position, post in enumerate(found.in_order(), 1):
                    if span is None or _is_in(post, span):
                        yield self._post_row(url, post, position)

    def _post_row(self, thread: str, post: Held, position: int) -> PostRow:
        ledger = self._ledger
        pages = [post.url, *(page for page, posts in ledger.repeats.items() if post.id in posts)]
        seen = max(ledger.read[page].seen for page in pages) if post.last_seen is None else post.last_seen
        moments = (unpack_moment(post.first_seen), unpack_moment(seen))
        return PostRow(
            post.post, thread, page_number(post.page), position, *moments, post.version, unpack_time(post.gone_at)
        )

    def versions(self, thread: str, post_id: str) -> list[tuple[datetime, Post]]:
        """Give the versions of a post, oldest first, with the moment each was first seen; none for an unknown id."""
        found = self._ledger.threads.get(self._lists.get(thread, 0), Thread())
        post = next((post for post in found.posts.values() if post.key == post_id), None)
        if post is None:
            return []
        versions, began = [], post.first_seen
        for ended, old in self._ledger.versions.get(post.id, []):
            versions.append((unpack_moment(began), old))
            began = ended
        return [*versions, (unpack_moment(began), post.post)]

    def users(self) -> Iterator[UserRow]:
        """Go through the authors, in the order they became known."""
        for (name, url), posts in list(self._ledger.users.items()):
            if posts and (name or url):
                yield UserRow(name, url, posts)

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
        """Find posts that have all the words in text, author or thread title; best first."""
        terms, span = read_query(query), make_span(since, until)
        wanted = {url for url, _ in self._wanted(board, None)}
        rows: dict[int, tuple[str, PostRow, str]] = {}
        firsts: dict[str, PostRow] = {}
        for url, thread in self._held():
            for position, post in enumerate(thread.in_order(), 1):
                row = self._post_row(url, post, position)
                rows[post.id] = (url, row, thread.facts.title)
                firsts.setdefault(url, row)
        searched = [Searched.of(id_, row.post.text, row.post.author, title) for id_, (_, row, title) in rows.items()]
        hits: list[Hit] = []
        by_title: set[str] = set()
        for id_, score in rank_posts(searched, terms, author):
            url, row, title = rows[id_]
            if url not in wanted or (span and not _is_in_span(row.post, span)):
                continue
            if author and not is_name(row.post.author, author):
                continue
            if not has_any(terms, row.post.text, row.post.author):
                if url in by_title:
                    continue
                by_title.add(url)
                row = firsts[url] if span is None and not author else row
            hits.append(Hit(row, title, cut_snippet(row.post.text, terms), score))
        return hits[:limit]


def _is_in(post: Held, span: Span) -> bool:
    return _is_in_span(post.post, span)


def _is_in_span(post: Post, span: Span) -> bool:
    moment, _ = pack_time(post.time)
    return moment is not None and span[0] <= moment < span[1]


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
