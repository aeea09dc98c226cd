"""The files' twin in memory: same contract, no disk; everything is worked out anew when it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weft.page import Attachment
from weft.store._file_score import NAME, POST, TEXT, TITLE, UNRANKED, combine
from weft.store._files_carried import number_names
from weft.store._files_disk import Hashing
from weft.store._files_index import cut_context, find_snippet, fits_carrier, standing_of
from weft.store._files_ports import Carried, Carrier, FileHit, FileQuery, FileRow, FileText, Spooled
from weft.store._forum import make_span
from weft.store._forum_ports import Changes, PostRow, Reading
from weft.store._memory_forum import MemoryForum
from weft.store._memory_search import Searched, rank_posts
from weft.store._ports import UrlState, Visit
from weft.store._seats import Held
from weft.store._words import is_name, read_query

_WEIGHTS = (TEXT, NAME, POST, TITLE)
_HOPS = 10


class MemorySpool:
    """A file that arrives, in memory; fulfils `Spool`."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._hashing = Hashing()

    @property
    def size(self) -> int:
        """How many bytes have come."""
        return self._hashing.size

    def write(self, data: bytes) -> None:
        """Take the next bytes."""
        self._hashing.update(data)
        self._data += data

    def finish(self) -> Spooled:
        """Say that this was all."""
        return self._hashing.spooled(data=bytes(self._data))

    def discard(self) -> None:
        """Throw away what came."""
        self._data.clear()


@dataclass(frozen=True, slots=True)
class _Spot:
    """A file as a post carries it."""

    post: int
    held: Held
    thread: str
    position: int
    file: Attachment
    name: tuple[str, int]


