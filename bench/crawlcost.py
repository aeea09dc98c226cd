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
from weft.store import _sqlite

ROUNDS = 2
DEMO_THREADS = 200
GENERIC_PAGES = 1500  # enough to tell what a page costs that strategy
OUT = Path(__file__).parent / "out"
console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)


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
    with ExitStack() as stack:
        stack.enter_context(patch.object(Tutor, "learn", learning.around_all(Tutor.learn)))
        stack.enter_context(patch.object(Scribe, "read", reading.around(Scribe.read)))
        for name in ("read_again", "learn_from_archive"):
            stack.enter_context(patch.object(_session, name, reading.around(getattr(_session, name))))
        # What is read again is also recorded inside that call: both together are what it costs.
        stack.enter_context(patch.object(_sqlite, "record_visits", recording.around(_sqlite.record_visits)))
        result = asyncio.run(evaluate_crawl(subject, strategy, max_pages))
    if result.has_failed:
        raise SystemExit(f"{subject.name} with {strategy}: {result.ending}")
    spent = (learning.seconds, reading.seconds, recording.seconds)
    return Run(result.measures.requests, result.cpu_seconds, result.learning_requests, *spent)


def measure(renew: Callable[[], Subject], rounds: int, generic_pages: int) -> dict[str, Run]:
    """Crawl by both strategies in turn; of each the round that took least."""
    runs: dict[str, list[Run]] = {"generic": [], "weft": []}
    for _ in range(rounds):
        runs["generic"].append(crawl(renew(), "generic", generic_pages))
        runs["weft"].append(crawl(renew(), "weft"))
    return {name: min(found, key=lambda run: run.seconds) for name, found in runs.items()}


def figures(runs: dict[str, Run]) -> dict[str, float]:
    """Give what the table shows; all costs are CPU ms a request."""
    generic, weft = runs["generic"], runs["weft"]
    base = 1000 * generic.seconds / generic.requests
    crawled = max(1, weft.requests - weft.learning_requests)
    online = 1000 * weft.online / crawled
    posts = 1000 * (weft.reading + weft.recording) / weft.requests
    whole = 1000 * weft.seconds / weft.requests
    return {
        "generic_ms": base,
        "weft_ms": whole,
        "ratio": whole / base,
        "learning_requests": weft.learning_requests,
        "learning_seconds": weft.learning,
        "online_ms": online,
        "online_ratio": online / base,
        "posts_ms": posts,
        "without_learning_ratio": 1000 * (weft.seconds - weft.learning) / crawled / base,
    }


def show(rows: dict[str, dict[str, Run]]) -> None:
    table = Table(title="A whole crawl, posts read and durable (CPU ms a request; ratios are to generic)", box=None)
    table.add_column("site")
    for heading in ("generic", "ms", "weft", "ms", "ratio", "learned from", "CPU s", "online ms", "ratio", "posts ms"):
        table.add_column(heading, justify="right")
    for name, runs in rows.items():
        found = figures(runs)
        table.add_row(
            name,
            f"{runs['generic'].requests:,}",
            f"{found['generic_ms']:.2f}",
            f"{runs['weft'].requests:,}",
            f"{found['weft_ms']:.2f}",
            f"{found['ratio']:.2f}",
            f"{found['learning_requests']:.0f}",
            f"{found['learning_seconds']:.2f}",
            f"{found['online_ms']:.2f}",
            f"{found['online_ratio']:.2f}",
            f"{found['posts_ms']:.2f}",
        )
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, action="append", help="folder of a mirrored site; may be given again")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--generic-pages", type=int, default=GENERIC_PAGES, help="after so many generic is stopped")
    options = parser.parse_args()
    crawl(make_subject(40), "weft")  # what is loaded on first use
    gc.freeze()  # as the command line does
    gc.set_threshold(10_000, 20, 50)
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
