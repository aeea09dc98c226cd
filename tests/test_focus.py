"""The FoCUS strategy on simulated forums."""

from __future__ import annotations

from collections import deque
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import pytest

from weft.page import Link, Page, is_html, read_page
from weft.simulate import Site, TruthKind, make_site
from weft.traversal import Follow, Ground, Plan, Role, Sample, run_learning
from weft.traversal._focus import Focus
from weft.traversal._focus_session import find_session_keys
from weft.traversal._focus_view import is_flip_text
from weft.urls import Scope, canonicalise, drop_keys


def allows(link: Link, page: Page) -> bool:
    return not (link.is_nofollow or page.is_nofollow)


class Visitor:
    """Asks a simulated site and follows redirects; remembers what was asked for."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.asked: list[str] = []

    def ask(self, url: str) -> Sample:
        self.asked.append(url)
        final = url
        for _ in range(4):
            answer = self.site.answer(final, self.site.model.end)
            headers = {name.lower(): value for name, value in answer.headers}
            if not 300 <= answer.status < 400:
                break
            final = canonicalise(urljoin(final, headers["location"])) or final
        page = None
        if answer.status == 200 and is_html(headers.get("content-type", "").partition(";")[0], answer.body):
            page = read_page(final, answer.body, headers["content-type"])
        return Sample(url, final, answer.status, page, "" if page else "no page")


def learn(visitor: Visitor, start: str, budget: int = 200) -> Plan:
    first = visitor.ask(start)
    assert first.page is not None
    scope = Scope.around(visitor.site.entry_url, [link.url for link in first.page.links if link.url])
    strategy = Focus(budget)
    return run_learning(strategy.learn(first, Ground(scope, budget, allows=allows)), visitor.ask, budget)


def walk(site: Site, plan: Plan) -> set[str]:
    """Follow the plan from its entry; gives the keys of the pages reached."""
    visitor, queue, keys = Visitor(site), deque([plan.entry]), set[str]()
    seen = {plan.entry}
    while queue:
        sample = visitor.ask(queue.popleft())
        key = site.truth(sample.final, site.model.end).key
        keys |= {key} if key else set()
        for link in sample.page.links if sample.page else ():
            decision = plan.judge(link.url) if link.url and allows(link, sample.page) else None
            if decision is not None and decision.follow and decision.url not in seen:
                seen.add(decision.url)
                queue.append(decision.url)
    return keys


def thread_keys(site: Site) -> set[str]:
    truths = (truth for _, truth in site.all_truth(site.model.end) if truth.kind is TruthKind.THREAD)
    return {truth.key for truth in truths if truth.key}


@cache
def learned() -> tuple[Site, Visitor, Plan]:
    site = make_site("oldtable", threads=90)
    visitor = Visitor(site)
    return site, visitor, learn(visitor, site.entry_url)


def test_it_learns_boards_threads_and_their_further_pages():
    """All of the four roles, and the pages they lead to are nearly all thread pages there are."""
    site, _, plan = learned()
    assert {rule.role for rule in plan.rules} == {Role.INDEX, Role.THREAD, Role.INDEX_FLIP, Role.THREAD_FLIP}
    wanted = thread_keys(site)
    assert len(walk(site, plan) & wanted) >= 0.95 * len(wanted)


def test_flips_are_followed_as_the_same_list():
    """Paper 001's code 2, which joins pages of a thread."""
    for rule in learned()[2].rules:
        assert (rule.follow is Follow.SAME_LIST) == (rule.role in (Role.INDEX_FLIP, Role.THREAD_FLIP))


def test_nothing_else_is_followed():
    """Members and the search are no part of the way from the entry to a thread."""
    site, _, plan = learned()
    page = Visitor(site).ask(site.entry_url).page
    assert page is not None
    followed = {decision.url for _, decision in plan.decide(page) if decision.follow}
    assert followed
    assert not [url for url in followed if site.truth(url, site.model.end).kind is TruthKind.OTHER]


def test_session_ids_are_left_out_of_addresses():
    """The site writes one into every link; the plan knows the address without."""
    _, _, plan = learned()
    assert any(note.startswith("session ids dropped") for note in plan.notes)
    assert all(rule.address for rule in plan.rules)


def test_it_stops_when_it_knows_enough_and_never_asks_for_more_than_its_budget():
    """A small forum takes a fraction of the paper's 442 pages; a small budget is kept."""
    site, visitor, _ = learned()
    assert len(visitor.asked) < 150
    frugal = Visitor(site)
    learn(frugal, site.entry_url, budget=20)
    assert len(frugal.asked) <= 21


def test_learning_is_a_function_of_what_is_answered():
    """The same answers give the same plan: a crawl that was killed learns the same again."""
    site = make_site("papers", threads=60)
    assert learn(Visitor(site), site.entry_url) == learn(Visitor(site), site.entry_url)


def test_the_entry_is_found_from_a_thread():
    """Algorithm 3: the common link whose page has most index URLs."""
    site, _, _ = learned()
    end = site.model.end
    start = next(url for url, truth in site.all_truth(end) if truth.kind is TruthKind.THREAD)
    plan = learn(Visitor(site), start)
    assert site.truth(plan.entry, end).kind is TruthKind.ENTRY


def test_a_site_of_one_page_gives_a_plan_that_follows_nothing(tmp_path: Path):
    """The plan says what was not found, and can be saved."""
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", b"<a href=x>x</a>"))
    learning = Focus().learn(start, Ground(Scope("http://h", "/f/")))
    plan = run_learning(learning, lambda url: Sample(url, url, 404, problem="HTTP 404"), budget=20)
    plan.save(tmp_path / "plan.yaml")
    assert Plan.load(tmp_path / "plan.yaml") == plan
    assert plan.rules == ()
    assert "focus: no thread URL was found" in plan.notes


@pytest.mark.parametrize("text", ["2", "[ 17 ]", "Next", "» Last", "›", "Nächste Seite", "下一页", "1 ..."])
def test_texts_that_turn_pages(text: str):
    """Property 1 of Algorithm 2."""
    assert is_flip_text(text)


@pytest.mark.parametrize("text", ["", "2nd hand parts", "Next steps for us", "#", "1,234,567,890", "Top"])
def test_texts_that_do_not(text: str):
    """Titles, buttons and large numbers."""
    assert not is_flip_text(text)


def test_a_session_id_is_what_differs_between_the_same_links():
    """One value on a page; other pages have the same links with another value, or with none."""
    with_id = [f"http://h/t?n={n}&s=0a1b2c3d4e5f6a7b" for n in range(4)]
    without = [f"http://h/t?n={n}" for n in range(4)]
    assert find_session_keys([with_id, without]) == {"s"}
    assert find_session_keys([with_id, [url.replace("0a1b", "9f9f") for url in with_id]]) == {"s"}
    assert drop_keys(with_id[0], frozenset({"s"})) == without[0]


def test_an_id_of_something_is_no_session_id():
    """Every link of a board's page may carry the board; other pages do not have those links."""
    first = [f"http://h/t?n={n}&board=0a1b2c3d4e5f6a7b" for n in range(4)]
    second = [f"http://h/t?n={n}&board=ffff2c3d4e5f6a7b" for n in range(10, 14)]
    assert find_session_keys([first, second]) == frozenset()
