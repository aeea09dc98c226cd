"""What Weft makes of hostile servers, as a table: `python tests/hostile_table.py > docs/hostile.md`.

Really runs every case against the fault server, in this process, so times and memory include the server's.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import quote

from fault_server import Answer, FaultServer, Visit, make_bomb
from test_fetch_hostile import LIMIT, QUICK
from weft.clock import SystemClock
from weft.fetch import AioTransport, Deferred, Failed, Fetched, Fetcher, MemoryHosts, Outcome, Redirected, Refused

BOMBS = ("gzip", "x-gzip", "deflate", "raw-deflate", "br", "zstd", "members")
PROC = Path("/proc/self")


@dataclass(frozen=True)
class Case:
    """One row: a path of the fault server, or a whole URL, and how robots.txt answers."""

    what: str
    path: str
    follow: bool = False
    robots: Answer | None = None


def list_cases() -> dict[str, list[Case]]:
    return {
        "Slow": [
            Case("accepts, then says nothing", "/silence"),
            Case("one byte of the head every 0.1 s", "/slow-head"),
            Case("one byte of the body every 0.1 s", "/slow-body"),
            Case("half a body, then silence", "/stalled-body"),
            Case("TLS asked of a server that speaks plain HTTP", "https:/plain"),
        ],
        "Endless": [
            Case("endless chunked body", "/endless-body"),
            Case("endless body in chunks of one byte", "/endless-crumbs"),
            Case("endless header lines", "/endless-headers"),
            Case("one endless header line", "/endless-header-line"),
            Case("endless trailers", "/endless-trailers"),
            Case("endless `100 Continue`", "/flood-100"),
            Case("head of 105 KB", "/big-head"),
        ],
        "Framing": [
            Case("body shorter than Content-Length", "/underrun"),
            Case("body longer than Content-Length, in later packets", "/overrun"),
            Case("a second answer behind the first", "/smuggled"),
            Case("Content-Length and chunked", "/both-lengths"),
            Case("negative Content-Length", "/negative-length"),
            Case("Content-Length in words", "/word-length"),
            Case("HTTP/1.0, body until close", "/until-close"),
            Case("chunk size that is no number", "/bad-chunk-size"),
            Case("connection lost inside a chunk", "/chunk-cut"),
            Case("chunk extensions and trailers", "/chunk-extension"),
        ],
        "Bad heads": [
            Case("greets like a mail server", "/not-http"),
            Case("random bytes", "/garbage"),
            Case("closes without a word", "/early-close"),
            Case("closes inside the head", "/head-cut"),
            Case("loses the first connection, answers the second", "/flaky"),
            Case("header line without colon", "/no-colon"),
            Case("8-bit header and reason", "/eight-bit"),
            Case("NUL in a header", "/nul-header"),
            Case("broken and oversized cookies", "/bad-cookie"),
        ],
        "Compression": [
            *(Case(f"bomb: 128 MiB of zeros, {name}", f"/bomb?coding={name}") for name in BOMBS),
            Case("bomb wrapped twice", "/bomb?coding=gzip&times=2"),
            Case("bomb wrapped six times", "/bomb?coding=gzip&times=6"),
            Case("gzip without its end", "/coded?cut=tail"),
            Case("gzip with wrong bytes inside", "/coded?cut=corrupt"),
            Case("plain page declared as gzip", "/coded?cut=plain"),
        ],
        "Redirects": [
            Case("10 hops", "/hops?n=10", follow=True),
            Case("11 hops", "/hops?n=11", follow=True),
            Case("to itself", "/circle?n=1", follow=True),
            Case("round in a circle of five", "/circle?n=5", follow=True),
            Case("round, with a new cookie each time", "/cookie-loop", follow=True),
            Case("round once to set a cookie", "/cookie-gate", follow=True),
            *(Case(f"to `{to}`", f"/redirect?to={quote(to)}", follow=True) for to in TARGETS),
        ],
        "429 and Retry-After": [
            Case(f"429, Retry-After: {text}", f"/status?code=429&after={quote(value)}") for text, value in list_waits()
        ],
        "robots.txt": [Case(what, "/page", robots=robots) for what, robots in list_robots()],
    }


TARGETS = (
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://169.254.169.254/latest/",
    "http://[::1]:9/",
    "//0x7f.1/",
)


def list_waits() -> Iterator[tuple[str, str]]:
    soon = datetime.now(UTC) + timedelta(seconds=90)
    yield from ((value, value) for value in ("120", "0", "-5", "1e9", "Wed, 21 Oct 2015 07:28:00 GMT"))
    yield "(a date in 90 s)", format_datetime(soon, usegmt=True)
    yield "when it suits you", "when it suits you"
    yield "3600 and 60 (two headers)", "3600|60"
    yield "99999999999999999999", "99999999999999999999"


def list_robots() -> Iterator[tuple[str, Answer]]:
    def status(code: int, body: bytes = b"", **headers: str) -> Answer:
        async def answer(visit: Visit) -> None:
            await visit.reply(code, body, **headers)

        return answer

    def hops(count: int) -> Answer:
        async def answer(visit: Visit) -> None:
            at = int(visit.query.get("hop", "0"))
            target = f"/robots.txt?hop={at + 1}"
            await (
                visit.reply(200, b"user-agent: *\ndisallow: /")
                if at == count
                else visit.reply(301, b"", Location=target)
            )

        return answer

    async def silent(visit: Visit) -> None:
        await asyncio.sleep(30)

    async def lost(visit: Visit) -> None:
        visit.writer.close()

    yield "200, page allowed", status(200, b"user-agent: *\ndisallow: /private/")
    yield "200, page forbidden", status(200, b"user-agent: *\ndisallow: /p")
    yield "200, an HTML page", status(200, b"<html><p>user-agent: *</p></html>")
    yield "200, UTF-16, all forbidden", status(200, "user-agent: *\ndisallow: /".encode("utf-16"))
    yield "5 redirects, then all forbidden", hops(5)
    yield "6 redirects", hops(6)
    yield "redirect to 10.0.0.1", status(302, Location="http://10.0.0.1/robots.txt")
    for code in (401, 403, 404, 410, 429, 500, 503):
        yield str(code), status(code)
    yield "429, Retry-After: 120", status(429, Retry_After="120")
    yield "gzip bomb", status(200, make_bomb("gzip"), Content_Encoding="gzip")
    yield "silence", silent
    yield "connection lost", lost


async def run_case(case: Case) -> tuple[Outcome, int]:
    async with FaultServer(robots=case.robots) as server:
        secure = case.path.startswith("https:")
        origin = server.origin.replace("http:", "https:") if secure else server.origin
        url = origin + case.path.removeprefix("https:")
        fetcher = Fetcher(AioTransport(QUICK, origin), QUICK, SystemClock(seed=1), MemoryHosts(), origin)
        try:
            outcome = await (fetcher.fetch_following(url) if case.follow else fetcher.fetch(url))
        finally:
            await fetcher.aclose()
        return outcome, len(server.seen)


def describe(outcome: Outcome) -> str:
    if isinstance(outcome, Fetched):
        kept = f"kept: status {outcome.exchange.status}, {len(outcome.content):,} bytes"
        return kept + (f"; {outcome.problem}" if outcome.problem else "")
    if isinstance(outcome, Redirected):
        return "redirected"
    if isinstance(outcome, Refused):
        return f"refused: {outcome.why.value}" + (f" ({outcome.detail})" if outcome.detail else "")
    if isinstance(outcome, Failed):
        return f"failed: {outcome.why}" + (f" ({outcome.detail})" if "redirect" in outcome.why else "")
    left = (outcome.until - datetime.now(UTC)).total_seconds()
    return f"deferred for {round(left):,} s: {outcome.why}" if isinstance(outcome, Deferred) else ""


def reset_peak() -> None:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # glibc: freed memory of earlier cases goes back, so that it hides nothing
    (PROC / "clear_refs").write_text("5")  # Linux: the peak counts from here


def read_peak_kib() -> int:
    try:
        lines = (PROC / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def print_case(case: Case) -> None:
    reset_peak()
    before = read_peak_kib()
    begun = time.perf_counter()
    outcome, requests = asyncio.run(run_case(case))
    seconds = time.perf_counter() - begun
    growth = max(0, read_peak_kib() - before) / 1024
    said = " ".join(describe(outcome).split()).replace("|", "\\|")
    print(f"| {case.what} | {said} | {requests} | {seconds:.2f} | {growth:.1f} |")


def main() -> None:
    for coding in BOMBS:
        make_bomb(coding)
    asyncio.run(run_case(Case("warm-up", "/page")))
    print("# Hostile servers and what happened\n")
    print("Made by `python tests/hostile_table.py`, which runs each case against `tests/fault_server.py` on loopback.")
    print(
        f"Limits for these runs: {LIMIT} s to connect, to the first byte and of silence; {2 * LIMIT} s in all; 2 MiB of"
    )
    print("body; one retry. Requests include robots.txt. Client and server share one process, so time and peak memory")
    print("growth are upper bounds. Ports in addresses differ from run to run.")
    for title, cases in list_cases().items():
        print(f"\n## {title}\n\n| server | outcome | requests | seconds | MiB |\n| --- | --- | --- | --- | --- |")
        for case in cases:
            print_case(case)


if __name__ == "__main__":
    main()
