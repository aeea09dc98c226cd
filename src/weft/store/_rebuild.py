"""archive.db made anew from the WARC files: for a database that is lost or damaged."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from weft.errors import ArchiveMissing
from weft.page import Exchange
from weft.store import _volumes as volumes
from weft.store._database import DATABASE_NAME, Database
from weft.store._frontier import Connection
from weft.store._lock import FolderLock
from weft.store._ports import Lease, UrlState, Visit
from weft.store._record import Place
from weft.store._rescue import rescue_forum
from weft.store._salvage import Kept, is_growing, mend_file, read_pages, scan_file
from weft.store._schema import CODES
from weft.store._tally import Tally
from weft.store._trouble import translate
from weft.store._visits import put_visits
from weft.urls import resolve

_WORKSHOP = "rebuild.tmp"
_CACHE_KIB = 32 * 1024
_CLAIM = "INSERT INTO urls (url, state, reason, weak, depth, priority, role, hops) VALUES (?, 1, '', 0, 0, 0, '', 0)"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild found."""

    pages: int
    files: int
    damaged: int  # stretches of WARC files that could not be read and are left out
    posts: int = 0  # taken over from the old database


def rebuild_from_warc(folder: Path) -> Rebuilt:
    """Make archive.db anew from the WARC files; the old one stays beside it as archive.db.old-N.

    Every whole record becomes a page again, with its URL. What only the database knew is lost: URLs not yet fetched,
    settings, hosts, titles, roles, lists and keys (`Archive.assign` sets the last three anew). Boards, threads and
    posts are taken over from the old database as far as it can be read, and all pages count as unread. A file damaged
    in its middle is kept as `.damaged` and replaced by its whole records.
    """
    if not (folder / volumes.WARC_FOLDER).is_dir():
        raise ArchiveMissing(f"There are no WARC files in {folder}; nothing can be rebuilt from it.")
    with translate(folder):
        lock = FolderLock(folder)
        try:
            return _rebuild(folder)
        finally:
            lock.release()


def _rebuild(folder: Path) -> Rebuilt:
    workshop = folder / _WORKSHOP
    shutil.rmtree(workshop, ignore_errors=True)
    workshop.mkdir()
    try:
        database = Database(workshop, _CACHE_KIB, read_only=False)
        try:
            found = [_read_file(database, path) for path in _warc_files(folder)]
            posts = _rescue(database, folder / DATABASE_NAME)
        finally:
            database.close()
        _set_aside(folder)
        (workshop / DATABASE_NAME).rename(folder / DATABASE_NAME)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return Rebuilt(sum(pages for pages, _ in found), len(found), sum(damaged for _, damaged in found), posts)


def _rescue(database: Database, old: Path) -> int:
    tally = Tally()
    with database.writing() as connection:
        posts = rescue_forum(old, connection, tally)
        tally.save(connection)
    return posts


def _warc_files(folder: Path) -> list[Path]:
    files = (folder / volumes.WARC_FOLDER).glob("*.warc.gz*")
    return sorted(path for path in files if path.name.endswith((".warc.gz", ".warc.gz" + volumes.OPEN_SUFFIX)))


def _read_file(database: Database, path: Path) -> tuple[int, int]:
    """Take the pages of one file into the new database; gives how many, and how many stretches were damaged."""
    scan = scan_file(path)
    damaged = scan.damaged
    growing = is_growing(path)
    if scan.has_gaps or (damaged and not growing):  # the torn end of a growing file is cut when it is opened
        scan = mend_file(path, scan)
    name = path.name.removesuffix(volumes.OPEN_SUFFIX)
    tally = Tally()
    pages = 0
    with database.writing() as connection:
        volume = volumes.add_volume(connection, name)
        for pages, kept in enumerate(read_pages(path, scan), 1):  # noqa: B007  the last number is the count
            _put_page(connection, tally, volume.id, kept)
        volumes.save_volume(connection, volumes.Volume(volume.id, name, scan.size, closed=not growing))
        tally.save(connection)
    return pages, damaged


def _put_page(connection: Connection, tally: Tally, warc_id: int, kept: Kept) -> None:
    exchange = kept.exchange
    place = Place(warc_id, kept.offset, kept.length, kept.request_length, kept.payload_digest)
    put_visits(connection, tally, [_visit(_claim(connection, tally, exchange.url), exchange)], [place])


def _claim(connection: Connection, tally: Tally, url: str) -> Lease:
    """Bring a URL, known or not, into the state from which a visit starts."""
    row = connection.execute("SELECT id, state, reason, tries FROM urls WHERE url = ?", (url,)).fetchone()
    tally.enter(UrlState.LEASED)
    if row is None:
        cursor = connection.execute(_CLAIM, (url,))
        return Lease(int(cursor.lastrowid or 0), url, 0, "", 0, 0)
    tally.leave(next(state for state, code in CODES.items() if code == row[1]), row[2])
    connection.execute("UPDATE urls SET state = 1 WHERE id = ?", (row[0],))
    return Lease(row[0], url, 0, "", 0, row[3])


def _visit(lease: Lease, exchange: Exchange) -> Visit:
    target = resolve(exchange.header("location"), exchange.url) if 300 <= exchange.status < 400 else None
    if target:
        return Visit(lease, UrlState.REDIRECTED, exchange=exchange, redirect_to=target)
    if exchange.status < 400:
        return Visit(lease, UrlState.FETCHED, exchange=exchange)
    return Visit(lease, UrlState.FAILED, reason=f"HTTP {exchange.status}", exchange=exchange)


def _set_aside(folder: Path) -> None:
    """Move the old database, log included, out of the way under a name that is free."""
    number = 1
    while (folder / f"{DATABASE_NAME}.old-{number}").exists():
        number += 1
    for tail in ("", "-wal", "-shm"):
        path = folder / f"{DATABASE_NAME}{tail}"
        if path.exists():
            path.rename(folder / f"{DATABASE_NAME}.old-{number}{tail}")
