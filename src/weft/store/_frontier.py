"""The frontier in SQL: URLs put in, handed out, taken back. Every function runs inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from weft.store._addresses import find_twins, keep_keys, mark_twin
from weft.store._database import read_time, write_time
from weft.store._lists import cut_portions, name_lists
from weft.store._ports import TWIN, Discovered, Lease, UrlRow, UrlState
from weft.store._schema import CODES, STATES
from weft.store._tally import Tally
from weft.store._twins import as_twin, gives_way

Connection = sqlite3.Connection
Found = tuple[int | None, Discovered]  # the id of the page a URL was found on, and the URL
_Row = tuple[int, str, bool, int, int, str, int, int | None, int | None, int]
Stronger = tuple[int, str, int | None, Discovered]  # the id of a known URL, why it was excluded, and how it was found
_EXCLUDED = CODES[UrlState.EXCLUDED]
_QUEUED = UrlState.QUEUED  # looking up a member of an enumeration costs more than all else that is done to a known URL
# One statement looks up all URLs of a commit, which tells the new ones from the weak ones, as the counters need it.
# INSERT .. ON CONFLICT for each cannot tell and costs the same (0.38 against 0.45 ms CPU for 50 links, 40 of them
# known, among a million URLs).
_KNOWN = "SELECT j.key, u.id, u.state, u.reason, u.weak FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
_INSERT = (
    "INSERT INTO urls (url, state, reason, weak, depth, priority, role, hops, found_on, list_id, number)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_STRENGTHEN = (
    "UPDATE urls SET state = ?, reason = ?, weak = ?, depth = ?, priority = ?, role = ?, hops = ?, found_on = ?,"
    " list_id = ?, number = ? WHERE id = ?"
)
_LEASES = (
    "SELECT u.id, u.url, u.depth, u.role, u.hops, u.tries, coalesce(l.url, ''), u.number,"
    " coalesce(nullif(a.key, u.url), '') FROM urls AS u LEFT JOIN lists AS l ON l.id = u.list_id"
    " LEFT JOIN addresses AS a ON a.url_id = u.id WHERE u.state = 0"
)
_ORDER = "ORDER BY u.priority, u.depth, u.id LIMIT ?"
_READY = f"{_LEASES} AND u.not_before IS NULL {_ORDER}"
_READY_AS = f"{_LEASES} AND u.not_before IS NULL AND u.role = ? {_ORDER}"
_EXCLUDE = "UPDATE urls SET state = 4, reason = ?, tries = 0, not_before = NULL WHERE url = ? AND state = 0"
# A visit counts a try and `_EXCLUDE` forgets them, so that an excluded URL with a try was excluded by its visit.
_BY_PLAN = (
    "SELECT j.key, u.id, u.reason, coalesce(a.key, '') FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
    " LEFT JOIN addresses AS a ON a.url_id = u.id AND a.twin = 1 WHERE u.state = 4 AND u.weak = 0 AND u.tries = 0"
)
_REQUEUE = "UPDATE urls SET state = ?, reason = ?, priority = ?, role = ?, list_id = ?, number = ? WHERE id = ?"
_URLS = "SELECT id, url, state, reason, depth, role FROM urls WHERE id > ? AND state IN (%s) ORDER BY id LIMIT 500"


def put_found(connection: sqlite3.Connection, tally: Tally, found: Iterable[Found], *, judged: bool = True) -> int:
    """Put URLs into the frontier; gives how many were new.

    Known ones stay, except one excluded by a weak link alone that is now found by an innocent one: it is queued. A URL
    whose key is taken is put in as a twin, unless the caller wants it for itself and has it not `judged`.
    """
    return sum(_put_portion(connection, tally, portion, judged=judged) for portion in _cut_at_targets(found))


def _cut_at_targets(found: Iterable[Found]) -> Iterator[list[Found]]:
    """Give portions in which no redirect's target comes after a link to the same URL, which it may have to queue."""
    for portion in cut_portions(found):
        start = 0
        for end, (_, item) in enumerate(portion):
            if item.hops and any(item.url == earlier.url for _, earlier in portion[start:end]):
                yield portion[start:end]
                start = end
        yield portion[start:]


