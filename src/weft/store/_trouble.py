"""What the disk and the database complain about, told as Weft's own errors: one sentence that says what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from weft.errors import ArchiveCorrupt, ArchiveLocked, DiskFull, StoreError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_PRIMARY = 0xFF  # extended result codes carry the primary one in the lowest byte (sqlite.org/rescode.html)


@contextmanager
def translate(folder: Path) -> Iterator[None]:
    """Turn errors of the disk and the database into StoreError and its kin."""
    try:
        yield
    except sqlite3.Error as error:
        raise database_error(error, folder) from error
    except OSError as error:
        raise disk_error(error, folder) from error


@contextmanager
def translate_values(folder: Path) -> Iterator[None]:
    """Do so where stored values are read: one that does not convert was not written by Weft, so it is corruption."""
    try:
        with translate(folder):
            yield
    except (ValueError, TypeError) as error:
        raise corrupt(folder, str(error)) from error


def database_error(error: sqlite3.Error, folder: Path) -> StoreError:
    """Give the error of ours that a complaint of SQLite stands for."""
    code = getattr(error, "sqlite_errorcode", 0) or 0
    match code & _PRIMARY:
        case sqlite3.SQLITE_FULL:
            return full(folder)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ArchiveLocked(f"The database of {folder} is held by another program; close it and try again.")
        case sqlite3.SQLITE_READONLY:
            return StoreError(f"The archive {folder} cannot be written; check its permissions.")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreError(f"The database of {folder} cannot be opened; check the folder's permissions.")
        case sqlite3.SQLITE_IOERR if code == sqlite3.SQLITE_IOERR_WRITE:
            return full(folder)  # a file-size limit (EFBIG) reaches us under this code
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"The disk under {folder} reports an error ({error}); check it before going on.")
    return corrupt(folder, str(error))


def disk_error(error: OSError, folder: Path) -> StoreError:
    """Give the error of ours that a complaint of the operating system stands for."""
    if error.errno in _FULL:
        return full(folder)
    return StoreError(f"The archive {folder} cannot be used: {error.strerror or error}; check disk and permissions.")


def full(folder: Path) -> DiskFull:
    """Say that there is no room left."""
    return DiskFull(f"The disk under {folder} is full; all committed pages are safe. Make room and run it again.")


def corrupt(folder: Path, detail: str) -> ArchiveCorrupt:
    """Say that the database does not hold together."""
    return ArchiveCorrupt(
        f"The database of {folder} is damaged ({detail}). Put archive.db back from a copy, "
        f"or make it anew from the WARC files with weft.store.rebuild_from_warc."
    )
