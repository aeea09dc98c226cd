"""Keeping fresh: one pass brings what was written since the crawl, with few requests, within the budget."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from keeping import SETTINGS, Shaky, copy_archive, held_ids, site_of, true_ids
from weft.api import Refreshed, RefreshJob, run_refresh
from weft.cli import make_app
from weft.clock import VirtualClock
from weft.crawl import read_freshness
from weft.errors import UsageError
from weft.page import Post
from weft.simulate import SimulatedTransport, Site
from weft.store import open_archive


def refresh(site: Site, folder: Path, **options: object) -> tuple[Refreshed, SimulatedTransport]:
    transport = SimulatedTransport(site, site.model.end)
    job = RefreshJob(folder, SETTINGS, transport=transport, clock=VirtualClock(site.model.end), **options)
    return asyncio.run(run_refresh(job)), transport


@pytest.mark.parametrize(("name", "days"), [("lively", 5), ("journal", 60)])
def test_one_pass_brings_what_is_new(name: str, days: int, tmp_path: Path):
    """All of it, with a request for the entry, one for each board and thread that has news."""
    site, folder = site_of(name), copy_archive(name, days, tmp_path)
    before = len(held_ids(folder))
    assert before < len(true_ids(site))
    news: list[Post] = []
    result, transport = refresh(site, folder, on_news=lambda _thread, post: news.append(post))
    assert sorted(held_ids(folder)) == sorted(true_ids(site))
    assert result.freshness.new_posts == len(true_ids(site)) - before == len(news)
    assert len(transport.log) <= 80 if name == "lively" else 30


def test_a_second_pass_finds_nothing(tmp_path: Path):
    """And says so."""
    site, folder = site_of("lively"), copy_archive("lively", 5, tmp_path)
    refresh(site, folder)
    again, _ = refresh(site, folder)
    fresh = again.freshness
    assert (fresh.new_posts, fresh.changed, fresh.gone, fresh.failed) == (0, 0, 0, 0)


def test_a_limit_is_kept(tmp_path: Path):
    """So many requests and no more, robots.txt apart."""
    result, transport = refresh(site_of("lively"), copy_archive("lively", 5, tmp_path), limit=3)
    assert result.freshness.requests == 3
    assert len(transport.log) <= 4


def test_tries_again_count_against_the_budget(tmp_path: Path):
    """What goes over the wire counts, not what comes back."""
    site = site_of("lively")
    clock = VirtualClock(site.model.end)
    transport = Shaky(SimulatedTransport(site, site.model.end, clock=clock))
    folder = copy_archive("lively", 5, tmp_path)
    job = RefreshJob(folder, SETTINGS, per_day=20, transport=transport, clock=clock)
    result = asyncio.run(run_refresh(job))
    assert transport.sent == 20
    assert result.freshness.requests < 20


def test_status_tells_how_fresh_an_archive_is(tmp_path: Path):
    """When, by which policy, what it brought, what of the budget is left; none before the first refresh."""
    site, folder = site_of("lively"), copy_archive("lively", 5, tmp_path)
    run, app = CliRunner(), make_app("status", "learn")
    before = json.loads(run.invoke(app, ["status", str(folder), "--json"]).stdout)
    assert before["freshness"] is None
    result, transport = refresh(site, folder, per_day=900)
    told = json.loads(run.invoke(app, ["status", str(folder), "--json"]).stdout)["freshness"]
    assert (told["policy"], told["new_posts"], told["budget_a_day"]) == ("weft", result.freshness.new_posts, 900)
    assert told["requests"] == result.freshness.requests
    assert told["lists_due"] <= 1  # of some forty that were told to have changed
    assert told["mean_delay_seconds"] > 3600
    archive = open_archive(folder, create=False, read_only=True)
    assert read_freshness(archive, site.model.end)["requests_today"] == len(transport.log)
    archive.close()
    shown = run.invoke(app, ["status", str(folder)]).stdout
    assert "Last refreshed" in shown
    assert f"{result.freshness.new_posts} new posts" in shown


def test_an_archive_without_a_crawl_is_told_what_to_do(tmp_path: Path):
    """One sentence."""
    open_archive(tmp_path / "a").close()
    with pytest.raises(UsageError, match="holds no crawl yet"):
        asyncio.run(run_refresh(RefreshJob(tmp_path / "a", SETTINGS)))
