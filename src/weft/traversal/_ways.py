"""The way from threads up to the lists they are in, where the page taken for the entry leads to none of these.

A forum may be a part of a larger site whose front page does not lead to it, or a crawl begins at a member's page. Then
what the pages of threads name around their posts leads to boards, and what stands beside those links leads higher.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from weft.traversal._entry import is_plain
from weft.traversal._flips import in_rows
from weft.traversal._form_probe import NO_PAGES
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._trails import loosen
from weft.traversal._view import Arc, View
from weft.urls import Form

MAX_RESTS = 2  # kinds of links that each list has one of
MAX_FORMS = 3  # of links around posts that are looked at


def own_links(view: View, survey: Survey) -> list[str]:
    """Give the plain addresses a page links to outside of its rows, as no other sampled page does."""
    others = frozenset().union(*(other.urls for other in survey.views.values() if other is not view))
    own = (arc.url for arc in view.arcs if not in_rows(view, arc) and arc.url not in others)
    return [url for url in dict.fromkeys(own) if url != view.url and is_plain(url)]


def around_threads(roles: Roles) -> list[str]:
    """Give links that pages of threads have around their posts, and other pages have not: one URL of each form."""
    counts: Counter[str] = Counter()
    for view in _threads(roles):
        own = (arc.url for arc in _outside(view, roles) if arc.url not in roles.survey.common)
        counts.update(list(dict.fromkeys(own)))
    forms: dict[Form, list[str]] = defaultdict(list)
    for url, _ in counts.most_common():
        form = roles.survey.form(url)
        if form is not None and form.free:
            forms[form].append(url)
    fresh = (urls[0] for urls in forms.values() if not any(map(roles.survey.knows, urls)))
    return list(fresh)[:MAX_FORMS]


def beside_lists(roles: Roles) -> list[str]:
    """Give the links that stand on pages of threads beside those to lists of threads, and were not asked for."""
    counts: Counter[str] = Counter()
    for view in _threads(roles):
        arcs = list(_outside(view, roles))
        places = {loosen(arc.path) for arc in arcs if arc.url in roles.thread_groups}
        counts.update(list(dict.fromkeys(arc.url for arc in arcs if loosen(arc.path) in places)))
    return [url for url, _ in counts.most_common() if not roles.survey.knows(url)][:MAX_FORMS]


def rests_of_lists(roles: Roles) -> list[str]:
    """Give what each list leads to by a link of its own that no row has: that of the longest list."""
    out = roles.aside | roles.like_threads
    found: list[str] = []
    for lists in (form for form in roles.lists if form.free):
        pages = [view for view in roles.by_form.get(lists, ()) if view.url in roles.thread_groups]
        pages.sort(key=lambda view: -len(roles.thread_groups[view.url].urls))
        groups = [roles.all_groups[view.url] for view in pages]
        for form, group in groups[0].items() if len(pages) > 1 else ():
            urls = {one[form].urls for one in groups if form in one}
            is_own = len(urls) == len(pages) and all(map(_is_one_page, urls))
            if is_own and form not in out and form not in roles.lists:
                found += group.urls
    if roles.entry in roles.thread_groups and not roles.has_boards:
        found += _apart_from_rows(roles.survey.views[roles.entry], roles)
    return [url for url in found if not roles.survey.knows(url)][:MAX_RESTS]


def _apart_from_rows(view: View, roles: Roles) -> list[str]:
    """Give the pages that a list alone leads to, which no other page does."""
    forms = ((arc.url, roles.survey.form(arc.url)) for arc in view.arcs if not in_rows(view, arc))
    own = (url for url, form in forms if form is not None and not form.free and url not in roles.survey.common)
    return [url for url in dict.fromkeys(own) if _is_one_page((url,)) and url != view.url]


def _is_one_page(urls: tuple[str, ...]) -> bool:
    return len(urls) == 1 and not urls[0].endswith(NO_PAGES)


def higher_lists(roles: Roles) -> dict[str, frozenset[str]]:
    """Give the sampled pages that list boards of which most that were seen list threads, each with these boards."""
    found: dict[str, frozenset[str]] = {}
    for url, groups in roles.board_groups.items():
        boards = frozenset(board for group in groups if len(group.urls) > 1 for board in group.urls)
        seen = [board for board in boards if roles.survey.knows(board)]
        is_other = roles.survey.form(url) in roles.people | roles.labels and url not in roles.survey.common
        if not is_other and 2 * sum(board in roles.thread_groups for board in seen) > len(seen):
            found[url] = boards
    return found


def _threads(roles: Roles) -> Iterator[View]:
    return (view for form in roles.threads for view in roles.by_form.get(form, ()))


def _outside(view: View, roles: Roles) -> Iterator[Arc]:
    """Give the links of a page that its posts do not have, and that lead neither to threads nor to people."""
    out = roles.like_threads | roles.people | roles.walls
    return (arc for arc in view.arcs if not in_rows(view, arc) and roles.survey.form(arc.url) not in out)
