"""Pages made by scripts: archived beside what the site sent, read with their true areas; a browser is not needed."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import json
import shutil
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType

import pytest
from selectolax.lexbor import LexborHTMLParser
from typer.testing import CliRunner
from warcio.archiveiterator import ArchiveIterator

from rendering import HOST, held_posts, page_of, scripted, true_posts
from weft.api import CrawlJob, LearnJob, RefreshJob, extract_archive, learn_site, run_job, run_refresh
from weft.cli import make_app
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Report
from weft.errors import NotAForum, UsageError
from weft.fetch import (
    Ask,
    ChromiumRenderer,
    Fetched,
    MemoryRenderer,
    MemoryTransport,
    Rendered,
    is_same_site,
)
from weft.page import BOX_ATTRIBUTE, Page, find_regions, read_page, read_rendered
from weft.simulate import Answer, Delivery, ScriptedSite, SimulatedTransport, Site, Trait, TruthKind, make_site
from weft.store import export_jsonl, open_archive, rebuild_from_warc

PLAIN = Settings(fetch=FetchConfig(delay=timedelta(0), concurrency=8))
RENDERING = Settings(fetch=dataclasses.replace(PLAIN.fetch, render=True))


async def run_frame(page: Fetched, ask: Ask) -> Rendered:
    """Do what the script of a frame does: put in what it holds, or what it is answered."""
    held = LexborHTMLParser(page.content).css_first("#held")
    if held is not None:
        return Rendered(mark(base64.b64decode(json.loads(held.text()))))
    path = page.exchange.url.removeprefix("http://demo.weft.example")
    answer = await ask(f"http://demo.weft.example/frame-data?of={path.replace('&', '%26')}", ())
    assert isinstance(answer, Fetched)
    return Rendered(mark(json.loads(answer.content)["html"].encode()), requests=1)


def mark(html: bytes) -> bytes:
    return html.replace(b"<body", f'<body {BOX_ATTRIBUTE}="0 0 1280 2000"'.encode())


def job_of(site: ScriptedSite, folder: Path) -> CrawlJob:
    transport, renderer = SimulatedTransport(site, site.model.end), MemoryRenderer(run_frame)
    return CrawlJob(site.entry_url, folder, RENDERING, transport=transport, renderer=renderer)


@pytest.fixture(scope="module")
def forum() -> ScriptedSite:
    return scripted(25)


@pytest.fixture(scope="module")
def crawled(forum: ScriptedSite, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    folder = tmp_path_factory.mktemp("rendered") / "a"
    return folder, asyncio.run(run_job(job_of(forum, folder)))


class TestArchive:
    """What was rendered is kept, and is what everything later reads."""

    def test_all_posts_are_there(self, forum: ScriptedSite, crawled: tuple[Path, Report]):
        """Though what the site sent is the same empty frame for every page; requests of scripts are counted."""
        folder, report = crawled
        assert held_posts(folder) == true_posts(forum)
        assert report.summary.requests == 2 * report.pages

    def test_the_warc_has_both(self, crawled: tuple[Path, Report]):
        """The response as it came, and the document as a conversion that names it."""
        responses, conversions = {}, []
        for path in (crawled[0] / "warc").iterdir():
            with path.open("rb") as stream:
                for record in ArchiveIterator(stream):
                    body = record.content_stream().read()
                    if record.rec_type == "response":
                        responses[record.rec_headers["WARC-Record-ID"]] = body
                    elif record.rec_type == "conversion":
                        assert record.rec_headers["Content-Type"] == "text/html; charset=utf-8"
                        conversions.append((record.rec_headers["WARC-Refers-To"], body))
        assert len(conversions) == crawled[1].pages
        assert all(b"Loading" in responses[of] and b"Loading" not in body for of, body in conversions)

    def test_reading_again_reads_what_was_rendered(self, forum: ScriptedSite, crawled: tuple[Path, Report]):
        """Nothing is fetched, nothing is lost."""
        extract_archive(crawled[0])
        assert held_posts(crawled[0]) == true_posts(forum)

    def test_a_rebuilt_archive_has_it(self, crawled: tuple[Path, Report], tmp_path: Path):
        """It is found again in the WARC files alone."""
        folder = tmp_path / "copy"
        shutil.copytree(crawled[0], folder)
        with open_archive(crawled[0]) as archive:
            before = {exchange.url: exchange for exchange in archive.exchanges()}
        (folder / "archive.db").unlink()
        rebuild_from_warc(folder)
        with open_archive(folder) as archive:
            assert {exchange.url: exchange for exchange in archive.exchanges()} == before
        assert any(exchange.rendered for exchange in before.values())

    def test_a_damaged_document_does_not_cost_the_page(self, crawled: tuple[Path, Report], tmp_path: Path):
        """A rebuilt archive keeps what the site sent where the conversion cannot be read."""
        folder = tmp_path / "copy"
        shutil.copytree(crawled[0], folder)
        path = next((folder / "warc").iterdir())
        with path.open("rb") as stream:
            records = ArchiveIterator(stream)
            found = [(r.rec_headers["WARC-Target-URI"], records.get_record_offset(), r.rec_type) for r in records]
        url, offset, _ = [entry for entry in found if entry[2] == "conversion"][3]
        data = bytearray(path.read_bytes())
        data[offset + 60 : offset + 90] = bytes(30)
        path.write_bytes(data)
        (folder / "archive.db").unlink()
        assert rebuild_from_warc(folder).damaged == 1
        with open_archive(folder) as archive:
            kept = {exchange.url: exchange for exchange in archive.exchanges()}
        assert not kept[url].rendered
        assert b"Loading" in kept[url].body
        assert sum(bool(exchange.rendered) for exchange in kept.values()) == crawled[1].pages - 1

    def test_boxes_do_not_leak(self, crawled: tuple[Path, Report], tmp_path: Path):
        """Neither exports nor pages show the marks."""
        folder = crawled[0]
        with open_archive(folder) as archive:
            export_jsonl(archive, tmp_path / "out.jsonl")
            exchange = next(exchange for exchange in archive.exchanges() if exchange.rendered)
        assert "data-weft" not in (tmp_path / "out.jsonl").read_text(encoding="utf-8")
        assert BOX_ATTRIBUTE.encode() in exchange.rendered
        page = read_rendered(exchange.url, exchange.rendered)
        assert BOX_ATTRIBUTE.encode() not in page.html
        assert not page.tree.css(f"[{BOX_ATTRIBUTE}]")

    def test_an_archive_goes_on_as_it_was_begun(self, forum: ScriptedSite, tmp_path: Path):
        """Resumed and refreshed without being told: pages would be empty else, and all posts gone."""
        folder = tmp_path / "a"
        whole = job_of(forum, folder)
        begun = dataclasses.replace(RENDERING, crawl=CrawlConfig(max_pages=20))
        asyncio.run(run_job(dataclasses.replace(whole, settings=begun)))
        asyncio.run(run_job(dataclasses.replace(whole, settings=PLAIN)))
        assert held_posts(folder) == true_posts(forum)
        refreshing = RefreshJob(folder, PLAIN, limit=30, transport=whole.transport, renderer=whole.renderer)
        freshness = asyncio.run(run_refresh(refreshing)).freshness
        assert (freshness.gone, freshness.changed) == (0, 0)
        assert held_posts(folder) == true_posts(forum)

    def test_what_could_not_be_rendered_is_counted(self, tmp_path: Path):
        """Such a page is read as it came, and the report says how many there are and why."""
        site = make_site("oldtable", threads=8, without={Trait.SESSION_IDS, Trait.ATTACHMENTS})

        async def fail(page: Fetched, ask: Ask) -> Rendered:
            return Rendered(problem="not rendered: it is Monday")

        transport = SimulatedTransport(site, site.model.end)
        job = CrawlJob(site.entry_url, tmp_path / "a", RENDERING, transport=transport, renderer=MemoryRenderer(fail))
        report = asyncio.run(run_job(job))
        assert report.summary.problems == {"not rendered: it is Monday": report.pages}
        assert report.summary.posts == sum(len(thread.posts) for thread in site.threads(site.model.end))


def test_learning_renders_too():
    """`weft learn --render` makes a plan of a forum whose pages hold their content in scripts."""
    site = scripted(12, Delivery.HELD)
    transport, renderer = SimulatedTransport(site, site.model.end), MemoryRenderer(run_frame)
    learned = asyncio.run(learn_site(LearnJob(site.entry_url, RENDERING, transport=transport, renderer=renderer)))
    assert learned.plan.leads_to_threads
    assert all(page.boxes for page in learned.pages)


class TestHint:
    """Without rendering, the one sentence says what would help."""

    @pytest.mark.parametrize("delivery", list(Delivery))
    def test_a_crawl_that_fails_for_scripts_says_so(self, delivery: Delivery, tmp_path: Path):
        """Whichever way the content comes."""
        site = scripted(12, delivery)
        transport = SimulatedTransport(site, site.model.end)
        with pytest.raises(NotAForum, match="--render"):
            asyncio.run(run_job(CrawlJob(site.entry_url, tmp_path / "a", PLAIN, transport=transport)))

    def test_the_same_folder_serves_for_the_second_try(self, tmp_path: Path):
        """What was archived of the first is asked for again, rendered."""
        site = scripted(12)
        job = job_of(site, tmp_path / "a")
        with pytest.raises(NotAForum):
            asyncio.run(run_job(dataclasses.replace(job, settings=PLAIN)))
        asyncio.run(run_job(job))
        assert held_posts(tmp_path / "a") == true_posts(site)

    def test_so_does_one_whose_threads_alone_are_empty(self, tmp_path: Path):
        """Boards are sent whole, threads as frames."""

        class HalfScripted(ScriptedSite):
            def answer(self, url: str, at: datetime, cookies: Mapping[str, str] = MappingProxyType({})) -> Answer:
                is_frame = self.truth(url, at).kind is TruthKind.THREAD
                return super().answer(url, at, cookies) if is_frame else Site.answer(self, url, at, cookies)

        site = HalfScripted(make_site("oldtable", threads=30))
        transport = SimulatedTransport(site, site.model.end)
        with pytest.raises(NotAForum, match="--render"):
            asyncio.run(run_job(CrawlJob(site.entry_url, tmp_path / "a", PLAIN, transport=transport)))

    def test_a_crawl_without_posts_says_so_too(self, tmp_path: Path):
        """A plan that was learned elsewhere leads to threads that show nothing."""
        site = scripted(12)
        transport = SimulatedTransport(site, site.model.end)
        plan = asyncio.run(learn_site(LearnJob(site.entry_url, PLAIN, transport=_whole(site)))).plan
        job = CrawlJob(site.entry_url, tmp_path / "a", PLAIN, plan, transport=transport)
        job = dataclasses.replace(job, url=next(site.threads(site.model.end)).url)
        notes = asyncio.run(run_job(job)).notes
        assert any("--render" in note for note in notes)

    def test_other_failures_do_not_speak_of_rendering(self, tmp_path: Path):
        """A page with text, links and a script is not a forum for other reasons."""
        links = "".join(f'<p>About the house, part {n}: <a href="/{n}">more of it</a></p>' for n in range(30))
        transport = MemoryTransport(lambda request: page_of(f"<script>1</script><h1>{request.url}</h1>{links}"))
        with pytest.raises(NotAForum) as told:
            asyncio.run(run_job(CrawlJob(f"{HOST}/", tmp_path / "a", PLAIN, transport=transport)))
        assert "--render" not in str(told.value)


def _whole(site: ScriptedSite) -> SimulatedTransport:
    return SimulatedTransport(Site(site.skin, site.model, site.traits, base_url=site.base_url), site.model.end)


class TestAreas:
    """True areas count when we measured them, and only then."""

    def lists(self, *, boxes: bool) -> bytes:
        """Two lists of equal text; the first is drawn tiny, the second large."""
        parts = []
        for around, tag, side in (("ul", "li", 10), ("section", "div", 400)):
            box = f' {BOX_ATTRIBUTE}="0 0 {side} {side}"' if boxes else ""
            rows = "".join(f'<{tag}{box}><a href="/{tag}/{n}">a title of some length</a></{tag}>' for n in range(5))
            parts.append(f"<{around}>{rows}</{around}>")
        body = f' {BOX_ATTRIBUTE}="0 0 1000 1000"' if boxes else ""
        return f"<html><body{body}>{''.join(parts)}</body></html>".encode()

    def saliences(self, page: Page) -> dict[str, float]:
        return {region.location.rpartition("/")[2]: round(region.salience, 4) for region in find_regions(page)}

    def test_measured_areas_are_used(self):
        """A region's salience is its share of the body's true area."""
        measured = self.saliences(read_rendered(f"{HOST}/", self.lists(boxes=True)))
        assert measured == {"li": 0.0005, "div": 0.8}

    def test_marks_that_a_site_sends_are_not_believed(self):
        """A page that we did not render is read as if they were not there."""
        plain = self.saliences(read_page(f"{HOST}/", self.lists(boxes=False)))
        assert self.saliences(read_page(f"{HOST}/", self.lists(boxes=True))) == plain
        assert plain["li"] > 0.2

    @pytest.mark.parametrize("box", ["", "1 2 3", "a b c d", "0 0 -5 10", "0 0 9e9 1", "0 0 ٣ ٤", "9" * 5000])
    def test_broken_marks_do_no_harm(self, box: str):
        """Whatever stands in them, the page is read."""
        html = f'<body {BOX_ATTRIBUTE}="{box}"><p>one <a href="/a">two</a></p></body>'.encode()
        page = read_rendered(f"{HOST}/", html)
        assert page.links[0].url == f"{HOST}/a"
        find_regions(page)


class TestRules:
    """Which hosts are of one site."""

    @pytest.mark.parametrize(
        ("one", "other", "same"),
        [
            ("forum.example", "forum.example", True),
            ("www.forum.example", "forum.example", True),
            ("static.forum.example", "forum.example", True),
            ("static.house.example", "forum.house.example", True),
            ("house.example", "forum.example", False),
            ("one.co.uk", "two.co.uk", False),
            ("10.0.0.1", "20.0.0.1", False),
            ("notforum.example", "forum.example", False),
        ],
    )
    def test_same_site(self, one: str, other: str, same: bool):
        """The same name, one below the other, or two below one that a person can own."""
        assert is_same_site(one, other) is same
        assert is_same_site(other, one) is same

    def test_a_missing_browser_is_told_in_one_sentence(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        """Before anything is made or asked for."""
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(UsageError, match="package chromium"):
            asyncio.run(run_job(CrawlJob("demo:", tmp_path / "a", Settings(fetch=FetchConfig(render=True)))))
        with pytest.raises(UsageError, match="no browser nowhere"):
            ChromiumRenderer(FetchConfig(browser="nowhere"))
        monkeypatch.setitem(sys.modules, "playwright", None)
        with pytest.raises(UsageError, match=r"pip install 'weft\[render\]'"):
            ChromiumRenderer(FetchConfig())
        assert not (tmp_path / "a").exists()


def test_the_option_reaches_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`--render` without a browser fails with the sentence that says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    for verb in ("crawl", "learn"):
        arguments = [verb, "demo:", "--render"] + (["--out", str(tmp_path / "a")] if verb == "crawl" else [])
        result = CliRunner().invoke(make_app("crawl", "learn"), arguments)
        assert isinstance(result.exception, UsageError)
