"""Files on the disk: received into a part, settled under their digest, one copy of equal ones.

Names that people gave to files are never used here: `files/ab/cdef...` is the digest alone.
"""

from __future__ import annotations

import hashlib
import os
import uuid
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from weft.errors import StoreError
from weft.store._files_ports import Spooled
from weft.store._trouble import translate
from weft.store._warc import sync_folder

FILES_FOLDER = "files"
_PART = ".part-"
HEAD_BYTES = 8192  # enough to tell what a file is


class Hashing:
    """The digests of bytes that come piece by piece, and the first of them."""

    __slots__ = ("_head", "_payload", "_sha256", "size")

    def __init__(self) -> None:
        self._sha256 = hashlib.sha256()
        self._payload = hashlib.sha1(usedforsecurity=False)
        self._head = b""
        self.size = 0

    def update(self, data: bytes) -> None:
        """Take the next bytes."""
        self._sha256.update(data)
        self._payload.update(data)
        self.size += len(data)
        if len(self._head) < HEAD_BYTES:
            self._head += data[: HEAD_BYTES - len(self._head)]

    def spooled(self, path: Path | None = None, data: bytes = b"") -> Spooled:
        """Give what came, as a value."""
        return Spooled(self._sha256.hexdigest(), self.size, self._payload.digest(), self._head, path, data)


class DiskSpool:
    """A file that arrives, in a part of its own; fulfils `Spool`."""

    def __init__(self, folder: Path) -> None:
        with translate(folder):
            (folder / FILES_FOLDER).mkdir(exist_ok=True)
            self._path = folder / FILES_FOLDER / f"{_PART}{uuid.uuid4().hex}"
            self._file = self._path.open("xb", buffering=0)
        self._folder = folder
        self._hashing = Hashing()

    @property
    def size(self) -> int:
        """How many bytes have come."""
        return self._hashing.size

    def write(self, data: bytes) -> None:
        """Take the next bytes."""
        self._hashing.update(data)
        with translate(self._folder):
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]

    def finish(self) -> Spooled:
        """Say that this was all: the bytes are on the disk when it returns."""
        with translate(self._folder):
            os.fsync(self._file.fileno())
            self._file.close()
        return self._hashing.spooled(self._path)

    def discard(self) -> None:
        """Throw away what came."""
        self._file.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def file_path(folder: Path, digest: str) -> Path:
    """Tell where a file lies."""
    return folder / FILES_FOLDER / digest[:2] / digest[2:]


def relative_path(digest: str) -> str:
    """Tell where a file lies inside the archive's folder, as text."""
    return f"{FILES_FOLDER}/{digest[:2]}/{digest[2:]}"


def settle(folder: Path, part: Spooled) -> None:
    """Put a part in its place, durably; of equal files the first stays. May be done twice."""
    target = file_path(folder, part.digest)
    if part.path is None:
        raise StoreError(f"A file of {part.size} bytes was not received into this archive; it is left out.")
    if target.exists():
        if part.path != target:
            part.path.unlink(missing_ok=True)
        return
    is_new = not target.parent.exists()
    target.parent.mkdir(parents=True, exist_ok=True)
    part.path.rename(target)
    sync_folder(target.parent)
    if is_new:
        sync_folder(target.parent.parent)


def locate(folder: Path, part: Spooled) -> Spooled:
    """Give a part with the place its bytes are at: where it was received, or settled before a commit failed."""
    if part.path is None or part.path.exists():
        return part
    return replace(part, path=file_path(folder, part.digest))


def sweep_parts(folder: Path) -> None:
    """Throw away what was arriving when the last process ended."""
    for part in (folder / FILES_FOLDER).glob(f"{_PART}*"):
        part.unlink(missing_ok=True)
