"""Weft's own strategy: whole simulated forums, very small ones, and sites that are none."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

import pytest

from weft.api import Learned, LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.errors import NotAForum
from weft.evaluate import CrawlResult, changing_subject, evaluate_crawl, simulated_subject
from weft.fetch import MemoryAnswer, MemoryTransport, Transport, WireRequest
from weft.simulate import SimulatedTransport, Site, TruthKind, make_site
from weft.store import Archive
from weft.traversal import Follow, Plan, Role, list_role

CRAWLED = ("oldtable", "ledger", "loud", "mirror", "papers", "answers", "tree")
LEARNED = ("bullets", "tiles", "riddles", "whispers", "journal", "chronicle")
FROM_INSIDE = ("oldtable", "ledger", "tiles", "tree")
WANTED = {TruthKind.ENTRY: "index", TruthKind.INDEX: "index", TruthKind.THREAD: "thread"}


AT_ONCE = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))


def learn(url: str, transport: Transport) -> Learned:
    return asyncio.run(learn_site(LearnJob(url, AT_ONCE, transport=transport)))


@cache
def learned(skin: str, start: str = "") -> tuple[Site, Learned]:
    site = make_site(skin, threads=60)
    return site, learn(start or site.entry_url, SimulatedTransport(site, site.model.end))


@cache
def crawled(skin: str) -> CrawlResult:
    return asyncio.run(evaluate_crawl(simulated_subject(make_site(skin, threads=60)), "weft"))


def misjudged(site: Site, plan: Plan, *, only_first: bool) -> list[str]:
    """Give the boards and threads of a site that a plan takes for something else."""
    return [
        url
        for url, truth in site.all_truth(site.model.end)
        if truth.kind in WANTED
        and (truth.page == 1 or not only_first)
        and list_role(plan.judge(url).role) != WANTED[truth.kind]
    ]


@pytest.mark.parametrize("skin", CRAWLED)
class TestCrawls:
    """From the entry to the last page of the last thread."""

    def test_every_page_of_every_thread_and_board_is_fetched(self, skin: str):
        """Nothing is missed."""
        result = crawled(skin)
        assert result.ending == "done"
        assert (result.measures.coverage, result.measures.board_coverage) == (1.0, 1.0)

    def test_little_else_is_asked_for(self, skin: str):
        """Nine of ten requests bring a page worth having, those of the learning included."""
        assert crawled(skin).measures.effectiveness >= 0.9

    def test_learning_takes_a_few_dozen_requests(self, skin: str):
        """The paper took 442 pages on average."""
        assert 0 < crawled(skin).learning_requests <= 80


@pytest.mark.parametrize("skin", LEARNED)
def test_the_plan_knows_the_entry_and_every_board_and_thread(skin: str):
    """Judged by address alone, of pages never seen."""
    site, found = learned(skin)
    assert found.plan.entry == site.entry_url
    assert found.requests <= 80
    assert misjudged(site, found.plan, only_first=True) == []


@pytest.mark.parametrize("kind", [TruthKind.THREAD, TruthKind.INDEX])
@pytest.mark.parametrize("skin", FROM_INSIDE)
def test_from_an_inner_page_the_same_is_learned(skin: str, kind: TruthKind):
    """Any page of the forum will do: entry, boards, threads and their further pages are the same."""
    site = make_site(skin, threads=60)
    start = [url for url, truth in site.all_truth(site.model.end) if truth.kind is kind][1]
    plan = learned(skin, start)[1].plan
    assert plan.entry == site.entry_url
    assert misjudged(site, plan, only_first=False) == []


class TestPlans:
    """What a learned plan looks like."""

    def test_further_pages_tell_their_list_and_their_number(self):
        """Of boards and of threads, as the simulator knows them."""
        site, found = learned("oldtable")
        first = {truth.list: url for url, truth in site.all_truth(site.model.end) if truth.page == 1}
        flips = [(url, truth) for url, truth in site.all_truth(site.model.end) if (truth.page or 0) > 1]
        assert {truth.kind for _, truth in flips} >= {TruthKind.THREAD}
        for url, truth in flips:
            decision = found.plan.judge(url)
            assert decision.follow is Follow.SAME_LIST
            assert (decision.list, decision.number) == (first[truth.list], truth.page)

    def test_addresses_that_are_written_as_one_belong_to_one_list(self):
        """A number that changes nothing, here the board page one came from, makes no second list of a thread."""
        site, found = learned("dusk")
        firsts = [url for url, truth in site.all_truth(site.model.end) if truth.kind is TruthKind.THREAD]
        one = found.plan.judge(next(url for url in firsts if url.endswith("-1-1.html")))
        other = found.plan.judge(one.url.removesuffix("1.html") + "2.html")
        assert other.url == one.url
        assert other.list == one.list == one.url

    def test_people_searches_and_tools_are_not_followed(self):
        """Of all links of all sampled pages, those that are followed lead to boards and threads."""
        site, found = learned("ledger")
        end = site.model.end
        pages = [page for page in found.pages if list_role(found.plan.judge(page.url).role) in ("index", "thread")]
        followed = {decision.url for page in pages for _, decision in found.plan.decide(page) if decision.follow}
        assert len(followed) > 20
        assert [url for url in followed if site.truth(url, end).kind is TruthKind.OTHER] == []

    def test_session_ids_are_dropped(self):
        """The site writes one into every link of the first pages."""
        assert learned("ledger")[1].plan.drop == ("visit",)

    def test_every_rule_has_its_evidence(self):
        """A person reads the plan to see why."""
        for skin in LEARNED:
            assert all(rule.evidence for rule in learned(skin)[1].plan.rules)

    def test_the_same_site_gives_the_same_plan(self):
        """A strategy is a pure function of its samples."""
        site = make_site("tiles", threads=60)
        again = learn(site.entry_url, SimulatedTransport(site, site.model.end))
        assert again.plan == learned("tiles")[1].plan


@pytest.mark.parametrize("skin", ["oldtable", "tiles", "tree", "answers"])
def test_a_forum_of_three_threads_is_archived_whole(skin: str):
    """Very small forums were beyond the papers' methods."""
    result = asyncio.run(evaluate_crawl(simulated_subject(make_site(skin, threads=3)), "weft"))
    assert (result.measures.coverage, result.measures.board_coverage) == (1.0, 1.0)


