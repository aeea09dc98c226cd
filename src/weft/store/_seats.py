"""Where posts stand: what a look at one page of a thread changes in the posts held. Pure; adapters give and take rows.

A post has its seat on the first page that shows it; other pages repeat it. Seats of a page are numbered upwards, with
gaps allowed; posts that are missing keep theirs, so that a thread reads in its old order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Protocol, TypeVar

from weft.page import Post
from weft.store._packing import Key, clean_post, digest_post

T = TypeVar("T")
UNNUMBERED = 1 << 30  # the rank of pages without a number: after all others, in order of discovery


class Doubt(IntEnum):
    """Where a post that is missing may be instead; those pages must be looked at before it counts as gone."""

    NONE = 0  # it stood between posts that are still there
    BEFORE = 1  # it stood first: the pages may have moved up
    AFTER = 2  # it stood last
    ONWARD = 3  # it stood last, and something new stands before the rest: on a page after, which must be there
    ANYWHERE = 4  # nothing is left on the page, or the order is another one
    UNKNOWN = 5  # the same, and there is something new: perhaps on a page that nobody has seen


@dataclass(frozen=True, slots=True)
class Held:
    """A post as an archive holds it. `page` and `url` are rank and id of the page it has its seat on."""

    id: int
    key: Key
    page: int
    url: int
    place: int
    version: int
    first_seen: float
    post: Post
    last_seen: float | None = None  # while it is there, its page tells
    missed_at: float | None = None
    doubt: int = Doubt.NONE
    gone_at: float | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one page. `since`: the look before it, None when this is the first.

    `replaces`: it is the same answer read anew. `clears`: read so, it is no page of a thread, and never was.
    """

    thread: int
    page: int
    url: int
    seen: float
    since: float | None = None
    replaces: bool = False
    clears: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a page: its rank, its id, the seat there."""

    page: int
    url: int
    place: int


@dataclass(frozen=True, slots=True)
class PageSeen:
    """A page of the thread, and when it was last looked at."""

    page: int
    url: int
    seen: float


@dataclass(slots=True)
class Outcome:
    """What is to be written after a look."""

    fresh: list[tuple[Key, Post, int]] = field(default_factory=list)
    revised: list[tuple[Held, Held]] = field(default_factory=list)  # as it was, as it is
    removed: list[Held] = field(default_factory=list)
    repeats: list[tuple[int, int, int]] = field(default_factory=list)  # post, page, place: shown there too
    dropped: list[tuple[int, int]] = field(default_factory=list)  # post, page: no longer
    changed: list[Post] = field(default_factory=list)  # in their text

    def touched(self) -> Iterator[Post]:
        """Give all posts whose authors may have more or fewer than before."""
        yield from (post for _, post, _ in self.fresh)
        yield from (held.post for held in self.removed)
        for old, now in self.revised:
            if old.post is not now.post:
                yield from (old.post, now.post)


class Desk(Protocol):
    """What a look asks an archive about the posts of its thread."""

    def find(self, keys: Collection[Key]) -> dict[Key, Held]:
        """Give those of the thread that have one of the keys."""

    def standing(self) -> list[Held]:
        """Give those that have their seat on the page, in order."""

    def repeats(self) -> dict[int, int]:
        """Give the posts that the page repeats, by id, and their places there."""

    def elsewhere(self, post: int) -> Spot | None:
        """Give the first other page that shows a post."""


def page_rank(number: int) -> int:
    """Give the rank of a page of a list by its number, 0 being unknown."""
    return number if 0 < number < UNNUMBERED else UNNUMBERED


def page_number(rank: int) -> int:
    """Give back the number."""
    return 0 if rank >= UNNUMBERED else rank


def key_posts(posts: Iterable[Post]) -> dict[Key, Post]:
    """Give the different posts of a page by their keys, in order.

    An id that posts of different text share is none: it was read from something that is not the post's own.
    """
    cleaned = [clean_post(post) for post in posts]
    texts = {(post.id, post.text) for post in cleaned}
    shared = Counter(id_ for id_, _ in texts)
    keyed: dict[Key, Post] = {}
    for post in cleaned:
        if post.id and shared[post.id] == 1:
            keyed.setdefault(post.id, post)
        else:
            keyed.setdefault(digest_post(post), replace(post, id="") if post.id else post)
    return keyed


def settle(look: Look, shown: Mapping[Key, Post], desk: Desk) -> Outcome:
    """Tell what a look changes. Asks the desk for the posts shown, and for those that stood there."""
    standing = desk.standing() if look.since is not None else []
    held = {post.key: post for post in standing if post.key in shown}
    held |= desk.find([key for key in shown if key not in held])
    if not standing and not held:
        return Outcome([(key, post, place) for place, (key, post) in enumerate(shown.items())])
    outcome = Outcome()
    repeated = desk.repeats() if look.since is not None else {}
    _adopt(shown, held, standing)
    order = [held[key].id if key in held else 0 for key in shown]
    stay = _part(look, standing, order, desk, outcome)
    _take_seats(look, shown, held, stay, repeated, outcome)
    outcome.dropped += [(post, look.url) for post in repeated.keys() - set(order)]
    return outcome


def _adopt(shown: Mapping[Key, Post], held: dict[Key, Held], standing: Sequence[Held]) -> None:
    """Pair posts that are new with those just gone from the same page, where at least one of the two has no id.

    Without an id an edited post has another key, and so has one whose time is told as "3 days ago". Author and text, or
    author and time, must be the same, and no other post have them.
    """
    found = {post.id for post in held.values()}
    lost = {post.id: post for post in standing if post.id not in found and post.missed_at is None}
    fresh = {key: post for key, post in shown.items() if key not in held}
    for sign in (_sign_by_text, _sign_by_time):
        keys = _only({key: sign(post) for key, post in fresh.items()})
        for mark, id_ in _only({id_: sign(old.post) for id_, old in lost.items()}).items():
            key = keys.get(mark)
            if key is not None and not (isinstance(key, str) and isinstance(lost[id_].key, str)):
                held[key] = lost.pop(id_)
                del fresh[key]


def _sign_by_text(post: Post) -> object:
    return post.author, post.text


def _sign_by_time(post: Post) -> object:
    return (post.author, post.time) if post.time else None


def _only(marks: Mapping[T, object]) -> dict[object, T]:
    """Turn things and their marks round, leaving out marks that several have."""
    count = Counter(marks.values())
    return {mark: thing for thing, mark in marks.items() if mark is not None and count[mark] == 1}


def _part(
    look: Look, standing: Sequence[Held], order: Sequence[int], desk: Desk, outcome: Outcome
) -> dict[int, list[tuple[Held, Held]]]:
    """Deal with posts that stood on the page and are not in `order`, the ids of what it shows (0: a new post).

    Gives those that keep their seats, as they were and as they are, by the post they stood behind (0: none).
    """
    places = {id_: place for place, id_ in enumerate(order) if id_}
    left = [places[post.id] for post in standing if post.id in places]
    stay: dict[int, list[tuple[Held, Held]]] = {}
    anchor = passed = 0
    for post in standing:
        if post.id in places:
            anchor, passed = post.id, passed + 1
            continue
        now = _miss(look, post, desk.elsewhere(post.id), _doubt(left, passed, order))
        if now is None:
            outcome.removed.append(post)
        elif now.url == look.url:
            stay.setdefault(anchor, []).append((post, now))
        else:
            outcome.revised.append((post, now))
            outcome.dropped.append((now.id, now.url))
    return stay


def _miss(look: Look, post: Held, other: Spot | None, doubt: Doubt) -> Held | None:
    """Tell what becomes of a post that a look does not show where it stood; None when it never was one."""
    if post.missed_at is not None and not look.clears:
        return replace(post, page=look.page)
    if other:
        return replace(post, page=other.page, url=other.url, place=other.place)
    if look.replaces:
        return None
    return replace(post, page=look.page, missed_at=look.seen, last_seen=look.since, doubt=doubt)


def _doubt(left: Sequence[int], passed: int, order: Sequence[int]) -> Doubt:
    """Tell where a post may be that stood behind `passed` of the posts that are left; `left` has their present places.

    A thread keeps its order. So what stood between two posts that are left is gone; what stood last may have been
    pushed on by something new before it, and has not been when a post from another page has come up behind the rest.
    """
    if not left or list(left) != sorted(left):
        return Doubt.UNKNOWN if 0 in order else Doubt.ANYWHERE
    if not passed:
        return Doubt.BEFORE
    if passed < len(left) or any(order[left[-1] + 1 :]):
        return Doubt.NONE
    return Doubt.ONWARD if left[-1] + 1 > len(left) else Doubt.AFTER


def _take_seats(
    look: Look,
    shown: Mapping[Key, Post],
    held: Mapping[Key, Held],
    stay: Mapping[int, list[tuple[Held, Held]]],
    repeated: Mapping[int, int],
    outcome: Outcome,
) -> None:
    """Give everything that the page shows, and what stays on it unseen, a place, changing as few as can be."""
    last = _sit(stay.get(0, ()), -1, outcome)
    for key, post in shown.items():
        old = held.get(key)
        if old is None:
            last += 1
            outcome.fresh.append((key, post, last))
            continue
        place = old.place if old.url == look.url else repeated.get(old.id, -1)
        last = max(place, last + 1)
        if _sits_here(old, look):
            _welcome(look, old, _revise(look, old, key, post, last), repeated, outcome)
        else:
            if repeated.get(old.id) != last:
                outcome.repeats.append((old.id, look.url, last))
            if look.seen < old.first_seen:
                outcome.revised.append((old, replace(old, first_seen=look.seen)))
        last = _sit(stay.get(old.id, ()), last, outcome)


def _sit(posts: Iterable[tuple[Held, Held]], last: int, outcome: Outcome) -> int:
    """Let posts that are missing keep their seats behind `last`; gives the last seat taken."""
    for old, now in posts:
        last = now.place if now.place > last else last + 1
        if (now := replace(now, place=last)) != old:
            outcome.revised.append((old, now))
    return last


def _sits_here(post: Held, look: Look) -> bool:
    """Tell whether a post that a page shows has its seat there: it had, it has lost its own, or this page is before."""
    return post.url == look.url or post.missed_at is not None or (look.page, look.url) < (post.page, post.url)


def _welcome(look: Look, old: Held, now: Held, repeated: Mapping[int, int], outcome: Outcome) -> None:
    """Write down a post that has its seat on the page."""
    if now != old:
        outcome.revised.append((old, now))
    if old.post.text != now.post.text and (look.replaces or now.version > old.version):
        outcome.changed.append(now.post)
    if old.url != look.url:
        if old.missed_at is None:
            outcome.repeats.append((old.id, old.url, old.place))
        if old.id in repeated:
            outcome.dropped.append((old.id, look.url))


def _revise(look: Look, old: Held, key: Key, post: Post, place: int) -> Held:
    """Give a post as a look shows it. Two pages that show it at a time may show it differently: that is no edit."""
    is_other_view = look.replaces or (old.url != look.url and old.missed_at is None)
    is_edit = old.post.text != post.text and not is_other_view
    first = min(look.seen, old.first_seen)
    said = old.post if old.post == post else post
    return Held(old.id, key, look.page, look.url, place, old.version + is_edit, first, said)


def find_gone(missed: Iterable[Held], pages: Sequence[PageSeen]) -> list[tuple[Held, Held]]:
    """Give those of the missing posts, as they were and as they are, that were looked for everywhere they may be.

    `pages` are all pages of the thread in order. The page a post stood on must have been looked at a second time, and
    the pages it may have moved to must have been looked at since it was missed.
    """
    places = {page.url: place for place, page in enumerate(pages)}
    gone = []
    for post in missed:
        if post.url not in places or post.missed_at is None:
            continue
        looks = _needed(post, places[post.url], pages)
        if looks is not None and min(page.seen for page in looks) > post.missed_at:
            gone.append((post, replace(post, gone_at=max(page.seen for page in looks))))
    return gone


def _needed(post: Held, place: int, pages: Sequence[PageSeen]) -> Sequence[PageSeen] | None:
    """Give the pages that must show that a post is not there; None when one of them is not known."""
    home, before, after = pages[place], pages[:place][-1:], pages[place + 1 :][:1]
    is_first = not before and home.page in (1, UNNUMBERED)
    match post.doubt:
        case Doubt.BEFORE:
            return [home] if is_first else _with_next(home, before)
        case Doubt.AFTER:
            return _with_next(home, after) if after else [home]
        case Doubt.ONWARD:
            return _with_next(home, after)
        case Doubt.ANYWHERE:
            numbers = {page.page for page in pages if page.page < UNNUMBERED}
            return None if numbers and max(numbers) > len(numbers) else pages
        case Doubt.UNKNOWN:
            return None
    return [home]


def _with_next(home: PageSeen, near: Sequence[PageSeen]) -> Sequence[PageSeen] | None:
    """Give a page and its neighbour; None when the page beside it is one that nobody has read."""
    if not near or (home.page < UNNUMBERED and abs(near[0].page - home.page) > 1):
        return None
    return [home, *near]
