"""Trees of answers: how deep a post stands, told by the elements around it, or by a width, a margin or a level it has.

A tree is written out from its first post: each stands behind the one it answers, or behind others that answer that one.
So a number that is a depth grows by one step at a time, stays where there are several answers, and falls at the end.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from selectolax.lexbor import LexborNode

from weft.extract._places import Path
from weft.extract._sampled import Sampled, by_sheet

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# What these hold names a thing, or is for scripts.
_OTHER = frozenset(
    {"id", "name", "href", "src", "srcset", "alt", "title", "for", "value", "datetime", "content", "height"}
)
_MAX_VALUE, _MAX_RUNS, _MAX_ELEMENTS = 200, 3, 60
_LEVELS = (3, 60)  # least and most different depths on all pages
_STEPS = 10  # least from post to post, on all pages
_LEAPS = 0.03  # share of them that may go down several levels at once
_UP, _SAME, _BACK = 0.1, 0.03, 0.1  # least shares of those to an answer, to its like, and back
_AT_ROOT = 0.8  # of the pages begin with a post that answers none
_NOWHERE = -1.0  # the depth of a post that has none at the place: posts that answer none are often not moved in


@dataclass(frozen=True, slots=True)
class Depth:
    """Where posts tell how deep they stand: which number of an attribute; without one, the elements around count."""

    path: Path = ()
    attribute: str = ""
    run: int = 0

    def read(self, start: LexborNode, holder: LexborNode | None) -> float:
        """Give the depth of a post that begins with `start` and has `holder` at the path; deeper is more."""
        if not self.attribute:
            return float(_count_around(start))
        value = holder.attributes.get(self.attribute) if holder is not None else None
        runs = _NUMBER.findall(value or "")
        return float(runs[self.run]) if self.run < len(runs) else _NOWHERE


_Key = tuple[Path, str, int]  # what a Depth is made of
_NESTED: _Key = ((), "", 0)


def learn_depth(posts: Sequence[Sampled]) -> Depth | None:
    """Give what tells the depths of posts, where they make trees."""
    found: dict[_Key, dict[int, float]] = defaultdict(dict)
    for number, post in enumerate(posts):
        found[_NESTED][number] = float(_count_around(post.view.nodes[0]))
        for depth, value in _numbers_of(post):
            found[depth].setdefault(number, value)
    places = {id(post): number for number, post in enumerate(posts)}
    pages = [[places[id(post)] for post in members] for members in by_sheet(posts).values()]
    fits = (Depth(*key) for key, values in found.items() if _is_depth(values, pages))
    return min(fits, key=lambda depth: (bool(depth.attribute), len(depth.path), depth.attribute), default=None)


def _numbers_of(post: Sampled) -> Iterator[tuple[_Key, float]]:
    for path, _, _, attributes, *_ in post.view.elements[:_MAX_ELEMENTS]:
        for name, value in attributes.items():
            if value and name not in _OTHER and name[:2] != "on" and len(value) < _MAX_VALUE:
                for run, digits in enumerate(_NUMBER.findall(value)[:_MAX_RUNS]):
                    yield (path, name, run), float(digits)


def _is_depth(values: dict[int, float], pages: Sequence[Sequence[int]]) -> bool:
    """Tell whether numbers of posts run as depths do from post to post."""
    known = sorted({values.get(number, _NOWHERE) for page in pages for number in page})
    if not _LEVELS[0] <= len(known) <= _LEVELS[1]:
        return False
    ranks = {value: rank for rank, value in enumerate(known)}
    levels = [[ranks[values.get(number, _NOWHERE)] for number in page] for page in pages if len(page) > 1]
    steps = [later - earlier for page in levels for earlier, later in pairwise(page)]
    total = len(steps)
    return (
        total >= _STEPS
        and sum(step > 1 for step in steps) <= _LEAPS * total
        and steps.count(1) >= _UP * total
        and steps.count(0) >= _SAME * total
        and sum(step < 0 for step in steps) >= _BACK * total
        and sum(not page[0] for page in levels) >= _AT_ROOT * len(levels)
    )


def _count_around(node: LexborNode) -> int:
    count, around = 0, node.parent
    while around is not None:
        count, around = count + 1, around.parent
    return count
