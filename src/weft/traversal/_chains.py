"""Lists whose pages only say which comes next: by a moment, by their last row, by an address of another kind.

No number in the address counts pages, so that no pager can be read from them. But a link that goes on, from a list to
other rows that stand alike, turns its page whatever the values in its address are. One that says so by words alone is
told by its place: it is the first below the rows to lead to the list itself with a number more, and the only one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weft.traversal._flips import LEAST_ROWS, in_rows
from weft.traversal._groups import Group
from weft.traversal._roles import Roles
from weft.traversal._view import View
from weft.urls import FREE, NUMBER_TEXT, Form, cut_url, re2_escape

KNOWN_ROWS = 0.5  # of a page's threads stand on the page before, at most
_VALUE = "([^&;]*)"
_NUMBER = re.compile(
    r"((?:%[0-9A-Fa-f]{2})+)|\d+"
)  # a fixed pattern of our own: signs that are written by numbers, or a number


@dataclass(frozen=True)
class Chain:
    """How pages of lists of one form go on: the pattern of further pages, and links seen, each with its page."""

    base: Form
    pattern: str
    links: tuple[tuple[str, str], ...]
    list: str = ""  # address of the list, where the pattern does not begin with it

    def is_proved(self, roles: Roles) -> bool:
        """Whether a page that was asked for lists other threads, or more, where the one it was found on has its own."""
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
            for url, added in _list_more(view, roles):
                found[base, base.pattern + added, ""].append((view.url, url))
    return [Chain(base, pattern, tuple(links), first) for (base, pattern, first), links in found.items()]


def _list_next(view: View, roles: Roles) -> Iterable[str]:
    """Give where a list's links lead that go on, by what they say or the page says of them."""
    if view.url not in roles.thread_groups:
        return ()
    arcs = (arc for arc in view.arcs if arc.next and arc.url != view.url and not in_rows(view, arc))
    taken = {*roles.lists, *roles.like_threads, *roles.people, *roles.labels}
    return dict.fromkeys(arc.url for arc in arcs if roles.survey.form(arc.url) not in taken)


def _list_more(view: View, roles: Roles) -> Iterator[tuple[str, str]]:
    """Give where the first link below the rows leads that is the list's own address with a number more, if alone so.

    Several that differ in the number are other lists, or as many rows as one likes. Each with the pattern of what is
    added.
    """
    threads = roles.thread_groups.get(view.url)
    if threads is None or len(threads.urls) < LEAST_ROWS or any(arc.next for arc in view.arcs):
        return
    added = {url: url[len(view.url) :] for url in view.urls if _adds_number(view.url, url)}
    ids = _ids_of(view, threads)
    patterns = {url: _pattern_of(text, ids) for url, text in added.items()}
    alike = Counter(patterns.values())
    below = (arc for arc in view.arcs[_last_row(threads) + 1 :] if (arc.place, arc.url) not in roles.survey.frame)
    single = (arc.url for arc in below if arc.url in added and alike[patterns[arc.url]] == 1)
    yield from [(url, patterns[url]) for url in single][:1]


def _ids_of(view: View, threads: Group) -> set[str]:
    """Give what stands in addresses written as those of a list's threads where these have names or ids of signs."""
    shapes = threads.form.shapes
    slots = (cut_url(url)[1] for url in view.urls)
    free = [place for place, shape in enumerate(shapes) if shape == FREE]
    return {found[place].text for found in slots if len(found) == len(shapes) for place in free}


def _pattern_of(text: str, ids: set[str]) -> str:
    """Write a pattern that takes in keys with any values that are ids of threads, and any numbers in others."""
    parts = re.split(r"([?&;][^?&;=]+=)([^&;]*)", text)
    for place in range(2, len(parts), 3):
        parts[place - 1] = re2_escape(parts[place - 1])
        parts[place] = _VALUE if parts[place] in ids else _number_pattern(parts[place])
    parts[::3] = [_number_pattern(part) for part in parts[::3]]
    return "".join(parts)


def _adds_number(page: str, url: str) -> bool:
    """Whether an address is that of a page with keys more, and a number in them."""
    is_longer = len(url) > len(page) and url.startswith(page) and url[len(page)] in "?&;"
    return is_longer and any(not match[1] for match in _NUMBER.finditer(url, len(page)))


def _last_row(threads: Group) -> int:
    """Give where the last link stands among those at the place where most threads of a list stand."""
    place = Counter(arc.place for arc in threads.arcs).most_common(1)[0][0]
    return max(order for order, arc in zip(threads.orders, threads.arcs, strict=True) if arc.place == place)


def _number_pattern(text: str) -> str:
    """Write a pattern that takes in a text with any numbers in place of its own."""
    parts, end = [], 0
    for match in _NUMBER.finditer(text):
        if not match[1]:
            parts += [re2_escape(text[end : match.start()]), NUMBER_TEXT]
            end = match.end()
    return "".join([*parts, re2_escape(text[end:])])


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
    known, shown = set(before.urls), set(after.urls)
    return len(known & shown) <= KNOWN_ROWS * len(shown) or known < shown  # or the list grows
