"""Attachments: which posts have files, and the files' bytes, made on demand."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from weft.simulate._chance import Salt, mix, share
from weft.simulate._model import ForumModel

FILE_SHARE = 0.05  # of posts
MAX_FILES = 2
_SLOTS = 4  # a file's id is its post's id times this, plus its place


class FileKind(StrEnum):
    """A file's kind, as its name ends."""

    PNG = "png"
    PDF = "pdf"
    ZIP = "zip"
    TXT = "txt"


MEDIA_TYPES = {
    FileKind.PNG: "image/png",
    FileKind.PDF: "application/pdf",
    FileKind.ZIP: "application/zip",
    FileKind.TXT: "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class File:
    """An attachment."""

    id: int
    post: int
    name: str
    kind: FileKind

    @property
    def content(self) -> bytes:
        """The file's bytes; the same every time."""
        return _make_content(self.id, self.kind, self.name)


def files_of(model: ForumModel, post: int) -> tuple[File, ...]:
    """Give the files of a post."""
    draw = share(model.seed, Salt.FILES, post)
    if draw >= FILE_SHARE:
        return ()
    count = 1 + int(draw / FILE_SHARE * MAX_FILES)
    return tuple(_describe(model, post, place) for place in range(count))


def find_file(model: ForumModel, file: int) -> File | None:
    """Give the file with this id, None if there is none."""
    post, place = divmod(file, _SLOTS)
    files = files_of(model, post) if 1 <= post <= model.posts else ()
    return files[place] if place < len(files) else None


def _describe(model: ForumModel, post: int, place: int) -> File:
    number = post * _SLOTS + place
    kinds = tuple(FileKind)
    kind = kinds[mix(model.seed, Salt.FILES, number) % len(kinds)]
    return File(number, post, f"{model.prose.tag(number)}-{number}.{kind}", kind)


@lru_cache(maxsize=256)
def _make_content(number: int, kind: FileKind, name: str) -> bytes:
    text = "".join(f"{name}: line {line} of file {number}\n" for line in range(1, 20 + number % 50))
    if kind is FileKind.PNG:
        return _make_png(number)
    if kind is FileKind.PDF:
        return _make_pdf(f"File {number}")
    return _make_zip(text) if kind is FileKind.ZIP else text.encode()


def _make_png(number: int) -> bytes:
    side, colour = 16, struct.pack(">I", mix(number) & 0xFFFFFFFF)[:3]
    rows = (b"\0" + colour * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_pack_chunk(tag, data) for tag, data in chunks)


def _pack_chunk(tag: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))


def _make_pdf(text: str) -> bytes:
    drawing = f"BT /F1 24 Tf 72 720 Td ({text}) Tj ET".encode()
    font = b"/Resources << /Font << /F1 5 0 R >> >>"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R %s >>" % font,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    out, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + trailer


def _make_zip(text: str) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        # a fixed date: the same file must have the same bytes for ever
        archive.writestr(zipfile.ZipInfo("readme.txt", (2020, 1, 1, 0, 0, 0)), text)
    return held.getvalue()
