"""Markup of a post that is safe to show: an allow-list, absolute addresses, and a second look by a library.

What is written here is allowed by name and escaped. `nh3` (ammonia) then parses and writes it once more, by the same
allow-list: it knows what browsers make of markup that this file does not think of. Posts of nothing but paragraphs,
emphasis, quotations, links and pictures are written by `_plain_html`, which gives the same in a third of the time.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from html import escape

import nh3

from weft.extract._addresses import image_address, link_address
from weft.extract._body_fragment import TEXT, Attributes, Fragment
from weft.extract._plain_html import write_plain

_VOID = frozenset({"br", "hr", "img", "wbr", "col"})
_TAG_NAMES = (
    "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure "
    "h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small strike strong sub summary sup table "
    "tbody td tfoot th thead time tr tt u ul var wbr"
)
_TAGS = frozenset(_TAG_NAMES.split())
# Written as div: what these have in common is that they are blocks.
_BLOCK_NAMES = "address article aside center fieldset footer form header legend main nav section xmp listing"
_AS_DIV = frozenset(_BLOCK_NAMES.split())
_EVERYWHERE = frozenset({"dir", "lang"})
_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "a": frozenset({"href", "title"}),
    "abbr": frozenset({"title"}),
    "blockquote": frozenset({"cite"}),
    "img": frozenset({"src", "alt", "title", "width", "height"}),
    "ol": frozenset({"start"}),
    "q": frozenset({"cite"}),
    "td": frozenset({"colspan", "rowspan"}),
    "th": frozenset({"colspan", "rowspan"}),
    "time": frozenset({"datetime"}),
}
_ADDRESSES = frozenset({"href", "cite"})
# The element a fragment was taken from is left out if it is but a container; its children are the post.
_CONTAINERS = _AS_DIV | {"div", "td", "th", "tr", "tbody", "li", "dd", "dt", "blockquote", "body", "figure", "details"}
_MAX_ATTRIBUTE_CHARS = 4000

_CLEANER = nh3.Cleaner(
    tags=set(_TAGS),
    attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()} | {"*": set(_EVERYWHERE)},
    link_rel="nofollow noopener",
    url_schemes={"http", "https", "mailto"},
    url_relative="deny",
)


def write_html(fragment: Fragment, base: str, left_out: Container[int] = ()) -> str:
    """Write a fragment as clean markup; `left_out` are pieces that do not belong to it."""
    plain = write_plain(fragment, base, left_out)
    return plain if plain is not None else clean_html(fragment, base, left_out)


def clean_html(fragment: Fragment, base: str, left_out: Container[int] = ()) -> str:
    """Write a fragment of any kind, and have the library look at it."""
    written: list[str] = []
    closing: list[tuple[int, str]] = []
    tags, ends = fragment.tags, fragment.ends
    at, last = 0, len(tags)
    while at < last:
        while closing and closing[-1][0] <= at:
            written.append(closing.pop()[1])
        if at in left_out:
            at = ends[at]
            continue
        tag = tags[at]
        if tag == TEXT:
            written.append(escape(fragment.texts[at], quote=False))
        elif tag in _TAGS or tag in _AS_DIV:
            if fragment.parents[at] >= 0 or tag not in _CONTAINERS:
                _open(fragment, at, base, written, closing)
            elif fragment.roots > 1:
                written.append("<div>")
                closing.append((ends[at], "</div>"))
        elif tag == "iframe":
            written.append(_write_frame(fragment.attributes[at], base))
        at += 1
    written.extend(markup for _, markup in reversed(closing))
    return _CLEANER.clean("".join(written)).strip()


def _open(fragment: Fragment, at: int, base: str, written: list[str], closing: list[tuple[int, str]]) -> None:
    tag = fragment.tags[at]
    attributes = fragment.attributes[at]
    name = "div" if tag in _AS_DIV else tag
    if not attributes:
        written.append(f"<{name}>")
    else:
        written.append(f"<{name}{_write_attributes(tag, attributes, base)}>")
    if name not in _VOID:
        closing.append((fragment.ends[at], f"</{name}>"))


def _write_attributes(tag: str, attributes: Attributes, base: str) -> str:
    allowed = _ATTRIBUTES.get(tag, _EVERYWHERE)
    written = ""
    for name, value in attributes.items():
        if not value or (name not in allowed and name not in _EVERYWHERE) or len(value) > _MAX_ATTRIBUTE_CHARS:
            continue
        told = link_address(value, base) if name in _ADDRESSES else value
        if told and name != "src":
            written += f' {name}="{escape(told)}"'
    if tag == "img" and (source := image_address(attributes, base)):
        written += f' src="{escape(source)}"'
    return written


def _write_frame(attributes: Attributes, base: str) -> str:
    """Write a link in place of something embedded: a film, a map."""
    source = link_address(attributes.get("src") or attributes.get("data-src") or "", base)
    return f'<a href="{escape(source)}">{escape(source)}</a>' if source.startswith("http") else ""
