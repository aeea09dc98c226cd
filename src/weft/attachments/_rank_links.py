"""Links read out of an archive: those that people put into posts, and those that the site puts around them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from html import unescape
from math import nan

import numpy as np

from weft.attachments._graph import Atlas, Floats, Graph, Ids, Loader, Namer, chart_pages, is_page, settle_links
from weft.store import Archive, PostRow, ThreadRow
from weft.urls import canonicalise

# Posts are kept as clean markup that we have written ourselves, so no parser is needed.
_HREF = re.compile(r'<a [^>]*?href="([^"]*)"')
MOST_THREADS = 5  # a link that one author puts into more threads than this is part of a signature, not a vote


def read_graph(archive: Archive, load: Loader | None = None, name: Namer | None = None) -> Graph:
    """Read the graph of an archive.

    Without `load`, what the site places is taken from the rows of boards and threads (each thread links its board and
    is linked by it), and no page is parsed. With it, all links of all pages are read, nofollow left out. Clean markup
    of posts does not tell nofollow, which forums put on whatever people write; their links to the forum itself count.
    """
    atlas = Atlas(name)
    chart_pages(archive, atlas)
    threads = _Threads(archive.threads(), atlas)
    votes = _Votes(archive.posts(), atlas)
    voted, placed = votes.resolve(atlas)
    rows = threads.links()
    pages = _read_pages(archive, atlas, load) if load is not None else rows
    readers = len(set(pages[0].tolist()))
    both = np.concatenate((placed[0], pages[0])), np.concatenate((placed[1], pages[1]))
    count = len(atlas.pages)
    sources, targets, kinds = settle_links(count, voted, both, readers)
    replies, views, times = (_spread(values, count) for values in (threads.replies, threads.views, votes.times))
    return Graph(tuple(atlas.pages), sources, targets, kinds, replies, views, times, atlas.addresses)


def _spread(values: dict[int, float], count: int) -> Floats:
    spread = np.full(count, nan)
    if values:
        spread[list(values)] = list(values.values())
    return spread


def _numbers(values: Iterable[int]) -> Ids:
    return np.array(values, dtype=np.int64)


def _pair(sources: Iterable[int], targets: Iterable[int]) -> tuple[Ids, Ids]:
    return _numbers(sources), _numbers(targets)


class _Threads:
    """What the rows of threads tell: their board, and how much attention they have."""

    def __init__(self, rows: Iterable[ThreadRow], atlas: Atlas) -> None:
        self.replies: dict[int, float] = {}
        self.views: dict[int, float] = {}
        self._boards: dict[int, int] = {}
        for row in rows:
            node = atlas.add(row.url)
            for page in row.pages:
                atlas.join(page, node)
            self.replies[node] = float(max(row.posts - 1, row.replies or 0))
            if row.views is not None:
                self.views[node] = float(row.views)
            if row.board:
                self._boards[node] = atlas.add(row.board)

    def links(self) -> tuple[Ids, Ids]:
        """Give the links between threads and their boards, both ways."""
        threads, boards = _pair(list(self._boards), list(self._boards.values()))
        return np.concatenate((threads, boards)), np.concatenate((boards, threads))


class _Votes:
    """Links in posts. They are resolved when all posts are known, since many lead to a post by its permalink."""

    def __init__(self, rows: Iterable[PostRow], atlas: Atlas) -> None:
        self.times: dict[int, float] = {}
        self._sources, self._urls, self._authors = array("q"), array("q"), array("q")
        self._known: dict[str, int] = {}  # hrefs
        self._names: dict[str, int] = {}
        for row in rows:
            if row.gone is None:
                self._read(row, atlas.add(row.thread), atlas)

    def _read(self, row: PostRow, node: int, atlas: Atlas) -> None:
        post = row.post
        if post.time is not None:
            moment = post.time.timestamp()
            self.times[node] = min(moment, self.times.get(node, moment))
        if post.url:
            atlas.link(post.url.partition("#")[0], node)
        if "<a " not in post.html:
            return
        author = self._names.setdefault(post.author, len(self._names)) if post.author else -1
        for href in _HREF.findall(post.html):
            self._sources.append(node)
            self._urls.append(self._known.setdefault(href, len(self._known)))
            self._authors.append(author)

    def resolve(self, atlas: Atlas) -> tuple[tuple[Ids, Ids], tuple[Ids, Ids]]:
        """Give votes, and what is none because its author puts it everywhere."""
        nodes = np.array([_find(atlas, unescape(href)) for href in self._known], dtype=np.int64)
        columns = (self._sources, self._urls, self._authors)
        sources, urls, authors = map(_numbers, columns)
        targets = nodes[urls] if len(urls) else urls
        inside = (targets >= 0) & (targets != sources)
        authors, targets, sources = _sort_out(authors[inside], targets[inside], sources[inside])
        signed = (_count_alike(authors, targets) > MOST_THREADS) & (authors >= 0)
        return (sources[~signed], targets[~signed]), (sources[signed], targets[signed])


def _find(atlas: Atlas, href: str) -> int:
    url = canonicalise(href)
    return atlas.find(url) if url is not None else -1


def _sort_out(first: Ids, second: Ids, third: Ids) -> tuple[Ids, Ids, Ids]:
    """Give triples in order, each once."""
    order = np.lexsort((third, second, first))
    first, second, third = first[order], second[order], third[order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1]) | (third[1:] != third[:-1])
    return first[is_new], second[is_new], third[is_new]


def _count_alike(first: Ids, second: Ids) -> Ids:
    """Give for each pair, of pairs in order, how often it is there."""
    if not len(first):
        return first
    begins = np.append(True, (first[1:] != first[:-1]) | (second[1:] != second[:-1]))
    group = np.cumsum(begins) - 1
    return np.asarray(np.bincount(group)[group])


def _read_pages(archive: Archive, atlas: Atlas, load: Loader) -> tuple[Ids, Ids]:
    """Read all links of all pages."""
    sources, targets = array("q"), array("q")
    done: set[str] = set()
    for stored in archive.pages():
        if stored.url in done or not is_page(stored):
            continue
        done.add(stored.url)
        page = load(stored.url)
        if page is None or page.is_nofollow:
            continue
        node = atlas.addresses[stored.url]
        found = {atlas.find(link.url) for link in page.iter_links() if link.url is not None and not link.is_nofollow}
        found -= {node, -1}
        sources.extend([node] * len(found))
        targets.extend(found)
    return _pair(sources, targets)
