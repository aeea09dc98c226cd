"""Crawls begun at an address inside a forum that says little of how the others are written."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import plain_forum
from plain_forum import HEADS, HOST, POSTS, Addresses, PlainForum
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
QUERIES = Addresses(
    "/i.php?b={b}&v=0",
    "/i.php?b={b}&from={o}&v=0",
    "/i.php?t={t}&from=0&v=0",
    "/i.php?t={t}&from={o}&v=0",
    "/w.php?{u}",
)


class Neighbours(PlainForum):
    """Threads lead to the next one; the last parameter of addresses may be left out."""

    def _turn(self, urls: list[str], page: int) -> str:
        after = next((n + 1 for n in self.threads if self._thread_url(n) == urls[0] and n + 1 in self.threads), 0)
        beside = f"<p>Next: <a href='{self._thread_url(after)}'>{self.threads[after].title}</a></p>" if after else ""
        return super()._turn(urls, page) + beside

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        whole = request.url + "&v=0"
        return super().__call__(replace(request, url=whole) if whole.removeprefix(HOST) in self.kinds else request)


def test_the_start_may_be_written_as_no_other_thread_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Links to the next thread go on as the address that somebody typed does: threads are not called by that."""
    for name, value in {"ADDRESSES": QUERIES, "POSTS": POSTS[0], "HEADS": HEADS[1], "PAGERS": "numbers"}.items():
        monkeypatch.setattr(plain_forum, name, (value,))
    forum = Neighbours(8)
    start = f"{HOST}/i.php?t={max(forum.threads) - 1}&from=0"
    asyncio.run(run_job(CrawlJob(start, tmp_path / "a", SETTINGS, transport=MemoryTransport(forum))))
    assert set(forum.kinds) - set(forum.asked) == set()
