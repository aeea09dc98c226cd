"""Forums whose pages say next to nothing: rows that are a title, posts that are a name and a text, no times at all."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from pathlib import Path

import pytest

from weft.api import CrawlJob, LearnJob, learn_site, open_archive, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending
from weft.errors import WeftError
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import are_told, find_regions, read_page

HOST = "http://quiet.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(max_pages=400))
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
ROWS, POSTS = 10, 8


class Quiet:
    """A forum in few words. Some posts speak of a day, which is none of theirs; some have several paragraphs."""

    def __init__(self, threads: int = 45, *, headings: bool = False, all_below: bool = False) -> None:
        self.all_below = all_below  # each thread names all others below its posts, and documents have one title
        chance = random.Random(8)
        self.titles = [" ".join(chance.sample(WORDS, 4)).capitalize() for _ in range(threads)]
        self.talks = [
            [(chance.choice(NAMES), self._write(chance)) for _ in range(chance.choice((1, 2, 3, 4, 5, 7, 12)))]
            for _ in range(threads)
        ]
        if headings:  # sections of a handbook, called otherwise on each page
            self.talks = [
                [(f"{number} {word.title()}", text) for word, (_, text) in zip(WORDS, talk, strict=False)]
                for number, talk in enumerate(self.talks)
            ]
        self.asked: list[str] = []

    @staticmethod
    def _write(chance: random.Random) -> list[str]:
        text = [" ".join(chance.choices(WORDS, k=15)) + "." for _ in range(chance.choice((1, 1, 2, 3)))]
        if chance.random() < 0.1:
            text[0] += f" On 3 May {chance.randint(1999, 2020)} it rained."
        return text

    def path(self, number: int) -> str:
        return f"/read/{number + 20}-{self.titles[number].lower().replace(' ', '-')}"

    def pages(self) -> set[str]:
        """All there is."""
        lists = {"/", *(f"/?page={page}" for page in range(2, (len(self.titles) - 1) // ROWS + 2))}
        more = {f"{self.path(n)}?page=2" for n, talk in enumerate(self.talks) if len(talk) > POSTS}
        return lists | more | set(map(self.path, range(len(self.titles))))

    def row(self, number: int) -> str:
        name = f'<a href="{self.path(number)}">{self.titles[number]}</a>'
        day = f"<div>Changed on {1 + number % 27} May 2024, 10:{number:02}</div>"
        return f'<div class="row"><div>{name}</div>{day}</div>' if self.all_below else f"<li>{name}</li>"

    def show(self, url: str) -> str:
        path, _, page = url.partition("?page=")
        first, number = (int(page or 1) - 1), None
        if path.startswith("/read/"):
            number = int(path.split("/")[2].partition("-")[0]) - 20
            part = self.talks[number][first * POSTS : (first + 1) * POSTS]
            more = len(self.talks[number]) > (first + 1) * POSTS
            inner = "".join(
                f"<section><div><b>{name}</b></div><div>{''.join(f'<p>{one}</p>' for one in text)}</div></section>"
                for name, text in part
            )
        else:
            part = range(len(self.titles))[first * ROWS : (first + 1) * ROWS]
            more = len(self.titles) > (first + 1) * ROWS
            inner = f"<ul>{''.join(map(self.row, part))}</ul>"
        title = self.titles[number] if number is not None else "All talks"
        turn = f'<a href="{path}?page={first + 2}">Further &raquo;</a>' if more else ""
        if self.all_below and number is not None:
            others = (n for n in range(len(self.titles)) if n != number)
            turn += f"<h4>More</h4><div>{''.join(map(self.row, others))}</div>"
        return (
            f"<title>{'' if self.all_below else f'{title} - '}Quiet</title><div id=top><a href='/'>Quiet</a></div>"
            f"<main><h1>{title}</h1><div>{inner}</div>{turn}</main>"
        )

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        url = request.url.removeprefix(HOST)
        if url not in self.pages():
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        self.asked.append(url)
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, self.show(url).encode())


def test_a_forum_without_times_is_crawled_and_read(tmp_path: Path):
    """All pages once; of each thread who said what, in order, and no time that people only speak of."""
    forum = Quiet()
    job = CrawlJob(HOST + "/", tmp_path, SETTINGS, transport=MemoryTransport(forum), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert set(forum.asked) == forum.pages()
    assert len(forum.asked) <= len(forum.pages()) + 1
    with open_archive(tmp_path) as archive:
        read = {row.title: list(archive.posts(thread=row.url)) for row in archive.threads()}
        said = {title: [(one.post.author, one.post.text.split()) for one in posts] for title, posts in read.items()}
        assert not any(one.post.time for posts in read.values() for one in posts)
    wanted = [[(name, " ".join(text).split()) for name, text in talk] for talk in forum.talks]
    assert said == dict(zip(forum.titles, wanted, strict=True))


def test_a_list_that_all_threads_have_is_none_of_theirs(tmp_path: Path):
    """Each names all others below its posts, in longer and dated rows, and is called as all pages are."""
    forum = Quiet(all_below=True)
    job = CrawlJob(HOST + "/", tmp_path, SETTINGS, transport=MemoryTransport(forum), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert set(forum.asked) >= {page for page in forum.pages() if page.startswith("/read/")}
    assert len(forum.asked) <= len(forum.pages()) + 2
    with open_archive(tmp_path) as archive:
        said = [(row.post.author, row.post.text.split()) for row in archive.posts()]
    wanted = [(name, " ".join(text).split()) for talk in forum.talks for name, text in talk]
    assert len(said) >= 0.9 * len(wanted)
    assert all(one in wanted for one in said)


def test_chapters_of_a_handbook_are_no_threads():
    """They have blocks of heading and text, but nobody comes again."""
    handbook = Quiet(headings=True)
    pages = [read_page(HOST + path, handbook.show(path).encode()) for path in map(handbook.path, range(8))]
    assert not are_told(map(find_regions, pages))
    with pytest.raises(WeftError, match="recognised"):
        asyncio.run(learn_site(LearnJob(HOST + "/", SETTINGS, transport=MemoryTransport(handbook))))
