"""Everything that can be wrong with an archive's folder is said in one sentence, and nothing committed is lost."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weft.config import StoreConfig
from weft.errors import (
    ArchiveCorrupt,
    ArchiveLocked,
    ArchiveMissing,
    DiskFull,
    StoreError,
    UsageError,
    WeftError,
)
from weft.page import Exchange
from weft.store import (
    Assigned,
    Discovered,
    HostRow,
    Lease,
    PageRow,
    SqliteArchive,
    UrlState,
    Visit,
    export_warc,
    open_archive,
    rebuild_from_warc,
)
from weft.store._schema import MIGRATIONS, Migration, migrate, read_version
from weft.store._tally import Kind, read_counts, recount

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)


def url(number: int) -> str:
    return f"http://forum.example/{number}"


def noise(number: int, length: int = 600) -> bytes:
    return random.Random(number).randbytes(length)


def a_visit(archive: SqliteArchive, length: int = 600, status: int = 200) -> Visit:
    (lease,) = archive.lease(1, NOW)
    number = int(lease.url.rpartition("/")[2])
    headers = ((b"Location", b"/0"),) if status == 301 else ()
    exchange = Exchange(lease.url, NOW, "GET", (), status, "OK", headers, noise(number, length))
    return Visit(lease, UrlState.FETCHED, exchange=exchange, page=PageRow("thread", "A title"))


def fill(folder: Path, pages: int = 12, config: StoreConfig = NO_GUARD) -> None:
    """Make a closed archive with some pages, and one URL more that is queued."""
    with open_archive(folder, config) as archive:
        archive.add([Discovered(url(n), list=url(n // 4 * 4), number=n % 4 + 1) for n in range(pages + 1)])
        archive.put_host(HostRow("http://forum.example", NOW))
        for _ in range(pages):
            archive.commit([a_visit(archive)])


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


# What is wrong with the place


def test_folder_is_a_file(tmp_path: Path) -> None:
    """A file where the folder should be is the user's mistake, said so."""
    (tmp_path / "a").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        open_archive(tmp_path / "a")
    with pytest.raises(StoreError, match="cannot be used"):
        open_archive(tmp_path / "a" / "b")


def test_folder_cannot_be_made() -> None:
    """A place where nothing can be written is named."""
    with pytest.raises(StoreError, match="/proc/weft"):
        open_archive(Path("/proc/weft"))


