"""Lists of links to elsewhere with remarks on each: posts with many links, all written as threads are."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

HOST = "http://finds.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(max_pages=600))
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
NOW = datetime(2024, 9, 1, tzinfo=UTC)
FINDS, ROWS = 60, 20


@dataclass
class Remark:
    """What somebody said, below what it answers."""

    number: int
    name: str
    hours: int  # ago
    depth: int = 0
    above: int = 0
    text: str = ""
    below: list[Remark] = field(default_factory=list)

    def walk(self) -> list[Remark]:
        return [self, *(one for each in self.below for one in each.walk())]


class Finds:
    """A site of finds. A find and a remark have pages of one kind; most titles lead to another site."""

    def __init__(self) -> None:
        chance = random.Random(3)
        self.finds: list[Remark] = []
        self.known: dict[int, Remark] = {}
        self.asked: list[str] = []
        number = 100
        for place in range(FINDS):
            find = Remark(number := number + chance.randint(1, 3), chance.choice(NAMES), 3000 - 40 * place)
            talk = [find]
            for _ in range(chance.choice((1, 2, 3, 5, 8, 13, 30))):
                above = chance.choice(talk)
                number += chance.randint(1, 3)
                hours = max(1, find.hours - number % 37)
                remark = Remark(number, chance.choice(NAMES), hours, above.depth + 1, above.number, self._say(chance))
                above.below.append(remark)
                talk.append(remark)
            find.text = " ".join(chance.sample(WORDS, 4)).capitalize()
            self.finds.append(find)
            self.known |= {one.number: one for one in talk}

    @staticmethod
    def _say(chance: random.Random) -> str:
        return "".join(f"<p>{' '.join(chance.choices(WORDS, k=14))}." for _ in range(chance.choice((1, 1, 2))))

    @staticmethod
    def age(one: Remark) -> str:
        return f'<span title="{NOW - timedelta(hours=one.hours):%Y-%m-%dT%H:%M:%S}"><a href="item?id={one.number}">'

    def row(self, find: Remark) -> str:
        remarks = len(find.walk()) - 1
        goal = f"http://else{find.number % 7}.example/{find.number}" if find.number % 4 else f"item?id={find.number}"
        return (
            f'<tr class="find"><td><a href="{goal}">{find.text}</a></td></tr><tr><td class="under">{remarks * 3} points'
            f' by <a href="user?id={find.name}" class="who">{find.name}</a> {self.age(find)}{find.hours} hours ago</a>'
            f'</span> | <a href="past?id={find.number}">past</a> | '
            f'<a href="item?id={find.number}">{remarks} remarks</a></td></tr><tr class="gap"></tr>'
        )

    def remark(self, one: Remark, depth: int) -> str:
        ways = f' | <a href="#{one.above}">parent</a> | <a href="#{one.number + 1}">next</a>'
        return (
            f'<tr class="said" id="{one.number}"><td><table><tr><td><img src="s.gif" width="{depth * 30}"></td>'
            f'<td><div><a href="user?id={one.name}" class="who">{one.name}</a> {self.age(one)}{one.hours} hours ago</a>'
            f'</span>{ways} <a href="item?id={one.number}">[-]</a></div><div class="words">{one.text}</div>'
            f'<p><a href="answer?id={one.number}" rel="nofollow">answer</a></td></tr></table></td></tr>'
        )

    def show(self, url: str) -> str:
        path, _, query = url.partition("?")
        value = query.partition("=")[2]
        if path == "/item":
            top = self.known[int(value)]
            below = "".join(self.remark(one, one.depth - top.depth - 1) for one in top.walk()[1:])
            head = self.row(top) if not top.above else self.remark(top, 0)
            title = top.text if not top.above else f"{top.name} says"
            return self.frame(title, f"<table>{head}</table><br><table>{below}</table>")
        if path == "/user":
            return self.frame(value, f"<table><tr><td>user:</td><td>{value}</td></tr></table>")
        first = int(value or 1) * ROWS
        finds = self.finds[::-1][first - ROWS : first]
        more = f'<tr><td><a href="?p={int(value or 1) + 1}" rel="next">More</a></td></tr>' if first < FINDS else ""
        return self.frame("Finds", f"<table>{''.join(map(self.row, finds))}{more}</table>")

    @staticmethod
    def frame(title: str, inner: str) -> str:
        menu = '<a href="/">Finds</a> <a href="/rules">Rules</a> <a href="/help">Help</a>'
        return f"<title>{title}</title><table><tr><td>{menu}</td></tr><tr><td>{inner}</td></tr></table>"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        url = request.url.removeprefix(HOST)
        if url.partition("?")[0] not in ("/", "/item", "/user"):
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        self.asked.append(url)
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, self.show(url).encode())


@cache
def crawled(folder: Path) -> Finds:
    finds = Finds()
    job = CrawlJob(HOST + "/", folder, SETTINGS, transport=MemoryTransport(finds), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    return finds


@pytest.fixture(scope="module")
def finds(tmp_path_factory: pytest.TempPathFactory) -> Finds:
    return crawled(tmp_path_factory.mktemp("finds"))


def test_every_find_and_every_list_is_fetched(finds: Finds):
    """Trees of remarks are threads, however many links each remark has, and what more there is comes, too."""
    wanted = {f"/item?id={find.number}" for find in finds.finds} | {"/", "/?p=2", "/?p=3"}
    assert wanted <= set(finds.asked)


def test_remarks_are_not_fetched_again_one_by_one(finds: Finds):
    """Each has a page of its own, written as finds are; its find shows it already."""
    remarks = [url for url in finds.asked if url.startswith("/item") and finds.known[int(url[9:])].above]
    assert len(remarks) <= 4
