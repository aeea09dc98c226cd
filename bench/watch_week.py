"""A week of a forum's life over real HTTP in minutes, under watch, killed again and again: is anything lost?

A simulated forum is served by a process of its own whose clock runs a thousand times as fast as ours. The watch (what
`weft watch` runs) is another process with the same clock. It is killed with SIGKILL at random moments and started
again. What the forum shows, what the archive holds and what the server has noted are compared in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

from weft.api import CrawlJob, RefreshJob, open_archive, run_job, run_refresh
from weft.clock import VirtualClock
from weft.config import Settings
from weft.simulate import FastClock, Fates, ForumModel, Moments, SimulatedTransport, Site, Tags, pick_skin, run_server
from weft.store import PostRow

OUT = Path(__file__).parent / "out"
END = datetime(2024, 1, 1, tzinfo=UTC)
LIFE = timedelta(days=45)  # of the forum before its end
# The server notes a request late when it is busy, and the next one then seems to follow too soon. That does not add up:
# over some requests in a row the delays must be kept but for it.
JITTER_S = 0.05  # of our own time
IN_A_ROW = 5


@dataclass(frozen=True)
class World:
    """All that the processes must agree on. Spans of time are those of the fast world."""

    folder: str
    port: int = 0
    since: float = 0.0
    speed: float = 2000.0
    days: float = 7.0
    rest: int = 100  # requests after the week, with which the last of it may be fetched
    skin: str = "ledger"
    threads: int = 300
    budget: int = 400
    delay: float = 90.0
    once_per: float = 0.0  # hours; 0: evenly
    tags: str = Tags.TRUE.value
    edited: float = 0.03  # shares of the posts
    deleted: float = 0.01

    @property
    def begin(self) -> datetime:
        return END - timedelta(days=self.days)

    def clock(self) -> FastClock:
        return FastClock(self.begin, self.speed, self.since)

    def site(self) -> Site:
        skin = pick_skin(self.skin)
        model = ForumModel(locale=skin.locale, kind=skin.kind, threads=self.threads, start=END - LIFE, end=END)
        return Site(skin, model, base_url=f"http://127.0.0.1:{self.port}", fates=self.fates)

    @property
    def fates(self) -> Fates:
        return Fates(self.edited, self.deleted)

    @property
    def archive(self) -> Path:
        return Path(self.folder) / "archive"

    @property
    def log(self) -> Path:
        return Path(self.folder) / "server.jsonl"


@dataclass(frozen=True)
class Verdict:
    """What was found in the end."""

    kills: int
    written: int  # posts of the week
    missed: int
    twice: int
    called_gone: int  # that are there
    edits: int  # of posts held, in the week
    edits_noticed: int
    deletions: int
    deletions_noticed: int
    requests: int
    unmodified: int
    busiest_day: int
    budget: int
    hurried: int  # requests sooner after those before than the delay allows
    closest_seconds: float  # of the fast world
    refused: int  # answers other than 200 and 304
    mean_delay_minutes: float
    real_seconds: float

    def broken(self) -> list[str]:
        """Name the promises that were not kept."""
        promises = {
            "no post is missed": self.missed == 0,
            "none is stored twice": self.twice == 0,
            "none is called gone that is there": self.called_gone == 0,
            "no day's budget is exceeded": self.busiest_day <= self.budget,
            "the delay is kept": self.hurried == 0,
        }
        return [promise for promise, is_kept in promises.items() if not is_kept]


def live_through(world: World, kills: int, seed: int = 1) -> Verdict:
    """Crawl the forum as it is at the beginning, then watch it for the days of the world, killed so often."""
    began = time.monotonic()
    world = replace(world, port=_free_port())
    _crawl(world)
    world = replace(world, since=time.monotonic())
    chance = random.Random(seed)
    moments = sorted(chance.uniform(0.03, 0.97) * world.days for _ in range(kills))
    with _child("serve", world) as server:
        assert server.stdout is not None
        server.stdout.readline()
        for moment in moments:
            with _child("watch", world) as watch:
                _wait_until(world, moment)
                watch.send_signal(signal.SIGKILL)
        with _child("watch", world) as watch:
            _wait_until(world, world.days)
            _wait_for_requests(world)
            watch.send_signal(signal.SIGTERM)
            watch.wait(60)
    return _judge(world, kills, time.monotonic() - began)


def _crawl(world: World) -> None:
    site = world.site()
    transport = SimulatedTransport(site, world.begin, tags=Tags(world.tags))
    settings = _settings(0.0)
    job = CrawlJob(site.entry_url, world.archive, settings, transport=transport, clock=VirtualClock(world.begin))
    asyncio.run(run_job(job))


def _settings(delay: float) -> Settings:
    base = Settings()
    return replace(base, fetch=replace(base.fetch, delay=timedelta(seconds=delay), concurrency=1 if delay else 4))


@contextlib.contextmanager
def _child(part: str, world: World) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, __file__, part, json.dumps(asdict(world))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _wait_until(world: World, day: float) -> None:
    time.sleep(max(0.0, world.since + day * 86_400 / world.speed - time.monotonic()))


def _wait_for_requests(world: World) -> None:
    wanted = _count_lines(world.log) + world.rest
    while _count_lines(world.log) < wanted:
        time.sleep(0.1)


def _count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def serve(world: World) -> None:
    """Be the forum."""
    clock = world.clock()
    moments = Moments(clock.now(), speed=1.0, clock=clock)
    tags = Tags(world.tags)
    run_server(
        world.site(),
        moments,
        port=world.port,
        access_log=world.log,
        ready=lambda url: print(url, flush=True),
        tags=tags,
    )


def watch(world: World) -> None:
    """Be the watch."""
    period = timedelta(hours=world.once_per) if world.once_per else None
    job = RefreshJob(
        world.archive,
        _settings(world.delay),
        per_day=world.budget,
        watch=True,
        once_per=period,
        clock=world.clock(),
        handle_signals=True,
    )
    asyncio.run(run_refresh(job))


def _judge(world: World, kills: int, seconds: float) -> Verdict:
    with open_archive(world.archive) as archive:
        rows = list(archive.posts())
    site = world.site()
    true = {str(post.id): post.time for thread in site.threads(END) for post in thread.posts}
    held = Counter(row.post.id for row in rows)
    delays = [
        (row.first_seen - true[row.post.id]).total_seconds()
        for row in rows
        if world.begin < true.get(row.post.id, world.begin)
    ]
    log = [json.loads(line) for line in world.log.read_text().splitlines()]
    gaps = [after["t"] - before["t"] for before, after in pairwise(log)]
    spans = [after["t"] - before["t"] for before, after in zip(log, log[IN_A_ROW:], strict=False)]
    allowed = IN_A_ROW * world.delay - JITTER_S * world.speed
    return Verdict(
        kills=kills,
        written=sum(time > world.begin for time in true.values()),
        missed=len(true.keys() - held.keys()),
        twice=sum(count - 1 for count in held.values()),
        **_count_changes(world, site, rows),
        requests=len(log),
        unmodified=sum(row["status"] == 304 for row in log),
        busiest_day=max(Counter(int(row["t"] // 86_400) for row in log).values()),
        budget=world.budget,
        hurried=sum(span < allowed for span in spans),
        closest_seconds=round(min(gaps), 1),
        refused=sum(row["status"] not in {200, 304} for row in log),
        mean_delay_minutes=round(sum(delays) / max(1, len(delays)) / 60, 1),
        real_seconds=round(seconds, 1),
    )


def _count_changes(world: World, site: Site, rows: list[PostRow]) -> dict[str, int]:
    """Count the edits and deletions of the week, and how many of them the archive shows."""
    count = dict.fromkeys(("called_gone", "edits", "edits_noticed", "deletions", "deletions_noticed"), 0)
    for row in rows:
        post = site.model.find_post(int(row.post.id))
        assert post is not None
        deleted, edited = world.fates.delete_time(site.model, post), world.fates.edit_time(site.model, post)
        is_gone = row.gone is not None
        count["called_gone"] += is_gone and (deleted is None or deleted > row.gone)
        if deleted is not None and world.begin < deleted < END:
            count["deletions"] += 1
            count["deletions_noticed"] += is_gone
        elif edited is not None and max(world.begin, row.first_seen) < edited < END:
            count["edits"] += 1
            count["edits_noticed"] += row.version > 1
    return count


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] in {"serve", "watch"}:
        {"serve": serve, "watch": watch}[sys.argv[1]](World(**json.loads(sys.argv[2])))
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--skin", default=World.skin)
    parser.add_argument("--budget", type=int, default=World.budget, help="requests a day")
    parser.add_argument("--speed", type=float, default=World.speed, help="how much faster than ours")
    parser.add_argument("--days", type=float, default=World.days)
    parser.add_argument("--once-per", type=float, default=0.0, help="hours between bursts; 0: evenly")
    parser.add_argument("--tags", default=World.tags, help="entity tags: none, true, lying")
    parser.add_argument("--edited", type=float, default=World.edited, help="share of the posts")
    parser.add_argument("--deleted", type=float, default=World.deleted, help="share of the posts")
    options = vars(parser.parse_args())
    kills = options.pop("kills")
    with tempfile.TemporaryDirectory() as folder:
        verdict = live_through(World(folder, **options), kills)
    result = options | asdict(verdict) | {"broken": verdict.broken()}
    print(json.dumps(result, indent=2))
    OUT.mkdir(exist_ok=True)
    (OUT / "watch_week.json").write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
