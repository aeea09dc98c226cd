"""A row of a list taken apart: its pieces of text with their places, and the marks it bears."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from weft.extract._body_fragment import TEXT, Attributes, Fragment
from weft.extract._index_places import Naming, class_tokens, name_places
from weft.page import spot_times

_DIGITS = re.compile(r"\d+")
MAX_MARK_CHARS = 20
MAX_CELLS = 300  # of one row; a hostile one has as many as fit
_TOLD = ("title", "alt", "aria-label")
_SCALES = {"k": 1000, "m": 1_000_000, "万": 10_000, "萬": 10_000, "тыс": 1000}
# "12", "1,234", "1.234", "1 234", "1.2k"; not the digits of a name or a version.
_NUMBER = re.compile(
    r"(?<![\w.,#/-])"
    r"(\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)|\d{1,4}(?:[.,]\d{1,2})?(?=\s?(?:[kKmM]\b|万|萬|тыс))|\d{1,9})"
    r"\s?([kKmM](?!\w)|万|萬|тыс)?(?![\w/]|[.,]\d)"
)
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[^\W\d]{1,2}\.?(?:[^\W\d]\.)?)?")  # 9:15, 09:15 PM, 9:15 p.m.
_GAP_CHARS = 2  # between a day and its clock: ", "
_PAIR = re.compile(r"[(\[]?[\d.,]+\s?/\s?[\d.,]+[)\]]?")


class Cell(NamedTuple):
    """A piece of text of a row. `href` is that of the link it stands in, `twin` what a `time` element or title adds."""

    place: str
    text: str
    href: str
    twin: str


class Parts(NamedTuple):
    """What a row is made of. `marks` are class tokens (.), titles (@), pictures (!) and short texts (')."""

    cells: tuple[Cell, ...]
    marks: frozenset[str]


def take_apart(fragment: Fragment, naming: Naming, label: str = "") -> Parts:
    """Give the pieces of text of a row, and its marks; `label` is one that was found in its title."""
    places = name_places(fragment, naming)
    links: list[str] = []
    cells: list[Cell] = []
    marks: set[str] = {"'" + label} if label else set()
    pieces = zip(fragment.tags, fragment.parents, fragment.attributes, fragment.texts, places, strict=True)
    for tag, parent, attributes, piece, place in pieces:
        href = links[parent] if parent >= 0 else ""
        if tag != TEXT:
            links.append((attributes.get("href") or "") if tag == "a" else href)
            if attributes:
                marks.update(_marks_of(tag, attributes))
            continue
        links.append("")
        text = " ".join(piece.split())
        if cells and _CLOCK.fullmatch(text) and _ends_with_day(cells[-1].text):
            cells[-1] = cells[-1]._replace(text=f"{cells[-1].text} {text}")  # one time in two elements
            continue
        if text and parent >= 0 and len(cells) < MAX_CELLS:
            cells.append(Cell(place, text, href, _twin(fragment.attributes[parent])))
            if not href and len(text) <= MAX_MARK_CHARS and not any(map(str.isdecimal, text)):
                marks.add("'" + text)
    return Parts(tuple(cells), frozenset(marks))


def _ends_with_day(text: str) -> bool:
    """Tell whether the last words of a text are a time without a clock."""
    spots = spot_times(text)
    return bool(spots) and len(text) - spots[-1].end <= _GAP_CHARS and ":" not in spots[-1].text


def _twin(attributes: Attributes) -> str:
    """Give what an element says beside its text that may be a time."""
    return (attributes.get("datetime") or attributes.get("title") or "") if attributes else ""


def _marks_of(tag: str, attributes: Attributes) -> list[str]:
    value = attributes.get("class")
    marks = [*_class_marks(value)] if value else []
    for name in _TOLD:
        told = attributes.get(name)
        if told and len(told) <= 3 * MAX_MARK_CHARS:
            marks.append("@" + " ".join(told.split()))
    if tag == "img" and attributes.get("src"):
        marks.append("!" + _DIGITS.sub("", (attributes["src"] or "").rpartition("/")[2].partition("?")[0]))
    return marks


@lru_cache(maxsize=8192)
def _class_marks(value: str) -> tuple[str, ...]:
    return tuple(f".{token}" for token in class_tokens(value))


@lru_cache(maxsize=16384)
def read_numbers(text: str) -> tuple[int, ...]:
    """Give the numbers of a text that are no part of a time, a name or a version."""
    if not any(map(str.isdecimal, text)):
        return ()
    if _PAIR.fullmatch(text):  # replies and views as "3/45"
        text = text.replace("/", " | ")
    for spot in reversed(spot_times(text)):
        text = f"{text[: spot.start]} | {text[spot.end :]}"
    return tuple(map(_value, _NUMBER.finditer(text)))


def _value(match: re.Match[str]) -> int:
    digits, scale = match.group(1), match.group(2)
    if scale:
        return round(float(digits.replace(",", ".")) * _SCALES[scale.lower()])
    return int("".join(filter(str.isdecimal, digits)))
