"""Whole learnings of a small forum: rooms below the newest threads and a cloud of tags, ways to other threads."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from weft.api import LearnJob, learn_site
from weft.clock import VirtualClock
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import are_told, find_regions, read_page
from weft.traversal import Plan, Role

HOST = "http://tags.example"
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "finn", "gus", "hal9")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
ROOMS, ROWS, POSTS = 5, 12, 10
TAGGED = WORDS[:9]


def room_of(number: int) -> int:
    """Give the room of a thread: half of them are in one, the others have one page each."""
    return 3 if number % 2 else (1, 2, 4, 5)[number // 2 % 4]


class Front:
    """A forum whose first page has tags, the newest threads and, below these, the names of its rooms."""

    def __init__(self) -> None:
        chance = random.Random(5)
        self.titles = {n: f"{' '.join(chance.choices(WORDS, k=4))} {n}".capitalize() for n in range(1, 91)}
        self.posts: dict[int, list[str]] = {}
        for n in self.titles:
            start = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=9 * n)
            said = (
                " ".join(chance.choices(WORDS, k=chance.randint(6, 40))) for _ in range(chance.choice((1, 3, 8, 24)))
            )
            self.posts[n] = [self._post(chance, start, place, text) for place, text in enumerate(said)]

    @staticmethod
    def _post(chance: random.Random, start: datetime, place: int, text: str) -> str:
        name, time = chance.choice(NAMES), f"{start + timedelta(hours=place):%Y-%m-%d %H:%M}"
        return f"<li class=post><p class=who><a href='/who/{name[:3]}'>{name}</a> {time}</p><div>{text}</div></li>"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        page = self.show(request.url.removeprefix(HOST))
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "nothing").encode())

    def show(self, path: str) -> str:
        """Give the page at an address; none is empty."""
        kind, _, rest = path.lstrip("/").partition("/")
        if path == "/":
            sizes = Counter(map(room_of, self.titles))
            rooms = "".join(f"<tr><td><a href='/room/{n}'>R{n}</a></td><td>{sizes[n]}</td></tr>" for n in sorted(sizes))
            tags = " ".join(f"<a href='/tag/{word}'>{word} and all that</a>" for word in TAGGED)
            return self.frame("Front", f"<p class=tags>{tags}</p>{self.rows(list(self.titles)[-30:], rooms)}")
        if kind == "talk" and (numbers := rest.partition(";")[0].split("."))[0].isdigit():
            number, start = map(int, numbers)
            return self.talk((number + ("go=" in rest)) % 90 or 90, start)
        if kind == "room" and rest.partition("/")[0].isdigit():
            room, _, page = rest.partition("/")
            return self.room(int(room), int(page or 1))
        return self.frame(rest, self.rows([n for n, title in self.titles.items() if rest in title.lower()]))

    @staticmethod
    def frame(title: str, body: str) -> str:
        return f"<title>{title} - Tags</title><h1>{title}</h1>{body}<p><a href='/login'>Log in</a></p>"

    def rows(self, numbers: list[int], more: str = "") -> str:
        shown = (f"<a href='/talk/{n}.0'>{self.titles[n]}</a></td><td>{len(self.posts[n])}" for n in numbers)
        return f"<table>{''.join(f'<tr><td>{row}</td></tr>' for row in shown)}{more}</table>"

    def room(self, room: int, page: int) -> str:
        own = [n for n in self.titles if room_of(n) == room]
        pages = range(1, -(-len(own) // ROWS) + 1)
        turn = " ".join(f"<a href='/room/{room}{f'/{n}' if n > 1 else ''}'>{n}</a>" for n in pages if n != page)
        return self.frame(f"Room {room}", f"{self.rows(own[ROWS * (page - 1) :][:ROWS])}<p>{turn}</p>")

    def talk(self, number: int, start: int) -> str:
        own, room = self.posts[number], room_of(number)
        way = f"<h3><a href='/'>Tags</a> &raquo; <a href='/room/{room}'>Room {room}</a></h3>"
        starts = range(0, len(own), POSTS)
        turn = " ".join(f"<a href='/talk/{number}.{n}'>{n // POSTS + 1}</a>" for n in starts if n != start)
        other = (
            f"<a href='/talk/{number}.0;go=back'>&laquo; previous</a> <a href='/talk/{number}.0;go=on'>next &raquo;</a>"
        )
        posts = "".join(own[start:][:POSTS])
        return self.frame(self.titles[number], f"{way}<p>{other}</p><p>{turn}</p><ul>{posts}</ul><p>{turn}</p>")


@cache
def learned(start: str) -> Plan:
    job = LearnJob(HOST + start, transport=MemoryTransport(Front()), clock=VirtualClock())
    return asyncio.run(learn_site(job)).plan


@pytest.mark.parametrize("start", ["/", "/talk/30.0", "/tag/river"])
def test_rooms_are_lists_wherever_learning_begins(start: str):
    """On the first page their names say next to nothing; threads say that they lie there."""
    plan = learned(start)
    assert {plan.judge(f"{HOST}/room/{n}").role for n in range(1, ROOMS + 1)} == {Role.INDEX}
    assert plan.judge(f"{HOST}/room/3/2").role is Role.INDEX_FLIP


@pytest.mark.parametrize("start", ["/", "/talk/30.0"])
def test_the_way_to_the_next_thread_is_no_further_page(start: str):
    """From a second page it leads to the thread's own address with a word behind, as its pager leads to page one."""
    plan = learned(start)
    assert plan.judge(f"{HOST}/talk/7.10").role is Role.THREAD_FLIP
    assert plan.judge(f"{HOST}/talk/7.0;go=on").role not in (Role.THREAD, Role.THREAD_FLIP)


def test_two_pages_may_have_most_people_in_common():
    """Where few write, nearly all do in any long thread; headings do not come again on a page."""

    def regions(heads: str) -> str:
        blocks = (f"<article><h3>{head}</h3><div>{' '.join(WORDS * 2)}</div></article><hr>" for head in heads.split())
        return f"<main>{''.join(blocks)}</main>"

    def told(*pages: str) -> bool:
        return are_told(find_regions(read_page(HOST, regions(heads).encode())) for heads in pages)

    assert told("ann bob cleo ann dan eva bob finn gus hal ida jo kim lou ann", "bob ann cleo dan bob eva")
    assert not told("Use Install Options Files Bugs Notes See", "Use Install Options Files Bugs")
