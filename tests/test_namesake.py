"""Threads that learning met by another address are known by their proper one, and not asked for again by that."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
import yaml

import weft
from weft.api import CrawlJob, RefreshJob, run_job, run_refresh
from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Report
from weft.crawl._namesake import Namesakes
from weft.errors import UsageError
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.simulate import Site, make_site
from weft.store import UrlState, open_archive
from weft.traversal import Ground, Plan, Role, Rule, Sample
from weft.traversal._proper import are_self_named
from weft.traversal._survey import Survey
from weft.urls import Scope

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(attachments="none"))
# Forums whose learning meets threads by shortcuts: with addresses that say nothing, and with telling ones.
FORUMS = [("cards", 2), ("papers", 4)]
CANONICAL = re.compile(rb'(<link rel="canonical" href=")([^"]*)')


class Forum:
    """A simulated forum that keeps a log of what it is asked for; `twist` changes what a page calls itself."""

    def __init__(self, skin: str, seed: int, twist: Callable[[str], str] = str) -> None:
        self.site: Site = make_site(skin, seed=seed, threads=28)
        self.at = self.site.model.end
        self.log: list[str] = []
        self._twist = twist

    def _answer(self, request: WireRequest) -> MemoryAnswer:
        self.log.append(request.url)
        answer = self.site.answer(request.url, self.at)
        body = CANONICAL.sub(lambda found: found[1] + self._twist(found[2].decode()).encode(), answer.body)
        return MemoryAnswer(answer.status, dict(answer.headers), body)

    def crawl(self, folder: Path, max_pages: int | None = None) -> Report:
        settings = replace(SETTINGS, crawl=replace(SETTINGS.crawl, max_pages=max_pages))
        transport, clock = MemoryTransport(self._answer), VirtualClock(self.at)
        return asyncio.run(run_job(CrawlJob(self.site.entry_url, folder, settings, transport=transport, clock=clock)))

    def refresh(self, folder: Path) -> None:
        job = RefreshJob(folder, SETTINGS, transport=MemoryTransport(self._answer), clock=VirtualClock(self.at))
        asyncio.run(run_refresh(job))

    def asked_twice(self, learning: int) -> list[str]:
        """Give what was asked for after learning though its page was had before."""
        had: set[str | None] = {None}
        twice = []
        for place, url in enumerate(url for url in self.log if not url.endswith("/robots.txt")):
            key = self.site.truth(url, self.at).key
            if place >= learning and key in had - {None}:
                twice.append(url)
            had.add(key)
        return twice

    def posts(self) -> list[tuple[str, str]]:
        """Give all posts, each with the address of its thread."""
        return sorted((thread.url, str(post.id)) for thread in self.site.threads(self.at) for post in thread.posts)


def held(folder: Path) -> list[tuple[str, str]]:
    with weft.open_archive(folder) as archive:
        return sorted((row.thread, row.post.id) for row in archive.posts())


def renamed(folder: Path) -> list[str]:
    """Give the addresses that lead to pages which are kept under their proper ones."""
    archive = open_archive(folder, create=False, read_only=True)
    try:
        kept = {page.url for page in archive.pages()}
        return [row.url for row in archive.urls(UrlState.REDIRECTED) if row.url not in kept]
    finally:
        archive.close()


@dataclass(frozen=True, slots=True)
class Crawled:
    """A forum that was crawled once for several tests."""

    forum: Forum
    folder: Path
    report: Report


@pytest.fixture(scope="module", params=FORUMS, ids=lambda forum: forum[0])
def crawled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    forum, folder = Forum(*request.param), tmp_path_factory.mktemp("crawled") / "a"
    return Crawled(forum, folder, forum.crawl(folder))


class TestCrawls:
    """What a crawl makes of them."""

    def test_no_thread_is_fetched_a_second_time(self, crawled: Crawled):
        """Its page is at hand."""
        assert renamed(crawled.folder)
        assert crawled.forum.asked_twice(crawled.report.summary.learning_requests) == []

    def test_threads_go_by_their_proper_addresses(self, crawled: Crawled):
        """With all their posts, those of further pages too, and each once."""
        assert held(crawled.folder) == crawled.forum.posts()

    def test_every_address_is_accounted_for(self, crawled: Crawled):
        """The one asked for counts as redirected, the proper one as fetched."""
        summary = crawled.report.summary
        assert summary.discovered == sum(summary.by_state.values())
        assert summary.by_state[UrlState.QUEUED] == 0

    def test_the_warc_says_what_was_asked_for(self, crawled: Crawled):
        """An exchange is given as it was received, for either address."""
        archive = open_archive(crawled.folder, create=False, read_only=True)
        asked = [archive.read_exchange(page.url).url for page in archive.pages()]
        assert sorted(asked) == sorted(url for url in crawled.forum.log if not url.endswith("/robots.txt"))
        assert all(archive.read_exchange(url).url == url for url in renamed(crawled.folder))
        archive.close()


def test_a_crawl_that_was_stopped_goes_on_alike(tmp_path: Path):
    """And one that is over asks for nothing."""
    forum = Forum(*FORUMS[0])
    learning = forum.crawl(tmp_path / "a", 40).summary.learning_requests
    for _ in range(2):
        forum.crawl(tmp_path / "a")
    asked = [url for url in forum.log if not url.endswith("/robots.txt")]
    assert learning < 40
    assert len(set(asked)) == len(asked)
    assert renamed(tmp_path / "a")
    assert forum.asked_twice(learning) == []
    assert held(tmp_path / "a") == forum.posts()


def test_keeping_fresh_asks_for_the_proper_addresses(tmp_path: Path):
    """A shortcut leads elsewhere when the thread has grown."""
    forum = Forum(*FORUMS[0])
    now = forum.at
    forum.at = now - (now - forum.site.model.start) / 8
    forum.crawl(tmp_path / "a")
    shortcuts = set(renamed(tmp_path / "a"))
    assert shortcuts
    forum.log.clear()
    forum.at = now
    forum.refresh(tmp_path / "a")
    assert not shortcuts & set(forum.log)
    assert held(tmp_path / "a") == forum.posts()


def first_page(url: str) -> str:
    """Name page one from every page, as many sites do."""
    return re.sub(r"/\d+/$", "/", url)


def test_names_that_are_not_true_are_not_believed(tmp_path: Path):
    """Nothing is lost by them."""
    forum = Forum("papers", 4, first_page)
    forum.crawl(tmp_path / "a")
    assert not Plan.load(tmp_path / "a" / "plan.yaml").self_named
    assert renamed(tmp_path / "a") == []
    assert held(tmp_path / "a") == forum.posts()


def told(*pages: tuple[str, str, str]) -> bool:
    """Tell whether names are believed after three threads that name themselves, and some pages: path, name, content."""
    survey = Survey(Ground(Scope("http://h.example"), 80))
    own = [(path, path, f"the words of {path}") for path in ("/t/1", "/t/2", "/t/3")]
    for path, name, words in (*own, *pages):
        html = f"<link rel=canonical href={name}><h1>{words[:9]}</h1><p>{' '.join(words + str(n) for n in range(30))}"
        url = f"http://h.example{path}"
        survey.add([Sample(url, url, 200, read_page(url, html.encode()))])
    rules = (Rule(r"http://h\.example/t/\d+", Role.THREAD), Rule(r"http://h\.example/t/\d+/\d+", Role.THREAD_FLIP))
    return are_self_named(survey, replace(PLAN, rules=rules))


PAGER = "<a href=/t/9>1</a> "


class TestProof:
    """When names are believed at all."""

    def test_a_further_page_has_to_name_itself(self):
        """Or the pages that name another have none; many sites name page one from all."""
        assert told(("/t/3/2", "/t/3/2", "more"), ("/last/9", "/t/9", PAGER))
        assert told(("/last/9", "/t/9", "less"))
        assert not told(("/last/9", "/t/9", PAGER))
        assert not told()

    def test_one_lie_is_enough(self):
        """One name for pages that show different things, whether the page of that name was seen or not."""
        proof = ("/t/3/2", "/t/3/2", "more")
        assert told(proof, ("/last/3", "/t/3", "the words of /t/3"))
        assert not told(proof, ("/last/3", "/t/3", "quite another thing"))
        assert not told(proof, ("/last/9", "/t/9", "one thing"), ("/last/8", "/t/9", "quite another thing"))


ROWS = "".join(f"<li class=post><b class=who>u{n}</b><div class=text>Some words, {n}</div></li>" for n in range(3))
FRAME = "<link rel=canonical href=/t/1><nav class=menu><a href=/>Home</a></nav><ul class=posts>{}</ul>"
PLAN = Plan(Scope("http://h.example"), "http://h.example/", "x", (Rule(".*", Role.THREAD),), self_named=True)


class TestNames:
    """Which pages are believed what they call themselves."""

    def name(self, html: str, url: str = "http://h.example/last/1", plan: Plan = PLAN) -> str:
        thread = read_page("http://h.example/t/2", FRAME.format(ROWS).encode())
        return Namesakes(plan, [thread]).name(read_page(url, html.encode()))

    def test_one_that_is_built_like_a_thread(self):
        """Whatever it says."""
        assert self.name(FRAME.format(ROWS * 2)) == "http://h.example/t/1"

    def test_no_view_for_printing(self):
        """It names the thread's address, but is built in another way."""
        assert self.name("<link rel=canonical href=/t/1><h1>Thread</h1><p>Some words</p><hr><p>More</p>") == ""

    def test_none_that_came_by_its_proper_address(self):
        """Nor by one that differs in what changes nothing."""
        assert self.name(FRAME.format(ROWS), "http://h.example/t/1") == ""
        assert self.name(FRAME.format(ROWS), "http://h.example/t/1?sid=2", replace(PLAN, drop=("sid",))) == ""

    @pytest.mark.parametrize("href", ["http://other.example/t/1", "/t/1/delete", "mailto:x", ""])
    def test_no_name_that_leads_elsewhere_or_acts(self, href: str):
        """It would never be asked for."""
        assert self.name(FRAME.format(ROWS).replace("/t/1", href)) == ""

    def test_none_where_names_did_not_prove_true(self):
        """The plan says so, and keeps it in its file."""
        assert self.name(FRAME.format(ROWS), plan=replace(PLAN, self_named=False)) == ""
        written = PLAN.to_yaml()
        assert "believe rel=canonical: true" in written
        assert Plan.from_document(yaml.safe_load(written), "plan").self_named
        with pytest.raises(UsageError, match="'believe rel=canonical' is true or false"):
            Plan.from_document(yaml.safe_load(written.replace("canonical: true", "canonical: perhaps")), "plan")
