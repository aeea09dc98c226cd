"""How the pages of a site hang together: forms of addresses, menus, groups of links, who is a copy of whom."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weft.classify._model import Vector
from weft.classify._site_pages import Arc, SitePage
from weft.urls import Form, Forms, learn_forms

FRAME_SHARE = 0.6  # a link on so large a share of the pages is of the site's frame, not of a page
FRAME_PAGES = 3
MIXED_PAGES, MIXED_SHARE = 3, 0.1  # pages of either kind
MIXED_POSTS = 0.4  # of the other pages show posts
OWN_ROWS = 0.6  # of the records
OWN_TEXT = 0.2  # of what there is to read in them
_KIND = "\x01"  # cannot occur in a URL
LONG_COLUMN = 6  # a short column of addresses that stand everywhere says nothing about how names are written


@dataclass(frozen=True)
class Group:
    """Links of one form on one page, menus aside: what a person sees as one column of a list."""

    form: Form
    arcs: tuple[Arc, ...]

    @cached_property
    def urls(self) -> frozenset[str]:
        """The different addresses."""
        return frozenset(arc.url for arc in self.arcs)

    @cached_property
    def mass(self) -> int:
        """How much there is to read on the links; numbers, times and repetitions do not count."""
        return sum(len(text) for text in {arc.text for arc in self.arcs if not arc.is_value})


@dataclass(frozen=True)
class SiteGraph:
    """The pages of one site and what is told from all of them together."""

    pages: Sequence[SitePage]

    @cached_property
    def by_url(self) -> dict[str, SitePage]:
        """The pages by address; of several with one address the first."""
        found: dict[str, SitePage] = {}
        for page in self.pages:
            found.setdefault(page.url, page)
        return found

    @cached_property
    def linked(self) -> Counter[str]:
        """On how many pages each address is linked."""
        return Counter(url for page in self.by_url.values() for url in page.urls)

    @cached_property
    def frame(self) -> frozenset[tuple[str, str]]:
        """Links (place and address) that stand on most pages: the site's menus."""
        counts = Counter(key for page in self.by_url.values() for key in {(arc.place, arc.url) for arc in page.arcs})
        return frozenset(key for key, count in counts.items() if count >= self._least)

    @cached_property
    def common(self) -> frozenset[str]:
        """Addresses that stand on most pages, wherever."""
        return frozenset(url for url, count in self.linked.items() if count >= self._least)

    @property
    def _least(self) -> float:
        return max(FRAME_PAGES, FRAME_SHARE * len(self.by_url))

    @cached_property
    def forms(self) -> Forms:
        """The forms of all addresses seen."""
        columns: list[tuple[str, ...]] = []
        loners = set(self.by_url)
        for page in self.by_url.values():
            loners |= page.urls
            columns += self._columns(page)
        return learn_forms(columns, loners, self.common)

    def _columns(self, page: SitePage) -> Iterable[tuple[str, ...]]:
        found: dict[str, dict[str, bool]] = defaultdict(dict)
        for arc in page.arcs:
            if arc.row >= 0:
                found[arc.place][arc.url] = (arc.place, arc.url) in self.frame
        for urls in found.values():
            if 2 * sum(urls.values()) > len(urls):
                continue
            own = tuple(url for url in urls if url not in self.common)
            if len(urls) >= LONG_COLUMN:
                yield tuple(urls)
            elif len(own) > 1:
                yield own

    def form(self, url: str) -> Form | None:
        """Give the form of an address that was seen; with a kind of page, where the form alone does not tell it."""
        form = self.forms.get(url)
        if form is None or form not in self._mixed:
            return form
        return mark_kind(form, self._kinds.get(url, ""))

    @cached_property
    def _mixed(self) -> frozenset[Form]:
        """Forms of which some pages list what others show: addresses that say nothing."""
        counts: dict[Form, list[int]] = defaultdict(lambda: [0, 0, 0])  # pages that list, that show posts, all
        for url, page in self.by_url.items():
            form = self.forms.get(url)
            if form is not None and form.free:
                lists = self._lists_its_own(page)
                seen = counts[form]
                seen[0], seen[1], seen[2] = seen[0] + lists, seen[1] + (page.has_posts and not lists), seen[2] + 1
        return frozenset(
            form
            for form, (lists, posts, pages) in counts.items()
            if lists >= max(MIXED_PAGES, MIXED_SHARE * pages)
            and posts >= max(MIXED_PAGES, MIXED_POSTS * (pages - lists))
        )

    def _lists_its_own(self, page: SitePage) -> bool:
        """Whether most records of a page name another page of its own form each."""
        own = self.forms.get(page.url)
        records: dict[int, set[str]] = defaultdict(set)
        read = 0
        for arc in page.arcs:
            if arc.record >= 0:
                own_form = self.forms.get(arc.url) == own and arc.url not in self.common
                names = own_form and arc.url != page.url and not arc.is_turn and not arc.is_value
                records[arc.record] |= {arc.url} if names else set()
                read += len(arc.text) if names else 0
        different = len(set().union(*records.values()))
        return len(records) > 2 and different >= OWN_ROWS * len(records) and read >= OWN_TEXT * (read + page.text)

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """For addresses of mixed forms the kind of page: as it was seen, else as most that are linked alike."""
        seen = {
            url: f"{'lists' if self._lists_its_own(page) else 'shows'} {page.layout}"
            for url, page in self.by_url.items()
            if self.forms.get(url) in self._mixed
        }
        places: dict[tuple[str, str], set[str]] = defaultdict(set)
        for page in self.by_url.values():
            for arc in page.arcs:
                if self.forms.get(arc.url) in self._mixed and not arc.is_turn:
                    places[page.layout, arc.place].add(arc.url)
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for urls in places.values():
            known = Counter(seen[url] for url in urls if url in seen)
            for url in urls - seen.keys():
                votes[url].update(known)
        return seen | {url: max(found, key=lambda kind: (found[kind], kind)) for url, found in votes.items() if found}

    @cached_property
    def by_form(self) -> dict[Form, list[SitePage]]:
        """The pages of each form."""
        found: dict[Form, list[SitePage]] = defaultdict(list)
        for page in self.by_url.values():
            form = self.form(page.url)
            if form is not None:
                found[form].append(page)
        return dict(found)

    @cached_property
    def addresses(self) -> dict[Form, list[str]]:
        """All addresses of each form that were seen."""
        found: dict[Form, list[str]] = defaultdict(list)
        for url in self.forms.by_url:
            form = self.form(url)
            if form is not None:
                found[form].append(url)
        return found

    @cached_property
    def sizes(self) -> Counter[Form]:
        """How many different addresses of each form were seen."""
        return Counter({form: len(urls) for form, urls in self.addresses.items()})

    @cached_property
    def groups(self) -> dict[str, dict[Form, Group]]:
        """The groups of links of each page, links of menus and to itself left out."""
        return {url: self._groups_of(page) for url, page in self.by_url.items()}

    def _groups_of(self, page: SitePage) -> dict[Form, Group]:
        found: dict[Form, list[Arc]] = defaultdict(list)
        for arc in page.arcs:
            form = self.form(arc.url)
            if form is not None and (arc.place, arc.url) not in self.frame and arc.url != page.url:
                found[form].append(arc)
        return {form: Group(form, tuple(arcs)) for form, arcs in found.items()}

    @cached_property
    def likeness(self) -> Vector:
        """How much the own content of each two pages has in common, in the order of `by_url`."""
        prints = np.array([np.frombuffer(page.fingerprint.minhash, dtype="<u4") for page in self.by_url.values()])
        result = np.zeros((len(prints), len(prints)))
        for place, row in enumerate(prints):
            result[place] = (prints == row).mean(axis=1)
        return result

    @cached_property
    def places(self) -> dict[str, int]:
        """The position of each page in `likeness`."""
        return {url: place for place, url in enumerate(self.by_url)}


