"""Posts come out of a crawl: while it runs, after a stop, and again from the archive without a request."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import weft
from weft.api import CrawlJob, extract_archive, run_job
from weft.config import Settings
from weft.crawl import Scribe, Wrappers
from weft.errors import UsageError
from weft.page import Page, read_page
from weft.simulate import SimulatedTransport, Site, make_site
from weft.store import PageRow
from weft.traversal import Plan, Role
from weft.urls import Scope

WEFT = [sys.executable, "-m", "weft"]


def settings_of(**limits: object) -> Settings:
    settings = Settings()
    fetch = dataclasses.replace(settings.fetch, delay=timedelta(0), concurrency=4)
    return dataclasses.replace(settings, fetch=fetch, crawl=dataclasses.replace(settings.crawl, **limits))


def crawl_site(site: Site, folder: Path, **limits: object) -> SimulatedTransport:
    transport = SimulatedTransport(site, site.model.end)
    asyncio.run(run_job(CrawlJob(site.entry_url, folder, settings_of(**limits), transport=transport)))
    return transport


def true_posts(site: Site) -> dict[str, tuple[str, str]]:
    return {str(p.id): (p.author, t.title) for t in site.threads(site.model.end) for p in t.posts}


def held_posts(folder: Path) -> dict[str, tuple[str, str]]:
    with weft.open_archive(folder) as archive:
        titles = {thread.url: thread.title for thread in archive.threads()}
        return {row.post.id: (row.post.author, titles[row.thread]) for row in archive.posts()}


@pytest.fixture(scope="module")
def site() -> Site:
    return make_site("ledger", threads=40)


@pytest.fixture(scope="module")
def folder(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("posts") / "a"
    crawl_site(site, path)
    return path


def test_a_crawl_brings_all_posts(site: Site, folder: Path):
    """Those fetched before the site was known, too; with their threads and boards."""
    assert held_posts(folder) == true_posts(site)
    with weft.open_archive(folder) as archive:
        summary = archive.summary()
        boards = {board.title for board in archive.boards()}
        threads = list(archive.threads())
    assert (summary.posts, summary.threads) == (len(true_posts(site)), 40)
    assert {board.title for board in site.model.boards} <= boards
    assert all(thread.board and thread.replies is not None for thread in threads)


def test_reading_again_fetches_nothing_and_changes_nothing(folder: Path):
    """The same posts, first seen when they were first seen."""
    with weft.open_archive(folder) as archive:
        before = [(row.post, row.first_seen, row.version) for row in archive.posts()]
        requests = archive.summary().requests
    result = extract_archive(folder)
    with weft.open_archive(folder) as archive:
        assert [(row.post, row.first_seen, row.version) for row in archive.posts()] == before
        assert archive.summary().requests == requests
    assert result.pages > 40
    assert result.summary.posts == len(before)


def test_a_crawl_in_two_parts_has_the_posts_of_one(site: Site, tmp_path: Path):
    """Stopped before the wrapper was learned, and gone on with."""
    crawl_site(site, tmp_path / "a", max_pages=30)
    assert len(held_posts(tmp_path / "a")) < len(true_posts(site))
    crawl_site(site, tmp_path / "a")
    assert held_posts(tmp_path / "a") == true_posts(site)


def test_how_posts_are_read_stands_in_the_plan_and_serves_another_crawl(site: Site, folder: Path, tmp_path: Path):
    """A plan with it makes the same archive; what cannot be used is said in one sentence."""
    text = (folder / "plan.yaml").read_text(encoding="utf-8")
    plan = Plan.load(folder / "plan.yaml")
    assert plan.posts["thread"]["layouts"][0]["selector"]
    transport = SimulatedTransport(site, site.model.end)
    job = CrawlJob(site.entry_url, tmp_path / "b", settings_of(), plan=plan, transport=transport)
    asyncio.run(run_job(job))
    assert held_posts(tmp_path / "b") == true_posts(site)
    assert (folder / "plan.yaml").read_text(encoding="utf-8") == text
    broken = dataclasses.replace(plan, posts={"thread": {"layouts": [{"author": []}]}})
    with pytest.raises(UsageError, match="'posts' cannot be used"):
        asyncio.run(run_job(dataclasses.replace(job, folder=tmp_path / "c", plan=broken)))


def test_positions_run_through_the_pages_of_a_thread(site: Site, folder: Path):
    """From 1, in the order of the thread, each post once."""
    with weft.open_archive(folder) as archive:
        for thread in archive.threads():
            rows = list(archive.posts(thread=thread.url))
            assert [row.position for row in rows] == list(range(1, len(rows) + 1))
            assert [row.page for row in rows] == sorted(row.page for row in rows)
            times = [row.post.time for row in rows if row.post.time is not None]
            assert times == sorted(times)


class TestCommand:
    """`weft extract` as people use it."""

    def run(self, *args: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*WEFT, "extract", *map(str, args)], capture_output=True, text=True, check=False)

    def test_a_saved_page(self, site: Site, tmp_path: Path):
        """As text for people, as JSON for programs."""
        thread = max(site.threads(site.model.end), key=lambda thread: len(thread.posts))
        page = tmp_path / "page.html"
        page.write_bytes(site.answer(thread.url, site.model.end).body)
        shown = self.run(page, "--url", thread.url)
        assert shown.returncode == 0, shown.stderr
        assert thread.title in shown.stdout
        data = json.loads(self.run(page, "--url", thread.url, "--json").stdout)
        first = thread.posts[0]
        assert data["posts"][0]["author"] == first.author
        assert data["posts"][0]["time"].startswith(first.time.date().isoformat())
        assert first.own_text.split()[0] in data["posts"][0]["text"]

    def test_an_archive_again(self, folder: Path):
        """Counts what is there then."""
        counts = json.loads(self.run(folder, "--again", "--json").stdout)
        assert counts["threads"] == 40

    @pytest.mark.parametrize(
        ("args", "words"),
        [
            (("{tmp}/none.html",), "cannot be read"),
            (("{tmp}",), "--again"),
            (("{tmp}/p.html", "--again"), "archive folder"),
        ],
    )
    def test_what_cannot_be_done_is_one_sentence(self, tmp_path: Path, args: tuple[str, ...], words: str):
        """No traceback."""
        (tmp_path / "p.html").write_text("<p>x")
        result = self.run(*(arg.format(tmp=tmp_path) for arg in args))
        assert result.returncode == 1
        assert words in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1


def test_boards_are_told_where_addresses_say_nothing(tmp_path: Path):
    """What pages turned out to be tells what rows and trails lead to; read again from the archive, too."""
    site = make_site("soup", threads=40)
    crawl_site(site, tmp_path / "a")
    extract_archive(tmp_path / "a")
    with weft.open_archive(tmp_path / "a") as archive:
        threads = {thread.title: thread.board for thread in archive.threads()}
        boards = {board.url: board.title for board in archive.boards()}
    assert {boards[board] for board in threads.values() if board} <= {board.title for board in site.model.boards}
    assert len(threads) == 40
    assert all(boards.get(board) for board in threads.values())


class TestAtHand:
    """What was seen before anything was learned is read in the end, without asking the archive for it."""

    @staticmethod
    def _scribe(count: int) -> tuple[Scribe, list[Page]]:
        plan = Plan(Scope("http://a.example", "/"), "http://a.example/", "weft", ())
        scribe = Scribe(plan, Wrappers(), lambda _: None)
        pages = [read_page(f"http://a.example/{n}", b"<p>x") for n in range(count)]
        scribe.meet((page, "index") for page in pages)
        return scribe, pages

    def test_pages_are_learned_from_and_read_once(self):
        """Each is given to be read, and then let go."""
        scribe, pages = self._scribe(14)
        assert scribe.kept(Role.INDEX) == pages
        assert [scribe.recall(page.url) for page in pages] == pages
        assert scribe.recall(pages[0].url) is None

    def test_few_are_not_enough_to_learn_from(self):
        """The archive may have more; but they need not be asked for again."""
        scribe, pages = self._scribe(3)
        assert scribe.kept(Role.INDEX) == []
        assert scribe.recall(pages[2].url) is pages[2]


def test_a_page_that_was_come_to_by_several_ways_counts_once():
    """Its posts would else have nothing that only one post has, and no post a number."""
    plan = Plan(Scope("http://a.example", "/"), "http://a.example/", "weft", ())
    scribe, at = Scribe(plan, Wrappers(), lambda _: None), datetime(2024, 5, 1, tzinfo=UTC)
    pages = [read_page(f"http://a.example/{n}", _posts_page(n).encode()) for n in range(74)]
    scribe.meet((pages[n if n % 4 else 0], "thread") for n in range(24))
    for page in pages[24:]:
        scribe.read(page, PageRow("thread"), at)
    wrapper = scribe.wrappers.thread
    assert wrapper is not None
    assert [post.id for post in wrapper.read(pages[7], at).posts] == ["701", "702", "703"]


def test_where_threads_are_short_more_pages_are_learned_from():
    """One post in nine is by a guest, whose name is no link; one of the first."""
    plan = Plan(Scope("http://a.example", "/"), "http://a.example/", "weft", ())
    scribe, at = Scribe(plan, Wrappers(), lambda _: None), datetime(2024, 5, 1, tzinfo=UTC)
    for n in range(150):
        scribe.read(read_page(f"http://a.example/{n}", _short_page(n).encode()), PageRow("thread"), at)
    wrapper = scribe.wrappers.thread
    assert wrapper is not None
    guests = [read_page(f"http://a.example/{n}", _short_page(n).encode()) for n in range(60, 150) if n % 9 == 0]
    assert {post.author for page in guests for post in wrapper.read(page, at).posts} == {"zed", "amber"}


def test_openings_are_learned_where_further_pages_of_long_threads_come_first():
    """Only first pages show how threads open, in a box of another kind; nearly all of the first fifty are further."""
    plan = Plan(Scope("http://a.example", "/"), "http://a.example/", "weft", ())
    scribe, at = Scribe(plan, Wrappers(), lambda _: None), datetime(2024, 5, 1, tzinfo=UTC)
    for n in range(120):
        role = Role.THREAD if n == 0 or n >= 50 else Role.THREAD_FLIP
        opening = _boxed_post("opening", n, 0) if role == Role.THREAD else ""
        posts = "".join(_boxed_post("post", n, k) for k in range(1, 4))
        html = f"<title>Number {n}</title><body><h1>Number {n}</h1>{opening}<div>{posts}</div></body>"
        scribe.read(read_page(f"http://a.example/{n}", html.encode()), PageRow(role), at)
        if n == 0:
            first = html
    wrapper = scribe.wrappers.thread
    assert wrapper is not None
    posts_read = wrapper.read(read_page("http://a.example/0", first.encode()), at).posts
    assert [post.id for post in posts_read] == ["1000", "1001", "1002", "1003"]


def _boxed_post(box: str, n: int, k: int) -> str:
    name, text = ("amber", "birch", "cedar", "daisy")[(n + k) % 4], " ".join(f"word{n * j % 97}" for j in range(k, 12))
    return (
        f'<div class="{box}" id="p{1000 + 10 * n + k}"><div class="who"><a href="/who/{name}">{name}</a></div>'
        f'<div class="said"><i>{1 + n % 27} March 2024, 1{k}:15</i><div class="text">{text} {k}.</div></div></div>'
    )


def _short_page(n: int) -> str:
    name, text = ("amber", "birch", "cedar")[n % 3], " ".join(f"word{n * k % 97}" for k in range(1, 12))
    is_guest = n % 9 == 0 and (n > 50 or n == 9)
    who = "<span class=name>zed</span>" if is_guest else f"<a class=name href='/who/{name}'>{name}</a>"
    posts = "".join(
        f'<div class="post" id="p{n}0{k}"><div class="head">{by} <i>{1 + n % 27} March 2024, 1{k}:15</i></div>'
        f"<div class='text'>{text} {k}</div></div>"
        for k, by in enumerate((who, "<a class=name href='/who/amber'>amber</a>")[: 1 + n % 2])
    )
    return f"<title>Number {n}</title><body><h1>Number {n}</h1>{posts}</body>"


def _posts_page(n: int) -> str:
    posts = "".join(
        f'<div class="post" id="p{n}0{k}"><b>{name}</b> <i>{1 + n % 27} March 2024, 1{k}:15</i>'
        f"<p>What {name} has to say of number {n} in the {k}. place, and a little more than that.</p></div>"
        for k, name in enumerate(("amber", "birch", "cedar"), 1)
    )
    return f"<title>Number {n}</title><body><h1>Number {n}</h1>{posts}</body>"
