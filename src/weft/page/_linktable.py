"""Link tables: for every link of a page the place it stands in, the same on all pages of one layout."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import chain
from typing import NamedTuple

from weft.page._regions import Regions
from weft.page._regions_outline import Outline
from weft.page._regions_region import Region


class Place(NamedTuple):
    """Where a link stands: in a column of a list's pattern, or at a path of the page if it is in no list."""

    location: str  # of the list's records, or of the link itself
    column: str  # empty outside lists

    @property
    def is_in_list(self) -> bool:
        """Whether the link is one of a column of like links."""
        return bool(self.column)


class PlacedLink(NamedTuple):
    """A link with its place; `record` is its record's position in the list, -1 outside."""

    href: str
    text: str
    place: Place
    record: int
    element: int  # in the page's outline


def link_table(region: Region) -> dict[str, tuple[PlacedLink, ...]]:
    """Give the columns of a list's links, each from its first record to its last."""
    columns: dict[str, list[PlacedLink]] = {}
    for link in _place_in(region):
        columns.setdefault(link.place.column, []).append(link)
    return {column: tuple(links) for column, links in columns.items()}


def _place_in(region: Region, known: Container[int] = ()) -> Iterator[PlacedLink]:
    """Give the links of a list's records with their places, but for those of elements that have one already."""
    places: dict[str, Place] = {}
    for number, links in enumerate(region.links):
        for href, text, column, element in links:
            if element in known:
                continue
            place = places.get(column)
            if place is None:
                place = places[column] = Place(region.location, column)
            yield PlacedLink(href, text, place, number, element)


def place_links(regions: Regions) -> list[PlacedLink]:
    """Give all links of the page, in page order, with their places.

    A link in the main list has its place there; another one in the most salient list around it, else at its path.
    """
    placed: dict[int, PlacedLink] = {}
    main = [regions.main] if regions.main is not None else []
    for region in [*main, *regions]:
        if not all(map(placed.__contains__, _link_elements(regions, region))):
            for link in _place_in(region, placed):
                placed[link.element] = link
    paths: dict[int, str] = {-1: ""}
    for element in regions.outline.links:
        if element not in placed:
            placed[element] = _place_outside(regions.outline, element, paths)
    return [placed[element] for element in sorted(placed)]


def _link_elements(regions: Regions, region: Region) -> Iterator[int]:
    outline = regions.outline
    return chain.from_iterable(outline.links_between(span[0], outline.ends[span[-1]]) for span in region.spans)


def _place_outside(outline: Outline, element: int, paths: dict[int, str]) -> PlacedLink:
    """Place a link at its path; `paths` are those known so far, by element."""
    way = [element]
    while outline.parents[way[-1]] not in paths:
        way.append(outline.parents[way[-1]])
    for each in reversed(way):
        above = paths[outline.parents[each]]
        paths[each] = f"{above}/{outline.name(each)}" if above else outline.name(each)
    place = Place(paths[element], "")
    return PlacedLink(outline.hrefs[element], outline.anchor(element), place, -1, element)
