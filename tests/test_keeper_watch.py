"""A watch goes on for days: nothing is missed across restarts, failures and sites that lie; changes are noticed."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from keeping import FATES, SETTINGS, Shaky, copy_archive, held_ids, site_of, true_ids
from weft.api import RefreshJob, run_refresh
from weft.clock import VirtualClock
from weft.simulate import Moments, SimulatedTransport, Tags


def test_watching_across_restarts_misses_nothing_and_keeps_to_the_budget(tmp_path: Path):
    """Two days of a forum's life in three parts: each post once, no day with more requests than allowed."""
    site, folder = site_of("lively"), copy_archive("lively", 5, tmp_path)
    clock = VirtualClock(site.model.end - timedelta(days=2))
    requests: Counter[int] = Counter()
    for _ in range(3):
        transport = SimulatedTransport(site, Moments(clock.now(), speed=1.0, clock=clock), clock=clock)
        job = RefreshJob(folder, SETTINGS, per_day=60, limit=40, watch=True, transport=transport, clock=clock)
        asyncio.run(run_refresh(job))
        requests.update(int(visit.seconds // 86400) for visit in transport.log)
    held = held_ids(folder)
    assert len(held) == len(set(held))
    assert set(true_ids(site, timedelta(hours=8))) <= set(held)
    assert max(requests.values()) <= 60


@pytest.mark.parametrize("tags", [Tags.TRUE, Tags.LYING])
def test_answers_not_modified_cost_no_post(tags: Tags, tmp_path: Path):
    """A site that answers 304 truly is asked so all the time; one that lies is found out, and misses nothing."""
    site, folder = site_of("lively"), copy_archive("lively", 5, tmp_path)
    clock = VirtualClock(site.model.end - timedelta(days=2))
    transport = SimulatedTransport(site, Moments(clock.now(), speed=1.0, clock=clock), clock=clock, tags=tags)
    job = RefreshJob(folder, SETTINGS, per_day=60, limit=120, watch=True, transport=transport, clock=clock)
    result = asyncio.run(run_refresh(job))
    assert set(true_ids(site, timedelta(hours=8))) <= set(held_ids(folder))
    unmodified = sum(visit.status == 304 for visit in transport.log)
    assert result.freshness.unmodified == unmodified
    assert unmodified > 0
    late = {visit.status for visit in transport.log[80:]}
    assert late == ({200, 304} if tags is Tags.TRUE else {200})


def test_edits_and_deletions_are_noticed_and_nothing_else_is_called_gone(tmp_path: Path):
    """With requests to spare every thread is looked at twice, also where the site answers 304."""
    site, folder = site_of("fading"), copy_archive("fading", 5, tmp_path)
    begin, end = site.model.end - timedelta(days=5), site.model.end
    clock = VirtualClock(end)
    for _ in range(2):
        transport = SimulatedTransport(site, end, clock=clock, tags=Tags.TRUE)
        job = RefreshJob(folder, SETTINGS, limit=120, transport=transport, clock=clock)
        asyncio.run(run_refresh(job))
        clock.advance(3600.0)
    with weft.open_archive(folder) as archive:
        rows = {int(row.post.id): row for row in archive.posts()}
    posts = {id_: site.model.find_post(id_) for id_ in rows}
    deleted = {id_: FATES.delete_time(site.model, post) for id_, post in posts.items()}
    gone = {id_ for id_, row in rows.items() if row.gone is not None}
    wanted = {id_ for id_, moment in deleted.items() if moment is not None and begin < moment <= end}
    assert gone <= wanted
    assert len(gone) >= len(wanted) / 2  # earlier pages of threads are looked at less often than last ones
    edited = {id_ for id_, post in posts.items() if begin < (FATES.edit_time(site.model, post) or begin) <= end}
    seen = {id_ for id_ in edited - gone if rows[id_].first_seen < end}
    changed = {id_ for id_, row in rows.items() if row.version > 1}
    assert changed - gone <= seen
    assert len(changed - gone) >= len(seen) / 2 > 0


def test_a_page_that_could_not_be_had_the_first_time_is_not_lost(tmp_path: Path):
    """New pages of threads are asked for again after a failure, until they are there."""
    site, folder = site_of("lively"), copy_archive("lively", 5, tmp_path)
    settings = dataclasses.replace(SETTINGS, fetch=dataclasses.replace(SETTINGS.fetch, retries=0))
    clock = VirtualClock(site.model.end)
    transport = Shaky(SimulatedTransport(site, site.model.end, clock=clock))
    job = RefreshJob(folder, settings, per_day=500, limit=150, watch=True, transport=transport, clock=clock)
    result = asyncio.run(run_refresh(job))
    assert result.freshness.failed > 30
    assert sorted(held_ids(folder)) == sorted(true_ids(site))
