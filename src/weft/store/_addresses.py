"""Keys in SQL: which URLs are addresses of one page. Every function runs inside the caller's transaction.

A URL stands for its own address and for its key. The table holds the keys of two kinds of URLs only: those whose key
is another address, and twins, which wait excluded behind a URL that stands for their key. The column `twin` tells them
apart, so that a look-up does not walk over the twins: a site that writes a new session id into every link has as many
of them for one key as it has pages.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence

from weft.store._ports import TWIN, Assigned, Discovered, Lease, UrlState
from weft.store._schema import STATES
from weft.store._tally import Tally
from weft.store._twins import holds_against, is_twin, outlives

_HOLDERS = (
    "SELECT j.value, u.state FROM json_each(?1) AS j JOIN urls AS u ON u.url = j.value WHERE u.state <> 4"
    " UNION ALL SELECT j.value, u.state FROM json_each(?2) AS j"
    " JOIN addresses AS a ON a.key = j.value AND a.twin = 0 JOIN urls AS u ON u.id = a.url_id WHERE u.state <> 4"
)
_KEEP = "INSERT INTO addresses (url_id, key, twin) SELECT id, ?, ? FROM urls WHERE url = ?"
_FORGET = "DELETE FROM addresses WHERE url_id = (SELECT id FROM urls WHERE url = ?)"
_MARK = (
    "INSERT INTO addresses (url_id, key, twin) SELECT id, url, 1 FROM urls WHERE url = ?"
    " ON CONFLICT (url_id) DO UPDATE SET twin = 1"
)
_ASSIGN = (
    "INSERT INTO addresses (url_id, key, twin) VALUES (?, ?, 0) ON CONFLICT (url_id) DO UPDATE SET key = excluded.key"
)
_FIRST_TWIN = "SELECT url_id FROM addresses WHERE key = ? AND twin = 1 ORDER BY url_id LIMIT 1"


def find_twins(connection: sqlite3.Connection, items: Sequence[Discovered]) -> list[Discovered]:
    """Give those of the URLs, about to be put in one after the other, whose key is taken by then."""
    keys = {item.key for item in items if item.key}
    if not keys:
        return []
    # Only a URL that is new, or excluded, comes here, so that one which is its own key needs no look at itself.
    holders = _read_holders(connection, keys, {item.key for item in items if item.key != item.url})
    twins = []
    for item in items:
        if item.state is not UrlState.QUEUED:
            continue
        if item.key and any(holds_against(state, item) for state in holders.get(item.key, ())):
            twins.append(item)
            continue
        for address in (item.url, item.key):
            holders.setdefault(address, set()).add(UrlState.QUEUED)
    return twins


def _read_holders(
    connection: sqlite3.Connection, keys: Collection[str], addresses: Collection[str]
) -> dict[str, set[UrlState]]:
    """Give the states of URLs that have one of the keys or are one of the addresses, excluded ones left out."""
    holders: dict[str, set[UrlState]] = {}
    for key, code in connection.execute(_HOLDERS, (json.dumps(list(addresses)), json.dumps(list(keys)))):
        holders.setdefault(key, set()).add(STATES[code])
    return holders


def keep_keys(connection: sqlite3.Connection, fresh: Iterable[Discovered], renewed: Sequence[Discovered]) -> None:
    """Keep the keys of URLs just put in, and of known ones that were put in anew, whose old keys are forgotten."""
    if renewed:
        connection.executemany(_FORGET, [(item.url,) for item in renewed])
    keyed = [item for item in (*fresh, *renewed) if item.key or item.reason == TWIN]  # few are
    if rows := [(key, is_twin(item), item.url) for item in keyed if (key := _key_to_keep(item))]:
        connection.executemany(_KEEP, rows)


def _key_to_keep(item: Discovered) -> str:
    """Give the key that needs a row: one that is another address, or any of a twin, which must be found by it."""
    if item.state is UrlState.EXCLUDED:
        return (item.key or item.url) if is_twin(item) else ""
    return item.key if item.key != item.url else ""


def mark_twin(connection: sqlite3.Connection, url: str) -> None:
    """Let a URL that was just excluded as a twin be found by its key."""
    connection.execute(_MARK, (url,))


def assign_keys(connection: sqlite3.Connection, rows: Iterable[tuple[int, Assigned]]) -> None:
    """Set the keys of known URLs, given with their ids, where there is one to set."""
    keyed = [(id_, row) for id_, row in rows if row.key]
    others = [(id_, row.key) for id_, row in keyed if row.key != row.url]
    own = [(row.key, id_) for id_, row in keyed if row.key == row.url]
    connection.executemany(_ASSIGN, others)
    connection.executemany("UPDATE addresses SET key = ? WHERE url_id = ?", own)


def pass_on(connection: sqlite3.Connection, tally: Tally, lease: Lease, state: UrlState) -> None:
    """Queue a twin in the place of a URL whose visit found no page, unless another address of the page lives."""
    row = connection.execute("SELECT key FROM addresses WHERE url_id = ?", (lease.id,)).fetchone()
    is_passed = False
    for key in dict.fromkeys((lease.url, row[0] if row else lease.url)):
        is_passed = _queue_twin(connection, tally, key)
    if row and (is_passed or state is UrlState.EXCLUDED):
        connection.execute("DELETE FROM addresses WHERE url_id = ?", (lease.id,))


def _queue_twin(connection: sqlite3.Connection, tally: Tally, key: str) -> bool:
    twin = connection.execute(_FIRST_TWIN, (key,)).fetchone()
    if twin is None or any(map(outlives, _read_holders(connection, [key], [key]).get(key, ()))):
        return False
    connection.execute("UPDATE urls SET state = 0, reason = '' WHERE id = ?", twin)
    connection.execute("UPDATE addresses SET twin = 0 WHERE url_id = ?", twin)
    tally.leave(UrlState.EXCLUDED, TWIN)
    tally.enter(UrlState.QUEUED)
    return True
