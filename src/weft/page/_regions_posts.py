"""Which list of a page shows its posts, where the page is known to be one of a thread.

Below a short thread stand other threads, often more of them than there are posts, each with a time and somebody's name:
the list of such a page is that of the others. What tells them from posts is that they lead away.
"""

from __future__ import annotations

from collections import Counter

from weft.page._page import Page
from weft.page._records import RecordLink, is_in_column
from weft.page._regions import Regions, find_regions
from weft.page._regions_choice import Scale, is_inside
from weft.page._regions_known import find_single, prose_sums
from weft.page._regions_mining import Found
from weft.page._regions_region import Region
from weft.urls import resolve, tokenise

_LINKED = 0.4  # share of the letters in links from which a list may be one of links
_AWAY = 0.8  # share of the records that lead to another page of this kind, each to its own
_FREE_STEPS = 2  # steps at the end of an address that may name one page of a kind: number and title
_INNER = 0.5  # share of the prose of a list without authors that one with authors inside it has, to be the posts
_QUOTES = frozenset({"blockquote", "q", "cite"})
_TIMED = 0.8  # share of the records with a time of a list that may be the posts instead
_SAID, _TIMES = 12, 2  # letters a remark has at least, and times it has at most
_ALONE = 0.6  # share of the prose of one large record that a list has to have to be preferred
_ALONE_WITHIN = 0.4  # the same of a list that stands in it: posts between polls and offers


def find_posts(page: Page) -> Region | None:
    """Give the list of the page; or another, where that leads away and the other has more to read. Never raises.

    The other may be a single record: the only post of the page.
    """
    return _choose(page)[0]


def shows_others(page: Page) -> bool:
    """Tell whether the only list of a page is one of links to other pages like it: its post is no part of a list."""
    return _choose(page)[1]


def find_remarks(page: Page) -> Region | None:
    """Give the list of remarks beside the only post of a page: each has a time, and more to read than links."""
    regions = find_regions(page)
    lists = _Lists(page, regions)
    timed = (one for one in regions.all if len(one) > 1 and _count_timed(one) == len(one))
    told = [one for one in timed if lists.are_said(one) and not lists.is_linked(one) and not lists.leads_away(one)]
    return max(told, key=lists.prose, default=None)


def _choose(page: Page) -> tuple[Region | None, bool]:
    """Give the list of a page's posts, and whether it is none, but all there is."""
    regions = find_regions(page)
    main = regions.main
    lists = _Lists(page, regions)
    if main is not None and (len(main) < 2 or main.user_column is None):
        main = lists.best_inside(main) or main
    if main is None or len(main) < 2 or main.time_column is None:
        return main, False
    is_away, is_linked = lists.leads_away(main), lists.is_linked(main)
    if not is_away and not is_linked:
        return main, False
    best = lists.best_beside(main)
    if best is None:
        return main, is_away and is_linked
    if is_away or (lists.prose(best) > lists.prose(main) and not lists.is_named_in(main, best)):
        return best, False
    return main, False


