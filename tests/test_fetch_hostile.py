"""Hostile servers: whatever comes, a fetch ends in time with an outcome that says what happened."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from datetime import timedelta

import pytest

from fault_server import PAGE, FaultServer
from weft.clock import SystemClock
from weft.config import FetchConfig
from weft.fetch import (
    AioTransport,
    Deferred,
    Failed,
    Fetched,
    Fetcher,
    MemoryHosts,
    Outcome,
    Redirected,
    Refused,
    Trouble,
)
from weft.page import Truncation

LIMIT = 0.5  # seconds for every kind of silence
QUICK = FetchConfig(
    connect_timeout=timedelta(seconds=0.8 * LIMIT),
    first_byte_timeout=timedelta(seconds=LIMIT),
    idle_timeout=timedelta(seconds=LIMIT),
    total_timeout=timedelta(seconds=2 * LIMIT),
    slow_grace=timedelta(seconds=LIMIT),
    backoff=timedelta(milliseconds=1),
    max_body_bytes=2 * 1024 * 1024,
    retries=1,
)


async def visit(
    path: str, config: FetchConfig = QUICK, *, follow: bool = False, server: FaultServer | None = None
) -> Outcome:
    """Fetch one path of a fresh fault server."""
    async with server or FaultServer() as faults:
        fetcher = Fetcher(
            AioTransport(config, faults.origin), config, SystemClock(seed=1), MemoryHosts(), faults.origin
        )
        try:
            url = faults.origin + path
            return await (fetcher.fetch_following(url) if follow else fetcher.fetch(url))
        finally:
            await fetcher.aclose()


def fetch(
    path: str, config: FetchConfig = QUICK, *, follow: bool = False, server: FaultServer | None = None
) -> Outcome:
    return asyncio.run(visit(path, config, follow=follow, server=server))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/silence", Trouble.TIMEOUT_FIRST_BYTE),
        ("/slow-head", Trouble.TIMEOUT_FIRST_BYTE),
        ("/flood-100", Trouble.TIMEOUT_FIRST_BYTE),
        ("/endless-headers", Trouble.BAD_HTTP),
        ("/endless-header-line", Trouble.BAD_HTTP),
        ("/big-head", Trouble.BAD_HTTP),
        ("/not-http", Trouble.BAD_HTTP),
        ("/garbage", Trouble.BAD_HTTP),
        ("/no-colon", Trouble.BAD_HTTP),
        ("/nul-header", Trouble.BAD_HTTP),
        ("/negative-length", Trouble.BAD_HTTP),
        ("/word-length", Trouble.BAD_HTTP),
        ("/both-lengths", Trouble.BAD_HTTP),
        ("/early-close", Trouble.DISCONNECTED),
        ("/head-cut", Trouble.DISCONNECTED),
    ],
)
def test_no_usable_head_is_a_failure_with_its_reason(path: str, expected: Trouble) -> None:
    """An answer without a usable head ends as Failed."""
    outcome = fetch(path)
    assert isinstance(outcome, Failed), outcome
    assert outcome.why == expected.value


@pytest.mark.parametrize(
    ("path", "kept", "truncated"),
    [
        ("/slow-body", b"xxxx", Truncation.TIME),
        ("/stalled-body", b"half of it", Truncation.TIME),
        ("/underrun", PAGE, Truncation.DISCONNECT),
        ("/chunk-cut", b"body", Truncation.DISCONNECT),
        ("/bad-chunk-size", b"body", Truncation.TIME),
        ("/endless-body", b"xxxx", Truncation.LENGTH),
    ],
)
def test_what_came_of_a_broken_body_is_kept_and_marked(path: str, kept: bytes, truncated: Truncation) -> None:
    """A body that breaks off, drips or never ends is kept as far as it came, and says why it is short."""
    outcome = fetch(path)
    assert isinstance(outcome, Fetched), outcome
    assert outcome.exchange.truncated is truncated
    assert outcome.content.startswith(kept)
    assert len(outcome.content) <= QUICK.max_body_bytes
    assert outcome.problem


def test_a_dripping_body_is_given_up_after_its_grace() -> None:
    """Never silent, far from the total limit, but slower than allowed: given up when the grace is over."""
    config = dataclasses.replace(QUICK, total_timeout=timedelta(seconds=20), slow_grace=timedelta(seconds=0.3))
    begun = time.monotonic()
    outcome = fetch("/slow-body", config)
    assert isinstance(outcome, Fetched)
    assert outcome.exchange.truncated is Truncation.TIME
    assert time.monotonic() - begun < 15  # of the 20 that the total limit allows


def test_a_body_of_crumbs_ends_by_size_or_by_time() -> None:
    """Millions of chunks of one byte cost no more than the limits allow."""
    outcome = fetch("/endless-crumbs")
    assert isinstance(outcome, Fetched)
    assert outcome.exchange.truncated in {Truncation.LENGTH, Truncation.TIME}


def test_a_body_is_cut_exactly_at_the_limit() -> None:
    """The size limit is a number of bytes, not of chunks."""
    outcome = fetch("/endless-body")
    assert isinstance(outcome, Fetched)
    assert len(outcome.exchange.body) == QUICK.max_body_bytes


@pytest.mark.parametrize("path", ["/until-close", "/chunk-extension", "/eight-bit", "/bad-cookie", "/plain/page?x=1"])
def test_odd_but_readable_answers_are_read(path: str) -> None:
    """Old servers, chunk extensions, 8-bit headers and broken cookies do not cost the page."""
    outcome = fetch(path)
    assert isinstance(outcome, Fetched), outcome
    assert outcome.exchange.truncated is None
    assert not outcome.problem


def test_endless_trailers_end() -> None:
    """Trailers without end cannot hold a connection longer than the time limit."""
    outcome = fetch("/endless-trailers")
    assert isinstance(outcome, Fetched | Failed)


def test_bytes_behind_a_body_never_become_the_next_answer() -> None:
    """A second answer smuggled behind the first is not taken for the answer to the next request."""

    async def run() -> list[Outcome]:
        async with FaultServer() as server:
            fetcher = Fetcher(AioTransport(QUICK, server.origin), QUICK, SystemClock(), MemoryHosts(), server.origin)
            outcomes = [await fetcher.fetch(server.origin + path) for path in ("/smuggled", "/a", "/overrun", "/b")]
            await fetcher.aclose()
            return outcomes

    first, second, third, fourth = asyncio.run(run())
    assert isinstance(first, Fetched)
    assert first.content == b"good"
    assert isinstance(second, Fetched)
    assert second.content == PAGE
    assert isinstance(third, Fetched)
    assert third.content == b"0123456789"
    assert isinstance(fourth, Fetched)
    assert fourth.content == PAGE


def test_a_lost_connection_is_tried_again_and_counted() -> None:
    """One lost connection costs one retry, which the outcome tells; nothing is repeated behind our back."""
    server = FaultServer()
    outcome = fetch("/flaky", server=server)
    assert isinstance(outcome, Fetched), outcome
    assert outcome.retries == 1
    assert server.hits["/flaky"] == 2


@pytest.mark.parametrize("code", [400, 401, 403, 404, 410, 451])
def test_client_errors_are_answers_and_never_asked_again(code: int) -> None:
    """A 4xx other than 429 is an answer to keep: one request, no retry."""
    server = FaultServer()
    outcome = fetch(f"/status?code={code}", server=server)
    assert isinstance(outcome, Fetched)
    assert outcome.exchange.status == code
    assert server.hits["/status"] == 1


@pytest.mark.parametrize("code", [500, 502, 503, 504, 429])
def test_server_errors_are_tried_again_and_then_kept(code: int) -> None:
    """After the last try the server's error is an answer to keep, with the number of retries."""
    server = FaultServer()
    outcome = fetch(f"/status?code={code}", server=server)
    assert isinstance(outcome, Fetched)
    assert (outcome.exchange.status, outcome.retries, server.hits["/status"]) == (code, 1, 2)


