"""Boxes without a name of their own that stand last in each post, however many stand before them.

Subjects, notes and signatures come and go: what they push down has another number from post to post. Where the time
stands in the last box of a kind in all posts, that box is named by its being the last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from weft.extract._places import LAST, Path, is_pushed, tag_of
from weft.extract._sampled import Sampled

_NEARLY_ALL = 0.95  # of the posts have a time in the last box
_LEAST = 2  # posts


def find_tails(posts: Sequence[Sampled]) -> frozenset[Path]:
    """Give boxes, as the way to what is around them and their name without a number, of which the last is meant.

    In nearly all posts the last one has a time, and none has a number at which all do.
    """
    if len(posts) < _LEAST:
        return frozenset()
    numbers: dict[Path, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))  # by box and post
    for at, post in enumerate(posts):
        for path, _ in post.times:
            for depth, step in enumerate(path):
                name, _, number = step.partition(":")
                if number != LAST and is_pushed(tag_of(name)):
                    numbers[*path[:depth], name][at].add(int(number or 1))
    return frozenset(box for box, found in numbers.items() if _is_pushed_down(posts, box, found))


def _is_pushed_down(posts: Sequence[Sampled], box: Path, found: dict[int, set[int]]) -> bool:
    if len(found) < _NEARLY_ALL * len(posts) or set.intersection(*found.values()):
        return False
    last = sum((*box[:-1], f"{box[-1]}:{max(known) + 1}") not in _places(posts[at]) for at, known in found.items())
    return last >= _NEARLY_ALL * len(found)


def _places(post: Sampled) -> frozenset[Path]:
    return frozenset(post.view.paths.values())
