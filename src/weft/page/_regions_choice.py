"""Which of a page's lists is the list of the page: what a person would call the posts, or the rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

from weft.page._align import Pattern
from weft.page._records import url_shape
from weft.page._regions_kinds import ways_inside
from weft.page._regions_mining import Found, Span
from weft.page._regions_outline import Outline

# A list's worth is its share of the page (of area, links and times), more with more records, and less without a time in
# each of them, beside the main content, or when its records hold so many times that they are lists themselves.
_UNTIMED = 0.4  # what is left of the worth of a list without times
_ASIDE = 0.25  # of one in navigation, margin or foot
_CELLS = frozenset({"td", "th"})
_ASIDE_TAGS = frozenset({"nav", "aside", "footer", "menu"})
_PICTURES = frozenset({"img", "picture", "video", "audio", "object", "embed", "iframe", "svg", "canvas"})
_TIMES_PER_RECORD = 3.0  # posting, editing, joining; beyond, worth falls with their number
# A list gives way to the lists inside it when these hold such shares of what it holds: tables of categories to their
# rows; posts do not give way to the paragraphs or the quotes in them.
_INNER_AREA, _INNER_LINKS, _INNER_TIMES, _INNER_TIMED = 0.5, 0.6, 0.8, 0.8
_INNER_LINKED = 0.5  # links a row has at least, where there are no times
_COMMON = 0.8  # share of the records with a time that have a kind of link, from which it marks the list's records
_PER_OUTER = 1.5  # least inner records per outer one: with one each, they are parts of it
_ROWS_OF_ONE = 0.8  # of rows whose cells are no records, as several of them lead to the same
_PARTS = 3  # that a record may have which look like records
MAX_CHOICE = 60  # lists that are looked at, the worthiest; keeps the time linear
_BARE = 0.8  # share of the other records with link and time from which one without both is taken for a heading


@dataclass(frozen=True, slots=True)
class Weighed:
    """A list with what speaks for it."""

    found: Found
    area: float
    links: int
    times: int
    timed: float  # share of the records with a time
    worth: float
    known: Pattern | None = None  # the pattern of other pages that points to it

    @property
    def count(self) -> int:
        """The number of records."""
        return len(self.found.records)


class Scale:
    """Weighs lists of one page against the whole of it."""

    def __init__(self, outline: Outline, times: Mapping[int, str]) -> None:
        self._outline = outline
        has_time, shown = [0] * len(outline), [0] * len(outline)
        for element, text in times.items():
            has_time[element], shown[element] = 1, len(text)
        self._time_sums = list(accumulate(has_time, initial=0))  # elements with a time before each element
        self._shown_sums = list(accumulate(shown, initial=0))  # characters of times, the same

    def weigh(self, found: Found) -> Weighed:
        """Weigh one list, headings among its records left out."""
        outline = self._outline
        links, times = self._links_in(found.records), self._times_in(found.records)
        kept = _without_bare(links, times)
        said = [i for i in kept if links[i] or not self._is_time(found.records[i])]
        if any(links) or not said:  # "by Ann, 3 May" in two elements without a link is a list of neither
            kept = said
        if 0 < len(kept) < len(links):
            found = Found(tuple(found.records[i] for i in kept))
            links, times = [links[i] for i in kept], [times[i] for i in kept]
        area = sum(map(outline.area, chain.from_iterable(found.records)))
        timed = sum(count > 0 for count in times)
        share = (
            area / max(1.0, outline.area(0))
            + sum(links) / max(1, outline.link_count(0))
            + sum(times) / max(1, self._time_sums[-1])
        ) / 3
        count = len(found.records)
        worth = share * count / (count + 1) * (_UNTIMED + (1 - _UNTIMED) * timed / count)
        worth *= min(1.0, _TIMES_PER_RECORD * timed / sum(times)) if timed else 1.0
        worth *= bool(kept)  # times alone are no list
        worth *= _ASIDE if self._is_aside(found.records[0][0]) else 1.0
        return Weighed(found, area, sum(links), sum(times), timed / count, worth)

    def _links_in(self, records: Sequence[Span]) -> list[int]:
        ends, sums = self._outline.ends, self._outline.link_sums
        if all(len(record) == 1 for record in records):
            return [sums[ends[element]] - sums[element] for (element,) in records]
        return [sum([sums[ends[element]] - sums[element] for element in record]) for record in records]

    def _times_in(self, records: Sequence[Span]) -> list[int]:
        ends, sums = self._outline.ends, self._time_sums
        return [sums[ends[record[-1]]] - sums[record[0]] for record in records]

    def _is_time(self, record: Span) -> bool:
        """Tell whether a record is nothing but a time: a cell of a row, a note beside a link; a picture says more."""
        first, end = record[0], self._outline.ends[record[-1]]
        shown = self._shown_sums[end] - self._shown_sums[first]
        is_bare = 0 < shown >= sum(map(self._outline.text_length, record))
        return is_bare and _PICTURES.isdisjoint(self._outline.tags[first:end])

    def _is_aside(self, element: int) -> bool:
        return any(self._outline.tags[above] in _ASIDE_TAGS for above in self._outline.ancestors(element))


def _without_bare(links: list[int], times: list[int]) -> list[int]:
    """Give the numbers of the records that are no headings: those with a link or a time, where nearly all have both."""
    kept = [i for i, (link, time) in enumerate(zip(links, times, strict=True)) if link or time]
    full = sum(1 for i in kept if links[i] and times[i])
    return kept if full and full >= _BARE * len(kept) else list(range(len(links)))


def choose_main(outline: Outline, lists: Sequence[Weighed]) -> Weighed | None:
    """Give the list of the page, or None if it has no list at all."""
    if not lists:
        return None
    lists = [weighed for weighed in lists if not _are_some_cells(outline, weighed.found)] or lists
    lists = sorted(lists, key=lambda weighed: -weighed.worth)[:MAX_CHOICE]
    lists = [weighed for weighed in lists if not _are_parts(outline, weighed.found, lists)] or lists
    chosen = lists[0]
    while True:
        inner = _top_inner(outline, chosen, lists)
        if not _hold_enough(inner, chosen):
            return chosen
        chosen = max(inner, key=lambda weighed: weighed.worth)


def _top_inner(outline: Outline, outer: Weighed, lists: Sequence[Weighed]) -> list[Weighed]:
    """Give the timed lists inside a list's records, without those inside each other."""
    starts = [record[0] for record in outer.found.records]
    taken: list[Weighed] = []
    for weighed in sorted(lists, key=lambda weighed: -weighed.area):
        if weighed.timed < _INNER_TIMED * outer.timed or weighed.count <= 1 or weighed is outer:
            continue
        if not is_inside(outline, weighed.found, outer.found, starts):
            continue
        around = {bisect_right(starts, record[0]) for record in weighed.found.records}
        if weighed.count < _PER_OUTER * len(around):
            continue
        if not any(is_inside(outline, weighed.found, other.found) for other in taken):
            taken.append(weighed)
    return taken


