"""Repetitive patterns as plain data: the aligned tree of a list's records, laid flat.

Parts of a pattern are named uniquely among their siblings, so the tree is told by the paths of its parts, and the cost
of laying two over each other (`weft.page.alignment_cost`) is a sum over paths. Flat, a pattern goes into JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weft.page import Pattern

LIKE_COST = 0.35  # the paper's epsilon: greatest alignment cost of two patterns that are one


@dataclass(frozen=True, slots=True)
class Shape:
    """Where a list's records stand, and the parts they have: path within the record to share of records."""

    location: str
    parts: Mapping[str, float]

    @classmethod
    def of(cls, pattern: Pattern) -> Shape:
        """Lay a pattern flat."""
        parts: dict[str, float] = {}
        waiting = [(root, root.name) for root in pattern.roots]
        while waiting:
            part, path = waiting.pop()
            parts[path] = part.support
            waiting.extend((child, f"{path}/{child.name}") for child in part.children)
        return cls(pattern.location, parts)

    def cost(self, other: Shape) -> float:
        """Tell how much of two shapes cannot be laid over each other: 0 nothing, 1 all."""
        shared = self.parts.keys() & other.parts.keys()
        together = sum(self.parts[path] + other.parts[path] for path in shared)
        whole = sum(self.parts.values()) + sum(other.parts.values())
        return (whole - together) / whole if whole else 0.0

    def matches(self, other: Shape) -> bool:
        """Tell whether both are of one kind."""
        return self.location == other.location and self.cost(other) <= LIKE_COST
