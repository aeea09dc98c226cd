"""How large a site is, told from the few dozen pages it was learned from; nothing is asked for.

Most lists of boards say how many threads each board has, and most lists of threads how many answers each has. Where
they do not, the sampled lists are measured: rows of a page, times pages of a board.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import fmean

from weft.extract import learn_index, read_index
from weft.page import IndexPage, Page, find_posts
from weft.store import UrlRow
from weft.traversal import Follow, Plan, Role, UrlDecision, list_role

HALF_PAGE = 0.5  # how full the last page of a list is taken to be
_SAID = 0.5  # share of the lists, of the rows that must say a number for it to be believed of all
_BELIEVED = (0.5, 2.5)  # times what the sampled boards measure, that what is said of them may be
_SCALED = (0.5, 2.0)  # by how much answers on average may differ from those of the rows seen


@dataclass(frozen=True, slots=True)
class SiteSize:
    """How large the site is: what was seen, and about how much there is by what the sampled lists show."""

    boards: int
    threads_seen: int
    threads: int
    board_pages: int
    thread_pages: int


def estimate_size(plan: Plan, pages: Sequence[Page], followed: Iterable[UrlRow]) -> SiteSize:
    """Say how large the site is by its sampled lists, over all boards known."""
    seen = [_Seen(page, plan) for page in pages]
    known = list(followed)
    boards = {_list_of(plan.judge(row.url), row.url) for row in known if list_role(row.role) == Role.INDEX}
    threads = {_list_of(plan.judge(row.url), row.url) for row in known if list_role(row.role) == Role.THREAD}
    lists = [page for page in seen if page.role == Role.INDEX]
    measured = _Measured.of(lists)
    said = _Said.of(plan, lists)
    of_boards = said.threads(boards, measured)
    count = max(len(threads), round(sum(of_boards.values()) or measured.threads(len(boards))))
    length = said.thread_length(_posts_a_page(seen)) or _thread_length(seen, threads)
    board_pages = measured.pages(boards, of_boards)
    return SiteSize(len(boards), len(threads), count, board_pages, round(count * length))


@dataclass(frozen=True, slots=True)
class _Measured:
    """Sampled lists by their pages and rows; `own` is the share of the rows that no other list shows."""

    sizes: Mapping[str, int]  # pages
    full: Mapping[str, float]  # about how many threads, where there are any
    rows: int  # of a page that others follow; 0 where there is none
    own: float

    @classmethod
    def of(cls, lists: Sequence[_Seen]) -> _Measured:
        """Measure lists. Threads that stand on half of them or more are in a box beside them and count for none."""
        sizes = _measure_lists(lists, Role.INDEX_FLIP)
        shown = Counter(url for page in lists for url in page.threads)
        beside = {url for url, times in shown.items() if times >= max(3, len(lists) / 2)}
        rows: dict[str, set[str]] = {name: set() for name in sizes}
        for page in lists:
            rows[page.list] = max(rows[page.list], page.threads - beside, key=len)
        full = {name: len(found) * _fill(sizes[name]) for name, found in rows.items() if found}
        most = max((len(found) for name, found in rows.items() if sizes[name] > 1), default=0)
        own = len(set().union(*rows.values())) / max(1, sum(map(len, rows.values())))
        return cls(sizes, full, most, own)

    def threads(self, boards: int) -> float:
        """Give about how many threads all boards have together."""
        empty = len(self.sizes) - len(self.full)
        return self.own * _extrapolate(sorted(self.full.values(), reverse=True), boards - empty)

    def pages(self, boards: Iterable[str], threads: Mapping[str, float]) -> int:
        """Give about how many pages all boards have; of those not sampled by their threads, if that is known."""
        rest = [name for name in boards if name not in self.sizes]
        return sum(self.sizes.values()) + sum(
            max(1, -(-round(threads.get(name, 0)) // self.rows)) if self.rows else 1 for name in rest
        )


def _extrapolate(sampled: Sequence[float], boards: int) -> float:
    """Give the size of all boards from that of some, in falling order.

    A strategy that looks for page links samples the largest boards, so their mean says nothing of the others. Sizes of
    boards fall off about as 1/k; the k-th board that was not sampled is given that share of the largest.
    """
    rest = range(len(sampled) + 1, boards + 1)
    return sum(sampled) + sum(sampled[0] / place for place in rest) if sampled else 0.0


def _fill(pages: int) -> float:
    return pages - HALF_PAGE if pages > 1 else 1.0


class _Said:
    """What lists say of boards and threads."""

    def __init__(self, lists: Iterable[tuple[str, IndexPage]], plan: Plan) -> None:
        self._threads: dict[str, int] = {}
        self._posts: dict[str, int] = {}
        self._replies: dict[str, int | None] = {}
        self._below: dict[str, set[str]] = defaultdict(set)
        for name, page in lists:
            for board in page.boards:
                inner = _list_of(plan.judge(board.url), board.url)
                if board.threads is not None and inner != name:
                    self._threads[inner] = max(board.threads, self._threads.get(inner, 0))
                    self._posts[inner] = max(board.posts or 0, self._posts.get(inner, 0))
                    self._below[name].add(inner)
            for row in page.threads:
                self._replies.setdefault(_list_of(plan.judge(row.url), row.url), row.replies)

    @classmethod
    def of(cls, plan: Plan, lists: Sequence[_Seen]) -> _Said:
        """Read what lists say."""

        def role_of(url: str) -> str:
            return list_role(plan.judge(url).role)

        now = datetime.now(UTC)
        wrapper = learn_index([page.page for page in lists], role_of, now)
        return cls([(page.list, read_index(page.page, role_of, now, wrapper)) for page in lists], plan)

    def threads(self, boards: Iterable[str], measured: _Measured) -> dict[str, float]:
        """Give the threads of boards by what is said of them; nothing where that is not to be believed."""
        listed = {*boards, *measured.full}
        if len(listed & self._threads.keys()) < _SAID * len(listed):
            return {}
        own = self._own_threads(measured.full)
        both = measured.full.keys() & own.keys()
        least, most = _BELIEVED
        # Where only the next page is linked, what was measured is but the beginning.
        whole = {name for name in both if measured.sizes[name] == 1}
        is_less = sum(own[name] for name in both) < least * sum(measured.full[name] for name in both)
        is_more = sum(own[name] for name in whole) > most * sum(measured.full[name] for name in whole)
        return {} if is_less or is_more else own

    def _own_threads(self, measured: Mapping[str, float]) -> dict[str, float]:
        """Give the threads of each board by itself: some sites count those of the boards below it, too."""
        below = {name: sum(self._threads[inner] for inner in inners) for name, inners in self._below.items()}
        may_hold = {name: count for name, count in below.items() if 0 < count <= self._threads.get(name, -1)}
        checked = [
            abs(measured[name] - (self._threads[name] - count)) <= abs(measured[name] - self._threads[name])
            for name, count in may_hold.items()
            if name in measured
        ]
        if checked and sum(checked) < len(checked) / 2:
            return dict(self._threads)
        return {name: count - may_hold.get(name, 0) for name, count in self._threads.items()}

    def thread_length(self, posts_a_page: int) -> float:
        """Give the mean number of pages of a thread by the answers that rows tell; 0 where they do not."""
        lengths = [count + 1 for count in self._replies.values() if count is not None]
        if not lengths or not posts_a_page or len(lengths) < _SAID * len(self._replies):
            return 0.0
        least, most = _SCALED
        scale = min(most, max(least, self._mean_posts() / fmean(lengths))) if self._mean_posts() else 1.0
        return fmean(max(1, -(-round(scale * posts) // posts_a_page)) for posts in lengths)

    def _mean_posts(self) -> float:
        threads = sum(count for name, count in self._threads.items() if self._posts[name])
        return sum(self._posts.values()) / threads if threads else 0.0


def _posts_a_page(seen: Iterable[_Seen]) -> int:
    """Give how many posts a page of a thread holds that others follow; 0 where none was seen."""
    full = [
        len(posts)
        for page in seen
        if page.role == Role.THREAD
        and max(last for name, last in page.last_pages(Role.THREAD_FLIP) if name == page.list) > page.number
        and (posts := find_posts(page.page)) is not None
    ]
    return max(full, default=0)


def _list_of(decision: UrlDecision, url: str) -> str:
    return decision.list or decision.url or url


class _Seen:
    """A sampled page by the plan: its list, and what its links say of lists."""

    def __init__(self, page: Page, plan: Plan) -> None:
        decision = plan.judge(page.url)
        self.page = page
        self.role = list_role(decision.role)
        self.list = _list_of(decision, page.url)
        self.number = max(1, decision.number)
        self.links = [(link.url or "", found) for link, found in plan.decide(page) if found.follow is not Follow.NO]
        self.threads = {_list_of(found, url) for url, found in self.links if list_role(found.role) == Role.THREAD}

    def last_pages(self, role: Role) -> Iterator[tuple[str, int]]:
        """Give lists and the last page of each that the page knows of; where URLs do not tell, links are counted."""
        yield self.list, self.number
        flips = [(url, found) for url, found in self.links if found.role is role]
        yield from ((found.list, found.number) for _, found in flips if found.list)
        yield self.list, 1 + len({url for url, found in flips if not found.list})


def _measure_lists(pages: Iterable[_Seen], role: Role) -> dict[str, int]:
    """Give the number of pages of each sampled list."""
    sizes: dict[str, int] = {}
    for page in pages:
        sizes.setdefault(page.list, 1)
        for name, last in page.last_pages(role):
            if name == page.list:
                sizes[name] = max(sizes[name], last)
    return sizes


def _thread_length(seen: Iterable[_Seen], threads: Iterable[str]) -> float:
    """Give the mean number of pages of a thread: by the page links in rows of lists, else by sampled threads."""
    last: dict[str, int] = dict.fromkeys(threads, 1)
    in_rows = False
    pages = list(seen)
    for page in pages:
        for url, found in page.links:
            if found.role is Role.THREAD_FLIP and found.list:
                in_rows |= page.role == Role.INDEX
                last[found.list] = max(last.get(found.list, 1), found.number)
            elif found.role is Role.THREAD:
                last.setdefault(_list_of(found, url), 1)
    if in_rows:
        return fmean(last.values())
    sizes = _measure_lists((page for page in pages if page.role == Role.THREAD), Role.THREAD_FLIP)
    return fmean(sizes.values()) if sizes else 1.0
