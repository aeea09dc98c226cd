"""Lists that repetition does not show: those known from other pages of the site, and a page with one record only."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from weft.page._align import Pattern, fit
from weft.page._regions_kinds import key_of_location, path_keys
from weft.page._regions_mining import Found, Span
from weft.page._regions_outline import Outline

KNOWN_FIT = 0.75  # least share of a known pattern's core that a record has
# A single record is the smallest element with a time that holds this share of the page's text outside of links.
_PROSE_SHARE = 0.5
_SMALL_PROSE = 20  # characters; less is no post


def find_known(outline: Outline, patterns: Iterable[Pattern]) -> list[tuple[Pattern, Found]]:
    """Give the known patterns that this page has, with their lists, of one record or more."""
    patterns = list(patterns)
    if not patterns or not len(outline):
        return []
    by_key: dict[int, list[int]] = {}
    for element, key in enumerate(path_keys(outline)):
        by_key.setdefault(key, []).append(element)
    found: list[tuple[Pattern, Found]] = []
    for pattern in patterns:
        records = _find_pattern(outline, by_key.get(key_of_location(pattern.location), []), pattern)
        if records:
            found.append((pattern, Found(tuple(records))))
    return found


def _find_pattern(outline: Outline, elements: Sequence[int], pattern: Pattern) -> list[Span]:
    leading = Pattern(pattern.location, pattern.roots[:1])
    leaders = [element for element in elements if fit(leading, outline, (element,)) >= KNOWN_FIT]
    if len(pattern.roots) == 1:
        return [(leader,) for leader in leaders]
    return [_with_followers(outline, leader, pattern, set(leaders)) for leader in leaders]


def _with_followers(outline: Outline, leader: int, pattern: Pattern, leaders: Container[int]) -> Span:
    """Add the siblings after a leader that are its other parts, as far as they come in the pattern's order."""
    siblings = outline.children[outline.parents[leader]]
    record = [leader]
    tags = {part.label[0] for part in pattern.roots[1:]}
    for sibling in siblings[siblings.index(leader) + 1 :]:
        if sibling in leaders or len(record) >= len(pattern.roots):
            break
        if outline.tags[sibling] in tags:
            record.append(sibling)
    return tuple(record)


def find_single(outline: Outline, timed: Sequence[int], beside: tuple[int, int] = (0, 0)) -> Found | None:
    """Give the one record of a page without a list: where the time and most of the prose are.

    Of the elements around the chosen one, those that add nothing are taken instead: the record is the outermost.
    `beside`: from where to where there is a list, which the record is not part of.
    """
    prose = prose_sums(outline, beside)
    whole = prose[-1]
    best = -1
    for element in timed:
        for around in (element, *outline.ancestors(element)):
            if prose[outline.ends[around]] - prose[around] >= max(_SMALL_PROSE, _PROSE_SHARE * whole):
                best = max(best, around)  # the later in page order, the deeper
                break
    if best <= 0:
        return None
    while outline.parents[best] > 0 and outline.area(outline.parents[best]) <= outline.area(best):
        best = outline.parents[best]
    return Found(((best,),))


def prose_sums(outline: Outline, beside: tuple[int, int] = (0, 0)) -> list[int]:
    """Give running sums of text outside of links, and outside of the elements from one to another."""
    sums, total, link_end = [0], 0, 0
    start, end = beside
    links = set(outline.links)
    for element, texts in enumerate(outline.texts):
        if element in links:
            link_end = max(link_end, outline.ends[element])
        if element >= link_end and not start <= element < end:
            total += sum(map(len, texts))
        sums.append(total)
    return sums
