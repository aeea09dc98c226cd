"""What every page links to and is written as threads or boards are, but for one name: new threads, or the site's own.

A box with the newest threads beside each page looks like a menu. Where none of its threads was met elsewhere, one of
them is asked for; what it is, those are that stand with it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from weft.traversal._looks import LIKELY
from weft.traversal._survey import Survey
from weft.urls import FREE, Form

_NUMBERED_STEP = re.compile(r"#\d+")  # of a place: one of several boxes that are alike
_LEAST = 2  # links that stand together


def is_instance(form: Form, other: Form) -> bool:
    """Whether a form is another one with a name in place of a free part."""
    if (form.leads, form.keys) != (other.leads, other.keys):
        return False
    pairs = zip(form.shapes, other.shapes, strict=True)
    return all(mine == theirs or FREE in theirs for mine, theirs in pairs)


def stands_among(survey: Survey, url: str, form: Form) -> bool:
    """Whether a URL of every page stands there in one column with others of a form: a thread that is new everywhere."""
    return any(survey.form(other) == form for around in _around(survey, url) for other in around)


def stands_with_threads(survey: Survey, url: str) -> bool:
    """Whether a URL of every page stands there in one column with one that was seen and looks like a thread."""
    beside = {other for around in _around(survey, url) for other in around}
    return _looks_like_thread(survey, beside)


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
            len(column) >= _LEAST
            and fresh
            and len(column) - len(fresh) < _LEAST
            and not _looks_like_thread(survey, column)
        ):
            yield fresh[0]


def _looks_like_thread(survey: Survey, urls: Iterable[str]) -> bool:
    views = (survey.views[url] for url in urls if url in survey.views)
    return any(view.judgement.thread > LIKELY for view in views)


def _around(survey: Survey, url: str) -> Iterator[set[str]]:
    """Give by page the URLs of the column a URL stands in; rows that are boxes have a place of their own each."""
    for view in survey.views.values():
        places = {_without_numbers(arc.place) for arc in view.arcs if arc.url == url}
        if places:
            yield {arc.url for arc in view.arcs if _without_numbers(arc.place) in places}


@lru_cache(maxsize=4096)
def _without_numbers(place: str) -> str:
    return _NUMBERED_STEP.sub("", place)
