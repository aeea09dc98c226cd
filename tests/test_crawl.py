"""The crawl, through the Python API: what is fetched, what is not and why, stopping, going on, waiting."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from weft.api import CrawlJob, run_job
from weft.clock import SystemClock, VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending, Report
from weft.errors import StartPageError, UsageError
from weft.fetch import MemoryAnswer, MemoryTransport, TransportError, Trouble, WireRequest
from weft.store import UrlState, open_archive
from weft.traversal import Follow, Plan, Role, Rule
from weft.urls import Scope

HOST = "http://127.0.0.1:8080"


class Web:
    """A tiny web in memory that counts what it is asked for; `pages` maps path and query to a body or an answer."""

    def __init__(self, pages: dict[str, str | MemoryAnswer]) -> None:
        self.pages = pages
        self.asked: list[str] = []

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        target = request.url.removeprefix(HOST)
        self.asked.append(target)
        answer = self.pages.get(target, MemoryAnswer(404, {"content-type": "text/html"}, b"nothing here"))
        if isinstance(answer, MemoryAnswer):
            return answer
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, answer.encode())

    @property
    def visited(self) -> list[str]:
        return [target for target in self.asked if target != "/robots.txt"]


def links(*hrefs: str) -> str:
    return "<title>t</title>" + "".join(f'<a href="{href}">{href}</a>' for href in hrefs)


def chain(count: int) -> dict[str, str | MemoryAnswer]:
    """Pages that each lead to the next two."""
    return {f"/{n}" if n else "/": links(f"/{2 * n + 1}", f"/{2 * n + 2}") for n in range(count)}


def crawl_web(web: Callable[[WireRequest], MemoryAnswer], folder: Path, path: str = "/", **changes: object) -> Report:
    settings = Settings(
        fetch=dataclasses.replace(FetchConfig(), **changes.pop("fetch", {})),
        crawl=dataclasses.replace(CrawlConfig(strategy="generic"), **changes.pop("crawl", {})),
    )
    job = CrawlJob(HOST + path, folder, settings, transport=MemoryTransport(web), clock=VirtualClock())
    return asyncio.run(run_job(dataclasses.replace(job, **changes)))


def state_of(folder: Path, target: str) -> tuple[str, str]:
    """Read a URL's state and reason from the archive."""
    archive = open_archive(folder, create=False, read_only=True)
    try:
        found = [(str(row.state), row.reason) for row in archive.urls() if row.url == HOST + target]
    finally:
        archive.close()
    return found[0]


def test_every_page_is_fetched_once_and_accounted_for(tmp_path: Path):
    """The report's rows add up to what was discovered."""
    web = Web(chain(40))
    report = crawl_web(web, tmp_path / "a")
    assert report.ending is Ending.DONE
    assert len(web.visited) == len(set(web.visited)) == 81
    summary = report.summary
    assert summary.discovered == sum(summary.by_state.values()) == 81
    assert summary.by_state[UrlState.FETCHED] == 40
    assert summary.failed == {"HTTP 404": 41}
    assert report.pages == 81


def test_pages_are_fetched_breadth_first(tmp_path: Path):
    """Near pages come before far ones."""
    web = Web(chain(30))
    crawl_web(web, tmp_path / "a", fetch={"concurrency": 1})
    assert web.visited == ["/", *(f"/{n}" for n in range(1, 61))]


def test_what_is_not_fetched_has_a_reason(tmp_path: Path):
    """Scope, nofollow, actions, forms and robots.txt each leave their word."""
    body = (
        links("/ok", "http://elsewhere.example/x", "/logout", "/secret/1", "mailto:a@b.example")
        + '<a href="/sorted" rel="nofollow">sorted</a><a href="/danger?id=5">Log out</a><a href="/answer">here</a>'
        + '<form method="post" action="/answer"><textarea name="t"></textarea></form>'
    )
    web = Web({"/": body, "/ok": links(), "/robots.txt": MemoryAnswer(200, {}, b"User-agent: *\nDisallow: /secret/\n")})
    report = crawl_web(web, tmp_path / "a")
    assert web.visited == ["/", "/ok"]
    assert state_of(tmp_path / "a", "/sorted") == ("excluded", "rel=nofollow")
    assert state_of(tmp_path / "a", "/logout")[1].startswith("would act")
    assert state_of(tmp_path / "a", "/danger?id=5")[1].startswith("would act")
    assert state_of(tmp_path / "a", "/answer") == ("excluded", "would act: form")
    assert state_of(tmp_path / "a", "/secret/1") == ("excluded", "robots.txt forbids it")
    assert report.summary.excluded["outside the scope"] == 1
    assert report.summary.discovered == 8


