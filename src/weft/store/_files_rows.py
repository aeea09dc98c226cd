"""Files in SQL: put in with visits, and read back as rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from weft.page import Exchange
from weft.store._board_paths import BoardPaths
from weft.store._database import read_time
from weft.store._files_carried import find_file, tie_file, tie_redirect
from weft.store._files_ports import Carried, Carrier, FileRow, NewFile
from weft.store._forum import board_paths, read_posts, thread_path
from weft.store._packing import clean_text, pack_moment, unpack_moment
from weft.store._ports import TWIN, UrlState, Visit
from weft.store._schema import STATES
from weft.store._tally import FILE_BYTES, FILES, Kind, Tally

_PUT = (
    "INSERT INTO files (digest, size, kind, suffix, media_type, first_seen, was_read, problem, title, rank, standing,"
    " is_stale) VALUES (?, ?, ?, ?, ?, ?, 0, '', '', 0, 0.5, 1)"
)
_PUT_URL = (
    "INSERT INTO file_urls (url_id, file_id, name) VALUES (?, ?, ?)"
    " ON CONFLICT (url_id) DO UPDATE SET file_id = excluded.file_id, name = excluded.name"
)
_ROW = (
    "SELECT f.id, f.digest, f.size, f.kind, f.suffix, f.media_type, f.first_seen, f.was_read, f.problem, f.title,"
    " f.rank FROM files AS f"
)
_ALL = f"{_ROW} WHERE f.id > ? ORDER BY f.id LIMIT 200"
_UNREAD = f"{_ROW} WHERE f.id > ? AND NOT f.was_read ORDER BY f.id LIMIT 200"
_SOME = f"{_ROW} WHERE f.id IN (SELECT value FROM json_each(?))"  # noqa: S608  our own words
_NAMES = (
    "SELECT name, count(*) AS often FROM (SELECT name FROM carried WHERE file_id = ?1"
    " UNION ALL SELECT name FROM file_urls WHERE file_id = ?1) WHERE name <> '' GROUP BY name"
    " ORDER BY often DESC, name LIMIT 20"
)
_URLS = "SELECT u.url FROM file_urls AS f JOIN urls AS u ON u.id = f.url_id WHERE f.file_id = ? ORDER BY f.url_id"
_FIRST_ANSWER = (
    "SELECT u.url, p.fetched_at FROM files AS f JOIN file_urls AS a ON a.file_id = f.id"
    " JOIN urls AS u ON u.id = a.url_id JOIN pages AS p ON p.url_id = u.id WHERE f.digest = ? ORDER BY p.id LIMIT 1"
)
_CARRYING = (
    "SELECT c.post_id, c.url, c.name, p.thread_id, t.title FROM carried AS c JOIN posts AS p ON p.id = c.post_id"
    " JOIN threads AS t ON t.id = p.thread_id WHERE c.file_id = ?"
    " ORDER BY p.thread_id, p.page, p.url_id, p.place, c.place LIMIT ?"
)
_THREADS = "SELECT DISTINCT p.thread_id FROM carried AS c JOIN posts AS p ON p.id = c.post_id ORDER BY p.thread_id"
_IN_THREAD = (
    "SELECT c.post_id, c.url, c.name, p.thread_id, t.title, c.is_image, coalesce(f.digest, '')"
    " FROM posts AS p JOIN carried AS c ON c.post_id = p.id JOIN threads AS t ON t.id = p.thread_id"
    " LEFT JOIN files AS f ON f.id = c.file_id WHERE p.thread_id = ?"
    " ORDER BY p.page, p.url_id, p.place, c.place"
)
_STANDS = "SELECT u.state, u.reason, coalesce(a.key, '') FROM urls AS u LEFT JOIN addresses AS a ON a.url_id = u.id"
_BY_URL = f"{_STANDS} WHERE u.url = ?"
_BY_KEY = (
    "SELECT u.state, u.reason, '' FROM addresses AS a JOIN urls AS u ON u.id = a.url_id"
    " WHERE a.key = ? AND a.twin = 0 ORDER BY u.state = 4, u.id LIMIT 1"
)
_SEATS = "SELECT id FROM posts WHERE thread_id = ? ORDER BY page, url_id, place"
_ALWAYS = -1  # no limit


def put_files(connection: sqlite3.Connection, tally: Tally, visits: Sequence[Visit]) -> None:
    """Put in the files that visits bring, and tie them to the posts that carry them."""
    for visit in visits:
        if visit.file is not None and visit.exchange is not None and visit.state is UrlState.FETCHED:
            file = _put_file(connection, tally, visit.file, visit.exchange)
            connection.execute(_PUT_URL, (visit.lease.id, file, clean_text(visit.file.name)))
            tie_file(connection, tally, visit.lease.id, file)
            connection.execute("UPDATE files SET is_stale = 1 WHERE id = ?", (file,))
        elif visit.state is UrlState.REDIRECTED and visit.redirect_to:
            tie_redirect(connection, tally, visit.lease.id, visit.redirect_to)


def _put_file(connection: sqlite3.Connection, tally: Tally, new: NewFile, exchange: Exchange) -> int:
    part = new.part
    row = connection.execute("SELECT id FROM files WHERE digest = ?", (part.digest,)).fetchone()
    if row is not None:
        return int(row[0])
    tally.add(Kind.FORUM, FILES)
    tally.add(Kind.FORUM, FILE_BYTES, part.size)
    about = (new.kind, clean_text(new.suffix), clean_text(new.media_type), pack_moment(exchange.sent_at))
    return int(connection.execute(_PUT, (part.digest, part.size, *about)).lastrowid or 0)


def first_answer(connection: sqlite3.Connection, digest: str) -> tuple[str, Any] | None:
    """Tell from which address, and when, a file with these bytes was fetched first; None when it never was."""
    row = connection.execute(_FIRST_ANSWER, (digest,)).fetchone()
    return None if row is None else (row[0], read_time(row[1]))


def list_files(connection: sqlite3.Connection, *, unread: bool = False) -> Iterator[FileRow]:
    """Go through the files in the order they came; holds no cursor open between portions."""
    last = 0
    while rows := connection.execute(_UNREAD if unread else _ALL, (last,)).fetchall():
        last = rows[-1][0]
        for row in rows:
            yield _file(connection, row)


def read_files(connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, FileRow]:
    """Give files by their ids."""
    rows = connection.execute(_SOME, (json.dumps(list(ids)),)).fetchall()
    return {row[0]: _file(connection, row) for row in rows}


def file_at(connection: sqlite3.Connection, url: str) -> FileRow | None:
    """Give the file that an address leads to."""
    row = connection.execute("SELECT file_id FROM carried WHERE url = ? AND file_id IS NOT NULL", (url,)).fetchone()
    id_ = row[0] if row else find_file(connection, url)
    return None if id_ is None else read_files(connection, [id_]).get(id_)


def _file(connection: sqlite3.Connection, row: Sequence[Any]) -> FileRow:
    id_, digest, size, kind, suffix, media_type, first_seen, was_read, problem, title, rank = row
    names = tuple(name for name, _ in connection.execute(_NAMES, (id_,)))
    urls = tuple(url for (url,) in connection.execute(_URLS, (id_,)))
    about = (digest, size, kind, suffix, media_type, names, urls, unpack_moment(first_seen))
    return FileRow(*about, bool(was_read), problem, title, rank)


class Carriers:
    """Gives posts with the titles around them; remembers those of threads."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.paths: BoardPaths = board_paths(connection)
        self._boards: dict[int, str] = {}
        self._positions: tuple[int, dict[int, int]] = (0, {})  # of the posts of the thread last asked for

    def of_file(self, file: int, most: int = _ALWAYS) -> list[tuple[int, Carrier]]:
        """Give the posts that carry a file, each with the id of its thread."""
        rows = self._connection.execute(_CARRYING, (file, most)).fetchall()
        return [(row[3], self._carrier(row)) for row in rows]

    def all(self, board: str) -> Iterator[Carried]:
        """Go through all that posts carry, thread by thread."""
        for (thread,) in self._connection.execute(_THREADS).fetchall():
            if board and not self.is_on(thread, board):
                continue
            for row in self._connection.execute(_IN_THREAD, (thread,)).fetchall():
                state, why = ("", "") if row[6] else self._stand(row[1])
                yield Carried(self._carrier(row[:5]), bool(row[5]), row[6], why, state)

    def is_on(self, thread: int, board: str) -> bool:
        """Tell whether a thread is on a board."""
        return self.paths.is_on(thread_path(self._connection, self.paths, thread), board)

    def _carrier(self, row: Sequence[Any]) -> Carrier:
        post, url, name, thread, title = row
        (found,) = read_posts(self._connection, {post: self._position(thread, post)})
        return Carrier(found, title, self._board(thread), url, name)

    def _position(self, thread: int, post: int) -> int:
        if self._positions[0] != thread:
            seats = self._connection.execute(_SEATS, (thread,))
            self._positions = (thread, {id_: number for number, (id_,) in enumerate(seats, 1)})
        return self._positions[1].get(post, 0)

    def _board(self, thread: int) -> str:
        if thread not in self._boards:
            path = thread_path(self._connection, self.paths, thread)
            self._boards[thread] = path[-1].text if path else ""
        return self._boards[thread]

    def _stand(self, url: str) -> tuple[str, str]:
        """Tell the state of an address and why it was not fetched; of a twin, that of the address it stands behind."""
        row = self._connection.execute(_BY_URL, (url,)).fetchone()
        if row is not None and row[1] == TWIN and row[2]:
            row = self._connection.execute(_BY_KEY, (row[2],)).fetchone() or row
        if row is None:
            return "", "not asked for"
        state = STATES[row[0]]
        return state.value, row[1] or state.value
