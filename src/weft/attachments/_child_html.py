"""Text of web pages and drawings."""

from __future__ import annotations

import re

from weft.attachments._child_draft import Draft, Source
from weft.attachments._child_text import read_as_page
from weft.attachments._child_xml import Flow, FlowEvents, run_xml
from weft.attachments._child_zip import CHUNK
from weft.attachments._read import MIB

_MAX_PAGE = 8 * MIB
_MAX_TAGS = 200_000  # with more the tree, at half a kilobyte an element, does not fit into the child
_TAGS = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)|<[^<>]*+>", re.DOTALL | re.IGNORECASE)
_SVG = Flow(
    inside=frozenset({"text", "title", "desc"}),
    at_start={},
    at_end={"text": "\n", "title": "\n", "desc": "\n"},
    skipped=frozenset({"style", "script"}),
)


def html_text(data: bytes, content_type: str = "") -> tuple[str, str, str]:
    """Give a page's text, its title and its problem. A page too much for the parser still gives its words."""
    page = read_as_page(data, content_type)
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
