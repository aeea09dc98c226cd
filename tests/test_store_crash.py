"""An archive whose process is killed at any step goes on where it was: nothing lost, nothing twice, files clean."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from weft.config import StoreConfig
from weft.page import Exchange
from weft.store import FAULT_VARIABLE, Discovered, SqliteArchive, Step, UrlState, Visit, open_archive

NOW = datetime(2024, 5, 1, tzinfo=UTC)
PAGES = 24
SMALL_FILES = StoreConfig(warc_max_bytes=4000, min_free_bytes=0)
# The program that is killed: this module's `crawl`, in a process of its own.
PROGRAM = """
import sys, pathlib
sys.path.insert(0, sys.argv[1])
import test_store_crash
test_store_crash.crawl(pathlib.Path(sys.argv[2]))
"""


def url(number: int) -> str:
    return f"http://forum.example/{number}"


def body(address: str) -> bytes:
    """Give text that does not compress well, the same for the same URL."""
    return b"".join(b"%d " % (hash_ * 2654435761 % 2**32) for hash_ in range(len(address), 120 + len(address)))


def found(number: int) -> Discovered:
    """Give a page of a thread: every four pages are one."""
    first = number // 4 * 4
    role = "thread" if number == first else "flip of thread"
    return Discovered(url(number), role=role, list=url(first), number=number - first + 1)


def visit(archive: SqliteArchive) -> list[Visit]:
    """Fetch the next few pages of an endless supply; each leads to the next three."""
    visits = []
    for lease in archive.lease(3, NOW):
        number = int(lease.url.rpartition("/")[2])
        exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), body(lease.url))
        links = tuple(found(n) for n in range(number + 1, min(number + 4, PAGES)))
        visits.append(Visit(lease, UrlState.FETCHED, exchange=exchange, discovered=links))
    return visits


def crawl(folder: Path) -> None:
    """Fetch until nothing is queued, as a crawl would."""
    with open_archive(folder, SMALL_FILES) as archive:
        archive.add([found(0)])
        while visits := visit(archive):
            archive.commit(visits)


def run_killed(folder: Path, fault: str) -> int:
    command = [sys.executable, "-c", PROGRAM, str(Path(__file__).parent), str(folder)]
    return subprocess.run(command, env={**os.environ, FAULT_VARIABLE: fault}, check=False, timeout=30).returncode


def assert_whole(folder: Path) -> None:
    """Every page there once, in tables, lists and files; the database sound; every record read by warcio."""
    with open_archive(folder, read_only=True) as archive:
        assert sorted(page.url for page in archive.pages()) == sorted(url(n) for n in range(PAGES))
        assert all(exchange.body == body(exchange.url) for exchange in archive.exchanges())
        summary = archive.summary()
        lists = {row.list: [(page.url, page.number) for page in row.pages] for row in archive.lists()}
    assert summary.by_state[UrlState.FETCHED] == summary.discovered == PAGES
    assert summary.roles == {"thread": PAGES // 4, "flip of thread": PAGES - PAGES // 4}
    assert lists == {url(n): [(url(n + page), page + 1) for page in range(4)] for n in range(0, PAGES, 4)}
    with sqlite3.connect(folder / "archive.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
    connection.close()
    files = sorted((folder / "warc").iterdir())
    assert all(path.name.endswith(".warc.gz") for path in files)
    assert Counter(address for path in files for address in responses(path)) == {url(n): 1 for n in range(PAGES)}


def responses(path: Path) -> list[str]:
    with path.open("rb") as file:
        records = ArchiveIterator(file, check_digests="raise")
        return [
            record.rec_headers.get_header("WARC-Target-URI")
            for record in records
            if record.content_stream().read() is not None and record.rec_type == "response"
        ]


@pytest.mark.parametrize("step", Step)
def test_kill_at_every_step(tmp_path: Path, step: Step) -> None:
    """SIGKILL at a step, then the same command: the archive is as if nothing had happened."""
    assert run_killed(tmp_path, f"{step}:2") == -signal.SIGKILL
    with open_archive(tmp_path, read_only=True) as archive:  # `weft status` before resuming
        assert len(list(archive.exchanges())) == archive.summary().by_state[UrlState.FETCHED]
    crawl(tmp_path)
    assert_whole(tmp_path)


@pytest.mark.parametrize("step", [Step.INSIDE_WARC_WRITE, Step.AFTER_WARC_SYNC, Step.BEFORE_DB_COMMIT])
def test_kill_in_the_first_commit(tmp_path: Path, step: Step) -> None:
    """A process killed before anything was committed leaves an archive that starts over."""
    assert run_killed(tmp_path, str(step)) == -signal.SIGKILL
    crawl(tmp_path)
    assert_whole(tmp_path)


def test_an_uncommitted_tail_is_cut(tmp_path: Path) -> None:
    """Bytes behind the last commit, whole records included, are gone after the next start."""
    run_killed(tmp_path, f"{Step.BEFORE_DB_COMMIT}:3")
    (growing,) = (tmp_path / "warc").glob("*.open")
    before = growing.stat().st_size
    with open_archive(tmp_path, SMALL_FILES) as archive:
        committed = archive.summary().warc_bytes
        assert growing.stat().st_size == committed - sum(p.stat().st_size for p in (tmp_path / "warc").glob("*.gz"))
        assert growing.stat().st_size < before


def test_leases_of_the_dead_are_free_at_once(tmp_path: Path) -> None:
    """What a killed process had leased is handed out by the next one without waiting, nothing counted."""
    run_killed(tmp_path, str(Step.AFTER_LEASE))
    with open_archive(tmp_path, SMALL_FILES) as archive:
        assert archive.summary().by_state[UrlState.LEASED] == 0
        assert [(lease.url, lease.tries) for lease in archive.lease(9, NOW)] == [(url(0), 0)]
    with open_archive(tmp_path, SMALL_FILES) as archive:
        assert archive.summary().by_state[UrlState.QUEUED] == 1


def test_an_interrupt_after_the_commit_loses_nothing(tmp_path: Path) -> None:
    """An exception between the database's commit and its caller does not cut committed records."""
    armed = []

    def interrupt(step: str) -> None:
        if armed and step == Step.BEFORE_DB_COMMIT:
            archive._database.connection.execute("COMMIT")
            raise KeyboardInterrupt

    with open_archive(tmp_path, SMALL_FILES, on_step=interrupt) as archive:
        archive.add([Discovered(url(0))])
        visits = visit(archive)
        armed.append(True)
        with pytest.raises(KeyboardInterrupt):
            archive.commit(visits)
        armed.clear()
        archive.commit(visit(archive))
    with open_archive(tmp_path, read_only=True) as archive:
        assert next(archive.exchanges()).body == body(url(0))
