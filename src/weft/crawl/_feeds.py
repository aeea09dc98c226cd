"""Feeds of a forum's entry, and its sitemaps: lists that are looked at like boards while they tell of threads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from weft.crawl._reread import load_page
from weft.fetch import Fetched, acts
from weft.page import FeedItem, IndexPage, ThreadEntry, read_feed, read_hints
from weft.refresh import Known, ListKind
from weft.store import Archive
from weft.traversal import Plan, Role, list_role
from weft.urls import canonicalise, resolve

SETTING = "feeds"
ROLE = "feed"
MOST = 2  # feeds of those that the entry offers, and sitemaps of those that robots.txt names
TELLING = 0.5  # share of the items that lead to threads, from which a feed is worth looking at


_SITEMAP = re.compile(r"^[ \t]*sitemap[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)


class Feeds:
    """The feeds of one archive. Found once, at the entry; kept in the archive."""

    def __init__(self, archive: Archive, plan: Plan | None) -> None:
        self._archive = archive
        self._plan = plan
        self._urls: dict[str, bool] = {}  # each with whether it is of use

    def begin(self) -> Iterator[Known]:
        """Take up the feeds of the archive, and give those that are new."""
        text = self._archive.get_setting(SETTING)
        if text is not None:
            self._urls = dict(json.loads(text))
            return
        self._urls = dict.fromkeys(self._find(), True)
        self._keep()
        yield from (Known(url, ListKind.INDEX) for url in self._urls)

    def holds(self, name: str) -> bool:
        """Tell whether a list is a feed."""
        return name in self._urls

    def is_useless(self, name: str) -> bool:
        """Tell whether a feed has told of no threads."""
        return not self._urls[name]

    def read(self, url: str, outcome: Fetched) -> IndexPage | None:
        """Give the threads that a feed tells of, each once, newest time; None when it is of no use, for good."""
        items = read_feed(outcome.content)
        entries: dict[str, ThreadEntry] = {}
        told = 0
        for item in items:
            if (name := self._thread_of(item, url)) is None:
                continue
            told += 1
            known = entries.get(name)
            if known is None or (item.time is not None and (known.last_time is None or item.time > known.last_time)):
                entries[name] = ThreadEntry(name, item.title, last_time=item.time)
        if told < TELLING * len(items) or not items:
            self._urls[url] = False
            self._keep()
            return None
        return IndexPage(threads=tuple(entries.values()))

    def _thread_of(self, item: FeedItem, base: str) -> str | None:
        address = resolve(item.url, base)
        decision = self._plan.judge(address) if self._plan is not None and address else None
        if decision is None or list_role(decision.role) != Role.THREAD:
            return None
        return decision.list or decision.url

    def _find(self) -> Iterator[str]:
        if self._plan is None:
            return
        origin, scope = self._plan.scope.origin, self._plan.scope
        page = load_page(self._archive, self._plan.entry)
        host = self._archive.get_host(origin)
        feeds = [feed.url for feed in read_hints(page).feeds] if page is not None else []
        sitemaps = _SITEMAP.findall(host.robots_body.decode("utf-8", "replace")) if host is not None else []
        offered = [url for url in map(canonicalise, feeds) if url and scope.holds(url) and not acts(url)]
        named = [url for url in map(canonicalise, sitemaps) if url and url.startswith(f"{origin}/")]
        yield from dict.fromkeys((*offered[:MOST], *named[:MOST]))

    def _keep(self) -> None:
        self._archive.put_setting(SETTING, json.dumps(self._urls))
