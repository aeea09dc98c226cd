"""`weft export`: from an archive folder to a file, and what is said when it cannot be."""

from __future__ import annotations

import csv
import json
import mailbox
import shutil
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from export_forum import HOST, REPAIR, SEEN, TALK, ListForum, small_forum
from weft.cli import make_app
from weft.errors import ArchiveMissing, UsageError, WeftError
from weft.page import BoardEntry, IndexPage, ThreadEntry, ThreadPage
from weft.store import MemoryArchive, Reading, SqliteArchive, export_html, export_jsonl, open_archive

FORMATS = ["jsonl", "parquet", "csv", "mbox", "html"]


def record(forum: ListForum, archive: SqliteArchive | MemoryArchive) -> None:
    """Put a forum held in lists into an archive, page by page as a crawl would."""
    boards = tuple(BoardEntry(row.url, row.title, row.description) for row in forum.known if not row.parent)
    readings = [Reading(f"{HOST}/", SEEN, index=IndexPage("Forum", (), boards))]
    for row in forum.known:
        below = tuple(BoardEntry(b.url, b.title, b.description) for b in forum.known if b.parent == row.url)
        entries = tuple(
            ThreadEntry(t.url, t.title, replies=t.replies, views=t.views, sticky=t.sticky, locked=t.locked)
            for t, _ in forum.held
            if t.board == row.url
        )
        readings.append(
            Reading(row.url, SEEN, index=IndexPage(row.title, row.path, below, entries), list=row.url, number=1)
        )
    for thread, rows in forum.held:
        pages = {number: [row.post for row in part] for number, part in groupby(rows, lambda row: row.page)} or {1: []}
        for number, posts in pages.items():
            page = ThreadPage(thread.title, thread.path, thread.tags, tuple(posts), thread.locked)
            readings.append(Reading(thread.pages[number - 1], SEEN, page, list=thread.url, number=number))
    archive.record(readings)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archives") / "forum"
    with open_archive(path) as archive:
        archive.put_setting("start", f"{HOST}/")
        record(small_forum(), archive)
    return path


def weft(*arguments: object) -> None:
    """Run the command in this process; errors come as they are."""
    make_app("export")(["export", *map(str, arguments)], standalone_mode=False)


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kind", ["folder", "memory"])
def test_an_archive_gives_what_was_put_in(tmp_path: Path, kind: str):
    """The same threads and posts, whether it is a folder or in memory."""
    archive = open_archive(tmp_path / "a") if kind == "folder" else MemoryArchive()
    record(small_forum(), archive)
    export_jsonl(archive, tmp_path / "archive.jsonl")
    archive.close()
    export_jsonl(small_forum(), tmp_path / "lists.jsonl")
    assert read_lines(tmp_path / "archive.jsonl") == read_lines(tmp_path / "lists.jsonl")


def test_every_format_comes_out_of_an_archive(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """With as many posts, and a line that says so."""
    for name in FORMATS:
        weft(folder, "--format", name, "--out", tmp_path / name)
        assert f"4 posts of 3 threads written to {tmp_path / name}" in capsys.readouterr().out
    assert sum(len(thread["posts"]) for thread in read_lines(tmp_path / "jsonl")) == 4
    assert pq.read_table(tmp_path / "parquet").num_rows == 4
    with (tmp_path / "csv").open(newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 4
    box = mailbox.mbox(tmp_path / "mbox")
    assert len(box) == 4
    box.close()
    assert "forum.example" in (tmp_path / "html" / "index.html").read_text()


def test_a_board_and_a_time_are_chosen(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """As the options say; a day, a month or a year is a time, too."""
    out = tmp_path / "f.jsonl"
    for choice, said in [
        (("--board", REPAIR[0].text), "1 post of 1 thread "),
        (("--board", TALK[0].url), "3 posts of 2 threads "),
        (("--since", "2024-05-01T16:30+02:00"), "2 posts of 2 threads "),
        (("--until", "2024-05-01T14:30"), "1 post of 1 thread "),
        (("--since", "2024-05", "--until", "2024-05-02"), "3 posts of 2 threads "),
        (("--since", "2025"), "0 posts of 0 threads "),
    ]:
        weft(folder, "--format", "jsonl", "--out", out, *choice)
        assert said in capsys.readouterr().out, choice


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "csv", "--board", "Cooking"), "Talk"),
        (("--format", "csv", "--since", "yesterday"), "2024-05-01"),
        (("--format", "csv", "--until", "2024-13"), "--until '2024-13' is no time"),
        (("--format", "warc", "--since", "2024"), "warc holds whole responses"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(folder: Path, tmp_path: Path, arguments: tuple[str, ...], said: str):
    """And nothing is written."""
    with pytest.raises(UsageError) as raised:
        weft(folder, *arguments, "--out", tmp_path / "f")
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [*FORMATS, "warc"])
def test_an_archive_is_not_written_into(folder: Path, name: str):
    """A name given by mistake would replace a part of it."""
    before = sorted(folder.parent.rglob("*"))
    for place in (folder, folder / "archive.db", folder / "new", folder.parent):
        with pytest.raises(UsageError):
            weft(folder, "--format", name, "--out", place)
    assert sorted(folder.parent.rglob("*")) == before


@pytest.mark.parametrize("name", [*FORMATS, "warc"])
def test_no_archive(tmp_path: Path, name: str):
    """The error says how to make one."""
    with pytest.raises(ArchiveMissing, match="weft crawl"):
        weft(tmp_path / "nowhere", "--format", name, "--out", tmp_path / "f")
    assert not list(tmp_path.iterdir())


def test_parquet_without_pyarrow(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(WeftError, match=r'pip install "weft\[parquet\]"'):
        weft(folder, "--format", "parquet", "--out", tmp_path / "f")


def test_an_export_changes_nothing_in_the_archive(folder: Path, tmp_path: Path):
    """It reads only."""
    shutil.copytree(folder, tmp_path / "copy")
    before = {path: path.read_bytes() for path in (tmp_path / "copy").rglob("*") if path.is_file()}
    weft(tmp_path / "copy", "--format", "jsonl", "--out", tmp_path / "f")
    assert {path: path.read_bytes() for path in (tmp_path / "copy").rglob("*") if path.is_file()} == before


def test_a_crawl_may_go_on_meanwhile(tmp_path: Path):
    """An export beside a writer sees what was committed before it began."""
    with open_archive(tmp_path / "a") as writer:
        record(small_forum(), writer)
        with open_archive(tmp_path / "a", create=False, read_only=True) as reader:
            assert export_html(reader, tmp_path / "copy").posts == 4
            record(ListForum(small_forum().held[:1]), writer)
            assert export_jsonl(reader, tmp_path / "f").posts == 4