HOST = "http://127.0.0.1:8080"
WORDS = ("cat", "dog", "bird", "fish", "goat", "duck", "bear", "house", "garden", "river", "stone", "paper", "night")


@dataclass
class Village:
    """A hand-made forum with boards of given sizes; counts what it is asked for."""

    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        self._chance = random.Random(3)
        self.asked: list[str] = []
        self.pages: dict[str, str] = {}
        rows = "".join(self._add_board(number, size) for number, size in enumerate(self.sizes, 1))
        self._add("/", "Home", f"<h1>Boards</h1><table>{rows}</table>")
        for n in range(7):
            self._add(f"/user/{n}", WORDS[n], f"<h1>{WORDS[n]}</h1><p>Member since 2020</p>")
        for name in ("search", "help", "imprint"):
            self._add(f"/{name}", name, f"<h1>{name}</h1><p>{self._words(30)}</p>")

    def _words(self, count: int) -> str:
        return " ".join(self._chance.choice(WORDS) for _ in range(count))

    def _add(self, path: str, title: str, body: str) -> None:
        menu = "<div><a href='/'>Home</a> <a href='/search'>Search</a> <a href='/help'>Help</a></div>"
        foot = "<div><a href='/imprint'>Imprint</a></div>"
        self.pages[path] = f"<title>{title} - Village</title><body>{menu}{body}{foot}</body>"

    def _add_board(self, number: int, size: int) -> str:
        name = self._words(2).title()
        rows = "".join(self._add_thread(100 * number + n) for n in range(size))
        body = f"<table>{rows}</table>" if rows else "<p>There are no topics yet.</p>"
        self._add(f"/board/{number}", name, f"<h1>{name}</h1>{body}")
        return f"<tr><td><a href='/board/{number}'>{name}</a><br>{self._words(8)}</td><td>{size}</td></tr>"

    def _add_thread(self, n: int) -> str:
        title, posts = self._words(4).capitalize(), 2 + n % 5
        body = "".join(
            f"<div><b><a href='/user/{(n + k) % 7}'>{WORDS[(n + k) % 7]}</a></b> "
            f"<span>2024-03-{1 + n % 27:02d} {8 + k:02d}:15</span><p>{self._words(35)}</p></div>"
            for k in range(posts)
        )
        self._add(f"/topic/{n}", title, f"<h1>{title}</h1>{body}")
        author = f"<a href='/user/{n % 7}'>{WORDS[n % 7]}</a>"
        cells = f"<td>{author}</td><td>{posts - 1}</td><td>2024-03-{1 + n % 27:02d} 10:00</td>"
        return f"<tr><td><a href='/topic/{n}'>{title}</a></td>{cells}</tr>"

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        body = self.pages.get(path)
        status = 200 if body is not None else 404
        return MemoryAnswer(status, {"content-type": "text/html"}, (body or "nothing here").encode())

    def learn(self, start: str) -> Plan:
        return learn(HOST + start, MemoryTransport(self)).plan


@pytest.mark.parametrize("start", ["/", "/topic/100"])
@pytest.mark.parametrize(
    "sizes", [(3,), (12,), (4, 3), (12, 0, 9)], ids=["three threads", "one board", "two boards", "an empty board"]
)
def test_small_forums(sizes: tuple[int, ...], start: str):
    """One board, three threads, a board with nothing in it: each is learned, from the entry and from a thread."""
    village = Village(sizes)
    plan = village.learn(start)
    assert plan.entry == HOST + "/"
    roles = {path: plan.judge(HOST + path).role for path in village.pages}
    assert {path for path, role in roles.items() if role is Role.THREAD} == {p for p in roles if "/topic/" in p}
    assert {path for path, role in roles.items() if role is Role.INDEX} == {p for p in roles if "/board/" in p} | {"/"}
    assert len(village.asked) <= 20


