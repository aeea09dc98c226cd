"""Which place of a post holds its time: told from all posts of a site together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, time, timedelta
from statistics import median

from weft.extract._places import Path, loosen
from weft.extract._sampled import Sampled, by_sheet
from weft.page import FoundTime, TimeReader, pick_time_path

_SAME_DAY = timedelta(hours=36)  # a day and the widest zones
_SAME_TIME, _SAME_PAGES = 0.6, 3  # of the times at a place are the same, on so many pages: it is none of the posts
_WIDER_CHARS = 24  # that may stand around a time in its element
_ALTERNATIVES = 4
_NEARLY_ALL, _MOSTLY = 0.9, 0.7
_RESCUED = 2  # places for the posts that have none of the others
_LONE_PAGES = 5  # with one post each, that tell where these have their times
_SOON = 30  # days in which answers come, mostly
_FEW_AGES = 4  # that all posts have together
_COUNTED_BACK = 3  # posts of one minute of their days: no clock tells that


ReadMoment = Callable[[FoundTime], datetime | None]


def reader_of(reader: TimeReader, now: datetime) -> ReadMoment:
    """Give a function that reads found times; each string once."""
    known: dict[tuple[str, str], datetime | None] = {}

    def read(found: FoundTime) -> datetime | None:
        key = found.text, found.twin
        if key not in known:
            known[key] = reader.read_pair(found.text, found.twin, now).moment
        return known[key]

    return read


def learn_time(posts: Sequence[Sampled], read: ReadMoment) -> list[Path]:
    """Give the paths of the posts' own times: on each page the place whose times are in order; most pages decide."""
    votes: Counter[Path] = Counter()
    standing = _standing_times(posts)
    sheets = by_sheet(posts).values()
    common = _common_places([members[0] for members in sheets if len(members) == 1], read)
    for members in sheets:
        triples = [
            (path, number, moment)
            for places in (_exact_places, _wider_places, _looser_places)  # of equally good ones the first is chosen
            for number, post in enumerate(members)
            for path, found in places(post, read)
            if found.node.mem_id not in standing and (moment := read(found)) is not None
        ]
        if len(members) == 1 and common:
            triples = [triple for triple in triples if triple[0] in common]
        chosen = pick_time_path(triples)
        if chosen is not None:
            votes[chosen] += sum(chosen == path for path, *_ in triples) if len(members) > 1 else 1
    if not votes:
        return []
    coarse = votes.most_common(1)[0][0]
    best = _sharper(posts, coarse, read)
    paths = [best, *(path for path, _ in votes.most_common() if path != best and path[-1:] == best[-1:])]
    paths += [coarse] if coarse not in paths else []
    for post in posts:
        found = find_time(post, paths, read)
        post.moment = read(found) if found is not None else None
    return [*paths, *_rescue_times(posts, read, set(paths))][:_ALTERNATIVES]


def _common_places(posts: Sequence[Sampled], read: ReadMoment) -> frozenset[Path]:
    """Give the places at which nearly all posts that are alone on their pages have a time, if others come soon after.

    Later than such a post are the answers that its page names. What is much older than all else is something else.
    """
    if len(posts) < _LONE_PAGES:
        return frozenset()
    moments = [{path: moment for path, found in post.times if (moment := read(found)) is not None} for post in posts]
    counts = Counter(path for found in moments for path in found)
    common = frozenset(path for path, count in counts.items() if count >= _NEARLY_ALL * len(posts))
    gaps = [
        (max(found.values()) - max(found[path] for path in found.keys() & common)).days
        for found in moments
        if found.keys() & common
    ]
    return common if gaps and median(gaps) <= _SOON else frozenset()


def _sharper(posts: Sequence[Sampled], best: Path, read: ReadMoment) -> Path:
    """Give the place that tells the clock of the days told at the best one, if there is one that nearly always does.

    Some posts may have none there, as far as is seen: a note of a change in that line hides it.
    """
    days = {number: moment for number, post in enumerate(posts) if (moment := _moment_at(post, best, read)) is not None}
    clock = _standing_clock(days.values())
    if clock is None:
        return best
    fits: Counter[Path] = Counter()
    strays: Counter[Path] = Counter()
    for number, day in days.items():
        for path in {path for path, _ in posts[number].times} - {best}:
            moment = _moment_at(posts[number], path, read)
            clocked = moment is not None and (moment.hour, moment.minute) not in ((clock.hour, clock.minute), (0, 0))
            is_fit = moment is not None and clocked and abs(moment - day) <= _SAME_DAY
            (fits if is_fit else strays)[path] += 1
    path, count = max(fits.items(), key=lambda item: item[1] - strays[item[0]], default=(best, 0))
    is_told = count >= max(_MOSTLY * len(days), _NEARLY_ALL * (count + strays[path]))
    return path if is_told else best


