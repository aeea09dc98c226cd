"""`weft learn` and `weft.learn`: the plan, what it means, and nothing kept."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import weft
from weft.api import Learned, LearnJob, learn_site, read_pattern, report_learning
from weft.cli import make_app
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.errors import StartPageError, UsageError
from weft.fetch import MemoryAnswer, MemoryTransport
from weft.simulate import SimulatedTransport, Trait, make_site
from weft.store import TWIN
from weft.traversal import Plan, Role
from weft.urls import re2_escape

QUICK = Settings(fetch=FetchConfig(delay=timedelta(0), concurrency=8))


@cache
def demo() -> Learned:
    return asyncio.run(learn_site(LearnJob("demo:")))


def run(*arguments: object) -> str:
    result = CliRunner().invoke(make_app("learn", "status"), ["learn", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_learning_gives_the_plan_a_crawl_would_make(tmp_path: Path):
    """The same machinery, the same plan; and no folder is left behind."""
    weft.crawl("demo:", tmp_path / "archive", settings=Settings(crawl=CrawlConfig(max_pages=40)))
    assert demo().plan == Plan.load(tmp_path / "archive" / "plan.yaml")


def test_nothing_is_asked_for_after_learning():
    """The server's log has the requests of learning and robots.txt, no page of a crawl."""
    site = make_site("oldtable", threads=40, without={Trait.CALENDAR})
    transport = SimulatedTransport(site, site.model.end)
    told: list[str] = []
    learned = asyncio.run(
        learn_site(LearnJob(site.entry_url, transport=transport, on_sample=told.append, settings=QUICK))
    )
    asked = [visit.url for visit in transport.log if not visit.url.endswith("/robots.txt")]
    assert len(asked) == learned.requests
    assert set(told) <= set(asked)
    assert len(told) < 60


def test_the_api_gives_a_plan():
    """`weft.learn` is there beside `weft.crawl`."""
    assert weft.learn("demo:").leads_to_threads


def test_mistakes_are_told_before_anything_is_asked_for():
    """A misspelt strategy, an address that is none, and a page that is not there."""
    with pytest.raises(UsageError, match="no strategy"):
        weft.learn("demo:", settings=Settings(crawl=CrawlConfig(strategy="wefd")))
    with pytest.raises(UsageError, match="not a web address"):
        weft.learn("no address")
    with pytest.raises(StartPageError, match="/nothing/here answers HTTP 404"):
        weft.learn("http://h.example/nothing/here", transport=MemoryTransport(lambda _request: MemoryAnswer(404)))


class TestReport:
    """What the report says is what the plan does."""

    def test_rules_show_urls_they_take_in(self):
        """Every example is followed, with the role the report names."""
        plan = demo().plan
        rules = report_learning(demo()).rules
        assert {"the entry", "boards", "threads", "further pages of threads"} <= {rule.name for rule in rules}
        for rule in rules:
            for url in rule.examples:
                assert plan.judge(url).follow

    def test_what_is_not_followed_is_not_followed(self):
        """Each kind has an example the plan refuses, or that is another address of a page known already."""
        plan = demo().plan
        for kind in report_learning(demo()).unfollowed:
            assert kind.reason == TWIN or not plan.judge(kind.example).follow

    def test_every_url_found_is_counted_once(self):
        """Followed and not followed add up to what was found."""
        report = report_learning(demo())
        total = sum(rule.urls for rule in report.rules) + sum(kind.urls for kind in report.unfollowed)
        assert total == len(demo().urls)

    def test_acting_links_are_told_as_such(self):
        """A person sees that nothing will be marked, posted or deleted."""
        assert any(kind.reason.startswith("would act") for kind in report_learning(demo()).unfollowed)

    @pytest.mark.parametrize("skin", ["oldtable", "answers", "tiles"])
    def test_the_size_is_about_right(self, skin: str):
        """The demo has 60 threads; half or twice as many is what 'about' means."""
        size = report_learning(asyncio.run(learn_site(LearnJob(f"demo:{skin}")))).size
        assert 30 <= size.threads <= 120
        assert size.threads_seen <= size.threads <= size.thread_pages

    def test_a_strategy_without_boards_has_no_size(self):
        """`generic` tells no pages apart."""
        settings = Settings(crawl=CrawlConfig(strategy="generic"))
        learned = asyncio.run(learn_site(LearnJob("demo:", settings)))
        assert report_learning(learned).size.threads == 0
        assert [rule.role for rule in learned.plan.rules] == [Role.PAGE]


class TestPatterns:
    """Patterns as people read them."""

    @pytest.mark.parametrize(
        ("pattern", "shown"),
        [
            (r"http://a\.example/forum/talk\?t=(\d+)&start=(\d+)", "/forum/talk?t=#&start=#"),
            (r"(http://a\.example/r\?)(?:(?:visit)=[^&]*&)?(r=\d+)(?:&(?:visit)=[^&]*)?", "/r?r=#"),
            (r"http://a\.example/q/[0-9]+/[^/?]*", "/q/#/*"),
            (r"http://a\.example/x\(1\)", "/x(1)"),
            (r".*", "*"),
            (r"http://a\.example", "/"),
        ],
    )
    def test_numbers_and_wildcards(self, pattern: str, shown: str):
        """Numbers as #, anything as *, groups and optional parts gone, escapes undone."""
        assert read_pattern(pattern, "http://a.example") == shown

    @given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1))
    def test_a_pattern_that_is_one_address_reads_as_it(self, text: str):
        """Escaping and reading undo each other."""
        assert read_pattern(re2_escape(text)) == text


class TestCommand:
    """`weft learn` on the command line."""

    def test_a_person_reads_what_was_learned(self):
        """Entry, rules, what is left aside, size, and how to save it."""
        text = run("demo:")
        for part in ("/forum/", "Followed", "Not followed", "threads", "about", "weft learn demo: --out plan.yaml"):
            assert part in text

    def test_the_plan_is_written_where_asked(self, tmp_path: Path):
        """As a file `weft crawl --plan` reads."""
        text = run("demo:answers", "--out", tmp_path / "plan.yaml")
        assert "--plan" in text
        assert Plan.load(tmp_path / "plan.yaml").leads_to_threads

    def test_json_has_plan_and_counts(self):
        """For programs."""
        document = json.loads(run("demo:", "--json", "--strategy", "focus"))
        assert document["strategy"] == document["plan"]["strategy"] == "focus"
        assert document["pages"] > 0
        assert Plan.from_document(document["plan"], "json").rules

    def test_a_place_that_is_not_there_is_told_first(self, tmp_path: Path):
        """Before the site is asked for anything."""
        with pytest.raises(UsageError, match="no folder"):
            run("demo:", "--out", tmp_path / "none" / "plan.yaml")
