"""From the survey to the map: vertices with their informativeness, and the arcs between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from weft.sitemap._graph import Arc, Sitemap, Vertex
from weft.sitemap._survey import Survey, SurveyedPage

MAX_TEXTS = 50  # of one arc; enough to tell numbers from names


def draw_sitemap(survey: Survey, *, by_url: bool = True) -> Sitemap:
    """Draw the map. With `by_url` layouts are parted by URL format (paper 001); else they are the vertices (000)."""
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, page in enumerate(survey.pages):
        members[page.layout, page.format if by_url else -1].append(number)
    vertices = tuple(
        _make_vertex(number, key, pages, survey.pages) for number, (key, pages) in enumerate(members.items())
    )
    owners = {page: vertex.number for vertex in vertices for page in vertex.pages}
    return Sitemap(vertices, _make_arcs(survey, owners), survey.formats, survey.layouts)


def _make_vertex(number: int, key: tuple[int, int], pages: Sequence[int], surveyed: Sequence[SurveyedPage]) -> Vertex:
    mine = [surveyed[page] for page in pages]
    unique = len({page.group for page in mine})
    mean_bytes = fmean(page.size for page in mine)
    everywhere = fmean(page.size for page in surveyed)
    # Eq. 3: size of the family, relative size of the pages, share that is no near-duplicate of another one.
    informativeness = len(mine) / len(surveyed) * mean_bytes / max(1.0, everywhere) * unique / len(mine)
    depth = fmean(page.depth for page in mine)
    return Vertex(number, *key, tuple(pages), unique, mean_bytes, informativeness, depth, mine[0].url)


def _make_arcs(survey: Survey, owners: dict[int, int]) -> tuple[Arc, ...]:
    numbers = survey.numbers()
    links: dict[tuple[int, int, int, str], dict[tuple[int, int], str]] = defaultdict(dict)
    for source, page in enumerate(survey.pages):
        for link in page.links:
            target = numbers.get(link.url)
            if target is not None:
                key = (owners[source], owners[target], link.format, link.location)
                links[key].setdefault((source, target), link.text)
    return tuple(
        Arc(*key, tuple(pairs), tuple(dict.fromkeys(pairs.values()))[:MAX_TEXTS]) for key, pairs in links.items()
    )
