"""Lists whose further pages are called otherwise than all else, on a site whose addresses tell nothing of its pages."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

HOST = "http://talks.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
BOARDS, TALKS, PORTION = 4, 40, 15


class Talks:
    """Boards and talks have addresses of one form; a board's further pages are said to be earlier ones."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self._chance = random.Random(3)
        self.pages: dict[str, str] = {}
        rows = ""
        for board in range(BOARDS):
            name = f"{WORDS[board]} and {WORDS[-board - 1]}".capitalize()
            self._board(board, name)
            rows += f"<div class='board'><h3><a href='/n/{board + 1}'>{name}</a></h3><p>All about it</p></div>"
        self.pages["/"] = f"<title>Talks</title><h1>Talks</h1>{rows}"

    def _board(self, board: int, name: str) -> None:
        talks = []
        for number in range(TALKS):
            time = datetime(2023, 1, 3, 9, tzinfo=UTC) + timedelta(hours=50 * number + board)
            title = " ".join(self._chance.sample(WORDS, 3)).capitalize()
            url = f"/n/{101 + number * BOARDS + board}"
            self.pages[url] = self._talk(board, name, title, time)
            talks.insert(0, f"<div class='row'><a href='{url}'>{title}</a> <i>{time:%d.%m.%Y %H:%M}</i></div>")
        for page, start in enumerate(range(0, TALKS, PORTION), 1):
            rows = "".join(talks[start : start + PORTION])
            more = (
                f"<p><a href='/more/{board + 1}/{page + 1}'>Earlier &raquo;</a></p>" if start + PORTION < TALKS else ""
            )
            html = f"<title>{name} - Talks</title><p><a href='/'>Talks</a></p><h2>{name}</h2>{rows}{more}"
            self.pages[f"/n/{board + 1}" if page == 1 else f"/more/{board + 1}/{page}"] = html

    def _talk(self, board: int, name: str, title: str, time: datetime) -> str:
        posts = "".join(
            f"<div class='post'><b>{self._chance.choice(('ann', 'bo', 'cleo', 'dan'))}</b> "
            f"<i>{time + timedelta(hours=place):%d.%m.%Y %H:%M}</i><p>{' '.join(self._chance.choices(WORDS, k=30))}</p>"
            "</div>"
            for place in range(self._chance.randint(2, 8))
        )
        crumbs = f"<p><a href='/'>Talks</a> / <a href='/n/{board + 1}'>{name}</a></p>"
        return f"<title>{title} - Talks</title>{crumbs}<h2>{title}</h2>{posts}"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.add(path)
        page = self.pages.get(path)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "").encode())


def test_further_pages_of_a_list_may_have_addresses_of_their_own(tmp_path: Path):
    """A list that led to another of its name, with other rows, goes on there."""
    talks = Talks()
    job = CrawlJob(f"{HOST}/", tmp_path / "a", SETTINGS, transport=MemoryTransport(talks))
    asyncio.run(run_job(job))
    assert set(talks.pages) - talks.asked == set()
