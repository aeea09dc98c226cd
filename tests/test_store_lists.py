"""Lists: the pages of one board or thread stand together, and what a plan makes of known URLs can be set anew."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.config import StoreConfig
from weft.errors import StoreError
from weft.page import Exchange
from weft.store import (
    TWIN,
    Archive,
    Assigned,
    Discovered,
    Lease,
    ListPage,
    ListRow,
    MemoryArchive,
    PageRow,
    SqliteArchive,
    UrlState,
    Visit,
    open_archive,
    rebuild_from_warc,
)
from weft.store._schema import MIGRATIONS, migrate, read_version
from weft.store._tally import Kind, read_counts, recount

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
THREAD, FLIP = "thread", "flip of thread"
AnyArchive = SqliteArchive | MemoryArchive


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    opened: AnyArchive = MemoryArchive() if request.param == "memory" else open_archive(tmp_path / "archive", NO_GUARD)
    yield opened
    opened.close()


def url(number: int) -> str:
    return f"http://forum.example/{number}"


def an_exchange(address: str, status: int = 200) -> Exchange:
    return Exchange(address, NOW, "GET", (), status, "OK", ((b"Content-Type", b"text/html"),), b"<p>hello")


def fetched(lease: Lease, *found: Discovered, page: PageRow | None = None) -> Visit:
    return Visit(lease, UrlState.FETCHED, exchange=an_exchange(lease.url), page=page, discovered=found)


def fetch_all(archive: Archive) -> None:
    archive.commit([fetched(lease) for lease in archive.lease(100, NOW)])


def in_thread(number: int, of: int = 1, page: int = 0) -> Discovered:
    return Discovered(url(number), role=THREAD if number == of else FLIP, list=url(of), number=page)


def numbers(row: ListRow) -> list[tuple[int, int]]:
    return [(int(page.url.rpartition("/")[2]), page.number) for page in row.pages]


# Lists


def test_a_lease_carries_list_and_number(archive: AnyArchive) -> None:
    """Where a URL belongs comes with it, from a start URL and from one found on a page."""
    archive.add([in_thread(1, page=1)])
    (first,) = archive.lease(9, NOW)
    assert (first.list, first.number) == (url(1), 1)
    archive.commit([fetched(first, in_thread(2, page=2), Discovered(url(3)))])
    assert [(lease.list, lease.number) for lease in archive.lease(9, NOW)] == [(url(1), 2), ("", 0)]


def test_an_innocent_link_tells_the_list(archive: AnyArchive) -> None:
    """A URL excluded by one link alone belongs where the link that queues it says."""
    archive.add([Discovered(url(1), UrlState.EXCLUDED, "nofollow", weak=True)])
    archive.add([in_thread(1, page=1)])
    (lease,) = archive.lease(9, NOW)
    assert (lease.role, lease.list, lease.number) == (THREAD, url(1), 1)


def test_pages_of_a_list_by_number(archive: AnyArchive) -> None:
    """A list gives its pages by number; those without one come last, in order of discovery."""
    archive.add([in_thread(5), in_thread(4), in_thread(3, page=10), in_thread(2, page=2), in_thread(1, page=1)])
    fetch_all(archive)
    (row,) = archive.lists()
    assert (row.list, row.role) == (url(1), THREAD)
    assert numbers(row) == [(1, 1), (2, 2), (3, 10), (5, 0), (4, 0)]
    assert row.pages[0] == ListPage(url(1), 1)


def test_a_list_whose_first_page_is_missing(archive: AnyArchive) -> None:
    """A list is named by its first page even if that was never found, and a flip alone tells what it is."""
    archive.add([in_thread(2, page=2)._replace(role="flip of index")])
    fetch_all(archive)
    assert list(archive.lists()) == [ListRow(url(1), "index", (ListPage(url(2), 2),))]


def test_lists_come_in_the_order_they_became_known(archive: AnyArchive) -> None:
    """One row for each list, however its pages were mixed with those of others."""
    archive.add(
        [in_thread(7, of=7, page=1), in_thread(3, of=3, page=1), in_thread(8, of=7, page=2), in_thread(4, of=3)]
    )
    fetch_all(archive)
    assert [(row.list, len(row.pages)) for row in archive.lists()] == [(url(7), 2), (url(3), 2)]


def test_only_fetched_pages_count(archive: AnyArchive) -> None:
    """Queued, failed and redirected URLs, answers kept of failures, and pages of no list are in no list."""
    archive.add([in_thread(n, page=n) for n in range(1, 6)])
    archive.add([Discovered(url(9), role=THREAD)])
    one, two, three, four, _, nine = archive.lease(6, NOW)
    archive.commit(
        [
            fetched(one),
            Visit(two, UrlState.FAILED, "HTTP 404", an_exchange(two.url, 404)),
            Visit(three, UrlState.REDIRECTED, exchange=an_exchange(three.url, 301), redirect_to=url(1)),
            Visit(four, UrlState.FAILED, "no answer"),
            fetched(nine),
        ]
    )
    assert [numbers(row) for row in archive.lists()] == [[(1, 1)]]


def test_a_page_may_know_its_place_better(archive: AnyArchive) -> None:
    """What a page says of itself goes before what its URL was taken for; the lease fills in what it leaves out."""
    archive.add([in_thread(n, page=n) for n in range(1, 5)])
    said = [PageRow(list=url(9)), PageRow(list=url(9), number=7), PageRow(number=8), PageRow(list=url(1))]
    leases = archive.lease(9, NOW)
    archive.commit([fetched(lease, page=page) for lease, page in zip(leases, said, strict=True)])
    rows = [(page.row.list, page.row.number) for page in archive.pages()]
    assert rows == [(url(9), 0), (url(9), 7), (url(1), 8), (url(1), 4)]
    assert {row.list: numbers(row) for row in archive.lists()} == {url(9): [(2, 7), (1, 0)], url(1): [(4, 4), (3, 8)]}


def test_a_page_fetched_again_is_one_page(archive: AnyArchive) -> None:
    """A URL with several kept answers stands once in a list, by its newest fetched one."""
    archive.add([in_thread(1, page=1)])
    archive.commit([Visit(archive.lease(1, NOW)[0], UrlState.QUEUED, exchange=an_exchange(url(1), 503))])
    assert list(archive.lists()) == []
    archive.commit([fetched(archive.lease(1, NOW)[0])])
    assert [numbers(row) for row in archive.lists()] == [[(1, 1)]]
    assert len(list(archive.pages())) == 2


def test_lists_may_be_read_while_crawling(archive: AnyArchive) -> None:
    """Commits and assignments between two rows do not end the listing; each list is given as it then stands."""
    archive.add([in_thread(n, of=n, page=1) for n in (1, 2, 3)] + [in_thread(4, of=3, page=2)])
    leases = archive.lease(9, NOW)
    archive.commit([fetched(lease) for lease in leases[:3]])
    listing = archive.lists()
    assert next(listing).list == url(1)
    archive.commit([fetched(lease) for lease in leases[3:]])
    archive.assign([Assigned(url(2), THREAD, url(2), 5)])
    assert [row.list for row in listing] == [url(2), url(3)]
    assert [numbers(row) for row in archive.lists()] == [[(1, 1)], [(2, 5)], [(3, 1), (4, 2)]]


def test_an_archive_without_lists(archive: AnyArchive) -> None:
    """A strategy that does not tell lists makes none."""
    archive.add([Discovered(url(1), role="page")])
    fetch_all(archive)
    assert list(archive.lists()) == []


# What a plan makes of known URLs


def test_assign_sets_urls_and_pages(archive: AnyArchive) -> None:
    """Role, list and number change on queued URLs and on every kept page, and the counts of roles with them."""
    archive.add([Discovered(url(n), role="page") for n in (1, 2, 3)])
    archive.commit([fetched(lease) for lease in archive.lease(2, NOW)])
    assert archive.summary().roles == {"page": 2}
    rows = [Assigned(url(n), THREAD if n == 1 else FLIP, url(1), n) for n in (1, 2, 3)]
    assert archive.assign(rows) == 3
    assert archive.summary().roles == {THREAD: 1, FLIP: 1}
    assert [numbers(row) for row in archive.lists()] == [[(1, 1), (2, 2)]]
    assert [(page.row.role, page.row.number) for page in archive.pages()] == [(THREAD, 1), (FLIP, 2)]
    (lease,) = archive.lease(9, NOW)
    assert (lease.role, lease.list, lease.number) == (FLIP, url(1), 3)


def test_assign_counts_changes_only(archive: AnyArchive) -> None:
    """Unknown URLs are passed over, the same again changes nothing, and the last word on a URL counts."""
    archive.add([in_thread(1, page=1)])
    fetch_all(archive)
    same = Assigned(url(1), THREAD, url(1), 1)
    assert archive.assign([same, Assigned(url(99), THREAD, url(98), 1)]) == 0
    assert archive.assign([same, Assigned(url(1), THREAD, url(2), 3)]) == 1
    assert [row.list for row in archive.lists()] == [url(2)]
    assert archive.assign([Assigned(url(1), "", "", 0)]) == 1
    assert list(archive.lists()) == []
    assert archive.summary().roles == {"": 1}


def test_assign_reaches_all_answers_of_a_url(archive: AnyArchive) -> None:
    """Kept answers of failures get the role too, but only fetched pages are counted by it."""
    archive.add([Discovered(url(1), role="page")])
    archive.commit([Visit(archive.lease(1, NOW)[0], UrlState.QUEUED, exchange=an_exchange(url(1), 503))])
    archive.commit([fetched(archive.lease(1, NOW)[0])])
    assert archive.assign([Assigned(url(1), THREAD, url(1), 1)]) == 1
    assert [page.row.role for page in archive.pages()] == [THREAD, THREAD]
    assert archive.summary().roles == {THREAD: 1}


def test_assign_from_the_archive_itself(archive: AnyArchive) -> None:
    """The rows may be made from the archive's own listings while they are set."""
    archive.add([Discovered(url(n), role="page") for n in range(1200)])
    archive.commit([fetched(lease) for lease in archive.lease(50, NOW)])
    assert archive.assign(Assigned(page.url, THREAD, page.url, 1) for page in archive.pages()) == 50
    assert archive.assign(Assigned(row.url, THREAD, row.url, 1) for row in archive.urls()) == 1150
    assert archive.exclude((row.url, "late") for row in archive.urls(UrlState.QUEUED)) == 1150
    again = (Discovered(row.url, role=row.role) for row in archive.urls(UrlState.EXCLUDED))
    assert archive.requeue_excluded(again) == 1150


