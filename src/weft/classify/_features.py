"""What a page looks like, in numbers: the features of FoCUS Table 1 and those that tell more.

All are about form: how many records, how much text and link each has, times and their order, who is linked. None knows
a word, a class name or a URL of any forum software.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from weft.classify._model import Vector
from weft.page import Page, Record, Region, Regions, TimeOrder, find_regions

LONG_ANCHOR_CHARS = 12  # a title rather than a name or a button
PROSE_CHARS = 60  # a piece of text a person wrote, not a label
MAX_RECORDS = 60  # enough to know a list by
MIN_SORTED = 4  # fewer numbers are in order by chance
MAX_DIGITS = 12  # more is an id, not a count


@dataclass(frozen=True, slots=True)
class _Row:
    """One record, measured."""

    text: int
    own_text: int  # outside links
    prose: int  # in pieces of text long enough to be sentences
    anchors: int  # characters of all anchors
    longest_anchor: int
    links: int
    times: int
    numbers: tuple[int, ...]  # pieces of text that are a bare number: replies, views
    area: float
    has_user: bool
    has_time: bool


def feature_names() -> tuple[str, ...]:
    """Give the names of the features, in order."""
    return tuple(_describe(None, _EMPTY_PAGE))


def page_features(page: Page, regions: Regions | None = None) -> Vector:
    """Give the features of a page; `regions` saves finding them again."""
    found = regions if regions is not None else find_regions(page)
    values = _describe(found, _measure_page(page, found))
    return np.fromiter(values.values(), dtype=np.float64, count=len(values))


@dataclass(frozen=True, slots=True)
class _PageNumbers:
    """What is counted over the whole page."""

    text: int
    links: int
    passwords: int
    text_areas: int
    fields: int
    digit_links: int  # anchors that are a number: page flipping


_EMPTY_PAGE = _PageNumbers(0, 0, 0, 0, 0, 0)


def _measure_page(page: Page, regions: Regions) -> _PageNumbers:
    outline = regions.outline
    fields = [(node.tag, node.attributes.get("type")) for node in page.tree.css("input, textarea, select")]
    texts = [outline.texts[element] for element in outline.links]
    digits = sum(1 for pieces in texts if pieces and pieces[0].isdecimal() and "".join(pieces).isdecimal())
    return _PageNumbers(
        text=outline.text_length(0) if len(outline) else 0,
        links=len(outline.links),
        passwords=sum(kind == "password" for _, kind in fields),
        text_areas=sum(tag == "textarea" for tag, _ in fields),
        fields=sum(tag == "select" or (tag == "input" and kind in ("text", None)) for tag, kind in fields),
        digit_links=digits,
    )


def _describe(regions: Regions | None, page: _PageNumbers) -> dict[str, float]:
    main = regions.main if regions is not None else None
    records = main.records[:MAX_RECORDS] if main is not None else ()
    rows = [_measure_row(regions, record) for record in records] if regions is not None else []
    return {
        **_describe_list(main, rows),
        **_describe_texts(rows),
        **_describe_links(main, records, rows),
        **_describe_times(main, rows),
        **_describe_page(page, rows),
    }


def _measure_row(regions: Regions, record: Record) -> _Row:
    outline = regions.outline
    pieces = [
        text
        for element in record.elements
        for inner in range(element, outline.ends[element])
        for text in outline.texts[inner]
    ]
    anchors = record.anchor_lengths
    total = sum(anchors)
    return _Row(
        text=record.text_length,
        own_text=max(0, record.text_length - total),
        prose=sum(len(text) for text in pieces if len(text) >= PROSE_CHARS),
        anchors=total,
        longest_anchor=max(anchors, default=0),
        links=len(anchors),
        times=len(record.times),
        numbers=tuple(int(_digits(text)) for text in pieces if _is_number(text)),
        area=record.area,
        has_user=record.user is not None,
        has_time=record.time is not None,
    )


def _digits(text: str) -> str:
    return text.replace(",", "").replace(".", "").replace(" ", "")


def _is_number(text: str) -> bool:
    if not (text[0].isdecimal() or text[0] in ",. "):  # nearly all
        return False
    digits = _digits(text)
    return digits.isdecimal() and len(digits) <= MAX_DIGITS


def _sorted_by_number(rows: Sequence[_Row]) -> float:
    """Tell whether the records run by one of their numbers: a board by replies or views, not by time."""
    if len(rows) < MIN_SORTED:
        return 0.0
    for place in range(min(len(row.numbers) for row in rows)):
        values = [row.numbers[place] for row in rows]
        steps = [later <= earlier for earlier, later in pairwise(values)]
        if len(set(values)) >= MIN_SORTED and all(steps):
            return 1.0
    return 0.0


def _describe_list(main: Region | None, rows: Sequence[_Row]) -> dict[str, float]:
    return {
        "records": _log(len(main) if main is not None else 0),
        "one record": float(len(rows) == 1),
        "no list": float(not rows),
        "salience": min(1.0, main.salience) if main is not None else 0.0,
        "mean area": _log(_mean([row.area for row in rows]) / 100),
        "max area": _log(max((row.area for row in rows), default=0.0) / 100),
        "lead": float(main is not None and bool(rows) and main.lead is not None),
    }


def _describe_texts(rows: Sequence[_Row]) -> dict[str, float]:
    own = [row.own_text for row in rows]
    return {
        "mean text": _log(_mean([row.text for row in rows])),
        "max text": _log(max((row.text for row in rows), default=0)),
        "mean own text": _log(_mean(own)),
        "min own text": _log(min(own, default=0)),
        "spread of own text": _deviation(own) / max(1.0, _mean(own)),
        "mean prose": _log(_mean([row.prose for row in rows])),
        "records with prose": _share([row.prose > 0 for row in rows]),
        "numbers a record": _log(_mean([len(row.numbers) for row in rows])),
        "records with numbers": _share([bool(row.numbers) for row in rows]),
        "sorted by number": _sorted_by_number(rows),
    }


def _describe_links(main: Region | None, records: Sequence[Record], rows: Sequence[_Row]) -> dict[str, float]:
    users = Counter(record.user.text for record in records if record.user is not None)
    return {
        "links a record": _log(_mean([row.links for row in rows])),
        "max anchor": _log(max((row.longest_anchor for row in rows), default=0)),
        "mean longest anchor": _log(_mean([row.longest_anchor for row in rows])),
        "anchor share": _mean([row.anchors / max(1, row.text) for row in rows]),
        "longest anchor share": _mean([row.longest_anchor / max(1, row.text) for row in rows]),
        "records with title": _share([row.longest_anchor >= LONG_ANCHOR_CHARS for row in rows]),
        "title column": _title_column(main, records),
        "records with user": _share([row.has_user for row in rows]),
        "distinct users": len(users) / max(1, sum(users.values())),
        "one user": float(len(users) == 1 and sum(users.values()) > 2),
    }


def _title_column(main: Region | None, records: Sequence[Record]) -> float:
    """Give the share of records whose column with the most anchor text leads somewhere of its own (FoCUS Alg. 1)."""
    if main is None or not records:
        return 0.0
    mass: Counter[str] = Counter()
    for record in records:
        for link in record.links:
            mass[link.column] += len(link.text)
    if not mass:
        return 0.0
    column = mass.most_common(1)[0][0]
    targets = [next((link.href for link in record.links if link.column == column), "") for record in records]
    return len({target for target in targets if target}) / len(records)


def _describe_times(main: Region | None, rows: Sequence[_Row]) -> dict[str, float]:
    order = main.time_order if main is not None and rows else TimeOrder.NONE
    return {
        "records with time": _share([row.has_time for row in rows]),
        "times a record": _log(_mean([row.times for row in rows])),
        "times up": float(order is TimeOrder.UP),
        "times down": float(order is TimeOrder.DOWN),
        "times mixed": float(order is TimeOrder.MIXED),
    }


def _describe_page(page: _PageNumbers, rows: Sequence[_Row]) -> dict[str, float]:
    inside = sum(row.text for row in rows)
    return {
        "page text": _log(page.text),
        "page links": _log(page.links),
        "list share of text": min(1.0, inside / max(1, page.text)),
        "list share of links": min(1.0, sum(row.links for row in rows) / max(1, page.links)),
        "password": float(page.passwords > 0),
        "text area": float(page.text_areas > 0),
        "fields": _log(page.fields),
        "digit links": _log(page.digit_links),
    }


def _log(value: float) -> float:
    return math.log1p(max(0.0, value))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0


def _deviation(values: Sequence[float]) -> float:
    mean = _mean(values)
    return math.sqrt(_mean([(value - mean) ** 2 for value in values]))
