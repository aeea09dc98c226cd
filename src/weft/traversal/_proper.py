"""Whether threads can be believed what they call their proper address (`link rel=canonical`).

Many sites lie there: every page of a thread names its first page, or all pages name one. Believing that would lose
pages, so the samples have to prove the opposite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from weft.traversal._plan import Plan, Role, list_role, shown_number
from weft.traversal._survey import Survey
from weft.traversal._view import View
from weft.urls import canonicalise

LEAST_NAMED = 3  # pages of threads that name the address they were asked for by


def are_self_named(survey: Survey, plan: Plan) -> bool:
    """Whether canonical links of threads hold good.

    Several pages of threads name themselves; no two pages of different content are given one address; and either a
    further page names itself, or none of the pages that came by another address has further ones.
    """
    names = {url: name for url, view in survey.views.items() if (name := _name(view, survey))}
    threads = {url: view for url, view in survey.views.items() if _is_thread(view, plan)}
    true = [view for url, view in threads.items() if names.get(url) == url]
    told = {url: name for url, name in names.items() if not _is_list(survey.views[url], plan)}
    if len(true) < LEAST_NAMED or _has_lies(told, survey):
        return False
    others = [survey.views[url] for url, name in names.items() if url != name]
    are_whole = bool(others) and all(map(_is_whole, others))
    return are_whole or any(_is_further(view, threads, plan, survey) for view in true)


def _is_thread(view: View, plan: Plan) -> bool:
    return view.kind == Role.THREAD or list_role(plan.judge(view.url).role) == Role.THREAD


def _is_list(view: View, plan: Plan) -> bool:
    """Whether a page is surely none of a thread: other orders of a board may well name the board."""
    return list_role(plan.judge(view.url).role) == Role.INDEX or (view.kind == Role.INDEX and view.kind_sure)


def _is_whole(view: View) -> bool:
    """Whether a page plainly is all there is of its thread."""
    page = view.page
    return not (page.next or page.prev or any(shown_number(link.text) for link in page.links))


def _name(view: View, survey: Survey) -> str:
    named = view.page.canonical
    known = canonicalise(named) if named else None
    return survey.clean(known) if known else ""


def _is_further(view: View, threads: Mapping[str, View], plan: Plan, survey: Survey) -> bool:
    """Whether a page is not the first of its thread: by its address, or by a link of another that shows its number."""
    if plan.judge(view.url).role is Role.THREAD_FLIP:
        return True
    return any(
        not survey.are_copies(url, view.url)
        for url, other in threads.items()
        if any(arc.url == view.url and shown_number(arc.text) > 1 for arc in other.arcs)
    )


def _has_lies(names: Mapping[str, str], survey: Survey) -> bool:
    """Whether pages that show different things go by one name; the page at that address is one of them."""
    called: dict[str, set[str]] = defaultdict(set)
    for url, name in names.items():
        called[name].update({url, name} & survey.views.keys())
    return any(
        not survey.are_copies(first, other) for first, *others in map(sorted, called.values()) for other in others
    )
