"""When people write: by hour of the week, learned from the posts themselves."""

from __future__ import annotations

from typing import Any

from weft.refresh._values import HOUR_S

WEEK_HOURS = 168
FLAT_POSTS = 2.0  # a week without differences, worth so many posts an hour of it
FADE_POSTS = 20_000.0  # when so many are counted, all are halved: habits change


class Activity:
    """How busy the forum is at each hour of the week, against its mean."""

    def __init__(self) -> None:
        self._posts = [0.0] * WEEK_HOURS
        self._total = 0.0
        self._kept: tuple[int, float] = (-1, 1.0)  # hour since 1970, how busy it is

    def observe(self, time: float) -> None:
        """Count a post."""
        self._posts[_hour_of(time)] += 1.0
        self._total += 1.0
        if self._total > FADE_POSTS:
            self._posts = [posts / 2 for posts in self._posts]
            self._total /= 2

    def at(self, now: float) -> float:
        """Give how busy this hour is: 1 is the mean. Neighbouring hours lend their weight."""
        since = int(now / HOUR_S)
        if self._kept[0] != since:
            self._kept = (since, self._compute(since % WEEK_HOURS))
        return self._kept[1]

    def _compute(self, hour: int) -> float:
        near = self._posts[hour - 1] + 2 * self._posts[hour] + self._posts[(hour + 1) % WEEK_HOURS]
        return (near / 4 + FLAT_POSTS) / (self._total / WEEK_HOURS + FLAT_POSTS)

    def save(self) -> dict[str, Any]:
        """Give what was learned."""
        return {"posts": list(self._posts)}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was learned."""
        self._posts = list(saved["posts"])
        self._total = sum(self._posts)


def _hour_of(time: float) -> int:
    return int(time / HOUR_S) % WEEK_HOURS
