"""What a refresh policy is told and what it answers. Moments are seconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from weft.page import IndexPage

DAY_S = 86_400.0
HOUR_S = 3600.0
MINUTE_S = 60.0


class ListKind(StrEnum):
    """The two kinds of lists (paper 003): all pages of a board, or of the entry; all pages of a thread."""

    INDEX = "index"
    POSTS = "posts"


class Why(StrEnum):
    """What a request is for; a pass that wants to end looks at it."""

    NEW = "new"  # never fetched
    TOLD = "told"  # another page says that it has changed
    POLL = "poll"  # it may have changed
    CHECK = "check"  # edits, deletions, threads revived without a sign


@dataclass(frozen=True, slots=True)
class Request:
    """Fetch page `number` (from 1) of a list. `conditional`: validators may be sent, answers to them are believed."""

    list: str
    number: int
    why: Why
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What one request showed. An index page gives `index`, a thread's page the `times` of its posts as they stand.

    `new`, `changed` and `gone` count posts against the archive. `unchanged` is the answer to a conditional request;
    with `failed` nothing was shown (the page may be there another time), with `missing` the site says it is gone, with
    `skipped` the request was not made at all, and nothing is to be learned from it.
    """

    list: str
    number: int = 1
    pages: int = 1  # of the list, as far as this page tells
    index: IndexPage | None = None
    times: tuple[float, ...] = ()
    new: int = 0
    changed: int = 0
    gone: int = 0
    unchanged: bool = False
    failed: bool = False
    missing: bool = False
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A list that the archive holds when a policy starts; `times` are those of its posts, in any order."""

    list: str
    kind: ListKind
    parent: str = ""  # the list that leads to it
    pages: int = 1
    times: tuple[float, ...] = ()
    visited: float | None = None  # last, or None: never fetched
