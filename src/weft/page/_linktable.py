"""Link tables: for every link of a page the place it stands in, the same on all pages of one layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from weft.page._links import anchor_text
from weft.page._regions import Regions
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
    for number, links in enumerate(region.links):
        for link in links:
            place = Place(region.location, link.column)
            columns.setdefault(link.column, []).append(PlacedLink(link.href, link.text, place, number, link.element))
    return {column: tuple(links) for column, links in columns.items()}


def place_links(regions: Regions) -> list[PlacedLink]:
    """Give all links of the page, in page order, with their places.

    A link in the main list has its place there; another one in the most salient list around it, else at its path.
    """
    placed: dict[int, PlacedLink] = {}
    main = [regions.main] if regions.main is not None else []
    for region in [*main, *regions]:
        if any(link not in placed for link in _link_elements(regions, region)):
            for links in link_table(region).values():
                for link in links:
                    placed.setdefault(link.element, link)
    for element in regions.outline.links:
        if element not in placed:
            placed[element] = _place_outside(regions, element)
    return [placed[element] for element in sorted(placed)]


def _link_elements(regions: Regions, region: Region) -> Iterator[int]:
    for span in region.spans:
        yield from regions.outline.links_between(span[0], regions.outline.ends[span[-1]])


def _place_outside(regions: Regions, element: int) -> PlacedLink:
    outline = regions.outline
    steps = [outline.name(around) for around in (element, *outline.ancestors(element))]
    node = outline.nodes[element]
    place = Place("/".join(reversed(steps)), "")
    return PlacedLink(node.attributes["href"] or "", anchor_text(node), place, -1, element)
