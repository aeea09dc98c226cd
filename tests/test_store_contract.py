"""What every archive does, in a folder or in memory: one suite for all adapters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from weft.errors import StoreError
from weft.page import Exchange, Truncation
from weft.store import (
    Discovered,
    HostRow,
    Lease,
    MemoryArchive,
    PageRow,
    SqliteArchive,
    UrlState,
    Visit,
    open_archive,
)

NOW = datetime(2024, 5, 1, 12, 0, 0, 250000, tzinfo=UTC)
AnyArchive = SqliteArchive | MemoryArchive


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    makers: dict[str, Callable[[], AnyArchive]] = {
        "folder": lambda: open_archive(tmp_path / "archive"),
        "memory": MemoryArchive,
    }
    opened = makers[request.param]()
    yield opened
    opened.close()


def an_exchange(url: str, body: bytes = b"<p>hello", status: int = 200, at: datetime = NOW) -> Exchange:
    return Exchange(
        url=url,
        sent_at=at,
        method="GET",
        request_headers=(("Host", "forum.example"), ("Accept", "*/*")),
        status=status,
        reason="OK",
        headers=((b"Content-Type", b"text/html; charset=utf-8"), (b"X-Odd", "grüß".encode())),
        body=body,
        peer="192.0.2.7",
    )


def url(number: int) -> str:
    return f"http://forum.example/t?id={number}"


def take(archive: AnyArchive, limit: int = 1) -> list[Lease]:
    return archive.lease(limit, NOW)


def fetched(lease: Lease, *found: Discovered) -> Visit:
    return Visit(lease, UrlState.FETCHED, exchange=an_exchange(lease.url), page=PageRow("thread"), discovered=found)


def test_only_new_urls_count(archive: AnyArchive) -> None:
    """Adding tells how many URLs were new; a known one keeps its place and its role."""
    assert archive.add([Discovered(url(1), role="board"), Discovered(url(2)), Discovered(url(1), role="thread")]) == 2
    assert archive.add([Discovered(url(2)), Discovered(url(3))]) == 1
    assert [(lease.url, lease.role) for lease in take(archive, 9)] == [(url(1), "board"), (url(2), ""), (url(3), "")]


def test_frontier_order(archive: AnyArchive) -> None:
    """URLs come out by priority, then depth, then order of discovery."""
    archive.add(
        [
            Discovered(url(1), priority=1),
            Discovered(url(2), depth=2),
            Discovered(url(3), depth=1),
            Discovered(url(4), depth=1),
            Discovered(url(5), priority=-1, depth=9),
        ]
    )
    first = take(archive, 2)
    assert [lease.url for lease in first + take(archive, 9)] == [url(n) for n in (5, 3, 4, 2, 1)]
    assert take(archive) == []


def test_a_lease_carries_what_fetching_needs(archive: AnyArchive) -> None:
    """Depth, role, hops and the number of earlier tries come with the URL."""
    archive.add([Discovered(url(1), depth=3, role="thread", hops=2)])
    (lease,) = take(archive)
    assert (lease.depth, lease.role, lease.hops, lease.tries) == (3, "thread", 2, 0)


def test_release_counts_nothing(archive: AnyArchive) -> None:
    """A released lease is queued again as if it had never been handed out; releasing twice does no harm."""
    archive.add([Discovered(url(1))])
    leases = take(archive)
    archive.release(leases)
    archive.release(leases)
    assert take(archive) == leases
    assert archive.summary().requests == 0


def test_put_back_until(archive: AnyArchive) -> None:
    """A visit that ends queued comes out again when it is due and not before, one try older."""
    archive.add([Discovered(url(1), depth=1), Discovered(url(2), depth=2)])
    later = NOW + timedelta(minutes=5)
    archive.commit([Visit(take(archive)[0], UrlState.QUEUED, reason="429", not_before=later)])
    assert archive.next_due() == later
    assert [lease.url for lease in take(archive, 9)] == [url(2)]
    assert archive.lease(9, later - timedelta(microseconds=1)) == []
    (again,) = archive.lease(9, later)
    assert (again.url, again.tries) == (url(1), 1)
    assert archive.next_due() is None


def test_put_back_at_once(archive: AnyArchive) -> None:
    """A visit that ends queued without a time is due at once."""
    archive.add([Discovered(url(1))])
    archive.commit([Visit(take(archive)[0], UrlState.QUEUED)])
    assert take(archive)[0].tries == 1
    assert archive.next_due() is None


def test_weak_exclusion(archive: AnyArchive) -> None:
    """A URL excluded by one link alone is queued by an innocent one; a strong exclusion stays."""
    weak = Discovered(url(1), UrlState.EXCLUDED, "nofollow", weak=True)
    strong = Discovered(url(2), UrlState.EXCLUDED, "out of scope")
    assert archive.add([weak, strong]) == 2
    assert archive.add([weak, strong]) == 0
    assert archive.summary().excluded == {"nofollow": 1, "out of scope": 1}
    assert archive.add([Discovered(url(1), depth=4), Discovered(url(2))]) == 0
    assert [(lease.url, lease.depth) for lease in take(archive, 9)] == [(url(1), 4)]
    assert archive.summary().excluded == {"out of scope": 1}


def test_weak_and_innocent_link_on_one_page(archive: AnyArchive) -> None:
    """When one page has both kinds of link to a URL, it is queued, whichever comes first."""
    weak1, weak2 = (Discovered(url(n), UrlState.EXCLUDED, "nofollow", weak=True) for n in (1, 2))
    assert archive.add([weak1, Discovered(url(1)), Discovered(url(2)), weak2]) == 2
    assert {lease.url for lease in take(archive, 9)} == {url(1), url(2)}
    assert archive.summary().excluded == {}


def test_commit_counts_new_urls(archive: AnyArchive) -> None:
    """A commit of several visits counts each new URL once."""
    archive.add([Discovered(url(1)), Discovered(url(2))])
    one, two = take(archive, 2)
    visits = [
        fetched(one, Discovered(url(2)), Discovered(url(3))),
        fetched(two, Discovered(url(3)), Discovered(url(4))),
    ]
    assert archive.commit(visits) == 2
    assert [lease.url for lease in take(archive, 9)] == [url(3), url(4)]


def test_a_page_is_stored_once(archive: AnyArchive) -> None:
    """A visit without a lease (or given twice) is refused as a whole, and nothing of it stays."""
    archive.add([Discovered(url(1)), Discovered(url(2))])
    one, two = take(archive, 2)
    archive.commit([fetched(one)])
    with pytest.raises(StoreError, match="without being leased"):
        archive.commit([fetched(two, Discovered(url(3))), fetched(one)])
    with pytest.raises(StoreError, match="without being leased"):
        archive.commit([fetched(two), fetched(two)])
    assert [page.url for page in archive.pages()] == [url(1)]
    assert archive.summary().discovered == 2
    assert archive.commit([fetched(two)]) == 0
    assert [page.url for page in archive.pages()] == [url(1), url(2)]


def test_exchanges_read_back(archive: AnyArchive) -> None:
    """What was received is given back byte for byte, by URL and as a stream in order of commit."""
    archive.add([Discovered(url(n)) for n in range(3)])
    kept = [an_exchange(url(n), bytes(range(256)) * n, at=NOW + timedelta(seconds=n)) for n in range(3)]
    for lease, exchange in zip(take(archive, 3), kept, strict=True):
        archive.commit([Visit(lease, UrlState.FETCHED, exchange=exchange)])
    assert list(archive.exchanges()) == kept
    assert archive.read_exchange(url(2)) == kept[2]
    assert archive.read_exchange(url(9)) is None


def test_truncated_exchange(archive: AnyArchive) -> None:
    """Why a body is short is remembered."""
    archive.add([Discovered(url(1))])
    cut = Exchange(url(1), NOW, "GET", (("Host", "forum.example"),), 200, "", (), b"half", Truncation.LENGTH)
    archive.commit([Visit(take(archive)[0], UrlState.FETCHED, exchange=cut)])
    assert archive.read_exchange(url(1)) == cut


def test_page_rows(archive: AnyArchive) -> None:
    """Pages are listed with all that was learned about them; the URL's role stands in for a missing one."""
    archive.add([Discovered(url(1), role="board"), Discovered(url(2))])
    one, two = take(archive, 2)
    row = PageRow("thread", "Grüße \ud83d\ude00", 8, "sha1:X", url(7), "cut", learning=True)
    archive.commit([Visit(one, UrlState.FETCHED, exchange=an_exchange(one.url), seconds=0.5)])
    archive.commit([Visit(two, UrlState.FETCHED, exchange=an_exchange(two.url, status=203), page=row)])
    first, second = archive.pages()
    assert (first.url, first.status, first.media_type, first.seconds) == (url(1), 200, "text/html", 0.5)
    assert (first.row.role, first.fetched_at) == ("board", NOW)
    assert (second.row.problem, second.row.canonical, second.row.learning) == ("cut", url(7), True)


