"""From samples to roles: which forms of URLs are threads, which are lists, judged from all pages together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from weft.traversal._evidence import OWN, Evidence
from weft.traversal._flips import pagers_of, shows_page
from weft.traversal._groups import DISTINCT, Group, firsts
from weft.traversal._headings import stand_above
from weft.traversal._kinship import extends, is_kin, query_of
from weft.traversal._nested import heads, name_added
from weft.traversal._selfname import count_names
from weft.traversal._view import View
from weft.urls import Form

MIXED = 0.1  # a form beside that of threads which makes up so much of their links is one of threads, too
COMPLETE = 0.9
AMONG_LISTS = "they stand where lists stand"  # why a form is followed that was not sampled
ABOVE_LISTS = "they stand above lists"
LEAST_IN_MENU = 3  # lists written alike that stand on most pages
HAS_MORE = "they have all threads of the lists that lead to them, and more"
BESIDE = 0.8  # of the links of a form stand in rows with one of another form


@dataclass(frozen=True)
class Roles(Evidence):
    """What the samples so far mean: the lists and threads to follow. Each is told from all pages together."""

    def is_variant(self, form: Form, others: Iterable[Form]) -> bool:
        """Whether a form is one of the others with more said: sorted, filtered, printed, turned to another page."""
        return any(other != form and extends(form, other) for other in others)

    @cached_property
    def lists(self) -> dict[Form, str]:
        """The forms of lists to follow, each with why."""
        found = self._seeds()
        seeds, done = set(found), set[str]()
        while pending := [url for url in self.pages_of(found) if url not in done]:
            done.update(pending)
            for url in pending:
                for form, why in self._led_to(url, set(found)).items():
                    if form not in seeds and self._holds_rest(url, form):
                        found[form] = HAS_MORE
                    fits = form not in self.by_form or self._is_like(form, found) or self._is_needed(url, form)
                    if form not in found and (fits or (why == ABOVE_LISTS and self._leads_to(form, set(found)))):
                        found[form] = why
            found |= self._below(set(found))
            if not self.has_boards:
                found |= {form: why for form, why in self._lists_of_lists(set(found)).items() if form not in found}
        others = [form for form in found if form.free or form in seeds]
        return {form: why for form, why in found.items() if not self._is_view(form, why, others)}

    def _is_needed(self, url: str, form: Form) -> bool:
        """Whether a list without threads of its own leads to others that have some: a club's months."""
        has_threads = any(view.url in self.thread_groups for view in self.by_form.get(form, ()))
        return url != self.entry and url not in self.thread_groups and has_threads

    def _holds_rest(self, url: str, form: Form) -> bool:
        """Whether a page of a form that a list leads to has all threads of that list and more, and none turns it."""
        if url not in self.thread_groups or form not in self.by_form:
            return False
        view, own = self.survey.views[url], set(self.thread_groups[url].urls)
        pages = [page.url for page in self.by_form[form] if page.url in view.urls and page.url in self.thread_groups]
        more = any(own < set(self.thread_groups[page].urls) for page in pages)
        return more and not pagers_of(view)

    def _is_view(self, form: Form, why: str, others: Iterable[Form]) -> bool:
        """Whether a form is but a view of other lists; a folder among folders of lists is a list below a list."""
        if why == HAS_MORE:
            return False
        if why in (AMONG_LISTS, ABOVE_LISTS):
            others = [other for other in others if query_of(other) != query_of(form)]
        return self.is_variant(form, others)

    def _below(self, known: set[Form]) -> dict[Form, str]:
        """Give the forms written as known lists are with a name more or less, whose pages are such or lead to such."""
        found: dict[Form, str] = {}
        for form in (form for form in self.like_lists - self.labels - known if not self._is_entry(form)):
            beside = [one for one in known if name_added(one, form) or name_added(form, one) or heads(form, one)]
            if beside and (self._is_like(form, known) or self._leads_to(form, known)):
                found[form] = f"a level above or below {beside[0].label}"
        return found

    def _leads_to(self, form: Form, known: set[Form]) -> bool:
        """Whether rows of a page of a form lead to known lists."""
        pages = self.by_form.get(form, ())
        return any(group.form in known for view in pages for group in self.board_groups.get(view.url, ()))

    def pages_of(self, lists: Iterable[Form]) -> list[str]:
        """Give the entry and the sampled pages of lists."""
        return [self.entry, *(view.url for form in lists for view in self.by_form.get(form, ()))]

    @property
    def has_boards(self) -> bool:
        """Whether the entry lists boards."""
        return self.entry in self.board_groups

    def _seeds(self) -> dict[Form, str]:
        """Begin with the largest group of boards of the entry; a site without has its lists in its menus."""
        if self.has_boards:
            best = max(self.board_groups[self.entry], key=self._promise)
            return {best.form: f"rows of {self.entry} lead to them"}
        boards = self.like_lists & self.trails.keys()
        complete = self._complete_lists()
        menus = self._lists_of_menus() if not boards else []
        if not complete and not menus:
            menus = self._list_of_menus()
        found = complete | dict.fromkeys(boards, "threads say that they lie in them")
        return found | dict.fromkeys(menus, "the menus lead to them")

    def _list_of_menus(self) -> list[Form]:
        """Give the form of lists that most pages name several of: boards that stand in menus only."""
        named = Counter(form for url in self.survey.common if (form := self.survey.form(url)) is not None)
        boards = [form for form in self.like_lists - self.labels if form.free and named[form] >= LEAST_IN_MENU]
        return sorted(boards, key=lambda form: (-named[form], form.label))[:1]

    def _lists_of_menus(self) -> list[Form]:
        """Give the forms of which all pages link to several, if those seen list threads, each others: no orders.

        An entry with threads of its own on several pages, which is none of these, has all of them.
        """
        entry = self.survey.views.get(self.entry)
        pagers = pagers_of(entry) if entry is not None and self.entry in self.thread_groups else ()
        is_whole = any(pager.proved for pager in pagers)
        own = self.survey.form(self.entry) if is_whole else None
        found: dict[Form, list[str]] = defaultdict(list)
        for url in sorted(self.survey.common):
            form = self.survey.form(url)
            if form is not None and own in (None, form) and form in self.like_lists - self.labels:
                found[form].append(url)
        return [form for form, urls in found.items() if self._part_threads(urls)]

    def _part_threads(self, urls: Iterable[str]) -> bool:
        """Whether several lists have no thread in common."""
        threads = [self.thread_groups[url].urls for url in urls if url in self.thread_groups]
        return len(threads) > 1 and sum(map(len, threads)) == len(set().union(*threads))

    def _promise(self, boards: Group) -> tuple[bool, bool, bool, int, float]:
        """Rank groups of boards: whether a page of theirs lists threads and is not the entry again, number, text.

        A cloud of tags may have more links than there are boards, but threads do not lie in tags, nor are these
        described.
        """
        pages = (view for view in self.by_form.get(boards.form, ()) if view.url in self.thread_groups)
        lists = any(not self._shows_entry(view) for view in pages)
        holds = self.holds_threads(boards.form)
        return lists, holds, self.is_described(boards), len(boards.urls), boards.mass

    def holds_threads(self, form: Form) -> bool:
        """Whether threads say that they lie in lists of a form, which they may write with more in it."""
        return any(trail == form or extends(trail, form) for trail in self.trails)

    def is_described(self, boards: Group) -> bool:
        """Whether the rows of the entry that links of a group stand in say more than the links do."""
        entry = self.survey.views[self.entry]
        return any(column.place in boards.places and entry.describes(column) for column in entry.columns)

    def _complete_lists(self) -> dict[Form, str]:
        """Give the page of the menus that lists most threads, if it has more than the entry has."""
        sizes: dict[str, int] = {}
        for url in self.thread_groups:
            form = self.survey.form(url)
            if form is not None and not form.free and form in self.like_lists:
                sizes[url] = self._extent(url)
        most = max(sizes.values(), default=0)
        longest = [url for url, size in sizes.items() if size >= COMPLETE * most and size > self._extent(self.entry)]
        best = max(longest, key=self._count_below, default=None)
        form = self.survey.form(best) if best is not None else None
        return {form: "the longest list of threads"} if form is not None else {}

    def _count_below(self, url: str) -> int:
        """Count the sampled or linked lists whose addresses begin with this one."""
        return sum(1 for other in self.survey.forms.by_url if other.startswith(url.rstrip("/") + "/"))

    def _extent(self, url: str) -> int:
        """Guess how many threads a list has: rows on a page times the pages its pager shows."""
        view, threads = self.survey.views.get(url), self.thread_groups.get(url)
        if view is None or threads is None:
            return 0
        pages = max((pager.most for pager in pagers_of(view)), default=1)
        return len(threads.urls) * pages

    def _lists_of_lists(self, known: set[Form]) -> dict[Form, str]:
        """Give the pages of the menus whose rows lead to lists that are followed."""
        found: dict[Form, str] = {}
        for url, groups in self.board_groups.items():
            form = self.survey.form(url)
            leads = any(
                len(group.urls) > 1 and (group.form in known or self._is_like(group.form, known)) for group in groups
            )
            if form is not None and not form.free and leads and url not in self.thread_groups:
                found[form] = "its rows lead to lists"
        return found

    def _led_to(self, url: str, known: set[Form]) -> dict[Form, str]:
        """Give the forms of lists a page leads to: by rows of boards, or by what each thread is in."""
        if url == self.entry and not self.has_boards:
            return {}
        found: dict[Form, str] = {}
        for group in self.board_groups.get(url, ()):
            found[group.form] = f"rows of {url} lead to them"
        lists = self.like_lists - self.labels
        for form, group in self.all_groups.get(url, {}).items():
            if form in lists and url in self.thread_groups and not self._is_own(url, group):
                why = "linked from the entry" if url == self.entry else f"each thread of {url} is in one"
                found.setdefault(form, why)
            elif form not in self.by_form and form.free and self._stand_with_lists(url, group, known):
                found.setdefault(form, AMONG_LISTS)
            elif form.free and self._head_lists(url, group, known):
                found.setdefault(form, ABOVE_LISTS)
        return {form: why for form, why in found.items() if not self._is_entry(form)}

    def _is_own(self, url: str, group: Group) -> bool:
        """Whether each thread of a page has a link of a group to itself (who wrote in it, its copy to print)."""
        threads = self.thread_groups[url].rows.keys()
        shared = group.rows.keys() & threads
        urls = {arc.url for arc in group.arcs if (arc.region, arc.record) in shared}
        return len(shared) > max(2, OWN * len(threads)) and len(urls) >= DISTINCT * len(shared)

    def _stand_with_lists(self, url: str, group: Group, known: set[Form]) -> bool:
        """Whether links written like those of known lists all stand at places where links to lists stand."""
        here = self.all_groups[url]
        lists = [here[form].places for form in self.like_lists - self.labels if form in here]
        threads = self.thread_groups.get(url)
        around = frozenset().union(*lists) - (threads.places if threads is not None else frozenset())
        kin = any(is_kin(group.form, form) for form in known if form.free)
        return kin and group.places <= around and group.form not in self.people | self.labels

    def _head_lists(self, url: str, group: Group, known: set[Form]) -> bool:
        """Whether links written like those of known lists stand above rows of such: the headings of categories."""
        boards = [rows for rows in self.board_groups.get(url, ()) if rows.form in known]
        kin = any(is_kin(group.form, rows.form) for rows in boards)
        if not kin or group.form in self.people | self.labels or self._is_beside_rows(group, boards):
            return False
        return stand_above(firsts(group), [order for rows in boards for order in firsts(rows)])

    @staticmethod
    def _is_beside_rows(group: Group, boards: Iterable[Group]) -> bool:
        """Whether links of a group stand in the rows of boards themselves."""
        return any(not group.rows.keys().isdisjoint(rows.rows) for rows in boards)

    def _is_entry(self, form: Form) -> bool:
        """Whether a form is but another address of the entry."""
        return not form.free and any(self._shows_entry(view) for view in self.by_form.get(form, ()))

    def _shows_entry(self, view: View) -> bool:
        if self.entry not in self.survey.views:
            return False
        return view.url == self.entry or self.survey.are_copies(view.url, self.entry)

    def _is_like(self, form: Form, lists: Collection[Form]) -> bool:
        """Whether pages of a form are laid out as pages of the lists are that are known already."""
        pages = self.pages_of(lists)
        threads = frozenset().union(*(self.thread_groups[url].places for url in pages if url in self.thread_groups))
        rows = (group for url in pages for group in self.board_groups.get(url, ()))
        boards = frozenset().union(*(group.places for group in rows if group.form in lists))
        for view in self.by_form.get(form, ()):
            if view.url != self.entry and self._shows_entry(view):
                continue
            if view.url in self.thread_groups and self.thread_groups[view.url].places & threads:
                return True
            if any(group.places & boards for group in self.board_groups.get(view.url, ())):
                return True
        return False

    @cached_property
    def threads(self) -> tuple[Form, ...]:
        """The forms threads are listed by on the lists that are followed."""
        own = {url for url in self.thread_groups if self.survey.form(url) in self.lists or url == self.entry}
        everywhere = set(self.thread_groups)
        votes = self._thread_votes(own) or self._thread_votes(everywhere) or self._thread_votes(everywhere, any_of=True)
        ranked = [form for form, count in votes.most_common() if count >= MIXED * max(votes.values())]
        ranked = list(dict.fromkeys(map(self._namer_of, ranked)))
        found = [form for form in ranked if form == ranked[0] or not self._is_twin(form, ranked[0])]
        others = sorted(self.like_threads.difference(found), key=lambda form: form.label)
        return (*found, *(form for form in others if found and self._are_answers(form, found)))

    def _namer_of(self, form: Form) -> Form:
        """Give the form that names the threads in whose rows links of a form stand: mostly itself."""
        if form in self.wholes or form in self.topped:
            whole = self.wholes.get(form) or self._self_named(form)
            return whole if self._are_listed(whole) else form
        others = sorted(self.like_threads - {form}, key=lambda other: other.label)
        beside = next((other for other in others if self._is_beside(form, other)), None)
        return beside or self._self_named(form)

    def _are_listed(self, form: Form) -> bool:
        """Whether a list leads to several threads of a form, so that none is found by its messages alone."""
        return any(
            form in groups and len(groups[form].urls) > 1
            for url, groups in self.all_groups.items()
            if url in self.thread_groups
        )

    def _self_named(self, form: Form) -> Form:
        """Give the form by which pages of a form call themselves, if their own is not among those."""
        names = count_names(self.by_form.get(form, ()), self.like_threads, self.survey)
        best = max(sorted(names, key=lambda other: other.label), key=lambda other: names[other], default=form)
        if names[form] or not self._is_used(best):
            return form
        # where lists write more than pages call themselves by, only what they write is found there
        return form if extends(form, best) and self._count_listed(form) > self._count_listed(best) else best

    def _count_listed(self, form: Form) -> int:
        """Count the links of a form on lists of threads, each once a list."""
        lists = (groups for url, groups in self.all_groups.items() if url in self.thread_groups)
        return sum(len(groups[form].urls) for groups in lists if form in groups)

    def _is_beside(self, form: Form, other: Form) -> bool:
        """Whether links of a form stand in rows that name the thread by another: shortcuts to its last post.

        The numbers of a pager are no rows, though it leads to the thread and to its further pages.
        """
        rows = both = before = 0
        texts: dict[Form, dict[str, set[str]]] = {form: defaultdict(set), other: defaultdict(set)}
        for url, groups in self.all_groups.items():
            mine, theirs = (groups[one].rows if one in groups else {} for one in (form, other))
            if len(theirs) < 2 or len(groups[other].urls) < 2:  # the tools of one thread, above and below it
                continue
            if len(mine) > 1 == len(groups[form].urls):  # each post of a further page leads back to the first
                continue
            named = {(arc.region, arc.record) for arc in groups[form].arcs if not shows_page(arc)} if mine else set()
            mine = {row: order for row, order in mine.items() if row in named}
            shared = mine.keys() & theirs.keys()
            boards = {row for group in self.board_groups.get(url, ()) for row in group.rows}
            rows, both = rows + len(mine.keys() - (boards - theirs.keys())), both + len(shared)
            before += sum(theirs[row] < mine[row] for row in shared)
            for one in (form, other) if shared else ():
                for arc in (arc for arc in groups[one].arcs if (arc.region, arc.record) in shared):
                    texts[one][arc.url].add(arc.text.casefold())
        if rows < 2 or both < BESIDE * rows:
            return False
        # what links elsewhere say (the last posts of boards have titles, too) does not count
        first, second = (self._share_titled(one, texts[one]) for one in (other, form))
        return first > second or (first == second and 2 * before > both)

    def _thread_votes(self, urls: set[str], *, any_of: bool = False) -> Counter[Form]:
        """Count the threads that pages list by each form; `any_of`: also where there are more links to lists."""
        votes: Counter[Form] = Counter()
        for url in sorted(urls):
            group = self.thread_groups[url]
            boards = max((len(boards.urls) for boards in self.board_groups.get(url, ())), default=0)
            if any_of or boards < len(group.urls):  # else they are the last posts of boards
                votes[group.form] += len(group.urls)
        return votes
