"""Posts out of the pages of a crawl, with wrappers that are learned from its own pages on the way."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from weft.crawl._kept_threads import KeptThreads, thin
from weft.errors import UsageError
from weft.extract import (
    IndexWrapper,
    Wrapper,
    learn_crumbs,
    learn_index,
    learn_wrapper,
    read_crumbs,
    read_index,
    without_boards,
)
from weft.page import Crumb, IndexPage, Page
from weft.store import Discovered, PageRow, Reading, UrlState
from weft.traversal import Plan, Role, list_role
from weft.urls import drop_keys

LEARN_AT = 50  # thread pages after which the wrapper is learned; those before it are read again in the end
FIRSTS = 8  # first pages of threads that are waited for, for as many pages more
SAMPLES, MOST_SAMPLES = 30, 120  # of them kept to learn from, and where posts are few
FEW_POSTS = 60  # to learn from, while pages are still coming: what few of them have does not show
BOARDS = 40  # pages of boards kept to learn from: rows of rarer kinds, and what sets some apart, take many
ENOUGH = 12  # pages of a kind at hand to learn from; with fewer, the archive is asked
ANOTHER_AT = 12  # pages that do not fit from which another layout is learned
LOOK_BACK = 40  # thread pages looked at to see whether the wrapper still fits
MISFITS = 0.5  # share of them without a post, from which it does not
SETTING = "wrapper"


@dataclass(frozen=True, slots=True)
class Wrappers:
    """What was learned of a site's pages. `number` grows when pages that were read before have to be read again."""

    thread: Wrapper | None = None
    index: IndexWrapper | None = None
    number: int = 0
    crumbs: str | None = None  # where thread pages show the way to their board, as a selector; empty: nowhere

    def to_dict(self) -> dict[str, Any]:
        """Give plain data."""
        data: dict[str, Any] = {"number": self.number}
        if self.thread is not None:
            data["thread"] = self.thread.to_dict()
        if self.index is not None:
            data["index"] = self.index.to_dict()
        if self.crumbs is not None:
            data["crumbs"] = self.crumbs
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Wrappers:
        """Make wrappers of what `to_dict` gave."""
        thread, index = data.get("thread"), data.get("index")
        return cls(
            Wrapper.from_dict(thread) if thread else None,
            IndexWrapper.from_dict(index) if index else None,
            int(data.get("number", 0)),
            data.get("crumbs"),
        )

    def to_json(self) -> str:
        """Give the text that is kept in the archive."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | None) -> Wrappers:
        """Make wrappers of what `to_json` gave; of nothing, none."""
        return cls.from_dict(json.loads(text)) if text else cls()


def planned_wrappers(plan: Plan) -> Wrappers:
    """Give the wrappers that stand in a plan; raises UsageError when they cannot be used."""
    try:
        return Wrappers.from_dict(dict(plan.posts))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"What the plan says under 'posts' cannot be used ({type(error).__name__}: {error}); "
            "leave it out to learn it again."
        ) from error


def newest(kept: Wrappers, planned: Wrappers) -> Wrappers:
    """Give those learned last; of equals the plan's, which people may have edited."""
    return kept if kept.number > planned.number or planned.thread is None else planned