def _put_portion(connection: sqlite3.Connection, tally: Tally, portion: Sequence[Found], *, judged: bool) -> int:
    first: dict[str, Found] = {}
    queued: dict[str, Found] = {}  # the first that would queue the URL
    for entry in portion:
        item = entry[1]
        first.setdefault(item.url, entry)
        if item.state is _QUEUED:
            queued.setdefault(item.url, entry)
    urls = list(first)
    known = {urls[row[0]]: row[1:] for row in connection.execute(_KNOWN, (json.dumps(urls),))}
    fresh = [queued.get(url, entry) if entry[1].weak else entry for url, entry in first.items() if url not in known]
    stronger = [
        (id_, reason, *queued[url])
        for url, (id_, code, reason, weak) in known.items()
        if code == _EXCLUDED and url in queued and gives_way(reason, queued[url][1], weak=weak, judged=judged)
    ]
    if judged and queued:
        fresh, stronger = _exclude_twins(connection, portion, fresh, stronger)
    _write(connection, tally, fresh, stronger)
    return len(fresh)


def _exclude_twins(
    connection: sqlite3.Connection, portion: Sequence[Found], fresh: list[Found], stronger: list[Stronger]
) -> tuple[list[Found], list[Stronger]]:
    """Give what is to be written with those excluded whose key is taken; a known twin that stays one is left out."""
    deciding = {item.url: item for item in [item for _, item in fresh] + [item for *_, item in stronger]}
    if not any(item.key for item in deciding.values()):
        return fresh, stronger
    # Of several links to a URL the one that decides need not be the first; keys are taken in the order of those.
    ordered = {item.url: item for _, item in portion if deciding.get(item.url) is item}
    twins = {item.url: as_twin(item) for item in find_twins(connection, list(ordered.values()))}
    return (
        [(page, twins.get(item.url, item)) for page, item in fresh],
        [
            (id_, reason, page, twins.get(item.url, item))
            for id_, reason, page, item in stronger
            if reason != TWIN or item.url not in twins
        ],
    )


def _write(connection: sqlite3.Connection, tally: Tally, fresh: Sequence[Found], stronger: Sequence[Stronger]) -> None:
    """Write new URLs, and known excluded ones that are put in anew."""
    new, renewed = [item for _, item in fresh], [item for *_, item in stronger]
    lists = name_lists(connection, [item.list for item in (*new, *renewed)])
    rows = [(item.url, *_columns(item, page, lists)) for page, item in fresh]
    connection.executemany(_INSERT, rows)
    for (code, reason), number in Counter(row[1:3] for row in rows).items():
        tally.enter(STATES[code], reason, number)
    for id_, reason, page, item in stronger:
        connection.execute(_STRENGTHEN, (*_columns(item, page, lists), id_))
        tally.leave(UrlState.EXCLUDED, reason)
        tally.enter(item.state, item.reason)
    keep_keys(connection, new, renewed)


def _columns(item: Discovered, page: int | None, lists: Mapping[str, int]) -> _Row:
    _, state, reason, weak, depth, priority, role, hops, list_url, number, _ = item
    return (CODES[state], reason, weak, depth, priority, role, hops, page, lists.get(list_url), number)


def take_due(connection: sqlite3.Connection, tally: Tally, limit: int, now: datetime, role: str = "") -> list[Lease]:
    """Hand out the best queued URLs that are due."""
    connection.execute("UPDATE urls SET not_before = NULL WHERE state = 0 AND not_before <= ?", (write_time(now),))
    most = max(0, limit)
    rows = connection.execute(_READY_AS, (role, most)) if role else connection.execute(_READY, (most,))
    leases = [Lease(*row) for row in rows]
    _hand_out(connection, tally, leases)
    return leases


def take_one(connection: sqlite3.Connection, tally: Tally, found: Discovered) -> Lease | None:
    """Hand out one URL, put in if need be; None when it is not queued. It keeps the time it waits for, if any."""
    put_found(connection, tally, [(None, found)], judged=False)
    leases = [Lease(*row) for row in connection.execute(f"{_LEASES} AND u.url = ?", (found.url,))]
    _hand_out(connection, tally, leases)
    return leases[0] if leases else None


