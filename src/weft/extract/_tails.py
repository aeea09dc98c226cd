"""Parts of posts that numbers do not tell: what stands before them comes and goes.

Subjects, notes and signatures push down what follows them. Where the time stands in the last box of a kind in all
posts, that box is named by its being the last. The elements that a post is made of, where no element holds it, are
named by a class token that one of them has in all posts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from weft.extract._places import LAST, PART, Path, class_tokens, is_pushed, tag_of
from weft.extract._sampled import Sampled

_NEARLY_ALL = 0.95  # of the posts have a time in the last box, or a part with a class token
_LEAST = 2  # posts


def find_parts(records: Sequence[Sequence[LexborNode]]) -> frozenset[Path]:
    """Give class tokens that tell the elements apart of which records are made, as steps; none where numbers do."""
    if all(len(nodes) == 1 for nodes in records):
        return frozenset()
    seats: dict[str, list[tuple[int, int]]] = defaultdict(list)  # by token the record, and the number in it
    for at, nodes in enumerate(records):
        tokens = [class_tokens(node.attributes.get("class")) for node in nodes]
        often = Counter(token for own in tokens for token in own)
        for number, own in enumerate(tokens):
            for token in own:
                if often[token] == 1:
                    seats[token].append((at, number))
    steady = [token for token, found in seats.items() if len(found) >= _NEARLY_ALL * len(records)]
    if all(len({number for _, number in seats[token]}) == 1 for token in steady):
        return frozenset()
    chosen: set[str] = set()
    taken: set[tuple[int, int]] = set()
    for token in sorted(steady, key=lambda token: (-len(seats[token]), len(token), token)):
        if taken.isdisjoint(seats[token]):
            chosen.add(token)
            taken.update(seats[token])
    return frozenset((f"{PART}.{token}",) for token in chosen)


def find_tails(posts: Sequence[Sampled]) -> frozenset[Path]:
    """Give boxes, as the way to what is around them and their name without a number, of which the last is meant.

    In nearly all posts the last one has a time, and there is no number at which all do.
    """
    if len(posts) < _LEAST:
        return frozenset()
    numbers: dict[Path, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))  # by box and post
    for at, post in enumerate(posts):
        for path, _ in post.times:
            for depth, step in enumerate(path):
                name, number = _take_apart(step)
                if number is not None and is_pushed(tag_of(name)):
                    numbers[*path[:depth], name][at].add(number)
    return frozenset(box for box, found in numbers.items() if _is_pushed_down(posts, box, found))


def _take_apart(step: str) -> tuple[str, int | None]:
    """Give a step's name and number; none where it is told otherwise."""
    if step[:1] == PART:
        return PART, int(step[1:]) if step[1:].isdecimal() else None
    name, _, number = step.partition(":")
    return name, int(number or 1) if number != LAST else None


def _is_pushed_down(posts: Sequence[Sampled], box: Path, found: dict[int, set[int]]) -> bool:
    if len(found) < _NEARLY_ALL * len(posts) or set.intersection(*found.values()):
        return False
    colon = "" if box[-1] == PART else ":"
    after = {at: (*box[:-1], f"{box[-1]}{colon}{max(numbers) + 1}") for at, numbers in found.items()}
    last = sum(path not in posts[at].view.paths.values() for at, path in after.items())
    return last >= _NEARLY_ALL * len(found)
