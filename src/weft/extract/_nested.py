"""Answers to answers on a page alone: lists inside its posts that have times and authors as these have.

Pages of a site together tell them by their times (`_extras`); one page has them below one post, maybe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from selectolax.lexbor import LexborNode

from weft.extract._bodies import written_chars
from weft.extract._candidates import describe
from weft.extract._extras import has_user
from weft.extract._field_texts import sort_texts
from weft.extract._field_time import find_time, reader_of
from weft.extract._found import Found, find_records
from weft.extract._kind import Layout
from weft.extract._learn_kind import learn_layout
from weft.extract._places import climb
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.page import Region, TimeReader, find_regions

_LEAST = 3  # letters of an answer, on average
_MANY = 2  # answers to one post: one in each are parts of these
_QUOTES = frozenset({"blockquote", "q", "cite"})


def learn_nested(
    sheet: Sheet, main: Layout, posts: Sequence[Sampled], shapes: Collection[str], times: TimeReader, now: datetime
) -> Layout | None:
    """Learn the answers that stand in a list inside a post of a page, where people are linked; None without any.

    What holds the times of the posts themselves are their heads.
    """
    inside = {post.view.nodes[0].mem_id for post in posts}
    read = reader_of(times, now)
    told = [time.node for post in posts if (time := find_time(post, main.time, read)) is not None]
    heads = {around.mem_id for node in told for around in climb(node)}
    for region in find_regions(sheet.page).all if shapes else ():
        group = [Found(0, record.nodes) for record in region.records if len(record.nodes) == 1]
        wanted = {one.start for one in group}
        if len(group) < len(region) or len(group) < _MANY or not heads.isdisjoint(wanted):
            continue
        if not _are_answers(region, group, inside, shapes):
            continue
        for selector in describe(group).selectors():
            if {one.start for one in find_records(0, sheet.page, selector)} != wanted:
                continue
            layout, answers = learn_layout((selector, False, group), [sheet], times, now, is_main=False)
            said = written_chars(answers, sort_texts(answers)) >= _LEAST
            return layout if layout.time and layout.author and layout.body and said else None
    return None


def _are_answers(region: Region, group: Sequence[Found], inside: Collection[int], shapes: Collection[str]) -> bool:
    """Tell whether all records of a list have a time and somebody's link, and stand in posts, but in no quote."""
    if not all(region.times) or not all(has_user(one.nodes[0], shapes) for one in group):
        return False
    holders = Counter(_post_around(one.nodes[0].parent, inside) for one in group)
    return None not in holders and max(holders.values()) >= _MANY


def _post_around(node: LexborNode | None, inside: Collection[int]) -> int | None:
    """Give the post that an element stands in; None where it is in none, or in a quote."""
    for around in climb(node):
        if around.mem_id in inside:
            return around.mem_id
        if around.tag in _QUOTES:
            return None
    return None
