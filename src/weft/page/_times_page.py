"""The time strings of a page: in its text, in `<time>`, in attributes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._times_learn import TimeSample
from weft.page._timespot import TimeSpot, spot_times

MAX_TIMES = 4000  # of one page; a page of posts has a few hundred, a hostile one as many as fit
MAX_JOINED_CHARS = 90  # of a time whose parts stand in elements of their own
MAX_JOINED_TEXTS = 3  # that may follow the date, white space counted
MAX_CLIMB = 3  # how far above a time string an element may stand that tells the same in an attribute
MAX_SMALL_NODES = 24  # in such an element
MAX_PATH = 24  # elements that name a place; real pages are rarely deeper, hostile ones are
_MARKED = 2  # of them that are told by their classes too
_TOP = frozenset({"body", "html"})
MIN_TIME_SHARE = 0.6  # of an attribute's value that must be a time, or it is a sentence with a time in it
LED_TIME_SHARE = 0.4  # the same of a date with a clock: "See what was going on at ..."
_CLOCK_CHARS = len("11:43:00 p.m.")  # a longer time with a colon has its date
_MAX_GAP_CHARS = 4  # after a date, before the next text: ", " or " | "
_UNSEEN = frozenset({"script", "style", "template", "textarea", "select", "option", "title"})
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "em", "font", "i", "nobr", "small", "span", "strong", "sub", "sup", "time", "u"}
)
# Attributes for people; those for machines (datetime, content, data-*) are known by their values.
_WORDED = frozenset({"title", "aria-label", "datetime"})
_NO_TIMES = frozenset({"href", "src", "class", "id", "style", "alt", "action", "name", "rel"})
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$")
_EPOCH = re.compile(r"[12]?\d{9}(?:\d{3})?$")  # seconds or milliseconds since 1970, from 1973 on
# An epoch is just a number: it is a time if the attribute's name says so, in any author's English.
_TIMELY_NAME = re.compile(r"time|date|stamp|epoch|unix|posted|created")
_MAY_HAVE_ATTRIBUTE = "time, [datetime], [title], meta[itemprop][content], [data-time], [data-timestamp], [data-date]"
_HAS_DIGIT = re.compile(r"\d")
_MAX_DIGITLESS_CHARS = 24  # "yesterday", "just now"
_DIGITS = re.compile(r"\d+")


class FoundTime(NamedTuple):
    """A time on a page: the string shown, the attribute beside it that says the same (or ""), its place."""

    text: str
    twin: str
    path: str
    node: LexborNode


def find_times(tree: LexborHTMLParser) -> list[FoundTime]:
    """Give the times of a document: those shown, in page order, then those only an attribute tells."""
    body = tree.body
    if body is None:
        return []
    told: set[int] = set()
    times = itertools.chain(_iter_shown(body, told), _iter_told(body, told))
    return list(itertools.islice(times, MAX_TIMES))


def sample_times(tree: LexborHTMLParser, page: str = "") -> list[TimeSample]:
    """Give the times of a document as samples to learn from; `page` is any name of the page."""
    return [TimeSample(found.text, found.twin, found.path, page) for found in find_times(tree)]


def _iter_shown(body: LexborNode, told: set[int]) -> Iterator[FoundTime]:
    texts = [(node, text) for node in body.traverse(include_text=True) if (text := node.text_content) is not None]
    paths = _Paths()
    taken = -1  # the last text that went into a time begun before it
    for index, (node, text) in enumerate(texts):
        if index <= taken or text.isspace() or (len(text) > _MAX_DIGITLESS_CHARS and not _HAS_DIGIT.search(text)):
            continue
        spots = spot_times(text)
        parent = node.parent if spots else None
        if parent is None or parent.tag in _UNSEEN:
            continue
        shown = [spot.text for spot in spots]
        shown[-1], used = _widen(texts, index, spots[-1])
        taken = index + used
        twin = _twin_of(parent, told) if len(spots) == 1 else ""
        path = paths.of(parent)
        for spot in shown:
            yield FoundTime(spot, twin, path, parent)


def _widen(texts: list[tuple[LexborNode, str]], index: int, spot: TimeSpot) -> tuple[str, int]:
    """Give a date with the clock that follows in an element of its own, and how many texts that took; or the spot."""
    node, text = texts[index]
    if _is_full(spot.text) or len(text.rstrip()) - spot.end > _MAX_GAP_CHARS:
        return spot.text, 0
    joined = text[spot.start :]
    best, used = spot.text, 0
    for ahead, (other, more) in enumerate(texts[index + 1 : index + 1 + MAX_JOINED_TEXTS], 1):
        if len(joined) + len(more) > MAX_JOINED_CHARS or _block_of(other) != _block_of(node):
            break
        joined = f"{joined} {more}"
        wider = spot_times(joined)
        if wider and wider[0].start == 0 and len(wider[0].text.split()) > len(best.split()):
            best, used = " ".join(wider[0].text.split()), ahead
    return best, used


def _is_full(text: str) -> bool:
    """Tell whether a time has its date and its clock."""
    return ":" in text and len(text) > _CLOCK_CHARS


def _block_of(node: LexborNode) -> int:
    """Give the identity of the nearest element around a text that begins a line of its own."""
    current = node.parent
    for _ in range(MAX_PATH):
        if current is None or current.tag not in _INLINE:
            break
        current = current.parent
    return current.mem_id if current is not None else 0


def _iter_told(body: LexborNode, told: set[int]) -> Iterator[FoundTime]:
    paths = _Paths()
    for node in body.css(_MAY_HAVE_ATTRIBUTE):
        if node.mem_id not in told:  # an element comes once for every part of the selector it fits
            told.add(node.mem_id)
            value = _attribute_time(node)
            if value:
                yield FoundTime(value, value if _is_machine(value) else "", paths.of(node), node)


def _twin_of(parent: LexborNode, told: set[int]) -> str:
    """Give the time told by an attribute of the element a time is shown in, or of a small one around it."""
    node: LexborNode | None = parent
    for climb in range(MAX_CLIMB):
        if node is None:
            break
        value = _attribute_time(node)
        if value:
            if climb and not _is_small(node):
                break
            told.add(node.mem_id)
            return value
        node = node.parent
    return ""


def _is_small(node: LexborNode) -> bool:
    """Tell whether an element holds little but a time; looks at no more of it than that takes."""
    chars = 0
    for count, inner in enumerate(node.traverse(include_text=True)):
        if inner.tag == "-text":
            chars += len((inner.text_content or "").strip())
        if chars > MAX_JOINED_CHARS or count > MAX_SMALL_NODES:
            return False
    return True


def _attribute_time(node: LexborNode) -> str:
    """Give the time an element's attributes tell: with its own zone, else as a number, else in words; or ""."""
    number = worded = ""
    for name, value in node.attributes.items():
        if not value or name in _NO_TIMES or len(value) > MAX_JOINED_CHARS:
            continue
        text = value.strip()
        is_number = text[:1].isdecimal()
        if is_number and _ISO.match(text):
            return text
        if is_number and _EPOCH.match(text) and _TIMELY_NAME.search(name):
            number = text
        elif name in _WORDED:
            spots = spot_times(text)
            if spots and len(spots[0].text) >= (LED_TIME_SHARE if _is_full(spots[0].text) else MIN_TIME_SHARE) * len(
                text
            ):
                worded = worded or spots[0].text
    return number or worded


