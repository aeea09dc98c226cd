"""From samples to roles: which forms of URLs are threads, which are lists, judged from all pages together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from weft.traversal._flips import find_pagers, read_turn, rows_turned, turns_of
from weft.traversal._groups import DISTINCT, Group, count_behind, firsts, group_links, mean_but_most
from weft.traversal._headings import stand_above
from weft.traversal._kinship import extends, is_kin, query_of
from weft.traversal._lone import find_lone, find_topped
from weft.traversal._looks import LIKELY
from weft.traversal._mistaken import find_mistaken
from weft.traversal._nested import heads, name_added
from weft.traversal._selfname import count_names
from weft.traversal._survey import Survey
from weft.traversal._trails import find_shared_steps, find_trails
from weft.traversal._view import Arc, View
from weft.urls import Form

WEIGHTY = 0.15  # of the text of the page's largest group of links: less is a hint at the side
NAMED = 0.6
SEVERAL = 1.3  # links of a kind for each thread of a list: tags, not the board
LEAST_BARE = 3  # pages of a form without posts that tell what it is
THREAD_SHARE = 0.4  # of the sampled pages of a form
LABELLED = 0.3  # of a list's threads have such links, if they are of a kind that all threads may have
CERTAIN = 0.92  # that a page is a thread, by its looks
POST_SHARE = 0.6  # of the posts of a page
MIXED = 0.1  # a form beside that of threads which makes up so much of their links is one of threads, too
COMPLETE = 0.9
OWN = 0.5  # of the threads of a page have a link of a kind each to itself
SURE = 0.75
AMONG_LISTS = "they stand where lists stand"  # why a form is followed that was not sampled
ABOVE_LISTS = "they stand above lists"
BESIDE = 0.8  # of the links of a form stand in rows with one of another form
_APART_FROM_ENTRY = (
    *("by_form", "all_groups", "groups", "walls", "like_threads", "bare", "people", "thread_groups"),
    *("_texts", "_repeating"),
)


@dataclass(frozen=True)
class Roles:
    """What the samples so far say. A value: made anew from the survey after each batch."""

    survey: Survey
    entry: str = ""

    def at(self, entry: str) -> Roles:
        """Give the same with another page as the entry; what does not depend on it is not made anew."""
        if entry == self.entry:
            return self
        other = Roles(self.survey, entry)
        other.__dict__.update((name, self.__dict__[name]) for name in _APART_FROM_ENTRY if name in self.__dict__)
        return other

    @cached_property
    def by_form(self) -> dict[Form, list[View]]:
        """The sampled pages of each form; one that sent us elsewhere counts where it sent us."""
        found: dict[Form, list[View]] = defaultdict(list)
        for url, view in self.survey.views.items():
            form = self.survey.form(url)
            if form is not None:
                found[form].append(view)
        return found

    @cached_property
    def all_groups(self) -> dict[str, dict[Form, Group]]:
        """The groups of links of every sampled page."""
        forms, frame = self.survey.final_forms, self.survey.frame
        return {url: group_links(view, forms, frame) for url, view in self.survey.views.items()}

    @cached_property
    def groups(self) -> dict[str, dict[Form, Group]]:
        """The groups of links of every sampled page that weigh something."""
        return {url: self._weighty(groups) for url, groups in self.all_groups.items()}

    @staticmethod
    def _weighty(groups: dict[Form, Group]) -> dict[Form, Group]:
        most = max((group.mass for group in groups.values()), default=0)
        return {form: group for form, group in groups.items() if group.mass >= max(2, WEIGHTY * most)}

    @cached_property
    def walls(self) -> frozenset[Form]:
        """Forms whose pages all show the same whatever their URL says: log-in demands, error messages."""
        return frozenset(form for form, views in self.by_form.items() if form.free and self._is_wall(views))

    def _is_wall(self, views: list[View]) -> bool:
        """Whether all pages show the same."""
        return len(views) > 1 and all(self.survey.are_copies(views[0].url, view.url) for view in views[1:])

    @cached_property
    def like_threads(self) -> frozenset[Form]:
        """Forms whose pages look like threads."""
        out, doubted = self.walls, self.survey.doubted
        free = {form: views for form, views in self.by_form.items() if form.free and form not in out}
        free = {form: views for form, views in free.items() if form.pattern not in doubted}
        found = frozenset(form for form, views in free.items() if self._look_like_threads(views))
        found = found or frozenset(form for form, views in free.items() if self._may_be_threads(views))
        if not found and self.survey.lone:
            return find_lone(free, self.groups)
        found |= {form for form in free.keys() - found if self._has_views(form, found) or self._goes_on(form, found)}
        # short threads do not look like any, but a shortcut to their last post shows the same page
        rest = free.keys() - found
        found |= {form for form in rest if any(self._is_twin(form, other) for other in found)}
        return found - find_mistaken(found, self.by_form, self.survey.form, self._titled, self._is_twin)

    @cached_property
    def topped(self) -> frozenset[Form]:
        """Forms of pages with a message each above a list of others of the form: the tree of its thread."""
        free = {form: views for form, views in self.by_form.items() if form.free and form not in self.walls}
        return find_topped(free, self.groups)

    @cached_property
    def bare(self) -> frozenset[Form]:
        """Forms of several pages that look like threads, none with a post: the fronts of lists may look so."""
        pages = {form: self.by_form[form] for form in self.like_threads if len(self.by_form[form]) >= LEAST_BARE}
        return frozenset(form for form, views in pages.items() if not any(view.has_posts for view in views))

    def _has_views(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether pages of a form lead each to itself seen in another way, which looks like a thread."""
        views = [other for other in threads if extends(other, form) and not extends(form, other)]
        pages = self.by_form[form]
        own = (any(self.survey.form(url) in views and url.startswith(page.url) for url in page.urls) for page in pages)
        return bool(views) and sum(own) >= max(LEAST_BARE, OWN * len(pages))

    @staticmethod
    def _may_be_threads(views: list[View]) -> bool:
        """Whether most pages have posts; asked where none looks like a thread."""
        return 2 * sum(view.may_be_thread for view in views) > len(views)

    def _goes_on(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether some pages of a form lead on to further pages of theirs that look like threads: others are short."""
        further, pages = set(threads), self.by_form[form]
        turns = (arc for page in pages for arc in page.arcs if _turns(page, arc))
        index = sum(page.judgement.index for page in pages) / len(pages)
        return index < LIKELY and any(self.survey.form(arc.url) in further for arc in turns)

    def _look_like_threads(self, views: list[View]) -> bool:
        """Whether enough pages do: one with a single post does not look like a thread by itself."""
        views = [view for view in views if view.url not in self.survey.overshadowed] or views
        threads = [view for view in views if view.judgement.thread > max(0.5, view.judgement.index)]
        # lists beside posts make a page look like a list, too, but no list looks like posts so much
        posts = {view.url for view in threads if view.judgement.thread > CERTAIN and view.has_posts}
        index = sum(view.judgement.index for view in views if view.url not in posts) / len(views)
        if len(threads) < THREAD_SHARE * len(views) or index >= 0.5:
            return False
        sure = sum(1 for view in views if view.judgement.thread > SURE)
        mean = sum(view.judgement.thread for view in views) / len(views)
        return (sure > 1 and (2 * sure >= len(views) or mean > SURE)) or any(view.has_posts for view in threads)

    @cached_property
    def people(self) -> frozenset[Form]:
        """Forms that stand in most posts of threads: authors, and what else every post carries."""
        votes: Counter[Form] = Counter()
        pages = 0
        threads = self._like_thread_pages
        # below few posts a list of other threads may be taken for the page's own: its rows have boards
        for view in [view for view in threads if view.has_posts] or threads:
            main = view.regions.main
            if main is None or len(main) < 2 or view.url in self.survey.overshadowed:
                continue
            if self.survey.lone and sum(map(bool, main.times)) < POST_SHARE * len(main):
                continue  # where a page is one message, its parts are no posts
            pages += 1
            inside: dict[Form, set[int]] = defaultdict(set)
            for arc in view.arcs:
                target = self.survey.form(arc.url)
                own = arc.region >= 0 and view.regions.all[arc.region] is main and arc.url != view.url
                if own and target is not None:
                    inside[target].add(arc.record)
            votes.update(target for target, records in inside.items() if len(records) >= POST_SHARE * len(main))
        found = frozenset(form for form, count in votes.items() if count >= max(1, 0.3 * pages))
        return found - self.like_threads

    @cached_property
    def thread_groups(self) -> dict[str, Group]:
        """For each sampled page that is no thread, its links to what looks like threads (those with most to read)."""
        found: dict[str, Group] = {}
        for url, groups in self.groups.items():
            if self.survey.form(url) not in self.like_threads:
                threads = [group for form, group in groups.items() if form in self.like_threads]
                if threads:
                    found[url] = max(threads, key=self._weigh)
        return found

    def _weigh(self, group: Group) -> tuple[float, int]:
        """Weigh links to threads: what there is to read, whether it is the title, who comes first."""
        return group.mass * (1 + 2 * self._titled(group.form)), -group.order

    def _titled(self, form: Form) -> float:
        """Tell how many of a form's pages carry in their title what the links to them say."""
        return self._share_titled(form, self._texts)

    @cached_property
    def _texts(self) -> Mapping[str, set[str]]:
        """What the links to each sampled page say."""
        texts: dict[str, set[str]] = defaultdict(set)
        views, redirects = self.survey.views, self.survey.redirects
        known = {*views, *redirects}
        for view in views.values():
            for url in known & view.texts.keys():
                texts[redirects.get(url, url)] |= view.texts[url]
        return texts

    def _share_titled(self, form: Form, texts: Mapping[str, set[str]]) -> float:
        """Tell how many of a form's pages carry in their title one of the texts given for their address."""
        views = self.by_form.get(form, [])
        said = [(view.page.title.casefold(), texts.get(view.url, ())) for view in views]
        titled = sum(any(len(text) > 4 and text in title for text in found) for title, found in said)
        return titled / max(1, len(views))

    @cached_property
    def labels(self) -> frozenset[Form]:
        """Forms of which a thread's row has several: tags. A board each thread has one of.

        Rows of the entry may be those of boards, some with boards below them: what is named once on it, and alone in
        most rows, is no tag yet.
        """
        votes: Counter[Form] = Counter()
        pages = self.thread_groups.keys() - {self.entry} or self.thread_groups.keys()
        for url in pages:
            threads = self.thread_groups[url]
            if len(threads.urls) < 2:  # what stands behind one link may be anything
                continue
            for form, group in self.all_groups[url].items():
                if form not in self.groups[url] and len(group.urls) >= DISTINCT * len(group.arcs):
                    continue  # few words, and others in every row: the pages of threads, their last posts
                counts = count_behind(threads, group)
                alone = 2 * counts.count(1) > len(counts)
                if url == self.entry and alone and len(group.urls) == len(group.arcs):
                    continue
                if len(counts) >= LABELLED * len(threads.urls) and form not in self.like_threads:
                    several = mean_but_most(counts) > SEVERAL
                    # on the page of a tag its rows may have but the others
                    votes[form] += 1 if several else -(self.survey.form(url) != form)
        return frozenset(form for form, count in votes.items() if count > 0) - self.trails.keys()

    @cached_property
    def trails(self) -> dict[Form, tuple[str, ...]]:
        """Forms of what threads' pages say they lie in, on the way home, each with its URLs."""
        found = find_trails(self.survey, self._like_thread_pages, [self.entry])
        out = self.people | self.walls | self.like_threads
        return {form: urls for form, urls in found.items() if form not in out}

    @property
    def shared_steps(self) -> list[str]:
        """The pages that most threads' pages say they lie in, on the way home."""
        boards = [url for urls in self.trails.values() for url in urls]
        return find_shared_steps(self.survey, self._like_thread_pages, boards)

    @cached_property
    def aside(self) -> frozenset[Form]:
        """Forms that are neither lists nor threads, whatever their pages look like."""
        return self.people | self.labels | self.walls

    @property
    def _like_thread_pages(self) -> list[View]:
        return [view for form in self.like_threads for view in self.by_form[form]]

    @cached_property
    def like_lists(self) -> frozenset[Form]:
        """Forms whose pages list threads or list such lists."""
        return self._lists_and_boards[0]

    @cached_property
    def board_groups(self) -> dict[str, list[Group]]:
        """For each sampled page, the groups of links that lead to a list each."""
        return self._lists_and_boards[1]

    @cached_property
    def _lists_and_boards(self) -> tuple[frozenset[Form], dict[str, list[Group]]]:
        """Forms whose pages list threads or list such lists, and the groups of links that lead to one each."""
        out = self.people | self.walls
        lists = frozenset(form for url in self.thread_groups if (form := self.survey.form(url)) is not None) - out
        boards = self._boards_on(lists)
        for _ in range(3):
            more = frozenset(form for url in boards if (form := self.survey.form(url)) is not None) - out
            if more <= lists:
                break
            lists |= more
            boards = self._boards_on(lists)
        return lists, boards

    def _boards_on(self, lists: frozenset[Form]) -> dict[str, list[Group]]:
        found: dict[str, list[Group]] = {}
        wanted = {form for form in lists - self.labels if form.free}
        for url, groups in self.groups.items() if wanted else ():
            if self.survey.form(url) in self.like_threads:
                continue
            for form, group in groups.items():
                enough = len(group.urls) > 1 or url == self.entry
                if enough and form in wanted and self._is_named(group):
                    found.setdefault(url, []).append(group)
        return found

    def _is_named(self, group: Group) -> bool:
        """Whether each link of a group leads somewhere else: a list of boards, not the board of each thread."""
        named = {arc.url for arc in group.arcs if (group.form, arc.place) not in self._repeating}
        return len(named) >= NAMED * len(group.urls)

    @cached_property
    def _repeating(self) -> frozenset[tuple[Form, str]]:
        """Forms at places whose links lead to the same URL again and again on one page: what rows have in common."""
        groups = (group for groups in self.all_groups.values() for group in groups.values())
        return frozenset((group.form, place) for group in groups for place in group.repeating)

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

    def _is_view(self, form: Form, why: str, others: Iterable[Form]) -> bool:
        """Whether a form is but a view of other lists; a folder among folders of lists is a list below a list."""
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
        return self._complete_lists() | dict.fromkeys(boards, "threads say that they lie in them")

    def _promise(self, boards: Group) -> tuple[bool, int, float]:
        """Rank groups of boards: whether a page of theirs lists threads and is not the entry again, number, text."""
        pages = (view for view in self.by_form.get(boards.form, ()) if view.url in self.thread_groups)
        return any(not self._shows_entry(view) for view in pages), len(boards.urls), boards.mass

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
        pages = max((pager.most for pager in find_pagers(turns_of(view))), default=1)
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
        return tuple(form for form in ranked if form == ranked[0] or not self._is_twin(form, ranked[0]))

    def _namer_of(self, form: Form) -> Form:
        """Give the form that names the threads in whose rows links of a form stand: mostly itself."""
        others = sorted(self.like_threads - {form}, key=lambda other: other.label)
        beside = next((other for other in others if self._is_beside(form, other)), None)
        return beside or self._self_named(form)

    def _self_named(self, form: Form) -> Form:
        """Give the form by which pages of a form call themselves, if their own is not among those."""
        names = count_names(self.by_form.get(form, ()), self.like_threads, self.survey)
        best = max(sorted(names, key=lambda other: other.label), key=lambda other: names[other], default=form)
        return best if not names[form] else form

    def _is_beside(self, form: Form, other: Form) -> bool:
        """Whether links of a form stand in rows that name the thread by another: shortcuts to its last post."""
        rows = both = before = 0
        texts: dict[Form, dict[str, set[str]]] = {form: defaultdict(set), other: defaultdict(set)}
        for url, groups in self.all_groups.items():
            mine, theirs = (groups[one].rows if one in groups else {} for one in (form, other))
            if len(theirs) < 2 or len(groups[other].urls) < 2:  # the tools of one thread, above and below it
                continue
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

    def _is_twin(self, form: Form, other: Form) -> bool:
        """Whether a page of one form shows what a page of the other shows."""
        pairs = ((one, two) for one in self.by_form.get(form, ()) for two in self.by_form.get(other, ()))
        return any(self.survey.are_copies(one.url, two.url) for one, two in pairs)

    def _thread_votes(self, urls: set[str], *, any_of: bool = False) -> Counter[Form]:
        """Count the threads that pages list by each form; `any_of`: also where there are more links to lists."""
        votes: Counter[Form] = Counter()
        for url in urls:
            group = self.thread_groups[url]
            boards = max((len(boards.urls) for boards in self.board_groups.get(url, ())), default=0)
            if any_of or boards < len(group.urls):  # else they are the last posts of boards
                votes[group.form] += len(group.urls)
        return votes


def _turns(page: View, arc: Arc) -> bool:
    """Whether a link plainly leads to the second page of a list."""
    rows = len(page.regions.main) if page.regions.main is not None else 0
    one, other, text = page.url, arc.url, arc.text
    return bool(read_turn(one, other, text, 1)) or 0 < rows == rows_turned(one, other, text, 1)
