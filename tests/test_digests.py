"""Forums whose lists show posts of their threads, the first and the last: they look like threads, and are none."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import weft
from hall import HOST, ROWS, TOWNS, Hall, Style, turn
from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.crawl import Ending
from weft.fetch import MemoryTransport
from weft.page import read_page
from weft.traversal import Ground, Sample
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.urls import Scope

SHOWN = 4  # last posts of a thread, behind its first
MOST_NEEDLESS = 8  # requests, of some hundred


class Wall(Hall):
    """A forum whose lists show posts; all posts of a thread are on one page."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sizes = {n: 3 + n % 19 for n in self.titles}

    def show_room(self, room: int, page: int) -> str:
        blocks = ""
        for n in self.threads(room)[ROWS * (page - 1) : ROWS * page]:
            posts = self.posts(n)
            url = self.style.talk(n, 1, page)
            first = posts[0].replace("<p>", f"<a href='{url}'>No. {71 * n}</a> <a href='{url}'>[Reply]</a><p>", 1)
            blocks += f"<div class=block>{first}{''.join(posts[1:][-SHOWN:])}</div><hr>"
        urls = [self.style.room(room, number) for number in self.leaves(room)]
        return self.frame(f"{TOWNS[room]} talk", f"<div class=blocks>{blocks}</div>{turn(urls, page)}")


def room_url(room: int, page: int) -> str:
    return f"/room/{room}{f'/page-{page}' if page > 1 else ''}"


def test_lists_that_show_posts_are_lists(tmp_path: Path):
    """Their threads are fetched, and their posts counted once."""
    wall = Wall(Style(room_url, lambda talk, page, _: f"/talk/{talk}"), per_page=100)
    job = CrawlJob(HOST + "/", tmp_path / "a", transport=MemoryTransport(wall), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert wall.needed() - set(wall.asked) == set()
    assert Counter(wall.asked).total() - len(wall.needed()) <= MOST_NEEDLESS
    with weft.open_archive(tmp_path / "a") as archive:
        assert sum(1 for _ in archive.posts()) == sum(wall.sizes.values())


def thread_page(number: int, page: int) -> Sample:
    """A page of a thread; the first leads to all others, these to the next. One post of each quotes one before it."""
    chance = random.Random(number)
    said = [" ".join(f"{chance.choice(TOWNS)}{chance.randrange(999)}" for _ in range(30)) for _ in range(30)]
    texts = [f"<p>{said[n]}</p>" for n in range(6 * page - 6, 6 * page)]
    if page > 1:
        texts[2] = f"<blockquote>{said[1]}</blockquote><p>So it is.</p>"
    posts = "".join(
        f"<div class=post><a href='/who/{n % 4}'>Ann {n % 4}</a> <span>2024-03-{page:02} 1{n}:00</span>{text}</div>"
        for n, text in enumerate(texts)
    )
    numbers = (2, 3, 4) if page == 1 else (page + 1,)
    turns = " ".join(f"<a href='/talk?t={number}&page={one}'>{one}</a>" for one in numbers)
    url = f"{HOST}/talk?t={number}" + (f"&page={page}" if page > 1 else "")
    html = f"<title>{TOWNS[number]}</title><h1>{TOWNS[number]}</h1><div>{posts}</div><p>{turns}</p>"
    return Sample(url, url, 200, read_page(url, html.encode()))


def test_threads_whose_further_pages_quote_them_are_no_lists():
    """These show some of their posts, and others."""
    survey = Survey(Ground(Scope(HOST, "/")))
    survey.add([thread_page(number, page) for number in (1, 2, 3) for page in (1, 2)])
    assert {form.label for form in Roles(survey, HOST + "/").like_threads} == {"/talk?t=#", "/talk?t=#&page=#"}
