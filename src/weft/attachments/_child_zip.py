"""A zip file that may be hostile: counted before it is opened, its members unpacked in steps and compared with what
its directory declares.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from weft.attachments._child_draft import Budget, Refused
from weft.attachments._read import MIB, ReadLimits
from weft.attachments._read_zipdir import read_directory

CHUNK = 64 * 1024
_MAX_DIRECTORY_BYTES = 16 * MIB
_FREE_BYTES = MIB  # a small file may be packed as well as it likes
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


class Package:
    """An open zip file under limits. Raises `Refused` for whatever is wrong with it."""

    def __init__(self, stream: BinaryIO, limits: ReadLimits, budget: Budget) -> None:
        directory = read_directory(stream)
        if directory.entries > limits.entries or directory.size > _MAX_DIRECTORY_BYTES:
            raise Refused("more members than are allowed")
        try:
            self._zip = zipfile.ZipFile(stream)
        except _BROKEN as error:
            raise Refused("damaged zip file") from error
        self._limits, self._budget = limits, budget
        self.entries = self._zip.infolist()
        if len(self.entries) > limits.entries:
            raise Refused("more members than are allowed")
        if _overlap(self.entries):
            raise Refused("zip members overlap")
        self._by_name = {entry.filename: entry for entry in self.entries}

    @property
    def names(self) -> list[str]:
        """The names of all members, in the order of the directory."""
        return [entry.filename for entry in self.entries]

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def read(self, name: str, most: int) -> bytes:
        """Give a whole member of at most that many bytes."""
        parts: list[bytes] = []
        for part in self.chunks(name):
            parts.append(part)
            most -= len(part)
            if most < 0:
                raise Refused("member too large to be read")
        return b"".join(parts)

    def chunks(self, name: str | zipfile.ZipInfo) -> Iterator[bytes]:
        """Unpack a member in steps, as long as it keeps to what it declared."""
        entry = self._by_name[name] if isinstance(name, str) else name
        if entry.flag_bits & 1:
            raise Refused("encrypted")
        seen = 0
        try:
            with self._zip.open(entry) as member:
                while part := member.read(CHUNK):
                    seen += len(part)
                    self._budget.take(len(part))
                    if seen > _FREE_BYTES and seen > self._limits.ratio * max(1, entry.compress_size):
                        raise Refused("unpacks out of proportion")
                    yield part
        except _BROKEN as error:
            raise Refused("damaged zip member") from error
        if seen != entry.file_size:
            raise Refused("zip member has another size than declared")


def _overlap(entries: list[zipfile.ZipInfo]) -> bool:
    """Members that share packed bytes: so a small zip gets endless ones (Fifield, A better zip bomb, 2019)."""
    end = -1
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.header_offset < end:
            return True
        end = entry.header_offset + 30 + len(entry.orig_filename) + entry.compress_size
    return False
