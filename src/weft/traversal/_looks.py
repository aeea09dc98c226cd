"""A page by its looks: what kind it is, and where its links stand. All there is where addresses say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weft.classify import default_classifier, page_features
from weft.page import Page, PlacedLink, Regions, find_regions, place_links

NEAR = 4  # steps around a link that are named by their classes, too
LIKELY = 0.5  # a page looks like what it is likelier to be than not


@dataclass(frozen=True, slots=True)
class Look:
    """What a page looks like, and the names of the places of each of its hrefs."""

    index: float  # how likely it is an index by itself
    thread: float
    places: Mapping[str, tuple[str, ...]]

    @property
    def kind(self) -> str:
        """Index, thread, or nothing if it looks like neither."""
        if max(self.index, self.thread) < LIKELY:
            return ""
        return "thread" if self.thread > self.index else "index"


def look_at(page: Page) -> Look:
    """Look at a page once for both."""
    regions = find_regions(page)
    judgement = default_classifier().judge(page_features(page, regions))
    return Look(judgement.index, judgement.thread, name_places(regions))


def locate_links(page: Page) -> dict[str, str]:
    """Give the place of each href of a page, as rules write it; of one that stands twice, the first."""
    places: dict[str, str] = {}
    for link in place_links(find_regions(page)):
        places.setdefault(link.href, name_place(link))
    return places


def name_places(regions: Regions) -> dict[str, tuple[str, ...]]:
    """Give all names of the places of each href, the narrowest of each place first."""
    found: dict[str, dict[str, None]] = {}
    for link in place_links(regions):
        names = found.setdefault(link.href, {})
        names[name_place(link)] = names[name_path(regions, link)] = None
    return {href: tuple(names) for href, names in found.items()}


def name_place(link: PlacedLink) -> str:
    """Name the place of a link: the column of its list, or its path outside lists, as maps of a site name it."""
    return f"{link.place.location}|{link.place.column}" if link.place.is_in_list else link.place.location


def name_path(regions: Regions, link: PlacedLink) -> str:
    """Name the steps from the body to a link: the same whether or not the page has enough rows to be a list.

    Only the nearest steps have their classes: those of containers often say what the page is about.
    """
    outline = regions.outline
    near: list[str] = []
    element = link.element
    while len(near) < NEAR and element > 0:
        near.append(outline.name(element))
        element = outline.parents[element]
    steps = near if element < 0 else [*near, outline.path(element)]
    return "/".join(reversed(steps))
