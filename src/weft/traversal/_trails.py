"""Boards of a forum whose entry lists threads: the way home that each thread's page shows leads through them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from weft.traversal._survey import Survey
from weft.traversal._view import View
from weft.urls import Form

ON_MOST = 0.8  # of the threads' pages have such links
LEAST_THREADS = 3
LEAST_BOARDS = 2  # one that all threads lead to may be anything
LOOSE_STEPS = 2  # of a link's path that may be called otherwise than those of its neighbours in the trail


def find_trails(survey: Survey, threads: Iterable[View], homes: Iterable[str]) -> dict[Form, tuple[str, ...]]:
    """Give the forms of links beside those that lead home on most pages of threads, each with its URLs.

    What stands there on every page alike is a menu. Tags stand elsewhere, and a thread may have none of them.
    """
    pages, home = list(threads), frozenset(homes)
    if len(pages) < LEAST_THREADS:
        return {}
    urls: dict[Form, dict[str, None]] = defaultdict(dict)
    seen: dict[Form, set[str]] = defaultdict(set)
    for view in pages:
        for url in _trail_of(view, home, survey):
            form = survey.form(url)
            if form is not None and form.free:
                urls[form][url] = None
                seen[form].add(view.url)
    return {
        form: tuple(found)
        for form, found in urls.items()
        if len(found) >= LEAST_BOARDS and len(seen[form]) >= ON_MOST * len(pages)
    }


def find_shared_steps(survey: Survey, threads: Iterable[View], boards: Iterable[str]) -> list[str]:
    """Give the pages that most threads say they lie in, beside their boards: what lists the boards is among them."""
    pages, known = list(threads), frozenset(boards)
    counts: Counter[str] = Counter()
    for view in pages:
        arcs = [arc for arc in view.arcs if arc.url != view.url]
        places = {loosen(arc.path) for arc in arcs if arc.url in known and (arc.place, arc.url) not in survey.frame}
        counts.update({*map(survey.clean, view.crumbs), *(arc.url for arc in arcs if loosen(arc.path) in places)})
    most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [url for url, count in most if count >= max(LEAST_THREADS, ON_MOST * len(pages))]


def _trail_of(view: View, home: frozenset[str], survey: Survey) -> Iterator[str]:
    """Give what a page says it lies in: to machines, or by links that stand as one to the entry does."""
    for crumb in view.crumbs:
        if (clean := survey.clean(crumb)) not in home and clean != view.url:
            yield clean
    places, frame = {loosen(arc.path) for arc in view.arcs if arc.url in home}, survey.frame
    for arc in view.arcs if places else ():
        is_beside = arc.url not in home and arc.url != view.url and loosen(arc.path) in places
        if is_beside and (arc.place, arc.url) not in frame:
            yield arc.url


@lru_cache(maxsize=8192)
def loosen(path: str) -> str:
    """Name a place without the classes of its last steps: the first of a trail's items is often called otherwise."""
    steps = path.split("/")
    return "/".join([*steps[:-LOOSE_STEPS], *(step.partition(".")[0] for step in steps[-LOOSE_STEPS:])])
