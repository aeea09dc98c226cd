"""What a page tells machines about itself: schema.org items, breadcrumbs, feeds, OpenGraph, landmarks. All optional.

Hints are evidence among other evidence, never the only ground for a decision: few sites have them, and some are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._hints_item import Item, select
from weft.page._hints_json import read_json_items
from weft.page._hints_markup import read_markup_items
from weft.page._hints_posts import PageKind, PostHint, read_story
from weft.page._page import Page
from weft.urls import resolve

_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"})
_FEED_SELECTOR = "link[rel~=alternate i][href][type]"
_GRAPH_SELECTOR = 'meta[property="og:type"], meta[property="og:url"]'
_LANDMARK_SELECTOR = "main, article, nav, [role]"
# What an element is without a role (HTML Accessibility API Mappings).
_IMPLIED_ROLES = {"main": "main", "article": "article", "nav": "navigation"}


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the way from the home page; the last often has no address."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed the page offers."""

    url: str
    title: str
    type: str


@dataclass(frozen=True, slots=True)
class Landmarks:
    """Elements by their ARIA role, given or implied, in page order."""

    main: tuple[LexborNode, ...] = ()
    articles: tuple[LexborNode, ...] = ()
    navigation: tuple[LexborNode, ...] = ()
    feeds: tuple[LexborNode, ...] = ()  # role=feed: a list of articles that grows


@dataclass(frozen=True, slots=True)
class Hints:
    """All of it; empty where the page says nothing."""

    kind: PageKind | None = None
    headline: str = ""
    posts: tuple[PostHint, ...] = ()
    breadcrumbs: tuple[Crumb, ...] = ()
    canonical: str = ""
    next: str = ""
    prev: str = ""
    feeds: tuple[Feed, ...] = ()
    graph_type: str = ""  # og:type
    graph_url: str = ""  # og:url
    landmarks: Landmarks = field(default=Landmarks(), compare=False, repr=False)


def read_hints(page: Page) -> Hints:
    """Read what the page tells machines. Never fails; linear in the page's size."""
    items = _read_items(page)
    story = read_story(page, items)
    graph = _read_graph(page)
    return Hints(
        kind=story.kind,
        headline=story.headline,
        posts=story.posts,
        breadcrumbs=_read_breadcrumbs(page, items),
        canonical=page.canonical,
        next=page.next,
        prev=page.prev,
        feeds=_read_feeds(page),
        graph_type=graph.get("og:type", ""),
        graph_url=resolve(graph["og:url"], page.base) or "" if graph.get("og:url") else "",
        landmarks=_read_landmarks(page.tree),
    )


def read_breadcrumbs(page: Page) -> tuple[Crumb, ...]:
    """Read the way from the home page alone, as `read_hints` gives it among the rest."""
    return _read_breadcrumbs(page, _read_items(page))


def _read_items(page: Page) -> list[Item]:
    return [*read_markup_items(page.tree), *read_json_items(page.tree)]


def _read_breadcrumbs(page: Page, items: list[Item]) -> tuple[Crumb, ...]:
    """Give the longest trail: pages repeat it at the bottom, and in a second syntax with the home page left out."""
    trails = [_read_trail(page, item) for item in _breadcrumb_lists(items)]
    # data-vocabulary.org, schema.org's forerunner, still on many pages: an item a step, without a list around them
    trails.append(_to_crumbs(page, (item for item in items if "Breadcrumb" in item.types)))
    return max(trails, key=len)


def _breadcrumb_lists(items: list[Item]) -> Iterable[Item]:
    for item in items:
        if "BreadcrumbList" in item.types:
            yield item
        yield from (inner for inner in item.items("breadcrumb") if "BreadcrumbList" in inner.types)


def _read_trail(page: Page, item: Item) -> tuple[Crumb, ...]:
    steps = list(item.items("itemListElement"))
    positions = [step.text("position") for step in steps]
    if all(position.isdecimal() and len(position) < 6 for position in positions):
        steps = [step for _, step in sorted(zip(positions, steps, strict=True), key=lambda pair: int(pair[0]))]
    return _to_crumbs(page, steps)


def _to_crumbs(page: Page, steps: Iterable[Item]) -> tuple[Crumb, ...]:
    crumbs: list[Crumb] = []
    for step in steps:
        text = step.text("name", "title") or step.text("item", "url")
        href = step.link("item", "url") or _first_href(step.node) or step.address
        crumb = Crumb(text, (resolve(href, page.base) or "") if href else "")
        if crumb in crumbs[:1]:  # the same trail again, at the bottom of the page
            break
        if text:
            crumbs.append(crumb)
    return tuple(crumbs)


def _first_href(node: LexborNode | None) -> str:
    anchor = node.css_first("a[href]") if node is not None else None
    return (anchor.attributes.get("href") or "") if anchor is not None else ""


def _read_feeds(page: Page) -> tuple[Feed, ...]:
    feeds: dict[str, Feed] = {}
    for node in page.tree.css(_FEED_SELECTOR):
        attributes = node.attributes
        kind = (attributes.get("type") or "").strip().lower()
        url = resolve(attributes.get("href") or "", page.base)
        if kind in _FEED_TYPES and url:
            feeds.setdefault(url, Feed(url, attributes.get("title") or "", kind))
    return tuple(feeds.values())


def _read_graph(page: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in page.tree.css(_GRAPH_SELECTOR):
        attributes = node.attributes
        found.setdefault(attributes.get("property") or "", (attributes.get("content") or "").strip())
    return found


def _read_landmarks(tree: LexborHTMLParser) -> Landmarks:
    found: dict[str, list[LexborNode]] = {}
    for node in select(tree, _LANDMARK_SELECTOR):
        role = (node.attributes.get("role") or _IMPLIED_ROLES.get(str(node.tag), "")).strip().lower()
        found.setdefault(role, []).append(node)
    return Landmarks(*(tuple(found.get(role, ())) for role in ("main", "article", "navigation", "feed")))
