"""The opening record where it stands before the list in a container of its own: a question, an article."""

from __future__ import annotations

from collections.abc import Container, Sequence

from weft.page._records import url_shape
from weft.page._regions_outline import Outline

LEAD_PROSE = 30  # least characters of the opening post beside links, headings and the byline
BYLINE_PROSE = 200  # characters; what holds user and time and is longer is the post itself
_SPOTS = 50  # times looked at: enough for the byline, which comes early
_LAST_NARROW, _WIDE = "\u2e7f", 3  # letters after it are syllables or words, and count as so many
_HEADINGS = frozenset({"h1", "h2", "h3"})


def find_lead(outline: Outline, times: Container[int], first: int, user_shapes: Container[str]) -> int | None:
    """Give the element of the opening record, or None.

    It is the nearest element before the list (whose first record is `first`), beside it or beside what it stands in,
    with a link of the kind that leads to the authors of the other records, a time, and prose beside these: a line like
    "begun by A on Monday, 3 answers" is no post.
    """
    here = first
    while here > 0:
        parent = outline.parents[here]
        for element in reversed(outline.children[parent]):
            if element < here and _could_lead(outline, times, element, user_shapes):
                return element
        here = parent
    return None


def _could_lead(outline: Outline, times: Container[int], element: int, user_shapes: Container[str]) -> bool:
    prose = _prose(outline, element)
    if prose < LEAD_PROSE:
        return False
    end = outline.ends[element]
    users = [link for link in outline.links_between(element, end) if url_shape(outline.hrefs[link]) in user_shapes]
    spots = [spot for spot in range(element, end) if spot in times][:_SPOTS]
    if not users or not spots:
        return False
    byline = _prose(outline, _smallest_around(outline, users[0], spots))
    return prose - (byline if byline < BYLINE_PROSE else 0) >= LEAD_PROSE


def _smallest_around(outline: Outline, user: int, spots: Sequence[int]) -> int:
    """Give the smallest element with the user link and a time."""
    for around in (user, *outline.ancestors(user)):
        if any(around <= spot < outline.ends[around] for spot in spots):
            return around
    return 0


def _prose(outline: Outline, element: int) -> int:
    """Give the letters of an element's text that are in no link and no heading."""
    length, skip = 0, 0
    links = set(outline.links_between(element, outline.ends[element]))
    for inner in range(element, outline.ends[element]):
        if inner in links or outline.tags[inner] in _HEADINGS:
            skip = max(skip, outline.ends[inner])
        if inner >= skip:
            length += sum(map(_width, outline.texts[inner]))
    return length


def _width(text: str) -> int:
    """Give the length of a text in letters as Latin has them: one that is a syllable or a word counts as several."""
    return len(text) if text.isascii() else len(text) + (_WIDE - 1) * sum(letter > _LAST_NARROW for letter in text)