def test_exclude_takes_queued_urls_only(archive: AnyArchive) -> None:
    """Queued URLs, waiting ones too, are excluded for the reason given; all others stay as they are."""
    archive.add([Discovered(url(n)) for n in range(1, 6)])
    archive.add([Discovered(url(6), UrlState.EXCLUDED, "other")])
    one, two, three = archive.lease(3, NOW)
    archive.commit([fetched(one), Visit(two, UrlState.QUEUED, "busy", not_before=NOW + timedelta(hours=1))])
    assert archive.exclude([(url(n), "stopped") for n in (1, 2, 3, 4, 6, 99)] + [(url(4), "again")]) == 2
    summary = archive.summary()
    assert summary.excluded == {"stopped": 2, "other": 1}
    assert (summary.by_state[UrlState.LEASED], summary.by_state[UrlState.QUEUED]) == (1, 1)
    assert archive.next_due() is None
    archive.release([three])
    assert [lease.url for lease in archive.lease(9, NOW + timedelta(days=1))] == [url(3), url(5)]


def test_exclude_keeps_the_order_of_the_rest(archive: AnyArchive) -> None:
    """After some are excluded the others still come out by priority."""
    ranks = [n * 7 % 31 for n in range(31)]
    archive.add([Discovered(url(rank), priority=rank) for rank in ranks])
    archive.exclude([(url(rank), "stopped") for rank in range(31) if rank % 5 < 2])
    assert [lease.url for lease in archive.lease(99, NOW)] == [url(rank) for rank in range(31) if rank % 5 > 1]


