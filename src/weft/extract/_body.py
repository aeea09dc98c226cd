"""The body of a post: its text, its quotes, clean markup, and the files in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from weft.extract._body_fragment import Fragment, flatten
from weft.extract._body_layout import Layout
from weft.extract._body_notes import find_notes
from weft.extract._body_plain import deepen, plain_quotes
from weft.extract._body_text import Line, Marks, join_lines, read_lines
from weft.extract._files import find_files
from weft.extract._quotes import QuoteBox, find_quotes
from weft.extract._sanitise import link_address, write_html
from weft.page import Attachment, Quote


@dataclass(frozen=True, slots=True)
class Body:
    """What somebody wrote.

    `text` is all of it, the lines of quotes after "> "; `own_text` is without them. `edited` is the time of the last
    change as the page writes it; the line that tells it is in neither text. `links` lead out of it, in page order.
    """

    text: str = ""
    own_text: str = ""
    html: str = ""
    quotes: tuple[Quote, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    edited: str = ""
    links: tuple[str, ...] = ()


def read_body(nodes: Sequence[LexborNode], base: str, skip: Collection[int] = ()) -> Body:
    """Read a post's body from the element, or the siblings, that hold it.

    `base` is what addresses are relative to; `skip` are the `mem_id`s of elements inside that are not the body
    (signature, buttons). Never raises; linear in the size of what is given.
    """
    fragment = flatten(nodes, skip)
    layout = Layout(fragment)
    boxes = find_quotes(layout)
    quotes = dict(box.span for box in boxes)
    files = find_files(fragment, base, quotes)
    notes = find_notes(layout, {file.name for file in files})
    labels = dict(label for box in boxes for label in box.labels)
    lines = read_lines(fragment, Marks(quotes, labels, notes.left_out))
    if any(line.text[0] == ">" for line in lines):
        lines = deepen(lines)
    text = join_lines(lines)
    has_quotes = any(line.depth for line in lines)
    return Body(
        text=text,
        own_text=join_lines(line for line in lines if line.depth == 0) if has_quotes else text,
        html=write_html(fragment, base, notes.left_out),
        quotes=tuple(_to_quotes(boxes, lines)) if has_quotes else (),
        attachments=files,
        edited=notes.edited,
        links=tuple(_iter_links(fragment, base)),
    )


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
