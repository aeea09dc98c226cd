"""Clubs with a front page each that lists only its months, and days and clocks told in places of their own."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.extract import learn_wrapper
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.traversal import Plan, Role

HOST = "http://clubs.example"
NOW = datetime(2024, 9, 1, tzinfo=UTC)
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
NAMES = ("Ann Smith", "Bo Lind", "Cleo Marsh", "Dan Okoro", "Eva Brandt")
CLUBS = ("rowing", "baking", "singing", "walking", "chess", "weaving")
MONTHS = (("March", 3), ("April", 4), ("May", 5), ("June", 6), ("July", 7), ("August", 8))


def words(count: int, seed: str) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=count))


class Clubs:
    """Each club's front has its months in a menu, and what goes on in it in numbers; months list threads."""

    def __init__(self) -> None:
        self.pages = {"/": self._entry()}
        for club in CLUBS:
            self.pages[f"/club/{club}/"] = self._front(club)
            for name, month in MONTHS:
                self.pages[f"/club/{club}/2024/{month}/"] = self._month(club, name, month)
                for thread in range(3):
                    key = self._key(club, month, thread)
                    self.pages[f"/club/{club}/talk/{key}/"] = self._thread(club, month, thread)

    @staticmethod
    def _key(club: str, month: int, thread: int) -> str:
        return "".join(random.Random(f"{club}{month}{thread}").choices("ABCDEFGHKLMNPQRSTUVWXYZ", k=20))

    @staticmethod
    def _shell(title: str, body: str) -> str:
        return f"<title>{title} - Clubs</title><nav><a href='/'>Clubs</a> <a href='/join'>Join us</a></nav>{body}"

    def _entry(self) -> str:
        rows = "".join(f"<tr><td><a href='/club/{club}/'>{club.title()}</a></td></tr>" for club in CLUBS)
        return self._shell("All of them", f"<h1>Our clubs</h1><table>{rows}</table>")

    def _menu(self, club: str) -> str:
        months = "".join(f"<li><a href='/club/{club}/2024/{n}/'>{name}</a></li>" for name, n in MONTHS)
        return f"<div class=menu><b>2024</b><ul>{months}</ul></div>"

    def _front(self, club: str) -> str:
        return self._shell(
            club.title(),
            f"<section><h1>{club.title()}</h1><p>About {club}</p></section><div><h2>Recently</h2><img src=/wait.gif>"
            f"</div><div><h2>Loved</h2><img src=/wait.gif></div><div><h2>Busy</h2><img src=/wait.gif></div>"
            f"{self._menu(club)}<div><h2>Summary</h2><p>Talk over the past <b>30</b> days.</p><p>The following was "
            f"counted in the past <b>30</b> days:</p><span>32 people</span><span>5 threads</span></div>",
        )

    def _month(self, club: str, name: str, month: int) -> str:
        rows = "".join(
            f"<div class=row><a href='/club/{club}/talk/{self._key(club, month, n)}/'>{self.title(club, month, n)}</a>"
            f"<span>by {NAMES[(month + n) % 5]}</span><i>{name} {n + 2}, 2024</i>"
            f"<p>{words(30, f'{club}{month}{n}')}</p></div>"
            for n in range(3)
        )
        return self._shell(f"{name} 2024 - {club.title()}", f"<h1>{name} 2024</h1>{self._menu(club)}{rows}")

    def title(self, club: str, month: int, thread: int) -> str:
        return words(5, f"title {club} {month} {thread}").capitalize()

    def _thread(self, club: str, month: int, thread: int) -> str:
        title = self.title(club, month, thread)
        return self._shell(
            f"{title} - {club.title()}",
            f"<h1>{title}</h1><div class=mail><h2>{NAMES[(month + thread) % 5]}</h2><span>{thread + 2} "
            f"{MONTHS[month - 3][0]} 2024</span><div><i title='At home: {MONTHS[month - 3][0]} {thread + 2}, 2024, "
            f"10:{month:02} a.m.'>10:{month:02} a.m.</i></div><p>{words(60, f'{club}{month}{thread}')}</p></div>"
            f"<a href='/club/{club}/'>All of {club}</a>",
        )

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        page = self.pages.get(request.url.removeprefix(HOST))
        return MemoryAnswer(200 if page else 404, {"content-type": "text/html"}, (page or "").encode())


@cache
def clubs() -> Clubs:
    return Clubs()


@cache
def learned(start: str) -> Plan:
    return asyncio.run(learn_site(LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(clubs())))).plan


@pytest.mark.parametrize("start", ["/", "/club/chess/2024/5/"])
def test_months_of_a_club_are_its_lists(start: str):
    """Whatever its front page looks like, the threads are what its months name."""
    plan = learned(start)
    roles = {path: plan.judge(HOST + path).role for path in clubs().pages if path != "/"}
    assert {role for path, role in roles.items() if "/talk/" in path} == {Role.THREAD}
    assert {role for path, role in roles.items() if "/2024/" in path} == {Role.INDEX}


def test_a_day_here_and_its_clock_there_are_one_time():
    """The clock's own title tells the day, too."""
    pages = [read_page(HOST + path, page.encode()) for path, page in clubs().pages.items() if "/talk/" in path][:30]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    clocks = {(post.time.hour, post.time.day) for page in pages for post in wrapper.read(page, NOW).posts if post.time}
    assert clocks == {(10, 2), (10, 3), (10, 4)}
