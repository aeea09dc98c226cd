"""Comma-separated values: one row a post, for spreadsheets and for programs that read nothing better."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from weft.store._export_columns import COLUMNS, Kind
from weft.store._export_file import whole_file
from weft.store._export_select import EVERYTHING, Exported, Progress, Selection, Walk
from weft.store._export_text import iso_time, plain_text
from weft.store._forum_ports import Forum

# A cell that begins so is a formula to a spreadsheet, and a formula can fetch addresses and start programs (OWASP, "CSV
# injection"; the last four are what Japanese and Chinese keyboards write). An apostrophe before it makes it a text.
# Apostrophes in front are counted in, so that taking one off again gives the text as it was.
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")
_LEFT_OUT = {"html"}  # no use in a cell; it is in the other formats
_COLUMNS = tuple(column for column in COLUMNS if column.name not in _LEFT_OUT and column.kind is not Kind.QUOTES)


def export_csv(
    forum: Forum, out: Path, selection: Selection = EVERYTHING, progress: Progress | None = None
) -> Exported:
    """Write one row a post, with a head line; UTF-8, RFC 4180; see docs/exports.md for the columns.

    A text that a spreadsheet would run as a formula has an apostrophe before it.
    """
    walk = Walk(forum, selection, progress)
    cells = [(column.read, _CELLS[column.kind]) for column in _COLUMNS]
    with whole_file(out) as file:
        writer = csv.writer(_Utf8(file))
        writer.writerow(column.name for column in _COLUMNS)
        for thread, posts in walk:
            writer.writerows([write(read(thread, post)) for read, write in cells] for post in posts)
    return walk.exported


class _Utf8:
    """What csv writes its lines to."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode())


def _guarded(text: str) -> str:
    text = plain_text(text)
    return f"'{text}" if _FORMULA.match(text) else text


_CELLS: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: _guarded,
    Kind.WORD: _guarded,
    Kind.WORDS: lambda words: _guarded(" > ".join(words)),
    Kind.TIME: lambda moment: iso_time(moment) or "",
    Kind.WHOLE: lambda number: "" if number is None else str(number),
    Kind.FLAG: lambda flag: "true" if flag else "false",
    Kind.FILES: lambda files: _guarded(" ".join(file.url for file in files)),
}
