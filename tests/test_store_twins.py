"""Twins: several addresses of one page are fetched once, and a dead address does not lose the page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from weft.config import StoreConfig
from weft.errors import StoreError
from weft.page import Exchange
from weft.store import (
    TWIN,
    Assigned,
    Discovered,
    Lease,
    MemoryArchive,
    SqliteArchive,
    UrlState,
    Visit,
    open_archive,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
AnyArchive = SqliteArchive | MemoryArchive
PAGE = "http://forum.example/t?id=1"


def twin(number: int) -> str:
    return f"{PAGE}&sid={number}"


def by_key(*addresses: str, hops: int = 0) -> list[Discovered]:
    """Give addresses of the one page."""
    return [Discovered(address, key=PAGE, hops=hops) for address in addresses]


def lease_all(archive: AnyArchive) -> list[Lease]:
    return archive.lease(99, NOW)


def leased(archive: AnyArchive) -> list[str]:
    return [lease.url for lease in lease_all(archive)]


def state_of(archive: AnyArchive, address: str) -> tuple[UrlState, str]:
    (found,) = ((row.state, row.reason) for row in archive.urls() if row.url == address)
    return found


def fetched(lease: Lease, *found: Discovered) -> Visit:
    exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), b"<p>hello")
    return Visit(lease, UrlState.FETCHED, exchange=exchange, discovered=found)


def failed(lease: Lease) -> Visit:
    return Visit(lease, UrlState.FAILED, "HTTP 404")


# Put in


@pytest.mark.parametrize("addresses", [(PAGE, twin(1), twin(2)), (twin(1), PAGE, twin(2)), (twin(2), twin(1))])
def test_the_first_address_of_a_page_is_queued(archive: AnyArchive, addresses: tuple[str, ...]) -> None:
    """Of several addresses found together or one after the other the first is queued; the rest count as twins."""
    together, *rest = by_key(*addresses)
    assert archive.add([together, *rest[:1]]) == 2
    assert archive.add(rest[1:]) == len(rest) - 1
    assert leased(archive) == [addresses[0]]
    assert archive.summary().excluded == {TWIN: len(rest)}


def test_an_address_without_a_key_is_one(archive: AnyArchive) -> None:
    """A URL that came without a key stands for its own address; one without a key is never a twin."""
    archive.add([Discovered(PAGE), *by_key(twin(1), twin(2))])
    archive.add([Discovered(twin(3))])
    assert leased(archive) == [PAGE, twin(3)]


@pytest.mark.parametrize("state", [UrlState.FETCHED, UrlState.FAILED, UrlState.REDIRECTED, UrlState.QUEUED])
def test_a_key_stays_taken(archive: AnyArchive, state: UrlState) -> None:
    """Whatever became of the first address, another one is a twin, also when it is found on the page itself."""
    archive.add(by_key(twin(1)))
    (lease,) = lease_all(archive)
    archive.commit([Visit(lease, state, "why", not_before=LATER, discovered=tuple(by_key(twin(2), PAGE)))])
    archive.add(by_key(twin(3)))
    assert archive.summary().excluded == {TWIN: 3}
    assert leased(archive) == []


def test_an_excluded_url_takes_no_key(archive: AnyArchive) -> None:
    """Neither what the plan excludes at once nor what it excludes later stands for the page."""
    archive.add([Discovered(PAGE, UrlState.EXCLUDED, "no rule", key=PAGE), *by_key(twin(1), twin(2))])
    assert archive.exclude([(twin(1), "stopped")]) == 1
    archive.add(by_key(twin(3), twin(2)))
    assert leased(archive) == [twin(3)]


def test_a_known_url_stays(archive: AnyArchive) -> None:
    """A key that comes with a known URL changes nothing; a twin found again stays one."""
    archive.add([Discovered(twin(1)), *by_key(PAGE, twin(2))])
    assert archive.add(by_key(twin(1), twin(2))) == 0
    assert leased(archive) == [twin(1), PAGE]
    assert archive.add([Discovered(twin(2))]) == 0
    assert state_of(archive, twin(2)) == (UrlState.EXCLUDED, TWIN)


def test_an_innocent_link_to_a_twin(archive: AnyArchive) -> None:
    """A URL excluded by one link alone is judged by its key when an innocent one is found, in the order of those."""
    weak = [Discovered(twin(n), UrlState.EXCLUDED, "nofollow", weak=True) for n in (1, 2)]
    archive.add([*weak, *by_key(twin(2), PAGE, twin(1))])
    assert leased(archive) == [twin(2)]
    assert archive.summary().excluded == {TWIN: 2}


def test_a_plan_that_says_no_and_yes(archive: AnyArchive) -> None:
    """A weakly excluded URL that one page both excludes and queues is queued, whichever link comes first."""
    archive.add([Discovered(PAGE, UrlState.EXCLUDED, "nofollow", weak=True)])
    archive.add([Discovered(PAGE, UrlState.EXCLUDED, "no rule"), Discovered(PAGE)])
    assert leased(archive) == [PAGE]


# Redirects


@pytest.mark.parametrize("known", [False, True])
def test_the_target_of_a_redirect_is_fetched(archive: AnyArchive, *, known: bool) -> None:
    """An address that leads to another one of the same page does not keep it from being fetched, twin or new."""
    archive.add(by_key(twin(1), PAGE) if known else by_key(twin(1)))
    (lease,) = lease_all(archive)
    target = by_key(PAGE, hops=1)
    archive.commit([Visit(lease, UrlState.REDIRECTED, redirect_to=PAGE, discovered=tuple(target))])
    archive.add(by_key(twin(2)))
    assert leased(archive) == [PAGE]
    assert archive.summary().excluded == {TWIN: 1}


def test_a_target_that_another_page_links_to(archive: AnyArchive) -> None:
    """A redirect's target is fetched though a link to it comes before, in the same commit."""
    archive.add([Discovered("http://forum.example/"), *by_key(twin(1))])
    board, lease = lease_all(archive)
    target = by_key(PAGE, hops=1)
    redirect = Visit(lease, UrlState.REDIRECTED, redirect_to=PAGE, discovered=tuple(target))
    assert archive.commit([fetched(board, *by_key(PAGE, twin(2))), redirect]) == 2
    assert leased(archive) == [PAGE]


