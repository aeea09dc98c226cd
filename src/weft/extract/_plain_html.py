"""Markup of plain posts, written clean: the same, character for character, as `nh3` makes of it, without parsing it.

It is safe by construction. Tags are written from the table below, never from the page. Text is escaped. The only
attributes are addresses and words, each of characters that mean nothing in markup; addresses are `http`, `https` or
`mailto`. Elements nest as a browser reads them back: paragraphs and inline elements
hold no blocks, links no links. Whatever is not so is left to `clean_html`; a test compares the two on random markup.
"""

from __future__ import annotations

import re
from collections.abc import Container

from weft.extract._addresses import image_address, link_address
from weft.extract._body_fragment import TEXT, Attributes, Fragment

_INLINE = ("abbr", "b", "cite", "code", "del", "em", "i", "ins", "kbd", "s", "small", "strong", "sub", "sup", "tt", "u")
_BLOCKS = ("blockquote", "div", "p")
_AS_DIV = ("article", "aside", "center", "footer", "header", "main", "nav", "section")
_WRITTEN = {tag: tag for tag in (*_INLINE, *_BLOCKS, "a", "br", "img")} | dict.fromkeys(_AS_DIV, "div")
_DROPPED = frozenset({"big", "blink", "font", "label", "nobr", "span"})  # what is inside stays
_ROOTS = frozenset(
    {"blockquote", "dd", "div", "dt", "li", "td"} | set(_AS_DIV)
)  # of which only what is inside is written
_EVERYWHERE = frozenset({"dir", "lang"})  # attributes that need more care
_TOLD = {
    "a": ("href", "title"),
    "abbr": ("title",),
    "blockquote": ("cite",),
    "img": ("alt", "title", "width", "height"),
}
_ADDRESSES = frozenset({"href", "cite"})
_MAX_CHARS = 4000  # of an attribute
# Empty, or absolute. Hosts whose last part begins with a letter are names to every parser, four numbers are an address
# (both were read and written by one before); what begins with "xn--" must be decoded.
_ADDRESS = re.compile(
    r"(?:https?://(?:(?:(?!xn--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*(?!xn--)[a-z](?:[a-z0-9-]*[a-z0-9])?"
    r"|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?/[A-Za-z0-9._~:/?#@!$&()*+,;=%-]*"
    r"|mailto:[A-Za-z0-9@?=&%+.,;:/_~!*()-]+)?"
)
_WORDS = re.compile(r"[^\x00-\x1f\x7f<>\"\xa0\ufeff]*")
_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufeff]")  # a parser drops or changes some of them
_LINK_END = ' rel="nofollow noopener">'


def write_plain(fragment: Fragment, base: str, left_out: Container[int] = ()) -> str | None:
    """Write a fragment if it is plain, else give None; `left_out` are pieces that do not belong to it."""
    tags, ends = fragment.tags, fragment.ends
    if fragment.roots != 1 or not tags or tags[0] not in _ROOTS or 0 in left_out:
        return None
    written: list[str] = []
    closing: list[tuple[int, str]] = []
    narrow = 0  # where the outermost paragraph or inline element ends: no block may begin before
    link = 0  # the same of a link
    at, last = 1, len(tags)
    while at < last:
        while closing and closing[-1][0] <= at:
            written.append(closing.pop()[1])
        if at in left_out:
            at = ends[at]
            continue
        tag = tags[at]
        if tag == TEXT:
            written.append(escape_text(fragment.texts[at]))
        elif (name := _WRITTEN.get(tag)) is not None:
            if at < (narrow if name in _BLOCKS else link if name == "a" else 0):
                return None
            markup = _open(name, fragment.attributes[at], base)
            if not markup:
                return None
            written.append(markup)
            if name not in ("br", "img"):
                closing.append((ends[at], f"</{name}>"))
                narrow = max(narrow, ends[at]) if name not in ("div", "blockquote") else narrow
                link = ends[at] if name == "a" else link
        elif tag not in _DROPPED:
            return None
        at += 1
    written.extend(markup for _, markup in reversed(closing))
    html = "".join(written)
    return html.strip() if not is_odd(html) else None


def is_odd(html: str) -> bool:
    """Tell whether there are characters that a parser of markup would drop or change."""
    return _ODD.search(html) is not None


def has_marks(text: str) -> bool:
    """Tell whether a text changes when it is written as markup."""
    return "&" in text or "<" in text or ">" in text or "\xa0" in text


def escape_text(text: str) -> str:
    """Write text as markup, in the way that parsers write it back."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\xa0", "&nbsp;")


def unescape_text(markup: str) -> str:
    """Read what `escape_text` wrote."""
    return markup.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\xa0").replace("&amp;", "&")


def _open(name: str, attributes: Attributes, base: str) -> str:
    """Write the beginning of an element; nothing where that is not plain."""
    written = f"<{name}"
    for attribute, value in attributes.items():
        if not value or len(value) > _MAX_CHARS:
            continue
        if attribute in _EVERYWHERE:
            return ""
        if attribute in _TOLD.get(name, ()):
            told = link_address(value, base) if attribute in _ADDRESSES else value
            if (_ADDRESS if attribute in _ADDRESSES else _WORDS).fullmatch(told) is None:
                return ""
            written += f' {attribute}="{escape_text(told)}"' if told else ""
    if name == "img" and (source := image_address(attributes, base)):
        if _ADDRESS.fullmatch(source) is None:
            return ""
        written += f' src="{escape_text(source)}"'
    return written + (_LINK_END if name == "a" else ">")
