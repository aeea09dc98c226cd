"""The entry of a forum: which of the pages above and around the start page everything else hangs from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from weft.traversal._flips import adds_number, is_titled_after
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.urls import ancestors, cut_url, parse_address

HOME_SHARE = 0.6  # of the pages seen link to an entry
NEARLY = 0.8  # of the most boards that a candidate lists
HELD = 0.9  # of the threads and boards seen lie in the forum's folder
LEAST_PEERS = 2  # pages written as a board is that stand in one list with it


@dataclass
class Homes:
    """The sampled pages that may be the entry, in the order they were met. Owned by one learner."""

    survey: Survey = field(repr=False)
    start: str  # canonical address of the start page
    urls: list[str] = field(default_factory=list)
    longer: dict[str, str] = field(default_factory=dict)  # a folder -> the file in it that shows the same
    leading: set[str] = field(default_factory=set)  # those known to lead to a single list, through which all is reached

    def add(self, url: str) -> None:
        """Take in a page that was sampled."""
        if url in self.survey.views and url not in self.urls:
            self.urls.append(url)

    def shorten(self, folder: str, file: str) -> None:
        """Put a folder in place of a file in it that shows the same."""
        self.urls = [folder, *(url for url in self.urls if url not in (folder, file))]
        self.longer[folder] = file

    def choose(self, roles: Roles) -> str:
        """Take the one every page links to that is no board itself and lists most; then one above the start page."""
        folders = [url for url in self.survey.views if url.endswith("/") and url not in self.urls and is_plain(url)]
        for url in _folders_of_all(folders, self.survey, roles) if folders else ():
            self.add(url)
        if all(self.survey.form(url) in roles.like_threads for url in self.urls):
            for url in [url for url in roles.thread_groups if is_plain(url) and self.is_linked(url)]:
                self.add(url)
        if len(self.urls) == 1:
            return self._turn_back(self.urls[0], roles)
        wanted = self._wanted(roles)
        return self._turn_back(max(self.urls, key=lambda url: self._rank(url, roles, wanted)), roles)

    def _turn_back(self, url: str, roles: Roles) -> str:
        """Give the first page of a list in place of a further one that a crawl began at, by what both are called."""
        view, threads = self.survey.views.get(url), roles.thread_groups.get(url)
        if view is None or threads is None:
            return url
        firsts = [one for one in view.urls & roles.thread_groups.keys() if adds_number(one, url)]
        firsts = [one for one in firsts if roles.thread_groups[one].form == threads.form]
        titles = ((one, self.survey.views[one].page.title) for one in firsts)
        return min((one for one, title in titles if is_titled_after(view.page.title, title)), key=len, default=url)

    def _rank(self, url: str, roles: Roles, wanted: frozenset[str]) -> tuple[float, ...]:
        """Give what speaks for a candidate, the weightiest first."""
        is_list = url in roles.thread_groups or url in roles.board_groups or url in self.leading
        is_board = is_list and self._is_board(url, roles)
        is_linked = is_list and not is_board and self.is_linked(url)  # the pages seen may all be of one board
        is_home = is_linked or (is_list and url in self.above)
        plain = is_plain(url)
        alone = is_home and not is_board
        length, boards = len(cut_url(url)[1]), count_boards(url, roles)
        depth = length if alone and self._lists_most(boards, roles) and _holds(url, wanted) else 0
        view = self.survey.views.get(url)  # none where what is noise in addresses was found out later
        looks = round(view.judgement.index, 1) if view is not None else 0.0
        is_thread = self.survey.form(url) in roles.like_threads
        return (
            not is_thread,
            is_linked and plain,
            is_home and plain,
            is_home,
            alone,
            url in self.leading,
            depth,
            boards,
            looks,
            is_list,
            -length,
        )

    def lead(self, entry: str, roles: Roles) -> bool:
        """Take in the plain pages that most link to and that lead to one list: to the entry, or to what leads there.

        All that is reached from the entry is reached from these, and what that list leads to besides.
        """
        views, known = self.survey.views, set(self.leading)
        for url in self.urls:
            lists = [one for one in views[url].urls if one != url and self.survey.form(one) in roles.like_lists]
            is_above = len(lists) == 1 and lists[0] in views and _leads_to(lists[0], entry, views[lists[0]].urls)
            if is_above and url != entry and is_plain(url) and self.is_linked(url):
                self.leading.add(url)
        return self.leading != known

    def _wanted(self, roles: Roles) -> frozenset[str]:
        """Give the threads seen and the boards that candidates list."""
        threads = {url for url in self.survey.views if self.survey.form(url) in roles.like_threads}
        groups = [group for url in self.urls for group in roles.board_groups.get(url, ())]
        return frozenset(threads.union(*(group.urls for group in groups)))

    def _lists_most(self, boards: int, roles: Roles) -> bool:
        """Whether a candidate lists nearly as many boards as any: a front page shows some of them, too."""
        most = max(count_boards(url, roles) for url in self.urls)
        return boards > 1 and boards >= NEARLY * most

    def _is_board(self, url: str, roles: Roles) -> bool:
        """Whether another candidate links to a page as to others written alike: a board, maybe with boards below it."""
        form = self.survey.form(url)
        if form is None or not form.free or form not in roles.like_lists:
            return False
        beside = [roles.all_groups.get(home, {}).get(form) for home in self.urls if home != url]
        return any(group is not None and url in group.urls and len(group.urls) > LEAST_PEERS for group in beside)

    def is_home(self, url: str, roles: Roles) -> bool:
        """Whether a page lists threads or boards and is above the start page or linked from most pages."""
        is_list = url in roles.thread_groups or url in roles.board_groups
        return is_list and (url in self.above or self.is_linked(url))

    def is_linked(self, url: str) -> bool:
        """Whether most of the pages seen link to a page."""
        names, views = {url, self.longer.get(url, url)}, self.survey.views.values()
        links = sum(1 for view in views if view.url in names or not names.isdisjoint(view.urls))
        return links >= HOME_SHARE * len(views)

    @property
    def above(self) -> list[str]:
        """The folders above the start page, deepest first."""
        return [url for url in folders_above(self.start) if url != self.start]


def _leads_to(url: str, entry: str, links: Iterable[str]) -> bool:
    """Whether a page is the entry, or links to it, or to the list that it is a further page of."""
    return any(one == entry or adds_number(one, entry) for one in (url, *links))


def _holds(url: str, wanted: frozenset[str]) -> bool:
    """Whether nearly all threads and boards lie in a page's folder: the forum below a front page."""
    folder = url.partition("?")[0].rpartition("/")[0] + "/"
    return bool(wanted) and sum(one.startswith(folder) for one in wanted) >= HELD * len(wanted)


def count_boards(url: str, roles: Roles) -> int:
    """Count the boards a page lists."""
    return len({found for group in roles.board_groups.get(url, ()) for found in group.urls})


def _folders_of_all(folders: Iterable[str], survey: Survey, roles: Roles) -> list[str]:
    """Give those of the folders that most threads and lists lie in."""
    kinds = roles.like_threads | roles.like_lists
    below = [url for url in survey.views if survey.form(url) in kinds]
    return [url for url in folders if 2 * sum(one.startswith(url) for one in below) > len(below)]


def is_plain(url: str) -> bool:
    """Whether an address has no query keys."""
    return not any(slot.key for slot in cut_url(url)[1])


def folders_above(url: str) -> list[str]:
    """Give the folders above a URL, deepest first."""
    address = parse_address(url)
    return [address.origin + path for path in ancestors(address.path)]
