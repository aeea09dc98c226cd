"""URL patterns by top-down refinement over tokens, in the manner of Koppula et al. (WSDM 2010; paper 002, 4.3.2).

It begins with the pattern that matches everything and refines it: by the number of path parts and the query keys, then
token by token, from both ends of every part and value. A refined pattern is kept only if it matches more than 0.2 of
all examples (the paper's modification), so that a few wrong examples leave no trace. A run of digits is never taken
literally: it is an id or a page number.

Where the paper is silent: a position is refined only if what is kept still holds most of the examples at hand, and a
word is taken literally only if several examples have it; else the names of three boards would become the pattern.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from weft.urls import cut_url

KEPT_SHARE = 0.2  # paper 002: a pattern must match more than this share of the examples
MIN_COVER = 0.65  # of a node's examples, in the refinements kept; the paper's own example loses a third
MAX_CHARS = 1000  # longer addresses teach nothing and cost time
MIN_SUPPORT = 3  # examples that have a word before it is taken for part of the pattern

# A run of digits, of letters (escaped ones too), or one other character; linear by construction.
_PIECES = re.compile(r"\d+|(?:[A-Za-z]|%[0-9A-Fa-f]{2})+|.", re.ASCII)
_SPECIAL = re.compile(r"[.?+*(){}\[\]|^$\\]")
_DIGITS = "\\d+"  # stands for any run of digits; no piece of a URL is written so

Pieces = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UrlShape:
    """What all URLs of one pattern have in common before any token is looked at."""

    origin: str
    parts: tuple[bool, ...]  # of the path: whether anything stands between two slashes
    keys: tuple[str, ...]  # as written, with '=' where there is one, and with what stands before all but the first


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """A learned pattern as regular expressions (RE2) of what stands before and behind the question mark."""

    path: str
    query: str
    support: int  # examples it matches
    share: float  # of all examples

    @property
    def regex(self) -> str:
        """The expression of the whole URL."""
        return f"{self.path}\\?{self.query}" if self.query else self.path


@dataclass(frozen=True, slots=True)
class Slot:
    """A path part or query value: tokens at its head and tail, and whether anything may stand between them."""

    head: Pieces = ()
    tail: Pieces = ()
    is_open: bool = True

    def to_regex(self, inside: str, *, may_be_empty: bool) -> str:
        """Write it; `inside` are the characters such a part may hold."""
        times = "*" if self.head or self.tail or may_be_empty else "+"
        middle = inside + times if self.is_open else ""
        return "".join(map(_escape, self.head)) + middle + "".join(map(_escape, self.tail))


@dataclass(frozen=True, slots=True)
class CutUrl:
    """A URL cut into its shape and the pieces of every part and value."""

    shape: UrlShape
    slots: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class _Node:
    """A pattern in the making and the examples it matches."""

    slots: tuple[Slot, ...]
    urls: tuple[CutUrl, ...]


def learn_patterns(urls: Iterable[str], kept_share: float = KEPT_SHARE) -> tuple[UrlPattern, ...]:
    """Give the most specific patterns that each match more than `kept_share` of the examples, most examples first."""
    cut = [cut_pieces(url) for url in sorted(set(urls)) if len(url) <= MAX_CHARS]
    least = kept_share * len(cut)
    by_shape: dict[UrlShape, list[CutUrl]] = defaultdict(list)
    for url in cut:
        by_shape[url.shape].append(url)
    found: list[UrlPattern] = []
    for shape, members in by_shape.items():
        if len(members) > least:
            node = _Node(tuple(Slot() for _ in members[0].slots), tuple(members))
            found += (_to_pattern(shape, leaf, len(cut)) for leaf in _refine(node, least))
    return tuple(sorted(found, key=lambda pattern: (-pattern.support, pattern.regex)))


def cut_pieces(url: str) -> CutUrl:
    """Cut a canonical URL into tokens, escapes left as they are written."""
    origin, slots = cut_url(url)
    asked = next((place for place, slot in enumerate(slots) if slot.lead == "?"), len(slots))
    path, query = slots[:asked], slots[asked:]
    keys = tuple((slot.lead if place else "") + slot.key for place, slot in enumerate(query))
    shape = UrlShape(origin, tuple(bool(slot.text) for slot in path), keys)
    return CutUrl(shape, tuple(tuple(_PIECES.findall(slot.text)) for slot in slots))


def write_regex(shape: UrlShape, slots: Sequence[Slot]) -> tuple[str, str]:
    """Write path and query of a pattern as regular expressions."""
    path = "".join("/" + slot.to_regex("[^/?]", may_be_empty=False) for slot in slots[: len(shape.parts)])
    values = [slot.to_regex("[^/&;]", may_be_empty=True) for slot in slots[len(shape.parts) :]]
    query = "".join(_escape(key) + value for key, value in zip(shape.keys, values, strict=True))
    return _escape(shape.origin) + path, query


def token_of(piece: str) -> str:
    """Give a piece as a pattern knows it: literally, but for digits."""
    return _DIGITS if piece.isdigit() else piece


def _refine(root: _Node, least: float) -> list[_Node]:
    """Refine until nothing can be refined: the leaves are the patterns."""
    leaves: list[_Node] = []
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        children = _best_split(node, least)
        if children is None:
            leaves.append(node)
        else:
            open_nodes += children
    return leaves


def _best_split(node: _Node, least: float) -> list[_Node] | None:
    """Give the refinement that keeps most of the examples, the leftmost of equals; None if there is none."""
    best: list[_Node] | None = None
    for place, slot in enumerate(node.slots):
        for refine in (_refine_head, _refine_tail) if slot.is_open else ():
            kept = _split(node, place, refine, least)
            if kept is not None and _cover(kept) == len(node.urls):
                return kept
            if kept is not None and (best is None or _cover(kept) > _cover(best)):
                best = kept
    return best


_Refine = Callable[[Slot, Pieces], Slot]


def _split(node: _Node, place: int, refine: _Refine, least: float) -> list[_Node] | None:
    """Split a node by the next token of one slot; None if too little would be kept."""
    slot = node.slots[place]
    groups: dict[Slot, list[CutUrl]] = defaultdict(list)
    for url in node.urls:
        groups[refine(slot, url.slots[place])].append(url)
    kept = [
        _Node((*node.slots[:place], refined, *node.slots[place + 1 :]), tuple(urls))
        for refined, urls in groups.items()
        if len(urls) > least and (len(groups) == 1 or len(urls) >= MIN_SUPPORT)
    ]
    return kept if kept and _cover(kept) >= MIN_COVER * len(node.urls) else None


def _refine_head(slot: Slot, pieces: Pieces) -> Slot:
    rest = _between(slot, pieces)
    return replace(slot, head=(*slot.head, token_of(rest[0]))) if rest else replace(slot, is_open=False)


def _refine_tail(slot: Slot, pieces: Pieces) -> Slot:
    rest = _between(slot, pieces)
    return replace(slot, tail=(token_of(rest[-1]), *slot.tail)) if rest else replace(slot, is_open=False)


def _between(slot: Slot, pieces: Pieces) -> Pieces:
    return pieces[len(slot.head) : len(pieces) - len(slot.tail)]


def _cover(nodes: Iterable[_Node]) -> int:
    return sum(len(node.urls) for node in nodes)


def _to_pattern(shape: UrlShape, leaf: _Node, total: int) -> UrlPattern:
    path, query = write_regex(shape, leaf.slots)
    return UrlPattern(path, query, len(leaf.urls), len(leaf.urls) / total)


def escape_literal(text: str) -> str:
    """Write a text so that RE2 takes it literally; only what must be is escaped, for people read the patterns."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _escape(token: str) -> str:
    return token if token == _DIGITS else escape_literal(token)
