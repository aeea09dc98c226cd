"""Kinds: which elements of a page are built alike, wherever they stand.

Two elements are of one kind when the tag path that leads to them is the same and their insides are alike to a bounded
depth. What users write goes deeper than that or only adds to it, so that a long post and a short one are of one kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from weft.page._regions_outline import Outline

INSIDE_DEPTH = 4  # how deep insides are compared
TABLE_DEPTH = 7  # the same for tables, which take three steps for one box
_TABLE_TAGS = frozenset({"table", "tbody", "tr"})
LIKE = 0.5  # least likeness of two siblings of one kind
LIKE_APART = 0.7  # the same of elements with different parents: sub-boards and threads are listed in tables much alike
# The core of a kind is what this share of its members has; a member must have this share of the core.
CORE_SHARE, CORE_KEPT = 0.6, 0.6
MIN_FOR_CORE = 3  # of two members neither is the rule
# Weights of what only the smaller and only the larger of two insides has (Tversky's index): additions are what users
# and optional parts make, lacks are what tells an advertisement from a post.
_LACK, _ADDITION = 0.7, 0.3
MAX_KINDS = 24  # of one path; later ones are left out, which keeps the time linear
_ROOT = 17

Features = frozenset[int]


@dataclass(slots=True)
class _Group:
    """A kind in the making; the first member's insides stand for it."""

    exemplar: Features
    members: list[int] = field(default_factory=list)
    parents: set[int] = field(default_factory=set)


def path_keys(outline: Outline) -> list[int]:
    """Give each element a number that stands for the tags above it and its own; nested replies count as their parents.

    A path that repeats its last two steps (a list in a list, a reply in a reply's box) is taken back to the first time.
    """
    keys: list[int] = []
    tags, parents, classes = outline.tags, outline.parents, outline.classes
    for element, tag in enumerate(tags):
        parent = parents[element]
        if parent < 0:
            keys.append(_ROOT)
            continue
        above = parents[parent]
        higher = parents[above] if above >= 0 else -1
        if higher >= 0 and tag == tags[above] and tags[parent] == tags[higher]:
            same = classes[element] == classes[above] and classes[parent] == classes[higher]
            if tag == "li" or (classes[element] and same):
                keys.append(keys[above])
                continue
        keys.append(hash((keys[parent], tag)))
    return keys


def inside_features(outline: Outline, element: int) -> Features:
    """Give what an element is made of: relative tag paths to a bounded depth, alone and with each class token."""
    tags, classes, children = outline.tags, outline.classes, outline.children
    if not children[element]:
        return _leaf_features(tags[element], classes[element])
    features: set[int] = set()
    add = features.add
    # A stack of its own rather than recursion: this is the innermost loop of region mining (3,000 rounds a page).
    todo = [(element, 0, TABLE_DEPTH if tags[element] in _TABLE_TAGS else INSIDE_DEPTH)]
    while todo:
        at, above, depth = todo.pop()
        path = hash((above, tags[at]))
        add(path)
        for token in classes[at]:
            add(hash((path, token)))
        if depth:
            todo += [(child, path, depth - 1) for child in children[at]]
    return frozenset(features)


