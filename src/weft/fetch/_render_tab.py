"""A tab of the browser: pages are shown in it from the bytes at hand, left to their scripts, and written down."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Route, WebSocketRoute
from playwright.async_api import Error as BrowserError

from weft.fetch._outcome import Fetched
from weft.fetch._render_parts import Desk, Part, Wanted
from weft.fetch._render_script import fill_script, snapshot_script, wait_script
from weft.urls import canonicalise, parse_address

QUIET_MS = 150  # without a change in the document or a request: the page has come to rest
RESTLESS_MS = 3_000  # pages with clocks and tickers never do; so long they are left to themselves
PATIENCE = 5.0, 10.0  # seconds; a page that does not answer for so long runs a script without end
FEW_CHARACTERS = 200  # a page with less is waited for: some scripts begin late
LATE_MS = 2_000
CLOSE_SECONDS = 3.0
VIEW: Any = {"width": 1280, "height": 1024}  # the width that the stand-in for areas was fitted to


@dataclass(frozen=True, slots=True)
class TabLimits:
    """How long a page may take to come to rest, and how large its document may be."""

    seconds: float
    max_bytes: int

    @property
    def patience(self) -> float:
        """The seconds after which a page that does not answer is taken for hanging."""
        return max(PATIENCE[0], min(PATIENCE[1], self.seconds))


@dataclass(frozen=True, slots=True)
class Shot:
    """A document as it stood in the end; `at_rest` is false when it was still at work."""

    html: bytes
    at_rest: bool


class PageBroken(Exception):
    """The page did something that leaves nothing to write down."""


class Tab:
    """Shows one page after the other. What a page keeps in the browser is gone before the next."""

    def __init__(self, context: BrowserContext, tab: Page, session: CDPSession, router: _Router) -> None:
        self._context, self._tab, self._session, self._router = context, tab, session, router
        self.shown = 0

    @classmethod
    async def open(cls, browser: Browser, user_agent: str) -> Tab:
        """Open a tab that asks nobody for anything but its router."""
        context = await browser.new_context(
            user_agent=user_agent, viewport=VIEW, service_workers="block", accept_downloads=False
        )
        router = _Router()
        await context.route("**/*", router.answer)
        await context.route_web_socket("**/*", _refuse_socket)
        tab = await context.new_page()
        context.on("page", _close_quietly)  # what a page opens besides
        return cls(context, tab, await context.new_cdp_session(tab), router)

    async def show(self, page: Fetched, desk: Desk, limits: TabLimits) -> Shot:
        """Show a fetched page and give its document when it has come to rest, or the time is up.

        Raises BrowserError when the browser or the tab dies, TimeoutError when the page hangs, PageBroken when its
        document cannot be had.
        """
        self.shown += 1
        await self._let_scripts_run(True, limits.patience)
        self._router.begin(page, desk)
        try:
            await self._tab.goto(page.exchange.url, wait_until="commit", timeout=limits.patience * 1000)
            world = await _World.enter(self._session, limits.patience)
            at_rest = await _settle(world, desk, limits.seconds)
            html = await world.run(snapshot_script(limits.max_bytes))
        finally:
            self._router.end()
        await self._let_scripts_run(False, limits.patience)
        await self._clear(parse_address(page.exchange.url).origin)
        if not isinstance(html, str):
            raise PageBroken("larger than the size limit")
        return Shot(html.encode("utf-8", "replace"), at_rest)

    async def _clear(self, origin: str) -> None:
        """Leave nothing of a page behind but its document, dead, which the next one replaces.

        Going to a blank page first would cost a third more: the browser changes processes for that.
        """
        await self._session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})

    async def _let_scripts_run(self, wanted: bool, patience: float) -> None:
        async with asyncio.timeout(patience):
            await self._session.send("Emulation.setScriptExecutionDisabled", {"value": not wanted})

    async def close(self) -> None:
        """Let go of the tab, dead or alive."""
        with contextlib.suppress(BrowserError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._context.close()


async def _settle(world: _World, desk: Desk, seconds: float) -> bool:
    """Wait until nothing is under way and nothing changes; false when the time is up before.

    The time begins anew with everything that arrives: a polite pace must not cost the page its parts.
    """
    now = asyncio.get_running_loop().time
    end = now() + seconds
    has_waited = False
    while (left := end - now()) > 0:
        before = desk.activity
        most = min(RESTLESS_MS, int(left * 1000))
        await world.run(wait_script(QUIET_MS, most), most)
        if desk.activity != before:
            end = now() + seconds
        elif not desk.pending:
            if has_waited or await world.run(fill_script(FEW_CHARACTERS, LATE_MS), LATE_MS):
                return True
            has_waited, end = True, now() + seconds
    return False


async def _refuse_socket(socket: WebSocketRoute) -> None:
    with contextlib.suppress(BrowserError):
        await socket.close()


async def _close_quietly(tab: Page) -> None:
    with contextlib.suppress(BrowserError):
        await tab.close()


class _Router:
    """Answers everything that a page wants from the network: its own document from what was fetched, parts by the desk.

    Whatever would lead away from the page is cut off, so that the document stays.
    """

    def __init__(self) -> None:
        self._address = ""
        self._document: Part | None = None
        self._desk: Desk | None = None
        self._tasks: set[asyncio.Task[Part | None]] = set()

    def begin(self, page: Fetched, desk: Desk) -> None:
        """Take the next page."""
        self._address = _without_scheme(page.exchange.url)
        self._document, self._desk = Part(200, (("content-type", _document_type(page)),), page.content), desk

    def end(self) -> None:
        """Give up what is under way, and answer nothing more."""
        self._document = self._desk = None
        for task in self._tasks:
            task.cancel()

    async def answer(self, route: Route) -> None:
        """Answer one request."""
        with contextlib.suppress(BrowserError):  # the page may be gone by now
            request = route.request
            part = self._give_document(request.url) if request.is_navigation_request() else await self._get(route)
            if part is None:
                await route.abort("aborted")
            else:
                await route.fulfill(status=part.status, headers=dict(part.headers), body=part.content)

    def _give_document(self, url: str) -> Part | None:
        """Give the document, once: a page that leads to itself, or the one before that leads away, gets nothing."""
        if _without_scheme(url) != self._address:
            return None
        part, self._document = self._document, None
        return part

    async def _get(self, route: Route) -> Part | None:
        if self._desk is None:
            return None
        request = route.request
        wanted = Wanted(request.url, request.resource_type, request.method, tuple(request.headers.items()))
        task = asyncio.ensure_future(self._desk.get(wanted))
        self._tasks.add(task)
        await asyncio.wait({task})
        self._tasks.discard(task)
        return None if task.cancelled() else task.result()


def _document_type(page: Fetched) -> str:
    """Give the type a page is shown as: always HTML, whose parser bears with anything, in the charset it says."""
    _, semicolon, parameters = page.exchange.header("content-type").partition(";")
    return f"text/html{semicolon}{parameters}"


def _without_scheme(url: str) -> str:
    """Give an address as it is compared: browsers know hosts for which they turn http into https by themselves."""
    return (canonicalise(url) or url).partition("://")[2]


class _World:
    """A world of our own inside a page: its own globals and prototypes, the same document."""

    def __init__(self, session: CDPSession, context_id: int, patience: float) -> None:
        self._session = session
        self._context_id = context_id
        self._patience = patience

    @classmethod
    async def enter(cls, session: CDPSession, patience: float) -> _World:
        async with asyncio.timeout(patience):
            tree = await session.send("Page.getFrameTree")
            frame = {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "weft"}
            made = await session.send("Page.createIsolatedWorld", frame)
        return cls(session, made["executionContextId"], patience)

    async def run(self, script: str, takes_ms: int = 0) -> Any:
        """Run a script and give its value, or what its promise comes to after `takes_ms` at most."""
        asked = {"expression": script, "contextId": self._context_id, "returnByValue": True, "awaitPromise": True}
        async with asyncio.timeout(takes_ms / 1000 + self._patience):
            answer = await self._session.send("Runtime.evaluate", asked)
        if "exceptionDetails" in answer:
            raise PageBroken(str(answer["exceptionDetails"].get("text", "a script failed")))
        return answer["result"].get("value")
