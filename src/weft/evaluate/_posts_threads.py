"""Threads with their posts against true ones: posts, authors, times, order, joined. Pure.

Threads are paired by title, posts within a pair by their texts. A time is right within a minute of the truth, a shift
by whole or half hours common to the thread aside: pages rarely name their zone.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from weft.errors import UsageError
from weft.evaluate._posts_match import count_tokens, pair_posts

_HALF_HOUR = 1800
_MINUTE = 60
# Fixed pattern of our own, linear by construction.
_PUNCTUATION = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """What is compared of a post."""

    text: str
    author: str = ""
    time: datetime | None = None


@dataclass(frozen=True, slots=True)
class PostThread:
    """A thread, true or exported."""

    title: str
    posts: tuple[ThreadPost, ...]


@dataclass(frozen=True, slots=True)
class ThreadFigures:
    """Counts over threads and posts."""

    exported: int = 0
    true: int = 0
    matched: int = 0
    authors: int = 0
    times: int = 0
    ordered: int = 0
    steps: int = 0  # from a matched post to the next of its thread
    threads: int = 0
    found: int = 0
    whole: int = 0  # threads all of whose posts stand in one exported thread

    def __add__(self, other: ThreadFigures) -> ThreadFigures:
        return ThreadFigures(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def figures(self) -> dict[str, float]:
        """Give the shares by name; 0 where there is nothing to share."""
        shares = {
            "post_p": (self.matched, self.exported),
            "post_r": (self.matched, self.true),
            "author": (self.authors, self.matched),
            "time": (self.times, self.matched),
            "order": (self.ordered, self.steps),
            "threads_found": (self.found, self.threads),
            "joined": (self.whole, self.threads),
        }
        return {name: round(part / whole, 4) if whole else 0.0 for name, (part, whole) in shares.items()}


def load_post_threads(path: Path) -> list[PostThread]:
    """Read threads, one a line, true ones or exported ones; raises UsageError where they have no posts."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    except FileNotFoundError:
        raise UsageError(f"{path.parent} has no {path.name}: there is nothing to compare posts with.") from None
    if any("posts" not in row for row in rows):
        raise UsageError(f"{path} has no posts: there is nothing to compare posts with.")
    return [PostThread(str(row.get("title") or ""), tuple(map(_to_post, row["posts"]))) for row in rows]


def has_posts(path: Path) -> bool:
    """Tell whether a file of threads has their posts; its first line shows it."""
    if not path.exists():
        return False
    with path.open(encoding="utf-8") as lines:
        first = lines.readline()
    return bool(first) and "posts" in json.loads(first)


def score_threads(true: Sequence[PostThread], exported: Sequence[PostThread]) -> ThreadFigures:
    """Score exported threads."""
    by_title: dict[str, list[int]] = defaultdict(list)
    titles = [_flatten(thread.title) for thread in exported]
    for number, title in enumerate(titles):
        by_title[title].append(number)
    free = dict.fromkeys(range(len(exported)))
    total = ThreadFigures(
        exported=sum(len(thread.posts) for thread in exported), true=sum(len(thread.posts) for thread in true)
    )
    for thread in true:
        total += ThreadFigures(threads=1)
        title = _flatten(thread.title)
        candidates = [number for number in by_title.get(title, ()) if number in free]
        if not candidates and title:
            candidates = [number for number in free if title in titles[number]]
        if candidates:
            chosen = max(candidates, key=lambda number: len(exported[number].posts))
            del free[chosen]
            total += ThreadFigures(found=1) + score_posts(thread.posts, exported[chosen].posts)
    return total


def score_posts(true: Sequence[ThreadPost], found: Sequence[ThreadPost]) -> ThreadFigures:
    """Score the posts of one thread; counts of what is true and exported are left to the caller."""
    return judge_pairs(true, found, match_posts(true, found))


def match_posts(true: Sequence[ThreadPost], found: Sequence[ThreadPost]) -> list[tuple[int, int]]:
    """Pair the posts of one thread by their texts."""
    texts = ([count_tokens(post.text) for post in posts] for posts in (true, found))
    return pair_posts(*texts, last_first=True)


def judge_pairs(
    true: Sequence[ThreadPost], found: Sequence[ThreadPost], pairs: Sequence[tuple[int, int]]
) -> ThreadFigures:
    """Count what is right among paired posts of one thread."""
    places = [j for _, j in pairs]
    return ThreadFigures(
        matched=len(pairs),
        authors=sum(_flatten(true[i].author) == _flatten(found[j].author) for i, j in pairs),
        times=_count_times((true[i].time, found[j].time) for i, j in pairs),
        ordered=sum(one < other for one, other in pairwise(places)),
        steps=max(0, len(places) - 1),
        whole=int(len(pairs) == len(true)),
    )


def _count_times(pairs: Iterable[tuple[datetime | None, datetime | None]]) -> int:
    shifts: Counter[int] = Counter()
    for true, said in pairs:
        if true is not None and said is not None:
            seconds = (said - true).total_seconds()
            shift = round(seconds / _HALF_HOUR)
            shifts[shift] += abs(seconds - _HALF_HOUR * shift) <= _MINUTE
    return max(shifts.values(), default=0)


def _to_post(row: dict[str, Any]) -> ThreadPost:
    return ThreadPost(str(row.get("text") or ""), str(row.get("author") or ""), _to_time(row.get("time")))


def _to_time(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _flatten(text: str) -> str:
    return _PUNCTUATION.sub("", text.lower())