def test_a_target_that_is_there_already(archive: AnyArchive) -> None:
    """A redirect to a twin of a page that was fetched changes nothing."""
    archive.add(by_key(twin(1), twin(2)))
    archive.commit([fetched(lease) for lease in lease_all(archive)])
    archive.add([Discovered("http://forum.example/last")])
    (lease,) = lease_all(archive)
    target = Discovered(twin(2), role="file", key=PAGE, hops=1)
    archive.commit([Visit(lease, UrlState.REDIRECTED, redirect_to=twin(2), discovered=(target,))])
    assert leased(archive) == []
    assert [row.role for row in archive.urls(UrlState.EXCLUDED)] == [""]
    assert archive.summary().excluded == {TWIN: 1}


# Dead addresses


@pytest.mark.parametrize("addresses", [(PAGE, twin(2), twin(1)), (twin(2), PAGE, twin(1))])
def test_a_twin_takes_the_place_of_a_dead_address(archive: AnyArchive, addresses: tuple[str, ...]) -> None:
    """When an address fails, the first twin is queued as it was found; then the next, until one is fetched."""
    archive.add([Discovered(address, role="thread", key=PAGE) for address in addresses])
    for address in addresses[:2]:
        (lease,) = lease_all(archive)
        assert (lease.url, lease.role, lease.tries) == (address, "thread", 0)
        archive.commit([failed(lease)])
    archive.commit([fetched(lease) for lease in lease_all(archive)])
    summary = archive.summary()
    assert (summary.by_state[UrlState.FETCHED], summary.failed, summary.excluded) == (1, {"HTTP 404": 2}, {})


def test_a_twin_takes_the_place_of_an_address_out_of_bounds(archive: AnyArchive) -> None:
    """When robots.txt forbids one address, the page is fetched by another."""
    archive.add(by_key(twin(1), PAGE))
    (lease,) = lease_all(archive)
    archive.commit([Visit(lease, UrlState.EXCLUDED, "robots.txt", requests=0)])
    assert leased(archive) == [PAGE]
    assert archive.summary().excluded == {"robots.txt": 1}


def test_no_twin_while_another_address_lives(archive: AnyArchive) -> None:
    """A page that has two addresses in the queue or was fetched by one needs no third when the other fails."""
    archive.add([Discovered(twin(1)), *by_key(twin(2), twin(3))])
    archive.assign([Assigned(twin(1), "thread", "", 0, PAGE)])
    one, two = lease_all(archive)
    archive.commit([failed(one)])
    assert leased(archive) == []
    archive.commit([failed(two)])
    assert leased(archive) == [twin(3)]


