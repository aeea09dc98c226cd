"""A region: one list of a page, its records aligned and their fields told from all of them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

from weft.page._align import Aligner, Pattern
from weft.page._records import (
    OwnPlace,
    Record,
    RecordLink,
    RecordTime,
    find_user_column,
    is_in_column,
    make_record,
    own_places,
    own_text,
    read_links,
    spot_elements,
    url_shape,
)
from weft.page._regions_choice import Weighed
from weft.page._regions_lead import find_lead
from weft.page._regions_mining import Span
from weft.page._regions_outline import Outline
from weft.page._times_path import pick_time_path
from weft.page._times_reader import read_time

ORDERED = 0.8  # share of the steps in one direction that makes an order; edited and bumped records are out of it
_NOW = datetime(2100, 1, 1, tzinfo=UTC)  # any will do: "3 hours ago" only has to be later than "4 hours ago"
_LOCATED = 50  # records whose paths are looked at for the shortest

ReadTime = Callable[[str], datetime | None]


class TimeOrder(StrEnum):
    """How the times of a list run from its first record to its last."""

    NONE = "none"  # fewer than two records have one
    UP = "up"
    DOWN = "down"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Reading:
    """What all regions of one page share: the outline, elements that show a time, with the time, and shapes."""

    outline: Outline
    times: dict[int, str]
    interest: set[int]  # links and times
    times_before: list[int]  # elements with a time before each element, and before the end
    shapes: list[int]

    @classmethod
    def of(cls, outline: Outline) -> Reading:
        """Look an outline through for times and shapes."""
        times = spot_elements(outline)
        shapes = outline.book.number_shapes(outline.labels, outline.children, outline.links, times)
        outline.shapes = shapes
        has_time = [0] * len(outline)
        for element in times:
            has_time[element] = 1
        before = list(accumulate(has_time, initial=0))
        return cls(outline, times, set(outline.links).union(times), before, shapes)

    def links_of(self, place: OwnPlace, columns: dict[int, str]) -> tuple[RecordLink, ...]:
        """Give the links of a record."""
        return read_links(self.outline, place.parts, columns)

    def times_of(self, place: OwnPlace, columns: dict[int, str]) -> tuple[RecordTime, ...]:
        """Give the times of a record."""
        inside = (element for part in place.parts for element in part if element in self.times)
        return tuple(RecordTime(self.times[e], columns.get(e, ""), e) for e in inside)


class Region:
    """One list of a page. Records and fields are read when asked for, and kept.

    `salience` is its share of the page's area, `worth` what speaks for its being the list of the page. Records may
    stand in several containers (one table per category).
    """

    def __init__(self, reading: Reading, weighed: Weighed) -> None:
        self.reading = reading
        self.spans: tuple[Span, ...] = weighed.found.records  # the records as elements of the page's outline
        self._known = weighed.known
        self.worth = weighed.worth
        self.salience = weighed.area / max(1.0, reading.outline.area(0))

    def __len__(self) -> int:
        return len(self.spans)

    def __repr__(self) -> str:
        return f"<Region of {len(self)} at {self.location}>"

    @cached_property
    def location(self) -> str:
        """The tags that lead to a record, stable between pages of one layout; of nested records, to the outermost."""
        outline = self.reading.outline
        firsts = {outline.parents[span[0]]: span[0] for span in reversed(self.spans[:_LOCATED])}  # one a container
        paths = [outline.path(firsts[parent]) for parent in reversed(firsts)]
        return min(paths, key=lambda path: path.count("/"))

    @cached_property
    def _aligner(self) -> Aligner:
        reading = self.reading
        aligner = Aligner(reading.outline, reading.interest, reading.times_before, reading.shapes)
        for span in self.spans:
            aligner.add(span)
        return aligner

    @cached_property
    def pattern(self) -> Pattern:
        """The records aligned into one."""
        return self._aligner.pattern(self.location)

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """The records in page order, with their fields."""
        return tuple(self._read_record(number) for number in range(len(self)))

    def _read_record(self, number: int) -> Record:
        links, times = self.links[number], self.times[number]
        user = next((link for link in links if link.text and is_in_column(link, self.user_column)), None)
        time = next((time for time in times if time.column == self.time_column), None)
        return make_record(self.reading.outline, self._places[number], number, links, times, (user, time))

    @cached_property
    def _places(self) -> list[OwnPlace]:
        return own_places(self.reading.outline, self.spans)

    @cached_property
    def text_lengths(self) -> tuple[int, ...]:
        """How much text each record has."""
        sums = self.reading.outline.text_sums
        return tuple([sum([sums[part.stop] - sums[part.start] for part in place.parts]) for place in self._places])

    def text_of(self, number: int) -> str:
        """Give the text of one record in one line; it need not be read for that."""
        return own_text(self.reading.outline, self._places[number])

    @cached_property
    def prose_lengths(self) -> tuple[int, ...]:
        """How much of that is in none of its links: what can be told of each list before its records are read."""
        anchors = (sum([len(link.text) for link in links]) for links in self.links)
        return tuple([length - linked for length, linked in zip(self.text_lengths, anchors, strict=True)])

    @cached_property
    def links(self) -> tuple[tuple[RecordLink, ...], ...]:
        """The links of each record, with their columns."""
        return tuple(self.reading.links_of(place, self._aligner.columns) for place in self._places)

    @cached_property
    def times(self) -> tuple[tuple[RecordTime, ...], ...]:
        """The times of each record, with their columns."""
        return tuple(self.reading.times_of(place, self._aligner.columns) for place in self._places)

    @cached_property
    def user_column(self) -> str | None:
        """The column of the links to the records' authors, or None."""
        known = self._known.user_column if self._known is not None else None
        if known is not None and any(is_in_column(link, known) for links in self.links for link in links):
            return known
        return find_user_column(self.links)

    @cached_property
    def time_column(self) -> str | None:
        """The column of the times that tell when the records were made (Algorithm 2 of paper 003), or None."""
        known = self._known.time_column if self._known is not None else None
        if known is not None and any(time.column == known for times in self.times for time in times):
            return known
        return self.choose_time_column(_read_roughly)

    def choose_time_column(self, read: ReadTime) -> str | None:
        """Give the same, told with a reader that knows the site."""
        moments = ((t.column, number, read(t.text)) for number, times in enumerate(self.times) for t in times)
        return pick_time_path((column, number, moment) for column, number, moment in moments if moment is not None)

    @cached_property
    def time_order(self) -> TimeOrder:
        """How the times in the time column run."""
        moments = (_read_roughly(record.time.text) for record in self.records if record.time is not None)
        return order_of([moment for moment in moments if moment is not None])

    @cached_property
    def lead(self) -> Record | None:
        """The opening record where it stands before the list in a container of its own (question, article), or None."""
        outline = self.reading.outline
        shapes = {url_shape(record.user.href) for record in self.records if record.user is not None}
        element = find_lead(outline, self.reading.times, self.spans[0][0], shapes)
        if element is None:
            return None
        place = own_places(outline, [(element,)])[0]
        links, times = self.reading.links_of(place, {}), self.reading.times_of(place, {})
        times = tuple(time for time in times if not self._is_later(time))  # of the last answer, beside its own
        if not times:
            return None
        user = next((link for link in links if link.text and url_shape(link.href) in shapes), None)
        return make_record(outline, place, -1, links, times, (user, times[0]))

    def _is_later(self, time: RecordTime) -> bool:
        """Tell whether a time is later than the oldest record's: then it is not of the opening record."""
        moments = [_read_roughly(record.time.text) for record in self.records if record.time is not None]
        oldest = min((moment for moment in moments if moment is not None), default=None)
        moment = _read_roughly(time.text)
        return moment is not None and oldest is not None and moment > oldest


def order_of(moments: Sequence[datetime]) -> TimeOrder:
    """Tell how moments run."""
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(moments)]
    ups, downs = steps.count(1), steps.count(-1)
    if not ups + downs:
        return TimeOrder.NONE
    if max(ups, downs) < ORDERED * (ups + downs):
        return TimeOrder.MIXED
    return TimeOrder.UP if ups > downs else TimeOrder.DOWN


@lru_cache(maxsize=16_384)
def _read_roughly(text: str) -> datetime | None:
    return read_time(text, _NOW).moment
