"""What to ask for where addresses say nothing: links of places not tried yet, then more of what turned out well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from weft.traversal._flips import shows_page
from weft.traversal._place_kinds import INDEX, THREAD
from weft.traversal._places import Lead, Places, Spot
from weft.traversal._view import Arc

MAX_ASKED = 70
AT_ONCE = 3  # URLs asked for before places are looked at again: looking takes longer than reading a page
SURE, LIKE = 0.5, 0.1  # what is worth less is a guess: it is asked for alone, or with guesses as good as it
HEAVY = 0.15  # of what there is to read on the links of the heaviest place of a page
MAX_WASTED = 24  # pages that are neither lists nor threads, or twins of them; then no further place is tried
BOARDS, THREADS, TURNS = 18, 8, 4  # pages to see of each: the more, the more of the site's layouts are known
MORE_THREADS = 16  # as long as none of them has a pager
SECOND_TRY = 4  # different URLs at a spot that is tried again when its first link was none that is wanted
TRIES, MORE_TRIES = 2, 6  # of a spot that shows page numbers, and of one that turned a page once
FEW_LINKS = 2  # a spot that goes on without a number has so many links at most on a page


@dataclass(frozen=True)
class Probe:
    """Chooses the next URL by what the places say so far. `asked` are URLs that were asked for, answered or not."""

    places: Places
    asked: frozenset[str]

    def next(self) -> list[str]:
        """Give the URLs most worth asking for, each at another place; none when nothing is."""
        best: dict[Spot, tuple[float, int, str]] = {}
        for spot, worth, size, url in self._candidates():
            if worth > 0 and (spot not in best or (worth, size) > best[spot][:2]):
                best[spot] = (worth, size, url)
        ranked = sorted(best.values(), key=lambda found: (-found[0], -found[1]))
        least = min(SURE, ranked[0][0] - LIKE) if ranked else 0.0
        return list(dict.fromkeys(url for worth, _, url in ranked if worth >= least))[:AT_ONCE]

    def _candidates(self) -> Iterator[tuple[Spot, float, int, str]]:
        survey = self.places.survey
        for url in self.places.sources:
            spots = self.places.spots_on(url)
            most = max((self.places.mass[spot] for spot in spots), default=0) or 1
            for spot, arcs in spots.items():
                fresh = [arc for arc in arcs if arc.url not in self.asked and not survey.knows(arc.url)]
                if fresh:
                    arc = self._pick(url, fresh)
                    worth = self._worth(url, spot, arcs, self.places.mass[spot] / most)
                    yield spot, worth, survey.views[url].row_size(arc, self._rank), arc.url

    def _pick(self, url: str, fresh: list[Arc]) -> Arc:
        """Choose a link: in a row of which another link is known, so that both can be compared; else the largest."""
        view, known = self.places.survey.views[url], self._known_rows(url)
        return max(fresh, key=lambda arc: ((arc.region, arc.record) in known, view.row_size(arc, self._rank)))

    @property
    def _rank(self) -> int:
        """Which number of a row is taken for its size: sometimes the largest counts readers, not posts."""
        return len(self.asked) % 2

    def _known_rows(self, url: str) -> set[tuple[int, int]]:
        views = self.places.survey.views
        arcs = (arc for found in self.places.spots_on(url).values() for arc in found)
        return {(arc.region, arc.record) for arc in arcs if arc.region >= 0 and arc.url in views}

    def _worth(self, url: str, spot: Spot, arcs: list[Arc], share: float) -> float:
        tried = self.places.leads.get(spot, Counter())
        if spot in self.places.turns:
            return 0.7 if tried[Lead.TURN] < TURNS else 0.0
        if spot.kind == THREAD:
            return self._worth_on_thread(url, spot, arcs) if not tried else 0.0
        if self.places.is_shared(spot):
            return 0.0
        if not tried:
            return self._worth_of_new(spot, arcs, share)
        lead = self.places.lead_on(url, spot)
        if lead in (Lead.THREAD, Lead.SAME) and self.places.stands_with_lists(url, spot):
            return 0.0  # the last posts of boards: their threads are reached through the boards
        good = tried[Lead.INDEX] + tried[Lead.THREAD]
        if 0 < good < self.places.needed(spot) and 2 * good >= tried.total():
            return 0.95
        if lead is Lead.INDEX:
            return 0.9 if self._count(INDEX) < BOARDS else 0.0
        if lead is Lead.THREAD and spot in self.places.threads:
            turned = any(spot.kind == THREAD for spot in self.places.turns)
            return 0.6 if self._count(THREAD) < (THREADS if turned else MORE_THREADS) else 0.0
        if tried[Lead.TURN]:  # as many turned no page: more must tell
            return 0.55 if tried.total() < MORE_TRIES else 0.0
        return self._worth_of_more(spot, arcs, share) if tried.total() <= TRIES else 0.0

    def _worth_of_more(self, spot: Spot, arcs: list[Arc], share: float) -> float:
        """One link that led nowhere says little of a long column, or of one that stands alone on several pages."""
        if any(map(shows_page, arcs)):
            return 0.55
        if self.wasted >= MAX_WASTED:
            return 0.0
        if self.places.leads[spot].total() > 1:
            return 0.0
        if len({arc.url for arc in arcs}) >= SECOND_TRY:
            return 0.5 * share
        alone = len(arcs) <= FEW_LINKS and len({arc.url for _, arc in self.places.arcs[spot]}) > 1
        return 0.35 if alone else 0.0

    def _worth_of_new(self, spot: Spot, arcs: list[Arc], share: float) -> float:
        """What is heavy on a page comes first, then page numbers; a place like others that led nowhere comes last."""
        if any(map(shows_page, arcs)):
            return 1.0
        if self.wasted >= MAX_WASTED:
            return 0.0
        if share < HEAVY and any(self._failed_at[spot.kind, arc.path] for arc in arcs):
            return 0.0
        return (1.0 if share >= HEAVY else 0.3) + share

    @cached_property
    def _failed_at(self) -> Counter[tuple[str, str]]:
        """How many links at a path led nowhere."""
        found: Counter[tuple[str, str]] = Counter()
        for spot, leads in self.places.leads.items():
            bad = leads[Lead.OTHER] + leads[Lead.SAME]
            if 2 * bad > leads.total():
                for path in {arc.path for _, arc in self.places.arcs[spot]}:
                    found[spot.kind, path] += bad
        return found

    def _worth_on_thread(self, url: str, spot: Spot, arcs: list[Arc]) -> float:
        """Threads have pagers; what else they lead to is reached otherwise."""
        if spot.place in self.places.survey.views[url].row_places or self.wasted >= MAX_WASTED:
            return 0.0
        if any(map(shows_page, arcs)):
            return 1.0
        texts = {arc.text for _, arc in self.places.arcs[spot]}
        few = len(arcs) <= FEW_LINKS and len(texts) <= FEW_LINKS
        if not few or any(self._is_in_posts(url, arc) for arc in arcs) or spot in self._beside_turns:
            return 0.0
        return 0.25 if spot in self._on_all_threads else 0.4

    @cached_property
    def _on_threads(self) -> list[frozenset[Spot]]:
        """The spots of each thread page."""
        places = self.places
        return [frozenset(places.spots_on(url)) for url, kind in places.kinds.items() if kind == THREAD]

    @cached_property
    def _on_all_threads(self) -> frozenset[Spot]:
        """The spots that stand on every thread: a pager does so only where all have several pages."""
        return frozenset.intersection(*self._on_threads) if len(self._on_threads) > 1 else frozenset()

    @cached_property
    def _beside_turns(self) -> frozenset[Spot]:
        """The spots that stand on threads which a known link turns, and on others: they turn none themselves."""
        turned = [spots for spots in self._on_threads if spots & self.places.turns]
        others = [spots for spots in self._on_threads if not spots & self.places.turns]
        return frozenset[Spot]().union(*turned) & frozenset[Spot]().union(*others)

    def _is_in_posts(self, url: str, arc: Arc) -> bool:
        regions = self.places.survey.views[url].regions
        return arc.region >= 0 and regions.all[arc.region] is regions.main

    def _count(self, kind: str) -> int:
        return sum(found == kind for found in self.places.kinds.values())

    @cached_property
    def wasted(self) -> int:
        """How many of the sampled pages are not wanted, or not at that address."""
        places = self.places
        useful = {
            places.survey.redirects.get(arc.url, arc.url) for spot in places.followed for _, arc in places.arcs[spot]
        }
        views = places.survey.views.keys() - useful - set(places.homes)
        return len(views) + len(places.survey.failures)
