"""Quotes in a post: which elements hold words of somebody else, whose, and from which post.

A quote is a `blockquote`, or a box whose first line says, in some language, that somebody wrote something. That line,
its label, belongs to the quote: it stands inside it, or before it in the same box, or just before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from weft.extract._body_fragment import BLOCK_TAGS, TEXT, Attributes
from weft.extract._body_layout import LABEL_TAGS, MAX_WRAPPERS, Layout, Span
from weft.extract._body_words import (
    MAX_LABEL_CHARS,
    has_quote_word,
    name_after_word,
    name_at_start,
    name_before_word,
    name_in_label,
)
from weft.page import spot_times

_NO_BOXES = frozenset({"body", "hr", "p", "li", "ul", "ol", "pre", "h1", "h2", "h3", "h4", "h5", "h6"})
_BOXES = BLOCK_TAGS - _NO_BOXES
_NAMING = frozenset({"a", "b", "strong", "em", "i", "span", "cite", "font", "u"})
_UNTOLD = frozenset({"class", "id", "style", "href", "cite", "title", "dir", "lang", "src"})  # they name nobody
_ONE_INSIDE = 2  # pieces of an element with one in it, which is one row at most
_FIRST_PIECES = 40  # of a quote that are looked at for a name in its first line
_COLONS = (":", "：")
_DOTS = ("...", "…")  # for a colon: what was written goes on below
_DASHES = ("- ", "-- ", "– ", "— ", "~ ", "—")
_NUMBER = re.compile(r"[0-9]{1,18}")
_MAX_NAME_CHARS = 60
_MAX_NAME_WORDS = 4  # of a name that is told by nothing but the colon after it


@dataclass(frozen=True, slots=True)
class QuoteBox:
    """A quote in a fragment. `labels` are the lines that say whose it is."""

    span: Span
    labels: tuple[Span, ...] = ()
    author: str = ""
    post: str = ""


def find_quotes(layout: Layout) -> list[QuoteBox]:
    """Give the quotes of a post in page order, those inside others too."""
    fragment = layout.fragment
    has_blockquote = "blockquote" in fragment.tags
    may_have_box = not _BOXES.isdisjoint(fragment.tags[1:]) and has_quote_word(layout.text)
    if not has_blockquote and not may_have_box:
        return []
    reader = _Reader(layout)
    found = list(reader.blockquotes()) if has_blockquote else []
    if may_have_box:
        found += reader.labelled_boxes(found)
    return sorted(found, key=lambda box: (box.span.start, -box.span.end))


class _Reader:
    """Looks for quotes in one fragment."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._fragment = layout.fragment

    def blockquotes(self) -> Iterator[QuoteBox]:
        """Give the `blockquote`s but for one that holds a whole post: some sites put every post into one."""
        fragment = self._fragment
        for at, tag in enumerate(fragment.tags):
            if tag != "blockquote" or fragment.parents[at] < 0:
                continue
            span = self._layout.element(at)
            label = self._label_inside(span)
            is_sure = label is not None and has_quote_word(fragment.words(*label))
            before = self._label_before(at) if not is_sure else None
            # what is quoted may itself end with a name, or begin with one and a colon: a line that says so goes before
            if before is not None and (label is None or has_quote_word(fragment.words(*before[1]))):
                yield self._make_box(*before)
            elif label is not None:
                yield self._make_box(span, label)
            elif not self._layout.is_all(span):
                name = name_at_start(fragment.words(span.start, min(span.end, span.start + _FIRST_PIECES)))
                yield QuoteBox(span, (), name, post_number(fragment.attributes[at].get("cite") or ""))

    def labelled_boxes(self, known: list[QuoteBox]) -> Iterator[QuoteBox]:
        """Give other quotes: boxes that begin with a label, and boxes just after one."""
        taken = {part.start for box in known for part in (box.span, *box.labels)}
        for at, tag in enumerate(self._fragment.tags):
            if tag == TEXT or at in taken or self._fragment.ends[at] - at <= _ONE_INSIDE:
                continue
            span = self._layout.element(at)
            rows = self._layout.rows(span)
            if len(rows) < 2:
                continue
            if self._is_box(span) and rows[0].start not in taken and self._says_wrote(rows[0]):
                taken |= {at, *self._openings(rows)}
                yield self._make_box(span, rows[0])
                continue
            for label, row in pairwise(rows):
                if not {label.start, row.start} & taken and self._is_box(row) and self._says_wrote(label):
                    taken |= {label.start, row.start, *self._openings(self._layout.rows(row))}
                    yield self._make_box(Span(label.start, row.end), label)

    def _is_box(self, span: Span) -> bool:
        """Tell whether a stretch could be a quote: one element, a box by its kind, and not the whole post."""
        if self._fragment.tags[span.start] not in _BOXES or self._fragment.parents[span.start] < 0:
            return False
        return self._layout.is_element(span) and not self._layout.is_all(span)

    def _openings(self, rows: list[Span]) -> Iterator[int]:
        """Give the pieces that open a quote: a second label among them is of the same quote."""
        for row in rows[:2]:
            inner = [row]
            for _ in range(MAX_WRAPPERS):
                if len(inner) != 1:
                    break
                yield inner[0].start
                inner = self._layout.rows(inner[0])
            yield from (piece.start for piece in inner[:1])

    def _label_inside(self, span: Span) -> Span | None:
        """Give the first line of a quote if it says whose it is."""
        rows = self._layout.rows(span)
        for _ in range(MAX_WRAPPERS):
            if len(rows) != 1 or not self._layout.is_element(rows[0]):
                break
            rows = self._layout.rows(rows[0])
        if len(rows) < 2:
            return None
        if self._is_label(rows[0]):
            return rows[0]
        return rows[-1] if self._signs(rows[-1]) else None

    def _label_before(self, at: int) -> tuple[Span, Span] | None:
        """Give a quote with the line before it, and that line, if it says whose the quote is.

        In a box that holds only the two, a line that ends with a colon will do.
        """
        fragment, layout = self._fragment, self._layout
        parent = fragment.parents[at]
        rows = layout.rows(layout.element(parent))
        for _ in range(MAX_WRAPPERS):
            if len(rows) != 1 or fragment.parents[parent] < 0:
                break
            at, parent = parent, fragment.parents[parent]
            rows = layout.rows(layout.element(parent))
        number = layout.number_of(layout.element(parent), at)
        if number == 0:
            return None
        label, quote = rows[number - 1], rows[number]
        if len(rows) == 2 and fragment.parents[parent] >= 0:
            return (layout.element(parent), label) if self._is_label(label) else None
        if not self._says_wrote(label):
            return None
        box = layout.element(parent)
        if number == 1 and self._is_box(box):  # a quote that itself begins with one
            return box, label
        return Span(label.start, quote.end), label

    def _is_label(self, row: Span) -> bool:
        """Tell whether the first line of a quote says whose it is: an element, a word, a time, a name and a colon."""
        text = self._label_text(row)
        if not text:
            return False
        if self._fragment.tags[row.start] in LABEL_TAGS or has_quote_word(text):
            return True
        return _is_called(text) or bool(spot_times(text))

    def _signs(self, row: Span) -> bool:
        """Tell whether the last line of a quote says whose it is: an element, a dash before a name, a word after it."""
        text = self._label_text(row)
        if self._fragment.tags[row.start] in LABEL_TAGS:
            return bool(text)
        if text.startswith(_DASHES):
            return len(text) <= _MAX_NAME_CHARS // 2 and len(text.split()) <= _MAX_NAME_WORDS + 1
        return self._layout.is_element(row) and len(text) <= _MAX_NAME_CHARS and bool(name_before_word(text))

    def _says_wrote(self, row: Span) -> bool:
        """Tell whether a line anywhere in a post says that what follows is somebody's."""
        text = self._label_text(row)
        if not text or not has_quote_word(text):
            return False
        if self._fragment.tags[row.start] in LABEL_TAGS:
            return True
        if not self._layout.is_line(row):
            return False
        if text.endswith(_COLONS) or name_after_word(text):
            return True
        text = _without_dots(text)
        if self._layout.is_element(row) and len(text) <= _MAX_NAME_CHARS and name_before_word(text):
            return True
        return bool(spot_times(text)) and any(tag == "a" for tag in self._fragment.tags[row.start : row.end])

    def _label_text(self, row: Span) -> str:
        return self._fragment.words(*row) if self._layout.length(row) <= MAX_LABEL_CHARS else ""

    def _make_box(self, span: Span, label: Span) -> QuoteBox:
        span = self._widen(span)
        author, post = self._read_label(span, label)
        if not author:  # "Quote:" above a box whose first line names somebody
            rows = self._layout.rows_between(label.end, span.end)
            inner = self._label_inside(rows[0]) if rows else None
            if inner is not None:
                author, other = self._read_label(span, inner)
                return QuoteBox(span, (label, inner), author, post or other)
        return QuoteBox(span, (label,), author, post)

    def _widen(self, span: Span) -> Span:
        """Give the outermost element that holds a quote and no other text: its attributes may tell more."""
        fragment, layout = self._fragment, self._layout
        parent = fragment.parents[span.start]
        for _ in range(MAX_WRAPPERS):
            if parent < 0 or fragment.parents[parent] < 0:
                break
            if layout.length(layout.element(parent)) > layout.length(span):
                break
            span, parent = layout.element(parent), fragment.parents[parent]
        return span

    def _read_label(self, span: Span, label: Span) -> tuple[str, str]:
        """Give the author and the post that a label tells."""
        fragment = self._fragment
        text = fragment.words(*label)
        post = name = ""
        for at in range(max(span.start, label.start - _FIRST_PIECES), label.end):
            attributes = fragment.attributes[at]
            post = post or post_number(attributes.get("cite") or "")
            if not post and fragment.tags[at] == "a":
                post = self._post_of_link(at, attributes.get("href") or "", text)
            name = name or _name_told(attributes, text)
        return name or self._name_in(label, text), post

    def _post_of_link(self, at: int, href: str, label: str) -> str:
        """Give the post a link in a label leads to. A link that is just a name may lead to a person: it tells none."""
        words = self._fragment.words(at, self._fragment.ends[at])
        if "#" in href or words == label or not _is_name(words):
            return post_number(href)
        return ""

    def _name_in(self, label: Span, text: str) -> str:
        """Give the name in a label: what an element inside it singles out, else what is left of it without words."""
        fragment = self._fragment
        for at in range(label.start, label.end):
            if fragment.tags[at] in _NAMING:
                inner = fragment.words(at, fragment.ends[at])
                if inner in ("", text):
                    continue
                if "#" in (fragment.attributes[at].get("href") or "") and has_quote_word(text):
                    text = text.replace(inner, " ")  # leads to the post, next to the name
                elif _is_name(inner):
                    return inner.strip(" :：,")
        name = name_in_label(_without_dots(_without_times(text)))
        return name if len(name) <= _MAX_NAME_CHARS else ""


