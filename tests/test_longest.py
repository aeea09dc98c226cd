"""The longest board is found by the numbers of its own row, not by those of a box that names many boards."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

from weft.api import Learned, LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.traversal import Ground, Role, Sample
from weft.traversal._entry import Homes
from weft.traversal._form_probe import FormProbe
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.urls import Scope

HOST = "http://127.0.0.1:8080"
WORDS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel")
PARTS = {1: (11, 12, 13), 2: (14, 15, 16), 3: (17, 18, 19), 4: (20, 21, 22)}
EMPTY = {13, 16, 19, 21, 22}  # boards nobody has written in: their rows are not like those of the others
LONG = 12  # the only board of two pages
BUSY = {11: 980, 20: 730, 18: 610}  # others have more posts
ROWS = 12


class Hall:
    """Boards in parts, all in one table; the names of parts are written as boards are."""

    def __init__(self) -> None:
        chance = random.Random(4)
        boards = [board for part in PARTS.values() for board in part if board not in EMPTY]
        homes = [LONG] * 20 + [board for board in boards if board != LONG for _ in range(chance.randrange(4, 9))]
        self.home = dict(enumerate(homes, 1))
        self.title = {n: " ".join(chance.sample(WORDS, 4)) for n in self.home}
        self.size = {n: chance.randrange(2, 8) for n in self.home}
        self.words = {n: [" ".join(chance.choices(WORDS + NAMES, k=30)) for _ in range(9)] for n in self.home}

    def entry(self) -> str:
        parts = "".join(
            f'<h5><a href="/list?b={part}">Part {WORDS[part]}</a></h5>{"".join(map(self.board_row, boards))}'
            for part, boards in PARTS.items()
        )
        people = ", ".join(f'<a href="/who?u={n}">{name}</a>' for n, name in enumerate(NAMES))
        count = f"Threads: {len(self.home)}, posts: {sum(self.size.values())}, most at once: 34 on {day(3)}"
        boxes = ('Read the <a href="/help">questions</a> first, then write.', parts, f"<p>{people}</p><p>{count}</p>")
        return page("Hall", "".join(f'<div class="box"><h4>Here</h4>{box}</div>' for box in boxes))

    def board_row(self, board: int) -> str:
        name = f'<a href="/list?b={board}"><b>The {WORDS[board % 10]} {board}</b></a>'
        threads = [n for n, home in self.home.items() if home == board]
        if not threads:
            return f'<p class="quiet">{name} All of it</p>'
        last, posts = max(threads), BUSY.get(board) or sum(self.size[n] for n in threads)
        told = f'<div><a href="/read?p={last}07">{self.title[last][:14]}</a></div><div>by amber {day(last)}</div>'
        return (
            f'<div class="board"><div>{name}<p>All of it</p></div><div>{told}</div>'
            f"<div>{len(threads)}</div><div>{posts}</div></div>"
        )

    def show_list(self, board: int, number: int) -> str:
        if board in PARTS:
            return page(f"Part {WORDS[board]}", "".join(map(self.board_row, PARTS[board])))
        threads = [n for n, home in self.home.items() if home == board]
        rows = "".join(
            f'<tr><td><a href="/read?t={n}">{self.title[n]}</a></td><td>amber</td><td>{day(n)}</td>'
            f"<td>{self.size[n]}</td></tr>"
            for n in threads[ROWS * (number - 1) : ROWS * number]
        )
        pager = f'<p>Page {number} <a href="/list?b={board}&amp;page={3 - number}">{3 - number}</a></p>'
        shown = f"<h1>The {WORDS[board % 10]}</h1><table>{rows}</table>{pager if len(threads) > ROWS else ''}"
        return page(f"The {WORDS[board % 10]}", shown)

    def show_thread(self, n: int) -> str:
        posts = "".join(
            f'<div class="post" id="p{n}{k:02d}"><b><a href="/who?u={k % 8}">{NAMES[k % 8]}</a></b>'
            f"<i>{day(n)} {8 + k:02d}:15</i><div>{self.words[n][k]}</div></div>"
            for k in range(self.size[n])
        )
        return page(self.title[n], f"<h1>{self.title[n]}</h1>{posts}")

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path, _, rest = request.url.removeprefix(HOST).partition("?")
        query = dict(pair.split("=", 1) for pair in rest.split("&") if "=" in pair)
        if path == "/":
            shown = self.entry()
        elif path == "/list":
            shown = self.show_list(int(query["b"]), int(query.get("page", 1)))
        elif path == "/read":
            shown = self.show_thread(int(query["t"] if "t" in query else query["p"][:-2]))
        else:
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, shown.encode())


def day(n: int) -> str:
    return f"2024-03-{1 + n % 27:02d}"


def page(title: str, body: str) -> str:
    return f'<head><title>{title} - hall</title></head><body><div class="top"><a href="/">Hall</a></div>{body}</body>'


def learned() -> Learned:
    settings = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
    return asyncio.run(learn_site(LearnJob(f"{HOST}/", settings, transport=MemoryTransport(Hall()))))


def test_the_pager_of_the_only_long_board_is_found_among_parts_and_empty_boards():
    """What stands beside the rows of boards lies in a box with the numbers of all of them."""
    plan = learned().plan
    assert plan.judge(f"{HOST}/list?b={LONG}&page=2").role is Role.INDEX_FLIP


def test_the_longest_thread_is_looked_for_by_answers_and_by_views_and_never_among_people():
    """Each row has more links to people than to the thread, but these say less; numbers in names count nothing."""
    rows = "".join(
        f'<tr><td><a href="/read/{n}">{" ".join(WORDS[n % 7 :][:4])}</a></td><td>'
        f'<a href="/who/{n % 5}">{NAMES[n % 5]}88</a></td>'
        f"<td>{41 if n == 7 else n % 4}</td><td>{900 if n == 3 else 60 + 7 * n}</td>"
        f'<td>{day(26 - n)} 10:15 <a href="/who/{n % 8}">{NAMES[n % 8]}</a></td></tr>'
        for n in range(1, 15)
    )
    survey = Survey(Ground(Scope(HOST)))
    survey.add(
        [Sample(f"{HOST}/", f"{HOST}/", 200, read_page(f"{HOST}/", page("All", f"<table>{rows}</table>").encode()))]
    )
    roles = Roles(survey, f"{HOST}/")
    probes = [FormProbe(roles, Homes(survey, f"{HOST}/"), asked, menu_done=False) for asked in ((), ("/faq",))]
    assert [probe.largest() for probe in probes] == [f"{HOST}/read/3", f"{HOST}/read/7"]
