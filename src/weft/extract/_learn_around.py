"""Learning the opening post where its box holds those of its answers, too: an article with its comments inside.

Its time stands once on each page, before all answers and told as no later than these; between it and the box around
them are its author and its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from selectolax.lexbor import LexborNode

from weft.extract._extras import Anchor, find_anchors, has_user, prose_of, share_long, without_standing
from weft.extract._field_time import reader_of
from weft.extract._found import Found
from weft.extract._kind import Layout
from weft.extract._learn_extra import learn_extra
from weft.extract._learn_lead import linked_author
from weft.extract._names import href_shape
from weft.extract._sampled import Sampled, by_sheet
from weft.extract._sampling import sample_posts
from weft.extract._sheets import Sheet
from weft.page import TimeReader

_MOST = 0.9  # of the pages with answers have an opening
_LEAST_PAGES = 3
_LEVELS = 8  # how far above its time such a post may begin
_TRIES = 8  # places of such times that are looked at: a page may have as many as it likes
_WORDED = 0.8  # of the openings have words of their own
_WORDS = re.compile(r"[^\W\d_]+")


def learn_around(
    sheets: Sequence[Sheet],
    posts: Sequence[Sampled],
    taken: Collection[tuple[int, int]],
    shapes: Collection[str],
    times: TimeReader,
    now: datetime,
) -> Layout | None:
    """Learn the openings around known posts; None where there are none."""
    pages = by_sheet(posts)
    read = reader_of(times, now)
    told = {time.node.mem_id: time for sheet in sheets for time in sheet.times}
    inside = {number: {node.mem_id for post in found for node in post.view.nodes} for number, found in pages.items()}
    tried = 0
    for anchors in find_anchors(sheets, taken):
        first = {anchor.sheet: anchor for anchor in anchors}
        if (
            len(first) < max(_LEAST_PAGES, _MOST * len(pages))
            or len(first) < len(anchors)
            or not first.keys() <= pages.keys()
        ):
            continue
        earlier = [_is_before(read(told[anchor.node.mem_id]), pages[anchor.sheet]) for anchor in anchors]
        if sum(earlier) < _MOST * len(anchors):
            continue
        tried += 1
        if tried > _TRIES:
            break
        group = _climb(anchors, inside, shapes)
        if tell_who_began(group, posts, shapes):
            continue
        inner = [Found(post.sheet, post.view.nodes) for post in posts]
        layout = learn_extra(group, sheets, times, now, {}, inner) if group else None
        if layout is not None and (all(layout.body) or _say_themselves(group)):
            openings = sample_posts(sheets, group, layout.ignored, inner)
            return replace(layout, author=linked_author(openings, shapes) or layout.author)
    return None


def tell_who_began(group: Sequence[Found], posts: Sequence[Sampled], shapes: Collection[str]) -> bool:
    """Tell whether these are heads of threads: who they name wrote the first post, too. Openings others answer."""
    pages = by_sheet(posts)
    same = 0
    for one in (one for one in group if one.sheet in pages):
        inside = {node.mem_id for post in pages[one.sheet] for node in post.view.nodes}
        own = _first_user((part for node in one.nodes for part in _outside(node, inside)), shapes)
        same += own != "" and own == _first_user(pages[one.sheet][0].view.nodes, shapes)
    return same >= _MOST * len(group)


def _first_user(nodes: Iterable[LexborNode], shapes: Collection[str]) -> str:
    links = (link.attributes.get("href") or "" for node in nodes for link in node.css("a[href]"))
    return next((href for href in links if href_shape(href) in shapes), "")


def _say_themselves(group: Sequence[Found]) -> bool:
    """Tell whether elements have words in no element of their own, as plain texts have: they are the bodies then."""
    words = ([_WORDS.findall(node.text(deep=False)) for node in one.nodes] for one in group)
    return share_long([[word for found in node for word in found] for node in words]) >= _WORDED


def _is_before(moment: datetime | None, posts: Sequence[Sampled]) -> bool:
    """Tell whether a time is before those of all posts of a page: one of an opening that is among these is not."""
    return moment is not None and all(post.moment is None or moment < post.moment for post in posts)


def _climb(anchors: Sequence[Anchor], inside: Mapping[int, set[int]], shapes: Collection[str]) -> list[Found]:
    """Climb from the times until each has an author and words, both outside of the posts known.

    Where no post has a link to its author, there is none to look for: the next step above the first with words has all.
    """
    standing = [(anchor.sheet, anchor.node) for anchor in anchors]
    for _ in range(_LEVELS):
        above = [(number, node.parent) for number, node in standing]
        standing = [(number, node) for number, node in above if node is not None and node.tag not in ("body", "html")]
        if len(standing) < len(above):
            return []
        own = [list(_outside(node, inside[number])) for number, node in standing]
        named = sum(not shapes or any(has_user(part, shapes) for part in parts) for parts in own)
        prose = [[word for part in parts for word in prose_of(part)] for parts in own]
        if named >= _MOST * len(standing) and share_long(without_standing(prose)) >= _WORDED:
            return [Found(number, (node,)) for number, node in standing]
    return []


def _outside(node: LexborNode, inside: Collection[int]) -> Iterator[LexborNode]:
    """Give the parts of an element that neither are nor hold posts."""
    holding: set[int] = set()
    for one in node.traverse():
        if one.mem_id in inside:
            current: LexborNode | None = one
            while current is not None and current.mem_id not in holding:
                holding.add(current.mem_id)
                current = current.parent if current.mem_id != node.mem_id else None
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.mem_id not in holding:
            yield one
        elif one.mem_id not in inside:
            waiting += list(one.iter())