def test_switches_ignore_nofollow_and_robots(tmp_path: Path):
    """For archivists with permission."""
    body = '<a href="/a" rel="nofollow">a</a><a href="/secret/1">s</a>'
    robots = MemoryAnswer(200, {}, b"User-agent: *\nDisallow: /secret/\n")
    web = Web({"/": body, "/robots.txt": robots, "/a": links(), "/secret/1": links()})
    crawl_web(web, tmp_path / "a", fetch={"obey_nofollow": False, "obey_robots": False})
    assert sorted(web.visited) == ["/", "/a", "/secret/1"]
    assert "/robots.txt" not in web.asked


def test_an_exclusion_by_one_link_is_lifted_by_another(tmp_path: Path):
    """nofollow and anchor words belong to a link, not to the URL it leads to."""
    web = Web({"/": '<a href="/x" rel="nofollow">x</a><a href="/y">y</a>', "/y": links("/x"), "/x": links()})
    crawl_web(web, tmp_path / "a")
    assert sorted(web.visited) == ["/", "/x", "/y"]


def test_a_page_that_asks_not_to_be_followed_is_obeyed(tmp_path: Path):
    """Meta robots and the X-Robots-Tag header."""
    head = '<head><meta name="robots" content="nofollow"></head>'
    web = Web(
        {
            "/": links("/meta", "/header"),
            "/meta": head + links("/m"),
            "/header": MemoryAnswer(
                200, {"content-type": "text/html", "x-robots-tag": "nofollow"}, links("/h").encode()
            ),
        }
    )
    crawl_web(web, tmp_path / "a")
    assert sorted(web.visited) == ["/", "/header", "/meta"]


def test_redirects_are_queued_like_links(tmp_path: Path):
    """Their targets are fetched once; loops and long chains end; what leads outside is excluded."""
    pages: dict[str, str | MemoryAnswer] = {
        "/": links("/to-page", "/page", "/loop-a", "/hop0", "/away"),
        "/page": links(),
        "/to-page": MemoryAnswer(302, {"location": "/page"}),
        "/loop-a": MemoryAnswer(301, {"location": "/loop-b"}),
        "/loop-b": MemoryAnswer(301, {"location": "/loop-a"}),
        "/away": MemoryAnswer(302, {"location": "http://elsewhere.example/"}),
        **{f"/hop{n}": MemoryAnswer(302, {"location": f"/hop{n + 1}"}) for n in range(20)},
    }
    web = Web(pages)
    report = crawl_web(web, tmp_path / "a")
    assert web.visited.count("/page") == 1
    assert web.visited.count("/loop-a") == 1
    assert report.summary.excluded["too many redirects"] == 1
    assert report.summary.excluded["outside the scope"] == 1
    assert report.ending is Ending.DONE


def test_meta_refresh_is_followed(tmp_path: Path):
    """An old way to redirect."""
    refresh = "<head><meta http-equiv=refresh content='0; url=/next'></head>"
    web = Web({"/": refresh + links("/one"), "/next": links(), "/one": links()})
    crawl_web(web, tmp_path / "a")
    assert "/next" in web.visited


def test_session_ids_in_cookies_are_kept(tmp_path: Path):
    """The cookie of one answer goes with the next request."""
    seen: list[str] = []

    def answer(request: WireRequest) -> MemoryAnswer:
        seen.extend(value for name, value in request.headers if name.lower() == "cookie")
        body = links("/2") if request.url.endswith("/") else links()
        return MemoryAnswer(200, {"content-type": "text/html", "set-cookie": "s=abc; Path=/"}, body.encode())

    crawl_web(answer, tmp_path / "a")
    assert "s=abc" in seen


