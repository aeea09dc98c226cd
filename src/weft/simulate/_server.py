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

from weft.clock import Clock, SystemClock
from weft.simulate._site import Site
from weft.simulate._transport import Moments, Visit


@asynccontextmanager
async def serve(
    site: Site,
    moments: Moments | datetime,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    access_log: Path | None = None,
    visits: list[Visit] | None = None,
) -> AsyncIterator[str]:
    """Serve a site while the context is open, and give its entry's URL; sets the site's `base_url`.

    `access_log` gets a JSON line a request ({"url", "status", "t"}), `visits` the same as values.
    """
    with _open_log(access_log) as log:
        handler = _Handler(site, Moments(moments) if isinstance(moments, datetime) else moments, log, visits)
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
) -> None:
    """Serve a site until interrupted; `ready` gets the entry's URL once requests are answered."""

    async def stand() -> None:
        async with serve(site, moments, host=host, port=port, access_log=access_log) as url:
            ready(url)
            await asyncio.Event().wait()

    asyncio.run(stand())


class _Handler:
    """Turns requests into answers of the site, and notes them."""

    def __init__(self, site: Site, moments: Moments, log: TextIO | None, visits: list[Visit] | None) -> None:
        self._site = site
        self._moments = moments
        self._log = log
        self._visits = visits
        self._clock: Clock = SystemClock()

    async def answer(self, request: web.BaseRequest) -> web.StreamResponse:
        url = self._site.base_url + request.raw_path
        if request.method not in {"GET", "HEAD"}:
            # whoever posts, acts
            self._site.acted += 1
            self._note(url, 405)
            return web.Response(status=405, headers={"Allow": "GET, HEAD"})
        try:
            answer = self._site.answer(url, self._moments.now(), dict(request.cookies))
        except ValueError:
            self._note(url, 400)
            return web.Response(status=400)
        self._note(url, answer.status)
        return web.Response(status=answer.status, headers=CIMultiDict(answer.headers), body=answer.body)

    def _note(self, url: str, status: int) -> None:
        seconds = round(self._clock.now().timestamp(), 3)
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
