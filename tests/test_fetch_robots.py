"""robots.txt by RFC 9309: the rules, and what every kind of answer to asking for it means."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest

from weft.clock import VirtualClock
from weft.config import FetchConfig
from weft.fetch import (
    Deferred,
    Fetched,
    Fetcher,
    HostNotes,
    MemoryAnswer,
    MemoryHosts,
    MemoryTransport,
    Outcome,
    Refusal,
    Refused,
    RobotsRules,
    TransportError,
    Trouble,
    WireRequest,
)

ORIGIN = "http://forum.example"
FORBID_PRIVATE = b"User-agent: *\nDisallow: /private/\nSitemap: http://forum.example/map.xml\n"


# -- rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "path", "allowed"),
    [
        (b"user-agent: weft\ndisallow: /\n", "/x", False),
        (b"user-agent: WEFT/1.0\ndisallow: /\n", "/x", False),
        (b"user-agent: weft bot\ndisallow: /\n", "/x", False),
        (b"user-agent: we\ndisallow: /\n", "/x", True),
        (b"user-agent: weftier\ndisallow: /\n", "/x", True),
        (b"user-agent: other\ndisallow: /\n", "/x", True),
        (b"user-agent: *\ndisallow: /\n", "/robots.txt", True),
        (b"user-agent: *\ndisallow: /\n\nuser-agent: weft\nallow: /\n", "/x", True),
        (b"user-agent: weft\ndisallow: /a\n\nuser-agent: weft\ndisallow: /b\n", "/b", False),
        (b"user-agent: weft\nfoo: bar\nuser-agent: other\ndisallow: /\n", "/x", False),
        (b"user-agent: weft\nCrawl-Something: 1\n\n\ndisallow: /\n", "/x", False),
        (b"user-agent: *\ndisallow: /page\nallow: /page\n", "/page", True),
        (b"user-agent: *\ndisallow: /\nallow: /page\n", "/page/2", True),
        (b"user-agent: *\ndisallow: /*.php$\n", "/a.php", False),
        (b"user-agent: *\ndisallow: /*.php$\n", "/a.php?x=1", True),
        (b"user-agent: *\ndisallow: /%7Ejoe\n", "/~joe/", False),
        (b"user-agent: *\ndisallow /x\n", "/x", False),
        (b"user-agent: *\ndisallow:\n", "/x", True),
        (b"disallow: /\n", "/x", True),
        (b"", "/x", True),
        (b"\xef\xbb\xbfuser-agent: *\ndisallow: /\n", "/x", False),
        ("user-agent: *\ndisallow: /\n".encode("utf-16"), "/x", False),
        (b"user-agent: *\r\ndisallow: /a\rdisallow: /b\n", "/b", False),
        (b"user-\0agent: *\ndis\0allow: /\n", "/x", False),
        (b"<!DOCTYPE html><html><p>user-agent: nobody</p>disallow</html>", "/x", True),
        (b"user-agent: *\ndisallow: /" + b"a" * 100_000 + b"\ndisallow: /b\n", "/b", False),
        (b"user-agent: *\ndisallow: /" + b"*a" * 60 + b"\n", "/" + "a" * 2000, False),
    ],
)
def test_rules(body: bytes, path: str, allowed: bool) -> None:
    """Groups, merging, longest match, wildcards, odd bytes and junk are read as RFC 9309 says."""
    assert RobotsRules(body).allows(ORIGIN + path) is allowed


@pytest.mark.parametrize(
    ("value", "delay"),
    [("2.5", 2.5), ("0", 0.0), ("-3", None), ("nan", None), ("inf", None), ("soon", None), ("1e9", 1e9)],
)
def test_crawl_delay_is_a_sensible_number_or_nothing(value: str, delay: float | None) -> None:
    """Negative, infinite and unreadable delays count as none."""
    assert RobotsRules(f"user-agent: *\ncrawl-delay: {value}\n".encode()).crawl_delay == delay


def test_a_file_cut_at_the_limit_loses_its_last_half_line() -> None:
    """Half a line may say the opposite of the whole, so it does not count."""
    body = b"user-agent: *\ndisallow: /a\nallow: /"
    assert RobotsRules(body).allows(ORIGIN + "/b")
    assert not RobotsRules(b"user-agent: *\ndisallow: /\nallow: /", cut=True).allows(ORIGIN + "/b")


# -- fetching it --------------------------------------------------------------------------------------------------

Robots = Callable[[WireRequest], MemoryAnswer]


class Site:
    """A site in memory whose robots.txt is a function; the clock is virtual, so months pass at once."""

    def __init__(self, robots: Robots, config: FetchConfig | None = None) -> None:
        self.robots = robots
        self.hits: Counter[str] = Counter()
        self.clock = VirtualClock()
        self.memory = MemoryHosts()
        self.config = config or FetchConfig()
        self.fetcher = self.restart()

    def restart(self) -> Fetcher:
        self.fetcher = Fetcher(MemoryTransport(self._answer), self.config, self.clock, self.memory, ORIGIN)
        return self.fetcher

    async def _answer(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.partition("://")[2].partition("/")[2]
        self.hits["robots" if "robots" in path else "pages"] += 1
        await asyncio.sleep(0)
        return self.robots(request) if "robots" in path else MemoryAnswer(body=b"page")

    def ask(self, path: str = "/page") -> Outcome:
        return asyncio.run(self.fetcher.fetch(ORIGIN + path))


def answer(status: int, body: bytes = b"", **headers: str) -> Robots:
    return lambda _: MemoryAnswer(status, {name.replace("_", "-"): value for name, value in headers.items()}, body)


def trouble(kind: Trouble) -> Robots:
    def fail(_: WireRequest) -> MemoryAnswer:
        raise TransportError(kind)

    return fail


def hops(count: int) -> Robots:
    def move(request: WireRequest) -> MemoryAnswer:
        at = int(request.url.partition("hop=")[2] or 0)
        if at == count:
            return MemoryAnswer(200, {}, FORBID_PRIVATE)
        return MemoryAnswer(301, {"Location": f"http://other{at % 2}.example/robots.txt?hop={at + 1}"})

    return move


UNREACHABLE = Refusal.ROBOTS_UNREACHABLE
MATRIX = [
    ("200", answer(200, FORBID_PRIVATE), None, Refusal.ROBOTS),
    ("200 empty", answer(200), None, None),
    ("200 html", answer(200, b"<html>user-agent</html>"), None, None),
    ("204", answer(204), None, None),
    ("301 x 5", hops(5), None, Refusal.ROBOTS),
    ("301 x 6", hops(6), None, None),
    ("302 nowhere", answer(302, b"", Location="file:///x"), None, None),
    ("302 inside", answer(302, b"", Location="http://10.0.0.1/robots.txt"), UNREACHABLE, UNREACHABLE),
    ("302 loop", answer(302, b"", Location=f"{ORIGIN}/robots.txt"), None, None),
    *((str(code), answer(code), None, None) for code in (400, 401, 403, 404, 410, 451)),
    *((str(code), answer(code), UNREACHABLE, UNREACHABLE) for code in (429, 500, 502, 503, 504)),
    *((kind.name, trouble(kind), UNREACHABLE, UNREACHABLE) for kind in Trouble),
]


@pytest.mark.parametrize(("robots", "page", "private"), [case[1:] for case in MATRIX], ids=[case[0] for case in MATRIX])
def test_status_matrix_first_fetch(robots: Robots, page: Refusal | None, private: Refusal | None) -> None:
    """Rules hold, 4xx allows, 5xx and every network trouble forbids everything."""
    site = Site(robots)
    for path, expected in (("/page", page), ("/private/x", private)):
        outcome = site.ask(path)
        assert (outcome.why if isinstance(outcome, Refused) else None) == expected
        assert isinstance(outcome, Refused if expected else Fetched)


@pytest.mark.parametrize(("robots"), [case[1] for case in MATRIX], ids=[case[0] for case in MATRIX])
def test_nothing_is_asked_again_within_24_hours(robots: Robots) -> None:
    """A known file is believed for 24 h, also by the next process, whatever would be answered now."""
    site = Site(answer(200, FORBID_PRIVATE))
    site.ask()
    site.robots = robots
    site.clock.advance(23 * 3600)
    site.restart()
    outcome = site.ask("/private/x")
    assert isinstance(outcome, Refused)
    assert outcome.why is Refusal.ROBOTS
    assert site.hits["robots"] == 1


@pytest.mark.parametrize(
    "robots",
    [answer(500), answer(503, Retry_After="9000"), answer(429), trouble(Trouble.DNS), trouble(Trouble.TIMEOUT_CONNECT)],
    ids=["500", "503 later", "429", "dns", "timeout"],
)
def test_an_old_copy_serves_while_the_file_is_unreachable(robots: Robots) -> None:
    """After 24 h the file is asked for again; if it cannot be had, the old rules go on, even after 30 days."""
    site = Site(answer(200, FORBID_PRIVATE))
    site.ask()
    site.robots = robots
    for days in (2, 31):
        site.clock.advance(days * 86400)
        site.restart()
        outcome = site.ask("/private/x")
        assert isinstance(outcome, Refused)
        assert outcome.why is Refusal.ROBOTS


def test_a_file_unreachable_for_30_days_is_taken_for_absent() -> None:
    """RFC 9309 2.3.1.4: after 30 days without an answer everything is allowed, not before, restarts or not."""
    site = Site(answer(500))
    for days, expected in ((0, Refused), (29, Refused), (2, Fetched)):
        site.clock.advance(days * 86400)
        site.restart()
        assert isinstance(site.ask(), expected), days


def test_an_unreachable_file_is_asked_for_again_later() -> None:
    """A site that recovers is crawled: the refusal lasts an hour, not for ever."""
    site = Site(answer(500))
    assert isinstance(site.ask(), Refused)
    site.robots = answer(200, FORBID_PRIVATE)
    assert isinstance(site.ask(), Refused)
    site.clock.advance(3700)
    assert isinstance(site.ask(), Fetched)


@pytest.mark.parametrize("status", [429, 503])
def test_robots_that_ask_for_patience_defer_the_page(status: int) -> None:
    """Retry-After on robots.txt is obeyed like on any page; 429 is not taken for consent."""
    site = Site(answer(status, Retry_After="120"))
    outcome = site.ask()
    assert isinstance(outcome, Deferred)
    assert outcome.until - site.clock.now() == timedelta(seconds=120)
    assert site.hits == {"robots": 1}


def test_many_tasks_cause_one_request_for_robots() -> None:
    """However many pages are asked for at once, robots.txt is fetched once and comes first."""
    site = Site(answer(200, FORBID_PRIVATE))

    async def run() -> list[Outcome]:
        return await asyncio.gather(*(site.fetcher.fetch(f"{ORIGIN}/{n}") for n in range(20)))

    assert all(isinstance(outcome, Fetched) for outcome in asyncio.run(run()))
    assert site.hits == {"robots": 1, "pages": 20}


def test_robots_can_be_ignored() -> None:
    """With `obey_robots` off the file is not even asked for."""
    site = Site(answer(200, b"user-agent: *\ndisallow: /\n"), FetchConfig(obey_robots=False))
    assert isinstance(site.ask(), Fetched)
    assert site.hits == {"pages": 1}


def test_the_file_is_read_up_to_its_limit() -> None:
    """A rule just before 500 KiB is obeyed; of a file of 2 MB no more than that is kept."""
    rules = b"user-agent: *\n" + b"# filler\n" * 56_000
    rules = rules[: 500 * 1024 - 23].rpartition(b"\n")[0] + b"\ndisallow: /late/\n"
    site = Site(answer(200, rules + b"\ndisallow: /never/\n" * 100_000))
    assert isinstance(site.ask("/late/x"), Refused)
    notes = site.memory.load(ORIGIN)
    assert notes is not None
    assert len(notes.robots_body) <= 500 * 1024


def test_sitemap_lines_are_given() -> None:
    """The Sitemap lines of robots.txt are there for whoever wants them."""
    site = Site(answer(200, FORBID_PRIVATE))
    assert asyncio.run(site.fetcher.sitemaps(ORIGIN)) == ("http://forum.example/map.xml",)


def test_crawl_delay_is_obeyed_and_an_absurd_one_is_capped() -> None:
    """Crawl-delay is a floor under the pace; more than the slowest pace (60 s) counts as that."""
    for value, expected in ((7, 7.0), (86_400, 60.0)):
        site = Site(answer(200, f"user-agent: *\ncrawl-delay: {value}\n".encode()))
        site.ask()
        before = site.clock.monotonic()
        site.ask()
        site.ask()
        assert site.clock.monotonic() - before == 2 * expected


def test_foreign_notes_do_not_stop_a_crawl() -> None:
    """Notes with an unknown status, from another version, are read as not known."""
    site = Site(answer(404))
    site.memory.save(HostNotes(ORIGIN, robots_status="something new", robots_read_at=site.clock.now()))
    assert isinstance(site.restart(), Fetcher)
    assert isinstance(site.ask(), Fetched)
