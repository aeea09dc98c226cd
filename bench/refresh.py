"""What a decision of a refresh policy costs when it watches a thousand lists, and when it watches a million."""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from weft.page import BoardEntry, IndexPage, ThreadEntry
from weft.refresh import Known, ListKind, Policy, Request, Sight, Why, make_policy

OUT = Path(__file__).parent / "out"
NOW = datetime(2024, 1, 1, tzinfo=UTC).timestamp()
DAY = 86_400.0
THREADS_A_BOARD = 5000
ROWS = 20
INTERVAL = 28.8  # 3,000 requests a day
DECISIONS = 20_000
SIZES = (1_000, 10_000, 100_000, 1_000_000)


class Forum:
    """Answers without a model of a forum: now and then a thread has a new post, and lists tell it, or nothing."""

    def __init__(self, threads: int, *, tells: bool) -> None:
        self.threads, self.tells = threads, tells
        self.boards = max(1, threads // THREADS_A_BOARD)
        self.chance = random.Random(1)
        self.counts = [3] * self.boards
        self.tops = [[number * THREADS_A_BOARD + row for row in range(ROWS)] for number in range(self.boards)]
        self.lasts: dict[int, float] = {}

    def adopt_all(self, policy: Policy) -> None:
        for board in range(self.boards):
            policy.adopt(Known(f"b{board}", ListKind.INDEX, "entry", THREADS_A_BOARD // ROWS, visited=NOW), NOW)
        for thread in range(self.threads):
            age = DAY * 1000 * self.chance.random() ** 3
            times = tuple(NOW - age - hours * 3600.0 for hours in (9.0, 2.0, 0.0))
            self.lasts[thread] = times[-1]
            board = min(thread // THREADS_A_BOARD, self.boards - 1)
            policy.adopt(Known(f"t{thread}", ListKind.POSTS, f"b{board}", 1, times, NOW), NOW)
        policy.adopt(Known("entry", ListKind.INDEX, visited=NOW), NOW)

    def live(self, now: float) -> None:
        """Let a post be written at every tenth request."""
        if self.chance.random() < 0.1:
            board = self.chance.randrange(self.boards)
            thread = self.chance.choice(self.tops[board])
            self.tops[board].remove(thread)
            self.tops[board].insert(0, thread)
            self.lasts[thread] = now
            self.counts[board] += 1

    def answer(self, request: Request, now: float) -> Sight:
        kind, number = request.list[0], request.list[1:]
        if kind == "t":
            last = self.lasts[int(number)]
            return Sight(request.list, 1, 1, times=(last,), new=int(request.why is Why.TOLD))
        if kind == "e":
            rows = tuple(self._board(board) for board in range(self.boards))
            return Sight(request.list, index=IndexPage(boards=rows))
        rows = tuple(self._thread(thread) for thread in self.tops[int(number)])
        return Sight(request.list, request.number, 9, IndexPage(threads=rows))

    def _board(self, board: int) -> BoardEntry:
        if not self.tells:
            return BoardEntry(f"b{board}", "")
        last = datetime.fromtimestamp(self.lasts[self.tops[board][0]], UTC)
        return BoardEntry(f"b{board}", "", posts=self.counts[board], last_time=last)

    def _thread(self, thread: int) -> ThreadEntry:
        last = datetime.fromtimestamp(self.lasts[thread], UTC) if self.tells else None
        return ThreadEntry(f"t{thread}", "", last_time=last)


def measure(name: str, threads: int, tells: bool) -> dict[str, float | str]:
    """Time decisions, and what is learned from their answers, of a policy that holds so many lists."""
    before = peak_mib()
    forum, policy = Forum(threads, tells=tells), make_policy(name)
    began = time.process_time()
    forum.adopt_all(policy)
    adopting = time.process_time() - began
    choosing = seeing = 0.0
    worst = 0.0
    for slot in range(DECISIONS):
        now = NOW + slot * INTERVAL
        forum.live(now)
        began = time.process_time()
        requests = policy.choose(now)
        spent = time.process_time() - began
        choosing, worst = choosing + spent, max(worst, spent)
        for request in requests:
            sight = forum.answer(request, now)
            began = time.process_time()
            policy.see(sight, now)
            seeing += time.process_time() - began
    return {
        "policy": name,
        "lists": threads,
        "lists tell": "all" if tells else "nothing",
        "adopting_us": 1e6 * adopting / threads,
        "choose_us": 1e6 * choosing / DECISIONS,
        "see_us": 1e6 * seeing / DECISIONS,
        "worst_ms": 1e3 * worst,
        "peak_mib": peak_mib() - before,
    }


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", action="append", help="policies to time [weft]")
    parser.add_argument("--most", type=int, default=SIZES[-1], help="the largest number of lists")
    options = parser.parse_args()
    table = Table(
        title=f"CPU of one decision ({DECISIONS:,} of them), with peak memory beyond the size before", box=None
    )
    headings = ("policy", "lists", "lists tell", "adopt µs", "choose µs", "see µs", "worst choose ms", "MiB")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in {"policy", "lists tell"} else "right")
    sizes = [size for size in SIZES if size <= options.most]
    runs = [(name, size, tells) for name in options.policy or ["weft"] for size in sizes for tells in (True, False)]
    # a process each: what one has freed must not serve the next
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        rows = [pool.submit(measure, *run).result() for run in runs]
    for row in rows:
        figures = (f"{row[key]:,.1f}" for key in ("adopting_us", "choose_us", "see_us", "worst_ms"))
        table.add_row(row["policy"], f"{row['lists']:,}", row["lists tell"], *figures, f"{row['peak_mib']:,.0f}")
    Console(highlight=False).print(table)
    OUT.mkdir(exist_ok=True)
    (OUT / "refresh.json").write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
