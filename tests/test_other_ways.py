"""Ways of other forums: an entry that lists threads, boards named by threads only, lists without page numbers."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest

from weft.api import CrawlJob, LearnJob, learn_site, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Role
from weft.urls import learn_forms

HOST = "http://127.0.0.1:8080"
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
TOWNS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
BOARDS = {1: (0, "Town"), 2: (1, "Roads"), 3: (1, "Gardens"), 4: (0, "Country"), 5: (4, "Forests"), 6: (4, "Lakes")}
ROWS, POSTS = 12, 6


@dataclass(frozen=True)
class Ways:
    """What a plaza does in its own way."""

    by_last_row: bool = False  # lists go on after the number of their last row, which only the head of the page tells
    ordered: bool = False  # pagers of threads name the order of posts, and page one, too
    nameless: bool = False  # rows link the first pages of long threads without the thread's name
    tags: bool = False  # each thread has some, with a page each
    crumbs: bool = True  # threads show the way home
    filtered: bool = False  # pagers name the age of what is shown, in days, before the page; those of rows do not
    related: bool = False  # threads list others below their posts, in rows as lists have


@dataclass
class Plaza:
    """A forum whose entry lists all threads; `asked` has what was wanted of it."""

    ways: Ways
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(5)
        self.titles = {n: " ".join(chance.sample(TOWNS, 4)) for n in range(1, 70)}
        self.board = {n: chance.choice((2, 3, 5, 6)) for n in self.titles}
        self.sizes = {n: chance.choice((1, 2, 3, 5, 9, 15)) for n in self.titles}
        self.tags = {n: chance.sample(NAMES[:8], 2) for n in self.titles}
        self.chance = chance
        self.per_page = 2 * POSTS if self.ways.related else POSTS

    def thread(self, n: int) -> str:
        return f"/talk/{n}{'-' if self.ways.nameless else '/'}{self.titles[n].replace(' ', '-')}"

    def list_of(self, path: str) -> list[int]:
        """Give the threads of a list, newest first."""
        numbers = sorted(self.titles, reverse=True)
        if path.startswith("/tagged/"):
            return [n for n in numbers if path.removeprefix("/tagged/") in self.tags[n]]
        board = int(path.split("/")[2]) if path.startswith("/room/") else 0
        below = {board, *(one for one, (above, _) in BOARDS.items() if above == board)}
        return [n for n in numbers if not board or self.board[n] in below]

    def needed(self) -> set[str]:
        """All pages of threads, by path and page."""
        return {f"{self.thread(n)} {page}" for n in self.titles for page in range(1, self.pages(n) + 1)}

    def pages(self, n: int) -> int:
        return (self.sizes[n] - 1) // self.per_page + 1

    def room(self, number: int) -> str:
        return f"/room/{number}/{BOARDS[number][1].lower()}"

    def show(self, path: str, query: dict[str, str]) -> str | None:
        number = path.split("/")[2].partition("-")[0] if path.startswith("/talk/") else ""
        if number.isdigit() and path in (self.thread(int(number)), f"/talk/{number}"):
            return self.show_thread(int(number), int(query.get("page", 1)))
        if path == "/tags" and self.ways.tags:
            rows = "".join(f'<li><a href="/tagged/{name}">{name}</a> in {len(name)} threads</li>' for name in NAMES[:8])
            return f"<head><title>Tags - plaza</title></head><body>{self.menu()}<h1>Tags</h1><ul>{rows}</ul></body>"
        known = {"/", *map(self.room, BOARDS)} | (
            {f"/tagged/{name}" for name in NAMES[:8]} if self.ways.tags else set()
        )
        return self.show_list(path, query) if path in known else None

    def show_list(self, path: str, query: dict[str, str]) -> str:
        threads = self.list_of(path)
        if self.ways.by_last_row:
            threads = [n for n in threads if n < int(query.get("after", 10_000))]
        else:
            threads = threads[ROWS * (int(query.get("page", 1)) - 1) :]
        head, foot = "", ""
        if len(threads) > ROWS:
            if self.ways.by_last_row:
                head = f'<link rel="next" href="{path}?after={threads[ROWS - 1]}">'
            else:
                foot = self.foot(path, int(query.get("page", 1)))
        rows = "".join(map(self.row, threads[:ROWS]))
        return f"<head><title>{path} plaza</title>{head}</head><body>{self.menu()}<ul>{rows}</ul>{foot}</body>"

    def foot(self, path: str, page: int) -> str:
        if not self.ways.filtered:
            return f'<p class="turn"><a href="{path}?page={page + 1}">&raquo;</a></p>'
        numbers = range(1, (len(self.list_of(path)) - 1) // ROWS + 2)
        return "".join(f' <a href="{path}?days=0&amp;page={number}">{number}</a>' for number in numbers)

    def row(self, n: int) -> str:
        board = self.board[n]
        parent = BOARDS[board][0]
        rooms = (
            f'<a href="{self.room(parent)}">{BOARDS[parent][1]}</a> <a href="{self.room(board)}">{BOARDS[board][1]}</a>'
        )
        marks = rooms if self.ways.crumbs else ""
        if self.ways.tags:
            marks += " ".join(f'<a class="tag" href="/tagged/{name}">{name}</a>' for name in self.tags[n])
        if self.ways.nameless and self.pages(n) > 1:
            marks += "".join(f' <a href="/talk/{n}?page={p}">{p}</a>' for p in range(1, self.pages(n) + 1))
        if self.ways.filtered and self.pages(n) > 1:
            marks += "".join(f' <a href="{self.thread(n)}?page={p}">{p}</a>' for p in range(1, self.pages(n) + 1))
        return (
            f'<li><div class="t"><a href="{self.thread(n)}">{self.titles[n]}</a></div><div class="m">{marks}</div>'
            f"<div>{self.sizes[n]} posts</div><div>2024-03-{1 + n % 27:02d} 10:00</div></li>"
        )

    def menu(self) -> str:
        more = ' <a href="/tags">All tags</a>' if self.ways.tags else ""
        return f'<div class="top"><a class="logo" href="/">Plaza</a> <a href="/faq">Questions</a>{more}</div>'

    def show_thread(self, n: int, page: int) -> str:
        words = random.Random(100 * n + page)
        board = self.board[n]
        parent = BOARDS[board][0]
        trail = [("/", "Plaza"), (self.room(parent), BOARDS[parent][1]), (self.room(board), BOARDS[board][1])]
        crumbs = "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in trail) if self.ways.crumbs else ""
        posts = "".join(
            f'<div class="post" id="p{n}-{k}"><b><a href="/who/{(who := words.choice(NAMES))}">{who}</a></b>'
            f"<i>2024-03-{1 + n % 27:02d} {8 + k % 12:02d}:15</i>"
            f"<p>{' '.join(words.choices(TOWNS + NAMES, k=25 if self.ways.related else 40))}</p></div>"
            for k in range(self.per_page * (page - 1), min(self.sizes[n], self.per_page * page))
        )
        key = "order=best&amp;page" if self.ways.ordered else "days=0&amp;page" if self.ways.filtered else "page"
        numbers = (
            [p for p in range(1, self.pages(n) + 1) if self.ways.ordered or p != page] if self.pages(n) > 1 else []
        )
        pager = "".join(f' <a href="{self.thread(n)}?{key}={p}">{p}</a>' for p in numbers)
        more = f"<ul>{''.join(map(self.row, words.sample(sorted(self.titles), 5)))}</ul>" if self.ways.related else ""
        return (
            f"<head><title>{self.titles[n]} - plaza</title></head><body>{self.menu()}<ol class=trail>{crumbs}</ol>"
            f"<h1>{self.titles[n]}</h1><div>{posts}</div><p class=pages>{pager}</p>{more}</body>"
        )

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path, _, rest = request.url.removeprefix(HOST).partition("?")
        if path == "/robots.txt":
            return MemoryAnswer(404)
        query = dict(pair.split("=", 1) for pair in rest.split("&") if "=" in pair)
        shown = self.show(path, query)
        if shown is None:
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        number = path.split("/")[2].partition("-")[0] if path.startswith("/talk/") else ""
        page = f"{self.thread(int(number))} {query.get('page', 1)}" if number else ""
        self.asked.append(page or request.url.removeprefix(HOST))
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, shown.encode())


@cache
def crawled(ways: Ways, folder: Path) -> Plaza:
    plaza = Plaza(ways)
    settings = Settings(crawl=CrawlConfig(max_pages=600))
    job = CrawlJob(HOST + "/", folder, settings, transport=MemoryTransport(plaza), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    return plaza


WAYS = {
    "plain": Ways(),
    "by their last row": Ways(by_last_row=True),
    "ordered": Ways(ordered=True),
    "nameless": Ways(nameless=True),
    "tags": Ways(tags=True, crumbs=False),
    "filtered": Ways(filtered=True),
}


@pytest.fixture(scope="module", params=WAYS.values(), ids=WAYS.keys())
def plaza(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Plaza:
    return crawled(request.param, tmp_path_factory.mktemp("plaza"))


class TestPlazas:
    """Whole crawls, each of a forum with a way of its own."""

    def test_every_page_of_every_thread_is_fetched(self, plaza: Plaza):
        """Nothing is missed."""
        assert plaza.needed() - set(plaza.asked) == set()

    def test_no_page_of_a_thread_is_fetched_twice(self, plaza: Plaza):
        """Other addresses of it are known for what they are; learning may take some."""
        threads = [asked for asked in plaza.asked if asked.startswith("/talk/")]
        assert len(threads) - len(set(threads)) <= 3

    def test_the_boards_that_threads_name_are_fetched_and_tags_are_not(self, plaza: Plaza):
        """A board is on the way home from each of its threads; a tag is not."""
        rooms = {asked for asked in plaza.asked if asked.startswith("/room/")}
        if plaza.ways.crumbs:
            assert rooms >= set(map(plaza.room, BOARDS))
        assert len([asked for asked in plaza.asked if asked.startswith("/tagged/")]) <= 2


def test_threads_of_few_posts_that_list_others_below_are_threads():
    """What posts look like the longer ones tell; addresses go on to say which page is a thread."""
    plaza = Plaza(Ways(related=True, tags=True))
    plaza.sizes = {n: random.Random(n).choice((1, 1, 2, 2, 3, 15, 25)) for n in plaza.titles}
    settings = Settings(fetch=FetchConfig(delay=timedelta(0)))
    learned = asyncio.run(learn_site(LearnJob(HOST + "/", settings, transport=MemoryTransport(plaza))))
    assert not learned.plan.by_looks
    for n in plaza.titles:
        decision = learned.plan.judge(HOST + plaza.thread(n))
        assert decision.role is Role.THREAD


def test_the_pages_of_one_list_say_no_more_about_its_name_than_the_list():
    """A name behind a number stays one however many pages of the list were seen."""
    lists = [f"{HOST}/room/{n}/{name}" for n, name in enumerate(NAMES[:4])]
    turned = [f"{lists[2]}?page={page}" for page in range(1, 7)]
    forms = learn_forms([lists[:2], turned], [*lists, *turned])
    assert len({forms.get(url) for url in lists}) == 1


def test_a_board_named_in_links_to_it_to_its_last_post_and_to_its_feed_keeps_its_name_free():
    """It stands once in each of several columns, in other URLs; so do the words of menus, but those stand together."""
    boards = [f"{HOST}/in/{name}-{n}/" for n, name in enumerate(NAMES[:4])]
    posts = [f"{board}topic/{TOWNS[n]}-{30 + n}/?post={90 + n}" for n, board in enumerate(boards)]
    more = [f"{boards[0]}topic/{TOWNS[n]}-{n}/" for n in range(5)]
    news = [f"{board}topic/{TOWNS[5]}-{50 + n}/?post={70 + n}" for n, board in enumerate(boards[2:])]
    forms = learn_forms([boards[:3], posts[:3], more, news], [*boards, *posts])
    assert len({forms.get(url) for url in boards}) == 1
    assert len({forms.get(url) for url in posts}) == 1
    tools = [[f"{HOST}/talk/{n}/{word}" for word in ("print", "reply", "report")] for n in range(4)]
    forms = learn_forms(tools, [])
    assert len({forms.get(url) for urls in tools for url in urls}) == 3
