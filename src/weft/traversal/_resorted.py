"""Links of a list to itself, sorted or filtered: they look like a list of boards where nothing turns its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from weft.traversal._flips import pagers_of
from weft.traversal._groups import Group
from weft.traversal._kinship import extends, query_of, share_name
from weft.traversal._survey import Survey

_MARKS = ("?", "&", ";")


class _Known(Protocol):
    """What is told of lists by now."""

    @property
    def survey(self) -> Survey: ...

    @property
    def thread_groups(self) -> Mapping[str, Group]: ...


def shows_again(url: str, group: Group, known: _Known) -> bool:
    """Whether a group of links leads from one of several lists of threads to that list again, with pairs more.

    Such a list may be one of a club's months, which have threads of their own: those seen have some that the page has
    not, though it has no further pages.
    """
    base = url.partition("?")[0]
    if base not in known.thread_groups:
        if _is_view_of_same(url, base, group, known.survey):
            return True
        base = url
    form = known.survey.form(base)
    if base not in known.thread_groups or form is None or not form.free or not extends(group.form, form):
        return False
    if not all(one.startswith(base) and one[len(base) :].startswith(_MARKS) for one in group.urls):
        return False
    own = set(known.thread_groups[base].urls)
    others = (known.thread_groups[one].urls for one in group.urls if one in known.thread_groups)
    return all(own.issuperset(urls) for urls in others) or bool(pagers_of(known.survey.views[base]))


def _is_view_of_same(url: str, base: str, group: Group, survey: Survey) -> bool:
    """Whether links lead from a view of a list, whose plain address was not seen, to other views of it.

    These have other keys: what has the same may be lists of their own, if there are several.
    """
    form = survey.form(url)
    if form is None or url == base or not share_name(form, group.form):
        return False
    if not all(one.startswith(base) and one[len(base) :].startswith(_MARKS) for one in group.urls):
        return False
    return len(group.urls) == 1 or {key for key, _ in query_of(form)} != {key for key, _ in query_of(group.form)}
