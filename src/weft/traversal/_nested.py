"""Boards below boards: where each level adds a name to the address, levels that no sampled page showed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from weft.traversal._flips import Pager
from weft.urls import FREE, Form, cut_url

LEVELS = 2  # below the deepest that was seen


@dataclass(frozen=True, slots=True)
class Turning:
    """How the pages of lists of one form are turned: the form of further pages, and pairs of a list and such a page."""

    target: Form
    pager: Pager
    pairs: tuple[tuple[str, str], ...]


def deeper_lists(seen: Collection[Form], lists: Iterable[Form]) -> dict[Form, Form]:
    """Give the forms of lists one and two levels below those known, each with the one above it.

    Two levels of lists must be known, the lower one written as the upper one with a name more. A form that was seen
    and not found to be one of lists is none.
    """
    lists, seen = list(lists), {*seen, *lists}
    found: dict[Form, Form] = {}
    for upper in lists:
        for lower in lists:
            place, above = name_added(upper, lower), lower
            for _ in range(LEVELS if place else 0):
                form = _with_name(above, place)
                if form in found or form in seen:
                    break
                found[form], above = above, form
    return found


def name_added(upper: Form, lower: Form) -> int:
    """Tell where in the path of a form a name stands that another does not have; 0 where they differ otherwise."""
    if upper.origin != lower.origin or len(lower.shapes) != len(upper.shapes) + 1:
        return 0
    for place in range(1, len(lower.shapes)):
        if lower.shapes[place - 1] == lower.shapes[place] == FREE and _with_name(upper, place) == lower:
            return place
    return 0


def heads(upper: Form, lower: Form) -> bool:
    """Whether a form is one address, and others begin with it and go on with what is free: `/rooms`, `/rooms/*`."""
    fixed = len(upper.shapes) - (upper.shapes[-1] == "")
    if upper.free or not 0 < fixed < len(lower.shapes) or "?" in upper.leads:
        return False
    lead, shape = lower.leads[fixed], lower.shapes[fixed]
    same = upper.origin == lower.origin and upper.shapes[:fixed] == lower.shapes[:fixed]
    return same and lead == "/" and (FREE in shape or "#" in shape)


def _with_name(form: Form, place: int) -> Form:
    """Write a form with one name more at a place of its path."""
    leads, keys, shapes = ((*part[:place], new, *part[place:]) for part, new in _parts(form))
    return Form(form.origin, leads, keys, shapes)


def _parts(form: Form) -> tuple[tuple[tuple[str, ...], str], ...]:
    return (form.leads, "/"), (form.keys, ""), (form.shapes, FREE)


def inherit_turnings(known: Mapping[Form, Iterable[Turning]], forms: Iterable[Form]) -> dict[Form, list[Turning]]:
    """Give how pages turn on levels of boards that showed no pager, as they do one level above or below."""
    told = {form: list(turnings) for form, turnings in known.items()}
    found: dict[Form, list[Turning]] = {}
    for form in (form for form in forms if form not in told):
        for other, turnings in list(told.items()):
            added, left = name_added(other, form), name_added(form, other)
            if added or left:
                told[form] = found[form] = [_retell(one, added, left) for one in turnings]
                break
    return found


def _retell(turning: Turning, added: int, left: int) -> Turning:
    """Write what turns pages for a level more (a name is added at a place) or less (it is left out)."""
    target = _with_name(turning.target, added) if added else _without(turning.target, left)
    pairs = tuple((_move(base, added, left), _move(flip, added, left)) for base, flip in turning.pairs)
    return replace(turning, target=target, pairs=pairs)


def _without(form: Form, place: int) -> Form:
    leads, keys, shapes = ((*part[:place], *part[place + 1 :]) for part, _ in _parts(form))
    return Form(form.origin, leads, keys, shapes)


def _move(url: str, added: int, left: int) -> str:
    """Write a URL with some name more, or with one less."""
    origin, slots = cut_url(url)
    texts = [slot.lead + slot.key + slot.text for slot in slots]
    if added:
        texts.insert(added, "/name")
    elif left < len(texts):
        del texts[left]
    return origin + "".join(texts)
