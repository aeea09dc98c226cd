"""Bodies of nothing but text, paragraphs, line breaks and emphasis, read in one walk: most posts are such.

Those without emphasis, which is most again, are read from the markup that the parser writes: a third of the time.

What `read_body` gives for them is the same: the tests compare the two. Whatever else stands in a body, be it a link or
an attribute that may hide something, leaves it to the general way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._body_text import break_at, end_line
from weft.extract._body_words import has_edit_word
from weft.extract._plain_html import escape_text, has_marks, is_odd, unescape_text

_ROOTS = frozenset({"article", "dd", "div", "main", "section", "td"})
_EMPHASIS = ("abbr", "b", "cite", "del", "em", "i", "ins", "kbd", "s", "small", "strong", "sub", "sup", "tt", "u")
_UNWRITTEN = ("big", "font", "nobr", "span")  # of which only what is inside is written
_OPEN = {tag: f"<{tag}>" for tag in ("p", *_EMPHASIS)} | dict.fromkeys(_UNWRITTEN, "")
_CLOSE = {tag: f"</{tag}>" for tag in ("p", *_EMPHASIS)} | dict.fromkeys(_UNWRITTEN, "")
_BREAKS = {tag: break_at(tag) for tag in _OPEN}
_HARMLESS = frozenset({"class", "id", "color", "face", "size", "align", "itemprop"})
_OWN = "data-"  # begins attributes of a site's own, which hide nothing
_MAX_PIECES = 4000
_MAX_BREAKS = _MAX_PIECES // 2  # in which there are no more pieces, with a text between any two
_APART = "<br><br>"  # what a paragraph's edges come to in a text


class Simple(NamedTuple):
    """A simple body: its text, its clean markup, and whether nothing inside was left out."""

    text: str
    html: str
    is_whole: bool = True


def read_simple(root: LexborNode, skip: Collection[int] = ()) -> Simple | None:
    """Give the text and the clean markup of a simple body; None when it is not simple."""
    is_plain = root.tag in _ROOTS and root.mem_id not in skip and _is_harmless(root.attributes)
    return (read_written(root, skip) or read_walking(root, skip)) if is_plain else None


def read_written(root: LexborNode, skip: Collection[int] = ()) -> Simple | None:
    """Read a body of nothing but text, paragraphs and line breaks from its markup, which has no other tags then.

    The parser writes text as it is written here, and each paragraph with its end.
    """
    html = root.inner_html or ""
    paragraphs, tags = html.count("<p>"), html.count("<")
    if tags != html.count("<br>") + 2 * paragraphs or tags > _MAX_BREAKS:
        return None
    if paragraphs and skip and any(node.mem_id in skip for node in root.iter()):
        return None
    parted = html.replace("<p>", _APART).replace("</p>", _APART) if paragraphs else html
    texts = parted.split("<br>")
    if "&" in html:
        texts = list(map(unescape_text, texts))
    lines: list[str] = []
    is_apart = False  # there is an empty line before the next
    for text in texts:
        if line := " ".join(text.split()):
            if is_apart and lines:
                lines.append("")
            lines.append(line)
        is_apart = not line
    return _finish(" ".join(filter(None, texts)), lines, html)


def read_walking(root: LexborNode, skip: Collection[int] = ()) -> Simple | None:
    """Read a body from its tree, element by element."""
    written: list[str] = []  # markup, and texts as they are at the places in `texts`
    texts: list[int] = []
    lines: list[str] = []
    parts: list[str] = []  # of the line one is in
    breaks, gap, is_apart, is_whole = 1, 0, False, True
    stack: list[tuple[LexborNode, str]] = []
    node = root.child
    while node is not None:
        tag = node.tag or "-"
        if (tag != "-text" or not is_whole) and node.mem_id in skip:
            is_whole = False  # texts alone are nothing to skip, only those beside a rule that is
        elif tag == "-text":
            text = node.text_content or ""
            texts.append(len(written))
            written.append(text)
            if words := text.split():
                if breaks:
                    end_line(lines, parts, gap)
                    gap, breaks = min(1, breaks - 1), 0
                elif is_apart or text[0].isspace():
                    parts.append(" ")
                parts.append(" ".join(words))
            is_apart = not words or text[-1].isspace()
        elif tag == "br" and not node.attributes:
            written.append("<br>")
            breaks += 1
        elif tag[0] not in "-!":
            if tag not in _OPEN or (tag == "p" and stack) or not _is_harmless(node.attributes):
                return None
            written.append(_OPEN[tag])
            breaks = max(breaks, _BREAKS[tag])
            stack.append((node, tag))
            if (child := node.child) is not None:
                node = child
                continue
            written.append(_CLOSE[stack.pop()[1]])
        while (following := node.next) is None and stack:
            node, tag = stack.pop()
            written.append(_CLOSE[tag])
            breaks = max(breaks, _BREAKS[tag])
        node = following
    end_line(lines, parts, gap)
    return _write(written, texts, lines, is_whole=is_whole)


def _write(written: list[str], texts: list[int], lines: list[str], *, is_whole: bool) -> Simple | None:
    """Escape the texts in what was written."""
    if len(written) > _MAX_PIECES:
        return None
    said = " ".join([written[at] for at in texts])
    if has_marks(said):
        for at in texts:
            written[at] = escape_text(written[at])
    return _finish(said, lines, "".join(written), is_whole=is_whole)


def _is_harmless(attributes: Mapping[str, str | None]) -> bool:
    return _HARMLESS.issuperset(attributes) or all(name in _HARMLESS or name[:5] == _OWN for name in attributes)


def _finish(said: str, lines: list[str], html: str, *, is_whole: bool = True) -> Simple | None:
    """Give text and markup; None where there may be a quotation or a note about editing, or odd characters."""
    text = "\n".join(lines)
    if is_odd(said) or text[:1] == ">" or "\n>" in text or has_edit_word(said):
        return None
    return Simple(text, html.strip(), is_whole)