class TestNoForum:
    """One clear sentence that says what was looked at and what to do."""

    @pytest.mark.parametrize(
        "pages",
        [
            {"/": "<title>Under construction</title><p>Come back soon.</p>"},
            {
                "/": "<h1>Shop</h1>" + "".join(f"<p><a href='/p{n}'>Chair number {n}</a> 12.50</p>" for n in range(9)),
                **{f"/p{n}": f"<h1>Chair {n}</h1><p>Wood, {n} cm. <a href='/'>Shop</a></p>" for n in range(9)},
            },
            {"/": "<a href='/login'>Log in</a>", "/login": "<form method=post><input name=u></form>"},
        ],
        ids=["a page without links", "a shop", "a log-in"],
    )
    def test_a_site_without_threads_is_told(self, pages: dict[str, str]):
        """And only a few pages were asked for."""
        village = Village(())
        village.pages = pages
        with pytest.raises(NotAForum, match="No boards or threads were recognised") as caught:
            village.learn("/")
        assert "\n" not in str(caught.value)
        assert caught.value.url == HOST + "/"
        assert len(village.asked) <= 40


def test_pages_that_only_their_links_number_are_kept_together():
    """An archive of mails names every page of a thread by a number of its own; what the links show tells."""
    kept: list[tuple[int, int]] = []

    def look(archive: Archive, plan: Plan) -> None:
        assert any(rule.shows for rule in plan.rules)
        for row in archive.lists():
            keys = {subject.truth.look_up(page.url).key for page in row.pages}
            kept.append((len(row.pages), len({str(key).rpartition(":")[0] for key in keys})))

    subject = simulated_subject(make_site("postbag", threads=40))
    result = asyncio.run(evaluate_crawl(subject, "weft", look=look))
    assert result.measures.coverage == 1.0
    assert max(pages for pages, _ in kept) > 5
    assert {threads for _, threads in kept} == {1}


def test_last_posts_that_show_titles_elsewhere_are_not_threads():
    """The entry names the last posts of boards by their threads' titles; rows of boards name the threads."""
    site = make_site("riddles", threads=300)
    plan = learn(site.entry_url, SimulatedTransport(site, site.model.end)).plan
    assert misjudged(site, plan, only_first=True) == []


@pytest.mark.parametrize("redirects", [True, False])
def test_a_site_that_changes_half_way_is_archived_whole(redirects: bool):
    """Other templates, other addresses; nobody steps in."""
    subject = changing_subject("oldtable", "tiles", threads=60, redirects=redirects)
    result = asyncio.run(evaluate_crawl(subject, "weft"))
    assert (result.measures.coverage, result.ending) == (1.0, "done")


def test_an_archive_of_mails_is_learned_from_one_of_them():
    """Pages of one mail hardly look like threads; half of them that do must do."""
    site = make_site("courier", threads=60)
    thread = next(url for url, truth in site.all_truth(site.model.end) if truth.kind is TruthKind.THREAD)
    plan = learn(thread, SimulatedTransport(site, site.model.end)).plan
    assert misjudged(site, plan, only_first=True) == []


@pytest.mark.parametrize(
    ("skin", "threads", "seed"),
    [
        ("answers", 25, 13),  # boards have last posts by the shortcuts that rows of threads have, too
        ("chronicle", 25, 11),  # a feed stands among the boards, written as they are but for a number
        ("cards", 6, 22),  # all threads are seen under other addresses first
        ("portal", 100, 32),  # no thread of several pages is sampled, and its pager counts posts
        ("glossary", 12, 2),  # boards of two or three threads look like threads
        ("glossary", 12, 1),  # few boards in many orders: `room-1-replies`, `room-1-author`
        ("glossary", 12, 5),  # a menu has more pages than there are boards, one of them the entry again
        ("ledger", 12, 2),  # some pages have the menu among their lists
        ("papers", 25, 1),  # names of boards meet by chance among the newest threads
        ("maze", 12, 2),  # announcements on all of two boards
        ("maze", 12, 5),  # one board above all others, with announcements only
        ("soup", 60, 5),  # threads are turned where lists are: no long one is sampled
        ("journal", 12, 8),  # last posts have more to read than the threads' own links
        ("chronicle", 12, 6),  # the same; only a pager says what the threads are called
    ],
)
def test_forums_that_were_not_learned_once(skin: str, threads: int, seed: int):
    """Each was missed in part, or crawled with a multitude of needless requests."""
    site = make_site(skin, threads=threads, seed=seed)
    measures = asyncio.run(evaluate_crawl(simulated_subject(site), "weft")).measures
    assert (measures.coverage, measures.board_coverage) == (1.0, 1.0)
    assert (1 - measures.effectiveness) * measures.requests <= 25
