"""Data regions in the manner of Zhai & Liu (MDR, DEPTA): lists of records of one or of several sibling elements."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Sized
from dataclasses import dataclass
from itertools import takewhile

from weft.page._regions_kinds import find_kinds
from weft.page._regions_outline import Outline

INTERLEAVED = 0.8  # least share of regular turns for two kinds to be parts of one record
MAX_TURNS = 12  # kinds of one parent, the largest, that are tried as parts of one record; keeps the time linear
AS_MANY = 1.5  # greatest ratio of two numbers of sections that are the same sections cut elsewhere
DIVIDING = 0.5  # least share of a kind without a word for these to divide: signatures are made as empty rows are
MIN_SECTIONS = 2  # headings that are followed by another, for sections to be seen

_TERMS = ("dt", "dd")

Span = tuple[int, ...]  # the sibling elements of one record, in page order


@dataclass(frozen=True, slots=True)
class Found:
    """A list as found: its records in page order. They may stand in several containers (one table per category)."""

    records: tuple[Span, ...]

    @property
    def is_joined(self) -> bool:
        """Whether records are of several elements."""
        return len(self.records[0]) > 1


def find_lists(outline: Outline, shapes: Sequence[int]) -> list[Found]:
    """Give all lists of the page, nested ones too: kinds with at least two members that are siblings."""
    by_parents: dict[int, list[list[int]]] = defaultdict(list)
    for kind in find_kinds(outline, shapes):
        by_parents[outline.parents[kind[0]]].append(kind)
    found: list[Found] = []
    for alike in by_parents.values():
        group = _join_terms(outline, alike)
        largest = sorted(group, key=len, reverse=True)[:MAX_TURNS]
        joined = _join(outline, largest) if len(group) > 1 else []
        parts = {id(kind) for members in joined for kind in members}
        turns = [_to_joined(outline, members) for members in joined]
        found += turns
        found += [Found(tuple((element,) for element in kind)) for kind in group if id(kind) not in parts]
        found += _find_sections(outline, group, [kind for kind in largest if id(kind) not in parts], turns)
    return found


def _join_terms(outline: Outline, kinds: list[list[int]]) -> list[list[int]]:
    """Take terms for one kind, and what is said of them for another, however unlike they are inside."""
    terms = [kind for kind in kinds if outline.tags[kind[0]] in _TERMS]
    if len(terms) <= len(_TERMS):
        return kinds
    found: dict[str, list[int]] = defaultdict(list)
    for kind in terms:
        found[outline.tags[kind[0]]] += kind
    return [*(kind for kind in kinds if outline.tags[kind[0]] not in _TERMS), *map(sorted, found.values())]


def _join(outline: Outline, kinds: list[list[int]]) -> list[list[list[int]]]:
    """Give the sets of kinds that take turns: header row, body row, footer row. The first of each set leads."""
    waiting = sorted(kinds, key=lambda kind: kind[0])
    sets: list[list[list[int]]] = []
    while waiting:
        leader = waiting.pop(0)
        followers = [kind for kind in waiting if _take_turns(outline, leader, kind)]
        if followers:
            sets.append([leader, *followers])
            waiting = [kind for kind in waiting if not any(kind is other for other in followers)]
    return sets


def _take_turns(outline: Outline, leader: list[int], follower: list[int]) -> bool:
    """Tell whether between one leader and the next there is nearly always just one follower with the same parent."""
    turns, last, parent = 0, "", -2
    for element, role in sorted([(e, "L") for e in leader] + [(e, "F") for e in follower]):
        if outline.parents[element] != parent:
            parent, last = outline.parents[element], ""
        if role == "F":
            turns += 1 if last == "L" else -1 if last == "F" else 0
        last = role
    return turns >= 2 and turns >= INTERLEAVED * max(len(leader), len(follower))


def _to_joined(outline: Outline, kinds: list[list[int]]) -> Found:
    """Make records that run from one leader to before the next."""
    leaders, followers = set(kinds[0]), {element for kind in kinds[1:] for element in kind}
    records: list[Span] = []
    for parent in dict.fromkeys(outline.parents[element] for element in kinds[0]):
        run: list[int] = []
        for child in outline.children[parent]:
            if child in leaders:
                records += [_cut_tail(run, followers)] if run else []
                run = [child]
            elif run:
                run.append(child)
        records.append(_cut_tail(run, followers))
    return Found(tuple(sorted(records)))


def _cut_tail(run: list[int], followers: set[int]) -> Span:
    """Leave out what follows the last part: an advertisement. A record without its parts has them in another dress."""
    last = max((place for place, element in enumerate(run) if element in followers), default=len(run) - 1)
    return tuple(run[: last + 1])


def _find_sections(
    outline: Outline, group: list[list[int]], kinds: list[list[int]], turns: Sequence[Found]
) -> list[Found]:
    """Give the sections that kinds lead, without those that only begin later: bodies with the next one's heading.

    `group` are all kinds of the parent, those included that lead nothing; `turns` the lists of several kinds by turns,
    whose last parts may look like what stands between two records, and so be none of theirs.
    """
    found: list[Found] = []
    for kind in sorted(kinds, key=lambda kind: kind[0]):
        parent = outline.parents[kind[0]]
        earlier = (*found, *(one for one in turns if one.records[0][0] < kind[0]))
        if any(outline.parents[f.records[0][0]] == parent and _are_as_many(f.records, kind) for f in earlier):
            continue
        sections = _to_sections(outline, group, kind)
        found += [sections] if sections is not None else []
    return found


def _are_as_many(first: Sized, second: Sized) -> bool:
    return max(len(first), len(second)) <= AS_MANY * min(len(first), len(second))


def _to_sections(outline: Outline, group: list[list[int]], kind: list[int]) -> Found | None:
    """Make records of headings with all that follows each: posts whose bodies are too unlike to be of one kind.

    None unless nearly every heading has something after it. What follows the last one is taken as far as it goes on
    like what follows the others.
    """
    parents = {outline.parents[element] for element in kind}
    others = sum(len(outline.children[parent]) for parent in parents) - len(kind)
    if others < INTERLEAVED * (len(kind) - len(parents)):
        return None  # too few siblings to follow that many headings: nearly all lists are left here
    runs = _runs_between(outline, kind)
    inner = [run for run, is_last in runs if not is_last]
    if len(inner) < MIN_SECTIONS or sum(len(run) > 1 for run in inner) < INTERLEAVED * len(inner):
        return None
    divided = _divide(outline, group, kind)
    if divided is not None:
        return divided
    longest = max(map(len, inner))
    tags = {outline.tags[element] for run in inner for element in run}
    return Found(tuple(tuple(_cut_strange(outline, run, longest, tags) if last else run) for run, last in runs))


def _divide(outline: Outline, group: list[list[int]], kind: list[int]) -> Found | None:
    """Make records of what stands between dividers: elements without a word that end each record, the last one, too.

    None unless what stands before the first divider is made as what stands between two of them is.
    """
    dividers = [element for element in kind if not (outline.text_length(element) or outline.link_count(element))]
    if len(dividers) < DIVIDING * len(kind):
        return None
    inner = [run[1:] for run, is_last in _runs_between(outline, dividers) if not is_last]
    kind_of = {element: number for number, members in enumerate(group) for element in members}

    def kinds_of(run: Sequence[int]) -> tuple[int, ...]:
        return tuple(kind_of.get(element, -1) for element in run)

    # What only one of the posts has, a signature, stands inside it. Rows of posts with one span more of them: such
    # posts begin unlike the others, but end as they do.
    made = Counter(kinds for run in inner if len(run) > 1 and -1 not in (kinds := kinds_of(run))[:: len(run) - 1])
    if made.total() < INTERLEAVED * len(inner) or not any(len({kinds[end] for kinds in made}) == 1 for end in (0, -1)):
        return None  # parts of a page, not posts of a list
    ends, firsts = set(dividers), list[list[int]]()
    for parent in dict.fromkeys(outline.parents[element] for element in dividers):
        shown = outline.without_empty(takewhile(lambda child: child not in ends, outline.children[parent]))
        firsts += [run for kinds in sorted(made, key=len) if kinds_of(run := shown[-len(kinds) :]) == kinds][-1:]
    return Found(tuple(sorted(map(tuple, [*firsts, *filter(None, inner)])))) if firsts else None


def _runs_between(outline: Outline, kind: list[int]) -> list[tuple[list[int], bool]]:
    """Give each member with its siblings up to the next member, and whether it is the last of its parent."""
    runs: list[tuple[list[int], bool]] = []
    members = set(kind)
    for parent in dict.fromkeys(outline.parents[element] for element in kind):
        current: list[int] = []
        for child in outline.children[parent]:
            if child in members:
                runs += [(current, False)] if current else []
                current = [child]
            elif current and not outline.is_empty(child):
                current.append(child)
        runs.append((current, True))
    return sorted(runs)


def _cut_strange(outline: Outline, run: list[int], longest: int, tags: set[str]) -> list[int]:
    for place, element in enumerate(run):
        if place >= longest or outline.tags[element] not in tags:
            return run[:place]
    return run
