"""The address guard: no page, redirect or name server sends Weft into a private network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from datetime import timedelta

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from fault_server import FaultServer, Visit
from weft.clock import SystemClock, VirtualClock
from weft.config import FetchConfig
from weft.fetch import (
    AddressGuard,
    AioTransport,
    Fetched,
    Fetcher,
    MemoryAnswer,
    MemoryHosts,
    MemoryTransport,
    Outcome,
    Refusal,
    Refused,
    Trouble,
    is_loopback,
    is_public,
)
from weft.urls import canonicalise, parse_address

CONFIG = FetchConfig(retries=0, delay=timedelta(0))

SPECIAL = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "127.0.0.1", "127.255.255.254"),
    *("169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
    *("198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *(
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:224.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
    ),
    *("100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1"),
    *("5f00::1", "3fff::1", "fe80::1%eth0"),
]
PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450:4001::1"]


@pytest.mark.parametrize("address", SPECIAL)
def test_special_addresses_are_not_public(address: str) -> None:
    """No address of a special network, plain or wrapped, counts as public."""
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are(address: str) -> None:
    """Ordinary addresses pass, mapped ones as the IPv4 they are."""
    assert is_public(address)


def ask(url: str, origin: str = "http://forum.example", config: FetchConfig = CONFIG) -> Outcome:
    """Fetch over a network where everything answers."""
    asked: list[str] = []

    def answer(request: object) -> MemoryAnswer:
        asked.append(str(request))
        return MemoryAnswer(body=b"reached")

    fetcher = Fetcher(MemoryTransport(answer), config, VirtualClock(), MemoryHosts(), origin)
    outcome = asyncio.run(fetcher.fetch(url))
    assert bool(asked) == isinstance(outcome, Fetched)  # a refusal asks nothing, not even for robots.txt
    return outcome


LITERALS = [
    *("http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://017700000001/", "http://0/", "http://[::1]/"),
    *("http://①②⑦.⓪.⓪.①/", "http://[::ffff:7f00:1]/", "http://169.254.169.254/latest/", "http://192.168.0.1:8080/"),
    *("http://localhost/", "http://x.localhost/", "https://10.1.1.1/", "http://[fe80::1]/", "http://LOCALHOST:3000/"),
]


@pytest.mark.parametrize("url", LITERALS)
def test_private_literals_are_refused_in_every_spelling(url: str) -> None:
    """However a private address is written, no request goes there."""
    canonical = canonicalise(url)
    assert canonical is not None
    outcome = ask(canonical)
    assert isinstance(outcome, Refused)
    assert outcome.why is Refusal.ADDRESS


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://forum.example/", "data:text/html,x", "gopher://x/", "jar:x"]
)
def test_only_the_web_is_asked(url: str) -> None:
    """Anything that is not http or https is refused."""
    outcome = ask(url)
    assert isinstance(outcome, Refused)
    assert outcome.why is Refusal.SCHEME


@pytest.mark.parametrize(
    ("port", "allowed"),
    [
        (80, True),
        (443, True),
        (8080, True),
        (3000, True),
        (22, False),
        (25, False),
        (81, False),
        (6379, False),
        (5432, False),
        (11211, False),
    ],
)
def test_ports_of_other_services_are_refused(port: int, allowed: bool) -> None:
    """80, 443 and free ports are the web; mail, shells and data stores are not."""
    assert isinstance(ask(f"http://other.example:{port}/"), Fetched) is allowed


@pytest.mark.parametrize(
    "origin", ["http://127.0.0.1:22", "http://localhost:6379", "http://10.0.0.8:81", "http://[::1]:5000"]
)
def test_the_typed_origin_is_allowed_and_nothing_beside_it(origin: str) -> None:
    """What a person typed is allowed, whatever it is; another port of the same host is not."""
    assert isinstance(ask(origin + "/a", origin), Fetched)
    address = parse_address(origin + "/")
    host = f"[{address.host}]" if ":" in address.host else address.host
    assert isinstance(ask(f"http://{host}:{address.port + 3001}/a", origin), Refused)


def test_private_addresses_can_be_switched_on() -> None:
    """`allow_private` opens private addresses, but not the ports of other services."""
    config = FetchConfig(retries=0, allow_private=True)
    assert isinstance(ask("http://10.0.0.1/", config=config), Fetched)
    assert isinstance(ask("http://10.0.0.1:6379/", config=config), Refused)


def test_loopback_is_known_without_asking_a_name_server() -> None:
    """The pace for our own machine holds for its names and addresses only."""
    assert all(map(is_loopback, ("localhost", "a.localhost", "127.9.9.9", "::1")))
    assert not any(map(is_loopback, ("localhost.example", "128.0.0.1", "10.0.0.1", "loopback")))


def test_one_bad_record_spoils_a_name() -> None:
    """A name is refused if any of its records is private, and passed if all are public."""
    guard = AddressGuard("http://forum.example")
    assert not guard.refuse_records("a.example", 80, ["8.8.8.8", "2606:4700::1111"])
    assert "192.168.0.5" in guard.refuse_records("a.example", 80, ["8.8.8.8", "192.168.0.5"])
    assert not guard.refuse_records("forum.example", 80, ["10.0.0.1"])
    assert guard.refuse_records("forum.example", 8080, ["10.0.0.1"])


# -- names, over real sockets -------------------------------------------------------------------------------------


class FakeNames(AbstractResolver):
    """A name server that gives prepared answers in turn; the last one stays."""

    def __init__(self, **answers: list[list[str] | OSError]) -> None:
        self.answers = {name.replace("_", "."): list(queue) for name, queue in answers.items()}
        self.asked = 0

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_INET) -> list[ResolveResult]:
        self.asked += 1
        queue = self.answers[host]
        found = queue.pop(0) if len(queue) > 1 else queue[0]
        if isinstance(found, OSError):
            raise found
        return [_record(host, address, port) for address in found]

    async def close(self) -> None:
        pass


def _record(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST)


async def ask_names(names: FakeNames, urls: Iterable[str], origin: str, config: FetchConfig = CONFIG) -> list[Outcome]:
    fetcher = Fetcher(AioTransport(config, origin, names), config, SystemClock(), MemoryHosts(), origin)
    try:
        return [await fetcher.fetch(url) for url in urls]
    finally:
        await fetcher.aclose()


def test_names_that_lead_inside_reach_nobody() -> None:
    """A name with a private record, alone or among public ones, causes no connection to the listener inside."""

    async def run() -> tuple[list[Outcome], int]:
        async with FaultServer() as canary:
            port = canary.origin.rpartition(":")[2]
            names = FakeNames(
                inside_example=[["127.0.0.1"]],
                mixed_example=[["203.0.113.1", "127.0.0.1"]],
                six_example=[["::1"]],
                mapped_example=[["::ffff:127.0.0.1"]],
                empty_example=[[]],
            )
            hosts = ("inside", "mixed", "six", "mapped", "empty")
            urls = [f"http://{host}.example:{port}/" for host in hosts]
            return await ask_names(names, urls, "http://forum.example"), len(canary.seen)

    outcomes, seen = asyncio.run(run())
    assert seen == 0
    assert all(isinstance(outcome, Refused) for outcome in outcomes), outcomes
    details = [outcome.detail for outcome in outcomes if isinstance(outcome, Refused)]
    assert all("not a public address" in detail for detail in details[:4])
    assert details[4].startswith(Trouble.DNS.value)


def test_a_name_that_turns_inward_later_is_refused_then() -> None:
    """DNS rebinding: a name that was public at one lookup is judged anew at the next."""
    guard = AddressGuard("http://forum.example")
    assert not guard.refuse_records("turns.example", 80, ["93.184.216.34"])
    assert guard.refuse_records("turns.example", 80, ["127.0.0.1"])


def test_connections_go_only_to_addresses_that_were_checked() -> None:
    """Two requests to one name are one lookup: what was checked is connected to, no second answer counts."""

    async def run() -> tuple[list[Outcome], int, int]:
        async with FaultServer() as server:
            port = server.origin.rpartition(":")[2]
            names = FakeNames(forum_example=[["127.0.0.1"], ["127.0.0.2"]])
            origin = f"http://forum.example:{port}"
            outcomes = await ask_names(names, [f"{origin}/1", f"{origin}/early-close", f"{origin}/2"], origin)
            return outcomes, names.asked, len(server.seen)

    outcomes, asked, seen = asyncio.run(run())
    assert isinstance(outcomes[0], Fetched)
    assert isinstance(outcomes[2], Fetched)
    assert outcomes[2].exchange.peer == "127.0.0.1"
    assert (asked, seen) == (1, 4)


def test_redirects_and_robots_into_the_network_are_refused() -> None:
    """Every hop is checked: a page's redirect and the redirect of robots.txt end at the guard."""

    async def run() -> tuple[Outcome, Outcome, int]:
        async with FaultServer() as canary:

            async def moved(visit: Visit) -> None:
                await visit.reply(302, b"", Location=canary.origin + "/robots-inside")

            async with FaultServer() as plain, FaultServer(robots=moved) as guided:
                outcomes = []
                for server, path in ((plain, f"/redirect?to={canary.origin}/x"), (guided, "/page")):
                    fetcher = Fetcher(
                        AioTransport(CONFIG, server.origin), CONFIG, SystemClock(), MemoryHosts(), server.origin
                    )
                    outcomes.append(await fetcher.fetch_following(server.origin + path))
                    await fetcher.aclose()
                return outcomes[0], outcomes[1], len(canary.seen)

    page, robots, seen = asyncio.run(run())
    assert seen == 0
    assert isinstance(page, Refused)
    assert page.why is Refusal.ADDRESS
    assert isinstance(robots, Refused)
    assert robots.why is Refusal.ROBOTS_UNREACHABLE


@pytest.mark.parametrize(
    ("error", "trouble", "lookups"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), Trouble.DNS, 1),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), Trouble.DNS_FAILED, 3),
    ],
)
def test_unknown_names_fail_at_once_and_silent_name_servers_are_asked_again(
    error: OSError, trouble: Trouble, lookups: int
) -> None:
    """A name that does not exist is not looked up again within one fetch; a lookup that failed is."""

    async def run() -> tuple[Outcome, int]:
        names = FakeNames(forum_example=[error])
        config = FetchConfig(retries=2, obey_robots=False, delay=timedelta(0))
        clock = VirtualClock()
        transport = AioTransport(config, "http://forum.example", names)
        fetcher = Fetcher(transport, config, clock, MemoryHosts(), "http://forum.example")
        outcome = await fetcher.fetch("http://forum.example/")
        await fetcher.aclose()
        return outcome, names.asked

    outcome, asked = asyncio.run(run())
    assert getattr(outcome, "why", "") == trouble.value
    assert asked == lookups
