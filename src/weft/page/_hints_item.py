"""Structured items as all three syntaxes of schema.org write them: a type, and properties with values or items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_NESTING = 16  # items inside items; real comment trees stay below, and the cost of reading stays linear

_LINK_ATTRIBUTES = {"a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src"}
_LINK_ATTRIBUTES |= {"iframe": "src", "embed": "src", "source": "src", "object": "data"}


class Syntax(StrEnum):
    """Where an item was written."""

    JSON_LD = "json-ld"
    MICRODATA = "microdata"
    RDFA = "rdfa"


@dataclass(slots=True, eq=False)
class Item:
    """One item. Values that stand in the page are kept as nodes and read when asked for."""

    syntax: Syntax
    types: frozenset[str]
    node: LexborNode | None = None  # the element that is the item; JSON-LD has none
    id: str = ""
    depth: int = 0
    properties: dict[str, list[Value]] = field(default_factory=dict)

    def add(self, names: list[str], value: Value) -> None:
        """Give the item a value under each of these names."""
        for name in names:
            self.properties.setdefault(short_name(name), []).append(value)

    def has(self, *names: str) -> bool:
        """Tell whether the item has any of these properties."""
        return any(name in self.properties for name in names)

    def items(self, *names: str) -> Iterator[Item]:
        """Give the items among the values of these properties."""
        for name in names:
            for value in self.properties.get(name, ()):
                if isinstance(value, Item):
                    yield value

    def text(self, *names: str) -> str:
        """Give the first value of the first of these properties that says something; an item says its name."""
        for name in names:
            for value in self.properties.get(name, ())[:1]:
                found = _say(value)
                if found:
                    return found
        return ""

    def link(self, *names: str) -> str:
        """Give the address that the first of these properties holds, as written."""
        for name in names:
            for value in self.properties.get(name, ())[:1]:
                found = value.address if isinstance(value, Item) else _link_of(value)
                if found:
                    return found
        return ""

    @property
    def address(self) -> str:
        """The item's own address, as written: its url, its id, or where its element leads."""
        own = self.node.attributes if self.node is not None else {}
        return self.link("url") or self.id or own.get("href") or ""


Value = str | LexborNode | Item


def short_name(name: str) -> str:
    """Give the last part of a type or property name: https://schema.org/Comment, schema:Comment, Comment."""
    for mark in ("/", "#", ":"):
        name = name.rpartition(mark)[2]
    return name


def short_names(names: str) -> frozenset[str]:
    """Give the last parts of names with spaces between them."""
    return frozenset(short_name(name) for name in names.split()) - {""}


def select(tree: LexborHTMLParser, selector: str) -> Iterator[LexborNode]:
    """Give what a list of selectors finds, each element once; the parser gives it once a selector that fits."""
    seen: set[int] = set()
    for node in tree.css(selector):
        if node.mem_id not in seen:
            seen.add(node.mem_id)
            yield node


def fold(text: str) -> str:
    """Give text in one line."""
    return " ".join(text.split())


def _say(value: Value) -> str:
    if isinstance(value, Item):
        return value.text("name", "headline", "title") if value.depth <= MAX_NESTING else ""
    if isinstance(value, str):
        return fold(value)
    attributes = value.attributes
    for name in ("content", "datetime"):
        if attributes.get(name):
            return fold(str(attributes[name]))
    return fold(value.text(separator=" "))


def _link_of(value: str | LexborNode) -> str:
    if isinstance(value, str):
        return value.strip()
    attributes = value.attributes
    name = _LINK_ATTRIBUTES.get(str(value.tag), "content")
    return (attributes.get(name) or attributes.get("resource") or attributes.get("content") or "").strip()
