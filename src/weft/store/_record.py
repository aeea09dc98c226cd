"""WARC records (ISO 28500, WARC 1.1): an exchange to bytes and back. Every record is a gzip member of its own."""

from __future__ import annotations

import base64
import hashlib
import io
import ipaddress
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain

from weft import __version__
from weft.page import Exchange, Truncation
from weft.store._fastwarc import GzipWriter, WarcRecord, WarcRecordType
from weft.store._files_ports import Spooled
from weft.store._head import request_head, response_head, split_head
from weft.urls import canonicalise

NewId = Callable[[], str]
_GZIP = 31  # zlib's window bits for a gzip member
# Both records of a 60 KB page take 0.31-0.40 ms CPU with this; with fastwarc's own 8 KiB it was 0.35 in one program and
# 0.45-0.57 in another that differed in nothing relevant (why is not known), so the steady one is chosen.
_BUFFER_BYTES = 64 * 1024
_PIECE_BYTES = 1024 * 1024
_REVISIT = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
_SECRETS_NOTE = (
    "Cookie, Authorization and Proxy-Authorization request headers, values of Set-Cookie and user info in URLs "
    "are left out; digests are of what is written. Transfer codings are removed, the header is kept as "
    "X-Crawler-Transfer-Encoding."
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a response stands in a WARC file; its request follows directly, and what was rendered of it behind that.

    `request_length` counts both.
    """

    warc_id: int
    offset: int
    length: int
    request_length: int
    payload_digest: str


@dataclass(frozen=True, slots=True)
class Packed:
    """An exchange as gzip members: response and request, the latter with what was rendered behind it."""

    response: bytes
    request: bytes
    payload_digest: str


def pack_exchange(exchange: Exchange, level: int, new_id: NewId) -> Packed:
    """Give the records of an exchange; the URL is written without user info.

    The document that a browser made of a page is a record of the type conversion (WARC 1.1, 6.8), which replay tools
    pass over: they show what the site sent.
    """
    url = canonicalise(exchange.url) or exchange.url
    date = warc_date(exchange.sent_at)
    payload = hashlib.sha1(exchange.body, usedforsecurity=False).digest()
    response_id, request_id = new_id(), new_id()
    about = {"WARC-Target-URI": url, "WARC-Date": date, **_peer(exchange.peer)}
    answer = {**about, "Content-Type": "application/http; msgtype=response"}
    if exchange.truncated is not None:
        answer["WARC-Truncated"] = exchange.truncated.value
    asked = {**about, "Content-Type": "application/http; msgtype=request"}
    asked["WARC-Concurrent-To"] = f"<urn:uuid:{response_id}>"
    block = response_head(exchange) + exchange.body
    return Packed(
        _pack(WarcRecordType.response, response_id, answer, block, level, payload),
        _pack(WarcRecordType.request, request_id, asked, request_head(exchange), level)
        + (_pack_rendered(exchange.rendered, response_id, url, date, level, new_id) if exchange.rendered else b""),
        _sha1(payload),
    )


def _pack_rendered(html: bytes, response_id: str, url: str, date: str, level: int, new_id: NewId) -> bytes:
    about = {"WARC-Target-URI": url, "WARC-Date": date, "WARC-Refers-To": f"<urn:uuid:{response_id}>"}
    payload = hashlib.sha1(html, usedforsecurity=False).digest()
    headers = {**about, "Content-Type": "text/html; charset=utf-8"}
    return _pack(WarcRecordType.conversion, new_id(), headers, html, level, payload)


@dataclass(frozen=True, slots=True)
class Filed:
    """An exchange whose body lies apart, as a file. `like` is where and when equal bytes came before."""

    exchange: Exchange
    part: Spooled
    like: tuple[str, datetime] | None = None


def stream_filed(filed: Filed, level: int, new_id: NewId) -> tuple[Iterator[bytes], bytes, str]:
    """Give the response's record piece by piece, its request's record, and the digest of its body.

    Of bytes that the archive has already, a record of the type revisit is written (WARC 1.1, 6.7): head and digest.
    """
    exchange, part = filed.exchange, filed.part
    response_id, request_id = new_id(), new_id()
    about = {
        "WARC-Target-URI": canonicalise(exchange.url) or exchange.url,
        "WARC-Date": warc_date(exchange.sent_at),
        **_peer(exchange.peer),
    }
    asked = {**about, "Content-Type": "application/http; msgtype=request"}
    asked["WARC-Concurrent-To"] = f"<urn:uuid:{response_id}>"
    request = _pack(WarcRecordType.request, request_id, asked, request_head(exchange), level)
    head = response_head(exchange)
    with_body = filed.like is None
    digest = hashlib.sha1(head, usedforsecurity=False)
    for piece in read_part(part) if with_body else ():
        digest.update(piece)
    fields = {
        "WARC-Type": "response" if with_body else "revisit",
        "WARC-Record-ID": f"<urn:uuid:{response_id}>",
        **about,
    }
    if filed.like is not None:
        fields |= {
            "WARC-Profile": _REVISIT,
            "WARC-Refers-To-Target-URI": filed.like[0],
            "WARC-Refers-To-Date": warc_date(filed.like[1]),
        }
    fields |= {
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(head) + (part.size if with_body else 0)),
        "WARC-Block-Digest": _sha1(digest.digest()),
        "WARC-Payload-Digest": _sha1(part.payload),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    start = b"WARC/1.1\r\n" + lines.encode() + b"\r\n" + head
    pieces = chain([start], read_part(part) if with_body else (), [b"\r\n\r\n"])
    return _squeeze(pieces, level), request, _sha1(part.payload)


def read_part(part: Spooled) -> Iterator[bytes]:
    """Give the bytes of a file, piece by piece."""
    if part.path is None:
        yield part.data
        return
    with part.path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            yield piece


def _squeeze(pieces: Iterable[bytes], level: int) -> Iterator[bytes]:
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def pack_info(name: str, now: datetime, level: int, new_id: NewId) -> bytes:
    """Give the record every file begins with: who wrote it, by which rules, and what is left out."""
    fields = {
        "software": f"Weft/{__version__}",
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "description": _SECRETS_NOTE,
    }
    block = "".join(f"{key}: {value}\r\n" for key, value in fields.items()).encode()
    headers = {"WARC-Date": warc_date(now), "WARC-Filename": name, "Content-Type": "application/warc-fields"}
    return _pack(WarcRecordType.warcinfo, new_id(), headers, block, level)


def _pack(
    kind: WarcRecordType,
    record_id: str,
    headers: dict[str, str],
    block: bytes,
    level: int,
    payload: bytes | None = None,
) -> bytes:
    record = WarcRecord()
    record.init_headers(kind, f"uuid:{record_id}".encode())
    for name, value in headers.items():
        record.headers[name] = value
    record.set_bytes_content(block)
    out = io.BytesIO()
    # A writer for each record: one writer for all of them makes a single gzip member, in which no record can be found
    # by its offset.
    member = GzipWriter(out, compression_level=level, buffer_size=_BUFFER_BYTES)
    record.write(member, checksum_data=True, payload_digest=payload)
    member.finish()
    return out.getvalue()


def unpack_exchange(response: bytes, request: bytes) -> Exchange:
    """Give the exchange of its gzip members; raises ValueError if one is torn or its digest is wrong.

    `request` has what was rendered behind it, if anything was. Either may be missing: a rebuilt archive keeps a
    response whose request was damaged.
    """
    headers, block = unpack(response)
    status_line, fields, body = split_head(block)
    _, _, status = status_line.partition(b" ")
    code, _, reason = status.partition(b" ")
    behind = {fields["WARC-Type"]: block for fields, block in _unpack_all(request)}
    asked_line, asked, _ = split_head(behind["request"]) if "request" in behind else (b"GET", (), b"")
    cut = headers.get("WARC-Truncated")
    return Exchange(
        url=headers["WARC-Target-URI"],
        sent_at=datetime.fromisoformat(headers["WARC-Date"]),
        method=asked_line.partition(b" ")[0].decode("ascii", "replace"),
        request_headers=tuple((n.decode("latin-1"), v.decode("utf-8", "surrogateescape")) for n, v in asked),
        status=int(code),
        reason=reason.decode("utf-8", "surrogateescape"),
        headers=fields,
        body=body,
        truncated=Truncation(cut) if cut else None,
        peer=headers.get("WARC-IP-Address", ""),
        rendered=behind.get("conversion", b""),
    )


def refers_to(response: bytes) -> tuple[str, str] | None:
    """Tell which other response a record of the type revisit stands for: its URL and the digest of its body."""
    headers, _ = unpack(response)
    if headers["WARC-Type"] != "revisit":
        return None
    return headers["WARC-Refers-To-Target-URI"], headers["WARC-Payload-Digest"]


def unpack(member: bytes) -> tuple[dict[str, str], bytes]:
    """Give headers and block of a record; raises ValueError unless it is whole, its digest right, and all there is."""
    found = list(_unpack_all(member))
    if len(found) != 1:
        raise ValueError("a WARC record is torn")
    return found[0]


def _unpack_all(members: bytes) -> Iterator[tuple[dict[str, str], bytes]]:
    """Give headers and block of records that stand one behind the other.

    Readers take a torn last record for whole (warcio in 213 of 400 cuts, fastwarc in 384), so the end of the gzip
    member and the digest are both asked for.
    """
    while members:
        inflate = zlib.decompressobj(_GZIP)
        try:
            data = inflate.decompress(members)
        except zlib.error as error:
            raise ValueError(f"a WARC record does not decompress: {error}") from error
        if not inflate.eof:
            raise ValueError("a WARC record is torn")
        yield parse(data)
        members = inflate.unused_data


def parse(data: bytes) -> tuple[dict[str, str], bytes]:
    """Give headers and block of a decompressed record; raises ValueError unless its digest is right."""
    record = WarcRecord.from_bytes(data)
    if not record.verify_block_digest():
        raise ValueError("a WARC record does not match its digest")
    return dict(record.headers.items()), bytes(record.reader.read())


def warc_date(moment: datetime) -> str:
    """Give a time as WARC-Date: UTC, with the fraction that WARC 1.1 allows when there is one."""
    text = moment.astimezone(UTC).replace(tzinfo=None).isoformat()
    return f"{text}Z"


def _sha1(digest: bytes) -> str:
    return "sha1:" + base64.b32encode(digest).decode("ascii")


@lru_cache(maxsize=256)
def _peer(peer: str) -> dict[str, str]:
    try:
        return {"WARC-IP-Address": str(ipaddress.ip_address(peer.partition("%")[0]))}
    except ValueError:
        return {}
