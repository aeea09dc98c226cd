"""What a crawl made of the links between pages of one list: page flipping, pages joined, and how connected links are.

Everything is counted by the keys of the truth, not by addresses: a page that has three addresses is one page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from weft.config import FetchConfig
from weft.evaluate._measures import PageType, SiteTruth
from weft.fetch import DecodeLimits, decode_content
from weft.page import Page, is_html, read_page
from weft.store import Archive
from weft.traversal import Follow, Plan, Role, UrlDecision, list_role, locate_links
from weft.urls import tokenise

LIST_TYPES = frozenset({PageType.ENTRY, PageType.INDEX, PageType.THREAD})
FLIP_ROLES = frozenset({Role.INDEX_FLIP, Role.THREAD_FLIP})
LEAST_LINKS = 5  # a kind of link seen between fewer pairs of pages says nothing of its connectivity
# Fixed pattern of our own, linear by construction.
_KEY = re.compile(r"(.+):p([0-9]+)")


@dataclass(frozen=True, slots=True)
class FlipFigures:
    """Pairs of pages joined by a link: those of one list (`true`), those taken for it (`predicted`), both (`right`)."""

    true: int = 0
    predicted: int = 0
    right: int = 0

    @property
    def precision(self) -> float | None:
        """The share of predicted pairs that are of one list; None where nothing was predicted."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """The share of linked pairs of one list that were predicted; None where there is no such pair."""
        return self.right / self.true if self.true else None


@dataclass(frozen=True, slots=True)
class JoinFigures:
    """Pairs of crawled pages of one true list, those of them the archive has in one, and pairs it joined wrongly."""

    pairs: int = 0
    kept: int = 0
    wrong: int = 0

    @property
    def share(self) -> float | None:
        """The share of page relationships kept; None where no list has two crawled pages."""
        return self.kept / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True)
class LoopFigure:
    """A kind of link between pages of one type: its connectivity (paper 000, eq. 3), and whether it flips pages."""

    site: str
    type: str
    shape: str
    links: int
    connectivity: float
    flips: bool


def split_key(key: str) -> tuple[str, int]:
    """Give the list and the page of a truth key; a key without a page is a list of one."""
    match = _KEY.fullmatch(key)
    return (match.group(1), int(match.group(2))) if match else (key, 1)


def measure_joins(archive: Archive, truth: SiteTruth) -> JoinFigures:
    """Compare the archive's lists with the true ones, over pages that were crawled."""
    places: dict[str, set[str]] = {}  # key -> the archive's lists that have the page
    for page in archive.pages():
        known = truth.look_up(page.url)
        if page.status == 200 and known.key is not None and known.type in LIST_TYPES:
            places.setdefault(known.key, set())
    wrong = 0
    for row in archive.lists():
        keys = {key for page in row.pages if (key := truth.look_up(page.url).key) is not None}
        for key in keys:
            places.setdefault(key, set()).add(row.list)
        wrong += _count_pairs(len(keys)) - sum(map(_count_pairs, Counter(split_key(key)[0] for key in keys).values()))
    lists: dict[str, list[str]] = defaultdict(list)
    for key in places:
        lists[split_key(key)[0]].append(key)
    pairs = [pair for keys in lists.values() for pair in combinations(keys, 2)]
    return JoinFigures(len(pairs), sum(bool(places[one] & places[other]) for one, other in pairs), wrong)


def _count_pairs(count: int) -> int:
    return count * (count - 1) // 2


def measure_flips(archive: Archive, plan: Plan, truth: SiteTruth) -> FlipFigures:
    """Judge every link of the crawled list pages as the crawl did, and compare with the truth.

    A link is predicted to flip when its target goes into the list of the page it stands on: the plan follows it as a
    flip, or as the same list, and names no other list for it; or both ended in one list of the archive. Links from a
    page to itself under whatever address flip nothing and count nowhere.
    """
    lists = {page.url: row.list for row in archive.lists() for page in row.pages}
    true: set[tuple[str, str]] = set()
    predicted: set[tuple[str, str]] = set()
    for page, key, role in read_list_pages(archive, truth):
        own = lists.get(page.url, "")
        on = list_role(role)
        places = locate_links(page) if plan.needs_location else {}
        for href, url in _web_links(page):
            target = truth.look_up(url).key or url
            if target == key:
                continue
            if split_key(target)[0] == split_key(key)[0]:
                true.add((key, target))
            decision = plan.judge(url, on, places.get(href, ""))
            if _goes_into(decision, own) or (own and own in (lists.get(url), lists.get(decision.url))):
                predicted.add((key, target))
    return FlipFigures(len(true), len(predicted), len(true & predicted))


def _goes_into(decision: UrlDecision, own: str) -> bool:
    flips = decision.follow is Follow.SAME_LIST or (decision.follow is not Follow.NO and decision.role in FLIP_ROLES)
    return flips and decision.list in ("", own)


def _web_links(page: Page) -> list[tuple[str, str]]:
    return [(link.href, link.url) for link in page.iter_links() if link.url is not None]


def read_list_pages(archive: Archive, truth: SiteTruth) -> Iterator[tuple[Page, str, str]]:
    """Read the crawled pages of lists, each once however many addresses it has, with their keys and roles."""
    limits = DecodeLimits.of(FetchConfig())
    seen: set[str] = set()
    for stored in archive.pages():
        known = truth.look_up(stored.url)
        if stored.status != 200 or known.key is None or known.key in seen or known.type not in LIST_TYPES:
            continue
        exchange = archive.read_exchange(stored.url)
        if exchange is None:
            continue
        content, _ = decode_content(exchange.headers, exchange.body, limits)
        if is_html(exchange.media_type, content):
            seen.add(known.key)
            page = read_page(exchange.url, content, exchange.header("content-type"))
            yield page, known.key, stored.row.role


def measure_loops(site: str, archive: Archive, truth: SiteTruth) -> list[LoopFigure]:
    """Give the connectivity of every kind of link that leads from boards to boards, or from threads to threads.

    A kind is a shape of URLs in one place of the page. It flips pages if most pairs of pages it joins are of one list.
    """
    kinds: dict[tuple[str, str, str], set[tuple[str, str]]] = defaultdict(set)
    for page, key, _ in read_list_pages(archive, truth):
        kind = truth.look_up(page.url).type
        places = locate_links(page)
        for href, url in _web_links(page):
            target = truth.look_up(url)
            if target.type is kind and target.key not in (None, key) and href in places:
                kinds[kind.value, _shape(url), places[href]].add((key, str(target.key)))
    return [
        LoopFigure(site, kind, shape, len(links), round(connectivity_of(links), 4), _is_flip(links))
        for (kind, shape, _), links in sorted(kinds.items())
        if len(links) >= LEAST_LINKS
    ]


def _shape(url: str) -> str:
    path, keys = tokenise(url).shape
    return "/" + "/".join(path) + ("?" + "&".join(keys) if keys else "")


def _is_flip(links: Collection[tuple[str, str]]) -> bool:
    return sum(split_key(one)[0] == split_key(other)[0] for one, other in links) > len(links) / 2


def connectivity_of(links: Iterable[tuple[str, str]]) -> float:
    """Eq. 3: of the pairs of pages A, B with a path from A to B along these links, the share with one back."""
    following: dict[str, set[str]] = defaultdict(set)
    for source, target in links:
        following[source].add(target)
    reachable = {page: _reach(page, following) - {page} for page in following}
    pairs = [(one, other) for one, found in reachable.items() for other in found]
    return sum(one in reachable.get(other, ()) for one, other in pairs) / len(pairs) if pairs else 0.0


def _reach(start: str, following: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(following.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found
