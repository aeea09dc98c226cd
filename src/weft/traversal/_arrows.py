"""Links that say by a sign that they go on, or back."""

from __future__ import annotations

LONGEST_NEXT = 24
_ARROWS = frozenset("»›→>⟩▶►≫❯←‹«<")
_FIRST_ARROWS = frozenset("↓↑⇓⇑")  # before words; behind them they tell how a column is sorted


def is_next(text: str) -> bool:
    """Whether a link says by a sign that it goes on, or back."""
    bare = text.strip()
    if not 0 < len(bare) <= LONGEST_NEXT:
        return False
    return bare[0] in _ARROWS or bare[-1] in _ARROWS or (bare[0] in _FIRST_ARROWS and len(bare) > 1)
