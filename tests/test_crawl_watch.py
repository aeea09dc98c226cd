"""The watch over a crawl: lists without end end, one page under many addresses is told, good lists are left alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.config import CrawlConfig, Settings
from weft.crawl import Answer, Brought, Ending, Report, Seen, Watch
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, Numbering, Plan, Role, Rule
from weft.urls import Scope

HOST = "http://127.0.0.1:8080"
LIMIT = 500  # pages; a crawl that comes to it has not ended
REPEATS = "the list repeats itself"
PLAN = Plan(
    Scope(HOST),
    HOST + "/",
    "mine",
    (
        Rule(HOST + r"/t/\d+", Role.THREAD),
        Rule(HOST + r"(/t/\d+)\?page=(\d+)", Role.THREAD_FLIP, Follow.SAME_LIST, "", HOST + r"\1", Numbering(2)),
        Rule(HOST + r"(/b/\d+)\?page=(\d+)", Role.INDEX_FLIP, Follow.SAME_LIST, "", HOST + r"\1", Numbering(2)),
        Rule(HOST + r"/b/\d+", Role.INDEX),
        Rule(HOST + r"/month/\d+", Role.INDEX),
    ),
)


class Forum:
    """Pages made on the spot from the path; `asked` has those that were wanted."""

    def __init__(self, show: Callable[[str, int], list[str] | str | None]) -> None:
        self.show = show
        self.asked: list[str] = []

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path, _, page = request.url.removeprefix(HOST).partition("?page=")
        if path == "/robots.txt":
            return MemoryAnswer(404)
        self.asked.append(request.url.removeprefix(HOST))
        shown = self.show(path, int(page or 1))
        if shown is None:
            return MemoryAnswer(404, {"content-type": "text/html"}, b"gone")
        body = shown if isinstance(shown, str) else write(path, shown)
        return MemoryAnswer(200, {"content-type": "text/html; charset=utf-8"}, body.encode())

    def count(self, start: str) -> int:
        return sum(asked.startswith(start) for asked in self.asked)

    def crawl(self, folder: Path) -> Report:
        settings = Settings(crawl=CrawlConfig(max_pages=LIMIT))
        transport, clock = MemoryTransport(self), VirtualClock()
        return asyncio.run(run_job(CrawlJob(HOST + "/", folder, settings, PLAN, transport=transport, clock=clock)))


def write(title: str, hrefs: list[str], text: str = "") -> str:
    return f"<title>{title}</title><p>{text}</p>" + "".join(f'<a href="{href}">{href}</a>' for href in hrefs)


def threads(first: int, count: int = 5) -> list[str]:
    return [f"/t/{number}" for number in range(first, first + count)]


def words(number: int) -> str:
    """A text that differs by more than digits."""
    return "".join(chr(97 + int(digit)) for digit in str(number))


class TestTraps:
    """Lists without an end."""

    @pytest.mark.parametrize("ahead", [1, 30])
    def test_a_board_that_shows_its_last_page_for_ever_ends(self, tmp_path: Path, ahead: int):
        """Whether it offers one page more or thirty; the threads of its real pages are all fetched."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1"]
            if path.startswith("/b"):
                return [*threads(10 * min(page, 3)), *(f"{path}?page={page + n}" for n in range(1, ahead + 1))]
            return write(path, [], words(int(path[3:])))

        forum = Forum(show)
        report = forum.crawl(tmp_path / "a")
        assert report.ending is Ending.DONE
        assert forum.count("/b/1") <= 20
        assert forum.count("/t/") == 15
        assert report.summary.excluded[REPEATS] >= 1

    def test_pages_beyond_the_end_without_a_thread_end_the_board(self, tmp_path: Path):
        """An empty page that leads to the next empty page."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1", "/b/2"]
            if path.startswith("/b"):
                return ["/b/2", *(threads(10 * page) if page < 4 else []), f"{path}?page={page + 1}"]
            return write(path, [], words(int(path[3:])))

        forum = Forum(show)
        assert forum.crawl(tmp_path / "a").ending is Ending.DONE
        assert forum.count("/b/1?") < 12
        assert {f"/t/{n}" for n in range(10, 15)} | {"/t/34"} <= set(forum.asked)

    def test_a_thread_that_shows_its_last_page_for_ever_ends(self, tmp_path: Path):
        """It differs in nothing but the numbers on it."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/t/1"]
            return write("A thread", [f"/t/1?page={page + 1}"], f"{words(min(page, 4))}, page {page}")

        forum = Forum(show)
        report = forum.crawl(tmp_path / "a")
        assert report.ending is Ending.DONE
        assert 4 <= forum.count("/t/1") < 12

    def test_a_calendar_ends(self, tmp_path: Path):
        """Month after month, both ways, each taken for a board."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1", "/month/1000"]
            if path.startswith("/month"):
                number = int(path.rpartition("/")[2])
                return [f"/month/{number - 1}", f"/month/{number + 1}", "/b/1"]
            return threads(10) if path == "/b/1" else write(path, [], words(int(path[3:])))

        forum = Forum(show)
        report = forum.crawl(tmp_path / "a")
        assert report.ending is Ending.DONE
        assert forum.count("/month") <= 12
        assert forum.count("/t/") == 5
        assert report.summary.excluded["lists that lead to nothing but lists"] == 2

    def test_a_long_board_and_deep_boards_are_no_traps(self, tmp_path: Path):
        """Sixty pages, first pages under two addresses, boards inside boards: everything is fetched."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1"]
            if path.startswith("/b"):
                board = int(path[3:])
                deeper = [f"/b/{board + 1}"] if board < 4 else threads(10 * page, 3)
                last = 60 if board == 4 else 1
                return [*deeper, "/t/5", *(f"{path}?page={n}" for n in (1, page - 1, page + 1, last) if 0 < n <= last)]
            return write(path, [], words(int(path[3:])))

        forum = Forum(show)
        report = forum.crawl(tmp_path / "a")
        assert report.ending is Ending.DONE
        assert forum.count("/b/4?") == 60
        assert forum.count("/t/") == 181
        assert REPEATS not in report.summary.excluded


