"""Threads that name others like them below their posts: with few posts that list is the longest of the page."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, Settings
from weft.crawl import Ending
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

HOST = "http://127.0.0.1:8080"
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
TOWNS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
ROOMS = {1: "Roads", 2: "Gardens", 3: "Forests", 4: "Lakes", 5: "Hills", 6: "Rivers"}
PARTS = {1: ("Town", (1, 2, 3)), 2: ("Country", (4, 5, 6))}
POSTS = 10
SHORT, LONG = "a short thread", "a long thread"


@dataclass
class Village:
    """A forum of six boards in two parts; `asked` has what was wanted of it."""

    alike_rows: int
    liked: bool  # each post shows who liked it, and all numbers of who wrote it
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = random.Random(8)
        self.titles = {n: " ".join(chance.sample(TOWNS, 4)) for n in range(1, 61)}
        self.rooms = {n: chance.choice((*ROOMS,)) for n in self.titles}
        self.sizes = {n: chance.choice((4, 5, 6, 9, 12) if self.liked else (1, 1, 2, 3, 4, 12)) for n in self.titles}
        self.posts = {
            n: [(chance.choice(NAMES), " ".join(chance.choices(TOWNS + NAMES, k=60))) for _ in range(self.sizes[n])]
            for n in self.titles
        }
        self.alike = {n: chance.sample(sorted(self.titles), self.alike_rows) for n in self.titles}

    def thread(self, n: int) -> str:
        return f"/talk/{self.titles[n].replace(' ', '-')}.{n}/"

    def room(self, n: int) -> str:
        return f"/rooms/{ROOMS[n].lower()}.{n}/"

    def part(self, n: int) -> str:
        return f"/parts/{PARTS[n][0].lower()}.{n}/"

    def needed(self) -> set[str]:
        """All pages of boards and threads."""
        threads = {self.thread(n) for n in self.titles}
        more = {f"{self.thread(n)}page-2" for n, size in self.sizes.items() if size > POSTS}
        return {"/", *threads, *more, *map(self.room, ROOMS)}

    def show(self, path: str) -> str | None:
        number = int(path.partition(".")[2].partition("/")[0] or 0)
        if path != "/" and not number and not path.startswith("/people/"):
            return None
        if path == "/":
            parts = "".join(f'<h2><a href="{self.part(n)}">{PARTS[n][0]}</a></h2>{self.boards(n)}' for n in PARTS)
            return page("Village", parts)
        if path.startswith("/talk/"):
            return self.show_thread(number, 2 if path.endswith("page-2") else 1)
        if path.startswith("/rooms/"):
            rows = "".join(self.row(n) for n in self.titles if self.rooms[n] == number)
            return page(ROOMS[number], f"<h1>{ROOMS[number]}</h1>{trail(self, number)}<div class=rows>{rows}</div>")
        if path.startswith("/parts/"):
            return page(PARTS[number][0], self.boards(number))
        if path.startswith("/people/") and "." in path:
            name = path.split("/")[2].partition(".")[0]
            about = "<dl><dt>Joined</dt><dd>2021-02-03</dd></dl><dl><dt>Seen</dt><dd>2024-02-03</dd></dl>"
            return page(name, f"<h1>{name}</h1>{about}<p>Nobody has written anything here yet.</p>")
        return None

    def boards(self, part: int) -> str:
        rows = ""
        for n in PARTS[part][1]:
            last = max(one for one in self.titles if self.rooms[one] == n)
            count = sum(room == n for room in self.rooms.values())
            rows += (
                f'<div class=board><h3><a href="{self.room(n)}">{ROOMS[n]}</a></h3><p>All about it</p><b>{count}</b>'
                f'<div class=last><a href="{self.thread(last)}last">{self.titles[last]}</a> {time(last)}</div></div>'
            )
        return f"<div class=boards>{rows}</div>"

    def row(self, n: int, more: str = "") -> str:
        who = self.posts[n][0][0]
        return (
            f'<div class=row><div class=t><a href="{self.thread(n)}">{self.titles[n]}</a></div>'
            f'<div class=m><a href="{person(who)}">{who}</a> {time(n)} {more}</div>'
            f"<dl><dt>Replies</dt><dd>{self.sizes[n] - 1}</dd></dl><div class=l>{time(n)}</div></div>"
        )

    def show_thread(self, n: int, number: int) -> str:
        posts = "".join(
            f'<article class=post id="p{n}-{k}"><div class=who><a href="{person(who)}">{who}</a>{self.told_of(who)}'
            f"<dl><dt>Joined</dt><dd>2021-02-{1 + k:02d}</dd></dl></div>"
            f"<div class=said>{self.likes(n, k)}{time(n, k)}<div class=text>{text}</div></div></article>"
            for k, (who, text) in enumerate(self.posts[n])
            if (number - 1) * POSTS <= k < number * POSTS
        )
        pages = f'<p class=pages><a href="{self.thread(n)}">1</a> <a href="{self.thread(n)}page-2">2</a></p>'
        more = "".join(self.row(one, self.link(one)) for one in self.alike[n])
        alike = f"<h3>Like this one</h3><div class=rows>{more}</div>"
        body = f"{trail(self, self.rooms[n])}<h1>{self.titles[n]}</h1><div>{posts}</div>"
        return page(self.titles[n], f"{body}{pages if self.sizes[n] > POSTS else ''}{alike}")

    def told_of(self, who: str) -> str:
        words = ("Messages", "Score", "Points", "Prizes", "Gold") if self.liked else ()
        return "".join(f"<dl><dt>{word}</dt><dd>{len(word) * len(who)}</dd></dl>" for word in words)

    def likes(self, n: int, k: int) -> str:
        own = f'<ul><li><a href="{self.thread(n)}post-{n}{k}">#{k + 1}</a></li></ul>'
        names = (NAMES[(n + k + one) % 12] for one in range(14))
        likes = (f'<a href="/likes/{n}{k}{one}">{name}, {NAMES[n % 12]}</a>' for one, name in enumerate(names))
        return own + "".join(likes) if self.liked else ""

    def link(self, n: int) -> str:
        return f'<a href="{self.room(self.rooms[n])}">{ROOMS[self.rooms[n]]}</a>'

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        if path == "/robots.txt":
            return MemoryAnswer(404)
        if path.endswith("/last"):
            return MemoryAnswer(302, {"location": HOST + path.removesuffix("last")})
        self.asked.append(path)
        shown = self.show(path)
        kind = {"content-type": "text/html; charset=utf-8"}
        return MemoryAnswer(200, kind, shown.encode()) if shown else MemoryAnswer(404, kind, b"gone")


def page(title: str, body: str) -> str:
    menu = '<div class=top><a class=logo href="/">Village</a> <a href="/news/">What is new</a></div>'
    return f"<head><title>{title} - village</title></head><body>{menu}{body}</body>"


def person(name: str) -> str:
    return f"/people/{name}.{NAMES.index(name)}/"


def time(n: int, k: int = 0) -> str:
    return f'<time datetime="2024-03-{1 + n % 27:02d}T{8 + k:02d}:15:00Z">{1 + n % 27} March 2024</time>'


def trail(village: Village, room: int) -> str:
    part = next(n for n, (_, rooms) in PARTS.items() if room in rooms)
    links = [("/", "Village"), (village.part(part), PARTS[part][0]), (village.room(room), ROOMS[room])]
    return "<ul class=trail>" + "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in links) + "</ul>"


@cache
def crawled(start: str, alike_rows: int, liked: bool, folder: Path) -> Village:
    village = Village(alike_rows, liked)
    sizes = village.sizes
    wanted = {SHORT: min(sizes, key=sizes.__getitem__), LONG: max(sizes, key=sizes.__getitem__)}
    path = village.thread(wanted[start]) if start in wanted else start
    settings = Settings(crawl=CrawlConfig(max_pages=300))
    job = CrawlJob(HOST + path, folder, settings, transport=MemoryTransport(village), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    return village


STARTS = [("/", 5), ("/", 12), ("/rooms/lakes.4/", 5), (SHORT, 5), (LONG, 12)]


@pytest.fixture(
    scope="module", params=[*((*one, False) for one in STARTS), ("/", 5, True), ("/rooms/lakes.4/", 5, True)]
)
def village(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Village:
    return crawled(*request.param, tmp_path_factory.mktemp("village"))


class TestVillages:
    """Whole crawls, wherever they begin."""

    def test_every_page_of_boards_and_threads_is_fetched(self, village: Village):
        """A thread of two posts above a list of five others is a thread."""
        assert village.needed() - set(village.asked) == set()

    def test_little_else_is_fetched(self, village: Village):
        """The rows of that list name a board and a person each: neither is what every post has."""
        assert len([one for one in village.asked if one not in village.needed()]) <= 6


class Hamlet(Village):
    """What is named below the posts, and in boards, shows how it begins: such rows have a time and much to read."""

    def row(self, n: int, more: str = "") -> str:
        return super().row(n, f"{more}<p class=begins>{self.posts[n][0][1][:40]}</p>")


@pytest.mark.parametrize("start", ["/", "/rooms/lakes.4/", SHORT, LONG])
def test_rows_that_look_like_posts_make_no_list_of_a_thread(start: str, tmp_path: Path):
    """They stand where longer threads have such rows, too."""
    hamlet = Hamlet(5, liked=False)
    sizes = hamlet.sizes
    wanted = {SHORT: min(sizes, key=sizes.__getitem__), LONG: max(sizes, key=sizes.__getitem__)}
    path = hamlet.thread(wanted[start]) if start in wanted else start
    job = CrawlJob(HOST + path, tmp_path / "a", transport=MemoryTransport(hamlet), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert hamlet.needed() - set(hamlet.asked) == set()


class Thorp(Hamlet):
    """A third of the threads have none like them, so that nothing is named below their posts."""

    def show_thread(self, n: int, number: int) -> str:
        shown = super().show_thread(n, number)
        return shown if n % 3 else shown.replace(shown.partition("<h3>Like this one</h3>")[2], "")


@pytest.mark.parametrize("start", [5, 11, 24])
def test_few_threads_need_to_name_others(start: int, tmp_path: Path):
    """What a list names in one column with a thread of many posts is a thread, though it looks like a list itself."""
    thorp = Thorp(5, liked=False)
    job = CrawlJob(HOST + thorp.thread(start), tmp_path / "a", transport=MemoryTransport(thorp), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert thorp.needed() - set(thorp.asked) == set()
