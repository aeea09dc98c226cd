"""Pages laid out for learning: their times, and the list on each that may be the posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from weft.page import FoundTime, Page, Region, are_told, find_posts, find_regions, find_times

_OFTEN, _STANDING = 3, 0.2  # pages, and share of them, on which a text stands that is of the site's making
_TIMELESS = 0.3  # of what looks like posts has a time: fewer, and it is none of theirs


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page laid out for learning: its times, and by identity which element each stands in."""

    page: Page
    times: tuple[FoundTime, ...]
    main: Region | None
    is_dated: bool = True  # posts have times

    @classmethod
    def of(cls, page: Page) -> Sheet:
        """Read a page."""
        return cls(page, tuple(find_times(page.tree)), find_posts(page))

    def without(self, standing: Collection[str]) -> Sheet:
        """Give the page with another list as its main one, if all rows of that are among texts of the site's making."""
        if self.main is None or not _is_standing(self.main, standing):
            return self
        first, last = self.main.spans[0][0], self.main.spans[-1][0]
        others = (one for one in find_regions(self.page).all if not first <= one.spans[0][0] <= last)  # no parts of it
        return replace(self, main=next((one for one in others if not _is_standing(one, standing)), None))


def drop_strange_times(sheets: list[Sheet]) -> list[Sheet]:
    """Give pages without times where posts have none of their own: those there are stand in what people wrote."""
    lists = [sheet.main.times for sheet in sheets if sheet.main is not None]
    timed = sum(map(bool, (times for rows in lists for times in rows)))
    if timed >= _TIMELESS * sum(map(len, lists)):
        return sheets
    if not are_told(replace(find_regions(sheet.page), main=sheet.main) for sheet in sheets):
        return sheets
    return [replace(sheet, times=(), is_dated=False) for sheet in sheets]


def set_aside(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Give pages without main lists that say the same on many of them: the months of an archive, beside each page."""
    often = Counter(text for sheet in sheets if sheet.main is not None for text in _row_texts(sheet.main))
    standing = frozenset(text for text, count in often.items() if count >= max(_OFTEN, _STANDING * len(sheets)))
    return [sheet.without(standing) for sheet in sheets] if standing else list(sheets)


def _row_texts(region: Region) -> frozenset[str]:
    return frozenset(record.text for record in region.records)


def _is_standing(region: Region | None, standing: Collection[str]) -> bool:
    return region is not None and all(text in standing for text in _row_texts(region))
