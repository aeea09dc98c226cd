"""The strategy of paper 000: coverage, informativeness, the search for skeleton links, page flipping."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.page import read_page
from weft.simulate import Site, Trait, TruthKind, make_site
from weft.sitemap import Arc, Survey, Vertex
from weft.traversal import Ground, Plan, Sample, run_learning
from weft.traversal._skeleton import Skeleton
from weft.traversal._skeleton_search import choose_links, find_flips, measure_connectivity, measure_informativeness
from weft.urls import Scope


def answer_from(site: Site, url: str) -> Sample:
    answer = site.answer(url, site.model.end)
    if answer.status != 200 or not answer.body.startswith(b"<!"):
        return Sample(url, url, answer.status, problem="no page")
    return Sample(url, url, 200, read_page(url, answer.body))


@cache
def learn() -> tuple[Site, Plan, list[str]]:
    site = make_site("bullets", threads=40, without={Trait.SESSION_IDS, Trait.CALENDAR})
    asked: list[str] = []

    def answer(url: str) -> Sample:
        asked.append(url)
        return answer_from(site, url)

    learning = Skeleton(80).learn(answer_from(site, site.entry_url), Ground(Scope.around(site.entry_url), 80))
    return site, run_learning(learning, answer, 80), asked


def walk(site: Site, plan: Plan, limit: int = 400) -> set[str]:
    """Follow the plan breadth first; gives the keys of the pages it reaches."""
    waiting, seen, keys = [plan.entry], {plan.entry}, set()
    while waiting and len(seen) < limit:
        url = waiting.pop(0)
        sample = answer_from(site, url)
        keys.add(site.truth(url, site.model.end).key or "")
        for _, decision in plan.decide(sample.page) if sample.page is not None else ():
            if decision.follow > 0 and decision.url not in seen:
                seen.add(decision.url)
                waiting.append(decision.url)
    return keys


def threads_of(site: Site) -> set[str]:
    return {t.key for _, t in site.all_truth(site.model.end) if t.key and t.kind is TruthKind.THREAD}


def pages_in(groups: list[int]) -> Survey:
    """A survey of which only the duplicate groups matter."""
    return cast("Survey", SimpleNamespace(pages=[SimpleNamespace(group=group) for group in groups]))


def vertex_of(groups: list[int]) -> Vertex:
    return Vertex(1, 0, -1, tuple(range(len(groups))), len(set(groups)), 1.0, 0.5, 1.0, "http://h/")


def link(location: str, targets: Any, source: int = 0) -> Arc:
    return Arc(source, 1, 0, location, tuple((0, target) for target in targets), ())


def test_informativeness_is_none_for_copies_and_full_without():
    """Eq. 2: 0 when all pages show the same, 1 when no two do."""
    assert measure_informativeness([3, 3, 3]) == 0
    assert measure_informativeness([1, 2, 3]) == pytest.approx(1)
    assert measure_informativeness([1]) == 1
    assert measure_informativeness([]) == 0


@given(st.lists(st.integers(0, 5), min_size=2, max_size=30))
def test_informativeness_is_a_share(groups: list[int]):
    """It stays between 0 and 1, and another copy never adds to it."""
    value = measure_informativeness(groups)
    assert 0 <= value <= 1 + 1e-9


def test_links_that_bring_copies_are_refused():
    """Titles reach every thread once; permalinks reach them again: only the titles are of the skeleton."""
    groups = [0, 1, 2, 3, 0, 1, 2, 3, 0]
    links = [link("titles", range(4)), link("permalinks", range(4, 9))]
    assert choose_links(pages_in(groups), vertex_of(groups), links) == [links[0]]


def test_links_that_alone_reach_pages_are_chosen():
    """Neither list covers all: both are needed."""
    groups = list(range(10))
    links = [link("first", range(5)), link("second", range(5, 10)), link("newest", [0, 6])]
    assert set(choose_links(pages_in(groups), vertex_of(groups), links)) == {links[0], links[1]}


def test_nothing_leads_to_a_vertex_of_one_page_many_times():
    """Login demands are all the same page: no link to them is of the skeleton."""
    groups = [0] * 6
    assert choose_links(pages_in(groups), vertex_of(groups), [link("a", range(6)), link("b", range(3))]) == []


def test_many_redundant_links_end_in_time():
    """The search is bounded, however many links do the same."""
    groups = list(range(20))
    links = [link(f"{n}", range(n % 3, 20)) for n in range(150)]
    assert choose_links(pages_in(groups), vertex_of(groups), links)


def test_page_flipping_can_be_gone_back():
    """Eq. 3: pages of one list reach each other; of previous/next thread links only every other one leads back."""
    flips = [(a, b) for a in range(3) for b in range(3) if a != b]
    assert measure_connectivity(flips) == 1
    assert measure_connectivity([(0, 1), (1, 2), (2, 3)]) == 0
    assert measure_connectivity([]) == 0
    assert 0 < measure_connectivity([(0, 1), (1, 0), (1, 2)]) < 1


def test_flips_are_told_from_next_thread_links():
    """Of two loop-back links the better connected one flips pages; links from elsewhere never do."""
    flip = Arc(1, 1, 0, "pages", ((0, 1), (1, 0)), ())
    following = Arc(1, 1, 0, "next thread", ((0, 1), (1, 2)), ())
    assert find_flips([flip, following, link("titles", [1, 2])]) == [flip]
    assert find_flips([flip]) == [flip]


def test_the_budget_is_kept_and_nothing_asked_twice():
    """Eighty URLs at most, each once."""
    _, _, asked = learn()
    assert len(asked) <= 80
    assert len(asked) == len(set(asked))


def test_threads_and_boards_are_followed():
    """Walking the plan reaches most thread pages of a forum."""
    site, plan, _ = learn()
    threads = threads_of(site)
    assert len(walk(site, plan) & threads) >= 0.5 * len(threads)


def test_a_site_of_one_page_gives_a_plan():
    """There is a plan, and it follows nothing."""
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", b"<p>Hello"))
    plan = run_learning(Skeleton().learn(start, Ground(Scope("http://h", "/f/"))), lambda url: Sample(url, url), 5)
    assert plan.rules == ()
