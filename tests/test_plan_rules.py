"""What rules say beyond their role: page numbers, addresses, lists, the page and place of a link, dropped keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from weft.errors import UsageError
from weft.page import read_page
from weft.traversal import Follow, Numbering, Plan, Role, Rule, list_role, locate_links
from weft.urls import Scope

HOST = "http://h.example"
SCOPE = Scope(HOST, "/f/")
ENTRY = f"{HOST}/f/"
THREAD = Rule(r"http://h\.example/f/t/(\d+)(?:-[^/]*)?", Role.THREAD, address=rf"{HOST}/f/t/\1", list=rf"{HOST}/f/t/\1")
FLIP = Rule(
    r"http://h\.example/f/t/(\d+)\?start=(\d+)",
    Role.THREAD_FLIP,
    Follow.SAME_LIST,
    list=rf"{HOST}/f/t/\1",
    numbering=Numbering(2, first=0, step=15),
)


def plan_of(*rules: Rule, drop: tuple[str, ...] = ()) -> Plan:
    return Plan(SCOPE, ENTRY, "edited", rules, drop=drop)


class TestNumbering:
    """How a number in a URL counts pages."""

    @given(st.integers(0, 50), st.integers(1, 100), st.integers(1, 10_000))
    def test_it_reads_what_it_writes(self, first: int, step: int, page: int):
        """Pages count from 1, whatever the site counts."""
        assert Numbering(1, first, step).read(str(first + step * (page - 1))) == page

    @given(st.text(max_size=25))
    def test_what_is_no_number_is_page_nought(self, value: str):
        """Which means: the URL does not tell."""
        number = Numbering(1).read(value)
        assert number >= 0
        if not (value.isascii() and value.isdigit()):
            assert number == 0

    def test_what_lies_before_the_first_page_is_page_nought(self):
        """Not a negative page; nor is a number longer than any page count read."""
        assert Numbering(1, first=10, step=5).read("0") == 0
        assert Numbering(1).read("9" * 19) == 0


class TestJudging:
    """One URL, one decision."""

    def test_a_thread_is_the_first_page_of_its_own_list(self):
        """Its address is written canonically, so that other spellings are known as twins."""
        decision = plan_of(THREAD).judge(f"{HOST}/f/t/12-my-cat")
        assert (decision.role, decision.follow) == (Role.THREAD, Follow.YES)
        assert decision.url == decision.list == f"{HOST}/f/t/12"
        assert decision.number == 0

    def test_a_flip_tells_its_list_and_its_page(self):
        """Rows 30 of 15 a page: the third."""
        decision = plan_of(FLIP, THREAD).judge(f"{HOST}/f/t/12?start=30")
        assert (decision.follow, decision.list, decision.number) == (Follow.SAME_LIST, f"{HOST}/f/t/12", 3)

    def test_without_templates_the_url_is_its_own_address(self):
        """And tells no list."""
        decision = plan_of(Rule(r".*/t/\d+", Role.THREAD)).judge(f"{HOST}/f/t/12")
        assert (decision.url, decision.list, decision.number) == (f"{HOST}/f/t/12", "", 0)

    def test_a_group_that_did_not_match_is_empty(self):
        """In a template, and as a page number."""
        rule = Rule(r"(http://h\.example/f/t)(-\d+)?", Role.THREAD, address=r"\1\2", numbering=Numbering(2))
        decision = plan_of(rule).judge(f"{HOST}/f/t")
        assert (decision.url, decision.number) == (f"{HOST}/f/t", 0)

    def test_the_whole_url_must_match(self):
        """A pattern is no search."""
        assert plan_of(THREAD).judge(f"{HOST}/f/t/12/print").follow is Follow.NO

    def test_never_and_skip_are_told_apart_from_unknown(self):
        """By their reason."""
        rules = (Rule(r".*/never", Role.NEVER, Follow.NO), Rule(r".*/skip", Role.THREAD, Follow.NO))
        plan = plan_of(*rules)
        assert plan.judge(f"{HOST}/f/never").reason == plan.judge(f"{HOST}/f/skip").reason == "the plan says never"
        assert plan.judge(f"{HOST}/f/x").reason == "no rule of the plan matches"

    @given(st.permutations(range(6)))
    def test_the_first_rule_that_matches_decides_whatever_their_number(self, order: list[int]):
        """All patterns are matched at once; the order of the file still holds."""
        prefixes = ["", "t", "to", "top", "topi", "topic"]
        rules = [Rule(f"{HOST}/f/{prefixes[n]}.*", Role.THREAD, address=f"{HOST}/f/{n}") for n in order]
        assert plan_of(*rules).judge(f"{HOST}/f/topic/1").url == f"{HOST}/f/{order[0]}"

    def test_a_plan_without_rules_follows_nothing(self):
        """And says why."""
        assert plan_of().judge(ENTRY).reason == "no rule of the plan matches"
        assert not plan_of().leads_to_threads


class TestSource:
    """Where the pattern alone does not decide: the page a link stands on, and its place there."""

    RULES = (
        Rule(r".*/o/\w+", Role.THREAD_FLIP, Follow.SAME_LIST, on="thread", location="pager"),
        Rule(r".*/o/\w+", Role.THREAD, on="index", location="rows|title"),
        Rule(r".*/o/home", Role.INDEX),
    )

    @pytest.mark.parametrize(
        ("on", "location", "role"),
        [
            ("thread", "pager", Role.THREAD_FLIP),
            ("index", "rows|title", Role.THREAD),
            ("index", "pager", Role.NEVER),
            ("thread", "rows|title", Role.NEVER),
            ("", "", Role.NEVER),
        ],
    )
    def test_one_address_is_judged_by_where_its_link_stands(self, on: str, location: str, role: Role):
        """A rule that asks does not apply to a URL that comes without."""
        assert plan_of(*self.RULES).judge(f"{HOST}/f/o/a1b2", on, location).role is role

    def test_a_rule_that_does_not_ask_applies_anywhere(self):
        """Also behind rules that do."""
        assert plan_of(*self.RULES).judge(f"{HOST}/f/o/home").role is Role.INDEX

    def test_a_plan_knows_what_it_needs(self):
        """Places cost time, so they are looked for only where a rule asks."""
        assert plan_of(*self.RULES).needs_location
        assert plan_of(*self.RULES).needs_source
        assert not plan_of(THREAD, FLIP).needs_location
        assert not plan_of(THREAD, FLIP).needs_source

    def test_decide_gives_links_their_source_and_place(self):
        """On a page that is itself judged as an index, links of its rows follow the rule of index pages."""
        rows = "".join(f'<tr><td><a href="o/x{n}">Title {n}</a></td><td>{n} replies</td></tr>' for n in range(8))
        page = read_page(ENTRY, f"<table>{rows}</table>".encode())
        place = locate_links(page)["o/x3"]
        plan = plan_of(Rule(".*/f/", Role.INDEX), Rule(r".*/o/\w+", Role.THREAD, on="index", location=place))
        decisions = [decision for _, decision in plan.decide(page)]
        assert len(decisions) == 8
        assert {decision.role for decision in decisions} == {Role.THREAD}

    @pytest.mark.parametrize(
        ("text", "role"),
        [("2", Role.THREAD_FLIP), ("[ 31 ]", Role.THREAD_FLIP), ("#4", Role.THREAD), ("", Role.THREAD)],
    )
    def test_a_rule_may_ask_what_a_link_shows(self, text: str, role: Role):
        """Threads whose addresses do not tell their pages: the number on the link does."""
        by_number = Rule(r".*/o/\w+", Role.THREAD_FLIP, Follow.SAME_LIST, on="thread", shows="number")
        plan = plan_of(by_number, Rule(r".*/o/\w+", Role.THREAD))
        assert plan.needs_source
        assert plan.judge(f"{HOST}/f/o/a1b2", "thread", text=text).role is role
        assert plan.judge(f"{HOST}/f/o/a1b2", "index", text=text).role is Role.THREAD

    @pytest.mark.parametrize(("role", "kind"), [("flip of index", "index"), ("thread", "thread"), ("other", "other")])
    def test_a_flip_counts_as_a_page_of_its_list(self, role: str, kind: str):
        """Rules say `on: index` for all pages of a board."""
        assert list_role(role) == kind


class TestDropping:
    """Query keys that change nothing."""

    def test_dropped_keys_are_gone_before_rules_are_asked(self):
        """So one rule serves with and without."""
        plan = plan_of(FLIP, THREAD, drop=("sid",))
        decision = plan.judge(f"{HOST}/f/t/12?sid=0a1b2c&start=15")
        assert (decision.url, decision.number) == (f"{HOST}/f/t/12?start=15", 2)
        assert plan.judge(f"{HOST}/f/t/12?sid=0a1b2c").url == f"{HOST}/f/t/12"

    def test_a_plan_knows_that_addresses_may_be_twins(self):
        """By dropped keys or by an address template."""
        bare = Rule(".*", Role.THREAD)
        assert [plan_of(bare).rewrites, plan_of(bare, drop=("s",)).rewrites, plan_of(THREAD).rewrites] == [0, 1, 1]


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12)
NUMBERINGS = st.builds(Numbering, st.integers(1, 2), st.integers(-5, 100), st.integers(1, 100))
RULES = st.builds(
    Rule,
    pattern=st.sampled_from([r"http://h\.example/f/(\d+)-([^/?&;]+)", r"(.*)(x)", r"(a|b)\?(\w{2,5})"]),
    role=st.sampled_from(Role),
    follow=st.sampled_from(Follow),
    address=st.sampled_from(["", r"\1", rf"{HOST}/\2"]),
    list=st.sampled_from(["", r"\2/\1", HOST]),
    numbering=st.none() | NUMBERINGS,
    on=st.sampled_from(["", "index", "thread"]),
    location=TEXTS,
    shows=st.sampled_from(["", "number"]),
    confidence=st.floats(0, 1),
    evidence=TEXTS,
)
PLANS = st.builds(
    Plan,
    scope=st.just(SCOPE),
    entry=st.just(ENTRY),
    strategy=TEXTS.filter(bool),
    rules=st.lists(RULES, max_size=4).map(tuple),
    notes=st.lists(TEXTS, max_size=2).map(tuple),
    drop=st.lists(TEXTS, max_size=3).map(tuple),
)


def test_a_plan_is_written_alike_with_and_without_the_quick_writer():
    """PyYAML may be built without its part in C; the file is the same then."""
    evidence = "links of 19 pages: 'Über uns', #1: yes, 発表 " + "and so on " * 20
    rule = Rule(
        r"http://forum\.example/(?:a|b)/(\d+)\?s=[^&]*", Role.THREAD, list=r"http://forum.example/\1", evidence=evidence
    )
    text = plan_of(rule, Rule("- x: {y}", Role.NEVER)).to_yaml()
    assert text == yaml.safe_dump(yaml.safe_load(text), sort_keys=False, allow_unicode=True, width=120)


@given(PLANS)
def test_a_plan_survives_being_written_with_all_its_fields(plan: Plan):
    """Numbers that look like texts, texts that look like numbers, colons, brackets, other scripts."""
    assert Plan.from_document(yaml.safe_load(plan.to_yaml()), "plan") == plan


def test_what_says_nothing_is_not_written():
    """The file is read by people."""
    text = plan_of(Rule("x", Role.THREAD)).to_yaml()
    for word in ("address", "list", "page number", "on:", "location", "evidence", "drop", "notes"):
        assert word not in text


class TestMistakes:
    """A person edits the file; the message is one sentence that names the rule and what is wrong with it."""

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"address": r"http://h.example/f/\3"}, r"rule 1: \\3 has no group in the pattern, which has 2"),
            ({"list": r"http://h.example/f/\12"}, r"rule 1: \\12 has no group"),
            ({"page number": {"group": 3}}, "rule 1: 'page number' must name one of the pattern's 2 groups"),
            ({"page number": {"group": 0}}, "must name one of the pattern's 2 groups"),
            ({"page number": {"group": 1, "step": 0}}, "a step over 0"),
            ({"page number": {"first": 1}}, "rule 1: 'group' in 'page number'"),
            ({"page number": {"group": "two"}}, "rule 1: .* in 'page number'; it has group, first and step"),
            ({"pattern": "(?=x)"}, "rule 1: the pattern .* is not valid RE2"),
            ({"pattern": r"(a)\1"}, "rule 1: the pattern .* is not valid RE2"),
            ({"role": "treads"}, "rule 1: .*a rule has a pattern and a role"),
            ({"follow": 7}, "rule 1: 7 is not a valid Follow"),
            ({"confidence": "high"}, "rule 1: "),
            ({"part": "yes"}, "rule 1: 'part' is true or false"),
            ({"shows": "a hand"}, "rule 1: 'shows' is number or left out, not 'a hand'"),
        ],
    )
    def test_a_mistake_in_a_rule_is_named(self, tmp_path: Path, changes: dict[str, Any], sentence: str):
        """Before anything is fetched."""
        rule = {"pattern": r"http://h\.example/f/(\d+)-(\w+)", "role": "thread", **changes}
        path = tmp_path / "plan.yaml"
        document = {"weft plan": 1, "entry": ENTRY, "scope": {"origin": HOST, "prefix": "/f/"}, "rules": [rule]}
        path.write_text(yaml.safe_dump(document), encoding="utf-8")
        with pytest.raises(UsageError, match=sentence) as caught:
            Plan.load(path)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("name", ["entry", "scope", "rules"])
    def test_a_missing_part_is_named(self, name: str):
        """By the word that has to be written."""
        document = {"weft plan": 1, "entry": ENTRY, "scope": {"origin": HOST}, "rules": []}
        document.pop(name)
        with pytest.raises(UsageError, match=f"'{name}' is missing"):
            Plan.from_document(document, "plan.yaml")

    def test_rules_of_the_first_plans_are_still_read(self):
        """Nothing but a pattern and a role is needed."""
        rules = [{"pattern": "a", "role": "thread"}, {"pattern": "b", "role": "never"}]
        document = {"weft plan": 1, "entry": ENTRY, "scope": {"origin": HOST}, "rules": rules}
        plan = Plan.from_document(document, "plan.yaml")
        assert [rule.follow for rule in plan.rules] == [Follow.YES, Follow.NO]
        assert plan.scope.prefix == "/"
