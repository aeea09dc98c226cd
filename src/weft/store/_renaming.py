"""Pages kept under another address than the one asked for, in SQL. Runs inside the caller's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from weft.store._lists import assign
from weft.store._ports import Renamed, UrlState
from weft.store._schema import CODES, STATES
from weft.store._tally import Tally

# What was read out of a page is known by its address; and an address that has an answer of its own keeps that.
_PAGE = (
    "SELECT id, depth FROM urls AS u WHERE url = ? AND state = 2 AND EXISTS (SELECT 1 FROM pages WHERE url_id = u.id)"
    " AND NOT EXISTS (SELECT 1 FROM readings WHERE url_id = u.id)"
)
_NAME = "SELECT id, state, reason, EXISTS (SELECT 1 FROM pages WHERE url_id = urls.id) FROM urls WHERE url = ?"
_NEW = (
    "INSERT INTO urls (url, state, reason, weak, depth, priority, role, hops, tries)"
    " VALUES (?, 2, '', 0, ?, 0, '', 0, 1)"
)
_TAKE = "UPDATE urls SET state = 2, reason = '', weak = 0, tries = 1, not_before = NULL WHERE id = ?"
_OPEN = (UrlState.QUEUED, UrlState.EXCLUDED)


def rename(connection: sqlite3.Connection, tally: Tally, rows: Iterable[Renamed]) -> int:
    """Keep pages under the addresses they are to go by, and give them their places; gives how many."""
    moved = [row for row in rows if _move(connection, tally, row)]
    assign(connection, tally, [row.place for row in moved])
    return len(moved)


def _move(connection: sqlite3.Connection, tally: Tally, row: Renamed) -> bool:
    page = connection.execute(_PAGE, (row.url,)).fetchone()
    name = _claim(connection, tally, row.place.url, page[1]) if page is not None else None
    if name is None:
        return False
    connection.execute("UPDATE pages SET url_id = ? WHERE url_id = ?", (name, page[0]))
    redirected = (CODES[UrlState.REDIRECTED], row.place.url, page[0])
    connection.execute("UPDATE urls SET state = ?, redirect_to = ? WHERE id = ?", redirected)
    tally.leave(UrlState.FETCHED)
    tally.enter(UrlState.REDIRECTED)
    return True


def _claim(connection: sqlite3.Connection, tally: Tally, url: str, depth: int) -> int | None:
    """Bring a URL, known or not, to where it stands when it was fetched; gives its id, or None if it must stay."""
    known = connection.execute(_NAME, (url,)).fetchone()
    if known is None:
        tally.enter(UrlState.FETCHED)
        return int(connection.execute(_NEW, (url, depth)).lastrowid or 0)
    id_, code, reason, is_answered = known
    if STATES[code] not in _OPEN or is_answered:
        return None
    connection.execute(_TAKE, (id_,))
    connection.execute("UPDATE addresses SET twin = 0 WHERE url_id = ?", (id_,))
    tally.leave(STATES[code], reason)
    tally.enter(UrlState.FETCHED)
    return int(id_)
