"""Posts without times: blocks that each name somebody and have more to read, by people who come again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

from weft.page._records import Record
from weft.page._regions import Regions
from weft.page._regions_outline import Outline
from weft.page._regions_region import Region
from weft.page._timespot import spot_times

_NAME_CHARS = 40
_NAME_WORDS = 2.5  # on average
_STRANGE = 0.05  # of the names are long, or look like numbers or times
_NAMED = 0.9  # of the blocks of a page have a name at one place
_LEAST_PAGES, _TOLD = 2, 0.4  # pages that have such blocks, and their share: some have one block only
_LEAST_TEXT = 40  # characters a block has at least, on average over a page


def are_told(pages: Iterable[Regions]) -> bool:
    """Tell whether pages of one kind are lists of blocks that each name somebody and have more to read than links.

    Sections of an article have headings, but no two the same, or all pages have the same ones.
    """
    lists = [(regions.outline, regions.main) for regions in pages]
    said = [[_say(outline, one) for one in main.records] for outline, main in lists if main and _is_prose(main)]
    places: dict[str, list[list[str]]] = defaultdict(list)
    for page in said:
        often = Counter(place for block in page for place in block)
        for place in (place for place, count in often.items() if count >= _NAMED * len(page)):
            places[place].append([block[place] for block in page if place in block])
    least = max(_LEAST_PAGES, _TOLD * len(lists))
    return any(len(named) >= least and _are_people(named) for named in places.values())


def _is_prose(region: Region) -> bool:
    """Tell whether a list has several records, and more to read in them than links."""
    own = [record.text_length - sum(record.anchor_lengths) for record in region.records]
    whole = sum(record.text_length for record in region.records)
    return len(own) > 1 and sum(own) > max(0.5 * whole, _LEAST_TEXT * len(own))


def _say(outline: Outline, record: Record) -> dict[str, str]:
    """Give what a record says at each of its places where only one thing stands."""
    texts: dict[str, list[str]] = defaultdict(list)
    for root in record.elements:
        for element in range(root, outline.ends[root]):
            if outline.texts[element]:
                around = [element, *outline.ancestors(element)]
                path = "/".join(map(outline.name, around[: around.index(root) + 1]))
                texts[path].append(" ".join(outline.texts[element]))
    return {path: found[0] for path, found in texts.items() if len(found) == 1}


def _are_people(pages: Sequence[Sequence[str]]) -> bool:
    """Tell whether what blocks say at one place are names, some of them again, and not the same ones on each page.

    Two pages may have most of a few people in common: these come again on a page, as headings do not.
    """
    names = [name for page in pages for name in page]
    strange = sum(len(name) > _NAME_CHARS or name.isdecimal() or bool(spot_times(name)) for name in names)
    if strange > _STRANGE * len(names) or fmean(len(name.split()) for name in names) > _NAME_WORDS:
        return False
    everywhere = set(pages[0]).intersection(*pages[1:]) if len(pages) > 1 else set[str]()
    few = min(len(set(page)) for page in pages)
    if any(len(set(page)) < len(page) for page in pages):
        few = max(few, len(set(names)))
    return 1 < len(set(names)) < len(names) and 2 * len(everywhere) <= few
