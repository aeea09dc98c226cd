"""Archives: the list of their members, and the text of those that have one. Nothing is ever written to a disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, BinaryIO, cast

import zstandard

from weft.attachments._child_draft import Draft, ReadInner, Refused, Source, Spent
from weft.attachments._child_zip import CHUNK, Package
from weft.attachments._read import MIB

_MAX_MEMBER = 32 * MIB  # a member is held in memory while it is read
_FREE_BYTES = MIB
Unpack = Callable[[], Iterator[bytes]]
_DECODING = (OSError, EOFError, zlib.error, lzma.LZMAError, zstandard.ZstdError, ValueError)


class _Counted(io.RawIOBase):
    """A decompressed stream that stops when it is a bomb."""

    def __init__(self, packed: BinaryIO, opened: BinaryIO, draft: Draft) -> None:
        super().__init__()
        self._packed, self._opened, self._draft = packed, opened, draft
        self._seen = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # io asks for any buffer and gives a view
        try:
            data = self._opened.read(min(len(buffer), CHUNK))
        except _DECODING as error:
            raise Refused("damaged archive") from error
        self._seen += len(data)
        self._draft.budget.take(len(data))
        if self._seen > _FREE_BYTES and self._seen > self._draft.limits.ratio * max(1, self._packed.tell()):
            raise Refused("unpacks out of proportion")
        buffer[: len(data)] = data
        return len(data)


def read_zip(source: Source, draft: Draft, read_inner: ReadInner) -> None:
    """Zip files and what is packed as one."""
    package = Package(source.stream, draft.limits, draft.budget)
    tally = _Tally(source, draft, read_inner)
    for entry in package.entries:
        if entry.is_dir():
            continue
        tally.take(entry.filename, entry.file_size, partial(package.chunks, entry))
    tally.finish()


def read_tar(source: Source, draft: Draft, read_inner: ReadInner) -> None:
    """Tar files; links, devices and the like are listed as what they are."""
    _read_tar(source.stream, source, draft, read_inner)


def read_rar(source: Source, draft: Draft) -> None:
    """Rar files are listed only: nothing but a program of their maker unpacks them."""
    import rarfile  # type: ignore[import-untyped]  # noqa: PLC0415 - takes 0.15 s to load and is seldom needed

    try:
        archive = rarfile.RarFile(source.stream)
    except rarfile.Error as error:
        raise Refused("damaged rar file") from error
    entries = archive.infolist()
    if not entries:
        raise Refused("encrypted" if archive.needs_password() else "damaged rar file")
    for entry in entries:
        if len(draft.members) >= draft.limits.entries:
            raise Spent("more members than are allowed")
        if not entry.is_dir():
            draft.text(f"{entry.filename}\n")
            draft.member(str(entry.filename), int(entry.file_size or 0))
    draft.problem("members listed, not read")


def read_packed(suffix: str, source: Source, draft: Draft, read_inner: ReadInner) -> None:
    """One compressed file: a tar in it is read as one, anything else as its only member."""
    opened = _open_packed(suffix, source.stream)
    stream = io.BufferedReader(_Counted(source.stream, opened, draft), CHUNK)
    if stream.peek(512)[257:262] == b"ustar":
        _read_tar(cast("BinaryIO", stream), source, draft, read_inner)
        return
    tally = _Tally(source, draft, read_inner)
    name = source.name.rpartition("/")[2]
    stem = name.rpartition(".")[0] if name.lower().endswith(f".{suffix}") else name
    tally.take(stem or "content", 0, partial(_chunks, stream))
    tally.finish()


def _open_packed(suffix: str, stream: BinaryIO) -> BinaryIO:
    if suffix == "gz":
        return cast("BinaryIO", gzip.GzipFile(fileobj=stream))
    if suffix == "bz2":
        return cast("BinaryIO", bz2.BZ2File(stream))
    if suffix == "xz":
        return cast("BinaryIO", lzma.LZMAFile(stream))
    return cast("BinaryIO", zstandard.ZstdDecompressor(max_window_size=128 * MIB).stream_reader(stream))


def _read_tar(stream: BinaryIO, source: Source, draft: Draft, read_inner: ReadInner) -> None:
    tally = _Tally(source, draft, read_inner)
    try:
        with tarfile.open(fileobj=stream, mode="r|", errors="replace") as archive:
            for info in archive:
                if info.isdir():
                    continue
                if not info.isreg() or info.issparse():
                    tally.note(info.name, info.size, "a link, a device or a file with holes")
                    continue
                body = archive.extractfile(info)
                tally.take(info.name, info.size, partial(_chunks, body))
    except (tarfile.TarError, *_DECODING) as error:
        tally.finish()
        raise Refused("damaged tar file") from error
    tally.finish()


class _Tally:
    """Goes through members: counts them, reads those that may be read, and notes why others were not."""

    def __init__(self, source: Source, draft: Draft, read_inner: ReadInner) -> None:
        self._source, self._draft, self._read_inner = source, draft, read_inner
        self._failed: list[str] = []
        self._seen = 0
        if source.depth > draft.limits.nesting - 1:
            raise Refused("archives nested too deep")

    def take(self, name: str, size: int, unpack: Unpack) -> None:
        """Read a member, or note why not."""
        self._count()
        self._draft.text(name + "\n")
        inner = self._draft.inner()
        kind, problem = "", ""
        try:
            data = _join(unpack(), size)
            size = size or len(data)
            kind = self._read_inner(Source(io.BytesIO(data), name, depth=self._source.depth + 1), inner)
            problem = "; ".join(inner.problems[:2])
        except Spent as error:
            self._draft.member(name, size, kind, str(error))
            raise
        except Refused as error:
            problem = str(error)
        self.note(name, size, problem, kind, counted=True)
        for member in inner.members:
            self._count()
            self._draft.member(f"{name}/{member.name}", member.size, member.kind, member.problem)
        self._draft.text("\n")

    def note(self, name: str, size: int, problem: str, kind: str = "", *, counted: bool = False) -> None:
        """List a member."""
        if not counted:
            self._count()
        if problem:
            self._failed.append(problem)
        self._draft.member(name, size, kind, problem)

    def finish(self) -> None:
        """Say in one phrase what was not read."""
        self._draft.fact("members", str(len(self._draft.members)))
        if self._failed:
            self._draft.problem(tell_unread(self._failed, self._seen))

    def _count(self) -> None:
        self._seen += 1
        if len(self._draft.members) >= self._draft.limits.entries:
            raise Spent("more members than are allowed")


def tell_unread(reasons: list[str], total: int) -> str:
    """Give one phrase for members that were not read: how many, and the innermost reason of the first."""
    return f"{len(reasons)} of {total} members not read: {reasons[0].rpartition('not read: ')[2]}"


def _chunks(stream: IO[bytes] | None) -> Iterator[bytes]:
    while stream is not None and (part := stream.read(CHUNK)):
        yield part


def _join(chunks: Iterator[bytes], declared: int) -> bytes:
    """Hold a member in memory, if neither what it declares nor what it is takes too much."""
    parts, size = [], 0
    for part in chunks if declared <= _MAX_MEMBER else ():
        parts.append(part)
        size += len(part)
        if size > _MAX_MEMBER:
            break
    if max(size, declared) > _MAX_MEMBER:
        raise Refused("too large to be read")
    return b"".join(parts)