def test_requeue_what_the_plan_had_excluded(archive: AnyArchive) -> None:
    """A URL found excluded and one excluded later are queued with what the new plan makes of them, due at once."""
    archive.add([Discovered(url(1), UrlState.EXCLUDED, "no rule", depth=3), Discovered(url(2), depth=2)])
    later = NOW + timedelta(hours=1)
    archive.commit([Visit(archive.lease(1, NOW)[0], UrlState.QUEUED, "busy", not_before=later)])
    archive.exclude([(url(2), "stopped")])
    wanted = [in_thread(1, page=1), in_thread(2, page=2), in_thread(99), in_thread(1, of=9, page=9)]
    assert archive.requeue_excluded(wanted) == 2
    assert archive.summary().excluded == {}
    leases = [(lease.url, lease.depth, lease.role, lease.list, lease.number) for lease in archive.lease(9, NOW)]
    assert leases == [(url(2), 2, FLIP, url(1), 2), (url(1), 3, THREAD, url(1), 1)]
    assert archive.requeue_excluded([in_thread(1, page=1)]) == 0


def test_requeue_leaves_what_no_plan_decided(archive: AnyArchive) -> None:
    """Robots.txt, a weak link, another state or a plan that says no again: nothing of it is queued."""
    archive.add([Discovered(url(1)), Discovered(url(2), UrlState.EXCLUDED, "nofollow", weak=True)])
    archive.add([Discovered(url(3), UrlState.EXCLUDED, "no rule")])
    archive.commit([Visit(archive.lease(1, NOW)[0], UrlState.EXCLUDED, "robots.txt", requests=0)])
    archive.add([Discovered(url(4))])
    fetch_all(archive)
    no = Discovered(url(3), UrlState.EXCLUDED, "no rule again")
    assert archive.requeue_excluded([Discovered(url(n)) for n in (1, 2, 4)] + [no]) == 0
    assert archive.summary().excluded == {"robots.txt": 1, "nofollow": 1, "no rule": 1}
    assert archive.lease(9, NOW) == []


