"""Text of the office documents of before 2007: doc, xls, ppt, and saved mails (msg), all OLE containers.

The containers are read by olefile, tables by xlrd; for the other two no light reader exists, and what is needed of
them is small: [MS-DOC] 2.4.1 (the table of pieces of text) and [MS-PPT] 2.9 (atoms of text).
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Iterator

import olefile  # type: ignore[import-untyped]
import xlrd  # type: ignore[import-untyped]

from weft.attachments._child_draft import Draft, Refused, Source
from weft.attachments._child_rtf import known_charset
from weft.attachments._read import MIB

_MAX_BYTES = 64 * MIB
_MAX_CELL = 32_767  # characters
_SUMMARY = "\x05SummaryInformation"
_FACTS = {2: "title", 3: "subject", 4: "author", 5: "keywords"}
_CODEPAGE, _NARROW, _WIDE = 1, 30, 31
_BROKEN = (OSError, ValueError, IndexError, struct.error)
# Word: a field is its instruction, a separator, and what is shown of it.
_FIELD = re.compile(r"\x13[^\x13\x14\x15]*+(?:\x14|(?=\x15))")
_WORD_SIGNS = str.maketrans(
    {"\r": "\n", "\x0b": "\n", "\x0c": "\n", "\x07": "\t", "\x1e": "-", "\x1f": None, "\x15": None}
)
_FIRST_WITH_PIECES = 0x00C1  # nFib of Word 97; before it text stands in one piece
_SLIDE_TEXT, _SLIDE_BYTES, _MASTER = 0x0FA0, 0x0FA8, 0x03F8
_LOCKED_SLIDES = 0xF3D1C4DF  # headerToken of an encrypted presentation
_MAIL_PARTS = (("title", "0037"), ("author", "0C1A"), ("", "1000"))


def read_doc(source: Source, draft: Draft) -> None:
    """Word 6 to 2003."""
    with _open(source, draft) as container:
        main = _stream(container, "WordDocument")
        if len(main) < 32:
            raise Refused("damaged document")
        (version,), (flags,) = struct.unpack_from("<H", main, 2), struct.unpack_from("<H", main, 10)
        if flags & 0x0100:
            raise Refused("encrypted")
        if version < _FIRST_WITH_PIECES:
            start, end = struct.unpack_from("<II", main, 24)
            text = main[start : min(end, len(main))].decode("cp1252", "replace")
        else:
            table = _stream(container, "1Table" if flags & 0x0200 else "0Table")
            text = "".join(_pieces(main, table))
    draft.text(_FIELD.sub("", text).translate(_WORD_SIGNS))


def read_xls(source: Source, draft: Draft) -> None:
    """Excel 2 to 2003: a row a line, the sheet's name first."""
    data = source.read_up_to(_MAX_BYTES, draft)
    with _open(source, draft):
        pass  # for the facts it tells of itself
    try:
        _read_book(data, draft)
    except (xlrd.XLRDError, xlrd.compdoc.CompDocError, AssertionError, LookupError, ValueError, struct.error) as error:
        raise Refused("encrypted" if "encrypted" in str(error).lower() else "damaged workbook") from error


def _read_book(data: bytes, draft: Draft) -> None:
    book = xlrd.open_workbook(file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True)
    draft.fact("sheets", str(book.nsheets))
    for number in range(book.nsheets):
        sheet = book.sheet_by_index(number)
        draft.text(sheet.name + "\n")
        for row in range(sheet.nrows):
            cells = (_cell_text(cell, book.datemode) for cell in sheet.row(row))
            draft.text("\t".join(text for text in cells if text) + "\n")
        book.unload_sheet(number)


def read_ppt(source: Source, draft: Draft) -> None:
    """PowerPoint 97 to 2003: all text of slides and notes, each once."""
    with _open(source, draft) as container:
        user = _stream(container, "Current User")
        if len(user) >= 16 and struct.unpack_from("<I", user, 12)[0] == _LOCKED_SLIDES:
            raise Refused("encrypted")
        data = _stream(container, "PowerPoint Document")
    seen: set[str] = set()
    for text in _slide_texts(data):
        if text not in seen:  # saved again and again into the same file, old versions stay in it
            seen.add(text)
            draft.text(text + "\n")


def read_msg(source: Source, draft: Draft) -> None:
    """A mail as Outlook saves it: subject, sender and body; files it carries are not read."""
    with _open(source, draft) as container:
        for name, number in _MAIL_PARTS:
            wide, narrow = f"__substg1.0_{number}001F", f"__substg1.0_{number}001E"
            if container.exists(wide):
                text = _stream(container, wide).decode("utf-16-le", "replace")
            elif container.exists(narrow):
                text = _stream(container, narrow).decode("cp1252", "replace")
            else:
                continue
            if name:
                draft.fact(name, text)
            draft.text(text + "\n")


