"""One sampled page, read for learning: what kind it is, its lists, its links and where they stand."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, NamedTuple, TypeVar, cast

from weft.classify import Judgement, default_classifier, page_features
from weft.page import Page, Region, Regions, TimeOrder, read_breadcrumbs, shows_time, spot_times
from weft.traversal._learning import Sample
from weft.traversal._looks import LIKELY
from weft.urls import canonicalise, cut_url, find_named, resolve

Found = TypeVar("Found")

SURE_KIND = 0.6
UNSURE, NO_LIST = 0.2, 0.1  # how much a page with posts looks like a thread at least; like a list at most
LEAST_TOLD = 5  # posts in the order of their times, which two or three may be in by chance
LEAST_ROWS = 3  # of a list, to tell what all of its rows have
ROW_SHARE = 0.7
TIMED = 0.5  # of the records of a list of posts have a time
DISTINCT = 0.8  # of the names at one place of a list, where each row names something else
LABELLED_ROWS, LABEL_WORDS = 0.6, 3  # of the rows have a link that begins with the same words: no title
TITLE_CHARS, TITLED_ROWS = 12, 0.3  # of a link that may be a title; of the rows of a list have one
SHARED = 0.5  # of the links of a page have a key: it may be that of a session
DESCRIPTION = 15  # characters a row of a list has beside its links at least, on average
LINKED = 0.5  # of the rows of a list have a link
MAX_TEXT = 20_000  # characters that are searched for a time
POST_TEXT = 40  # characters a post has at least, on average over a page, with what stands around it
# Where an address may end within a longer one, and what is added.
_BREAKS = re.compile(r"[/?&;]")
_DIGITS = re.compile(r"\d+")
_LAST_DIGIT = re.compile(r".*\d")
# Numbers that count something, no parts of names (`kat88`); times are cut out before.
_NUMBERS = re.compile(r"(?<![A-Za-z\d])(?:\d{1,3}(?:,\d{3})+|\d+)")


class Arc(NamedTuple):
    """A link that may be followed: where it leads (written canonically), what it says, where it stands.

    A tuple because a page has hundreds.
    """

    url: str
    text: str
    place: str
    region: int  # position among the page's lists; -1 outside
    record: int  # position of the row in its list; -1 outside
    next: bool  # rel=next, or an arrow
    path: str = ""  # the steps from the body: a wider name of its place
    is_marked: bool = False  # leads to a place within a page
    element: int = -1  # in the page's outline


@dataclass(frozen=True)
class Column:
    """Links that stand alike in the rows of one list of a page."""

    place: str
    region: int
    rows: int  # of the list
    arcs: tuple[Arc, ...]

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The different URLs, in page order."""
        return tuple(dict.fromkeys(arc.url for arc in self.arcs))

    @cached_property
    def named(self) -> list[str]:
        """Those of the URLs that are names with numbers, told by themselves."""
        return find_named(self.urls)


