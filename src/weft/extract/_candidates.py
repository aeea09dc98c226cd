"""Kinds of elements that posts may begin with: what the records of the main lists have in common on several pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from weft.extract._found import WHOLE, Found, trim
from weft.extract._places import climb
from weft.extract._selectors import (
    FEW,
    NEARLY_ALL,
    child_marks,
    common_tokens,
    either_token,
    find_marks,
    looks_of,
    shared_marks,
    tokens_of,
    write_css,
)
from weft.extract._sheets import Sheet
from weft.page import Region

_MOSTLY = 0.7  # share of the examples that must have an attribute for it to be named
_MAX_CHAIN = 7  # elements above a post that its selector may name


@dataclass(slots=True)
class Candidate:
    """A kind of element that posts may begin with: what its examples on several pages have in common."""

    tag: str
    tokens: frozenset[str]
    above: list[tuple[str, frozenset[str]]]  # elements around it, the nearest first, each as tag and common tokens
    spans: bool  # a post goes on in the siblings that follow, up to the next
    # children that the first element has and those that follow, or other elements, have not, in how many examples
    marks: Counter[str] = field(default_factory=Counter)
    either: tuple[str, ...] = ()  # where no token is common, some of which each has one
    looks: Counter[str] = field(default_factory=Counter)  # attributes of old markup, as selectors, in how many examples
    held: Counter[str] = field(default_factory=Counter)  # children of what has no name, as selectors, in how many
    votes: int = 0
    examples: list[Found] = field(default_factory=list)

    def selectors(self) -> Iterable[str]:
        """Give selectors, the most general first."""
        if len(self.tokens) > 1:
            yield from (
                write_css(self.tag, {token}) for token in sorted(self.tokens, key=lambda token: (len(token), token))
            )
        selector = write_css(self.tag, self.tokens)
        if self.either:
            yield ", ".join(f"{self.tag}.{token}" for token in self.either)
        looks = "".join(sorted(look for look, count in self.looks.items() if count >= _MOSTLY * self.votes))
        if looks:
            yield selector + looks
            yield from (f"{write_css(tag, tokens)} > {selector}{looks}" for tag, tokens in self.above[:1])
        marks = [mark for mark, count in self.marks.items() if count >= _MOSTLY * self.votes]
        for mark in sorted(marks, key=lambda mark: (len(mark), mark)):
            if self.either:
                yield ", ".join(f"{self.tag}.{token}:has({mark})" for token in self.either)
            yield f"{selector}:has({mark})"
        if self.tokens:
            yield selector
        for tag, tokens in self.above[:_MAX_CHAIN]:
            selector = f"{write_css(tag, tokens)} > {selector}"
            if tokens or tag == "body":
                yield selector
        yield selector
        held = [mark for mark, count in self.held.items() if count == self.votes]
        yield from (f"{selector}:has(> {mark})" for mark in sorted(held, key=lambda mark: (-len(mark), mark)))


def find_candidates(sheets: Sequence[Sheet]) -> list[Candidate]:
    """Give what the main lists of the pages begin their records with, the most frequent first."""
    for least in (FEW, 1):  # some sites show one post a page
        candidates: list[Candidate] = []
        for number, sheet in enumerate(sheets):
            if sheet.main is None or len(sheet.main) < least or not _may_be_posts(sheet.main, is_dated=sheet.is_dated):
                continue
            found = [Found(number, trim(record.nodes)) for record in sheet.main.records]
            _join(candidates, describe(found))
        if candidates:
            break
    else:
        candidates = whole_pages(sheets)
    return sorted(candidates, key=lambda candidate: -candidate.votes)


def _may_be_posts(region: Region, *, is_dated: bool) -> bool:
    """Tell whether a list has times, or where posts have none more to read than links: these are buttons, or titles.

    Times may stand at another place in each record: then nearly all must have one.
    """
    if is_dated:
        return region.time_column is not None or sum(map(bool, region.times)) >= NEARLY_ALL * len(region)
    linked = sum(sum(record.anchor_lengths) for record in region.records)
    return 2 * linked < sum(record.text_length for record in region.records)


def whole_pages(sheets: Sequence[Sheet]) -> list[Candidate]:
    """Give the page itself as the one post it shows, where pages repeat nothing with a time: archives of letters."""
    bodies = [(number, sheet.page.tree.body) for number, sheet in enumerate(sheets) if sheet.times]
    found = [Found(number, (body,)) for number, body in bodies if body is not None]
    return [Candidate(WHOLE, frozenset(), [], spans=False, votes=len(found), examples=found)] if found else []


def describe(found: Sequence[Found]) -> Candidate:
    """Say what the first elements of records have in common."""
    firsts = [one.nodes[0] for one in found]
    tag = Counter(str(node.tag) for node in firsts).most_common(1)[0][0]
    above: list[tuple[str, frozenset[str]]] = []
    around = firsts[0].parent
    while around is not None and around.tag not in (None, "html", "-document"):
        above.append((str(around.tag), frozenset(tokens_of(around))))
        around = around.parent
    spans = sum(len(one.nodes) > 1 for one in found) > len(found) / 2
    marks = Counter(dict.fromkeys(find_marks(found), len(found))) if spans else Counter[str]()
    tokens = common_tokens(firsts, tag)
    if not spans and not tokens and _are_nested(firsts):  # steps from the body tell only the outermost
        marks = Counter(dict.fromkeys((f"> {mark}" for mark in shared_marks(firsts)), len(found)))
    either = () if tokens else either_token(firsts, tag)
    looks = Counter(look for node in firsts for look in looks_of(node))
    if spans:  # what the elements after the first ones have, too, tells nothing
        looks -= Counter(look for one in found for node in one.nodes[1:] for look in looks_of(node))
    held = Counter(mark for node in firsts if not (tokens or either or spans) for mark in child_marks(node))
    return Candidate(tag, tokens, above, spans, marks, either, looks, held, len(found), list(found))


def _are_nested(nodes: Sequence[LexborNode]) -> bool:
    """Tell whether some of the elements stand in others: answers in what they answer."""
    known = {node.mem_id for node in nodes}
    around = (above for node in nodes for above in climb(node.parent))
    return any(above.mem_id in known for above in around)


def _join(candidates: list[Candidate], new: Candidate) -> None:
    """Add a page's candidate, or make a known one more general by it."""
    for known in candidates:
        if known.tag != new.tag or known.spans != new.spans or _is_part(known, new) or _is_part(new, known):
            continue
        tokens = known.tokens & new.tokens
        if not tokens and known.either and known.either == new.either:
            known.marks += new.marks
            known.votes += new.votes
            known.examples += new.examples
            return
        if not tokens and (known.tokens or new.tokens or not _alike(known.above, new.above)):
            continue
        known.tokens = tokens
        known.marks += new.marks
        known.looks += new.looks
        known.held += new.held
        known.above = _common_above(known.above, new.above)
        known.votes += new.votes
        known.examples += new.examples
        return
    candidates.append(new)


def _is_part(inner: Candidate, outer: Candidate) -> bool:
    """Tell whether one kind stands in elements that are as the other's: parts of the only post of a page."""
    around = inner.above[0] if inner.above else None
    return around == (outer.tag, outer.tokens) and inner.above[1:] == outer.above


def _alike(one: list[tuple[str, frozenset[str]]], other: list[tuple[str, frozenset[str]]]) -> bool:
    pairs = list(zip(one[:2], other[:2], strict=False))
    return all(a[0] == b[0] and (bool(a[1] & b[1]) or a[1] == b[1]) for a, b in pairs)


def _common_above(
    one: list[tuple[str, frozenset[str]]], other: list[tuple[str, frozenset[str]]]
) -> list[tuple[str, frozenset[str]]]:
    common: list[tuple[str, frozenset[str]]] = []
    for (tag, tokens), (other_tag, other_tokens) in zip(one, other, strict=False):
        if tag != other_tag:
            break
        common.append((tag, tokens & other_tokens))
    return common
