"""The plan file and the generic strategy."""

from __future__ import annotations

from pathlib import Path

import pytest

from weft.errors import UsageError
from weft.page import read_page
from weft.traversal import STRATEGIES, Follow, Ground, Plan, Role, Rule, Sample, make_strategy, run_learning
from weft.urls import Scope

SCOPE = Scope("http://h", "/f/")
PLAN = Plan(
    SCOPE,
    "http://h/f/",
    "edited",
    (
        Rule(r"http://h/f/never.*", Role.NEVER, Follow.NO),
        Rule(r"http://h/f/t/\d+", Role.THREAD, evidence="12 of 12 pages"),
        Rule(r"http://h/f/t/\d+\?page=\d+", Role.THREAD_FLIP, Follow.SAME_LIST, confidence=0.9),
    ),
    notes=("corrected by hand",),
)


def learn(name: str, html: bytes) -> Plan:
    """Let a strategy learn a site of one page; everything else is missing."""
    start = Sample("http://h/f/", "http://h/f/", 200, read_page("http://h/f/", html))
    learning = make_strategy(name).learn(start, Ground(SCOPE))
    return run_learning(learning, lambda url: Sample(url, url, 404, problem="HTTP 404"), budget=20)


def test_the_first_rule_that_matches_decides():
    """Role and follow code come from it; what none matches is not followed."""
    assert PLAN.judge("http://h/f/t/12").role is Role.THREAD
    assert PLAN.judge("http://h/f/t/12?page=2").follow is Follow.SAME_LIST
    assert PLAN.judge("http://h/f/never/1").follow is Follow.NO
    assert PLAN.judge("http://h/f/t/12/more").reason == "no rule of the plan matches"
    assert PLAN.judge("http://h/g/t/12").reason == "outside the scope"


def test_a_plan_decides_over_a_page():
    """Every web link with its role and code: what a spider needs."""
    page = read_page("http://h/f/", b"<a href=t/1>one</a><a href=mailto:x@y.example>m</a><a href=/out>o</a>")
    assert [(link.text, decision.follow) for link, decision in PLAN.decide(page)] == [("one", 1), ("o", 0)]


def test_a_plan_survives_its_file(tmp_path: Path):
    """What is written is read again, byte for byte."""
    path = tmp_path / "plan.yaml"
    PLAN.save(path)
    assert Plan.load(path) == PLAN
    assert Plan.load(path).to_yaml() == path.read_text()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("weft plan: 1", "weft plan: 99"), "version 1"),
        (("role: thread", "role: treat"), "rule 2"),
        (("http://h/f/t/\\d+", "http://h/(f"), "not valid RE2"),
        (("entry: http://h/f/", "entry: nowhere"), "full web addresses"),
        (("rules:", "rulez:"), "rules"),
        (("weft plan: 1", "{"), "cannot be read"),
    ],
)
def test_a_mistake_in_an_edited_plan_is_named(tmp_path: Path, change: tuple[str, str], named: str):
    """A person edits the file; the message says where."""
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN.to_yaml().replace(*change, 1))
    with pytest.raises(UsageError, match=named):
        Plan.load(path)


def test_a_missing_plan_file_is_named(tmp_path: Path):
    """One clear sentence."""
    with pytest.raises(UsageError, match="no plan file"):
        Plan.load(tmp_path / "none.yaml")


def test_patterns_are_matched_in_linear_time():
    """A pattern that hangs Python's `re` for seconds on 31 characters is harmless."""
    plan = Plan(SCOPE, "http://h/f/", "x", (Rule(r"http://h/f/(?:[a-z0-9]+-?)+\.html", Role.THREAD),))
    assert plan.judge("http://h/f/" + "a" * 4000).follow is Follow.NO


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_every_strategy_yields_a_plan_that_can_be_saved(name: str, tmp_path: Path):
    """The contract of all strategies."""
    plan = learn(name, b"<a href=x>x</a>")
    plan.save(tmp_path / "plan.yaml")
    assert Plan.load(tmp_path / "plan.yaml") == plan
    assert plan.strategy == name


def test_the_generic_strategy_follows_everything_inside():
    """The baseline the papers compare with."""
    plan = learn("generic", b"")
    assert plan.judge("http://h/f/anything?x=1").follow is Follow.YES
    assert plan.judge("http://h/elsewhere").follow is Follow.NO


def test_an_unknown_strategy_is_told_with_those_there_are():
    """One clear sentence."""
    with pytest.raises(UsageError, match="generic"):
        make_strategy("genric")
