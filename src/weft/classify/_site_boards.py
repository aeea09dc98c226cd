"""What speaks for a page being one of a board, a list of boards, or a view of a board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from weft.classify._site_graph import Group, pairs_of
from weft.classify._site_ground import SiteGround
from weft.classify._site_pages import SitePage
from weft.classify._site_roles import mean, share
from weft.classify._site_threads import ThreadEvidence
from weft.urls import Form, cut_url

HOME = 0.2  # of a page's links name boards: it is a list of boards
BY_NUMBER = 0.5  # what the number of links counts against what there is to read on them
SAME_ORDERS = 3  # lists with the rows of the plain board that make an order the usual one
TOP = 0.6  # of the addresses of a site begin with that of its entry


@dataclass(frozen=True)
class BoardEvidence:
    """What speaks for a form or a page being one of boards."""

    ground: SiteGround
    threads: ThreadEvidence

    def is_board(self, form: Form | None) -> bool:
        """Whether a form names boards, or turns their pages."""
        root = self.ground.root(form)
        return root in self.ground.roles.boards and (form == root or self.ground.turns(form))

    @cached_property
    def core(self) -> list[SitePage]:
        """Pages of boards, and their further pages."""
        return [page for form, pages in self.ground.graph.by_form.items() if self.is_board(form) for page in pages]

    @cached_property
    def layouts(self) -> Counter[str]:
        """Where boards have their rows."""
        return Counter(page.layout for page in self.core)

    @cached_property
    def _boards_listed(self) -> dict[str, float]:
        return {url: self._count_boards(groups) for url, groups in self.ground.graph.groups.items()}

    def _count_boards(self, groups: Mapping[Form, Group]) -> float:
        sizes: dict[bool, list[int]] = {True: [0], False: [0]}
        mass: Counter[bool] = Counter()
        for form, group in groups.items():
            kind = form in self.ground.roles.boards
            arcs = [arc for arc in group.arcs if (arc.place, arc.url) not in self.threads.frame]
            sizes[kind].append(len({arc.url for arc in arcs}))
            mass[kind] += sum(map(len, {arc.text for arc in arcs if not arc.is_value}))
        named = sum(sizes[True])
        threads = sum(len(groups[form].urls) for form in self.ground.roles.threads if form in groups)
        by_number = named / max(named, *sizes[False]) if named > max(1, threads) else 0.0
        return max(mass[True] / max(1, mass.total()), BY_NUMBER * by_number)

    def lists_boards(self, page: SitePage) -> float:
        """Give the share of a page's links that name boards: of what there is to read, or half of their number."""
        return self._boards_listed[page.url]

    def is_view(self, page: SitePage) -> bool:
        """Whether a page's address says more than its board's, turns no pages, and asks for no usual order."""
        form = self.ground.form(page)
        root = self.ground.root(form)
        if root not in self.ground.roles.boards or form == root or self.ground.turns(form):
            return False
        return added_words(page.url, self.ground.roles.boards) not in self._usual_orders

    @cached_property
    def _usual_orders(self) -> frozenset[frozenset[str]]:
        """What addresses of boards add that changes nothing: all their pages have the very rows of a plain board."""
        plain = {self._titles(page) for page in self.core}
        found: dict[frozenset[str], list[bool]] = defaultdict(list)
        for form, pages in self.ground.graph.by_form.items():
            if self.ground.root(form) in self.ground.roles.boards and not self.is_board(form):
                for page in pages:
                    titles = self._titles(page)
                    if len(titles) > 1:
                        found[added_words(page.url, self.ground.roles.boards)].append(titles in plain)
        return frozenset(words for words, same in found.items() if len(same) >= SAME_ORDERS and all(same))

    def _titles(self, page: SitePage) -> tuple[str, ...]:
        """Give what a list calls its threads, in its order."""
        rows: dict[int, str] = {}
        for arc in page.arcs:
            if arc.record >= 0 and not arc.is_value and self.ground.graph.form(arc.url) in self.ground.roles.threads:
                rows.setdefault(arc.record, arc.text)
        return tuple(rows.values())

    def names_boards(self, form: Form | None) -> bool:
        """Whether the pages of a form name boards rather than threads, on average."""
        pages = self.ground.pages(form)
        return mean(map(self.lists_boards, pages)) > mean(self.ground.roles.listing[page.url] for page in pages)

    @cached_property
    def homes(self) -> list[SitePage]:
        """Pages most pages link to that list boards."""
        common = self.ground.graph.common
        return [p for url, p in self.ground.graph.by_url.items() if url in common and self.lists_boards(p) >= HOME]

    def reached(self, form: Form | None) -> float:
        """Tell how many threads link to a form, or how many of its pages the lists of boards link to."""
        if form is None:
            return 0.0
        up = self.ground.roles.ups.get(form)
        return max(
            up.part if up is not None else 0.0, share(page.url in self._named for page in self.ground.pages(form))
        )

    @cached_property
    def _named(self) -> frozenset[str]:
        """The addresses that lists of boards link to, menus aside."""
        groups = (group for home in self.homes for group in self.ground.graph.groups[home.url].values())
        return frozenset(url for group in groups for url in group.urls)

    @cached_property
    def _urls(self) -> list[str]:
        """All addresses of boards that were seen."""
        return [url for form in self.ground.roles.boards for url in self.ground.graph.addresses[form]]

    def below(self, page: SitePage) -> float:
        """Give the share of the boards whose addresses begin with the address of a list in the menus."""
        root = self.ground.root(self.ground.form(page))
        bases = self.ground.graph.addresses[root] if root is not None and not root.free else [page.url]
        stem = bases[0].rstrip("/") + "/"
        return share(url.startswith(stem) for url in self._urls)

    def in_menu(self, page: SitePage) -> bool:
        """Whether a page, or the list it is a page of, is linked from most pages."""
        root = self.ground.root(self.ground.form(page))
        bases = self.ground.graph.addresses[root] if root is not None and not root.free else []
        common = self.ground.graph.common
        return page.url in common or self._is_top(page.url) or any(url in common for url in bases)

    def _is_top(self, url: str) -> bool:
        """Whether most addresses of the site begin with an address that ends with a slash."""
        return url.endswith("/") and url == self._top

    @cached_property
    def _top(self) -> str:
        urls = list(self.ground.graph.forms.by_url)
        tops = [url for url in self.ground.graph.by_url if url.endswith("/")]
        return max((url for url in tops if share(o.startswith(url) for o in urls) >= TOP), key=len, default="")


def added_words(url: str, boards: Iterable[Form]) -> frozenset[str]:
    """Give the query pairs of an address that hold words no board's form has: how it wants its rows."""
    usual = {key + shape for form in boards for key, shape in pairs_of(form)}
    pairs = (slot.key + slot.text for slot in cut_url(url)[1] if slot.lead != "/")
    return frozenset(
        pair for pair in pairs if any(map(str.isalpha, pair.partition("=")[2] or pair)) and pair not in usual
    )
