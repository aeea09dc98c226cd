"""Skeleton links of a sitemap (paper 000, 5.1) and page-flipping links among them (5.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from math import log
from operator import or_
from statistics import fmean

from weft.sitemap import Arc, Sitemap, Survey, Vertex

# The paper gives no values. A refused link may cost a twentieth of the coverage, a chosen one of the informativeness.
COVERAGE_KEPT = 0.95
INFORMATIVENESS_KEPT = 0.95
MAX_STATES = 2000  # of one vertex' search; beyond it the first decisions of each link stand
MAX_LINKS = 200  # to one vertex that are looked at, those that reach most
FLIP_CONNECTIVITY = 0.5  # the paper's flipping links are above 0.70, others below 0.50 (Fig. 10)


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a set of links is: both criteria, and what they are together (their harmonic mean)."""

    coverage: float
    informativeness: float

    @property
    def together(self) -> float:
        """The paper says 'better' and leaves open how the two are weighed."""
        both = self.coverage + self.informativeness
        return 2 * self.coverage * self.informativeness / both if both else 0.0


def measure_informativeness(groups: Iterable[int]) -> float:
    """Eq. 2: the entropy of duplicate groups over that of as many different pages; 1 for a single page."""
    counts = Counter(groups)
    total = sum(counts.values())
    if total < 2:
        return float(total)
    return -sum(count / total * log(count / total) for count in counts.values()) / log(total)


def find_skeleton(survey: Survey, sitemap: Sitemap) -> list[Arc]:
    """Choose links vertex by vertex, the topmost first; candidates come from vertices done before and from itself.

    A vertex that nothing above it leads to is looked at again when all others are done, with every link to it.
    """
    incoming: dict[int, list[Arc]] = defaultdict(list)
    for arc in sitemap.arcs:
        incoming[arc.target].append(arc)
    done: set[int] = set()
    chosen: list[Arc] = []
    for vertex in sorted(sitemap.vertices, key=lambda v: (v.depth, v.number)):
        done.add(vertex.number)
        links = [arc for arc in incoming[vertex.number] if arc.source in done]
        from_above = any(not arc.is_loop for arc in links)
        chosen += choose_links(survey, vertex, links if from_above or not vertex.number else incoming[vertex.number])
    return chosen


def choose_links(survey: Survey, vertex: Vertex, links: Sequence[Arc]) -> list[Arc]:
    """Search the 2^m sets of links for the best one (Fig. 5), leaving out what either criterion forbids."""
    by_reach = sorted(links, key=lambda arc: (len({target for _, target in arc.links}), arc.location))
    return _Search(survey, vertex, by_reach[-MAX_LINKS:]).run()


class _Search:
    """One search. Links are decided from the smallest: what larger ones reach too is refused first.

    Sets of pages and of duplicate groups are the bits of numbers, so that joining them costs nothing.
    """

    def __init__(self, survey: Survey, vertex: Vertex, links: Sequence[Arc]) -> None:
        self._links = links
        self._group_of = [page.group for page in survey.pages]
        self._unique = vertex.unique
        self._pages = [_bits({target for _, target in arc.links}) for arc in links]
        self._groups = [_bits({self._group_of[target] for _, target in arc.links}) for arc in links]
        self._rest = list(accumulate(reversed(self._groups), or_, initial=0))[::-1]  # groups of links from here on
        self._best: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
        self._states = 0

    def run(self) -> list[Arc]:
        """Search, and give the best set; none for a vertex whose pages are all copies of one."""
        if self._informativeness(reduce(or_, self._pages, 0)) > 0:
            self._decide(0, (), 0, 0)
        return [self._links[at] for at in self._best[2]]

    def _decide(self, at: int, selected: tuple[int, ...], pages: int, groups: int) -> None:
        """Decide link `at`, after `selected` ones that reach these pages and groups."""
        self._states += 1
        before = self._informativeness(pages)
        if at == len(self._links):
            quality = Quality(groups.bit_count() / self._unique, before)
            score = (round(quality.together, 6), -len(selected), selected)
            self._best = max(self._best, score)
            return
        most = self._rest[0].bit_count()
        may_refuse = (groups | self._rest[at + 1]).bit_count() >= COVERAGE_KEPT * most
        with_it = pages | self._pages[at]
        may_select = not selected or self._informativeness(with_it) >= INFORMATIVENESS_KEPT * before
        is_open = may_refuse == may_select  # both rules allow, or they contradict each other: both ways are tried
        if may_refuse or is_open:
            self._decide(at + 1, selected, pages, groups)
        if (is_open and self._states < MAX_STATES) or (may_select and not may_refuse):
            self._decide(at + 1, (*selected, at), with_it, groups | self._groups[at])

    def _informativeness(self, pages: int) -> float:
        return measure_informativeness(self._group_of[page] for page in _places(pages))


def _bits(numbers: Iterable[int]) -> int:
    return reduce(or_, (1 << number for number in numbers), 0)


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def find_flips(links: Iterable[Arc]) -> list[Arc]:
    """Give the loop-back links that flip pages: connectivity above the mean of their vertex' loop-back links.

    A vertex with one loop-back link has no mean to be above, and one with flipping links only has them all at it:
    links at the mean count too, if they are as connected as the paper's.
    """
    loops: dict[int, list[tuple[Arc, float]]] = defaultdict(list)
    for arc in links:
        if arc.is_loop:
            loops[arc.source].append((arc, measure_connectivity(arc.links)))
    found: list[Arc] = []
    for candidates in loops.values():
        mean = fmean(connectivity for _, connectivity in candidates)
        found += [arc for arc, value in candidates if value >= mean - 1e-9 and value > FLIP_CONNECTIVITY]
    return found


def measure_connectivity(links: Collection[tuple[int, int]]) -> float:
    """Eq. 3: of the pairs of pages A, B with a path from A to B along these links, the share with one back."""
    following: dict[int, set[int]] = defaultdict(set)
    for source, target in links:
        if source != target:
            following[source].add(target)
    reachable = {page: _reach(page, following) for page in following}
    pairs = [(a, b) for a, targets in reachable.items() for b in targets if a != b]
    back = sum(a in reachable.get(b, ()) for a, b in pairs)
    return back / len(pairs) if pairs else 0.0


def _reach(start: int, following: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [start]
    while waiting:
        for page in following.get(waiting.pop(), ()):
            if page not in found:
                found.add(page)
                waiting.append(page)
    return found
