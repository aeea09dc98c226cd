"""The structural simulation and the whole program over HTML, with the same forum and the same budget, agree."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from statistics import fmean

import weft
from keeping import SETTINGS, copy_archive, site_of
from weft.api import RefreshJob, run_refresh
from weft.clock import VirtualClock
from weft.evaluate import RefreshBench, RefreshSetting
from weft.refresh import make_policy
from weft.simulate import Moments, PageSize, SimulatedTransport, Site, pulse_of_model

DAYS, PER_DAY = 5, 70


def delays_over_html(site: Site, begin: datetime, folder: Path) -> list[float]:
    """Watch, and take what the archive says of when it first saw each post."""
    clock = VirtualClock(begin)
    transport = SimulatedTransport(site, Moments(begin, speed=1.0, clock=clock), clock=clock)
    limit = DAYS * PER_DAY
    watch = RefreshJob(folder, SETTINGS, per_day=PER_DAY, limit=limit, watch=True, transport=transport, clock=clock)
    asyncio.run(run_refresh(watch))
    with weft.open_archive(folder) as archive:
        rows = [row for row in archive.posts() if row.first_seen > begin]
    times = {str(post.id): post.time for thread in site.threads(clock.now()) for post in thread.posts}
    return [(row.first_seen - times[row.post.id]).total_seconds() for row in rows if times[row.post.id] > begin]


def test_both_simulations_tell_the_same(tmp_path: Path):
    """As many posts come in, and the mean delays are alike (the HTML has a box of new threads, the records none)."""
    site = site_of("lively")
    begin = site.model.end - timedelta(days=DAYS)
    over_html = delays_over_html(site, begin, copy_archive("lively", DAYS, tmp_path))
    setting = RefreshSetting(begin.timestamp(), site.model.end.timestamp(), PER_DAY, warm=True)
    pulse = pulse_of_model(site.model, PageSize(posts=15, rows=20))
    structural = RefreshBench(make_policy("weft", PER_DAY), pulse, setting).run().fetched.delay.tolist()
    assert abs(len(over_html) - len(structural)) <= 0.1 * len(structural)
    assert 1 / 2 < fmean(over_html) / fmean(structural) < 2
