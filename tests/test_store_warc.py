"""The WARC files: standard, clean, without secrets, every record a gzip member of its own."""

from __future__ import annotations

import gzip
import itertools
import zlib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from weft.clock import VirtualClock
from weft.config import StoreConfig
from weft.page import Exchange, Truncation
from weft.store import Discovered, PageRow, UrlState, Visit, export_warc, open_archive
from weft.store._head import hide_cookie, response_head, scrub_request, scrub_response, split_head

NOW = datetime(2024, 5, 1, 12, 0, 0, 250000, tzinfo=UTC)
CANARY = "c4n4ry-7f3a"


def an_exchange(number: int = 1, **changes: object) -> Exchange:
    values: dict[str, object] = {
        "url": f"http://forum.example:8080/t?id={number}",
        "sent_at": NOW,
        "method": "GET",
        "request_headers": (("User-Agent", "Weft"), ("Cookie", f"sid={CANARY}")),
        "status": 200,
        "reason": "OK",
        "headers": ((b"Content-Type", b"text/html"), (b"Transfer-Encoding", b"chunked")),
        "body": b"<p>page %d" % number,
        "peer": "192.0.2.7",
    }
    return Exchange(**(values | changes))  # type: ignore[arg-type]  # a test's own values


def write(folder: Path, exchanges: list[Exchange], config: StoreConfig | None = None) -> list[Path]:
    """Commit exchanges one by one into a new archive with pinned clock and ids; gives its WARC files."""
    numbers = itertools.count(1)
    pinned = {"clock": VirtualClock(NOW), "new_id": lambda: f"00000000-0000-4000-8000-{next(numbers):012d}"}
    with open_archive(folder, config or StoreConfig(), **pinned) as archive:  # type: ignore[arg-type]  # two kinds in one dict
        archive.add([Discovered(exchange.url) for exchange in exchanges])
        for exchange, lease in zip(exchanges, archive.lease(len(exchanges), NOW), strict=True):
            archive.commit([Visit(lease, UrlState.FETCHED, exchange=exchange, page=PageRow(title="t"))])
    return sorted((folder / "warc").iterdir())


def members(data: bytes) -> list[bytes]:
    """Take a file apart into its gzip members, decompressed."""
    found = []
    while data:
        inflate = zlib.decompressobj(31)
        found.append(inflate.decompress(data))
        assert inflate.eof
        data = inflate.unused_data
    return found


def faults(path: Path) -> int:
    """Give what `warcio check` exits with."""
    checker = Checker(type("Arguments", (), {"inputs": [str(path)], "verbose": False})())
    checker.process_all()
    return int(checker.exit_value)


def test_golden_record(tmp_path: Path) -> None:
    """With clock and ids pinned, the records of an exchange are these bytes."""
    (path,) = write(tmp_path, [an_exchange(truncated=Truncation.LENGTH)])
    assert path.name == "weft-20240501120000-00001.warc.gz"
    info, response, request = members(path.read_bytes())
    assert info.startswith(b"WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Date: 2024-05-01T12:00:00.250000Z\r\n")
    assert b"WARC-Filename: weft-20240501120000-00001.warc.gz\r\n" in info
    assert response.decode() == (
        "WARC/1.1\r\n"
        "WARC-Type: response\r\n"
        "WARC-Date: 2024-05-01T12:00:00.250000Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000002>\r\n"
        "Content-Length: 91\r\n"
        "WARC-Target-URI: http://forum.example:8080/t?id=1\r\n"
        "WARC-IP-Address: 192.0.2.7\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        "WARC-Truncated: length\r\n"
        "WARC-Payload-Digest: sha1:3ZSRFPDEPLVAFB63KVVWXNRM2XG6NSOZ\r\n"
        "WARC-Block-Digest: sha1:WNZ4HEUWWNKHG34LG3VJG5LXSW3G4ZD7\r\n"
        "\r\n"
        "HTTP/1.1 200 OK\r\n"
        "Content-Type: text/html\r\n"
        "X-Crawler-Transfer-Encoding: chunked\r\n"
        "\r\n"
        "<p>page 1\r\n\r\n"
    )
    assert request.decode() == (
        "WARC/1.1\r\n"
        "WARC-Type: request\r\n"
        "WARC-Date: 2024-05-01T12:00:00.250000Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000003>\r\n"
        "Content-Length: 68\r\n"
        "WARC-Target-URI: http://forum.example:8080/t?id=1\r\n"
        "WARC-IP-Address: 192.0.2.7\r\n"
        "Content-Type: application/http; msgtype=request\r\n"
        "WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000002>\r\n"
        "WARC-Block-Digest: sha1:7KERZHWPZE4LRRFDFP2FQLTJOPQA6THJ\r\n"
        "\r\n"
        "GET /t?id=1 HTTP/1.1\r\n"
        "Host: forum.example:8080\r\n"
        "User-Agent: Weft\r\n"
        "\r\n"
        "\r\n\r\n"
    )