def test_a_change_is_whole_or_nothing(archive: AnyArchive) -> None:
    """When the caller's rows end in an error, none of them counts."""
    archive.add([Discovered(url(n), role="page") for n in range(1500)])
    fetch_all(archive)

    def failing(rows: Sequence[object]) -> Iterator[object]:
        yield from rows
        raise ZeroDivisionError

    before = archive.summary()
    for change, rows in (
        (archive.assign, [Assigned(url(n), THREAD, url(1), n) for n in range(1500)]),
        (archive.exclude, [(url(n), "stopped") for n in range(1500)]),
    ):
        with pytest.raises(ZeroDivisionError):
            change(failing(rows))  # type: ignore[operator]  # two kinds of rows in one loop
    assert archive.summary() == before
    assert list(archive.lists()) == []


# Learning


def test_every_request_made_while_learning_counts(archive: AnyArchive) -> None:
    """Pages, redirects, failures and retries of learning count as such, by the visit or by its page."""
    archive.add([Discovered(url(n)) for n in range(1, 6)])
    one, two, three, four, five = archive.lease(9, NOW)
    archive.commit(
        [
            replace(fetched(one), learning=True, requests=2),
            Visit(two, UrlState.REDIRECTED, exchange=an_exchange(two.url, 301), redirect_to=url(1), learning=True),
            Visit(three, UrlState.FAILED, "no answer", requests=3, learning=True),
            fetched(four, page=PageRow(learning=True)),
            fetched(five),
        ]
    )
    assert (archive.summary().learning_requests, archive.summary().requests) == (7, 8)
    assert [page.row.learning for page in archive.pages()] == [True, True, True, False]


# Both adapters, whatever is done to them

