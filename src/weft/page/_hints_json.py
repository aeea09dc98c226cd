"""Items written as JSON-LD, read as sites write it: with trailing commas, entities, comments, several in one block."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from weft.page._hints_item import MAX_NESTING, Item, Syntax, short_name

MAX_BLOCK = 4 * 1024 * 1024  # characters; real blocks have some hundred thousand at most

_SELECTOR = 'script[type*="ld+json" i]'
# Numbers stay text: nothing here calculates, and a number of a million digits costs nothing.
_DECODER = json.JSONDecoder(strict=False, parse_int=str, parse_float=str, parse_constant=str)
_WRAPPING = re.compile(r"<!--|-->|<!\[CDATA\[|\]\]>")
_TRAILING_COMMA = re.compile(r",(?=\s{0,99}[}\]])")
_BEGIN = re.compile(r"[{\[]")
_MAX_VALUES = 1000  # JSON texts in one block


def read_json_items(tree: LexborHTMLParser) -> list[Item]:
    """Give the outermost items of all blocks, in page order. What cannot be read is left out; never fails."""
    items: list[Item] = []
    for node in tree.css(_SELECTOR):
        for value in _parse(node.text()):
            items.extend(_outermost(value, 0))
    return items


def _parse(text: str) -> list[Any]:
    if len(text) > MAX_BLOCK or not text.strip():
        return []
    for attempt in (_as_written, _as_meant, _as_entities):
        values = list(_decode_all(attempt(text)))
        if values:
            return values
    return []


def _as_written(text: str) -> str:
    return text.strip()


def _as_meant(text: str) -> str:
    return _TRAILING_COMMA.sub("", _WRAPPING.sub(" ", text))


def _as_entities(text: str) -> str:
    return _as_meant(unescape(text))


def _decode_all(text: str) -> Iterator[Any]:
    """Give JSON texts that follow each other. The first that is broken ends it: looking further would not be linear."""
    place = 0
    for _ in range(_MAX_VALUES):
        begin = _BEGIN.search(text, place)
        if begin is None:
            return
        try:
            value, place = _DECODER.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            return
        yield value


def _outermost(value: Any, depth: int) -> Iterator[Item]:
    if isinstance(value, list) and depth < MAX_NESTING:
        for part in value:
            yield from _outermost(part, depth + 1)
    elif isinstance(value, dict):
        yield from _outermost(value.get("@graph"), depth + 1)
        if "@type" in value:
            yield _to_item(value, 0)


def _to_item(value: dict[str, Any], depth: int) -> Item:
    item = Item(Syntax.JSON_LD, _types(value.get("@type")), id=_plain(value.get("@id")), depth=depth)
    for name, held in value.items():
        if name.startswith("@"):
            continue
        for part in held if isinstance(held, list) else [held]:
            if isinstance(part, dict) and "@value" in part:
                item.add([name], _plain(part["@value"]))
            elif isinstance(part, dict) and depth < MAX_NESTING:
                item.add([name], _to_item(part, depth + 1))
            elif isinstance(part, str) and part:
                item.add([name], unescape(part))  # many sites escape for HTML what stands in a script
    return item


def _types(value: Any) -> frozenset[str]:
    names = value if isinstance(value, list) else [value]
    return frozenset(short_name(name) for name in names if isinstance(name, str))


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""
