"""The forum in the files of an archive: kept through crashes, damage, rebuilding and older Wefts."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import test_store_crash as crash
from test_store_lists import make_schema_1
from weft.config import StoreConfig
from weft.errors import ArchiveCorrupt, UsageError, WeftError
from weft.page import Crumb, Exchange, IndexPage, Post, ThreadEntry, ThreadPage
from weft.store import (
    Assigned,
    Discovered,
    PageRow,
    Reading,
    SqliteArchive,
    Step,
    UrlState,
    Visit,
    open_archive,
    rebuild_from_warc,
)
from weft.store._schema import MIGRATIONS, migrate
from weft.store._tally import Kind, read_counts, recount

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
PAGES = 12


def url(number: int) -> str:
    return f"http://forum.example/{number}"


def a_reading(number: int, hour: int = 0, *, without: int = -1, wrapper: int = 1) -> Reading:
    """A page of a thread of three pages, four posts each; every second post of hour 1 and later is edited."""
    first = number // 3 * 3
    posts = []
    for place in range(4):
        text = f"word{number} says {place}" + (" again" if hour and place % 2 else "")
        author = f"user{(number + place) % 5}"
        posts.append(
            Post(f"{number}-{place}", author=author, time=NOW, text=text, own_text=text, html=f"<p>{text}</p>")
        )
    shown = tuple(post for place, post in enumerate(posts) if place != without)
    crumbs = (Crumb("Home", url(900)), Crumb(f"Board {first % 2}", url(901 + first % 2)))
    seen = NOW + timedelta(hours=hour)
    return Reading(
        url(number), seen, ThreadPage(f"Title {first}", crumbs, (), shown), None, url(first), number % 3 + 1, wrapper
    )


def fill(folder: Path) -> None:
    """Make a closed archive whose pages have been read three times: edits, and one post of each page gone."""
    with open_archive(folder, NO_GUARD) as archive:
        archive.add([Discovered(url(number), role="thread", list=url(number // 3 * 3)) for number in range(PAGES)])
        visits = []
        for lease in archive.lease(PAGES, NOW):
            number = int(lease.url.rpartition("/")[2])
            exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), random.Random(number).randbytes(300))
            visits.append(
                Visit(lease, UrlState.FETCHED, exchange=exchange, page=PageRow("thread"), reading=a_reading(number))
            )
        archive.commit(visits)
        rows = tuple(ThreadEntry(url(number), "", views=number) for number in range(0, PAGES, 3))
        archive.record([Reading(url(901), NOW, index=IndexPage("Board 0", (), (), rows))])
        for hour in (1, 2):
            archive.record(a_reading(number, hour, without=1) for number in range(PAGES))


def everything(archive: SqliteArchive) -> tuple[object, ...]:
    posts = list(archive.posts())
    versions = [archive.versions(row.thread, row.post.id) for row in posts]
    return (
        list(archive.boards()),
        list(archive.threads()),
        posts,
        versions,
        list(archive.users()),
        archive.search("says 2"),
    )


def assert_sound(folder: Path) -> None:
    with open_archive(folder, NO_GUARD) as archive:
        connection = archive._database.connection
        assert read_counts(connection)[Kind.FORUM] == recount(connection)[Kind.FORUM]
        connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None


def test_reading_only(tmp_path: Path) -> None:
    """An archive at rest is read and searched without a byte of it changing, and cannot be written."""
    fill(tmp_path)
    with open_archive(tmp_path, NO_GUARD) as archive:
        before = everything(archive)
    files = {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in tmp_path.rglob("*") if path.is_file()}
    with open_archive(tmp_path, read_only=True) as archive:
        assert everything(archive) == before
        assert len(archive.search("word3")) == 4
        with pytest.raises(UsageError, match="reading only"):
            archive.record([a_reading(0)])
    after = {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in tmp_path.rglob("*") if path.is_file()}
    assert after == files
    assert_sound(tmp_path)


def test_reading_beside_a_crawl(tmp_path: Path) -> None:
    """Another process sees posts as soon as they are committed."""
    with open_archive(tmp_path, NO_GUARD) as writer, open_archive(tmp_path, read_only=True) as reader:
        writer.record([a_reading(0)])
        listing = reader.posts()
        assert next(listing).post.id == "0-0"
        writer.record([a_reading(1)])
        assert [row.post.id for row in listing][:3] == ["0-1", "0-2", "0-3"]
        assert [hit.row.thread for hit in reader.search("word1", limit=1)] == [url(0)]


# Killed


def crash_reading(address: str) -> Reading:
    number = int(address.rpartition("/")[2])
    post = Post(str(number), author="ann", text=f"number{number}")
    return Reading(address, NOW, ThreadPage("T", (), (), (post,)), list=crash.found(number).list, number=number % 4 + 1)


def crawl(folder: Path) -> None:
    """The crawl of test_store_crash, with a reading for each page."""
    with open_archive(folder, crash.SMALL_FILES) as archive:
        archive.add([crash.found(0)])
        while visits := crash.visit(archive):
            archive.commit([_with_reading(visit) for visit in visits])


def _with_reading(visit: Visit) -> Visit:
    return Visit(
        visit.lease,
        visit.state,
        exchange=visit.exchange,
        discovered=visit.discovered,
        reading=crash_reading(visit.lease.url),
    )


@pytest.mark.parametrize("step", [Step.AFTER_WARC_SYNC, Step.INSIDE_DB, Step.BEFORE_DB_COMMIT, Step.AFTER_DB_COMMIT])
def test_killed_with_readings(tmp_path: Path, step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process killed in a commit leaves page and posts, or neither; the next one ends with every post once."""
    monkeypatch.setattr(crash, "PROGRAM", crash.PROGRAM.replace("test_store_crash", "test_store_forum_files"))
    assert crash.run_killed(tmp_path, f"{step}:3") == -signal.SIGKILL
    with open_archive(tmp_path, read_only=True) as archive:
        summary = archive.summary()
        assert summary.posts == summary.by_state[UrlState.FETCHED] > 0
        assert len(archive.search("number0")) == 1
    crawl(tmp_path)
    crash.assert_whole(tmp_path)
    assert_sound(tmp_path)
    with open_archive(tmp_path, read_only=True) as archive:
        assert [row.post.id for row in archive.posts()] == [str(number) for number in range(crash.PAGES)]
        assert archive.summary().threads == crash.PAGES // 4


