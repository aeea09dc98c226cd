"""Taking records apart for learning, and giving each the times that are its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from weft.extract._body_notes import tells_edit
from weft.extract._found import Found
from weft.extract._places import Path
from weft.extract._sampled import Sampled
from weft.extract._sheets import Sheet
from weft.extract._tails import find_parts, find_tails
from weft.extract._views import view_record
from weft.page import FoundTime

_APART = 3  # elements to go up from the first part of a time to find all of it
_TAILS = 3  # levels of boxes that are named as the last ones


def sample_named(
    sheets: Sequence[Sheet], found: Sequence[Found], ignored: frozenset[str], inner: Sequence[Found]
) -> list[Sampled]:
    """Take records apart with parts named that numbers do not tell, from the outermost inwards."""
    names = find_parts([one.nodes for one in found])
    posts = sample_posts(sheets, found, ignored, inner, names)
    for _ in range(_TAILS):
        more = find_tails(posts)
        if not more:
            break
        names |= more
        posts = sample_posts(sheets, found, ignored, inner, names)
    return posts


def sample_posts(
    sheets: Sequence[Sheet],
    found: Sequence[Found],
    ignored: frozenset[str],
    inner: Sequence[Found] = (),
    names: frozenset[Path] = frozenset(),
) -> list[Sampled]:
    """Take records apart, and give each the times that are its own."""
    roots: dict[int, set[int]] = defaultdict(set)
    for one in (*found, *inner):
        roots[one.sheet].update(node.mem_id for node in one.nodes)
    posts = []
    owners: dict[int, dict[int, Sampled]] = defaultdict(dict)
    for one in found:
        strangers = roots[one.sheet] - {node.mem_id for node in one.nodes}
        post = Sampled(one.sheet, view_record(one.nodes, strangers, ignored, names), sheets[one.sheet].page.title)
        posts.append(post)
        owners[one.sheet].update(dict.fromkeys(post.view.paths, post))
    for number, sheet in enumerate(sheets):
        for time in sheet.times:
            owner = owners[number].get(time.node.mem_id)
            if owner is not None:
                shown = shown_by(time)
                node = shown if shown.mem_id in owner.view.paths else time.node  # all of it may stand around the post
                path = owner.view.paths[node.mem_id]
                if tells_edit(node):
                    owner.edits.append(path)
                else:
                    owner.times.append((path, time))
    return posts


def shown_by(time: FoundTime) -> LexborNode:
    """Give the element that shows all of a time: day and clock may stand in elements of their own."""
    node = time.node
    wanted = "".join(time.text.split())
    for _ in range(_APART):
        if wanted in "".join(node.text().split()) or node.parent is None:
            return node
        node = node.parent
    return time.node
