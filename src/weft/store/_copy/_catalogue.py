"""What the lists of a copy need to know of each thread: on disk, because there may be a million of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from weft.store._export_text import mend_text
from weft.store._forum_ports import ThreadRow

_SCHEMA = """
CREATE TABLE addresses (url TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, title TEXT, board INTEGER, author TEXT, posts INTEGER, first TEXT, last TEXT,
    seen TEXT, sticky INTEGER, locked INTEGER
);
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A thread in a list. Times are ISO 8601 in UTC, or empty."""

    number: int
    title: str
    board: int
    author: str
    posts: int
    first: str
    last: str
    seen: str
    sticky: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is, and of which time."""

    threads: int
    posts: int
    first: str
    last: str
    seen: str


class Catalogue:
    """Numbers of threads, addresses they have, and their entries. A file that `close` removes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._run = self._connection.execute
        self._run("PRAGMA journal_mode = OFF")  # if it is lost, so is the copy it is made for
        self._run("PRAGMA synchronous = OFF")
        self._connection.executescript(_SCHEMA)
        self._run("BEGIN")
        self._last = 0

    def number(self, thread: ThreadRow) -> int:
        """Give the number of a thread, from 1; a new one if it is not known."""
        url = mend_text(thread.url)
        found = self.find(url)
        if found:
            return found
        self._last += 1
        pages = ((mend_text(page), self._last) for page in (url, *thread.pages))
        self._connection.executemany("INSERT OR IGNORE INTO addresses VALUES (?, ?)", pages)
        return self._last

    def find(self, url: str) -> int:
        """Give the number of the thread that has this address, or 0."""
        row = self._run("SELECT number FROM addresses WHERE url = ?", (url,)).fetchone()
        return int(row[0]) if row else 0

    def put(self, entry: Entry) -> None:
        """Enter a thread into the lists."""
        marks = ", ".join("?" * len(fields(Entry)))
        self._run(f"INSERT OR REPLACE INTO entries VALUES ({marks})", astuple(entry))  # noqa: S608  only marks

    def entries(self, board: int | None = None) -> Iterator[Entry]:
        """Go through all threads, the last answered first; or through those of a board, those kept on top before."""
        if board is None:
            rows = self._run("SELECT * FROM entries ORDER BY last DESC, number")
        else:
            rows = self._run("SELECT * FROM entries WHERE board = ? ORDER BY sticky DESC, last DESC, number", (board,))
        for row in rows:
            yield Entry(*row[:-2], *map(bool, row[-2:]))

    def extents(self) -> dict[int, Extent]:
        """Give how much each board has, by its number."""
        self._run("CREATE INDEX IF NOT EXISTS boards ON entries (board, sticky DESC, last DESC, number)")
        sums = "count(*), sum(posts), coalesce(min(nullif(first, '')), ''), max(last), max(seen)"
        rows = self._run(f"SELECT board, {sums} FROM entries GROUP BY board")  # noqa: S608  a text of ours
        return {row[0]: Extent(*row[1:]) for row in rows}

    def close(self) -> None:
        """Let go of the file and remove it."""
        with suppress(sqlite3.Error):
            self._connection.close()
        self._path.unlink(missing_ok=True)
