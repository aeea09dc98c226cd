"""What was sampled of a site, read for learning: pages with their lists and links, and what repeats everywhere."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import re2

from weft.classify import Judgement, default_classifier, page_features
from weft.page import (
    Fingerprint,
    Page,
    Regions,
    find_regions,
    learn_boilerplate,
    link_table,
    place_links,
    similarity,
    spot_times,
)
from weft.traversal._learning import Ground, Sample
from weft.urls import Form, Forms, drop_keys, learn_forms, resolve

# A URL on so large a share of the sampled pages belongs to the frame of the site, not to a page.
FRAME_SHARE = 0.6
FRAME_PAGES = 3
LONGEST_NEXT = 24
SURE_KIND = 0.6
CERTAIN = 0.92
MIXED = 0.2  # of the pages of a form that look very much like one kind are of the other
JOINED = 0.5  # of the URLs of the smaller of two places
LONG_COLUMN = 6  # a short column of URLs that stand everywhere says nothing about how names are written
POST_TEXT = 40  # characters a post has at least, on average over a page, with what stands around it
# Numbers that count something; times are cut out before.
_NUMBERS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")


@dataclass(frozen=True, slots=True)
class Arc:
    """A link that may be followed: where it leads (written canonically), what it says, where it stands."""

    url: str
    text: str
    place: str
    region: int  # position among the page's lists; -1 outside
    record: int  # position of the row in its list; -1 outside
    next: bool  # rel=next, or an arrow


@dataclass(frozen=True)
class Column:
    """Links that stand alike in the rows of one list of a page."""

    place: str
    region: int
    rows: int  # of the list
    arcs: tuple[Arc, ...]

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The different URLs, in page order."""
        return tuple(dict.fromkeys(arc.url for arc in self.arcs))


@dataclass(frozen=True)
class View:
    """One sampled page, read."""

    sample: Sample
    page: Page
    url: str  # canonical
    arcs: tuple[Arc, ...]
    regions: Regions

    @cached_property
    def judgement(self) -> Judgement:
        """What the page looks like by itself."""
        return default_classifier().judge(page_features(self.page, self.regions))

    @property
    def kind(self) -> str:
        """Thread or index, whichever the page looks more like; the role rules know a page by."""
        return "thread" if self.judgement.thread > self.judgement.index else "index"

    @property
    def kind_sure(self) -> bool:
        """Whether the page looks very much like its kind."""
        likely = max(self.judgement.thread, self.judgement.index)
        return likely > SURE_KIND and (self.kind == "index" or self.has_posts)

    @cached_property
    def has_posts(self) -> bool:
        """Whether the page's own list has a time and more to read than links in most of its records."""
        main = self.regions.main
        if main is None or main.time_column is None:
            return False
        own = [record.text_length - sum(record.anchor_lengths) for record in main.records]
        all_text = [record.text_length for record in main.records]
        return sum(own) > 0.5 * sum(all_text) and sum(own) > POST_TEXT * len(own)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of all lists, most salient list first."""
        found: dict[tuple[int, str], list[Arc]] = defaultdict(list)
        for arc in self.arcs:
            if arc.region >= 0:
                found[arc.region, arc.place].append(arc)
        return tuple(
            Column(place, region, len(self.regions.all[region]), tuple(arcs))
            for (region, place), arcs in sorted(found.items(), key=lambda item: item[0][0])
        )

    @cached_property
    def urls(self) -> frozenset[str]:
        """All URLs the page links to."""
        return frozenset(arc.url for arc in self.arcs)

    def row_size(self, arc: Arc, rank: int = 0) -> int:
        """Give the largest number a link's row shows (or the second largest): how much there may be behind it."""
        if arc.region < 0:
            return 0
        numbers = self._row_numbers(arc.region, arc.record)
        return numbers[rank] if rank < len(numbers) else 0

    def _row_numbers(self, region: int, record: int) -> list[int]:
        if (region, record) not in self._numbers:
            text = self.regions.all[region].records[record].text
            for spot in reversed(spot_times(text)):
                text = f"{text[: spot.start]} {text[spot.end :]}"
            found = {int(number.replace(",", "")) for number in _NUMBERS.findall(text) if len(number) < 9}
            self._numbers[region, record] = sorted(found, reverse=True)
        return self._numbers[region, record]

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], list[int]]:
        return {}


@dataclass(frozen=True)
class FixedNumber:
    """A number in URLs that changes nothing: group `group` of a pattern is always written `value`."""

    pattern: str
    group: int
    value: str

    @cached_property
    def _compiled(self) -> Any:
        return re2.compile(self.pattern)

    def write(self, url: str) -> str:
        """Write a URL of the pattern with the fixed value."""
        match = self._compiled.fullmatch(url)
        if match is None:
            return url
        start, end = match.span(self.group)
        return url[:start] + self.value + url[end:]


