"""Boards, threads and posts taken over from a database that is being replaced, as far as it can still be read.

All pages can be read again from the WARC files, but only their newest answers are; posts that are gone and old versions
stand in the old database alone. What is taken over counts as not yet read.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from weft.page import Post
from weft.store._facts import BoardFacts, ThreadFacts
from weft.store._files_index import reindex, reindex_stale, unpack_doc
from weft.store._frontier import Connection, put_found
from weft.store._lists import cut_portions, name_lists
from weft.store._packing import unpack_post, unpack_time, unpack_version
from weft.store._ports import ELSEWHERE, Discovered, UrlState
from weft.store._recording import UNREAD
from weft.store._schema import MIGRATIONS, fill_carried, read_version
from weft.store._tally import Kind, Tally, recount
from weft.store._topics import Topics
from weft.store._word_index import WordIndex

T = TypeVar("T")
Rows = list[tuple[Any, ...]]
Check = Callable[[Sequence[Any]], object]  # raises when a row is not what was once written
_PORTION = 500
_AMONG = "IN (SELECT value FROM json_each(?))"
_URL_IDS = "SELECT u.url, u.id FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
_LISTS = f"SELECT id, url FROM lists WHERE id {_AMONG}"  # noqa: S608  our own words, here and below
_LISTINGS = (
    "SELECT t.url, b.url FROM listings AS i JOIN lists AS t ON t.id = i.thread_id"  # noqa: S608
    f" JOIN lists AS b ON b.id = i.board_id WHERE i.thread_id {_AMONG}"
)
_READINGS = (
    "SELECT u.url, coalesce(l.url, ''), r.page, r.seen_at FROM readings AS r JOIN urls AS u ON u.id = r.url_id"  # noqa: S608
    f" LEFT JOIN lists AS l ON l.id = r.thread_id WHERE r.url_id {_AMONG}"
)
_USERS = f"SELECT id, name, url FROM users WHERE id {_AMONG}"  # noqa: S608
_POSTS = (
    "SELECT l.url, u.url, p.id, p.key, p.page, p.place, p.user_id, p.time, p.zone, p.version, p.first_seen,"  # noqa: S608
    " p.last_seen, p.missed_at, p.doubt, p.gone_at, p.text, p.rest FROM posts AS p"
    f" JOIN lists AS l ON l.id = p.thread_id JOIN urls AS u ON u.id = p.url_id WHERE p.id {_AMONG}"
)
_VERSIONS = f"SELECT post_id, version, ended_at, post FROM versions WHERE post_id {_AMONG}"  # noqa: S608
_REPEATS = (
    "SELECT u.url, r.post_id, r.place FROM repeats AS r JOIN urls AS u ON u.id = r.url_id"  # noqa: S608
    f" WHERE r.post_id {_AMONG}"
)
_FILES = (
    "SELECT id, digest, size, kind, suffix, media_type, first_seen, was_read, problem, title, rank, standing"  # noqa: S608
    f" FROM files WHERE id {_AMONG}"
)
_FILE_URLS = (
    "SELECT u.url, f.file_id, f.name FROM file_urls AS f JOIN urls AS u ON u.id = f.url_id"  # noqa: S608
    f" WHERE f.url_id {_AMONG}"
)
_CARRIED = f"SELECT post_id, place, url, name, is_image, file_id FROM carried WHERE post_id {_AMONG}"  # noqa: S608
_DOCS = f"SELECT file_id, doc FROM file_docs WHERE file_id {_AMONG}"  # noqa: S608
_SAVE_FILE = "INSERT OR IGNORE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)"
_SAVE_FILE_URL = "INSERT OR IGNORE INTO file_urls SELECT ?1, id, ?3 FROM files WHERE id = ?2"
_SAVE_CARRIED = (
    "INSERT OR IGNORE INTO carried SELECT id, ?2, ?3, ?4, ?5, (SELECT id FROM files WHERE id = ?6)"
    " FROM posts WHERE id = ?1"
)
_SAVE_LISTING = (
    "INSERT OR IGNORE INTO listings SELECT t.id, b.id FROM threads AS t, boards AS b WHERE t.id = ? AND b.id = ?"
)
_SAVE_READING = (
    "INSERT OR IGNORE INTO readings (url_id, thread_id, page, seen_at, wrapper)"
    " SELECT ?, (SELECT id FROM threads WHERE id = ?), ?, ?, ?"
)
_SAVE_POST = (
    "INSERT OR IGNORE INTO posts (thread_id, url_id, id, key, page, place, user_id, time, zone, version, first_seen,"
    " last_seen, missed_at, doubt, gone_at, text, rest) SELECT t.id, r.url_id, ?3, ?4, ?5, ?6,"
    " (SELECT id FROM users WHERE id = ?7), ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17"
    " FROM threads AS t JOIN readings AS r ON r.thread_id = t.id WHERE t.id = ?1 AND r.url_id = ?2"
)
_SAVE_VERSION = "INSERT OR IGNORE INTO versions SELECT id, ?2, ?3, ?4 FROM posts WHERE id = ?1"
_SAVE_REPEAT = (
    "INSERT OR IGNORE INTO repeats (url_id, post_id, place)"
    " SELECT r.url_id, p.id, ?3 FROM readings AS r, posts AS p WHERE r.url_id = ?1 AND p.id = ?2"
)
# What is counted in rows is counted anew from what came.
_COUNTS = (
    ("SELECT count(*), board_id FROM listings GROUP BY board_id", "UPDATE boards SET size = ? WHERE id = ?"),
    ("SELECT count(*), thread_id FROM readings GROUP BY thread_id", "UPDATE threads SET pages = ? WHERE id = ?"),
    ("SELECT count(*), user_id FROM posts GROUP BY user_id", "UPDATE users SET posts = ? WHERE id = ?"),
)
_WORDS = (
    "SELECT p.id, p.text, coalesce(u.name, ''), t.title FROM posts AS p JOIN threads AS t ON t.id = p.thread_id"
    " LEFT JOIN users AS u ON u.id = p.user_id WHERE p.id > ? ORDER BY p.id LIMIT 500"
)


def rescue_forum(path: Path, connection: Connection, tally: Tally) -> int:
    """Take the forum over from the database at `path` into the running transaction; gives how many posts came."""
    old = _open_old(path)
    if old is None:
        return 0
    try:
        _Rescue(old, connection, tally).run()
    finally:
        old.close()
    for name, number in recount(connection)[Kind.FORUM].items():
        tally.add(Kind.FORUM, name, number)
    return int(connection.execute("SELECT count(*) FROM posts").fetchone()[0])


def _open_old(path: Path) -> Connection | None:
    """Open a database that may be damaged; None when it is none, or of another schema."""
    if not path.exists():
        return None
    old = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        if read_version(old) == len(MIGRATIONS):
            return old
    except sqlite3.Error:
        pass  # nothing of it can be read; the WARC files have the pages
    old.close()
    return None


class _Rescue:
    """Copies one table after the other. Ids of posts and users stay; those of lists and URLs are new."""

    def __init__(self, old: Connection, new: Connection, tally: Tally) -> None:
        self._old, self._new, self._tally = old, new, tally

    def run(self) -> None:
        """Copy what can be read."""
        for ids in self._portions("lists", "id"):
            self._copy_topics(dict(self._read(_LISTS, ids)))
        for rows in self._all(_LISTINGS, "listings", "thread_id"):
            names = name_lists(self._new, (url for row in rows for url in row))
            self._new.executemany(_SAVE_LISTING, [(names[thread], names[board]) for thread, board in rows])
        for rows in self._all(_READINGS, "readings", "url_id"):
            self._copy_readings(rows)
        for rows in self._all(_USERS, "users", "id"):
            self._new.executemany("INSERT OR IGNORE INTO users VALUES (?, ?, ?, 0)", rows)
        for rows in self._all(_POSTS, "posts", "id", _check_post):
            urls, names = self._urls(row[1] for row in rows), name_lists(self._new, (row[0] for row in rows))
            self._new.executemany(_SAVE_POST, [(names[row[0]], urls[row[1]], *row[2:]) for row in rows])
        for rows in self._all(_VERSIONS, "versions", "post_id", _check_version):
            self._new.executemany(_SAVE_VERSION, rows)
        for rows in self._all(_REPEATS, "repeats", "post_id"):
            urls = self._urls(row[0] for row in rows)
            self._new.executemany(_SAVE_REPEAT, [(urls[url], *rest) for url, *rest in rows])
        self._copy_files()
        self._count()
        self._index()

    def _copy_files(self) -> None:
        """Copy what is known of files, whose bytes lie beside the database; what is not is taken from the posts."""
        for rows in self._all(_FILES, "files", "id"):
            self._new.executemany(_SAVE_FILE, rows)
        for rows in self._all(_FILE_URLS, "file_urls", "url_id"):
            urls = self._urls(row[0] for row in rows)
            self._new.executemany(_SAVE_FILE_URL, [(urls[url], *rest) for url, *rest in rows])
        for rows in self._all(_CARRIED, "carried", "post_id"):
            self._new.executemany(_SAVE_CARRIED, rows)
        fill_carried(self._new)
        for rows in self._all(_DOCS, "file_docs", "file_id", lambda row: unpack_doc(row[1])):
            for file, doc in rows:
                reindex(self._new, file, unpack_doc(doc).text)
        reindex_stale(self._new)

    def _copy_topics(self, urls: dict[int, str]) -> None:
        old = Topics(self._old, Tally(), {})
        boards: dict[int, BoardFacts] = dict(_salvage(lambda ids: list(old.load_boards(ids).items()), list(urls)))
        threads: dict[int, ThreadFacts] = dict(_salvage(lambda ids: list(old.load_threads(ids).items()), list(urls)))
        addresses = [urls[id_] for id_ in (*boards, *threads)] + [facts.board for facts in threads.values()]
        new = Topics(self._new, self._tally, name_lists(self._new, addresses))
        new.save_boards({new.names[urls[id_]]: facts for id_, facts in boards.items()}, ())
        new.save_threads({new.names[urls[id_]]: facts for id_, facts in threads.items()}, ())

    def _copy_readings(self, rows: Rows) -> None:
        urls, names = self._urls(row[0] for row in rows), name_lists(self._new, (row[1] for row in rows))
        saved = [(urls[url], names.get(thread), page, seen, UNREAD) for url, thread, page, seen in rows]
        self._new.executemany(_SAVE_READING, saved)

    def _urls(self, urls: Iterable[str]) -> dict[str, int]:
        """Give the ids of URLs, of which those whose pages are lost are put in."""
        wanted = list(dict.fromkeys(urls))
        found = (Discovered(url, UrlState.EXCLUDED, ELSEWHERE, weak=True) for url in wanted)
        put_found(self._new, self._tally, ((None, item) for item in found))
        return dict(self._new.execute(_URL_IDS, (json.dumps(wanted),)))

    def _all(self, statement: str, table: str, key: str, check: Check = bool) -> Iterator[Rows]:
        for ids in self._portions(table, key):
            if rows := self._read(statement, ids, check):
                yield rows

    def _read(self, statement: str, ids: Sequence[int], check: Check = bool) -> Rows:
        def read(some: Sequence[int]) -> Rows:
            rows = self._old.execute(statement, (json.dumps(some),)).fetchall()
            for row in rows:
                check(row)
            return rows

        return _salvage(read, ids)

    def _portions(self, table: str, key: str) -> Iterator[list[int]]:
        try:
            last = self._old.execute(f"SELECT max({key}) FROM {table}").fetchone()[0]  # noqa: S608
        except sqlite3.DatabaseError:
            return
        for first in range(1, (last or 0) + 1, _PORTION):
            yield list(range(first, min(first + _PORTION, last + 1)))

    def _count(self) -> None:
        for count, save in _COUNTS:
            for portion in cut_portions(self._new.execute(count).fetchall()):
                self._new.executemany(save, portion)

    def _index(self) -> None:
        last = 0
        while rows := self._new.execute(_WORDS, (last,)).fetchall():
            words = WordIndex()
            for id_, text, author, title in rows:
                words.add(id_, Post(text=text, author=author), title)
            words.save(self._new)
            last = rows[-1][0]


def _salvage(read: Callable[[Sequence[int]], list[T]], ids: Sequence[int]) -> list[T]:
    """Read rows by their ids; where that fails, read them in halves, down to single ones, which are left out."""
    try:
        return read(ids)
    except (sqlite3.DatabaseError, ValueError, TypeError, LookupError):
        half = len(ids) // 2
        return _salvage(read, ids[:half]) + _salvage(read, ids[half:]) if half else []


def _check_post(row: Sequence[Any]) -> object:
    key, time, zone, text, rest = row[3], row[7], row[8], row[15], row[16]
    return unpack_post(key, ("", ""), unpack_time(time, zone), text, rest)


def _check_version(row: Sequence[Any]) -> object:
    return unpack_version(row[3])
