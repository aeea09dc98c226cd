"""Visits and pages in SQL: what one fetch changes in the tables. Runs inside the caller's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from weft.errors import StoreError
from weft.page import Exchange
from weft.store._addresses import pass_on
from weft.store._database import read_time, write_time
from weft.store._lists import name_lists
from weft.store._ports import PageRow, StoredPage, UrlState, Visit
from weft.store._record import Place
from weft.store._schema import CODES
from weft.store._tally import Tally, count_visit

_FINISH = (
    "UPDATE urls SET state = ?, reason = ?, weak = 0, tries = tries + 1, not_before = ?, redirect_to = ?"
    " WHERE id = ? AND state = 1"
)
# A later fetch of the same URL (refreshing) adds a revision; nothing is ever overwritten.
_PAGE = (
    "INSERT INTO pages (url_id, revision, status, media_type, warc_id, offset, length, request_length, payload_digest,"
    " fetched_at, seconds, body_bytes, role, title, content_bytes, digest, canonical, problem, learning, fetched,"
    " list_id, number)"
    " VALUES (?1, (SELECT count(*) FROM pages WHERE url_id = ?1), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
    " ?, ?)"
)
_LIST = (
    "SELECT p.id, u.url, p.status, p.media_type, p.fetched_at, p.seconds,"
    " p.role, p.title, p.content_bytes, p.digest, p.canonical, p.problem, p.learning,"
    " coalesce(l.url, ''), p.number"
    " FROM pages AS p JOIN urls AS u ON u.id = p.url_id LEFT JOIN lists AS l ON l.id = p.list_id"
    " WHERE p.id > ? ORDER BY p.id LIMIT 500"
)
_PLACES = (
    "SELECT p.id, p.warc_id, p.offset, p.length, p.request_length, p.payload_digest, w.name"
    " FROM pages AS p JOIN warcs AS w ON w.id = p.warc_id"
)


def put_visits(connection: sqlite3.Connection, tally: Tally, visits: Sequence[Visit], places: Iterable[Place]) -> None:
    """Record what became of leased URLs, and the pages of those that have an exchange; `places` are theirs."""
    rows = [visit.row() for visit in visits]
    lists = name_lists(connection, (row.list for row in rows))
    rest = iter(places)
    for visit, row in zip(visits, rows, strict=True):
        _finish(connection, tally, visit)
        count_visit(tally, visit, row)
        if visit.exchange is not None:
            _put_page(connection, visit, visit.exchange, next(rest), row, lists.get(row.list))


def _finish(connection: sqlite3.Connection, tally: Tally, visit: Visit) -> None:
    due = write_time(visit.not_before) if visit.state is UrlState.QUEUED else None
    reason = _storable(visit.reason)
    values = (CODES[visit.state], reason, due, visit.redirect_to or None, visit.lease.id)
    cursor = connection.execute(_FINISH, values)
    if cursor.rowcount != 1:
        raise StoreError(f"{visit.lease.url} was committed without being leased; it is left as it was.")
    tally.leave(UrlState.LEASED)
    tally.enter(visit.state, reason)
    if visit.state in (UrlState.FAILED, UrlState.EXCLUDED):
        pass_on(connection, tally, visit.lease, visit.state)


def _put_page(
    connection: sqlite3.Connection, visit: Visit, exchange: Exchange, place: Place, page: PageRow, list_id: int | None
) -> None:
    connection.execute(
        _PAGE,
        (
            visit.lease.id,
            exchange.status,
            exchange.media_type,
            place.warc_id,
            place.offset,
            place.length,
            place.request_length,
            place.payload_digest,
            write_time(exchange.sent_at),
            visit.seconds,
            visit.body_bytes,
            page.role,
            _storable(page.title),
            page.content_bytes,
            page.digest,
            page.canonical,
            page.problem,
            page.learning,
            visit.state is UrlState.FETCHED,
            list_id,
            page.number,
        ),
    )


def _storable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def list_pages(connection: sqlite3.Connection) -> Iterator[StoredPage]:
    """Go through all kept responses in order of commit; holds no cursor open between portions."""
    last = 0
    while rows := connection.execute(_LIST, (last,)).fetchall():
        yield from (_stored(row) for row in rows)
        last = rows[-1][0]


def _stored(row: tuple[Any, ...]) -> StoredPage:
    _, url, status, media_type, fetched_at, seconds = row[:6]
    role, title, size, digest, canonical, problem, learning, address, number = row[6:]
    page = PageRow(role, title, size, digest, canonical, problem, bool(learning), address, number)
    return StoredPage(url, status, media_type, datetime.fromisoformat(fetched_at), seconds, page)


def find_place(connection: sqlite3.Connection, url: str) -> tuple[Place, str] | None:
    """Tell where the newest response of a URL stands, or of the page that goes by another: place and file name."""
    newest = f"{_PLACES} JOIN urls AS u ON u.id = p.url_id WHERE u.url = ? ORDER BY p.revision DESC LIMIT 1"
    row = connection.execute(newest, (url,)).fetchone()
    if row is None:
        name = connection.execute("SELECT redirect_to FROM urls WHERE url = ?", (url,)).fetchone()
        row = connection.execute(newest, name).fetchone() if name is not None else None
    return None if row is None else (Place(*row[1:6]), row[6])


def find_original(connection: sqlite3.Connection, url: str, digest: str) -> tuple[Place, str] | None:
    """Tell where the first response of a URL with this body stands."""
    row = connection.execute(
        f"{_PLACES} JOIN urls AS u ON u.id = p.url_id WHERE u.url = ? AND p.payload_digest = ? ORDER BY p.id LIMIT 1",
        (url, digest),
    ).fetchone()
    return None if row is None else (Place(*row[1:6]), row[6])


def list_places(connection: sqlite3.Connection) -> Iterator[tuple[Place, str]]:
    """Go through the places of all kept responses in order of commit."""
    last = 0
    while rows := connection.execute(f"{_PLACES} WHERE p.id > ? ORDER BY p.id LIMIT 500", (last,)).fetchall():
        yield from ((Place(*row[1:6]), row[6]) for row in rows)
        last = rows[-1][0]


def read_span(connection: sqlite3.Connection) -> tuple[datetime | None, datetime | None]:
    """Give the times of the first and the last request whose answer was kept."""
    first, last = connection.execute(
        "SELECT (SELECT min(fetched_at) FROM pages), (SELECT max(fetched_at) FROM pages)"
    ).fetchone()
    return read_time(first), read_time(last)