class _Lists:
    """The lists of a page, looked at as what may be its posts."""

    def __init__(self, page: Page, regions: Regions) -> None:
        self._page = page
        self._regions = regions
        self._outline = regions.outline
        self._sums = prose_sums(regions.outline)

    def prose(self, region: Region) -> int:
        """Give the letters outside of links in a list."""
        ends = self._outline.ends
        return sum(self._sums[ends[element]] - self._sums[element] for span in region.spans for element in span)

    def are_said(self, region: Region) -> bool:
        """Tell whether each record of a list has something to read besides links and times, that is no quote."""
        ends, tags = self._outline.ends, self._outline.tags
        first = region.spans[0][0]
        if any(tags[around] in _QUOTES for around in (first, *self._outline.ancestors(first))):
            return False
        if sum(map(len, region.times)) > _TIMES * len(region):  # its records are lists themselves
            return False
        said = (sum(self._sums[ends[element]] - self._sums[element] for element in span) for span in region.spans)
        shown = (sum(len(time.text) for time in times) for times in region.times)
        return all(prose - times >= _SAID for prose, times in zip(said, shown, strict=True))

    def is_linked(self, region: Region) -> bool:
        """Tell whether much of a list stands in links; times are nothing to read."""
        letters = sum(self._outline.text_length(element) for span in region.spans for element in span)
        timed = sum(len(time.text) for times in region.times for time in times)
        return letters - self.prose(region) >= _LINKED * (letters - timed)

    def best_beside(self, main: Region) -> Region | None:
        """Give the list with a time and the most to read that has nothing to do with another, or the only record.

        What holds a list that names authors is no record.
        """
        apart = [one for one in self._regions.all if self._is_apart(one, main) and one.time_column is not None]
        timed = [one for one in apart if _count_timed(one) >= _TIMED * len(one)]
        rivals = [one for one in timed if not self.is_linked(one) and not self.leads_away(one)]
        best = max(rivals, key=self.prose, default=None)
        single = self._single_beside(main)
        if single is None or best is None:
            return best or single
        least = _ALONE_WITHIN if self._is_within(best, single) else _ALONE
        is_posts = self.is_named_in(best, single) or self.prose(best) >= least * self.prose(single)
        return best if is_posts else single

    def is_named_in(self, one: Region, other: Region) -> bool:
        """Tell whether a list that names authors stands in another, or in a record."""
        return one.user_column is not None and self._is_within(one, other)

    def best_inside(self, main: Region) -> Region | None:
        """Give the list inside another that has most to read of it and names the authors, which that one does not.

        The columns of a page look like a list, too; where one of them has all the times, posts may have no names.
        """
        whole = max(1, self.prose(main))
        inner = [one for one in self._regions.all if len(one) > 1 and self._is_within(one, main)]
        large = [one for one in inner if self.prose(one) >= _INNER * whole and one.time_column is not None]
        is_column = _count_timed(main) == 1
        posts = [one for one in large if one.user_column is not None or (is_column and _count_timed(one) > 1)]
        return max(posts, key=self.prose, default=None)

    def _is_within(self, one: Region, other: Region) -> bool:
        above = (self._outline.tags[around] for around in self._outline.ancestors(one.spans[0][0]))
        return is_inside(self._outline, Found(one.spans), Found(other.spans)) and _QUOTES.isdisjoint(above)

    def _is_apart(self, one: Region, other: Region) -> bool:
        first, second = Found(one.spans), Found(other.spans)
        nested = is_inside(self._outline, first, second) or is_inside(self._outline, second, first)
        return not nested and not {span[0] for span in one.spans} & {span[0] for span in other.spans}

    def _single_beside(self, main: Region) -> Region | None:
        """Give the record with a time outside of a list that holds most of the prose outside of it."""
        start, end = main.spans[0][0], self._outline.ends[main.spans[-1][-1]]
        reading = main.reading
        timed = [element for element in reading.times if not start <= element < end]
        single = find_single(self._outline, timed, beside=(start, end))
        return Region(reading, Scale(self._outline, reading.times).weigh(single)) if single is not None else None

    def leads_away(self, region: Region) -> bool:
        """Tell whether each record is named by a link to another page whose address is written as this page's."""
        own = self._page.url.partition("#")[0]
        if not own.startswith("http"):
            return False
        often = Counter(text for links in region.links for text in {link.text for link in links})
        targets, is_linked = set(), self.is_linked(region)
        for number, links in enumerate(region.links):
            single = [link for link in links if often[link.text] == 1 and self._is_name(region, number, link)]
            names = [link for link in single if not is_in_column(link, region.user_column)]
            if names or (single and is_linked):  # where authors are no links, titles look like them
                href = max(names or single, key=lambda link: len(link.text)).href
                target = (resolve(href, self._page.base) or "").partition("#")[0]
                if target and _are_of_kind(target, own):
                    targets.add(target)
        return len(targets) >= max(2, _AWAY * len(region))

    def _is_name(self, region: Region, number: int, link: RecordLink) -> bool:
        """Tell whether a link may name what a record is about: it shows no time and no number."""
        end = self._outline.ends[link.element]
        is_time = any(link.element <= time.element < end for time in region.times[number])
        return not is_time and any(map(str.isalpha, link.text))


def _count_timed(region: Region) -> int:
    return sum(map(bool, region.times))


def _are_of_kind(target: str, own: str) -> bool:
    """Tell whether an address is another one written as that of this page, which may have a page number besides."""
    if target == own:
        return False
    one, other = tokenise(target), tokenise(own)
    more = set(other.keys).difference(one.keys)
    if one.origin != other.origin or len(more) > 1 or not set(one.keys) <= set(other.keys):
        return False
    steps, own_steps = ([step for step in path if step] for path in (one.path, other.path))
    if one.keys or len(steps) > len(own_steps):
        return steps == own_steps
    own_steps, turned = own_steps[: len(steps)], own_steps[len(steps) :]
    if (more or turned) and not any(map(str.isdigit, "".join((turned or own_steps)[-1:]))):
        return False
    kept = max(len(steps) - _FREE_STEPS, min(1, len(steps) - 1))
    return steps[:kept] == own_steps[:kept] and steps != own_steps
