"""Kinds: which elements of a page are built alike, wherever they stand.

Two elements are of one kind when the tag path that leads to them is the same and their insides are alike to a bounded
depth. What users write goes deeper than that or only adds to it, so that a long post and a short one are of one kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from weft.page._regions_outline import Outline
from weft.page._regions_shapes import Features

LIKE = 0.5  # least likeness of two siblings of one kind
LIKE_APART = 0.7  # the same of elements with different parents: sub-boards and threads are listed in tables much alike
# The core of a kind is what this share of its members has; a member must have this share of the core.
CORE_SHARE, CORE_KEPT = 0.6, 0.6
MIN_FOR_CORE = 3  # of two members neither is the rule
# Weights of what only the smaller and only the larger of two insides has (Tversky's index): additions are what users
# and optional parts make, lacks are what tells an advertisement from a post.
_LACK, _ADDITION = 0.7, 0.3
MIN_FOR_TURNS = 2  # heads that make it likely that they take turns with others
MOST_TIMED = 0.75  # of the members of a kind that show a time, from which none is the head of others
BY_TURNS = 0.7  # share of the heads that come again after as many others; there may be advertisements between them
MANY_TURNS = 4  # heads that need nothing but their times to be told from rows of a list that has not all of them
MOST_PARTS = 4  # of which a record in plain rows is made
MAX_KINDS = 24  # of one path; later ones are left out, which keeps the time linear
_ROOT = 17


@dataclass(slots=True)
class _Group:
    """A kind in the making; the first member's insides stand for it."""

    exemplar: Features
    members: list[int] = field(default_factory=list)
    parents: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Likes:
    """The kinds that insides may belong to, the likest first; of equally like ones the oldest."""

    features: Features
    looked_at: int = 0
    ranked: list[tuple[float, int]] = field(default_factory=list)

    def find_group(self, groups: list[_Group], parent: int) -> _Group | None:
        """Give the kind these insides belong to; strangers (with another parent) must be more alike than siblings."""
        if self.looked_at < len(groups):
            new = enumerate(groups[self.looked_at :], self.looked_at)
            likes = [(-likeness(self.features, group.exemplar), place) for place, group in new]
            self.ranked = sorted([*self.ranked, *(like for like in likes if -like[0] >= LIKE)])
            self.looked_at = len(groups)
        for alike, place in self.ranked:
            if -alike >= LIKE_APART or parent in groups[place].parents:
                return groups[place]
        return None


def path_keys(outline: Outline) -> list[int]:
    """Give each element a number that stands for the tags above it and its own; nested replies count as their parents.

    A path that repeats its last two steps (a list in a list, a reply in a reply's box) is taken back to the first time.
    """
    keys: list[int] = [_ROOT]
    tags, parents, classes = outline.tags, outline.parents, outline.classes
    for element in range(1, len(tags)):
        tag, parent = tags[element], parents[element]
        above = parents[parent]
        if above > 0 and tag == tags[above] and tags[parent] == tags[parents[above]]:
            same = classes[element] == classes[above] and classes[parent] == classes[parents[above]]
            if tag == "li" or (classes[element] and same):
                keys.append(keys[above])
                continue
        keys.append(hash((keys[parent], tag)))
    return keys


def likeness(first: Features, second: Features) -> float:
    """Tell how alike two insides are, from 0 to 1."""
    both = len(first & second)
    smaller, larger = (len(first), len(second)) if len(first) <= len(second) else (len(second), len(first))
    return both / (both + _LACK * (smaller - both) + _ADDITION * (larger - both)) if both else 0.0


def key_of_location(location: str) -> int:
    """Give the number `path_keys` gives to elements at a location."""
    key = _ROOT
    for tag in location.split("/")[1:]:
        key = hash((key, tag))
    return key


def find_kinds(outline: Outline, shapes: Sequence[int]) -> list[list[int]]:
    """Give the kinds with at least two members that are siblings. Elements that show nothing have no kind.

    A row whose cell goes on beside the rows that follow begins something: it is not of a kind with those.
    """
    by_path: dict[int | tuple[int], list[int]] = defaultdict(list)
    spanning = outline.spanning
    for element, key in enumerate(path_keys(outline)):
        by_path[key if element not in spanning else (key,)].append(element)
    kinds: list[list[int]] = []
    turns = _Turns(outline, shapes)
    for elements in by_path.values():
        if has_siblings(outline, elements):
            for part in turns.part(outline.without_empty(elements)):
                found = (one for group in _split_path(outline, part, shapes) for one in turns.part(group))
                kinds += [group for group in found if has_siblings(outline, group)]
    return kinds


def has_siblings(outline: Outline, elements: list[int]) -> bool:
    """Tell whether two of these elements have the same parent; if not, they are parts of records, not records."""
    if len(elements) < 2:
        return False
    parents = outline.parents
    return len({parents[element] for element in elements}) < len(elements)


def _split_path(outline: Outline, elements: list[int], shapes: Sequence[int]) -> list[list[int]]:
    """Part the elements of one path into kinds, then each kind into those with its core and those without."""
    different = {shapes[element] for element in elements}
    if len(different) == 1:
        return [elements]
    made_of = {shape: outline.book.features(shape) for shape in different}
    features = {element: made_of[shapes[element]] for element in elements}
    kinds: list[list[int]] = []
    for group in _split_by_insides(outline, features):
        kept = _with_core({element: features[element] for element in group})
        kinds.append(kept)
        if len(kept) < len(group):
            rest = set(group).difference(kept)
            kinds += _split_by_insides(outline, {element: features[element] for element in group if element in rest})
    return kinds


