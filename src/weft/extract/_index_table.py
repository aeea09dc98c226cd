"""All rows of a site's lists as one table: places against rows, with what the columns have in common."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from weft.extract._index_cells import Cell, Parts, read_numbers
from weft.page import TimeReader, spot_times

ReadTime = Callable[[str, str], datetime | None]  # of a text and what its element adds
_SELDOM = 0.005  # share of the rows from which a place may stand in for another
_RARELY = 0.1  # share of the rows from which a place is looked at
_FULL = 0.9  # share of one column's rows that another of its kind has, too
_COVERED = 0.5  # share of the rows that must have a column
_LATER = 0.9  # share of the rows in which the last post is not before any other time
_MANY_NAMES, _DIFFERENT = 8, 0.15  # names, and their share of the rows, that marks do not reach
_NAME_CHARS, _NAME_WORDS = 32, 4


@dataclass(frozen=True, slots=True)
class Column:
    """Where a field stands in a row: a place, and there which of several numbers, or what stands around a name."""

    place: str
    number: int = 0
    before: str = ""
    behind: str = ""
    less: int = 0  # posts of a thread are one more than its replies
    others: tuple[str, ...] = ()  # places that take its place in rows without it


class Row(NamedTuple):
    """A row of a page."""

    page: int
    parts: Parts


class Table:
    """The rows of all pages."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.places: dict[str, dict[int, Cell]] = defaultdict(dict)
        for number, row in enumerate(rows):
            for cell in row.parts.cells:
                self.places[cell.place].setdefault(number, cell)
        order: dict[str, list[int]] = defaultdict(list)
        for row in rows:
            for position, cell in enumerate(row.parts.cells):
                order[cell.place].append(position)
        self.order = {place: sum(found) / len(found) for place, found in order.items()}

    def covered(self, share: float = _COVERED) -> Iterator[tuple[str, dict[int, Cell]]]:
        """Give the places that enough rows have."""
        least = max(1.0, share * len(self.rows))
        return ((place, cells) for place, cells in self.places.items() if len(cells) >= least)


def read_moment(reader: TimeReader, text: str, twin: str, now: datetime) -> datetime | None:
    """Read a time and what its element adds, which may be the same in full."""
    if twin and not (twin[:4].isdecimal() and twin[4:5] == "-") and not spot_times(twin):
        twin = ""
    return reader.read_pair(text, twin, now).moment


def time_places(table: Table, share: float = _COVERED) -> Iterator[str]:
    """Give the places that tell times."""
    for place, cells in table.covered(share):
        if sum(bool(spot_times(cell.text)) for cell in cells.values()) >= _COVERED * len(cells):
            yield place


def find_last_time(table: Table, read: ReadTime) -> Column | None:
    """Give the column of the last post's time: no other time of a row is later."""
    moments: dict[str, dict[int, datetime]] = {}
    for place in time_places(table, _COVERED / 2):
        found = {number: read(cell.text, cell.twin) for number, cell in table.places[place].items()}
        moments[place] = {number: moment for number, moment in found.items() if moment is not None}
    ranked = sorted(moments, key=lambda place: (-_lateness(place, moments), -len(moments[place]), -table.order[place]))
    return Column(ranked[0]) if ranked and moments[ranked[0]] else None


def _lateness(place: str, moments: dict[str, dict[int, datetime]]) -> int:
    """Count the other columns that are not later than this one."""
    own = moments[place]
    count = 0
    for other, theirs in moments.items():
        both = own.keys() & theirs.keys()
        if other != place and sum(own[row] >= theirs[row] for row in both) >= _LATER * max(1, len(both)):
            count += 1
    return count


def find_names(table: Table, is_person: Callable[[int, Cell], bool]) -> list[Column]:
    """Give the columns of people's names: short, different from row to row, linked to no page of the forum."""
    found: dict[str, tuple[int, Column]] = {}
    for place, cells in table.covered(_RARELY):
        texts = [_without_times(cell.text) for cell in cells.values()]
        if not all(is_person(number, cell) for number, cell in cells.items()):
            continue
        before, behind = common_edges(texts)
        names = [text[len(before) : len(text) - len(behind)].strip() for text in texts]
        if _are_names(names):
            found[place] = len(cells), Column(place, before=before, behind=behind)
    least = _COVERED * len(table.rows)
    rows = {place: table.places[place].keys() for place in found}
    people = [column for count, column in found.values() if count >= least and not _is_list(column.place, rows)]
    return [column for column in people if _varies(column, table.places[column.place])]


