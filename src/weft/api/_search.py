"""Posts and files found by words, in one list."""

from __future__ import annotations

from dataclasses import dataclass

from weft.store import Archive, FileHit, FileQuery, Hit


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a search is for: posts, files or both; without `by_rank` AttachRank does not count."""

    posts: bool = True
    files: bool = True
    by_rank: bool = True
    limit: int = 20


BOTH = Wanted()


def search_archive(archive: Archive, query: FileQuery, wanted: Wanted = BOTH) -> list[Hit | FileHit]:
    """Find posts and files, best first.

    The scores of the two say nothing across them (they come from different indexes), so each is measured against the
    best of its own; of equals the file comes first, since it is found by the words of its post, too.
    """
    files = archive.search_files(query, limit=wanted.limit, by_rank=wanted.by_rank) if wanted.files else []
    posts: list[Hit] = []
    if wanted.posts and not query.kinds:
        about = {"board": query.board, "author": query.author, "since": query.since, "until": query.until}
        posts = archive.search(query.words, limit=wanted.limit, **about)  # type: ignore[arg-type]  # names and times
    hits = [(_share(hit, files), hit) for hit in files] + [(_share(hit, posts), hit) for hit in posts]
    return [hit for _, hit in sorted(hits, key=lambda pair: -pair[0])][: wanted.limit]


def _share(hit: Hit | FileHit, among: list[Hit] | list[FileHit]) -> float:
    best = max((abs(other.score) for other in among), default=0.0)
    return hit.score / best if best else 0.0