@dataclass
class Survey:
    """All samples so far. Grows by `add`; everything derived is made anew when something was added."""

    ground: Ground
    views: dict[str, View] = field(default_factory=dict)
    failures: dict[str, Sample] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)  # query keys that change nothing
    written: dict[str, str] = field(default_factory=dict)  # canonical URL -> as the site first wrote it
    fixed: list[FixedNumber] = field(default_factory=list)  # numbers in URLs that change nothing
    known_mixed: set[str] = field(default_factory=set)  # patterns of forms found mixed: they stay so
    version: int = 0  # grows when what is derived is made anew

    def add(self, samples: Iterable[Sample]) -> None:
        """Take in what came of asking."""
        for sample in samples:
            final = self.clean(sample.final)
            if self.clean(sample.url) != final:
                self.redirects[self.clean(sample.url)] = final
            if sample.page is None or sample.status >= 400:
                self.failures[self.clean(sample.url)] = sample
            elif final not in self.views:
                self.views[final] = self._read(sample, sample.page, final)
        self._forget()

    def drop(self, key: str) -> None:
        """Take a query key as noise from now on."""
        self.dropped.add(key)
        samples = [view.sample for view in self.views.values()]
        self.views.clear()
        self.failures = {self.clean(url): sample for url, sample in self.failures.items()}
        self.add(samples)

    def fix(self, number: FixedNumber) -> None:
        """Take a number in URLs of one form as noise from now on."""
        self.fixed.append(number)
        samples = [view.sample for view in self.views.values()]
        self.views.clear()
        self.add(samples)

    def clean(self, url: str) -> str:
        """Write a URL without what changes nothing."""
        url = drop_keys(url, self.dropped)
        for number in self.fixed:
            url = number.write(url)
        return url

    def as_written(self, url: str) -> str:
        """Give a URL as the site writes it: what is asked for, even if a part of it is noise to us."""
        return self.written.get(url, url)

    def knows(self, url: str) -> bool:
        """Whether a URL was asked for."""
        return url in self.views or url in self.failures or url in self.redirects

    def _read(self, sample: Sample, page: Page, url: str) -> View:
        regions = find_regions(page)
        return View(sample, page, url, tuple(self._read_arcs(page, regions)), regions)

    def _read_arcs(self, page: Page, regions: Regions) -> Iterator[Arc]:
        allowed = self._allowed(page)
        where = _region_of_links(regions)
        for placed in place_links(regions):
            url = allowed.get(placed.href)
            if url is None:
                continue
            in_list = placed.place.is_in_list
            place = f"{placed.place.location}|{placed.place.column}" if in_list else placed.place.location
            yield Arc(url, placed.text, place, where.get(placed.element, -1), placed.record, is_next(placed.text))

    def _allowed(self, page: Page) -> dict[str, str]:
        scope, base = self.ground.scope, page.base
        found: dict[str, str] = {}
        for link in page.links:
            if link.url is not None and scope.holds(link.url) and self.ground.allows(link, page):
                found[link.href] = clean = self.clean(resolve(link.href, base) or link.url)
                self.written.setdefault(clean, link.url)
        return found

    def _forget(self) -> None:
        self.version += 1
        for name in ("frame", "common", "forms", "prints", "mixed", "nodes", "places", "standing", "_joined"):
            self.__dict__.pop(name, None)

    @cached_property
    def frame(self) -> frozenset[tuple[str, str]]:
        """Links (place and URL) that stand on most pages: the site's menus."""
        counts = Counter(key for view in self.views.values() for key in {(arc.place, arc.url) for arc in view.arcs})
        least = max(FRAME_PAGES, FRAME_SHARE * len(self.views))
        return frozenset(key for key, count in counts.items() if count >= least)

    @cached_property
    def common(self) -> frozenset[str]:
        """URLs that stand on most pages, wherever."""
        counts = Counter(url for view in self.views.values() for url in view.urls)
        least = max(FRAME_PAGES, FRAME_SHARE * len(self.views))
        return frozenset(url for url, count in counts.items() if count >= least)

    def is_menu(self, column: Column) -> bool:
        """Whether most links of a column stand so on most pages."""
        framed = {arc.url for arc in column.arcs if (arc.place, arc.url) in self.frame}
        return len(framed) * 2 > len(column.urls)

    @cached_property
    def forms(self) -> Forms:
        """The forms of all URLs seen."""
        columns: list[tuple[str, ...]] = []
        loners = set(self.views) | set(self.failures)
        for view in self.views.values():
            loners |= view.urls
            for column in view.columns:
                if self.is_menu(column):
                    continue
                own = tuple(url for url in column.urls if url not in self.common)
                if len(own) > 1 or len(column.urls) >= LONG_COLUMN:
                    columns.append(column.urls if len(column.urls) >= LONG_COLUMN else own)
        return learn_forms(columns, loners, self.common)

    def form(self, url: str) -> Form | None:
        """Give the form of a URL that was seen; with the place of its links, where forms alone do not tell."""
        form = self.forms.get(url)
        if form is None or form not in self.mixed:
            return form
        return dataclasses.replace(form, place=self.places.get(url, ""))

    @cached_property
    def mixed(self) -> frozenset[Form]:
        """Forms whose pages are of different kinds: addresses that say nothing."""
        kinds: dict[Form, dict[str, list[View]]] = defaultdict(lambda: defaultdict(list))
        for url, view in self.views.items():
            form = self.forms.get(url)
            if form is not None and form.free and view.kind_sure:
                kinds[form][view.kind].append(view)
        self.known_mixed |= {form.pattern for form, found in kinds.items() if _is_mixed(found)}
        return frozenset(form for form in set(self.forms.by_url.values()) if form.pattern in self.known_mixed)

    @cached_property
    def nodes(self) -> dict[str, frozenset[tuple[str, str]]]:
        """For URLs of mixed forms, by the name of their group: the places (kind of page, place) its links stand at."""
        groups: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for node, name in self._joined.items():
            groups[name].add(node)
        return {name: frozenset(found) for name, found in groups.items()}

    @cached_property
    def places(self) -> dict[str, str]:
        """For each URL of a mixed form the name of the group of places it stands at; that of most links decides."""
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for node, urls in self.standing.items():
            for url in urls:
                votes[url][self._joined[node]] += 1
        return {url: found.most_common(1)[0][0] for url, found in votes.items()}

    @cached_property
    def standing(self) -> dict[tuple[str, str], set[str]]:
        """The URLs of mixed forms that stand at each place of each kind of page, page turning apart."""
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for view in self.views.values():
            for arc in view.arcs:
                if self.forms.get(arc.url) in self.mixed and not arc.next and not arc.text.strip("[]() ").isdigit():
                    found[view.kind, arc.place].add(arc.url)
        return found

    @cached_property
    def _joined(self) -> dict[tuple[str, str], str]:
        """Join places that share a good part of their URLs, and name each group by its first place."""
        nodes = sorted(self.standing)
        names = {node: f"{node[0]} {node[1]}" for node in nodes}
        for number, one in enumerate(nodes):
            for other in nodes[:number]:
                mine, theirs = self.standing[one], self.standing[other]
                if len(mine & theirs) >= max(2, JOINED * min(len(mine), len(theirs))):
                    old, new = sorted((names[one], names[other]), reverse=True)
                    names = {node: new if name == old else name for node, name in names.items()}
        return names

    @cached_property
    def prints(self) -> dict[str, Fingerprint]:
        """Fingerprints of the pages' own content."""
        boilerplate = learn_boilerplate([view.page for view in self.views.values()])
        return {url: boilerplate.fingerprint(view.page) for url, view in self.views.items()}

    def likeness(self, one: str, other: str) -> float:
        """Tell how much the own content of two sampled pages has in common."""
        return similarity(self.prints[one], self.prints[other])


def _is_mixed(kinds: Mapping[str, list[View]]) -> bool:
    """Whether pages are of two kinds: a good part of each, or one that is certain."""
    if len(kinds) < 2:
        return False
    fewer = min(kinds.values(), key=len)
    certain = any(max(view.judgement.thread, view.judgement.index) > CERTAIN for view in fewer)
    return certain or len(fewer) >= MIXED * sum(map(len, kinds.values()))


def _region_of_links(regions: Regions) -> dict[int, int]:
    """Tell for each link element the list it is placed in: the main one, else the most salient around it."""
    found: dict[int, int] = {}
    order = sorted(range(len(regions.all)), key=lambda number: regions.all[number] is not regions.main)
    for number in order:
        for links in link_table(regions.all[number]).values():
            for link in links:
                found.setdefault(link.element, number)
    return found


_ARROWS = frozenset("»›→>⟩▶►≫❯←‹«<")


def is_next(text: str) -> bool:
    """Whether a link says by a sign that it goes on, or back."""
    bare = text.strip()
    return 0 < len(bare) <= LONGEST_NEXT and (bare[0] in _ARROWS or bare[-1] in _ARROWS)
