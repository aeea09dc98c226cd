"""Lists of links to other sites with remarks on each: half of the pages have one remark or none."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

HOST = "http://links.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
NAMES = ("ann", "bo", "cleo", "dan", "eva")
LINKS, PORTION = 60, 20


class Links:
    """Rows with a link elsewhere and one to the remarks; nobody's name leads anywhere."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        chance = self._chance = random.Random(4)
        self.pages: dict[str, str] = {}
        rows = []
        for number in range(LINKS):
            time = datetime(2022, 1, 3, 9, tzinfo=UTC) + timedelta(hours=131 * number)
            title = " ".join(chance.sample(WORDS, 3)).capitalize()
            url = f"/about/{title.lower().replace(' ', '-')}"
            if url in self.pages:
                continue
            remarks = chance.choice((0, 0, 1, 1, 1, 4, 8))
            self.pages[url] = self._remarks(title, time, remarks)
            rows.insert(0, self._row(url, title, time, remarks))
        for page, start in enumerate(range(0, len(rows), PORTION), 1):
            more = f"<p><a href='/page/{page + 1}'>Next</a></p>" if start + PORTION < len(rows) else ""
            inside = "".join(rows[start : start + PORTION])
            html = f"<title>Links</title><h1>Links</h1><div>{inside}</div>{more}"
            self.pages["/" if page == 1 else f"/page/{page}"] = html

    def _row(self, url: str, title: str, time: datetime, remarks: int) -> str:
        host, name = f"x{time:%j%H}.example", self._chance.choice(NAMES)
        return (
            f"<div class='row'><div><a href='http://{host}/'>{title}</a> ({host})</div> <div>"
            f"by {name} {time:%d.%m.%Y %H:%M} | <a href='{url}'>{remarks} remarks</a></div></div>"
        )

    def _remarks(self, title: str, time: datetime, remarks: int) -> str:
        said = "".join(
            f"<div class='said'><div>{' '.join(self._chance.choices(WORDS, k=self._chance.randint(6, 60)))}</div>"
            f"<div><em>{self._chance.choice(NAMES)}</em>, {time + timedelta(hours=place + 1):%d.%m.%Y %H:%M}</div>"
            "</div>"
            for place in range(remarks)
        )
        return (
            f"<title>{title} - Links</title><h1>Links</h1><p><a href='/'>Links</a></p><div><h2>"
            f"<a href='http://x{time:%j%H}.example/'>{title}</a></h2><div>by {self._chance.choice(NAMES)} "
            f"{time:%d.%m.%Y %H:%M} | {remarks} remarks</div></div><div>{said}</div><p>Thanks for reading.</p>"
        )

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.add(path)
        page = self.pages.get(path)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "").encode())


def test_pages_of_remarks_are_known_by_those_that_have_several(tmp_path: Path):
    """One remark looks like nothing: pages with one say neither that they are threads nor that they are none."""
    links = Links()
    job = CrawlJob(f"{HOST}/", tmp_path / "a", SETTINGS, transport=MemoryTransport(links))
    asyncio.run(run_job(job))
    assert set(links.pages) - links.asked == set()
