"""The frontier in SQL: URLs put in, handed out, taken back. Every function runs inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

from weft.store._database import read_time, write_time
from weft.store._ports import Discovered, Lease, UrlRow, UrlState
from weft.store._schema import CODES
from weft.store._tally import Tally

Connection = sqlite3.Connection
Found = tuple[int | None, Discovered]  # the id of the page a URL was found on, and the URL
_CHUNK = 1000  # URLs looked up at once; bounds memory when a sitemap of millions is put in
# One statement looks up all URLs of a commit, which tells the new ones from the weak ones, as the counters need it.
# INSERT .. ON CONFLICT for each cannot tell and costs the same (0.38 against 0.45 ms CPU for 50 links, 40 of them
# known, among a million URLs).
_KNOWN = "SELECT j.key, u.id, u.weak, u.reason FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
_INSERT = (
    "INSERT INTO urls (url, state, reason, weak, depth, priority, role, hops, found_on)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_STRENGTHEN = (
    "UPDATE urls SET state = ?, reason = ?, weak = ?, depth = ?, priority = ?, role = ?, hops = ?, found_on = ?"
    " WHERE id = ?"
)
_READY = (
    "SELECT id, url, depth, role, hops, tries FROM urls WHERE state = 0 AND not_before IS NULL"
    " ORDER BY priority, depth, id LIMIT ?"
)


def put_found(connection: sqlite3.Connection, tally: Tally, found: Iterable[Found]) -> int:
    """Put URLs into the frontier; gives how many were new.

    Known ones stay, except one excluded by a weak link alone that is now found by an innocent one: it is queued.
    """
    rest = iter(found)
    new = 0
    while chunk := list(islice(rest, _CHUNK)):
        new += _put_chunk(connection, tally, _merge(chunk))
    return new


def _merge(chunk: Iterable[Found]) -> list[Found]:
    """Leave one entry for each URL, as if they had been put in one after the other."""
    merged: dict[str, Found] = {}
    for entry in chunk:
        earlier = merged.setdefault(entry[1].url, entry)
        if earlier is not entry and earlier[1].weak and entry[1].state is UrlState.QUEUED:
            merged[entry[1].url] = entry
    return list(merged.values())


def _put_chunk(connection: sqlite3.Connection, tally: Tally, chunk: Sequence[Found]) -> int:
    urls = json.dumps([item.url for _, item in chunk])
    known = {key: (id_, weak, reason) for key, id_, weak, reason in connection.execute(_KNOWN, (urls,))}
    fresh = [entry for key, entry in enumerate(chunk) if key not in known]
    connection.executemany(_INSERT, [(item.url, *_columns(item, page)) for page, item in fresh])
    for _, item in fresh:
        tally.enter(item.state, item.reason)
    for key, (id_, weak, reason) in known.items():
        page, item = chunk[key]
        if weak and item.state is UrlState.QUEUED:
            connection.execute(_STRENGTHEN, (*_columns(item, page), id_))
            tally.leave(UrlState.EXCLUDED, reason)
            tally.enter(item.state, item.reason)
    return len(fresh)


def _columns(item: Discovered, page: int | None) -> tuple[object, ...]:
    code = CODES[item.state]
    return (code, item.reason, item.weak, item.depth, item.priority, item.role, item.hops, page)


def take_due(connection: sqlite3.Connection, tally: Tally, limit: int, now: datetime) -> list[Lease]:
    """Hand out the best queued URLs that are due."""
    connection.execute("UPDATE urls SET not_before = NULL WHERE state = 0 AND not_before <= ?", (write_time(now),))
    leases = [Lease(*row) for row in connection.execute(_READY, (max(0, limit),))]
    connection.executemany("UPDATE urls SET state = 1 WHERE id = ?", [(lease.id,) for lease in leases])
    tally.leave(UrlState.QUEUED, number=len(leases))
    tally.enter(UrlState.LEASED, number=len(leases))
    return leases


def put_back(connection: sqlite3.Connection, tally: Tally, ids: Iterable[int]) -> None:
    """Queue leased URLs again; others are not touched."""
    cursor = connection.executemany("UPDATE urls SET state = 0 WHERE id = ? AND state = 1", [(i,) for i in ids])
    moved = max(0, cursor.rowcount)
    tally.leave(UrlState.LEASED, number=moved)
    tally.enter(UrlState.QUEUED, number=moved)


def requeue_failed(connection: sqlite3.Connection, tally: Tally) -> int:
    """Queue what failed once more, as if it had never been tried; gives how many."""
    failed = CODES[UrlState.FAILED]
    reasons = connection.execute(
        "SELECT reason, count(*) FROM urls WHERE state = ? GROUP BY reason", (failed,)
    ).fetchall()
    connection.execute("UPDATE urls SET state = 0, reason = '', tries = 0 WHERE state = ?", (failed,))
    for reason, number in reasons:
        tally.leave(UrlState.FAILED, reason, number=number)
        tally.enter(UrlState.QUEUED, number=number)
    return sum(number for _, number in reasons)


def list_urls(connection: sqlite3.Connection, state: UrlState | None) -> Iterator[UrlRow]:
    """Go through URLs in order of discovery."""
    names = {code: name for name, code in CODES.items()}
    chosen = tuple(CODES.values()) if state is None else (CODES[state],)
    marks = ", ".join("?" * len(chosen))
    query = f"SELECT url, state, reason, depth, role FROM urls WHERE state IN ({marks}) ORDER BY id"  # noqa: S608  only question marks are put in
    for url, code, reason, depth, role in connection.execute(query, chosen):
        yield UrlRow(url, names[code], reason, depth, role)


def leased_ids(connection: sqlite3.Connection) -> list[int]:
    """Give the URLs that are out: after a crash, those its process had taken."""
    return [row[0] for row in connection.execute("SELECT id FROM urls WHERE state = 1")]


def earliest_due(connection: sqlite3.Connection) -> datetime | None:
    """Tell when the next waiting URL is due."""
    row = connection.execute("SELECT min(not_before) FROM urls WHERE state = 0 AND not_before IS NOT NULL").fetchone()
    return read_time(row[0])
