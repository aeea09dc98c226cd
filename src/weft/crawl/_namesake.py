"""Pages that came by another address than their own: where canonical links proved true, they tell the proper one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from weft.fetch import acts
from weft.page import Build, Page, build_likeness, read_build
from weft.traversal import Plan
from weft.urls import drop_keys

# Of the steps of two pages of threads, the nearest of five, 0.68 to 1 are the same (nine packages, 23 skins); of a
# thread and its print view at most 0.35.
ALIKE = 0.7


class Namesakes:
    """Gives proper addresses. `threads` are pages of threads, some at least, that came by theirs."""

    def __init__(self, plan: Plan, threads: Iterable[Page]) -> None:
        self._plan = plan
        self._threads = threads

    @cached_property
    def _builds(self) -> list[Build]:
        return [read_build(page) for page in self._threads]

    def name(self, page: Page) -> str:
        """Give the proper address of a thread's page that came by another; empty where it tells none to be believed.

        Views for printing and for small screens name that of the thread, too, but are not the thread: they are built
        in another way.
        """
        name, drop = page.canonical if self._plan.self_named else "", self._plan.drop
        if (
            not name
            or not self._plan.scope.holds(name)
            or acts(name)
            or drop_keys(name, drop) == drop_keys(page.url, drop)
        ):
            return ""
        build = read_build(page)
        return name if any(build_likeness(build, other) >= ALIKE for other in self._builds) else ""