def _is_machine(value: str) -> bool:
    return bool(_ISO.match(value) or _EPOCH.match(value))


class _Paths:
    """Names the places of elements so that like places of other records have the same name.

    Tags up to the body; of the element and its parent also the class, as an opaque mark, without its numbers.
    """

    def __init__(self) -> None:
        self._above: dict[int, tuple[str, ...]] = {}

    def of(self, node: LexborNode) -> str:
        """Name the place of one element."""
        names: list[str] = []
        current: LexborNode | None = node
        while current is not None and current.tag not in _TOP and len(names) < _MARKED:
            mark = _DIGITS.sub("", current.attributes.get("class") or "")
            names.append(f"{current.tag}[{mark}]" if mark else str(current.tag))
            current = current.parent
        return ">".join(reversed([*names, *self._tags_from(current)][:MAX_PATH]))

    def _tags_from(self, node: LexborNode | None) -> tuple[str, ...]:
        """Give an element's tag and those around it, from inside out; kept, since places share their surroundings."""
        passed: list[tuple[int, str]] = []
        tags: tuple[str, ...] = ()
        while node is not None and node.tag not in _TOP:
            known = self._above.get(node.mem_id)
            if known is not None:
                tags = known
                break
            passed.append((node.mem_id, str(node.tag)))
            node = node.parent
        for identity, tag in reversed(passed):
            tags = self._above[identity] = (tag, *tags)[:MAX_PATH]
        return tags