urls = st.integers(0, 7).map(url)
places = st.tuples(st.sampled_from(["", url(0), url(1), url(50)]), st.integers(0, 2))
roles = st.sampled_from(["", THREAD, FLIP, "index"])
keys = st.sampled_from(["", "", url(0), url(1), url(2), url(60)])
found = st.builds(
    lambda address, excluded, role, place, rank, key, hops: Discovered(
        address,
        UrlState.EXCLUDED if excluded else UrlState.QUEUED,
        excluded,
        weak=excluded == "weak",
        priority=rank,
        role=role,
        list=place[0],
        number=place[1],
        key=key,
        hops=hops,
    ),
    urls,
    st.sampled_from(["", "", "", "plan", "weak", TWIN]),
    roles,
    places,
    st.integers(0, 1),
    keys,
    st.sampled_from([0, 0, 1]),
)
pages = st.builds(lambda role, place: PageRow(role, list=place[0], number=place[1]), roles, places)
endings = st.tuples(
    st.sampled_from([s for s in UrlState if s is not UrlState.LEASED]),
    st.booleans(),
    pages,
    st.sampled_from([None, NOW, NOW + timedelta(hours=1)]),
)
steps = st.one_of(
    st.tuples(st.just("add"), st.lists(found, max_size=4)),
    st.tuples(st.just("visit"), st.lists(st.tuples(endings, st.lists(found, max_size=3)), max_size=3)),
    st.tuples(
        st.just("assign"),
        st.lists(st.builds(lambda u, r, p, k: Assigned(u, r, *p, k), urls, roles, places, keys), max_size=4),
    ),
    st.tuples(st.just("exclude"), st.lists(st.tuples(urls, st.sampled_from(["a", "b", TWIN])), max_size=4)),
    st.tuples(st.just("requeue_excluded"), st.lists(found, max_size=4)),
    st.tuples(st.just("take"), st.tuples(found, st.lists(st.tuples(endings, st.lists(found, max_size=2)), max_size=1))),
)


# Twins and only they are marked as such; what a visit excluded is no twin, whatever its reason.
UNMARKED = (
    "SELECT u.url FROM urls AS u LEFT JOIN addresses AS a ON a.url_id = u.id"
    " WHERE coalesce(a.twin, 0) <> (u.state = 4 AND u.reason = ? AND u.tries = 0)"
)


def take_step(archive: Archive, name: str, values: Sequence[Any]) -> object:
    """Do one step; a URL that was taken is visited, or released if no ending comes with it."""
    if name not in ("visit", "take"):
        return getattr(archive, name)(values)
    if name == "visit":
        leases = archive.lease(len(values), NOW)
    else:
        lease = archive.take(values[0], NOW)
        leases, values = [lease] if lease else [], values[1]
    visits = [
        Visit(lease, state, "why", an_exchange(lease.url) if answered else None, page, "", tuple(items), due)
        for lease, ((state, answered, page, due), items) in zip(leases, values, strict=False)
    ]
    new = archive.commit(visits)
    archive.release(leases)
    return leases, new, archive.next_due()


def test_a_url_that_is_its_own_key_has_none(tmp_path: Path) -> None:
    """Once it had another one; in the folder as in memory."""
    with open_archive(tmp_path, NO_GUARD) as disk:
        for archive in (disk, MemoryArchive()):
            archive.add([Discovered(url(2), key=url(1))])
            archive.assign([Assigned(url(2), "", "", 0, url(2))])
            assert [lease.key for lease in archive.lease(1, NOW)] == [""]


def look(archive: AnyArchive) -> tuple[object, ...]:
    lists = sorted(archive.lists(), key=lambda row: row.list)
    return replace(archive.summary(), warc_bytes=0), list(archive.urls()), list(archive.pages()), lists


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=12))
def test_folder_and_memory_agree(moves: list[tuple[str, Sequence[Any]]]) -> None:
    """Whatever is put in, assigned, excluded and fetched, both adapters answer alike and the counters stay right."""
    memory, folder = MemoryArchive(), Path(tempfile.mkdtemp())
    try:
        with open_archive(folder, NO_GUARD) as disk:
            for name, values in moves:
                assert take_step(disk, name, values) == take_step(memory, name, values)
            assert look(disk) == look(memory)
            connection = disk._database.connection
            kept, counted = read_counts(connection), recount(connection)
            assert all(kept[kind] == counted[kind] for kind in Kind if kind is not Kind.TOTAL)
            assert connection.execute(UNMARKED, (TWIN,)).fetchall() == []
    finally:
        shutil.rmtree(folder)


