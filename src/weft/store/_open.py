"""The way into an archive: everything that can be wrong with a folder is said here in one sentence."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

from weft.clock import Clock, SystemClock
from weft.config import StoreConfig
from weft.errors import ArchiveCorrupt, ArchiveMissing, UsageError
from weft.store._database import DATABASE_NAME, Database
from weft.store._lock import FolderLock
from weft.store._record import NewId
from weft.store._sqlite import SqliteArchive
from weft.store._steps import StepHook, fault_from, ignore_step
from weft.store._trouble import translate
from weft.store._volumes import WARC_FOLDER
from weft.store._warc import WarcWriter, make_warc_folder

_DEFAULTS = StoreConfig()


def open_archive(
    folder: Path,
    config: StoreConfig = _DEFAULTS,
    *,
    create: bool = True,
    read_only: bool = False,
    clock: Clock | None = None,
    new_id: NewId | None = None,
    on_step: StepHook | None = None,
) -> SqliteArchive:
    """Open the archive in a folder, making it if it is not there and `create` says so.

    `read_only` takes no lock, changes no file and works while another process crawls. `clock` dates files, `new_id`
    gives record ids (UUIDs without prefix), `on_step` is told of each step of a commit (see `Step`). Raises UsageError
    or StoreError and its kin, each a sentence that says what to do.
    """
    step = on_step or fault_from(os.environ) or ignore_step
    writer = WarcWriter(folder, config.warc_level, clock or SystemClock(), new_id or _uuid, step)
    with translate(folder):
        check_folder(folder, create=create and not read_only)
        if read_only:
            return SqliteArchive(Database(folder, config.cache_kib, read_only=True), config, step, writer, None)
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder)
        try:
            return _open_locked(folder, config, step, writer, lock)
        except BaseException:
            writer.abandon()
            lock.release()
            raise


def _open_locked(
    folder: Path, config: StoreConfig, step: StepHook, writer: WarcWriter, lock: FolderLock
) -> SqliteArchive:
    make_warc_folder(folder)
    database = Database(folder, config.cache_kib, read_only=False)
    try:
        return SqliteArchive(database, config, step, writer, lock)
    except BaseException:
        database.close()
        raise


def check_folder(folder: Path, *, create: bool) -> None:
    """Raise UsageError, ArchiveMissing or ArchiveCorrupt for a folder that holds no archive and may not become one."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; an archive is a folder. Give another place with --out.")
    if (folder / DATABASE_NAME).exists():
        return
    if next((folder / WARC_FOLDER).glob("*.warc.gz*"), None):
        raise ArchiveCorrupt(
            f"{folder} has WARC files but no {DATABASE_NAME}; put it back from a copy, or make it anew from the WARC "
            "files with weft.store.rebuild_from_warc."
        )
    if not create:
        raise ArchiveMissing(f"There is no archive in {folder}; make one with: weft crawl URL --out {folder}")


def _uuid() -> str:
    return str(uuid.uuid4())
