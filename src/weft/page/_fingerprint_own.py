"""A page's own text: what the site repeats on its pages, and what changes by itself, is left out.

Left out are lines (text nodes) that stand on many pages of the site; lines that do so but for their digits (a clock, a
count of visitors, "3 hours ago"); and short lines with a number that is no date (counters of views and replies).
Two things with numbers stay, because they tell a page from its neighbours: full dates, since a post keeps its time,
and links, since a row of a list may well be called "Week 12" or "Phone 64 GB, 300".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser

from weft.page._fingerprint import Fingerprint, fingerprint_shingles
from weft.page._fingerprint_groups import group_near_duplicates
from weft.page._page import Page
from weft.page._shingles import UNSPACED, Hashes, different, hash_lines, split_words

# Elements nobody reads as the page's text; select and button are controls.
_UNREAD = "script, style, noscript, template, svg, head, select, textarea, button"
# A line is the site's when it stands on this share of the different pages seen, and on three of them at least.
FURNITURE_SHARE = 0.2
FURNITURE_PAGES = 3
# A date is the site's clock when it stands on its page once (or at the top and at the bottom), while dates of posts
# repeat; and when pages agree on the day, since they were fetched together, or nearly: one day in five pages.
CLOCKS_PER_PAGE = 2
PAGES_PER_DAY = 5
# Up to here a line with a number is a label with a counter, beyond it is prose.
COUNTER_WORDS = 10
COUNTER_CHARACTERS = 100

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(rf"(?<![^\W_{UNSPACED}])\d")  # a digit that begins a word: "12", "3k", not "peggy272"
_DATED = "<date>"
# A year with a further number, or three numbers joined like a date. Nothing here knows a language.
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?!\d)\D{1,20}\d|\d\D{1,20}(?<!\d)(?:19|20)\d\d(?!\d)"
    r"|(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)"
)
# All of a date and time: up to two words before the first number (weekday, month), one short word after the last (pm).
_WHOLE_DATE = re.compile(r"(?:\b[^\W\d_]{1,12}[\s.,]{1,3}){0,2}\d.*\d(?:[\W_]{0,2}[^\W\d_]{1,4}\b)?")
_TIME_OF_DAY = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_KNOWN = 2  # fingerprints kept of a page: by the careful idea of the furniture, and by the other
_LABEL_CHARACTERS = 200  # a longer line is prose, whatever dates it has


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """What a site repeats on its pages. Without any, a page's own text still lacks its counters.

    A template is a line with every number written as 0 and a date as <date>. Where only the line before tells the
    site's clock from the times of posts, it is that line's template, a line break, and the clock's.
    """

    lines: frozenset[str] = frozenset()
    templates: frozenset[str] = frozenset()

    def own_text(self, page: Page) -> str:
        """Give the page's own lines in page order, with line breaks between them."""
        lines = _text_of(page).lines
        return "\n".join(lines[number] for number in self._own_lines(page))

    def fingerprint(self, page: Page) -> Fingerprint:
        """Take the fingerprint of the page: of its own text, and of what it calls itself."""
        return _text_of(page).fingerprint(self._own_lines(page), page)

    def to_data(self) -> dict[str, list[str]]:
        """Give plain data, sorted, for a file."""
        return {"lines": sorted(self.lines), "templates": sorted(self.templates)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Boilerplate:
        """Make it again from `to_data`."""
        return cls(frozenset(map(str, data["lines"])), frozenset(map(str, data["templates"])))

    def _own_lines(self, page: Page) -> list[int]:
        """Give the numbers of the page's own lines."""
        text = _text_of(page)
        own, before = [], ""
        for number, line in enumerate(text.lines):
            # most lines are the site's, or have no number
            if line not in self.lines and (not _DIGITS.search(line) or self._is_own(before, line, text.links)):
                own.append(number)
            before = line
        return own

    def _is_own(self, before: str, line: str, links: _Links) -> bool:
        """Tell whether a line with a number in it is the page's own."""
        shape = _shape(line)
        if shape == line:
            return True
        if shape in self.templates:
            return False
        if _DATED in shape:
            return f"{_shape(before)}\n{shape}" not in self.templates
        return not _is_counter(line) or line in links


def learn_boilerplate(pages: Iterable[Page]) -> Boilerplate:
    """Learn what a site repeats from some of its pages, the more different the better; three is the least.

    Copies of one page count once, else a thread seen by ten permalinks would be taken for furniture. They are found
    with a first, careful idea of the furniture: what stands on more than half of the pages.
    """
    read = list(pages)
    texts = [_text_of(page) for page in read]
    namesakes: dict[str, list[int]] = {}
    for number, page in enumerate(read):
        namesakes.setdefault(page.name, []).append(number)
    first = _learn(texts, 0.5) if len(namesakes) < len(read) else Boilerplate()
    single = []
    for numbers in namesakes.values():
        prints = [first.fingerprint(read[number]) for number in numbers] if len(numbers) > 1 else []
        groups = group_near_duplicates(prints) if prints else [[0]]
        single += [texts[numbers[group[0]]] for group in groups]
    return _learn(single, FURNITURE_SHARE)


class _Text:
    """The lines of a page as they are read, and what follows from them; kept as long as the page is."""

    def __init__(self, page: Page) -> None:
        tree = _strip_unread(page)
        self.lines = _read_lines(tree)
        self.links = _Links(tree)
        self._known: list[tuple[list[int], Fingerprint]] = []  # the last ones asked for, by the lines they are of

    def fingerprint(self, own: list[int], page: Page) -> Fingerprint:
        """Give the fingerprint of some of the lines: another page seen seldom changes which are the page's own."""
        for lines, known in self._known:
            if lines == own:
                return known
        shingles, of_line = self._shingles
        is_own = np.zeros(len(self.lines), dtype=bool)
        is_own[own] = True
        found = fingerprint_shingles(different(shingles[is_own[of_line]]), page.name)
        self._known = [(own, found), *self._known[: _KNOWN - 1]]
        return found

    @cached_property
    def _shingles(self) -> tuple[Hashes, npt.NDArray[np.int64]]:
        """The shingles of all lines, each with the number of its line: which lines are the page's own may change."""
        return hash_lines(self.lines)

    @cached_property
    def different(self) -> frozenset[str]:
        """The lines, each once."""
        return frozenset(self.lines)

    @cached_property
    def templates(self) -> dict[str, list[str]]:
        """The templates of the lines, see `_templates`."""
        return _templates(self.lines)


_texts: WeakKeyDictionary[Page, _Text] = WeakKeyDictionary()


def _text_of(page: Page) -> _Text:
    """Read a page once: what a site repeats is learned again whenever another of its pages is seen."""
    text = _texts.get(page)
    if text is None:
        text = _texts[page] = _Text(page)
    return text


def _strip_unread(page: Page) -> LexborHTMLParser:
    """Give a copy of the page's tree without what nobody reads as its text."""
    tree = page.tree.clone()
    for node in tree.css(_UNREAD):
        node.decompose(recursive=False)
    return tree


def _read_lines(tree: LexborHTMLParser) -> list[str]:
    """Give the text of the body, one line a text node."""
    return _split(tree.body.text(separator="\n")) if tree.body is not None else []


def _split(text: str) -> list[str]:
    return [folded for line in text.split("\n") if (folded := " ".join(line.split()))]


class _Links:
    """The lines of a page that are links with a word and a number in them; read when first asked for."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._tree = tree

    def __contains__(self, line: str) -> bool:
        return line in self._lines

    @cached_property
    def _lines(self) -> frozenset[str]:
        return frozenset(self._iter_lines())

    def _iter_lines(self) -> Iterator[str]:
        """Give no more characters than the page has: only broken pages, with links inside links, have more."""
        most = len(self._tree.body.text(separator="\n")) if self._tree.body is not None else 0
        for node in self._tree.css("a[href]"):
            text = node.text(separator="\n")
            most -= len(text)
            if most < 0:
                return
            if _DIGITS.search(text):
                yield from (line for line in _split(text) if any(map(str.isalpha, line)))


def _shape(line: str) -> str:
    if not _DIGITS.search(line):
        return line
    return _label_shape(line) if len(line) <= _LABEL_CHARACTERS else _DIGITS.sub("0", line)


@lru_cache(maxsize=8192)
def _label_shape(line: str) -> str:
    return _WHOLE_DATE.sub(_DATED, line) if _DATE.search(line) else _DIGITS.sub("0", line)


def _is_counter(line: str) -> bool:
    return len(line) <= COUNTER_CHARACTERS and _counts(line)


@lru_cache(maxsize=8192)
def _counts(line: str) -> bool:
    return bool(_NUMBER.search(line)) and len(split_words(line)) <= COUNTER_WORDS


def _learn(texts: Sequence[_Text], share: float) -> Boilerplate:
    least = max(FURNITURE_PAGES, ceil(share * len(texts)))
    pages: Counter[str] = Counter()  # on how many pages a line stands
    uses: dict[str, _Use] = {}
    for text in texts:
        pages.update(text.different)
        for shape, days in text.templates.items():
            uses.setdefault(shape, _Use()).count(days)
    return Boilerplate(
        frozenset(line for line, count in pages.items() if count >= least),
        frozenset(shape for shape, use in uses.items() if use.pages >= least and (use.is_clock or _DATED not in shape)),
    )


@dataclass(slots=True)
class _Use:
    """How a template is used over all pages."""

    pages: int = 0
    times: int = 0
    days: set[str] = field(default_factory=set)

    def count(self, days: list[str]) -> None:
        self.pages += 1
        self.times += len(days)
        self.days.update(days)

    @property
    def is_clock(self) -> bool:
        return self.times <= CLOCKS_PER_PAGE * self.pages and len(self.days) <= max(2, self.pages // PAGES_PER_DAY)


def _templates(text: list[str]) -> dict[str, list[str]]:
    """Give the templates of a page and, for each line that has it, the line without its time of day."""
    found: dict[str, list[str]] = {}
    for before, line in pairwise(["", *text]):
        shape = _shape(line)
        if shape == line:
            continue
        day = _TIME_OF_DAY.sub("", line) if _DATED in shape else ""
        found.setdefault(shape, []).append(day)
        if _DATED in shape:
            found.setdefault(f"{_shape(before)}\n{shape}", []).append(day)
    return found
