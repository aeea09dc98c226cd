"""Feeds (RSS, RDF, Atom) and sitemaps: what is there and what is new, as a site itself tells programs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Protocol
from xml.parsers import expat

_ITEMS = frozenset({"item", "entry", "url"})  # `url` is a sitemap's
# Where an item's time is, the best first: Atom's `published` is that of the first post.
_WHEN = ("updated", "pubdate", "date", "published", "lastmod")
_MAX_ITEMS = 50_000  # as many as a sitemap may have
_MAX_TEXT = 4_000  # of one field that is kept


@dataclass(frozen=True, slots=True)
class FeedItem:
    """Something new: where, what it is called, and when it was written or last changed."""

    url: str
    title: str = ""
    time: datetime | None = None


@dataclass(slots=True)
class _Draft:
    link: str = ""
    fields: dict[str, str] = field(default_factory=dict)


class EnoughRead(Exception):
    """What was looked for is found, or the document declares entities, which no feed needs."""


class Listener(Protocol):
    """Is told of the elements of a document."""

    def open(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def close(self, name: str) -> None:
        """An element ends."""

    def write(self, text: str) -> None:
        """A piece of text."""


def parse_feed(body: bytes, listener: Listener) -> None:
    """Tell a listener what is in a document until it breaks, declares entities or the listener has enough."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = listener.open
    parser.EndElementHandler = listener.close
    parser.CharacterDataHandler = listener.write
    parser.EntityDeclHandler = _refuse
    with suppress(expat.ExpatError, EnoughRead, ValueError, LookupError):  # what was read until then stands
        parser.Parse(body, True)


def _refuse(*_declaration: object) -> None:
    raise EnoughRead


def read_feed(body: bytes) -> tuple[FeedItem, ...]:
    """Read the items of a feed or sitemap, in its order; none when it is neither. Of a broken one what comes before.

    Addresses are as they stand. Never raises; documents that declare entities are not read.
    """
    reader = _Reader()
    parse_feed(body, reader)
    return tuple(_finish(draft) for draft in reader.items if _address(draft))


class _Reader:
    """Gathers items as the parser meets them."""

    def __init__(self) -> None:
        self.items: list[_Draft] = []
        self._item: _Draft | None = None
        self._kind = ""  # how the item is called
        self._field = ""
        self._depth = 0  # of elements inside the field

    def open(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2].lower()
        if tag in _ITEMS and self._item is None:
            self._item = _Draft() if len(self.items) < _MAX_ITEMS else None
            self._kind, self._field = tag, ""
        elif self._item is None:
            return
        elif self._field:
            self._depth += 1
        else:
            self._field, self._depth = tag, 0
            self._item.fields.setdefault(tag, "")
            if tag == "link" and attributes.get("href") and attributes.get("rel", "alternate") == "alternate":
                self._item.link = attributes["href"]

    def close(self, name: str) -> None:
        tag = name.rpartition(" ")[2].lower()
        if tag == self._kind and self._item is not None:
            self.items.append(self._item)
            self._item = None
        elif self._depth:
            self._depth -= 1
        else:
            self._field = ""

    def write(self, text: str) -> None:
        if self._item is not None and self._field:
            known = self._item.fields[self._field]
            if len(known) < _MAX_TEXT:
                self._item.fields[self._field] = known + text


def _address(draft: _Draft) -> str:
    found = (draft.link, *(draft.fields.get(name, "").strip() for name in ("link", "guid", "id", "loc")))
    return next((url for url in found if url.startswith(("http://", "https://", "/"))), "")


def _finish(draft: _Draft) -> FeedItem:
    times = (_read_time(draft.fields.get(name, "").strip()) for name in _WHEN)
    title = " ".join(draft.fields.get("title", "").split())
    return FeedItem(_address(draft), title, next((time for time in times if time is not None), None))


def _read_time(text: str) -> datetime | None:
    """Read a time as RFC 822 (RSS) or RFC 3339 (Atom) writes it; without an offset it is taken for UTC."""
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text) if text[:4].isdecimal() else parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)