def path_of(form: Form) -> tuple[str, ...]:
    """Give the shapes of a form's path."""
    count = next((n for n, lead in enumerate(form.leads) if lead == "?"), len(form.leads))
    return form.shapes[:count]


def pairs_of(form: Form) -> frozenset[tuple[str, str]]:
    """Give the query pairs of a form, each with its key."""
    count = len(path_of(form))
    slots = zip(form.leads[count:], form.keys[count:], form.shapes[count:], strict=True)
    return frozenset((key, shape) for lead, key, shape in slots if lead != _KIND)


def has_same_keys(form: Form, other: Form) -> bool:
    """Whether two forms have the same path and the same query keys, one at least, with values of other shapes."""
    keys, others = ({key for key, _ in pairs_of(one)} for one in (form, other))
    return bool(keys) and keys == others and path_of(form) == path_of(other)


def mark_kind(form: Form, kind: str) -> Form:
    """Give a form with a kind of page behind its last slot, where no URL has anything."""
    return dataclasses.replace(form, leads=(*form.leads, _KIND), keys=(*form.keys, kind), shapes=(*form.shapes, ""))


def kind_of(form: Form) -> str:
    """Give the kind of page a form was marked with."""
    return form.keys[-1] if form.leads and form.leads[-1] == _KIND else ""


def bare_path(form: Form) -> tuple[str, ...]:
    """Give a form's path without empty parts at its end."""
    path = path_of(form)
    while path and path[-1] == "":
        path = path[:-1]
    return path


def extends(form: Form, other: Form) -> bool:
    """Whether a form says all that another says, and something more: by query pairs or by further parts of its path."""
    if form == other or form.origin != other.origin:
        return False
    path, short = bare_path(form), bare_path(other)
    if path == short:
        return pairs_of(other) < pairs_of(form)
    return bool(short) and path[: len(short)] == short and pairs_of(other) <= pairs_of(form)