# Older archives


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_archive_goes_on(tmp_path: Path, version: int) -> None:
    """An archive made before posts were kept gets the tables when it is opened; its pages are to be read."""
    make_schema_1(tmp_path)
    if version == 2:
        connection = sqlite3.connect(tmp_path / "archive.db", isolation_level=None)
        migrate(connection, tmp_path, MIGRATIONS[:2])
        connection.close()
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert (archive.summary().posts, list(archive.unread(0))) == (0, [])
        archive.assign(Assigned(url(number), "thread", url(number), 1) for number in range(1, 41))
        pages = list(archive.unread(0))
        assert len(pages) == 40
        archive.record(a_reading(int(page.rpartition("/")[2])) for page in pages)
        assert list(archive.unread(1)) == []
        assert archive.summary().posts == 160
        assert archive.summary().excluded == {}
    assert_sound(tmp_path)


# Damage


def test_a_rebuild_keeps_the_forum(tmp_path: Path) -> None:
    """Boards, threads, posts, old versions and gone ones come over from the old database; all is to be read again."""
    fill(tmp_path)
    with open_archive(tmp_path, read_only=True) as archive:
        before = everything(archive)
        posts = archive.summary().posts
        assert sum(1 for row in archive.posts() if row.gone) == PAGES
    report = rebuild_from_warc(tmp_path)
    assert (report.pages, report.posts) == (PAGES, posts)
    assert_sound(tmp_path)
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert everything(archive) == before
        archive.assign(Assigned(url(number), "thread", url(number // 3 * 3), 0) for number in range(PAGES))
        assert len(list(archive.unread(0))) == PAGES
        archive.record(a_reading(number, 2, without=1, wrapper=2) for number in range(PAGES))
        assert everything(archive) == before
        assert list(archive.unread(2)) == []


def test_a_rebuild_from_a_lost_database(tmp_path: Path) -> None:
    """Without the old one there are the pages, and no posts until they are read."""
    fill(tmp_path)
    (tmp_path / "archive.db").write_bytes(b"lost" * 4096)
    report = rebuild_from_warc(tmp_path)
    assert (report.pages, report.posts) == (PAGES, 0)
    assert_sound(tmp_path)
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert (list(archive.posts()), archive.summary().threads) == ([], 0)


def damaged_copies(good: Path, where: Path, number: int, flips: int) -> list[Path]:
    """Copies of an archive, each with some bytes of its database's rows flipped."""
    rng = random.Random(5)
    copies = []
    for turn in range(number):
        folder = where / str(turn)
        shutil.copytree(good, folder)
        data = bytearray((folder / "archive.db").read_bytes())
        for _ in range(flips):
            data[rng.randrange(4096, len(data))] ^= 1 << rng.randrange(8)
        (folder / "archive.db").write_bytes(data)
        copies.append(folder)
    return copies


def test_a_rebuild_from_a_damaged_database(tmp_path: Path) -> None:
    """What can be read comes over, the rest is left out, and the new archive is sound."""
    fill(tmp_path / "good")
    with open_archive(tmp_path / "good", read_only=True) as archive:
        whole = archive.summary().posts
    rescued = []
    for folder in damaged_copies(tmp_path / "good", tmp_path, 8, 6):
        report = rebuild_from_warc(folder)
        assert report.pages == PAGES
        rescued.append(report.posts)
        assert_sound(folder)
        with open_archive(folder, NO_GUARD) as archive:
            everything(archive)
            archive.record(a_reading(number, 3, without=1, wrapper=2) for number in range(PAGES))
            assert archive.summary().posts >= 3 * PAGES
    assert max(rescued) == whole
    assert sum(rescued) > 0.7 * whole * len(rescued)


def test_flipped_bytes(tmp_path: Path) -> None:
    """Bytes flipped anywhere in the forum's tables: every call works, or says in a sentence what is wrong."""
    fill(tmp_path / "good")
    told = 0
    for folder in damaged_copies(tmp_path / "good", tmp_path, 30, 8):
        try:
            with open_archive(folder, NO_GUARD) as archive:
                everything(archive)
                archive.summary()
                list(archive.unread(9))
                archive.record(a_reading(number, 3) for number in range(PAGES))
                archive.record([Reading(url(901), NOW + timedelta(hours=9), index=IndexPage("Board"))])
        except WeftError:
            told += 1
    assert told > 5


def test_a_post_that_does_not_unpack(tmp_path: Path) -> None:
    """A row that Weft cannot have written is called damage, not handed on."""
    fill(tmp_path)
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive._database.connection.execute("UPDATE posts SET rest = x'00ff' WHERE id = 3")
        with pytest.raises(ArchiveCorrupt, match="damaged"):
            list(archive.posts())


def test_disk_full_while_recording(tmp_path: Path) -> None:
    """When there is no room, nothing of the readings stays, and they go in later."""
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.record([a_reading(0)])
        connection = archive._database.connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(WeftError, match="full"):
            archive.record(a_reading(number) for number in range(400))
        assert archive.summary().posts == 4
        connection.execute("PRAGMA max_page_count = 1000000")
        assert archive.record(a_reading(number) for number in range(400)).new == 1596
    assert_sound(tmp_path)
