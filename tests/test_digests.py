"""Forums whose lists show posts of their threads, the first and the last: they look like threads, and are none."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import weft
from hall import HOST, ROWS, TOWNS, Hall, Style, turn
from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.crawl import Ending
from weft.fetch import MemoryTransport

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
