"""Strategies side by side: flips, pages kept together, connectivity, the tables."""

from __future__ import annotations

import asyncio
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from weft.cli import make_app
from weft.errors import UsageError
from weft.evaluate import (
    Findings,
    FlipFigures,
    JoinFigures,
    Measures,
    StrategyRow,
    Task,
    Terrain,
    compare_strategies,
    connectivity_of,
    evaluate_crawl,
    has_failed,
    mean_cells,
    measure_links,
    measure_loops,
    simulated_subject,
    split_key,
)
from weft.simulate import Trait, make_site
from weft.store import Archive
from weft.traversal import Plan

MEASURES = Measures(100, 0.9, 1.0, 0.5, 0.4, 0.3, 0.2, 10, 5, 0)


def write_lone_page(folder: Path) -> Path:
    """A mirrored site of a single page."""
    url = "http://127.0.0.1:8999/"
    page = {"url": url, "status": 200, "headers": {"content-type": "text/html"}, "body": "<p>Nothing here."}
    (folder / "meta.json").write_text(json.dumps({"name": "lone", "entry": url}))
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as out:
        out.write(json.dumps(page) + "\n")
    (folder / "truth.jsonl").write_text(json.dumps({"url": url, "type": "thread", "key": "thread:1:p1"}) + "\n")
    return folder


def look_at(skin: str, strategy: str, threads: int) -> tuple[FlipFigures, JoinFigures, list[bool]]:
    """Crawl a skin and measure its links."""
    subject = simulated_subject(make_site(skin, threads=threads, without={Trait.CALENDAR}))
    found: list[tuple[FlipFigures, JoinFigures, list[bool]]] = []

    def look(archive: Archive, plan: Plan) -> None:
        loops = [loop.flips for loop in measure_loops(subject.name, archive, subject.truth)]
        found.append((*measure_links(archive, plan, subject.truth), loops))

    asyncio.run(evaluate_crawl(subject, strategy, look=look))
    return found[0]


def test_a_plan_that_knows_lists_keeps_their_pages_together():
    """Weft on a skin with pagers: every flip found, every pair in one list, none wrongly."""
    flips, joins, _ = look_at("oldtable", "weft", 60)
    assert flips.true > 0
    assert (flips.precision, flips.recall) == (1.0, 1.0)
    assert joins.pairs == joins.kept == joins.linked > 0
    assert joins.wrong == 0


def test_a_plan_without_flips_predicts_none():
    """The baseline keeps nothing together, and there is no precision of no prediction."""
    flips, joins, _ = look_at("oldtable", "generic", 40)
    assert flips.true > 0
    assert (flips.precision, flips.recall) == (None, 0.0)
    assert (joins.kept, joins.linked, joins.wrong) == (0, 0, 0)


@pytest.mark.parametrize(
    ("key", "parts"), [("thread:4:p12", ("thread:4", 12)), ("entry", ("entry", 1)), ("a:p1:p2", ("a:p1", 2))]
)
def test_keys_name_list_and_page(key: str, parts: tuple[str, int]):
    """Up to the last page mark."""
    assert split_key(key) == parts


