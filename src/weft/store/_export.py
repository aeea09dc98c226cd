"""One WARC file out of an archive, also while it is being crawled."""

from __future__ import annotations

import os
from pathlib import Path

from weft.errors import ArchiveCorrupt
from weft.store._database import Database
from weft.store._export_file import whole_file
from weft.store._export_select import Progress
from weft.store._open import check_folder
from weft.store._trouble import translate
from weft.store._volumes import Volume, find_file, list_volumes

_PIECE_BYTES = 1024 * 1024
_CACHE_KIB = 2048


def export_warc(folder: Path, out: Path, progress: Progress | None = None) -> int:
    """Write all committed records into one .warc.gz and give how many responses it holds.

    gzip members may be put one after the other (RFC 1952 2.2), so the parts are copied as they are. `out` appears only
    when it is whole; a file of that name is replaced. `progress` is told bytes copied and bytes to copy.
    """
    volumes, pages = _committed(folder)
    with whole_file(out) as target:
        _copy_all(folder, volumes, target.fileno(), progress or _ignore)
    return pages


def _committed(folder: Path) -> tuple[list[Volume], int]:
    """Give, in one snapshot, the WARC files with their committed sizes, and how many responses they hold."""
    with translate(folder):
        check_folder(folder, create=False)
    database = Database(folder, _CACHE_KIB, read_only=True)
    try:
        with database.reading() as connection:
            pages = connection.execute("SELECT count(*) FROM pages").fetchone()[0]
            return list_volumes(connection), int(pages)
    finally:
        database.close()


def _copy_all(folder: Path, volumes: list[Volume], target: int, progress: Progress) -> None:
    total = sum(volume.size for volume in volumes)
    done = 0
    for volume in volumes:
        source = _open_source(folder, volume)
        try:
            left = volume.size
            while left:
                copied = os.write(target, os.pread(source, min(left, _PIECE_BYTES), volume.size - left))
                if not copied:
                    raise ArchiveCorrupt(f"{folder}: {volume.name} is shorter than what was committed.")
                left -= copied
                done += copied
                progress(done, total)
        finally:
            os.close(source)


def _open_source(folder: Path, volume: Volume) -> int:
    for _ in range(2):  # a crawl may rename the file between looking and opening
        if path := find_file(folder, volume.name):
            with translate(folder):
                try:
                    return os.open(path, os.O_RDONLY)
                except FileNotFoundError:
                    continue
    raise ArchiveCorrupt(f"{folder}: the WARC file {volume.name} is missing; put it back from a copy.")


def _ignore(_done: int, _total: int) -> None:
    pass
