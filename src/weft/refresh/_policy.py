"""The one protocol that all policies obey, in the structural simulation and in a real crawl alike."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from weft.refresh._values import Known, Request, Sight


@dataclass(frozen=True, slots=True)
class Saved:
    """A policy as plain data (what JSON can hold): what it knows of the site, and a row for each list.

    Whoever keeps it may keep `lists` row by row: those saved later replace those of the same name.
    """

    policy: str
    site: dict[str, Any]
    lists: dict[str, list[Any]] = field(default_factory=dict)


class Policy(Protocol):
    """Decides what to fetch next. Pure: time is told, nothing is drawn by chance, what it knows can be saved.

    A request that was chosen is not chosen again before `see` was told of it; whoever does not carry it out tells of a
    skipped one. Requests under way when a policy is saved wait again in the restored one.
    """

    name: str

    def adopt(self, known: Known, now: float) -> None:
        """Take over a list: at least the entry; after a crawl, everything the archive holds, boards before threads."""

    def choose(self, now: float, count: int = 1) -> list[Request]:
        """Give at most `count` requests, best first; fewer, or none, when nothing is worth one."""

    def see(self, sight: Sight, now: float) -> None:
        """Learn from what a request showed."""

    def count_due(self) -> int:
        """Count the lists of which something is known to wait: never fetched, or told to have changed."""

    def save(self, *, touched: bool = False) -> Saved:
        """Give all that is known; with `touched`, only the rows that changed since the last time, if it can tell."""

    def restore(self, saved: Saved) -> None:
        """Take up what another policy of the same name has saved; called once, on a new one."""
