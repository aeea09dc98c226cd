"""A simulated site behind real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TextIO

from aiohttp import web
from multidict import CIMultiDict

from weft.clock import Clock
from weft.simulate._site import Site
from weft.simulate._transport import Moments, Visit
from weft.simulate._validators import Tags, tag_answer


@asynccontextmanager
async def serve(
    site: Site,
    moments: Moments | datetime,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    access_log: Path | None = None,
    visits: list[Visit] | None = None,
    tags: Tags = Tags.NONE,
) -> AsyncIterator[str]:
    """Serve a site while the context is open, and give its entry's URL; sets the site's `base_url`.

    `access_log` gets a JSON line a request ({"url", "status", "t"}), `visits` the same as values, with the
    time of the clock that `moments` go by.
    """
    with _open_log(access_log) as log:
        shown = Moments(moments) if isinstance(moments, datetime) else moments
        handler = _Handler(site, shown, _Notes(log, visits, shown.clock), tags)
        server = web.Server(handler.answer, access_log=None)
        runner = web.ServerRunner(server, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
            site.base_url = f"http://{host}:{runner.addresses[0][1]}"
            yield site.entry_url
        finally:
            await runner.cleanup()


def run_server(
    site: Site,
    moments: Moments | datetime,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    access_log: Path | None = None,
    ready: Callable[[str], None] = print,
    tags: Tags = Tags.NONE,
) -> None:
    """Serve a site until interrupted; `ready` gets the entry's URL once requests are answered."""

    async def stand() -> None:
        async with serve(site, moments, host=host, port=port, access_log=access_log, tags=tags) as url:
            ready(url)
            await asyncio.Event().wait()

    asyncio.run(stand())


class _Handler:
    """Turns requests into answers of the site, and notes them."""

    def __init__(self, site: Site, moments: Moments, notes: _Notes, tags: Tags) -> None:
        self._site = site
        self._moments = moments
        self._notes = notes
        self._tags = tags

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        arrived = self._notes.now()
        url = self._site.base_url + request.raw_path
        if request.method not in {"GET", "HEAD"}:
            # whoever posts, acts
            self._site.acted += 1
            self._notes.add(url, 405, arrived)
            return web.Response(status=405, headers={"Allow": "GET, HEAD"})
        try:
            answer = self._site.answer(url, self._moments.now(), dict(request.cookies))
            answer = tag_answer(answer, url, request.headers.get("If-None-Match", ""), self._tags)
        except ValueError:
            self._notes.add(url, 400, arrived)
            return web.Response(status=400)
        self._notes.add(url, answer.status, arrived)
        return web.Response(status=answer.status, headers=CIMultiDict(answer.headers), body=answer.body)


class _Notes:
    """Writes requests down."""

    def __init__(self, log: TextIO | None, visits: list[Visit] | None, clock: Clock) -> None:
        self._log, self._visits, self._clock = log, visits, clock

    def now(self) -> float:
        """Give the time to note for a request that arrives now."""
        return round(self._clock.now().timestamp(), 3)

    def add(self, url: str, status: int, seconds: float) -> None:
        if self._visits is not None:
            self._visits.append(Visit(url, status, seconds))
        if self._log is not None:
            # flushed line by line: the log is read while the server runs
            self._log.write(json.dumps({"url": url, "status": status, "t": seconds}) + "\n")
            self._log.flush()


@contextmanager
def _open_log(path: Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
        return
    with path.open("w", encoding="utf-8") as log:
        yield log
