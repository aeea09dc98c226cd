"""Whole crawls of servers written by what packages and well-known sites show, from their entries."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from forums.site import crawl

FORUMS = ("kareha", "nichan", "tildes", "vichan", "wbblite")  # each guards something; the others are for `-m forums`
MOST_NEEDLESS = 20


@pytest.mark.parametrize("name", FORUMS)
def test_a_forum_is_archived_whole(name: str, tmp_path: Path):
    """Each page of a list and a thread, each post with its author, time and own words, and little else."""
    site = import_module(f"forums.{name}").make(1)
    score = crawl(site, next(path for path, kind in site.kinds.items() if kind == "entry"), tmp_path / "a")
    assert score.missing == ()
    assert len(score.needless) <= MOST_NEEDLESS
    assert not score.lost
    assert not score.strange