def test_connection_refused_is_said() -> None:
    """A port where nobody listens gives `connection refused`; robots.txt unreachable means nothing is fetched."""

    async def run() -> Outcome:
        async with FaultServer() as server:
            origin = server.origin
        fetcher = Fetcher(AioTransport(QUICK, origin), QUICK, SystemClock(), MemoryHosts(), origin)
        outcome = await fetcher.fetch(origin + "/")
        await fetcher.aclose()
        return outcome

    outcome = asyncio.run(run())
    assert isinstance(outcome, Refused)
    assert outcome.detail.startswith(Trouble.REFUSED.value)


def test_tls_that_never_shakes_hands_ends_in_time() -> None:
    """A server that accepts and then stays silent during the TLS handshake is given up at the connect limit."""

    async def run() -> Outcome:
        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await silent.wait()
            writer.close()

        silent = asyncio.Event()
        quiet = await asyncio.start_server(accept, "127.0.0.1", 0)
        origin = f"https://127.0.0.1:{quiet.sockets[0].getsockname()[1]}"
        fetcher = Fetcher(AioTransport(QUICK, origin), QUICK, SystemClock(), MemoryHosts(), origin)
        outcome = await fetcher.fetch(origin + "/")
        await fetcher.aclose()
        silent.set()
        quiet.close()
        await asyncio.sleep(0.01)
        return outcome

    outcome = asyncio.run(run())
    assert isinstance(outcome, Refused)
    assert outcome.detail.startswith(Trouble.TIMEOUT_CONNECT.value)


