"""Text of web pages and of plain text, in whatever charset."""

from __future__ import annotations

import codecs
import re

from weft.attachments._child_draft import Draft, Source
from weft.attachments._child_xml import Flow, FlowEvents, run_xml
from weft.attachments._child_zip import CHUNK
from weft.attachments._kinds import wide_charset
from weft.attachments._read import MIB
from weft.page import read_page

_MAX_PAGE = 8 * MIB
_MAX_TAGS = 200_000  # with more the tree, at half a kilobyte an element, does not fit into the child
_SAMPLE = 256 * 1024  # for the charset
_TAGS = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[^<>]*+>", re.DOTALL | re.IGNORECASE)
_SVG = Flow(
    inside=frozenset({"text", "title", "desc"}),
    at_start={},
    at_end={"text": "\n", "title": "\n", "desc": "\n"},
    skipped=frozenset({"style", "script"}),
)


def html_text(data: bytes, content_type: str = "") -> tuple[str, str, str]:
    """Give a page's text, its title and its problem. A page too much for the parser still gives its words."""
    page = read_page("", data, content_type)
    if not page.problem and page.html.count(b"<") <= _MAX_TAGS:
        return page.text, page.title, ""
    bare = _TAGS.sub(" ", page.html.decode("utf-8", "replace"))
    return " ".join(bare.split()), "", f"page not parsed: {page.problem}" if page.problem else ""


def read_html(source: Source, draft: Draft) -> None:
    """A saved page, or an error page that came instead of a file."""
    text, title, problem = html_text(source.read_up_to(_MAX_PAGE, draft), source.media_type)
    draft.problem(problem)
    draft.fact("title", title)
    draft.text(text)


def read_svg(source: Source, draft: Draft) -> None:
    """The words in a drawing. Drawing programs declare entities for namespaces, so that is no reason to refuse."""
    run_xml(iter(lambda: source.stream.read(CHUNK), b""), FlowEvents(_SVG, draft), entities=True)


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
        charset = read_page("", _foreign_sample(data), content_type).charset
    return data.decode(charset, "replace"), charset


def _foreign_sample(data: bytes) -> bytes:
    """Give whole lines from where the first letter stands that is not ASCII."""
    start = next((at for at in range(0, len(data), CHUNK) if not data[at : at + CHUNK].isascii()), 0)
    start = data.rfind(b"\n", 0, start) + 1
    sample = data[start : start + _SAMPLE]
    end = sample.rfind(b"\n")
    return sample[: end + 1] if end > 0 and len(sample) == _SAMPLE else sample
