"""A forum served from memory by a process of its own, so that only the crawlers' work is measured."""

from __future__ import annotations

import asyncio
import sys

from aiohttp import web

from weft.page import read_page
from weft.simulate import Site, Trait, make_site

# What stays on: the crawlers are compared on the same links, so nothing that one of them would refuse to follow.
TRAITS = frozenset({Trait.PROFILES, Trait.PERMALINKS, Trait.THREAD_STEPS, Trait.TAGS})


def render_all(site: Site) -> dict[str, bytes]:
    """Walk the site once and keep every page."""
    at = site.model.end
    pages: dict[str, bytes] = {}
    queue = [site.entry_url]
    while queue:
        url = queue.pop()
        target = url.removeprefix(site.base_url)
        if target in pages or not url.startswith(site.base_url):
            continue
        answer = site.answer(url, at)
        pages[target] = answer.body if answer.status == 200 else b""
        queue += [link.url for link in read_page(url, pages[target]).links if link.url is not None]
    return pages


async def serve(threads: int) -> None:
    """Render, bind a free port, say where, answer until told to stop."""
    site = make_site("cards", threads=threads)
    site = Site(site.skin, site.model, TRAITS, base_url="http://127.0.0.1:1")
    pages = render_all(site)

    async def answer(request: web.BaseRequest) -> web.Response:
        body = pages.get(request.raw_path)
        if body is None:
            return web.Response(status=404, text="nothing", content_type="text/plain")
        return web.Response(body=body.replace(b"http://127.0.0.1:1", base), content_type="text/html", charset="utf-8")

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = f"http://127.0.0.1:{runner.addresses[0][1]}".encode()
    sizes = sorted(len(body) for body in pages.values())
    entry = base.decode() + site.entry_url.removeprefix(site.base_url)
    print(len(pages), sizes[len(sizes) // 2], entry, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
