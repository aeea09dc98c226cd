"""What posts carry, in SQL: kept in step with them, and tied to files by whichever address these came from.

A file has many addresses: one that redirects, one for each view of the page (session parts), one to look at and one to
load down. Addresses of one file share a key (see `Discovered`) or lead to each other by redirects; a post that is read
again and carries a file of the same name at the same place among those of that name carries the same file.
All runs inside the caller's transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence

from weft.page import Attachment
from weft.store._tally import ATTACHMENTS, ATTACHMENTS_FETCHED, IMAGES, IMAGES_FETCHED, Kind, Tally

_HELD = "SELECT url, name, is_image, file_id FROM carried WHERE post_id = ? ORDER BY place"
_INSERT = "INSERT INTO carried (post_id, place, url, name, is_image, file_id) VALUES (?, ?, ?, ?, ?, ?)"
_STALE = "UPDATE files SET is_stale = 1 WHERE id IN (SELECT value FROM json_each(?)) AND NOT is_stale"
_OF_THREAD = (
    "SELECT DISTINCT c.file_id FROM posts AS p JOIN carried AS c ON c.post_id = p.id"
    " WHERE p.thread_id = ? AND c.file_id IS NOT NULL"
)
_HOPS = 10
# Where an address leads: itself, what it redirects to, and other addresses with the same key.
_FIND = f"""
WITH RECURSIVE hop(id, n) AS (
  SELECT id, 0 FROM urls WHERE url = ?1
  UNION SELECT t.id, n + 1 FROM hop JOIN urls AS s ON s.id = hop.id JOIN urls AS t ON t.url = s.redirect_to
  WHERE n < {_HOPS})
SELECT f.file_id FROM hop JOIN file_urls AS f ON f.url_id = hop.id
UNION ALL
SELECT f.file_id FROM hop JOIN addresses AS a ON a.url_id = hop.id JOIN addresses AS b ON b.key = a.key
  JOIN file_urls AS f ON f.url_id = b.url_id
LIMIT 1
"""  # noqa: S608  our own words
# Which addresses lead here, the other way round.
_LEADING = f"""
WITH RECURSIVE hop(id, n) AS (
  SELECT ?1, 0
  UNION SELECT s.id, n + 1 FROM hop JOIN urls AS t ON t.id = hop.id JOIN urls AS s ON s.redirect_to = t.url
  WHERE n < {_HOPS}),
named(id) AS (
  SELECT id FROM hop
  UNION SELECT b.url_id FROM hop JOIN addresses AS a ON a.url_id = hop.id JOIN addresses AS b ON b.key = a.key)
SELECT u.url FROM named JOIN urls AS u ON u.id = named.id
"""  # noqa: S608
_TIED = (
    "SELECT is_image, count(*) FROM carried WHERE url IN (SELECT value FROM json_each(?)) AND file_id IS NULL"
    " GROUP BY is_image"
)
_TIE = "UPDATE carried SET file_id = ?1 WHERE url IN (SELECT value FROM json_each(?2)) AND file_id IS NOT ?1"

Row = tuple[str, str, int, int | None]  # address, name, is it a picture, file


class CarriedFiles:
    """Gathers what a transaction changes in what posts carry, to be written once the posts are."""

    def __init__(self) -> None:
        self._posts: dict[int, tuple[Attachment, ...]] = {}
        self._threads: set[int] = set()

    def put(self, post: int, files: Sequence[Attachment]) -> None:
        """Let a post carry these and no others."""
        self._posts[post] = tuple(files)

    def add(self, post: int, files: Sequence[Attachment]) -> None:
        """Let a new post carry these."""
        if files:
            self._posts[post] = tuple(files)

    def drop(self, connection: sqlite3.Connection, tally: Tally, post: int) -> None:
        """Forget what a post carries, before the post itself goes."""
        self._posts.pop(post, None)
        _replace(connection, tally, post, ())

    def retitle(self, thread: int) -> None:
        """Note that files of a thread are to be found by another title."""
        self._threads.add(thread)

    def save(self, connection: sqlite3.Connection, tally: Tally) -> None:
        """Write the changes."""
        for post, files in self._posts.items():
            _replace(connection, tally, post, files)
        for thread in self._threads:
            mark_stale(connection, (row[0] for row in connection.execute(_OF_THREAD, (thread,)).fetchall()))
        self._posts.clear()
        self._threads.clear()


def mark_stale(connection: sqlite3.Connection, files: Iterable[int]) -> None:
    """Note that the words by which files are found have changed."""
    if wanted := list(files):
        connection.execute(_STALE, (json.dumps(wanted),))


def _replace(connection: sqlite3.Connection, tally: Tally, post: int, files: Sequence[Attachment]) -> None:
    held: list[Row] = connection.execute(_HELD, (post,)).fetchall()
    if not held and not files:
        return
    by_name = dict(zip(number_names(row[1] for row in held), held, strict=True))
    by_url = {row[0]: row for row in held}
    rows: list[Row] = []
    for name, file in zip(number_names(file.name for file in files), files, strict=True):
        before = by_url.get(file.url) or (by_name.get(name) if file.name else None)
        found = before[3] if before is not None and before[3] is not None else find_file(connection, file.url)
        rows.append((file.url, file.name, int(file.image), found))
    connection.execute("DELETE FROM carried WHERE post_id = ?", (post,))
    connection.executemany(_INSERT, [(post, place, *row) for place, row in enumerate(rows)])
    _count(tally, held, -1)
    _count(tally, rows, 1)
    mark_stale(connection, {row[3] for row in (*held, *rows) if row[3] is not None})


def number_names(names: Iterable[str]) -> list[tuple[str, int]]:
    """Tell names apart that come several times, by numbers from 0."""
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        numbered.append((name, seen[name]))
        seen[name] += 1
    return numbered


def _count(tally: Tally, rows: Iterable[Row], sign: int) -> None:
    for _, _, is_image, file in rows:
        tally.add(Kind.FORUM, IMAGES if is_image else ATTACHMENTS, sign)
        if file is not None:
            tally.add(Kind.FORUM, IMAGES_FETCHED if is_image else ATTACHMENTS_FETCHED, sign)


def find_file(connection: sqlite3.Connection, url: str) -> int | None:
    """Give the id of the file that an address leads to, if it was fetched by any of its addresses."""
    row = connection.execute(_FIND, (url,)).fetchone()
    return row[0] if row else None


def tie_file(connection: sqlite3.Connection, tally: Tally, url: int, file: int) -> None:
    """Tie a file just fetched from a URL to the posts that carry it by this or another address."""
    urls = json.dumps([row[0] for row in connection.execute(_LEADING, (url,))])
    for is_image, number in connection.execute(_TIED, (urls,)):
        tally.add(Kind.FORUM, IMAGES_FETCHED if is_image else ATTACHMENTS_FETCHED, number)
    connection.execute(_TIE, (file, urls))


def tie_redirect(connection: sqlite3.Connection, tally: Tally, url: int, address: str) -> None:
    """Tie what a redirect leads to, where that was fetched before."""
    if (file := find_file(connection, address)) is not None:
        tie_file(connection, tally, url, file)
        mark_stale(connection, [file])
