"""The watch over a running crawl: does the plan still fit, does a list repeat itself, is one page shown for many?

It does no I/O and has no clock. It is told what each page brought, once, and answers with a verdict; a page costs it
some microseconds, and its memory is bounded.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Generic, TypeVar

from weft.crawl._haul import FLIPS, NOTHING_BROUGHT, Brought
from weft.traversal import Role, list_role

# Relearning. A changed site shows within a window of answers; single dead links and empty boards do not fill one.
DEAD_WINDOW, DEAD_LIMIT = 8, 6  # answers of threads and lists; so many of them gone
BARREN_WINDOW, BARREN_LIMIT = 10, 8  # lists; so many of them without a thread
FRUITFUL_BEFORE = 5  # a forum of empty boards never had any
SHARE_WINDOW = 20  # pages of a role that stand for how it is, and for how it was
SHARE_EVERY = 5  # pages between two looks at the shares: adding them up is most of the watch's work
SHARE_FALL = 0.25  # the links followed, as a share of those inside the scope, fell to this part of what they were
MIN_SHARE = 0.02  # where hardly a link is followed, a fall says nothing
MAX_RELEARNINGS = 3  # a run; a site that changes more often is not to be had with a plan
MIN_PAGES_BETWEEN = 50  # pages under a new plan before it is doubted

# Traps. A board's last page shown for any higher number repeats at once; the others are pages without an own link.
MAX_REPEATS = 3  # pages beyond the last good one that only repeat: more of them end the list
MAX_BARREN_CHAIN = 5  # lists that lead to lists only; boards nest three or four deep

# Walls.
SAME_LISTS = 3  # lists that show the same page: two may be twins
SAME_SIZE_BYTES = 64  # a page that names the address asked for differs by that
MOSTLY = 0.5
MIN_PAGES_TO_TELL = 5  # of a role, before the report speaks of most of them

MEMORY = 4096  # lists, and pages shown for many, that are remembered

REPEATS = "the list repeats itself"
ENDLESS = "lists that lead to nothing but lists"
SAME_PAGE = "the same page under many addresses (log-in demand or error)"


class Answer(Enum):
    """What a URL came to, as far as the plan is concerned."""

    PAGE = "page"
    GONE = "gone"  # HTTP 404, 410
    ASTRAY = "astray"  # redirected to what the plan does not follow
    MOVED = "moved"  # redirected to what it follows
    SAME = "same"  # a page shown for many addresses


LOST = frozenset({Answer.GONE, Answer.ASTRAY, Answer.SAME})  # nothing that was wanted


@dataclass(frozen=True, slots=True)
class Seen:
    """One committed page as the watch sees it."""

    url: str
    role: str
    list: str
    number: int
    answer: Answer
    at: datetime
    title: str = ""
    size: int = 0
    print: int = 0  # equal for contents that are equal but for their digits
    brought: Brought = NOTHING_BROUGHT
    target: str = ""  # of a redirect


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to do after a page. Empty: nothing."""

    problem: str = ""  # of the page, to be kept with it
    bars_flips: bool = False  # the further pages it leads to are not followed because of it
    bars_lists: bool = False  # nor the lists
    relearn: str = ""  # why the plan no longer fits


NOTHING_TO_DO = Verdict()
T = TypeVar("T")


class Recent(Generic[T]):
    """A dictionary that forgets what was not asked for longest."""

    def __init__(self, limit: int = MEMORY) -> None:
        self._limit = limit
        self._items: OrderedDict[object, T] = OrderedDict()

    def get(self, key: object, fresh: T) -> T:
        """Give what is kept under a key; `fresh` is put there if nothing is."""
        item = self._items.setdefault(key, fresh)
        self._items.move_to_end(key)
        if len(self._items) > self._limit:
            self._items.popitem(last=False)
        return item

    def pop(self, key: object, default: T) -> T:
        """Give what is kept under a key and forget it."""
        return self._items.pop(key, default)

    def put(self, key: object, item: T) -> None:
        """Keep something."""
        self._items.pop(key, None)
        self.get(key, item)


@dataclass(slots=True)
class _List:
    """What is known of a board or thread: marks of its pages, and the numbers of those beyond the last good one."""

    marks: set[object] = field(default_factory=set)
    top: int = 0
    beyond: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Shown:
    size: int
    lists: set[str] = field(default_factory=set)


