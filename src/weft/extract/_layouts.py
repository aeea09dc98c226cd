"""Where the posts are: the element a post begins with, as a selector that holds on all pages of a site."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from selectolax.lexbor import LexborNode

from weft.extract._candidates import Candidate, describe
from weft.extract._found import Found, find_records
from weft.extract._selectors import FEW, NEARLY_ALL, tokens_of, write_css
from weft.extract._sheets import Sheet

_DIGITS = re.compile(r"\d+")
_LIKELY = 0.3  # share of the votes of the best from which a candidate is looked at
_OFTEN, _MOST_PAGES = 3, 0.6  # pages, and share of them, on which what looks like a post is of the site's making
_AKIN = 0.7  # of the elements that nearly all examples hold, for another to be one of them
_SPARE = 2  # matches without a time that outweigh one with

Chosen = tuple[str, bool, list[Found]]  # selector, whether posts span siblings, the posts


def choose_layout(sheets: Sequence[Sheet], candidates: Sequence[Candidate]) -> Chosen | None:
    """Give the selector under which most posts are found on all pages, whether they span siblings, and the posts."""
    best: tuple[int, str, bool, list[Found]] | None = None
    for candidate in candidates:
        if candidate.votes < _LIKELY * candidates[0].votes:
            break
        known: set[frozenset[tuple[int, int]]] = set()  # several selectors may tell the same elements
        for selector in candidate.selectors():
            found = [
                one
                for number, sheet in enumerate(sheets)
                for one in find_records(number, sheet.page, selector, spans=candidate.spans)
            ]
            starts = frozenset((one.sheet, one.start) for one in found)
            if starts in known:
                continue
            known.add(starts)
            timed = with_time(sheets, found) if sheets[0].is_dated else _with_marks(found, candidate.examples)
            timed = _without_strangers(_without_standing(timed, len(sheets)), candidate.examples)
            if _are_halved(timed):
                continue
            score = len(timed) - _SPARE * (len(found) - len(timed))
            if best is None or score > best[0]:
                best = score, selector, candidate.spans, timed
            if len(found) == len(timed) and len(timed) >= candidate.votes:
                break
    return best[1:] if best is not None else None


def unnest(sheets: Sequence[Sheet], chosen: Chosen) -> Chosen:
    """Give the first parts of what was chosen instead, where these are posts and more of them stand inside it.

    An answer may share a box with the answers to it, which are boxes of another kind at some depth; so is the opening.
    """
    _, spans, found = chosen
    parts = [(one, part) for one in found if (part := _first_part(one.nodes[0])) is not None]
    if spans or len(parts) < max(FEW, NEARLY_ALL * len(found)):
        return chosen
    candidate = describe([Found(one.sheet, (part,)) for one, part in parts])
    kind = write_css(candidate.tag, candidate.tokens)
    alone = [(one.nodes[0], part) for one, part in parts if len(one.nodes[0].css(kind)) == 1]
    if not candidate.tokens or not alone or len(parts) - len(alone) < FEW:
        return chosen
    if sum(len(part.text()) for _, part in alone) < NEARLY_ALL * sum(len(whole.text()) for whole, _ in alone):
        return chosen
    inner = choose_layout(sheets, [candidate])
    return inner if inner is not None and len(inner[2]) > len(found) else chosen


def _first_part(node: LexborNode) -> LexborNode | None:
    """Give the first element in another that has something to read."""
    return next((child for child in node.iter() if str(child.tag)[0] not in "-!" and child.text(strip=True)), None)


def _without_standing(found: list[Found], pages: int) -> list[Found]:
    """Leave out what says the same on most pages, numbers aside: the head of the site, with the clock.

    Where all do, they are posts of little variety.
    """
    texts = [_DIGITS.sub("", " ".join(node.text(separator=" ") for node in one.nodes)) for one in found]
    on = Counter(text for _, text in {(one.sheet, text) for one, text in zip(found, texts, strict=True)})
    standing = {text for text, count in on.items() if count >= max(_OFTEN, _MOST_PAGES * pages)}
    return [one for one, text in zip(found, texts, strict=True) if text not in standing] or found


def _without_strangers(found: list[Found], examples: Sequence[Found]) -> list[Found]:
    """Leave out what has little of what nearly all examples have inside: rows of another table, without a name."""
    known = {(one.sheet, one.start) for one in examples}
    others = [one for one in found if (one.sheet, one.start) not in known]
    if not others:
        return found
    common = _common_names(examples)
    strange = {one.start for one in others if len(common & _inner_names(one)) < _AKIN * len(common)}
    return [one for one in found if one.start not in strange]


def _are_halved(found: Sequence[Found]) -> bool:
    """Tell whether every record holds just one other: parts of posts that are made as these are, not answers."""
    owners = {(one.sheet, node.mem_id): one for one in found for node in one.nodes}
    held = [one for one in found if _climb_to(owners, one.sheet, one.nodes[0].parent)[0] is not None]
    return len(held) > FEW and len(_around_others(owners, found)) == len(held) == len(found) - len(held)


def with_time(sheets: Sequence[Sheet], found: Sequence[Found]) -> list[Found]:
    """Give the records with a time that belongs to no record inside them.

    Of those around other records, answers in answers, only such as have it where the innermost have theirs: what pages
    are divided with may be called like a post, and has a time somewhere.
    """
    owners = {(one.sheet, node.mem_id): one for one in found for node in one.nodes}
    ways: dict[tuple[int, int], set[tuple[str, ...]]] = defaultdict(set)  # by record from its times up to it
    for number, sheet in enumerate(sheets):
        for time in sheet.times:
            owner, way = _climb_to(owners, number, time.node)
            if owner is not None:
                ways[number, owner.start].add(way)
    around = _around_others(owners, found)
    usual = {way for start, known in ways.items() if start not in around for way in known}
    return [
        one
        for one in found
        if (known := ways.get((one.sheet, one.start)))
        and ((one.sheet, one.start) not in around or not usual or not usual.isdisjoint(known))
    ]


def _with_marks(found: Sequence[Found], examples: Sequence[Found]) -> list[Found]:
    """Give the records that have what nearly all examples have: where posts have no times."""
    common = _common_names(examples)
    return [one for one in found if common <= _inner_names(one)]


def _common_names(examples: Sequence[Found]) -> set[str]:
    often = Counter(name for one in examples for name in _inner_names(one))
    return {name for name, count in often.items() if count >= NEARLY_ALL * len(examples)}


def _inner_names(record: Found) -> frozenset[str]:
    """Give the elements in a record and in these, as selectors."""
    children = [child for node in record.nodes for child in node.iter()]
    inner = [*children, *(one for child in children for one in child.iter())]
    return frozenset(write_css(str(node.tag), tokens_of(node)) for node in inner)


def _climb_to(
    owners: Mapping[tuple[int, int], Found], sheet: int, node: LexborNode | None
) -> tuple[Found | None, tuple[str, ...]]:
    """Give the record that an element is, or stands in, and the elements up to it."""
    way: list[str] = []
    while node is not None:
        owner = owners.get((sheet, node.mem_id))
        if owner is not None:
            return owner, tuple(way)
        way.append(str(node.tag))
        node = node.parent
    return None, ()


def _around_others(owners: Mapping[tuple[int, int], Found], found: Sequence[Found]) -> set[tuple[int, int]]:
    """Give the first elements of the records that others stand in."""
    outer = (_climb_to(owners, one.sheet, one.nodes[0].parent)[0] for one in found)
    return {(one.sheet, one.start) for one in outer if one is not None}
