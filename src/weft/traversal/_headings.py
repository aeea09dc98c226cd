"""Headings above lists: links that part what stands below them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

LEAST = 2  # headings; one may be anything
BELOW = 1.5  # links below each of them, on average: what stands before every single one is part of its row


def stand_above(headings: Sequence[int], rows: Sequence[int]) -> bool:
    """Whether each heading has rows below it, before the next, and no row stands above the first.

    Both are told by where they stand among all links of a page.
    """
    heads = sorted(headings)
    below = [bisect_right(heads, row) for row in rows]
    return (
        len(heads) >= LEAST
        and len(rows) >= BELOW * len(heads)
        and 0 not in below
        and set(below) == set(range(1, len(heads) + 1))
    )
