"""Which program wrote an OLE container (doc, xls, ppt, msg): by the names in its directory."""

from __future__ import annotations

import struct
from typing import BinaryIO

_ENTRY = 128
_MAX_ENTRIES = 512  # in one stretch; the streams that tell stand near the front
_STREAMS = (
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("PowerPoint Document", "ppt"),
    ("VisioDocument", "vsd"),
    ("__properties_version1.0", "msg"),
)
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED = "EncryptedPackage"  # a docx, xlsx or pptx under a password lies in an OLE container


def ole_suffix(stream: BinaryIO, head: bytes) -> str:
    """Give the suffix of what an OLE container holds, or nothing if none of the known streams is there."""
    names = ole_names(stream, head)
    return next((suffix for name, suffix in _STREAMS if name in names), "")


def ole_names(stream: BinaryIO, head: bytes) -> frozenset[str]:
    """Give the names in the first stretch of the directory."""
    if len(head) < 76:
        return frozenset()
    (shift,) = struct.unpack_from("<H", head, 30)
    (first,) = struct.unpack_from("<I", head, 48)
    if shift not in (9, 12):
        return frozenset()
    stream.seek((first + 1) << shift)
    directory = stream.read(_ENTRY * _MAX_ENTRIES)
    names = set()
    for at in range(0, len(directory) - _ENTRY + 1, _ENTRY):
        (size,) = struct.unpack_from("<H", directory, at + 64)
        if not 2 <= size <= 64 or size % 2:
            break  # the directory goes on elsewhere
        names.add(directory[at : at + size - 2].decode("utf-16-le", "replace"))
    return frozenset(names)