def _with_core(insides: dict[int, Features]) -> list[int]:
    """Give the members that have most of what most members have: a heading in a list of rows has not."""
    if len(insides) < MIN_FOR_CORE:
        return list(insides)
    counts: dict[int, int] = defaultdict(int)
    uses = Counter(insides.values())
    for features, count in uses.items():
        for feature in features:
            counts[feature] += count
    least = CORE_SHARE * len(insides)
    core = {feature for feature, count in counts.items() if count >= least}
    whole = {features for features in uses if len(core & features) >= CORE_KEPT * len(core)}
    return [element for element, features in insides.items() if features in whole]


def _split_by_insides(outline: Outline, insides: dict[int, Features]) -> list[list[int]]:
    """Part elements into kinds; each goes to the kind whose first member it is most like.

    The commonest and richest insides come first: were a heading first, plain rows would be taken for headings.
    """
    ranks = {features: (-count, -len(features)) for features, count in Counter(insides.values()).items()}
    first = min(ranks, key=ranks.__getitem__, default=frozenset[int]())
    if all(features is first or likeness(features, first) >= LIKE_APART for features in ranks):
        return [list(insides)] if insides else []  # all are of the first one's kind, whoever their parents are
    groups: list[_Group] = []
    known: dict[tuple[int, Features], _Group] = {}
    likes: dict[Features, _Likes] = {}
    parents = outline.parents
    for element, features in sorted(insides.items(), key=lambda item: ranks[item[1]]):  # elements come in page order
        parent = parents[element]
        group = known.get((parent, features))
        if group is None:
            if features not in likes:
                likes[features] = _Likes(features)
            group = likes[features].find_group(groups, parent)
            if group is None:
                if len(groups) >= MAX_KINDS:
                    continue
                group = _Group(features)
                groups.append(group)
            known[parent, features] = group
        group.members.append(element)
        group.parents.add(parent)
    return [sorted(group.members) for group in groups]


class _Turns:
    """Parts elements of one path that take turns: heads, texts and feet of posts in plain rows."""

    def __init__(self, outline: Outline, shapes: Sequence[int]) -> None:
        self._outline = outline
        self._times = list(accumulate(outline.book.show_times(shapes), initial=0))  # before each element

    def part(self, members: list[int]) -> list[list[int]]:
        """Give elements of one path in parts where some siblings show a time, and come again after as many others."""
        times, ends = self._times, self._outline.ends
        if len(members) < 2 * MIN_FOR_TURNS or not any(times[ends[one]] > times[one] for one in members):
            return [members]
        parent, count = Counter(self._outline.parents[one] for one in members).most_common(1)[0]
        side = [one for one in members if self._outline.parents[one] == parent]
        timed = {one for one in side if times[ends[one]] > times[one]}
        if count < 2 * MIN_FOR_TURNS or not timed:
            return [members]
        heads = self._find_heads(side, timed)
        if not heads:
            return [members]
        apart = [one for one in members if self._outline.parents[one] != parent]
        rest = [one for one in side if one not in heads]
        return [part for part in (sorted(heads), *self._part_rest(rest), apart) if part]

    def _find_heads(self, side: list[int], timed: set[int]) -> set[int]:
        """Give those of the elements with a time that come regularly: there may be times in what people write.

        Rows are told by the number of their cells, too, whatever these hold.
        """
        cells = {one: len(self._outline.children[one]) for one in side if self._outline.tags[one] == "tr"}
        fewer = {one for one, count in cells.items() if count < max(cells.values())}
        if len(timed) > MOST_TIMED * len(side):
            return fewer if _are_regular(side, fewer) else set()
        if len(timed) >= MANY_TURNS and _are_regular(side, timed):
            return timed
        for heads, _ in self._told_apart(side, mutually=True):
            if heads <= timed and 2 * len(timed - heads) < len(side) - len(heads):
                return heads
        return fewer if fewer <= timed and _are_regular(side, fewer) else set()

    def _part_rest(self, side: list[int]) -> list[list[int]]:
        parted = self._told_apart(side, mutually=False)
        return next(([sorted(one), sorted(other)] for one, other in parted), [side])

    def _told_apart(self, side: list[int], *, mutually: bool) -> Iterator[tuple[set[int], set[int]]]:
        """Give ways to part siblings by what all of the one have and none of the others, and maybe these, too."""
        if len(side) < 2 * MIN_FOR_TURNS:
            return
        ways = {element: ways_inside(self._outline, element) for element in side}
        for way in sorted(ways[side[0]] | ways[side[1]]):
            heads = {one for one in side if way in ways[one]}
            others = set(side) - heads
            if not _are_regular(side, heads):
                continue
            shared = frozenset.intersection(*(ways[one] for one in others))
            if not mutually or shared.difference(*(ways[one] for one in heads)):
                yield heads, others


def _are_regular(side: list[int], heads: set[int]) -> bool:
    """Tell whether some of the siblings nearly always come again after as many others."""
    places = [place for place, element in enumerate(side) if element in heads]
    gaps = Counter(later - earlier for earlier, later in pairwise(places))
    if len(places) < MIN_FOR_TURNS or len(places) == len(side):
        return False
    gap, count = gaps.most_common(1)[0]
    return 1 < gap <= MOST_PARTS and count >= BY_TURNS * gaps.total() and len(side) <= gap * (len(places) + 1)


def ways_inside(outline: Outline, element: int) -> frozenset[tuple[str, ...]]:
    """Give the tags on the ways to what stands in an element, not far down; how it is called may go by turns."""
    return outline.book.ways(outline.shapes[element])
