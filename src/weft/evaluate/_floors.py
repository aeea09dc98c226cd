"""Quality floors: figures pinned in the repository, checked by `make corpus`, re-pinned by a command that never lowers.

A floor is a lower bound for a share and an upper bound for `requests`. Floors are compared with a small slack so that a
request more or less does not turn the build red; re-pinning keeps the better of old and new.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from weft.errors import UsageError
from weft.evaluate._crawl import CrawlResult

HIGHER_IS_BETTER = ("coverage", "board_coverage", "effectiveness")
LOWER_IS_BETTER = ("requests",)
SLACK = 0.002  # of a share, and of the number of requests

Figures = dict[str, float]
Floors = dict[str, Figures]  # "site/strategy" or "site/posts" -> figures


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A figure worse than its floor."""

    subject: str
    figure: str
    floor: float
    found: float

    def __str__(self) -> str:
        return f"{self.subject}: {self.figure} is {self.found:g}, pinned at {self.floor:g}"


def figures_of(result: CrawlResult) -> Figures:
    """Give the figures that are pinned."""
    data = result.measures.to_dict()
    return {name: data[name] for name in (*HIGHER_IS_BETTER, *LOWER_IS_BETTER)}


def post_figures(found: Mapping[str, float | None], names: Iterable[str]) -> Figures:
    """Give the figures of posts that are pinned; one that there is none of is not."""
    return {name: value for name in names if (value := found[name]) is not None}


def check_floor(subject: str, found: Figures, floors: Floors) -> list[Shortfall]:
    """Compare with the pinned figures; a subject without floors is a shortfall of its own."""
    if subject not in floors:
        return [Shortfall(subject, "floor", 0.0, float("nan"))]
    return [
        Shortfall(subject, name, floor, found[name])
        for name, floor in floors[subject].items()
        if _is_worse(name, found[name], floor)
    ]


def raise_floor(subject: str, found: Figures, floors: Floors) -> Floors:
    """Give floors with this subject's figures, each the better of old and new."""
    old = floors.get(subject, {})
    new = {name: _better(name, value, old.get(name, value)) for name, value in found.items()}
    return {**floors, subject: new}


def load_floors(path: Path) -> Floors:
    """Read the floors file."""
    try:
        floors: Floors = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"There is no floors file {path}; make one with --pin.") from None
    except ValueError as error:
        raise UsageError(f"The floors file {path} cannot be read: {error}.") from None
    return floors


def save_floors(path: Path, floors: Floors) -> None:
    """Write the floors file, sorted, so that a change is easy to read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(floors, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _is_worse(name: str, found: float, floor: float) -> bool:
    if name in LOWER_IS_BETTER:
        return found > floor * (1 + SLACK)
    return found < floor - SLACK


def _better(name: str, found: float, old: float) -> float:
    return min(found, old) if name in LOWER_IS_BETTER else max(found, old)
