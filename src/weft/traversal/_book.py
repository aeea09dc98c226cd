"""One list of posts on many pages and nothing else: a guestbook. No list leads to it; its pages lead to each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weft.traversal._flips import in_rows, shows_page
from weft.traversal._looks import LIKELY
from weft.traversal._plan import Follow, Plan, Role, Rule
from weft.traversal._survey import Survey
from weft.traversal._view import View
from weft.urls import re2_escape

PROBES = 6  # links beside the posts that are asked for
KNOWN_POSTS = 0.5  # of a page stand on the page before, at most
_DIGITS = re.compile(r"\d+")  # a fixed pattern of our own, over addresses and titles


def book_links(survey: Survey, url: str) -> list[str]:
    """Give what to ask for to see whether a page of posts goes on: what looks like a pager, then what stands last."""
    view = survey.views.get(url)
    if view is None or not _has_posts(view):
        return []
    beside = [arc for arc in reversed(view.arcs) if arc.url != url and not in_rows(view, arc)]
    return list(dict.fromkeys(arc.url for arc in (*filter(shows_page, beside), *beside)))[:PROBES]


def make_book_plan(survey: Survey, url: str, strategy: str) -> Plan | None:
    """Write the plan of a page of posts that leads to others of its name with other posts; None where it does not."""
    view = survey.views.get(url)
    further = list(_further(survey, view)) if view is not None and _has_posts(view) else []
    if not further or any(one.judgement.index > LIKELY for one in survey.views.values()):  # a thread among others
        return None
    pages = [survey.views[one] for one in further]
    more = [one for page in pages for one in _further(survey, page) if one != url]
    why = f"{len(further)} pages that it leads to show other posts"
    patterns = dict.fromkeys(_DIGITS.sub(r"(\\d+)", re2_escape(one)) for one in (*further, *more))
    first = Rule(re2_escape(url), Role.THREAD, evidence="a list of posts that none leads to")
    flips = (Rule(one, Role.THREAD_FLIP, Follow.SAME_LIST, list=url, evidence=why) for one in patterns)
    return Plan(survey.ground.scope, url, strategy, (first, *flips), drop=tuple(sorted(survey.dropped)))


def _further(survey: Survey, view: View) -> Iterator[str]:
    """Give the pages seen that a page leads to and that go on with it."""
    urls = dict.fromkeys(arc.url for arc in view.arcs if arc.url != view.url and not in_rows(view, arc))
    yield from (url for url in urls if url in survey.views and _goes_on(view, survey.views[url]))


def _goes_on(view: View, other: View) -> bool:
    """Whether another page of posts has the same name and other posts."""
    names = [_DIGITS.sub("", one.page.title) for one in (view, other)]
    posts = [
        {record.text for record in one.regions.main.records} if one.regions.main else set() for one in (view, other)
    ]
    is_new = len(posts[0] & posts[1]) <= KNOWN_POSTS * len(posts[1])
    return _has_posts(other) and names[0] == names[1] and is_new


def _has_posts(view: View) -> bool:
    return view.has_posts and view.judgement.index < LIKELY
