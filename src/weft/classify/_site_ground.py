"""The ground evidence stands on: pages and forms of a site with what links say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weft.classify._site_graph import SiteGraph
from weft.classify._site_pages import SitePage
from weft.classify._site_roles import TURN_SHARE, SiteRoles, adds_number, mean
from weft.urls import Form

ALIKE = 0.8  # pages of one form have so much in common: walls, which say the same to all
WALL_PAGES = 20  # enough to know a wall by
BELIEVED = 3.0  # pages that make a mean half believed
USUAL = 0.1  # of the pages that have their records at the commonest place


@dataclass(frozen=True)
class SiteGround:
    """Pages, forms and roles of a site, and how much pages have in common."""

    graph: SiteGraph

    @cached_property
    def roles(self) -> SiteRoles:
        """What links say of forms."""
        return SiteRoles(self.graph)

    def form(self, page: SitePage) -> Form | None:
        """Give the form of a page's address."""
        return self.graph.form(page.url)

    def root(self, form: Form | None) -> Form | None:
        """Give the form that a form shows a page or a view of."""
        return self.roles.roots.get(form, form) if form is not None else None

    def turns(self, form: Form | None) -> bool:
        """Whether a form says more than its root, and what it adds turns pages."""
        root = self.root(form)
        if form is None or root is None or root == form or not adds_number(form, root):
            return False
        return self.roles.turns.get(form, 0.0) >= TURN_SHARE

    def pages(self, form: Form | None) -> Sequence[SitePage]:
        """Give the pages of a form."""
        return self.graph.by_form.get(form, ()) if form is not None else ()

    def likest(self, page: SitePage, core: Sequence[SitePage]) -> float:
        """Tell how much a page has in common with the page of a kind that is most like it."""
        places = [self.graph.places[other.url] for other in core if other.url != page.url]
        return float(self.graph.likeness[self.graph.places[page.url], places].max()) if places else 0.0

    def is_wall(self, form: Form | None) -> bool:
        """Whether the pages of a form all say the same: log-in demands, error messages."""
        places = [self.graph.places[page.url] for page in self.pages(form)[:WALL_PAGES]]
        if len(places) < 2:
            return False
        block = self.graph.likeness[np.ix_(places, places)]
        return float((block.sum() - len(places)) / (len(places) * (len(places) - 1))) >= ALIKE


def at_place(page: SitePage, layouts: Counter[str]) -> float:
    """Tell whether it is usual among pages of a kind to have the records where a page has them."""
    usual = max(layouts.values(), default=0)
    return ramp(layouts[page.layout] / max(1, usual), 0.0, USUAL) if page.layout else 0.0


def differ(pages: Sequence[SitePage], core: Sequence[SitePage], name: str) -> float:
    """Tell how far the mean of a feature over pages is from that over others."""
    return mean(page.value(name) for page in pages) - mean(page.value(name) for page in core)


def shrink(number: int) -> float:
    """Tell how far a mean over so many is to be believed."""
    return number / (number + BELIEVED)


def ramp(value: float, low: float, high: float) -> float:
    """Give 0 up to `low`, 1 from `high`, and what lies between."""
    return min(1.0, max(0.0, (value - low) / (high - low)))
