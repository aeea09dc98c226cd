"""The structural simulation: it shows what the pages of the same forum would show, and no more."""

from __future__ import annotations

import lzma
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.errors import UsageError
from weft.simulate import (
    Candour,
    Order,
    PageSize,
    Pulse,
    PulseSite,
    Times,
    draw_paper_forums,
    draw_pulse,
    load_growth,
    make_site,
    pulse_of_model,
)

START = datetime(2020, 1, 6, tzinfo=UTC)
HOUR = 3600.0


def small_pulse(**changes: object) -> Pulse:
    """Three threads in two boards: a (board 0): hours 0, 5; b (board 1): hour 1; c (board 0): hours 2, 3."""
    hours = [0.0, 5.0, 1.0, 2.0, 3.0]
    given_ = {"parents": (-1, -1), "size": PageSize(posts=2, rows=1)} | changes
    return Pulse("small", np.array([0, 2, 3, 5]), np.array(hours) * HOUR, np.array([0, 1, 0]), **given_)


def shown(site: PulseSite, name: str, now: float, number: int = 1) -> list[str]:
    page = site.ask(name, number, now)
    assert page is not None
    assert page.index is not None
    return [row.url for row in page.index.threads]


def test_a_reply_moves_its_thread_up():
    """A board shows the thread with the newest post first, page after page."""
    site = PulseSite(small_pulse())
    site.advance(4 * HOUR)
    assert [shown(site, "b0", 4 * HOUR, number) for number in (1, 2)] == [["t2"], ["t0"]]
    assert list(site.advance(6 * HOUR)) == [4]
    assert [shown(site, "b0", 6 * HOUR, number) for number in (1, 2)] == [["t0"], ["t2"]]


def test_where_openings_order_a_reply_moves_nothing():
    """A board in order of opening shows the youngest thread first, whatever is replied."""
    site = PulseSite(small_pulse(), Candour(order=Order.OPENING))
    site.advance(6 * HOUR)
    assert [shown(site, "b0", 6 * HOUR, number) for number in (1, 2)] == [["t2"], ["t0"]]


def test_nothing_is_shown_before_it_is_written():
    """Pages that are not there yet are not answered; a thread grows page by page."""
    site = PulseSite(small_pulse())
    site.advance(2.5 * HOUR)
    assert site.ask("t2", 1, 2.5 * HOUR).times == (2 * HOUR,)
    assert site.ask("t2", 2, 2.5 * HOUR) is None
    assert site.ask("b0", 9, 2.5 * HOUR) is None
    assert site.ask("recent", 1, 2.5 * HOUR) is None


def test_the_entry_tells_posts_and_last_post_of_each_board():
    """The entry page has a row a board; a sub-board's row stands on the page of the board above."""
    site = PulseSite(small_pulse(parents=(-1, 0)))
    site.advance(4 * HOUR)
    (row,) = site.ask("entry", 1, 4 * HOUR).index.boards
    assert (row.url, row.threads, row.posts, row.last_time.timestamp()) == ("b0", 2, 3, 3 * HOUR)
    (below,) = site.ask("b0", 1, 4 * HOUR).index.boards
    assert (below.url, below.posts) == ("b1", 1)


@pytest.mark.parametrize(
    ("candour", "replies", "last"),
    [
        (Candour(), 1, 5 * HOUR),
        (Candour(counts=False), None, 5 * HOUR),
        (Candour(times=Times.HIDDEN), 1, None),
        (Candour(times=Times.OPENING), 1, 0.0),
        (Candour(times=Times.RELATIVE), 1, 5.5 * HOUR - 30 * 60),
        (Candour(times=Times.DATE), 1, 0.0),
        (Candour(rows=False), None, None),
    ],
)
def test_rows_hide_what_they_are_told_to(candour: Candour, replies: int | None, last: float | None):
    """Each kind of silence takes just its figure out of the rows; an age is read as an age is."""
    site = PulseSite(small_pulse(), candour)
    now = 5.5 * HOUR
    site.advance(now)
    (row,) = site.ask("b0", 1, now).index.threads
    assert row.url == "t0"
    assert row.replies == replies
    assert (None if row.last_time is None else row.last_time.timestamp()) == last


def test_sticky_threads_stay_on_top():
    """A sticky thread is the first row of its board from its first post on."""
    site = PulseSite(small_pulse(sticky=(2,)))
    site.advance(6 * HOUR)
    page = site.ask("b0", 1, 6 * HOUR)
    assert [(row.url, row.sticky) for row in page.index.threads] == [("t2", True)]
    assert shown(site, "b0", 6 * HOUR, 2) == ["t0"]


