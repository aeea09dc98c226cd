"""What a selector can say of elements: their class tokens, looks of old markup, and what only some hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from selectolax.lexbor import LexborNode

from weft.extract._found import Found

_NAME = re.compile(r"[A-Za-z_][\w-]*\Z")  # class tokens that a selector can hold as they are
_LOOKS = (
    "bgcolor",
    "colspan",
    "rowspan",
    "align",
    "valign",
    "width",
    "height",
    "border",
    "cellspacing",
    "cellpadding",
)  # how old markup tells cells apart
_CELLS = frozenset({"td", "th"})
_PLAIN = re.compile(r"[\w#%.-]{1,20}\Z")
_EITHER = 3  # tokens that may stand for each other
_STRAY = 0.05  # share of the records that may be none
FEW = 2  # records of a region from which it can tell what a post is
NEARLY_ALL = 0.9  # examples of a post


def write_css(tag: str, tokens: Iterable[str]) -> str:
    """Write the selector of a tag with class tokens."""
    return "".join((tag, *(f".{token}" for token in sorted(tokens) if _NAME.match(token))))


def tokens_of(node: LexborNode) -> frozenset[str]:
    """Give the class tokens of an element that a selector can hold."""
    return frozenset(filter(_NAME.match, (node.attributes.get("class") or "").split()))


def looks_of(node: LexborNode) -> frozenset[str]:
    """Give what attributes of old markup say of an element, as selectors."""
    attributes = node.attributes
    found = ((name, attributes.get(name)) for name in _LOOKS) if attributes else ()
    return frozenset(f'[{name}="{value}"]' for name, value in found if value and _PLAIN.match(value))


def common_tokens(nodes: Sequence[LexborNode], tag: str) -> frozenset[str]:
    """Give the class tokens that all elements of a tag have."""
    return frozenset.intersection(*(tokens_of(node) for node in nodes if node.tag == tag))


def either_token(nodes: Sequence[LexborNode], tag: str) -> tuple[str, ...]:
    """Give few tokens of which each element has one, where none is common to all: rows in two colours."""
    sets = [tokens_of(node) for node in nodes if node.tag == tag]
    chosen: list[str] = []
    while sets and len(chosen) < _EITHER:
        often = Counter(token for tokens in sets for token in tokens)
        if not often:
            return ()
        token = min(often, key=lambda token: (-often[token], len(token), token))
        chosen.append(token)
        sets = [tokens for tokens in sets if token not in tokens]
    return tuple(sorted(chosen)) if not sets else ()


def child_marks(node: LexborNode) -> frozenset[str]:
    """Give selectors that an element's children and theirs fit: by class token, by looks, by what is in them.

    Of a row how many cells it has is one.
    """
    marks: set[str] = set()
    if node.tag == "tr":
        cells = [child for child in node.iter() if child.tag in _CELLS]
        marks.update(f"{cell.tag}:nth-child({len(cells)}):last-child" for cell in cells[-1:])
    for child in node.iter():
        tag = str(child.tag)
        if tag[0] in "-!":
            continue
        marks.update(write_css(tag, {token}) for token in tokens_of(child))
        marks.update(tag + look for look in looks_of(child))
        for inner in child.iter():
            name = str(inner.tag)
            if name[0] not in "-!":
                marks.add(f"{tag} > {name}")
                marks.update(f"{tag} > {write_css(name, {token})}" for token in tokens_of(inner))
    return frozenset(marks)


def shared_marks(nodes: Sequence[LexborNode]) -> frozenset[str]:
    """Give selectors that children of nearly all elements fit."""
    often = Counter(mark for node in nodes for mark in child_marks(node))
    return frozenset(mark for mark, count in often.items() if count >= NEARLY_ALL * len(nodes))


def find_marks(found: Sequence[Found]) -> frozenset[str]:
    """Give selectors of children that only the first elements of records have: head and text stand in rows by turns."""
    firsts = Counter(mark for one in found for mark in child_marks(one.nodes[0]))
    others = Counter(mark for one in found for node in one.nodes[1:] for mark in child_marks(node))
    strays = max(len(found) > FEW, int(_STRAY * len(found)))  # a table below the posts may be taken for one more
    marks = {mark for mark, count in firsts.items() if count >= len(found) - strays and others[mark] <= strays}
    return frozenset(f"> {mark}" for mark in marks) or _find_next_marks(found)


def _find_next_marks(found: Sequence[Found]) -> frozenset[str]:
    """Give selectors of children that all second elements of records have and none else: the first ones stand before.

    That is where heads are made as feet are.
    """
    seconds = Counter(mark for one in found for node in one.nodes[1:2] for mark in child_marks(node))
    others = {mark for one in found for node in (*one.nodes[:1], *one.nodes[2:]) for mark in child_marks(node)}
    tag = Counter(str(node.tag) for one in found for node in one.nodes[1:2]).most_common(1)
    marks = {mark for mark, count in seconds.items() if count == len(found) and mark not in others}
    return frozenset(f"+ {tag[0][0]} > {mark}" for mark in marks)
