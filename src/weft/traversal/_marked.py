"""Whether links to a place within a page (`#post12`) may be passed over: rows of lists name their threads without.

Where every post has an address of its own that shows its thread, written as those of threads are, nothing else tells
a shortcut to the last post from a thread.
"""

from __future__ import annotations

from weft.traversal._plan import Plan, Role, list_role
from weft.traversal._survey import Survey
from weft.traversal._view import View

LEAST_MARKED = 5  # rows with such a link
PLAIN_TOO = 0.95  # of them that name a thread without


def are_named_plainly(survey: Survey, plan: Plan) -> bool:
    """Whether rows of lists that lead to a place within a thread nearly all lead to its beginning, too."""
    marked = plain = 0
    for view in survey.views.values():
        if list_role(plan.judge(view.url).role) == Role.INDEX:
            with_mark, without = _rows(view, plan)
            if len(without) > 1:  # else a list of boards with their last posts
                marked, plain = marked + len(with_mark), plain + len(with_mark & without)
    return marked >= LEAST_MARKED and plain >= PLAIN_TOO * marked


def _rows(view: View, plan: Plan) -> tuple[set[int], set[int]]:
    """Give the rows of a page's own list that lead into a thread, and those that lead to one."""
    rows: tuple[set[int], set[int]] = set(), set()
    for arc in view.main_arcs:
        role = plan.judge(arc.url, Role.INDEX, text=arc.text).role
        if list_role(role) == Role.THREAD and (arc.is_marked or role is Role.THREAD):
            rows[not arc.is_marked].add(arc.record)
    return rows