def _open(source: Source, draft: Draft) -> olefile.OleFileIO:
    """Open the container and keep what the document tells of itself."""
    try:
        container = olefile.OleFileIO(io.BytesIO(source.read_up_to(_MAX_BYTES, draft)))
    except _BROKEN as error:
        raise Refused("damaged OLE container") from error
    if container.exists(_SUMMARY):
        try:
            _read_facts(_stream(container, _SUMMARY), draft)
        except (struct.error, Refused):
            draft.problem("what the document says of itself is damaged")
    return container


def _read_facts(summary: bytes, draft: Draft) -> None:
    """Read the summary of a document ([MS-OLEPS] 2.20); olefile's reader counts to whatever number the file names."""
    (start,) = struct.unpack_from("<I", summary, 44)
    _, count = struct.unpack_from("<II", summary, start)
    places = dict(struct.iter_unpack("<II", summary[start + 8 : start + 8 + 8 * min(count, 100)]))
    charset = "cp1252"
    if _CODEPAGE in places:
        (page,) = struct.unpack_from("<H", summary, start + places[_CODEPAGE] + 4)
        charset = known_charset(f"cp{page}") or charset
    for number, name in _FACTS.items():
        if number in places:
            kind, size = struct.unpack_from("<II", summary, start + places[number])
            at = start + places[number] + 8
            if kind == _NARROW:
                draft.fact(name, summary[at : at + min(size, 2000)].decode(charset, "replace").partition("\0")[0])
            elif kind == _WIDE:
                draft.fact(
                    name, summary[at : at + min(2 * size, 4000)].decode("utf-16-le", "replace").partition("\0")[0]
                )


def _stream(container: olefile.OleFileIO, name: str) -> bytes:
    if not container.exists(name):
        raise Refused("a document without its main part")
    try:
        return bytes(container.openstream(name).read())
    except _BROKEN as error:
        raise Refused("damaged OLE container") from error


def _pieces(main: bytes, table: bytes) -> Iterator[str]:
    """Give the pieces of a Word document's text in order."""
    if len(main) < 0x1AA:
        raise Refused("damaged document")
    start, size = struct.unpack_from("<II", main, 0x1A2)
    places = table[start : start + size]
    at = 0
    while places[at : at + 1] == b"\x01" and at + 3 <= len(places):  # formats, not text
        at += 3 + struct.unpack_from("<H", places, at + 1)[0]
    if places[at : at + 1] != b"\x02" or len(places) < at + 5:
        raise Refused("damaged document")
    (size,) = struct.unpack_from("<I", places, at + 1)
    plan = places[at + 5 : at + 5 + size]
    count = max(0, (len(plan) - 4) // 12)
    ends = struct.unpack_from(f"<{count + 1}I", plan) if count else (0,)
    for number in range(count):
        letters = min(max(0, ends[number + 1] - ends[number]), len(main))
        (place,) = struct.unpack_from("<I", plan, 4 * (count + 1) + 8 * number + 2)
        if place & 0x40000000:  # one byte a letter
            offset = (place & 0x3FFFFFFF) // 2
            yield main[offset : offset + letters].decode("cp1252", "replace")
        else:
            yield main[place : place + 2 * letters].decode("utf-16-le", "replace")


def _slide_texts(data: bytes) -> Iterator[str]:
    """Go through the records of a presentation; containers are entered by simply reading on behind their heads."""
    at = 0
    while at + 8 <= len(data):
        version, kind, size = struct.unpack_from("<HHI", data, at)
        at += 8
        if version & 0xF == 0xF and kind != _MASTER:
            continue
        if kind == _SLIDE_TEXT:
            yield data[at : at + size].decode("utf-16-le", "replace")
        elif kind == _SLIDE_BYTES:
            yield data[at : at + size].decode("latin-1")
        at += size


def _cell_text(cell: xlrd.sheet.Cell, datemode: int) -> str:
    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            moment = xlrd.xldate_as_datetime(cell.value, datemode)
        except (ValueError, OverflowError):
            return str(cell.value)
        if cell.value < 1:
            return str(moment.strftime("%H:%M:%S"))
        return str(moment.date() if cell.value == int(cell.value) else moment.replace(microsecond=0))
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_NUMBER:
        return f"{cell.value:.15g}"
    return " ".join(str(cell.value)[:_MAX_CELL].split()) if cell.ctype == xlrd.XL_CELL_TEXT else ""
