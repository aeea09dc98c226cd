"""Pages fetched while learning that nothing led to yet: their place in a list comes with the link that leads there."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from weft.clock import VirtualClock
from weft.config import FetchConfig
from weft.crawl._hosts import ArchiveHosts
from weft.crawl._learn import Tutor
from weft.crawl._leftover import Adopted, Leftovers
from weft.crawl._sift import Sifter, Source
from weft.crawl._writer import Writer
from weft.fetch import Fetcher, MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_page
from weft.store import Assigned, Discovered, MemoryArchive, Renamed, UrlState
from weft.traversal import Follow, Plan, Role, Rule
from weft.urls import Scope

HOST = "http://h.example"
HTML = {"content-type": "text/html"}
# All pages of all threads are /x and a number; only the page a link stands on tells what it leads to.
PLAN = Plan(
    Scope(HOST),
    f"{HOST}/",
    "x",
    (
        Rule(f"{HOST}/", Role.INDEX),
        Rule(rf"{HOST}/x\d+", Role.THREAD, on="index"),
        Rule(rf"{HOST}/x\d+", Role.THREAD_FLIP, Follow.SAME_LIST, on="thread"),
    ),
)
# One thread of six pages, each with the way back and the way on.
PAGES = {
    "/": "<a href=/x1>Thread</a>",
    "/x1": "<a href=/x2>more</a>",
    **{f"/x{n}": f"<a href=/x{n - 1}>back</a> <a href=/x{n + 1}>more</a>" for n in range(2, 6)},
    "/x6": "<a href=/x5>back</a>",
    "/y": "<a href=/x1>Thread</a><a href=/x7>Another</a>",
    "/again": "<link rel=canonical href=/x2><a href=/x3>more</a>",
    "/go": "<link rel=canonical href=/x7><a href=/x8>more</a>",
    "/print": "<link rel=canonical href=/x9><h1>Thread</h1><p>Some words</p><p><b>More</b></p>",
}


def answer(request: WireRequest) -> MemoryAnswer:
    path = request.url.removeprefix(HOST)
    if path == "/last":
        return MemoryAnswer(302, {"location": "/x5"})
    body = PAGES.get(path)
    return MemoryAnswer(200 if body else 404, HTML, (body or "").encode())


class World:
    """An archive after learning: what was asked for is kept and settled by the plan."""

    def __init__(self, *asked: str, plan: Plan = PLAN) -> None:
        self.archive = MemoryArchive()
        self.plan = plan
        self.sifter = Sifter(plan, obey_nofollow=True, known_limit=100)
        asyncio.run(self._learn(asked))

    async def _learn(self, asked: tuple[str, ...]) -> None:
        clock, config = VirtualClock(), FetchConfig(delay=timedelta(0))
        writer = Writer(self.archive)
        fetcher = Fetcher(MemoryTransport(answer), config, clock, ArchiveHosts(self.archive, writer), HOST)
        tutor = Tutor(self.archive, writer, fetcher, clock, config)
        for path in asked:
            await tutor.ask(HOST + path)
        await tutor.settle(self.plan, self.sifter, f"{HOST}/")
        await fetcher.aclose()
        writer.close()

    def adopt(self, *found: Discovered, times: int = 1) -> Adopted:
        """Adopt what is found, so many times over; gives what came of the last."""

        async def run() -> Adopted:
            writer = Writer(self.archive)
            leftovers = Leftovers(self.archive, writer, self.sifter)
            try:
                results = [await leftovers.adopt(found) for _ in range(times)]
            finally:
                writer.close()
            return results[-1]

        return asyncio.run(run())

    def links_of(self, path: str, number: int) -> tuple[Discovered, ...]:
        """Give what a page of the thread brings when it is crawled."""
        page = read_page(HOST + path, PAGES[path].encode())
        return self.sifter.sift(page, Source("flip of thread", f"{HOST}/x1", number), 1)

    def places(self) -> dict[str, tuple[str, int]]:
        """Give role and number of all pages kept."""
        return {page.url.removeprefix(HOST): (page.row.role, page.row.number) for page in self.archive.pages()}


class TestSettling:
    """What learning alone can tell."""

    def test_the_first_page_stays_the_first(self):
        """The way back from page two does not make it page three."""
        places = World("/", "/x1", "/x2").places()
        assert places["/x1"] == ("thread", 1)
        assert places["/x2"] == ("flip of thread", 2)

    def test_a_page_nothing_led_to_has_no_place(self):
        """Page five, when page four was not seen."""
        assert World("/", "/x1", "/x2", "/x5").places()["/x5"] == ("other", 0)


class TestAdopting:
    """What the crawl makes of such pages."""

    def test_it_gets_the_place_the_link_gives_it(self):
        """And no request is made for it."""
        world = World("/", "/x1", "/x2", "/x5")
        assigned = world.adopt(*world.links_of("/x4", 4)).assigned
        assert [(row.url, row.role, row.list, row.number) for row in assigned] == [
            (f"{HOST}/x5", "flip of thread", f"{HOST}/x1", 5)
        ]

    def test_what_it_alone_leads_to_is_found(self):
        """Page six would be missed otherwise."""
        world = World("/", "/x1", "/x2", "/x5")
        more = world.adopt(*world.links_of("/x4", 4)).more
        assert (f"{HOST}/x6", f"{HOST}/x1", 6) in [(item.url, item.list, item.number) for item in more]

    def test_several_in_a_row_are_adopted_together(self):
        """One leads to the next."""
        world = World("/", "/x1", "/x4", "/x5", "/x6")
        assigned = world.adopt(*world.links_of("/x3", 3)).assigned
        assert {(row.url.removeprefix(f"{HOST}/"), row.number) for row in assigned} == {("x4", 4), ("x5", 5), ("x6", 6)}

    def test_once_is_enough(self):
        """Each page of a list names its neighbours."""
        world = World("/", "/x1", "/x5")
        assert world.adopt(*world.links_of("/x4", 4), times=2) == Adopted()

    def test_a_page_reached_by_a_redirect_is_adopted_too(self):
        """A link to the address that redirects leads to it."""
        world = World("/", "/x1", "/last")
        assigned = world.adopt(Discovered(f"{HOST}/last", role="thread", list=f"{HOST}/x1", number=5)).assigned
        assert [row.url for row in assigned] == [f"{HOST}/x5"]

    def test_links_that_are_not_followed_adopt_nothing(self):
        """Only what the plan wants."""
        world = World("/", "/x1", "/x5")
        assert world.adopt(Discovered(f"{HOST}/x5", UrlState.EXCLUDED, "why not")) == Adopted()

    def test_where_addresses_tell_nothing_is_left_over(self):
        """A page the plan does not follow is none it follows later."""
        plain = Plan(PLAN.scope, PLAN.entry, "x", (PLAN.rules[0],))
        world = World("/", "/x1", "/x5", plan=plain)
        assert world.adopt(Discovered(f"{HOST}/x5", role="thread", list=f"{HOST}/x1", number=5)) == Adopted()


class TestNames:
    """Pages had by another address than their own, where pages can be believed what they call themselves."""

    PLAN = replace(PLAN, self_named=True)
    LINK = Discovered(f"{HOST}/x7", role="thread", list=f"{HOST}/x7", number=1)

    def test_a_link_to_the_proper_address_adopts_the_page(self):
        """Under that address, with what it leads to."""
        adopted = World("/", "/x1", "/go", plan=self.PLAN).adopt(self.LINK)
        place = Assigned(f"{HOST}/x7", "thread", f"{HOST}/x7", 1)
        assert (adopted.assigned, adopted.renamed) == ([], [Renamed(f"{HOST}/go", place)])
        assert [(item.url, item.list, item.number) for item in adopted.more] == [(f"{HOST}/x8", f"{HOST}/x7", 2)]

    def test_one_that_is_reached_by_its_own_address_first_keeps_it(self):
        """Each page is adopted once."""
        world = World("/", "/x1", "/go", plan=self.PLAN)
        adopted = world.adopt(self.LINK, Discovered(f"{HOST}/go", role="thread", list=f"{HOST}/go", number=1))
        assert ([row.url for row in adopted.assigned], adopted.renamed) == ([f"{HOST}/go"], [])

    def test_a_link_that_learning_saw_is_enough(self):
        """The page has its place before the crawl begins."""
        entry = replace(self.PLAN, rules=(Rule(f"{HOST}/y?", Role.INDEX), *PLAN.rules[1:]))
        world = World("/y", "/x1", "/go", plan=entry)
        assert world.places()["/x7"] == ("thread", 1)
        assert [row.url.removeprefix(HOST) for row in world.archive.urls(UrlState.QUEUED)] == ["/", "/x2", "/x8"]

    def test_names_that_are_not_believed_adopt_nothing(self):
        """Where the plan says so, and for pages that are built in another way."""
        link = Discovered(f"{HOST}/x9", role="thread", list=f"{HOST}/x9", number=1)
        assert World("/", "/x1", "/go").adopt(self.LINK) == Adopted()
        assert World("/", "/x1", "/print", plan=self.PLAN).adopt(link) == Adopted()

    def test_a_name_whose_page_was_seen_adopts_nothing(self):
        """It is the same page."""
        world = World("/", "/x1", "/x2", "/again", plan=self.PLAN)
        assert world.adopt(*world.links_of("/x1", 1)) == Adopted()
