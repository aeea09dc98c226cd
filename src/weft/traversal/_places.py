"""Where addresses say nothing: what the links at each place of a page lead to, told by the pages behind them.

A spot is a place on pages of one kind. Some of its links were asked for; what came back says what the others lead to.
Links that lead to a page which is reached in a better way (permalinks, last posts) are told by what they show.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from weft.traversal._flips import in_rows, shows_page
from weft.traversal._groups import is_value
from weft.traversal._place_kinds import COLUMN, CONFIRMED, INDEX, THREAD, Kinds
from weft.traversal._place_titles import Titles
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._view import Arc, View
from weft.urls import Form

BARREN = 2  # pages asked for of a list, to say that it leads nowhere
DISTINCT = 0.9  # different URLs among the links of a spot, where each is named once
SHARED = 0.3  # of the URLs of a spot stand in posts, too: people, permalinks
DERIVED = 0.3  # of the threads of a list are in lists of the entry, too: a tag, a person's, a search
EVERYWHERE = 0.6
ANNOUNCED = 2  # lists that may have one thread: a moved one stands on two
SAME_ROWS = 0.5  # of the URLs of two index pages: the same list in another order
MIXED = 0.1  # of the threads listed at the spot that lists most
TRUSTED = 0.6
COMPANIONS = 0.5  # of the rows of a spot have a board: these are the last posts of boards
VARIANT = 0.5  # of two pages of one title: the same, or printed; pages of one list have up to 0.4 in common
SECOND = 2  # page
_LAST_NUMBER = re.compile(r"[/?&;_.,-].*?(\d{1,9})\D{0,8}")  # a fixed pattern of our own


class Lead(Enum):
    """What a link came to."""

    INDEX = "index"
    THREAD = "thread"
    TURN = "turn"  # another page of the list it stands on
    SAME = "same"  # what is to be had in a better way
    OTHER = "other"


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place on pages of one kind. Where pagers stand with other links, their longer addresses tell them apart."""

    kind: str
    place: str
    adds: bool = False  # its addresses say more than those that say nothing


