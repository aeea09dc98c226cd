"""URL formats: groups of addresses written alike, each with one regular expression (paper 001, 5.2).

Two URLs are of one format if they have as many path parts in the same order and the same query keys; digit runs count
as equal. The paper does not say when two different words in one place are a difference of format (`forum`, `topic`) and
when they are values (slugs, names). Here a word is part of the format if many URLs have it in that place; what few
URLs have, and places with too many words, become wildcards. All addresses seen are looked at, not just the sampled.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2

from weft.urls import parse_address

WORD_URLS = 5  # fewest URLs with a word in one place for it to be part of the format
WORD_SHARE = 0.02  # the same as a share of the URLs it is compared with
MAX_WORDS = 12  # more different words in one place are values, however frequent: boards in the path of threads
ONE_LAYOUT_WORDS = 3  # so many formats of like pages that differ in one word only are one: the word is a value

# Fixed patterns of our own, linear by construction.
_PIECES = re.compile(r"(?:%[0-9A-Fa-f]{2})+|[0-9]+|[A-Za-z]+|.", re.DOTALL)
_SEPARATORS = re.compile(r"([&;])")
_NUMBER = "[0-9]+"
_ANY_PART, _ANY_VALUE = "[^/?]*", "[^&;]*"


@dataclass(frozen=True, slots=True)
class UrlFormat:
    """What URLs of one format share; `slots` are the expressions of the path parts, then of the query values."""

    origin: str
    parts: int
    keys: tuple[str, ...]  # each with its separator and equals sign, as written
    slots: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """The regular expression (RE2) of whole URLs."""
        path = "".join(f"/{slot}" for slot in self.slots[: self.parts])
        query = "".join(re.escape(key) + slot for key, slot in zip(self.keys, self.slots[self.parts :], strict=True))
        return re.escape(self.origin) + path + query

    @property
    def wildness(self) -> int:
        """How many slots take nearly anything."""
        return sum(map(_is_wild, self.slots))

    @property
    def label(self) -> str:
        """The format as a person reads it: numbers as #, wildcards as *."""
        text = self.pattern.removeprefix(re.escape(self.origin))
        for expression, sign in ((_NUMBER, "#"), (_ANY_PART, "*"), (_ANY_VALUE, "*")):
            text = text.replace(expression, sign)
        return re.sub(r"\\(.)", r"\1", text)

    def to_dict(self) -> dict[str, Any]:
        """Give plain data."""
        return {"origin": self.origin, "parts": self.parts, "keys": list(self.keys), "slots": list(self.slots)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> UrlFormat:
        """Make it again from `to_dict`."""
        return cls(str(data["origin"]), int(data["parts"]), tuple(data["keys"]), tuple(data["slots"]))


@dataclass(frozen=True)
class FormatBook:
    """All formats of a site, the most particular first: the first that matches a URL is its format."""

    formats: tuple[UrlFormat, ...]

    @cached_property
    def _set(self) -> Any:
        options = re2.Options()
        options.log_errors = False
        patterns = re2.Set.FullMatchSet(options)
        for known in self.formats:
            patterns.Add(known.pattern)
        patterns.Compile()
        return patterns

    def find(self, url: str) -> int:
        """Give the number of a URL's format, -1 for none."""
        return min(self._set.Match(url) or (), default=-1) if self.formats else -1

    def joined(self, layouts: Iterable[Sequence[int]]) -> FormatBook:
        """Join formats that layouts show to be one: `layouts` are the formats of the pages of each layout.

        They are one if they differ in one word only, in several ways, and are tied together by layouts they share.
        """
        kinds: dict[UrlFormat, set[int]] = defaultdict(set)
        for layout, numbers in enumerate(layouts):
            for number in numbers:
                kinds[self.formats[number]].add(layout)
        formats = set(self.formats)
        for group in _find_words(kinds):
            formats = (formats - group) | {_join(group)}
        return make_book(formats)


def make_book(formats: Iterable[UrlFormat]) -> FormatBook:
    """Put formats in order."""
    return FormatBook(tuple(sorted(formats, key=lambda f: (f.wildness, -len(f.pattern), f.pattern))))


def learn_formats(urls: Iterable[str]) -> FormatBook:
    """Learn the formats of a site from addresses of it."""
    shapes: dict[tuple[str, int, tuple[str, ...]], list[tuple[str, ...]]] = defaultdict(list)
    for url in dict.fromkeys(urls):
        shape, values = _take_apart(url)
        shapes[shape].append(values)
    return make_book(
        {
            UrlFormat(
                *shape, tuple(_slot_regex(slot, at < shape[1]) for at, slot in enumerate(zip(*rows, strict=True)))
            )
            for shape, all_rows in shapes.items()
            for rows in _split(all_rows, 0)
        }
    )


def _take_apart(url: str) -> tuple[tuple[str, int, tuple[str, ...]], tuple[str, ...]]:
    """Give what must be equal, and the values that may differ; as written, escapes and all."""
    address = parse_address(url)
    parts = address.path.split("/")[1:]
    keys, values, before = [], [], "?"
    for piece in _SEPARATORS.split(address.query) if address.query else ():
        if piece in {"&", ";"}:
            before = piece
            continue
        key, equals, value = piece.partition("=")
        keys.append(before + key + equals)
        values.append(value)
    return (address.origin, len(parts), tuple(keys)), (*parts, *values)


def _hide_digits(value: str) -> str:
    return "".join("#" if piece[0].isdigit() else piece for piece in _PIECES.findall(value))


def _split(rows: list[tuple[str, ...]], at: int) -> Iterator[list[tuple[str, ...]]]:
    """Split URLs of one shape by the words in each place, from left to right."""
    if at == len(rows[0]):
        yield rows
        return
    groups: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in rows:
        groups[_hide_digits(row[at])].append(row)
    least = max(WORD_URLS, WORD_SHARE * len(rows))
    words = {value for value, having in groups.items() if len(having) >= least or len(groups) == 1}
    if len(words) > MAX_WORDS:
        words = set()
    rest = [row for value, having in groups.items() if value not in words for row in having]
    for part in (*(groups[word] for word in sorted(words)), rest):
        if part:
            yield from _split(part, at + 1)


def _slot_regex(values: Sequence[str], is_path: bool) -> str:
    """Give one expression for the values of a slot: what they begin and end with, and anything between."""
    shapes = {tuple(_PIECES.findall(_hide_digits(value))) for value in values}
    first = min(shapes)
    if len(shapes) == 1:
        return _pieces_regex(first)
    shortest = min(map(len, shapes))
    start = 0
    while start < shortest and len({shape[start] for shape in shapes}) == 1:
        start += 1
    end = 0
    while end < shortest - start and len({shape[-1 - end] for shape in shapes}) == 1:
        end += 1
    middle = _ANY_PART if is_path else _ANY_VALUE
    return _pieces_regex(first[:start]) + middle + _pieces_regex(first[len(first) - end :])


def _pieces_regex(pieces: Iterable[str]) -> str:
    return "".join(_NUMBER if piece == "#" else re.escape(piece) for piece in pieces)


def _find_words(kinds: Mapping[UrlFormat, set[int]]) -> Iterator[set[UrlFormat]]:
    """Find formats that differ in one slot only, in many ways, on pages of layouts they share."""
    taken: set[UrlFormat] = set()
    for at in range(max((known.parts for known in kinds), default=0)):
        groups: dict[tuple[Any, ...], list[UrlFormat]] = defaultdict(list)
        for known in kinds:
            if at < known.parts and known not in taken:
                rest = tuple("*" if _is_wild(slot) else slot for slot in known.slots[:at] + known.slots[at + 1 :])
                groups[known.origin, known.parts, known.keys, rest].append(known)
        for group in groups.values():
            for tied in _tie(group, kinds):
                if len(tied) >= ONE_LAYOUT_WORDS:
                    taken |= tied
                    yield tied


def _tie(group: Sequence[UrlFormat], kinds: Mapping[UrlFormat, set[int]]) -> list[set[UrlFormat]]:
    """Put together what shares a layout, directly or through others."""
    bundles: list[tuple[set[UrlFormat], set[int]]] = []
    for known in group:
        members, layouts = {known}, set(kinds[known])
        apart = []
        for bundle in bundles:
            if bundle[1] & layouts:
                members, layouts = members | bundle[0], layouts | bundle[1]
            else:
                apart.append(bundle)
        bundles = [*apart, (members, layouts)]
    return [members for members, _ in bundles]


def _join(group: Collection[UrlFormat]) -> UrlFormat:
    """Make one format of several of one shape: slots in which they differ take anything."""
    one = min(group, key=lambda known: known.slots)
    slots = tuple(
        slots[0] if len(set(slots)) == 1 else (_ANY_PART if at < one.parts else _ANY_VALUE)
        for at, slots in enumerate(zip(*(known.slots for known in group), strict=True))
    )
    return UrlFormat(one.origin, one.parts, one.keys, slots)


def _is_wild(slot: str) -> bool:
    return _ANY_PART in slot or _ANY_VALUE in slot
