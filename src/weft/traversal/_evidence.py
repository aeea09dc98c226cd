"""What samples say of the forms of URLs: which look like threads, which list such, what else stands on pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import re2

from weft.traversal._digests import find_digests, find_personal, find_shown_in_part, find_writers
from weft.traversal._flips import page_number, read_turn, rows_turned
from weft.traversal._groups import DISTINCT, Group, count_behind, group_links, mean_but_most
from weft.traversal._kinship import extends, is_below
from weft.traversal._lone import find_lone, find_topped
from weft.traversal._looks import LIKELY
from weft.traversal._mistaken import find_mistaken
from weft.traversal._nested import name_added
from weft.traversal._pieces import Named, find_beginnings, find_named_alike, find_pieces
from weft.traversal._resorted import shows_again
from weft.traversal._survey import Survey
from weft.traversal._topped import are_answers, find_wholes
from weft.traversal._trails import find_shared_steps, find_trails
from weft.traversal._view import LEAST_ROWS, LEAST_TOLD, NO_LIST, Arc, View, kept, repeat_themselves
from weft.urls import Form

WEIGHTY = 0.15  # of the text of the page's largest group of links: less is a hint at the side
LEAST_LED = 2  # links of a kind that lead rows with more to say
LEAST_NAME = 3  # letters of what such a link says, on average
NAMED = 0.6
SEVERAL = 1.3  # links of a kind for each thread of a list: tags, not the board
LEAST_BARE = 3  # pages of a form without posts that tell what it is
THREAD_SHARE = 0.4  # of the sampled pages of a form
LABELLED = 0.3  # of a list's threads have such links, if they are of a kind that all threads may have
CERTAIN = 0.92  # that a page is a thread, by its looks
POST_SHARE = 0.6  # of the posts of a page
MOST_VIEWS = 2  # of one kind that a page has of itself
OWN = 0.5  # of the threads of a page have a link of a kind each to itself
SURE = 0.75
_DIGITS = re.compile(r"\d+")
_APART_FROM_ENTRY = (
    *("by_form", "all_groups", "groups", "walls", "like_threads", "bare", "people", "thread_groups"),
    *("texts", "_repeating", "_looking", "_not_ruled_out", "pieces", "wholes", "_of_one_thread"),
)


@dataclass(slots=True)
class _Weighed:
    """The groups of links of a page, and those of them that weigh something: kept until the groups are others."""

    groups: dict[Form, Group] | None = None
    weighty: dict[Form, Group] = field(default_factory=dict)


@kept
def _weighed_of(_view: View) -> _Weighed:
    return _Weighed()


@dataclass(frozen=True)
class Evidence:
    """What the samples so far look like. A value: made anew from the survey after each batch."""

    survey: Survey
    entry: str = ""

    def at(self, entry: str) -> Self:
        """Give the same with another page as the entry; what does not depend on it is not made anew."""
        if entry == self.entry:
            return self
        other = type(self)(self.survey, entry)
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
        views = self.survey.views
        return {url: self._weighty(views[url], groups) for url, groups in self.all_groups.items()}

    def _weighty(self, view: View, groups: dict[Form, Group]) -> dict[Form, Group]:
        """Give the groups with a good share of what the largest says, and those whose rows say more than links do."""
        known = _weighed_of(view)
        if known.groups is not groups:
            known.groups, known.weighty = groups, self._find_weighty(view, groups)
        return known.weighty

    def _find_weighty(self, view: View, groups: dict[Form, Group]) -> dict[Form, Group]:
        most = max((group.mass for group in groups.values()), default=0)
        heavy = {form: group for form, group in groups.items() if group.mass >= max(2, WEIGHTY * most)}
        if len(heavy) == len(groups):
            return heavy
        first = {column.region: column for column in reversed(view.columns)}
        led = {self.survey.form(column.urls[0]) for column in first.values() if view.describes(column)}
        named = {form: group for form, group in groups.items() if form in led and len(group.urls) >= LEAST_LED}
        return heavy | {form: group for form, group in named.items() if group.mass >= LEAST_NAME * len(group.urls)}

    @cached_property
    def walls(self) -> frozenset[Form]:
        """Forms whose pages all show the same whatever their URL says: log-in demands, error messages."""
        return frozenset(form for form, views in self.by_form.items() if form.free and self._is_wall(form, views))

    def _is_wall(self, form: Form, views: list[View]) -> bool:
        """Whether all pages show the same, and are not one thread or list under several addresses."""
        first, others = views[0], views[1:]
        if not others or not all(self.survey.are_copies(first.url, view.url) for view in others):
            return False
        return max(first.judgement.thread, first.judgement.index) <= LIKELY or not _share_a_part(form, views)

    @cached_property
    def like_threads(self) -> frozenset[Form]:
        """Forms whose pages look like threads, or are called as these are, or are messages of theirs."""
        return self._looking.union(self.pieces, self.wholes, self.wholes.values(), self._looking_below)

    @cached_property
    def _looking_below(self) -> frozenset[Form]:
        """Forms written as those of threads are with a name more, where lists have these: threads of boards below."""
        pages = [groups for url, groups in self.all_groups.items() if self.survey.form(url) not in self._looking]
        found: set[Form] = set()
        for form in self._looking:
            rows = frozenset().union(*(groups[form].places for groups in pages if form in groups))
            listed = (other for groups in pages for other, group in groups.items() if group.places & rows)
            found.update(other for other in listed if name_added(form, other))
        return frozenset(found)

    @cached_property
    def wholes(self) -> dict[Form, Form]:
        """Forms of messages, each above the tree of its thread, with the form of threads that show all of theirs."""
        free, looking = self._not_ruled_out, self._looking
        if not self.survey.lone:
            return find_wholes(free.keys() - looking, looking, self.by_form)
        threads = {form for form in free.keys() - looking if any(view.has_posts for view in free[form])}
        return find_wholes(looking & self.topped if threads else (), threads, self.by_form)

    @cached_property
    def pieces(self) -> frozenset[Form]:
        """Forms whose pages do not look like threads, but are called as threads are: their last posts."""
        others = self._not_ruled_out.keys() - self._looking
        return find_pieces(others, self._looking, self._named)

    @property
    def _named(self) -> Named:
        """What tells how the pages of forms are called."""
        return Named(self.by_form, self.survey.views.values(), self.survey.form)

    @cached_property
    def _not_ruled_out(self) -> dict[Form, list[View]]:
        """The sampled pages of each form that may be threads."""
        free = {form: views for form, views in self.by_form.items() if form.free and form not in self.walls}
        return {form: views for form, views in free.items() if form.pattern not in self.survey.doubted}

    @cached_property
    def _looking(self) -> frozenset[Form]:
        """Forms whose pages look like threads."""
        free = self._not_ruled_out
        found = frozenset(form for form, views in free.items() if self._look_like_threads(views))
        if not any(map(self._is_used, found)):
            found |= {form for form, views in free.items() if self._may_be_threads(views)}
        if not found and self.survey.lone:
            lone = find_lone(free, self.groups)
            return lone.union(form for form in free.keys() - lone if self._are_answers(form, lone))
        found |= {form for form in free.keys() - found if self._is_a_level(form, found)}
        found |= find_shown_in_part(found, free.keys() - found, self.by_form, self.survey.form)
        found |= {form for form in free.keys() - found if self._has_views(form, found) or self._goes_on(form, found)}
        found |= {form for form in free.keys() - found if self._is_gone_back_to(form, found)}
        found |= find_beginnings(free.keys() - found, found, self._named)
        found |= find_named_alike({form: free[form] for form in free.keys() - found}, found, self._named)
        # short threads do not look like any, but a shortcut to their last post shows the same page
        rest = free.keys() - found
        found |= {form for form in rest if any(self._is_twin(form, other) for other in found)}
        found |= {form for form in free.keys() - found if self._are_answers(form, found)}
        found -= find_personal(found, self.by_form, self.survey.form)
        found -= find_writers(found, self.by_form, self.survey.form, self.all_groups)
        found -= find_digests(found, self.by_form, self.survey.form)
        return found - find_mistaken(found, self.by_form, self._own_form, self._titled, self._is_twin)

    def _is_a_level(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether a form is written as that of threads is with a name more or less, and its pages may be some."""
        levels = any(name_added(form, other) or name_added(other, form) for other in threads)
        return levels and self._may_be_threads(self.by_form[form])

    def _own_form(self, arc: Arc) -> Form | None:
        """Give the form of what not all pages link to: menus and the newest posts beside every page are no rows."""
        return None if arc.url in self.survey.common else self.survey.form(arc.url)

    def _is_used(self, form: Form) -> bool:
        """Whether pages of the site are known by a form, not just the one that somebody typed the address of."""
        linked = (url for view in self.survey.views.values() for url in view.urls)
        return len(self.by_form.get(form, ())) > 1 or any(self.survey.form(url) == form for url in linked)

    @cached_property
    def topped(self) -> frozenset[Form]:
        """Forms of pages with a message each above a list of others of the form: the tree of its thread."""
        free = {form: views for form, views in self.by_form.items() if form.free and form not in self.walls}
        return find_topped(free, self.groups)

    @cached_property
    def bare(self) -> frozenset[Form]:
        """Forms of several pages that look like threads, none with a post: the fronts of lists may look so."""
        forms = self.like_threads - self.wholes.keys()
        pages = {form: self.by_form[form] for form in forms if len(self.by_form[form]) >= LEAST_BARE}
        return frozenset(form for form, views in pages.items() if not any(view.has_posts for view in views))

    def _has_views(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether pages of a form lead each to itself seen in another way, which looks like a thread."""
        views = frozenset(other for other in threads if extends(other, form) and not extends(form, other))
        pages = self.by_form[form]
        return bool(views) and sum(self._is_seen_by(page, views) for page in pages) >= max(LEAST_BARE, OWN * len(pages))

    def _is_seen_by(self, page: View, views: Collection[Form]) -> bool:
        """Whether a page leads to itself by one of some forms, not to several: a list that its threads name."""
        own = [form for url in page.urls if url.startswith(page.url) and (form := self.survey.form(url)) in views]
        return any(count <= MOST_VIEWS for count in Counter(own).values())

    def _are_answers(self, form: Form, threads: Collection[Form]) -> bool:
        """Whether pages of a form are answers to openings of others, each a message above the tree of its thread."""
        return are_answers(self.by_form[form], lambda url: self.survey.form(url) in threads)

    def _may_be_threads(self, views: list[View]) -> bool:
        """Whether most pages have posts, those with one left out, and none is a list; asked where no thread is seen."""
        views = [view for view in views if view.url not in self.survey.overshadowed] or views
        if any(view.judgement.index > LIKELY and not view.names_nothing for view in views):
            return False  # addresses that say nothing
        if _say_one_thing(views):
            return False
        several = [view for view in views if view.count > 1] or views
        long = [view for view in several if view.count >= LEAST_ROWS]
        told = [view.told for view in long]  # few on each, but all in order
        are_told = all(told) and sum(told) >= 2 * LEAST_TOLD
        are_told = are_told and (repeat_themselves(long) or all(view.judgement.index < NO_LIST for view in long))
        sure = sum(view.has_posts and view.judgement.thread > SURE for view in views)
        if sure > 1 and all(view.judgement.index < NO_LIST for view in views):
            return True  # the others have but one post each
        return are_told or 2 * sum(view.may_be_thread for view in several) > len(several)

    def _goes_on(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether some pages of a form lead on to further pages of theirs that look like threads: others are short."""
        further, pages = set(threads), self.by_form[form]
        turns = (arc for page in pages for arc in page.arcs if _turns(page, arc))
        index = sum(page.judgement.index for page in pages) / len(pages)
        return index < LIKELY and any(self.survey.form(arc.url) in further for arc in turns)

    def _is_gone_back_to(self, form: Form, threads: Iterable[Form]) -> bool:
        """Whether further pages that look like threads turn back to first ones of a form: most are short."""
        arcs = (arc for other in threads for page in self.by_form[other] for arc in page.arcs)
        if not any(page_number(arc.text) == 1 and self.survey.form(arc.url) == form for arc in arcs):
            return False
        pages = self.by_form[form]
        return all(page.has_posts and page.judgement.index < LIKELY for page in pages)

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
        said: dict[Form, list[dict[int, frozenset[str]]]] = defaultdict(list)
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
            for target, records in self._links_inside(view).items():
                if len(records) >= POST_SHARE * len(main):
                    said[target].append(records)
        often = frozenset(form for form, found in said.items() if len(found) >= max(1, 0.3 * pages))
        return frozenset(form for form in often - self.like_threads if not self._are_around(form, said[form]))

    def _links_inside(self, view: View) -> dict[Form, dict[int, frozenset[str]]]:
        """Give where the records of a page's own list lead, by form and record, but for the thread itself."""
        inside: dict[Form, dict[int, frozenset[str]]] = defaultdict(dict)
        for arc in view.main_arcs:
            target = self.survey.form(arc.url)
            # what leads to the thread itself, of which this may be a further page, names nobody
            if target is not None and not view.url.startswith(arc.url):
                records = inside[target]
                records[arc.record] = records.get(arc.record, frozenset()) | {arc.url}
        return inside

    def _are_around(self, form: Form, pages: Sequence[Mapping[int, frozenset[str]]]) -> bool:
        """Whether what records share are the lists their page lies in, another on each: the trail above and below.

        Below a single post that may be all there is twice on its page.
        """
        if not any(view.url in self.thread_groups for view in self.by_form.get(form, ())):
            return False
        own = [set(records.values()) for records in pages]
        return all(len(urls) == 1 for urls in own) and (not form.free or len(frozenset().union(*own)) > 1)

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
        return self._share_titled(form, self.texts)

    @cached_property
    def texts(self) -> Mapping[str, set[str]]:
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
        """The sampled pages of threads; of those that are only called so, the ones that look like it."""
        pages = [(form, view) for form in self.like_threads for view in self.by_form[form]]
        parts = self.pieces | self.wholes.keys()
        return [view for form, view in pages if form not in parts or view.judgement.thread > LIKELY]

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
        out = self.people | self.walls | self._of_one_thread
        lists = frozenset(form for url in self.thread_groups if (form := self.survey.form(url)) is not None) - out
        boards = self._boards_on(lists)
        for _ in range(3):
            more = frozenset(form for url in boards if (form := self.survey.form(url)) is not None) - out
            if more <= lists:
                break
            lists |= more
            boards = self._boards_on(lists)
        return lists, boards

    @cached_property
    def _of_one_thread(self) -> frozenset[Form]:
        """Forms whose addresses go on after those of threads: what they show is a thread's, whatever it lists."""
        threads = [form for form in self._looking if sum(view.has_posts for view in self.by_form[form]) > 1]
        return frozenset(form for form in self.by_form if any(is_below(form, thread) for thread in threads))

    def _boards_on(self, lists: frozenset[Form]) -> dict[str, list[Group]]:
        found: dict[str, list[Group]] = {}
        wanted = {form for form in lists - self.labels if form.free}
        for url, groups in self.groups.items() if wanted else ():
            if self.survey.form(url) in self.like_threads:
                continue
            for form, group in (self._with_trails(groups) if url == self.entry else groups).items():
                enough = (len(group.urls) > 1 or url == self.entry) and form in wanted
                if enough and self._is_named(group) and not shows_again(url, group, self):
                    found.setdefault(url, []).append(group)
        return found

    def _with_trails(self, groups: dict[Form, Group]) -> dict[Form, Group]:
        """Add the entry's links to what threads say they lie in, however little they weigh below the newest threads."""
        linked = self.all_groups[self.entry]
        return groups | {form: linked[form] for form in self.trails if form in linked}

    def _is_named(self, group: Group) -> bool:
        """Whether each link of a group leads somewhere else: a list of boards, not the board of each thread."""
        named = {arc.url for arc in group.arcs if (group.form, arc.place) not in self._repeating}
        return len(named) >= NAMED * len(group.urls)

    @cached_property
    def _repeating(self) -> frozenset[tuple[Form, str]]:
        """Forms at places whose links lead to the same URL again and again on one page: what rows have in common."""
        groups = (group for groups in self.all_groups.values() for group in groups.values())
        return frozenset((group.form, place) for group in groups for place in group.repeating)

    def _is_twin(self, form: Form, other: Form) -> bool:
        """Whether a page of one form shows what a page of the other shows."""
        pairs = ((one, two) for one in self.by_form.get(form, ()) for two in self.by_form.get(other, ()))
        return any(self.survey.are_copies(one.url, two.url) for one, two in pairs)


def _say_one_thing(views: Sequence[View]) -> bool:
    """Whether what all pages say is the site's: one line with the clock in it."""
    return (
        len(views) > 1 and len({(view.count, _DIGITS.sub("", view.own_text)) for view in views}) == 1 == views[0].count
    )


def _turns(page: View, arc: Arc) -> bool:
    """Whether a link plainly leads to the second page of a list."""
    rows = len(page.regions.main) if page.regions.main is not None else 0
    one, other, text = page.url, arc.url, arc.text
    return bool(read_turn(one, other, text, 1)) or 0 < rows == rows_turned(one, other, text, 1)


def _share_a_part(form: Form, views: Iterable[View]) -> bool:
    """Tell whether URLs of a form have a free part in common."""
    pattern = re2.compile(form.pattern)
    parts = [match.groups() for view in views if (match := pattern.fullmatch(view.url)) is not None]
    return any(len(set(column)) == 1 for column in zip(*parts, strict=True))
