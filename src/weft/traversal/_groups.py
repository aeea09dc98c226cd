"""Groups of links: what a person sees as one column of a list, and the rows it stands in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from weft.page import spot_times
from weft.traversal._view import Arc, View, kept
from weft.urls import Form

MAX_TIME_TEXT = 60
DISTINCT = 0.9  # different URLs among the links of one place, where each is named once


@dataclass(frozen=True)
class Group:
    """Links of one form on one page, without those of menus: what a person sees as one column of a list."""

    form: Form
    arcs: tuple[Arc, ...]
    orders: tuple[int, ...]  # of the links among all of the page

    @property
    def order(self) -> int:
        """Where the first link stands."""
        return self.orders[0]

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The different URLs, in page order."""
        return tuple(dict.fromkeys(arc.url for arc in self.arcs))

    @cached_property
    def mass(self) -> int:
        """How much there is to read on the links; numbers, times and repetitions do not count."""
        return sum(len(text) for text in {arc.text for arc in self.arcs} if not is_value(text))

    @cached_property
    def places(self) -> frozenset[str]:
        """Where on the page the links stand."""
        return frozenset(arc.place for arc in self.arcs)

    @cached_property
    def rows(self) -> dict[tuple[int, int], int]:
        """The rows of lists in which links stand, each with where the first one is."""
        rows: dict[tuple[int, int], int] = {}
        for order, arc in zip(self.orders, self.arcs, strict=True):
            if arc.region >= 0 and arc.record >= 0:
                rows.setdefault((arc.region, arc.record), order)
        return rows

    @cached_property
    def behind(self) -> dict[int, tuple[Group, list[int]]]:
        """What `count_behind` has counted of other groups, by their identity: most stay the same from page to page."""
        return {}

    @cached_property
    def repeating(self) -> frozenset[str]:
        """Places where links lead to the same URL again and again: what rows have in common.

        A bar of links that stands above a page and again below it is none.
        """
        places: dict[str, list[str]] = defaultdict(list)
        for arc in self.arcs:
            places[arc.place].append(arc.url)
        again = [place for place, urls in places.items() if len(set(urls)) < DISTINCT * len(urls) - 1]
        return frozenset(place for place in again if not _stand_twice(places[place]))


def group_links(view: View, forms: Mapping[str, Form], menus: Container[tuple[str, str]]) -> dict[Form, Group]:
    """Give the groups of a page's links; `menus` are links (place and URL) that belong to none.

    Most links keep their form while more pages are seen: as long as all do, the groups are one and the same object.
    """
    return _grouping_of(view).group(forms, menus)


class _Grouping:
    """The groups of a page's links that were made so far."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._urls = [arc.url for arc in view.arcs]
        self._known: dict[tuple[Form, tuple[int, ...]], Group] = {}
        self._last: tuple[list[Form | None], Container[tuple[str, str]], dict[Form, Group]] | None = None

    def group(self, forms: Mapping[str, Form], menus: Container[tuple[str, str]]) -> dict[Form, Group]:
        """Give the groups by what is known of forms and menus by now."""
        told = list(map(forms.get, self._urls))
        if self._last is None or self._last[1] is not menus or self._last[0] != told:
            self._last = told, menus, self._make(told, menus)
        return self._last[2]

    def _make(self, forms: Iterable[Form | None], menus: Container[tuple[str, str]]) -> dict[Form, Group]:
        found: dict[Form, list[int]] = defaultdict(list)
        own, arcs = self._view.url, self._view.arcs
        for order, (arc, form) in enumerate(zip(arcs, forms, strict=True)):
            if form is not None and (arc.place, arc.url) not in menus and arc.url != own:
                found[form].append(order)
        groups: dict[Form, Group] = {}
        for form, orders in found.items():
            key = form, tuple(orders)
            if key not in self._known:
                self._known[key] = Group(form, tuple([arcs[order] for order in orders]), key[1])
            groups[form] = self._known[key]
        return groups


@kept
def _grouping_of(view: View) -> _Grouping:
    return _Grouping(view)


def _stand_twice(urls: list[str]) -> bool:
    """Whether a run of different links comes twice, one after the other."""
    half = len(urls) // 2
    return urls[:half] == urls[half:] and len(set(urls)) == half


def is_value(text: str) -> bool:
    """Whether a link's text is a number or a time."""
    return text.replace(" ", "").isdigit() or (len(text) < MAX_TIME_TEXT and _is_time(text))


@lru_cache(maxsize=16_384)
def _is_time(text: str) -> bool:
    return 2 * sum(spot.end - spot.start for spot in spot_times(text)) > len(text)


def firsts(group: Group) -> list[int]:
    """Give where each URL of a group stands first."""
    orders: dict[str, int] = {}
    for order, arc in zip(group.orders, group.arcs, strict=True):
        orders.setdefault(arc.url, order)
    return list(orders.values())


def count_behind(threads: Group, group: Group) -> list[int]:
    """Count the links of a group in each row of a list of threads, behind the thread's own.

    A row that begins with such a link is a board's with its last thread.
    """
    known = threads.behind.get(id(group))
    if known is None:
        known = threads.behind[id(group)] = group, _count_behind(threads, group)
    return known[1]


def _count_behind(threads: Group, group: Group) -> list[int]:
    rows: dict[tuple[int, int], int] = {}
    for order, arc in zip(threads.orders, threads.arcs, strict=True):
        if arc.region >= 0:
            rows.setdefault((arc.region, arc.record), order)
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    led = {row for row, order in group.rows.items() if row in rows and order < rows[row]}
    for order, arc in zip(group.orders, group.arcs, strict=True):
        row = (arc.region, arc.record)
        if row in rows and row not in led and rows[row] < order:
            found[row].add(arc.url)
    return [len(urls) for urls in found.values()]


def mean_but_most(counts: list[int]) -> float:
    """Give the mean without the largest: a box at the side with a list of its own may count for one row."""
    return (sum(counts) - max(counts)) / (len(counts) - 1) if len(counts) > 2 else sum(counts) / max(1, len(counts))