def test_trying_again_uses_up_no_twin(archive: AnyArchive) -> None:
    """A failed address whose place was taken may fail again without calling another twin."""
    archive.add(by_key(twin(1), twin(2), twin(3)))
    archive.commit([failed(lease) for lease in lease_all(archive)])
    archive.commit([fetched(lease) for lease in lease_all(archive)])
    assert archive.requeue_failed() == 1
    archive.commit([failed(lease) for lease in lease_all(archive)])
    assert leased(archive) == []
    assert state_of(archive, twin(3)) == (UrlState.EXCLUDED, TWIN)


def test_place_and_failure_are_one(archive: AnyArchive) -> None:
    """A refused commit neither fails the address nor queues its twin."""
    archive.add(by_key(twin(1), twin(2)))
    (lease,) = lease_all(archive)
    with pytest.raises(StoreError, match="without being leased"):
        archive.commit([failed(lease), failed(lease)])
    assert state_of(archive, twin(2)) == (UrlState.EXCLUDED, TWIN)
    archive.release([lease])
    assert leased(archive) == [twin(1)]


# What a new plan makes of twins


def test_requeue_brings_no_twin_back(archive: AnyArchive) -> None:
    """A twin stays one while its key is taken, with a key or without; so does what else would be a second address."""
    archive.add([*by_key(twin(1), twin(2), twin(3)), Discovered(twin(4), UrlState.EXCLUDED, "no rule")])
    assert archive.requeue_excluded([*by_key(twin(2)), Discovered(twin(3)), *by_key(twin(4))]) == 0
    assert archive.summary().excluded == {TWIN: 3}
    assert leased(archive) == [twin(1)]


def test_requeue_when_the_key_is_free(archive: AnyArchive) -> None:
    """Once the first address is excluded, one twin comes back, and the others are twins of that."""
    archive.add(by_key(twin(1), twin(2), twin(3)))
    archive.exclude([(twin(1), "stopped")])
    assert archive.requeue_excluded([Discovered(twin(3), role="thread"), *by_key(twin(2), twin(1))]) == 1
    assert [(lease.url, lease.role) for lease in lease_all(archive)] == [(twin(3), "thread")]
    assert archive.summary().excluded == {TWIN: 2}


def test_requeue_what_is_no_twin_after_all(archive: AnyArchive) -> None:
    """A plan that finds out that a parameter matters brings the pages back under keys of their own."""
    archive.add(by_key(*(f"{PAGE}&page={n}" for n in range(4))))
    again = [Discovered(row.url, key=row.url) for row in archive.urls(UrlState.EXCLUDED)]
    assert archive.requeue_excluded(again) == 3
    assert len(leased(archive)) == 4


def test_excluded_as_a_twin(archive: AnyArchive) -> None:
    """Queued URLs that turn out to be twins can be excluded as such, and stand in for the one that is left."""
    archive.add([Discovered(twin(1)), Discovered(PAGE), Discovered(twin(2))])
    archive.assign([Assigned(twin(n), "thread", "", 0, PAGE) for n in (1, 2)])
    assert archive.exclude([(PAGE, TWIN), (twin(2), TWIN)]) == 2
    for address in (twin(1), PAGE, twin(2)):
        (lease,) = lease_all(archive)
        assert lease.url == address
        archive.commit([failed(lease)])
    assert leased(archive) == []


def test_assign_gives_a_key(archive: AnyArchive) -> None:
    """A page fetched before there was a plan keeps its other addresses out; the key alone is no change to count."""
    archive.add([Discovered(twin(1), role="thread")])
    archive.commit([fetched(lease) for lease in lease_all(archive)])
    assert archive.assign([Assigned(twin(1), "thread", "", 0, PAGE), Assigned(twin(9), "thread", "", 0, PAGE)]) == 0
    assert archive.assign([Assigned(twin(1), "thread", "", 0)]) == 0
    archive.add(by_key(PAGE, twin(2)))
    assert leased(archive) == []
    archive.assign([Assigned(twin(1), "thread", "", 0, twin(1))])
    archive.add(by_key(twin(3)))
    assert leased(archive) == [twin(3)]


# Taken by its address


def test_take_puts_in_and_hands_out(archive: AnyArchive) -> None:
    """A URL not known yet is handed out at once with all that came with it, whatever else is queued."""
    archive.add([Discovered(PAGE, priority=-9)])
    lease = archive.take(Discovered(twin(1), role="other", depth=3, list=PAGE, number=2), NOW)
    assert lease is not None
    assert (lease.url, lease.role, lease.depth, lease.list, lease.number) == (twin(1), "other", 3, PAGE, 2)
    assert archive.summary().by_state[UrlState.LEASED] == 1
    assert leased(archive) == [PAGE]
    archive.commit([fetched(lease)])
    assert [page.url for page in archive.pages()] == [twin(1)]