def test_two_readers_agree(tmp_path: Path) -> None:
    """warcio and fastwarc read every payload as it was received, and warcio finds no fault."""
    from fastwarc.warc import ArchiveIterator as FastIterator  # noqa: PLC0415  after weft.store, which hushes its import

    bodies = [
        b"",
        b"<p>" + "ü".encode() * 40_000,
        gzip.compress(b"coded"),
        bytes(range(256)),
        b"5\r\nhello\r\n0\r\n\r\n",
    ]
    codings = [(), (), ((b"Content-Encoding", b"gzip"),), (), ()]
    sent = [
        an_exchange(n, body=body, headers=((b"Transfer-Encoding", b"chunked"), *coding))
        for n, (body, coding) in enumerate(zip(bodies, codings, strict=True))
    ]
    (path,) = write(tmp_path, sent)
    assert faults(path) == 0
    with path.open("rb") as file:
        seen = [r.raw_stream.read() for r in ArchiveIterator(file, check_digests="raise") if r.rec_type == "response"]
    assert seen == bodies
    with path.open("rb") as file:
        fast = [
            (r.verify_payload_digest(), r.reader.read()) for r in FastIterator(file) if str(r.record_type) == "response"
        ]
    assert fast == [(True, body) for body in bodies]


def test_every_record_is_a_gzip_member(tmp_path: Path) -> None:
    """Decompressing member by member gives one record each time."""
    (path,) = write(tmp_path, [an_exchange(n) for n in range(4)])
    records = members(path.read_bytes())
    assert len(records) == 9
    assert all(record.startswith(b"WARC/1.1\r\n") and record.count(b"WARC-Type:") == 1 for record in records)


def test_no_secret_reaches_the_disk(tmp_path: Path) -> None:
    """A canary in cookies, credentials and user info is in no file of the archive."""
    exchange = an_exchange(
        url=f"http://user:{CANARY}@forum.example/",
        request_headers=(
            ("cookie", f"a={CANARY}"),
            ("Authorization", f"Bearer {CANARY}"),
            ("PROXY-AUTHORIZATION", CANARY),
            ("Referer", f"http://u:{CANARY}@forum.example/"),
        ),
        headers=(
            (b"set-cookie", b"sid=%b; Path=/; HttpOnly" % CANARY.encode()),
            (b"Set-Cookie", b'b="x;%b"; Secure' % CANARY.encode()),
            (b"SET-COOKIE", CANARY.encode()),
            (b"Set-Cookie", b"c=1; Path=/, d=%b" % CANARY.encode()),
            (b"Location", b"//u:%b@forum.example/next" % CANARY.encode()),
        ),
    )
    with open_archive(tmp_path) as archive:
        archive.add([Discovered("http://forum.example/")])
        (lease,) = archive.lease(1, NOW)
        archive.commit([Visit(lease, UrlState.FETCHED, exchange=exchange)])
    (path,) = (tmp_path / "warc").iterdir()
    text = gzip.decompress(path.read_bytes())
    assert CANARY.encode() not in text + (tmp_path / "archive.db").read_bytes()
    assert b"set-cookie: sid=; Path=/; HttpOnly\r\n" in text
    assert b"Location: //forum.example/next\r\n" in text
    assert faults(path) == 0


token = st.text("abcXYZ019_-", min_size=1, max_size=12).map(str.encode)
secret = st.text("ghijk!#$%&'()*+./:<>?@[]^`{|}~ ,;=\"", max_size=30).map(
    lambda text: f"{CANARY}{text}{CANARY}".encode()
)


