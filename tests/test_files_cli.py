"""`weft search` and `weft files`: posts and files found and listed, for people and for programs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from weft.cli import make_app
from weft.errors import UsageError
from weft.page import Attachment, Crumb, Exchange, Post, ThreadPage
from weft.store import Discovered, FileText, NewFile, PageRow, Reading, UrlState, Visit, open_archive

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
SITE = "http://forum.example"
run, app = CliRunner(), make_app("search", "files", "crawl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with two posts: one carries a file that was fetched and one that was not."""
    path = tmp_path_factory.mktemp("files") / "a"
    files = (
        Attachment(f"{SITE}/f?id=1", "\x1b[31mbudget\u202e.txt", "txt"),
        Attachment(f"{SITE}/f?id=2", "lost.zip", "zip"),
    )
    posts = (
        Post("1", f"{SITE}/p1", "ann", "", NOW, text="The budget for turtles", own_text="x", attachments=files),
        Post("2", f"{SITE}/p2", "bob", "", NOW, text="No turtles at all"),
    )
    crumbs = (Crumb("Pets", f"{SITE}/b"),)
    with open_archive(path) as archive:
        archive.add([Discovered(files[0].url, role="attachment")])
        archive.add([Discovered(files[1].url, UrlState.EXCLUDED, "attachments are off", role="attachment")])
        archive.record([Reading(f"{SITE}/t", NOW, thread=ThreadPage("On turtles", crumbs, posts=posts))])
        (lease,) = archive.lease(1, NOW)
        spool = archive.spool()
        spool.write(b"income 5, expenses 7")
        file = NewFile(spool.finish(), "text", "txt", "text/plain", "")
        exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), b"")
        archive.commit([Visit(lease, UrlState.FETCHED, "", exchange, PageRow("attachment"), file=file)])
        archive.put_texts([FileText(file.part.digest, "income 5, expenses 7")])
    return path


def found(folder: Path, *words: str) -> list[dict[str, object]]:
    result = run.invoke(app, ["search", str(folder), *words, "--json"], catch_exceptions=False)
    return json.loads(result.stdout)


def test_posts_and_files_come_in_one_list(folder: Path):
    """A file with its path and the posts that carry it, a post with its address."""
    hits = found(folder, "turtles")
    assert sorted(str(hit["type"]) for hit in hits) == ["file", "post", "post"]
    (file,) = [hit for hit in hits if hit["type"] == "file"]
    assert Path(str(file["path"])).read_bytes() == b"income 5, expenses 7"
    assert [(post["id"], post["board"]) for post in file["posts"]] == [("1", "Pets")]  # type: ignore[attr-defined]
    assert {hit["id"] for hit in hits if hit["type"] == "post"} == {"1", "2"}


def test_a_search_may_be_narrowed(folder: Path):
    """To files, to posts, to a kind, an author, a time."""
    assert [hit["type"] for hit in found(folder, "turtles", "--files")] == ["file"]
    assert {hit["type"] for hit in found(folder, "turtles", "--posts")} == {"post"}
    assert [hit["type"] for hit in found(folder, "expenses", "--kind", "text")] == ["file"]
    assert found(folder, "expenses", "--kind", "pdf,zip") == []
    assert [hit["id"] for hit in found(folder, "turtles", "--author", "Bob")] == ["2"]
    assert found(folder, "turtles", "--since", "2024-06") == []
    assert len(found(folder, "turtles", "--until", "2024-06", "--board", "pets", "--no-rank", "--limit", "1")) == 1
    (hit,) = found(folder, "expenses")
    assert (hit["snippet"], hit["found"]) == ("income 5, expenses 7", ["expenses"])


def test_what_people_see_moves_no_cursor(folder: Path):
    """Names of files are shown without what a terminal would obey."""
    for arguments in (["search", str(folder), "budget"], ["files", str(folder)]):
        shown = run.invoke(app, arguments, catch_exceptions=False).stdout
        assert "budget" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown
    assert "Nothing was found." in run.invoke(app, ["search", str(folder), "absent"]).stdout


def test_files_are_listed_with_why_some_are_missing(folder: Path):
    """Kind, size, path and post; the reason where there is none."""
    shown = run.invoke(app, ["files", str(folder)], catch_exceptions=False).stdout
    assert "not fetched: attachments are off" in shown
    assert "2 files in posts, 1 of them in the archive" in shown
    rows = json.loads(run.invoke(app, ["files", str(folder), "--json"], catch_exceptions=False).stdout)
    assert [(row["fetched"], row["kind"], row["size"], row["why_not"]) for row in rows] == [
        (True, "text", 20, ""),
        (False, "", None, "attachments are off"),
    ]
    rows = json.loads(run.invoke(app, ["files", str(folder), "--kind", "zip", "--json"]).stdout)
    assert [row["name"] for row in rows] == ["lost.zip"]


def test_wishes_that_exclude_each_other_are_refused(folder: Path):
    """With what to do instead."""
    result = run.invoke(app, ["search", str(folder), "x", "--posts", "--kind", "pdf"])
    assert isinstance(result.exception, UsageError)
    result = run.invoke(app, ["crawl", "http://forum.example/", "--max-file-size", "many", "--out", str(folder)])
    assert isinstance(result.exception, UsageError)
    assert "like 500K, 20M or 10G" in str(result.exception)
