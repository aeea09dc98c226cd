"""What a page costs: a whole `weft` crawl beside `generic` on the same site in one run, and where the CPU goes."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import wraps
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from bench.extraction import make_subject
from weft.crawl import Scribe, _session
from weft.crawl._learn import Tutor
from weft.evaluate import Subject, Terrain, evaluate_crawl
from weft.store import Archive, UrlState, _sqlite
from weft.traversal import Plan

ROUNDS = 2
DEMO_THREADS = 200
OUT = Path(__file__).parent / "out"
console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)


class Meter:
    """Adds up the CPU of calls; of calls inside one another only the outermost counts."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._inside = threading.local()

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Give a function that does the same and is counted."""

        @wraps(call)
        def counted(*args: Any, **kwargs: Any) -> Any:
            if getattr(self._inside, "now", False):
                return call(*args, **kwargs)
            self._inside.now, began = True, time.thread_time()
            try:
                return call(*args, **kwargs)
            finally:
                self._inside.now = False
                self.seconds += time.thread_time() - began

        return counted

    def around_all(self, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Give a coroutine function that does the same; all that the process does meanwhile is counted."""

        @wraps(call)
        async def counted(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return await call(*args, **kwargs)
            finally:
                self.seconds += time.process_time() - began

        return counted


@dataclass(frozen=True)
class Run:
    """One crawl: all its CPU, and how much of it was learning the site, reading posts and writing them."""

    requests: int
    pages: int  # without redirects and addresses where nothing is
    seconds: float
    learning_requests: int
    learning: float
    reading: float
    recording: float

    @property
    def online(self) -> float:
        """CPU of all but learning and posts."""
        return self.seconds - self.learning - self.reading - self.recording


def crawl(subject: Subject, strategy: str, max_pages: int | None = None) -> Run:
    """Crawl once with meters at the seams."""
    learning, reading, recording = Meter(), Meter(), Meter()
    pages = [0]

    def count(archive: Archive, plan: Plan) -> None:
        pages[0] = archive.summary().by_state[UrlState.FETCHED]

    with ExitStack() as stack:
        stack.enter_context(patch.object(Tutor, "learn", learning.around_all(Tutor.learn)))
        stack.enter_context(patch.object(Scribe, "read", reading.around(Scribe.read)))
        for name in ("read_again", "learn_from_archive"):
            stack.enter_context(patch.object(_session, name, reading.around(getattr(_session, name))))
        # What is read again is also recorded inside that call: both together are what it costs.
        stack.enter_context(patch.object(_sqlite, "record_visits", recording.around(_sqlite.record_visits)))
        result = asyncio.run(evaluate_crawl(subject, strategy, max_pages, look=count))
    if result.has_failed:
        raise SystemExit(f"{subject.name} with {strategy}: {result.ending}")
    spent = (learning.seconds, reading.seconds, recording.seconds)
    return Run(result.measures.requests, pages[0], result.cpu_seconds, result.learning_requests, *spent)


def measure(renew: Callable[[], Subject], rounds: int, generic_pages: int | None) -> dict[str, Run]:
    """Crawl by both strategies in turn; of each the round that took least."""
    runs: dict[str, list[Run]] = {"generic": [], "weft": []}
    for _ in range(rounds):
        runs["generic"].append(crawl(renew(), "generic", generic_pages))
        runs["weft"].append(crawl(renew(), "weft"))
    return {name: min(found, key=lambda run: run.seconds) for name, found in runs.items()}


def figures(runs: dict[str, Run]) -> dict[str, float]:
    """Give what the table shows.

    Costs are CPU ms a page. Redirects and answers that nothing is there are no pages, and `generic` gets many: what it
    costs to get them is part of its pages. Those told a request count every answer alike.
    """
    generic, weft = runs["generic"], runs["weft"]
    base, by_request = 1000 * generic.seconds / generic.pages, 1000 * generic.seconds / generic.requests
    online = 1000 * weft.online / max(1, weft.pages - weft.learning_requests)
    whole = 1000 * weft.seconds / weft.pages
    return {
        "generic_ms": base,
        "generic_request_ms": by_request,
        "weft_ms": whole,
        "ratio": whole / base,
        "request_ratio": 1000 * weft.seconds / weft.requests / by_request,
        "learning_requests": weft.learning_requests,
        "learning_seconds": weft.learning,
        "online_ms": online,
        "online_ratio": online / base,
        "online_request_ratio": 1000 * weft.online / max(1, weft.requests - weft.learning_requests) / by_request,
        "posts_ms": 1000 * (weft.reading + weft.recording) / weft.pages,
    }


COLUMNS = {  # heading -> which figure, and how it is written; figures of a request are in brackets
    "generic ms": ("generic_ms", "{:.2f}"),
    "(request)": ("generic_request_ms", "({:.2f})"),
    "weft ms": ("weft_ms", "{:.2f}"),
    "ratio": ("ratio", "{:.2f}"),
    "(ratio)": ("request_ratio", "({:.2f})"),
    "learning s": ("learning_seconds", "{:.2f}"),
    "online ms": ("online_ms", "{:.2f}"),
    "its ratio": ("online_ratio", "{:.2f}"),
    "(its ratio)": ("online_request_ratio", "({:.2f})"),
    "posts ms": ("posts_ms", "{:.2f}"),
}


def show(rows: dict[str, dict[str, Run]]) -> None:
    table = Table(title="A whole crawl, posts read and durable (CPU a page; in brackets: a request)", box=None)
    table.add_column("site")
    for heading in ("generic", "pages", "weft", *COLUMNS):
        table.add_column(heading, justify="right")
    for name, runs in rows.items():
        found = figures(runs)
        generic, weft = runs["generic"], runs["weft"]
        counts = [f"{count:,}" for count in (generic.requests, generic.pages, weft.pages)]
        table.add_row(name, *counts, *[how.format(found[which]) for which, how in COLUMNS.values()])
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, action="append", help="folder of a mirrored site; may be given again")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--generic-pages", type=int, help="generic is stopped after so many requests")
    options = parser.parse_args()
    crawl(make_subject(40), "weft")  # what is loaded on first use
    gc.freeze()  # as the command line does
    gc.set_threshold(10_000, 200, 50)
    rows: dict[str, dict[str, Run]] = {}
    for folder in options.site or [None]:
        name = folder.name if folder else f"demo, {DEMO_THREADS} threads"
        console.print(f"{name} ...", style="dim")
        renew = Terrain(folder.name, folder).open() if folder else lambda: make_subject(DEMO_THREADS)
        rows[name] = measure(renew, options.rounds, options.generic_pages)
    show(rows)
    OUT.mkdir(exist_ok=True)
    report = {
        name: {"runs": {kind: asdict(run) for kind, run in runs.items()}, **figures(runs)}
        for name, runs in rows.items()
    }
    (OUT / "crawlcost.json").write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
