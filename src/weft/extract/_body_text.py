"""The text of a post as a person reads it: lines, their depth in quotes, and the gaps between paragraphs."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

from weft.extract._body_fragment import BLOCK_TAGS, TEXT, Fragment

_LINE, _PARAGRAPH = 1, 2  # line breaks that an element asks for before and after itself
_PARAGRAPHS = frozenset(
    {"blockquote", "dl", "figure", "ol", "p", "pre", "table", "ul"} | {f"h{n}" for n in range(1, 7)}
)
_CELLS = frozenset({"td", "th"})
_LISTS = frozenset({"ul", "ol"})
_BREAKS = dict.fromkeys(BLOCK_TAGS - _CELLS, _LINE) | dict.fromkeys(_PARAGRAPHS, _PARAGRAPH)
_VERBATIM = frozenset({"pre", "code", "xmp", "listing"})
_KNOWN = BLOCK_TAGS | _VERBATIM
_MARKED = _VERBATIM | _LISTS | _CELLS | {"li"}  # where white space counts, or something is written before a text
_QUOTE, _LABEL = "-quote", "-label"  # in place of a tag
# A picture that stands for a face: marks only (or a symbol of Unicode), or a mouth after eyes. Words between colons are
# names of pictures, which nobody reads: in gold texts they are left out.
_FACE = re.compile(r"[^\w\s]{1,8}|[:;=8xXB>]['^-]?[^\s\w]|[:;=][-'^]?\w|[oO0][_.][oO0]")
MAX_QUOTE_DEPTH = 9  # deeper ones are shown as this deep


class Line(NamedTuple):
    """One line of a post. `quote` tells which of the outermost quotes it stands in; -1 outside."""

    depth: int
    text: str
    gap: int  # empty lines before it
    quote: int
    is_label: bool = False  # says whose the quote is


class Marks(NamedTuple):
    """What is known of some pieces of a fragment before it is read: first pieces, with the ends of the last."""

    quotes: Mapping[int, int] = {}
    labels: Mapping[int, int] = {}  # lines that say whose a quote is
    left_out: Container[int] = ()  # what is not the post's


def read_lines(fragment: Fragment, marks: Marks) -> list[Line]:
    """Give the lines of a fragment."""
    quotes, labels, left_out = marks
    writer = _Writer()
    closing: list[tuple[int, str]] = []
    tags, texts, ends = fragment.tags, fragment.texts, fragment.ends
    at, last = 0, len(tags)
    while at < last:
        while closing and closing[-1][0] <= at:
            writer.close(closing.pop()[1])
        if at in left_out:
            at = ends[at]
            continue
        if at in quotes:
            writer.open_quote(at)
            closing.append((quotes[at], _QUOTE))
        if at in labels:
            writer.open_label()
            closing.append((labels[at], _LABEL))
        tag = tags[at]
        if tag == TEXT:
            writer.write(texts[at])
        elif tag == "br":
            writer.break_line()
        elif tag in _KNOWN:
            writer.open(tag)
            closing.append((ends[at], tag))
        elif tag == "img":
            writer.write_face(fragment.attributes[at].get("alt") or "")
        at += 1
    for _, tag in reversed(closing):
        writer.close(tag)
    writer.end_line()
    return writer.lines


def read_plain(fragment: Fragment, left_out: Container[int] = ()) -> list[str] | None:
    """Give the lines of a fragment without quotes, empty ones among them; None where that takes `read_lines`.

    Nine of ten posts are texts, paragraphs and line breaks. Their lines are the same as those of `read_lines`.
    """
    tags, texts, ends = fragment.tags, fragment.texts, fragment.ends
    inner = tags[1:] if tags and tags[0] in _CELLS else tags
    if not _MARKED.isdisjoint(inner):
        return None
    lines: list[str] = []
    parts: list[str] = []  # of the line one is in
    closing: list[tuple[int, int]] = []  # where blocks end, and the breaks they ask for
    breaks, gap, is_apart = _LINE, 0, False
    at, last = 0, len(tags)
    while at < last:
        while closing and closing[-1][0] <= at:
            breaks = max(breaks, closing.pop()[1])
        if at in left_out:
            at = ends[at]
            continue
        tag = tags[at]
        text = texts[at] if tag == TEXT else _face_in(fragment, at) if tag == "img" else ""
        if words := text.split():
            if breaks:
                end_line(lines, parts, gap)
                gap, breaks = min(1, breaks - 1), 0
            elif is_apart or (tag == TEXT and text[0].isspace()):
                parts.append(" ")
            parts.append(" ".join(words))
            is_apart = tag == TEXT and text[-1].isspace()
        elif tag == TEXT:
            is_apart = True
        elif tag == "br":
            breaks += 1
        elif (wanted := _BREAKS.get(tag, 0)) > 0:
            breaks = max(breaks, wanted)
            closing.append((ends[at], wanted))
        at += 1
    end_line(lines, parts, gap)
    return None if any(line[:1] == ">" for line in lines) else lines


def _face_in(fragment: Fragment, at: int) -> str:
    alt = (fragment.attributes[at].get("alt") or "").strip()
    return alt if is_face(alt) else ""


def break_at(tag: str) -> int:
    """Give the line breaks that a block asks for before and after itself."""
    return _BREAKS.get(tag, 0)


def end_line(lines: list[str], parts: list[str], gap: int) -> None:
    """Add the line made of parts, after an empty one where there is a gap."""
    if text := "".join(parts).strip():
        if gap and lines:
            lines.append("")
        lines.append(text)
    parts.clear()


def join_lines(lines: Iterable[Line], less: int = 0) -> str:
    """Write lines one below the other, each after as many ">" as it is deep in quotes, `less` of them left away."""
    written: list[str] = []
    above = 0
    for line in lines:
        depth = max(0, line.depth - less)
        if line.gap and written:
            written.extend([("> " * min(depth, above)).rstrip()] * line.gap)
        written.append("> " * depth + line.text)
        above = depth
    return "\n".join(written)


def is_face(alt: str) -> bool:
    """Tell whether a picture's alternative text is a face as people type it, or one symbol."""
    return bool(alt) and _FACE.fullmatch(alt) is not None


