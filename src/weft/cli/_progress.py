"""What a long command shows while it runs: a live display on a terminal, plain lines elsewhere; on standard error."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from weft.crawl import Snapshot
from weft.store import UrlState

PLAIN_EVERY_SECONDS = 5.0
_RATE_WINDOW = 20  # snapshots, ten seconds

Show = Callable[[Snapshot], None]


@contextlib.contextmanager
def show_progress(url: str, folder: Path) -> Iterator[Show]:
    """Give the function that shows a snapshot, for as long as the command runs."""
    console = Console(stderr=True)
    if not console.is_terminal:
        sys.stderr.write(f"crawling {url} into {folder}\n")
        yield _PlainLines()
        return
    rates = _Rate()
    with Live(console=console, refresh_per_second=4, transient=True) as live:
        yield lambda snapshot: live.update(_panel(url, folder, snapshot, rates.feel(snapshot)))


class FileCount:
    """Tells how many files were read, a line every few seconds: taking their text out comes after the crawl."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, todo: int) -> None:
        """Take the numbers."""
        self._next = self._next or time.monotonic() + PLAIN_EVERY_SECONDS
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PLAIN_EVERY_SECONDS
            sys.stderr.write(f"text of {done:,} of {todo:,} files taken out\n")
            sys.stderr.flush()


class _Rate:
    """Pages a second over the last ten seconds."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque(maxlen=_RATE_WINDOW)

    def feel(self, snapshot: Snapshot) -> float:
        self._points.append((snapshot.seconds, snapshot.counters.pages))
        (began, before), (now, pages) = self._points[0], self._points[-1]
        return (pages - before) / (now - began) if now > began else 0.0


class _PlainLines:
    """One line every few seconds, for logs; and one at once when the host asks us to wait."""

    def __init__(self) -> None:
        self._rate = _Rate()
        self._next = 0.0
        self._waited = ""

    def __call__(self, snapshot: Snapshot) -> None:
        rate = self._rate.feel(snapshot)
        waiting = _waiting(snapshot)
        if time.monotonic() < self._next and waiting in ("", self._waited):
            return
        self._waited = waiting
        self._next = time.monotonic() + PLAIN_EVERY_SECONDS
        states = snapshot.summary.by_state
        line = (
            f"{snapshot.counters.pages} pages, {rate:.1f}/s, {_queued(snapshot)} queued,"
            f" {states.get(UrlState.EXCLUDED, 0)} excluded, {states.get(UrlState.FAILED, 0)} failed"
        )
        sys.stderr.write(f"{line}{waiting}\n")
        sys.stderr.flush()


def _queued(snapshot: Snapshot) -> int:
    states = snapshot.summary.by_state
    return states.get(UrlState.QUEUED, 0) + states.get(UrlState.LEASED, 0)


def _waiting(snapshot: Snapshot) -> str:
    until = snapshot.counters.waiting_until
    if until is None or until <= datetime.now(UTC):
        return ""
    return f"; waiting until {until:%H:%M:%S} UTC: {snapshot.counters.waiting_why}"


def _panel(url: str, folder: Path, snapshot: Snapshot, rate: float) -> Group:
    states, queued = snapshot.summary.by_state, _queued(snapshot)
    known = max(1, snapshot.summary.discovered - states.get(UrlState.EXCLUDED, 0))
    done = known - queued
    width = 40
    filled = int(width * done / known)
    bar = Text("━" * filled, style="green") + Text("━" * (width - filled), style="bright_black")
    table = Table.grid(padding=(0, 2))
    table.add_row(bar, f"{done:,} of {known:,} known", f"{rate:.1f} pages/s", _left(queued, rate))
    kinds = ", ".join(f"{count:,} {role}" for role, count in sorted(snapshot.summary.roles.items())) or "nothing yet"
    counts = Text(f"fetched {kinds}; excluded {states.get(UrlState.EXCLUDED, 0):,}", style="dim")
    failed = states.get(UrlState.FAILED, 0)
    if failed:
        counts.append(f"; failed {failed:,}", style="red")
    counts.append(_waiting(snapshot), style="yellow")
    last = Text(snapshot.counters.last_url, style="dim", overflow="ellipsis", no_wrap=True)
    return Group(Text(f"Weft: {url} → {folder}  (Ctrl-C stops, the same command goes on)"), table, counts, last)


def _left(queued: int, rate: float) -> str:
    if not queued or rate <= 0:
        return ""
    minutes, seconds = divmod(int(queued / rate), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours} h {minutes} min" if hours else f"{minutes} min" if minutes else f"{seconds} s"
    return f"about {text} left"
