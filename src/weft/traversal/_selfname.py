"""How pages call themselves: a thread reached by a shortcut says what its own address is.

It names it for machines (`link rel=canonical`), and its pager leads to that address with a number added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from weft.traversal._survey import Survey
from weft.traversal._view import View
from weft.urls import Form


def count_names(views: Iterable[View], forms: Collection[Form], survey: Survey) -> Counter[Form]:
    """Count by which of some forms pages call themselves, each page once for each way of saying it."""
    votes: Counter[Form] = Counter()
    for view in views:
        form = survey.form(survey.clean(view.canonical)) if view.canonical else None
        turned = set(map(survey.final_forms.get, view.starts))
        votes.update(found for found in (form, *turned) if found is not None and found in forms)
    return votes
