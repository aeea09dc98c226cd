"""What the numbers of a row count: told by words beside them or above them, else by their size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from selectolax.lexbor import LexborNode

from weft.extract._body_fragment import TEXT, Fragment, flatten
from weft.extract._index_cells import Cell, read_numbers, take_apart
from weft.extract._index_places import Naming
from weft.extract._index_table import Column, Table
from weft.extract._index_words import Count, counts_named
from weft.page import spot_times

_LEVELS = 6  # how far above a row the header of its list may begin
_MAX_HEADER_CHARS = 400
_MAX_LABEL_CHARS = 24  # of the header of one column
_NEAR = 3  # elements around a number that are looked into for its label
_VIEWED = 0.95  # share of the rows with at least as many views as replies
_COVERED = 0.5
_AT_END = re.compile(r"[(\[（]\d+[)\]）]$")
Slot = tuple[str, int]  # a place and which of its numbers


def find_counts(
    table: Table, headers: Mapping[str, str], wanted: Sequence[Count], titles: Collection[str] = ()
) -> dict[Count, Column]:
    """Give the columns of the wanted counts; `headers` are the texts above places, `titles` where titles stand."""
    values = _numbers(table)
    kinds = _label_beside(table, values)
    kinds |= {slot: kind for slot, kind in _label_above(values, headers).items() if slot not in kinds}
    found: dict[Count, Column] = {}
    for slot in sorted(values, key=lambda slot: (-len(values[slot]), table.order[slot[0]])):
        kind = kinds.get(slot)
        if kind is not None and kind in wanted:
            found.setdefault(kind, Column(slot[0], slot[1]))
    nameless = [
        slot
        for slot in values
        if slot not in kinds
        and len(values[slot]) >= _COVERED * len(table.rows)
        and (slot[0] not in titles or _ends_titles(table, slot[0]))
    ]
    return found | _by_size(nameless, values, wanted, found)


def _numbers(table: Table) -> dict[Slot, dict[int, int]]:
    """Give the numbers of all rows by place; a place has as many as most of its cells."""
    values: dict[Slot, dict[int, int]] = {}
    for place, cells in table.covered(_COVERED / 2):
        read = {number: read_numbers(cell.text) for number, cell in cells.items()}
        usual = Counter(map(len, read.values())).most_common(1)[0][0]
        for index in range(usual):
            found = {number: numbers[index] for number, numbers in read.items() if index < len(numbers)}
            if len(found) >= _COVERED * len(cells):
                values[place, index] = found
    return values


def _ends_titles(table: Table, place: str) -> bool:
    """Tell whether most titles end in a number in brackets; others in titles are what people wrote: "Part 2"."""
    cells = table.places[place].values()
    return sum(_AT_END.search(cell.text) is not None for cell in cells) >= _COVERED * len(table.rows)


def _label_beside(table: Table, values: Mapping[Slot, object]) -> dict[Slot, Count]:
    """Tell numbers by words in the same text, or in the elements around it as long as they hold no other number."""
    kinds: dict[Slot, Count] = {}
    for place in dict.fromkeys(place for place, _ in values):
        own = [slot for slot in values if slot[0] == place]
        around = place
        for level in range(_NEAR + 1):
            inside = [slot for slot in values if slot[0] == around or slot[0].startswith(around + "/")]
            if len(inside) > len(own):
                break
            named = _usual_names(table, around, exact=level == 0)
            if named:
                kinds |= dict(zip(own, named, strict=False)) if len(named) == len(own) else {own[0]: named[0]}
                break
            around = around.rpartition("/")[0]
            if not around:
                break
    return kinds


def _usual_names(table: Table, around: str, *, exact: bool) -> tuple[Count, ...]:
    """Give what most rows name inside an element."""
    places = [place for place in table.places if place == around or (not exact and place.startswith(around + "/"))]
    votes: Counter[tuple[Count, ...]] = Counter()
    for number in range(min(len(table.rows), 60)):
        cells = [table.places[place][number] for place in places if number in table.places[place]]
        if cells:
            votes[counts_named(" | ".join(map(_words, cells)))] += 1
    named, count = votes.most_common(1)[0] if votes else ((), 0)
    return named if count >= _COVERED * votes.total() else ()


def _words(cell: Cell) -> str:
    return f"{cell.text} {cell.twin}" if len(cell.twin) < _MAX_HEADER_CHARS else cell.text


def _label_above(values: Mapping[Slot, object], headers: Mapping[str, str]) -> dict[Slot, Count]:
    """Tell numbers by the header of their column; a header of two words stands for two numbers."""
    kinds: dict[Slot, Count] = {}
    groups: dict[str, list[Slot]] = {}
    for slot in values:
        if slot[0] in headers:
            groups.setdefault(headers[slot[0]], []).append(slot)
    for header, slots in groups.items():
        named = counts_named(header)
        if len(named) >= len(slots):
            kinds |= dict(zip(slots, named, strict=False))
        elif named:
            kinds[slots[0]] = named[0]
    return kinds


def _by_size(
    slots: Sequence[Slot],
    values: Mapping[Slot, Mapping[int, int]],
    wanted: Sequence[Count],
    found: Mapping[Count, Column],
) -> dict[Count, Column]:
    """Tell the first two wanted counts by their size where nothing names them: nobody replies unseen."""
    few, many = wanted[:2]
    if few is Count.REPLIES and Count.POSTS in found:
        found = {few: found[Count.POSTS], **found}  # one more each, which is as good to compare with
    if few in found and many in found:
        return {}
    if few not in found and many not in found:
        if len(slots) == 1:
            return {few: Column(*slots[0])} if not found else {}
        pairs = [(one, other) for one in slots for other in slots if one != other]
        fitting = [pair for pair in pairs if _is_below(values[pair[0]], values[pair[1]])]
        return {few: Column(*fitting[0][0]), many: Column(*fitting[0][1])} if len(slots) == 2 and fitting else {}
    known = found[few if few in found else many]
    beside = [slot for slot in slots if _pair_fits(values, slot, (known.place, known.number), few in found)]
    return {many if few in found else few: Column(*beside[0])} if len(beside) == 1 else {}


def _pair_fits(values: Mapping[Slot, Mapping[int, int]], slot: Slot, known: Slot, known_is_few: bool) -> bool:
    low, high = (known, slot) if known_is_few else (slot, known)
    return _is_below(values[low], values[high])


def _is_below(low: Mapping[int, int], high: Mapping[int, int]) -> bool:
    """Tell whether one count is hardly ever larger than another, and not the same."""
    rows = low.keys() & high.keys()
    return sum(low[row] <= high[row] for row in rows) >= _VIEWED * max(1, len(rows)) and any(
        low[row] < high[row] for row in rows
    )


def read_headers(root: LexborNode, row: Fragment, naming: Naming) -> dict[str, str]:
    """Give the header texts above the places of a row; empty if the list has no header."""
    cells = take_apart(row, naming).cells
    columns = _columns(row, naming)
    node: LexborNode | None = root
    for _ in range(_LEVELS):
        if node is None or node.tag in ("body", "html"):
            break
        for above in _before(node):
            header = flatten([above], has_forms=True)
            text = " ".join(" ".join(header.texts).split())
            if 0 < len(text) <= _MAX_HEADER_CHARS and counts_named(text) and not _is_row(text):
                found = _match_columns(columns, header) or _match_places(cells, header, naming)
                if found:
                    return found
        node = node.parent
    return {}


def _is_row(text: str) -> bool:
    """Tell a row from the header above it: rows have numbers and times."""
    return bool(read_numbers(text) or spot_times(text))


def _before(node: LexborNode) -> Iterator[LexborNode]:
    previous, seen = node.prev, 0
    while previous is not None and seen < 4:
        if (previous.tag or "-")[0] not in "-!":
            seen += 1
            yield previous
        previous = previous.prev


def _columns(fragment: Fragment, naming: Naming) -> dict[str, int]:
    """Give the table column of each place of a row."""
    columns: dict[str, int] = {}
    texts = [at for at, tag in enumerate(fragment.tags) if tag == TEXT and fragment.texts[at].strip()]
    starts = dict(_cell_starts(fragment))
    for at, cell in zip(texts, take_apart(fragment, naming).cells, strict=False):
        around = at
        while around >= 0 and around not in starts:
            around = fragment.parents[around]
        if around >= 0:
            columns[cell.place] = starts[around]
    return columns


def _cell_starts(fragment: Fragment) -> Iterator[tuple[int, int]]:
    """Give the cells of the first table row in a fragment, with the column each begins at."""
    column, row = 0, None
    for at, tag in enumerate(fragment.tags):
        if tag in ("td", "th"):
            row = fragment.parents[at] if row is None else row
            if fragment.parents[at] == row:
                yield at, column
                width = fragment.attributes[at].get("colspan") or "1"
                column += int(width) if width.isdecimal() and len(width) < 4 else 1


def _match_columns(columns: Mapping[str, int], header: Fragment) -> dict[str, str]:
    if not columns:
        return {}
    above = {column: header.words(at, header.ends[at]) for at, column in _last_cells(header)}
    return {place: above[column] for place, column in columns.items() if above.get(column)}


def _last_cells(header: Fragment) -> list[tuple[int, int]]:
    """Give the cells of the header's last row that has several."""
    rows: dict[int, list[tuple[int, int]]] = {}
    widths: dict[int, int] = {}
    for at, tag in enumerate(header.tags):
        if tag in ("td", "th"):
            row = header.parents[at]
            rows.setdefault(row, []).append((at, widths.get(row, 0)))
            width = header.attributes[at].get("colspan") or "1"
            widths[row] = widths.get(row, 0) + (int(width) if width.isdecimal() and len(width) < 4 else 1)
    several = [cells for cells in rows.values() if len(cells) > 1]
    return several[-1] if several else []


def _match_places(cells: Sequence[Cell], header: Fragment, naming: Naming) -> dict[str, str]:
    """Match by the class tokens of the elements that make columns, where there is no table.

    A header names several columns in few words each; what says one thing of all, or much, is something else.
    """
    above: dict[str, list[str]] = {}
    for cell in take_apart(header, naming).cells:
        for step in _named_steps(cell.place):
            above.setdefault(step, []).append(cell.text)
    found: dict[str, str] = {}
    for cell in cells:
        step = next((step for step in _named_steps(cell.place) if step in above), "")
        text = " ".join(above.get(step, ()))
        if 0 < len(text) <= _MAX_LABEL_CHARS:
            found.setdefault(cell.place, text)
    return found if len(set(found.values())) > 1 else {}


def _named_steps(place: str) -> list[str]:
    """Give the steps of a place that have class tokens, the innermost first."""
    return [step.partition(":")[0] for step in reversed(place.split("/")) if "." in step]
