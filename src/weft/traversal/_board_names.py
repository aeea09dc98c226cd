"""Words in addresses that name boards: `/cats/12` and `/dogs/15` are threads of two boards, not two kinds of pages.

A menu that names boards by words, and threads that stand apart by board, tell nothing of that by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from weft.traversal._roles import Roles
from weft.urls import FREE, Form, cut_url

LEAST_WORDS = 2  # that threads of a kind are told by
Named = tuple[int, str]  # which part of an address, and what it says


def find_board_names(roles: Roles) -> set[Named]:
    """Give words by which addresses of threads differ, if they have a number behind them and nothing else differs.

    Words that all pages link to alone, and that stand before numbers as well, are names of the same kind unless what
    they lead to was seen to be no thread.
    """
    families: dict[tuple[int, Hashable], dict[str, Form]] = defaultdict(dict)
    for form in roles.like_threads:
        if any(view.has_posts for view in roles.by_form.get(form, ())):
            for place in _worded(form):
                families[place, _without(form, place)][form.shapes[place]] = form
    found: set[Named] = set()
    for (place, _), forms in families.items():
        if len(forms) >= LEAST_WORDS:
            kin = next(iter(forms.values()))
            words = set(_words_before_numbers(roles, kin, place))
            alone = set(_words_alone(roles, kin, place))
            if set(forms) - {FREE} <= words and (words & alone):
                found |= {(place, word) for word in words & (alone | set(forms))}
    return found


def _worded(form: Form) -> Iterator[int]:
    """Give the parts of paths that are words, or free, with a number behind them."""
    for place, (shape, after) in enumerate(zip(form.shapes, form.shapes[1:], strict=False)):
        is_path = form.leads[place] == form.leads[place + 1] == "/"
        if is_path and "#" in after and (shape == FREE or shape.isalpha()):
            yield place


def _without(form: Form, place: int) -> Hashable:
    return form.origin, form.leads, form.keys, form.shapes[:place], form.shapes[place + 1 :]


def _words_before_numbers(roles: Roles, kin: Form, place: int) -> Iterator[str]:
    """Give what stands in place of a word in all addresses written so, as far as these are not known to be others."""
    for url, form in roles.survey.forms.by_url.items():
        is_alike = len(form.shapes) == len(kin.shapes) and _without(form, place) == _without(kin, place)
        is_other = form in roles.people | roles.labels or (form in roles.by_form and form not in roles.like_threads)
        if is_alike and not is_other:
            yield cut_url(url)[1][place].text


def _words_alone(roles: Roles, kin: Form, place: int) -> Iterator[str]:
    """Give what all pages link to that ends with a word in its place."""
    for url in roles.survey.common:
        origin, slots = cut_url(url)
        before = tuple(slot.text for slot in slots[:place])
        if origin == kin.origin and len(slots) == place + 1 and before == kin.shapes[:place]:
            yield slots[place].text
