"""What a page is among the pages of its site, in a few numbers between 0 and 1.

One page alone cannot tell a view (a board sorted another way, a user's topics, a thread printed or filtered) from the
page it is a view of. All pages together can: lists name threads by one form of addresses, threads link up to boards,
copies have everything in common with the page they copy, and views look otherwise than it or say more than it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from weft.classify._model import Vector
from weft.classify._site_evidence import SiteEvidence, weigh_site
from weft.classify._site_ground import at_place, ramp
from weft.classify._site_pages import SitePage, read_site_pages
from weft.page import Page

VIEW, COPY = 0.65, 0.9  # in common: what a view has at most, what a copy has at least
OFTEN, ALWAYS = 0.4, 0.7  # of the pages every post has a link of its own: it has a permalink
# What an address alone counts; the rest is for the page showing what the address promises.
BY_ADDRESS = 0.6
LISTS_THREADS, LISTS_BOARDS = 0.25, 0.3  # of what there is to read on a page's links: it is a list of them

Measure = Callable[[SiteEvidence, SitePage], float]


def site_features(pages: Sequence[Page]) -> list[Vector]:
    """Give the features of each page among the others; all are pages of one site."""
    read = read_site_pages(pages)
    return describe_pages(weigh_site(read), read)


def describe_pages(evidence: SiteEvidence, pages: Sequence[SitePage]) -> list[Vector]:
    """Give the features of pages that were read."""
    return [np.array([measure(evidence, page) for measure in _FEATURES.values()]) for page in pages]


def site_feature_names() -> tuple[str, ...]:
    """Give the names of the features, in order."""
    return tuple(_FEATURES)


def _thread(evidence: SiteEvidence, page: SitePage) -> float:
    """A page of a thread: by its address, or as a whole copy of one at an address of its own (permalinks)."""
    form = evidence.ground.form(page)
    place = at_place(page, evidence.threads.layouts)
    if evidence.threads.is_core(form):
        return BY_ADDRESS + (1 - BY_ADDRESS) * max(place, float(page.has_posts))
    same = place * (1.0 - evidence.threads.unlike(form))
    twins = evidence.threads.twins.get(form, 0.0)
    copied = ramp(twins, VIEW, COPY) if twins else float(evidence.threads.is_near(form))
    return max(copied, _permalink(evidence, page)) * same


def _permalink(evidence: SiteEvidence, page: SitePage) -> float:
    """Every post of a thread links to such a page of its own, and it shows posts as threads do."""
    form = evidence.ground.form(page)
    held = evidence.ground.roles.permalinks.get(form, 0.0) if form is not None else 0.0
    shows = page.has_posts and held > 0 and not evidence.ground.is_wall(form)
    return ramp(held, OFTEN, ALWAYS) * (1 - evidence.threads.lonely(form)) if shows else 0.0


def _thread_view(evidence: SiteEvidence, page: SitePage) -> float:
    """Posts of a thread shown in another way: its form's pages look otherwise, or have only a part in common."""
    form = evidence.ground.form(page)
    near = float(evidence.threads.is_near(form) and not evidence.threads.is_core(form))
    twins = evidence.threads.twins.get(form, 0.0)
    partly = (1 - ramp(twins, VIEW, COPY)) * (1 - _permalink(evidence, page)) if twins else 0.0
    return max(near * evidence.threads.unlike(form), partly)


def _board(evidence: SiteEvidence, page: SitePage) -> float:
    """A page of a board, or a list of boards."""
    form = evidence.ground.form(page)
    if evidence.threads.is_near(form):
        return 0.0
    root = evidence.ground.root(form)
    if evidence.boards.is_board(form) or (root in evidence.ground.roles.boards and not evidence.boards.is_view(page)):
        place = at_place(page, evidence.boards.layouts)
        return BY_ADDRESS + (1 - BY_ADDRESS) * max(_lists_threads(evidence, page), _names_boards(evidence, page), place)
    if root in evidence.ground.roles.boards:
        return 0.0
    listed = menu = 0.0
    if form == root or evidence.ground.turns(form):
        in_menu = float(evidence.boards.in_menu(page))
        menu = in_menu * _lists_threads(evidence, page) * evidence.boards.below(page)
        listed = _names_boards(evidence, page) * max(in_menu, evidence.boards.reached(root))
        listed *= float(evidence.boards.names_boards(form))
        listed *= 1.0 - (evidence.ground.roles.people.get(root, 0.0) if root is not None else 0.0)
    return max(listed, menu, ramp(evidence.ground.likest(page, evidence.boards.homes), VIEW, COPY))


def _board_view(evidence: SiteEvidence, page: SitePage) -> float:
    """A board sorted or filtered: its address says more than the board's, and what it adds turns no pages."""
    return float(evidence.boards.is_view(page))


def _lists_threads(evidence: SiteEvidence, page: SitePage) -> float:
    return ramp(evidence.ground.roles.listing[page.url], 0.0, LISTS_THREADS)


def _names_boards(evidence: SiteEvidence, page: SitePage) -> float:
    return ramp(evidence.boards.lists_boards(page), 0.0, LISTS_BOARDS)


def _posts(_: SiteEvidence, page: SitePage) -> float:
    return float(page.has_posts)


_FEATURES: dict[str, Measure] = {
    "thread": _thread,
    "view of a thread": _thread_view,
    "board": _board,
    "view of a board": _board_view,
    "lists threads": _lists_threads,
    "shows posts": _posts,
}
