"""The order of a thread's posts where pages show them otherwise: best answers first, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, pairwise

from weft.store._forum_ports import PostRow

MOST = 5000  # posts of a thread that are looked at together; a longer one stays as its pages show it
_BACKWARD = 0.05  # share of the steps back in time, from which the pages' order is not that of writing
_PAIR = 2  # posts of which it cannot be told whether the first is the newest or has the wrong time
_ANSWERING = 0.5  # share of the posts under another, from which the order shows who answers whom


def in_order_of_time(posts: Iterable[PostRow]) -> Iterator[PostRow]:
    """Give the posts of one thread in the order they were written, where all tell when and the pages do not keep to it.

    Threads in order, or nearly (a post that was moved), stay as they are, and so do trees of answers.
    """
    rest = iter(posts)
    rows = list(islice(rest, MOST))
    longer = next(rest, None)
    if longer is not None:
        yield from chain(rows, [longer], rest)
        return
    yield from _sorted(rows) if _is_shuffled(rows) else rows


def _is_shuffled(rows: list[PostRow]) -> bool:
    times = [row.post.time for row in rows if row.post.time is not None]
    if len(times) < len(rows) or len(times) < 2:
        return False
    back = sum(later < earlier for earlier, later in pairwise(times))
    if back == 1 and len(times) > _PAIR and times[1] < times[0]:
        return False  # all but the opening are in order: some sites show the time of the last post with it
    voted = any(row.post.accepted or row.post.votes is not None for row in rows)  # then the best come first
    if back <= (0 if voted else _BACKWARD * len(rows)) or _is_tree(rows, voted=voted):
        return False
    return sum(bool(row.post.reply_to) for row in rows) < _ANSWERING * len(rows)


def _is_tree(rows: list[PostRow], *, voted: bool) -> bool:
    """Tell whether posts stand behind those they answer, with nothing between but what answers these, too.

    Remarks below answers that are sorted by votes stand so as well: there an answer to an answer must have one.
    """
    above = {row.post.id: row.post.reply_to for row in rows if row.post.id}
    path: list[str] = []  # from the first post of the tree to the one before
    answers = strays = deep = 0
    for row in rows:
        answered = row.post.reply_to
        if answered in above:
            answers += 1
            strays += answered not in path
            deep += bool(above[answered])
        path = [*path[: path.index(answered) + 1], row.post.id] if answered and answered in path else [row.post.id]
    return answers > 0 and strays <= _BACKWARD * answers and (not voted or deep > 0)


def _sorted(rows: list[PostRow]) -> Iterator[PostRow]:
    def when(row: PostRow) -> float:
        return row.post.time.timestamp() if row.post.time is not None else 0.0

    positions = sorted(row.position for row in rows)
    for position, row in zip(positions, sorted(rows, key=when), strict=True):
        yield replace(row, position=position)
