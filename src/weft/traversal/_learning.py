"""How a strategy gets to see a site without doing any I/O: it asks for pages and is given what came of them.

A strategy's `learn` is a generator. It yields the URLs it wants to see, is sent one Sample for each (in that order),
and returns the Plan. The crawl fetches, archives and replays; because a strategy is a pure function of its samples, a
crawl killed while learning learns the same again from the archive without asking the site twice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Protocol

from weft.page import Link, Page
from weft.traversal._plan import Plan
from weft.urls import Scope


@dataclass(frozen=True, slots=True)
class Sample:
    """What came of asking for one URL. `page` is None when there is none to read; `problem` then says why."""

    url: str  # as it was asked for
    final: str  # where the answer came from, after redirects
    status: int = 0  # HTTP status of the answer; 0 when there was none
    page: Page | None = None
    problem: str = ""
    media_type: str = ""

    @property
    def is_redirected(self) -> bool:
        """Whether the site sent us elsewhere."""
        return self.url != self.final


def _allow_all(_link: Link, _page: Page) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Ground:
    """Where and how a strategy may learn.

    `allows` tells whether a link of a page may be followed at all (nofollow, acting links); robots.txt is asked when
    a URL is asked for and gives a Sample with a problem. `budget` bounds the URLs asked for; asking for more ends in
    samples with a problem. `seed` is for strategies that sample at random.
    """

    scope: Scope
    budget: int = 80
    seed: int = 1
    allows: Callable[[Link, Page], bool] = field(default=_allow_all)


Learning = Generator[tuple[str, ...], tuple[Sample, ...], Plan]


class Strategy(Protocol):
    """A way to find out which links of a site matter."""

    name: str
    budget: int  # how many URLs it asks for at most, where the user sets no other limit

    def learn(self, start: Sample, ground: Ground) -> Learning:
        """Learn the site from a start page (whose `page` is there) by asking for more; returns the plan."""


def run_learning(learning: Learning, answer: Callable[[str], Sample], budget: int) -> Plan:
    """Drive a learning to its end with a function that answers; for tests and experiments without a crawl."""
    known: dict[str, Sample] = {}
    try:
        asked = next(learning)
        while True:
            samples = []
            for url in asked:
                if url not in known:
                    known[url] = answer(url) if len(known) < budget else Sample(url, url, problem="budget spent")
                samples.append(known[url])
            asked = learning.send(tuple(samples))
    except StopIteration as end:
        plan: Plan = end.value
        return plan