class MemoryFiles(MemoryForum):
    """The part of the archive in memory that fulfils `Files`."""

    def __init__(self) -> None:
        super().__init__()
        self._files: dict[str, FileRow] = {}  # by digest, in the order they came
        self._texts: dict[str, str] = {}
        self._standings: dict[str, float] = {}
        self._origins: dict[str, tuple[str, str]] = {}  # address: digest, and the server's name for it
        self._redirects: dict[str, str] = {}
        self._tied: dict[tuple[int, str, int], str] = {}  # what a post carried under a name before it was read again

    def _stand(self, url: str) -> tuple[str, str]:
        """Tell the state of an address, and why it was not fetched."""
        raise NotImplementedError

    def _siblings(self, url: str) -> Iterator[str]:
        """Give an address and the others that have its key."""
        raise NotImplementedError

    def spool(self) -> MemorySpool:
        """Begin to receive a file."""
        return MemorySpool()

    def file_path(self, digest: str) -> Path | None:
        """There is no folder."""
        return None

    def record(self, readings: Iterable[Reading]) -> Changes:
        """Put readings in, all or none. A post seen again is updated, never doubled."""
        self._ledger.revised.clear()
        changes = super().record(readings)
        for old in self._ledger.revised:
            for name, file in zip(
                number_names(f.name for f in old.post.attachments), old.post.attachments, strict=True
            ):
                if file.name and (digest := self._find(old.id, name, file.url)):
                    self._tied[old.id, *name] = digest
        return changes

    def _put_files(self, visits: Sequence[Visit]) -> None:
        for visit in visits:
            url, new = visit.lease.url, visit.file
            if new is not None and visit.exchange is not None and visit.state is UrlState.FETCHED:
                about = (new.part.digest, new.part.size, new.kind, new.suffix, new.media_type)
                self._files.setdefault(new.part.digest, FileRow(*about, (), (), visit.exchange.sent_at))
                self._origins[url] = (new.part.digest, new.name)
            elif visit.redirect_to:
                self._redirects[url] = visit.redirect_to

    def _find(self, post: int, name: tuple[str, int], url: str) -> str:
        found = self._find_at(url)
        return found or (self._tied.get((post, *name), "") if name[0] else "")

    def _find_at(self, url: str) -> str:
        hops = [url]
        while len(hops) <= _HOPS and (target := self._redirects.get(hops[-1])) and target not in hops:
            hops.append(target)
        for address in [*hops, *(sibling for hop in hops for sibling in self._siblings(hop))]:
            if address in self._origins:
                return self._origins[address][0]
        return ""

    def _spots(self) -> Iterator[_Spot]:
        for thread, found in self._held():
            for position, held in enumerate(found.in_order(), 1):
                files = held.post.attachments
                for name, file in zip(number_names(f.name for f in files), files, strict=True):
                    yield _Spot(held.id, held, thread, position, file, name)

    def _carrier(self, spot: _Spot) -> Carrier:
        thread = self._ledger.threads[self._lists[spot.thread]]
        path = self._path(self._board_paths(), thread)
        row: PostRow = self._post_row(spot.thread, spot.held, spot.position)
        return Carrier(row, thread.facts.title, path[-1].text if path else "", spot.file.url, spot.file.name)

    def carried(self, *, board: str = "", author: str = "") -> Iterator[Carried]:
        """Go through all files that posts carry, fetched or not, by thread and post."""
        wanted = {url for url, _ in self._wanted(board, None)}
        for spot in list(self._spots()):
            if spot.thread not in wanted or (author and not is_name(spot.held.post.author, author)):
                continue
            digest = self._find(spot.post, spot.name, spot.file.url)
            state, why = ("", "") if digest else self._stand(spot.file.url)
            yield Carried(self._carrier(spot), spot.file.image, digest, why, state)

    def _by_digest(self) -> dict[str, list[_Spot]]:
        found: dict[str, list[_Spot]] = {}
        for spot in self._spots():
            if digest := self._find(spot.post, spot.name, spot.file.url):
                found.setdefault(digest, []).append(spot)
        return found

    def _row(self, digest: str, spots: Iterable[_Spot]) -> FileRow:
        names = Counter(spot.file.name for spot in spots if spot.file.name)
        names.update(name for found, name in self._origins.values() if found == digest and name)
        ordered = sorted(names, key=lambda name: (-names[name], name))
        urls = tuple(url for url, (found, _) in self._origins.items() if found == digest)
        return replace(self._files[digest], names=tuple(ordered[:20]), urls=urls)

    def files(self) -> Iterator[FileRow]:
        """Go through the files fetched, in the order they came."""
        spots = self._by_digest()
        for digest in list(self._files):
            yield self._row(digest, spots.get(digest, ()))

    def file_at(self, url: str) -> FileRow | None:
        """Give the file that a post links by this address, whichever of its addresses it was fetched from."""
        spots = self._by_digest()
        linked = (digest for digest, found in spots.items() if any(spot.file.url == url for spot in found))
        digest = next(linked, "") or self._find_at(url)
        return self._row(digest, spots.get(digest, ())) if digest else None

    def carriers(self, digest: str) -> tuple[Carrier, ...]:
        """Give the posts that carry a file."""
        return tuple(self._carrier(spot) for spot in self._by_digest().get(digest, ()))

    def unread_files(self) -> Iterator[FileRow]:
        """Go through the files whose text was never taken out."""
        return (row for row in list(self.files()) if not row.was_read)

    def put_texts(self, texts: Iterable[FileText]) -> None:
        """Keep what was read out of files, and make it searchable."""
        for text in texts:
            if text.digest in self._files:
                row = replace(self._files[text.digest], was_read=True, problem=text.problem, title=text.title)
                self._files[text.digest] = row
                self._texts[text.digest] = f"{text.title}\n{text.text}" if text.title else text.text

    def put_ranks(self, ranks: Iterable[tuple[str, float]]) -> None:
        """Keep the rank of pages (by address) and with it that of the files their posts carry."""
        known, spots = dict(ranks), self._by_digest()
        for digest, row in list(self._files.items()):
            found = [self._rank(known, spot) for spot in spots.get(digest, ())]
            self._files[digest] = replace(row, rank=max(found, default=0.0))
        counts = Counter(row.rank for row in self._files.values() if row.rank > 0)
        standings = standing_of(sorted(counts.items()))
        self._standings = {row.digest: standings.get(row.rank, UNRANKED) for row in self._files.values()}

    def _rank(self, known: dict[str, float], spot: _Spot) -> float:
        return known.get(self._page_url(spot.held.url), known.get(spot.thread, 0.0))

    def search_files(self, query: FileQuery, *, limit: int = 20, by_rank: bool = True) -> list[FileHit]:
        """Find files by all words in their text, their name, the posts that carry them and the titles of those threads.

        Best first. Without `by_rank`, AttachRank does not count.
        """
        terms, span, spots = read_query(query.words), make_span(query.since, query.until), self._by_digest()
        digests = list(self._files)
        docs = [self._doc(digest, spots.get(digest, [])) for digest in digests]
        searched = [Searched.of(number, *doc) for number, doc in enumerate(docs)]
        kinds = {kind.lower().lstrip(".") for kind in query.kinds}
        on_board = {url for url, _ in self._wanted(query.board, None)}
        hits = []
        for number, score in rank_posts(searched, terms, "", _WEIGHTS):
            row = self._row(digests[number], spots.get(digests[number], ()))
            if kinds and not kinds & {row.kind, row.suffix}:
                continue
            found = spots.get(row.digest, ())
            fitting = [
                spot for spot in found if spot.thread in on_board and fits_carrier(spot.held.post, query.author, span)
            ]
            if not fitting and (query.board or query.author or span is not None):
                continue
            standing = self._standings.get(row.digest, UNRANKED) if by_rank else UNRANKED
            text, name, post, _ = docs[number]
            carriers = {spot.post: self._carrier(spot) for spot in reversed(fitting)}
            shown = tuple(reversed(carriers.values()))[:20]
            hits.append(FileHit(row, shown, find_snippet(text, post, name, terms), combine(score, standing)))
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    def _doc(self, digest: str, spots: Sequence[_Spot]) -> tuple[str, str, str, str]:
        around = [(spot.held.post.text, self._title(spot.thread)) for spot in sorted(spots, key=lambda spot: spot.post)]
        names = self._row(digest, spots).names
        return (self._texts.get(digest, ""), " ".join(names), *cut_context(around))

    def _title(self, thread: str) -> str:
        return self._ledger.threads[self._lists[thread]].facts.title

    def _count_files(self) -> dict[str, int]:
        """Count for the summary."""
        counts: Counter[str] = Counter(files=len(self._files), file_bytes=sum(f.size for f in self._files.values()))
        for spot in self._spots():
            name = "images" if spot.file.image else "attachments"
            counts[name] += 1
            counts[f"{name}_fetched"] += bool(self._find(spot.post, spot.name, spot.file.url))
        return dict(counts)
