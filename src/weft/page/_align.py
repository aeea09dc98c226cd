"""Partial tree alignment: records merged into one pattern with optional parts, and patterns compared with each other.

After Zhai & Liu's DEPTA, with two simplifications that keep it linear: children are aligned greedily from left to
right, and runs of like inline or paragraph children are one repeated part, so that what users write adds little.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from weft.page._regions_outline import Outline
from weft.page._regions_shapes import Label

MAX_PARTS = 200  # of one pattern; what comes later has the column of what it stands in
MAX_PART_DEPTH = 40  # the same for what stands deeper
LOOK_AHEAD = 12  # children a part may be away from where it is expected; keeps the time linear
SHAPE_DEPTH = 4  # parts above this depth belong to the pattern; deeper ones only if something of interest is in them
CORE_SUPPORT = 0.6  # parts that this share of the records has are what makes the pattern
LIKE_COST = 0.35  # greatest alignment cost of two patterns of one kind
# Children that repeat within a part without a meaning of their own place: text, not table columns.
_RUNS = frozenset(
    {"a", "abbr", "b", "blockquote", "br", "code", "del", "em", "font", "h4", "h5", "h6", "hr", "i", "img", "input"}
    | {"ins", "label", "li", "ol", "p", "pre", "s", "small", "span", "strong", "sub", "sup", "tr", "u", "ul"}
)


@dataclass(frozen=True, slots=True)
class Part:
    """One element of a pattern; `support` is the share of the records that have it."""

    name: str  # tag with tokens and number, unique among its siblings: a step of a column's path
    label: Label
    support: float
    children: tuple[Part, ...] = ()

    @property
    def is_optional(self) -> bool:
        """Whether some records lack it."""
        return self.support < 1.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the records of a list have in common: where they stand, and the aligned tree of each of their elements.

    The columns of authors and times are kept with a pattern that is to be known on other pages: one record alone does
    not tell them.
    """

    location: str
    roots: tuple[Part, ...]
    user_column: str | None = None
    time_column: str | None = None

    def matches(self, other: Pattern) -> bool:
        """Tell whether both are of one kind, so that columns of one are columns of the other."""
        return self.location == other.location and alignment_cost(self, other) <= LIKE_COST


@dataclass(slots=True, eq=False)
class _Draft:
    """A part in the making.

    `merged` is how elements of a shape came to lie on it, while parts may (not) be added; forgotten when one is.
    """

    number: int  # of the label: the same for the same
    label: Label
    name: str
    column: str
    around: _Draft | None = None
    count: int = 0
    children: list[_Draft] = field(default_factory=list)
    alike: dict[int, int] = field(default_factory=dict)  # how many of the children have each number
    merged: dict[tuple[int, bool], _Merge] = field(default_factory=dict)

    def insert(self, at: int, child: _Draft) -> None:
        self.children.insert(at, child)
        self.alike[child.number] = self.alike.get(child.number, 0) + 1
        draft: _Draft | None = self
        while draft is not None:
            draft.merged.clear()
            draft = draft.around

    def to_part(self, records: int) -> Part:
        children = tuple(child.to_part(records) for child in self.children)
        return Part(self.name, self.label, min(1.0, self.count / records), children)


@dataclass(frozen=True, slots=True)
class _Merge:
    """What laying an element's insides over a draft did: parts that were counted, columns by place in the element."""

    counted: list[_Draft]
    columns: list[tuple[int, str]]