@dataclass(frozen=True)
class View:
    """One sampled page, read."""

    sample: Sample
    page: Page
    url: str  # canonical
    arcs: tuple[Arc, ...]
    regions: Regions
    uncovered: bool = False  # its own list is not the longest, which other pages have, too

    @cached_property
    def judgement(self) -> Judgement:
        """What the page looks like by itself. Posts that name nothing are no rows, however many links they have."""
        found = default_classifier().judge(page_features(self.page, self.regions))
        if self.uncovered:
            return replace(found, index=0.0)
        if not self.names_nothing or (found.thread < LIKELY and not self._repeats_itself):
            return found
        thread = max(found.index, found.thread)
        return replace(found, index=min(found.index, 1 - thread), thread=thread)

    @cached_property
    def own_text(self) -> str:
        """What the page's own list says."""
        main = self.regions.main
        return "\n".join(map(main.text_of, range(len(main)))) if main is not None else ""

    @cached_property
    def names_nothing(self) -> bool:
        """Whether the page has posts, few of which have a link that says as much as a title does.

        What links of most posts begin with is none: "Click here to see the profile of Ann", "Edit or delete".
        """
        main = self.regions.main
        if main is None or not self.has_posts:
            return False
        long = [arc for arc in self.main_arcs if len(arc.text) >= TITLE_CHARS and not spot_times(arc.text)]
        begun: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for arc in long:
            begun[_beginning(arc.text)].add(arc.record)
        labels = {words for words, records in begun.items() if len(records) >= max(2, LABELLED_ROWS * len(main))}
        return len({arc.record for arc in long if _beginning(arc.text) not in labels}) < TITLED_ROWS * len(main)

    @cached_property
    def _repeats_itself(self) -> bool:
        return self.count >= LEAST_ROWS and repeat_themselves([self])

    @cached_property
    def row_texts(self) -> Mapping[str, list[str]]:
        """What the links say that nearly every row of the page's own list has, by their places; no times, no `#12`."""
        texts: dict[str, dict[int, str]] = defaultdict(dict)
        for arc in self.main_arcs:
            if arc.place in self.row_places and any(map(str.isalpha, arc.text)) and not spot_times(arc.text):
                texts[arc.place].setdefault(arc.record, arc.text)
        return {place: list(said.values()) for place, said in texts.items()}

    @property
    def kind(self) -> str:
        """Thread or index, whichever the page looks more like; the role rules know a page by."""
        return "thread" if self.judgement.thread > self.judgement.index else "index"

    @property
    def kind_sure(self) -> bool:
        """Whether the page looks very much like its kind."""
        likely = max(self.judgement.thread, self.judgement.index)
        return likely > SURE_KIND and (self.kind == "index" or self.has_posts)

    @cached_property
    def has_posts(self) -> bool:
        """Whether the page's own list has a time and more to read than links in most of its records.

        One that was uncovered was chosen for what there is to read.
        """
        return self.regions.main is not None and (self.uncovered or _holds_posts(self.regions.main))

    @property
    def may_be_thread(self) -> bool:
        """Whether the page has posts, if without links to their authors or anything else that posts mostly have."""
        if self.judgement.index >= NO_LIST or not self.names_nothing:
            return False
        return self.judgement.thread > UNSURE or self.told >= LEAST_TOLD

    @property
    def told(self) -> int:
        """How many posts come one after the other in time, if all do and name nothing: lists begin with the newest."""
        main = self.regions.main
        is_told = main is not None and main.time_order is TimeOrder.UP and self.names_nothing
        return self.count if is_told else 0

    @property
    def is_told(self) -> bool:
        """Whether there are enough of these posts on the page, and what their links say comes again."""
        return self.told >= LEAST_TOLD and self._repeats_itself

    @property
    def count(self) -> int:
        """How many records the page's own list has."""
        return len(self.regions.main) if self.regions.main is not None else 0

    @cached_property
    def posts_above(self) -> Region | None:
        """The largest list of posts that stands above the page's own list, if it has one."""
        return next(filter(_holds_posts, self._above), None)

    @cached_property
    def prose_above(self) -> Region | None:
        """The same with more to read than links, but maybe without times."""
        return next(filter(_is_prose, self._above), None)

    @property
    def _above(self) -> list[Region]:
        main = self.regions.main
        start = main.spans[0][0] if main is not None else 0
        return [region for region in self.regions.all if region.spans[-1][-1] < start and len(region) > 1]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of all lists, most salient list first."""
        found: dict[tuple[int, str], list[Arc]] = defaultdict(list)
        for arc in self.arcs:
            if arc.region >= 0:
                found[arc.region, arc.place].append(arc)
        return tuple(
            Column(place, region, len(self.regions.all[region]), tuple(arcs))
            for (region, place), arcs in sorted(found.items(), key=lambda item: item[0][0])
        )

    def describes(self, column: Column) -> bool:
        """Whether the rows of a column, each with links of its own, say more than their links do: no menu does.

        Nor has one a time in each row. Two rows may be too few to be told apart: then they say more than all links do
        that stand in them.
        """
        where = column.region, column.place
        if where not in self._described:
            self._described[where] = self._describes(column)
        return self._described[where]

    @cached_property
    def _described(self) -> dict[tuple[int, str], bool]:
        return {}

    def _describes(self, column: Column) -> bool:
        region, rows = self.regions.all[column.region], {arc.record for arc in column.arcs}
        if len(region) == 1:
            is_each = len(column.urls) == len(column.arcs) > 1
            return is_each and sum(region.prose_lengths) >= DESCRIPTION * len(region.links[0])
        if not len(column.urls) >= len(rows) > 1:
            return False
        said = sum([region.prose_lengths[row] for row in rows])
        return said >= DESCRIPTION * len(column.urls) or all(region.times[row] for row in rows)

    @cached_property
    def described(self) -> tuple[tuple[str, ...], ...]:
        """Where lists lead whose rows say more than the one link of each, if they stand in the only record of the page.

        A front page with a time on it may be taken for a post, with the boards it lists in it.
        """
        main = self.regions.main
        lists = [one for one in self.regions.all if _is_described(one)] if main is not None and len(main) == 1 else []
        urls = {arc.element: arc.url for arc in self.arcs} if lists else {}
        found = ([urls.get(element) for links in one.links for *_, element in links] for one in lists)
        return tuple(tuple(dict.fromkeys(url for url in column if url is not None)) for column in found)

    @cached_property
    def row_places(self) -> frozenset[str]:
        """Places of links that nearly every row of the page's own list has (an author, a post's number)."""
        main = self.regions.main
        if main is None or len(main) < LEAST_ROWS:
            return frozenset()
        rows: dict[str, set[int]] = defaultdict(set)
        own: set[str] = set()
        for arc in self.arcs:
            rows[arc.place].add(arc.record)
            if arc.region >= 0 and self.regions.all[arc.region] is main:
                own.add(arc.place)
        return frozenset(place for place in own if len(rows[place]) >= ROW_SHARE * len(main))

    @cached_property
    def main_arcs(self) -> tuple[Arc, ...]:
        """The links in the rows of the page's own list."""
        regions = self.regions
        return tuple(arc for arc in self.arcs if arc.region >= 0 and regions.all[arc.region] is regions.main)

    @cached_property
    def outside(self) -> tuple[str, ...]:
        """The pieces of text that are in no link and not in the page's own list; paragraphs are none."""
        outline, main = self.regions.outline, self.regions.main
        linked = len({arc.record for arc in self.main_arcs})
        spans = main.spans if main is not None and len(main) > 1 and linked >= LINKED * len(main) else ()
        skipped = [(root, outline.ends[root]) for root in (*outline.links, *(root for span in spans for root in span))]
        found: list[str] = []
        for start, end in _between(skipped, len(outline)):
            found += [" ".join(text.split()) for texts in outline.texts[start:end] for text in texts]
        return tuple(filter(None, found))

    @cached_property
    def is_dated(self) -> bool:
        """Whether a time stands in the text of the page."""
        return shows_time(self.page.text[:MAX_TEXT])

    @cached_property
    def at_place(self) -> dict[str, set[str]]:
        """The URLs of the links at each place."""
        found: dict[str, set[str]] = defaultdict(set)
        for arc in self.arcs:
            found[arc.place].add(arc.url)
        return found

    @cached_property
    def names(self) -> dict[tuple[str, str], set[tuple[str, str]]]:
        """The links (place and URL) by each name of their place, with their URL."""
        found: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for arc in self.arcs:
            link = arc.place, arc.url
            found.setdefault(link, set()).add(link)
            if arc.path != arc.place:
                found.setdefault((arc.path, arc.url), set()).add(link)
        return found

    @cached_property
    def texts(self) -> dict[str, set[str]]:
        """What the links to each URL say."""
        found: dict[str, set[str]] = defaultdict(set)
        for arc in self.arcs:
            found[arc.url].add(arc.text.casefold())
        return found

    @cached_property
    def known(self) -> dict[Callable[[View], Any], Any]:
        """What functions have found out about the page; see `kept`."""
        return {}

    @cached_property
    def urls(self) -> frozenset[str]:
        """All URLs the page links to."""
        return frozenset(arc.url for arc in self.arcs)

    @cached_property
    def crumbs(self) -> tuple[str, ...]:
        """The URLs of the way to the page, as far as it tells machines."""
        told = (crumb.url for crumb in read_breadcrumbs(self.page) if crumb.url)
        return tuple(url for crumb in told if (url := resolve(crumb, self.page.base)) is not None)

    @cached_property
    def canonical(self) -> str:
        """The address the page calls its own, written canonically; "" where it names none."""
        return (canonicalise(self.page.canonical) or "") if self.page.canonical else ""

    @cached_property
    def starts(self) -> frozenset[str]:
        """What the URLs the page links to begin with, if a number is what they add: the one they show, if any."""
        last_digits = ((url, match.end()) for url in self.urls if (match := _LAST_DIGIT.match(url)))
        return frozenset(
            url[:end]
            for url, last in last_digits
            for match in _BREAKS.finditer(url, 0, self._shown_at(url, last))
            for end in match.span()
        )

    def _shown_at(self, url: str, last: int) -> int:
        """Give where the number stands in a URL that a link to it shows; the given place if it shows none of them."""
        shown = [text for text in self.texts.get(url, ()) if text.isdigit()]
        ends = [match.end() for match in _DIGITS.finditer(url) if match[0] in shown]
        return max(ends, default=last)

    @cached_property
    def shared_values(self) -> dict[str, str]:
        """The query keys that most links of the page have, all with one value, other than in the page's own address."""
        values: dict[str, list[str]] = defaultdict(list)
        for url in self.urls:
            for slot in cut_url(url)[1]:
                if slot.key:
                    values[slot.key[:-1]].append(slot.text)
        own = {slot.key[:-1]: slot.text for slot in cut_url(self.sample.final)[1] if slot.key}
        return {
            key: texts[0]
            for key, texts in values.items()
            if len(set(texts)) == 1 and len(texts) >= SHARED * len(self.urls) and own.get(key) != texts[0]
        }

    def row_size(self, arc: Arc, rank: int = 0) -> int:
        """Give the largest number a link's row shows (or the second largest): how much there may be behind it."""
        if arc.region < 0:
            return 0
        numbers = self._row_numbers(arc.region, arc.record)
        return numbers[rank] if rank < len(numbers) else 0

    def _row_numbers(self, region: int, record: int) -> list[int]:
        if (region, record) not in self._numbers:
            text = self.regions.all[region].text_of(record)
            for spot in reversed(spot_times(text)):
                text = f"{text[: spot.start]} {text[spot.end :]}"
            found = {int(number.replace(",", "")) for number in _NUMBERS.findall(text) if len(number) < 9}
            self._numbers[region, record] = sorted(found, reverse=True)
        return self._numbers[region, record]

    @cached_property
    def _numbers(self) -> dict[tuple[int, int], list[int]]:
        return {}