def _standing_clock(moments: Collection[datetime]) -> time | None:
    """Give the time of day that moments have which tell none: midnight, or that of now where days are counted back."""
    clocks = Counter(moment.replace(second=0, microsecond=0).time() for moment in moments)
    if not clocks or clocks.keys() == {time.min}:
        return time.min
    clock, count = clocks.most_common(1)[0]
    return clock if count >= max(_COUNTED_BACK, _NEARLY_ALL * len(moments)) else None


def _moment_at(post: Sampled, path: Path, read: ReadMoment) -> datetime | None:
    found = next((found for place, found in post.times if place == path), None)
    return read(found) if found is not None else None


def _standing_times(posts: Sequence[Sampled]) -> frozenset[int]:
    """Give the elements of times that say the same on most pages at one place: the months of an archive beside them.

    Where no post has another, these are their own: what was written long ago is all "7 years ago".
    """
    said: dict[Path, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for post in posts:
        for path, found in post.times:
            said[path][post.sheet].add(found.text + found.twin)
    standing: set[Path] = set()
    for path, sheets in said.items():
        often = Counter(text for texts in sheets.values() for text in texts)
        if len(sheets) >= _SAME_PAGES and often.most_common(1)[0][1] >= max(_SAME_PAGES, _SAME_TIME * len(sheets)):
            standing.add(path)
    texts = {found.text + found.twin for post in posts for _, found in post.times}
    if standing and len(texts) <= _FEW_AGES and all(len(post.times) <= 1 for post in posts):
        return frozenset()
    return frozenset(found.node.mem_id for post in posts for path, found in post.times if path in standing)


def _exact_places(post: Sampled, _read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    return post.times


def _wider_places(post: Sampled, _read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    """Give the elements around times that hold nothing else: recent times may be written in another kind of element."""
    return [
        (path[:-1], found)
        for path, found in post.times
        if path and found.node.parent is not None and len(found.node.parent.text()) < _WIDER_CHARS + len(found.text)
    ]


def _looser_places(post: Sampled, read: ReadMoment) -> list[tuple[Path, FoundTime]]:
    """Give lists of like elements with their latest time: how many stand before it may vary from post to post."""
    latest: dict[Path, tuple[datetime, FoundTime]] = {}
    for path, found in post.times:
        place = (*path[:-1], *loosen(path[-1:]))
        moment = read(found)
        if place != path and moment is not None and (place not in latest or latest[place][0] < moment):
            latest[place] = moment, found
    return [(place, found) for place, (_, found) in latest.items()]


def find_time(post: Sampled, paths: Iterable[Path], read: ReadMoment) -> FoundTime | None:
    """Give the first time of a post at one of the paths."""
    places = (*post.times, *_wider_places(post, read), *_looser_places(post, read))
    for path in paths:
        for other, found in places:
            if other == path:
                return found
    return None


def _rescue_times(posts: Sequence[Sampled], read: ReadMoment, known: set[Path]) -> list[Path]:
    """Give places for posts that have none of the known: where their times fit between those around them.

    What stands where the known ones do is another way to write the same; a day an author was last seen fits as well.
    """
    rescued: list[Path] = []
    while len(rescued) < _RESCUED:
        beside = {path[:-1] for path in (*known, *rescued) if path}
        fits = _fits_between(posts, read, known.union(rescued))
        path = max(fits, key=lambda path: (path[:-1] in beside, fits[path]), default=None)
        if path is None:
            break
        rescued.append(path)
        for post in posts:
            if post.moment is None:
                post.moment = _moment_at(post, path, read)
    return rescued


def _fits_between(posts: Sequence[Sampled], read: ReadMoment, known: Collection[Path]) -> dict[Path, int]:
    """Give the places whose times mostly fit between those of the posts around, and how much speaks for each."""
    fits: Counter[Path] = Counter()
    for members in by_sheet(posts).values():
        for before, post, after in zip([None, *members], members, [*members[1:], None], strict=False):
            if post.moment is not None:
                continue
            low = before.moment if before is not None else None
            high = after.moment if after is not None else None
            for path, found in post.times:
                moment = read(found)
                if moment is None or path in known or (low is None and high is None):
                    continue
                inside = (low is None or moment >= low) and (high is None or moment <= high)
                fits[path] += 1 if inside else -2
    return {path: count for path, count in fits.items() if count > 0}
