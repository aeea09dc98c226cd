"""Forums under watch, and archives of them some days before their end; each is crawled once in a run of the tests."""

from __future__ import annotations

import asyncio
import atexit
import dataclasses
import shutil
import tempfile
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import weft
from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.config import Settings
from weft.fetch import TransportError, Trouble, WireRequest, WireResponse
from weft.simulate import Fates, ForumModel, SimulatedTransport, Site, Tags, Trait, make_site, pick_skin

BASE = Settings()
FATES = Fates(edited=0.2, deleted=0.2, edit_lag=timedelta(days=5), delete_lag=timedelta(days=5))
SETTINGS = dataclasses.replace(BASE, fetch=dataclasses.replace(BASE.fetch, delay=timedelta(0), concurrency=4))


@cache
def site_of(name: str) -> Site:
    """A skin's forum; or `lively`, three weeks old, with a post an hour, no feed; `fading` edits and deletes them."""
    if name not in {"lively", "fading"}:
        return make_site(name, threads=40)
    skin = pick_skin("ledger")
    start = datetime(2024, 1, 1, tzinfo=UTC)
    model = ForumModel(locale=skin.locale, kind=skin.kind, threads=60, start=start, end=start + timedelta(days=20))
    fates = FATES if name == "fading" else None
    return Site(skin, model, set(skin.traits) - {Trait.FEEDS}, base_url="http://forum.example", fates=fates)


@cache
def _crawl(name: str, days: int) -> Path:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    site = site_of(name)
    at = site.model.end - timedelta(days=days)
    transport = SimulatedTransport(site, at, tags=Tags.TRUE)
    job = CrawlJob(site.entry_url, folder / "a", SETTINGS, transport=transport, clock=VirtualClock(at))
    asyncio.run(run_job(job))
    return folder / "a"


def copy_archive(name: str, days: int, folder: Path) -> Path:
    """Give a copy of the archive of a forum as it was so many days before its end."""
    shutil.copytree(_crawl(name, days), folder / "a")
    return folder / "a"


def held_ids(folder: Path) -> list[str]:
    """Give the ids of the posts in an archive."""
    with weft.open_archive(folder) as archive:
        return [row.post.id for row in archive.posts()]


def true_ids(site: Site, before_end: timedelta = timedelta(0)) -> list[str]:
    """Give the ids of the posts that are there."""
    return [str(post.id) for thread in site.threads(site.model.end - before_end) for post in thread.posts]


class Shaky:
    """A transport whose every third request gets no answer."""

    def __init__(self, transport: SimulatedTransport) -> None:
        self._transport = transport
        self.sent = 0

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[WireResponse]:
        self.sent += 1
        if self.sent % 3 == 0:
            raise TransportError(Trouble.DISCONNECTED)
        return self._transport.open(request)

    async def close(self) -> None:
        pass
