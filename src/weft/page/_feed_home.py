"""Where a feed comes from: the address of the web page whose news it tells."""

from __future__ import annotations

import json
from contextlib import suppress

from weft.page._feed import EnoughRead, parse_feed, read_feed

_HOLDERS = frozenset({"channel", "feed"})  # the elements whose own link is that of the page: RSS and RDF, Atom
_MAX_LINK = 2_000


def read_feed_home(body: bytes) -> str:
    """Give the address of a feed's web page as it stands there, else that of its first item; empty: it is no feed.

    Never raises; a document that declares entities is not read.
    """
    reader = _Reader()
    parse_feed(body, reader)
    items = () if reader.link else read_feed(body)
    return reader.link or (items[0].url if items else "") or _read_json(body)


class _Reader:
    """Looks for the first link that is a child of the channel or feed itself."""

    def __init__(self) -> None:
        self.link = ""
        self._path: list[str] = []
        self._text: str | None = None  # of the link that is open

    def open(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(" ")[2].lower()
        if tag == "link" and self._path and self._path[-1] in _HOLDERS:
            is_page = attributes.get("rel", "alternate") == "alternate" and "html" in attributes.get("type", "html")
            if attributes.get("href") and is_page:
                self.link = attributes["href"].strip()
                raise EnoughRead
            self._text = None if attributes.get("href") else ""
        self._path.append(tag)

    def close(self, _name: str) -> None:
        self._path.pop()
        if self._text is not None and self._text.strip():
            self.link = self._text.strip()
            raise EnoughRead
        self._text = None

    def write(self, text: str) -> None:
        if self._text is not None and len(self._text) < _MAX_LINK:
            self._text += text


def _read_json(body: bytes) -> str:
    """Read the page of a JSON feed (jsonfeed.org)."""
    if body.lstrip()[:1] != b"{":
        return ""
    with suppress(ValueError, RecursionError):
        document = json.loads(body)
        if "jsonfeed.org" in str(document.get("version", "")):
            return str(document.get("home_page_url") or "")
    return ""
