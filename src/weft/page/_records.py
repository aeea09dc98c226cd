"""Records: the rows and posts of a list, with the fields that can be told without knowing the site."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.page._regions_outline import Outline
from weft.page._timespot import spot_times

# A user link: short, of few words, not a number; in most records; the same words lead to the same place.
_NAME_CHARS = 30
_NAME_WORDS = 2.5  # on average over the column
_NAME_SHARE = 0.6  # least share of the records that have a link in the column
_NEARLY_ALL = 0.9  # share of the records from which a column is not looked for in a looser sense
_MANY = 3  # records with one and the same text: a button, not an author
_NOWHERE = ("#", "javascript:", "mailto:")
_TIME_TEXT_CHARS = (
    200  # longer pieces of text are prose, whose dates are not the record's (paper 003: short text nodes)
)
_LEAST_TIME_CHARS = 3
_LABEL_CHARS = 80  # texts up to here are remembered
_WORDY_TIME_CHARS = 24  # "an hour ago": without digits only if short, and of several words
_DIGIT_RUNS = re.compile(r"\d+")


class RecordLink(NamedTuple):
    """A link of a record. `column` is its place in the aligned pattern: one column of the link table."""

    href: str
    text: str
    column: str
    element: int


class RecordTime(NamedTuple):
    """A time of a record as the page writes it, and its column."""

    text: str
    column: str
    element: int


class OwnPlace(NamedTuple):
    """A record's elements, and the stretches of the outline that are its own."""

    elements: tuple[int, ...]
    parts: list[range]


@dataclass(frozen=True, slots=True)
class Record:
    """One row or post: one element or several siblings. `user` and `time` are guesses from all records together.

    Where replies stand inside the post they answer, what they hold is theirs only.
    """

    nodes: tuple[LexborNode, ...]
    elements: tuple[int, ...]
    position: int  # among the records, from 0
    text_length: int
    area: float
    links: tuple[RecordLink, ...]
    times: tuple[RecordTime, ...]
    user: RecordLink | None = None
    time: RecordTime | None = None
    own_texts: tuple[str, ...] | None = None  # only if other records (replies) stand inside

    @property
    def anchor_lengths(self) -> tuple[int, ...]:
        """The lengths of the texts of its links."""
        return tuple(len(link.text) for link in self.links)

    @property
    def text(self) -> str:
        """Its text in one line, without that of records inside it."""
        if self.own_texts is not None:
            return " ".join(" ".join(self.own_texts).split())
        return " ".join(" ".join(node.text(separator=" ") for node in self.nodes).split())


def spot_elements(outline: Outline) -> dict[int, str]:
    """Give the elements that show a time, with the time: what `datetime` and `title` say, else their own short text."""
    spotted: dict[int, str] = {}
    hints = outline.hints
    for element, texts in enumerate(outline.texts):
        time = _spot(hints[element]) if element in hints else ""
        for text in texts if not time else ():
            time = _spot(text)
            if time:
                break
        if time:
            spotted[element] = time
    return spotted


def _spot(text: str) -> str:
    if len(text) <= _LABEL_CHARS:
        return _spot_label(text)
    return _first_time(text) if len(text) <= _TIME_TEXT_CHARS and _DIGIT_RUNS.search(text) else ""


@lru_cache(maxsize=16_384)
def _spot_label(text: str) -> str:
    """Labels, names and buttons come again in every record and on every page."""
    if len(text) < _LEAST_TIME_CHARS or text.isdecimal():
        return ""
    if not _DIGIT_RUNS.search(text) and (len(text) > _WORDY_TIME_CHARS or " " not in text):
        return ""
    return _first_time(text)


def _first_time(text: str) -> str:
    spots = spot_times(text)
    return spots[0].text if spots else ""


def make_record(
    outline: Outline,
    place: OwnPlace,
    position: int,
    links: tuple[RecordLink, ...],
    times: tuple[RecordTime, ...],
    guesses: tuple[RecordLink | None, RecordTime | None],
) -> Record:
    """Put a record together; `guesses` are its user link and its time."""
    own = [element for part in place.parts for element in part] if len(place.parts) > 1 else None
    return Record(
        nodes=tuple(outline.nodes[element] for element in place.elements),
        elements=place.elements,
        position=position,
        text_length=sum(outline.text_sums[part.stop] - outline.text_sums[part.start] for part in place.parts),
        area=sum(outline.area_sums[part.stop] - outline.area_sums[part.start] for part in place.parts),
        links=links,
        times=times,
        user=guesses[0],
        time=guesses[1],
        own_texts=None if own is None else tuple(text for element in own for text in outline.texts[element]),
    )