def kept(find: Callable[[View], Found]) -> Callable[[View], Found]:
    """Keep what a function finds out about a page by itself with the page: it is asked for after each step."""

    @wraps(find)
    def look_up(view: View) -> Found:
        known = view.known
        if find not in known:
            known[find] = find(view)
        return cast("Found", known[find])

    return look_up


def _between(stretches: Iterable[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    """Give what lies between some stretches, which may lie in each other, up to an end."""
    at = 0
    for start, stop in sorted(stretches):
        if at < start:
            yield at, start
        at = max(at, stop)
    yield at, end


def repeat_themselves(views: Iterable[View]) -> bool:
    """Whether no link that nearly every row has says something else in each row: names come again, titles do not."""
    texts: dict[str, list[str]] = defaultdict(list)
    for view in views:
        for place, said in view.row_texts.items():
            texts[place] += said
    return all(len(set(said)) < DISTINCT * len(said) for said in texts.values())


def _is_described(region: Region) -> bool:
    """Whether each of several rows has one link, and they say more than their links do: no menu does."""
    if len(region) < LEAST_ROWS or any(len(links) != 1 for links in region.links):
        return False
    return sum(region.prose_lengths) >= DESCRIPTION * len(region)


def _beginning(text: str) -> tuple[str, ...]:
    return tuple(text.split()[:LABEL_WORDS])


def _holds_posts(region: Region) -> bool:
    """Whether a list has a time and more to read than links in most of its records."""
    return _is_prose(region) and sum(record.time is not None for record in region.records) >= TIMED * len(region)


def _is_prose(region: Region) -> bool:
    own = sum(region.prose_lengths)
    return own > 0.5 * sum(region.text_lengths) and own > POST_TEXT * len(region)
