"""Forums whose entry names a single board: it may be all there is, or all others may lie below it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from plain_forum import HOST, PlainForum, Thread
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
MOST_NEEDLESS = 6


class OneBoard(PlainForum):
    """A forum with one board."""

    def _draw_threads(self) -> Iterator[Thread]:
        self.boards = self.boards[:1]
        return super()._draw_threads()


class BoardsBelow(PlainForum):
    """A forum whose entry names its first board only, which names the others above its threads."""

    def _write_lists(self) -> None:
        super()._write_lists()
        rows = [
            self._board[1].format(url=self._board_url(board), name=name, about=f"All about {name}", count=9, last="")
            for board, name in enumerate(self.boards)
        ]
        self._add("/", "index", self._frame("All", self._board[0].format(rows[0])))
        first, heading = self._board_url(0), f"<h2>{self.boards[0]}</h2>"
        below = heading + self._board[0].format("".join(rows[1:]))
        self.pages[first] = self.pages[first].replace(heading, below)


def crawl(forum: PlainForum, start: str, folder: Path) -> None:
    """Crawl a forum and tell that nothing was missed and little asked for in vain."""
    asyncio.run(run_job(CrawlJob(HOST + start, folder / "a", SETTINGS, transport=MemoryTransport(forum))))
    assert set(forum.kinds) - set(forum.asked) == set()
    assert len(forum.asked) - len(forum.kinds) <= MOST_NEEDLESS


@pytest.mark.parametrize(("seed", "start"), [(0, "/"), (46, "/board.php?b=1&p=2"), (49, "/board.php?b=1&p=2")])
def test_the_only_board_is_turned_back_to_its_first_page(seed: int, start: str, tmp_path: Path):
    """Begun at a further page of the only board, all of it is found."""
    crawl(OneBoard(seed), start, tmp_path)


@pytest.mark.parametrize("start", ["/", "/f1/"])
def test_a_thread_called_as_its_board_makes_no_thread_of_it(start: str, tmp_path: Path):
    """The only board of this forum is called "Garden Bread", and so is one of its threads."""
    crawl(OneBoard(79), start, tmp_path)


@pytest.mark.parametrize(
    ("seed", "start"),
    [(43, "/board.php?b=3"), (31, "/board.php?b=1"), (77, "/?board=3&start=10"), (78, "/f4/page2.html")],
)
def test_an_entry_that_names_one_board_is_found_from_any(seed: int, start: str, tmp_path: Path):
    """Begun at one of the boards below the only one that the entry names, the others are found, too."""
    crawl(BoardsBelow(seed), start, tmp_path)
