"""A post's HTML as a page of ours may show it: built anew from its tree, so that nothing of it can leave its box.

The archive holds sanitised HTML; this does not rely on it. Only tags named here are written, always in pairs, with
texts and values escaped. Nothing is loaded: pictures and films become links.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from selectolax.lexbor import LexborNode

from weft.page import read_page
from weft.store._export_text import plain_text
from weft.urls import resolve

Locate = Callable[[str], str]  # address -> where the copy has it, or empty

# What is written for a tag; headings fit below the title of a thread. A tag that is not here is left out, its content
# is not. The section around a post ends the reach of a stray <li> or <dd> (HTML, "in body": special elements).
_AS_IT_IS = """
    abbr b bdi blockquote caption cite code dd del details dfn div dl dt em figcaption figure i ins kbd li mark ol p pre
    q rp rt ruby s samp small strong sub summary sup table tbody td tfoot th thead tr u ul var
"""
_HEADINGS = {"h1": "h4", "h2": "h5", "h3": "h6", "h4": "h6", "h5": "h6", "h6": "h6"}
_WRITTEN = {tag: tag for tag in _AS_IT_IS.split()} | _HEADINGS | {"strike": "s", "tt": "code", "center": "div"}
_EMPTY = {"br": "<br>", "hr": "<hr>", "wbr": "<wbr>"}
_UNSHOWN = """
    -comment applet button canvas frame frameset head input map math noembed noframes noscript object plaintext script
    select style svg template textarea title xmp
"""
_SILENT = frozenset(_UNSHOWN.split())
_MEDIA = {"img": "picture", "iframe": "embedded page", "embed": "embedded page", "video": "film", "audio": "sound"}
_SMILEY = re.compile(r":\w+:|\W+")  # what stands for a small picture: ":smile:", ";-)", an emoji
_DIRECTIONS = frozenset({"ltr", "rtl", "auto"})
_SPANS = frozenset({"colspan", "rowspan"})
_MAX_SPAN = 100
_MAX_NESTING = 60
_SAFE_SCHEMES = ("http://", "https://", "ftp://", "mailto:")
_LABEL_CHARS = 120


def build_body(html: str, base: str, locate: Locate | None = None) -> str:
    """Build the HTML anew, or give an empty string if it cannot be read (nested without end, say) or shows nothing.

    `base` is what relative addresses are relative to; `locate` tells where the copy has what a link leads to.
    """
    page = read_page(base, plain_text(html).encode(), "text/html; charset=utf-8")
    body = None if page.problem else page.tree.body
    if body is None:
        return ""
    writer = _Writer(base, locate or _nowhere)
    writer.write(body)
    return "".join(writer.parts) if writer.has_content else ""


def _nowhere(_address: str) -> str:
    return ""


class _Writer:
    """Writes a tree, without recursion: a post may be nested deeper than Python's stack."""

    def __init__(self, base: str, locate: Locate) -> None:
        self.parts: list[str] = []
        self.has_content = False
        self._base = base
        self._locate = locate
        self._nesting = 0

    def write(self, root: LexborNode) -> None:
        """Write all that is below a node."""
        waiting: list[LexborNode | str] = [*_children(root)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                self.parts.append(item)
                self._nesting -= 1
                continue
            if end := self._open(item):
                waiting.append(end)
            if item.tag not in _SILENT and item.tag not in _MEDIA:
                waiting += _children(item)

    def _open(self, node: LexborNode) -> str:
        """Write what a node begins with; gives what is to follow its content."""
        tag = node.tag or ""
        if tag == "-text":
            self._write_text(node.text_content or "")
        elif tag in _EMPTY:
            self.parts.append(_EMPTY[tag])
        elif tag in _MEDIA:
            self._write_medium(node, _MEDIA[tag])
        elif self._nesting < _MAX_NESTING:
            return self._open_pair(node, tag)
        return ""

    def _open_pair(self, node: LexborNode, tag: str) -> str:
        start = self._link_start(node) if tag == "a" else _start(node, tag)
        if not start:
            return ""
        self._nesting += 1
        self.parts.append(start)
        return "</a>" if tag == "a" else f"</{_WRITTEN[tag]}>"

    def _write_text(self, text: str) -> None:
        self.has_content = self.has_content or not text.isspace()
        self.parts.append(escape(text, quote=False))

    def _link_start(self, node: LexborNode) -> str:
        return link_start(node.attributes.get("href") or "", self._base, self._locate)

    def _write_medium(self, node: LexborNode, word: str) -> None:
        attributes = node.attributes
        start = link_start(attributes.get("src") or "", self._base, _nowhere)
        label = " ".join((attributes.get("alt") or attributes.get("title") or "").split())[:_LABEL_CHARS]
        if label and (not start or _SMILEY.fullmatch(label)):
            self._write_text(label)
        elif start:
            self.has_content = True
            self.parts.append(f'{start}<span class="medium">{word}{": " if label else ""}{escape(label)}</span></a>')


def _children(node: LexborNode) -> list[LexborNode]:
    """Give the children of a node, last first."""
    return list(node.iter(include_text=True))[::-1]


def link_start(href: str, base: str, locate: Locate) -> str:
    """Give the start tag of a link, or an empty string for an address that a reader should not follow."""
    address = resolve(href, base or href) if href else None
    if not address or not address.lower().startswith(_SAFE_SCHEMES):
        return ""
    if local := locate(address):
        return f'<a href="{escape(local)}">'
    return f'<a href="{escape(address)}" rel="nofollow noopener noreferrer">'


def _start(node: LexborNode, tag: str) -> str:
    written = _WRITTEN.get(tag)
    if written is None:
        return ""
    kept = "".join(f' {name}="{value}"' for name, value in node.attributes.items() if _is_kept(tag, name, value))
    # HTML drops a line end right after <pre>; one more keeps what was there.
    return f"<{written}{kept}>\n" if tag == "pre" else f"<{written}{kept}>"


def _is_kept(tag: str, name: str, value: str | None) -> bool:
    if not value:
        return False
    if name == "dir":
        return value in _DIRECTIONS
    if not (value.isascii() and value.isdecimal() and len(value) < 7):
        return False
    return (tag == "ol" and name == "start") or (tag in {"td", "th"} and name in _SPANS and int(value) <= _MAX_SPAN)
