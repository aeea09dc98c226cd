"""Boards under headings that have pages of their own."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal._headings import stand_above

HOST = "http://boards.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
NAMES = ("Ann", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hal")
HEADINGS = {"Out": (11, 12, 13), "Do": (21, 22), "Sea": (31, 32, 33), "Rest": (41, 42)}  # little to read beside boards


def words(count: int, seed: str) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=count))


def shell(title: str, body: str) -> str:
    return f"<title>{title} - Boards</title><p class=top><a href='/'>Boards</a></p>{body}"


def part(name: str) -> str:
    boards = HEADINGS[name]
    rows = "".join(
        f"<tr><td><a href='/list.php?mode=board&amp;b={board}'>{words(5, str(board)).title()}</a>"
        f"<p>{words(6, f'about {board}')}</p></td><td>{8} threads</td><td>{40} posts</td></tr>"
        for board in boards
    )
    number = boards[0] // 10
    return f"<div class=part><h2><a href='/list.php?part={number}'>{name}</a></h2><table>{rows}</table></div>"


def list_of(board: int) -> str:
    rows = "".join(
        f"<tr><td><a href='/list.php?mode=thread&amp;t={board * 10 + n}'>{words(5, f't{board}{n}').title()}</a></td>"
        f"<td>{NAMES[n % 8]}</td><td>{n + 2}</td><td>2024-03-{n + 1:02d} 10:{n:02d}</td></tr>"
        for n in range(8)
    )
    title = words(2, str(board)).title()
    return shell(title, f"<h1>{title}</h1><table class=threads>{rows}</table>")


def thread_of(thread: int) -> str:
    posts = "".join(
        f"<div class=post><b>{NAMES[(thread + n) % 8]}</b> <i>2024-03-{n + 1:02d} 11:{thread % 60:02d}</i>"
        f"<p>{words(40, f'p{thread}{n}').capitalize()}.</p></div>"
        for n in range(4)
    )
    title = words(5, f"t{thread // 10}{thread % 10}").title()
    return shell(title, f"<h1>{title}</h1>{posts}")


def answer(request: WireRequest) -> MemoryAnswer:
    path = request.url.removeprefix(HOST)
    pages = {"/": shell("All", "".join(map(part, HEADINGS)))}
    for name, boards in HEADINGS.items():
        pages[f"/list.php?part={boards[0] // 10}"] = shell(name, part(name))
        for board in boards:
            pages[f"/list.php?mode=board&b={board}"] = list_of(board)
            pages |= {f"/list.php?mode=thread&t={board * 10 + n}": thread_of(board * 10 + n) for n in range(8)}
    body = pages.get(path)
    headers = (("content-type", "text/html; charset=utf-8"),)
    return MemoryAnswer(200 if body else 404, headers, (body or "nothing here").encode())


def test_their_pages_are_lists():
    """Only the entry names them."""
    job = LearnJob(f"{HOST}/list.php?mode=board&b=31", SETTINGS, transport=MemoryTransport(answer))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == f"{HOST}/"
    assert plan.judge(f"{HOST}/list.php?part=2").follow
    assert plan.judge(f"{HOST}/list.php?mode=board&b=22").follow


class TestStanding:
    """Told by where links stand among all of a page."""

    def test_rows_below_each(self):
        """Two or three rows below every heading."""
        assert stand_above([0, 4, 8], [1, 2, 5, 6, 7, 9, 10])

    def test_what_belongs_to_rows_is_none(self):
        """One row behind each is a picture before its name; a row above the first, a last post behind its name."""
        assert not stand_above([0, 2, 4, 6], [1, 3, 5, 7])
        assert not stand_above([1, 4, 8], [0, 2, 3, 5, 6, 9])

    def test_each_must_have_one(self):
        """Two headings in a row are something else, and one alone may be anything."""
        assert not stand_above([0, 1, 4], [2, 3, 5, 6, 7])
        assert not stand_above([0], [1, 2, 3])
        assert not stand_above([], [])

    @given(st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30)))
    def test_any_order_will_do(self, headings: list[int], rows: list[int]):
        """What is given in another order gives the same."""
        assert stand_above(headings, rows) == stand_above(headings[::-1], rows[::-1])
