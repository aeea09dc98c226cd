"""Which post found is which true post: token F1 of their texts, one to one, greedily from the highest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

MATCH = 0.8  # least F1 of the texts of one post
# Fixed pattern of our own, linear by construction.
_WORD = re.compile(r"\w+")

Tokens = Counter[str]


def count_tokens(text: str | None) -> Tokens:
    """Count the words of a text, in lower case."""
    return Counter(_WORD.findall((text or "").lower()))


def token_f1(one: Tokens, other: Tokens) -> float:
    """Give the F1 of two texts over their words, each counted as often as it stands there; 0 without a common one."""
    common = sum((one & other).values())
    return 2 * common / (one.total() + other.total()) if common else 0.0


def pair_posts(true: Sequence[Tokens], found: Sequence[Tokens], *, last_first: bool = False) -> list[tuple[int, int]]:
    """Pair true posts with found ones: numbers of both, in the order of the true ones.

    Of equal texts those that stand at like places are paired, and then the earlier ones, or the later ones: both rules
    we score by agree but for that.
    """
    sign = -1 if last_first else 1
    pairs = sorted((-score, abs(i - j), sign * i, sign * j) for score, i, j in _like_pairs(true, found))
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, _, signed_i, signed_j in pairs:
        i, j = sign * signed_i, sign * signed_j
        if i not in taken and j not in used:
            taken[i] = j
            used.add(j)
    return sorted(taken.items())


def _like_pairs(true: Sequence[Tokens], found: Sequence[Tokens]) -> Iterator[tuple[float, int, int]]:
    lengths = [tokens.total() for tokens in found]
    for i, one in enumerate(true):
        length = one.total()
        for j, other in enumerate(found):
            # texts of lengths too different cannot be alike: most pairs are told by that alone
            if length + lengths[j] == 0 or 2 * min(length, lengths[j]) / (length + lengths[j]) < MATCH:
                continue
            score = token_f1(one, other)
            if score >= MATCH:
                yield score, i, j
