"""Measures, mirrored sites, simulated subjects, pinned floors."""

from __future__ import annotations

import asyncio
import json
import lzma
from datetime import datetime
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from weft.classify import Example, FeatureTable, PageLabel, default_site_table, site_feature_names, train_site
from weft.crawl import Scribe
from weft.errors import UsageError
from weft.evaluate import (
    AloneJudge,
    CrawlResult,
    ListJudge,
    Measures,
    PageType,
    SiteTruth,
    Subject,
    UrlTruth,
    _posts_alone,
    check_floor,
    evaluate_crawl,
    figures_of,
    load_floors,
    load_site,
    measure,
    raise_floor,
    run_draws,
    save_floors,
    simulated_subject,
    site_examples,
    skin_examples,
    summarise_draws,
)
from weft.page import Page, ThreadPage
from weft.simulate import Trait, make_site
from weft.store import Archive, PageRow, Reading
from weft.traversal import Plan

ENTRY = "http://127.0.0.1:8999/f/"


def write_site(folder: Path) -> Path:
    """A mirrored site of four pages and a file: entry, board, thread, the thread again by another address."""
    pages = {
        "": ('<a href="b?id=1&amp;x=ä">board</a>', "entry", "entry"),
        "b?id=1&x=%C3%A4": ('<a href="t/1">thread</a>', "index", "board:1:p1"),
        "t/1": (
            '<a href="../p/7">post</a><a href="../file/1">file</a><a href="../gone">gone</a>',
            "thread",
            "thread:1:p1",
        ),
        "p/7": ("same", "thread", "thread:1:p1"),
        "t/2": ("unreachable", "thread", "thread:2:p1"),
    }
    folder.mkdir()
    (folder / "meta.json").write_text(json.dumps({"name": "tiny", "entry": ENTRY}))
    rows = [
        {"url": ENTRY + path, "status": 200, "headers": {"content-type": "text/html"}, "body": body}
        for path, (body, _, _) in pages.items()
    ]
    rows.append(
        {"url": ENTRY + "file/1", "status": 200, "headers": {"content-type": "image/png"}, "body_b64": "iVBORw=="}
    )
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    truth = [{"url": ENTRY + path, "type": kind, "valid": True, "key": key} for path, (_, kind, key) in pages.items()]
    truth.append({"url": ENTRY + "file/1", "type": "attachment", "valid": True, "key": None})
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in truth))
    return folder


def test_a_mirrored_site_is_crawled_and_scored(tmp_path: Path):
    """Coverage, duplicates and waste come from what the server was asked for; files and robots.txt do not count."""
    site = load_site(write_site(tmp_path / "site"))
    subject = Subject(site.name, site.entry, site.transport, site.truth, lambda: site.requested)
    result = asyncio.run(evaluate_crawl(subject, "generic"))
    m = result.measures
    assert (m.requests, m.coverage, m.board_coverage) == (5, 0.5, 1.0)
    assert (m.effectiveness, m.thread_share, m.duplicate, m.invalid) == (0.6, 0.2, 0.2, 0.2)
    assert (m.thread_pages, m.index_pages, m.attachments) == (2, 2, 1)
    assert result.to_dict()["site"] == "tiny"
    assert result.ending == "done"


def test_a_folder_that_is_no_site_is_named(tmp_path: Path):
    """With the file that is missing."""
    with pytest.raises(UsageError, match=r"meta\.json"):
        load_site(tmp_path)


def test_an_empty_log_scores_nothing():
    """No division by zero."""
    truth = SiteTruth(lambda _url: UrlTruth(PageType.OTHER), {PageType.THREAD: frozenset({"t"})})
    assert measure([], truth).coverage == 0.0


@pytest.mark.parametrize("skin", ["oldtable", "maze", "answers", "journal", "postbag", "tree"])
def test_the_generic_strategy_reaches_every_page_of_a_skin(skin: str):
    """Coverage 1 on every kind of site, nothing acted, at the baseline's price."""
    site = make_site(skin, threads=12, without={Trait.CALENDAR})
    result = asyncio.run(evaluate_crawl(simulated_subject(site), "generic"))
    assert result.measures.coverage == 1.0
    assert result.measures.board_coverage == 1.0
    assert result.measures.effectiveness < 0.9
    assert site.acted == 0
    assert result.ending == "done"


def test_an_endless_site_is_left():
    """A calendar has no end; the evaluation has."""
    site = make_site("oldtable", threads=3)
    result = asyncio.run(evaluate_crawl(simulated_subject(site), "generic"))
    assert result.ending == "limit"


def test_what_lists_say_of_threads_and_boards_is_counted():
    """Shares of threads and boards, and how many threads are marked; whoever looks next is shown the archive, too."""
    then: list[int] = []
    judge = ListJudge(lambda archive, plan: then.append(len(list(archive.threads()))))
    asyncio.run(evaluate_crawl(simulated_subject(make_site("oldtable", threads=40)), "weft", look=judge))
    assert then == [40]
    assert {name for name, value in judge.figures.items() if value == 1.0} >= {"boarded", "replies", "views"}
    assert judge.figures["sticky"] + judge.figures["locked"] > 0
    assert judge.figures["descriptions"] > 0.5


