"""The directory of a zip file, read in bounded steps: names of members and how many there are said to be.

`zipfile` builds an object for every member before anybody can count them: a million entries cost it a gigabyte.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

_LOCAL, _CENTRAL, _END, _END64 = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06"
_TAIL_BYTES = 22 + 65_535 + 20 + 56  # the end record, the longest comment, the locator and record of zip64
_LOOK_BYTES = 256 * 1024  # of the directory, for the names
_MIMETYPES = {
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.presentation": "odp",
    b"application/vnd.oasis.opendocument.graphics": "odg",
    b"application/epub+zip": "epub",
}
# a member that must be there, the start of another, and what both mean
_PACKAGES = (
    ("[Content_Types].xml", "word/", "docx"),
    ("[Content_Types].xml", "xl/workbook.bin", "xlsb"),
    ("[Content_Types].xml", "xl/", "xlsx"),
    ("[Content_Types].xml", "ppt/", "pptx"),
    ("[Content_Types].xml", "visio/", "vsdx"),
    ("FixedDocSeq.fdseq", "", "xps"),
    ("FixedDocumentSequence.fdseq", "", "xps"),
    ("META-INF/container.xml", "", "epub"),
    ("AndroidManifest.xml", "classes", "apk"),
    ("META-INF/MANIFEST.MF", "", "jar"),
)


@dataclass(frozen=True, slots=True)
class Directory:
    """What the end of a zip file says: number of entries, bytes of the directory, and the first names in it."""

    entries: int = 0
    size: int = 0
    names: tuple[str, ...] = ()


def zip_suffix(names: Iterable[str], head: bytes, called: str = "") -> str:
    """Tell documents in zip files from other zip files; `called` is the suffix of its name."""
    if head[26:28] == b"\x08\0" and head[30:38] == b"mimetype":
        extra = int.from_bytes(head[28:30], "little")
        said = head[38 + extra : 38 + extra + 80]
        for media_type, suffix in _MIMETYPES.items():  # templates say "...text-template"
            if said.startswith(media_type):
                return suffix
    known = set(names)
    for needed, start, suffix in _PACKAGES:
        if needed in known and any(name.startswith(start) for name in known):
            return suffix
    # a damaged package still begins as one; then its name says which
    return called if b"[Content_Types].xml" in head and called in ("docx", "xlsx", "pptx") else "zip"


def head_names(head: bytes) -> Iterator[str]:
    """Give the names in the local headers that stand in the first bytes of a file."""
    at = head.find(_LOCAL)
    while 0 <= at <= len(head) - 30:
        size = int.from_bytes(head[at + 26 : at + 28], "little")
        yield head[at + 30 : at + 30 + size].decode("utf-8", "replace")
        at = head.find(_LOCAL, at + 30)


def read_directory(stream: BinaryIO) -> Directory:
    """Read what the end of an open zip file says; nothing if it has no end."""
    end = stream.seek(0, 2)
    tail_at = max(0, end - _TAIL_BYTES)
    stream.seek(tail_at)
    tail = stream.read(_TAIL_BYTES)
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < 22:
        return Directory()
    entries, size, offset = struct.unpack_from("<HII", tail, at + 10)
    at64 = tail.rfind(_END64, 0, at)
    if 0xFFFFFFFF in (size, offset) or entries == 0xFFFF:
        if 0 <= at64 <= len(tail) - 56:
            entries, size, offset = struct.unpack_from("<QQQ", tail, at64 + 32)
        at = at64 if at64 >= 0 else at
    # What stands before the zip (a self-extracting program) shifts it; so the place is counted from the end.
    start = max(0, tail_at + at - size)
    stream.seek(start)
    return Directory(entries, size, tuple(_central_names(stream.read(min(size, _LOOK_BYTES)))))


def _central_names(directory: bytes) -> Iterator[str]:
    at = 0
    while directory.startswith(_CENTRAL, at) and at <= len(directory) - 46:
        size, extra, comment = struct.unpack_from("<HHH", directory, at + 28)
        yield directory[at + 46 : at + 46 + size].decode("utf-8", "replace")
        at += 46 + size + extra + comment
