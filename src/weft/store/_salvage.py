"""WARC files read with distrust: whole records are kept, damaged stretches skipped."""

from __future__ import annotations

import itertools
import mmap
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from weft.page import Exchange
from weft.store._record import parse, unpack_exchange
from weft.store._volumes import OPEN_SUFFIX

_GZIP = 31  # zlib's window bits for a gzip member
_MAGIC = b"\x1f\x8b\x08"
_PIECE_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Member:
    """A stretch of a file that is one whole record, its digest right."""

    start: int
    end: int
    kind: str
    record_id: str
    belongs_to: str  # the id of the response whose request, or whose rendered document, this is
    payload_digest: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What a file holds: its whole records, and how many stretches between and after them are none."""

    members: tuple[Member, ...]
    damaged: int

    @property
    def size(self) -> int:
        """Where the last whole record ends."""
        return self.members[-1].end if self.members else 0

    @property
    def has_gaps(self) -> bool:
        """Whether something damaged stands before a whole record."""
        return sum(member.end - member.start for member in self.members) != self.size


@dataclass(frozen=True, slots=True)
class Kept:
    """A page found in a file."""

    exchange: Exchange
    offset: int
    length: int
    request_length: int
    payload_digest: str


def scan_file(path: Path) -> Scan:
    """Find the whole records of a file; holds one record in memory at a time."""
    if not path.stat().st_size:
        return Scan((), 0)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        found = list(_walk(data))
    members = tuple(member for member in found if member is not None)
    return Scan(members, found.count(None))


def _walk(data: mmap.mmap) -> Iterator[Member | None]:
    """Go from record to record; None stands for a damaged stretch, after which the next gzip header is looked for."""
    position = 0
    in_damage = False
    while position < len(data):
        member = _read_member(data, position)
        if member is not None:
            yield member
            in_damage, position = False, member.end
            continue
        if not in_damage:
            yield None
        in_damage = True
        position = data.find(_MAGIC, position + 1)
        if position < 0:
            return


def _read_member(data: mmap.mmap, start: int) -> Member | None:
    try:
        content, end = _inflate(data, start)
        headers, _ = parse(content)
        belongs_to = headers.get("WARC-Concurrent-To", "") or headers.get("WARC-Refers-To", "")
        about = (headers.get("WARC-Record-ID", ""), belongs_to, headers.get("WARC-Payload-Digest", ""))
        return Member(start, end, headers["WARC-Type"], *about)
    except (ValueError, KeyError, zlib.error):
        return None


def _inflate(data: mmap.mmap, start: int) -> tuple[bytes, int]:
    inflate = zlib.decompressobj(_GZIP)
    pieces = []
    position = start
    while not inflate.eof and position < len(data):
        pieces.append(inflate.decompress(data[position : position + _PIECE_BYTES]))
        position = min(position + _PIECE_BYTES, len(data))
    if not inflate.eof:
        raise ValueError("torn")
    return b"".join(pieces), position - len(inflate.unused_data)


def mend_file(path: Path, scan: Scan) -> Scan:
    """Replace a file by its whole records, keeping the damaged one beside it; gives the scan of the new file."""
    fresh = path.with_name(path.name + ".mending")
    with path.open("rb") as source, fresh.open("wb") as target:
        for member in scan.members:
            source.seek(member.start)
            target.write(source.read(member.end - member.start))
        target.flush()
        os.fsync(target.fileno())
    aside = (path.with_name(f"{path.name}.damaged-{number}") for number in itertools.count(1))
    path.rename(next(name for name in aside if not name.exists()))
    fresh.rename(path)
    return Scan(_moved_together(scan.members), 0)


def _moved_together(members: tuple[Member, ...]) -> tuple[Member, ...]:
    ends = list(itertools.accumulate(member.end - member.start for member in members))
    starts = [0, *ends[:-1]]
    return tuple(replace(m, start=start, end=end) for m, start, end in zip(members, starts, ends, strict=True))


def read_pages(path: Path, scan: Scan) -> Iterator[Kept]:
    """Go through the pages of a scanned file, one in memory at a time."""
    with path.open("rb") as file:
        for at, member in enumerate(scan.members):
            if member.kind in ("response", "revisit"):
                yield _read_page(file.fileno(), member, _own_records(scan.members, at))


def _own_records(members: tuple[Member, ...], at: int) -> tuple[Member, ...]:
    """Give the records that belong to a response and stand directly behind it."""
    response = members[at].record_id
    return tuple(itertools.takewhile(lambda after: after.belongs_to == response, members[at + 1 : at + 3]))


def _read_page(fd: int, member: Member, own: tuple[Member, ...]) -> Kept:
    """Read a response with its own records behind it: request, rendered document."""
    length = member.end - member.start
    request_length = own[-1].end - member.end if own else 0
    data = os.pread(fd, length + request_length, member.start)
    exchange = unpack_exchange(data[:length], data[length:])
    return Kept(exchange, member.start, length, request_length, member.payload_digest)


def is_growing(path: Path) -> bool:
    """Tell a file that was still written from a closed one."""
    return path.name.endswith(OPEN_SUFFIX)
