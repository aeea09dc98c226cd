"""Posts with those who wrote them: where a part of a post was taken for all of it, the box around it has the author."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from weft.extract._candidates import describe
from weft.extract._found import WHOLE, Found, find_records
from weft.extract._kind import Layout
from weft.extract._layouts import Chosen
from weft.extract._learn_kind import learn_layout
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.page import TimeReader

_LEVELS = 2  # of boxes around a part of a post


def learn_named(
    chosen: Chosen, sheets: Sequence[Sheet], times: TimeReader, now: datetime
) -> tuple[Chosen, Layout, list[Sampled]]:
    """Learn one kind of post; of the boxes around it, where these name an author and it does not.

    The opening of a thread may have a box of another kind than the answers; what both hold is all that they share.
    """
    layout, posts = learn_layout(chosen, sheets, times, now)
    wider = chosen
    for _ in range(_LEVELS if not layout.author else 0):
        outer = _enclose(wider, sheets)
        if outer is None:
            break
        wider = outer
        named, more = learn_layout(wider, sheets, times, now)
        if named.author and named.time and all(named.body):
            return wider, named, more
    return chosen, layout, posts


def _enclose(chosen: Chosen, sheets: Sequence[Sheet]) -> Chosen | None:
    """Give the boxes around posts, one around each, as far as a selector tells just these."""
    selector, spans, found = chosen
    boxes = [Found(one.sheet, (box,)) for one in found if (box := one.nodes[0].parent) is not None and box.tag != WHOLE]
    starts = {(box.sheet, box.start) for box in boxes}
    if spans or selector == WHOLE or not boxes or len(starts) < len(found):
        return None
    for outer in describe(boxes).selectors():
        around = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, outer)]
        if {(one.sheet, one.start) for one in around} == starts:
            return outer, False, around
    return None
