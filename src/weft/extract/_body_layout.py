"""How a fragment is laid out: the blocks and lines inside an element, as a person sees them one below the other."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from weft.extract._body_fragment import BLOCK_TAGS, Fragment

# Elements made for a line that names what follows: such a line is a row of its own, though the element may be inline.
LABEL_TAGS = frozenset({"cite", "header", "legend", "caption", "figcaption", "summary"})
MAX_WRAPPERS = 8  # elements that hold nothing but one another, looked through
_SHOWN = frozenset({"img", "iframe", "video", "audio", "embed"})


class Span(NamedTuple):
    """A stretch of pieces."""

    start: int
    end: int


class Layout:
    """Rows and lengths of one fragment."""

    def __init__(self, fragment: Fragment) -> None:
        self.fragment = fragment
        self._rows: dict[Span, list[Span]] = {}
        self._numbers: dict[Span, dict[int, int]] = {}

    @cached_property
    def text(self) -> str:
        """All texts in one."""
        return " ".join(self.fragment.texts)

    @cached_property
    def _sums(self) -> list[int]:
        """Running sums of the lengths of texts; needed for few posts."""
        return list(accumulate((len(text.strip()) for text in self.fragment.texts), initial=0))

    @cached_property
    def _pictures(self) -> list[int]:
        return list(accumulate((tag in _SHOWN for tag in self.fragment.tags), initial=0))

    def length(self, span: Span) -> int:
        """Give the characters of text in a stretch."""
        return self._sums[span.end] - self._sums[span.start]

    def is_all(self, span: Span) -> bool:
        """Tell whether a stretch holds all there is to see."""
        return not self._shows(0, span.start) and not self._shows(span.end, len(self.fragment))

    def is_line(self, span: Span) -> bool:
        """Tell whether a stretch is one line of text."""
        rows = [span]
        for _ in range(MAX_WRAPPERS):
            if len(rows) != 1 or not self.is_element(rows[0]):
                break
            inner = [row for row in self.rows(rows[0]) if self.length(row)]
            if not inner:
                return True
            rows = inner
        return len(rows) == 1

    def is_element(self, span: Span) -> bool:
        """Tell whether a stretch is one element or one text."""
        return self.fragment.ends[span.start] == span.end

    def element(self, at: int) -> Span:
        """Give an element as a stretch."""
        return Span(at, self.fragment.ends[at])

    def rows(self, span: Span) -> list[Span]:
        """Give what an element holds: blocks, labels, and lines made of texts and inline elements; empty ones not."""
        rows = self._rows.get(span)
        if rows is None:
            rows = self._rows[span] = self.rows_between(span.start + 1, span.end)
        return rows

    def number_of(self, span: Span, at: int) -> int:
        """Give the number of the row of an element that begins at a piece; 0 if none does."""
        numbers = self._numbers.get(span)
        if numbers is None:
            numbers = self._numbers[span] = {row.start: number for number, row in enumerate(self.rows(span))}
        return numbers.get(at, 0)

    def rows_between(self, at: int, last: int) -> list[Span]:
        """Give the rows among siblings."""
        tags, ends = self.fragment.tags, self.fragment.ends
        rows: list[Span] = []
        start = -1
        while at < last:
            tag, end = tags[at], ends[at]
            parts = tag == "br" or tag in BLOCK_TAGS or tag in LABEL_TAGS
            if parts and start >= 0:
                rows.append(Span(start, at))
                start = -1
            if start < 0 and self._shows(at, end):
                if parts:
                    rows.append(Span(at, end))
                else:
                    start = at
            at = end
        if start >= 0:
            rows.append(Span(start, last))
        return rows

    def _shows(self, start: int, end: int) -> bool:
        return self._sums[end] > self._sums[start] or self._pictures[end] > self._pictures[start]
