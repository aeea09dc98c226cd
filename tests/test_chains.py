"""Lists that only say which page comes next, and threads that have an address for each of their posts."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from functools import cache

import pytest

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, Plan, Role

HOST = "http://talk.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
ROWS = 10


class Endless:
    """One list of threads without page numbers: what follows is told by the last row, under a key of its own."""

    def __init__(self, *, hint: str, threads: int = 60) -> None:
        self.hint, self.chance = hint, random.Random(3)
        self.names = [self._name() for _ in range(threads)]
        self.copies: list[str] = []
        self.pages: dict[str, str] = {}
        for number in range(threads):
            self._add_thread(number)
        for first in range(0, threads, ROWS):
            self.pages[self.address(first)] = self._list(first)

    def _name(self) -> str:
        return f"p{self.chance.randrange(10_000, 99_999)}x"

    def address(self, first: int) -> str:
        return "/" if first == 0 else f"/feed?order=new&after={self.names[first - 1]}"

    def _list(self, first: int) -> str:
        rows = "".join(
            f"<tr><td><a href='/t/{self.names[n]}/full'>{self._title(n)}</a></td>"
            f"<td>2024-03-{1 + n % 27:02} 10:00</td></tr>"
            for n in range(first, first + ROWS)
        )
        more = self.address(first + ROWS)
        following = f"<p><a href='{more}' {self.hint}</a></p>" if first + ROWS < len(self.names) else ""
        return f"<title>All talk</title><h1>All talk</h1><table>{rows}</table>{following}"

    def _title(self, number: int) -> str:
        return " ".join(random.Random(number).choices(WORDS, k=4)).capitalize()

    def _add_thread(self, number: int) -> None:
        """Every post has an address under which all of the thread is shown."""
        names = [self.names[number], *(self._name() for _ in range(3))]
        self.copies += names[1:]
        posts = "".join(
            f"<div><b>{WORDS[(number + n) % 7]}</b> <i>2024-03-{1 + number % 27:02} {8 + n:02}:15</i> "
            f"<a href='/t/{name}/full'>all of it</a><p>{' '.join(self.chance.choices(WORDS, k=40))}</p></div>"
            for n, name in enumerate(names)
        )
        for name in names:
            self.pages[f"/t/{name}/full"] = f"<title>{self._title(number)}</title><h1>{self._title(number)}</h1>{posts}"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        page = self.pages.get(request.url.removeprefix(HOST))
        return MemoryAnswer(200 if page else 404, {"content-type": "text/html"}, (page or "").encode())


@cache
def learned(hint: str) -> tuple[Endless, Plan]:
    site = Endless(hint=hint)
    job = LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(site))
    return site, asyncio.run(learn_site(job)).plan


@pytest.mark.parametrize("hint", ["rel='next'>older", ">more &raquo;"])
class TestEndless:
    """By what the page says to machines, and by a sign."""

    def test_a_list_goes_on_without_numbers(self, hint: str):
        """Every further page is one of the same list, on its own pages."""
        site, plan = learned(hint)
        for first in range(ROWS, len(site.names), ROWS):
            found = plan.judge(HOST + site.address(first), "index")
            assert (found.role, found.follow, found.list) == (Role.INDEX_FLIP, Follow.SAME_LIST, HOST + "/")
            assert plan.judge(HOST + site.address(first), "thread").follow is Follow.NO

    def test_a_thread_is_fetched_under_one_address(self, hint: str):
        """Its posts link to it under others, which show the same again."""
        site, plan = learned(hint)
        assert all(plan.judge(f"{HOST}/t/{name}/full", "index").role is Role.THREAD for name in site.names)
        assert all(plan.judge(f"{HOST}/t/{name}/full", "thread").follow is Follow.NO for name in site.copies)


class Drawn(Endless):
    """Threads whose ids are drawn in base 16."""

    def _name(self) -> str:
        return f"{self.chance.randrange(16**8):08x}"


def test_an_id_of_digits_only_is_an_id_like_others():
    """One in forty threads is called so where ids have eight signs; a number of another kind is none."""
    site = Drawn(hint="rel='next'>older")
    plan = asyncio.run(learn_site(LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(site)))).plan
    assert plan.judge(f"{HOST}/t/40571893/full", "index").role is Role.THREAD
    assert plan.judge(f"{HOST}/t/40571893/full", "thread").follow is Follow.NO
    assert plan.judge(f"{HOST}/x/40571893/full", "index").follow is Follow.NO


class Worded:
    """Boards that go on by a link of words below their rows: to the next rows, or to the same ones and more."""

    def __init__(self, *, grows: bool) -> None:
        self.grows, self.pages = grows, dict[str, str]()
        boards = "".join(f"<li><a href='/in/{word}'>{word.title()}</a> all about it</li>" for word in WORDS[:3])
        self.pages["/"] = f"<title>Talk</title><ul>{boards}</ul>"
        for board, word in enumerate(WORDS[:3]):
            own = [100 * board + n for n in range(24)]
            for page in range(1, 4):
                self.pages[self.address(word, page)] = self._list(word, own, page)
            for number in own:
                self.pages[f"/t/{number}"] = self._thread(number)

    def address(self, word: str, page: int) -> str:
        added = f"?find=%23most%3A{10 * page}" if self.grows else f"?mode=0&page={page}"
        return f"/in/{word}" + (added if page > 1 else "")

    def _list(self, word: str, own: list[int], page: int) -> str:
        shown = own[0 if self.grows else 10 * page - 10 : 10 * page]
        rows = "".join(
            f"<tr><td><a href='/t/{n}'>{self._title(n)}</a></td><td>2024-03-02 10:00</td></tr>" for n in shown
        )
        more = f"<p><a href='{self.address(word, page + 1)}'>View 10 more of them</a></p>" if page < 3 else ""
        kinds = "".join(f"<a href='/in/{word}?find=%23{kind}'>{kind}</a> " for kind in ("sticky", "locked", "mine"))
        return f"<title>{word}</title><p><a href='/'>Talk</a> {kinds}</p><h1>{word}</h1><table>{rows}</table>{more}"

    def _title(self, number: int) -> str:
        return " ".join(random.Random(number).choices(WORDS, k=4)).capitalize()

    def _thread(self, number: int) -> str:
        chance = random.Random(number)
        posts = "".join(
            f"<div><b>{chance.choice(WORDS)}</b> <i>2024-03-0{1 + n} 08:15</i>"
            f"<p>{' '.join(chance.choices(WORDS, k=40))}</p></div>"
            for n in range(3)
        )
        back = f"<p><a href='/'>Talk</a> <a href='/in/{WORDS[number // 100]}'>back</a></p>"
        return f"<title>{self._title(number)}</title>{back}<h1>{self._title(number)}</h1>{posts}"

    __call__ = Endless.__call__


@pytest.mark.parametrize("grows", [False, True])
def test_a_list_goes_on_by_a_link_below_it_whatever_that_says(grows: bool):
    """It is the list's own address with a number more, and the only one so; other views of the list are left alone."""
    site = Worded(grows=grows)
    plan = asyncio.run(learn_site(LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(site)))).plan
    for word in WORDS[:3]:
        for page in (2, 3):
            found = plan.judge(HOST + site.address(word, page), "index")
            assert (found.role, found.follow, found.list) == (Role.INDEX_FLIP, Follow.SAME_LIST, f"{HOST}/in/{word}")
        assert plan.judge(f"{HOST}/in/{word}?find=%23sticky", "index").follow is Follow.NO
