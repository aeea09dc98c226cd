"""What the policy `weft` keeps about each list. Mutable, owned by the policy, saved as rows."""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from weft.page import IndexPage
from weft.refresh._hazard import UNKNOWN
from weft.refresh._weft_signs import Cause

NEVER = -1.0e18  # before all times; a float, so that comparing needs no case of its own
_FLEETING = frozenset({"flying", "index", "place", "stamp"})


class ListState:
    """What threads and boards share. All slots go into a row but the fleeting ones, which are made anew."""

    __slots__ = ("alarmed", "cause", "dead", "fails", "flying", "name", "pages", "place", "stamp", "waiting")

    def __init__(self, name: str) -> None:
        self.name = name
        self.pages = 0  # as its pager last told
        self.waiting = 0.0  # posts that it is said to have more than is known
        self.cause = Cause.NONE  # which sign says so
        self.alarmed = NEVER  # since when
        self.dead = 0  # how often in a row the site said that it is gone
        self.fails = 0  # how often in a row it could not be had
        self.flying = False  # a request is under way
        self.stamp = 0  # its valid place among what is told
        self.place = 0  # its valid place among what is polled

    def to_row(self) -> list[Any]:
        """Give the values as JSON can hold them."""
        return [type(self).__name__, *(getattr(self, name) for name in self.columns())]

    @classmethod
    def from_row(cls, row: list[Any]) -> Self:
        """Make it anew from its values."""
        made = cls("")
        for name, value in zip(cls.columns(), row[1:], strict=True):
            setattr(made, name, value)
        made.cause = Cause(made.cause)
        return made

    @classmethod
    @cache
    def columns(cls) -> tuple[str, ...]:
        """Give the names of what is saved, in the order of a row."""
        return tuple(sorted({*ListState.__slots__, *cls.__slots__} - _FLEETING))


class Thread(ListState):
    """A post list."""

    __slots__ = (
        "acted_time",
        "base",
        "board",
        "goal",
        "last_post",
        "on_top",
        "page",
        "pending",
        "posts",
        "quiet",
        "sign_count",
        "sign_time",
        "teller",
        "tempo",
        "visited",
        "was_top",
    )

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.board = ""
        self.page = 0  # the highest fetched
        self.goal = 0  # the page that must come next, if it is not the last one
        self.pending = 0  # pages of it in the backlog
        self.posts = 0  # in the archive
        self.last_post = NEVER
        self.visited = NEVER
        self.sign_time = NEVER  # what its row last told
        self.acted_time = NEVER  # up to which that was judged
        self.sign_count = -1
        self.base: int | None = None  # posts in the archive that the row's count does not count
        self.teller = ""  # the list whose row has told what it waits for
        self.quiet = NEVER  # the look at its row before that, which told nothing
        self.on_top = False  # its row stands on a first page
        self.was_top = False  # it stood there before what it waits for was told
        self.tempo = UNKNOWN  # how quickly its posts followed each other

    @property
    def is_held(self) -> bool:
        """Whether any page of it was fetched."""
        return self.visited > NEVER


class Board(ListState):
    """An index list: a board, the entry, a page of recent posts, a feed."""

    __slots__ = (
        "acted_posts",
        "acted_time",
        "found",
        "index",
        "is_swept",
        "looked",
        "news",
        "right",
        "rows",
        "seed",
        "seen_last",
        "sign_posts",
        "sign_time",
        "spill",
        "swept",
        "teller",
        "watch",
        "wrong",
    )

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.swept = 0  # pages fetched from the first on, without a gap
        self.is_swept = False  # that was all of them
        self.looked = NEVER  # at the first page
        self.rows: list[str] = []  # threads on the first page, sticky ones aside
        self.sign_time = NEVER  # what its row last told
        self.acted_time = NEVER  # up to which that was judged
        self.sign_posts = -1
        self.acted_posts = -1  # the count told when it was looked at last
        self.seen_last = NEVER  # the newest post known in it
        self.teller = ""  # the list whose page tells of it
        self.news = 0.0  # what looks at it brought that nobody had told
        self.found = 0.0  # posts that looks at it brought
        self.watch = 0.0  # seconds it was watched, for both
        self.seed = 0.0  # posts of the last days before it was taken over
        self.right = 0.0  # what its rows told and was so
        self.wrong = 0.0
        self.spill = 0  # a further page that has to be looked at
        self.index: IndexPage | None = None
