"""Strategies turn what was sampled of a site into a Plan. `generic` samples nothing: it follows every link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from weft.errors import UsageError
from weft.page import Page
from weft.traversal._plan import Plan, Role, Rule
from weft.urls import Scope


class Strategy(Protocol):
    """A way to find out which links of a site matter."""

    name: str

    def plan(self, start: Page, scope: Scope) -> Plan:
        """Make the plan from the start page; `scope` is what the user set or what the start page suggests."""


class Generic:
    """Breadth first, every link inside the scope: the baseline the papers compare with."""

    name = "generic"

    def plan(self, start: Page, scope: Scope) -> Plan:
        """Follow everything."""
        everything = Rule(r".*", Role.PAGE, evidence="generic: every link inside the scope")
        return Plan(scope, start.url, self.name, (everything,))


STRATEGIES: Mapping[str, Callable[[], Strategy]] = {"generic": Generic}


def make_strategy(name: str) -> Strategy:
    """Give the strategy of that name; raises UsageError listing those there are."""
    if name not in STRATEGIES:
        raise UsageError(f"There is no strategy {name!r}; choose one of: {', '.join(sorted(STRATEGIES))}.")
    return STRATEGIES[name]()
