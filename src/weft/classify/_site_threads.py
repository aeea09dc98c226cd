"""What speaks for a page being one of a thread, or a view of one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weft.classify._site_graph import FRAME_PAGES, FRAME_SHARE, has_same_keys, pairs_of
from weft.classify._site_ground import SiteGround, differ, ramp, shrink
from weft.classify._site_pages import SitePage
from weft.classify._site_roles import share
from weft.urls import Form

COUNTERPART = 0.3  # as much in common that one page may be a view of the other
LIKE, UNLIKE = 0.15, 0.5  # how far the looks of a form may be from those of threads
# In these a view of threads differs from the threads: turned round, one author's posts only.
LOOKS = ("times down", "times up", "one user")
# Records, as the features count them: one; so few that they have no order and no crowd.
ONE, SEVERAL = float(np.log1p(1)), float(np.log1p(3))


@dataclass(frozen=True)
class ThreadEvidence:
    """What speaks for a form or a page being one of threads."""

    ground: SiteGround

    def is_near(self, form: Form | None) -> bool:
        """Whether a form is about a thread: the one threads are named by, or one with the same root."""
        first = self.ground.roles.first
        if form is None or first is None:
            return False
        return self.ground.root(form) == self.ground.root(first) or has_same_keys(form, first)

    def is_core(self, form: Form | None) -> bool:
        """Whether lists name threads by a form, or it turns their pages."""
        if form is None or not self.is_near(form):
            return False
        return form in (self.ground.roles.first, self.ground.root(form)) or self.ground.turns(form)

    @cached_property
    def core(self) -> list[SitePage]:
        """Pages of threads as lists name them, and their further pages."""
        return [page for form, pages in self.ground.graph.by_form.items() if self.is_core(form) for page in pages]

    @cached_property
    def layouts(self) -> Counter[str]:
        """Where threads have their posts."""
        return Counter(page.layout for page in self.core)

    def unlike(self, form: Form | None) -> float:
        """Tell how far the looks of a form about threads are from those of threads."""
        if form not in self._unlike:
            self._unlike[form] = self._measure_unlike(form)
        return self._unlike[form]

    @cached_property
    def _unlike(self) -> dict[Form | None, float]:
        return {}

    def _measure_unlike(self, form: Form | None) -> float:
        if not self._is_aside(form):
            return 0.0
        pages = self._same_views[self._added(form)]
        several = [page for page in pages if page.value("records") >= SEVERAL]
        core = [page for page in self.core if page.value("records") >= SEVERAL]
        sure, surer = shrink(len(pages)), shrink(len(several))
        far = [abs(differ(several, core, name)) * surer for name in LOOKS] if several and core else []
        return ramp(max([*far, self._single(pages) * sure]), LIKE, UNLIKE)

    def _single(self, pages: Sequence[SitePage]) -> float:
        """Tell how much oftener than threads pages have one record only."""
        mine, theirs = (share(p.value("records") <= ONE for p in some) for some in (pages, self.core))
        return mine - theirs

    def lonely(self, form: Form | None) -> float:
        """Tell whether pages of a form have one record only, where threads have several."""
        return ramp(self._single(self.ground.pages(form)), LIKE, UNLIKE)

    @cached_property
    def _same_views(self) -> dict[frozenset[tuple[str, str]], list[SitePage]]:
        """Pages about threads by what their addresses say beyond what those of threads say."""
        found: dict[frozenset[tuple[str, str]], list[SitePage]] = defaultdict(list)
        for form, pages in self.ground.graph.by_form.items():
            if self._is_aside(form):
                found[self._added(form)] += pages
        return found

    def _is_aside(self, form: Form | None) -> bool:
        return self.is_near(form) and not self.is_core(form)

    def _added(self, form: Form | None) -> frozenset[tuple[str, str]]:
        return pairs_of(form) - self._usual if form is not None else frozenset()

    @cached_property
    def _usual(self) -> frozenset[tuple[str, str]]:
        return frozenset(pair for form in self.ground.graph.by_form if self.is_core(form) for pair in pairs_of(form))

    @cached_property
    def twins(self) -> dict[Form | None, float]:
        """For each form how much its pages have in common with the threads they may be views of."""
        views = {added: self._likeness(pages, self.core) for added, pages in self._same_views.items()}
        return {
            form: views[self._added(form)] if self._is_aside(form) else self._likeness(pages, self.core)
            for form, pages in self.ground.graph.by_form.items()
        }

    def _likeness(self, pages: Sequence[SitePage], core: Sequence[SitePage]) -> float:
        """Give what one in four has at least: of a copied page only a neighbour in its thread may be in the core."""
        found = sorted(value for page in pages if (value := self.ground.likest(page, core)) >= COUNTERPART)
        return found[3 * (len(found) - 1) // 4] if found else 0.0

    @cached_property
    def frame(self) -> frozenset[tuple[str, str]]:
        """Links (place and address) that stand on most pages of threads: menus of theirs."""
        counts = Counter(key for page in self.core for key in {(arc.place, arc.url) for arc in page.arcs})
        return frozenset(key for key, n in counts.items() if n >= max(FRAME_PAGES, FRAME_SHARE * len(self.core)))
