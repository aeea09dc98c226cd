"""The WARC files of an archive as the database knows them: name, committed size, closed or not."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from weft.errors import ArchiveCorrupt
from weft.store._record import Place
from weft.store._trouble import translate

WARC_FOLDER = "warc"
OPEN_SUFFIX = ".open"  # a file that is still written, as Heritrix and warcprox mark it


@dataclass(frozen=True, slots=True)
class Volume:
    """One WARC file; bytes after `size` were never committed."""

    id: int
    name: str
    size: int
    closed: bool


def list_volumes(connection: sqlite3.Connection) -> list[Volume]:
    """Give all files in the order they were begun."""
    rows = connection.execute("SELECT id, name, size, closed FROM warcs ORDER BY id")
    return [Volume(id_, name, size, bool(closed)) for id_, name, size, closed in rows]


def add_volume(connection: sqlite3.Connection, name: str) -> Volume:
    """Make a file known before it is created, so that a file the database does not know is never ours to remove."""
    cursor = connection.execute("INSERT INTO warcs (name, size, closed) VALUES (?, 0, 0)", (name,))
    return Volume(int(cursor.lastrowid or 0), name, 0, closed=False)


def save_volume(connection: sqlite3.Connection, volume: Volume) -> None:
    """Record a file's committed size and whether it is closed; an empty closed one is forgotten."""
    if volume.closed and not volume.size:
        connection.execute("DELETE FROM warcs WHERE id = ?", (volume.id,))
        return
    row = (volume.size, volume.closed, volume.id)
    connection.execute("UPDATE warcs SET size = ?, closed = ? WHERE id = ?", row)


def open_path(folder: Path, name: str) -> Path:
    """Give the path of a file while it is written."""
    return folder / WARC_FOLDER / (name + OPEN_SUFFIX)


def final_path(folder: Path, name: str) -> Path:
    """Give the path of a closed file."""
    return folder / WARC_FOLDER / name


def find_file(folder: Path, name: str) -> Path | None:
    """Give the path of a file under either of its names."""
    paths = (final_path(folder, name), open_path(folder, name))
    return next((path for path in paths if path.exists()), None)


def recover(folder: Path, volumes: list[Volume]) -> list[Volume]:
    """Bring the files to what was committed; gives the volumes as they now stand.

    Bytes after the committed size are the torn end of a commit that never was: they are cut off, or a reader stops
    at the tear and loses all that is written behind it. A closed file that is longer was not made so by us and stays.
    """
    return [_recover_one(folder, volume) for volume in volumes]


def _recover_one(folder: Path, volume: Volume) -> Volume:
    path = find_file(folder, volume.name)
    if path is None:
        if volume.size:
            raise _lost(folder, volume, "is missing")
        return volume
    size = path.stat().st_size
    if size < volume.size:
        raise _lost(folder, volume, f"has {size} bytes, {volume.size} were committed")
    if volume.closed:
        return volume
    if size > volume.size:
        _cut(path, volume.size)
    # The process ended between renaming the file and recording it.
    return replace(volume, closed=path == final_path(folder, volume.name))


def _cut(path: Path, size: int) -> None:
    fd = os.open(path, os.O_RDWR)
    try:
        os.ftruncate(fd, size)
        os.fsync(fd)
    finally:
        os.close(fd)


def read_place(folder: Path, name: str, place: Place) -> tuple[bytes, bytes]:
    """Give the gzip members of response and request; raises ArchiveCorrupt if the file does not hold them."""
    path = find_file(folder, name) or find_file(folder, name)  # twice: it may be renamed in between
    if path is None:
        raise ArchiveCorrupt(f"{folder / WARC_FOLDER / name} is missing; put it back from a copy.")
    with translate(folder), path.open("rb") as file:
        file.seek(place.offset)
        data = file.read(place.length + place.request_length)
    return data[: place.length], data[place.length :]


def damaged(folder: Path, name: str, place: Place, error: Exception) -> ArchiveCorrupt:
    """Say which record of which file cannot be read."""
    return ArchiveCorrupt(
        f"{folder / WARC_FOLDER / name} is damaged at byte {place.offset} ({error}); put it back from a copy, or "
        "leave the damaged records out with weft.store.rebuild_from_warc."
    )


def _lost(folder: Path, volume: Volume, what: str) -> ArchiveCorrupt:
    return ArchiveCorrupt(
        f"{folder / WARC_FOLDER / volume.name} {what}; put the file back from a copy, or make the database fit "
        "what is left with weft.store.rebuild_from_warc."
    )