class TestStopping:
    """Every early stop is clean and goes on with the same command."""

    def test_max_pages_is_exact_and_resumable(self, tmp_path: Path):
        """Three runs of at most thirty pages make ninety-nine at most, none twice."""
        web = Web(chain(40))
        report = crawl_web(web, tmp_path / "a", crawl={"max_pages": 30})
        assert (report.ending, report.pages, len(web.visited)) == (Ending.LIMIT, 30, 30)
        report = crawl_web(web, tmp_path / "a", crawl={"max_pages": 30})
        assert len(web.visited) == 60
        report = crawl_web(web, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert len(web.visited) == len(set(web.visited)) == 81

    def test_max_time_stops(self, tmp_path: Path):
        """And the same command goes on."""
        web = Web(chain(100))

        async def slow(request: WireRequest) -> MemoryAnswer:
            await asyncio.sleep(0.02)
            return web(request)

        report = crawl_web(slow, tmp_path / "a", crawl={"max_time": timedelta(seconds=0.2)}, clock=SystemClock())
        assert report.ending is Ending.LIMIT
        assert 0.1 < report.seconds < 2
        assert crawl_web(web, tmp_path / "a").ending is Ending.DONE
        assert len(set(web.visited)) == 201

    def test_a_finished_crawl_asks_for_nothing(self, tmp_path: Path):
        """Running it again makes no request."""
        web = Web(chain(10))
        crawl_web(web, tmp_path / "a")
        before = len(web.asked)
        report = crawl_web(web, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert len(web.asked) == before

    def test_a_host_that_falls_silent_ends_the_run_without_loss(self, tmp_path: Path):
        """URLs are not written off when the server is down; the next run fetches them."""
        web = Web(chain(40))

        def falling(request: WireRequest) -> MemoryAnswer:
            if len(web.visited) >= 20:
                raise TransportError(Trouble.REFUSED)
            return web(request)

        report = crawl_web(falling, tmp_path / "a")
        assert report.ending is Ending.HOST_DOWN
        assert "connection refused" in report.detail
        assert UrlState.FAILED not in report.summary.by_state or report.summary.by_state[UrlState.FAILED] == 0
        report = crawl_web(web, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert len(set(web.visited)) == 81

    def test_a_site_in_maintenance_loses_nothing(self, tmp_path: Path):
        """503 without a useful Retry-After is no reason to write pages off."""
        web = Web(chain(40))
        busy = MemoryAnswer(503, {"content-type": "text/html", "retry-after": "soon"}, b"back soon")
        report = crawl_web(lambda request: busy if len(web.visited) >= 20 else web(request), tmp_path / "a")
        assert report.ending is Ending.HOST_DOWN
        assert "HTTP 503" in report.detail
        assert report.summary.failed == {"HTTP 404": report.summary.statuses.get(404, 0)} or not report.summary.failed
        assert crawl_web(web, tmp_path / "a").ending is Ending.DONE
        assert len(set(web.visited)) == 81

    def test_one_broken_page_fails_alone(self, tmp_path: Path):
        """It is asked for again later, kept as what it answered, and counted."""
        broken = MemoryAnswer(500, {"content-type": "text/html"}, b"oops")
        web = Web({"/": links("/bad", "/good"), "/good": links(), "/bad": broken})
        report = crawl_web(web, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert report.summary.failed == {"HTTP 500": 1}
        assert report.summary.statuses[500] == 1

    def test_one_url_that_never_answers_fails_alone(self, tmp_path: Path):
        """It is tried again later, then counted with its reason."""
        web = Web({"/": links("/bad", "/good"), "/good": links()})

        def answer(request: WireRequest) -> MemoryAnswer:
            if request.url.endswith("/bad"):
                raise TransportError(Trouble.DISCONNECTED)
            return web(request)

        report = crawl_web(answer, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert report.summary.failed == {"connection lost": 1}

    def test_a_host_that_asks_to_wait_is_left_alone(self, tmp_path: Path):
        """429 with Retry-After: no request before it is over, then all pages."""
        web, clock = Web(chain(10)), VirtualClock()
        times: list[float] = []

        def answer(request: WireRequest) -> MemoryAnswer:
            times.append(clock.monotonic())
            if len(times) == 6:
                return MemoryAnswer(429, {"retry-after": "600"})
            return web(request)

        report = crawl_web(answer, tmp_path / "a", clock=clock, fetch={"concurrency": 1})
        assert report.ending is Ending.DONE
        assert len(set(web.visited)) == 21
        assert times[6] - times[5] >= 600

    def test_an_interrupt_is_clean_and_resumable(self, tmp_path: Path):
        """Pages under way are given back; nothing is fetched twice but those."""
        web = Web(chain(60))

        async def interrupted() -> Report:
            from weft.crawl import Parts, Session  # noqa: PLC0415  the session itself, not the API, is interrupted
            from weft.fetch import Fetcher  # noqa: PLC0415

            clock, settings = VirtualClock(), Settings(crawl=CrawlConfig(strategy="generic"))
            archive = open_archive(tmp_path / "a")
            try:

                def make(hosts):
                    return Fetcher(MemoryTransport(slow), settings.fetch, clock, hosts, HOST)

                session = Session(Parts(archive, make, clock, settings, tmp_path / "a"), HOST + "/")

                async def slow(request: WireRequest) -> MemoryAnswer:
                    await asyncio.sleep(0)
                    if len(web.visited) == 25:
                        session.interrupt()
                    return web(request)

                return await session.run()
            finally:
                archive.close()

        report = asyncio.run(interrupted())
        assert report.ending is Ending.INTERRUPTED
        first = len(web.visited)
        assert first < 60
        report = crawl_web(web, tmp_path / "a")
        assert report.ending is Ending.DONE
        assert len(web.visited) - len(set(web.visited)) <= 8


class TestStart:
    """The start page must be there, be a page and may be fetched; else one clear sentence."""

    @pytest.mark.parametrize(
        ("answer", "sentence"),
        [
            (MemoryAnswer(404), "answers HTTP 404"),
            (MemoryAnswer(200, {"content-type": "image/png"}, b"\x89PNG"), "not a web page but image/png"),
            (MemoryAnswer(200, {"content-type": "text/html"}, b"<div>" * 600), "nested deeper"),
            (MemoryAnswer(302, {"location": "/"}), "redirects"),
            (MemoryAnswer(429, {"retry-after": "3600"}), "left alone until"),
        ],
    )
    def test_a_start_page_that_is_none(self, tmp_path: Path, answer: MemoryAnswer, sentence: str):
        """The message says what it is and what to do."""
        with pytest.raises(StartPageError, match=sentence):
            crawl_web(Web({"/": answer}), tmp_path / "a")

    @pytest.mark.parametrize("trouble", [Trouble.DNS, Trouble.REFUSED, Trouble.TLS, Trouble.TIMEOUT_CONNECT])
    def test_a_server_that_is_not_there(self, tmp_path: Path, trouble: Trouble):
        """Told with the reason; robots.txt that cannot be had forbids everything, which is the same reason."""

        def answer(_request: WireRequest) -> MemoryAnswer:
            raise TransportError(trouble)

        with pytest.raises(StartPageError, match=str(trouble)):
            crawl_web(answer, tmp_path / "a")

    def test_a_site_robots_txt_forbids(self, tmp_path: Path):
        """Told, with the switch for those who have permission."""
        web = Web({"/": links("/a"), "/robots.txt": MemoryAnswer(200, {}, b"User-agent: *\nDisallow: /\n")})
        with pytest.raises(StartPageError, match="--ignore-robots"):
            crawl_web(web, tmp_path / "a")
        assert web.visited == []

    def test_after_a_failed_start_the_folder_can_be_used(self, tmp_path: Path):
        """A mistyped address leaves nothing behind that matters."""
        web = Web({"/right": links()})
        with pytest.raises(StartPageError):
            crawl_web(web, tmp_path / "a", "/wrong")
        assert crawl_web(web, tmp_path / "a", "/right").summary.discovered == 1

    def test_an_archive_of_another_site_is_not_mixed(self, tmp_path: Path):
        """The message names the site it holds."""
        crawl_web(Web({"/": links()}), tmp_path / "a")
        with pytest.raises(UsageError, match="choose another folder"):
            asyncio.run(run_job(CrawlJob("http://other.example/", tmp_path / "a", transport=MemoryTransport(Web({})))))

    @pytest.mark.parametrize("url", ["", "forum", "http://", "ftp://h.example/", "javascript:alert(1)", "http://a b/"])
    def test_what_is_no_address_is_told(self, tmp_path: Path, url: str):
        """Before anything is made."""
        with pytest.raises(UsageError, match="not a web address"):
            weft.crawl(url, tmp_path / "a")
        assert not (tmp_path / "a").exists()

    def test_redirects_at_the_start_are_kept_and_followed(self, tmp_path: Path):
        """The scope is that of the page they end at."""
        web = Web({"/": MemoryAnswer(301, {"location": "/forum/"}), "/forum/": links("/forum/a"), "/forum/a": links()})
        report = crawl_web(web, tmp_path / "a")
        assert web.visited == ["/", "/forum/", "/forum/a"]
        assert Plan.load(tmp_path / "a" / "plan.yaml").scope == Scope(HOST, "/forum/")
        assert report.summary.by_state[UrlState.REDIRECTED] == 1


class TestPlan:
    """The plan decides what is followed; a person may edit it."""

    def test_a_given_plan_is_used(self, tmp_path: Path):
        """Only what its rules match is fetched."""
        plan = Plan(Scope(HOST), HOST + "/", "mine", (Rule(HOST + "/[13579]", Role.THREAD, Follow.YES),))
        web = Web(chain(10))
        report = crawl_web(web, tmp_path / "a", plan=plan)
        assert sorted(web.visited) == ["/", "/1", "/3", "/7"]
        assert report.summary.excluded["no rule of the plan matches"] == 5

    def test_an_edited_plan_file_holds_from_the_next_run_on(self, tmp_path: Path):
        """plan.yaml is read again at every start."""
        web = Web(chain(40))
        crawl_web(web, tmp_path / "a", crawl={"max_pages": 3})
        path = tmp_path / "a" / "plan.yaml"
        path.write_text(path.read_text().replace("pattern: .*", "pattern: nothing"))
        crawl_web(web, tmp_path / "a")
        assert len(web.visited) < 15

    def test_a_prefix_narrows_the_scope(self, tmp_path: Path):
        """Whatever the links suggest."""
        web = Web({"/": links("/a/1", "/b/1"), "/a/1": links("/a/2"), "/a/2": links()})
        crawl_web(web, tmp_path / "a", crawl={"prefix": "a"})
        assert web.visited == ["/", "/a/1", "/a/2"]
