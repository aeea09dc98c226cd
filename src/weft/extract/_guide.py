"""All places of a kind of post, found in one walk of a record: places share the first steps of their paths.

`_places.go_all` goes one path; this goes all that a layout knows at once and gives the same elements in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from weft.extract._places import LAST, PART, Path, base_name, is_any, loosen_step, name_parts, tag_of

Spots = dict[Path, list[LexborNode]]
_REMEMBERED = 4096  # names of elements: a hostile site has a new one for each


@dataclass(slots=True)
class _Stop:
    """Where paths go on from an element: `exact` by the name of a child, `loose` by its name without a number.

    `last`, by that too, where the last child of that name is meant.
    """

    paths: list[Path] = field(default_factory=list)  # those that end here
    tags: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)  # names without numbers: all others are passed by
    exact: dict[str, _Stop] = field(default_factory=dict)
    loose: dict[str, _Stop] = field(default_factory=dict)
    last: dict[str, _Stop] = field(default_factory=dict)


class Guide:
    """Knows the way to a set of places."""

    def __init__(self, paths: Iterable[Path], ignored: frozenset[str]) -> None:
        self._ignored = ignored
        self._bases: dict[tuple[str, str | None], str] = {}  # of elements met, by tag and class: quicker to ask
        self._start = _Stop()
        for path in dict.fromkeys(paths):
            _lay(self._start, path)
        self._parts = {step: stop for step, stop in self._start.exact.items() if step[:1] == PART}

    def visit(self, nodes: Sequence[LexborNode]) -> Spots:
        """Give the elements at each path of a record, in document order; paths that lead nowhere are left out."""
        found: Spots = {}
        if len(nodes) == 1:
            self._walk(nodes[0], self._start, found)
            return found
        parts = name_parts(nodes)
        for step, stop in self._parts.items():
            if (part := parts.get(step)) is not None:
                self._walk(part, stop, found)
        return found

    def _walk(self, node: LexborNode, stop: _Stop, found: Spots) -> None:
        for path in stop.paths:
            found.setdefault(path, []).append(node)
        tags, bases, exact, loose = stop.tags, stop.bases, stop.exact, stop.loose
        if not tags:
            return
        counts: dict[str, int] = {}
        left = len(exact)  # a name is one element's: when all have come, there is nothing to look for
        last: dict[str, LexborNode] = {}
        child = node.child
        while child is not None:
            tag = child.tag
            if tag in tags:
                called = (tag, child.attributes.get("class"))
                base = self._bases.get(called) or self._name(*called)
                if base not in bases:
                    child = child.next
                    continue
                number = counts[base] = counts.get(base, 0) + 1
                name = f"{base}:{number}" if number > 1 or base == tag else base
                following = exact.get(name)
                if following is not None:
                    self._walk(child, following, found)
                    left -= 1
                    if not left and not loose and not stop.last:
                        return
                if base in stop.last:
                    last[base] = child
                if loose and (following := loose.get(loosen_step(name))) is not None:
                    self._walk(child, following, found)
            child = child.next
        for base, child in last.items():
            self._walk(child, stop.last[base], found)

    def _name(self, tag: str, value: str | None) -> str:
        if len(self._bases) >= _REMEMBERED:
            self._bases.clear()
        base = self._bases[tag, value] = base_name(tag, value, self._ignored)
        return base


def _lay(stop: _Stop, path: Path) -> None:
    """Add a path to those that begin at a stop."""
    for step in path:
        stop.tags.add(tag_of(step))
        base, _, number = step.partition(":")
        stop.bases.add(base)
        ways = stop.loose if is_any(step) else stop.last if number == LAST else stop.exact
        stop = ways.setdefault(base if number == LAST else step, _Stop())
    stop.paths.append(path)
