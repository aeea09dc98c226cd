"""Do fingerprints find the pages that several addresses show? Pairs of pages against the truth's keys.

Every pair of a sample counts, so the groups answer for all of them. Two kinds of wrong pairs are counted apart: hard
ones (another page of the same thread or board, the page of the likest title, the page of the likest text) and the rest,
which are random pairs in effect.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urljoin

import numpy as np
import numpy.typing as npt

from weft.evaluate._corpus import MirroredSite
from weft.evaluate._measures import PageType
from weft.page import Fingerprint, Page, group_near_duplicates, learn_boilerplate, read_page

SAMPLE_PAGES = 2000  # a site; those with fewer give what they have
LEARN_PAGES = 60
MAX_COPIES = 8  # of one page in a sample: a page with 26 addresses would outweigh all others
_WANTED = (PageType.ENTRY, PageType.INDEX, PageType.THREAD)

_Pairs = set[tuple[int, int]]
_Table = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class KeyedPage:
    """A page and its key; pages with one key are the same page."""

    page: Page
    key: str

    @property
    def list(self) -> str:
        """The thread or board the page is of: its key without the page number."""
        return self.key.rpartition(":p")[0] or self.key


@dataclass(frozen=True, slots=True)
class DuplicateFigures:
    """One site's pairs: those that are the same page, those that were found, and the errors by kind."""

    pages: int
    keys: int
    same_pairs: int
    found_pairs: int
    right_pairs: int
    hard_pairs: int  # of different pages
    hard_errors: int
    lowest_same: float  # similarity of the least alike copies; 1 if there are none
    highest_other: float  # similarity of the most alike different pages

    @property
    def precision(self) -> float:
        """Share of the found pairs that are the same page; 1 if none was found."""
        return self.right_pairs / self.found_pairs if self.found_pairs else 1.0

    @property
    def recall(self) -> float:
        """Share of the same pages that were found; 1 if there are none."""
        return self.right_pairs / self.same_pairs if self.same_pairs else 1.0

    @property
    def hard_accuracy(self) -> float:
        """Share of the hard pairs that were kept apart."""
        return 1 - self.hard_errors / self.hard_pairs if self.hard_pairs else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Give plain data with rounded shares."""
        shares = {"precision": self.precision, "recall": self.recall, "hard_accuracy": self.hard_accuracy}
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in (asdict(self) | shares).items()}


def sample_pages(site: MirroredSite, count: int = SAMPLE_PAGES, seed: int = 1) -> list[KeyedPage]:
    """Draw pages of a mirrored site with their copies: boards first, then threads at random."""
    addresses: dict[str, list[str]] = {}
    kinds: dict[str, PageType] = {}
    for target in sorted(site.answers):
        known = site.truth.look_up(urljoin(site.entry, target))
        if known.key is not None and known.type in _WANTED:
            addresses.setdefault(known.key, []).append(target)
            kinds[known.key] = known.type
    chance = random.Random(seed)  # noqa: S311 a sample, not a secret
    keys = sorted(addresses, key=lambda key: (kinds[key] is PageType.THREAD, chance.random()))
    pages = (
        KeyedPage(_read(site, target), key)
        for key in keys
        for target in chance.sample(addresses[key], min(MAX_COPIES, len(addresses[key])))
    )
    return [page for page, _ in zip(pages, range(count), strict=False)]


def measure_duplicates(sample: Sequence[KeyedPage], seed: int = 1) -> DuplicateFigures:
    """Learn the site's boilerplate from some of the pages, group all by their fingerprints, count pairs."""
    chance = random.Random(seed)  # noqa: S311 a sample, not a secret
    learned = chance.sample([keyed.page for keyed in sample], min(LEARN_PAGES, len(sample)))
    boilerplate = learn_boilerplate(learned)
    prints = [boilerplate.fingerprint(keyed.page) for keyed in sample]
    groups = _number_groups(group_near_duplicates(prints))
    keys = [keyed.key for keyed in sample]
    alike = _similarities(prints)
    numbers = np.unique(keys, return_inverse=True)[1] if keys else np.empty(0)
    same = numbers[:, None] == numbers
    hard = _hard_pairs(sample, alike, same)
    return DuplicateFigures(
        pages=len(sample),
        keys=len(set(keys)),
        same_pairs=_count_pairs(keys),
        found_pairs=_count_pairs(groups),
        right_pairs=_count_pairs(zip(groups, keys, strict=True)),
        hard_pairs=len(hard),
        hard_errors=sum(groups[one] == groups[other] for one, other in hard),
        lowest_same=float(alike[same].min(initial=1.0)),
        highest_other=float(alike[~same].max(initial=0.0)),
    )


def add_figures(all_figures: Iterable[DuplicateFigures]) -> DuplicateFigures:
    """Give the figures of several sites together."""
    rows = list(all_figures)
    counts = ("pages", "keys", "same_pairs", "found_pairs", "right_pairs", "hard_pairs", "hard_errors")
    return DuplicateFigures(
        **{name: sum(getattr(row, name) for row in rows) for name in counts},
        lowest_same=min((row.lowest_same for row in rows), default=1.0),
        highest_other=max((row.highest_other for row in rows), default=0.0),
    )


def _read(site: MirroredSite, target: str) -> Page:
    answer = site.answers[target]
    return read_page(urljoin(site.entry, target), answer.body, dict(answer.headers).get("content-type", ""))


def _number_groups(groups: list[list[int]]) -> list[int]:
    numbers = {place: number for number, group in enumerate(groups) for place in group}
    return [numbers[place] for place in range(len(numbers))]


def _count_pairs(labels: Iterable[Hashable]) -> int:
    return sum(count * (count - 1) // 2 for count in Counter(labels).values())


def _similarities(prints: Sequence[Fingerprint]) -> _Table:
    rows = np.array([np.frombuffer(one.minhash, dtype="<u4") for one in prints])
    return np.array([(rows == row).mean(axis=1) for row in rows], dtype=np.float32)


def _hard_pairs(sample: Sequence[KeyedPage], alike: _Table, same: npt.NDArray[np.bool_]) -> _Pairs:
    """Give pairs of different pages: of one list, and each page with those of likest text and title."""
    lists: dict[str, list[int]] = {}
    for place, keyed in enumerate(sample):
        lists.setdefault(keyed.list, []).append(place)
    pairs = {(one, other) for places in lists.values() for one in places for other in places if one < other}
    for table in (alike, _title_overlaps(sample)):
        nearest = np.where(same, -1.0, table).argmax(axis=1) if len(sample) else ()
        pairs |= {(min(one, int(other)), max(one, int(other))) for one, other in enumerate(nearest)}
    return {(one, other) for one, other in pairs if not same[one, other]}


def _title_overlaps(sample: Sequence[KeyedPage]) -> _Table:
    titles = [frozenset(keyed.page.title.lower().split()) for keyed in sample]
    places = {word: place for place, word in enumerate(sorted(frozenset[str]().union(*titles)))}
    table = np.zeros((len(titles), len(places) + 1), dtype=np.float32)
    for row, words in enumerate(titles):
        table[row, [places[word] for word in words]] = 1
    shared: _Table = table @ table.T
    sizes = table.sum(axis=1)
    overlaps: _Table = shared / np.maximum(1, sizes[:, None] + sizes - shared)
    return overlaps
