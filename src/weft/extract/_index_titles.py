"""Which links are the titles of rows: told from all pages together, without words.

Titles say something else in every row and lead elsewhere; what stands on every page (menus, boxes of news) repeats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from weft.extract._index_rows import Title, row_roots

_LEAST = 2  # titles that a place must have
_MINOR = 0.03  # share of the best place's score that another must have
_TWICE = 2  # times that links may be shown, on average: a thread is in the list of all, too
_SHOWN = 0.15  # the same as a share of the pages, where these are many; what stands on every page is shown on all
_FRESH = 0.5  # least share of links with a text of their own
_UNIQUE = 0.9  # least share of links of one page that lead elsewhere
_TRIED = 20  # places looked at
_OUTSIDE = 0.8  # share of a further place's links that must stand outside of the rows already found

_LABELS = 4  # links of one page with one text, from which it is a label
Groups = dict[str, list[Title]]  # the links of one page by place


@dataclass(slots=True)
class _Tally:
    total: int = 0
    unique: int = 0  # summed over pages
    words: int = 0
    pages: int = 0
    urls: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def add(self, titles: Sequence[Title]) -> None:
        self.total += len(titles)
        self.pages += 1
        self.unique += len({title.url for title in titles})
        self.words += sum(len(title.text.split()) + len(title.text) // 12 for title in titles)
        self.urls.update(title.url for title in titles)
        self.texts.update(title.text for title in titles)

    @property
    def score(self) -> float:
        if self.total < _LEAST or self.unique < _UNIQUE * self.total:
            return 0.0
        if self.total > max(_TWICE, _SHOWN * self.pages) * len(self.urls) or len(self.texts) < _FRESH * len(self.urls):
            return 0.0
        return min(len(self.urls), len(self.texts)) * min(3.0, self.words / self.total) * len(self.urls) / self.total


def find_labels(pages: Iterable[Groups]) -> frozenset[str]:
    """Give the texts that several links of one page have which lead to different pages: "Last post" is no title."""
    found: set[str] = set()
    for groups in pages:
        targets: dict[str, set[str]] = defaultdict(set)
        for titles in groups.values():
            for title in titles:
                targets[title.text].add(title.url)
        found.update(text for text, urls in targets.items() if len(urls) >= _LABELS)
    return frozenset(found)


def without_labels(groups: Groups, labels: Collection[str]) -> Groups:
    """Leave out links that say what others say, too."""
    kept = {place: [title for title in titles if title.text not in labels] for place, titles in groups.items()}
    return {place: titles for place, titles in kept.items() if titles}


def are_shared(titles: Sequence[Title]) -> bool:
    """Tell whether links at a place of one page lead to the same pages again: the boards that threads of it are in."""
    return len(titles) >= _LABELS and len({title.url for title in titles}) < _UNIQUE * len(titles)


def choose_titles(pages: Sequence[Groups], barred: Sequence[Collection[int]]) -> list[str]:
    """Give the places of titles, the best first. `barred` are, for each page, elements in which there are none."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    free = [_without(groups, roots) for groups, roots in zip(pages, barred, strict=True)]
    for groups in free:
        for place, titles in groups.items():
            tallies[place].add(titles)
    ranked = sorted(tallies, key=lambda place: -tallies[place].score)
    chosen: list[str] = []
    for place in ranked[:_TRIED]:
        if tallies[place].score < max(1e-9, _MINOR * tallies[ranked[0]].score):
            break
        if not chosen or _adds_rows(place, chosen, free):
            chosen.append(place)
    return chosen


def _without(groups: Groups, roots: Collection[int]) -> Groups:
    if not roots:
        return groups
    return {place: [title for title in titles if not is_inside(title, roots)] for place, titles in groups.items()}


def is_inside(title: Title, roots: Collection[int]) -> bool:
    """Tell whether a link stands in one of some elements."""
    node = title.node.parent if roots else None
    while node is not None:
        if node.mem_id in roots:
            return True
        node = node.parent
    return False


def _adds_rows(place: str, chosen: Sequence[str], pages: Iterable[Groups]) -> bool:
    """Tell whether the links at a place are titles of rows that the chosen places do not have."""
    total = outside = 0
    for groups in pages:
        titles = groups.get(place, ())
        if not titles:
            continue
        known = [title for other in chosen for title in groups.get(other, ())]
        roots = {root.mem_id for root in row_roots(known)}
        urls = {title.url for title in known}
        total += len(titles)
        outside += sum(title.url not in urls and not is_inside(title, roots) for title in titles)
    return outside >= _OUTSIDE * max(1, total)
