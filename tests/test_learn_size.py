"""How large a learned site is said to be: by what its lists say of boards and threads, else by the lists looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from weft.api import Learned, LearnJob, SiteSize, learn_site, report_learning
from weft.page import Page, read_page
from weft.store import UrlRow, UrlState
from weft.traversal import Numbering, Plan, Role, Rule
from weft.urls import Scope

HOST = "http://f.example"
BOARDS = {1: 40, 2: 25, 3: 8, 4: 12, 5: 30, 6: 5}  # threads
PLAN = Plan(
    Scope(HOST, "/"),
    HOST + "/",
    "weft",
    (
        Rule(HOST + "/", Role.INDEX),
        Rule(HOST + r"/b(\d+)", Role.INDEX),
        Rule(HOST + r"/b(\d+)/(\d+)", Role.INDEX_FLIP, list=HOST + r"/b\1", numbering=Numbering(2, 1, 1)),
        Rule(HOST + r"/t(\d+)", Role.THREAD),
        Rule(HOST + r"/t(\d+)/(\d+)", Role.THREAD_FLIP, list=HOST + r"/t\1", numbering=Numbering(2, 1, 1)),
    ),
)


def page(path: str, body: str) -> Page:
    return read_page(f"{HOST}/{path}", f"<html><body><h1>F</h1>{body}</body></html>".encode(), "text/html")


def table(head: str, rows: Sequence[str]) -> str:
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def boards(counts: Mapping[int, int | None]) -> str:
    """A list of boards with their threads and posts; None where it says nothing of one."""

    def row(number: int, count: int | None) -> str:
        said = "<td></td><td></td>" if count is None else f"<td>{count}</td><td>{5 * count}</td>"
        return f'<tr><td><a class="b" href="/b{number}">Board {number} of it</a></td>{said}</tr>'

    head = "<th>Forum</th><th>Topics</th><th>Posts</th>"
    return table(head, [row(number, count) for number, count in counts.items()])


def threads(board: int, rows: int, pages: Sequence[int] = (), replies: int | None = 4) -> str:
    """A list of threads with links to further pages."""
    answers = "" if replies is None else f"<td>{replies}</td>"
    cells = [
        f'<tr><td><a class="t" href="/t{100 * board + n}">Subject {n} of {board}</a></td>{answers}'
        f"<td>2024-03-{n + 1:02} 10:00</td></tr>"
        for n in range(rows)
    ]
    flips = "".join(f'<a class="p" href="/b{board}/{number}">{number}</a>' for number in pages)
    return table("<th>Topic</th>" + ("<th>Replies</th>" if answers else "") + "<th>Last post</th>", cells) + flips


def posts(count: int, thread: int, pages: Sequence[int] = ()) -> str:
    told = "".join(
        f'<div class="post"><a href="/u{n}">Ann {n}</a> <span>2024-03-{n + 1:02} 10:00</span>'
        f"<p>What number {n} has to say of it, in so many words.</p></div>"
        for n in range(count)
    )
    return f"<div>{told}</div>" + "".join(f'<a class="p" href="/t{thread}/{number}">{number}</a>' for number in pages)


def size(*pages: Page, seen: int = 20) -> SiteSize:
    """What is said of a site of which these pages were sampled."""
    followed = [*(f"/b{number}" for number in BOARDS), *(f"/t{number}" for number in range(seen))]
    rows = [UrlRow(HOST + path, UrlState.QUEUED, "", 1, PLAN.judge(HOST + path).role) for path in followed]
    return report_learning(Learned(HOST, PLAN, pages, tuple(rows), len(pages))).size


class TestThreads:
    """How many there are."""

    def test_boards_are_as_large_as_the_list_of_them_says(self):
        """One board was looked at: what is said of the others is believed."""
        found = size(page("", boards(BOARDS)), page("b2", threads(2, 10, (2, 3))))
        assert found.threads == sum(BOARDS.values())

    def test_without_numbers_the_lists_are_measured(self):
        """Two and a half pages of ten, and other boards in falling order."""
        silent = dict.fromkeys(BOARDS)
        found = size(page("", boards(silent)), page("b2", threads(2, 10, (2, 3))))
        assert 25 <= found.threads < sum(BOARDS.values())

    def test_threads_of_boards_below_are_counted_once(self):
        """Board 1 counts those of 5 and 6, too, and has five of its own."""
        found = size(
            page("", boards({1: 40, 2: 25, 3: 8})),
            page("b1", boards({5: 30, 6: 5}) + threads(1, 5)),
            page("b2", threads(2, 10, (2, 3))),
        )
        assert found.threads == 40 + 25 + 8

    def test_boards_that_count_only_their_own(self):
        """Board 1 shows as many rows as are said of it: those of 5 and 6 come on top."""
        found = size(
            page("", boards({1: 10, 2: 25, 3: 8})),
            page("b1", boards({5: 6, 6: 3}) + threads(1, 10)),
            page("b2", threads(2, 10, (2, 3))),
        )
        assert found.threads == 10 + 25 + 8 + 6 + 3

    def test_numbers_that_the_lists_belie_are_not_believed(self):
        """Guests that look at a board are no threads of it."""
        guests = dict.fromkeys(BOARDS, 2)
        found = size(
            page("", boards(guests)), page("b2", threads(2, 10, (2, 3))), page("b1", threads(1, 10, (2, 3, 4)))
        )
        assert found.threads >= 60

    def test_numbers_of_posts_are_not_believed(self):
        """A board of eight rows on its only page has no 300 threads."""
        wild = dict.fromkeys(BOARDS, 300)
        assert size(page("", boards(wild)), page("b3", threads(3, 8))).threads < 300

    def test_more_may_be_said_than_the_next_page_shows(self):
        """Only the next page is linked: 40 are said where 15 are measured."""
        found = size(page("", boards(BOARDS)), page("b1", threads(1, 10, (2,))))
        assert found.threads == sum(BOARDS.values())

    def test_never_fewer_than_were_seen(self):
        """What the links lead to is there."""
        assert size(page("", boards(BOARDS)), seen=500).threads == 500


class TestPages:
    """How many pages they take."""

    def test_threads_by_their_answers(self):
        """Eleven posts, four on a page: three pages each."""
        found = size(
            page("", boards(dict.fromkeys(BOARDS))),
            page("b3", threads(3, 10, replies=10)),
            page("t300", posts(4, 300, (2, 3))),
        )
        assert found.thread_pages == 3 * found.threads

    def test_without_answers_by_the_threads_looked_at(self):
        """One of three pages."""
        found = size(page("b3", threads(3, 10, replies=None)), page("t300", posts(4, 300, (2, 3))))
        assert found.thread_pages == 3 * found.threads

    def test_with_no_list_of_threads_there_is_nothing_to_tell_it_by(self):
        """A thread of three pages was looked at, and no list."""
        assert size(page("t300", posts(4, 300, (2, 3))), seen=1).thread_pages == 3
        assert size().thread_pages == 20

    def test_boards_by_their_threads(self):
        """40, 25, 8, 12, 30 and 5 of them, ten on a page, and the front page."""
        found = size(page("", boards(BOARDS)), page("b2", threads(2, 10, (2, 3))))
        assert found.board_pages == 1 + 4 + 3 + 1 + 2 + 3 + 1


@pytest.mark.parametrize("skin", ["oldtable", "answers", "chronicle", "tree"])
def test_a_demo_is_as_large_as_said(skin: str):
    """The demo has 60 threads."""
    found = report_learning(asyncio.run(learn_site(LearnJob(f"demo:{skin}")))).size
    assert 54 <= found.threads <= 66
