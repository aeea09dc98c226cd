"""Whole crawls of small forums with one oddity each."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import odd_forums
from forums.site import SETTINGS, crawl
from weft.api import CrawlJob, run_job
from weft.crawl import Ending
from weft.fetch import MemoryTransport


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_called_as_if_it_reported_something_is_read(seed: int, tmp_path: Path):
    """`p` is a page there, and no post."""
    score = crawl(odd_forums.trips(seed), "/", tmp_path / "a")
    assert score.is_right
    assert len(score.needless) <= 8


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_people_written_as_threads_are_stay_people(seed: int, tmp_path: Path):
    """A menu names boards by words that stand before numbers, and people, too."""
    score = crawl(odd_forums.kinds(seed), "/", tmp_path / "a")
    assert score.missing == ()
    assert not score.strange
    assert len(score.needless) <= 8


def test_a_plan_can_be_read_again_where_numbered_lists_have_numbered_remarks(tmp_path: Path):
    """The address of a part shows its last page: the plan knows no other for the first."""
    site = odd_forums.parts(1)
    crawl(site, "/", tmp_path / "a")
    report = asyncio.run(run_job(CrawlJob(site.host + "/", tmp_path / "a", SETTINGS, transport=MemoryTransport(site))))
    assert report.ending is Ending.DONE


@pytest.mark.parametrize("seed", [1, 2])
def test_what_stands_beside_one_board_is_no_board(seed: int, tmp_path: Path):
    """Pages of the site's own, named on every page beside the board one is in."""
    score = crawl(odd_forums.bar(seed), "/", tmp_path / "a")
    assert score.is_right
    assert score.needless == ()
