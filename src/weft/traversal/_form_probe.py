"""What to ask for next where addresses tell kinds of pages apart: links of forms of which too little is known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from weft.traversal._entry import Homes, count_boards
from weft.traversal._evidence import LEAST_LED
from weft.traversal._groups import Group
from weft.traversal._looks import LIKELY
from weft.traversal._nested import name_added
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._topped import name_answers
from weft.traversal._view import Arc, View
from weft.urls import Form, parse_address

THREAD_SAMPLES = 4
LEAST_WITHIN = 3  # different pages that posts of one page link to
LEAST_ALIKE = 2  # pages of a form that tell what it is
LEAST_TITLE = 5  # letters
TOO_LITTLE = 0.01  # what links weigh that are not worth a request
LAST_OF_ALL = 0.011
NO_PAGES = (".rss", ".atom", ".rdf", ".xml", ".json")  # what is written for machines is not looked at to learn


@dataclass(frozen=True)
class _Choice:
    """Links of one form at one place of a page, and what asking for one of them is worth."""

    score: float
    view: View
    arcs: list[Arc]
    is_second: bool  # one was asked for before

    @property
    def url(self) -> str:
        """The one with the largest row, which has more pages; the second time one of the middle."""
        ranked = sorted(self.arcs, key=lambda arc: -self.view.row_size(arc))
        return ranked[len(ranked) // 2 if self.is_second else 0].url


@dataclass(frozen=True)
class FormProbe:
    """Chooses the next URL by what the roles say so far. `asked` are URLs that were asked for, answered or not."""

    roles: Roles
    homes: Homes
    asked: Collection[str]
    menu_done: bool  # what the menus lead to was looked at

    @property
    def survey(self) -> Survey:
        """The samples so far."""
        return self.roles.survey

    @property
    def entry(self) -> str:
        """The page that is taken for the entry."""
        return self.roles.entry

    def next(self) -> str | None:
        """Give the URL most worth asking for; none when nothing is."""
        roles = self.roles
        best: _Choice | None = None
        for url, groups in roles.groups.items():
            view = self.survey.views[url]
            if self.survey.form(url) in roles.like_threads or self._is_stray(view):
                continue
            most = max((group.mass for group in groups.values()), default=1)
            for place, group in enumerate(groups.values()):
                found = self._pick(view, group, group.mass / most / (1 + place))
                if found is not None and (best is None or found.score > best.score):
                    best = found
        return best.url if best is not None and best.score > TOO_LITTLE else None

    def _is_stray(self, view: View) -> bool:
        """Whether a page is one we would not follow links of: neither entry nor list."""
        roles = self.roles
        if view.url in self.homes.urls:
            return False
        form = self.survey.form(view.url)
        if form is not None and form.pattern in self.survey.doubted:
            return False
        if (self.survey.lone or self.menu_done) and not roles.threads:  # nothing was found so far: look further
            return False
        if self.menu_done and form is not None and not form.free:
            return False
        from_entry = form in roles.groups.get(self.entry, {}) and view.judgement.thread < 0.5
        if roles.lists:
            # a list of what nobody has looked at yet: threads may be known by shortcuts only
            unread = form not in roles.like_lists | roles.people and view.judgement.index > 0.5
            return form not in roles.lists and not (from_entry and unread)
        return form not in roles.like_lists and view.judgement.index < 0.5 and not from_entry

    def _pick(self, view: View, group: Group, worth: float) -> _Choice | None:
        """Choose a place of a group whose form has too few samples."""
        roles, form = self.roles, group.form
        if form in roles.walls | roles.labels or roles.is_variant(form, roles.lists):
            return None
        if form in roles.people and not (worth == 1 and self._may_be_all(view, form)):
            return None
        if len(group.urls) == 1 and self._is_front(view):
            return None
        fresh = [arc for arc in group.arcs if not self._is_known(arc.url)]
        fresh = [arc for arc in fresh if not parse_address(arc.url).path.endswith(NO_PAGES)]
        best: _Choice | None = None
        for place in dict.fromkeys(arc.place for arc in fresh):
            count = self._samples(form, place)
            if count >= self._enough(form, len(group.urls)):
                continue
            here = [arc for arc in fresh if arc.place == place]
            score = worth * (len({arc.url for arc in here}) / len(group.urls)) / (1 + count)
            if best is None or score > best.score:
                best = _Choice(score, view, here, is_second=count == 1)
        if best is not None and best.score <= TOO_LITTLE and self._is_new_row(view, group):
            return replace(best, score=LAST_OF_ALL)
        return best

    def _is_new_row(self, view: View, group: Group) -> bool:
        """Whether rows of the entry that say more than their links do lead to what was never looked at.

        Boards in categories of two or three each weigh next to nothing below a long list of the newest threads.
        """
        is_new = bool(group.form.free) and not any(self._is_known(url) for url in group.urls)
        return is_new and view.url == self.entry and len(group.urls) >= LEAST_LED and self.roles.is_described(group)

    def _is_front(self, view: View) -> bool:
        """Whether a page is the front page of a site whose forum is found."""
        is_other_home = view.url in self.homes.urls and view.url != self.entry
        return is_other_home and count_boards(self.entry, self.roles) > 1

    def _may_be_all(self, view: View, form: Form) -> bool:
        """Whether what posts link to is what a list is made of, too, and was hardly looked at: not only people."""
        is_list = view.url == self.entry or self.survey.form(view.url) == form or view.judgement.index > LIKELY
        return is_list and len(self.roles.by_form.get(form, ())) < LEAST_ALIKE

    def _samples(self, form: Form, place: str) -> int:
        """Count the samples of a form that stand at a place; many samples of the form from elsewhere count, too."""
        known, views = self._seen.get(form, ()), self.survey.views.values()
        here = sum(any(url in view.at_place.get(place, ()) for view in views) for url in known)
        return max(here, len(known) - 2)

    @cached_property
    def _seen(self) -> dict[Form | None, list[str]]:
        """What was asked for and where it led, by form."""
        found: dict[Form | None, list[str]] = defaultdict(list)
        for url in (*self.survey.views, *self.survey.failures, *self.survey.redirects):
            found[self.survey.form(url)].append(url)
        return found

    def _enough(self, form: Form, members: int) -> int:
        if form in self.roles.threads:
            return THREAD_SAMPLES
        if form in self.roles.like_lists:
            return 2
        return 1 if form in self.roles.like_threads or members < 3 else 2

    def next_level(self) -> str | None:
        """Give a page of a level of boards that is linked but was not seen, however little its links weigh."""
        roles = self.roles
        for url in roles.pages_of(roles.lists):
            for form, group in roles.all_groups.get(url, {}).items():
                is_level = any(name_added(form, other) or name_added(other, form) for other in roles.lists)
                if is_level and form not in roles.by_form and form not in roles.aside:
                    fresh = (one for one in group.urls if not self._is_known(one))
                    if (found := next(fresh, None)) is not None:
                        return found
        return None

    def next_turned(self, flips: Iterable[tuple[str, str]]) -> str | None:
        """Give what a row of a further page leads to, where such rows are written otherwise than those of the first.

        Addresses may tell which page of a list they were found on. `flips` are pages of lists, each with its first.
        """
        roles = self.roles
        for first, flip in flips:
            if first not in roles.thread_groups or flip not in roles.groups or flip in roles.thread_groups:
                continue
            threads = roles.thread_groups[first]
            for form, group in roles.groups[flip].items():
                if form not in roles.by_form and group.places & threads.places:
                    fresh = [arc for arc in group.arcs if not self._is_known(arc.url)]
                    if fresh:
                        return max(fresh, key=self.survey.views[flip].row_size).url
        return None

    def unread_row(self) -> str | None:
        """Give what the largest row of the entry's own list leads to, at a place of which nothing was looked at."""
        view = self.survey.views.get(self.entry)
        main = view.regions.main if view is not None else None
        if view is None or main is None:
            return None
        places: dict[str, list[Arc]] = {}
        for arc in view.main_arcs:
            places.setdefault(arc.place, []).append(arc)
        for arcs in places.values():
            if len({arc.record for arc in arcs}) > len(main) / 2 and not any(self._is_known(arc.url) for arc in arcs):
                return max(arcs, key=view.row_size).url
        return None

    def named_otherwise(self) -> str | None:
        """Give what one of several pages that look like no thread calls itself and leads to, of a form not yet seen.

        A message may have its thread's address for its own.
        """
        names: dict[Form, list[str]] = {}
        for view in self.survey.views.values():
            is_named = view.canonical and view.judgement.thread < LIKELY
            url = self.survey.clean(view.canonical) if is_named else ""
            form = self.survey.form(url) if url in view.urls else None
            if form is not None and form.free and form not in self.roles.by_form:
                names.setdefault(form, []).append(url)
        fresh = [urls[0] for urls in names.values() if len(set(urls)) >= LEAST_ALIKE and not self._is_known(urls[0])]
        return fresh[0] if fresh else None

    def called_alike(self) -> str | None:
        """Give what links call as a long thread is called, of a form whose pages seen are neither threads nor lists.

        Where most threads have one post, those seen may be known by shortcuts only.
        """
        roles, survey = self.roles, self.survey
        unsure = {form for form, views in roles.by_form.items() if form.free and self._are_unsure(form, views)}
        if not unsure:
            return None
        named = [(text, url) for view in survey.views.values() for url, texts in view.texts.items() for text in texts]
        named = [(text, url) for text, url in named if len(text) >= LEAST_TITLE and survey.form(url) in unsure]
        pages = [view for form in roles.like_threads for view in roles.by_form[form] if view.has_posts]
        for title in (view.page.title.casefold() for view in pages if view.count > 1):
            called = ((len(text), url) for text, url in named if text in title)
            _, url = max(called, default=(0, ""))
            if url and not self._is_known(url):
                return url
        return None

    def _are_unsure(self, form: Form, views: Collection[View]) -> bool:
        likely = (max(view.judgement.index, view.judgement.thread) > LIKELY for view in views)
        return len(views) >= LEAST_ALIKE and form not in self.roles.like_threads and not any(likely)

    def unread_whole(self) -> str | None:
        """Give the thread that a message leads to, if none was looked at with a message of its own.

        It may show all that has a page each above the tree of the thread.
        """
        roles, survey = self.roles, self.survey
        forms = roles.topped - roles.like_threads if roles.threads else frozenset()
        for form in sorted(forms, key=lambda form: form.label):
            found = [{url for url in view.urls if survey.form(url) in roles.threads} for view in roles.by_form[form]]
            wholes = [url for urls in found if len(urls) == 1 for url in urls]
            if wholes and not any(map(self._is_known, wholes)):
                return wholes[0]
        return None

    def unread_answers(self) -> list[str]:
        """Give answers of one thread that only the page of its opening leads to, of a form that was not looked at."""
        roles, survey = self.roles, self.survey
        for form in roles.threads:
            named = name_answers(roles.by_form.get(form, ()), roles.texts)
            if named and survey.form(named[0]) not in roles.by_form:
                return [url for url in named if not self._is_known(url)][:LEAST_ALIKE]
        return []

    def unread_within(self) -> str | None:
        """Give what several posts of a page link to each by itself, if nothing like it was looked at.

        Where no list was found, what looks like threads may be lists that show posts of theirs.
        """
        best: tuple[int, str] | None = None
        for view in (view for form in self.roles.threads for view in self.roles.by_form.get(form, ())):
            for form, group in self.roles.all_groups.get(view.url, {}).items():
                arcs = [arc for arc in view.main_arcs if arc.url in group.urls]
                is_new = form not in self.roles.by_form and len({arc.url for arc in arcs}) >= LEAST_WITHIN
                if is_new and (best is None or group.mass > best[0]):
                    best = (group.mass, max(arcs, key=view.row_size).url)
        return best[1] if best is not None else None

    def longest_within(self) -> str | None:
        """Give the longest of the threads that a page taken for a thread leads to, if few were looked at.

        What is seen of a short one stands on a list that shows posts, too.
        """
        roles = self.roles
        pages = [view for form in roles.like_threads for view in roles.by_form[form]]
        found: list[tuple[int, int, str]] = []
        for view in pages:
            own = self.survey.form(view.url)
            for form, group in roles.all_groups.get(view.url, {}).items():
                seen = roles.by_form.get(form, ())
                may_be = not seen or (form in roles.like_threads and len(seen) < LEAST_ALIKE)
                if may_be and form != own and form not in roles.people and len(group.urls) >= LEAST_WITHIN:
                    fresh = [arc for arc in group.arcs if not self._is_known(arc.url)]
                    found += [(len(group.urls), view.row_size(arc), arc.url) for arc in fresh]
        return max(found, default=(0, 0, None))[-1]

    def largest(self) -> str | None:
        """Give what the largest row of a kind that says most leads to: a long thread, where there are lists.

        By turns the largest by any number, and by any but the largest of its row: how often it was read.
        """
        groups = [(view, group) for url, view in self.survey.views.items() for group in self._fresh_rows(url)]
        if not groups:
            return None
        view, arcs = max(groups, key=lambda pair: sum(map(len, {arc.text for arc in pair[1]})))
        return max(arcs, key=lambda arc: view.row_size(arc, len(self.asked) % 2)).url

    def _fresh_rows(self, url: str) -> list[list[Arc]]:
        """Give the links of each kind on a page that looks like a list, as far as they were not asked for."""
        if self.survey.views[url].judgement.index <= LIKELY:
            return []
        groups = self.roles.groups.get(url, {}).values()
        fresh = ([arc for arc in group.arcs if not self._is_known(arc.url)] for group in groups if group.form.free)
        return [arcs for arcs in fresh if len(arcs) >= LEAST_ALIKE]

    def _is_known(self, url: str) -> bool:
        return url in self.asked or self.survey.knows(url)
