"""Guestbooks: one list of posts on many pages, and a site around it that lists nothing."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import weft
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.errors import NotAForum
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

HOST = "http://guests.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
NAMES = ("ann", "bo", "cleo", "dan", "eva")
PAGES, PORTION = 6, 12


class Guests:
    """A home page with a guestbook; `turn` says how its pages lead to each other."""

    def __init__(self, turn: str) -> None:
        self.asked: set[str] = set()
        chance = random.Random(2)
        self.said: list[tuple[str, datetime, str]] = []
        urls = [f"/guests.php?p={page}" if page > 1 else "/guests.php" for page in range(1, PAGES + 1)]
        menu = "<p><a href='/'>Home</a> <a href='/photos.html'>Photos</a> <a href='/guests.php'>Guests</a></p>"
        self.pages = {"/": f"<title>My place</title>{menu}<h1>Welcome</h1><p>This is my place.</p>"}
        self.pages["/photos.html"] = f"<title>My place</title>{menu}<h1>Photos</h1><img src='/a.jpg'>"
        for page, url in enumerate(urls):
            rows = ""
            for place in range(PORTION):
                time = datetime(2023, 9, 1, 9, tzinfo=UTC) - timedelta(hours=31 * (page * PORTION + place))
                name, text = chance.choice(NAMES), " ".join(chance.choices(WORDS, k=chance.randint(4, 30)))
                self.said.append((name, time, text))
                rows += f"<tr><td><b>{name}</b> {time:%d.%m.%Y %H:%M}</td><td>{text}</td></tr>"
            numbers = " ".join(f"<a href='{one}'>{number}</a>" for number, one in enumerate(urls, 1) if one != url)
            onward = f"<a href='{urls[page + 1]}'>Older</a>" if page + 1 < PAGES else ""
            below = numbers if turn == "numbers" else onward
            html = f"<title>My guests</title>{menu}<h1>Guests</h1><table>{rows}</table><p>{below}</p>"
            self.pages[url] = f"{html}<p><a href='/sign.php'>Sign</a></p>"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.add(path)
        page = self.pages.get(path)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "").encode())


@pytest.mark.parametrize(
    ("turn", "start"),
    [("numbers", "/guests.php"), ("numbers", "/guests.php?p=3"), ("word", "/guests.php")],
)
def test_a_list_of_posts_that_none_leads_to_is_archived_whole(turn: str, start: str, tmp_path: Path):
    """It is one thread: each page of it is fetched, each post of it kept."""
    guests = Guests(turn)
    asyncio.run(run_job(CrawlJob(HOST + start, tmp_path / "a", SETTINGS, transport=MemoryTransport(guests))))
    with weft.open_archive(tmp_path / "a") as archive:
        rows = list(archive.posts())
    assert sorted((row.post.author, row.post.time, row.post.text) for row in rows) == sorted(guests.said)
    assert len({row.thread for row in rows}) == 1


def test_a_page_without_posts_is_none(tmp_path: Path):
    """The home page of the same site is no forum still."""
    job = CrawlJob(f"{HOST}/photos.html", tmp_path / "a", SETTINGS, transport=MemoryTransport(Guests("word")))
    with pytest.raises(NotAForum):
        asyncio.run(run_job(job))