class TestConnectivity:
    """Paper 000, eq. 3."""

    def test_a_pager_leads_there_and_back(self):
        """Three pages that link each other."""
        assert connectivity_of([(a, b) for a in "123" for b in "123" if a != b]) == 1.0

    def test_links_to_the_next_thread_do_not(self):
        """A chain has no way back."""
        assert connectivity_of(zip("1234", "2345", strict=True)) == 0.0

    def test_no_links_have_none(self):
        """And divide by nothing."""
        assert connectivity_of([]) == 0.0

    @given(st.sets(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"))))
    def test_it_is_a_share_and_whole_where_every_link_has_one_back(self, links: set[tuple[str, str]]):
        """Whatever the links are."""
        assert 0.0 <= connectivity_of(links) <= 1.0
        both = links | {(b, a) for a, b in links}
        assert connectivity_of(both) == (1.0 if any(a != b for a, b in links) else 0.0)


class TestRows:
    """Rows survive a file, and means are over sites."""

    FLIPS, JOINS = FlipFigures(4, 3, 3), JoinFigures(2, 1, 0, 2)
    ROW = StrategyRow("a", "skin", "weft", MEASURES, 20, 1.5, "done", entry_found=True, flips=FLIPS, joins=JOINS)

    def test_rows_come_back_as_they_were(self):
        """Through JSON."""
        found = Findings((self.ROW,))
        lines = [json.loads(json.dumps(line)) for line in found.to_dicts()]
        assert Findings.from_dicts(lines) == found

    def test_a_figure_that_is_undefined_is_left_out_of_the_mean(self):
        """And shown as such where no site has it."""
        other = StrategyRow("b", "skin", "weft", MEASURES, 20, 1.5, "done")
        assert mean_cells([self.ROW, other])[10:13] == ["1.000", "0.750", "1.000"]
        assert mean_cells([other])[10] == "-"

    def test_a_strategy_without_a_plan_scores_nothing(self, tmp_path: Path):
        """Pages fetched while learning are no archive: a site with one thread and no board is not recognised."""
        task = Task(Terrain("lone", write_lone_page(tmp_path)), ("weft",))
        (found,) = compare_strategies([task], 1, lambda _line: None)
        (row,) = found.rows
        assert has_failed(row)
        assert row.measures.requests > 0
        assert (row.measures.coverage, row.measures.effectiveness, row.measures.invalid) == (0.0, 0.0, 1.0)
        assert not row.entry_found


class TestCommand:
    """`weft evaluate strategies`."""

    ARGUMENTS = ("evaluate", "strategies", "--skin", "oldtable", "--threads", "12", "--jobs", "1")

    def run(self, *arguments: object) -> str:
        app = make_app("evaluate", "status")
        result = CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)
        assert result.exit_code == 0
        return result.stdout

    def test_tables_figures_and_rows(self, tmp_path: Path):
        """One run writes all; a second one crawls nothing again."""
        pytest.importorskip("matplotlib")
        names = ("--strategy", "weft", "--strategy", "generic")
        files = ("--rows", tmp_path / "rows", "--out", tmp_path / "s.md", "--plots", tmp_path / "png")
        first = self.run(*self.ARGUMENTS, *names, *files, "--samples", "5")
        assert "weft" in first
        assert "generic" in first
        text = (tmp_path / "s.md").read_text()
        assert "### oldtable" in text
        assert "(png/strategies.png)" in text
        assert {"strategies.png", "strategies-samples.png"} <= {path.name for path in (tmp_path / "png").iterdir()}
        rows = (tmp_path / "rows").read_text()
        assert self.run(*self.ARGUMENTS, *names, *files, "--samples", "5") == first
        assert (tmp_path / "rows").read_text() == rows
        assert (tmp_path / "s.md").read_text() == text

    def test_json_lines(self):
        """A line a row, for programs."""
        (line,) = self.run(*self.ARGUMENTS, "--strategy", "weft", "--json").splitlines()
        row = json.loads(line)
        assert (row["site"], row["strategy"], row["entry_found"]) == ("oldtable", "weft", True)

    @pytest.mark.parametrize(
        "arguments", [(), ("--skin", "oldtable", "--strategy", "wefd"), ("--skin", "oldtable", "--samples", "ten")]
    )
    def test_mistakes_are_told(self, arguments: tuple[str, ...]):
        """Nothing to crawl, a strategy that is not there, numbers that are none."""
        with pytest.raises(UsageError):
            self.run("evaluate", "strategies", *arguments)

    def test_sites_side_by_side_give_the_same_rows(self):
        """Processes of their own change nothing but the time."""
        tasks = [Task(Terrain(skin, threads=8), ("weft",)) for skin in ("oldtable", "tiles")]

        def figures(jobs: int) -> list[tuple[str, int, float]]:
            found = [row for done in compare_strategies(tasks, jobs, print) for row in done.rows]
            return sorted((row.site, row.measures.requests, row.measures.coverage) for row in found)

        assert figures(2) == figures(1)
