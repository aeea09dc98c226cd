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
from weft.store import Archive, StoredPage
from weft.traversal import Follow, Plan, Role, UrlDecision, list_role, locate_links
from weft.urls import tokenise

LIST_TYPES = frozenset({PageType.ENTRY, PageType.INDEX, PageType.THREAD})
FLIP_ROLES = frozenset({Role.INDEX_FLIP, Role.THREAD_FLIP})
LEAST_LINKS = 5  # a kind of link seen between fewer pairs of pages says nothing of its connectivity
# Fixed pattern of our own, linear by construction.
_KEY = re.compile(r"(.+):p([0-9]+)")
Pair = tuple[str, str]


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
    """Pairs of crawled pages of one true list, those the archive has in one, and pairs it joined wrongly.

    `linked` are those that links predicted to flip lead between, in however many steps: what the plan would keep
    together if lists were joined along its flips alone (paper 003, Algorithm 1).
    """

    pairs: int = 0
    kept: int = 0
    wrong: int = 0
    linked: int = 0

    @property
    def share(self) -> float | None:
        """The share of page relationships kept; None where no list has two crawled pages."""
        return self.kept / self.pairs if self.pairs else None

    @property
    def linked_share(self) -> float | None:
        """The share of page relationships the plan's flips alone would keep."""
        return self.linked / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True)
class LoopFigure:
    """A kind of link between pages of one type: its connectivity (paper 000, eq. 3), and whether it flips pages."""

    site: str
    type: str
    shape: str
    grain: str  # `place`: one shape of URLs in one place; `block`: all links of one element
    links: int
    connectivity: float
    flips: bool


def split_key(key: str) -> tuple[str, int]:
    """Give the list and the page of a truth key; a key without a page is a list of one."""
    match = _KEY.fullmatch(key)
    return (match.group(1), int(match.group(2))) if match else (key, 1)


def measure_links(archive: Archive, plan: Plan, truth: SiteTruth) -> tuple[FlipFigures, JoinFigures]:
    """Compare what became of links between pages of one list, and of these pages, with the truth."""
    true, predicted = _judge_links(archive, plan, truth)
    return FlipFigures(len(true), len(predicted), len(true & predicted)), _measure_joins(archive, truth, predicted)


def _measure_joins(archive: Archive, truth: SiteTruth, predicted: Collection[Pair]) -> JoinFigures:
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
    around = _reach_all([*predicted, *((other, one) for one, other in predicted)])
    return JoinFigures(
        len(pairs),
        sum(bool(places[one] & places[other]) for one, other in pairs),
        wrong,
        sum(other in around.get(one, ()) for one, other in pairs),
    )


def _count_pairs(count: int) -> int:
    return count * (count - 1) // 2


def _judge_links(archive: Archive, plan: Plan, truth: SiteTruth) -> tuple[set[Pair], set[Pair]]:
    """Judge every link of the crawled list pages as the crawl did; gives the true pairs and the predicted ones.

    A link is predicted to flip when the plan follows it as a flip of such pages as it stands on, or as the same list,
    and names no other list for it; or when the plan takes it for the first page of the list it stands on; or when both
    pages are of one kind and ended in one list of the archive. A board's link to page 2 of a thread claims nothing of
    the board. Links from a page to itself, under whatever address, count nowhere; nor do links to a page under
    an address it was not crawled at (`page=1`, a permalink, the last post, a sort order that is the default anyway)
    that the plan leaves alone: such a link turns no page that is not had.
    """
    lists = {page.url: (row.list, row.role) for row in archive.lists() for page in row.pages}
    crawled = {page.url for page in archive.pages() if page.status == 200}
    had = {truth.look_up(url).key for url in crawled}
    true: set[Pair] = set()
    predicted: set[Pair] = set()
    for page, key, role in read_list_pages(archive, truth):
        own = lists.get(page.url)
        on, places = plan.read(page, role)
        for href, url, text in _web_links(page):
            target = truth.look_up(url).key or url
            if target == key:
                continue
            decision = plan.judge(url, on, places.get(href, ()), text)
            ended = own is not None and own in (lists.get(url), lists.get(decision.url))
            flips = not _is_other_kind(decision, on) and (ended or _goes_into(decision, own[0] if own else ""))
            if flips:
                predicted.add((key, target))
            is_twin = target in had and url not in crawled
            if split_key(target)[0] == split_key(key)[0] and (flips or not is_twin):
                true.add((key, target))
    return true, predicted


