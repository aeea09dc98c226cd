"""Text of xlsx: a row a line, cells parted by tabs, strings looked up, dates written as dates."""

from __future__ import annotations

import posixpath
import re
from datetime import UTC, datetime, timedelta

from weft.attachments._child_draft import Draft, Refused, Source
from weft.attachments._child_office import main_part, open_package, read_facts
from weft.attachments._child_xml import Attributes, ElementEvents, XmlEvents, run_xml
from weft.attachments._child_zip import Package
from weft.attachments._read import MIB

_MAX_STRING_CHARS = 32 * MIB  # all shared strings together
_MAX_STRINGS = 2_000_000
_MAX_CELL = 32_767  # characters; what the format allows
_DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}  # ECMA-376 18.8.30, built in
_NOT_FORMAT = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_DATE_LETTERS = re.compile(r"[ymdhs]", re.IGNORECASE)
_EPOCH = datetime(1899, 12, 30, tzinfo=UTC)
_MAX_SERIAL = 2_958_466  # the year 10000


class _Strings(XmlEvents):
    """The shared strings: the text of each `si`, without the reading aids (`rPh`) of Japanese ones."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._in_text = self._in_aid = False
        self._chars = 0

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._in_aid = True
        self._in_text = name == "t" and not self._in_aid

    def end(self, name: str) -> None:
        self._in_text = False
        if name == "rPh":
            self._in_aid = False
        elif name == "si":
            self.found.append("".join(self._parts)[:_MAX_CELL])
            if len(self.found) > _MAX_STRINGS:
                raise Refused("more strings than are allowed")

    def data(self, text: str) -> None:
        if self._in_text:
            self._chars += len(text)
            if self._chars > _MAX_STRING_CHARS:
                raise Refused("more strings than are allowed")
            self._parts.append(text)


class _Formats(XmlEvents):
    """Which cell styles are dates."""

    def __init__(self) -> None:
        self.dates: list[bool] = []
        self._own: dict[str, bool] = {}
        self._in_cells = False

    def start(self, name: str, attributes: Attributes) -> None:
        number = attributes.get("numFmtId", "0")
        if name == "numFmt":
            bare = _NOT_FORMAT.sub("", attributes.get("formatCode", "")[:500])
            self._own[number] = _DATE_LETTERS.search(bare) is not None
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells and len(self.dates) < 65_536:
            built_in = number.isascii() and number.isdigit() and int(number[:6]) in _DATE_FORMATS
            self.dates.append(self._own.get(number, built_in))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False


class _Sheet(XmlEvents):
    """Cells as they come, written to the draft."""

    def __init__(self, strings: list[str], dates: list[bool], draft: Draft) -> None:
        self._strings, self._dates, self._draft = strings, dates, draft
        self._type = self._style = ""
        self._parts: list[str] = []
        self._wanted = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            self._type, self._style, self._parts = attributes.get("t", "n"), attributes.get("s", ""), []
        elif name in ("v", "t"):  # v: a value; t: text written in the cell itself; f, the formula, is not read
            self._wanted = True

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._wanted = False
        elif name == "c":
            value = self._value("".join(self._parts)[:_MAX_CELL])
            if value:
                self._draft.text(" ".join(value.split()) + "\t")
        elif name == "row":
            self._draft.text("\n")

    def data(self, text: str) -> None:
        if self._wanted and len(self._parts) < 1000:
            self._parts.append(text[:_MAX_CELL])

    def _value(self, raw: str) -> str:
        if self._type == "s":
            index = _index(raw)
            return self._strings[index] if 0 <= index < len(self._strings) else ""
        if self._type == "b":
            return "TRUE" if raw == "1" else "FALSE"
        style = _index(self._style)
        if self._type == "n" and 0 <= style < len(self._dates) and self._dates[style]:
            return _as_date(raw)
        return raw


def read_xlsx(source: Source, draft: Draft) -> None:
    """Every sheet, its name first."""
    package = open_package(source, draft)
    read_facts(package, "docProps/core.xml", draft)
    workbook = main_part(package, "xl/workbook.xml")
    folder = posixpath.dirname(workbook)
    sheets = _find_sheets(package, workbook)
    if not sheets:
        raise Refused("a workbook without sheets")
    draft.fact("sheets", str(len(sheets)))
    strings, formats = _Strings(), _Formats()
    for part, events in ((f"{folder}/sharedStrings.xml", strings), (f"{folder}/styles.xml", formats)):
        if part in package:
            try:
                run_xml(package.chunks(part), events)
            except Refused as error:
                draft.problem(str(error))
    for name, part in sheets:
        draft.text(name + "\n")
        run_xml(package.chunks(part), _Sheet(strings.found, formats.dates, draft))


def _find_sheets(package: Package, workbook: str) -> list[tuple[str, str]]:
    """Give name and part of each sheet, in the order of the workbook."""
    folder, _, base = workbook.rpartition("/")
    targets: dict[str, str] = {}
    relations = f"{folder}/_rels/{base}.rels"
    if relations in package:
        found = ElementEvents("Relationship")
        run_xml(package.chunks(relations), found)
        for _, attributes in found.found:
            target = attributes.get("Target", "")
            part = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
            targets[attributes.get("Id", "")] = part
    listed = ElementEvents("sheet")
    run_xml(package.chunks(workbook), listed)
    parts = {targets.get(each.get("id", ""), ""): each.get("name", "") for _, each in listed.found}
    known = [(name, part) for part, name in parts.items() if part in package]  # each part once, however often listed
    return known or [("", name) for name in package.names if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)]


def _index(raw: str) -> int:
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else -1


def _as_date(raw: str) -> str:
    try:
        serial = float(raw)
    except ValueError:
        return raw
    if not 0 <= serial < _MAX_SERIAL:
        return raw
    moment = (_EPOCH + timedelta(days=serial) + timedelta(microseconds=500_000)).replace(microsecond=0)
    if serial < 1:
        return moment.strftime("%H:%M:%S")
    return moment.strftime("%Y-%m-%d" if moment.hour == moment.minute == moment.second == 0 else "%Y-%m-%d %H:%M:%S")
