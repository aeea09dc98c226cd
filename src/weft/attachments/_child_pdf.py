"""Text of PDF files, page by page, with pypdf: pure Python (nothing to overflow), and with limits of its own.

pdfium is sixteen times quicker and native; a page takes pypdf 20 ms, so the time limit is met after a thousand pages.
"""

from __future__ import annotations

import io
import logging
import re
from typing import BinaryIO

from pypdf import PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from weft.attachments._child_draft import Draft, Refused, Source, Spent
from weft.attachments._read import MIB

_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")
_MAX_SALVAGED = 32 * MIB
_SOME_END = b"\nstartxref\n0\n%%EOF\n"
_MAX_BAD_PAGES = 20  # in a row; then the rest is as bad
_FACTS = {
    "title": "/Title",
    "author": "/Author",
    "subject": "/Subject",
    "keywords": "/Keywords",
    "created": "/CreationDate",
}


def read_pdf(source: Source, draft: Draft) -> None:
    """Every page's text. A page that cannot be read is passed over and counted."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it tells of every repair
    try:
        reader = _open(source.stream)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Refused("encrypted")
        _read_facts(reader, draft)
        _read_pages(reader, draft)
    except (DependencyError, FileNotDecryptedError) as error:
        raise Refused("encrypted") from error
    except PyPdfError as error:
        raise Refused(f"damaged PDF: {error}"[:120]) from error


def _open(stream: BinaryIO) -> PdfReader:
    """Open a PDF; one whose end or table of objects is lost is given an end that makes pypdf look for the objects."""
    try:
        return PdfReader(stream, strict=False)
    except PyPdfError:
        stream.seek(0)
        data = stream.read(_MAX_SALVAGED + 1)
        if len(data) > _MAX_SALVAGED:
            raise
        # the old ends must not be found first
        return PdfReader(io.BytesIO(data.replace(b"startxref", b"startxxxx") + _SOME_END), strict=False)


def _read_facts(reader: PdfReader, draft: Draft) -> None:
    try:
        told = reader.metadata
        for name, key in _FACTS.items():
            value = told.get(key) if told is not None else None
            draft.fact(name, _plain_date(str(value)) if value is not None else None)
    except Exception:  # pypdf fails in many ways over broken facts; the pages may be good
        draft.problem("what the PDF says of itself is damaged")


def _plain_date(value: str) -> str:
    """Write a date as others do, not as PDF does (D:20240301...); anything else stays."""
    found = _DATE.match(value)
    return "-".join(found.groups()) if found else value


def _read_pages(reader: PdfReader, draft: Draft) -> None:
    bad = bad_in_a_row = 0
    total = len(reader.pages)
    draft.fact("pages", str(total))
    before = draft.budget.text_left
    for number in range(total):
        try:
            draft.text(reader.pages[number].extract_text() + "\n")
            bad_in_a_row = 0
        except (Spent, MemoryError):
            raise
        except Exception:  # one page's failure, noted below
            bad += 1
            bad_in_a_row += 1
            if bad_in_a_row >= _MAX_BAD_PAGES:
                bad += total - number - 1
                break
    if bad:
        draft.problem(f"{bad} of {total} pages not read")
    elif not total:
        draft.problem("a PDF without pages")
    elif before - draft.budget.text_left <= total:
        draft.problem("no text in its pages")
