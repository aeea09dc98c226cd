"""The forum in an archive folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from weft.page import Post
from weft.store import _forum as forum
from weft.store._database import Database
from weft.store._forum_ports import BoardRow, Changes, Hit, PostRow, Reading, ThreadRow, UserRow
from weft.store._readings import list_unread, record
from weft.store._search import Search
from weft.store._tally import Tally
from weft.store._trouble import translate_values

NO_CHANGES = Changes()


class SqliteForum:
    """The half of an archive folder that fulfils `Forum`."""

    def __init__(self, database: Database) -> None:
        self.folder: Path = database.folder
        self._database = database
        self._last_changes = NO_CHANGES

    @property
    def last_changes(self) -> Changes:
        """What the readings of the last `commit` or `record` brought."""
        return self._last_changes

    def record(self, readings: Iterable[Reading]) -> Changes:
        """Put readings in, in one transaction. A post seen again is updated, never doubled."""
        tally = Tally()
        with self._database.writing() as connection:
            changes = record(connection, tally, readings)
            tally.save(connection)
        self._last_changes = changes
        return self._last_changes

    def boards(self) -> Iterator[BoardRow]:
        """Go through the boards, in the order they became known."""
        with translate_values(self.folder):
            yield from forum.list_boards(self._database.connection)

    def threads(
        self, *, board: str = "", since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[ThreadRow]:
        """Go through the threads of which a page was read, in the order they became known."""
        with translate_values(self.folder):
            for _, row in forum.list_threads(self._database.connection, board, forum.make_span(since, until)):
                yield row

    def posts(
        self,
        *,
        thread: str = "",
        board: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[PostRow]:
        """Go through the posts, thread by thread, each in order."""
        connection, span = self._database.connection, forum.make_span(since, until)
        with translate_values(self.folder):
            for first, last in forum.choose_threads(connection, thread, board, span):
                yield from forum.list_posts(connection, span, first, last)

    def versions(self, thread: str, post_id: str) -> list[tuple[datetime, Post]]:
        """Give the versions of a post, oldest first, with the moment each was first seen; none for an unknown id."""
        with self._database.reading() as connection:
            return forum.list_versions(connection, thread, post_id)

    def users(self) -> Iterator[UserRow]:
        """Go through the authors, in the order they became known."""
        with translate_values(self.folder):
            yield from forum.list_users(self._database.connection)

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
        with self._database.reading() as connection:
            return Search(connection, query, board, author, forum.make_span(since, until)).hits(limit)

    def unread(self, wrapper: int) -> Iterator[str]:
        """Give the addresses of fetched thread and index pages that no wrapper of this or a later number has read."""
        with translate_values(self.folder):
            yield from list_unread(self._database.connection, wrapper)
