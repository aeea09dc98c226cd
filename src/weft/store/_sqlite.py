"""The archive as a folder: SQLite for what is known, WARC files for what was received."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Self

from weft.config import StoreConfig
from weft.page import Exchange
from weft.store import _files_disk as files_on_disk
from weft.store import _frontier as frontier
from weft.store import _hosts as hosts
from weft.store import _lists as lists
from weft.store import _visits as pages
from weft.store import _volumes as volumes
from weft.store._database import Database
from weft.store._files_archive import SqliteFiles
from weft.store._files_index import reindex_stale
from weft.store._files_rows import first_answer, put_files
from weft.store._lock import FolderLock
from weft.store._ports import (
    Assigned,
    Discovered,
    HostRow,
    Lease,
    ListPage,
    ListRow,
    Renamed,
    StoredPage,
    Summary,
    UrlRow,
    UrlState,
    Visit,
)
from weft.store._readings import record_visits
from weft.store._record import Filed, Place, refers_to, unpack_exchange
from weft.store._renaming import rename
from weft.store._space import SpaceGuard
from weft.store._steps import Step, StepHook
from weft.store._summary import summarise
from weft.store._tally import Tally
from weft.store._trouble import translate, translate_values
from weft.store._warc import WarcWriter

_HEAD_BYTES = 4096  # allowance for heads and rows when room on the disk is asked for


class SqliteArchive(SqliteFiles):
    """An open archive folder; fulfils `Archive`. Made by `open_archive`.

    Calls may come from any thread, but only from one at a time. Without lock and writer it can only be read.
    """

    def __init__(
        self, database: Database, config: StoreConfig, step: StepHook, writer: WarcWriter, lock: FolderLock | None
    ) -> None:
        super().__init__(database)
        self._max_bytes = config.warc_max_bytes
        self._space = SpaceGuard(database.folder, config.min_free_bytes)
        self._step = step
        self._warc = writer
        self._lock = lock
        self._closed = False
        if lock is not None:
            self._recover()

    def _recover(self) -> None:
        """Bring files and leases to what was committed before the last process ended."""
        with self._changing() as (connection, tally):
            frontier.put_back(connection, tally, frontier.leased_ids(connection))
            found = volumes.recover(self.folder, volumes.list_volumes(connection))
            for volume in found:
                volumes.save_volume(connection, volume)
        with translate(self.folder):
            files_on_disk.sweep_parts(self.folder)
        if found and not found[-1].closed:
            with translate(self.folder):
                self._warc.begin(found[-1])

    def add(self, found: Iterable[Discovered]) -> int:
        """Put URLs into the frontier; gives how many were new. Known URLs stay as they are (but see `weak`)."""
        with self._changing() as (connection, tally):
            return frontier.put_found(connection, tally, ((None, item) for item in found))

    def lease(self, limit: int, now: datetime, role: str = "") -> list[Lease]:
        """Hand out up to `limit` queued URLs that are due, best first; none of them is handed out again."""
        with self._changing() as (connection, tally):
            leases = frontier.take_due(connection, tally, limit, now, role)
        self._step(Step.AFTER_LEASE)
        return leases

    def take(self, found: Discovered, now: datetime) -> Lease | None:
        """Put a URL in if it is not known and hand it out at once, due or not, whatever else is queued."""
        with self._changing() as (connection, tally):
            lease = frontier.take_one(connection, tally, found)
        self._step(Step.AFTER_LEASE)
        return lease

    def take_again(self, url: str) -> Lease | None:
        """Hand out a URL once more, whether fetched, failed or queued; None when it is out, excluded or not known."""
        with self._changing() as (connection, tally):
            return frontier.take_again(connection, tally, url)

    def release(self, leases: Iterable[Lease]) -> None:
        """Take leases back unfinished: queued again, nothing counted."""
        with self._changing() as (connection, tally):
            frontier.put_back(connection, tally, [lease.id for lease in leases])

    def requeue_failed(self) -> int:
        """Queue what failed once more, as if it had never been tried; gives how many."""
        with self._changing() as (connection, tally):
            return frontier.requeue_failed(connection, tally)

    def assign(self, rows: Iterable[Assigned]) -> int:
        """Set role, list and number of known URLs and of all their pages; gives how many URLs that changed."""
        with self._changing() as (connection, tally):
            return lists.assign(connection, tally, rows)

    def rename(self, rows: Iterable[Renamed]) -> int:
        """Keep the pages of fetched URLs under their proper addresses; gives how many."""
        with self._changing() as (connection, tally):
            return rename(connection, tally, rows)

    def exclude(self, urls: Iterable[tuple[str, str]]) -> int:
        """Exclude queued URLs, each for the reason beside it; others stay. Gives how many."""
        with self._changing() as (connection, tally):
            return frontier.exclude(connection, tally, urls)

    def requeue_excluded(self, urls: Iterable[Discovered]) -> int:
        """Queue URLs that a plan had excluded with what it now makes of them; others stay. Gives how many."""
        with self._changing() as (connection, tally):
            return frontier.requeue_excluded(connection, tally, urls)

    def urls(self, state: UrlState | None = None) -> Iterator[UrlRow]:
        """Go through all URLs, or those in one state, in order of discovery; changes in between do not disturb it."""
        with translate_values(self.folder):
            yield from frontier.list_urls(self._database.connection, state)

    def next_due(self) -> datetime | None:
        """Tell when the earliest queued URL that is not yet due becomes due; None when there is none."""
        with self._database.reading() as connection:
            return frontier.earliest_due(connection)

    def commit(self, visits: Sequence[Visit]) -> int:
        """Record visits: WARC bytes synced first, then one transaction. Gives how many URLs were new.

        All or nothing: after DiskFull (or any other error) files and tables are as before, and it may be tried again.
        """
        self._space.check(sum(visit.body_bytes + _HEAD_BYTES for visit in visits if visit.exchange is not None))
        with translate(self.folder), self._undone_on_error():
            places = self._append(self._to_write(visits))
            for visit in visits:
                if visit.file is not None:
                    files_on_disk.settle(self.folder, visit.file.part)
            self._step(Step.BEFORE_DB_BEGIN)
            new = self._record(visits, places)
        self._warc.settle()
        self._step(Step.AFTER_DB_COMMIT)
        return new

    def _to_write(self, visits: Sequence[Visit]) -> list[Exchange | Filed]:
        """Give what goes into the WARC: a file is written from the disk, equal bytes but once."""
        records: list[Exchange | Filed] = []
        with self._database.reading() as connection:
            for visit in visits:
                exchange, file = visit.exchange, visit.file
                if exchange is not None and file is not None and not exchange.body and file.part.size:
                    part = files_on_disk.locate(self.folder, file.part)
                    records.append(Filed(exchange, part, first_answer(connection, part.digest)))
                elif exchange is not None:
                    records.append(exchange)
        return records

    def _append(self, exchanges: Sequence[Exchange | Filed]) -> list[Place]:
        if not exchanges:
            return []
        volume = self._warc.volume
        if volume is not None and volume.size >= self._max_bytes:
            self._finish_file()
        if self._warc.volume is None:
            self._begin_file()
        return self._warc.append(exchanges)

    def _record(self, visits: Sequence[Visit], places: Sequence[Place]) -> int:
        with self._changing() as (connection, tally):
            pages.put_visits(connection, tally, visits, places)
            self._step(Step.INSIDE_DB)
            rename(connection, tally, (row for visit in visits for row in visit.renamed))
            found = ((visit.lease.id, item) for visit in visits for item in visit.discovered)
            new = frontier.put_found(connection, tally, found)
            changes = record_visits(connection, tally, visits)
            put_files(connection, tally, visits)
            reindex_stale(connection)
            if grown := self._warc.grown():
                volumes.save_volume(connection, grown)
            self._step(Step.BEFORE_DB_COMMIT)
        self._last_changes = changes
        return new

    @contextmanager
    def _undone_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            # An interrupt may come between the database's commit and our hearing of it: ask what was committed.
            with self._database.reading() as connection:
                self._warc.roll_back(volumes.list_volumes(connection))
            raise

    def _begin_file(self) -> None:
        self._step(Step.BEFORE_FILE_NAMED)
        with self._database.writing() as connection:
            number = connection.execute("SELECT coalesce(max(id), 0) + 1 FROM warcs").fetchone()[0]
            volume = volumes.add_volume(connection, self._warc.new_name(number))
        self._step(Step.AFTER_FILE_NAMED)
        self._warc.begin(volume)

    def _finish_file(self) -> None:
        self._step(Step.BEFORE_ROTATION)
        if closed := self._warc.finish():
            with self._database.writing() as connection:
                volumes.save_volume(connection, closed)
        self._step(Step.AFTER_ROTATION)

    @contextmanager
    def _changing(self) -> Iterator[tuple[frontier.Connection, Tally]]:
        """Hold one transaction whose counters are saved with it."""
        tally = Tally()
        with self._database.writing() as connection:
            yield connection, tally
            tally.save(connection)

    def get_setting(self, name: str) -> str | None:
        """Give a remembered value of this archive (start URL, scope, strategy)."""
        with self._database.reading() as connection:
            return hosts.read_setting(connection, name)

    def put_setting(self, name: str, value: str) -> None:
        """Remember a value."""
        with self._database.writing() as connection:
            hosts.write_setting(connection, name, value)

    def get_host(self, origin: str) -> HostRow | None:
        """Give what is remembered about a host."""
        with self._database.reading() as connection:
            return hosts.read_host(connection, origin)

    def put_host(self, row: HostRow) -> None:
        """Remember a host, replacing what was known."""
        with self._database.writing() as connection:
            hosts.write_host(connection, row)

    def summary(self) -> Summary:
        """Count everything; quick at any size, because the counters change with the rows."""
        with self._database.reading() as connection:
            return summarise(connection)

    def pages(self) -> Iterator[StoredPage]:
        """Go through all kept responses in order of commit; commits in between do not disturb it."""
        with translate_values(self.folder):
            yield from pages.list_pages(self._database.connection)

    def lists(self) -> Iterator[ListRow]:
        """Go through all lists with a fetched page, in the order they became known; one of them in memory at a time."""
        with translate_values(self.folder):
            yield from lists.list_lists(self._database.connection)

    def list_pages(self, address: str) -> tuple[ListPage, ...]:
        """Give the fetched pages of one list, as `lists` does; none when it has none."""
        with self._database.reading() as connection:
            return lists.list_pages(connection, address)

    def read_exchange(self, url: str) -> Exchange | None:
        """Give the newest kept exchange of a URL, or None; raises ArchiveCorrupt if its record is damaged."""
        with self._database.reading() as connection:
            found = pages.find_place(connection, url)
        return None if found is None else self._read(*found)

    def exchanges(self) -> Iterator[Exchange]:
        """Go through all kept exchanges in order of commit, one in memory at a time."""
        with translate_values(self.folder):
            for place, name in pages.list_places(self._database.connection):
                yield self._read(place, name)

    def _read(self, place: Place, name: str) -> Exchange:
        response, request = volumes.read_place(self.folder, name, place)
        try:
            exchange = unpack_exchange(response, request)
            like = refers_to(response) if not exchange.body else None
            return exchange if like is None else replace(exchange, body=self._read_body(*like))
        except (ValueError, KeyError) as error:
            raise volumes.damaged(self.folder, name, place, error) from error

    def _read_body(self, url: str, digest: str) -> bytes:
        """Give the body of the record that another one refers to, which had the same."""
        found = pages.find_original(self._database.connection, url, digest)
        return self._read(*found).body if found is not None else b""

    def close(self) -> None:
        """Let go of the files; leases still out are queued again. May be called twice."""
        if self._closed:
            return
        self._closed = True
        with ExitStack() as closing:
            if self._lock is None:
                closing.callback(self._database.close)
                return
            closing.callback(self._lock.release)
            closing.callback(self._database.close)
            closing.callback(self._warc.abandon)
            with translate(self.folder):
                self._finish_file()
            with self._changing() as (connection, tally):
                frontier.put_back(connection, tally, frontier.leased_ids(connection))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
