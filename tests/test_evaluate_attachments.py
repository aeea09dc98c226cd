"""Paper 004's experiment: worlds drawn without a thought of ranks, queries with known answers, tables."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from weft.attachments import RANKINGS
from weft.cli import make_app
from weft.evaluate import (
    ATTACHMENT_WORLDS,
    AttachmentRun,
    WorldSetting,
    attachment_tables,
    best_gain,
    draw_board,
    make_world,
    run_attachments,
)

SMALL = 0.008


def heard_of(setting: WorldSetting) -> float:
    """How far references follow importance: the correlation of their logarithms, among the older half."""
    world = make_world(setting)
    old = slice(0, world.notices // 2)
    often = np.bincount(world.references[1], minlength=world.notices)
    return float(np.corrcoef(np.log1p(often[old]), np.log(world.importance[old]))[0, 1])


def test_a_world_is_drawn_by_its_seed_alone():
    """The same setting gives the same board, the same texts and the same queries."""
    one, two = draw_board(WorldSetting(SMALL)), draw_board(WorldSetting(SMALL))
    assert one[1] == two[1]
    assert one[0].texts == two[0].texts
    assert (one[0].world.wanted == two[0].world.wanted).all()
    assert draw_board(WorldSetting(SMALL, seed=2))[1] != one[1]


def test_at_full_size_there_are_as_many_pages_and_files_as_in_the_paper():
    """60,000 in all, but for chance."""
    world = make_world(WorldSetting())
    assert 0.95 < (world.notices * (1 + 1 / 25) + world.files) / 60_000 < 1.05


def test_references_go_back_in_time_and_by_importance_only_where_asked():
    """In the world of random links they say nothing of importance."""
    world = make_world(WorldSetting(0.1))
    sources, targets = world.references
    assert (targets < sources).all()
    assert heard_of(WorldSetting(0.3)) > 0.3
    assert abs(heard_of(WorldSetting(0.3, link_bias=0.0))) < 0.05


@pytest.mark.parametrize("name", ATTACHMENT_WORLDS)
def test_every_world_has_the_same_share_of_wanted_files(name: str):
    """Worlds differ in who is wanted, not in how many, so that their precisions can be compared."""
    setting = ATTACHMENT_WORLDS[name]
    world = make_world(WorldSetting(0.2, 5, setting.link_bias, setting.need_bias, setting.fresh_bias))
    assert world.wanted.mean() == pytest.approx(0.88, abs=0.015)


def test_queries_are_words_of_a_subject():
    """Six groups; each query has two or three keywords of the subject that is meant."""
    site, groups = draw_board(WorldSetting(SMALL), queries=20)
    assert [len(group) for group in groups] == [20] * 6
    texts = [site.texts.texts[file] for file in range(site.world.files)]
    for query in groups[0]:
        words = query.words.split()
        assert len(words) in (2, 3)
        on_subject = " ".join(texts[file] for file in np.flatnonzero(site.world.file_subject == query.subject))
        assert set(words) <= set(on_subject.split())


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> AttachmentRun:
    """A small world, put into a real archive and searched in some ways."""
    folder = tmp_path_factory.mktemp("attachments") / "archive"
    rankings = {name: RANKINGS[name] for name in ("paper", "weft")}
    setting = WorldSetting(SMALL, seed=1)
    return run_attachments(folder, "board", setting, rankings=rankings, queries=3, tell=lambda line: None)


def test_all_ways_of_searching_are_judged(run: AttachmentRun):
    """Through pages, without rank and with each ranking; what is on the subject is no less than what is wanted."""
    assert [row.search for row in run.rows] == ["pages", "files", "paper", "weft"]
    for row in run.rows:
        assert len(row.groups) == 6
        assert 0.3 < row.precision <= row.on_subject <= 1
        assert len(row.milliseconds) == 18
    assert run.counts["links"] > run.counts["notices"]


def test_a_search_for_files_beats_one_through_pages(run: AttachmentRun):
    """The first half of what the paper found: pages carry files that are about something else."""
    precision = {row.search: row.on_subject for row in run.rows}
    assert precision["files"] > precision["pages"] + 0.01


def test_tables_are_those_of_the_paper(run: AttachmentRun):
    """Precision by group beside the paper's, times of one query and of all, handling time, worlds side by side."""
    precision, times, handling = attachment_tables([run])
    assert [row[0] for row in precision.rows] == ["1", "2", "3", "4", "5", "6", "mean", "on the subject"]
    assert precision.rows[6][1:3] == ("0.680", "0.850")
    assert len(times.rows) == 12
    assert handling.rows[0][0] == "pages and their posts"
    assert next(iter(precision.markdown())).startswith("| group | paper: before | paper: after | pages | files |")
    best, figure, gain = best_gain(run)
    assert figure == max(row.precision for row in run.rows)
    assert gain == pytest.approx(figure - run.rows[0].precision)
    assert best in [row.search for row in run.rows]


def test_the_command_prints_rows_and_writes_tables(tmp_path: Path):
    """Two worlds make a table that compares them."""
    out = tmp_path / "tables.md"
    words = "evaluate attachments --scale 0.002 --queries 1 --ranking weft --world board --json --out"
    done = CliRunner().invoke(make_app("evaluate"), [*words.split(), str(out), "--world", "random links"])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [(row["world"], row["search"]) for row in rows] == [
        (world, search) for world in ("board", "random links") for search in ("pages", "files", "weft")
    ]
    assert "## Mean precision by world" in out.read_text(encoding="utf-8")


def test_a_misspelt_ranking_is_told_before_anything_is_run():
    """With the names there are."""
    done = CliRunner().invoke(make_app("evaluate"), ["evaluate", "attachments", "--ranking", "pagerank"])
    assert done.exit_code != 0
    assert "paper, navigation, posts, attention, weft" in str(done.exception)
