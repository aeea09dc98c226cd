"""Learning inside a crawl: what is asked of the site, what of the archive, and what the frontier is told afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from weft.clock import VirtualClock
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.crawl import Ending, Parts, Report, Session
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._learn import BUDGET_SPENT, Tutor
from weft.crawl._sift import NOWHERE, Sifter, Source
from weft.crawl._writer import Writer
from weft.fetch import Fetcher, MemoryAnswer, MemoryTransport, TransportError, Trouble, WireRequest
from weft.page import Page, read_page
from weft.simulate import SimulatedTransport, make_site
from weft.store import Archive, MemoryArchive, UrlState, open_archive
from weft.traversal import Follow, Ground, Learning, Numbering, Plan, Role, Rule, Sample
from weft.urls import Scope, re2_escape

HOST = "http://127.0.0.1:8080"
SCOPE = Scope(HOST)
HTML = {"content-type": "text/html"}
START = Sample(HOST + "/", HOST + "/", 200, read_page(HOST + "/", b"<a href=/a>a</a>"))


class Web:
    """A tiny web in memory that counts what it is asked for."""

    def __init__(self, pages: dict[str, str | MemoryAnswer]) -> None:
        self.pages = pages
        self.asked: list[str] = []

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        target = request.url.removeprefix(HOST)
        if target == "/robots.txt":
            answer = self.pages.get(target, MemoryAnswer(404))
            return answer if isinstance(answer, MemoryAnswer) else MemoryAnswer(200, {}, answer.encode())
        self.asked.append(target)
        answer = self.pages.get(target, MemoryAnswer(404, HTML, b"nothing here"))
        return answer if isinstance(answer, MemoryAnswer) else MemoryAnswer(200, HTML, answer.encode())


@dataclass
class Script:
    """A strategy that asks for given batches, whatever it sees; keeps what it was sent."""

    batches: tuple[tuple[str, ...], ...]
    name: str = "script"
    budget: int = 50
    samples: list[Sample] = field(default_factory=list)

    def learn(self, start: Sample, ground: Ground) -> Learning:
        for batch in self.batches:
            self.samples += yield tuple(HOST + path for path in batch)
        return Plan(ground.scope, start.final, self.name, (Rule(".*", Role.PAGE),))


@dataclass
class Lesson:
    """One learning over an archive."""

    web: Callable[[WireRequest], MemoryAnswer]
    archive: Archive = field(default_factory=MemoryArchive)
    clock: VirtualClock = field(default_factory=VirtualClock)
    config: FetchConfig = field(default_factory=lambda: FetchConfig(delay=timedelta(0)))
    shown: list[str] = field(default_factory=list)

    def give(self, *batches: tuple[str, ...], budget: int = 50) -> list[Sample]:
        return asyncio.run(self._give(Script(batches), budget))

    async def _give(self, script: Script, budget: int) -> list[Sample]:
        writer = Writer(self.archive)
        hosts = ArchiveHosts(self.archive, writer)
        fetcher = Fetcher(MemoryTransport(self.web), self.config, self.clock, hosts, HOST)
        tutor = Tutor(self.archive, writer, fetcher, self.clock, self.config, on_sample=self.shown.append)
        try:
            await tutor.learn(script, START, SCOPE, budget)
        finally:
            await fetcher.aclose()
            writer.close()
        return script.samples


class TestAnswers:
    """What a strategy is sent."""

    def test_pages_come_in_the_order_they_were_asked_for(self):
        """One sample a URL."""
        samples = Lesson(Web({"/a": "<title>A</title>", "/b": "<title>B</title>"})).give(("/b", "/a"))
        assert [sample.page.title for sample in samples if sample.page] == ["B", "A"]

    def test_nothing_is_asked_for_twice(self):
        """Not in one batch, not in two; the start page is known."""
        web = Web({"/a": "A"})
        samples = Lesson(web).give(("/a", "/a"), ("/a", "/"))
        assert web.asked == ["/a"]
        assert len(samples) == 4
        assert samples[3] == START

    def test_redirects_are_followed_and_told(self):
        """The sample says where the answer came from."""
        web = Web(
            {
                "/old": MemoryAnswer(301, {"location": "/mid"}),
                "/mid": MemoryAnswer(302, {"location": "/new"}),
                "/new": "N",
            }
        )
        (sample,) = Lesson(web).give(("/old",))
        assert (sample.url, sample.final, sample.status) == (HOST + "/old", HOST + "/new", 200)
        assert sample.is_redirected

    def test_a_redirect_without_end_is_given_up(self):
        """After as many hops as the user allows."""
        web = Web({"/loop": MemoryAnswer(302, {"location": "/loop"})})
        (sample,) = Lesson(web).give(("/loop",))
        assert (sample.page, sample.problem) == (None, "too many redirects")

    @pytest.mark.parametrize(
        ("answer", "problem"),
        [
            (MemoryAnswer(404, HTML, b"gone"), "HTTP 404"),
            (MemoryAnswer(200, {"content-type": "image/png"}, b"\x89PNG"), "not a page but image/png"),
            (MemoryAnswer(200, HTML, b"<div>" * 600), "nested deeper"),
        ],
    )
    def test_what_is_no_page_has_a_problem(self, answer: MemoryAnswer, problem: str):
        """And no page."""
        (sample,) = Lesson(Web({"/x": answer})).give(("/x",))
        assert sample.page is None
        assert problem in sample.problem

    def test_what_robots_txt_forbids_is_not_asked_for(self):
        """The strategy is told why."""
        web = Web({"/robots.txt": "User-agent: *\nDisallow: /secret\n", "/open": "O"})
        samples = Lesson(web).give(("/secret/1", "/open"))
        assert web.asked == ["/open"]
        assert samples[0].problem == "robots.txt forbids it"
        assert samples[1].page is not None

    def test_what_acts_is_not_asked_for(self):
        """Whatever a strategy wants."""
        web = Web({})
        (sample,) = Lesson(web).give(("/logout",))
        assert web.asked == []
        assert sample.page is None

    def test_a_server_that_is_gone_gives_problems_not_errors(self):
        """Learning goes on with what there is."""

        def silent(request: WireRequest) -> MemoryAnswer:
            if request.url.endswith("/robots.txt"):
                return MemoryAnswer(404)
            raise TransportError(Trouble.REFUSED)

        (sample,) = Lesson(silent).give(("/a",))
        assert sample.problem == "connection refused"


class TestBudget:
    """A strategy cannot ask for more than it may."""

    def test_what_is_over_the_budget_is_not_asked_for(self):
        """It is answered with a problem, so the strategy ends by itself."""
        web = Web({f"/{n}": "page" for n in range(9)})
        samples = Lesson(web).give(tuple(f"/{n}" for n in range(9)), budget=4)
        assert web.asked == ["/0", "/1", "/2", "/3"]
        assert [sample.problem for sample in samples] == [""] * 4 + [BUDGET_SPENT] * 5

    def test_every_url_asked_of_the_site_or_the_archive_is_shown(self):
        """For the progress display."""
        lesson = Lesson(Web({"/a": "A"}))
        lesson.give(("/a", "/b"), ("/a", "/c"), budget=2)
        assert lesson.shown == [HOST + "/a", HOST + "/b"]


class TestWaiting:
    """A host that asks to be left alone is."""

    def test_learning_waits_as_long_as_the_host_asks(self):
        """And then gets its page."""
        clock, web = VirtualClock(), Web({"/a": "A"})
        times: list[float] = []

        def busy(request: WireRequest) -> MemoryAnswer:
            if request.url.endswith("/a"):
                times.append(clock.monotonic())
                if len(times) == 1:
                    return MemoryAnswer(429, {"retry-after": "300"})
            return web(request)

        (sample,) = Lesson(busy, clock=clock).give(("/a",))
        assert sample.page is not None
        assert times[1] - times[0] >= 300

    def test_a_host_that_asks_again_and_again_is_given_up_for_this_page(self):
        """The sample has a problem; nothing hangs."""
        busy = MemoryAnswer(429, {"retry-after": "60"})
        (sample,) = Lesson(Web({"/a": busy})).give(("/a",))
        assert sample.page is None
        assert sample.problem


class TestReplay:
    """A crawl killed while learning learns again from the archive."""

    def test_what_is_archived_is_not_asked_for(self):
        """Pages, errors and redirects: the second lesson gets the same samples without a request."""
        web = Web(
            {
                "/a": "<title>A</title>",
                "/old": MemoryAnswer(301, {"location": "/a"}),
                "/p": MemoryAnswer(200, {"content-type": "image/png"}, b"\x89PNG"),
            }
        )
        archive = MemoryArchive()
        first = Lesson(web, archive).give(("/a", "/old", "/gone", "/p"))
        before = len(web.asked)
        second = Lesson(web, archive).give(("/a", "/old", "/gone", "/p"))
        assert len(web.asked) == before == 4

        def told(samples: list[Sample]) -> list[tuple[str, str, int, str, str]]:
            return [(s.url, s.final, s.status, s.problem, s.page.title if s.page else "") for s in samples]

        assert told(first) == told(second)

    def test_a_crawl_interrupted_while_learning_goes_on_where_it_was(self, tmp_path: Path):
        """The same plan as without interruption, and only the start page is asked for once more."""
        site = make_site("tiles", threads=30)
        killed, again, whole = (SimulatedTransport(site, site.model.end) for _ in range(3))
        assert run_crawl(killed, tmp_path / "a", site.entry_url, stop_after=7).ending is Ending.INTERRUPTED
        assert not (tmp_path / "a" / "plan.yaml").exists()
        assert run_crawl(again, tmp_path / "a", site.entry_url).ending is Ending.DONE
        answered = urls_of(killed)[:-1]  # the last may have been under way
        assert len(answered) >= 5
        assert set(answered) & set(urls_of(again)) <= {site.entry_url}
        run_crawl(whole, tmp_path / "b", site.entry_url)
        assert Plan.load(tmp_path / "a" / "plan.yaml") == Plan.load(tmp_path / "b" / "plan.yaml")
        assert {*urls_of(killed), *urls_of(again)} == set(urls_of(whole))


def urls_of(transport: SimulatedTransport) -> list[str]:
    """Give what the site was asked for, but for robots.txt."""
    return [visit.url for visit in transport.log if not visit.url.endswith("/robots.txt")]


def run_crawl(transport: SimulatedTransport, folder: Path, url: str, stop_after: int | None = None) -> Report:
    """Crawl into a folder; `stop_after` so many pages asked for while learning the session is interrupted."""
    settings = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))

    async def run() -> Report:
        with closing(open_archive(folder)) as archive:
            asked: list[str] = []

            def show(url: str) -> None:
                asked.append(url)
                if len(asked) == stop_after:
                    session.interrupt()

            clock = VirtualClock()
            parts = Parts(
                archive,
                lambda hosts: Fetcher(transport, settings.fetch, clock, hosts, "http://demo.weft.example"),
                clock,
                settings,
                folder,
                on_learning=show,
            )
            session = Session(parts, url)
            return await session.run()

    return asyncio.run(run())


THREAD = Rule(rf"{HOST}/t/(\d+)(?:-\w+)?", Role.THREAD, address=rf"{HOST}/t/\1", list=rf"{HOST}/t/\1")
FLIP = Rule(
    rf"{HOST}/t/(\d+)\?p=(\d+)", Role.THREAD_FLIP, Follow.SAME_LIST, list=rf"{HOST}/t/\1", numbering=Numbering(2)
)
BOARD = Rule(rf"{HOST}/b/\d+", Role.INDEX)
BOARD_FLIP = Rule(rf"{HOST}/b/\d+\?p=\d+", Role.INDEX_FLIP, Follow.SAME_LIST)


def sifter_of(*rules: Rule, drop: tuple[str, ...] = ()) -> Sifter:
    return Sifter(Plan(SCOPE, HOST + "/", "x", rules, drop=drop), obey_nofollow=True, known_limit=100)


def page_of_posts(url: str, count: int, link: str) -> Page:
    said = "".join(
        f"<div class=post><b>fox{number}</b> <i>{number}.05.2021, 10:00</i><p>What was said by the fox.</p></div>"
        for number in range(1, count + 1)
    )
    return read_page(url, f"<body><h1>Foxes</h1><p>{link}</p><div>{said}</div>".encode())


class TestSifting:
    """What the frontier is told of a link."""

    SIFTER = sifter_of(FLIP, THREAD, BOARD_FLIP, BOARD)

    def test_a_thread_begins_its_own_list(self):
        """As page one, known by its canonical address."""
        found = self.SIFTER.judge(f"{HOST}/t/12-cat", 1)
        assert (found.list, found.number, found.key) == (f"{HOST}/t/12", 1, f"{HOST}/t/12")
        assert found.url == f"{HOST}/t/12-cat"

    def test_the_whole_is_asked_for_instead_of_a_part(self):
        """A link to the last posts of a thread; a rule that names itself as the whole is left alone."""
        part = Rule(rf"{HOST}/t/(\d+)/last", Role.THREAD, address=rf"{HOST}/t/\1", part=True)
        found = sifter_of(part, THREAD).judge(f"{HOST}/t/12/last", 1)
        assert (found.url, found.list, found.number) == (f"{HOST}/t/12", f"{HOST}/t/12", 1)
        own = Rule(rf"{HOST}/t/(\d+)", Role.THREAD, address=rf"{HOST}/t/\1", part=True)
        assert sifter_of(own).judge(f"{HOST}/t/12", 1).url == f"{HOST}/t/12"

    def test_a_flip_that_tells_its_list_needs_no_source(self):
        """Its URL is enough."""
        found = self.SIFTER.judge(f"{HOST}/t/12?p=3", 1)
        assert (found.list, found.number) == (f"{HOST}/t/12", 3)

    def test_a_flip_that_does_not_belongs_to_the_list_it_was_found_on(self):
        """With the number its link shows, else the next one."""
        source = Source("index", f"{HOST}/b/1", 2)
        shown = self.SIFTER.judge(f"{HOST}/b/1?p=90", 1, source=source, text=" [7] ")
        arrow = self.SIFTER.judge(f"{HOST}/b/1?p=90", 1, source=source, text="»")
        alone = self.SIFTER.judge(f"{HOST}/b/1?p=90", 1)
        assert [(found.list, found.number) for found in (shown, arrow, alone)] == [
            (f"{HOST}/b/1", 7),
            (f"{HOST}/b/1", 3),
            ("", 0),
        ]

    @pytest.mark.parametrize("number", [1, 2])
    def test_further_pages_of_a_thread_that_is_written_otherwise_than_they_are(self, number: int):
        """The board in the address changes nothing, and no pager was seen while learning."""
        talk = rf"{re2_escape(HOST)}/talk\?room=(\d+)&id=(\d+)"
        one = rf"{HOST}/talk?room=1&id=\2"
        plan = Plan(SCOPE, f"{HOST}/", "x", (Rule(talk, Role.THREAD, address=one, list=one),), unpaged=("thread",))
        sifter = Sifter(plan, obey_nofollow=True, known_limit=100)
        html = b"<a href='talk?room=7&amp;id=5&amp;from=10'>2</a> <a href='talk?room=7&amp;id=5&amp;from=20'>3</a>"
        page = read_page(f"{HOST}/talk?room=7&id=5" + ("&from=10" if number > 1 else ""), html)
        found = sifter.sift(page, Source("thread", f"{HOST}/talk?room=1&id=5", number), 1)
        numbers = {
            one.number for one in found if one.list == f"{HOST}/talk?room=1&id=5" and one.role == "flip of thread"
        }
        assert 3 in numbers

    @pytest.mark.parametrize(
        ("link", "role"),
        [
            ("<a href='/talk/7.15'>Suivante</a>", "flip of thread"),
            ("<a href='/talk/7.15'>2</a>", "flip of thread"),
            ("<a href='/talk/7.30'>Suivante</a>", "thread"),  # the page has 15 posts
            ("<a href='/talk/22.0'>Suivante</a>", "thread"),  # another thread
        ],
    )
    def test_further_pages_may_be_written_as_threads_are(self, link: str, role: str):
        """All threads seen while learning had one page, whose number is 0."""
        talk = Rule(rf"{re2_escape(HOST)}/talk/(\d+)\.(\d+)", Role.THREAD)
        sifter = Sifter(Plan(SCOPE, f"{HOST}/", "x", (talk,), unpaged=("thread",)), obey_nofollow=True, known_limit=100)
        page = page_of_posts(f"{HOST}/talk/7.0", 15, link)
        (found,) = sifter.sift(page, Source("thread", f"{HOST}/talk/7.0", 1), 1)
        assert found.role == role
        assert found.list == (f"{HOST}/talk/7.0" if role == "flip of thread" else found.url)

    @pytest.mark.parametrize(("shown", "role"), [(15, "flip of thread"), (16, "flip of thread"), (17, "thread")])
    def test_the_first_post_may_stand_again_above_those_of_a_further_page(self, shown: int, role: str):
        """Page two has the posts from the fifteenth on, and that one."""
        talk = Rule(rf"{re2_escape(HOST)}/talk/(\d+)\.(\d+)", Role.THREAD)
        sifter = Sifter(Plan(SCOPE, f"{HOST}/", "x", (talk,), unpaged=("thread",)), obey_nofollow=True, known_limit=100)
        page = page_of_posts(f"{HOST}/talk/7.15", shown, "<a href='/talk/7.30'>Suivante</a>")
        (found,) = sifter.sift(page, Source("flip of thread", f"{HOST}/talk/7.0", 2), 1)
        assert found.role == role

    def test_threads_begun_are_completed_before_others_are_begun(self):
        """Flips of threads, threads, boards, flips of boards."""
        urls = ["/t/1?p=2", "/t/1", "/b/1", "/b/1?p=2"]
        priorities = [self.SIFTER.judge(HOST + url, 1).priority for url in urls]
        assert priorities == sorted(set(priorities))

    def test_what_no_rule_matches_is_excluded_and_why(self):
        """In no list, with no key."""
        found = self.SIFTER.judge(f"{HOST}/u/1", 1)
        assert (found.state, found.reason) == (UrlState.EXCLUDED, "no rule of the plan matches")
        assert (found.list, found.key) == ("", "")

    def test_what_acts_is_excluded_even_if_a_rule_wants_it(self):
        """A plan may be wrong."""
        found = sifter_of(Rule(".*", Role.THREAD)).judge(f"{HOST}/logout", 1)
        assert found.state is UrlState.EXCLUDED
        assert found.reason.startswith("would act")

    def test_twins_have_one_key(self):
        """By template and by dropped keys; a plan that rewrites nothing gives none."""
        sifter = sifter_of(THREAD, drop=("sid",))
        keys = {sifter.judge(HOST + url, 1).key for url in ("/t/1", "/t/1-cat", "/t/1?sid=2", "/t/1-cat?sid=3")}
        assert keys == {f"{HOST}/t/1"}
        assert sifter_of(BOARD).judge(f"{HOST}/b/1", 1).key == ""

    def test_links_of_a_page_are_judged_with_their_source(self):
        """A rule for links on boards does not take in the same links on threads; nor is one remembered for all."""
        sifter = sifter_of(replace(BOARD, on="index"), THREAD)
        page = read_page(f"{HOST}/x", b"<a href=/b/2>a board</a>")
        states = [sifter.sift(page, Source(role), 1)[0].state for role in ("thread", "flip of index", "thread")]
        assert states == [UrlState.EXCLUDED, UrlState.QUEUED, UrlState.EXCLUDED]

    def test_a_link_told_once_is_not_told_again(self):
        """On an ordinary page most links are known."""
        sifter = sifter_of(BOARD)
        page = read_page(f"{HOST}/x", b"<a href=/b/2>a board</a>")
        assert len(sifter.sift(page, NOWHERE, 1)) == 1
        assert sifter.sift(page, NOWHERE, 1) == ()
