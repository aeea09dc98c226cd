"""What every page links to and is written as threads or boards are, but for one name: new threads, or the site's own.

A box with the newest threads beside each page looks like a menu. Where none of its threads was met elsewhere, one of
them is asked for; what it is, those are that stand with it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from weft.traversal._looks import LIKELY
from weft.traversal._survey import Survey
from weft.urls import FREE, Form

_NUMBERED_STEP = re.compile(r"#\d+")  # of a place: one of several boxes that are alike
LEAST = 2  # links that stand together


def is_instance(form: Form, other: Form) -> bool:
    """Whether a form is another one with a name in place of a free part."""
    if (form.leads, form.keys) != (other.leads, other.keys):
        return False
    pairs = zip(form.shapes, other.shapes, strict=True)
    return all(mine == theirs or FREE in theirs for mine, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands in one column of a page: how many URLs of each form, and whether one was seen as a thread."""

    forms: Mapping[Form | None, int]
    has_thread: bool


def find_beside(survey: Survey) -> dict[str, list[Beside]]:
    """Give the columns that URLs of every page stand in; rows that are boxes have a place of their own each."""
    found: dict[str, list[Beside]] = defaultdict(list)
    for view in survey.views.values():
        columns: dict[str, set[str]] = defaultdict(set)
        for arc in view.arcs:
            columns[_without_numbers(arc.place)].add(arc.url)
        for urls in columns.values():
            if common := urls & survey.common:
                beside = Beside(Counter(map(survey.form, urls)), _looks_like_thread(survey, urls))
                for url in common:
                    found[url].append(beside)
    return found


def unread_newest(survey: Survey, wanted: Collection[Form]) -> Iterator[str]:
    """Give one of each column of such URLs of which too few were asked for to tell; a short thread looks like none."""
    columns: dict[str, dict[str, None]] = defaultdict(dict)
    for view in survey.views.values():
        for arc in view.arcs:
            form = survey.form(arc.url) if arc.url in survey.common else None
            if form is not None and form not in wanted and any(is_instance(form, one) for one in wanted):
                columns[_without_numbers(arc.place)].setdefault(arc.url)
    for column in columns.values():
        fresh = [url for url in column if not survey.knows(url)]
        if (
            len(column) >= LEAST
            and fresh
            and len(column) - len(fresh) < LEAST
            and not _looks_like_thread(survey, column)
        ):
            yield fresh[0]


def _looks_like_thread(survey: Survey, urls: Iterable[str]) -> bool:
    views = (survey.views[url] for url in urls if url in survey.views)
    return any(view.judgement.thread > LIKELY for view in views)


@lru_cache(maxsize=4096)
def _without_numbers(place: str) -> str:
    return _NUMBERED_STEP.sub("", place)
