"""Which forms of addresses name threads and which name boards, told from all pages of a site together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from weft.classify._site_graph import SiteGraph, bare_path, extends, kind_of, pairs_of, path_of
from weft.classify._site_pages import Arc, SitePage
from weft.urls import FREE, Form

POST_SHARE = 0.4  # of the pages of a form show posts: it may name threads
SAME_LAYOUT = 0.5  # of the pages of a form have their records where threads have their posts
TURN_SHARE = 0.5  # of the links to a form say a number or an arrow: it turns pages
FULL_VOTE = 5  # links to different threads that make a page's vote whole
LISTING = 0.25  # of what there is to read on a page's links is named by threads: it lists them
PARENT = 0.3  # of the threads (or of the lists' rows) link to a form: it may name boards
SHARED = 3.0  # threads (or rows) that link to one address of a form: boards hold many, labels few
MOST_POSTS = 0.6  # of a page
CROWD = 5  # posts of a page: fewer may all be of different authors
OWN_LINK = 0.9  # of the posts of a page
ONCE = 1.3  # pages that link to an address of a post; authors are on many
HOLDS = 0.3  # of what the addresses of the fullest form hold: labels hold less
LABELLED, SEVERAL = 0.1, 1.3  # of the rows have a label; a row that has labels has several
FEW = 0.05  # of the threads: what a board holds of them where few are known
FIRST = 0.3  # of the first form's weight: a further form of boards


@dataclass(frozen=True)
class SiteRoles:
    """What links say: lists vote for what they list, threads and rows for what they are in."""

    graph: SiteGraph

    @cached_property
    def posts(self) -> dict[Form, float]:
        """For each form the share of its pages that show posts."""
        return {form: share(page.has_posts for page in pages) for form, pages in self.graph.by_form.items()}

    @cached_property
    def votes(self) -> dict[Form, float]:
        """How much the pages of a site say that a form names threads: by what there is to read in their rows."""
        votes: dict[Form, float] = defaultdict(float)
        for url, groups in self.graph.groups.items():
            page, own = self.graph.by_url[url], self.graph.form(url)
            best = max(groups.values(), key=lambda group: group.mass, default=None)
            if best is None or own is None or not best.form.free or is_about(own, best.form):
                continue
            if self.posts.get(best.form, 0.0) >= POST_SHARE:
                part = best.mass / max(1, best.mass + page.text)
                votes[best.form] += part * min(1.0, len(best.urls) / FULL_VOTE)
        return votes

    @cached_property
    def first(self) -> Form | None:
        """The form that most lists name threads by."""
        return max(self.votes, key=lambda form: self.votes[form], default=None)

    @cached_property
    def _layouts(self) -> Counter[str]:
        """Where the posts stand on the pages of the first form."""
        return Counter(page.layout for page in self.graph.by_form.get(self.first, ())) if self.first else Counter()

    @cached_property
    def turns(self) -> dict[Form, float]:
        """For each form the share of the links to it, from pages about the same, that say a number or an arrow."""
        inside: dict[Form, list[Arc]] = defaultdict(list)
        outside: dict[Form, list[Arc]] = defaultdict(list)
        for url, page in self.graph.by_url.items():
            own = self.graph.form(url)
            for arc in page.arcs:
                form = self.graph.form(arc.url)
                if form is not None and own is not None and arc.url != url:
                    (inside if self._is_about(own, form) else outside)[form].append(arc)
        return {form: share(arc.is_turn for arc in inside.get(form) or outside[form]) for form in {*inside, *outside}}

    def _is_about(self, own: Form, form: Form) -> bool:
        pair = (own, form)
        if pair not in self._about:
            self._about[pair] = is_about(own, form)
        return self._about[pair]

    @cached_property
    def _about(self) -> dict[tuple[Form, Form], bool]:
        return {}

    @cached_property
    def roots(self) -> dict[Form, Form]:
        """For each form the shortest it says more than: the thread or the list that it shows a page or a view of."""
        sizes = self.graph.sizes
        forms = sorted(sizes, key=lambda form: (len(form.shapes), -sizes[form], form.label))
        by_path: dict[tuple[str, ...], list[Form]] = defaultdict(list)
        for form in forms:
            by_path[bare_path(form)].append(form)
        return {form: self._root(form, by_path) for form in forms}

    def _root(self, form: Form, by_path: dict[tuple[str, ...], list[Form]]) -> Form:
        path = bare_path(form)
        shorter = [other for length in range(len(path) + 1) for other in by_path.get(path[:length], ())]
        return next((other for other in shorter if self._is_more(form, other)), form)

    def _is_more(self, form: Form, other: Form) -> bool:
        if not extends(form, other):
            return False
        added = path_of(form)[len(bare_path(other)) :] if path_of(form) != path_of(other) else ()
        turning = self.turns.get(form, 0.0) >= TURN_SHARE and adds_number(form, other) and form.free == other.free + 1
        if any(FREE in part for part in added) or (any("#" in part for part in added) and not turning):
            return False
        if not other.free:
            return turning
        free = any("#" in shape or FREE in shape for _, shape in pairs_of(form) - pairs_of(other))
        return turning or not free or any("#" in shape for shape in other.shapes)

    @cached_property
    def threads(self) -> frozenset[Form]:
        """The first form, and those of the same root whose pages show posts at the same place."""
        if self.first is None:
            return frozenset()
        root = self.roots[self.first]
        return frozenset(
            form
            for form, pages in self.graph.by_form.items()
            if form == self.first
            or (
                self.roots[form] == root
                and form.free
                and self.posts[form] >= POST_SHARE
                and share(self._layouts[page.layout] > 0 for page in pages) >= SAME_LAYOUT
            )
        )

    @cached_property
    def listing(self) -> dict[str, float]:
        """For each page the share of what there is to read on its links that names threads."""
        found: dict[str, float] = {}
        for url, groups in self.graph.groups.items():
            total = sum(group.mass for group in groups.values())
            found[url] = sum(groups[form].mass for form in self.threads if form in groups) / max(1, total)
        return found

    @cached_property
    def lists(self) -> dict[Form, float]:
        """For each form how much its pages list threads, on average."""
        own = self.threads
        return {
            form: mean(self.listing[page.url] for page in pages)
            for form, pages in self.graph.by_form.items()
            if form not in own
        }

    @cached_property
    def _thread_pages(self) -> list[SitePage]:
        """The pages of threads."""
        return [page for form in self.threads for page in self.graph.by_form[form]]

    @cached_property
    def ups(self) -> dict[Form, Standing]:
        """The forms that threads link to from outside their posts, menus aside."""
        standing: dict[Form, Standing] = {}
        for page in self._thread_pages:
            self._count(standing, (arc for arc in page.arcs if arc.record < 0 and not self._is_menu(arc)))
        return {form: found.over(len(self._thread_pages)) for form, found in standing.items()}

    @cached_property
    def rows(self) -> dict[Form, Standing]:
        """The forms that rows of lists of threads link to beside their threads."""
        standing: dict[Form, Standing] = {}
        total = 0
        for url, part in self.listing.items():
            page = self.graph.by_url[url]
            if part < LISTING or self.graph.form(url) in self.threads:
                continue
            inside: dict[int, list[Arc]] = defaultdict(list)
            for arc in page.arcs:
                if arc.record >= 0:
                    inside[arc.record].append(arc)
            for arcs in inside.values():
                if any(self.graph.form(arc.url) in self.threads for arc in arcs):
                    total += 1
                    self._count(standing, arcs)
        return {form: found.over(total) for form, found in standing.items()}

    def _count(self, standing: dict[Form, Standing], arcs: Iterable[Arc]) -> None:
        seen: dict[Form, set[str]] = defaultdict(set)
        for arc in arcs:
            form = self.graph.form(arc.url)
            if form is not None:
                seen[form].add(arc.url)
        for form, urls in seen.items():
            found = standing.setdefault(form, Standing())
            standing[form] = Standing(found.holders + 1, found.links + len(urls), found.urls | urls)

    def _is_menu(self, arc: Arc) -> bool:
        return (arc.place, arc.url) in self.graph.frame

    @cached_property
    def people(self) -> dict[Form, float]:
        """For each form the share of thread pages of which most posts link to it: authors, and what every post has."""
        votes: Counter[Form] = Counter()
        pages = [page for page in self._thread_pages if len({arc.record for arc in page.arcs if arc.record >= 0}) > 1]
        for page in pages:
            inside: dict[Form, set[int]] = defaultdict(set)
            for arc in page.arcs:
                form = self.graph.form(arc.url)
                if arc.record >= 0 and form is not None:
                    inside[form].add(arc.record)
            count = len(set().union(*inside.values()))
            votes.update(form for form, records in inside.items() if len(records) >= MOST_POSTS * count)
        return {form: count / max(1, len(pages)) for form, count in votes.items()}

    @cached_property
    def permalinks(self) -> dict[Form, float]:
        """For each form the share of pages of threads where every post links to an address that only it links to."""
        votes: Counter[Form] = Counter()
        seen: dict[Form, Counter[str]] = defaultdict(Counter)  # on how many pages each address
        pages = 0
        for page in self.graph.by_form.get(self.first, ()) if self.first is not None else ():
            inside: dict[Form, dict[str, int]] = defaultdict(dict)
            for arc in page.arcs:
                form = self.graph.form(arc.url)
                if arc.record >= 0 and form is not None:
                    inside[form][arc.url] = arc.record
            records = {record for urls in inside.values() for record in urls.values()}
            for form, urls in inside.items():
                seen[form].update(urls.keys())
            if len(records) >= CROWD:
                pages += 1
                votes.update(f for f, urls in inside.items() if len(set(urls.values())) >= OWN_LINK * len(records))
        once = {form for form, found in seen.items() if found.total() <= ONCE * len(found)}
        return {form: count / pages for form, count in votes.items() if form in once}

    @cached_property
    def board_weights(self) -> dict[Form, float]:
        """How much each form is one of boards: lists of threads that threads or rows link to, few for many."""
        lists = {f for f, part in self.lists.items() if part >= LISTING and f.free and self.roots[f] == f}
        lists -= {form for form in lists if self._is_person(form) or self._is_label(form)}
        found: dict[Form, float] = defaultdict(float)
        for standing in (self.ups, self.rows):
            held = {form: standing[form] for form in lists if form in standing}
            most = max((one.shared for one in held.values() if one.part >= PARENT), default=0.0)
            for form, one in held.items():
                if one.part >= PARENT and one.shared >= max(min(SHARED, FEW * one.total), HOLDS * most):
                    found[form] = max(found[form], one.part * self.lists[form])
        return dict(found)

    def _is_label(self, form: Form) -> bool:
        """Whether rows have several of a form: a thread is in one board and has several labels."""
        row = self.rows.get(form)
        return row is not None and row.part >= LABELLED and row.several > SEVERAL

    def _is_person(self, form: Form) -> bool:
        return self.people.get(form, 0.0) >= PARENT

    @cached_property
    def boards(self) -> frozenset[Form]:
        """The forms of boards."""
        most = max(self.board_weights.values(), default=0.0)
        found = {form for form, weight in self.board_weights.items() if weight >= FIRST * most}
        return frozenset(found | self._kin(found))

    def _kin(self, boards: set[Form]) -> set[Form]:
        """Give the further forms whose paths begin with the words of boards' and whose pages list threads alike."""
        stems = {stem_of(form) for form in boards} - {()}
        places = {page.layout for form in boards for page in self.graph.by_form.get(form, ())}
        return {
            form
            for form, part in self.lists.items()
            if part >= LISTING
            and stem_of(form) in stems
            and self.roots[form] == form
            and not (self._is_person(form) or self._is_label(form))
            and any(has_number(form) == has_number(board) for board in boards)
            and share(page.layout in places for page in self.graph.by_form[form]) >= SAME_LAYOUT
        }