class Aligner:
    """Merges records one by one; then knows the pattern and the column of each element of interest.

    Elements of one shape lie on a draft in the same way as long as it does not change, so that most of the later
    records are not aligned again but counted like the earlier ones.
    """

    def __init__(self, outline: Outline, interest: Container[int], times: Sequence[int], shapes: Sequence[int]) -> None:
        self._outline = outline
        self._interest = interest
        self._times = times  # how many elements with a time stand before each element
        self._shapes = shapes
        self._roots: dict[str, int] = {}
        self._top = _Draft(0, ("", ()), "", "")
        self._records = 0
        self._parts = 0
        self._counted: list[_Draft] = []  # the parts counted so far, in order
        self._elements: list[int] = []  # the elements put into columns so far, in order
        self.columns: dict[int, str] = {}

    def add(self, elements: Sequence[int]) -> None:
        """Merge one record."""
        self._records += 1
        self._merge_children(self._top, elements, 0)

    def pattern(self, location: str) -> Pattern:
        """Give the pattern of the records merged so far."""
        return Pattern(location, tuple(child.to_part(self._records) for child in self._top.children))

    def _merge_children(self, draft: _Draft, elements: Iterable[int], depth: int) -> None:
        outline, at = self._outline, 0
        seen: set[_Draft] = set()
        for element in elements:
            if depth > SHAPE_DEPTH and not self._holds_interest(element):
                continue
            at, child = self._align(draft, self._label(element, depth), at, depth)
            if child is None:
                self._inherit(element, draft.column)
                continue
            if child not in seen:
                seen.add(child)
                child.count += 1
                self._counted.append(child)
            if element in self._interest:
                self._put(element, child.column)
            if outline.children[element]:
                self._merge_inside(child, element, depth + 1)

    def _merge_inside(self, draft: _Draft, element: int, depth: int) -> None:
        """Merge what is in an element; as before, if one of its shape was merged since the draft last changed."""
        shape = self._shapes[element], self._parts < MAX_PARTS
        known = draft.merged.get(shape)
        if known is not None:
            for part in known.counted:
                part.count += 1
            self._counted += known.counted
            self.columns.update([(element + place, column) for place, column in known.columns])
            self._elements += [element + place for place, _ in known.columns]
            return
        parts, counted, put = self._parts, len(self._counted), len(self._elements)
        self._merge_children(draft, self._outline.children[element], depth)
        if self._parts == parts:
            columns = [(inner - element, self.columns[inner]) for inner in self._elements[put:]]
            draft.merged[shape] = _Merge(self._counted[counted:], columns)

    def _put(self, element: int, column: str) -> None:
        self.columns[element] = column
        self._elements.append(element)

    def _holds_interest(self, element: int) -> bool:
        """Tell whether a link is within, or a time: it may stand in a cell of its own, in a table in a table."""
        return self._outline.link_count(element) > 0 or self._times[self._outline.ends[element]] > self._times[element]

    def _label(self, element: int, depth: int) -> tuple[int, Label]:
        """Give an element's label with its number; of the records themselves, tokens do not count."""
        if depth:
            number = self._outline.labels[element]
            return number, self._outline.book.names[number]
        tag = self._outline.tags[element]
        return self._roots.setdefault(tag, -len(self._roots) - 1), (tag, ())

    def _align(self, draft: _Draft, numbered: tuple[int, Label], at: int, depth: int) -> tuple[int, _Draft | None]:
        """Give the child a label belongs to, from position `at` on, and the position for the next one."""
        children = draft.children
        number, label = numbered
        runs = label[0] in _RUNS
        start = at - 1 if runs and at else at
        for position in range(start, min(at + LOOK_AHEAD, len(children))) if number in draft.alike else ():
            if children[position].number == number:
                return position + 1, children[position]
        if self._parts >= MAX_PARTS or depth > MAX_PART_DEPTH:
            return at, None
        if at < len(children) and children[at].label[0] == label[0] and not runs:
            return at + 1, children[at]  # the same place in another dress: odd and even, read and unread
        self._parts += 1
        name, same = ".".join((label[0], *label[1])), draft.alike.get(number, 0)
        name = f"{name}#{same + 1}" if same else name  # unique among its siblings
        child = _Draft(number, label, name, f"{draft.column}/{name}" if draft.column else name, draft)
        draft.insert(at, child)
        return at + 1, child

    def _inherit(self, element: int, column: str) -> None:
        for inner in range(element, self._outline.ends[element]):
            if inner in self._interest:
                self._put(inner, column)


def alignment_cost(first: Pattern, second: Pattern) -> float:
    """Tell how much of two patterns cannot be laid over each other: 0 nothing, 1 all. Optional parts cost less."""
    apart, together = _compare(first.roots, second.roots)
    return apart / (apart + together) if apart + together else 0.0


def _compare(first: tuple[Part, ...], second: tuple[Part, ...]) -> tuple[float, float]:
    """Give the weights of what is in one only and of what is in both."""
    others = {part.name: part for part in second}
    apart = together = 0.0
    for part in first:
        other = others.pop(part.name, None)
        if other is None:
            apart += _weight(part)
            continue
        together += part.support + other.support
        inner_apart, inner_together = _compare(part.children, other.children)
        apart += inner_apart
        together += inner_together
    return apart + sum(_weight(part) for part in others.values()), together


def _weight(part: Part) -> float:
    return part.support + sum(_weight(child) for child in part.children)


def fit(pattern: Pattern, outline: Outline, elements: Sequence[int]) -> float:
    """Tell which share of a pattern's core a record has. 1 for a record like all others, 0 for another thing."""
    have, whole = _fit_children(pattern.roots, outline, elements)
    return have / whole if whole else 0.0


def _fit_children(
    parts: tuple[Part, ...], outline: Outline, elements: Sequence[int], depth: int = 0
) -> tuple[float, float]:
    have = whole = 0.0
    by_tag: dict[str, list[int]] = {}
    for element in elements:
        by_tag.setdefault(outline.tags[element], []).append(element)
    for part in parts:
        if part.support < CORE_SUPPORT:
            continue
        whole += part.support
        found = _pick(part, by_tag.get(part.label[0], []), outline, depth)
        if found is None:
            whole += sum(_core_weight(child) for child in part.children)
            continue
        inner_have, inner_whole = _fit_children(part.children, outline, outline.children[found], depth + 1)
        have += part.support + inner_have
        whole += inner_whole
    return have, whole


def _pick(part: Part, elements: list[int], outline: Outline, depth: int) -> int | None:
    """Take the first element with the part's tokens out of those with its tag; the roots' tokens do not count."""
    for position, element in enumerate(elements):
        if not depth or outline.classes[element] == part.label[1]:
            return elements.pop(position)
    return None


def _core_weight(part: Part) -> float:
    if part.support < CORE_SUPPORT:
        return 0.0
    return part.support + sum(_core_weight(child) for child in part.children)
