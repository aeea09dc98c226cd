"""Pages kept under their proper address: as if the one they were asked for by had redirected there."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from weft.page import Exchange, Post, ThreadPage
from weft.store import (
    Assigned,
    Discovered,
    Lease,
    ListPage,
    MemoryArchive,
    Reading,
    Renamed,
    SqliteArchive,
    UrlState,
    Visit,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)
AnyArchive = SqliteArchive | MemoryArchive
SHORTCUT = "http://forum.example/last/1"
PROPER = "http://forum.example/t/1"
OTHER = "http://forum.example/b"
RENAMED = Renamed(SHORTCUT, Assigned(PROPER, "thread", PROPER, 1))


def take(archive: AnyArchive, url: str) -> Lease:
    lease = archive.take(Discovered(url, role="other"), NOW)
    assert lease is not None
    return lease


def fetched(lease: Lease, status: int = 200) -> Visit:
    exchange = Exchange(lease.url, NOW, "GET", (), status, "OK", ((b"Content-Type", b"text/html"),), b"<p>hello")
    state = UrlState.FETCHED if status < 400 else UrlState.FAILED
    return Visit(lease, state, "" if status < 400 else f"HTTP {status}", exchange=exchange)


def states(archive: AnyArchive) -> dict[str, UrlState]:
    return {row.url: row.state for row in archive.urls()}


@pytest.fixture
def holding(archive: AnyArchive) -> AnyArchive:
    """An archive that has the page by its shortcut."""
    archive.commit([fetched(take(archive, SHORTCUT))])
    return archive


@pytest.mark.parametrize(
    "known",
    [(), (Discovered(PROPER),), (Discovered(PROPER, UrlState.EXCLUDED, "why not"),), (Discovered(PROPER, weak=True),)],
)
def test_the_page_goes_by_its_proper_address(holding: AnyArchive, known: tuple[Discovered, ...]) -> None:
    """Whether that is new, queued or excluded: it is fetched, in its list, and never handed out."""
    holding.add(known)
    assert holding.rename([RENAMED]) == 1
    assert states(holding) == {SHORTCUT: UrlState.REDIRECTED, PROPER: UrlState.FETCHED}
    assert [(page.url, page.row.role, page.row.list) for page in holding.pages()] == [(PROPER, "thread", PROPER)]
    assert holding.list_pages(PROPER) == (ListPage(PROPER, 1),)
    holding.add([Discovered(PROPER, role="thread"), Discovered(PROPER, role="thread", hops=1)])
    assert holding.lease(9, NOW) == []


def test_every_address_stays_counted(holding: AnyArchive) -> None:
    """The counters say what the rows say, and a second time changes nothing."""
    holding.add([Discovered(PROPER, UrlState.EXCLUDED, "why not")])
    assert [holding.rename([RENAMED]), holding.rename([RENAMED])] == [1, 0]
    summary = holding.summary()
    assert (summary.discovered, summary.excluded, summary.requests) == (2, {}, 1)
    assert (summary.by_state[UrlState.FETCHED], summary.by_state[UrlState.REDIRECTED]) == (1, 1)
    assert summary.roles == {"thread": 1}


def test_what_was_received_is_given_for_both_addresses(holding: AnyArchive) -> None:
    """With the address that was asked for."""
    holding.rename([RENAMED])
    assert [holding.read_exchange(url).url for url in (SHORTCUT, PROPER)] == [SHORTCUT, SHORTCUT]


def test_the_proper_address_is_asked_for_again(holding: AnyArchive) -> None:
    """When the page is refreshed; the shortcut is not."""
    holding.rename([RENAMED])
    assert holding.take_again(SHORTCUT) is None
    lease = holding.take_again(PROPER)
    assert (lease.url, lease.role, lease.list, lease.number) == (PROPER, "thread", PROPER, 1)
    holding.commit([fetched(lease)])
    assert [page.url for page in holding.pages()] == [PROPER, PROPER]
    assert holding.read_exchange(PROPER).url == PROPER


def test_a_twin_of_the_proper_address_stays_one(holding: AnyArchive) -> None:
    """Its key is taken."""
    key = f"{PROPER}?p=1"
    holding.rename([Renamed(SHORTCUT, Assigned(PROPER, "thread", PROPER, 1, key))])
    holding.add([Discovered(f"{key}&sid=2", key=key)])
    assert holding.lease(9, NOW) == []


@pytest.mark.parametrize("status", [200, 404])
def test_an_address_with_an_answer_of_its_own_keeps_it(holding: AnyArchive, status: int) -> None:
    """Found or not: then nothing is renamed."""
    holding.commit([fetched(take(holding, PROPER), status)])
    before = states(holding)
    assert holding.rename([RENAMED]) == 0
    holding.requeue_failed()
    assert holding.rename([RENAMED]) == 0
    assert states(holding)[SHORTCUT] is before[SHORTCUT] is UrlState.FETCHED


def test_an_address_that_is_out_is_left_alone(holding: AnyArchive) -> None:
    """Its own answer is under way."""
    take(holding, PROPER)
    assert holding.rename([RENAMED]) == 0


def test_what_was_read_is_left_alone(archive: AnyArchive) -> None:
    """Posts are known by the address of their page."""
    lease = take(archive, SHORTCUT)
    reading = Reading(SHORTCUT, NOW, thread=ThreadPage(posts=(Post("1", text="hello"),)), list=SHORTCUT, number=1)
    archive.commit([Visit(lease, UrlState.FETCHED, exchange=fetched(lease).exchange, reading=reading)])
    assert archive.rename([RENAMED]) == 0


def test_what_is_not_fetched_has_no_page_to_rename(archive: AnyArchive) -> None:
    """Nor has what is not known."""
    assert archive.rename([RENAMED]) == 0
    archive.add([Discovered(SHORTCUT)])
    assert archive.rename([RENAMED]) == 0
    assert states(archive) == {SHORTCUT: UrlState.QUEUED}


def test_a_visit_renames_before_it_tells_what_it_leads_to(holding: AnyArchive) -> None:
    """The link that says where the page belongs does not queue it."""
    lease = take(holding, OTHER)
    exchange = fetched(lease).exchange
    found = (Discovered(PROPER, role="thread"), Discovered(f"{PROPER}?p=2", role="flip of thread"))
    holding.commit([Visit(lease, UrlState.FETCHED, exchange=exchange, discovered=found, renamed=(RENAMED,))])
    assert [lease.url for lease in holding.lease(9, NOW)] == [f"{PROPER}?p=2"]
