"""Plain text in whatever charset."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from weft.attachments._child_draft import Draft, Source
from weft.attachments._child_zip import CHUNK
from weft.attachments._kinds import wide_charset

if TYPE_CHECKING:
    from weft.page import Page

_SAMPLE = 256 * 1024  # for the charset


def read_text(source: Source, draft: Draft) -> None:
    """Plain text, source code, tables as text: as it stands, in its charset."""
    data = source.read_up_to(2 * draft.limits.text_bytes, draft)  # UTF-16 may have two bytes for one of ours
    text, charset = decode_text(data, source.media_type)
    draft.fact("charset", charset)
    draft.text(text)


def decode_text(data: bytes, content_type: str = "") -> tuple[str, str]:
    """Give text and the name of its charset: wide ones by their zeros, UTF-8 if it is, else as web pages are read."""
    wide = wide_charset(data[:1024])
    if wide:
        return data.decode(wide, "replace"), wide
    try:
        # not final: the last character may be cut
        return codecs.utf_8_decode(data.removeprefix(codecs.BOM_UTF8), "strict", False)[0], "utf-8"
    except UnicodeDecodeError:
        charset = read_as_page(_foreign_sample(data), content_type).charset
    return data.decode(charset, "replace"), charset


def read_as_page(data: bytes, content_type: str) -> Page:
    """Read bytes as a web page."""
    from weft.page import read_page  # noqa: PLC0415 - takes longer to load than most files to read, which need it not

    return read_page("", data, content_type)


def _foreign_sample(data: bytes) -> bytes:
    """Give whole lines from where the first letter stands that is not ASCII."""
    start = next((at for at in range(0, len(data), CHUNK) if not data[at : at + CHUNK].isascii()), 0)
    start = data.rfind(b"\n", 0, start) + 1
    sample = data[start : start + _SAMPLE]
    end = sample.rfind(b"\n")
    return sample[: end + 1] if end > 0 and len(sample) == _SAMPLE else sample