class Watch:
    """Watches one run under one plan. `may_relearn` is off for plans made by a person.

    `fruitful` is how many lists are known to have led to threads before this run.
    """

    def __init__(self, *, may_relearn: bool = True, fruitful: int = 0, grace: int = 0) -> None:
        self._may_relearn = may_relearn
        self._grace = grace  # pages that must come before the plan is doubted
        self._fruitful = fruitful
        self._pages = 0
        self._recent: deque[Seen] = deque(maxlen=4 * DEAD_WINDOW)
        self._answers: deque[Seen] = deque(maxlen=DEAD_WINDOW)
        self._lists_seen: deque[Seen] = deque(maxlen=BARREN_WINDOW)
        self._shares: dict[str, tuple[list[float], deque[float]]] = {}
        self._lists: Recent[_List] = Recent()
        self._chains: Recent[tuple[int, int]] = Recent()
        self._shown: Recent[_Shown] = Recent()
        self._ended: set[str] = set()
        self._count: Counter[tuple[str, bool]] = Counter()  # pages by role, and whether they are the same as others
        self.changed_at: datetime | None = None  # since when the plan does not fit

    def see(self, seen: Seen) -> Verdict:
        """Take note of a page."""
        if seen.role == Role.PAGE and seen.list:  # gone before it could be told whether it is a board or a thread
            seen = replace(seen, role=Role.THREAD)
        kind = list_role(seen.role)
        if kind not in (Role.INDEX, Role.THREAD):
            return NOTHING_TO_DO
        self._pages += 1
        if seen.answer is not Answer.PAGE:
            self._remember(seen)
            return Verdict(relearn=self._doubt(seen))
        problem = self._find_wall(seen, kind)
        if problem:
            seen = replace(seen, answer=Answer.SAME)
        self._remember(seen)
        repeats = bool(seen.list) and self._repeats(seen, kind)
        chain = self._count_chain(seen) if seen.role == Role.INDEX else 0
        # a list that repeats itself and a calendar are as they always were: they say nothing about the plan
        if kind == Role.INDEX and not repeats and chain < 2:
            self._lists_seen.append(seen)
            self._fruitful += seen.brought.threads > 0
        self._note_share(seen, kind)
        return Verdict(problem, repeats and seen.role in FLIPS, chain >= MAX_BARREN_CHAIN, self._doubt(seen))

    def _remember(self, seen: Seen) -> None:
        self._recent.append(seen)
        # one page for many lists may be an empty month or an empty board; for many threads nothing but a loss
        if seen.answer is not Answer.SAME or list_role(seen.role) == Role.THREAD:
            self._answers.append(seen)

    def bars(self, role: str, list_url: str) -> str:
        """Say why a further page of a list is not worth asking for, or give an empty string."""
        return REPEATS if list_url in self._ended and role in FLIPS else ""

    @property
    def has_ended_lists(self) -> bool:
        """Whether `bars` has to be asked at all."""
        return bool(self._ended)

    def extend(self, seen: Seen, lists: Iterable[str]) -> None:
        """Take note of the lists that were found first on a page that has no threads of its own."""
        if seen.role == Role.INDEX and (chain := self._chains.pop(seen.url, (0, 0)))[0]:
            for url in lists:
                self._chains.put(url, chain)

    def trail(self) -> tuple[Seen, ...]:
        """Give what came of the last pages, those since the plan ceased to fit."""
        since = self.changed_at
        return tuple(seen for seen in self._recent if since is None or seen.at >= since)

    def remarks(self) -> tuple[str, ...]:
        """Say in a sentence what a person should know about the run."""
        return tuple(text for role in (Role.INDEX, Role.THREAD) if (text := self._remark(role)))

    def _remark(self, role: str) -> str:
        same, other = self._count[role, True], self._count[role, False]
        if same + other < MIN_PAGES_TO_TELL or same <= MOSTLY * (same + other):
            return ""
        return (
            f"{same:,} of {same + other:,} {role} pages were the same page under many addresses: the site may demand a"
            " log-in (--cookies) or show an error"
        )

    # one page for many

    def _find_wall(self, seen: Seen, kind: str) -> str:
        owner = seen.list or seen.url
        is_same = self._show((kind, seen.print), seen.size, owner)
        if not seen.brought.followed and seen.title:
            is_same |= self._show((kind, seen.title), seen.size, owner)
        self._count[kind, is_same] += 1
        return SAME_PAGE if is_same else ""

    def _show(self, key: object, size: int, owner: str) -> bool:
        """Tell whether what is shown has been shown for enough other lists; `key` is its content or its title."""
        shown = self._shown.get(key, _Shown(size))
        if abs(shown.size - size) > SAME_SIZE_BYTES:
            return False
        if len(shown.lists) < SAME_LISTS:
            shown.lists.add(owner)
        return len(shown.lists) >= SAME_LISTS

    # traps

    def _repeats(self, seen: Seen, kind: str) -> bool:
        """Tell whether a page shows what another one of its list shows; too many beyond the last good page end it.

        Numbers tell an endless list from other addresses of one page, which a list may have many of.
        """
        known = self._lists.get(seen.list, _List())
        mark: object = seen.print
        if kind == Role.INDEX:
            mark = seen.brought.thread_mark or ("lists", seen.brought.index_mark)
        if mark not in known.marks:
            known.marks.add(mark)
            if kind == Role.INDEX:  # a page without threads may have the same menu as one with
                known.marks.add(("lists", seen.brought.index_mark))
            known.top = max(known.top, seen.number)
            known.beyond = {number for number in known.beyond if number > known.top}
            return False
        if seen.number > known.top:
            known.beyond.add(seen.number)
        if len(known.beyond) > MAX_REPEATS:
            self._ended.add(seen.list)
        return True

    def _count_chain(self, seen: Seen) -> int:
        """Count the lists without threads of their own that led from one to the next, this one last."""
        length, mark = self._chains.pop(seen.url, (0, 0))
        if seen.brought.threads and seen.brought.thread_mark != mark:
            return 0
        self._chains.put(seen.url, (length + 1, seen.brought.thread_mark))
        return length + 1

    # the plan

    def _note_share(self, seen: Seen, kind: str) -> None:
        links = seen.brought.followed + seen.brought.unmatched
        if not links:
            return
        first, last = self._shares.setdefault(kind, ([], deque(maxlen=SHARE_WINDOW)))
        share = seen.brought.followed / links
        if len(first) < SHARE_WINDOW:
            first.append(share)
        last.append(share)

    def _doubt(self, seen: Seen) -> str:
        """Say why the plan does not fit; looks only for what the page just seen may have shown."""
        if not self._may_relearn or self._pages <= self._grace or self.changed_at is not None:
            return ""
        why, since = "", None
        if seen.answer in LOST:
            why, since = self._find_dead()
        if not why and not seen.brought.threads and list_role(seen.role) == Role.INDEX:
            why, since = self._find_barren()
        if not why and self._pages % SHARE_EVERY == 0:
            why, since = self._find_fall()
        self.changed_at = since
        return why

    def _find_dead(self) -> tuple[str, datetime | None]:
        dead = [seen for seen in self._answers if seen.answer in LOST]
        if len(dead) < DEAD_LIMIT:
            return "", None
        return f"{len(dead)} of the last {len(self._answers)} addresses of the plan led nowhere", dead[0].at

    def _find_barren(self) -> tuple[str, datetime | None]:
        barren = [seen for seen in self._lists_seen if not seen.brought.threads]
        if len(barren) < BARREN_LIMIT or self._fruitful < FRUITFUL_BEFORE:
            return "", None
        return f"{len(barren)} of the last {len(self._lists_seen)} lists had no thread the plan knows", barren[0].at

    def _find_fall(self) -> tuple[str, datetime | None]:
        for role, (first, last) in self._shares.items():
            if len(last) < SHARE_WINDOW or len(first) < SHARE_WINDOW:
                continue
            before, now = sum(first) / len(first), sum(last) / len(last)
            if before >= MIN_SHARE and now < SHARE_FALL * before:
                pages = [seen for seen in self._recent if list_role(seen.role) == role]
                return f"of the links of {role} pages {now:.1%} are followed, {before:.1%} were", pages[0].at
        return "", None
