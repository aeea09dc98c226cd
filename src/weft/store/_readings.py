"""Readings in SQL: what was read out of pages becomes boards, threads and posts, in the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from weft.page import IndexPage, ThreadPage
from weft.store._files_carried import CarriedFiles
from weft.store._files_index import reindex_stale
from weft.store._forum_ports import Changes, Reading
from weft.store._frontier import put_found
from weft.store._lists import cut_portions, name_lists
from weft.store._ports import ELSEWHERE, Discovered, UrlState, Visit
from weft.store._posts import PostWriter, SqlDesk, mark_gone, retitle
from weft.store._recording import UNREAD, Before, Recorder
from weft.store._seats import Look, Outcome, page_rank
from weft.store._tally import THREADS, Kind, Tally
from weft.store._topics import Retitled, Topics, addresses_of
from weft.store._word_index import WordIndex

_URL_IDS = "SELECT u.url, u.id FROM json_each(?) AS j JOIN urls AS u ON u.url = j.value"
_SAVE = (
    "INSERT INTO readings (url_id, thread_id, page, wrapper, seen_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (url_id)"
    " DO UPDATE SET thread_id = excluded.thread_id, page = excluded.page, wrapper = excluded.wrapper,"
    " seen_at = excluded.seen_at"
)
_BEFORE = "SELECT thread_id, page, seen_at FROM readings WHERE url_id = ?"
# A URL counts by the newest of its pages that was fetched.
_TO_READ = (
    "SELECT p.url_id, u.url FROM pages AS p JOIN urls AS u ON u.id = p.url_id"
    " LEFT JOIN readings AS r ON r.url_id = p.url_id"
    " WHERE p.url_id > ? AND p.fetched AND p.role IN ('thread', 'index', 'flip of thread', 'flip of index')"
    " AND NOT EXISTS (SELECT 1 FROM pages AS n WHERE n.url_id = p.url_id AND n.revision > p.revision AND n.fetched)"
    " AND (r.url_id IS NULL OR r.wrapper < ?) ORDER BY p.url_id LIMIT 500"
)


class SqlLedger:
    """The tables, as the readings of one transaction change them; fulfils `Ledger`. `names` are the ids of lists."""

    def __init__(self, connection: sqlite3.Connection, tally: Tally) -> None:
        self._connection = connection
        self._tally = tally
        self._words = WordIndex()
        self._carried = CarriedFiles()
        self._topics = Topics(connection, tally, {})

    def open_for(self, readings: Sequence[Reading]) -> dict[str, int]:
        """Name all that readings speak of; gives the ids of their pages by address."""
        addresses = (address for reading in readings for address in addresses_of(reading))
        self._topics = Topics(self._connection, self._tally, name_lists(self._connection, addresses))
        urls = list(dict.fromkeys(reading.url for reading in readings))
        ids = dict(self._connection.execute(_URL_IDS, (json.dumps(urls),)))
        if missing := [url for url in urls if url not in ids]:
            found = (Discovered(url, UrlState.EXCLUDED, ELSEWHERE, weak=True) for url in missing)
            put_found(self._connection, self._tally, ((None, item) for item in found))
            ids.update(self._connection.execute(_URL_IDS, (json.dumps(missing),)))
        return ids

    def close(self) -> None:
        """Write what comes last."""
        self._carried.save(self._connection, self._tally)
        self._words.save(self._connection)
        reindex_stale(self._connection)

    def name(self, address: str) -> int:
        """Give the number of a thread or board."""
        return self._topics.names[address]

    def before(self, url: int) -> Before | None:
        """Tell how a page was read before."""
        row = self._connection.execute(_BEFORE, (url,)).fetchone()
        return Before(*row) if row else None

    def save(self, url: int, thread: int | None, reading: Reading, seen: float) -> None:
        """Remember that a page was read, as a page of a thread or not."""
        self._connection.execute(_SAVE, (url, thread, page_rank(reading.number), reading.wrapper, seen))

    def set_wrapper(self, url: int, wrapper: int) -> None:
        """Remember by what a page was read, and nothing else."""
        self._connection.execute("UPDATE readings SET wrapper = ? WHERE url_id = ?", (wrapper, url))

    def hear_index(self, address: str, page: IndexPage, rank: int, seen: float) -> None:
        """Take what an index page says of boards and threads."""
        self._retitle(self._topics.hear_index(address, page, rank, seen))

    def hear_thread(self, thread: int, page: ThreadPage, rank: int, seen: float) -> None:
        """Take what a page of a thread says of it and of its board; makes the thread if it is new."""
        self._retitle(self._topics.hear_thread(thread, page, rank, seen))

    def _retitle(self, threads: Retitled) -> None:
        for thread, *titles in threads:
            if self.has_pages(thread):
                retitle(self._connection, self._words, thread, titles[0], titles[1])
                self._carried.retitle(thread)

    def count_page(self, thread: int, number: int) -> None:
        """Count pages to a thread, or off it."""
        before = self.has_pages(thread)
        self._connection.execute("UPDATE threads SET pages = pages + ? WHERE id = ?", (number, thread))
        self._tally.add(Kind.FORUM, THREADS, self.has_pages(thread) - before)

    def has_pages(self, thread: int) -> bool:
        """Tell whether a page of a thread was read."""
        return bool(self._connection.execute("SELECT 1 FROM threads WHERE id = ? AND pages", (thread,)).fetchone())

    def desk(self, look: Look, was_page: int, *, is_new: bool) -> SqlDesk:
        """Give the posts that a look needs."""
        return SqlDesk(self._connection, look, was_page, is_new)

    def fetch_posts(self, look: Look, was: Before) -> None:
        """Take over the posts of a page from the thread it belonged to before."""
        self._posts(was.thread or 0).move_page(look, was.page, self._title(look.thread))

    def write(self, look: Look, outcome: Outcome) -> None:
        """Write what a look changes."""
        self._posts(look.thread).write(look, outcome)

    def mark_gone(self, thread: int) -> int:
        """Mark posts of a thread that were looked for everywhere they may be; gives how many."""
        return mark_gone(self._connection, thread)

    def _posts(self, thread: int) -> PostWriter:
        return PostWriter(self._connection, self._tally, self._words, self._carried, thread, self._title(thread))

    def _title(self, thread: int) -> str:
        return str(self._connection.execute("SELECT title FROM threads WHERE id = ?", (thread,)).fetchone()[0])


def record_visits(connection: sqlite3.Connection, tally: Tally, visits: Sequence[Visit]) -> Changes:
    """Put the readings of visits in; pages fetched without one are no longer read."""
    fetched = [visit for visit in visits if visit.state is UrlState.FETCHED and visit.exchange is not None]
    rows = [(UNREAD, visit.lease.id) for visit in fetched if visit.reading is None]
    connection.executemany("UPDATE readings SET wrapper = ? WHERE url_id = ?", rows)
    return record(connection, tally, (visit.reading for visit in visits if visit.reading is not None))


def record(connection: sqlite3.Connection, tally: Tally, readings: Iterable[Reading]) -> Changes:
    """Put readings in; gives what they brought."""
    ledger = SqlLedger(connection, tally)
    recorder = Recorder(ledger)
    for portion in cut_portions(readings):
        ids = ledger.open_for(portion)
        for reading in portion:
            recorder.put(reading, ids[reading.url])
    ledger.close()
    return recorder.changes()


def list_unread(connection: sqlite3.Connection, wrapper: int) -> Iterator[str]:
    """Give fetched thread and index pages to be read; holds no cursor open between portions."""
    last = 0
    while rows := connection.execute(_TO_READ, (last, wrapper)).fetchall():
        yield from (url for _, url in rows)
        last = rows[-1][0]
