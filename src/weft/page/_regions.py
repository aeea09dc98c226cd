"""Repeated regions of a page: its lists, most salient first, and which of them is the list of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from weft.page._align import Pattern
from weft.page._page import Page
from weft.page._regions_choice import Scale, Weighed, choose_main, without_strangers
from weft.page._regions_known import find_known, find_single
from weft.page._regions_mining import Found, find_lists
from weft.page._regions_outline import Outline, outline_of
from weft.page._regions_region import Reading, Region

KNOWN_WORTH = 3.0  # a list known from other pages is the page's list unless another is worth so many times more
KNOWN_RECORDS, KNOWN_PAGES = 3, 2  # of a main region, and of pages that have it, for it to be known
TIMED = 0.5  # share of the records with a time below which a list has to be larger than a single record with one
LEAST_TIMED = 2  # records with a time, the same: what is said of an author may be a list with the day he joined


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions of a page, most salient first. `main` is the list of the page: its posts, or its rows."""

    all: tuple[Region, ...]
    main: Region | None
    outline: Outline

    def __iter__(self) -> Iterator[Region]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)


def find_regions(page: Page, known: Iterable[Pattern] = ()) -> Regions:
    """Find the lists of a page, nested ones too. Never raises.

    `known` are patterns of main regions of other pages of the site: they tell the list also where it has one record
    only. Without them, a page that repeats nothing has one record, where its time and most of its prose are.
    What was found without them is kept as long as the page is: learning a site and learning its posts ask for the same.
    """
    patterns = tuple(known)
    if patterns:
        return _find(page, patterns)
    found = _found.get(page)
    if found is None:
        found = _found[page] = _find(page, ())
    return found


_found: WeakKeyDictionary[Page, Regions] = WeakKeyDictionary()


def _find(page: Page, known: Sequence[Pattern]) -> Regions:
    outline = outline_of(page.tree, page.boxes)
    if not len(outline):
        return Regions((), None, outline)
    reading = Reading.of(outline)
    timed = list(reading.times)
    scale = Scale(outline, reading.times)
    lists = [scale.weigh(found) for found in find_lists(outline, reading.shapes)]
    for pattern, found in find_known(outline, known):
        lists = _prefer(lists, replace(scale.weigh(found), known=pattern))
    main = choose_main(outline, lists)
    if main is not None:
        lists.remove(main)
        purged = scale.weigh(without_strangers(outline, main.found, timed))
        main = replace(purged, worth=main.worth, known=main.known)
        lists.append(main)
    if main is None or main.timed < TIMED or main.timed * main.count < LEAST_TIMED:
        single = find_single(outline, timed)
        if single is not None and (main is None or _gives_way(outline, main, single)):
            main = scale.weigh(single)
            lists.append(main)
    return _to_regions(reading, lists, main)


def _prefer(lists: list[Weighed], known: Weighed) -> list[Weighed]:
    """Make more of the list that a known pattern points to; add the known one where repetition has shown none.

    The page's own repetition decides which records belong to the list: it sees them all, the pattern those of one page.
    """
    leaders = {record[0] for record in known.found.records}
    same = [weighed for weighed in lists if any(record[0] in leaders for record in weighed.found.records)]
    best = max(same, key=lambda weighed: weighed.worth, default=known)
    preferred = replace(best, worth=best.worth * KNOWN_WORTH, known=known.known)
    return [*(weighed for weighed in lists if weighed is not best), preferred]


def _gives_way(outline: Outline, main: Weighed, single: Found) -> bool:
    """Tell whether a list gives way to a record with more to read: if few of it has times, or it stands beside that."""
    is_larger = _text_of(outline, single) > _text_of(outline, main.found)
    return is_larger and (main.timed < TIMED or not _holds(outline, single, main.found))


def _holds(outline: Outline, outer: Found, inner: Found) -> bool:
    """Tell whether a list stands in the records of another."""
    first = inner.records[0][0]
    return any(element <= first < outline.ends[element] for record in outer.records for element in record)


def _text_of(outline: Outline, found: Found) -> int:
    return sum(outline.text_length(element) for record in found.records for element in record)


def _to_regions(reading: Reading, lists: list[Weighed], main: Weighed | None) -> Regions:
    regions = {id(weighed): Region(reading, weighed) for weighed in lists}
    ordered = sorted(regions.values(), key=lambda region: -region.salience)
    return Regions(tuple(ordered), regions[id(main)] if main is not None else None, reading.outline)


def gather_patterns(pages: Iterable[Regions]) -> tuple[Pattern, ...]:
    """Give what `find_regions` should know of a site: patterns of main regions that several of its pages have.

    Only lists with times in their records count: a page with one post has its menu for a main list, as others have.
    """
    groups: list[list[Region]] = []
    for main in (regions.main for regions in pages):
        if main is None or len(main) < KNOWN_RECORDS or main.time_column is None:
            continue
        for group in groups:
            if group[0].pattern.matches(main.pattern):
                group.append(main)
                break
        else:
            groups.append([main])
    largest = (max(group, key=len) for group in groups if len(group) >= KNOWN_PAGES)
    return tuple(
        replace(region.pattern, user_column=region.user_column, time_column=region.time_column) for region in largest
    )
