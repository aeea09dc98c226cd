"""HTTP heads as a WARC file shows them: byte for byte, but without secrets and true about the body that follows."""

from __future__ import annotations

import re
from collections.abc import Iterable

from weft.page import Exchange
from weft.urls import parse_address

RawHeaders = tuple[tuple[bytes, bytes], ...]
# What a request proves its sender with.
_REQUEST_SECRETS = {b"cookie", b"cookie2", b"authorization", b"proxy-authorization"}
_SET_COOKIE = {b"set-cookie", b"set-cookie2"}
_WITH_ADDRESS = {b"location", b"content-location", b"referer"}
# RFC 6265 5.2 and its successors. Anything else after a ';' may be the rest of a value and goes with it.
_COOKIE_ATTRIBUTES = {
    b"expires",
    b"max-age",
    b"domain",
    b"path",
    b"secure",
    b"httponly",
    b"samesite",
    b"partitioned",
    b"priority",
}
_DATE = re.compile(rb"[A-Za-z0-9 ,:+-]*")
_USER_INFO = re.compile(rb"(?<=//)[^/?#\\]*@")
_BREAKS = re.compile(rb"[\r\n\0]+")
# Chunks are joined before they come here, so the header would make every reader look for chunk sizes in the text.
# The new name is the one Common Crawl uses for the same purpose.
_CODING, _CODING_KEPT = b"transfer-encoding", b"X-Crawler-Transfer-Encoding"


def response_head(exchange: Exchange) -> bytes:
    """Give status line and headers, up to and with the empty line."""
    reason = _BREAKS.sub(b" ", exchange.reason.encode("utf-8", "surrogateescape"))
    lines = [b"HTTP/1.1 %d %b" % (exchange.status, reason)]
    lines += [b"%b: %b" % field for field in scrub_response(exchange.headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def request_head(exchange: Exchange) -> bytes:
    """Give request line and headers, Host included, up to and with the empty line."""
    address = parse_address(exchange.url)
    headers = [(name.encode("latin-1", "replace"), _text(value)) for name, value in exchange.request_headers]
    lines = [b"%b %b HTTP/1.1" % (exchange.method.encode("ascii"), address.target.encode("ascii", "replace"))]
    if not any(name.lower() == b"host" for name, _ in headers):
        lines.append(b"Host: " + address.origin.partition("//")[2].encode("ascii", "replace"))
    lines += [b"%b: %b" % field for field in scrub_request(headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def scrub_request(headers: Iterable[tuple[bytes, bytes]]) -> RawHeaders:
    """Leave out the headers that prove who asks, and user info in addresses."""
    clean = (_one_line(field) for field in headers)
    return tuple((name, _address(name, value)) for name, value in clean if name and _key(name) not in _REQUEST_SECRETS)


def scrub_response(headers: Iterable[tuple[bytes, bytes]]) -> RawHeaders:
    """Empty the values of cookies, keep their names and attributes; rename the transfer coding."""
    kept: list[tuple[bytes, bytes]] = []
    for name, value in map(_one_line, headers):
        key = _key(name)
        if key in _SET_COOKIE:
            kept.append((name, hide_cookie(value)))
        elif key == _CODING:
            kept.append((_CODING_KEPT, value))
        elif name:
            kept.append((name, _address(name, value)))
    return tuple(kept)


def hide_cookie(value: bytes) -> bytes:
    """Give a Set-Cookie value with name and attributes but without what it sets."""
    pair, *attributes = value.split(b";")
    name, equals, _ = pair.partition(b"=")
    shown = [b"%b=" % name.strip() if equals else b""]
    for attribute in attributes:
        key, sign, text = attribute.strip().partition(b"=")
        if key.strip().lower() in _COOKIE_ATTRIBUTES:
            shown.append(key.strip() + sign + _attribute_value(key, text))
    return b"; ".join(shown)


def _attribute_value(key: bytes, text: bytes) -> bytes:
    # A proxy may have folded several cookies into one line with commas, which only a date has by right.
    if key.strip().lower() == b"expires":
        return text if _DATE.fullmatch(text) else b""
    return text.partition(b",")[0]


def split_head(block: bytes) -> tuple[bytes, RawHeaders, bytes]:
    """Take an HTTP message apart: first line, headers (the transfer coding under its own name again), body."""
    head, _, body = block.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    return first, tuple(_field(line) for line in lines), body


def _field(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b": ")
    return (b"Transfer-Encoding", value) if name == _CODING_KEPT else (name, value)


def _one_line(field: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    return _BREAKS.sub(b" ", field[0]).strip(), _BREAKS.sub(b" ", field[1]).strip()


def _key(name: bytes) -> bytes:
    return name.rstrip(b": \t").lower()


def _address(name: bytes, value: bytes) -> bytes:
    return _USER_INFO.sub(b"", value) if _key(name) in _WITH_ADDRESS else value


def _text(value: str) -> bytes:
    return value.encode("utf-8", "surrogateescape")
