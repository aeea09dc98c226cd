"""Records taken apart for learning: their elements and pieces of text, with the places of these."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from weft.extract._places import LAST, NONE, PART, Path, Steps, class_tokens

MAX_LEAVES = 4000  # of one record: a hostile one has as many as fit
_UNSEEN = frozenset({"script", "style", "template", "select", "option", "textarea", "noscript", "svg", "iframe"})


class Leaf(NamedTuple):
    """A piece of text of a record, and the path of the element it stands in."""

    path: Path
    text: str


class Element(NamedTuple):
    """An element of a record. What it is called and what it carries is asked for once: each question costs."""

    path: Path
    node: LexborNode
    tag: str
    attributes: Mapping[str, str | None]
    lone: str | None  # the text that is all it holds; None where it holds elements
    may_label: bool  # a piece of text in it follows something that may announce it


Span = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class View:
    """A record taken apart: its pieces of text, and its elements by path, in document order."""

    nodes: tuple[LexborNode, ...]
    leaves: list[Leaf]
    elements: list[Element]
    paths: dict[int, Path]  # by identity of the element
    _spans: list[Span]  # leaves of elements; None: not all are there
    _ends: list[int]  # characters up to each leaf, with a space after each

    def short_text(self, at: int, most: int) -> str | None:
        """Give the text of an element in one line, empty if longer than `most`; None where that is not known."""
        span = self._spans[at]
        if span is None:
            return None
        start, end = span
        if self._ends[end] - self._ends[start] > most + 1:
            return ""
        return " ".join([leaf.text for leaf in self.leaves[start:end]])


def view_record(
    nodes: Sequence[LexborNode],
    strangers: Collection[int] = (),
    ignored: frozenset[str] = NONE,
    names: Collection[Path] = (),
) -> View:
    """Walk a record. `strangers` are the roots of other records (replies inside it): left out.

    `names` are places that are not told by number: where the last of a name is called so, and which parts of the record
    are called by a class token.
    """
    walk = _Walk(strangers, ignored, names)
    for root, node in zip(_roots(nodes, names), nodes, strict=True):
        walk.enter(root, node, node.tag or "", node.attributes)
        if len(walk.leaves) > MAX_LEAVES:
            break
    return View(tuple(nodes), walk.leaves, walk.elements, walk.paths, walk.spans, walk.ends)


def _roots(nodes: Sequence[LexborNode], names: Collection[Path]) -> list[Path]:
    """Give the paths of the elements that a record is made of: nothing to go where there is one."""
    if len(nodes) == 1:
        return [()]
    roots: list[Path] = [(f"{PART}{number}",) for number in range(len(nodes))]
    if (PART,) in names:
        roots[-1] = (f"{PART}{LAST}",)
    for number, node in enumerate(nodes) if names else ():
        tokens = class_tokens(node.attributes.get("class"))
        roots[number] = next((step for token in tokens if (step := (f"{PART}.{token}",)) in names), roots[number])
    return roots


_Part = tuple[str, LexborNode, str, Mapping[str, str | None]] | str  # an element with its name, or a text


class _Walk:
    """Takes one record apart: what a View is made of."""

    def __init__(self, strangers: Collection[int], ignored: frozenset[str], tails: Collection[Path]):
        self.leaves: list[Leaf] = []
        self.elements: list[Element] = []
        self.paths: dict[int, Path] = {}
        self.spans: list[Span] = []
        self.ends = [0]
        self._strangers = strangers
        self._ignored = ignored
        self._tails = tails

    def enter(self, path: Path, node: LexborNode, tag: str, attributes: Mapping[str, str | None]) -> bool:
        """Add an element and what is in it; tells whether that is all there is to read in it."""
        start = len(self.leaves)
        self.paths[node.mem_id] = path
        only = node.child
        if only is None or (only.next is None and only.tag == "-text"):
            lone = " ".join((only.text_content or "").split()) if only is not None else ""
            self.elements.append(Element(path, node, tag, attributes, lone, ": " in lone))
            if lone:
                self._add(path, lone)
            self.spans.append((start, len(self.leaves)))
            return True
        parts, may_label, is_whole = self._parts(only)
        at = len(self.elements)
        self.elements.append(Element(path, node, tag, attributes, None, may_label))
        self.spans.append(None)
        for part in _name_last(parts, path, self._tails) if self._tails else parts:
            if len(self.leaves) > MAX_LEAVES:
                return False
            if isinstance(part, str):
                self._add(path, part)
            else:
                is_whole &= self.enter((*path, part[0]), part[1], part[2], part[3])
        if is_whole:
            self.spans[at] = start, len(self.leaves)
        return is_whole

    def _add(self, path: Path, text: str) -> None:
        self.leaves.append(Leaf(path, text))
        self.ends.append(self.ends[-1] + len(text) + 1)

    def _parts(self, child: LexborNode | None) -> tuple[list[_Part], bool, bool]:
        """Give what follows in an element by name, whether some of it may announce a text, and whether it is all."""
        parts: list[_Part] = []
        steps = Steps(self._ignored)
        follows = may_label = False  # an element stands right before
        is_whole = True
        while child is not None:
            tag = child.tag or ""
            if tag == "-text":
                if words := (child.text_content or "").split():
                    parts.append(" ".join(words))
                    may_label |= follows
                follows = False
            elif tag[:1] in "-!":
                follows = False
            else:
                follows = True
                if tag in _UNSEEN or child.mem_id in self._strangers:
                    is_whole = False
                else:
                    attributes = child.attributes
                    parts.append((steps.name(tag, attributes.get("class")), child, tag, attributes))
            child = child.next
        return parts, may_label, is_whole


def _name_last(parts: list[_Part], path: Path, tails: Collection[Path]) -> list[_Part]:
    """Give the parts of an element with the last of a name called so, where it is to be."""
    last = {part[0].partition(":")[0]: at for at, part in enumerate(parts) if not isinstance(part, str)}
    renamed = list(parts)
    for base, at in last.items():
        if (*path, base) in tails and not isinstance(part := parts[at], str):
            renamed[at] = (f"{base}:{LAST}", *part[1:])
    return renamed
