"""The files in an archive: what posts carry, what was fetched of it, what stands in it, and how to find it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from weft.store._forum_ports import PostRow

# What a file is, in the order people look for them. `weft search --kind` takes these, and suffixes such as "docx".
KINDS = (
    "document",
    "spreadsheet",
    "slides",
    "pdf",
    "text",
    "code",
    "archive",
    "image",
    "audio",
    "video",
    "other",
)


@dataclass(frozen=True, slots=True)
class Spooled:
    """The bytes of a file, received in full and waiting to be committed; they lie in `path`, or are `data`."""

    digest: str  # SHA-256, hexadecimal
    size: int
    payload: bytes  # SHA-1, as WARC records have it
    head: bytes  # the first bytes, enough to tell what it is
    path: Path | None = None
    data: bytes = b""


class Spool(Protocol):
    """Where the bytes of one file go while they arrive. Nothing of it counts before a visit with it is committed."""

    @property
    def size(self) -> int:
        """How many bytes have come."""

    def write(self, data: bytes) -> None:
        """Take the next bytes."""

    def finish(self) -> Spooled:
        """Say that this was all."""

    def discard(self) -> None:
        """Throw away what came; may be called at any time, and twice."""


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file as a visit brings it."""

    part: Spooled
    kind: str  # one of KINDS
    suffix: str
    media_type: str = ""
    name: str = ""  # as the server calls it; text, never a path


@dataclass(frozen=True, slots=True)
class FileRow:
    """One file that was fetched, whatever number of addresses and posts lead to it."""

    digest: str  # SHA-256 of its bytes, hexadecimal; `files/ab/cd...` is where it lies
    size: int
    kind: str  # one of KINDS, by what its first bytes say
    suffix: str  # of the format its bytes say, without a dot ("pdf", "docx"); of its name where they say nothing
    media_type: str  # as the server said
    names: tuple[str, ...]  # as posts and servers call it, the commonest first; text, never a path
    urls: tuple[str, ...]  # the addresses it was fetched from
    first_seen: datetime
    was_read: bool = False  # tried: its text was taken out, or `problem` says why not
    problem: str = ""
    title: str = ""  # as the file says of itself
    rank: float = 0.0  # AttachRank; 0 when it was never computed


@dataclass(frozen=True, slots=True)
class FileText:
    """What reading a file brought."""

    digest: str
    text: str = ""
    title: str = ""
    problem: str = ""  # one short phrase; empty when all went well


@dataclass(frozen=True, slots=True)
class Carrier:
    """A post that carries a file, and by which address."""

    row: PostRow
    thread_title: str
    board_title: str
    url: str  # of the file as the post links it
    name: str  # of the file as the post calls it


@dataclass(frozen=True, slots=True)
class Carried:
    """A file as a post carries it, fetched or not."""

    carrier: Carrier
    image: bool  # shown in the text, not offered for download
    digest: str = ""  # empty: not fetched
    why_not: str = ""  # the reason when it was not fetched: queued, excluded and why, failed and why
    state: str = ""  # of its address; empty when that was never put into the frontier


@dataclass(frozen=True, slots=True)
class FileQuery:
    """What files are looked for. The words are in the language of `Forum.search`; a board, too, is named as there."""

    words: str
    kinds: tuple[str, ...] = ()  # kinds or suffixes, any of them; none: all
    board: str = ""
    author: str = ""  # of a post that carries it
    since: datetime | None = None  # a post that carries it
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class FileHit:
    """One file found by a search; `snippet` has the words found between \x02 and \x03. A greater score is better."""

    file: FileRow
    carriers: tuple[Carrier, ...]
    snippet: str
    score: float


class Files(Protocol):
    """The part of an archive that holds files. Everything streams."""

    def carried(self, *, board: str = "", author: str = "") -> Iterator[Carried]:
        """Go through all files that posts carry, fetched or not, by thread and post."""

    def files(self) -> Iterator[FileRow]:
        """Go through the files fetched, in the order they came."""

    def file_at(self, url: str) -> FileRow | None:
        """Give the file that a post links by this address, whichever of its addresses it was fetched from."""

    def file_path(self, digest: str) -> Path | None:
        """Tell where a file lies; None when it is not there, or the archive has no folder."""

    def spool(self) -> Spool:
        """Begin to receive a file; may be called while another thread uses the archive."""

    def carriers(self, digest: str) -> tuple[Carrier, ...]:
        """Give the posts that carry a file."""

    def unread_files(self) -> Iterator[FileRow]:
        """Go through the files whose text was never taken out."""

    def put_texts(self, texts: Iterable[FileText]) -> None:
        """Keep what was read out of files, and make it searchable. All or none."""

    def put_ranks(self, ranks: Iterable[tuple[str, float]]) -> None:
        """Keep the rank of pages (by address) and with it that of the files their posts carry. All or none."""

    def search_files(self, query: FileQuery, *, limit: int = 20, by_rank: bool = True) -> list[FileHit]:
        """Find files by all words in their text, their name, the posts that carry them and the titles of those threads.

        Best first. Without `by_rank`, AttachRank does not count.
        """