class TestWalls:
    """One page under many addresses."""

    @pytest.mark.parametrize("named", [False, True])
    def test_a_log_in_demand_is_told(self, tmp_path: Path, named: bool):
        """As the pages' problem from the third on, and in a sentence; it may name the address that was asked for."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1"]
            if path.startswith("/b"):
                return threads(100, 20)
            return write("Log in", [], f"You must log in. {words(int(path[3:])) if named else path}")

        report = Forum(show).crawl(tmp_path / "a")
        assert report.ending is Ending.DONE
        assert report.summary.problems == {"the same page under many addresses (log-in demand or error)": 18}
        assert any("18 of 20 thread pages" in note and "--cookies" in note for note in report.notes)
        assert report.to_dict()["notes"] == list(report.notes)

    def test_short_threads_that_differ_are_none(self, tmp_path: Path):
        """Even if they are named alike and of one size, as long as they lead somewhere."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1"]
            return threads(100, 20) if path.startswith("/b") else write("Forum", ["/b/1"], words(int(path[3:])))

        report = Forum(show).crawl(tmp_path / "a")
        assert not report.summary.problems
        assert not report.notes

    def test_a_few_errors_are_marked_but_no_reason_for_a_sentence(self, tmp_path: Path):
        """Six threads of twenty."""

        def show(path: str, page: int) -> list[str] | str:
            if path == "/":
                return ["/b/1"]
            if path.startswith("/b"):
                return threads(100, 20)
            number = int(path[3:])
            return write("Error", [], "database busy") if number < 106 else write(path, ["/b/1"], words(number))

        report = Forum(show).crawl(tmp_path / "a")
        assert sum(report.summary.problems.values()) == 4
        assert not report.notes


BEGAN = datetime(2024, 1, 1, tzinfo=UTC)


