"""Whole crawls of forums in plain markup, drawn at random: everything is found, nothing is missed in the posts."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from plain_forum import HOST, PlainForum
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
INSIDE = ((102, "/t106.html"), (111, "/t119.html"), (154, "/t131-2.html"), (155, "/read/3/144"))
MOST_NEEDLESS = 12  # requests, of one to three hundred


@pytest.mark.parametrize(
    ("seed", "start"),
    [*((seed, "/") for seed in (*range(8), 16, 29, 47, 59, 65)), *INSIDE],
)
def test_a_forum_in_plain_markup_is_archived_whole(seed: int, start: str, tmp_path: Path):
    """However its pages and addresses are written: each page of a list or a thread once, each post as it was said."""
    forum = PlainForum(seed)
    job = CrawlJob(HOST + start, tmp_path / "a", SETTINGS, transport=MemoryTransport(forum))
    asyncio.run(run_job(job))
    assert set(forum.kinds) - set(forum.asked) == set()
    assert len(forum.asked) - len(forum.kinds) <= MOST_NEEDLESS
    with weft.open_archive(tmp_path / "a") as archive:
        found = sorted((row.post.author, row.post.time, row.post.text) for row in archive.posts())
    assert found == sorted(
        (said.name, said.time, said.text) for thread in forum.threads.values() for said in thread.posts
    )
