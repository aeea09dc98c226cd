"""XML as a stream of events, for documents that are zip files full of it. Nothing is built, nothing is resolved.

One small reader over expat instead of a library for each office format: those build trees and objects of everything
before the first word comes out, and parse parts nobody asked for. Entities are never expanded in text: what declares
any in an office document is refused, elsewhere (svg) they are left out. No entity outside the file is ever looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from weft.attachments._child_draft import Draft, Refused
from weft.attachments._read import MIB

Attributes = Mapping[str, str]
_MAX_TOKEN_BYTES = 8 * MIB  # one tag or comment; expat before 2.6 is quadratic in it (CVE-2023-52425)
_MAX_ELEMENTS = 20_000  # where whole elements are collected
# What documents say of themselves, by local name: Dublin Core, and what OOXML, ODF and EPUB add
_FACTS = {
    "title": "title",
    "creator": "author",
    "initial-creator": "author",
    "subject": "subject",
    "keywords": "keywords",
    "keyword": "keywords",
    "description": "description",
    "language": "language",
    "created": "created",
    "creation-date": "created",
    "modified": "modified",
    "date": "modified",
}


class XmlEvents:
    """Override `start`, `end` and `data`. Names are local: producers differ in namespaces, not in words."""

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text, in pieces."""


def run_xml(chunks: Iterable[bytes], events: XmlEvents, *, entities: bool = False) -> None:
    """Send the events of a document; `entities`: it may declare some."""
    parser = _make_parser(events, entities=entities)
    fed = 0
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > _MAX_TOKEN_BYTES:
                raise Refused("XML with an endless tag")
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused("damaged XML") from error


def _make_parser(events: XmlEvents, *, entities: bool) -> Any:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def start(name: str, attributes: dict[str, str]) -> None:
        events.start(name.rpartition(" ")[2], {key.rpartition(" ")[2]: value for key, value in attributes.items()})

    def end(name: str) -> None:
        events.end(name.rpartition(" ")[2])

    def declare(*_: Any) -> None:
        if not entities:
            raise Refused("XML that declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = events.data
    parser.EntityDeclHandler = declare
    parser.DefaultHandler = lambda _: None  # with it set, expat passes references by instead of expanding them
    return parser


@dataclass(frozen=True, slots=True)
class Flow:
    """How the text of a kind of document flows: data, by local names of elements."""

    inside: frozenset[str]  # text counts in these
    at_start: Mapping[str, str]
    at_end: Mapping[str, str]
    skipped: frozenset[str] = frozenset()  # with all that is in them
    cells: frozenset[str] = frozenset()  # of tables: a tab ends them, and lines in them do not break


class FlowEvents(XmlEvents):
    """Writes the text of a document into a draft."""

    def __init__(self, flow: Flow, draft: Draft) -> None:
        self._flow, self._draft = flow, draft
        self._inside = self._skipping = self._cells = 0
        self._gap = False  # a line ended in a cell

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin text, break it, or begin to skip."""
        if self._skipping or name in self._flow.skipped:
            self._skipping += 1
            return
        if name in self._flow.inside:
            self._inside += 1
        if name in self._flow.cells:
            self._cells += 1
        if name in self._flow.at_start:
            self._write(self._flow.at_start[name])

    def end(self, name: str) -> None:
        """End what began."""
        if self._skipping:
            self._skipping -= 1
            return
        if name in self._flow.inside:
            self._inside -= 1
        if name in self._flow.cells:
            self._cells -= 1
            self._gap = False
            self._write("\t" if not self._cells else " ")
        elif name in self._flow.at_end:
            self._write(self._flow.at_end[name])

    def data(self, text: str) -> None:
        """Take text that counts."""
        if self._inside and not self._skipping:
            self._write(text)

    def _write(self, text: str) -> None:
        if self._cells and text == "\n":
            self._gap = True
            return
        if self._gap:
            self._draft.text(" ")
            self._gap = False
        self._draft.text(text)


class FactEvents(XmlEvents):
    """Takes the facts a document tells of itself (core.xml, meta.xml, an EPUB's package file)."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._name = ""
        self._parts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin a fact."""
        self._name, self._parts = _FACTS.get(name, ""), []

    def end(self, name: str) -> None:
        """Keep it."""
        if self._name:
            self._draft.fact(self._name, "".join(self._parts))
        self._name = ""

    def data(self, text: str) -> None:
        """Gather it."""
        if self._name and len(self._parts) < 100:
            self._parts.append(text[:1000])


class ElementEvents(XmlEvents):
    """Collects the attributes of elements of some names, in order; of a limited number."""

    def __init__(self, *names: str) -> None:
        self._names = frozenset(names)
        self.found: list[tuple[str, Attributes]] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Collect it."""
        if name in self._names:
            if len(self.found) >= _MAX_ELEMENTS:
                raise Refused("more parts than are allowed")
            self.found.append((name, attributes))
