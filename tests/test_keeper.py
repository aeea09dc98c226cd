"""Keeping fresh: what was written since the crawl comes in, with few requests, within the budget, across restarts."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from weft.api import CrawlJob, Refreshed, RefreshJob, run_job, run_refresh
from weft.clock import VirtualClock
from weft.config import Settings
from weft.errors import UsageError
from weft.page import Post
from weft.simulate import Moments, SimulatedTransport, Site, make_site
from weft.store import open_archive

BASE = Settings()
SETTINGS = dataclasses.replace(BASE, fetch=dataclasses.replace(BASE.fetch, delay=timedelta(0), concurrency=4))


def crawl_at(site: Site, folder: Path, before_end: timedelta) -> None:
    at = site.model.end - before_end
    job = CrawlJob(site.entry_url, folder, SETTINGS, transport=SimulatedTransport(site, at), clock=VirtualClock(at))
    asyncio.run(run_job(job))


def refresh(site: Site, folder: Path, **options: object) -> tuple[Refreshed, SimulatedTransport]:
    transport = SimulatedTransport(site, site.model.end)
    job = RefreshJob(folder, SETTINGS, transport=transport, clock=VirtualClock(site.model.end), **options)
    return asyncio.run(run_refresh(job)), transport


def held_ids(folder: Path) -> list[str]:
    with weft.open_archive(folder) as archive:
        return [row.post.id for row in archive.posts()]


def true_ids(site: Site) -> list[str]:
    return [str(post.id) for thread in site.threads(site.model.end) for post in thread.posts]


@pytest.mark.parametrize("skin", ["ledger", "papers", "journal"])
def test_one_pass_brings_what_is_new(skin: str, tmp_path: Path):
    """All of it, with a request for the entry, one for each board and thread that has news."""
    site = make_site(skin, threads=40)
    crawl_at(site, tmp_path / "a", timedelta(days=60))
    before = len(held_ids(tmp_path / "a"))
    assert before < len(true_ids(site))
    news: list[Post] = []
    result, transport = refresh(site, tmp_path / "a", on_news=lambda _thread, post: news.append(post))
    assert sorted(held_ids(tmp_path / "a")) == sorted(true_ids(site))
    assert result.freshness.new_posts == len(true_ids(site)) - before == len(news)
    assert len(transport.log) <= 30


def test_a_second_pass_finds_nothing(tmp_path: Path):
    """And says so."""
    site = make_site("ledger", threads=30)
    crawl_at(site, tmp_path / "a", timedelta(days=60))
    refresh(site, tmp_path / "a")
    again, _ = refresh(site, tmp_path / "a")
    fresh = again.freshness
    assert (fresh.new_posts, fresh.changed, fresh.gone, fresh.failed) == (0, 0, 0, 0)


def test_a_limit_is_kept(tmp_path: Path):
    """So many requests and no more, robots.txt apart."""
    site = make_site("ledger", threads=30)
    crawl_at(site, tmp_path / "a", timedelta(days=60))
    result, transport = refresh(site, tmp_path / "a", limit=3)
    assert result.freshness.requests == 3
    assert len(transport.log) <= 4


def test_watching_across_restarts_misses_nothing_and_keeps_to_the_budget(tmp_path: Path):
    """Two days of a forum's life in three parts: each post once, no day with more requests than allowed."""
    site = make_site("papers", threads=150)
    crawl_at(site, tmp_path / "a", timedelta(days=2))
    clock = VirtualClock(site.model.end - timedelta(days=2))
    requests: Counter[int] = Counter()
    for _ in range(3):
        transport = SimulatedTransport(site, Moments(clock.now(), speed=1.0, clock=clock), clock=clock)
        job = RefreshJob(tmp_path / "a", SETTINGS, per_day=100, limit=65, watch=True, transport=transport, clock=clock)
        asyncio.run(run_refresh(job))
        requests.update(int(visit.seconds // 86400) for visit in transport.log)
    held = held_ids(tmp_path / "a")
    known = {str(p.id) for t in site.threads(clock.now() - timedelta(hours=3)) for p in t.posts}
    assert len(held) == len(set(held))
    assert known <= set(held)
    assert max(requests.values()) <= 100


def test_an_archive_without_a_crawl_is_told_what_to_do(tmp_path: Path):
    """One sentence."""
    open_archive(tmp_path / "a").close()
    with pytest.raises(UsageError, match="holds no crawl yet"):
        asyncio.run(run_refresh(RefreshJob(tmp_path / "a", SETTINGS)))