def page(n: int, role: Role, brought: Brought, *, number: int = 1, of: str = "", look: int | None = None) -> Seen:
    """A page the watch is told of; different from all others unless `look` is given."""
    url = f"http://h/{role}/{n}"
    shown = n + 1 if look is None else look
    at = BEGAN + timedelta(seconds=n)
    return Seen(url, role, of or url, number, Answer.PAGE, at, f"title {shown}", 1000 + shown, shown, brought)


def gone(n: int) -> Seen:
    return Seen(f"http://h/gone/{n}", Role.THREAD, f"http://h/gone/{n}", 1, Answer.GONE, BEGAN + timedelta(seconds=n))


def leads(mark: int, threads: int = 5) -> Brought:
    return Brought(threads=threads, indexes=1, unmatched=10, thread_mark=mark if threads else 0, index_mark=7)


class TestDoubt:
    """When the plan is given up."""

    def test_six_of_eight_dead_addresses(self):
        """The moment is that of the first of them."""
        watch = Watch()
        assert not any(watch.see(page(n, Role.THREAD, leads(0, 0))).relearn for n in range(20))
        verdicts = [watch.see(gone(n)).relearn for n in range(20, 26)]
        assert [bool(why) for why in verdicts] == [False] * 5 + [True]
        assert watch.changed_at == BEGAN + timedelta(seconds=20)
        assert len(watch.trail()) == 6

    def test_lists_that_lead_to_threads_no_more(self):
        """Only where others did before: a forum may have empty boards."""
        fruitful, empty = Watch(), Watch()
        for n in range(10):
            assert not fruitful.see(page(n, Role.INDEX, leads(n + 1))).relearn
        verdicts = [fruitful.see(page(n, Role.INDEX, leads(0, 0))).relearn for n in range(10, 20)]
        assert any(verdicts)
        assert not any(empty.see(page(n, Role.INDEX, leads(0, 0))).relearn for n in range(40))

    def test_links_that_no_rule_matches(self):
        """Thread pages that led to boards and files now lead to nothing the plan knows."""
        watch = Watch()
        before, after = Brought(indexes=3, others=2, unmatched=15), Brought(unmatched=20)
        assert not any(watch.see(page(n, Role.THREAD, before)).relearn for n in range(40))
        assert any(watch.see(page(n, Role.THREAD, after)).relearn for n in range(40, 80))

    def test_a_new_plan_has_grace_and_a_persons_plan_is_kept(self):
        """Fifty pages, and for ever."""
        new, given = Watch(grace=50), Watch(may_relearn=False)
        assert not any(new.see(gone(n)).relearn for n in range(50))
        assert new.see(gone(50)).relearn
        assert not any(given.see(gone(n)).relearn for n in range(100))

    def test_it_is_said_once(self):
        """Pages that were under way say nothing new."""
        watch = Watch()
        assert sum(bool(watch.see(gone(n)).relearn) for n in range(30)) == 1


@given(st.permutations(range(1, 30)), st.integers(0, 5))
def test_a_list_of_different_pages_is_never_ended(order: list[int], first: int):
    """In whatever order they come, and though some are seen under a second address."""
    watch = Watch()
    for n in order:
        role = Role.INDEX_FLIP if n > 1 else Role.INDEX
        assert not watch.see(page(n, role, leads(100 + n), number=n, of="b")).bars_flips
        if n <= first:
            watch.see(page(1000 + n, Role.INDEX_FLIP, leads(100 + n), number=n, of="b"))
        assert not watch.bars(Role.INDEX_FLIP, "b")


@given(st.integers(1, 20), st.permutations(range(8)))
def test_a_list_that_repeats_itself_is_always_ended(last: int, order: list[int]):
    """After eight pages beyond its end at the latest; its first page and its threads are not barred."""
    watch = Watch()
    for n in range(1, last + 1):
        watch.see(page(n, Role.INDEX_FLIP, leads(n), number=n, of="b"))
    for n in order:
        assert watch.see(page(100 + n, Role.INDEX_FLIP, leads(last), number=last + 1 + n, of="b")).bars_flips
    assert watch.bars(Role.INDEX_FLIP, "b") == REPEATS
    assert not watch.bars(Role.INDEX, "b")
    assert not watch.bars(Role.INDEX_FLIP, "c")
