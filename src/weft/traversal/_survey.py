"""What was sampled of a site, read for learning: pages with their lists and links, and what repeats everywhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from weft.page import (
    SAME_PAGE,
    Boilerplate,
    Fingerprint,
    Page,
    Regions,
    find_posts,
    find_regions,
    learn_boilerplate,
    place_links,
    similarity,
)
from weft.traversal._arrows import is_next
from weft.traversal._inert import FixedNumber, Piece
from weft.traversal._kinship import extends
from weft.traversal._learning import Ground, Sample
from weft.traversal._looks import LIKELY, name_path, name_place
from weft.traversal._plan import leads_into
from weft.traversal._topped import are_topped, shows_tree
from weft.traversal._view import ROW_SHARE, Arc, Column, View, kept
from weft.urls import Form, Forms, drop_keys, is_media, learn_forms

# A URL on so large a share of the sampled pages belongs to the frame of the site, not to a page.
FRAME_SHARE = 0.6
FRAME_PAGES = 3
CERTAIN = 0.92
QUITE = 0.75
MIXED = 0.2  # of the pages of a form that look very much like one kind are of the other
OWN_ROWS = 0.5  # of the rows of a list
DOMINANT = 0.7  # of all URLs but those of menus
STRANGE = 0.1  # a page that is likely to be neither list nor thread
LEAST_STRANGE = 3
LONG_COLUMN = 6  # a short column of URLs that stand everywhere says nothing about how names are written
LEAST_FORWARDED, FORWARDED = 2, 0.6  # URLs of a form that lead to those of another, and their share


_DERIVED = (
    *("frame", "common", "forms", "final_forms", "forwarded", "mixed", "overshadowed"),
    *("_framed", "_boilerplate", "_prints", "_dominant"),
)


@dataclass
class Survey:
    """All samples so far. Grows by `add`; everything derived is made anew when something was added."""

    ground: Ground
    views: dict[str, View] = field(default_factory=dict)
    failures: dict[str, Sample] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)  # query keys that change nothing
    written: dict[str, str] = field(default_factory=dict)  # canonical URL -> as the site first wrote it
    fixed: list[FixedNumber] = field(default_factory=list)  # numbers in URLs that change nothing
    pieces: list[Piece] = field(default_factory=list)  # what else of URLs changes nothing
    names: set[tuple[int, str]] = field(default_factory=set)  # texts in URLs, each with its slot, that name boards
    known_mixed: set[str] = field(default_factory=set)  # patterns of forms found mixed: they stay so
    lone: bool = False  # no page looks like a thread: look for threads of one message a page
    doubted: frozenset[str] = frozenset()  # patterns of forms that look like threads and are none
    suspicious: bool = False  # no page looks like a thread: posts above longer lists may be those of threads
    desperate: bool = False  # still none does: so may be a single post, or whatever there is to read
    version: int = 0  # grows when what is derived is made anew
    # on how many pages a link stands, by each name of its place, and a URL: added up as pages come
    _links: Counter[tuple[str, str]] = field(default_factory=Counter, repr=False)
    _urls: Counter[str] = field(default_factory=Counter, repr=False)
    # as they were found last: as long as they stay equal they stay the same, and so does what was told by them
    _last_frame: frozenset[tuple[str, str]] = field(default=frozenset(), repr=False)
    _last_common: frozenset[str] = field(default=frozenset(), repr=False)

    def add(self, samples: Iterable[Sample]) -> None:
        """Take in what came of asking."""
        for sample in samples:
            final = self.clean(sample.final)
            if self.clean(sample.url) != final:
                self.redirects[self.clean(sample.url)] = final
            if sample.page is None or sample.status >= 400:
                self.failures[self.clean(sample.url)] = sample
            elif final not in self.views:
                self._keep(self._read(sample, sample.page, final))
        self._forget()
        self._uncover()

    def _keep(self, view: View) -> None:
        self.views[view.url] = view
        self._links.update(view.names.keys())
        self._urls.update(view.urls)

    def _uncover(self) -> None:
        """Take the posts for the own list of pages below whose posts a longer list names others like them.

        Where a thread has few posts, "similar threads" would make a list of it. A list that all pages of a form have is
        none of theirs, whatever stands above it.
        """
        lists = [(view, self.forms.get(url)) for url, view in self.views.items() if not view.has_posts]
        own = [(view, form) for view, form in lists if form is not None and form.free and self._lists_own(view, form)]
        self.views |= {view.url: self._uncover_posts(view, form) for view, form in own}

    def _uncover_posts(self, view: View, form: Form) -> View:
        if view.posts_above is not None:
            uncovered = replace(view, regions=replace(view.regions, main=view.posts_above))
            if uncovered.judgement.thread > (LIKELY if self.suspicious else CERTAIN):
                return uncovered
        if self._is_everywhere(view, form):
            return replace(view, regions=replace(view.regions, main=view.prose_above), uncovered=True)
        posts = find_posts(view.page) if self.desperate else None
        if posts is None or posts is view.regions.main or shows_tree(view):
            return view
        return replace(view, regions=replace(view.regions, main=posts), uncovered=True)

    def _pages_of(self, form: Form) -> list[View]:
        return [view for url, view in self.views.items() if self.forms.get(url) == form]

    def _is_everywhere(self, view: View, form: Form) -> bool:
        """Whether most pages of a form name what the page's own list does, some of them below what is to be read."""
        pages = self._pages_of(form)
        rows = {arc.url for arc in view.main_arcs if self.forms.get(arc.url) == form}
        alike = [other for other in pages if len(rows & {*other.urls, other.url}) >= ROW_SHARE * len(rows)]
        is_below = any(other.has_posts if other.uncovered else other.prose_above is not None for other in alike)
        return is_below and len(rows) >= LONG_COLUMN and len(alike) > max(1, FRAME_SHARE * len(pages))

    def drop(self, key: str) -> None:
        """Take a query key as noise from now on."""
        self.dropped.add(key)
        self.failures = {self.clean(url): sample for url, sample in self.failures.items()}
        self._clean_again()

    def fix(self, number: FixedNumber) -> None:
        """Take a number in URLs of one form as noise from now on."""
        self.fixed.append(number)
        self._clean_again()

    def cut(self, piece: Piece) -> None:
        """Take a piece of URLs as noise from now on."""
        self.pieces.append(piece)
        self._clean_again()

    def _clean_again(self) -> None:
        """Write all URLs anew after something was found to be noise."""
        views = list(self.views.values())
        for known in (self.views, self._links, self._urls):
            known.clear()
        for view in views:
            url = self.clean(view.sample.final)
            if self.clean(view.sample.url) != url:
                self.redirects[self.clean(view.sample.url)] = url
            if url not in self.views:
                arcs = (arc._replace(url=self._clean_known(arc.url)) for arc in view.arcs)
                self._keep(replace(view, url=url, arcs=tuple(arcs)))
        self._forget()

    def _clean_known(self, url: str) -> str:
        """Write a URL that was met before without what is known by now to change nothing."""
        clean = self.clean(url)
        self.written.setdefault(clean, self.written.get(url, url))
        return clean

    def clean(self, url: str) -> str:
        """Write a URL without what changes nothing."""
        url = drop_keys(url, self.dropped)
        for number in self.fixed:
            url = number.write(url)
        for piece in self.pieces:
            url = piece.write(url)
        return url

    def as_written(self, url: str) -> str:
        """Give a URL as the site writes it: what is asked for, even if a part of it is noise to us."""
        return self.written.get(url, url)

    def knows(self, url: str) -> bool:
        """Whether a URL was asked for."""
        return url in self.views or url in self.failures or url in self.redirects

    def _read(self, sample: Sample, page: Page, url: str) -> View:
        regions = find_regions(page)
        return View(sample, page, url, tuple(self._read_arcs(page, regions)), regions)

    def _read_arcs(self, page: Page, regions: Regions) -> Iterator[Arc]:
        allowed = self._allowed(page)
        where = _region_of_links(regions)
        further = {link.href for link in page.links if "next" in link.rel.split()}
        for placed in place_links(regions):
            url = allowed.get(placed.href)
            if url is None:
                continue
            region, path = where.get(placed.element, -1), name_path(regions, placed)
            # a bar of links is no list of rows: what stands in it is told by classes
            place = name_place(placed) if placed.place.is_in_list and "/" in placed.place.column else path
            goes_on = is_next(placed.text) or placed.href in further
            is_marked, record = leads_into(placed.href), placed.record
            yield Arc(url, placed.text, place, region, record, goes_on, path, is_marked, placed.element)

    def _allowed(self, page: Page) -> dict[str, str]:
        scope = self.ground.scope
        found: dict[str, str] = {}
        for link in page.links:
            if link.url is None or link.href in found or is_media(link.url):
                continue
            if scope.holds(link.url) and self.ground.allows(link, page):
                found[link.href] = clean = self.clean(link.url)
                self.written.setdefault(clean, link.url)
        return found

    def _forget(self) -> None:
        self.version += 1
        for name in _DERIVED:
            self.__dict__.pop(name, None)

    @cached_property
    def frame(self) -> frozenset[tuple[str, str]]:
        """Links (place and URL) that stand on most pages: the site's menus.

        A menu may be a list on one page and part of a larger one on the next: its steps from the body stay the same.
        """
        least = max(FRAME_PAGES, FRAME_SHARE * len(self.views))
        often = {name for name, count in self._links.items() if count >= least}
        frame = frozenset(
            place for view in self.views.values() for name in often & view.names.keys() for place in view.names[name]
        )
        self._last_frame = frame if frame != self._last_frame else self._last_frame
        return self._last_frame

    @cached_property
    def common(self) -> frozenset[str]:
        """URLs that stand on most pages, wherever."""
        least = max(FRAME_PAGES, FRAME_SHARE * len(self.views))
        common = frozenset(url for url, count in self._urls.items() if count >= least)
        self._last_common = common if common != self._last_common else self._last_common
        return self._last_common

    def is_menu(self, column: Column) -> bool:
        """Whether most links of a column stand so on most pages."""
        urls = self._framed.get(column.place)
        return urls is not None and 2 * len(urls.intersection(column.urls)) > len(column.urls)

    @cached_property
    def _framed(self) -> dict[str, set[str]]:
        """The URLs of the frame by their places: most places have none."""
        found: dict[str, set[str]] = defaultdict(set)
        for place, url in self.frame:
            found[place].add(url)
        return found

    @cached_property
    def forms(self) -> Forms:
        """The forms of all URLs seen."""
        columns: list[Collection[str]] = []
        pages: list[str] = []
        loners = set(self.views) | set(self.failures)
        for view in self.views.values():
            loners |= view.urls
            told = self._told(view)
            columns += told
            pages += [view.url] * len(told)
        return learn_forms(columns, loners, self.common, pages, self.names)

    def _told(self, view: View) -> list[Collection[str]]:
        """Give the URLs of a page that tell how names are written, column by column."""
        known, menus = _told_of(view), (self.frame, self.common)
        if known.menus is None or any(one is not other for one, other in zip(known.menus, menus, strict=True)):
            told = [own for column in view.columns if (own := self._telling(view, column))]
            known.menus, known.told = menus, [*told, *view.described]
        return known.told

    def _telling(self, view: View, column: Column) -> Collection[str]:
        """Give the URLs of a column that tell how names are written; those of a menu do if each has a number, too."""
        if self.is_menu(column):
            return column.named
        if len(column.urls) >= LONG_COLUMN or view.describes(column):
            return column.urls
        own = [url for url in column.urls if url not in self.common]
        return own if len(own) > 1 else ()

    def form(self, url: str) -> Form | None:
        """Give the form of a URL that was seen: of where it leads, if all of its form lead elsewhere."""
        return self.final_forms.get(url)

    @cached_property
    def final_forms(self) -> Mapping[str, Form]:
        """The forms of all URLs seen: of where they lead, if all of their form lead elsewhere."""
        by_url, forwarded = self.forms.by_url, self.forwarded
        return {url: forwarded.get(form, form) for url, form in by_url.items()} if forwarded else by_url

    @cached_property
    def forwarded(self) -> dict[Form, Form]:
        """Forms whose URLs all send us on, mostly to one other form, which no other page links to.

        `/thread/12` leads to `/thread/12/its-title`. Shortcuts to threads that lists name otherwise are no such forms.
        """
        goals: dict[Form, Counter[Form]] = defaultdict(Counter)
        for asked, final in self.redirects.items():
            form, goal = self.forms.get(asked), self.forms.get(final)
            if form is not None and goal is not None and form != goal and form.free and goal.free:
                goals[form][goal] += 1
        if not goals:
            return {}
        stay = {self.forms.get(url) for url in self.views}
        pages = [(self.forms.get(view.url), view.urls) for view in self.views.values()]
        listed = {other for form, urls in pages for url in urls if (other := self.forms.get(url)) != form}
        best = {form: counts.most_common(1)[0] for form, counts in goals.items() if form not in stay}
        return {
            form: goal
            for form, (goal, count) in best.items()
            if goal not in listed and count >= max(LEAST_FORWARDED, FORWARDED * goals[form].total())
        }

    @cached_property
    def mixed(self) -> frozenset[Form]:
        """Forms whose pages are of different kinds: addresses that say nothing."""
        if self.lone:  # what a page of one message looks like says little
            return frozenset()
        views: dict[Form, list[View]] = defaultdict(list)
        for url, view in self.views.items():
            form = self.forms.get(url)
            if form is not None and form.free:
                views[form].append(view)
        self.known_mixed |= {form.pattern for form, found in views.items() if self._is_mixed(form, found)}
        if not self.known_mixed:
            return frozenset()
        forms = set(self.forms.by_url.values())
        mixed = {form for form in forms if form.pattern in self.known_mixed}
        # further pages of several kinds are those of lists and threads whose own addresses are written alike, too
        mixed |= {form for form in forms if form.free and any(extends(other, form) for other in mixed)}
        self.known_mixed |= {form.pattern for form in mixed}
        return frozenset(mixed)

    def _is_mixed(self, form: Form, views: list[View]) -> bool:
        """Whether pages are of two kinds: a good part of each, or one that is certain.

        A list counts if its rows name pages of the same form: threads of few short posts look like lists, too.
        Where nearly all links are written in one form, less will do: it cannot tell lists from people either.
        """
        kinds: dict[str, list[View]] = {"index": [], "thread": []}
        is_all = form in self._dominant
        for view in (view for view in views if view.url not in self.overshadowed):
            is_list = (is_all or self._lists_own(view, form)) and not view.names_nothing
            if view.kind_sure and (view.kind == "thread" or is_list):
                kinds[view.kind].append(view)
        fewer, more = sorted(kinds.values(), key=len)
        if not fewer:
            strange = sum(max(view.judgement.thread, view.judgement.index) < STRANGE for view in views)
            are_many = is_all and bool(more) and strange >= max(LEAST_STRANGE, MIXED * len(views))
            return are_many and not self._has_lists(form) and not are_topped(views)
        likely = max(max(view.judgement.thread, view.judgement.index) for view in fewer)
        is_part = likely > (QUITE if is_all else CERTAIN) or len(fewer) >= MIXED * (len(fewer) + len(more))
        return is_part and not are_topped(views)  # a message above the tree of its thread looks like a list

    def _has_lists(self, form: Form) -> bool:
        """Whether pages of another form are lists of those of a form: threads of one short post look like nothing."""
        others = ((view, self.forms.get(view.url)) for view in self.views.values())
        return any(
            other is not None and other.free and view.kind_sure and view.kind == "index" and self._lists_own(view, form)
            for view, other in others
            if other != form
        )

    def _lists_own(self, view: View, form: Form) -> bool:
        """Whether the page's own list leads to several pages of a form."""
        main = view.regions.main
        arcs = [arc for arc in view.main_arcs if self.forms.get(arc.url) == form and arc.url not in self.common]
        return main is not None and len({arc.record for arc in arcs}) >= max(1, OWN_ROWS * len(main))

    @cached_property
    def overshadowed(self) -> frozenset[str]:
        """Pages of few posts below which a longer list names others like them ("similar threads"), as below many posts.

        Such a list is taken for the page's own, and the page for a list.
        """
        posts: dict[Form, set[str]] = defaultdict(set)
        for view in self.views.values():
            form = self.forms.get(view.url)
            is_thread = (view.kind == "thread" and view.kind_sure) or view.is_told
            if form is not None and form.free and is_thread:
                own = {id(arc) for arc in view.main_arcs}
                posts[form] |= {arc.path for arc in view.arcs if id(arc) not in own and self.forms.get(arc.url) == form}
        below = {url for url, view in self.views.items() if self._is_below_posts(view, posts)}
        return frozenset(below | self._listed_with_threads).union(
            url for url, view in self.views.items() if self._shows_frame(view)
        )

    @property
    def _listed_with_threads(self) -> set[str]:
        """Pages that look like lists, but that a list of another form names in one column with threads of their form.

        What stands in such a list is a thread, and so are the pages with links where such a one has its own.
        """
        like: dict[Form, set[str]] = defaultdict(set)
        for view in (view for view in self.views.values() if view.kind == "index"):
            columns: dict[tuple[str, Form], set[str]] = defaultdict(set)
            for arc in view.main_arcs:
                url = self.redirects.get(arc.url, arc.url)
                form = self.forms.get(url)
                if url in self.views and form is not None and form.free and form != self.forms.get(view.url):
                    columns[arc.path, form].add(url)
            for (_, form), urls in columns.items():
                views = [self.views[url] for url in urls]
                if any(one.kind == "thread" and one.kind_sure for one in views):
                    like[form].update(path for one in views for path in self._own_paths(one, form))
        pages = ((view, self.forms.get(url)) for url, view in self.views.items())
        return {
            view.url
            for view, form in pages
            if form in like and (own := self._own_paths(view, form)) and own <= like[form]
        }

    def _own_paths(self, view: View, form: Form) -> set[str]:
        """Give where the list of a page that looks like one names pages of a form."""
        is_list = view.kind == "index" and self._lists_own(view, form) and not shows_tree(view)
        return {arc.path for arc in view.main_arcs if self.forms.get(arc.url) == form} if is_list else set()

    def _shows_frame(self, view: View) -> bool:
        """Whether what is taken for the page's own list is one that most pages have: the newest posts beside a few."""
        form, main = self.forms.get(view.url), view.regions.main
        if form is None or not form.free or main is None:
            return False
        own = {arc.record for arc in view.main_arcs if (arc.place, arc.url) not in self.frame}
        return bool(view.main_arcs) and len(own) <= (1 - OWN_ROWS) * len(main)

    def _is_below_posts(self, view: View, posts: Mapping[Form, set[str]]) -> bool:
        """Whether the page's own list names pages of its form, all where those with posts name others, too."""
        form = self.forms.get(view.url)
        is_list = view.kind == "index" and form is not None and self._lists_own(view, form)
        if form is None or form not in posts or (view.has_posts and not is_list):
            return False
        paths = {arc.path for arc in view.main_arcs if self.forms.get(arc.url) == form}
        return bool(paths) and paths <= posts[form]

    @cached_property
    def _dominant(self) -> frozenset[Form]:
        """The form that nearly all URLs have which do not stand on every page."""
        urls = {url for view in self.views.values() for url in view.urls} - self.common
        counts = Counter(form for url in urls if (form := self.forms.get(url)) is not None)
        return frozenset(form for form, count in counts.items() if form.free and count > DOMINANT * counts.total())

    def suspect_posts(self, *, alone: bool = False) -> None:
        """Take posts above longer lists for those of threads from now on; `alone`: also where there is one."""
        self.suspicious, self.desperate = True, alone
        self._forget()
        self._uncover()

    def suspect_lone(self, *, lone: bool = True) -> None:
        """Look for threads of one message a page from now on, or no longer: nothing looks like a thread."""
        self.lone = lone
        self._forget()

    def doubt(self, patterns: Iterable[str]) -> None:
        """Take forms for no threads from now on, whatever their pages look like; none of the others known so far."""
        self.doubted, self.lone = frozenset(patterns), False
        self.known_mixed.clear()
        self._forget()

    def mix(self, form: Form) -> None:
        """Take a form for one that says nothing: its pages were found to be of several kinds."""
        self.known_mixed.add(form.pattern)
        self._forget()

    def take_names(self, names: Iterable[tuple[int, str]]) -> None:
        """Take texts in URLs for names from now on."""
        self.names.update(names)
        self._forget()

    def suspect_mixed(self) -> None:
        """Take a form that nearly all links have for one that says nothing: nothing else has told."""
        self.known_mixed |= {form.pattern for form in self._dominant}
        self._forget()

    @cached_property
    def _boilerplate(self) -> Boilerplate:
        return learn_boilerplate([view.page for view in self.views.values()])

    @cached_property
    def _prints(self) -> dict[str, Fingerprint]:
        return {}

    def _print(self, url: str) -> Fingerprint:
        """Give the fingerprint of a page's own content."""
        if url not in self._prints:
            self._prints[url] = self._boilerplate.fingerprint(self.views[url].page)
        return self._prints[url]

    def likeness(self, one: str, other: str) -> float:
        """Tell how much the own content of two sampled pages has in common."""
        return similarity(self._print(one), self._print(other))

    def are_copies(self, one: str, other: str) -> bool:
        """Whether two sampled pages are the same page; what they call themselves tells most of them apart at once."""
        mine, theirs = self.views[one], self.views[other]
        if mine.page.name != theirs.page.name or (
            mine.uncovered and theirs.uncovered and mine.own_text != theirs.own_text
        ):
            return False
        return self.likeness(one, other) >= SAME_PAGE

    def is_same(self, one: str, other: str) -> bool:
        """Whether two URLs are known to lead to the same page."""
        one, other = self.redirects.get(one, one), self.redirects.get(other, other)
        return one == other or (one in self.views and other in self.views and self.are_copies(one, other))


@dataclass(slots=True)
class _Told:
    """What the columns of a page tell of names beside certain menus."""

    menus: tuple[frozenset[tuple[str, str]], frozenset[str]] | None = None
    told: list[Collection[str]] = field(default_factory=list)


@kept
def _told_of(_view: View) -> _Told:
    return _Told()


def _region_of_links(regions: Regions) -> dict[int, int]:
    """Tell for each link element the list it is placed in: the main one, else the most salient around it."""
    found: dict[int, int] = {}
    outline = regions.outline
    order = sorted(range(len(regions.all)), key=lambda number: regions.all[number] is not regions.main)
    for number in order:
        for span in regions.all[number].spans:
            for link in outline.links_between(span[0], outline.ends[span[-1]]):
                found.setdefault(link, number)
    return found
