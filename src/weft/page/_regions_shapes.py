"""Shapes: elements that are made of the same parts in the same order have the same number.

A page has a fifth as many shapes as elements, and most of them stand on the site's other pages too: what can be told
from an element's insides is told once a shape and kept for the pages that follow.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence

MAX_ENTRIES = 20_000  # shapes, paths and ways to write a label that a book holds
INSIDE_DEPTH = 4  # how deep insides are compared
WAY_DEPTH = 3  # steps down into elements to tell them apart by tags alone
TABLE_DEPTH = 7  # the same for tables, which take three steps for one box
_TABLE_TAGS = frozenset({"table", "tbody", "tr"})
_DIGITS = re.compile(r"\d+")
_MARKS = 4  # a shape's first number is its label times this, 2 more for a link, 1 more for a time

Label = tuple[str, tuple[str, ...]]  # tag and class tokens, the latter compared but never understood
Features = frozenset[int]


class Book:
    """Numbers for labels and shapes, the same on all pages read with one book; and what shapes are made of.

    Numbers only tell what is alike: which of them stands for what depends on the pages seen, what follows does not.
    """

    def __init__(self) -> None:
        self.names: list[Label] = []  # of the labels
        self.steps: list[str] = []  # the same as steps of a path
        self._labels: dict[Label, int] = {}
        self.written: dict[tuple[str, str], int] = {}  # labels by tag and class attribute, as far as they are known
        self._numbers: dict[tuple[int, ...], int] = {}
        self._shapes: list[tuple[int, ...]] = []  # label with marks, then the shapes inside
        self._paths: dict[tuple[int, str], int] = {}
        self._features: dict[int, Features] = {}
        self._ways: dict[tuple[int, int], frozenset[tuple[str, ...]]] = {}
        self._same: dict[Features, Features] = {}

    @property
    def is_full(self) -> bool:
        """Whether the next page should be read with a new one; a single page is never refused."""
        return len(self._shapes) + len(self._paths) + len(self.written) > MAX_ENTRIES

    def label(self, tag: str, classes: str) -> int:
        """Number a tag with its class attribute; `row1` and `row2`, `post-17` and `post-18` are the same."""
        label = tag, tuple(dict.fromkeys(_DIGITS.sub("", classes).split()))
        number = self.written[tag, classes] = self._labels.setdefault(label, len(self.names))
        if number == len(self.names):
            self.names.append(label)
            self.steps.append(".".join((tag, *label[1])))
        return number

    def number_shapes(
        self, labels: Sequence[int], children: Sequence[Sequence[int]], links: Iterable[int], times: Iterable[int]
    ) -> list[int]:
        """Give the shapes of a page's elements, from the innermost to the body.

        Links are never of one shape with what is no link, nor are elements that show a time with others.
        """
        marks = [_MARKS * label for label in labels]
        for link in links:
            marks[link] += 2
        for time in times:
            marks[time] += 1
        shapes, numbers = [0] * len(marks), self._numbers
        for element in range(len(marks) - 1, -1, -1):
            inner = children[element]
            key = (marks[element], *[shapes[child] for child in inner]) if inner else (marks[element],)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(self._shapes)
                self._shapes.append(key)
            shapes[element] = number
        return shapes

    def show_times(self, shapes: Iterable[int]) -> list[bool]:
        """Tell for each of some shapes whether elements of it show a time themselves."""
        known = self._shapes
        return [known[shape][0] % 2 == 1 for shape in shapes]

    def features(self, shape: int) -> Features:
        """Give what elements of a shape are made of: relative tag paths to a bounded depth, alone and with each token.

        Equal ones are one and the same object.
        """
        features = self._features.get(shape)
        if features is None:
            features = self._collect(shape)
            features = self._features[shape] = self._same.setdefault(features, features)
        return features

    def ways(self, shape: int, depth: int = WAY_DEPTH) -> frozenset[tuple[str, ...]]:
        """Give the tags on the ways to what stands in elements of a shape, not far down; how it is called may vary."""
        ways = self._ways.get((shape, depth))
        if ways is None:
            inner = {child: self.names[self._shapes[child][0] // _MARKS][0] for child in self._shapes[shape][1:]}
            below = (
                [(tag, *way) for child, tag in inner.items() for way in self.ways(child, depth - 1)] if depth else []
            )
            ways = self._ways[shape, depth] = frozenset([(), *below])
        return ways

    def _collect(self, shape: int) -> Features:
        tag = self.names[self._shapes[shape][0] // _MARKS][0]
        features: set[int] = set()
        paths = self._paths
        todo = [(shape, 0, TABLE_DEPTH if tag in _TABLE_TAGS else INSIDE_DEPTH)]
        while todo:
            at, above, depth = todo.pop()
            mark, *inner = self._shapes[at]
            tag, tokens = self.names[mark // _MARKS]
            path = paths.setdefault((above, tag), len(paths) + 1)
            features.add(path)
            for token in tokens:
                features.add(paths.setdefault((path, token), len(paths) + 1))
            if depth and inner:
                todo += [(child, path, depth - 1) for child in set(inner)]
        return frozenset(features)


_open = threading.local()


def open_book() -> Book:
    """Give the book that this thread reads with; a full one is put aside for a new one."""
    book: Book | None = getattr(_open, "book", None)
    if book is None or book.is_full:
        book = _open.book = Book()
    return book
