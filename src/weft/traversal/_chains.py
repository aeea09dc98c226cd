"""Lists whose pages only say which comes next: by a moment, by their last row, by an address of another kind.

No number in the address counts pages, so that no pager can be read from them. But a link that goes on, from a list to
other rows that stand alike, turns its page whatever the values in its address are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from weft.traversal._flips import in_rows
from weft.traversal._roles import Roles
from weft.traversal._view import View
from weft.urls import Form, cut_url, re2_escape

KNOWN_ROWS = 0.5  # of a page's threads stand on the page before, at most
_VALUE = "([^&;]*)"


@dataclass(frozen=True)
class Chain:
    """How pages of lists of one form go on: the pattern of further pages, and links seen, each with its page."""

    base: Form
    pattern: str
    links: tuple[tuple[str, str], ...]
    list: str = ""  # address of the list, where the pattern does not begin with it

    def is_proved(self, roles: Roles) -> bool:
        """Whether a page that was asked for lists other threads, where the page it was found on lists its own."""
        return any(_turns(one, other, roles) for one, other in self.links)


def find_chains(roles: Roles, bases: Iterable[Form]) -> list[Chain]:
    """Give the ways in which lists of these forms may go on."""
    found: dict[tuple[Form, str, str], list[tuple[str, str]]] = defaultdict(list)
    for base in bases:
        for view in roles.by_form.get(base, ()):
            for url in _list_next(view, roles):
                pattern, first = _read_pattern(base, view.url, url)
                if pattern:
                    found[base, pattern, first].append((view.url, url))
    return [Chain(base, pattern, tuple(links), first) for (base, pattern, first), links in found.items()]


def _list_next(view: View, roles: Roles) -> Iterable[str]:
    """Give where a list's links lead that go on, by what they say or the page says of them."""
    if view.url not in roles.thread_groups:
        return ()
    arcs = (arc for arc in view.arcs if arc.next and arc.url != view.url and not in_rows(view, arc))
    taken = {*roles.lists, *roles.like_threads, *roles.people, *roles.labels}
    return dict.fromkeys(arc.url for arc in arcs if roles.survey.form(arc.url) not in taken)


def _read_pattern(base: Form, page: str, url: str) -> tuple[str, str]:
    """Give the pattern of a further page: the list's own with more keys; of a single list any path with keys."""
    slots = cut_url(url)[1]
    path, _, query = url.partition("?")
    if not query or not all(slot.key for slot in slots if slot.lead != "/"):
        return "", ""
    if url.startswith(page) and url[len(page)] in "?&;":
        added = [slot for slot in slots if slot.key][sum(bool(key) for key in base.keys) :]
        return base.pattern + _free(url[len(page)], (slot.key for slot in added)), ""
    if base.free:
        return "", ""
    return re2_escape(path) + _free("?", (slot.key for slot in slots if slot.key)), page


def _free(lead: str, keys: Iterable[str]) -> str:
    return re2_escape(lead) + "[&;]".join(re2_escape(key) + _VALUE for key in keys)


def _turns(one: str, other: str, roles: Roles) -> bool:
    before, after = roles.thread_groups.get(one), roles.thread_groups.get(other)
    if before is None or after is None or before.form != after.form:
        return False
    if {arc.path for arc in before.arcs}.isdisjoint(arc.path for arc in after.arcs):
        return False
    again = len(set(after.urls).intersection(before.urls))
    return again <= KNOWN_ROWS * len(after.urls)
