"""Simulated forums: how they grow, and how they look at any moment of their life."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import unescape

import numpy as np
import pytest

from bare_site import AT, get, links_of, make_site, walk, wanted_url
from weft.clock import VirtualClock
from weft.errors import UsageError
from weft.simulate import LOCALES, ForumModel, Kind, Moments, TruthKind


def test_threads_grow_like_the_measured_forum():
    """Sizes, life spans and silences of 5,000 threads are those measured on a real forum, within small tolerances."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    sizes = np.diff(model.first)
    inner = np.ones(model.posts - 1, dtype=bool)
    inner[model.first[1:-1] - 1] = False
    gaps = np.diff(model.times)[inner] / 3600
    spans = (model.times[model.first[1:] - 1] - model.times[model.first[:-1]]) / 86400
    longest = np.array(
        [np.diff(model.times[a:b]).max(initial=0) for a, b in zip(model.first, model.first[1:], strict=False)]
    )
    assert np.median(sizes) == 4
    assert 6.5 <= sizes.mean() <= 8.2
    assert 200 <= sizes.max() <= 437
    assert 0.45 <= (spans < 1).mean() <= 0.54
    assert 0.63 <= (spans < 3).mean() <= 0.73
    assert 1.9 <= np.median(gaps) <= 2.7
    assert 38 <= np.percentile(gaps, 90) <= 57
    assert 0.08 <= (longest > 30 * 86400).mean() <= 0.13
    assert (np.diff(model.times)[inner] > 0).all()


def test_forums_sleep_at_night_and_on_sundays():
    """Posts follow the measured rhythm of day and week."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    hours = np.bincount(model.times // 3600 % 24, minlength=24)
    days = np.bincount((model.times // 86400 + 3) % 7, minlength=7)
    assert 1.8 <= hours[14] / hours[4] <= 2.8
    assert 1.2 <= days[2] / days[6] <= 1.7


def test_few_users_and_boards_have_most_of_it():
    """The busiest tenth of the users writes more than half of the posts; the largest board leads clearly."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    written = np.sort(np.bincount(model.authors, minlength=model.users + 1)[1:])[::-1]
    assert written[: model.users // 10].sum() > 0.5 * model.posts
    boards = np.sort(np.bincount(model.board_of)[1:])[::-1]
    assert boards[0] > 4 * np.median(boards)
    assert boards[-1] >= 1


def test_boards_are_nested_up_to_three_levels():
    """A forum's boards have categories, and sub-boards of sub-boards."""
    boards = ForumModel(locale=LOCALES["en"], threads=5000, seed=3).boards
    assert {board.level for board in boards} == {1, 2, 3}
    assert all(boards[board.parent - 1].level == board.level - 1 for board in boards if board.parent)
    assert len({board.category for board in boards}) > 1


def test_the_same_seed_gives_the_same_forum():
    """Two models of one seed agree in every time and text, two of different seeds do not."""
    one, two, other = (ForumModel(locale=LOCALES["en"], threads=50, seed=seed) for seed in (1, 1, 2))
    assert (one.times == two.times).all()
    assert one.prose.body(7) == two.prose.body(7)
    assert one.prose.title(7) != other.prose.title(7)


def test_impossible_forums_are_refused():
    """A forum without threads, or that ends before it starts, is a usage error."""
    with pytest.raises(UsageError, match="threads"):
        ForumModel(locale=LOCALES["en"], threads=0)
    with pytest.raises(UsageError, match="months"):
        make_site("months", kind=Kind.FORUM)


def test_a_site_can_be_seen_at_any_moment():
    """Posts written later are not there yet, threads opened later are missing, and counts are as of then."""
    site, early = make_site(threads=120), datetime(2022, 9, 1, tzinfo=UTC)
    assert site.wanted_keys(early) < site.wanted_keys(AT)
    assert walk(site, early).keys() == site.wanted_keys(early)
    times = [post.time for thread in site.threads(early) for post in thread.posts]
    assert max(times) <= early
    assert len(times) == site.model.visible(early)
    late = wanted_url(site, "thread:120:p1")
    assert get(site, late, early).status == 404


def test_boards_list_the_newest_thread_first():
    """The order of a board's list is that of the last posts, as of the moment it is seen."""
    site = make_site(traits=frozenset(), threads=120)
    board = int(np.bincount(site.model.board_of).argmax())
    url, early = wanted_url(site, f"board:{board}:p1"), datetime(2022, 9, 1, tzinfo=UTC)
    for at in (early, AT):
        newest = {
            thread.id: max(post.time for post in thread.posts) for thread in site.threads(at) if thread.board == board
        }
        normal = [t for t in newest if not site.model.sticky[t]]
        keys = dict.fromkeys(site.truth(link, at).list for link in links_of(site, url, at))
        listed = [int(key.partition(":")[2]) for key in keys if key and key.startswith("thread")]
        expected = sorted(normal, key=newest.__getitem__, reverse=True)
        assert [t for t in listed if t in normal][:10] == expected[:10]


def test_the_pages_of_a_board_list_each_of_its_threads_once():
    """Nothing falls between two pages of a list, and nothing stands on both."""
    site, listed = make_site(traits=frozenset(), threads=120), []
    for url, truth in site.all_truth(AT):
        if truth.kind is TruthKind.INDEX:
            found = {site.truth(link, AT).list for link in links_of(site, url)}
            threads = [int(owner.partition(":")[2]) for owner in found if owner and owner.startswith("thread")]
            # rows of sub-boards show threads too, but of other boards
            listed += [thread for thread in threads if f"board:{site.model.thread(thread).board}" == truth.list]
    assert sorted(listed) == list(range(1, 121))


def test_moments_move_as_fast_as_asked():
    """A moving site lives `speed` times as fast as the clock; a fixed one stands still."""
    clock = VirtualClock()
    moving, fixed = Moments(AT, speed=60, clock=clock), Moments(AT, clock=clock)
    clock.advance(10)
    assert moving.now() == AT + timedelta(minutes=10)
    assert fixed.now() == AT


def test_threads_are_told_as_an_export_should_have_them():
    """Every true post has author, time, text, page, and names the post it answers by id."""
    site = make_site("questions")
    thread = max(site.threads(AT), key=lambda thread: len(thread.posts))
    assert [post.page for post in thread.posts] == sorted(post.page for post in thread.posts)
    ids = {post.id for post in thread.posts}
    assert all(post.reply_to in ids for post in thread.posts[1:])
    page = unescape(get(site, thread.url).body.decode())
    assert all(sentence in page for sentence in thread.posts[0].text.split("\n\n")[0].split(". ")[:1])
    assert all(post.author in page for post in thread.posts if post.page == 1)
