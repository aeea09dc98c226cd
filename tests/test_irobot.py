"""The strategy of paper 001: cleaning, spanning tree, lookup table."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import cast

import pytest

from weft.page import read_page
from weft.simulate import Site, Trait, TruthKind, make_site
from weft.sitemap import Arc, FormatBook, Sitemap, Survey, Vertex, find_layouts
from weft.traversal import Follow, Ground, Plan, Role, Sample, run_learning
from weft.traversal._irobot import IRobot
from weft.traversal._irobot_paths import drop_copies, drop_poor, flips_pages, keep_largest, span_tree
from weft.urls import Scope


def answer_from(site: Site, url: str) -> Sample:
    """Answer as the crawl would: pages are read, everything else has a problem."""
    answer = site.answer(url, site.model.end)
    if answer.status != 200 or not answer.body.startswith(b"<!"):
        return Sample(url, url, answer.status, problem="no page")
    return Sample(url, url, 200, read_page(url, answer.body))


@cache
def learn(skin: str, budget: int = 60) -> tuple[Site, Plan, int]:
    """Learn a simulated forum; gives the site, the plan and how many URLs were asked for."""
    site = make_site(skin, threads=40, without={Trait.SESSION_IDS, Trait.CALENDAR})
    asked: list[str] = []

    def answer(url: str) -> Sample:
        asked.append(url)
        return answer_from(site, url)

    ground = Ground(Scope.around(site.entry_url), budget)
    learning = IRobot(budget).learn(answer_from(site, site.entry_url), ground)
    return site, run_learning(learning, answer, budget), len(asked)


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


def vertex(number: int, layout: int = 0, *, unique: int = 1, value: float = 0.1, depth: float = 1.0) -> Vertex:
    return Vertex(number, layout, number, tuple(range(unique)), unique, 100.0, value, depth, f"http://h/{number}")


def arc(source: int, target: int, *, links: int = 1, texts: tuple[str, ...] = ("a",)) -> Arc:
    return Arc(source, target, target, "body", tuple((0, n) for n in range(links)), texts)


def survey_of(*pages: tuple[int, int]) -> Survey:
    """A survey of which only formats and groups of duplicates matter."""
    return cast("Survey", SimpleNamespace(pages=[SimpleNamespace(format=f, group=g) for f, g in pages]))


def kind(number: int, layout: int, known: int, *pages: int, unique: int = 1) -> Vertex:
    """A vertex of a format and with pages of a survey."""
    return Vertex(number, layout, known, pages, unique, 100.0, 0.1, 1.0, f"http://h/{number}")


def test_the_budget_is_kept():
    """No more URLs are asked for than allowed; the default is 200."""
    assert IRobot().budget == 200
    assert learn("bullets")[2] <= 60


def test_threads_and_boards_are_followed():
    """Walking the plan reaches most thread pages of a forum."""
    site, plan, _ = learn("bullets")
    threads = threads_of(site)
    assert len(walk(site, plan) & threads) >= 0.5 * len(threads)
    assert plan.strategy == "irobot"
    assert plan.judge("http://elsewhere.example/").follow is Follow.NO


def test_a_plan_survives_its_file():
    """Rules are valid RE2 and are read back as they were."""
    _, plan, _ = learn("bullets")
    import yaml  # noqa: PLC0415

    assert Plan.from_document(yaml.safe_load(plan.to_yaml()), "test").rules == plan.rules


def test_learning_is_a_function_of_seed_and_samples():
    """The same samples give the same plan: a crawl that was killed learns the same again."""
    first = learn("bullets")[1]
    learn.cache_clear()
    assert learn("bullets")[1] == first


def test_a_site_of_one_page_gives_a_plan():
    """Nothing to sample, nothing to cluster: there is a plan, and it follows nothing."""
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", b"<title>x</title><p>Hello"))
    plan = run_learning(IRobot().learn(start, Ground(Scope("http://h", "/f/"))), lambda url: Sample(url, url), 5)
    assert plan.entry == "http://h/f/"
    assert plan.rules == ()


def test_failed_samples_are_no_pages():
    """A site whose links all fail gives a plan too."""
    html = b"<body>" + b"".join(b'<p><a href="t%d">topic</a> text</p>' % n for n in range(9))
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", html))
    learning = IRobot().learn(start, Ground(Scope("http://h", "/f/")))
    plan = run_learning(learning, lambda url: Sample(url, url, 404, problem="HTTP 404"), 20)
    assert plan.judge("http://h/f/t1").follow is Follow.NO


def test_poor_vertices_are_dropped():
    """Below the mean by more than the deviation (heuristic 1)."""
    rich = [vertex(n, value=0.5) for n in range(5)]
    poor = vertex(5, value=0.01)
    assert drop_poor([*rich, poor]) == rich


def test_the_largest_vertex_of_a_layout_is_kept():
    """Counted without copies (heuristic 2); the start stays."""
    vertices = [vertex(0), vertex(1, 1, unique=3), vertex(2, 1, unique=9), vertex(3, 2)]
    assert keep_largest(vertices) == {0, 2, 3}


def test_a_format_that_repeats_what_another_shows_once_is_dropped():
    """Addresses of posts that show whole threads are no vertex, however many were sampled, in whatever layout."""
    survey = survey_of((1, 70), (1, 71), (2, 70), (2, 70), (2, 71), (2, 71), (2, 72))
    threads, posts, others = kind(0, 1, 1, 0, 1), kind(1, 1, 2, 2, 3, 4, 5), kind(2, 8, 2, 6)
    assert drop_copies(survey, [threads, posts, others]) == [threads]


def test_a_format_that_alone_shows_its_pages_is_kept():
    """Where nothing shows them once, copies are better than nothing; a few copies are no reason to drop."""
    survey = survey_of((1, 70), (2, 80), (2, 80), (3, 70), (3, 71), (3, 71), (3, 72), (3, 73))
    vertices = [kind(0, 1, 1, 0), kind(1, 2, 2, 1, 2), kind(2, 1, 3, 3, 4, 5, 6, 7)]
    assert drop_copies(survey, vertices) == vertices


@pytest.mark.parametrize(
    ("texts", "flips"),
    [
        (("2", "3"), True),
        (("Next »",), True),
        (("下一页",), True),
        (("Hello", "World"), False),
        (("#3",), False),
        ((), False),
    ],
)
def test_numbers_and_next_flip_pages(texts: tuple[str, ...], flips: bool):
    """Links to oneself are kept if they say a number or 'next' (heuristic 3)."""
    assert flips_pages(arc(1, 1, texts=texts)) is flips


def test_the_tree_takes_shallow_vertices_first_then_informative_ones():
    """Prim from the start; the arc that reaches most pages stands for its target."""
    vertices = (vertex(0, depth=0), vertex(1, depth=1, value=0.1), vertex(2, depth=1, value=0.9), vertex(3, depth=2))
    arcs = (arc(0, 1), arc(0, 2), arc(0, 2, links=5), arc(1, 3), arc(2, 3, links=2), arc(3, 0))
    layouts, _ = find_layouts([])
    tree = span_tree(Sitemap(vertices, arcs, FormatBook(()), layouts), {1, 2, 3})
    assert tree == (arcs[2], arcs[0], arcs[4])


def test_roles_are_told_where_pages_look_like_them():
    """Rules of thread addresses have a thread's role."""
    site, plan, _ = learn("bullets")
    urls = [url for url, truth in site.all_truth(site.model.end) if truth.kind is TruthKind.THREAD and truth.page == 1]
    roles = {plan.judge(url).role for url in urls}
    assert roles & {Role.THREAD, Role.PAGE}
    assert Role.INDEX not in roles
