"""Threads of one message a page: archives of mailing lists, blogs, trackers whose pages do not look like threads.

A page with one message has nothing that repeats. But lists name such pages by what they are called themselves, they
are dated, and they lead to no list of anything else that is named so. So are threads whose posts have no times: their
blocks name people. Asked only where no page looks like a thread.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import median

from weft.page import Boilerplate, are_told, learn_boilerplate
from weft.traversal._groups import Group
from weft.traversal._looks import LIKELY
from weft.traversal._topped import are_topped
from weft.traversal._view import View
from weft.urls import Form

LEAST_PAGES = 2  # sampled, of a form
LEAST_NAME = 5  # characters
LEAST_NAMES, ROW_NAMES = 4, 2  # on the pages that list such pages, and on each
TITLED = 0.6  # of the pages are called what the links to them say
DATED = 0.6  # of the pages have a time
LEAST_LETTERS = 40  # of its own, on most of the pages
LED_ON = 0.3  # of the messages have others in their threads
WEIGHTY = 0.5  # of the text on links that lists have for the form with most

Groups = Mapping[str, Mapping[Form, "Group"]]


def find_lone(pages: Mapping[Form, list[View]], groups: Groups) -> frozenset[Form]:
    """Give the forms of pages that lists name by their titles, that are messages, and that list none of each other.

    What has next to no words of its own is no message: people have pages that are named and dated, too.
    """
    return _Messages(pages, groups).ends


def find_topped(pages: Mapping[Form, list[View]], groups: Groups) -> frozenset[Form]:
    """Give those whose pages have a message each and list others of the form below: the tree of its thread.

    Of most sites none has: what all forms say together is asked for only if one by itself may be such.
    """
    messages = _Messages(pages, groups)
    found = [form for form, views in pages.items() if _lead_on(views, form, groups) and messages.lists_of(form)]
    found = [form for form in found if are_topped(pages[form]) and messages.are_lone(form)]
    return messages.ends.intersection(found) if found else frozenset()


@dataclass(frozen=True)
class _Messages:
    """What tells whether pages have one message each; what costs most is asked last, and kept."""

    pages: Mapping[Form, list[View]]
    groups: Groups
    _lists: dict[Form, list[Group]] = field(default_factory=dict)
    _lone: dict[Form, bool] = field(default_factory=dict)

    @cached_property
    def ends(self) -> frozenset[Form]:
        """The forms of messages that list none of the others."""
        masses = {form: sum(group.mass for group in self.lists_of(form)) for form in self.pages if self.are_lone(form)}
        ends = {form for form in masses if not any(self._list(form, other) for other in masses if other != form)}
        most = max((masses[form] for form in ends), default=0)
        return frozenset(form for form in ends if masses[form] >= WEIGHTY * most)

    def are_lone(self, form: Form) -> bool:
        """Whether lists name the pages of a form by their titles, and they are messages."""
        if form not in self._lone:
            views = self.pages[form]
            may_be = bool(self.lists_of(form)) and (not _look_like_lists(views) or are_topped(views))
            self._lone[form] = may_be and _are_messages(views) and _have_words(views, self._furniture)
        return self._lone[form]

    def lists_of(self, form: Form) -> list[Group]:
        """Give the links to pages of a form on pages that list them by name, if the pages are called so."""
        if form not in self._lists:
            lists = _lists_of(form, self.pages[form], self.groups)
            self._lists[form] = lists if _are_titled(self.pages[form], lists) else []
        return self._lists[form]

    @cached_property
    def _furniture(self) -> Boilerplate:
        return learn_boilerplate(view.page for views in self.pages.values() for view in views)

    def _list(self, form: Form, other: Form) -> bool:
        """Whether pages mostly list pages of another form, each by its name: not one 'permalink' after the other."""
        groups = (self.groups[view.url].get(other) for view in self.pages[form])
        return median(_count_names(group) if group is not None else 0 for group in groups) >= ROW_NAMES


def _lead_on(views: Sequence[View], form: Form, groups: Groups) -> bool:
    """Whether some pages lead to others of their own form; a thread may be one message."""
    return sum(form in groups[view.url] for view in views) >= LED_ON * len(views)


def _lists_of(form: Form, views: Iterable[View], groups: Groups) -> list[Group]:
    """Give the links to pages of a form on pages of other forms that list them by name."""
    own = {view.url for view in views}
    found = [group[form] for url, group in groups.items() if url not in own and form in group]
    lists = [group for group in found if _count_names(group) >= ROW_NAMES]
    return lists if len({arc.text for group in lists for arc in group.arcs}) >= LEAST_NAMES else []


def _are_titled(views: Iterable[View], lists: Iterable[Group]) -> bool:
    """Whether pages that lists lead to are called what the links there say."""
    texts: dict[str, set[str]] = defaultdict(set)
    for group in lists:
        for arc in group.arcs:
            texts[arc.url].add(arc.text.casefold())
    said = [(view.page.title.casefold(), texts[view.url]) for view in views if view.url in texts]
    titled = sum(any(len(text) >= LEAST_NAME and text in title for text in found) for title, found in said)
    return len(said) >= LEAST_PAGES and titled >= TITLED * len(said)


def _are_messages(views: Sequence[View]) -> bool:
    """Whether pages are dated, or else show who said what."""
    dated = sum(view.is_dated for view in views)
    return dated >= DATED * len(views) or are_told(view.regions for view in views)


def _look_like_lists(views: Iterable[View]) -> bool:
    return median(view.judgement.index for view in views) > LIKELY


def _have_words(views: Iterable[View], furniture: Boilerplate) -> bool:
    """Whether most pages have something to read that is in no link and that other pages do not have."""
    letters = []
    for view in views:
        links = {arc.text for arc in view.arcs}
        lines = (line for line in furniture.own_text(view.page).split("\n") if line not in links)
        letters.append(sum(sum(map(str.isalpha, line)) for line in lines))
    return median(letters) >= LEAST_LETTERS


def _count_names(group: Group) -> int:
    return len({arc.text for arc in group.arcs})
