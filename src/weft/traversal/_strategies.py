"""Strategies turn what was sampled of a site into a Plan. `generic` samples nothing: it follows every link."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from weft.errors import UsageError
from weft.traversal._learning import Ground, Learning, Sample, Strategy
from weft.traversal._plan import Plan, Role, Rule


class Generic:
    """Breadth first, every link inside the scope: the baseline the papers compare with."""

    name = "generic"
    budget = 0

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Follow everything; nothing is asked for."""
        everything = Rule(r".*", Role.PAGE, evidence="generic: every link inside the scope")
        return Plan(ground.scope, start.final, self.name, (everything,))
        yield ()  # makes this a generator like those that ask


# name -> module and class; a strategy is loaded when it is asked for, so that a crawl does not load all of them
STRATEGIES: Mapping[str, tuple[str, str]] = {
    "weft": ("weft.traversal._weft", "Weft"),
    "focus": ("weft.traversal._focus", "Focus"),
    "skeleton": ("weft.traversal._skeleton", "Skeleton"),
    "irobot": ("weft.traversal._irobot", "IRobot"),
    "structure-driven": ("weft.traversal._structure", "StructureDriven"),
    "generic": (__name__, "Generic"),
}


def make_strategy(name: str) -> Strategy:
    """Give the strategy of that name; raises UsageError listing those there are."""
    if name not in STRATEGIES:
        raise UsageError(f"There is no strategy {name!r}; choose one of: {', '.join(sorted(STRATEGIES))}.")
    module, kind = STRATEGIES[name]
    strategy: Strategy = getattr(import_module(module), kind)()
    return strategy