@pytest.mark.parametrize("make", [lambda p: p.mkdir(), lambda p: None])
def test_no_archive(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """Without an archive there is nothing to read, and reading makes none."""
    make(tmp_path / "a")
    before = sorted(tmp_path.rglob("*"))
    for options in ({"read_only": True}, {"create": False}):
        with pytest.raises(ArchiveMissing, match="weft crawl"):
            open_archive(tmp_path / "a", **options)
    with pytest.raises(ArchiveMissing):
        export_warc(tmp_path / "a", tmp_path / "out.warc.gz")
    with pytest.raises(ArchiveMissing):
        rebuild_from_warc(tmp_path / "a")
    assert sorted(tmp_path.rglob("*")) == before


def test_database_lost(tmp_path: Path) -> None:
    """WARC files without a database are never taken for an empty archive; rebuilding is proposed."""
    fill(tmp_path)
    (tmp_path / "archive.db").unlink()
    for read_only in (True, False):
        with pytest.raises(ArchiveCorrupt, match="rebuild_from_warc"):
            open_archive(tmp_path, read_only=read_only)


@pytest.mark.parametrize("content", [b"no database at all, just text" * 99, b"SQLite format 3\0" + bytes(5000)])
def test_not_a_database(tmp_path: Path, content: bytes) -> None:
    """A file that is no database is called damaged and stays as it is."""
    (tmp_path / "archive.db").write_bytes(content)
    for read_only in (True, False):
        with pytest.raises(ArchiveCorrupt, match="damaged"):
            open_archive(tmp_path, read_only=read_only)
    assert (tmp_path / "archive.db").read_bytes() == content


def test_somebody_elses_database(tmp_path: Path) -> None:
    """A database of another program is refused, not written into."""
    with sqlite3.connect(tmp_path / "archive.db") as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()
    with pytest.raises(ArchiveCorrupt, match="not a database of Weft"):
        open_archive(tmp_path)


def test_newer_schema(tmp_path: Path) -> None:
    """An archive written by a newer Weft is refused for reading and writing."""
    fill(tmp_path, 1)
    with sqlite3.connect(tmp_path / "archive.db") as connection:
        connection.execute("INSERT INTO migrations VALUES (99, 'future', '')")
    connection.close()
    for read_only in (True, False):
        with pytest.raises(StoreError, match="newer Weft"):
            open_archive(tmp_path, read_only=read_only)


def test_archive_never_finished(tmp_path: Path) -> None:
    """A database whose making was cut short is no archive to read, and is made whole by the next crawl."""
    (tmp_path / "archive.db").touch()
    with pytest.raises(ArchiveMissing, match="never finished"):
        open_archive(tmp_path, read_only=True)
    fill(tmp_path, 1)


def test_migrations_are_whole_or_nothing(tmp_path: Path) -> None:
    """From version 1 on each step is recorded with its change; one that fails leaves the version before it."""
    fill(tmp_path, 2)
    connection = sqlite3.connect(tmp_path / "archive.db", isolation_level=None)

    def widen(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE urls ADD COLUMN colour TEXT")

    def fail(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE urls ADD COLUMN taste TEXT")
        raise ZeroDivisionError

    good, bad = Migration("colour", widen), Migration("taste", fail)
    assert read_version(connection) == len(MIGRATIONS)
    assert migrate(connection, tmp_path, (*MIGRATIONS, good)) == 1
    with pytest.raises(ZeroDivisionError):
        migrate(connection, tmp_path, (*MIGRATIONS, good, bad))
    columns = [row[1] for row in connection.execute("PRAGMA table_info(urls)")]
    assert "colour" in columns
    assert "taste" not in columns
    assert read_version(connection) == len(MIGRATIONS) + 1
    assert connection.execute("SELECT count(*) FROM pages").fetchone() == (2,)
    connection.close()


# Two at a time


def test_second_process_is_refused(tmp_path: Path) -> None:
    """A second process is refused at once, told who has the archive, and the first goes on."""
    program = "import sys, pathlib; from weft.store import open_archive; open_archive(pathlib.Path(sys.argv[1]))"
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([Discovered(url(1))])
        with pytest.raises(ArchiveLocked, match=f"process {os.getpid()}"):
            open_archive(tmp_path)
        other = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=False)
        assert f"ArchiveLocked: The archive {tmp_path} is being written by process {os.getpid()}" in other.stderr
        archive.commit([a_visit(archive)])
    open_archive(tmp_path).close()


def test_reading_beside_a_crawl(tmp_path: Path) -> None:
    """A reader sees what is committed while another writes, and cannot write itself."""
    with open_archive(tmp_path, NO_GUARD) as writer:
        writer.add([Discovered(url(n)) for n in range(3)])
        with open_archive(tmp_path, read_only=True) as reader:
            writer.commit([a_visit(writer)])
            assert reader.summary().by_state[UrlState.FETCHED] == 1
            writer.commit([a_visit(writer)])
            assert len(list(reader.exchanges())) == 2
            with pytest.raises(UsageError, match="reading only"):
                reader.add([Discovered(url(9))])


def test_reading_changes_no_file(tmp_path: Path) -> None:
    """Looking at an archive at rest leaves every file as it was, and makes none."""
    fill(tmp_path)
    before = snapshot(tmp_path)
    with open_archive(tmp_path, read_only=True) as archive:
        archive.summary()
        list(archive.exchanges())
    assert snapshot(tmp_path) == before


def test_closing_twice(tmp_path: Path) -> None:
    """Closing again does nothing."""
    archive = open_archive(tmp_path)
    archive.close()
    archive.close()


# No room


def test_too_little_room(tmp_path: Path) -> None:
    """A commit that would leave less room than is to be kept is refused before anything is written."""
    with open_archive(tmp_path, StoreConfig(min_free_bytes=2**60)) as archive:
        archive.add([Discovered(url(1))])
        with pytest.raises(DiskFull, match="min_free_bytes"):
            archive.commit([a_visit(archive)])
        assert archive.summary().by_state[UrlState.LEASED] == 1
        assert not list((tmp_path / "warc").iterdir())


def test_disk_full_while_writing_warc(tmp_path: Path) -> None:
    """When the WARC file can grow no more, the commit is undone and tried again later."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([Discovered(url(n)) for n in range(3)])
        archive.commit([a_visit(archive)])
        (growing,) = (tmp_path / "warc").iterdir()
        size = growing.stat().st_size
        visit = a_visit(archive, 4 * 2**20)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * 2**20, limits[1]))  # Python ignores SIGXFSZ: writing gives EFBIG
        try:
            with pytest.raises(DiskFull, match="committed pages are safe"):
                archive.commit([visit])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert growing.stat().st_size == size == archive.summary().warc_bytes
        archive.commit([visit])
        assert archive.summary().by_state[UrlState.FETCHED] == 2
    assert export_warc(tmp_path, tmp_path / "out.warc.gz") == 2


def test_disk_full_while_writing_the_database(tmp_path: Path) -> None:
    """When the database can grow no more, the WARC file is rolled back with it, and both go on when there is room."""
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([Discovered(url(n)) for n in range(3)])
        archive.commit([a_visit(archive)])
        before = archive.summary()
        visit = a_visit(archive)
        many = tuple(Discovered(f"{url(n)}/{'x' * 500}") for n in range(100, 3000))
        big = Visit(visit.lease, visit.state, exchange=visit.exchange, discovered=many)
        pages = archive._database.connection.execute("PRAGMA page_count").fetchone()[0]
        archive._database.connection.execute(f"PRAGMA max_page_count = {pages + 10}")
        with pytest.raises(DiskFull):
            archive.commit([big])
        assert archive.summary().warc_bytes == before.warc_bytes
        assert archive.summary().discovered == before.discovered
        archive._database.connection.execute("PRAGMA max_page_count = 1000000")
        assert archive.commit([big]) == len(many)
    assert export_warc(tmp_path, tmp_path / "out.warc.gz") == 2


# Damage


def test_warc_shorter_than_committed(tmp_path: Path) -> None:
    """A WARC file that lost its end is named; a missing one too."""
    fill(tmp_path)
    (path,) = (tmp_path / "warc").iterdir()
    os.truncate(path, path.stat().st_size - 1)
    with pytest.raises(ArchiveCorrupt, match=path.name):
        open_archive(tmp_path)
    with pytest.raises(ArchiveCorrupt, match=path.name):
        export_warc(tmp_path, tmp_path / "out.warc.gz")
    path.unlink()
    with pytest.raises(ArchiveCorrupt, match=f"{path.name} is missing"):
        open_archive(tmp_path)
    assert not list(tmp_path.glob("out*"))


def use_everything(folder: Path) -> None:
    with open_archive(folder, NO_GUARD) as archive:
        archive.summary()
        list(archive.pages())
        list(archive.lists())
        list(archive.exchanges())
        archive.assign([Assigned(url(n), "thread", url(0), n) for n in range(8)])
        archive.get_host("http://forum.example")
        archive.add([Discovered(url(n)) for n in range(90, 95)])
        archive.commit([a_visit(archive)])


@pytest.mark.parametrize("name", ["archive.db", "warc"])
def test_flipped_bytes(tmp_path: Path, name: str) -> None:
    """One byte flipped at each of 100 random places: every call works or says in a sentence what is wrong."""
    fill(tmp_path / "good")
    with open_archive(tmp_path / "good") as archive:  # fuller pages: a byte hit is a byte used
        archive.add([Discovered(url(n)) for n in range(1000, 3000)])
    rng = random.Random(7)
    told = 0
    for turn in range(100):
        folder = tmp_path / str(turn)
        shutil.copytree(tmp_path / "good", folder)
        target = folder / name if name.endswith(".db") else next((folder / name).iterdir())
        data = bytearray(target.read_bytes())
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        target.write_bytes(data)
        try:
            use_everything(folder)
        except WeftError:
            told += 1
        shutil.rmtree(folder)
    assert told > 10


def test_rebuild_restores_every_page(tmp_path: Path) -> None:
    """From the WARC files alone come all pages, their places, and counters that agree with the rows."""
    fill(tmp_path, config=StoreConfig(min_free_bytes=0, warc_max_bytes=3000))
    with open_archive(tmp_path, read_only=True) as archive:
        before = list(archive.exchanges())
        summary = archive.summary()
    (tmp_path / "archive.db").write_bytes(b"lost" * 4096)
    report = rebuild_from_warc(tmp_path)
    assert (report.pages, report.damaged) == (12, 0)
    assert report.files == len(list((tmp_path / "warc").iterdir())) > 1
    assert (tmp_path / "archive.db.old-1").read_bytes().startswith(b"lost")
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert list(archive.exchanges()) == before
        after = archive.summary()
        assert (after.statuses, after.warc_bytes) == (summary.statuses, summary.warc_bytes)
        assert archive.add([Discovered(url(0)), Discovered(url(50))]) == 1
        archive.commit([a_visit(archive)])
        connection = archive._database.connection
        assert recount(connection)[Kind.STATE] == read_counts(connection)[Kind.STATE]


def test_rebuild_knows_redirects_and_failures(tmp_path: Path) -> None:
    """The state of a rebuilt URL follows from the status it was answered with."""
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([Discovered(url(n)) for n in range(3)])
        for status in (200, 301, 404):
            archive.commit([a_visit(archive, status=status)])
    rebuild_from_warc(tmp_path)
    with open_archive(tmp_path, read_only=True) as archive:
        states = archive.summary().by_state
    assert [states[s] for s in (UrlState.FETCHED, UrlState.REDIRECTED, UrlState.FAILED)] == [1, 1, 1]


def test_rebuild_leaves_damage_out(tmp_path: Path) -> None:
    """A file with a damaged record is replaced by its whole records and kept beside them; export is clean again."""
    fill(tmp_path)
    (path,) = (tmp_path / "warc").iterdir()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    report = rebuild_from_warc(tmp_path)
    assert report.damaged == 1
    assert report.pages in {11, 12}  # the flipped byte may stand in a request
    assert path.with_name(path.name + ".damaged-1").read_bytes() == data
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert len(list(archive.exchanges())) == report.pages
    assert export_warc(tmp_path, tmp_path / "out.warc.gz") == report.pages


def test_a_torn_end_is_no_damage_to_others(tmp_path: Path) -> None:
    """Rebuilding a crawl that was killed keeps its whole records, and the next start cuts the torn one."""
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([Discovered(url(n)) for n in range(3)])
        archive.commit([a_visit(archive)])
        (growing,) = (tmp_path / "warc").iterdir()
        shutil.copytree(tmp_path / "warc", tmp_path / "copy" / "warc")
    torn = tmp_path / "copy" / "warc" / growing.name
    size = torn.stat().st_size
    torn.write_bytes(torn.read_bytes() + torn.read_bytes()[:300])
    assert rebuild_from_warc(tmp_path / "copy").pages == 1
    with open_archive(tmp_path / "copy", NO_GUARD) as archive:
        assert torn.stat().st_size == size
        assert len(list(archive.exchanges())) == 1


# Counters


def test_counters_equal_the_rows(tmp_path: Path) -> None:
    """After a few hundred random moves every counter says what counting the rows would."""
    rng = random.Random(11)
    with open_archive(tmp_path, NO_GUARD) as archive:
        for _ in range(150):
            found = [_random_found(rng) for _ in range(rng.randrange(8))]
            archive.add(found[:2])
            leases = archive.lease(rng.randrange(4), NOW)
            archive.release(leases[2:])
            archive.assign([Assigned(item.url, rng.choice(["index", "thread"]), url(0), 1) for item in found[2:4]])
            archive.exclude([(item.url, "c") for item in found[4:5]])
            archive.requeue_excluded(found[5:])
            archive.commit([_random_visit(rng, lease, found) for lease in leases[:2]])
        connection = archive._database.connection
        kept, counted = read_counts(connection), recount(connection)
        summary = archive.summary()
    for kind in Kind:
        if kind is not Kind.TOTAL:
            assert kept[kind] == counted[kind]
    assert sum(summary.by_state.values()) == summary.discovered > 100


def _random_found(rng: random.Random) -> Discovered:
    state, weak = rng.choice([(UrlState.QUEUED, False), (UrlState.EXCLUDED, True), (UrlState.EXCLUDED, False)])
    return Discovered(url(rng.randrange(400)), state, rng.choice(["a", "b"]) if state == "excluded" else "", weak)


def _random_visit(rng: random.Random, lease: Lease, found: list[Discovered]) -> Visit:
    state = rng.choice([s for s in UrlState if s is not UrlState.LEASED])
    exchange = Exchange("http://forum.example/", NOW, "GET", (), rng.choice([200, 404]), "", (), b"x")
    page = PageRow(rng.choice(["index", "thread"]), problem=rng.choice(["", "cut"]))
    return Visit(
        lease,
        state,
        reason=rng.choice(["x", "y"]),
        exchange=rng.choice([None, exchange]),
        page=rng.choice([None, page]),
        discovered=tuple(found),
    )
