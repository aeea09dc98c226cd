"""Lines at the edges of a post that its author did not write: "last edited on Monday", the list of its files."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._body_fragment import TEXT
from weft.extract._body_layout import Layout, Span
from weft.extract._body_words import MAX_LABEL_CHARS, has_edit_word
from weft.extract._tidy import begins_signature
from weft.page import spot_times

MAX_NOTES = 3  # at each edge of a post
_MAX_DEPTH = 6  # containers looked into for their first and last lines
_RUNS = frozenset({"time", "span", "abbr", "b", "strong", "i", "em", "small", "font", "a"})  # may show a time alone
_ALL_LINKS = 0.8  # share of the letters of a line in links that makes it buttons
_FILE_LABEL_CHARS = 80  # of what stands around the names in a list of files: a heading, sizes


class Notes(NamedTuple):
    """`left_out` are the first pieces of elements that are notes; `edited` is the time of the last edit, as written."""

    left_out: frozenset[int]
    edited: str


def find_notes(layout: Layout, files: Collection[str]) -> Notes:
    """Find the notes at the edges of a post; `files` are the names of its files.

    A note about editing is short, stands in an element of its own, and holds a time and a word for editing. What the
    author types stands in the text as it is. A list of files is a last block with little but their names.
    """
    left_out: list[Span] = []
    edited = ""
    if not files and not has_edit_word(layout.text):
        return Notes(frozenset(), "")
    for is_tail in (True, False):
        for row in _edge_rows(layout, is_tail):
            time = _edit_time(layout, row)
            edited = edited or time
            if time or (is_tail and files and _lists_files(layout, row, files)):
                left_out.append(row)
            elif row not in left_out and not (is_tail and _is_beside(layout, row)):
                break
    return Notes(frozenset(at for row in left_out for at in _pieces(layout, row)), edited)


def _is_beside(layout: Layout, row: Span) -> bool:
    """Tell whether a line is a signature below its rule, or but links and numbers: notes may stand before it."""
    words = layout.fragment.words(*row)
    if not any(map(str.isalpha, words)) or begins_signature(words):
        return True
    fragment = layout.fragment
    links = (at for at in range(row.start, row.end) if fragment.tags[at] == "a")
    return sum(len(fragment.words(at, fragment.ends[at])) for at in links) >= _ALL_LINKS * len(words)


def tells_edit(node: LexborNode) -> bool:
    """Tell whether an element is a note about editing, outside a post's text: short, with a word for it.

    So is one that shows nothing but a time, with that word in the text around it, if that tells no other time.
    """
    text = node.text(separator=" ")
    if len(text) > MAX_LABEL_CHARS or has_edit_word(text):
        return len(text) <= MAX_LABEL_CHARS
    around = node.parent if node.tag in _RUNS else None
    if around is None or not has_edit_word(around.text(deep=False, separator=" ")[: MAX_LABEL_CHARS + 1]):
        return False
    whole = around.text(separator=" ")
    return len(whole) <= MAX_LABEL_CHARS and len(spot_times(whole)) <= 1


def _edge_rows(layout: Layout, is_tail: bool) -> Iterator[Span]:
    """Give the last rows of a post from its end, or the first from its beginning, out of the containers around them."""
    step = -1 if is_tail else 1
    rows = layout.rows_between(0, len(layout.fragment))
    for _ in range(_MAX_DEPTH):
        if not rows:
            return
        edge = rows[::step][0]
        inner = layout.rows(edge) if layout.is_element(edge) else []
        is_short = len(rows) > 1 and layout.length(edge) <= MAX_LABEL_CHARS
        if not inner or (is_short and not _holds_note(layout, inner, step)):
            break
        rows = inner
    if len(rows) > 1:
        yield from rows[::step][: min(MAX_NOTES, len(rows) - 1)]


def _holds_note(layout: Layout, rows: list[Span], step: int) -> bool:
    """Tell whether a short element is a short post with a note of its own beside it, however often it is wrapped."""
    for _ in range(_MAX_DEPTH):
        if len(rows) != 1 or not layout.is_element(rows[0]):
            break
        rows = layout.rows(rows[0])
    return len(rows) > 1 and bool(_edit_time(layout, rows[::step][0]))


def _edit_time(layout: Layout, row: Span) -> str:
    """Give the time in a note about editing, "" if the row is none."""
    fragment = layout.fragment
    if not 0 < layout.length(row) <= MAX_LABEL_CHARS or not _stands_apart(layout, row):
        return ""
    text = fragment.words(*row)
    spots = spot_times(text)
    if not spots or not has_edit_word(text):
        return ""
    told = (fragment.attributes[at].get("datetime") for at in range(row.start, row.end) if fragment.tags[at] == "time")
    return next(filter(None, told), None) or spots[-1].text


def _stands_apart(layout: Layout, row: Span) -> bool:
    """Tell whether a row is set apart from what people type: by an element, brackets, a rule, or as all of a block."""
    fragment = layout.fragment
    if fragment.tags[row.start] != TEXT or _is_below_rule(layout, row):
        return True
    text = fragment.words(*row)
    if text.startswith("[") and text.endswith("]"):
        return True
    parent = fragment.parents[row.start]
    return fragment.parents[parent] >= 0 and layout.length(layout.element(parent)) == layout.length(row)


def _is_below_rule(layout: Layout, row: Span) -> bool:
    """Tell whether a row stands just below a rule."""
    fragment = layout.fragment
    before = (at for at in range(row.start - 1, -1, -1) if fragment.tags[at] != TEXT or fragment.texts[at].strip())
    at = next(before, -1)
    return at >= 0 and fragment.tags[at] == "hr"


def _lists_files(layout: Layout, row: Span, files: Collection[str]) -> bool:
    fragment = layout.fragment
    names = 0
    for at in range(row.start, row.end):
        if fragment.tags[at] == "a" and (words := fragment.words(at, fragment.ends[at])) in files:
            names += len(words)
    return bool(names) and layout.length(row) - names <= _FILE_LABEL_CHARS


def _pieces(layout: Layout, row: Span) -> Iterator[int]:
    """Give the pieces side by side that make a row."""
    at = row.start
    while at < row.end:
        yield at
        at = layout.fragment.ends[at]
