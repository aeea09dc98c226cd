"""Weft against Scrapy on the same server in one run, and how the frontier grows. Prints tables, writes bench/out."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from weft.store import Discovered, open_archive

ROUNDS = 3
GROWTH = (10_000, 100_000, 1_000_000)
GROWTH_PAGES = 1000
OUT = Path(__file__).parent / "out"
console = Console(highlight=False)


@dataclass(frozen=True)
class Run:
    """One crawl by one process."""

    name: str
    pages: int
    cpu_seconds: float
    wall_seconds: float
    peak_mib: float

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_seconds / max(1, self.pages)


@contextlib.contextmanager
def server(threads: int) -> Iterator[tuple[int, int, str]]:
    """Start the server process; gives number of pages, median size and entry."""
    process = subprocess.Popen([sys.executable, "-m", "bench.server", str(threads)], stdout=subprocess.PIPE, text=True)
    try:
        count, size, entry = process.stdout.readline().split()
        yield int(count), int(size), entry
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def measure(name: str, command: list[str], pages_of) -> Run:
    """Run a command to its end and read what the kernel counted for it."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode()
    if process.returncode not in (0, 3):
        raise SystemExit(f"{name} failed with exit code {process.returncode}: {' '.join(command)}")
    pages = pages_of(text)
    if not pages:
        raise SystemExit(f"{name} fetched nothing: {' '.join(command)}")
    return Run(name, pages, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def weft_command(entry: str, folder: str, *more: str) -> list[str]:
    return [sys.executable, "-m", "weft", "crawl", entry, "--out", folder, "--json", *more]


def run_weft(entry: str) -> Run:
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as folder:
        command = weft_command(entry, folder + "/a", "--concurrency", "16")
        return measure("Weft, generic, WARC and SQLite durable", command, lambda text: json.loads(text)["run"]["pages"])


def run_scrapy(entry: str, how: str) -> Run:
    command = [sys.executable, "-m", "bench.scrapy_spider", entry, how]
    name = (
        "Scrapy, LinkExtractor, nothing stored"
        if how == "usual"
        else "Scrapy, Weft's way of link extraction, nothing stored"
    )
    return measure(name, command, lambda text: int(text.split()[-1]))


def compare(entry: str) -> list[list[Run]]:
    """Run all crawlers in turn, several rounds, so that a busy moment hits all alike."""
    rounds = []
    for number in range(ROUNDS):
        console.print(f"round {number + 1} of {ROUNDS} ...", style="dim")
        rounds.append([run_weft(entry), run_scrapy(entry, "tuned"), run_scrapy(entry, "usual")])
    return [list(runs) for runs in zip(*rounds, strict=True)]


def show_comparison(columns: list[list[Run]]) -> list[dict[str, float | str]]:
    medians = [
        {
            "crawler": runs[0].name,
            "pages": runs[0].pages,
            "cpu_ms_per_page": statistics.median(run.cpu_ms for run in runs),
            "pages_per_second": statistics.median(run.pages / run.wall_seconds for run in runs),
            "peak_mib": statistics.median(run.peak_mib for run in runs),
        }
        for runs in columns
    ]
    table = Table(title="The same forum, breadth first, 16 requests at once (medians)", box=None)
    for heading in ("crawler", "pages", "CPU ms/page", "Weft/it", "pages/s", "peak MiB"):
        table.add_column(heading, justify="left" if heading == "crawler" else "right")
    own = medians[0]["cpu_ms_per_page"]
    for row in medians:
        row["ratio"] = own / row["cpu_ms_per_page"]
        table.add_row(
            row["crawler"],
            f"{row['pages']:,}",
            f"{row['cpu_ms_per_page']:.2f}",
            f"{row['ratio']:.2f}",
            f"{row['pages_per_second']:.0f}",
            f"{row['peak_mib']:.0f}",
        )
    console.print(table)
    return medians


def grow(entry: str, sizes: tuple[int, ...]) -> list[dict[str, float]]:
    """Crawl the same pages with ever more URLs waiting in the frontier behind them."""
    table = Table(title=f"{GROWTH_PAGES:,} pages with a frontier of N waiting URLs", box=None)
    for heading in ("frontier", "CPU ms/page", "pages/s", "peak MiB", "database MiB"):
        table.add_column(heading, justify="right")
    rows = []
    for size in sizes:
        folder = tempfile.mkdtemp(prefix="weft-bench-")
        try:
            rows.append(grow_one(entry, Path(folder) / "a", size))
        finally:
            shutil.rmtree(folder)
        row = rows[-1]
        table.add_row(
            f"{size:,}",
            f"{row['cpu_ms_per_page']:.2f}",
            f"{row['pages_per_second']:.0f}",
            f"{row['peak_mib']:.0f}",
            f"{row['database_mib']:.0f}",
        )
    console.print(table)
    return rows


def grow_one(entry: str, folder: Path, size: int) -> dict[str, float]:
    subprocess.run(
        weft_command(entry, str(folder), "--max-pages", "1"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    archive = open_archive(folder)
    base = entry.rstrip("/")
    for first in range(0, size, 10_000):
        archive.add(
            Discovered(f"{base}/far/away/{n}/page.html?item={n * 7919}", depth=99) for n in range(first, first + 10_000)
        )
    archive.close()
    command = weft_command(entry, str(folder), "--max-pages", str(GROWTH_PAGES))
    run = measure(f"{size}", command, lambda text: json.loads(text)["run"]["pages"])
    return {
        "frontier": size,
        "pages": run.pages,
        "cpu_ms_per_page": run.cpu_ms,
        "pages_per_second": run.pages / run.wall_seconds,
        "peak_mib": run.peak_mib,
        "database_mib": (folder / "archive.db").stat().st_size / 2**20,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=300, help="size of the forum")
    parser.add_argument("--skip-growth", action="store_true")
    options = parser.parse_args()
    with server(options.threads) as (count, size, entry):
        console.print(
            f"{count:,} pages, median {size / 1024:.0f} KB, {platform.python_version()}, {os.cpu_count()} cores"
        )
        comparison = show_comparison(compare(entry))
        growth = [] if options.skip_growth else grow(entry, GROWTH)
    OUT.mkdir(exist_ok=True)
    report = {"pages": count, "median_bytes": size, "comparison": comparison, "growth": growth}
    (OUT / "bench.json").write_text(json.dumps(report, indent=2, default=asdict) + "\n")


if __name__ == "__main__":
    main()
