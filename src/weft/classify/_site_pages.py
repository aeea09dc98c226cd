"""The pages of one site, read to be judged together: links with their places, records, fingerprints."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from weft.classify._features import feature_names, page_features
from weft.classify._model import Vector
from weft.page import (
    Boilerplate,
    Fingerprint,
    Page,
    Regions,
    find_regions,
    gather_patterns,
    learn_boilerplate,
    place_links,
    spot_times,
)
from weft.urls import canonicalise, drop_keys, parse_address

WORDED = 0.5  # of the records have a sentence in them: the list is one of texts
POST_CHARS = 40  # characters a post has at least, on average over a page, with what stands around it
MAX_TIME_CHARS = 60  # of a link's text: longer ones are titles, whatever dates they hold
LONGEST_TURN = 24  # "next page »"
SESSION_USES = 5  # links of a page that carry it, at least
SINGLE = 0.8  # of the pages that have a key in their links have one random value for it
# What links to the next and the previous page say where they say no number and show no arrow.
# fmt: off
TURN_WORDS = frozenset((
    "next", "previous", "prev", "older", "newer", "suivant", "suivante", "précédent", "précédente", "weiter",
    "nächste", "zurück", "vorherige", "siguiente", "anterior", "próximo", "próxima", "successivo", "successiva",
    "precedente", "volgende", "vorige", "nästa", "föregående", "następna", "poprzednia", "další", "předchozí",
    "следующая", "предыдущая", "далее", "назад", "вперёд", "вперед", "наступна", "попередня", "sonraki", "önceki",
    "הבא", "הקודם", "التالي", "السابق", "下一页", "上一页", "下一頁", "上一頁", "次へ", "前へ", "다음", "이전",
))
# fmt: on
_ARROWS = frozenset("»›→>⟩▶►≫❯←‹«<")
_NUMBER = re.compile(r"[\[(#]?\s*\d+\s*[\])]?")  # fixed patterns of our own, linear by construction
_RANDOM = re.compile(r"(?:[A-Za-z]+[0-9]|[0-9]+[A-Za-z])[0-9A-Za-z]{4,60}")
_PAIR = re.compile(r"[?&;]([^=&;]+)=([^&;]*)")


@dataclass(frozen=True, slots=True)
class Arc:
    """A link inside the site: where it leads, what it says, where it stands."""

    url: str
    text: str
    place: str
    order: int  # among the page's links
    record: int  # of the main list; -1 outside it
    row: int  # of whatever list it stands in; -1 outside lists

    @property
    def is_value(self) -> bool:
        """Whether the text is a number or a time: it names nothing."""
        return is_number(self.text) or _is_time(self.text)

    @property
    def is_turn(self) -> bool:
        """Whether the text is that of a link to another page of a list: a number or an arrow."""
        bare = self.text.strip()
        arrow = 0 < len(bare) <= LONGEST_TURN and (bare[0] in _ARROWS or bare[-1] in _ARROWS)
        return arrow or is_number(bare) or bare.strip(".…:|[]()").casefold() in TURN_WORDS


def is_number(text: str) -> bool:
    """Whether a text is one number, brackets aside."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _is_time(text: str) -> bool:
    if not 3 <= len(text) < MAX_TIME_CHARS:
        return False
    return 2 * sum(spot.end - spot.start for spot in spot_times(text)) > len(text)


@dataclass(frozen=True)
class SitePage:
    """One page of a site, read."""

    url: str
    features: Vector
    arcs: tuple[Arc, ...]
    layout: str  # where the records of the main list stand
    fingerprint: Fingerprint
    has_posts: bool
    text: int  # characters of the main list outside links

    @cached_property
    def urls(self) -> frozenset[str]:
        """All addresses the page links to."""
        return frozenset(arc.url for arc in self.arcs)

    def value(self, name: str) -> float:
        """Give one of the page's own features."""
        return float(self.features[_PLACES[name]])


_PLACES = {name: place for place, name in enumerate(feature_names())}


def read_site_pages(pages: Sequence[Page]) -> list[SitePage]:
    """Read pages of one site; lists known from several of them are told in all, session ids are left out."""
    known = gather_patterns(find_regions(page) for page in pages)
    boilerplate = learn_boilerplate(pages)
    origins = {_origin(page.url) for page in pages}
    noise = _session_keys(pages)
    return [_read(page, find_regions(page, known), boilerplate, origins, noise) for page in pages]


def _read(page: Page, regions: Regions, boilerplate: Boilerplate, origins: set[str], noise: set[str]) -> SitePage:
    url = drop_keys(canonicalise(page.url) or page.url, noise)
    main = regions.main
    own = [record.text_length - sum(record.anchor_lengths) for record in main.records] if main is not None else []
    full = [record.text_length for record in main.records] if main is not None else []
    timed = main is not None and main.time_column is not None
    features = page_features(page, regions)
    worded = bool(features[_PLACES["records with prose"]] >= WORDED)
    return SitePage(
        url=url,
        features=features,
        arcs=tuple(_arcs_of(page, regions, origins, noise)),
        layout=main.location if main is not None else "",
        fingerprint=boilerplate.fingerprint(page),
        has_posts=(timed or worded) and 2 * sum(own) > sum(full) and sum(own) > POST_CHARS * len(own),
        text=sum(own),
    )


def _arcs_of(page: Page, regions: Regions, origins: set[str], noise: set[str]) -> Iterator[Arc]:
    urls = {link.href: link.url for link in page.links if link.url is not None and _origin(link.url) in origins}
    main = (
        {link.element: n for n, links in enumerate(regions.main.links) for link in links}
        if regions.main is not None
        else {}
    )
    for order, placed in enumerate(place_links(regions)):
        url = urls.get(placed.href)
        if url is None:
            continue
        inside = placed.place.is_in_list
        place = f"{placed.place.location}|{placed.place.column}" if inside else placed.place.location
        record, row = main.get(placed.element, -1), placed.record if inside else -1
        yield Arc(drop_keys(url, noise), placed.text, place, order, record, row)


def _origin(url: str) -> str:
    try:
        return parse_address(url).origin
    except ValueError:
        return ""


def _session_keys(pages: Sequence[Page]) -> set[str]:
    """Give the query keys that carry a session: random values, one for all links of a page, another on each page."""
    every: set[str] = {page.url for page in pages}
    uses: dict[str, list[tuple[frozenset[str], list[str]]]] = defaultdict(list)
    for page in pages:
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for link in page.links:
            if link.url is not None:
                every.add(link.url)
                for key, value in _PAIR.findall(link.url):
                    found[key].append((value, link.url))
        for key, pairs in found.items():
            if len(pairs) >= SESSION_USES and all(_RANDOM.fullmatch(value) for value, _ in pairs):
                uses[key].append((frozenset(value for value, _ in pairs), [url for _, url in pairs]))
            else:
                uses[key].append((frozenset(), []))
    return {key for key, seen in uses.items() if _is_session(key, seen, every)}


def _is_session(key: str, seen: Sequence[tuple[frozenset[str], list[str]]], every: set[str]) -> bool:
    single = [next(iter(values)) for values, _ in seen if len(values) == 1]
    if not single or len(single) < SINGLE * len(seen):
        return False
    urls = [url for _, found in seen for url in found]
    known = sum(drop_keys(url, {key}) in every for url in urls)
    return 2 * len(set(single)) > len(single) > 2 or 3 * known > len(urls)
