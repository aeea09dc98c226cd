"""The graph of an archive: its pages as nodes, and which of them links to which, and how.

All pages of a board or of a thread are one node. A link to the third page of a thread speaks for the thread; and were
the pages of a board nodes of their own, the threads that stand on its first page on the day of the crawl would inherit
what the whole site gives to that page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.store import Archive, StoredPage
from weft.urls import resolve

Floats = NDArray[np.float64]
Ids = NDArray[np.integer[Any]]
Loader = Callable[[str], Page | None]  # the newest archived answer of an address, as a page
Namer = Callable[[str], str]  # how the plan writes an address: that of its list, or its canonical form; empty: unknown

STANDING_SHARE = 0.5  # a target that so many of all nodes link to outside posts is part of the frame around every page


class LinkKind(IntEnum):
    """What a link says of its target; of several from one page to another, the greatest counts."""

    STANDING = 0  # on nearly every page: menus, the latest posts
    PLACED = 1  # by the site, on this page: rows of boards, the way up, neighbours; and what one author puts everywhere
    VOTED = 2  # by a person, in a post


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes are numbered as in `pages`. Links lead to other nodes only, and each is there once."""

    pages: tuple[str, ...]  # the address of each node: that of the list, where it is one
    sources: Ids
    targets: Ids
    kinds: NDArray[np.int8]
    replies: Floats  # of each node; not a number where unknown
    views: Floats
    times: Floats  # of the first post, seconds since 1970; not a number where unknown
    addresses: dict[str, int]  # all fetched pages by node, and the nodes themselves


class Atlas:
    """Gathers nodes, and all the addresses each is known by."""

    def __init__(self, name: Namer | None = None) -> None:
        self.pages: list[str] = []
        self.addresses: dict[str, int] = {}
        self._links: dict[str, int] = {}  # addresses that only links use: permalinks, redirects, canonical forms
        self._name = name

    def add(self, address: str) -> int:
        """Give the node at this address, making it if need be."""
        node = self.addresses.setdefault(address, len(self.pages))
        if node == len(self.pages):
            self.pages.append(address)
        return node

    def join(self, address: str, node: int) -> None:
        """Let a page belong to a node."""
        self.addresses.setdefault(address, node)

    def link(self, url: str, node: int) -> None:
        """Let links to this address lead to a node."""
        self._links.setdefault(url, node)

    def find(self, url: str) -> int:
        """Give the node a link leads to; -1 when it leads out of the archive."""
        node = self.addresses.get(url, -1)
        if node < 0:
            node = self._links.get(url, -1)
        if node < 0 and self._name is not None and (named := self._name(url)) and named != url:
            node = self.addresses.get(named, -1)
        return node


def chart_pages(archive: Archive, atlas: Atlas) -> None:
    """Put in all pages with the lists they belong to, and what redirects lead to them."""
    redirects: list[str] = []
    for stored in archive.pages():
        if 300 <= stored.status < 400:
            redirects.append(stored.url)
        elif is_page(stored):
            node = atlas.add(stored.row.list or stored.url)
            atlas.join(stored.url, node)
            if stored.row.canonical:
                atlas.link(stored.row.canonical, node)
    for url, target in _follow(archive, redirects):
        if (node := atlas.find(target)) >= 0:
            atlas.link(url, node)


def is_page(stored: StoredPage) -> bool:
    """Tell whether a kept response is a page that links may lead to."""
    return stored.status < 300 and stored.row.role not in ("file", "attachment")


def _follow(archive: Archive, redirects: list[str]) -> Iterator[tuple[str, str]]:
    """Give where each redirect leads in the end."""
    targets = {url: _location(archive, url) for url in redirects}
    for url in redirects:
        target, seen = targets[url], {url}
        while target in targets and target not in seen:
            seen.add(target)
            target = targets[target]
        if target and target not in seen:
            yield url, target


def _location(archive: Archive, url: str) -> str:
    exchange = archive.read_exchange(url)
    location = exchange.header("location") if exchange is not None else ""
    return (resolve(location, url) or "") if location else ""


def settle_links(
    nodes: int, voted: tuple[Ids, Ids], placed: tuple[Ids, Ids], readers: int
) -> tuple[Ids, Ids, NDArray[np.int8]]:
    """Give each link once, with its kind; `readers` is how many nodes were looked at for placed links."""
    sources, targets = (np.concatenate(pair).astype(np.int64) for pair in zip(voted, placed, strict=True))
    kinds = np.repeat(np.array([LinkKind.VOTED, LinkKind.PLACED], dtype=np.int8), [len(voted[0]), len(placed[0])])
    order = np.lexsort((kinds, sources * nodes + targets))
    keys = (sources * nodes + targets)[order]
    last = np.append(keys[1:] != keys[:-1], True) if len(keys) else np.zeros(0, dtype=bool)
    chosen = order[last & (sources != targets)[order]]
    sources, targets, kinds = sources[chosen], targets[chosen], kinds[chosen]
    often = np.bincount(targets[kinds == LinkKind.PLACED], minlength=nodes) >= max(3.0, STANDING_SHARE * readers)
    kinds[(kinds == LinkKind.PLACED) & often[targets]] = LinkKind.STANDING
    return sources, targets, kinds
