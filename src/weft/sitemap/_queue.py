"""The order of sampling: a double-ended queue that is popped at random from the front or the end (paper 001, 4).

From the front the site is read breadth first, from the end depth first; mixed, a few steps reach every level.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class SamplingQueue:
    """URLs that wait to be sampled, and all that ever were put: a value, changed by making another."""

    waiting: tuple[str, ...] = ()
    seen: frozenset[str] = frozenset()

    def put(self, urls: Iterable[str], chance: Random | None = None) -> SamplingQueue:
        """Add the URLs that were never put before, at the end.

        With `chance` they are mixed first. The paper is silent here; without it the end of the queue is always the
        last link of a page, and what is read depth first is the pages' footers.
        """
        new = [url for url in dict.fromkeys(urls) if url not in self.seen]
        if chance is not None:
            chance.shuffle(new)
        return SamplingQueue((*self.waiting, *new), self.seen.union(new))

    def pop(self, chance: Random) -> tuple[str, SamplingQueue]:
        """Take the first or the last URL, either as likely; raises IndexError when none waits."""
        if chance.random() < 0.5:
            return self.waiting[0], SamplingQueue(self.waiting[1:], self.seen)
        return self.waiting[-1], SamplingQueue(self.waiting[:-1], self.seen)

    def __len__(self) -> int:
        return len(self.waiting)
