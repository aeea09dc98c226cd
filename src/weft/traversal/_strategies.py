"""Strategies turn what was sampled of a site into a Plan. `generic` samples nothing: it follows every link."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from weft.errors import UsageError
from weft.traversal._focus import Focus
from weft.traversal._irobot import IRobot
from weft.traversal._learning import Ground, Learning, Sample, Strategy
from weft.traversal._plan import Plan, Role, Rule
from weft.traversal._skeleton import Skeleton
from weft.traversal._structure import StructureDriven
from weft.traversal._weft import Weft


class Generic:
    """Breadth first, every link inside the scope: the baseline the papers compare with."""

    name = "generic"
    budget = 0

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Follow everything; nothing is asked for."""
        everything = Rule(r".*", Role.PAGE, evidence="generic: every link inside the scope")
        return Plan(ground.scope, start.final, self.name, (everything,))
        yield ()  # makes this a generator like those that ask


STRATEGIES: Mapping[str, Callable[[], Strategy]] = {
    "weft": Weft,
    "focus": Focus,
    "skeleton": Skeleton,
    "irobot": IRobot,
    "structure-driven": StructureDriven,
    "generic": Generic,
}


def make_strategy(name: str) -> Strategy:
    """Give the strategy of that name; raises UsageError listing those there are."""
    if name not in STRATEGIES:
        raise UsageError(f"There is no strategy {name!r}; choose one of: {', '.join(sorted(STRATEGIES))}.")
    return STRATEGIES[name]()
