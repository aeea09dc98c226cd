"""Boards and threads in SQL: which page belongs to which list. Every function runs inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from weft.store._addresses import assign_keys
from weft.store._ports import Assigned, ListPage, ListRow
from weft.store._tally import Kind, Tally

T = TypeVar("T")
_CHUNK = 1000  # rows looked up at once; bounds memory when millions are put in
_IDS = "SELECT l.url, l.id FROM json_each(?) AS j JOIN lists AS l ON l.url = j.value"
_KNOWN_URLS = "SELECT u.id, j.key, u.role, u.list_id, u.number FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
_THEIR_PAGES = (
    "SELECT p.id, j.value, p.role, p.list_id, p.number, p.fetched"
    " FROM json_each(?) AS j JOIN pages AS p ON p.url_id = j.value"
)
_SET_URL = "UPDATE urls SET role = ?, list_id = ?, number = ? WHERE id = ?"
_SET_PAGE = "UPDATE pages SET role = ?, list_id = ?, number = ? WHERE id = ?"
_LISTS = "SELECT id, url FROM lists WHERE id > ? ORDER BY id LIMIT 500"
# A URL fetched again has several pages; the newest that was fetched says where it belongs.
_LISTED = (
    "SELECT p.role, u.url, p.number FROM pages AS p JOIN urls AS u ON u.id = p.url_id"
    " WHERE p.fetched AND p.list_id = ?"
    " AND NOT EXISTS (SELECT 1 FROM pages AS n WHERE n.url_id = p.url_id AND n.revision > p.revision AND n.fetched)"
    " ORDER BY p.number = 0, p.number, p.url_id"
)


def cut_portions(items: Iterable[T]) -> Iterator[list[T]]:
    """Give a stream in portions that one statement looks up at once."""
    rest = iter(items)
    while portion := list(islice(rest, _CHUNK)):
        yield portion


def name_lists(connection: sqlite3.Connection, addresses: Iterable[str]) -> dict[str, int]:
    """Give the ids of lists by their addresses, making those that are new; the empty address has none."""
    wanted = dict.fromkeys(address for address in addresses if address)
    if not wanted:
        return {}
    ids: dict[str, int] = dict(connection.execute(_IDS, (json.dumps(list(wanted)),)))
    for address in wanted:
        if address not in ids:
            ids[address] = int(connection.execute("INSERT INTO lists (url) VALUES (?)", (address,)).lastrowid or 0)
    return ids


def assign(connection: sqlite3.Connection, tally: Tally, rows: Iterable[Assigned]) -> int:
    """Set role, list and number of known URLs and of their pages; gives how many URLs that changed."""
    return sum(_assign_chunk(connection, tally, chunk) for chunk in cut_portions(rows))


def _assign_chunk(connection: sqlite3.Connection, tally: Tally, chunk: Sequence[Assigned]) -> int:
    rows = list({row.url: row for row in chunk}.values())  # the last of several counts
    known = connection.execute(_KNOWN_URLS, (json.dumps([row.url for row in rows]),)).fetchall()
    lists = name_lists(connection, [rows[key].list for _, key, *_ in known])
    wanted = {id_: _columns(rows[key], lists) for id_, key, *_ in known}
    urls = [(*wanted[id_], id_) for id_, _, *now in known if tuple(now) != wanted[id_]]
    connection.executemany(_SET_URL, urls)
    assign_keys(connection, ((id_, rows[key]) for id_, key, *_ in known))
    changed = {id_ for *_, id_ in urls}
    return len(changed | _assign_pages(connection, tally, wanted))


def _assign_pages(connection: sqlite3.Connection, tally: Tally, wanted: Mapping[int, tuple[Any, ...]]) -> set[int]:
    """Set the pages of URLs to what is wanted; gives the URLs of those that changed."""
    changed = set()
    for id_, url_id, *now, fetched in connection.execute(_THEIR_PAGES, (json.dumps(list(wanted)),)).fetchall():
        columns = wanted[url_id]
        if tuple(now) == columns:
            continue
        connection.execute(_SET_PAGE, (*columns, id_))
        changed.add(url_id)
        if fetched:
            tally.add(Kind.ROLE, now[0], -1)
            tally.add(Kind.ROLE, columns[0])
    return changed


def _columns(row: Assigned, lists: Mapping[str, int]) -> tuple[Any, ...]:
    return (row.role, lists.get(row.list), row.number)


def list_lists(connection: sqlite3.Connection) -> Iterator[ListRow]:
    """Go through lists in the order they became known, each as it stands then; holds no cursor open in between."""
    last = 0
    while lists := connection.execute(_LISTS, (last,)).fetchall():
        for id_, address in lists:
            if pages := connection.execute(_LISTED, (id_,)).fetchall():
                listed = tuple(ListPage(url, number) for _, url, number in pages)
                yield ListRow(address, base_role(pages[0][0]), listed)
        last = lists[-1][0]


def list_pages(connection: sqlite3.Connection, address: str) -> tuple[ListPage, ...]:
    """Give the fetched pages of one list, by number."""
    row = connection.execute("SELECT id FROM lists WHERE url = ?", (address,)).fetchone()
    found = connection.execute(_LISTED, (row[0],)).fetchall() if row is not None else ()
    return tuple(ListPage(url, number) for _, url, number in found)


def base_role(role: str) -> str:
    """Give the role of the list a page belongs to: a flip of a thread is a thread."""
    return role.removeprefix("flip of ")
