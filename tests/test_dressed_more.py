"""Whole crawls of dressed forums with further nuisances, from the entry and from inner pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from dressed_crawl import crawl_dressed
from dressed_more import DressedMore

SEEDS = (5, 13, 14, 26, 34, 37, 44, 45, 51, 60)  # with those below they have every extra, size, language and look
SMALL = (
    0,  # posts are pairs of elements, with many links each
    19,  # three openings in boxes apart, one of them shown on each page
    24,  # most threads are an opening in a box apart
    602,  # boards in categories of three, below a long list of the newest threads
    725,  # two boards, in two rows that may be one, and in a menu on all pages
    32,  # an archive view looks more like a forum than the forum does
    447,  # the only short thread, alone in its board: nothing tells that its name is one
    492,  # a line with the clock is all that pages of people have to read
    801,  # openings in a box apart, and nearly all pages that come first are further ones
    959,  # links to last posts show the last page of a thread, and were seen of its only page while learning
    915,  # only words turn pages ("Next"), and the first page of each thread has a number of its own, 0
    951,  # boards named by words in rows of the entry that say more, which is taken for a post, and in a menu
    117,  # boards of one thread with an excerpt, and a menu of boards on all pages
    195,  # short threads, which are known for some only until a further page of one turns up, which looks like it
)
INSIDE = (4, 8, 12, 21, 23, 43, 46, 58, 678)  # 678: all posts have links, whose numbers differ
MOST_NEEDLESS = 14  # requests, of ten to three hundred
MOST_NEEDLESS_INSIDE = 20  # the way to the entry has to be found too


def check_archived_whole(forum: DressedMore, start: str, folder: Path, most_needless: int) -> None:
    outcome = crawl_dressed(forum, start, folder)
    assert outcome.missing == set()
    assert len(outcome.needless) <= most_needless
    assert not outcome.lost
    assert not outcome.strange


@pytest.mark.parametrize("seed", SEEDS + SMALL)
def test_a_forum_with_nuisances_is_archived_whole(seed: int, tmp_path: Path):
    """Other views of the same threads, poor markup, few threads: each page, each post, little else."""
    check_archived_whole(DressedMore(seed), "/", tmp_path / "a", MOST_NEEDLESS)


@pytest.mark.parametrize("seed", INSIDE)
def test_a_forum_with_nuisances_is_archived_whole_from_within(seed: int, tmp_path: Path):
    """The same begun at a page of a list, a thread or a person."""
    forum = DressedMore(seed)
    check_archived_whole(forum, forum.inner_page(), tmp_path / "a", MOST_NEEDLESS_INSIDE)
