"""Rendering with real Chromium: what pages get, what they do not, and what happens when they misbehave."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psutil
import pytest

import weft
from rendering import HOST, held_posts, page_of, scripted, true_posts
from weft.clock import SystemClock
from weft.config import FetchConfig, Settings
from weft.crawl import Report
from weft.fetch import ChromiumRenderer, Fetched, Fetcher, MemoryAnswer, MemoryHosts, MemoryTransport, WireRequest
from weft.page import read_rendered
from weft.simulate import Visit, serve

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no Chromium on the PATH (package chromium)"),
]
WORDS = "enough of them, so that nobody takes the page for an empty one " * 4
Handler = Callable[[WireRequest], MemoryAnswer | Awaitable[MemoryAnswer]]


@asynccontextmanager
async def browsing(handler: Handler, **settings: object) -> AsyncIterator[tuple[Fetcher, list[str]]]:
    """A fetcher with a real browser over a site in memory, and the addresses that were asked for."""
    asked: list[str] = []

    def answer(request: WireRequest) -> MemoryAnswer | Awaitable[MemoryAnswer]:
        asked.append(request.url.removeprefix(HOST))
        return handler(request)

    config = replace(FetchConfig(delay=timedelta(0), concurrency=8, retries=0, render=True), **settings)  # type: ignore[arg-type]
    renderer = ChromiumRenderer(config)
    fetcher = Fetcher(MemoryTransport(answer), config, SystemClock(), MemoryHosts(), HOST, renderer=renderer)
    try:
        yield fetcher, asked
    finally:
        await fetcher.aclose()


GREEDY = """
<p data-weft-box="0 0 9999 9999">written by hand</p><img src="/picture.png">
<link rel="stylesheet" href="/style.css"><iframe src="/frame"></iframe>
<script src="/one.js"></script><script src="https://elsewhere.example/two.js"></script>
<script>
Element.prototype.getBoundingClientRect = () => ({left: 0, top: 0, width: 7777, height: 7777});
const get = (url, how) => fetch(url, how).then(r => r.text()).then(t => document.body.append(" got:" + t), () => 0);
get("/data"); get("/post", {method: "POST"}); get("/logout"); get("/private/x"); get("http://10.0.0.1/in");
try { new WebSocket("ws://forum.example/socket"); } catch (error) {}
navigator.sendBeacon("/beacon", "x"); window.open("/popup"); alert("hello");
setTimeout(() => { location.href = "/away"; }, 20);
</script>"""


def greedy_site(request: WireRequest) -> MemoryAnswer:
    path = request.url.removeprefix(HOST)
    if path == "/robots.txt":
        return MemoryAnswer(200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /private/")
    if path == "/page":
        return page_of(WORDS + GREEDY)
    kinds = {"/one.js": "text/javascript", "/style.css": "text/css"}
    bodies = {"/one.js": "document.title = 'made by a script'", "/style.css": "p { width: 300px; height: 50px }"}
    return MemoryAnswer(200, {"Content-Type": kinds.get(path, "text/plain")}, bodies.get(path, f"[{path}]").encode())


def test_a_greedy_page_gets_what_is_allowed_and_nothing_else():
    """No picture, frame, beacon, socket, popup, action, POST; no other host, nothing that robots.txt forbids.

    Nor does the page lead away, believe its own boxes into being, or change how it is measured. What all pages
    share is asked for once.
    """

    async def run() -> None:
        async with browsing(greedy_site) as (fetcher, asked):
            for _ in range(2):
                outcome = await fetcher.fetch(f"{HOST}/page")
                assert isinstance(outcome, Fetched)
                assert outcome.problem == ""
                page = read_rendered(outcome.exchange.url, outcome.exchange.rendered)
                assert page.title == "made by a script"
                assert "got:[/data]" in page.text
                assert page.text.count("got:") == 1
                assert b"<script" not in page.html
                assert 15_000.0 in page.boxes.values()
                assert not {9999.0**2, 7777.0**2} & set(page.boxes.values())
            once = ["/robots.txt", "/one.js", "/style.css"]
            assert sorted(asked) == sorted([*once, "/page", "/data", "/page", "/data"])
            told = " ".join(fetcher.remarks())
            assert "elsewhere.example" in told
            assert "robots.txt forbids it" in told

    asyncio.run(run())


def test_a_polite_pace_does_not_cost_a_page_its_parts():
    """Its time begins anew with everything that arrives; what it may ask for has an end, and the page says so.

    A page that is still empty when it seems to rest is waited for.
    """

    def site(request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        if path in ("/some", "/much"):
            parts = range(5 if path == "/some" else 9)
            asks = "".join(f"fetch('{path}/{n}').then(r => document.body.append('part'));" for n in parts)
            return page_of(f"{WORDS}<script>{asks}</script>")
        if path == "/late":
            return page_of(
                "<script>setTimeout(() => fetch('/x').then(r => document.body.append('late')), 500)</script>"
            )
        return MemoryAnswer(404 if path == "/robots.txt" else 200, {"Content-Type": "text/plain"}, b"")

    slow = {"delay": timedelta(seconds=0.3), "concurrency": 1, "render_timeout": timedelta(seconds=1)}

    async def run() -> None:
        async with browsing(site, render_requests=6, **slow) as (fetcher, asked):
            some, much = await fetcher.fetch(f"{HOST}/some"), await fetcher.fetch(f"{HOST}/much")
            assert isinstance(some, Fetched)
            assert isinstance(much, Fetched)
            assert (some.problem, some.further) == ("", 5)
            assert some.content.count(b"part") == 5
            assert much.problem == "rendered without all that it asked for"
            late = await fetcher.fetch(f"{HOST}/late")
            assert isinstance(late, Fetched)
            assert b"late</body>" in late.content
            assert much.further == sum(path.startswith("/much/") for path in asked) == 6

    asyncio.run(run())


def test_a_page_that_hangs_is_read_as_it_came():
    """The next one has a browser again."""

    def site(request: WireRequest) -> MemoryAnswer:
        return page_of(f"{WORDS}<p>still here</p><script>if (location.pathname == '/hang') while (true);</script>")

    async def run() -> None:
        async with browsing(site, render_timeout=timedelta(seconds=1)) as (fetcher, _):
            hung = await fetcher.fetch(f"{HOST}/hang")
            well = await fetcher.fetch(f"{HOST}/well")
            assert isinstance(hung, Fetched)
            assert isinstance(well, Fetched)
            assert hung.problem == "not rendered: the browser took too long"
            assert b"still here" in hung.content
            assert not hung.exchange.rendered
            assert well.exchange.rendered
            assert "1 of 2 pages could not be rendered" in " ".join(fetcher.remarks())

    asyncio.run(run())


def test_a_browser_that_dies_is_started_again():
    """The page it was at is rendered by the new one."""
    killed: list[int] = []

    def site(request: WireRequest) -> MemoryAnswer:
        if request.url.endswith("/data") and not killed:
            killed.extend(_kill_browser())
        return page_of(f"{WORDS}<script>fetch('/data').then(() => document.body.append('done'))</script>")

    async def run() -> None:
        async with browsing(site) as (fetcher, _):
            outcome = await fetcher.fetch(f"{HOST}/page")
            assert isinstance(outcome, Fetched)
            assert killed
            assert b"done</body>" in outcome.exchange.rendered

    asyncio.run(run())


def test_a_forum_made_by_scripts_is_archived_over_http(tmp_path: Path):
    """All threads and posts, each page asked for once, what all pages share once, and nothing that acts."""
    site, visits = scripted(4), list[Visit]()

    async def run() -> Report:
        async with serve(site, site.model.end, visits=visits) as url:
            return await weft.acrawl(url, tmp_path / "a", settings=Settings(fetch=FetchConfig(render=True)))

    report = asyncio.run(run())
    assert held_posts(tmp_path / "a") == true_posts(site)
    assert report.summary.problems == {}
    assert report.notes == ()
    urls = [visit.url for visit in visits]
    assert len(urls) == len(set(urls))
    assert site.acted == 0


def _kill_browser() -> list[int]:
    """Kill the browsers that this process started."""
    ours = [process for process in psutil.Process().children(recursive=True) if "chrom" in process.name()]
    for process in ours:
        process.kill()
    return [process.pid for process in ours]
