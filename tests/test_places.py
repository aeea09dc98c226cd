"""Where addresses say nothing: what places lead to, what is asked for, the plan, the crawl by looks."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import weft
from weft.api import CrawlJob, Learned, LearnJob, RefreshJob, learn_site, run_job, run_refresh
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.evaluate import CrawlResult, evaluate_crawl, measure_links, simulated_subject
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.simulate import SimulatedTransport, Site, TruthKind, make_site
from weft.store import Archive
from weft.traversal import Follow, Plan, Role, Rule, list_role, locate_links, look_at
from weft.urls import Scope

SKINS = ("soup", "cards", "maze", "tavern")
THREADS = 60
AT_ONCE = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WANTED = {TruthKind.ENTRY: "index", TruthKind.INDEX: "index", TruthKind.THREAD: "thread"}


@cache
def crawled(skin: str) -> tuple[CrawlResult, Counter[tuple[str, str]], tuple[float | None, ...]]:
    """Crawl a skin: its measures, its pages by what they are and what they were taken for, flips and joins."""
    site = make_site(skin, threads=THREADS)
    subject = simulated_subject(site)
    roles: Counter[tuple[str, str]] = Counter()
    links: list[float | None] = []

    def look(archive: Archive, plan: Plan) -> None:
        for page in archive.pages():
            roles[str(site.truth(page.url, site.model.end).kind), list_role(page.row.role)] += 1
        flips, joins = measure_links(archive, plan, subject.truth)
        links.extend((flips.precision, flips.recall, joins.share, joins.wrong))

    return asyncio.run(evaluate_crawl(subject, "weft", look=look)), roles, tuple(links)


@cache
def learned(skin: str, kind: TruthKind = TruthKind.ENTRY) -> tuple[Site, Learned]:
    """Learn a skin from its first page of a kind but one."""
    site = make_site(skin, threads=THREADS)
    start = [url for url, truth in site.all_truth(site.model.end) if truth.kind is kind][:2][-1]
    transport = SimulatedTransport(site, site.model.end)
    return site, asyncio.run(learn_site(LearnJob(start, AT_ONCE, transport=transport)))


@pytest.mark.parametrize("skin", SKINS)
class TestCrawls:
    """Skins whose addresses are fifteen letters, or one form for boards, threads, their pages and posts."""

    def test_nearly_every_page_is_fetched(self, skin: str):
        """Boards of one row and threads of one post are the hard ones on so small a forum."""
        result, _, _ = crawled(skin)
        assert result.ending == "done"
        assert result.measures.coverage >= 0.98
        assert result.measures.board_coverage == 1.0

    def test_most_requests_bring_something(self, skin: str):
        """Learning included; it is most of the waste, and the forum is small."""
        result, _, _ = crawled(skin)
        assert result.measures.effectiveness >= 0.8
        assert result.learning_requests <= 80

    def test_pages_are_taken_for_what_they_are(self, skin: str):
        """No board is kept as a thread, no thread as a board."""
        _, roles, _ = crawled(skin)
        assert roles[str(TruthKind.INDEX), "thread"] == 0
        assert roles[str(TruthKind.THREAD), "index"] == 0

    def test_pages_of_one_list_stay_together(self, skin: str):
        """Flips are found, and lists joined by them."""
        _, _, (precision, recall, share, wrong) = crawled(skin)
        assert (precision, wrong) == (1.0, 0)
        assert recall is not None
        assert share is not None
        assert min(recall, share) >= 0.95


@pytest.mark.parametrize("kind", [TruthKind.INDEX, TruthKind.THREAD])
@pytest.mark.parametrize("skin", SKINS)
def test_from_an_inner_page_the_same_entry_is_found(skin: str, kind: TruthKind):
    """By the page all others link to."""
    site, found = learned(skin, kind)
    assert found.plan.entry == site.entry_url


def test_what_posts_link_to_is_not_taken_for_people_where_the_entry_is_made_of_it():
    """Begun at a shortcut, posts are seen first, each with its own address, which is written as those of boards are."""
    site = make_site("maze", threads=THREADS)
    job = LearnJob(f"{site.base_url}/last?id=58", AT_ONCE, transport=SimulatedTransport(site, site.model.end))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == site.entry_url
    assert plan.by_looks
    assert sum(rule.role is Role.INDEX for rule in plan.rules) > 1


class TestPlans:
    """What such a plan looks like."""

    def test_it_is_small_and_tells_its_reasons(self):
        """One rule a place; a person can read which links turned out well."""
        for skin in SKINS:
            plan = learned(skin)[1].plan
            assert plan.by_looks
            assert len(plan.rules) <= 60
            assert all(rule.location or rule.shows or rule.role is Role.INDEX for rule in plan.rules)
            assert all(rule.evidence for rule in plan.rules)

    def test_it_survives_its_file(self):
        """The mark that pages are told by their looks, too."""
        plan = learned("tavern")[1].plan
        again = Plan.from_document(plan_document(plan), "test")
        assert again.by_looks
        assert again.rules == plan.rules or [r.location for r in again.rules] == [r.location for r in plan.rules]

    def test_a_site_whose_addresses_speak_has_no_such_plan(self):
        """Places are the last resort."""
        for skin in ("oldtable", "papers", "answers", "journal"):
            assert not learned(skin)[1].plan.by_looks

    def test_the_same_samples_give_the_same_plan(self):
        """A strategy is a pure function of its samples."""
        site = make_site("soup", threads=THREADS)
        transport = SimulatedTransport(site, site.model.end)
        again = asyncio.run(learn_site(LearnJob(site.entry_url, AT_ONCE, transport=transport)))
        assert again.plan == learned("soup")[1].plan


def plan_document(plan: Plan) -> object:
    return yaml.safe_load(plan.to_yaml())


HOST = "http://h.example"
ROWS = "".join(
    f"<tr><td><a href='/x{n}'>A title of some length {n}</a></td><td>{n} replies</td></tr>" for n in range(9)
)
BOARD = f"<h1>Board</h1><table>{ROWS}</table>"
ROW = locate_links(read_page(f"{HOST}/", BOARD.encode()))["/x1"]
RULES = (
    Rule(f"{HOST}/", Role.INDEX),
    Rule(rf"{HOST}/x\d+", Role.THREAD, on="index", location=ROW),
)
PLAN = Plan(Scope(HOST, "/"), f"{HOST}/", "weft", RULES, by_looks=True)


class TestReading:
    """A plan by looks reads a page before its links are judged."""

    def test_all_names_of_all_places_of_a_link_count(self):
        """One that stands in the menu first and in a row later is followed for the row."""
        page = read_page(f"{HOST}/", f"<p>New: <a href='/x3'>three</a></p>{BOARD}".encode())
        followed = {link.url for link, decision in PLAN.decide(page) if decision.follow}
        assert followed == {f"{HOST}/x{n}" for n in range(9)}

    @pytest.mark.parametrize(("role", "kind"), [("index", "index"), ("flip of index", "index"), ("page", "index")])
    def test_a_page_that_looks_like_a_list_is_one(self, role: str, kind: str):
        """Whatever led there."""
        assert PLAN.read(read_page(f"{HOST}/x9", BOARD.encode()), role)[0] == kind

    @pytest.mark.parametrize("role", ["index", "thread"])
    def test_a_page_that_looks_like_nothing_is_what_it_was_taken_for(self, role: str):
        """A thread with one line, an empty board."""
        assert PLAN.read(read_page(f"{HOST}/x9", b"<h1>Hm</h1><p>Nothing."), role)[0] == role

    def test_without_looks_the_role_stands(self):
        """And places are named only if a rule asks."""
        plain = Plan(Scope(HOST, "/"), f"{HOST}/", "weft", RULES[:1])
        assert plain.read(read_page(f"{HOST}/x9", BOARD.encode()), "flip of thread") == ("thread", {})

    def test_what_is_written_like_such_links_may_be_one(self):
        """Where a redirect ends, no link stands."""
        assert PLAN.may_follow(f"{HOST}/x77")
        assert not PLAN.may_follow(f"{HOST}/help")
        assert not PLAN.may_follow("http://elsewhere.example/x77")

    @given(st.text("<>ab/ ='\"trdulpx", max_size=80))
    def test_any_page_can_be_looked_at(self, body: str):
        """However broken."""
        look = look_at(read_page(f"{HOST}/", body.encode()))
        assert 0.0 <= look.index <= 1.0
        assert 0.0 <= look.thread <= 1.0
        assert all(names for names in look.places.values())


WORDS = ("cat", "dog", "bird", "fish", "goat", "duck", "bear", "house", "garden", "river", "stone", "paper", "night")


class Hamlet:
    """A hand-made forum whose boards, threads, people and tools are all `/` and a word that says nothing.

    Threads have permalinks to each post, which show the thread again; rows have the author and the last post.
    """

    def __init__(self, boards: int, threads: int) -> None:
        self.pages: dict[str, str] = {}
        self.wanted: set[str] = {"/"}
        self.asked: list[str] = []
        rows = "".join(self._add_board(board, threads) for board in range(boards))
        self._add("/", "Hamlet", f"<h1>Boards</h1><ul class=boards>{rows}</ul>")
        for name in ("find", "help", "rules"):
            self._add(self.name(name), name, f"<h1>{name}</h1><p>{self.words(hash(name) % 7, 40)}</p>")

    @staticmethod
    def name(*parts: object) -> str:
        """Give an address that depends on what it names and says nothing."""
        number = sum(ord(c) * 31**place for place, c in enumerate(str(parts))) % 20**9
        letters = ""
        while number:
            number, rest = divmod(number, 20)
            letters += "bcdfghjklmnpqrstvwxz"[rest]
        return "/" + letters

    @staticmethod
    def words(seed: int, count: int) -> str:
        """Give some words, the same for the same seed."""
        return " ".join(WORDS[(seed * 7 + n * n + n // 3) % len(WORDS)] for n in range(count))

    def _add(self, path: str, title: str, body: str) -> None:
        tools = "".join(f"<a href='{self.name(name)}'>{name}</a> " for name in ("find", "help", "rules"))
        self.pages[path] = f"<title>{title}</title><body><div><a href='/'>Home</a> {tools}</div>{body}</body>"

    def _add_board(self, board: int, threads: int) -> str:
        name, path = self.words(board, 2) + f" {board}", self.name("board", board)
        rows = "".join(self._add_thread(board, thread) for thread in range(threads))
        self._add(path, f"{name} - Hamlet", f"<h1>{name}</h1><ul class=threads>{rows}</ul>")
        self.wanted.add(path)
        return f"<li><h2><a href='{path}'>{name}</a></h2><p>{self.words(board + 3, 9)}</p><i>{threads} threads</i></li>"

    def _add_thread(self, board: int, thread: int) -> str:
        number = 100 * board + thread
        title, path = f"{self.words(number, 4)} {number}", self.name("thread", number)
        posts, count = "", 3 + number % 4
        for post in range(count):
            author = (number + post) % 5
            link = self.name("post", number, post)
            posts += (
                f"<li><b><a href='{self.name('user', author)}'>{WORDS[author]}</a></b> "
                f"<a href='{link}'>2024-03-{1 + number % 27:02d} {8 + post:02d}:15</a>"
                f"<p>{self.words(number + post, 40)}</p></li>"
            )
            self._add(self.name("user", author), WORDS[author], f"<h1>{WORDS[author]}</h1><p>Member since 2020</p>")
        body = f"<h1>{title}</h1><ol>{posts}</ol>"
        for address in (path, *(self.name("post", number, post) for post in range(count))):
            self._add(address, f"{title} - Hamlet", body)
        self.wanted.add(path)
        last = f"<a href='{self.name('post', number, count - 1)}'>2024-03-{1 + number % 27:02d} 10:00</a>"
        who = f"<a href='{self.name('user', number % 5)}'>{WORDS[number % 5]}</a>"
        return f"<li><h3><a href='{path}'>{title}</a></h3><span>{who}</span> <em>{last}</em> <i>{count} posts</i></li>"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        body = self.pages.get(path)
        return MemoryAnswer(200 if body else 404, {"content-type": "text/html"}, (body or "nothing here").encode())


@pytest.mark.parametrize(("boards", "threads"), [(4, 12), (3, 5), (6, 8)])
def test_a_forum_no_skin_of_ours_is_like(boards: int, threads: int):
    """Its rules follow boards and threads, and neither people nor permalinks nor tools."""
    hamlet = Hamlet(boards, threads)
    found = asyncio.run(learn_site(LearnJob(f"{HOST}/", AT_ONCE, transport=MemoryTransport(hamlet))))
    plan = found.plan
    assert plan.by_looks
    reached, waiting = {"/"}, ["/"]
    while waiting:
        path = waiting.pop()
        page = read_page(HOST + path, hamlet.pages[path].encode())
        targets = {(link.url or "").removeprefix(HOST) for link, d in plan.decide(page) if d.follow is not Follow.NO}
        new = targets - reached
        reached |= new
        waiting += new
    assert reached == hamlet.wanted


@pytest.mark.parametrize("skin", ["soup", "tavern"])
def test_such_a_forum_is_kept_fresh(skin: str, tmp_path: Path):
    """New threads are told by the place of their links; a session id in an address makes no second thread."""
    site = make_site(skin, threads=40)
    before, now = site.model.end - timedelta(days=40), site.model.end
    settings = Settings(fetch=FetchConfig(delay=timedelta(0), concurrency=4))
    job = CrawlJob(site.entry_url, tmp_path / "a", settings, transport=SimulatedTransport(site, before))
    asyncio.run(run_job(job))
    fresh = asyncio.run(
        run_refresh(RefreshJob(tmp_path / "a", settings, transport=SimulatedTransport(site, now)))
    ).freshness
    true = {thread.title: len(thread.posts) for thread in site.threads(now)}
    with weft.open_archive(tmp_path / "a") as archive:
        held = [(thread.title, thread.url) for thread in archive.threads()]
        posts = Counter(row.thread for row in archive.posts())
    assert fresh.new_posts == sum(true.values()) - sum(len(thread.posts) for thread in site.threads(before)) > 0
    assert sorted((title, posts[url]) for title, url in held) == sorted(true.items())


@pytest.mark.parametrize("skin", ["soup", "cards", "maze", "tavern"])
def test_very_small_ones_are_archived_whole(skin: str):
    """Their entry may look like a thread; all pages link to it, so it is none."""
    result = asyncio.run(evaluate_crawl(simulated_subject(make_site(skin, threads=10)), "weft"))
    assert (result.measures.coverage, result.measures.board_coverage) == (1.0, 1.0)


def test_what_people_wrote_is_no_list_of_the_forum():
    """Profiles list threads, too; where boards are known and profiles are like none, links to them are not followed."""
    site = make_site("cards", threads=300, seed=4)
    now = site.model.end
    kinds = {url: truth.kind for url, truth in site.all_truth(now)}
    entry = next(url for url, kind in kinds.items() if kind is TruthKind.ENTRY)
    job = LearnJob(entry, AT_ONCE, transport=SimulatedTransport(site, now))
    plan = asyncio.run(learn_site(job)).plan
    boards = [url for url, kind in kinds.items() if kind is TruthKind.INDEX]
    pages = [read_page(url, site.answer(url, now).body) for url in boards]
    followed = {link.url for page in pages for link, decision in plan.decide(page) if decision.follow}
    strange = {url for url in followed if kinds.get(url or "") not in WANTED}
    assert len(followed) > 300
    assert len(strange) < 0.02 * len(followed)