def _varies(column: Column, cells: Mapping[int, Cell]) -> bool:
    """Tell names from marks of a few texts ("new", "closed"): names vary, are linked, or come after a word."""
    if column.before or column.behind or sum(bool(cell.href) for cell in cells.values()) >= _COVERED * len(cells):
        return True
    different = len({cell.text for cell in cells.values()})
    return different >= min(_MANY_NAMES, _DIFFERENT * len(cells))


def _is_list(place: str, rows: Mapping[str, KeysView[int]]) -> bool:
    """Tell whether a place is one of several alike in the same rows, of which some have fewer: tags, not people."""
    steps = place.split("/")
    for at, step in enumerate(steps):
        name, _, number = step.partition(":")
        for other in (int(number or 1) - 1, int(number or 1) + 1):
            beside = "/".join((*steps[:at], f"{name}:{other}" if other > 1 else name, *steps[at + 1 :]))
            if beside != place and beside in rows and _thins_out(rows[place], rows[beside]):
                return True
    return False


def _thins_out(one: KeysView[int], other: KeysView[int]) -> bool:
    fewer, more = sorted((one, other), key=len)
    return len(fewer) < _FULL * len(more) and len(fewer & more) >= _FULL * len(fewer)


def with_others(table: Table, column: Column) -> Column:
    """Add the places that take a column's place in rows without it: one more element before it changes its number."""
    family, own = _family(column.place), table.places[column.place].keys()
    others = [
        place
        for place, cells in table.covered(_SELDOM)
        if place != column.place and _family(place) == family and cells.keys().isdisjoint(own)
    ]
    return replace(column, others=tuple(others))


def _family(place: str) -> tuple[str, ...]:
    return tuple(step.partition(":")[0].partition("~")[0] for step in place.split("/"))


def read_name(cell: Cell, column: Column) -> str:
    """Give the name in a cell."""
    text = _without_times(cell.text)
    text = text.removeprefix(column.before)
    return text.removesuffix(column.behind).strip() if column.behind else text.strip()


def _without_times(text: str) -> str:
    for spot in reversed(spot_times(text)):
        text = f"{text[: spot.start].rstrip()} {text[spot.end :].lstrip()}"
    return text.strip()


def _are_names(names: Sequence[str]) -> bool:
    told = [name for name in names if name]
    if len(told) < _COVERED * len(names) or len(set(told)) < 2:
        return False
    fitting = sum(
        len(name) <= _NAME_CHARS and len(name.split()) <= _NAME_WORDS and any(map(str.isalpha, name)) for name in told
    )
    top = Counter(told).most_common(1)[0][1]
    return fitting >= 0.9 * len(told) and top <= 0.7 * len(told) and not any(map(read_numbers, told[:20]))


def common_edges(texts: Sequence[str]) -> tuple[str, str]:
    """Give what nearly all texts begin and end with, in whole words."""
    return _common_start(texts), _common_start([text[::-1] for text in texts])[::-1]


def _common_start(texts: Sequence[str]) -> str:
    """Give the longest beginning, up to a space, that nine of ten texts have."""
    best = ""
    least = 0.9 * len(texts)
    sample = texts[0] if texts else ""
    for sample in texts[:3]:
        for end, char in enumerate(sample[:-1], 1):
            if char == " " and end > len(best) and sum(text.startswith(sample[:end]) for text in texts) >= least:
                best = sample[:end]
    return best if len(texts) > 1 else ""


def closeness(one: str, other: str) -> int:
    """Count the steps that two places share."""
    count = 0
    for a, b in zip(one.split("/"), other.split("/"), strict=False):
        if a != b:
            break
        count += 1
    return count