def _is_called(text: str) -> bool:
    """Tell whether a line is a name and a colon, by its length."""
    return text.endswith(_COLONS) and len(text) <= _MAX_NAME_CHARS // 2 and len(text.split()) <= _MAX_NAME_WORDS


def _is_name(text: str) -> bool:
    if not text or len(text) > _MAX_NAME_CHARS or not any(map(str.isalnum, text)):
        return False
    return not has_quote_word(text) and not spot_times(text)


def _without_dots(text: str) -> str:
    return text.removesuffix(next((dots for dots in _DOTS if text.endswith(dots)), "")).rstrip()


def _without_times(text: str) -> str:
    for spot in reversed(spot_times(text)):
        text = text[: spot.start] + " " + text[spot.end :]
    return " ".join(text.split())


def _name_told(attributes: Attributes, label: str) -> str:
    """Give the value of an attribute that the label shows too: who is quoted."""
    for name, value in attributes.items():
        if value and len(value) > 1 and name not in _UNTOLD and value != label and value in label and _is_name(value):
            return value
    return ""


def post_number(href: str) -> str:
    """Give the number of the post that an address names: in its fragment, else the largest in it.

    A thread has at least one post, so posts have the larger numbers.
    """
    address, _, fragment = href.partition("#")
    found = _NUMBER.findall(fragment)
    if found:
        return str(found[-1])
    path, _, query = address.partition("?")
    numbers = _NUMBER.findall(query) or _NUMBER.findall(path.rpartition("/")[2])
    return max(numbers, key=int, default="")