@given(token, secret, st.sampled_from([b"", b"; Path=/x", b"; Expires=Wed, 21 Oct 2015 07:28:00 GMT", b";Secure"]))
def test_a_cookie_keeps_its_name_only(name: bytes, value: bytes, attributes: bytes) -> None:
    """Whatever a cookie's value holds, nothing of it is written; the name stays."""
    shown = hide_cookie(name + b"=" + value + attributes)
    assert CANARY.encode() not in shown
    assert shown.startswith(name + b"=")


@given(st.lists(st.tuples(st.binary(max_size=20), st.binary(max_size=40)), max_size=8))
def test_any_header_stays_one_line(headers: list[tuple[bytes, bytes]]) -> None:
    """No bytes in names or values can end the head early or add a header; scrubbing twice changes nothing."""
    head = response_head(an_exchange(headers=tuple(headers), reason="O\r\nK"))
    kept = scrub_response(headers)
    assert head.endswith(b"\r\n\r\n")
    assert head.count(b"\r\n\r\n") == 1
    assert head.count(b"\r\n") == len(kept) + 2
    assert scrub_response(kept) == kept
    assert len(split_head(head)[1]) == len(kept)


@given(st.sampled_from([b"Cookie", b"cookie ", b"AUTHORIZATION", b"Proxy-Authorization", b"\tcookie", b"Cookie:"]))
def test_credentials_are_left_out(name: bytes) -> None:
    """Headers that prove who asks are dropped however they are spelt."""
    assert scrub_request([(name, b"secret"), (b"Accept", b"*/*")]) == ((b"Accept", b"*/*"),)


def test_rotation(tmp_path: Path) -> None:
    """A new file is begun after the size that was set, and all files but the growing one have their final name."""
    config = StoreConfig(warc_max_bytes=3000, min_free_bytes=0)
    paths = write(
        tmp_path, [an_exchange(n, body=bytes(1000) + zlib.crc32(b"%d" % n).to_bytes(4)) for n in range(12)], config
    )
    assert len(paths) > 2
    assert [path.suffix for path in paths] == [".gz"] * len(paths)
    assert sum(len(members(path.read_bytes())) - 1 for path in paths) == 24
    assert all(faults(path) == 0 for path in paths)
    with open_archive(tmp_path, read_only=True) as archive:
        assert archive.summary().warc_bytes == sum(path.stat().st_size for path in paths)


def test_export_is_one_clean_file(tmp_path: Path) -> None:
    """The export holds all committed records, also of a crawl in progress, and tells how far it is."""
    config = StoreConfig(warc_max_bytes=1500, min_free_bytes=0)
    folder, out = tmp_path / "archive", tmp_path / "all.warc.gz"
    write(folder, [an_exchange(n) for n in range(5)], config)
    calls: list[tuple[int, int]] = []
    with open_archive(folder, config) as archive:
        archive.add([Discovered("http://forum.example/new")])
        (lease,) = archive.lease(1, NOW)
        exchange = an_exchange(url="http://forum.example/new")
        archive.commit([Visit(lease, UrlState.FETCHED, exchange=exchange)])
        (growing,) = (folder / "warc").glob("*.open")
        with growing.open("ab") as torn:
            torn.write(b"\x1f\x8b\x08half a rec")
        assert export_warc(folder, out, lambda done, total: calls.append((done, total))) == 6
    assert faults(out) == 0
    with out.open("rb") as file:
        assert [r.rec_type for r in ArchiveIterator(file)].count("response") == 6
    assert calls[-1] == (out.stat().st_size, out.stat().st_size)
    assert not list(tmp_path.glob("*.partial"))


def test_bad_peer_is_left_out(tmp_path: Path) -> None:
    """A peer that is no address is not written as one."""
    (path,) = write(tmp_path, [an_exchange(peer="localhost")])
    assert b"WARC-IP-Address" not in gzip.decompress(path.read_bytes())


@pytest.mark.parametrize("reason", ["", "Grüße", "\udcff", "Not  Found"])
def test_status_line_reads_back(tmp_path: Path, reason: str) -> None:
    """Reason phrases come back as they were, odd bytes included."""
    write(tmp_path, [an_exchange(reason=reason)])
    with open_archive(tmp_path, read_only=True) as archive:
        (exchange,) = archive.exchanges()
    assert exchange.reason == reason