@pytest.mark.parametrize(("lost", "found"), [(0, 1.0), (1, 0.0)])
def test_pages_read_alone_are_compared_with_what_the_whole_site_tells(
    monkeypatch: pytest.MonkeyPatch, lost: int, found: float
):
    """Read as the site's wrapper reads them all is right, without posts nothing; whoever looks next sees it, too."""

    def read(page: Page, now: datetime) -> ThreadPage:
        return ThreadPage() if lost else known[page.url]

    known: dict[str, ThreadPage] = {}
    read_thread = Scribe.read_thread

    def keep(scribe: Scribe, page: Page, row: PageRow, at: datetime) -> Reading | None:
        reading = read_thread(scribe, page, row, at)
        if reading is not None and reading.thread is not None:
            known[page.url] = reading.thread
        return reading

    def look(archive: Archive, plan: Plan) -> None:
        monkeypatch.setattr(_posts_alone, "extract_page", read)
        monkeypatch.setattr(Scribe, "read_thread", keep)
        judge(archive, plan)

    then: list[int] = []
    judge = AloneJudge(lambda archive, plan: then.append(len(list(archive.threads()))))
    asyncio.run(evaluate_crawl(simulated_subject(make_site("oldtable", threads=40)), "weft", look=look))
    assert then == [40]
    assert judge.figures == dict.fromkeys(("one", "few", "more", "author", "day"), found)


class TestFloors:
    """Pinned figures can rise and never fall."""

    FOUND: ClassVar = {"coverage": 0.9, "board_coverage": 1.0, "effectiveness": 0.5, "requests": 100.0}

    def test_worse_figures_are_told(self):
        """Shares below, requests above."""
        floors = {"a/generic": {"coverage": 0.95, "requests": 90}}
        assert [s.figure for s in check_floor("a/generic", self.FOUND, floors)] == ["coverage", "requests"]
        assert "pinned at 0.95" in str(check_floor("a/generic", self.FOUND, floors)[0])

    def test_equal_and_better_figures_pass(self):
        """A hair's breadth is no failure."""
        floors = {"a/generic": {"coverage": 0.9015, "effectiveness": 0.4, "requests": 100}}
        assert check_floor("a/generic", self.FOUND, floors) == []

    def test_a_subject_without_floors_is_a_shortfall(self):
        """Nothing is checked silently against nothing."""
        assert check_floor("new/generic", self.FOUND, {})

    def test_pinning_never_lowers(self, tmp_path: Path):
        """The better of old and new is kept, and survives the file."""
        floors = raise_floor("a/generic", self.FOUND, {"a/generic": {"coverage": 0.99, "requests": 120}})
        assert floors["a/generic"] == {**self.FOUND, "coverage": 0.99}
        save_floors(tmp_path / "q" / "floors.json", floors)
        assert load_floors(tmp_path / "q" / "floors.json") == floors

    def test_a_missing_or_broken_file_is_named(self, tmp_path: Path):
        """One clear sentence each."""
        with pytest.raises(UsageError, match="--pin"):
            load_floors(tmp_path / "none.json")
        (tmp_path / "bad.json").write_text("{")
        with pytest.raises(UsageError, match="cannot be read"):
            load_floors(tmp_path / "bad.json")

    def test_the_figures_of_a_result(self):
        """Those that are pinned, no others."""
        measures = Measures(100, 0.9, 1.0, 0.5, 0.4, 0.3, 0.2, 10, 5, 0)
        assert figures_of(CrawlResult("a", "generic", measures, 0, 1.0, "done")) == self.FOUND


def test_a_mirrored_site_is_sampled_with_its_further_addresses(tmp_path: Path):
    """Each page is judged by the first address the mirror met; a further one is judged too, and never trained on."""
    examples = list(site_examples(write_site(tmp_path / "site")))
    assert {(e.label, e.weight) for e in examples} == {
        (PageLabel.INDEX, 6.0),  # the entry
        (PageLabel.INDEX, 1.0),
        (PageLabel.THREAD, 1.0),
        (PageLabel.THREAD, 0.0),  # the post's own address
    }
    assert all(len(e.features) == len(site_feature_names()) and e.is_real for e in examples)


def labelled_site(name: str, package: str, *, copies: bool) -> list[Example]:
    """A real site whose features say what its pages are, and a copy of a thread that they do not know."""
    names = site_feature_names()
    rows = [(PageLabel.INDEX, "board", 1.0), (PageLabel.THREAD, "thread", 1.0), (PageLabel.OTHER, "", 1.0)]
    rows += [(PageLabel.THREAD, "", 0.0)] if copies else []
    return [
        Example(name, package, True, label, np.array([float(n == feature) for n in names]), weight)
        for label, feature, weight in rows
        for _ in range(4)
    ]


def test_packages_that_were_trained_on_are_not_tested():
    """Two sites of one software are never on both sides of a draw; copies count only if they are asked for."""
    examples = [
        *labelled_site("one", "same", copies=True),
        *labelled_site("two", "same", copies=True),
        *labelled_site("three", "other", copies=True),
    ]
    table = FeatureTable(site_feature_names(), tuple(examples))
    for draw in run_draws(table, 1, draws=6, fit=train_site):
        trained, tested = set(draw.trained_on), set(draw.by_site)
        assert not trained & tested
        assert ("one" in trained) <= ("two" not in tested)
    once = summarise_draws(1, run_draws(table, 1, draws=6, fit=train_site))
    assert once.figures["thread recall"] == (1.0, 0.0)
    twice = summarise_draws(1, run_draws(table, 1, draws=6, fit=train_site, copies=True))
    assert twice.figures["thread recall"] == (0.5, 0.0)


def test_pages_of_a_simulated_site_are_told_together():
    """Views of boards and threads included, by models that were trained on sites of other markups."""
    table = default_site_table()
    others = [e.site for e in table.examples if e.site != "loud"]
    classifier = train_site(table.of(others))
    judged = [(e.label, classifier.judge(e.features).label) for e in skin_examples("loud", number=25)]
    assert sum(true is said for true, said in judged) >= 0.95 * len(judged)