def adds_number(form: Form, other: Form) -> bool:
    """Whether what a form says beyond another is numbers, or words of its path with a number behind them."""
    pairs = [shape for _, shape in pairs_of(form) - pairs_of(other)]
    parts = [part for part in path_of(form)[len(bare_path(other)) :] if part]
    if parts and not any("#" in part for part in parts):
        return False
    return any("#" in shape for shape in (*pairs, *parts)) and all("#" in shape or not shape for shape in pairs)


@dataclass(frozen=True, slots=True)
class Standing:
    """How links of one form stand: in how many holders (pages, rows), how many links, to which addresses."""

    holders: int = 0
    links: int = 0
    urls: frozenset[str] | set[str] = frozenset()
    total: int = 0

    def over(self, total: int) -> Standing:
        """Give the same, counted among so many."""
        return Standing(self.holders, self.links, frozenset(self.urls), total)

    @property
    def part(self) -> float:
        """The share of the holders that have one."""
        return self.holders / max(1, self.total)

    @property
    def several(self) -> float:
        """How many a holder has that has one."""
        return self.links / max(1, self.holders)

    @property
    def shared(self) -> float:
        """How many holders link to one address."""
        return self.links / max(1, len(self.urls))


def share(values: Iterable[bool]) -> float:
    """Give the share that holds; 0 of none."""
    found = list(values)
    return sum(map(bool, found)) / len(found) if found else 0.0


def mean(values: Iterable[float]) -> float:
    """Give the mean; 0 of none."""
    found = list(values)
    return float(sum(found)) / len(found) if found else 0.0


def has_number(form: Form) -> bool:
    """Whether a number is among the free parts of a form."""
    return any("#" in shape for shape in form.shapes)


def stem_of(form: Form) -> tuple[str, ...]:
    """Give the words a form's path begins with; none if nothing free follows in the path."""
    path = bare_path(form)
    free = next((n for n, part in enumerate(path) if "#" in part or FREE in part), None)
    return path[:free] if free else ()


def is_about(form: Form, other: Form) -> bool:
    """Whether one of two forms says all the other says: they are about the same thing."""
    if form == other or extends(form, other) or extends(other, form):
        return True
    same = path_of(form) == path_of(other) and pairs_of(form) == pairs_of(other)
    return same and kind_of(form) == kind_of(other)
