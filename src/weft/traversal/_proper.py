"""Whether threads can be believed what they call their proper address (`link rel=canonical`).

Many sites lie there: every page of a thread names its first page, or all pages name one. Believing that would lose
pages, so the samples have to prove the opposite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from weft.traversal._plan import Plan, Role, list_role, shown_number
from weft.traversal._roles import SAME
from weft.traversal._survey import Survey, View
from weft.urls import canonicalise

LEAST_NAMED = 3  # pages of threads that name the address they were asked for by


def are_self_named(survey: Survey, plan: Plan) -> bool:
    """Whether canonical links of threads hold good.

    Several pages name themselves, one of them a further page of its thread; and no two pages of different content are
    given one address.
    """
    threads = {url: view for url, view in survey.views.items() if _is_thread(view, plan)}
    names = {url: name for url, view in threads.items() if (name := _name(view, survey))}
    true = {url: threads[url] for url, name in names.items() if url == name}
    return (
        len(true) >= LEAST_NAMED
        and any(_is_further(view, threads, plan, survey) for view in true.values())
        and not _has_lies(names, survey)
    )


def _is_thread(view: View, plan: Plan) -> bool:
    return view.kind == Role.THREAD or list_role(plan.judge(view.url).role) == Role.THREAD


def _name(view: View, survey: Survey) -> str:
    named = view.page.canonical
    known = canonicalise(named) if named else None
    return survey.clean(known) if known else ""


def _is_further(view: View, threads: Mapping[str, View], plan: Plan, survey: Survey) -> bool:
    """Whether a page is not the first of its thread: by its address, or by a link of another that shows its number."""
    if plan.judge(view.url).role is Role.THREAD_FLIP:
        return True
    return any(
        survey.likeness(url, view.url) < SAME
        for url, other in threads.items()
        if any(arc.url == view.url and shown_number(arc.text) > 1 for arc in other.arcs)
    )


def _has_lies(names: Mapping[str, str], survey: Survey) -> bool:
    """Whether pages that show different things go by one name; the page at that address is one of them."""
    called: dict[str, set[str]] = defaultdict(set)
    for url, name in names.items():
        called[name].update({url, name} & survey.views.keys())
    return any(
        survey.likeness(first, other) < SAME for first, *others in map(sorted, called.values()) for other in others
    )
