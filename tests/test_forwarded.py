"""Lists that name threads by short addresses, each of which sends the reader on to one with the title in it."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from functools import cache

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, Plan, Role

HOST = "http://ask.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
PEOPLE = ("anna", "bela", "carl", "dora", "egon", "fred", "gina")
THREADS, ROWS = 45, 10


def title_of(number: int) -> str:
    return " ".join(random.Random(number).choices(WORDS, k=6)).capitalize()


def long_name(number: int) -> str:
    return f"/q/{number}/{title_of(number).lower().replace(' ', '-')}/"


def index(page: int) -> str:
    numbers = range(THREADS - (page - 1) * ROWS, max(0, THREADS - page * ROWS), -1)
    rows = "".join(
        f"<tr><td><a href='/q/{n}/'>{title_of(n)}</a></td><td>{n % 9}</td><td>2024-03-{1 + n % 27:02}</td></tr>"
        for n in numbers
    )
    pages = " ".join(f"<a href='/?page={n}'>{n}</a>" for n in range(1, 6) if n != page)
    return f"<title>Questions</title><h1>Questions</h1><table>{rows}</table><p>{pages}</p>"


def thread(number: int) -> str:
    chance = random.Random(number)
    posts = "".join(
        f"<div class=post><b><a href='/u/{(number + n) % 7}'>{PEOPLE[(number + n) % 7]}</a></b> "
        f"<i>2024-03-{1 + number % 27:02} {8 + n:02}:15</i>"
        f"<p>{' '.join(chance.choices(WORDS, k=40))}</p></div>"
        for n in range(3 + number % 4)
    )
    head = f"<title>{title_of(number)}</title><ul><li><a href='/'>Questions</a><li><a href='/help'>Help</a></ul>"
    return f"{head}<div id=main><h2>{title_of(number)}</h2>{posts}</div>"


def answer(request: WireRequest) -> MemoryAnswer:
    path = request.url.removeprefix(HOST)
    steps = path.strip("/").split("/")
    head = {"content-type": "text/html"}
    if path == "/" or path.startswith("/?page="):
        return MemoryAnswer(200, head, index(int(path[7:] or 1)).encode())
    if steps[0] == "q" and len(steps) == 2 and steps[1].isdigit():
        return MemoryAnswer(302, {**head, "location": long_name(int(steps[1]))}, b"")
    if steps[0] == "q" and len(steps) == 3:
        return MemoryAnswer(200, head, thread(int(steps[1])).encode())
    return MemoryAnswer(404, head, b"")


@cache
def learned() -> Plan:
    job = LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(answer))
    return asyncio.run(learn_site(job)).plan


def test_both_addresses_of_a_thread_are_followed():
    """The short one, which lists have, and the one it leads to, which no list has."""
    plan = learned()
    for number in range(1, THREADS + 1):
        for address in (f"{HOST}/q/{number}/", HOST + long_name(number)):
            found = plan.judge(address, "index")
            assert (found.role, found.follow) == (Role.THREAD, Follow.YES)


def test_the_list_and_its_pages_are_known():
    """It lists threads, though no page that was seen has an address written there."""
    plan = learned()
    assert plan.entry == f"{HOST}/"
    assert plan.judge(f"{HOST}/?page=4", "index").role is Role.INDEX_FLIP