def test_text_no_encoding_can_hold(archive: AnyArchive) -> None:
    """Half a surrogate pair in a title or a reason (servers send such bytes) does not stop a commit."""
    archive.add([Discovered(url(1)), Discovered(url(2))])
    one, two = take(archive, 2)
    page = PageRow("thread", "odd \udcff title")
    archive.commit([Visit(one, UrlState.FETCHED, exchange=an_exchange(one.url), page=page)])
    archive.commit([Visit(two, UrlState.FAILED, reason="HTTP 500 \udcff")])
    assert next(archive.pages()).row.title.startswith("odd ")
    assert sum(archive.summary().failed.values()) == 1


def test_a_refetch_is_a_revision(archive: AnyArchive) -> None:
    """A URL put back with its answer kept and fetched again has both; reading gives the newer one."""
    archive.add([Discovered(url(1))])
    busy = an_exchange(url(1), b"later please", 503)
    archive.commit([Visit(take(archive)[0], UrlState.QUEUED, exchange=busy)])
    archive.commit([fetched(take(archive)[0])])
    assert [page.status for page in archive.pages()] == [503, 200]
    found = archive.read_exchange(url(1))
    assert found is not None
    assert found.status == 200


def test_summary_accounts_for_every_url(archive: AnyArchive) -> None:
    """Whatever happens to URLs, the states add up to the URLs discovered, and reasons to their states."""
    archive.add([Discovered(url(n)) for n in range(8)])
    archive.add([Discovered(url(n), UrlState.EXCLUDED, f"why {n % 2}", weak=True) for n in range(20, 24)])
    a, b, c, d, e = take(archive, 5)
    archive.commit(
        [
            fetched(a, Discovered(url(20)), Discovered(url(30))),
            Visit(b, UrlState.FAILED, reason="HTTP 404", exchange=an_exchange(b.url, status=404), requests=2),
            Visit(c, UrlState.REDIRECTED, exchange=an_exchange(c.url, status=301), redirect_to=url(0)),
            Visit(d, UrlState.EXCLUDED, reason="robots", requests=0),
            Visit(e, UrlState.FAILED, reason="unknown host", page=PageRow(learning=True, problem="none kept")),
        ]
    )
    take(archive)
    summary = archive.summary()
    assert summary.discovered == 13 == sum(summary.by_state.values())
    assert set(summary.by_state) == set(UrlState)
    assert summary.by_state[UrlState.LEASED] == 1
    assert summary.failed == {"HTTP 404": 1, "unknown host": 1}
    assert summary.excluded == {"why 0": 1, "why 1": 2, "robots": 1}
    assert summary.roles == {"thread": 1}
    assert summary.statuses == {200: 1, 301: 1, 404: 1}
    assert (summary.requests, summary.learning_requests, summary.body_bytes) == (5, 1, 24)
    assert (summary.first_at, summary.last_at, summary.problems) == (NOW, NOW, {})


