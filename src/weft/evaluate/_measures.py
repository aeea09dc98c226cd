"""The measures of the papers, from the server's side: what was asked for, against what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class PageType(StrEnum):
    """What a URL of a site with known truth shows."""

    ENTRY = "entry"
    INDEX = "index"
    THREAD = "thread"
    ATTACHMENT = "attachment"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class UrlTruth:
    """What is known of one URL; two URLs with one key show the same page."""

    type: PageType
    key: str | None = None


UNKNOWN = UrlTruth(PageType.OTHER)


@dataclass(frozen=True, slots=True)
class SiteTruth:
    """The truth of a whole site: what each URL shows, and all keys a perfect crawler reaches."""

    look_up: Callable[[str], UrlTruth]
    keys: Mapping[PageType, frozenset[str]]

    def all_of(self, *types: PageType) -> frozenset[str]:
        """Give the keys of these types together."""
        return frozenset().union(*(self.keys.get(kind, frozenset()) for kind in types))


@dataclass(frozen=True, slots=True)
class Measures:
    """One crawl as a row of the papers' tables; shares are of all requests but robots.txt and attachments."""

    requests: int
    coverage: float  # thread pages reached
    board_coverage: float  # entry and index pages reached
    effectiveness: float  # first copies of entry, index and thread pages
    thread_share: float  # first copies of thread pages (FoCUS's strict reading)
    duplicate: float  # further copies
    invalid: float  # everything else
    thread_pages: int
    index_pages: int
    attachments: int

    def to_dict(self) -> dict[str, Any]:
        """Give plain data with rounded shares."""
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(self).items()}


def measure(requested: Iterable[str], truth: SiteTruth) -> Measures:
    """Score the list of requested URLs, in order; the same rule as the corpus' own score.py."""
    got: set[str] = set()
    attachments: set[str] = set()
    total = duplicates = invalid = 0
    for url in requested:
        if url.endswith("/robots.txt"):
            continue
        known = truth.look_up(url)
        if known.type is PageType.ATTACHMENT:
            attachments.add(url)
            continue
        total += 1
        if known.key is None:
            invalid += 1
        elif known.key in got:
            duplicates += 1
        else:
            got.add(known.key)
    threads, indexes = truth.all_of(PageType.THREAD), truth.all_of(PageType.INDEX, PageType.ENTRY)
    count = max(1, total)
    return Measures(
        requests=total,
        coverage=len(got & threads) / max(1, len(threads)),
        board_coverage=len(got & indexes) / max(1, len(indexes)),
        effectiveness=len(got) / count,
        thread_share=len(got & threads) / count,
        duplicate=duplicates / count,
        invalid=invalid / count,
        thread_pages=len(threads),
        index_pages=len(indexes),
        attachments=len(attachments),
    )
