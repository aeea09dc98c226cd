"""The structure-driven baseline on simulated forums."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from test_focus import Visitor, allows, thread_keys, walk
from weft.page import read_page
from weft.simulate import Site, make_site
from weft.traversal import Ground, Plan, Role, Sample, run_learning
from weft.traversal._structure import StructureDriven, cluster_urls
from weft.urls import Scope

BUDGET = 250


@cache
def learned() -> tuple[Site, Visitor, Plan]:
    site = make_site("papers", threads=60)
    visitor = Visitor(site)
    start = visitor.ask(site.entry_url)
    assert start.page is not None
    scope = Scope.around(start.final, [link.url for link in start.page.links if link.url])
    learning = StructureDriven(BUDGET).learn(start, Ground(scope, BUDGET, allows=allows))
    return site, visitor, run_learning(learning, visitor.ask, BUDGET)


def test_the_paths_that_reach_most_targets_reach_most_threads():
    """The patterns along them, followed from the entry, find nearly all thread pages of a tidy forum."""
    site, _, plan = learned()
    wanted = thread_keys(site)
    assert len(walk(site, plan) & wanted) >= 0.9 * len(wanted)


def test_there_is_one_path_for_each_kind_of_target():
    """One thread pattern, one pattern of its flips: the strategy considers one path a target (paper 000, 6.2)."""
    roles = [rule.role for rule in learned()[2].rules]
    assert roles.count(Role.THREAD) <= 1
    assert roles.count(Role.THREAD_FLIP) <= 1
    assert Role.INDEX in roles


def test_the_map_keeps_to_its_budget():
    """The entry and as many pages as it may ask for."""
    assert len(set(learned()[1].asked)) <= BUDGET + 1


def test_the_rules_say_how_many_targets_speak_for_them():
    """Evidence a person can judge."""
    assert all(rule.evidence.startswith("structure-driven: ") for rule in learned()[2].rules)


def test_a_site_of_one_page_gives_a_plan_that_follows_nothing(tmp_path: Path):
    """The plan says what was not reached, and can be saved."""
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", b"<a href=x>x</a>"))
    learning = StructureDriven().learn(start, Ground(Scope("http://h", "/f/")))
    plan = run_learning(learning, lambda url: Sample(url, url, 404, problem="HTTP 404"), budget=20)
    plan.save(tmp_path / "plan.yaml")
    assert Plan.load(tmp_path / "plan.yaml") == plan
    assert plan.rules == ()
    assert "structure-driven: no thread page was reached" in plan.notes


def test_addresses_alike_in_most_parts_are_one_pattern():
    """Words may differ in few parts, numbers in any; other keys are another pattern."""
    topics = [f"http://h/f/topic/{word}/" for word in ("red", "green-5", "blue")]
    users = [f"http://h/f/users/{word}/" for word in ("ann", "bob")]
    numbered = [f"http://h/f/t?id={n}" for n in range(3)]
    found = dict(cluster_urls([*topics, *users, *numbered]))
    assert found[r"http://h/f/t\?id=\d+"] == numbered
    assert found[r"http://h/f/topic/[^/?]+/"] == sorted(topics)
    assert found[r"http://h/f/users/[^/?]+/"] == users