def test_take_a_queued_url(archive: AnyArchive) -> None:
    """A known URL is handed out as it stands, and just once."""
    archive.add([Discovered(PAGE, role="thread"), Discovered(twin(1))])
    lease = archive.take(Discovered(PAGE, role="other"), NOW)
    assert lease is not None
    assert lease.role == "thread"
    assert archive.take(Discovered(PAGE), NOW) is None
    assert leased(archive) == [twin(1)]


def test_take_a_waiting_url(archive: AnyArchive) -> None:
    """A URL that waits for its time is handed out before it; released, it waits again."""
    archive.add([Discovered(PAGE)])
    archive.commit([Visit(lease, UrlState.QUEUED, "busy", not_before=LATER) for lease in lease_all(archive)])
    lease = archive.take(Discovered(PAGE), NOW)
    assert lease is not None
    assert (lease.tries, archive.next_due()) == (1, None)
    archive.release([lease])
    assert archive.next_due() == LATER
    assert leased(archive) == []
    assert archive.lease(1, LATER) == [lease]


def test_take_leaves_what_is_done(archive: AnyArchive) -> None:
    """What was fetched, has failed or is excluded is not handed out; asking changes nothing."""
    archive.add([Discovered(PAGE), Discovered(twin(1)), Discovered(twin(2), UrlState.EXCLUDED, "no rule")])
    one, two = lease_all(archive)
    archive.commit([fetched(one), failed(two)])
    before = archive.summary()
    assert [archive.take(Discovered(address), NOW) for address in (PAGE, twin(1), twin(2))] == [None] * 3
    assert archive.summary() == before
    assert archive.take(Discovered(twin(3), UrlState.EXCLUDED, "no rule"), NOW) is None
    assert archive.summary().excluded == {"no rule": 2}


def test_take_an_address_that_is_a_twin(archive: AnyArchive) -> None:
    """Who asks for an address gets that one, though the page has another: new, known as a twin, or weakly excluded."""
    archive.add([*by_key(PAGE, twin(1)), Discovered(twin(2), UrlState.EXCLUDED, "nofollow", weak=True)])
    for item in by_key(twin(1), twin(2), twin(3)):
        lease = archive.take(item, NOW)
        assert lease is not None
        assert lease.url == item.url
    assert archive.summary().excluded == {}


def test_take_takes_the_key(archive: AnyArchive) -> None:
    """After an address was asked for by itself, others of its page are twins."""
    assert archive.take(Discovered(twin(1), key=PAGE), NOW) is not None
    archive.add(by_key(PAGE, twin(2)))
    assert leased(archive) == []
    assert archive.summary().excluded == {TWIN: 2}


# Files


def test_twins_survive_a_restart(tmp_path: Path) -> None:
    """Keys and twins are in the file: a dead address is replaced also by a process that never saw its twin."""
    config = StoreConfig(min_free_bytes=0)
    with open_archive(tmp_path, config) as archive:
        archive.add(by_key(twin(1), twin(2)))
        assert archive.take(Discovered("http://forum.example/other"), NOW) is not None
    with open_archive(tmp_path, config) as archive:
        archive.add(by_key(twin(3)))
        lease, other = lease_all(archive)
        assert (lease.url, other.url) == (twin(1), "http://forum.example/other")
        archive.commit([failed(lease)])
    with open_archive(tmp_path, config) as archive:
        assert leased(archive) == [twin(2), "http://forum.example/other"]


def test_dead_addresses_do_not_pile_up(tmp_path: Path) -> None:
    """However many addresses of a page are dead, one stands for its key, so that looking it up stays quick."""
    with open_archive(tmp_path, StoreConfig(min_free_bytes=0)) as archive:
        archive.add(by_key(*(twin(n) for n in range(9))))
        for state in (UrlState.FAILED, UrlState.EXCLUDED) * 4:
            archive.commit([Visit(lease, state, "why") for lease in lease_all(archive)])
        rows = archive._database.connection.execute("SELECT twin FROM addresses").fetchall()
    assert rows == [(0,)]


def test_only_twins_cost_room(tmp_path: Path) -> None:
    """URLs that are their own keys leave no row beside their own."""
    with open_archive(tmp_path, StoreConfig(min_free_bytes=0)) as archive:
        archive.add([Discovered(twin(n), key=twin(n)) for n in range(50)])
        archive.assign([Assigned(twin(n), "thread", "", 0, twin(n)) for n in range(50)])
        archive.add(by_key(twin(99)))
        count = archive._database.connection.execute("SELECT count(*) FROM addresses").fetchone()
    assert count == (1,)
