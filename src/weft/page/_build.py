"""How a page is built: the steps from element to element. Pages of one template share most, whatever they say."""

from __future__ import annotations

from weft.page._page import Page
from weft.page._regions_outline import outline_of

Build = frozenset[tuple[str, str]]


def read_build(page: Page) -> Build:
    """Give the steps of a page: each element's tag and classes, below those of the element around it."""
    outline = outline_of(page.tree)
    names = [outline.name(element) for element in range(len(outline))]
    return frozenset((names[above], name) for above, name in zip(outline.parents, names, strict=True) if above >= 0)


def build_likeness(one: Build, other: Build) -> float:
    """Tell which share of their steps two pages have in common (Jaccard), from 0 to 1; an empty page is like none."""
    return len(one & other) / len(one | other) if one and other else 0.0
