"""The plan of a site whose addresses say nothing: rules that ask where a link stands, and looks that tell pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from weft.traversal._place_kinds import INDEX, THREAD
from weft.traversal._places import Lead, Places, Spot
from weft.traversal._plan import NUMBER, Follow, Plan, Role, Rule
from weft.urls import re2_escape

SEVERAL = 2  # links asked for; of a place known by one, the path is the safer name: it has classes
MOST_PATHS = 3  # by which a place is known where its page has too few rows to be a list
CLEAN = 0.7  # of the links asked for at a path are wanted: all there are followed


def make_place_plan(places: Places, entry: str, strategy: str) -> Plan:
    """Write the plan."""
    survey = places.survey
    rules = (Rule(re2_escape(entry), Role.INDEX, evidence="the entry"), *_rules(places))
    dropped = tuple(sorted(survey.dropped))
    return Plan(survey.ground.scope, entry, strategy, rules, drop=dropped, by_looks=True)


def _rules(places: Places) -> Iterator[Rule]:
    """Give the rules of turns first: their links may stand where threads stand, too."""
    turns = [(spot, Role.INDEX_FLIP if spot.kind == INDEX else Role.THREAD_FLIP) for spot in sorted(places.turns)]
    rows = [(spot, _role(places, spot)) for spot in sorted(places.boards | places.threads)]
    for spots, follow in ((turns, Follow.SAME_LIST), (rows, Follow.YES)):
        for (kind, role, location), named in _named(places, spots).items():
            for pattern in _patterns(places, named, location):
                yield Rule(pattern, role, follow, on=kind, location=location, evidence=_evidence(places, named))
    yield from _turns_elsewhere(places, turns)
    if not any(spot.kind == THREAD for spot in places.turns):
        why = "no thread of several pages was seen: links that show a page number are taken to lead to one"
        for pattern in sorted({form.pattern for form in places.family}):
            yield Rule(pattern, Role.THREAD_FLIP, Follow.SAME_LIST, on=THREAD, shows=NUMBER, evidence=why)


def _turns_elsewhere(places: Places, turns: list[tuple[Spot, Role]]) -> Iterator[Rule]:
    """Let pages of the one kind turn where those of the other do, if no second page of theirs was seen."""
    for kind, other, role in ((THREAD, INDEX, Role.THREAD_FLIP), (INDEX, THREAD, Role.INDEX_FLIP)):
        if any(spot.kind == kind for spot, _ in turns):
            continue
        here = ((spot.adds, arc) for spot, arcs in places.arcs.items() if spot.kind == kind for _, arc in arcs)
        taken = {(adds, name) for adds, arc in here for name in (arc.place, arc.path)}
        why = f"no {kind} of several pages was seen: taken to turn where {other} pages do"
        for (_, _, location), named in _named(places, [pair for pair in turns if pair[0].kind == other]).items():
            free = [spot for spot in named if (spot.adds, location) not in taken]
            for pattern in _patterns(places, free, location):
                yield Rule(pattern, role, Follow.SAME_LIST, on=kind, location=location, evidence=why)


def _role(places: Places, spot: Spot) -> Role:
    """Say what a spot leads to; where it leads to both, the page itself will tell."""
    found = places.leads.get(spot, Counter())
    if found[Lead.INDEX] and found[Lead.THREAD]:
        return Role.PAGE
    return Role.INDEX if found[Lead.INDEX] else Role.THREAD


def _named(places: Places, spots: list[tuple[Spot, Role]]) -> dict[tuple[str, Role, str], list[Spot]]:
    """Name spots by their place, and by the paths to it where nearly all that stands there is wanted alike."""
    found: dict[tuple[str, Role, str], list[Spot]] = defaultdict(list)
    for spot, role in spots:
        wanted = (Lead.TURN,) if spot in places.turns else (Lead.INDEX, Lead.THREAD)
        paths = Counter(arc.path for _, arc in places.arcs[spot])
        clean = [path for path, _ in paths.most_common(MOST_PATHS) if _is_clean(places, spot, path, wanted)]
        seen_once = places.leads.get(spot, Counter()).total() < SEVERAL
        is_enough = len(clean) == len(paths) or (clean and seen_once)
        for name in clean if is_enough else dict.fromkeys((spot.place, *clean)):
            found[spot.kind, role, name].append(spot)
    return found


def _is_clean(places: Places, spot: Spot, path: str, wanted: Collection[Lead]) -> bool:
    """Whether the links at a path of a spot lead to what is wanted, as far as they were asked for."""
    leads: Counter[Lead] = Counter()
    for other, arcs in places.arcs.items():
        if (other.kind, other.adds) == (spot.kind, spot.adds) and any(arc.path == path for _, arc in arcs):
            if places.is_shared(other):
                return False
            leads += places.leads.get(other, Counter())
    return sum(leads[lead] for lead in wanted) >= CLEAN * leads.total()


def _patterns(places: Places, spots: Collection[Spot], location: str) -> list[str]:
    """Give how the addresses at a location are written, of links that are as those of some spots."""
    kinds = {(spot.kind, spot.adds) for spot in spots}
    arcs = (arc for spot, found in places.arcs.items() if (spot.kind, spot.adds) in kinds for _, arc in found)
    forms = {places.survey.forms.get(arc.url) for arc in arcs if location in (arc.place, arc.path)}
    return sorted({form.pattern for form in forms if form is not None})


def _evidence(places: Places, spots: list[Spot]) -> str:
    total: Counter[Lead] = Counter()
    for spot in dict.fromkeys(spots):
        total += places.leads.get(spot, Counter())
    return "asked for: " + ", ".join(f"{count} {lead.value}" for lead, count in total.most_common())