def test_an_empty_archive(archive: AnyArchive) -> None:
    """Nothing is counted before something happened, and an empty commit is no harm."""
    assert archive.commit([]) == 0
    summary = archive.summary()
    assert (summary.discovered, summary.requests, summary.first_at) == (0, 0, None)
    assert take(archive) == []
    assert archive.next_due() is None
    assert list(archive.exchanges()) == []


def test_settings_and_hosts(archive: AnyArchive) -> None:
    """Settings and hosts are remembered and replaced whole."""
    assert archive.get_setting("start") is None
    archive.put_setting("start", "a")
    archive.put_setting("start", "b")
    assert archive.get_setting("start") == "b"
    until = NOW + timedelta(hours=1)
    host = HostRow("http://forum.example", until, "429", 1.5, "200", b"User-agent: *\n\xff", NOW)
    archive.put_host(HostRow("http://forum.example"))
    assert archive.get_host("http://forum.example") == HostRow("http://forum.example")
    archive.put_host(host)
    assert archive.get_host("http://forum.example") == host
    assert archive.get_host("http://other.example") is None


def test_pages_may_be_committed_while_listing(archive: AnyArchive) -> None:
    """Going through the pages is not disturbed by commits."""
    archive.add([Discovered(url(n)) for n in range(4)])
    leases = take(archive, 4)
    archive.commit([fetched(lease) for lease in leases[:2]])
    listing = archive.pages()
    next(listing)
    archive.commit([fetched(lease) for lease in leases[2:]])
    assert next(listing).url == url(1)
    assert len(list(archive.pages())) == 4