class _Insides:
    """The features of a page's elements; those of the same shape have the same, which are made once."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._shapes = _number_shapes(outline)
        self._known: dict[int, Features] = {}

    def of(self, element: int) -> Features:
        shape = self._shapes[element]
        features = self._known.get(shape)
        if features is None:
            features = self._known[shape] = inside_features(self._outline, element)
        return features


def _number_shapes(outline: Outline) -> list[int]:
    """Give each element a number that those have too that are made of the same elements in the same order."""
    shapes = [0] * len(outline)
    numbers: dict[tuple[str, tuple[str, ...], tuple[int, ...]], int] = {}
    tags, classes, children = outline.tags, outline.classes, outline.children
    for element in range(len(shapes) - 1, -1, -1):
        inner = children[element]
        key = (tags[element], classes[element], tuple([shapes[child] for child in inner]) if inner else ())
        shapes[element] = numbers.setdefault(key, len(numbers))
    return shapes


@lru_cache(maxsize=4096)
def _leaf_features(tag: str, tokens: tuple[str, ...]) -> Features:
    path = hash((0, tag))
    return frozenset((path, *(hash((path, token)) for token in tokens)))


def likeness(first: Features, second: Features) -> float:
    """Tell how alike two insides are, from 0 to 1."""
    both = len(first & second)
    smaller, larger = sorted((len(first), len(second)))
    return both / (both + _LACK * (smaller - both) + _ADDITION * (larger - both)) if both else 0.0


def key_of_location(location: str) -> int:
    """Give the number `path_keys` gives to elements at a location."""
    key = _ROOT
    for tag in location.split("/")[1:]:
        key = hash((key, tag))
    return key


def location_of(outline: Outline, element: int) -> str:
    """Give the tags that lead to an element, from the body on: the same on all pages of one layout."""
    return "/".join([outline.tags[around] for around in (element, *outline.ancestors(element))][::-1])


def find_kinds(outline: Outline) -> list[list[int]]:
    """Give the kinds with at least two members that are siblings. Elements that show nothing have no kind."""
    by_path: dict[int, list[int]] = defaultdict(list)
    for element, key in enumerate(path_keys(outline)):
        by_path[key].append(element)
    kinds: list[list[int]] = []
    insides = _Insides(outline)
    for elements in by_path.values():
        if has_siblings(outline, elements):
            shown = [element for element in elements if not outline.is_empty(element)]
            found = _split_path(outline, {element: insides.of(element) for element in shown})
            kinds += [group for group in found if has_siblings(outline, group)]
    return kinds


def has_siblings(outline: Outline, elements: list[int]) -> bool:
    """Tell whether two of these elements have the same parent; if not, they are parts of records, not records."""
    return len(elements) > 1 and len({outline.parents[element] for element in elements}) < len(elements)


def _split_path(outline: Outline, insides: dict[int, Features]) -> list[list[int]]:
    """Part the elements of one path into kinds, then each kind into those with its core and those without."""
    kinds: list[list[int]] = []
    for group in _split_by_insides(outline, insides):
        kept = _with_core({element: insides[element] for element in group})
        kinds.append(kept)
        if len(kept) < len(group):
            rest = set(group).difference(kept)
            kinds += _split_by_insides(outline, {element: insides[element] for element in group if element in rest})
    return kinds


def _with_core(insides: dict[int, Features]) -> list[int]:
    """Give the members that have most of what most members have: a heading in a list of rows has not."""
    if len(insides) < MIN_FOR_CORE:
        return list(insides)
    counts = Counter(chain.from_iterable(insides.values()))
    least = CORE_SHARE * len(insides)
    core = {feature for feature, count in counts.items() if count >= least}
    return [element for element, features in insides.items() if len(core & features) >= CORE_KEPT * len(core)]


def _split_by_insides(outline: Outline, insides: dict[int, Features]) -> list[list[int]]:
    """Part elements into kinds; each goes to the kind whose first member it is most like.

    The commonest and richest insides come first: were a heading first, plain rows would be taken for headings.
    """
    groups: list[_Group] = []
    known: dict[tuple[int, Features], _Group] = {}
    counts = Counter(insides.values())
    for element, features in sorted(insides.items(), key=lambda item: (-counts[item[1]], -len(item[1]), item[0])):
        parent = outline.parents[element]
        group = known.get((parent, features))
        if group is None:
            group = _best_group(groups, features, parent)
            if group is None:
                if len(groups) >= MAX_KINDS:
                    continue
                group = _Group(features)
                groups.append(group)
            known[parent, features] = group
        group.members.append(element)
        group.parents.add(parent)
    return [sorted(group.members) for group in groups]


def _best_group(groups: list[_Group], features: Features, parent: int) -> _Group | None:
    """Give the kind these insides belong to; strangers (with another parent) must be more alike than siblings."""
    best, found = 0.0, None
    for group in groups:
        alike = likeness(features, group.exemplar)
        if alike > best and alike >= (LIKE if parent in group.parents else LIKE_APART):
            best, found = alike, group
    return found
