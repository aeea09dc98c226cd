"""The survey: what is to be known of the sampled pages before they are drawn as a map."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from weft.page import (
    Page,
    Regions,
    find_regions,
    gather_patterns,
    group_near_duplicates,
    learn_boilerplate,
    place_links,
)
from weft.sitemap._formats import FormatBook, learn_formats
from weft.sitemap._layout import Layouts, find_layouts


class SampledPage(NamedTuple):
    """A page as it came: `url` as asked for, and the links that may be followed, raw href to canonical URL."""

    url: str
    page: Page
    hrefs: Mapping[str, str]


class SeenLink(NamedTuple):
    """A link of a sampled page: where it leads, what it says, where it stands, and the format of its URL."""

    url: str
    text: str
    location: str
    format: int


@dataclass(frozen=True, slots=True)
class SurveyedPage:
    """A sampled page with all that was found out of it."""

    url: str
    page: Page
    regions: Regions
    links: tuple[SeenLink, ...]
    format: int
    layout: int
    group: int  # pages of one group are near-duplicates
    depth: int  # clicks from the start

    @property
    def size(self) -> int:
        """Bytes of the page."""
        return len(self.page.html)


@dataclass(frozen=True, slots=True)
class Survey:
    """All sampled pages, the first being the start; the site's URL formats and layouts."""

    pages: tuple[SurveyedPage, ...]
    formats: FormatBook
    layouts: Layouts

    def numbers(self) -> dict[str, int]:
        """Give the number of each sampled URL."""
        return {page.url: number for number, page in enumerate(self.pages)}


def survey_pages(sampled: Sequence[SampledPage]) -> Survey:
    """Survey a site by its sampled pages, the first of which is where sampling began.

    Links are placed as a plan places them, from one page alone; layouts are told knowing what other pages show.
    """
    plain = [find_regions(page.page) for page in sampled]
    placed = [_place(page, regions) for page, regions in zip(sampled, plain, strict=True)]
    known_lists = gather_patterns(plain)
    found = [find_regions(page.page, known_lists) for page in sampled] if known_lists else plain
    layouts, clusters = find_layouts(found)
    urls = [page.url for page in sampled] + [url for links in placed for url, _, _ in links]
    formats = learn_formats(urls)
    numbers: dict[int, list[int]] = {}
    for page, cluster in zip(sampled, clusters, strict=True):
        numbers.setdefault(cluster, []).append(formats.find(page.url))
    formats = formats.joined(numbers.values())
    known = {url: formats.find(url) for url in dict.fromkeys(urls)}
    links = [tuple(SeenLink(*link, known[link[0]]) for link in row) for row in placed]
    groups = _group(sampled)
    depths = _measure_depths([page.url for page in sampled], links)
    pages = (
        SurveyedPage(page.url, page.page, found[n], links[n], known[page.url], clusters[n], groups[n], depths[n])
        for n, page in enumerate(sampled)
    )
    return Survey(tuple(pages), formats, layouts)


def _place(sampled: SampledPage, regions: Regions) -> list[tuple[str, str, str]]:
    """Give URL, text and location of the links that may be followed, each href where it stands first."""
    links: dict[str, tuple[str, str, str]] = {}
    for link in place_links(regions):
        url = sampled.hrefs.get(link.href)
        if url is not None and link.href not in links:
            place = link.place
            links[link.href] = url, link.text, f"{place.location}|{place.column}" if place.column else place.location
    return list(links.values())


def _group(sampled: Sequence[SampledPage]) -> list[int]:
    """Number the groups of near-duplicates."""
    boilerplate = learn_boilerplate(page.page for page in sampled)
    groups = group_near_duplicates([boilerplate.fingerprint(page.page) for page in sampled])
    numbers = [0] * len(sampled)
    for number, group in enumerate(groups):
        for place in group:
            numbers[place] = number
    return numbers


def _measure_depths(urls: Sequence[str], links: Sequence[Sequence[SeenLink]]) -> list[int]:
    """Give the fewest clicks from the start to each page.

    The paper takes the level a page was crawled at; with a double-ended queue that says more of the queue than of the
    site. A page that no sampled link leads to (it was redirected) is as deep as the deepest.
    """
    numbers = {url: number for number, url in enumerate(urls)}
    depths = {0: 0}
    waiting = deque([0])
    while waiting:
        number = waiting.popleft()
        for link in links[number]:
            target = numbers.get(link.url)
            if target is not None and target not in depths:
                depths[target] = depths[number] + 1
                waiting.append(target)
    deepest = max(depths.values())
    return [depths.get(number, deepest) for number in range(len(urls))]