def _is_other_kind(decision: UrlDecision, on: str) -> bool:
    """Tell whether a link leads from a board to a thread, or the other way round, as far as the plan knows."""
    kinds = {Role.INDEX.value, Role.THREAD.value}
    target = list_role(decision.role)
    return {on, target} == kinds


def _goes_into(decision: UrlDecision, own: str) -> bool:
    if own and decision.follow is Follow.YES and (decision.list or decision.url) == own:
        return True
    flips = decision.follow is Follow.SAME_LIST or (decision.follow is not Follow.NO and decision.role in FLIP_ROLES)
    return flips and decision.list in ("", own)


def _web_links(page: Page) -> list[tuple[str, str, str]]:
    return [(link.href, link.url, link.text) for link in page.iter_links() if link.url is not None]


def read_list_pages(archive: Archive, truth: SiteTruth) -> Iterator[tuple[Page, str, str]]:
    """Read the crawled pages of lists, each once however many addresses it has, with their keys and roles."""
    limits = DecodeLimits.of(FetchConfig())
    for stored, key in _each_once(archive, truth):
        exchange = archive.read_exchange(stored.url)
        if exchange is None:
            continue
        content, _ = decode_content(exchange.headers, exchange.body, limits)
        if is_html(exchange.media_type, content):
            page = read_page(exchange.url, content, exchange.header("content-type"))
            yield page, key, stored.row.role


def _each_once(archive: Archive, truth: SiteTruth) -> Iterator[tuple[StoredPage, str]]:
    """Give the crawled pages of lists; of several addresses of one, that at which the archive has it in a list."""
    found: dict[str, StoredPage] = {}
    for stored in archive.pages():
        known = truth.look_up(stored.url)
        if stored.status == 200 and known.key is not None and known.type in LIST_TYPES:
            kept = found.setdefault(known.key, stored)
            if stored.row.list and not kept.row.list:
                found[known.key] = stored
    for key, stored in found.items():
        yield stored, key


def measure_loops(site: str, archive: Archive, truth: SiteTruth) -> list[LoopFigure]:
    """Give the connectivity of every kind of link that leads from boards to boards, or from threads to threads.

    A kind flips pages if most pairs of pages it joins are of one list. Kinds are told in two grains: a plan can tell
    the places inside a pager apart (first, next, numbers), but none of them leads there and back by itself.
    """
    kinds: dict[tuple[str, str, str, str], set[Pair]] = defaultdict(set)
    for page, key, _ in read_list_pages(archive, truth):
        kind = truth.look_up(page.url).type
        places = locate_links(page)
        for href, url, _ in _web_links(page):
            target = truth.look_up(url)
            if target.type is kind and target.key not in (None, key) and href in places:
                pair = key, str(target.key)
                kinds[kind.value, _shape(url), "place", places[href]].add(pair)
                kinds[kind.value, "", "block", places[href].rpartition("/")[0]].add(pair)
    return [
        LoopFigure(site, kind, shape, grain, len(links), round(connectivity_of(links), 4), _is_flip(links))
        for (kind, shape, grain, _), links in sorted(kinds.items())
        if len(links) >= LEAST_LINKS
    ]


def _shape(url: str) -> str:
    path, keys = tokenise(url).shape
    return "/" + "/".join(path) + ("?" + "&".join(keys) if keys else "")


def _is_flip(links: Collection[Pair]) -> bool:
    return sum(split_key(one)[0] == split_key(other)[0] for one, other in links) > len(links) / 2


def connectivity_of(links: Iterable[Pair]) -> float:
    """Eq. 3: of the pairs of pages A, B with a path from A to B along these links, the share with one back."""
    reachable = _reach_all(links)
    pairs = [(one, other) for one, found in reachable.items() for other in found if one != other]
    return sum(one in reachable.get(other, ()) for one, other in pairs) / len(pairs) if pairs else 0.0


def _reach_all(links: Iterable[Pair]) -> dict[str, set[str]]:
    following: dict[str, set[str]] = defaultdict(set)
    for source, target in links:
        following[source].add(target)
    return {page: _reach(page, following) for page in following}


def _reach(start: str, following: Mapping[str, Collection[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(following.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found
