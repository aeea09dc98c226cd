"""Politeness to the second, on a virtual clock: spacing, adapting, Retry-After, retries."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.clock import VirtualClock
from weft.config import FetchConfig
from weft.fetch import (
    Deferred,
    Failed,
    Fetched,
    Fetcher,
    MemoryAnswer,
    MemoryHosts,
    MemoryTransport,
    Outcome,
    Pace,
    PaceLimits,
    TransportError,
    Trouble,
    WireRequest,
    parse_retry_after,
)

FORUM, LOCAL, OTHER = "http://forum.example", "http://127.0.0.1:8000", "http://other.example"
NOW = datetime(2024, 1, 1, tzinfo=UTC)
Handler = Callable[[WireRequest], MemoryAnswer]


class Site:
    """Answers by a function and notes when each request started; robots.txt is left out."""

    def __init__(self, handler: Handler, config: FetchConfig | None = None, seconds: float = 0.0) -> None:
        self.clock = VirtualClock()
        self.memory = MemoryHosts()
        self.config = config or FetchConfig(obey_robots=False)
        self.handler = handler
        self.seconds = seconds
        self.starts: list[tuple[str, float]] = []
        self.out = self.most = 0
        self.fetcher = self.restart()

    def restart(self) -> Fetcher:
        self.fetcher = Fetcher(MemoryTransport(self._answer), self.config, self.clock, self.memory, FORUM)
        return self.fetcher

    async def _answer(self, request: WireRequest) -> MemoryAnswer:
        self.starts.append((request.url, self.clock.monotonic()))
        self.out += 1
        self.most = max(self.most, self.out)
        try:
            await self.clock.sleep(self.seconds)
            return self.handler(request)
        finally:
            self.out -= 1

    def gaps(self, origin: str = FORUM) -> list[float]:
        times = [at for url, at in self.starts if url.startswith(origin)]
        return [later - earlier for earlier, later in itertools.pairwise(times)]


def ok(_: WireRequest) -> MemoryAnswer:
    return MemoryAnswer(body=b"ok")


def run(site: Site, *urls: str) -> list[Outcome]:
    async def gather() -> list[Outcome]:
        return await asyncio.gather(*(site.fetcher.fetch(url) for url in urls))

    return asyncio.run(gather())


# -- spacing ------------------------------------------------------------------------------------------------------


def test_a_public_host_is_asked_once_a_second() -> None:
    """Starts at one public host are a second apart, however many tasks ask at once."""
    site = Site(ok)
    run(site, *(f"{FORUM}/{n}" for n in range(10)))
    assert site.gaps() == [1.0] * 9


def test_hosts_do_not_wait_for_each_other() -> None:
    """Two hosts are asked side by side: ten pages of each take nine seconds, not nineteen."""
    site = Site(ok)
    run(site, *(f"{origin}/{n}" for n in range(10) for origin in (FORUM, OTHER)))
    assert site.clock.monotonic() == pytest.approx(9.0)
    assert min(site.gaps(OTHER)) >= 1.0


def test_loopback_is_not_delayed_and_gets_eight_at_once() -> None:
    """Our own machine is asked without delay."""
    site = Site(ok, FetchConfig(obey_robots=False, allow_private=True), seconds=0.1)
    run(site, *(f"{LOCAL}/{n}" for n in range(32)))
    assert site.most == 8
    assert site.clock.monotonic() < 1.0


def test_delay_and_concurrency_can_be_set() -> None:
    """`--delay` and `--concurrency` take the place of the defaults, on loopback too."""
    config = FetchConfig(obey_robots=False, delay=timedelta(seconds=3), concurrency=1, allow_private=True)
    site = Site(ok, config, seconds=0.5)
    run(site, *(f"{LOCAL}/{n}" for n in range(4)))
    assert min(site.gaps(LOCAL)) >= 3.0
    assert site.most == 1


# -- the control law ----------------------------------------------------------------------------------------------


def make_pace(**limits: float | int | bool) -> Pace:
    values = {"floor": 1.0, "ceiling": 60.0, "concurrency": 2} | limits
    return Pace(PaceLimits(**values), VirtualClock())  # type: ignore[arg-type]  # a table of numbers


def test_trouble_doubles_and_success_takes_a_little_off() -> None:
    """Four failures make one second sixteen; every success takes off a tenth of a second, down to the floor."""
    pace = make_pace()
    for _ in range(4):
        pace.fail()
    assert pace.delay == 16.0
    pace.succeed(0.1)
    assert pace.delay == pytest.approx(15.9)
    for _ in range(1000):
        pace.succeed(0.1)
    assert pace.delay == 1.0


def test_a_slow_server_gets_time_between_requests() -> None:
    """A server that needs 8 s per page is asked no more often than every 4 s; one slow page alone changes little."""
    pace = make_pace()
    for _ in range(50):
        pace.succeed(8.0)
    assert pace.delay == 4.0
    pace.succeed(0.1)
    assert pace.delay > 3.0
    relaxed = make_pace(watches_latency=False)
    relaxed.succeed(8.0)
    assert relaxed.delay == 1.0


@given(st.lists(st.one_of(st.just(None), st.floats(0, 1e6)), max_size=60), st.floats(0, 1e9))
def test_the_delay_stays_between_floor_and_ceiling(story: list[float | None], wish: float) -> None:
    """No story of successes and failures, and no Crawl-delay, leads outside the limits."""
    pace = make_pace()
    pace.ask_floor(wish)
    floor = min(60.0, max(1.0, wish))
    for latency in story:
        pace.fail() if latency is None else pace.succeed(latency)
        assert floor <= pace.delay <= 60.0


def test_a_host_that_fails_is_asked_ever_more_slowly() -> None:
    """Errors of many pages together slow the host down, up to the limit."""
    site = Site(lambda _: MemoryAnswer(500), FetchConfig(obey_robots=False, retries=0))
    run(site, *(f"{FORUM}/{n}" for n in range(9)))
    gaps = site.gaps()
    assert gaps[0] >= 1.0
    assert gaps[-1] == 60.0
    assert gaps == sorted(gaps)


def test_a_slowed_pace_survives_a_restart() -> None:
    """What a host has taught us by blocking us is not forgotten by the next process."""
    site = Site(lambda _: MemoryAnswer(429, {"Retry-After": "60"}))
    run(site, f"{FORUM}/1")
    site.clock.advance(61)
    site.handler = ok
    site.restart()
    run(site, f"{FORUM}/2", f"{FORUM}/3")
    assert site.gaps()[-1] > 1.0


# -- Retry-After --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "seconds"),
    [
        (["120"], 120),
        (["0"], 0),
        (["-5"], None),
        (["1e9"], None),
        (["Wed, 21 Oct 2015 07:28:00 GMT"], None),
        ([format_datetime(NOW + timedelta(seconds=90), usegmt=True)], 90),
        (["soon"], None),
        (["3", "30"], 30),
        (["nonsense", "7"], 7),
        ([""], None),
        ([], None),
        ([" 15 "], 15),
        (["١٢"], None),
        (["Mon, 01 Jan 2024 00:00:10"], 10),
    ],
)
def test_retry_after_values(values: list[str], seconds: int | None) -> None:
    """Seconds and future dates are waits, the longest counts; everything else is nonsense."""
    wait = parse_retry_after(values, NOW)
    assert wait == (None if seconds is None else timedelta(seconds=seconds))


@given(st.lists(st.one_of(st.text(max_size=40), st.integers().map(str), st.datetimes().map(str)), max_size=4))
def test_retry_after_survives_anything(values: list[str]) -> None:
    """No header value raises, and no wait is negative."""
    wait = parse_retry_after(values, NOW)
    assert wait is None or wait >= timedelta(0)


KINDS = {
    "120": 120.0,
    "99999999999": 86_400.0,
    "999999999999999999999": 86_400.0,
    format_datetime(NOW + timedelta(hours=2), usegmt=True): 7200.0,
    format_datetime(NOW + timedelta(days=900), usegmt=True): 86_400.0,
}


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(("value", "seconds"), KINDS.items())
def test_a_host_that_asks_for_time_gets_it(status: int, value: str, seconds: float) -> None:
    """The whole host is left alone until then (a day at most), others are not, and a restart waits as well."""
    site = Site(lambda request: MemoryAnswer(status, {"Retry-After": value}) if FORUM in request.url else ok(request))
    assert isinstance(run(site, f"{FORUM}/1")[0], Deferred)
    blocked = site.clock.now() + timedelta(seconds=seconds)
    for _ in range(3):
        site.restart()
        outcome, other = run(site, f"{FORUM}/2", f"{OTHER}/2")
        assert isinstance(outcome, Deferred)
        assert abs(outcome.until - blocked) < timedelta(seconds=1)
        assert isinstance(other, Fetched)
        site.clock.advance(seconds / 5)
    assert sum(url.startswith(FORUM) for url, _ in site.starts) == 1
    site.clock.advance(seconds)
    site.handler = ok
    assert isinstance(run(site, f"{FORUM}/3")[0], Fetched)


@pytest.mark.parametrize("value", ["0", "-5", "1e9", "Wed, 21 Oct 2015 07:28:00 GMT", "garbage"])
def test_senseless_waits_leave_it_to_our_own_backoff(value: str) -> None:
    """A Retry-After that says nothing is not obeyed to the letter: tries go on, with growing pauses."""
    site = Site(lambda _: MemoryAnswer(429, {"Retry-After": value}))
    outcome = run(site, f"{FORUM}/1")[0]
    assert isinstance(outcome, Fetched)
    assert (outcome.exchange.status, outcome.retries) == (429, 3)
    assert all(gap >= least for gap, least in zip(site.gaps(), (2.0, 4.0, 8.0), strict=True))


def test_tasks_already_waiting_heed_a_block() -> None:
    """A page that waited for its turn when the block came is deferred, not sent."""
    site = Site(lambda _: MemoryAnswer(429, {"Retry-After": "600"}))
    outcomes = run(site, *(f"{FORUM}/{n}" for n in range(6)))
    assert all(isinstance(outcome, Deferred) for outcome in outcomes)
    assert len(site.starts) <= 2


def test_a_short_wait_is_slept_through() -> None:
    """Up to five seconds are waited inside the fetch; the next start is not a moment too early."""
    answers = iter([MemoryAnswer(503, {"Retry-After": "4"}), MemoryAnswer(body=b"ok")])
    site = Site(lambda _: next(answers))
    outcome = run(site, f"{FORUM}/1")[0]
    assert isinstance(outcome, Fetched)
    assert outcome.content == b"ok"
    assert site.gaps()[0] >= 4.0


def test_a_host_that_always_asks_for_a_moment_is_deferred_in_the_end() -> None:
    """When the tries are used up the page is not lost as a 429: the caller may come back."""
    site = Site(lambda _: MemoryAnswer(429, {"Retry-After": "2"}))
    assert isinstance(run(site, f"{FORUM}/1")[0], Deferred)
    assert len(site.starts) == 4


# -- retries ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(Trouble))
def test_troubles_that_may_pass_are_tried_again(kind: Trouble) -> None:
    """Lost connections and timeouts get three more tries; unknown names, TLS and forbidden addresses none."""

    def fail(_: WireRequest) -> MemoryAnswer:
        raise TransportError(kind, "x")

    site = Site(fail)
    outcome = run(site, f"{FORUM}/1")[0]
    final = {Trouble.DNS, Trouble.TLS, Trouble.ADDRESS}
    assert len(site.starts) == (1 if kind in final else 4)
    if kind is not Trouble.ADDRESS:
        assert isinstance(outcome, Failed)
        assert (outcome.why, outcome.retries) == (kind.value, len(site.starts) - 1)


def test_a_cancelled_fetch_gives_its_turn_back() -> None:
    """Stopping a fetch in the middle leaves no slot taken."""
    site = Site(ok, FetchConfig(obey_robots=False, concurrency=1), seconds=1.0)

    async def story() -> Outcome:
        task = asyncio.create_task(site.fetcher.fetch(f"{FORUM}/1"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return await asyncio.wait_for(site.fetcher.fetch(f"{FORUM}/2"), 5)

    assert isinstance(asyncio.run(story()), Fetched)


def test_a_fetch_cancelled_while_it_waits_gives_its_turn_back() -> None:
    """Stopping a fetch that has not been sent yet leaves no slot taken either."""
    site = Site(ok, FetchConfig(obey_robots=False, concurrency=1))

    async def story() -> Outcome:
        await site.fetcher.fetch(f"{FORUM}/1")
        task = asyncio.create_task(site.fetcher.fetch(f"{FORUM}/2"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return await asyncio.wait_for(site.fetcher.fetch(f"{FORUM}/3"), 5)

    assert isinstance(asyncio.run(story()), Fetched)
    assert [url for url, _ in site.starts] == [f"{FORUM}/1", f"{FORUM}/3"]