# Archives of before


def make_schema_1(folder: Path) -> list[Exchange]:
    """Make an archive of 80 URLs as Weft made it before it knew lists, half of them fetched; gives what it holds."""
    with open_archive(folder, NO_GUARD) as archive:
        archive.add([Discovered(url(n), role="page") for n in range(1, 81)])
        archive.commit([fetched(lease) for lease in archive.lease(40, NOW)])
        kept = list(archive.exchanges())
    (folder / "archive.db").rename(folder / "newer.db")
    connection = sqlite3.connect(folder / "archive.db", isolation_level=None)
    migrate(connection, folder, MIGRATIONS[:1])
    connection.execute("ATTACH ? AS newer", (str(folder / "newer.db"),))
    for table in ("urls", "warcs", "pages", "counts"):
        names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
        connection.execute(f"INSERT INTO main.{table} SELECT {names} FROM newer.{table}")
    connection.close()
    (folder / "newer.db").unlink()
    return kept


def test_an_archive_of_schema_1_goes_on(tmp_path: Path) -> None:
    """An older archive is brought up to date when it is opened, keeps all it had, and learns its lists by `assign`."""
    kept = make_schema_1(tmp_path / "old")
    with pytest.raises(StoreError, match="older Weft"):
        open_archive(tmp_path / "old", read_only=True)
    with open_archive(tmp_path / "old", NO_GUARD) as archive:
        assert archive.summary().roles == {"page": 40}
        assert list(archive.lists()) == []
        assert archive.assign(Assigned(url(n), FLIP, url(1), n) for n in range(1, 81)) == 80
        archive.commit([fetched(lease) for lease in archive.lease(1, NOW)])
        (row,) = archive.lists()
        assert numbers(row) == [(n, n) for n in range(1, 42)]
        assert archive.summary().roles == {FLIP: 41}
        assert list(archive.exchanges())[:40] == kept
    with open_archive(tmp_path / "old", read_only=True) as reader:
        assert len(next(reader.lists()).pages) == 41


def test_killed_while_bringing_up_to_date(tmp_path: Path) -> None:
    """A process that dies before the changed tables are committed leaves an archive of schema 1, which goes on."""
    make_schema_1(tmp_path / "old")
    program = """
import os, pathlib, signal, sqlite3, sys
from weft.store._schema import MIGRATIONS, Migration, migrate
def change_and_die(connection):
    MIGRATIONS[1].apply(connection)
    os.kill(os.getpid(), signal.SIGKILL)
folder = pathlib.Path(sys.argv[1])
connection = sqlite3.connect(folder / "archive.db", isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
migrate(connection, folder, (MIGRATIONS[0], Migration("lists", change_and_die)))
"""
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path / "old")], check=False, timeout=30)
    assert ended.returncode == -signal.SIGKILL
    connection = sqlite3.connect(tmp_path / "old" / "archive.db")
    assert read_version(connection) == 1
    connection.close()
    with open_archive(tmp_path / "old", NO_GUARD) as archive:
        assert archive.assign([Assigned(url(1), THREAD, url(1), 1)]) == 1
        assert [numbers(row) for row in archive.lists()] == [[(1, 1)]]


def test_a_rebuilt_archive_learns_its_lists_again(tmp_path: Path) -> None:
    """A rebuild knows no lists until a plan is applied again; a URL with two fetched pages stands in its list once."""
    with open_archive(tmp_path, NO_GUARD) as archive:
        archive.add([in_thread(1, page=1), in_thread(2, page=2)])
        archive.commit([Visit(archive.lease(1, NOW)[0], UrlState.QUEUED, exchange=an_exchange(url(1)))])
        fetch_all(archive)
        before = list(archive.lists())
    rebuild_from_warc(tmp_path)
    with open_archive(tmp_path, NO_GUARD) as archive:
        assert list(archive.lists()) == []
        assert archive.assign([Assigned(url(1), THREAD, url(1), 1), Assigned(url(2), FLIP, url(1), 2)]) == 2
        assert list(archive.lists()) == before
        assert archive.summary().roles == {THREAD: 2, FLIP: 1}
