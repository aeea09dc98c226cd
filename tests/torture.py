"""Kill a crawl again and again, and see that nothing is lost: `make torture`, and a short form in the tests.

A simulated forum is served by a process of its own. `weft crawl` is started, killed with SIGKILL at a random moment,
and started again with the same command, until it has been killed often enough; then it may finish.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from weft.simulate import Trait, make_site
from weft.store import UrlState, open_archive
from weft.urls import parse_address

CONCURRENCY = 8
SKIN = "oldtable"
WEFT = [sys.executable, "-m", "weft"]


@dataclass
class Outcome:
    """What a torture run found."""

    kills: int
    pages: int
    requests: int
    refetched: int
    stored_twice: int
    missing: list[str]
    slowest_resume: float
    integrity: str
    warc_faults: list[str] = field(default_factory=list)

    @property
    def allowed_refetches(self) -> int:
        """One page per worker and kill."""
        return CONCURRENCY * self.kills

    def verdicts(self) -> dict[str, bool]:
        """Every promise with whether it was kept."""
        return {
            "every page there": not self.missing,
            "none stored twice": self.stored_twice == 0,
            f"refetched {self.refetched} <= {self.allowed_refetches}": self.refetched <= self.allowed_refetches,
            f"slowest resume {self.slowest_resume:.2f} s < 5 s": self.slowest_resume < 5,
            f"database integrity {self.integrity}": self.integrity == "ok",
            "WARC clean": not self.warc_faults,
        }


@contextmanager
def simulated_server(threads: int, log: Path):
    """Serve a forum from a process of its own; gives its entry URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*WEFT, "simulate", "--skin", SKIN, "--threads", str(threads), "--port", str(port), "--log", str(log)]
    command += ["--without", "calendar"]  # without end, like real ones: this crawl is to finish
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(10)
        server.stdout.close()


def requests_in(log: Path) -> list[str]:
    """Read the server's log of requested URLs, without robots.txt."""
    if not log.exists():
        return []
    rows = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
    return [row["url"] for row in rows if not row["url"].endswith("/robots.txt")]


def kill_once(command: list[str], log: Path, chance: random.Random, mean_seconds: float) -> tuple[float, bool]:
    """Run the crawl, kill it some time after its first request; gives the time to resume and whether it was killed."""
    before = len(requests_in(log))
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(requests_in(log)) == before and process.poll() is None:
        time.sleep(0.01)
    resumed = time.monotonic() - began
    time.sleep(chance.uniform(0, 2 * mean_seconds))
    if process.poll() is not None:
        return resumed, False
    process.kill()
    process.wait()
    return resumed, True


def torture(kills: int, threads: int, *, delay: float = 0.02, mean_seconds: float = 0.5, seed: int = 1) -> Outcome:
    """Crawl with kills, then to the end, and check every promise."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="weft-torture-") as scratch:
        archive, log = Path(scratch) / "archive", Path(scratch) / "log.jsonl"
        with simulated_server(threads, log) as entry:
            command = [*WEFT, "crawl", entry, "--out", str(archive), "--delay", str(delay), "--strategy", "generic"]
            command += ["--concurrency", str(CONCURRENCY)]
            killed, slowest = 0, 0.0
            while killed < kills:
                resumed, was_killed = kill_once(command, log, chance, mean_seconds)
                slowest = max(slowest, resumed)
                killed += was_killed
                if not was_killed:
                    break
                print(f"\rkilled {killed} times, {len(requests_in(log))} requests so far", end="", file=sys.stderr)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(file=sys.stderr)
        return examine(archive, log, threads, killed, slowest)


def examine(archive: Path, log: Path, threads: int, killed: int, slowest: float) -> Outcome:
    """Compare what there is and what the server saw with what the archive holds."""
    requested = Counter(requests_in(log))
    with closing(sqlite3.connect(archive / "archive.db")) as database:
        integrity = database.execute("PRAGMA integrity_check").fetchone()[0]
    with open_archive(archive, create=False, read_only=True) as opened:
        stored = Counter(page.url for page in opened.pages())
        open_urls = [row.url for row in opened.urls() if row.state in (UrlState.QUEUED, UrlState.LEASED)]
    in_warc = Counter(response_urls(archive))
    missing = sorted(set(requested) - set(stored)) + unreached(stored, threads)
    missing += [f"{url} (not in WARC)" for url in stored if url not in in_warc]
    return Outcome(
        kills=killed,
        pages=len(stored),
        requests=sum(requested.values()),
        refetched=sum(count - 1 for count in requested.values()),
        stored_twice=sum(count - 1 for count in in_warc.values()) + sum(count - 1 for count in stored.values()),
        missing=missing + [f"{url} (still queued)" for url in open_urls],
        slowest_resume=slowest,
        integrity=integrity,
        warc_faults=warc_faults(archive),
    )


def unreached(stored: Iterable[str], threads: int) -> list[str]:
    """Name the pages of the forum that the archive lacks, by the simulator's own truth."""
    site = make_site(SKIN, threads=threads, without={Trait.CALENDAR})
    at = site.model.end
    pages = (site.base_url + parse_address(url).target for url in stored)
    reached = {site.truth(url, at).key for url in pages}
    return sorted(site.wanted_keys(at) - reached)


def response_urls(archive: Path) -> list[str]:
    """List the responses of all WARC files, read by warcio."""
    urls = []
    for path in sorted((archive / "warc").iterdir()):
        with path.open("rb") as stream:
            urls += [r.rec_headers["WARC-Target-URI"] for r in ArchiveIterator(stream) if r.rec_type == "response"]
    return urls


def warc_faults(archive: Path) -> list[str]:
    """Run `warcio check` over all WARC files."""

    options = SimpleNamespace(inputs=[str(path) for path in sorted((archive / "warc").iterdir())], verbose=False)
    return [] if Checker(options).process_all() in (0, None) else ["warcio check found a fault"]


def main() -> None:
    """Run from the command line; exit code 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--threads", type=int, default=85)
    options = parser.parse_args()
    began = time.monotonic()
    outcome = torture(options.kills, options.threads)
    print(
        f"{outcome.kills} kills, {outcome.pages} pages, {outcome.requests} requests, {time.monotonic() - began:.0f} s"
    )
    for promise, kept in outcome.verdicts().items():
        print(f"{'ok  ' if kept else 'FAIL'} {promise}")
    for url in outcome.missing[:10]:
        print(f"     missing {url}")
    sys.exit(0 if all(outcome.verdicts().values()) and outcome.kills == options.kills else 1)


if __name__ == "__main__":
    main()
