"""Learning posts that are made as those of the main list, each in a box of another kind: the opening of a thread.

Inside they have time, author and text where the others have theirs. So few of them tell: a forum of three threads has
three openings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from selectolax.lexbor import LexborNode

from weft.extract._candidates import describe
from weft.extract._found import WHOLE, Found, find_records, touches
from weft.extract._kind import Layout, element_path
from weft.extract._learn_kind import LEAST_CHARS, LINKED
from weft.extract._numbers import learn_number, learn_permalink
from weft.extract._places import Path, climb, go_all, go_to, is_hidden
from weft.extract._sampled import Sampled, by_sheet
from weft.extract._sampling import sample_named, shown_by
from weft.extract._sheets import Sheet

_LEAST = 2  # texts: a box that says the same on all pages is the site's


def learn_twin(sheets: Sequence[Sheet], main: Layout, posts: Sequence[Sampled]) -> tuple[Layout, list[Sampled]] | None:
    """Learn the posts made as those of the main list that stand outside of it; they are told by their boxes.

    What fits the selector of these besides must have no text where they have theirs.
    """
    if main.selector == WHOLE or main.spans or not (main.author and all(main.body) and main.body):
        return None
    known = {
        number: {node.mem_id for post in own for node in post.view.nodes} for number, own in by_sheet(posts).items()
    }
    found = [one for number, sheet in enumerate(sheets) for one in _find(number, sheet, main, known.get(number, ()))]
    selector = _tell(found, sheets, main) if found else None
    if selector is None:
        return None
    said = {_own_text(one.nodes[0], main) for one in found}
    if len(said) < _LEAST or sum(map(len, said)) <= LEAST_CHARS * len(said):
        return None
    twins = sample_named(sheets, found, main.ignored, ())
    number = learn_number(twins)
    permalink = learn_permalink(twins, number, main.ignored)
    return replace(main, selector=selector, number=number, permalink=permalink), twins


def _find(number: int, sheet: Sheet, main: Layout, known: Collection[int]) -> Iterator[Found]:
    """Give the boxes of a page that have all that posts have, and neither are, hold nor stand in one of these."""
    starts = set[int]()
    for time in sheet.times:
        if any(around.mem_id in known for around in climb(time.node)):  # whatever box it is of, that touches a post
            continue
        for node in (time.node, shown_by(time)):
            box = next((box for path in main.time if (box := _box_around(node, path, main)) is not None), None)
            if box is None or box.mem_id in starts or touches(box, known) or is_hidden(box):
                continue
            starts.add(box.mem_id)
            if all(any(_text_at(box, path, main) for path in paths) for paths in (main.author, main.body)):
                yield Found(number, (box,))


def _box_around(node: LexborNode, path: Path, main: Layout) -> LexborNode | None:
    """Give the element in which another stands at a path."""
    box = next(islice(climb(node), len(path), None), None)
    if not path or box is None or box.tag in (WHOLE, "html"):
        return None
    return box if any(inner.mem_id == node.mem_id for inner in go_all((box,), path, main.ignored)) else None


def _text_at(box: LexborNode, path: Path, main: Layout) -> str:
    """Give what stands at a path that leads to an element, not to some words in it."""
    node = go_to((box,), path, main.ignored) if element_path(path) == path else None
    return node.text(strip=True) if node is not None else ""


def _own_text(box: LexborNode, main: Layout) -> str:
    """Give what a box says outside of links where posts have their text."""
    bodies = [node for path in main.body for node in go_all((box,), path, main.ignored)]
    linked = sum(len(link.text(strip=True)) for node in bodies for link in node.css("a"))
    text = "".join(node.text(strip=True) for node in bodies)
    return text if linked < LINKED * len(text) else ""


def _tell(found: Sequence[Found], sheets: Sequence[Sheet], main: Layout) -> str | None:
    """Give the most general selector of boxes that tells them from all others with a text there."""
    wanted = {(one.sheet, one.start) for one in found}
    for selector in describe(found).selectors():
        matches = [one for number, sheet in enumerate(sheets) for one in find_records(number, sheet.page, selector)]
        others = [one for one in matches if (one.sheet, one.start) not in wanted]
        is_told = wanted <= {(one.sheet, one.start) for one in matches}
        if is_told and not any(_text_at(one.nodes[0], path, main) for one in others for path in main.body):
            return selector
    return None
