"""Every place a simulated site has, apart from how its address is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Spot(StrEnum):
    """What an address asks for."""

    ENTRY = "entry"
    BOARD = "board"
    THREAD = "thread"
    POST = "post"  # a post's permalink
    LAST = "last"  # a thread's last post
    MOVED = "moved"  # where a moved thread is now
    STEP = "step"  # the neighbouring thread
    FILE = "file"
    FILE_TWIN = "file_twin"
    PRINT = "print"
    PROFILE = "profile"
    MEMBERS = "members"
    SEARCH = "search"
    RESULTS = "results"
    TAGS = "tags"
    TAG = "tag"
    FEED = "feed"
    CALENDAR = "calendar"
    HELP = "help"
    LOGIN = "login"
    REGISTER = "register"
    WALL = "wall"  # what only members may do: answers with a login demand
    ACT = "act"  # what does something when requested


BOARD_SORTS = ("last", "replies", "views", "date", "author")
SORTS = ("", *BOARD_SORTS, *(f"{sort}_up" for sort in BOARD_SORTS), "posts", "joined")
FILTERS = ("", "day", "week", "all")
WALLS = ("reply", "quote", "new_thread", "email", "watch", "edit")
ACTS = ("mark_read", "vote_up", "vote_down", "report", "delete", "logout")
STEPS = ("next_thread", "previous_thread")
WORDS = ("", *WALLS, *ACTS, *STEPS)


@dataclass(frozen=True, slots=True)
class Place:
    """One place. `explicit` asks for the longer of two ways to write it (page=1, the entry by its file name)."""

    spot: Spot
    id: int = 0
    page: int = 1
    sort: str = ""
    filter: str = ""
    word: str = ""
    explicit: bool = False


# Which fields a spot's address carries, in this order; a field at its default is left out where the form allows.
FIELDS: dict[Spot, tuple[str, ...]] = {
    Spot.BOARD: ("id", "page", "sort", "filter"),
    Spot.THREAD: ("id", "page"),
    Spot.POST: ("id",),
    Spot.LAST: ("id",),
    Spot.MOVED: ("id",),
    Spot.STEP: ("id", "word"),
    Spot.FILE: ("id",),
    Spot.FILE_TWIN: ("id",),
    Spot.PRINT: ("id",),
    Spot.PROFILE: ("id",),
    Spot.MEMBERS: ("page", "sort"),
    Spot.RESULTS: ("id", "page"),
    Spot.TAG: ("id", "page"),
    Spot.FEED: ("id",),
    Spot.CALENDAR: ("page",),
    Spot.WALL: ("word", "id"),
    Spot.ACT: ("word", "id"),
}
# What robots.txt keeps crawlers away from.
FORBIDDEN = (Spot.SEARCH, Spot.RESULTS, Spot.MEMBERS, Spot.PRINT, Spot.ACT)


def build_place(spot: Spot, fields: dict[str, str]) -> Place | None:
    """Give the place that an address's texts mean, None if they mean none. Unknown fields change nothing."""
    known = {name: fields[name] for name in FIELDS.get(spot, ()) if name in fields}
    numbers = {name: _read_number(known.pop(name)) for name in ("id", "page") if name in known}
    if None in numbers.values() or ("id" in FIELDS.get(spot, ()) and "id" not in numbers):
        return None
    allowed = {"sort": SORTS, "filter": FILTERS, "word": WORDS}
    if any(text not in allowed[name] for name, text in known.items()):
        return None
    if "word" in FIELDS.get(spot, ()) and not known.get("word"):
        return None
    page = numbers.get("page")
    return Place(
        spot,
        numbers.get("id") or 0,
        1 if page is None else page,
        known.get("sort", ""),
        known.get("filter", ""),
        known.get("word", ""),
        explicit=page == 1,
    )


def _read_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@dataclass(frozen=True, slots=True)
class PageSizes:
    """How many entries a page of each list has."""

    threads: int = 20
    posts: int = 15
    others: int = 25

    def of(self, spot: Spot) -> int:
        """Give the number for a spot's list."""
        return {Spot.BOARD: self.threads, Spot.THREAD: self.posts}.get(spot, self.others)


class Style(Protocol):
    """How a site writes its addresses: `read` undoes `write`, and may know twins that `write` never gives."""

    base: str  # the folder all addresses are in, with slashes at both ends
    relative: bool  # whether links are written relative to that folder
    base_element: bool  # whether pages name that folder in a <base>, because not all of them are directly in it

    def write(self, place: Place) -> str:
        """Give the address below the base folder: path and query, without a leading slash."""

    def read(self, path: str, query: dict[str, str]) -> Place | None:
        """Give the place of a decoded path below the base folder, None if there is none of that form."""

    def forbidden(self) -> tuple[str, ...]:
        """Give the path prefixes (from the host's root) that robots.txt may name."""