def take_again(connection: sqlite3.Connection, tally: Tally, url: str) -> Lease | None:
    """Hand out a URL that was fetched, failed or waits; None when it is in another state, or not known."""
    row = connection.execute("SELECT state, reason FROM urls WHERE url = ?", (url,)).fetchone()
    state = STATES[row[0]] if row is not None else None
    if row is None or state not in (UrlState.FETCHED, UrlState.FAILED, UrlState.QUEUED):
        return None
    if state is not UrlState.QUEUED:
        connection.execute("UPDATE urls SET state = 0, reason = '' WHERE url = ?", (url,))
        tally.leave(state, row[1])
        tally.enter(UrlState.QUEUED)
    leases = [Lease(*found) for found in connection.execute(f"{_LEASES} AND u.url = ?", (url,))]
    _hand_out(connection, tally, leases)
    return leases[0]


def _hand_out(connection: sqlite3.Connection, tally: Tally, leases: Sequence[Lease]) -> None:
    connection.executemany("UPDATE urls SET state = 1 WHERE id = ?", [(lease.id,) for lease in leases])
    tally.leave(UrlState.QUEUED, number=len(leases))
    tally.enter(UrlState.LEASED, number=len(leases))


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


def exclude(connection: sqlite3.Connection, tally: Tally, urls: Iterable[tuple[str, str]]) -> int:
    """Exclude queued URLs for the reasons given, others stay; gives how many."""
    moved = 0
    for url, reason in urls:
        if connection.execute(_EXCLUDE, (reason, url)).rowcount:
            tally.leave(UrlState.QUEUED)
            tally.enter(UrlState.EXCLUDED, reason)
            moved += 1
            if reason == TWIN:
                mark_twin(connection, url)
    return moved


def requeue_excluded(connection: sqlite3.Connection, tally: Tally, urls: Iterable[Discovered]) -> int:
    """Queue URLs that the plan had excluded with what it now makes of them; gives how many."""
    wanted = (item for item in urls if item.state is UrlState.QUEUED)
    return sum(_requeue_portion(connection, tally, portion) for portion in cut_portions(wanted))


def _requeue_portion(connection: sqlite3.Connection, tally: Tally, portion: Sequence[Discovered]) -> int:
    first: dict[str, Discovered] = {}  # of several the first counts
    for item in portion:
        first.setdefault(item.url, item)
    items = list(first.values())
    rows = sorted(connection.execute(_BY_PLAN, (json.dumps(list(first)),)))
    found = [(id_, reason, items[key]._replace(key=items[key].key or twin_of)) for key, id_, reason, twin_of in rows]
    twins = {item.url: as_twin(item) for item in find_twins(connection, [item for *_, item in found])}
    found = [(id_, reason, twins.get(item.url, item)) for id_, reason, item in found]
    lists = name_lists(connection, [item.list for *_, item in found])
    for id_, reason, item in found:
        place = (item.priority, item.role, lists.get(item.list), item.number)
        connection.execute(_REQUEUE, (CODES[item.state], item.reason, *place, id_))
        tally.leave(UrlState.EXCLUDED, reason)
        tally.enter(item.state, item.reason)
    keep_keys(connection, (), [item for *_, item in found])
    return len(found) - len(twins)


def list_urls(connection: sqlite3.Connection, state: UrlState | None) -> Iterator[UrlRow]:
    """Go through URLs in order of discovery; holds no cursor open between portions."""
    chosen = tuple(CODES.values()) if state is None else (CODES[state],)
    query = _URLS % ", ".join("?" * len(chosen))
    last = 0
    while rows := connection.execute(query, (last, *chosen)).fetchall():
        for _, url, code, reason, depth, role in rows:
            yield UrlRow(url, STATES[code], reason, depth, role)
        last = rows[-1][0]


def leased_ids(connection: sqlite3.Connection) -> list[int]:
    """Give the URLs that are out: after a crash, those its process had taken."""
    return [row[0] for row in connection.execute("SELECT id FROM urls WHERE state = 1")]


def earliest_due(connection: sqlite3.Connection) -> datetime | None:
    """Tell when the next waiting URL is due."""
    row = connection.execute("SELECT min(not_before) FROM urls WHERE state = 0 AND not_before IS NOT NULL").fetchone()
    return read_time(row[0])
