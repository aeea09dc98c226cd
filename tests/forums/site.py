"""A site made of pages, which serves itself and remembers what it was asked for; and whole crawls of it, scored."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import weft
from forums.talk import Said, Talk
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft", attachments="none"))
Told = Counter[tuple[str, str | None, str]]  # author, time and letters of posts


@dataclass
class Site:
    """Pages by path. What is in none of them answers 404.

    `show` is for the entry, pages of boards and of threads: each has to be fetched once. `copy` shows again what another
    path shows (it may stand for that); `other` is anything else, and `send` is a redirect.
    """

    host: str
    talk: Talk
    pages: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  # path -> "entry", "index" or "thread"
    copies: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    charset: str = "utf-8"
    precision: int = 60  # seconds that times on pages are exact to; 0: pages tell no times

    def show(self, path: str, kind: str, html: str) -> None:
        """Add a page of the forum."""
        assert path not in self.pages, path
        self.pages[path], self.kinds[path] = html, kind

    def copy(self, path: str, of: str) -> None:
        """Let another path show the same page."""
        if path != of:
            self.copies[path] = of

    def send(self, path: str, to: str) -> None:
        """Let a path redirect."""
        self.redirects[path] = to

    def other(self, path: str, html: str) -> None:
        """Add a page nobody needs."""
        self.pages.setdefault(path, html)

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(self.host) or "/"
        self.asked.append(path)
        if path in self.redirects:
            return MemoryAnswer(302, {"location": self.redirects[path]})
        html = self.pages.get(self.copies.get(path, path))
        headers = {"content-type": f"text/html; charset={self.charset}"}
        if html is None:
            return MemoryAnswer(
                404, headers, b"<html><title>Not found</title><body><p>Nothing is here.</p></body></html>"
            )
        return MemoryAnswer(200, headers, html.encode(self.charset, "xmlcharrefreplace"))

    def starts(self, count: int, seed: int = 1) -> list[str]:
        """Give some inner pages to begin at: threads, lists, further pages, then anything that answers."""
        chance = random.Random(seed)
        kinds = [[path for path, kind in self.kinds.items() if kind == wanted] for wanted in ("thread", "index")]
        rest = sorted([*(path for path in self.pages if path not in self.kinds), *self.copies])
        found = []
        for place in range(count):
            paths = (*kinds, rest or kinds[0])[place % 3]
            found.append(chance.choice(paths))
        return found


@dataclass(frozen=True, slots=True)
class Score:
    """What a crawl got right and wrong."""

    requests: int
    missing: tuple[str, ...]
    needless: tuple[str, ...]
    lost: Told
    strange: Told
    posts: int

    @property
    def is_right(self) -> bool:
        """Whether no page and no post is missing, and nothing is there that was not said."""
        return not self.missing and not self.lost and not self.strange

    def __str__(self) -> str:
        return (
            f"{self.requests} requests, {len(self.missing)} missing, {len(self.needless)} needless,"
            f" {self.lost.total()} of {self.posts} posts lost, {self.strange.total()} strange"
        )


def letters(text: str) -> str:
    """Give the letters and digits of a text, as line breaks and marks are not compared."""
    return "".join(filter(str.isalnum, text))


def crawl(site: Site, start: str, folder: Path) -> Score:
    """Archive a site in a new folder, from one of its pages on."""
    site.asked.clear()
    asyncio.run(run_job(CrawlJob(site.host + start, folder, SETTINGS, transport=MemoryTransport(site))))
    wanted, needless = set(site.kinds), []
    for path in site.asked:
        shown = site.copies.get(path, path)
        if shown in wanted:
            wanted.remove(shown)
        elif path != "/robots.txt":
            needless.append(path)
    with weft.open_archive(folder) as archive:
        posts = [row.post for row in archive.posts()]
    found = Counter((post.author, _stamp(post.time, site), letters(post.own_text)) for post in posts)
    said = Counter((post.who.name, _stamp(post.time, site), letters(post.text)) for post in _all_posts(site.talk))
    return Score(len(site.asked), tuple(sorted(wanted)), tuple(needless), said - found, found - said, said.total())


def _all_posts(talk: Talk) -> Iterable[Said]:
    return (post for thread in talk.threads for post in thread.posts)


def _stamp(moment: datetime | None, site: Site) -> str | None:
    """Give a time as exact as pages tell it; times without a zone are UTC to Weft, so that what is shown counts."""
    if moment is None or not site.precision:
        return None
    seconds = int(moment.timestamp() // site.precision) * site.precision
    return datetime.fromtimestamp(seconds, UTC).isoformat(sep=" ")
