"""Boards that are called by any word: what else the site writes as a word and a number is no further page of them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

import plain_forum
from plain_forum import HOST, Addresses, PlainForum, Said
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = Addresses("/all/{bs}", "/all/{bs}/{p}", "/all/topic/{ts}", "/all/topic/{ts}/{p}", "/people/{u}")
MOST_NEEDLESS = 12  # requests, of one to two hundred


class Linked(PlainForum):
    """A forum whose posts have a link each, written as a page of a board would be."""

    def _write(self, said: Said) -> str:
        number = 912 + int(said.time.timestamp()) // 3600 % 100_000
        return super()._write(said).replace("</div>", f" <a href='/all/post/{number}'>Link</a></div>", 1)


@pytest.mark.parametrize("seed", [3, 7])
def test_links_to_posts_are_no_pages_of_a_board(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`/all/post/912` would be page 912 of the board "post", to which nothing leads."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (WORDS,))
    monkeypatch.setattr(plain_forum, "POSTS", plain_forum.POSTS[:1])
    forum = Linked(seed)
    asyncio.run(run_job(CrawlJob(HOST + "/", tmp_path / "a", SETTINGS, transport=MemoryTransport(forum))))
    assert set(forum.kinds) - set(forum.asked) == set()
    assert len(forum.asked) - len(forum.kinds) <= MOST_NEEDLESS