def test_a_stale_entry_is_made_anew_when_its_time_is_up():
    """A cached front page tells of a post when it is made anew, not before."""
    site = PulseSite(small_pulse(), Candour(stale=2 * HOUR))
    site.advance(2.5 * HOUR)
    before = site.ask("entry", 1, 2.5 * HOUR)
    site.advance(3.5 * HOUR)
    assert site.ask("entry", 1, 3.5 * HOUR) is before
    assert site.ask("entry", 1, 4.6 * HOUR).index.boards[0].posts == 3


def test_the_page_of_recent_posts_has_every_thread_once():
    """Threads of all boards, newest post first."""
    site = PulseSite(small_pulse(size=PageSize(posts=2, rows=5)), Candour(recent=True))
    site.advance(4 * HOUR)
    assert shown(site, "recent", 4 * HOUR) == ["t2", "t1", "t0"]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 99), st.floats(0.05, 1.0))
def test_boards_are_ordered_as_their_posts_say(seed: int, share: float):
    """At any moment of any forum, the pages of a board together are its threads by last post."""
    pulse = draw_pulse("drawn", seed=seed, threads=60, boards=3, start=START, end=START + timedelta(days=40))
    now = pulse.begin + share * (pulse.end - pulse.begin)
    site = PulseSite(pulse)
    site.advance(now)
    lasts: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for thread in range(pulse.threads):
        times = pulse.times[pulse.first[thread] : pulse.first[thread + 1]]
        if written := [time for time in times if time <= now]:
            lasts[int(pulse.board_of[thread])].append((max(written), f"t{thread}"))
    for board, rows in lasts.items():
        pages = site.ask(f"b{board}", 1, now).pages
        listed = [row for number in range(1, pages + 1) for row in site.ask(f"b{board}", number, now).index.threads]
        assert sorted(row.url for row in listed) == sorted(name for _, name in rows)
        times = [row.last_time.timestamp() for row in listed if not row.sticky]
        assert times == sorted(times, reverse=True)


def test_it_shows_the_posts_that_the_pages_show():
    """The records are those of the HTML of the same model: the same posts on the same pages of the same threads."""
    html = make_site("oldtable", threads=60)
    at = html.model.end - timedelta(days=30)
    truth = {(item.list, item.page): item for _, item in html.all_truth(at) if item.list and item.page}
    site = PulseSite(pulse_of_model(html.model, PageSize(posts=15, rows=20)))
    site.advance(at.timestamp())
    threads = {key: item for key, item in truth.items() if key[0].startswith("thread:")}
    assert len(threads) > 50
    for (name, number), item in threads.items():
        page = site.ask(f"t{int(name.partition(':')[2]) - 1}", number, at.timestamp())
        assert page is not None
        assert list(page.times) == [html.model.find_post(post).time.timestamp() for post in item.posts]
    for name, number in truth:
        if name.startswith("board:"):
            page = site.ask(f"b{int(name.partition(':')[2]) - 1}", number, at.timestamp())
            assert page is not None
            assert (name, page.pages) in truth
            assert (name, page.pages + 1) not in truth


def test_the_18_forums_have_the_papers_sizes():
    """5.4 M posts on about a million pages, four years old on average; here at a hundredth."""
    forums = draw_paper_forums(scale=0.01)
    assert len(forums) == 18
    assert sum(forum.posts for forum in forums) == pytest.approx(54_078, rel=0.1)
    assert sum(forum.pages(forum.end) for forum in forums) == pytest.approx(9_905, rel=0.25)
    years = [(forum.end - forum.begin) / (365.25 * 86_400) for forum in forums]
    assert np.mean(years) == pytest.approx(4.08, rel=0.1)


@pytest.mark.parametrize("name", ["growth.csv", "growth.csv.xz"])
def test_a_growth_file_is_replayed(name: str, tmp_path: Path):
    """Threads come in the order of their first post, posts in the order of their times, whatever the file's order."""
    text = (
        "board,thread,post,time\n7,x,1,2020-01-01T10:00:00Z\n7,y,1,2020-01-01T09:00:00.5Z\n"
        "9,z,1,2020-01-03T00:00:00Z\n7,x,2,2020-01-01T08:00:00Z\n"
    )
    path = tmp_path / name
    path.write_bytes(lzma.compress(text.encode()) if name.endswith("xz") else text.encode())
    pulse = load_growth(path)
    assert (pulse.name, pulse.threads, pulse.posts, pulse.boards) == ("growth", 3, 4, 2)
    assert np.diff(pulse.first).tolist() == [2, 1, 1]
    assert pulse.times[:2].tolist() == [datetime(2020, 1, 1, hour, tzinfo=UTC).timestamp() for hour in (8, 10)]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "board,thread,time\n1,2,yesterday\n", "board,thread,time\n"])
def test_a_file_that_is_none_is_refused(text: str, tmp_path: Path):
    """The message names the file."""
    path = tmp_path / "odd.csv"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"odd\.csv"):
        load_growth(path)
