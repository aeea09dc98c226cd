"""How the pages of lists and threads are turned: pagers, chains and bare numbers, by what the samples so far say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from weft.traversal._chains import Chain, find_chains
from weft.traversal._flips import (
    Pager,
    Turn,
    find_pagers,
    in_rows,
    is_titled_after,
    page_change,
    page_number,
    replaces_name,
    turns_in_rows,
    turns_of,
)
from weft.traversal._groups import Group
from weft.traversal._plan import shown_number
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._view import Arc, View
from weft.urls import Form, drop_keys

LEAST_NUMBERS = 2  # links of a form that show a page number
FEW_LISTS = 4  # that one row may name: a board and those below it


MOST_TIMES = 5  # as many as the threads that are seen of a page, which may have rows of other kinds
SECOND = 2  # a pager links to this page from the first
SHORT_LIST = 9  # a row that shows no number above this leads to a list of one page
_DIGITS = re.compile(r"\d+")  # a fixed pattern of our own, over titles

Pagers = dict[Form, list[tuple[Pager, list[Turn]]]]


@dataclass(frozen=True)
class Turning:
    """Ways to turn pages. A value: made anew with the roles it was found by."""

    roles: Roles

    @property
    def survey(self) -> Survey:
        """The samples."""
        return self.roles.survey

    @cached_property
    def pagers(self) -> Pagers:
        """The pagers of lists and threads that are proved, by the form of the first page."""
        found: Pagers = {}
        for form, pagers in self.possible.items():
            proved = [(pager, turns) for pager, turns in pagers if self._is_proved(pager, turns)]
            if proved:
                found[form] = proved
        return found

    @cached_property
    def possible(self) -> Pagers:
        """All that may be pagers, by the form of the first page."""
        found: Pagers = {}
        entry = self.survey.form(self.roles.entry)
        for form in [*self.roles.threads, *self.roles.lists, *([entry] if entry is not None else [])]:
            turns = [turn for turn in self._turns(form) if not replaces_name(form, turn)]
            pairs = [(pager, [turn for turn in turns if pager.turns(turn)]) for pager in find_pagers(turns)]
            pairs = [pair for pair in pairs if self._counts_rows(*pair)]
            sizes = [pair for pair in pairs if _skips_second(*pair)]
            if pairs:
                found[form] = [pair for pair in pairs if pair not in sizes or len(sizes) == len(pairs)]
        return found

    def _counts_rows(self, pager: Pager, turns: Collection[Turn]) -> bool:
        """Whether what pages add may be the rows of a page, where no link shows a number: else it is an id of some."""
        if pager.step == 1 or any(page_number(turn.arc.text) is not None for turn in turns):
            return True
        views = (self.survey.views[turn.base] for turn in turns if turn.base in self.survey.views)
        rows = [len(groups[view.url].urls) for view in views if view.url in (groups := self.roles.thread_groups)]
        return not rows or pager.step <= MOST_TIMES * max(rows)

    @property
    def known_flips(self) -> list[tuple[str, str]]:
        """The further pages that were seen of lists and threads, each behind the page it is turned to from."""
        turns = (turn for pairs in self.possible.values() for _, turns in pairs for turn in turns)
        seen = ((turn.base, turn.arc.url) for turn in turns if turn.arc.url in self.survey.views)
        return [(base, flip) for base, flip in dict.fromkeys(seen) if base != flip]

    def _turns(self, form: Form) -> list[Turn]:
        """Give all links that may turn pages of lists of one form."""
        roles = self.roles
        found = [turn for view in roles.by_form.get(form, ()) for turn in turns_of(view)]
        found = [turn for turn in found if not self._is_named(turn)]
        if form not in roles.lists and form not in roles.threads:  # the entry: all of the site lies below it
            found = [turn for turn in found if turn.arc.next or page_number(turn.arc.text) is not None]
        if form in roles.threads:
            found = [turn for turn in found if not self._is_of_post(turn)]
            # rows of other pages (what a member wrote) may show the numbers of posts
            for url in list(filter(self._is_listing, roles.thread_groups)) or roles.thread_groups:
                found += turns_in_rows(self.survey.views[url], lambda base: self.survey.form(base) == form)
        return list(map(self._unfix, found)) if self.survey.fixed else found

    def _is_named(self, turn: Turn) -> bool:
        """Whether a link to a list says a word and a number, but is a board called so ("Room 4"): all that say it are.

        The links of a pager that say more than a number say it with several.
        """
        text = turn.arc.text
        if not any(map(str.isalpha, text)) or self.survey.form(turn.arc.url) not in self.roles.lists:
            return False
        return page_number(text) is not None and len(self._worded[_DIGITS.sub("", text)]) == 1

    @cached_property
    def _worded(self) -> dict[str, set[str]]:
        """What links with a word and a number lead to, by what they say without the number."""
        found: dict[str, set[str]] = defaultdict(set)
        for view in self.survey.views.values():
            for arc in view.arcs:
                if arc.text[-1:].isdigit() or arc.text[:1].isdigit():
                    found[_DIGITS.sub("", arc.text)].add(arc.url)
        return found

    def _is_of_post(self, turn: Turn) -> bool:
        """Whether a link is one that posts have (their numbers), on a page that does not show what its posts have."""
        view, form = self.survey.views[turn.seen_on], self.survey.form(turn.arc.url)
        is_shown = view.has_posts and bool(view.row_places) and view.url not in self.survey.overshadowed
        return not is_shown and form in self.roles.people

    def _is_listing(self, url: str) -> bool:
        """Whether a page is the entry or a list that is followed, or a further page of one."""
        form, lists = self.survey.form(url), self.roles.lists
        return url == self.roles.entry or (form is not None and (form in lists or self.roles.is_variant(form, lists)))

    def _unfix(self, turn: Turn) -> Turn:
        """Give a link with its list as the site wrote it, where a number that changes nothing keeps the two apart."""
        if page_change(turn.base, turn.arc.url) is not None:
            return turn
        return replace(turn, base=drop_keys(self.survey.as_written(turn.base), self.survey.dropped))

    def _is_proved(self, pager: Pager, turns: list[Turn]) -> bool:
        """Whether a pager turns pages: its numbers fit on several pages, or a flip that was asked for shows more."""
        survey = self.survey
        onward = [turn for turn in turns if turn.arc.url != turn.base and pager.goes_on(turn)]
        seen = [turn for turn in onward if turn.arc.url in survey.views]
        new = any(not survey.is_same(turn.base, turn.arc.url) and self._is_alike(turn) for turn in seen)
        ends = ((base, first) for base, first in ends_of(pager, turns, survey.views) if first in survey.views)
        return new or (pager.proved and not seen) or any(not survey.is_same(*pair) for pair in ends)

    def _is_alike(self, turn: Turn) -> bool:
        """Whether a flip shows the same kind of page as the one it was found on."""
        roles = self.roles
        if turn.base in roles.thread_groups:
            return turn.arc.url in roles.thread_groups or self.rows_like(turn.base, turn.arc.url) is not None
        view, base = self.survey.views[turn.arc.url], self.survey.views.get(turn.base)
        is_titled = base is not None and is_titled_after(view.page.title, base.page.title)
        return view.has_posts or view.judgement.thread > 0.5 or is_titled

    def rows_like(self, base: str, flip: str) -> Group | None:
        """Give the links of a flip that stand where the list it was found on has its threads, however written."""
        known = self.roles.thread_groups
        groups = self.roles.all_groups.get(flip, {}).values()
        alike = [group for group in groups if group.places & known[base].places]
        return known.get(flip) or max(
            (one for one in alike if len(one.urls) > 1), key=lambda one: one.mass, default=None
        )

    @cached_property
    def shows_last(self) -> frozenset[Form]:
        """The forms of lists whose plain addresses show their last pages: the first ones that were asked for differ."""
        views = self.survey.views
        pairs = ((form, base, first) for form, found in self._possible_firsts.items() for base, first in found)
        return frozenset(form for form, base, first in pairs if first in views and not self.survey.is_same(base, first))

    @property
    def doubtful_firsts(self) -> list[str]:
        """A page one of each form of which a sampled list may show its last page."""
        return [found[0][1] for found in self._possible_firsts.values()]

    @cached_property
    def _possible_firsts(self) -> dict[Form, list[tuple[str, str]]]:
        """The lists whose plain addresses may show their last pages, each with the address of its first page."""
        found: dict[Form, list[tuple[str, str]]] = defaultdict(list)
        for form, pagers in self.possible.items():
            for pager, turns in pagers:
                found[form] += ends_of(pager, turns, self.survey.views)
        return {form: pairs for form, pairs in found.items() if pairs}

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """How lists go on that no pager turns the pages of, as far as it is proved."""
        return tuple(chain for chain in self.possible_chains if chain.is_proved(self.roles))

    @cached_property
    def possible_chains(self) -> tuple[Chain, ...]:
        """How lists may go on that no pager turns the pages of."""
        roles = self.roles
        bases = [form for form in (*roles.lists, self.survey.form(roles.entry)) if form is not None]
        return tuple(find_chains(roles, dict.fromkeys(form for form in bases if form not in self.pagers)))

    @cached_property
    def numbered(self) -> frozenset[Form]:
        """The forms whose pages are turned by links that show numbers which their addresses do not have."""
        views = self.survey.views
        found = {
            form
            for form, arcs in self.possible_numbers.items()
            for url, arc in arcs
            if arc.url in views and _is_titled_alike(views[url].page.title, views[arc.url].page.title)
        }
        return frozenset(found)

    @cached_property
    def possible_numbers(self) -> dict[Form, list[tuple[str, Arc]]]:
        """The links that show numbers and lead to pages written as the page they stand on is, which no URL tells.

        Each with its page. Numbers that every row has are those of posts.
        """
        found = {}
        for form in (form for form in self.roles.threads if form not in self.possible):
            arcs = [
                (view.url, arc)
                for view in self.roles.by_form.get(form, ())
                for arc in view.arcs
                if shown_number(arc.text) > 1 and self.survey.form(arc.url) == form and not in_rows(view, arc)
            ]
            if len({(url, shown_number(arc.text)) for url, arc in arcs}) >= LEAST_NUMBERS:
                found[form] = arcs
        return found

    def longer_list(self, rank: int, asked: Collection[str]) -> str | None:
        """Give the largest list not yet seen of a form without a pager, by the largest or second number of its row."""
        roles, turned = self.roles, {*self.pagers, *self.numbered}
        best: tuple[tuple[bool, int], str] | None = None
        for url, groups in roles.groups.items():
            boards = {group.form: group for group in roles.board_groups.get(url, ())}  # however little they weigh
            for form, group in (groups | boards).items():
                if form in turned or (form not in roles.threads and form not in roles.lists):
                    continue
                for arc, size in _sizes(self.survey.views[url], group, rank):
                    if self.survey.knows(arc.url) or arc.url in asked or size[1] <= SHORT_LIST:
                        continue
                    if best is None or size > best[0]:
                        best = (size, arc.url)
        return best[1] if best else None


def _sizes(view: View, group: Group, rank: int) -> Iterator[tuple[Arc, tuple[bool, int]]]:
    """Give how long the lists may be that links lead to: whether their rows tell of few lists, and the number there.

    A row tells of the list it names first; of the others (boards below that board) less. A box that names many is no
    row of theirs.
    """
    rows: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)
    for arc in group.arcs:
        rows[arc.region, arc.record][arc.url] = None
    for arc in group.arcs:
        named = rows[arc.region, arc.record]
        size = view.row_size(arc, rank)
        yield arc, (len(named) <= FEW_LISTS, size if next(iter(named)) == arc.url else size // len(named))


def ends_of(pager: Pager, turns: Iterable[Turn], known: Container[str]) -> list[tuple[str, str]]:
    """Give lists that a pager turns the pages of, whose own links lead to page one but to none of their last pages.

    Each comes with that page one. A list that shows page one links to the second by its number; "last" and rows of
    other lists may tell how many pages there are.
    """
    own: dict[str, dict[int, str]] = defaultdict(dict)
    most: dict[str, int] = defaultdict(int)
    for turn in turns:
        change = pager.change(turn.base, turn.arc.url)
        if change is not None and change.before is None and turn.base in known:  # its own address tells no page
            number = pager.number(change.value)
            most[turn.base] = max(most[turn.base], number)
            if turn.seen_on == turn.base and page_number(turn.arc.text) is not None:
                own[turn.base][number] = turn.arc.url
    return [(base, urls[1]) for base, urls in own.items() if 1 in urls and (len(urls) == 1 or max(urls) < most[base])]


def _is_titled_alike(one: str, other: str) -> bool:
    """Whether two titles are one but for numbers."""
    first, second = (_DIGITS.sub("", title).casefold().split() for title in (one, other))
    return bool(first) and first == second


def _skips_second(pager: Pager, turns: Collection[Turn]) -> bool:
    """Whether lists have links to far pages only, none to the first two: beside a pager these say how long a page is.

    Such an address may change what all pages show that are asked for later. Rows of other pages may show last pages.
    """
    changes = [page_change(turn.base, turn.arc.url) for turn in turns if turn.seen_on == turn.base]
    far = [change is not None and change.before is None and pager.number(change.value) > SECOND for change in changes]
    return len(far) == len(turns) and all(far)
