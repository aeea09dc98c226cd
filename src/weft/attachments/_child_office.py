"""Text of documents that are zip files of XML: docx, pptx, odt, ods, odp, epub. Tables (xlsx) have their own file."""

from __future__ import annotations

import re

from weft.attachments._child_draft import Draft, Refused, Source
from weft.attachments._child_html import html_text
from weft.attachments._child_xml import ElementEvents, FactEvents, Flow, FlowEvents, run_xml
from weft.attachments._child_zip import Package
from weft.attachments._read import MIB

_WORD = Flow(
    inside=frozenset({"t"}),
    at_start={"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"},
    at_end={"p": "\n", "tr": "\n"},
    skipped=frozenset({"Fallback"}),  # the same text again, for older programs
    cells=frozenset({"tc"}),
)
_SLIDE = Flow(
    inside=frozenset({"t"}),
    at_start={"br": "\n", "tab": "\t"},
    at_end={"p": "\n", "tr": "\n"},
    skipped=frozenset({"Fallback"}),
    cells=frozenset({"tc"}),
)
_ODF = Flow(
    inside=frozenset({"p", "h"}),
    at_start={"tab": "\t", "line-break": "\n", "s": " "},
    at_end={"p": "\n", "h": "\n", "table-row": "\n"},
    skipped=frozenset({"tracked-changes", "binary-data"}),
    cells=frozenset({"table-cell"}),  # repeated ones are written once, or a million empty ones would come
)
_SIDE_PARTS = re.compile(r"word/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml")
_SLIDES = re.compile(r"ppt/slides/slide(\d{1,6})\.xml")
_NOTES = re.compile(r"ppt/notesSlides/notesSlide(\d{1,6})\.xml")
_CHAPTER = re.compile(r".*\.x?html?", re.IGNORECASE)
_MAX_CHAPTER = 4 * MIB


def open_package(source: Source, draft: Draft) -> Package:
    """Open the zip file of a document."""
    return Package(source.stream, draft.limits, draft.budget)


def read_facts(package: Package, part: str, draft: Draft) -> None:
    """Read what a document says of itself; a document without that is as good."""
    if part in package:
        try:
            run_xml(package.chunks(part), FactEvents(draft))
        except Refused as error:
            draft.problem(str(error))


def main_part(package: Package, usual: str) -> str:
    """Give the name of the part that is the document: as its relations say, else the usual one."""
    if "_rels/.rels" in package:
        relations = ElementEvents("Relationship")
        run_xml(package.chunks("_rels/.rels"), relations)
        for _, attributes in relations.found:
            target = attributes.get("Target", "").lstrip("/")
            if attributes.get("Type", "").endswith("/officeDocument") and target in package:
                return target
    if usual not in package:
        raise Refused("a document without its main part")
    return usual


def read_docx(source: Source, draft: Draft) -> None:
    """Word and its like: the body, then notes, comments, headers and footers."""
    package = open_package(source, draft)
    read_facts(package, "docProps/core.xml", draft)
    parts = [main_part(package, "word/document.xml"), *filter(_SIDE_PARTS.fullmatch, package.names)]
    _read_parts(package, parts, _WORD, draft)


def read_pptx(source: Source, draft: Draft) -> None:
    """Slides by their numbers, then the notes to them."""
    package = open_package(source, draft)
    read_facts(package, "docProps/core.xml", draft)
    slides = _numbered(package, _SLIDES)
    if not slides:
        raise Refused("a presentation without slides")
    draft.fact("slides", str(len(slides)))
    _read_parts(package, [*slides, *_numbered(package, _NOTES)], _SLIDE, draft)


def read_odf(source: Source, draft: Draft) -> None:
    """Texts, tables, presentations and drawings of OpenDocument."""
    package = open_package(source, draft)
    if "META-INF/manifest.xml" in package:
        manifest = ElementEvents("encryption-data")
        run_xml(package.chunks("META-INF/manifest.xml"), manifest)
        if manifest.found:
            raise Refused("encrypted")
    read_facts(package, "meta.xml", draft)
    if "content.xml" not in package:
        raise Refused("a document without its main part")
    _read_parts(package, ["content.xml"], _ODF, draft)


def read_epub(source: Source, draft: Draft) -> None:
    """Books: every page in the order of the package."""
    package = open_package(source, draft)
    for name in package.names:
        if name.lower().endswith(".opf"):
            read_facts(package, name, draft)
    for name in filter(_CHAPTER.fullmatch, package.names):
        text, _, problem = html_text(package.read(name, _MAX_CHAPTER))
        draft.problem(problem)
        draft.text(text + "\n")


def _read_parts(package: Package, parts: list[str], flow: Flow, draft: Draft) -> None:
    for part in dict.fromkeys(parts):
        run_xml(package.chunks(part), FlowEvents(flow, draft))
        draft.text("\n")


def _numbered(package: Package, pattern: re.Pattern[str]) -> list[str]:
    found = ((pattern.fullmatch(name), name) for name in package.names)
    return [name for _, name in sorted((int(match.group(1)), name) for match, name in found if match)]
