"""Whole crawls of forums as real ones are dressed, drawn at random: everything is found, each post as it was said."""

from __future__ import annotations

from pathlib import Path

import pytest

from dressed_crawl import crawl_dressed
from dressed_forum import DressedForum

SEEDS = (1, 15, 16, 19, 20, 42, 48, 67, 107, 147)
INSIDE = (
    (2, "/users/petra/"),
    (38, "/topic/silver-castle-best-petrol-301x/page/3/"),
    (68, "/winter-window-piston-strange-after-letter-t187.html"),
)
MOST_NEEDLESS = 14  # requests, of one to five hundred


@pytest.mark.parametrize(("seed", "start"), [*((seed, "/") for seed in SEEDS), *INSIDE])
def test_a_dressed_forum_is_archived_whole(seed: int, start: str, tmp_path: Path):
    """Whatever is around lists and posts, and however many addresses a page has: each page, each post, little else."""
    outcome = crawl_dressed(DressedForum(seed), start, tmp_path / "a")
    assert outcome.missing == set()
    assert len(outcome.needless) <= MOST_NEEDLESS
    assert not outcome.lost
    assert not outcome.strange