class Scribe:
    """Reads pages as they come and learns while it does. `on_learned` is told of each new set of wrappers."""

    def __init__(self, plan: Plan, wrappers: Wrappers, on_learned: Callable[[Wrappers], None]) -> None:
        self.plan = plan
        self.wrappers = wrappers
        self._on_learned = on_learned
        self._threads = KeptThreads()
        self._samples = SAMPLES
        self._seen = 0
        self._tried = 0  # pages seen when it was last tried to learn
        self._misfits: list[Page] = []  # of those seen last
        self._fits: deque[bool] = deque(maxlen=LOOK_BACK)
        self._tried_again = 0  # pages seen when it was last learned because it did not fit
        self._told: dict[str, str] = {}  # what pages are, where their addresses do not tell
        self._boards: list[Page] = []
        self._at_hand: dict[str, Page] = {}  # not read yet, as nothing was learned when they came

    def know(self, url: str, role: str) -> None:
        """Take note of what a page is; kept only where its address does not tell."""
        if self.plan.by_looks:
            self._told[drop_keys(url, self.plan.drop)] = list_role(role)

    def expect(self, found: Iterable[Discovered]) -> None:
        """Take note of what links lead to, as far as the pages behind them have not told; either is a thread mostly."""
        for item in found if self.plan.by_looks else ():
            if item.state is UrlState.QUEUED:
                role = Role.THREAD if item.role == Role.PAGE else list_role(item.role)
                self._told.setdefault(drop_keys(item.url, self.plan.drop), role)

    def read(self, page: Page, row: PageRow, at: datetime) -> Reading | None:
        """Give what a fetched page says; None when it is neither a board nor a thread, or nothing is learned yet."""
        kind = list_role(row.role)
        self.know(page.url, row.role)
        if kind == Role.THREAD:
            self._meet_thread(page, at, is_first=row.role != Role.THREAD_FLIP)
            return self.read_thread(page, row, at)
        if kind != Role.INDEX:
            return None
        if self.wrappers.index is None:
            self._boards = thin(self._boards, BOARDS)
            self._boards.append(page)
        return self.read_board(page, row, at)

    def meet(self, pages: Iterable[tuple[Page, str]]) -> None:
        """Take in pages with their roles that were seen before the crawl began: they are read when it has ended.

        One that was come to by several ways counts once: what each post has of its own is told by all being others.
        """
        known = {page.url for page in (*self._boards, *self._threads.pages())}
        for page, role in pages:
            if page.url in known:
                continue
            known.add(page.url)
            if list_role(role) == Role.INDEX and self.wrappers.index is None:
                self._boards.append(page)
            elif list_role(role) == Role.THREAD and self.wrappers.thread is None:
                self._threads.add(page, self._samples, is_first=role != Role.THREAD_FLIP)

    def kept(self, role: Role) -> list[Page]:
        """Give the pages of a kind that were kept to learn from, if they are enough; until they are read, they stay."""
        pages = list(self._boards) if role == Role.INDEX else self._threads.choose(SAMPLES)
        self._let_go(role)
        return pages if len(pages) >= ENOUGH else []

    def _let_go(self, role: Role) -> None:
        """Keep pages no longer to learn from; until they are read, they stay at hand."""
        pages = self._boards if role == Role.INDEX else self._threads.pages()
        self._at_hand |= {page.url: page for page in pages}
        (self._boards if role == Role.INDEX else self._threads).clear()

    def recall(self, url: str) -> Page | None:
        """Give a page that was not read when it came, if it is still at hand; it is not kept any longer."""
        return self._at_hand.pop(url, None)

    def read_thread(self, page: Page, row: PageRow, at: datetime, *, again: bool = False) -> Reading | None:
        """Read a page of a thread with what is learned so far."""
        wrapper = self.wrappers.thread
        if wrapper is None:
            return None
        shown = wrapper.read(page, at)
        crumbs = self._crumbs(read_crumbs(page, self._role_of, self.wrappers.crumbs))
        boards = [crumb.text for crumb in crumbs if crumb.url]
        thread = replace(
            shown, crumbs=crumbs, title=shown.title if wrapper.title else without_boards(shown.title, boards)
        )
        number = self.wrappers.number if thread.posts else 0
        self._fits.append(bool(thread.posts))
        return Reading(page.url, at, thread=thread, list=row.list, number=row.number, wrapper=number, again=again)

    def read_board(self, page: Page, row: PageRow, at: datetime, *, again: bool = False) -> Reading | None:
        """Read a page of a board, or the entry page, with what is learned so far."""
        wrapper = self.wrappers.index
        if wrapper is None:
            return None
        times = self.wrappers.thread.times if self.wrappers.thread is not None else None
        index = self._to_lists(read_index(page, self._role_of, at, wrapper, times))
        number = self.wrappers.number
        return Reading(page.url, at, index=index, list=row.list, number=row.number, wrapper=number, again=again)

    def learn_all(self, threads: Sequence[Page], indexes: Sequence[Page], at: datetime) -> bool:
        """Learn for good from pages of all the site; tells whether there is something to read with."""
        thread = learn_wrapper(threads, at) if threads else None
        thread = thread or self.wrappers.thread
        times = thread.times if thread is not None else None
        crumbs = learn_crumbs(threads, self._role_of) if threads else self.wrappers.crumbs
        index = self.wrappers.index
        if indexes:
            index = learn_index(indexes, self._role_of, at, times, crumbs or "")
        number = self.wrappers.number + 1 if threads else self.wrappers.number
        self.wrappers = Wrappers(thread, index, number, crumbs)
        self._threads.clear()
        return thread is not None or index is not None

    def _learn(self, at: datetime) -> None:
        """Learn posts from the pages kept so far, or else keep more. Boards are learned in the end: they come late."""
        sample, self._tried = self._threads.choose(self._samples), self._seen
        thread = learn_wrapper(sample, at)
        if thread is not None and self._samples < MOST_SAMPLES and _have_few(thread, sample, at):
            self._samples *= 2
        elif thread is not None:
            crumbs = learn_crumbs(sample, self._role_of)
            self.wrappers = replace(self.wrappers, thread=thread, number=self.wrappers.number + 1, crumbs=crumbs)
            self._on_learned(self.wrappers)
            self._let_go(Role.THREAD)

    def _meet_thread(self, page: Page, at: datetime, *, is_first: bool) -> None:
        """Keep a page to learn from, and learn when there are enough, or when the wrapper no longer fits."""
        self._seen += 1
        if self.wrappers.thread is None:
            self._threads.add(page, self._samples, is_first=is_first)
            since = self._seen - self._tried
            if since >= 2 * LEARN_AT or (since >= LEARN_AT and self._threads.firsts >= FIRSTS):
                self._learn(at)
                self._at_hand.pop(page.url, None)  # if it was learned, it is read now
            return
        if self._fits.count(False) < MISFITS * LOOK_BACK:
            self._misfits.clear()
            return
        self._misfits.append(page)
        if len(self._misfits) >= ANOTHER_AT and self._seen > self._tried_again + LOOK_BACK:
            self._tried_again = self._seen
            self._learn_another(at)

    def _learn_another(self, at: datetime) -> None:
        """Learn another layout beside the known ones: the site has changed its looks."""
        new, old = learn_wrapper(self._misfits, at), self.wrappers.thread
        if new is not None and old is not None:
            known = {layout.selector for layout in new.layouts}
            layouts = (*new.layouts, *(layout for layout in old.layouts if layout.selector not in known))
            self.wrappers = replace(self.wrappers, thread=replace(new, layouts=layouts))
            self._on_learned(self.wrappers)
        self._misfits.clear()
        self._fits.clear()

    def _role_of(self, url: str) -> str:
        told = self._told.get(drop_keys(url, self.plan.drop)) if self._told else None
        return told or list_role(self.plan.judge(url).role)

    def _list_of(self, url: str) -> str:
        decision = self.plan.judge(url)
        return decision.list or decision.url or url

    def _crumbs(self, crumbs: tuple[Crumb, ...]) -> tuple[Crumb, ...]:
        return tuple(replace(crumb, url=self._list_of(crumb.url)) if crumb.url else crumb for crumb in crumbs)

    def _to_lists(self, index: IndexPage) -> IndexPage:
        """Give the page with the addresses of lists instead of those of single pages."""
        return replace(
            index,
            crumbs=self._crumbs(index.crumbs),
            boards=tuple(replace(board, url=self._list_of(board.url)) for board in index.boards),
            threads=tuple(replace(thread, url=self._list_of(thread.url)) for thread in index.threads),
        )


def _have_few(wrapper: Wrapper, pages: Iterable[Page], at: datetime) -> bool:
    """Whether there are few posts on pages."""
    posts = 0
    for page in pages:
        posts += len(wrapper.read_posts(page, at))
        if posts >= FEW_POSTS:
            return False
    return True
