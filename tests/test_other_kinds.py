"""Whole crawls of questions, journals, letters, guestbooks and posts between rules, drawn at random."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from other_kinds import HOST, OtherKind
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
KINDS = ("questions", "journal", "letters", "guestbook", "rules")
MOST_NEEDLESS = 12  # requests


@pytest.mark.parametrize(
    ("kind", "seed"),
    [*((kind, seed) for kind in KINDS for seed in (1, 2, 4)), ("journal", 202), ("journal", 207), ("journal", 224)],
)
def test_any_kind_of_site_with_posts_is_archived_whole(kind: str, seed: int, tmp_path: Path):
    """However it is written: each page of a list or of posts, each post as it was said."""
    site = OtherKind(kind, seed)
    job = CrawlJob(HOST + site.start, tmp_path / "a", SETTINGS, transport=MemoryTransport(site))
    asyncio.run(run_job(job))
    assert site.wanted - set(site.asked) == set()
    assert len(site.asked) - len(site.wanted) <= MOST_NEEDLESS
    with weft.open_archive(tmp_path / "a") as archive:
        found = sorted((row.post.author, row.post.time, row.post.text) for row in archive.posts())
    assert found == sorted(site.said)
