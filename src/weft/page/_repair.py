"""Two mendings before a page is parsed, for what browsers show and a parser with scripts switched on does not.

Both look at raw tags only, cost one search on pages that need neither, and keep everything else byte for byte.
"""

from __future__ import annotations

import re

_BODY = re.compile(rb"<body\b", re.IGNORECASE)
_NOSCRIPT = re.compile(rb"</?noscript\b[^>]*+>", re.IGNORECASE)
# Text up to the end tag belongs to these elements. Written as <iframe/> they have none and swallow the rest of the
# page, so nobody writes them so who does not mean XML.
_SWALLOWING = rb"iframe|textarea|title|script|style|xmp|noembed|noframes"
_SWALLOWED = re.compile(rb"<(?:" + _SWALLOWING + rb")\b[^<>]*+(?<=/)>", re.IGNORECASE)
_SELF_CLOSED = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*+)((?:\s[^<>]*+)?)(?<=/)>")
_ORDINARY_SELF_CLOSED = re.compile(rb"<(?:div|span|a|i|b|em|p|td|li|ul|h[1-6])\b[^<>]*+(?<=/)>")
_VOID_TAG = re.compile(rb"<(?:br|hr|img|input|link|meta)\b([^<>]*+)>", re.IGNORECASE)
_MIN_VOID, _XML_SHARE = 5, 0.95
_VOID = frozenset(b"area base br col embed frame hr img input link meta param source track wbr".split())


def repair_html(html: bytes) -> bytes:
    """Give the page as it should be parsed."""
    if b"<noscript" in html or b"<NOSCRIPT" in html:
        html = _open_noscript(html)
    if b"/>" in html and (_SWALLOWED.search(html) or _is_written_as_xml(html)):
        html = _SELF_CLOSED.sub(_close, html)
    return html


def _is_written_as_xml(html: bytes) -> bool:
    """Tell whether a writer of XML made the page: ordinary elements closed in themselves, void ones too."""
    if not _ORDINARY_SELF_CLOSED.search(html):
        return False
    slashed = [match.endswith(b"/") for match in _VOID_TAG.findall(html)]
    return len(slashed) >= _MIN_VOID and sum(slashed) >= _XML_SHARE * len(slashed)


def _open_noscript(html: bytes) -> bytes:
    """Let what stands in the body for readers without scripts be part of the page: Weft is such a reader.

    In the head it is left alone: a picture there would end the head.
    """
    body = _BODY.search(html)
    if body is None:
        return html
    return html[: body.start()] + _NOSCRIPT.sub(b"", html[body.start() :])


def _close(match: re.Match[bytes]) -> bytes:
    """Write an XML empty element as HTML means it: `<div/>` as `<div></div>`."""
    name, attributes = match.group(1), match.group(2)
    if name.lower() in _VOID:
        return match.group()
    return b"<" + name + attributes.rstrip(b"/") + b"></" + name + b">"
