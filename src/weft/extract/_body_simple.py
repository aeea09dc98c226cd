"""Bodies of nothing but text, paragraphs, line breaks and emphasis, read in one walk: most posts are such.

What `read_body` gives for them is the same: the tests compare the two. Whatever else stands in a body, be it a link or
an attribute that may hide something, leaves it to the general way.
"""

from __future__ import annotations

from collections.abc import Collection

from selectolax.lexbor import LexborNode

from weft.extract._body_text import break_at, end_line
from weft.extract._body_words import has_edit_word
from weft.extract._plain_html import escape_text, has_marks, is_odd

_ROOTS = frozenset({"article", "dd", "div", "main", "section", "td"})
_EMPHASIS = ("abbr", "b", "cite", "del", "em", "i", "ins", "kbd", "s", "small", "strong", "sub", "sup", "tt", "u")
_UNWRITTEN = ("big", "font", "nobr", "span")  # of which only what is inside is written
_OPEN = {tag: f"<{tag}>" for tag in ("p", *_EMPHASIS)} | dict.fromkeys(_UNWRITTEN, "")
_CLOSE = {tag: f"</{tag}>" for tag in ("p", *_EMPHASIS)} | dict.fromkeys(_UNWRITTEN, "")
_BREAKS = {tag: break_at(tag) for tag in _OPEN}
_HARMLESS = frozenset({"class", "id", "color", "face", "size", "align", "itemprop"})
_MAX_PIECES = 4000


def read_simple(root: LexborNode, skip: Collection[int] = ()) -> tuple[str, str] | None:
    """Give the text and the clean markup of a simple body; None when it is not simple."""
    if root.tag not in _ROOTS or root.mem_id in skip or not _HARMLESS.issuperset(root.attributes):
        return None
    written: list[str] = []  # markup, and texts as they are at the places in `texts`
    texts: list[int] = []
    lines: list[str] = []
    parts: list[str] = []  # of the line one is in
    breaks, gap, is_apart = 1, 0, False
    stack: list[tuple[LexborNode, str]] = []
    node = root.child
    while node is not None:
        tag = node.tag or "-"
        if tag == "-text":
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
            if (tag == "p" and stack) or not _is_simple(node, tag, skip):
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
    return _finish(written, texts, lines)


def _is_simple(node: LexborNode, tag: str, skip: Collection[int]) -> bool:
    return tag in _OPEN and _HARMLESS.issuperset(node.attributes) and node.mem_id not in skip


def _finish(written: list[str], texts: list[int], lines: list[str]) -> tuple[str, str] | None:
    """Give text and markup; None where there may be a quotation or a note about editing, or odd characters."""
    said = " ".join([written[at] for at in texts])
    if len(written) > _MAX_PIECES or is_odd(said) or any(line[:1] == ">" for line in lines) or has_edit_word(said):
        return None
    if has_marks(said):
        for at in texts:
            written[at] = escape_text(written[at])
    return "\n".join(lines), "".join(written).strip()
