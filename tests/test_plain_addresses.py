"""Whole crawls of forums in plain markup whose addresses tell little: one form for all, names at the root, sessions."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from pathlib import Path

import pytest

import plain_forum
import weft
from plain_forum import HOST, Addresses, PlainForum
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft", max_pages=600))
ONE_FORM = Addresses("/{b}-{bs}/", "/{b}-{bs}/page-{p}", "/{ts}/", "/{ts}/page-{p}", "/people/{u}")
AT_ROOT = Addresses("/{bs}", "/{bs}?page={p}", "/{bs}/{t}", "/{bs}/{t}?page={p}", "/~{u}")
BY_TITLES = Addresses("/in/{bs}/", "/in/{bs}/?page={p}", "/talk/{ts}/", "/talk/{ts}/?page={p}", "/people/{u}")
BELOW_NAMES = Addresses("/in/{bs}/", "/in/{bs}/?page={p}", "/in/{bs}/{t}/", "/in/{bs}/{t}/?page={p}", "/people/{u}")
DATED = ("<table>{}</table>", "<tr><td><a href='{url}'>{name}</a></td><td>{last}</td></tr>")
LETTERS = str.maketrans("0123456789", "bcdfghjklm")
MOST_NEEDLESS = 30  # requests, of one to three hundred


class Session(PlainForum):
    """A forum that writes another short session id into all links of each page."""

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        """Answer as ever, but for the links."""
        path = re.sub(r"[?&;]visit=\w+", "", request.url.removeprefix(HOST))
        self.asked.append(path)
        page, visit = self.pages.get(path, ""), f"{len(self.asked) * 7919 % 46656:06x}"
        page = re.sub(r"href='([^']+)'", lambda link: f"href='{_add(link[1], visit)}'", page)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "nothing here").encode())


class Beside(PlainForum):
    """A forum that names all its boards beside each page; the first page describes them, too."""

    def _frame(self, title: str, inside: str, board: int | None = None) -> str:
        names = "".join(f"<li><a href='{self._board_url(n)}'>{name}</a></li>" for n, name in enumerate(self.boards))
        return f"{super()._frame(title, inside, board)}<div><h4>Boards</h4><ul>{names}</ul></div>"


class Newest(PlainForum):
    """A forum that names its newest threads beside each page, in boxes; no address has a number."""

    def _url(self, form: str, board: int = 0, thread: int = 0, *rest: object, **more: object) -> str:
        url = super()._url(form, board, thread, *rest, **more)
        return re.sub(r"/(\d+)-", lambda number: f"/{number[1].translate(LETTERS)}-", url)

    def _frame(self, title: str, inside: str, board: int | None = None) -> str:
        newest = [(self._thread_url(number), thread.title) for number, thread in sorted(self.threads.items())[-4:]]
        boxes = "".join(f"<div><b>New</b> <a href='{url}'>{name}</a><div>just now</div></div>" for url, name in newest)
        beside = f"<aside><div>{boxes}</div><div><div><a href='/faq'>Faq</a></div></div></aside>"
        return f"{super()._frame(title, inside, board)}{beside}"


def _add(url: str, visit: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}visit={visit}"


def crawl(forum: PlainForum, folder: Path) -> int:
    """Crawl a forum and give how many requests were needless; nothing is missed."""
    asyncio.run(run_job(CrawlJob(HOST + "/", folder, SETTINGS, transport=MemoryTransport(forum))))
    assert set(forum.kinds) - set(forum.asked) == set()
    with weft.open_archive(folder) as archive:
        found = sorted((row.post.author, row.post.time, row.post.text) for row in archive.posts())
    said = (said for thread in forum.threads.values() for said in thread.posts)
    assert found == sorted((one.name, one.time, one.text) for one in said)
    return len(forum.asked) - len(forum.kinds)


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_further_pages_are_found_where_boards_and_threads_are_written_alike(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A page number added to an address that says nothing is followed where it turns pages."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (ONE_FORM,))
    assert crawl(PlainForum(seed), tmp_path / "a") <= MOST_NEEDLESS


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_boards_are_names_at_the_root_however_many_threads_one_has(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Neither the numbers behind a name make it a word, nor are people and menus taken for boards."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (AT_ROOT,))
    assert crawl(PlainForum(seed), tmp_path / "a") <= MOST_NEEDLESS


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_short_session_ids_are_told_by_their_changing_with_each_page(seed: int, tmp_path: Path):
    """Nothing is asked for once more because another page wrote its address with another id."""
    assert crawl(Session(seed), tmp_path / "a") <= MOST_NEEDLESS


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_boards_that_every_page_names_are_names_where_they_are_described(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What stands on every page is a menu, but a list with descriptions is none, whatever else names its boards."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (BELOW_NAMES,))
    assert crawl(Beside(seed), tmp_path / "a") <= MOST_NEEDLESS


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_boards_that_every_page_names_are_names_where_their_last_posts_stand_beside_them(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """No menu has a time in each row."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (BELOW_NAMES,))
    monkeypatch.setattr(plain_forum, "BOARDS", (DATED,))
    monkeypatch.setattr(plain_forum, "TIMES", ("%d.%m.%y %H:%M",))
    assert crawl(Beside(seed), tmp_path / "a") <= MOST_NEEDLESS


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_threads_that_every_page_names_in_boxes_are_threads(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each of some boxes that are alike has a place of its own, but none is a menu's."""
    monkeypatch.setattr(plain_forum, "ADDRESSES", (BY_TITLES,))
    assert crawl(Newest(seed), tmp_path / "a") <= MOST_NEEDLESS
