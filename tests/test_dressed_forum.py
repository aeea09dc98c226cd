"""Whole crawls of forums as real ones are dressed, drawn at random: everything is found, each post as it was said."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from dressed_forum import DressedForum
from dressed_pages import HOST
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft", attachments="none"))
SEEDS = (1, 15, 16, 19, 20, 42, 48, 67, 107, 147)
INSIDE = (
    (2, "/users/petra/"),
    (38, "/topic/silver-castle-best-petrol-301x/page/3/"),
    (68, "/winter-window-piston-strange-after-letter-t187.html"),
)
MOST_NEEDLESS = 14  # requests, of one to five hundred


def letters(text: str) -> str:
    """Give the letters and digits of a text, as line breaks and marks are not compared."""
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize(("seed", "start"), [*((seed, "/") for seed in SEEDS), *INSIDE])
def test_a_dressed_forum_is_archived_whole(seed: int, start: str, tmp_path: Path):
    """Whatever is around lists and posts, and however many addresses a page has: each page, each post, little else."""
    forum = DressedForum(seed)
    job = CrawlJob(HOST + start, tmp_path / "a", SETTINGS, transport=MemoryTransport(forum))
    asyncio.run(run_job(job))
    asked = [path for path in forum.asked if path != "/robots.txt"]
    shown = {forum.copies.get(path, path) for path in asked} & set(forum.kinds)
    assert set(forum.kinds) - shown == set()
    assert len(asked) - len(shown) <= MOST_NEEDLESS
    with weft.open_archive(tmp_path / "a") as archive:
        posts = [row.post for row in archive.posts()]
    found = Counter((post.author, post.time, letters(post.own_text)) for post in posts)
    assert found == Counter((name, time, letters(text)) for name, time, text in forum.said)
