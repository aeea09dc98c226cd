"""What a page leads to, counted: enough to tell whether the plan still fits it, and whether it says anything new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weft.traversal import Role

# A link as it was taken: the role of a URL that is followed, or one of the words below, and the hash of its address.
Trace = tuple[str, int]
UNMATCHED = "unmatched"
NOTHING: Trace = ("", 0)  # outside the scope, not of the web, or an action: says nothing about the plan

FLIPS = (Role.INDEX_FLIP, Role.THREAD_FLIP)


@dataclass(frozen=True, slots=True)
class Brought:
    """The different URLs a page leads to, by what they are. A mark is equal for equal sets of URLs (in one run)."""

    threads: int = 0
    indexes: int = 0
    flips: int = 0
    others: int = 0  # attachments, and pages of strategies that know no roles
    unmatched: int = 0  # inside the scope, no rule
    thread_mark: int = 0
    index_mark: int = 0

    @property
    def followed(self) -> int:
        """How many the plan follows."""
        return self.threads + self.indexes + self.flips + self.others


NOTHING_BROUGHT = Brought()


class Haul:
    """Gathers the traces of one page's links. As a container it says which hrefs are known, and notes those asked for.

    Asking and noting is one look-up: links are asked for as the page is read.
    """

    def __init__(self, known: Mapping[str, Trace]) -> None:
        self._known = known
        self._traces: set[Trace] = set()

    def __contains__(self, href: object) -> bool:
        trace = self._known.get(href)  # type: ignore[call-overload]  # a Container is asked about any object
        if trace is None:
            return False
        self._traces.add(trace)
        return True

    def add(self, trace: Trace) -> None:
        """Note a link that was not known."""
        self._traces.add(trace)

    def count(self) -> Brought:
        """Sum up."""
        numbers = dict.fromkeys((Role.THREAD, Role.INDEX, *FLIPS, UNMATCHED), 0)
        marks = {Role.THREAD: 0, Role.INDEX: 0}
        others = 0
        for role, mark in self._traces:
            if role in numbers:
                numbers[role] += 1
                if role in marks:
                    marks[role] ^= mark  # type: ignore[index]  # a role's value is equal to the role
            elif role:
                others += 1
        return Brought(
            threads=numbers[Role.THREAD],
            indexes=numbers[Role.INDEX],
            flips=numbers[Role.INDEX_FLIP] + numbers[Role.THREAD_FLIP],
            others=others,
            unmatched=numbers[UNMATCHED],
            thread_mark=marks[Role.THREAD],
            index_mark=marks[Role.INDEX],
        )
