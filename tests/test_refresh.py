"""What every refresh policy keeps to, whatever it believes about forums."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from weft.errors import UsageError
from weft.refresh import (
    POLICIES,
    Known,
    ListKind,
    Oracle,
    Policy,
    Request,
    Saved,
    Sight,
    make_policy,
    restore_policy,
)
from weft.simulate import Candour, PageSize, Pulse, PulseSite, draw_pulse

START = datetime(2021, 3, 1, tzinfo=UTC)
DAY = 86_400.0
ALL = tuple(POLICIES)


@cache
def forum() -> Pulse:
    """A small forum, half of it written when the crawl starts."""
    start = START - timedelta(days=20)
    return draw_pulse(
        "f", seed=5, threads=120, boards=4, start=start, end=START + timedelta(days=20), size=PageSize(5, 10)
    )


class Crawl:
    """A policy at work on a forum, a request every `interval` seconds."""

    def __init__(self, policy: Policy, interval: float = 90.0, candour: Candour | None = None) -> None:
        self.policy, self.interval = policy, interval
        self.site = PulseSite(forum(), candour)
        self.held: dict[tuple[str, int], int] = {}
        self.requests: list[Request] = []
        self.now = START.timestamp()
        self.site.advance(self.now)
        policy.adopt(Known("entry", ListKind.INDEX), self.now)
        if isinstance(policy, Oracle):
            for thread, count in enumerate(self.site.counts):
                if count:
                    policy.adopt(Known(f"t{thread}", ListKind.POSTS, pages=-(-count // 5)), self.now)

    def run(self, days: float, fails: Callable[[Request], bool] = lambda _: False) -> None:
        until = self.now + days * DAY
        while self.now < until:
            for rank in self.site.advance(self.now):
                if isinstance(self.policy, Oracle):
                    thread, time = self.site.beat(rank)
                    self.policy.learn(f"t{thread}", -(-self.site.counts[thread] // 5), time)
            for request in self.policy.choose(self.now, 1):
                self.requests.append(request)
                sight = Sight(request.list, request.number, failed=True) if fails(request) else self.answer(request)
                self.policy.see(sight, self.now)
            self.now += self.interval

    def answer(self, request: Request) -> Sight:
        page = self.site.ask(request.list, request.number, self.now)
        if page is None:
            return Sight(request.list, request.number, missing=True)
        key = (request.list, request.number)
        new = 0 if page.index is not None else len(page.times) - self.held.get(key, 0)
        if page.index is None:
            self.held[key] = len(page.times)
        return Sight(request.list, request.number, page.pages, page.index, page.times, new)

    @property
    def coverage(self) -> float:
        return sum(self.held.values()) / self.site.written


@pytest.mark.parametrize("name", ALL)
def test_from_the_entry_alone_all_of_a_forum_is_found(name: str):
    """Old posts and those written meanwhile: after some days hardly any is missing."""
    crawl = Crawl(make_policy(name, DAY / 90))
    crawl.run(6)
    assert crawl.coverage > 0.99


@pytest.mark.parametrize("name", ALL)
def test_a_request_is_not_given_twice_before_it_is_answered(name: str):
    """Many at once are all different, and what is under way is not chosen again."""
    crawl = Crawl(make_policy(name))
    crawl.run(1)
    first = crawl.policy.choose(crawl.now, 20)
    second = crawl.policy.choose(crawl.now, 20)
    pages = [(request.list, request.number) for request in first + second]
    assert len(first) <= 20
    assert len(pages) == len(set(pages))


@pytest.mark.parametrize("name", ALL)
def test_what_was_not_carried_out_comes_again(name: str):
    """Requests that nobody made are not lost: skipped for a day, then all is found as ever."""
    crawl = Crawl(make_policy(name, DAY / 90))
    for second in range(200):
        for request in crawl.policy.choose(crawl.now + second, 2):
            crawl.policy.see(Sight(request.list, request.number, skipped=True), crawl.now + second)
    crawl.run(6)
    assert crawl.coverage > 0.99


@pytest.mark.parametrize("name", ALL)
def test_a_saved_policy_goes_on_elsewhere(name: str):
    """Through JSON and back nothing is forgotten, not even what was under way."""
    crawl = Crawl(make_policy(name, DAY / 90))
    crawl.run(1.5)
    flying = crawl.policy.choose(crawl.now, 3)
    saved = Saved(**json.loads(json.dumps(asdict(crawl.policy.save()))))
    crawl.policy = restore_policy(saved, DAY / 90)
    crawl.requests = []
    crawl.run(5)
    assert crawl.coverage > 0.99
    if name not in {"oracle", "weft"}:  # those two need not look at a page again that nobody says has changed
        assert {(request.list, request.number) for request in flying} <= {(r.list, r.number) for r in crawl.requests}


def test_weft_saves_only_what_was_touched():
    """After a first save, a second has rows of few lists; put over the first they make the same policy."""
    crawl = Crawl(make_policy("weft", DAY / 90))
    crawl.run(3)
    first = crawl.policy.save()
    crawl.run(0.05)
    second = crawl.policy.save(touched=True)
    assert 0 < len(second.lists) < len(first.lists) / 2
    joined = Saved("weft", second.site, first.lists | second.lists)
    again = restore_policy(joined).save()
    now = crawl.policy.save()
    assert again.lists == now.lists
    assert again.site["backlog"] == now.site["backlog"]


@pytest.mark.parametrize("name", [name for name in ALL if name != "oracle"])
def test_failures_are_survived(name: str):
    """Every third request fails, and for half a day all of them do: in the end nothing is missing."""
    crawl = Crawl(make_policy(name, DAY / 90))
    count = iter(range(10**9))
    crawl.run(2, fails=lambda _: next(count) % 3 == 0)
    crawl.run(0.5, fails=lambda _: True)
    crawl.run(9)
    assert crawl.coverage > 0.985


def test_what_cannot_be_had_is_not_asked_for_all_the_time():
    """A board that always fails costs weft a few requests, not all."""
    crawl = Crawl(make_policy("weft", DAY / 90))
    crawl.run(3, fails=lambda request: request.list == "b1")
    asked = sum(request.list == "b1" for request in crawl.requests)
    assert 0 < asked < len(crawl.requests) / 20


def test_an_unknown_policy_is_refused():
    """The message names those there are."""
    with pytest.raises(UsageError, match="lws\\+bc"):
        make_policy("best")
    assert make_policy("thread-wise").name == "lws"


def test_the_oracle_takes_the_page_with_most_posts():
    """Of pages with as many, the one that waits longest."""
    oracle = Oracle()
    for name, time in (("a", 1.0), ("b", 2.0), ("b", 3.0), ("c", 0.5)):
        oracle.learn(name, 1, time)
    assert [request.list for request in oracle.choose(4.0, 5)] == ["b", "c", "a"]
    assert oracle.choose(5.0) == []


def test_after_days_away_weft_catches_up():
    """Killed for five days, it finds what was written meanwhile within half a day."""
    crawl = Crawl(make_policy("weft", DAY / 90))
    crawl.run(3)
    saved = crawl.policy.save()
    crawl.now += 5 * DAY
    crawl.policy = restore_policy(saved, DAY / 90)
    crawl.run(0.5)
    assert crawl.coverage > 0.995
