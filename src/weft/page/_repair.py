"""Three mendings before a page is parsed, for what browsers show and a parser with scripts switched on does not.

All look at raw tags only, cost one search on pages that need none, and keep everything else byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

_BODY = re.compile(rb"<body\b", re.IGNORECASE)
_NOSCRIPT_START = re.compile(rb"<noscript", re.IGNORECASE)
_NOSCRIPT = re.compile(rb"</?noscript\b[^>]*+>", re.IGNORECASE)
# Text up to the end tag belongs to these elements. Written as <iframe/> they have none and swallow the rest of the
# page, so nobody writes them so who does not mean XML.
_SWALLOWING = frozenset(b"iframe textarea title script style xmp noembed noframes".split())
_VOID = frozenset(b"area base br col embed frame hr img input link meta param source track wbr".split())
_VOID_STARTS = frozenset(b"<" + name for name in _VOID)
_SELF_CLOSED = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*+)((?:\s[^<>]*+)?)(?<=/)>")
_NAME = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*+)[^<>]*+\Z")
_VOID_TAG = re.compile(rb"<(?:br|hr|img|input|link|meta)\b([^<>]*+)>", re.IGNORECASE)
_MIN_VOID, _XML_SHARE = 5, 0.95
_LONGEST_TAG = 2000
# An element with nothing in it, and a script right behind it that makes a date of milliseconds since 1970.
_DATED = re.compile(
    rb"<([a-zA-Z]{1,8})\b([^<>]{1,200})></\1>"
    rb"(?=\s{0,40}<script\b[^<>]{0,200}>([^<]{0,400}?)new Date\((\d{12,13})\)([^<]{0,200})<)"
)
_MILLISECONDS = 1000
_ID = re.compile(rb"\bid\s?=\s?[\"']?([^\"'\s<>]{1,80})")


def repair_html(html: bytes) -> bytes:
    """Give the page as it should be parsed."""
    if _NOSCRIPT_START.search(html):
        html = _open_noscript(html)
    if b"/>" in html and _is_written_as_xml(html):
        html = _SELF_CLOSED.sub(_close, html)
    if b"new Date(" in html:
        html = _DATED.sub(_tell_time, html)
    return html


def _is_written_as_xml(html: bytes) -> bool:
    """Tell whether a writer of XML made the page, by what it closes in itself.

    An element that would swallow the page is proof; an ordinary one is, if the void ones are closed so, too.
    """
    has_ordinary = False
    for name in _self_closed_names(html):
        if name in _SWALLOWING:
            return True
        has_ordinary = has_ordinary or name not in _VOID
    if not has_ordinary:
        return False
    slashed = [tag.endswith(b"/") for tag in _VOID_TAG.findall(html)]
    return len(slashed) >= _MIN_VOID and sum(slashed) >= _XML_SHARE * len(slashed)


def _self_closed_names(html: bytes) -> Iterator[bytes]:
    """Give the names of elements that end in `/>`, of void ones few; looked for from their ends, which are few."""
    for before in html.split(b"/>")[:-1]:
        start = before.rfind(b"<", -_LONGEST_TAG)
        tag = before[start:]
        if start < 0 or tag.split(None, 1)[0] in _VOID_STARTS:
            continue  # nearly all are line breaks and pictures
        match = _NAME.match(tag)
        if match is not None:
            yield match.group(1).lower()


def _open_noscript(html: bytes) -> bytes:
    """Let what stands in the body for readers without scripts be part of the page: Weft is such a reader.

    In the head it is left alone: a picture there would end the head.
    """
    body = _BODY.search(html)
    if body is None:
        return html
    return html[: body.start()] + _NOSCRIPT.sub(b"", html[body.start() :])


def _tell_time(match: re.Match[bytes]) -> bytes:
    """Write into an empty element, as an attribute, the time that the script behind it would show there."""
    name, attributes, before, moment, after = match.groups()
    own = _ID.search(attributes)
    if own is None or own[1] not in before + after:
        return match.group()
    told = datetime.fromtimestamp(int(moment) // _MILLISECONDS, UTC).strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    return b"<" + name + attributes + b' datetime="' + told + b'"></' + name + b">"


def _close(match: re.Match[bytes]) -> bytes:
    """Write an XML empty element as HTML means it: `<div/>` as `<div></div>`."""
    name, attributes = match.group(1), match.group(2)
    if name.lower() in _VOID:
        return match.group()
    return b"<" + name + attributes.rstrip(b"/") + b"></" + name + b">"
