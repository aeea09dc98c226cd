"""Things that are called otherwise elsewhere: lists by their further pages, threads by lists and by themselves."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from weft.api import CrawlJob, LearnJob, learn_site, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, Role

HOST = "http://127.0.0.1:8080"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel")
SIZES = {31: 7, 34: 6, 35: 8, 38: 31, 40: 6, 47: 5, 52: 23}  # threads of the boards, by id
ROWS = 10


class School:
    """A course with boards; nothing shows how long they are before one is seen."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        homes = [board for board, size in SIZES.items() for _ in range(size)]
        self.home = dict(enumerate(homes, 200))
        self.title = {n: " ".join(random.Random(n).sample(WORDS, 4)) for n in self.home}

    def entry(self) -> str:
        rows = "".join(
            f'<li class="part"><a href="/view?id={board}">The {WORDS[board % 10]} room</a><p>All of it</p></li>'
            for board in SIZES
        )
        return _page("Course", f"<ul>{rows}</ul>")

    def board(self, board: int, page: int) -> str:
        mine = [n for n, home in self.home.items() if home == board]
        rows = "".join(
            f'<tr><td><a href="/talk?d={n}">{self.title[n]}</a></td><td>{NAMES[n % 8]}</td>'
            f"<td>{n % 7}</td><td>2024-03-{1 + n % 27:02} 10:15</td></tr>"
            for n in mine[ROWS * page : ROWS * page + ROWS]
        )
        called = list(SIZES).index(board) + 1
        count = -(-len(mine) // ROWS)
        numbers = (f'<a href="/view?f={called}&amp;page={n}">{n + 1}</a>' for n in range(count) if n != page)
        pager = f"<p>Page: {' '.join(numbers)}</p>" if count > 1 else ""
        return _page(f"Room {board}", f"<h1>Room {board}</h1>{pager}<table>{rows}</table>")

    def talk(self, n: int) -> str:
        chance = random.Random(n)
        posts = "".join(
            f'<div class="post"><b><a href="/who?u={k}">{NAMES[k]}</a></b><i>2024-03-{1 + n % 27:02} {8 + k:02}:15</i>'
            f"<div>{' '.join(chance.choices(WORDS + NAMES, k=40))}</div></div>"
            for k in range(2 + n % 6)
        )
        return _page(self.title[n], f"<h1>{self.title[n]}</h1>{posts}")

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path, _, rest = request.url.removeprefix(HOST).partition("?")
        query = {key: int(value) for key, _, value in (part.partition("=") for part in rest.split("&") if part)}
        self.asked.append(request.url.removeprefix(HOST))
        shown = self.entry() if path == "/" else None
        if path == "/view":
            board = query["id"] if "id" in query else list(SIZES)[query["f"] - 1]
            shown = self.board(board, query.get("page", 0))
        elif path == "/talk":
            shown = self.talk(query["d"])
        return MemoryAnswer(200 if shown else 404, {"content-type": "text/html"}, (shown or "").encode())


def _page(title: str, body: str) -> str:
    menu = '<p class="top"><a href="/">Course</a> <a href="/help">Help</a></p>'
    return f"<title>{title}</title><body>{menu}<div>{body}</div></body>"


def test_pages_that_name_their_list_by_another_key_are_followed(tmp_path: Path):
    """One each: the address of page one that they give is the list again."""
    school = School()
    settings = Settings(crawl=CrawlConfig(max_pages=300))
    job = CrawlJob(HOST + "/", tmp_path, settings, transport=MemoryTransport(school), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    turned = [path for path in school.asked if "f=" in path]
    assert sorted(turned) == [
        "/view?f=4&page=1",
        "/view?f=4&page=2",
        "/view?f=4&page=3",
        "/view?f=7&page=1",
        "/view?f=7&page=2",
    ]
    assert {f"/talk?d={n}" for n in school.home} <= set(school.asked)


class Ledger(School):
    """Rows of boards link threads with the number of the row; the newest beside all pages, and themselves, without."""

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        answer = super().__call__(request)
        newest = sorted(self.home, reverse=True)[:20:4]
        rows = "".join(f'<li><a href="/talk?d={n}">{self.title[n]}</a> <i>2024-04-02 11:00</i></li>' for n in newest)
        return replace(answer, body=answer.body.replace(b"</body>", f"<ol>{rows}</ol></body>".encode()))

    def board(self, board: int, page: int) -> str:
        mine = [n for n, home in self.home.items() if home == board][:ROWS]
        rows = "".join(
            f'<tr><td><a href="/talk?d={n}&amp;row={row}">{self.title[n]}</a></td><td>{NAMES[n % 8]}</td>'
            f"<td>{n % 7}</td><td>2024-03-{1 + n % 27:02} 10:15</td></tr>"
            for row, n in enumerate(mine)
        )
        return _page(f"Room {board}", f"<h1>Room {board}</h1><table>{rows}</table>")

    def talk(self, n: int) -> str:
        wide = "".join(f'<a href="/talk?d={n}&amp;width={k}">Width {k}</a> ' for k in (2, 3))
        return super().talk(n).replace("<h1>", f'<p class="bar">{wide}<a href="/talk?d={n}#end">Down</a></p><h1>')


def test_the_row_that_a_link_to_a_thread_names_changes_nothing():
    """Where threads call themselves otherwise than lists call them, what lists add is tried, too."""
    ledger = Ledger()
    learned = asyncio.run(learn_site(LearnJob(HOST + "/talk?d=285", SETTINGS, transport=MemoryTransport(ledger))))
    judged = learned.plan.judge(f"{HOST}/talk?d=260&row=7", "index")
    assert (judged.role, judged.url) == (Role.THREAD, f"{HOST}/talk?d=260")


class Mill(School):
    """Threads have their titles before their numbers, and a copy to print each."""

    def thread(self, n: int) -> str:
        return f"/{self.title[n].replace(' ', '-')}/{n}"

    def board(self, board: int, page: int) -> str:
        return re.sub(r"/talk\?d=(\d+)", lambda link: self.thread(int(link[1])), super().board(board, page))

    def talk(self, n: int) -> str:
        bar = f'<p class="bar"><a href="/view?id={self.home[n]}">Room</a> <a href="/print/{n}">As on paper</a></p>'
        return super().talk(n).replace("<h1>", f"{bar}<h1>")

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        _, _, number = request.url.removeprefix(HOST + "/").partition("/")
        return super().__call__(replace(request, url=f"{HOST}/talk?d={number}") if number else request)


def test_copies_that_each_thread_has_of_itself_are_none():
    """They are written as threads are, with a word where those have their title."""
    learned = asyncio.run(learn_site(LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(Mill()))))
    assert learned.plan.judge(f"{HOST}/mill-castle/230", "index").role is Role.THREAD
    assert learned.plan.judge(f"{HOST}/print/230", "thread").follow is Follow.NO
