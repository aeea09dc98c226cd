"""The body of a post: its text, its quotes, clean markup, and the files in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._addresses import link_address
from weft.extract._body_fragment import Fragment, flatten
from weft.extract._body_layout import Layout
from weft.extract._body_notes import find_notes
from weft.extract._body_plain import deepen, plain_quotes
from weft.extract._body_simple import read_simple
from weft.extract._body_text import Line, Marks, join_lines, read_lines, read_plain
from weft.extract._files import find_files
from weft.extract._quotes import QuoteBox, find_quotes
from weft.extract._sanitise import write_html
from weft.page import Attachment, Quote


class Words(NamedTuple):
    """The text of a post: all of it, without its quotes, and the quotes."""

    text: str = ""
    own_text: str = ""
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Body:
    """What somebody wrote.

    `text` is all of it, the lines of quotes after "> "; `own_text` is without them. `edited` is the time of the last
    change as the page writes it; the line that tells it is in neither text. `links` lead out of it, in page order.
    """

    text: str = ""
    own_text: str = ""
    quotes: tuple[Quote, ...] = ()
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    edited: str = ""
    links: tuple[str, ...] = ()
    has_links: bool = False  # there are some, or there may be in what was left out


def read_body(nodes: Sequence[LexborNode], base: str, skip: Collection[int] = ()) -> Body:
    """Read a post's body from the element, or the siblings, that hold it.

    `base` is what addresses are relative to; `skip` are the `mem_id`s of elements inside that are not the body
    (signature, buttons). Never raises; linear in the size of what is given.
    """
    simple = read_simple(nodes[0], skip) if len(nodes) == 1 else None
    if simple is not None:
        return Body(simple.text, simple.text, html=simple.html, has_links=not simple.is_whole)
    fragment = flatten(nodes, skip)
    if any(node.tag == "li" for node in nodes):
        for at, (tag, parent) in enumerate(zip(fragment.tags, fragment.parents, strict=True)):
            if parent < 0 and tag == "li":
                fragment.tags[at] = "div"  # a post that is one of a list: its text is none
    return _read_fragment(fragment, base)


def _read_fragment(fragment: Fragment, base: str) -> Body:
    """Read a body of any kind."""
    layout = Layout(fragment)
    boxes = find_quotes(layout)
    quotes = dict(box.span for box in boxes)
    files = find_files(fragment, base, quotes)
    notes = find_notes(layout, {file.name for file in files})
    plain = read_plain(fragment, notes.left_out) if not boxes else None
    if plain is not None:
        words = Words(text := "\n".join(plain), text)
    else:
        words = _read_words(fragment, boxes, notes.left_out)
    return Body(
        *words,
        html=write_html(fragment, base, notes.left_out),
        attachments=files,
        edited=notes.edited,
        links=tuple(_iter_links(fragment, base)) if "a" in fragment.kinds or "iframe" in fragment.kinds else (),
        has_links="a" in fragment.kinds or not fragment.is_whole,
    )


def _read_words(fragment: Fragment, boxes: Sequence[QuoteBox], left_out: Container[int]) -> Words:
    """Read the text of a post that may quote others."""
    quotes = dict(box.span for box in boxes)
    labels = dict(label for box in boxes for label in box.labels)
    lines = read_lines(fragment, Marks(quotes, labels, left_out))
    if any(line.text[0] == ">" for line in lines):
        lines = deepen(lines)
    text = join_lines(lines)
    if not any(line.depth for line in lines):
        return Words(text, text)
    own_text = join_lines(line for line in lines if line.depth == 0)
    return Words(text, own_text, tuple(_to_quotes(boxes, lines)))


def _iter_links(fragment: Fragment, base: str) -> Iterator[str]:
    """Give where the links of a post lead, each once, in page order; what is embedded is a link too."""
    hrefs = {
        href: None
        for tag, attributes in zip(fragment.tags, fragment.attributes, strict=True)
        if tag in ("a", "iframe") and (href := attributes.get("href") or attributes.get("src"))
    }
    addresses = (link_address(href, base) for href in hrefs)
    return iter(dict.fromkeys(address for address in addresses if address.startswith("http")))


def _to_quotes(boxes: Sequence[QuoteBox], lines: Sequence[Line]) -> Iterator[Quote]:
    """Give the outermost quotes with their words, without the lines that say whose they are."""
    own: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if not (line.is_label and line.depth == 1):
            own[line.quote].append(line)
    found = [(box.span.start, Quote("", box.author, box.post)) for box in boxes]
    for number, quote in (*found, *plain_quotes(lines)):
        if own[number]:
            yield replace(quote, text=join_lines(own[number], less=1))
