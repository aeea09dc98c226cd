"""Posts with those who wrote them: where a part of a post was taken for all of it, the box around it has the rest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from statistics import median

from weft.extract._candidates import describe
from weft.extract._found import WHOLE, Found, find_records
from weft.extract._kind import Layout
from weft.extract._layouts import Chosen
from weft.extract._learn_kind import learn_layout
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.page import TimeReader

_LEVELS = 2  # of boxes around a part of a post
_FEW = 3  # posts, among which heads look like posts: little repeats
_HEAD_CHARS, _MORE = 120, 2  # of a name, a time and what is said of the author; times as many in the box around these


def learn_named(
    chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime
) -> tuple[Chosen, Layout, list[Sampled]]:
    """Learn one kind of post; of the boxes around it, where these name an author and it does not.

    The opening of a thread may have a box of another kind than the answers; what both hold is all that they share. Of
    very few posts that may be their heads, which are posts by the look of them: there is more to read around these.
    """
    layout, posts = learn_layout(chosen, sheets, times, now)
    best, wider = (chosen, layout, posts), chosen
    for level in range(2 * _LEVELS):
        is_named = bool(best[1].author)
        if (is_named and not _may_be_heads(best[0])) or (not is_named and level >= _LEVELS):
            break
        outer = _enclose(wider, sheets)
        if outer is None:
            break
        wider = outer
        if is_named and _chars(wider) < _MORE * _chars(best[0]):
            continue
        named, more = learn_layout(wider, sheets, times, now)
        if named.author and named.time and all(named.body):
            best = wider, named, more
    return best


def _may_be_heads(chosen: Chosen) -> bool:
    return len(chosen[2]) <= _FEW and _chars(chosen) < _HEAD_CHARS


def _chars(chosen: Chosen) -> float:
    return median(sum(len(node.text(strip=True)) for node in one.nodes) for one in chosen[2])


def _enclose(chosen: Chosen, sheets: Sequence[Sheet]) -> Chosen | None:
    """Give the boxes around posts, one around each, as far as a selector tells just these."""
    selector, spans, found = chosen
    boxes = [Found(one.sheet, (box,)) for one in found if (box := one.nodes[0].parent) is not None and box.tag != WHOLE]
    starts = {(box.sheet, box.start) for box in boxes}
    if spans or selector == WHOLE or not boxes or len(starts) < len(found):
        return None
    tags = {box.nodes[0].tag for box in boxes}
    holding = [f"{tag}:has(> {selector})" for tag in tags] if len(tags) == 1 and " " not in selector else []
    for outer in (*describe(boxes).selectors(), *holding):
        around = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, outer)]
        if {(one.sheet, one.start) for one in around} == starts:
            return outer, False, around
    return None
