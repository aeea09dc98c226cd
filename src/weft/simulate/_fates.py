"""What becomes of posts after they were written: some are edited, some deleted."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from weft.simulate._chance import Salt, share
from weft.simulate._kinds import Kind
from weft.simulate._model import ForumModel, Post

_EDIT, _DELETE, _LAG = 1, 2, 3  # draws about one post


@dataclass(frozen=True, slots=True)
class Fates:
    """Shares of posts that are edited, and that are deleted; the first post of a thread stays.

    The lags are from the writing, in the median.
    """

    edited: float = 0.0
    deleted: float = 0.0
    edit_lag: timedelta = timedelta(hours=1)
    delete_lag: timedelta = timedelta(hours=6)

    def edit_time(self, model: ForumModel, post: Post) -> datetime | None:
        """Tell when a post is edited; None for never."""
        is_edited = share(model.seed, Salt.EDIT, post.id, _EDIT) < self.edited
        return post.time + _draw_lag(model, post, self.edit_lag) if is_edited else None

    def delete_time(self, model: ForumModel, post: Post) -> datetime | None:
        """Tell when a post is deleted; None for never."""
        if model.kind is not Kind.FORUM or not post.index:
            return None
        is_deleted = share(model.seed, Salt.EDIT, post.id, _DELETE) < self.deleted
        return post.time + _draw_lag(model, post, self.delete_lag) if is_deleted else None


class Deletions:
    """All deletions of a forum, in order of time."""

    def __init__(self, model: ForumModel, fates: Fates) -> None:
        self._all = sorted(_list_deletions(model, fates)) if fates.deleted else []
        self._moments = [moment for moment, _ in self._all]

    def count(self, at: datetime) -> int:
        """Tell how many posts are deleted by then."""
        return bisect_right(self._moments, at)

    def first(self, count: int) -> frozenset[int]:
        """Give the ids of the posts that are deleted first."""
        return frozenset(post for _, post in self._all[:count])


def _list_deletions(model: ForumModel, fates: Fates) -> Iterator[tuple[datetime, int]]:
    for id_ in range(1, model.posts + 1):
        post = model.find_post(id_)
        if post is not None and (moment := fates.delete_time(model, post)) is not None:
            yield moment, id_


def _draw_lag(model: ForumModel, post: Post, median: timedelta) -> timedelta:
    return median * (math.log(1.0 - share(model.seed, Salt.EDIT, post.id, _LAG)) / math.log(0.5))