def _are_some_cells(outline: Outline, found: Found) -> bool:
    """Tell whether records are cells of rows that have others, or lead to what these do: columns of a table."""
    if outline.tags[found.records[0][0]] not in _CELLS:
        return False
    cells = {element for record in found.records for element in record}
    rows = {outline.parents[record[0]] for record in found.records}
    if len(rows) < 2:
        return False
    whole = any(cells.issuperset(outline.without_empty(outline.children[row])) for row in rows)
    return not whole or sum(_leads_to_one(outline, row) for row in rows) >= _ROWS_OF_ONE * len(rows)


def _leads_to_one(outline: Outline, row: int) -> bool:
    """Tell whether several cells of a row lead to the same: its title and its numbers are all links to the thread."""
    goals = Counter[str]()
    for cell in outline.children[row]:
        goals.update({outline.hrefs[link] for link in outline.links_between(cell, outline.ends[cell])})
    return any(count > 1 for count in goals.values())


def _are_parts(outline: Outline, found: Found, lists: Sequence[Weighed]) -> bool:
    """Tell whether records are parts of those of another list, told apart by what is in them.

    What is said of an author has a time, too, and may be made much as what he wrote is.
    """
    parents = sorted({outline.parents[record[0]] for record in found.records})
    if len(parents) < 2:  # nearly all
        return False
    columns: dict[int, list[int]] = defaultdict(list)  # by their places among the parts
    for record in found.records:
        columns[outline.children[outline.parents[record[0]]].index(record[0])].append(record[0])
    if not 1 < len(columns) <= _PARTS or min(map(len, columns.values())) < 2:
        return False
    members = {record[0] for record in found.records}
    others = (one.found for one in lists if members.isdisjoint(record[0] for record in one.found.records))
    if not any(_is_one_in_each(outline, parents, other) for other in others):
        return False
    parts = [columns[place] for place in sorted(columns)]
    return _differ_inside(outline, parts) or _differ_inside(
        outline, [[_unwrap(outline, one) for one in part] for part in parts]
    )


