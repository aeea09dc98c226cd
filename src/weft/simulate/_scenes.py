"""What an address shows at a moment, decided once for both the page and its truth."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from weft.simulate._files import find_file
from weft.simulate._kinds import Trait
from weft.simulate._places import PageSizes, Place, Spot
from weft.simulate._snapshot import Snapshot

TAGS = 40
MONTH_LIMIT = 9999 * 12  # no calendar goes further than the years that can be written
WALLED_PROFILES = 5  # every fifth profile is for members only


class Show(StrEnum):
    """What the visitor gets to see."""

    ENTRY = "entry"
    BOARD = "board"
    BOARD_VARIANT = "board variant"  # another order or filter
    THREAD = "thread"
    FILE = "file"
    REDIRECT = "redirect"
    TOOL = "tool"  # profiles, members, tags, search results, print views, help, calendar, feeds
    FORM = "form"  # search, login, registration
    WALL = "wall"  # a login demand
    ACTED = "acted"
    GONE = "gone"  # there is no such page, said with status 200
    MISSING = "missing"  # and with 404


@dataclass(frozen=True, slots=True)
class Scene:
    """What is shown and of which place. Every address with the same scene shows the same page."""

    show: Show
    place: Place
    fragment: str = ""  # of a redirect's target


_NEEDS = {
    Spot.POST: Trait.PERMALINKS,
    Spot.LAST: Trait.LAST_POST,
    Spot.MOVED: Trait.MOVED_THREADS,
    Spot.STEP: Trait.THREAD_STEPS,
    Spot.FILE: Trait.ATTACHMENTS,
    Spot.FILE_TWIN: Trait.FILE_TWINS,
    Spot.PRINT: Trait.PRINT_VIEWS,
    Spot.PROFILE: Trait.PROFILES,
    Spot.MEMBERS: Trait.MEMBERS,
    Spot.SEARCH: Trait.SEARCH,
    Spot.RESULTS: Trait.SEARCH,
    Spot.TAGS: Trait.TAGS,
    Spot.TAG: Trait.TAGS,
    Spot.FEED: Trait.FEEDS,
    Spot.CALENDAR: Trait.CALENDAR,
    Spot.WALL: Trait.LOGIN_WALLS,
    Spot.ACT: Trait.ACTIONS,
}
_FORMS = frozenset({Spot.SEARCH, Spot.LOGIN, Spot.REGISTER})


class Director:
    """Decides scenes for one site at one moment."""

    def __init__(self, snapshot: Snapshot, sizes: PageSizes, traits: Collection[Trait]) -> None:
        self._snapshot = snapshot
        self._sizes = sizes
        self._traits = traits

    def decide(self, place: Place | None) -> Scene:
        """Give the scene of a place; None (an address of no form the site knows) is a missing page."""
        if place is None or (place.spot in _NEEDS and _NEEDS[place.spot] not in self._traits):
            return Scene(Show.MISSING, place or Place(Spot.ENTRY))
        match place.spot:
            case Spot.ENTRY:
                return Scene(Show.ENTRY, Place(Spot.ENTRY))
            case Spot.BOARD:
                return self._decide_board(place)
            case Spot.THREAD:
                return self._decide_thread(place)
            case Spot.POST | Spot.LAST | Spot.STEP | Spot.MOVED:
                return self._decide_shortcut(place)
            case Spot.FILE | Spot.FILE_TWIN:
                return self._decide_file(place)
            case Spot.WALL:
                return Scene(Show.WALL, place)
            case Spot.ACT:
                return Scene(Show.ACTED, place)
        return Scene(Show.FORM, place) if place.spot in _FORMS else self._decide_tool(place)

    def board_pages(self, board: int, sort: str = "last", span: str = "") -> int:
        """Give how many pages a board's list has; an empty one has one."""
        return count_pages(len(self._snapshot.listing(board, sort, span)), self._sizes.threads)

    def thread_pages(self, thread: int) -> int:
        """Give how many pages a thread has."""
        return count_pages(self._snapshot.count(thread), self._sizes.posts)

    def page_of(self, thread: int, index: int) -> int:
        """Give the page of a thread that shows its post of this index."""
        return self._snapshot.order(thread).index(index) // self._sizes.posts + 1

    def _decide_board(self, place: Place) -> Scene:
        if not self._snapshot.has_board(place.id):
            return Scene(Show.MISSING, place)
        sort = "" if place.sort == "last" else place.sort
        span = "" if place.filter == "all" else place.filter
        if (place.sort or place.filter) and Trait.SORTS not in self._traits:
            sort = span = ""  # an unknown parameter changes nothing
        if not 1 <= place.page <= self.board_pages(place.id, sort or "last", span):
            return self._past_end(place)
        canonical = Place(Spot.BOARD, place.id, place.page, sort, span)
        return Scene(Show.BOARD_VARIANT if sort or span else Show.BOARD, canonical)

    def _decide_thread(self, place: Place) -> Scene:
        if not self._snapshot.has_thread(place.id):
            return Scene(Show.MISSING, place)
        if not 1 <= place.page <= self.thread_pages(place.id):
            return self._past_end(place)
        return Scene(Show.THREAD, Place(Spot.THREAD, place.id, place.page))

    def _past_end(self, place: Place) -> Scene:
        return Scene(Show.GONE if Trait.SOFT_404 in self._traits else Show.MISSING, place)

    def _decide_shortcut(self, place: Place) -> Scene:
        target, fragment = self._find_target(place)
        if target is None:
            return Scene(Show.GONE if place.spot is Spot.STEP else Show.MISSING, place)
        if place.spot is Spot.MOVED or Trait.PERMALINK_REDIRECTS in self._traits:
            return Scene(Show.REDIRECT, target, fragment)
        return Scene(Show.THREAD, target)

    def _find_target(self, place: Place) -> tuple[Place | None, str]:
        """Give the thread page a shortcut means."""
        if place.spot is Spot.POST:
            post = self._snapshot.find_post(place.id)
            if post is None:
                return None, ""
            return Place(Spot.THREAD, post.thread, self.page_of(post.thread, post.index)), f"p{post.id}"
        if not self._snapshot.has_thread(place.id):
            return None, ""
        if place.spot is Spot.LAST:
            last = self._snapshot.last_post(place.id)
            return Place(Spot.THREAD, place.id, self.page_of(place.id, last.index)), f"p{last.id}"
        if place.spot is Spot.MOVED:
            return Place(Spot.THREAD, place.id), ""
        thread = self._snapshot.model.thread(place.id)
        neighbour = self._snapshot.neighbour(thread, newer=place.word == "next_thread")
        return (Place(Spot.THREAD, neighbour) if neighbour else None), ""

    def _decide_file(self, place: Place) -> Scene:
        file = find_file(self._snapshot.model, place.id)
        if file is None or file.post > self._snapshot.visible or Trait.ATTACHMENTS not in self._traits:
            return Scene(Show.MISSING, place)
        return Scene(Show.FILE, Place(Spot.FILE, place.id))

    def _decide_tool(self, place: Place) -> Scene:
        users = self._snapshot.model.users
        if place.spot is Spot.PROFILE:
            if not 1 <= place.id <= users:
                return Scene(Show.MISSING, place)
            walled = Trait.LOGIN_WALLS in self._traits and place.id % WALLED_PROFILES == 0
            return Scene(Show.WALL if walled else Show.TOOL, place)
        found = {
            Spot.PRINT: self._snapshot.has_thread(place.id),
            Spot.MEMBERS: 1 <= place.page <= count_pages(users, self._sizes.others),
            Spot.RESULTS: 0 <= place.id <= users and place.page >= 1,
            Spot.TAG: 1 <= place.id <= TAGS and place.page >= 1,
            Spot.FEED: place.id == 0 or self._snapshot.has_board(place.id),
            Spot.CALENDAR: 12 <= place.page < MONTH_LIMIT,
        }.get(place.spot, True)
        return Scene(Show.TOOL if found else Show.MISSING, replace(place, explicit=False))


def count_pages(entries: int, size: int) -> int:
    """Give how many pages so many entries take; none take one."""
    return max(1, -(-entries // size))