def own_text(outline: Outline, place: OwnPlace) -> str:
    """Give the text at a record's place in one line, as `Record.text` does."""
    if len(place.parts) > 1:
        texts = (text for part in place.parts for element in part for text in outline.texts[element])
        return " ".join(" ".join(texts).split())
    return " ".join(" ".join(outline.nodes[element].text(separator=" ") for element in place.elements).split())


def own_places(outline: Outline, spans: Sequence[tuple[int, ...]]) -> list[OwnPlace]:
    """Give for each record, in page order, the stretches of elements that are its own and not of records inside it."""
    places = [OwnPlace(span, [range(span[0], outline.ends[span[-1]])]) for span in spans]
    around: list[OwnPlace] = []
    for place in places:
        start, end = place.elements[0], outline.ends[place.elements[-1]]
        while around and outline.ends[around[-1].elements[-1]] <= start:
            around.pop()
        if around:
            last = around[-1].parts.pop()
            around[-1].parts.extend(part for part in (range(last.start, start), range(end, last.stop)) if part)
        around.append(place)
    return places


def read_links(outline: Outline, parts: Iterable[range], columns: Mapping[int, str]) -> tuple[RecordLink, ...]:
    """Give the links of a record in page order."""
    hrefs, anchor = outline.hrefs, outline.anchor
    inside = [link for part in parts for link in outline.links_between(part.start, part.stop)]
    return tuple([RecordLink(hrefs[link], anchor(link), columns.get(link, ""), link) for link in inside])


def find_user_column(records: Sequence[Sequence[RecordLink]]) -> str | None:
    """Give the column of the links to users, found without words; None if there is none. See `is_in_column`.

    Of several that as many records have (who began, who answered last) the first in the pattern is given. Exact columns
    are tried first: what they have in common may also lead elsewhere.
    """
    best, share = None, _NAME_SHARE
    for reduce in (str, loosen):
        columns: dict[str, dict[int, RecordLink]] = defaultdict(dict)
        for number, links in enumerate(records):
            for link in links:
                if link.text and not link.href.startswith(_NOWHERE):
                    columns[reduce(link.column)].setdefault(number, link)
        for column, by_record in columns.items():
            covered = len(by_record) / len(records)
            if covered >= share and (best is None or covered > share) and _are_names(list(by_record.values())):
                best, share = column, covered
        if share >= _NEARLY_ALL:
            break
    return best


def is_in_column(link: RecordLink, column: str | None) -> bool:
    """Tell whether a link stands in a column, given exactly or loosened."""
    return column is not None and column in (link.column, loosen(link.column))


@lru_cache(maxsize=4096)
def loosen(column: str) -> str:
    """Give a column without the tokens of its last step: users on line or coloured by rank are users all the same."""
    head, slash, last = column.rpartition("/")
    return head + slash + last.partition("#")[0].partition(".")[0]


def _are_names(links: Sequence[RecordLink]) -> bool:
    texts = [link.text for link in links]
    if max(map(len, texts)) > 2 * _NAME_CHARS or median(map(len, texts)) > _NAME_CHARS:
        return False
    if sum(len(text.split()) for text in texts) > _NAME_WORDS * len(texts):
        return False
    if sum(not any(map(str.isalpha, text)) for text in texts) > len(texts) / 4 or any(map(spot_times, texts)):
        return False
    return _is_one_to_one(links) and len(set(map(url_shape, _without_session(links)))) <= 1 + len(links) // 5


def _without_session(links: Sequence[RecordLink]) -> list[str]:
    """Give the addresses without their query, if all have the same: it says nothing of what they lead to."""
    parts = [link.href.partition("#")[0].partition("?") for link in links]
    is_same = len({query for _, _, query in parts}) == 1
    return [path + ("" if is_same else mark + query) for path, mark, query in parts]


def _is_one_to_one(links: Sequence[RecordLink]) -> bool:
    """Tell whether each text has its own target. Not so with buttons: they say the same and lead elsewhere."""
    pairs = {(link.text, _DIGIT_RUNS.sub("0", link.href) if len(links) == 1 else link.href) for link in links}
    texts, targets = {text for text, _ in pairs}, {href for _, href in pairs}
    if len(texts) == 1 and (len(targets) > 1 or len(links) >= _MANY):
        return False
    return len(pairs) <= 1.2 * min(len(texts), len(targets))


@lru_cache(maxsize=4096)
def url_shape(href: str) -> str:
    """Give what addresses of one kind share: the path without its last step and digits, the names in the query."""
    path, _, query = href.partition("#")[0].partition("?")
    names = "&".join(part.partition("=")[0] for part in query.split("&") if "=" in part)
    head = path if query else path.rstrip("/").rpartition("/")[0]
    return _DIGIT_RUNS.sub("0", head) + "?" + names
