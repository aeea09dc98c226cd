"""What whole commands cost: `weft crawl` of mirrored sites over HTTP beside `generic`, start, files and posts included.

`generic` is stopped after as many requests as `weft` made, so that both start once for as many pages; with
`--to-the-end` it fetches all it finds, ten times as many, and its start is next to nothing a page.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from rich.console import Console
from rich.table import Table

from weft.evaluate import load_site

ROUNDS = 2
OUT = Path(__file__).parent / "out"
console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)


@dataclass(frozen=True)
class Cost:
    """One command: what it fetched, and the CPU of it and of the processes it started."""

    requests: int
    pages: int
    seconds: float

    @property
    def page_ms(self) -> float:
        """CPU of a page; redirects and answers that nothing is there are no pages."""
        return 1000 * self.seconds / max(1, self.pages)


async def serve(folder: Path) -> None:
    """Answer as the mirrored site does, on the port it was made on, until told to stop."""
    site = load_site(folder)

    async def answer(request: web.BaseRequest) -> web.Response:
        found = site.answer_to(request.raw_path)
        if found is None:
            return web.Response(status=404, text="nothing")
        return web.Response(status=found.status, headers=found.headers, body=found.body)

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", urlsplit(site.entry).port).start()
    print(site.entry, flush=True)
    await asyncio.Event().wait()


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a site from a process of its own; gives its entry."""
    command = [sys.executable, "-m", "bench.commands", "--serve", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def crawl(entry: str, *options: str) -> Cost:
    """Run the command in an archive that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as parent:
        archive = str(Path(parent) / "archive")
        command = [sys.executable, "-m", "weft", "crawl", entry, "--out", archive, "--delay", "0", "--json", *options]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, env=_with_bytecode(), check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{entry} {' '.join(options)}: {done.stderr.strip()[-500:]}")
    told = json.loads(done.stdout)
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Cost(told["requests"], told["by_state"]["fetched"], spent)


def _with_bytecode() -> dict[str, str]:
    """Give the environment of a user: where Python keeps no bytecode each start would compile the house anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def measure(folder: Path, rounds: int, *, to_the_end: bool) -> dict[str, Cost]:
    """Crawl by both strategies in turn; of each the round that took least."""
    costs: dict[str, list[Cost]] = {"weft": [], "generic": []}
    with served(folder) as entry:
        crawl(entry, "--max-pages", "1")  # makes bytecode, where there is none yet
        for _ in range(rounds):
            costs["weft"].append(crawl(entry))
            limit = [] if to_the_end else ["--max-pages", str(costs["weft"][-1].requests)]
            costs["generic"].append(crawl(entry, "--strategy", "generic", *limit))
    return {name: min(found, key=lambda cost: cost.seconds) for name, found in costs.items()}


def show(rows: dict[str, dict[str, Cost]]) -> None:
    table = Table(title="Whole commands over HTTP, least of the rounds (CPU ms a page fetched)", box=None)
    table.add_column("site")
    for heading in ("generic pages", "CPU s", "ms", "weft pages", "CPU s", "ms", "ratio"):
        table.add_column(heading, justify="right")
    for name, costs in rows.items():
        generic, weft = costs["generic"], costs["weft"]
        cells = [
            cell for one in (generic, weft) for cell in (f"{one.pages:,}", f"{one.seconds:.2f}", f"{one.page_ms:.2f}")
        ]
        table.add_row(name, *cells, f"{weft.page_ms / generic.page_ms:.2f}")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--site", type=Path, action="append", default=[], help="folder of a mirrored site; may be given again"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--to-the-end", action="store_true", help="generic fetches all it finds")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve(options.serve))
        return
    rows: dict[str, dict[str, Cost]] = {}
    for folder in options.site:
        console.print(f"{folder.name} ...", style="dim")
        rows[folder.name] = measure(folder, options.rounds, to_the_end=options.to_the_end)
    show(rows)
    OUT.mkdir(exist_ok=True)
    name = "commands-to-the-end.json" if options.to_the_end else "commands.json"
    report = {site: {kind: asdict(cost) for kind, cost in costs.items()} for site, costs in rows.items()}
    (OUT / name).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
