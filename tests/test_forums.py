"""Whole crawls of servers written by what packages and well-known sites show, from their entries."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from forums.site import crawl

# Each guards something; the others are for `-m forums`.
FORUMS = (
    "gnuboard",
    "jive",
    "kareha",
    "mwforum",
    "myupb",
    "nichan",
    "phpwind",
    "rhymix",
    "tildes",
    "vichan",
    "wbblite",
)
MOST_NEEDLESS = 20
# needless: the last page of each longer thread has two addresses that nothing tells for one
MORE = {"myupb": 50, "rhymix": 50}
WITHIN = (
    ("gnuboard", 1, "/bbs/board.php?bo_table=talk"),  # boards are named by menus only, openings hold their answers
    ("gnuboard", 2, "/bbs/board.php?bo_table=free&wr_id=393"),  # below short threads stand the lists they are in
    ("rhymix", 2, "/free/333?page=1"),  # words of a menu are boards, addresses tell the page of a list that led there
    ("forumotion", 1, "/f9-so-science"),  # letters mark the numbers before names: `/t12p15-title`
    # a board of short threads and its orders, which are no boards; "Next" and "Last" turn long ones
    ("zendesk", 1, "/hc/en-us/community/topics/360000100333-So-Science"),
    ("zendesk", 3, "/hc/en-us/community/topics/360000100074-Him?page=2"),  # nothing seen leads to its plain address
    ("mwforum", 1, "/board_show.pl?bid=9"),  # lists are asked for while it is learned again, in vain
)


@pytest.mark.parametrize("name", FORUMS)
def test_a_forum_is_archived_whole(name: str, tmp_path: Path):
    """Each page of a list and a thread, each post with its author, time and own words, and little else."""
    site = import_module(f"forums.{name}").make(1)
    score = crawl(site, next(path for path, kind in site.kinds.items() if kind == "entry"), tmp_path / "a")
    assert score.missing == ()
    assert len(score.needless) <= MORE.get(name, MOST_NEEDLESS)
    assert not score.lost
    assert not score.strange


@pytest.mark.parametrize(("name", "seed", "start"), WITHIN)
def test_a_forum_is_archived_whole_from_within(name: str, seed: int, start: str, tmp_path: Path):
    """Begun at a page that is not its entry; a front page above the folder begun in is not needed."""
    site = import_module(f"forums.{name}").make(seed)
    score = crawl(site, start, tmp_path / "a")
    assert [path for path in score.missing if path != "/"] == []
    assert len(score.needless) <= MORE.get(name, MOST_NEEDLESS)
    assert not score.lost
    assert not score.strange