def _unwrap(outline: Outline, element: int) -> int:
    """Give what an element holds besides boxes of one thing each: tables in cells."""
    while len(inner := outline.without_empty(outline.children[element])) == 1 and not outline.texts[element]:
        element = inner[0]
    return element


def _differ_inside(outline: Outline, columns: Sequence[Sequence[int]]) -> bool:
    """Tell whether each column of elements has something that none of the next one has, or the other way round."""
    ways = [[ways_inside(outline, element) for element in column] for column in columns]
    shared, every = [frozenset.intersection(*one) for one in ways], [frozenset.union(*one) for one in ways]
    return all(shared[one] - every[other] or shared[other] - every[one] for one, other in pairwise(range(len(ways))))


def _is_one_in_each(outline: Outline, elements: Sequence[int], found: Found) -> bool:
    """Tell whether elements are records of a list, or stand in them, each in its own."""
    starts = [record[0] for record in found.records]
    places = [bisect_right(starts, element) - 1 for element in elements]
    inside = all(at >= 0 and element < outline.ends[starts[at]] for at, element in zip(places, elements, strict=True))
    return inside and len(set(places)) == len(elements)


def _hold_enough(inner: Sequence[Weighed], outer: Weighed) -> bool:
    """Tell whether the inner lists together are what the outer one is made of.

    Without times, rows are known by their links: paragraphs of posts have few.
    """
    links = sum(weighed.links for weighed in inner)
    if not outer.times and links < _INNER_LINKED * sum(weighed.count for weighed in inner):
        return False
    return bool(
        inner
        and sum(weighed.area for weighed in inner) >= _INNER_AREA * outer.area
        and links >= _INNER_LINKS * outer.links
        and sum(weighed.times for weighed in inner) >= _INNER_TIMES * outer.times
    )


def without_strangers(outline: Outline, found: Found, timed: Sequence[int]) -> Found:
    """Leave out records without a time that link to nothing the records with a time link to: advertisements, menus.

    A board without posts has no time either, but the same kind of link as the other boards.
    """
    has_time = [_count_between(timed, record[0], outline.ends[record[-1]]) > 0 for record in found.records]
    if all(has_time) or not any(has_time):
        return found
    shapes = [_link_shapes(outline, record) for record in found.records]
    counts = Counter(shape for own, has in zip(shapes, has_time, strict=True) if has for shape in own)
    common = {shape for shape, count in counts.items() if count >= _COMMON * sum(has_time)}
    kept = zip(found.records, shapes, has_time, strict=True)
    return Found(tuple(record for record, own, has in kept if has or own & common)) if common else found


def _link_shapes(outline: Outline, record: Span) -> set[str]:
    links = outline.links_between(record[0], outline.ends[record[-1]])
    return {url_shape(outline.hrefs[link]) for link in links}


def _count_between(numbers: Sequence[int], start: int, end: int) -> int:
    return bisect_left(numbers, end) - bisect_left(numbers, start)


def is_inside(outline: Outline, inner: Found, outer: Found, starts: list[int] | None = None) -> bool:
    """Tell whether a list stands in a record of another (its first record tells)."""
    starts = starts if starts is not None else [record[0] for record in outer.records]
    first = inner.records[0]
    place = bisect_right(starts, first[0]) - 1
    if place < 0:
        return False
    around = outer.records[place]
    return (
        around != first and first[0] < outline.ends[around[-1]] and outline.ends[first[-1]] <= outline.ends[around[-1]]
    )
