"""One form of URLs: what is written alike, with the parts that are free; and URLs cut into their parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple
from zlib import crc32

from weft.urls._canonical import parse_address

# A fixed pattern of our own, linear by construction.
_QUERY_PIECES = re.compile(r"[?&;/][^&;/]*")
_PAIR_MARKS = frozenset("?&;")
# The groups of a form's pattern. A free text has a letter or a sign in it: numbers alone are another form.
NUMBER_TEXT, PATH_TEXT, QUERY_TEXT = r"(\d+)", r"([^/?]*[^/?\d][^/?]*)", r"([^/?&;]*[^/?&;\d][^/?&;]*)"
FREE = "\x00"  # stands for free letters in a slot's shape; cannot occur in a URL
# Forms are learned again after each page of a sample, from nearly the same URLs: what is known of a text is kept.
REMEMBERED = 1 << 14


class Slot(NamedTuple):
    """One part of a URL: what stands before it (`/`, `?`, `&`, `;`), its key (query pairs), its text."""

    lead: str
    key: str
    text: str


@dataclass(frozen=True)
class Form:
    """A set of URLs written alike. `shapes` holds one text a slot: digits as `#`, free letters as one mark."""

    origin: str
    leads: tuple[str, ...]
    keys: tuple[str, ...]
    shapes: tuple[str, ...]

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:  # mostly asked of one and the same: see `_make_form`
        if self is other or not isinstance(other, Form):
            return self is other
        return self._hash == other._hash and self._parts == other._parts

    @cached_property
    def _hash(self) -> int:
        """The same in each run, as that of strings is not: what is learned must not hang on the order of a set."""
        texts = (self.origin, *self.leads, *self.keys, *self.shapes)
        return crc32("\n".join(texts).encode("utf-8", "surrogatepass"))

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.origin, self.leads, self.keys, self.shapes

    @cached_property
    def pattern(self) -> str:
        """The RE2 pattern of the form; one group for each free part, in order."""
        parts = [re2_escape(self.origin)]
        is_query = False
        for lead, key, shape in zip(self.leads, self.keys, self.shapes, strict=True):
            is_query |= lead == "?"
            parts.append(re2_escape(lead + key) + _shape_pattern(shape, QUERY_TEXT if is_query else PATH_TEXT))
        return "".join(parts)

    @property
    def label(self) -> str:
        """The form as a person reads it: `/topic/#/*`."""
        slots = zip(self.leads, self.keys, self.shapes, strict=True)
        return "".join(lead + key + shape.replace(FREE, "*") for lead, key, shape in slots)

    @cached_property
    def free(self) -> int:
        """How many parts are free."""
        return sum(shape.count("#") + shape.count(FREE) for shape in self.shapes)


def re2_escape(text: str) -> str:
    """Escape a text for RE2 (re.escape writes some escapes RE2 does not know, and is hard to read)."""
    return "".join("\\" + c if c in r"\.+*?()|[]{}^$" else c for c in text)


def _shape_pattern(shape: str, text: str) -> str:
    out = []
    for piece in re.split(f"([#{FREE}])", shape):
        if piece == "#":
            out.append(NUMBER_TEXT)
        elif piece == FREE:
            out.append(text)
        else:
            out.append(re2_escape(piece))
    return "".join(out)


@lru_cache(REMEMBERED)
def cut_url(url: str) -> tuple[str, tuple[Slot, ...]]:
    """Cut a canonical URL into origin and slots, losing nothing: leads, keys and texts put together give it back."""
    address = parse_address(url)
    slots = [Slot("/", "", part) for part in address.path.split("/")[1:]]
    for piece in _QUERY_PIECES.findall("?" + address.query if address.query else ""):
        lead, rest = piece[0], piece[1:]
        key, equals, text = rest.partition("=")
        while equals and "," in key:  # values without a key may stand before one: `?4,120,page=2`
            before, _, key = key.partition(",")
            slots.append(Slot(lead, "", before))
            lead = ","
        slots.append(Slot(lead, key + "=", text) if equals else Slot(lead, "", rest))
    return address.origin, tuple(slots)


def drop_keys(url: str, keys: Iterable[str]) -> str:
    """Write a URL without some query keys, nor the mark where such a pair may stand at its end: `?t=1&s=x`, `?t=1&`."""
    keys = set(keys)
    if not keys or "?" not in url or _has_none(url, keys):
        return url
    origin, slots = cut_url(url)
    kept: list[Slot] = []
    drops, is_query = False, False
    for slot in slots:
        is_query |= slot.lead == "?"
        # what stands behind a slash in a query belongs to the pair before it
        drops = drops if is_query and slot.lead == "/" else bool(slot.key) and slot.key[:-1] in keys
        if not drops:
            kept.append(slot)
    while len(kept) > 1 and kept[-1].lead in _PAIR_MARKS and not kept[-1].key + kept[-1].text:
        kept.pop()
    if len(kept) == len(slots):
        return url
    text, is_query = origin, False
    for slot in kept:
        lead = slot.lead
        if lead != "/" or is_query:
            lead = lead if is_query else "?"
            is_query = True
        text += lead + slot.key + slot.text
    return text


def _has_none(url: str, keys: Collection[str]) -> bool:
    """Tell at a glance that a URL has nothing to drop; most have not, and need not be taken apart."""
    query = url.partition("?")[2]
    return "#" not in query and query[-1:].isalnum() and not any(f"{key}=" in query for key in keys)
