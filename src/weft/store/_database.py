"""The connection that owns all writes to archive.db, and its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from weft.errors import UsageError
from weft.store._lock import is_locked
from weft.store._schema import APPLICATION_ID, check_readable, migrate, read_version
from weft.store._trouble import corrupt, database_error, translate_values

DATABASE_NAME = "archive.db"
_BUSY_SECONDS = 5.0
# 16 MiB of log, so that checkpoints (and their syncs) are fewer than with SQLite's 1,000 pages. CPU per commit is the
# same from 1,000 to 16,000 (0.39-0.43 ms among a million URLs); wall times were too noisy to tell them apart.
_CHECKPOINT_PAGES = 4000
_LOG_LIMIT_BYTES = 64 * 1024 * 1024
# A look at every page of the database takes 0.2 s for this size (0.54 s for 203 MiB). A larger one would make resuming
# slow; it shows its faults when they are met, as ArchiveCorrupt.
_CHECKED_BYTES = 64 * 1024 * 1024


class Database:
    """archive.db, opened. Calls may come from any thread, but from one at a time."""

    def __init__(self, folder: Path, cache_kib: int, *, read_only: bool) -> None:
        self.folder = folder
        self.read_only = read_only
        with translate_values(folder):  # a damaged schema may show in a message that is no UTF-8
            self.connection = _connect(folder, read_only=read_only)
            try:
                self._prepare(cache_kib)
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self, cache_kib: int) -> None:
        run = self.connection.execute
        _check_identity(self.connection, self.folder)
        run(f"PRAGMA cache_size = -{cache_kib}")
        run("PRAGMA foreign_keys = ON")
        _check_pages(self.connection, self.folder)
        if self.read_only:
            check_readable(read_version(self.connection), self.folder)
            return
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")  # NORMAL may lose the last commits with the power (sqlite.org/wal.html)
        run(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
        run(f"PRAGMA journal_size_limit = {_LOG_LIMIT_BYTES}")
        migrate(self.connection, self.folder)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Hold one snapshot over several queries."""
        with translate_values(self.folder):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                self._end("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Hold one transaction: committed and durable when the block ends, undone when it raises."""
        if self.read_only:
            raise UsageError(f"The archive {self.folder} was opened for reading only.")
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield self.connection
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._end("ROLLBACK")
            raise database_error(error, self.folder) from error
        except UnicodeDecodeError as error:
            self._end("ROLLBACK")
            raise corrupt(self.folder, "a text is not UTF-8") from error
        except BaseException:
            self._end("ROLLBACK")
            raise

    def _end(self, how: str) -> None:
        # SQLite itself has rolled back after some errors (disk full, I/O); then there is nothing left to end.
        with suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute(how)

    def close(self) -> None:
        """Fold the log into the database and let go."""
        with suppress(sqlite3.Error):
            if not self.read_only:
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.close()


def write_time(moment: datetime | None) -> str | None:
    """Give a time as the tables hold it: UTC, fixed width, so that text order is time order."""
    if moment is None:
        return None
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def read_time(text: str | None) -> datetime | None:
    """Give a stored time; raises ValueError for text that is none."""
    return datetime.fromisoformat(text) if text is not None else None


def _connect(folder: Path, *, read_only: bool) -> sqlite3.Connection:
    path = (folder / DATABASE_NAME).absolute()
    return sqlite3.connect(
        f"{path.as_uri()}?{_mode(folder, read_only=read_only)}",
        uri=True,
        timeout=_BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )


def _mode(folder: Path, *, read_only: bool) -> str:
    """Choose how SQLite opens the file.

    Reading a WAL database makes its -shm file if there is none. So one that nobody writes, and whose log is empty, is
    opened as immutable: then not a byte of the folder changes, and it may lie on a read-only disk.
    """
    if not read_only:
        return "mode=rwc"
    log = folder / f"{DATABASE_NAME}-wal"
    at_rest = not is_locked(folder) and not (log.exists() and log.stat().st_size)
    return "mode=ro&immutable=1" if at_rest else "mode=ro"


def _check_identity(connection: sqlite3.Connection, folder: Path) -> None:
    found = connection.execute("PRAGMA application_id").fetchone()[0]
    is_empty = not connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    if found != APPLICATION_ID and not (found == 0 and is_empty):
        raise corrupt(folder, "it is not a database of Weft")


def _check_pages(connection: sqlite3.Connection, folder: Path) -> None:
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    if pages * size > _CHECKED_BYTES:
        return
    finding = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    if finding != "ok":
        raise corrupt(folder, " ".join(finding.split()))