class _Writer:
    """Puts texts together to lines."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._breaks = _LINE  # line breaks since the last text
        self._is_after_br = False
        self._parts: list[str] = []  # of the line one is in
        self._gap = 0
        self._is_indented = False
        self._space = False
        self._verbatim = 0
        self._lists = 0
        self._quotes: list[int] = []
        self._is_label = False
        self._mark = ""  # what the next text comes after: the dash of a list, the tab between cells

    def open(self, tag: str) -> None:
        """Begin a block, a cell or a piece of code."""
        if tag in _CELLS:
            if not self._breaks:
                self._mark = "\t"
            return
        if tag in _VERBATIM:
            self._verbatim += 1
        self._break(self._breaks_at(tag))
        if tag == "li":
            self._mark = "- "
        elif tag in _LISTS:
            self._lists += 1

    def close(self, tag: str) -> None:
        """End what `open` or `open_quote` began."""
        if tag == _QUOTE:
            self.end_line()
            self._quotes.pop()
            self._break(_PARAGRAPH)
        elif tag == _LABEL:
            self.end_line()
            self._is_label = False
            self._break(_LINE)
        elif tag in _VERBATIM:
            self._verbatim -= 1
        elif tag in _LISTS:
            self._lists -= 1
        self._break(self._breaks_at(tag))

    def _breaks_at(self, tag: str) -> int:
        """Give the breaks an element asks for; a list inside a list stands in it without empty lines."""
        return _LINE if self._lists and tag in _LISTS else _BREAKS.get(tag, 0)

    def open_quote(self, number: int) -> None:
        """Begin a quote; what follows stands one deeper."""
        self.end_line()
        self._quotes.append(number)
        self._break(_PARAGRAPH)

    def open_label(self) -> None:
        """Begin a line that says whose a quote is."""
        self.end_line()
        self._is_label = True
        self._break(_LINE)

    def break_line(self) -> None:
        """Begin a new line; twice, leave one empty."""
        self._breaks += 1
        self._is_after_br = True

    def write(self, text: str) -> None:
        """Add text; white space counts only inside code."""
        if self._verbatim:
            self._write_verbatim(text)
        elif words := text.split():
            self._put(" ".join(words), text[0].isspace())
            self._space = text[-1].isspace()
        else:
            self._space = True

    def write_face(self, alt: str) -> None:
        """Add a picture as its short name if it stands for a face."""
        if is_face(alt := alt.strip()):
            self._put(alt, is_apart=False)

    def end_line(self) -> None:
        """End the line one is in, if any."""
        text = "".join(self._parts)
        text = text.rstrip() if self._is_indented else text.strip()
        if text:
            depth = min(len(self._quotes), MAX_QUOTE_DEPTH)
            quote = self._quotes[0] if self._quotes else -1
            self.lines.append(Line(depth, text, self._gap if self.lines else 0, quote, self._is_label))
        self._parts.clear()

    def _write_verbatim(self, text: str) -> None:
        for number, line in enumerate(text.replace("\xa0", " ").split("\n")):
            if number and not (number == 1 and self._is_after_br):  # the end of a line of the source, after <br>
                self._breaks += 1
            if line.strip():
                self._put(line, is_apart=False)
            elif line and not self._breaks:
                self._parts.append(line)
            self._is_after_br = False

    def _put(self, text: str, is_apart: bool) -> None:
        if self._breaks:
            self.end_line()
            self._gap = self._breaks - 1 if self._verbatim else min(1, self._breaks - 1)
            self._is_indented = bool(self._verbatim)
            self._breaks = 0
        elif (self._space or is_apart) and not self._mark and not self._verbatim:
            self._parts.append(" ")
        if self._mark:
            self._parts.append(self._mark)
            self._mark = ""
        self._parts.append(text)
        self._space = self._is_after_br = False

    def _break(self, wanted: int) -> None:
        self._breaks = max(self._breaks, wanted)
