"""Posts in memory ranked by words as SQLite's index ranks them (BM25, k1 = 1.2, b = 0.75: sqlite.org/fts5.html)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from weft.store._words import Term, split_words

_SATURATION, _LENGTH = 1.2, 0.75
_WEIGHTS = (1.0, 1.0, 0.5)  # of text, author and title
_LEAST = 1e-6  # of what more than half of all posts have


@dataclass(frozen=True, slots=True)
class Searched:
    """A post as the index has it."""

    id: int
    columns: tuple[tuple[str, ...], ...]  # words of text, author and title; of a file, of all that stands for it

    @classmethod
    def of(cls, id_: int, *texts: str) -> Searched:
        """Make one from its texts."""
        return cls(id_, tuple(tuple(split_words(text)) for text in texts))

    def count(self, term: Term) -> list[int]:
        """Count a term in each column."""
        return [sum(term.starts_at(words, place) for place in range(len(words))) for words in self.columns]

    def has(self, term: Term) -> bool:
        """Tell whether a term is there."""
        return any(self.count(term))


def rank_posts(
    posts: Sequence[Searched], terms: Sequence[Term], author: str, weights: Sequence[float] = _WEIGHTS
) -> list[tuple[int, float]]:
    """Give the posts that have all the terms, and none of those they must not have, best first, with their scores."""
    wanted = [term for term in terms if not term.without]
    barred = [term for term in terms if term.without]
    name = split_words(author)
    if not wanted and not name:
        return []
    by_author = Term(tuple(name)) if name else None
    scores = [*wanted, *([by_author] if by_author else [])]
    worth = {term: _worth(posts, term) for term in scores}
    average = sum(sum(map(len, post.columns)) for post in posts) / max(1, len(posts))
    found = []
    for post in posts:
        if not all(map(post.has, wanted)) or any(map(post.has, barred)):
            continue
        if by_author and not post.count(by_author)[1]:
            continue
        found.append((post.id, sum(_score(post, term, worth[term], average, weights) for term in scores)))
    return sorted(found, key=lambda hit: (-hit[1], hit[0]))


def _worth(posts: Sequence[Searched], term: Term) -> float:
    having = sum(post.has(term) for post in posts)
    return max(_LEAST, math.log((len(posts) - having + 0.5) / (having + 0.5)))


def _score(post: Searched, term: Term, worth: float, average: float, weights: Sequence[float]) -> float:
    often = sum(weight * number for weight, number in zip(weights, post.count(term), strict=True))
    length = sum(map(len, post.columns)) / average
    return worth * often * (_SATURATION + 1) / (often + _SATURATION * (1 - _LENGTH + _LENGTH * length))
