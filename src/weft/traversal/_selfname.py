"""How pages call themselves: a thread reached by a shortcut says what its own address is.

It names it for machines (`link rel=canonical`), and its pager leads to that address with a number added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from weft.traversal._survey import Survey, View
from weft.urls import Form, canonicalise

# Fixed patterns of our own: where an address may end within a longer one, and what is added.
_BREAKS = re.compile(r"[/?&;]")
_DIGIT = re.compile(r"\d")


def count_names(views: Iterable[View], forms: Collection[Form], survey: Survey) -> Counter[Form]:
    """Count by which of some forms pages call themselves, each page once for each way of saying it."""
    votes: Counter[Form] = Counter()
    for view in views:
        form = _form_of(view.page.canonical, survey)
        turned = {found for arc in view.arcs for found in _begun(arc.url, survey)}
        votes.update(found for found in (form, *turned) if found is not None and found in forms)
    return votes


def _form_of(url: str, survey: Survey) -> Form | None:
    known = canonicalise(url) if url else None
    return survey.form(survey.clean(known)) if known else None


def _begun(url: str, survey: Survey) -> set[Form]:
    """Give the forms of the seen addresses that an address is with a number added."""
    starts = {url[:end] for match in _BREAKS.finditer(url) for end in match.span() if _DIGIT.search(url, end)}
    return {form for start in starts if (form := survey.form(start)) is not None}