@dataclass(frozen=True)
class Places:
    """What the samples so far say of places. A value: made anew from the survey after each batch."""

    survey: Survey
    homes: tuple[str, ...]

    # pages

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each sampled page is, INDEX, THREAD or nothing."""
        return Kinds(self.survey, self.homes).tell()

    @cached_property
    def titles(self) -> Titles:
        """What the titles of pages say."""
        return Titles(self.survey)

    def shows_same(self, one: str, other: str) -> bool:
        """Whether two pages show the same, whatever their order."""
        if one == other:
            return True
        if not self.titles.are_alike(one, other) and self.titles.words[one] != self.titles.words[other]:
            return False
        if self.kinds[one] == self.kinds[other] == INDEX and self._share_rows(one, other):
            return True
        return self.survey.likeness(one, other) >= VARIANT

    def _share_rows(self, one: str, other: str) -> bool:
        rows = [self.listed(url) - self._everywhere for url in (one, other)]
        return len(rows[0] & rows[1]) > SAME_ROWS * max(map(len, rows))

    def listed(self, url: str) -> set[str]:
        """Give the URLs that stand in long columns of a page."""
        return {arc.url for arcs in self.spots_on(url).values() if len(arcs) > 2 for arc in arcs}

    @cached_property
    def family(self) -> frozenset[Form]:
        """The forms that say nothing, and those that add to one of them, or a page number to the address of a page."""
        mixed, roles, forms = self.survey.mixed, Roles(self.survey), self.survey.forms
        more = {form for form in set(forms.by_url.values()) if roles.is_variant(form, mixed)}
        pages = [view for url, view in self.survey.views.items() if forms.get(url) in mixed]
        turned = (forms.get(arc.url) for view in pages for arc in view.arcs if _goes_on(view, arc))
        return frozenset(mixed | more | {form for form in turned if form is not None})

    # places

    def spots_on(self, url: str) -> dict[Spot, list[Arc]]:
        """Give the links of a page by where they stand, without menus."""
        return self._spots[url]

    @cached_property
    def _spots(self) -> dict[str, dict[Spot, list[Arc]]]:
        return {url: self._read_spots(view) for url, view in self.survey.views.items()}

    def _read_spots(self, view: View) -> dict[Spot, list[Arc]]:
        found: dict[Spot, list[Arc]] = defaultdict(list)
        kind, frame = self.kinds[view.url], self.survey.frame
        for arc in view.arcs if kind else ():
            form = self.survey.forms.get(arc.url)
            known = form in self.family or (kind == INDEX and self._may_go_on(view, arc))
            if known and arc.url not in (view.url, *self.homes) and (arc.place, arc.url) not in frame:
                found[Spot(kind, arc.place, adds=form not in self.survey.mixed)].append(arc)
        return dict(found)

    def _may_go_on(self, view: View, arc: Arc) -> bool:
        """Whether a list goes on by a sign, or led to another of its name: its pages may be called as nothing else is.

        Signs in rows lead to the last post of each.
        """
        if arc.next and not in_rows(view, arc):
            return True
        target = self._target(arc)
        return self.kinds.get(target) == INDEX and target != view.url and self.titles.are_alike(view.url, target)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The pages whose links count: the entry, lists that rows lead to, and all threads."""
        found = dict.fromkeys(url for url in self.homes if url in self.survey.views)
        waiting = list(found)
        while waiting:
            url = waiting.pop()
            for spot, arcs in self.spots_on(url).items():
                if spot.kind == INDEX and not self.is_shared(spot):
                    targets = dict.fromkeys(self._target(arc) for arc in arcs)
                    fresh = [target for target in targets if target not in found and self.kinds.get(target) == INDEX]
                    new = [target for target in fresh if not self._is_derived(target)]
                    found.update(dict.fromkeys(new))
                    waiting += new
        lists = [url for url in found if url in self.homes or not self._is_barren(url)]
        threads = [url for url, kind in self.kinds.items() if kind == THREAD and url not in found]
        return (*lists, *threads)

    def _is_barren(self, url: str) -> bool:
        """Whether what was asked for of a page's columns is neither list nor thread: a list of people."""
        columns = (arcs for arcs in self.spots_on(url).values() if len(arcs) >= COLUMN)
        targets = {self._target(arc) for arcs in columns for arc in arcs} & self.survey.views.keys()
        return len(targets) >= BARREN and not any(self.kinds[target] for target in targets)

    def _target(self, arc: Arc) -> str:
        return self.survey.redirects.get(arc.url, arc.url)

    @cached_property
    def arcs(self) -> dict[Spot, list[tuple[str, Arc]]]:
        """The links of each spot, with the page they stand on, as far as that counts."""
        return self._gather(self.sources)

    @cached_property
    def _all_arcs(self) -> dict[Spot, list[tuple[str, Arc]]]:
        return self._gather(self._spots)

    def _gather(self, urls: Iterable[str]) -> dict[Spot, list[tuple[str, Arc]]]:
        found: dict[Spot, list[tuple[str, Arc]]] = defaultdict(list)
        for url in urls:
            for spot, arcs in self.spots_on(url).items():
                found[spot] += [(url, arc) for arc in arcs]
        return dict(found)

    @cached_property
    def _in_posts(self) -> frozenset[str]:
        """What stands in each post of threads."""
        views = (self.survey.views[url] for url, kind in self.kinds.items() if kind == THREAD)
        return frozenset(arc.url for view in views for arc in view.arcs if arc.place in view.row_places)

    def is_shared(self, spot: Spot) -> bool:
        """Whether the links of an index spot are such as rows have in common, or as every post has."""
        return spot in self._shared

    @cached_property
    def _shared(self) -> frozenset[Spot]:
        repeating: set[Spot] = set()
        urls: dict[Spot, set[str]] = defaultdict(set)
        for spots in self._spots.values():
            for spot, arcs in spots.items():
                urls[spot] |= {arc.url for arc in arcs}
                if _is_repeating(arcs):
                    repeating.add(spot)
        posts = {spot for spot, found in urls.items() if len(found & self._in_posts) >= max(2, SHARED * len(found))}
        return frozenset(spot for spot in repeating | posts if spot.kind == INDEX)

    # what links lead to

    @cached_property
    def mass(self) -> dict[Spot, float]:
        """How much there is to read on the links of a spot; titles of the pages behind count threefold."""
        found: dict[Spot, float] = {}
        for spot, arcs in self._all_arcs.items():
            texts = {arc.text for _, arc in arcs if not is_value(arc.text)}
            sampled = [arc for _, arc in arcs if self._target(arc) in self.survey.views]
            titled = sum(self._is_title(arc) for arc in sampled)
            found[spot] = sum(map(len, texts)) * (1 + 2 * titled / max(1, len(sampled)))
        return found

    def _is_title(self, arc: Arc) -> bool:
        title = self.survey.views[self._target(arc)].page.title
        return len(arc.text) > 2 and arc.text.casefold() in title.casefold()

    def lead(self, url: str, arc: Arc) -> Lead | None:
        """Say what a link of a page came to, by itself; None if it was not asked for."""
        target = self._target(arc)
        if target in self.survey.failures or arc.url in self.survey.failures:
            return Lead.OTHER
        if target not in self.survey.views:
            return None
        if self.shows_same(url, target):
            return Lead.SAME
        kind = self.kinds[target]
        if kind and kind == self.kinds[url] and (self.titles.are_alike(url, target) or self._is_turn(url, arc)):
            return Lead.TURN
        return Lead(kind) if kind else Lead.OTHER

    def _is_turn(self, url: str, arc: Arc) -> bool:
        """Whether a link shows a page number where titles say nothing."""
        return not self.titles.words[url] and not self.titles.words[self._target(arc)] and shows_page(arc)

    @cached_property
    def leads(self) -> dict[Spot, Counter[Lead]]:
        """What the links of each spot came to, each target once."""
        found: dict[Spot, dict[str, Lead]] = defaultdict(dict)
        for spot, arcs in self.arcs.items():
            for url, arc in arcs:
                lead = self._settled(spot, url, arc)
                if lead is not None:
                    found[spot].setdefault(self._target(arc), lead)
        return {spot: Counter(targets.values()) for spot, targets in found.items()}

    def _settled(self, spot: Spot, url: str, arc: Arc) -> Lead | None:
        """Say what a link came to, seen together with all others."""
        lead = self.lead(url, arc)
        if lead is Lead.INDEX and (self._is_derived(self._target(arc)) or self._is_empty(self._target(arc))):
            return Lead.OTHER
        if lead is Lead.THREAD and spot.kind == INDEX and self._is_redundant(spot, url, arc):
            return Lead.SAME
        return lead

    def _is_redundant(self, spot: Spot, url: str, arc: Arc) -> bool:
        """Whether a weightier link leads to the same thread: one of the same row, or one to a page that is the same."""
        target = self._target(arc)
        mates = [(other, mate) for other, arcs in self.spots_on(url).items() for mate in arcs if _are_mates(arc, mate)]
        for other, mate in mates:
            known = self._target(mate)
            weightier = other != spot and self.mass[other] > self.mass[spot]
            if (
                weightier
                and self.kinds.get(known) == THREAD
                and known != target
                and self.titles.are_alike(known, target)
            ):
                return True
        return any(self.mass[other] > self.mass[spot] for other in self._spots_of_twins(target))

    def _spots_of_twins(self, target: str) -> Iterator[Spot]:
        twins = [
            url for url in self._by_words[self.titles.words[target]] if url != target and self.shows_same(url, target)
        ]
        for twin in twins:
            yield from (spot for spot in self._standing[twin] if spot.kind == INDEX)

    @cached_property
    def _by_words(self) -> dict[frozenset[str], list[str]]:
        found: dict[frozenset[str], list[str]] = defaultdict(list)
        for url, words in self.titles.words.items():
            found[words].append(url)
        return found

    @cached_property
    def _standing(self) -> dict[str, set[Spot]]:
        """For each URL the spots its links stand at."""
        found: dict[str, set[Spot]] = defaultdict(set)
        for spot, arcs in self.arcs.items():
            for _, arc in arcs:
                found[self._target(arc)].add(spot)
        return found

    def _is_derived(self, target: str) -> bool:
        """Whether a list shows threads of the boards the entry leads to, and is none of them."""
        if target in self._firm:
            return False
        own = self._threads_on[target] - self._everywhere
        others: set[str] = set().union(*(self._threads_on[url] for url in self._firm))
        if self._seen_whole:  # announcements stand on all boards, what is only here is of a board
            return bool(own) and own <= others
        return len(own & others) >= max(2, DERIVED * len(own))

    @cached_property
    def _seen_whole(self) -> bool:
        """Whether all boards of the entry were sampled and none has a second page: a very small forum."""
        spots = (spot for home in self.homes for spot in self._spots.get(home, {}).values())
        beside = [arcs for arcs in spots if any(self._target(arc) in self._firm for arc in arcs)]
        all_sampled = all(self._target(arc) in self.survey.views for arcs in beside for arc in arcs)
        arcs = (arc for url in self._firm for found in self.spots_on(url).values() for arc in found)
        return all_sampled and not any(map(shows_page, arcs))

    def _is_empty(self, target: str) -> bool:
        """Whether a list shows neither threads nor lists, and is none of the boards the entry leads to."""
        if target in self._firm or self._threads_on[target]:
            return False
        arcs = (arc for spot, found in self.spots_on(target).items() if not self.is_shared(spot) for arc in found)
        return all(self.kinds.get(self._target(arc)) != INDEX for arc in arcs)

    @cached_property
    def _everywhere(self) -> frozenset[str]:
        """Threads that stand on many boards, or on most lists there are: announcements."""
        counts = Counter(thread for url in self._firm for thread in self._threads_on[url])
        lists = [found for found in self._threads_on.values() if found]
        all_counts = Counter(thread for found in lists for thread in found)
        most = max(ANNOUNCED, EVERYWHERE * len(lists))
        return frozenset(thread for thread, count in all_counts.items() if counts[thread] > ANNOUNCED or count > most)

    @cached_property
    def _firm(self) -> frozenset[str]:
        """The lists that the weightiest rows of the entry lead to."""
        best: tuple[float, set[str]] = (0.0, set())
        for home in self.homes:
            for spot, arcs in self._spots.get(home, {}).items():
                targets = {self._target(arc) for arc in arcs}
                lists = {target for target in targets if self.kinds.get(target) == INDEX}
                if lists and not self.is_shared(spot):
                    best = max(best, (self.mass[spot], lists), key=lambda pair: pair[0])
        return frozenset(best[1])

    @cached_property
    def _threads_on(self) -> dict[str, set[str]]:
        """For each index page the URLs at spots most links of which lead to threads."""
        spots = {spot for spot, arcs in self._all_arcs.items() if self._lists_threads(spot, arcs)}
        return {
            url: {arc.url for spot in spots & here.keys() for arc in here[spot]} for url, here in self._spots.items()
        }

    def _lists_threads(self, spot: Spot, arcs: list[tuple[str, Arc]]) -> bool:
        targets = {self._target(arc) for _, arc in arcs} & self.survey.views.keys()
        threads = sum(self.kinds[target] == THREAD for target in targets)
        return spot.kind == INDEX and not self.is_shared(spot) and 2 * threads > len(targets)

    # what is followed

    def lead_on(self, url: str, spot: Spot) -> Lead | None:
        """Say what the links of a spot lead to on one page: by those of the page that were asked for, else by all."""
        here = Counter(lead for arc in self.spots_on(url)[spot] if (lead := self._settled(spot, url, arc)) is not None)
        found = here or self.leads.get(spot)
        return found.most_common(1)[0][0] if found else None

    @cached_property
    def boards(self) -> frozenset[Spot]:
        """The spots that lead to lists."""
        found: set[Spot] = set()
        for url in self.sources:
            for spot in self.spots_on(url):
                if spot.kind == INDEX and not self.is_shared(spot) and self.lead_on(url, spot) is Lead.INDEX:
                    found.add(spot)
        return frozenset(spot for spot in found if self.is_trusted(spot))

    def is_trusted(self, spot: Spot) -> bool:
        """Whether most links of a spot that were asked for are wanted; of a long one, several must be."""
        leads = self.leads.get(spot, Counter())
        good = leads[Lead.INDEX] + leads[Lead.THREAD]
        return good >= TRUSTED * leads.total() and (good >= self.needed(spot))

    def needed(self, spot: Spot) -> int:
        """Say how many links of a spot must turn out well for all to be followed."""
        return min(CONFIRMED, max(1, len({arc.url for _, arc in self.arcs[spot]}) // 2))

    @cached_property
    def threads(self) -> frozenset[Spot]:
        """The spots that lead to threads: the weightiest of each list, as far as they list a good part of all.

        On a very small forum all may have been seen under other addresses before: then those that show the same.
        """
        return self._threads_by(Lead.THREAD) or self._threads_by(Lead.SAME)

    def _threads_by(self, wanted: Lead) -> frozenset[Spot]:
        votes: Counter[str] = Counter()
        spots: dict[Spot, set[str]] = defaultdict(set)
        for url in self.sources:
            best = self._thread_spot(url, wanted)
            if best is not None:
                paths = {arc.url: arc.path for arc in self.spots_on(url)[best]}
                votes.update(paths.values())
                spots[best] |= set(paths.values())
        least = MIXED * max(votes.values(), default=0)
        return frozenset(spot for spot, paths in spots.items() if any(votes[path] >= least for path in paths))

    def _thread_spot(self, url: str, wanted: Lead) -> Spot | None:
        """Give the spot of a list that leads to its threads; those of an entry with boards are the newest of all."""
        if self.kinds[url] != INDEX:
            return None
        leads = {spot: self.lead_on(url, spot) for spot in self.spots_on(url)}
        if url in self.homes and any(spot in self.boards and lead is Lead.INDEX for spot, lead in leads.items()):
            return None
        found = [spot for spot, lead in leads.items() if lead is wanted and not self.is_shared(spot)]
        found = [spot for spot in found if not self._is_companion(url, spot, leads)]
        return max(found, key=lambda spot: self.mass[spot], default=None)

    def _is_companion(self, url: str, spot: Spot, leads: dict[Spot, Lead | None]) -> bool:
        """Whether the links of a spot stand in rows that lead to boards."""
        return self._stands_with(
            url, spot, [other for other, lead in leads.items() if lead is Lead.INDEX and other in self.boards]
        )

    def stands_with_lists(self, url: str, spot: Spot) -> bool:
        """Whether the links of a spot stand in rows that lead to lists as far as was asked, trusted or not."""
        others = (other for other in self.spots_on(url) if other != spot and not self.is_shared(other))
        return self._stands_with(url, spot, [other for other in others if self.lead_on(url, other) is Lead.INDEX])

    def _stands_with(self, url: str, spot: Spot, others: list[Spot]) -> bool:
        arcs = self.spots_on(url)[spot]
        mates = (arc for other in others for arc in self.spots_on(url)[other])
        rows = {(arc.region, arc.record) for arc in mates if arc.region >= 0}
        return sum((arc.region, arc.record) in rows for arc in arcs) > COMPANIONS * len(arcs)

    @cached_property
    def turns(self) -> frozenset[Spot]:
        """The spots that turn pages."""
        return frozenset(
            spot for spot, found in self.leads.items() if 2 * found[Lead.TURN] > found.total() and found[Lead.TURN]
        )

    def extent(self, url: str) -> tuple[int, int]:
        """Count the lists and the threads a page leads to."""
        leads = {spot: self.lead_on(url, spot) for spot in self.spots_on(url) if spot in self.boards | self.threads}
        counts = Counter(lead for spot, lead in leads.items() for _ in {arc.url for arc in self.spots_on(url)[spot]})
        return counts[Lead.INDEX], counts[Lead.THREAD]

    @property
    def followed(self) -> frozenset[Spot]:
        """All spots that are followed."""
        return self.boards | self.threads | self.turns


def _is_repeating(arcs: list[Arc]) -> bool:
    """Whether the links of a column lead to the same URLs again and again, pagers apart: these stand twice."""
    turned = {arc.url for arc in arcs if shows_page(arc)}
    urls = [arc.url for arc in arcs if arc.url not in turned]
    return len(set(urls)) < DISTINCT * len(urls) - 1


def _goes_on(view: View, arc: Arc) -> bool:
    """Whether an address is that of the page its link stands on with the number of a page or of its rows added."""
    stem, main = view.url.removesuffix("/"), view.regions.main
    added = _LAST_NUMBER.fullmatch(arc.url.removeprefix(stem)) if arc.url.startswith(stem) else None
    is_second = added is not None and int(added[1]) in (SECOND, len(main) if main is not None else SECOND)
    return added is not None and (is_second or shows_page(arc))


def _are_mates(one: Arc, other: Arc) -> bool:
    return one.region >= 0 and (one.region, one.record) == (other.region, other.record) and one.url != other.url