# -- redirects ----------------------------------------------------------------------------------------------------


def test_a_redirect_is_an_outcome_of_its_own() -> None:
    """fetch() makes one hop: where it leads is the caller's decision."""
    outcome = fetch("/redirect?code=308&to=/there%3Fa=1%23frag")
    assert isinstance(outcome, Redirected)
    assert outcome.target.endswith("/there?a=1")
    assert outcome.permanent


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "", "http://", "gopher://x"]
)
def test_redirects_off_the_web_lead_nowhere(to: str) -> None:
    """A redirect to something that is not a web address is an answer, not a way."""
    outcome = fetch(f"/redirect?to={to}", follow=True)
    assert isinstance(outcome, Fetched)
    assert "nowhere" in outcome.problem


def test_redirects_are_followed_hop_by_hop_up_to_the_limit() -> None:
    """Ten hops are followed, eleven are too many."""
    assert isinstance(fetch("/hops?n=10", follow=True), Fetched)
    outcome = fetch("/hops?n=11", follow=True)
    assert isinstance(outcome, Failed)
    assert outcome.why == "too many redirects"


@pytest.mark.parametrize("path", ["/circle?n=1", "/circle?n=2", "/circle?n=5", "/cookie-loop"])
def test_loops_are_seen(path: str) -> None:
    """A URL that comes up again is a loop, however long, even if it sets a new cookie each time."""
    server = FaultServer()
    outcome = fetch(path, follow=True, server=server)
    assert isinstance(outcome, Failed)
    assert outcome.why == "redirect loop"
    assert sum(server.hits.values()) <= 7


def test_a_cookie_gate_opens() -> None:
    """A page that sends visitors round to set a cookie is reached: the one revisit a cookie explains is no loop."""
    outcome = fetch("/cookie-gate", follow=True)
    assert isinstance(outcome, Fetched), outcome
    assert outcome.content == PAGE


# -- what is sent -------------------------------------------------------------------------------------------------


def test_the_request_is_recorded_as_it_was_sent() -> None:
    """The exchange's request headers are the lines on the wire, Host first, and the target is not re-encoded."""
    outcome = fetch("/echo?q=%e4%BD%a0&x=a+b|c&y='~")
    assert isinstance(outcome, Fetched)
    first, *lines = outcome.content.decode().split("\r\n")
    assert first == "GET /echo?q=%e4%BD%a0&x=a+b|c&y='~ HTTP/1.1"
    assert lines == [f"{name}: {value}" for name, value in outcome.exchange.request_headers]
    assert outcome.exchange.peer == "127.0.0.1"


def test_weft_names_itself_and_a_contact_and_sends_nothing_private() -> None:
    """The User-Agent names Weft and a contact; no Referer, no Authorization, no Cookie of its own making."""
    outcome = fetch("/echo")
    assert isinstance(outcome, Fetched)
    sent = dict(outcome.exchange.request_headers)
    assert sent["User-Agent"].startswith("Weft/")
    assert QUICK.contact in sent["User-Agent"]
    assert not {"Referer", "Authorization", "Cookie"} & set(sent)


def test_retry_after_of_a_second_is_waited_for() -> None:
    """A short Retry-After is slept through inside the fetch; the next try comes no earlier."""
    server = FaultServer()
    begun = time.monotonic()
    outcome = fetch("/status?code=429&after=1&first=1", server=server)
    assert isinstance(outcome, Fetched), outcome
    assert outcome.exchange.status == 200
    assert time.monotonic() - begun >= 1.0


def test_a_long_retry_after_is_handed_back() -> None:
    """A long Retry-After becomes Deferred after one request."""
    server = FaultServer()
    outcome = fetch("/status?code=503&after=120", server=server)
    assert isinstance(outcome, Deferred)
    assert server.hits["/status"] == 1
