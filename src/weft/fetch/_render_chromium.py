"""Chromium without a window: found, started, renewed, and started again when it dies.

It has no way to the network: names lead nowhere and the proxy is a closed door. What pages need is handed to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from weft.config import FetchConfig
from weft.errors import UsageError
from weft.fetch._outcome import Fetched
from weft.fetch._render import Ask, Rendered
from weft.fetch._render_parts import Desk, PartRules, Shelf
from weft.urls import parse_address

if TYPE_CHECKING:  # the extra may not be installed, and is slow to load
    from playwright.async_api import Browser, Playwright

    from weft.fetch._render_tab import Shot, Tab

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PAGES_PER_TAB = 50  # then a new one: what pages leak goes with the old; a new one costs 0.2 to 0.4 s
PAGES_PER_BROWSER = 500
TRIES = 2  # a browser that died takes all its pages with it, and most of them are innocent
# Times a page's own limit, which begins anew with everything that arrives; the first page of a site with a slow pace
# waits for all its scripts.
LONGEST = 10
GRACE_SECONDS = 10.0  # on top: starting, writing down, closing
CLOSE_SECONDS = 5.0
SHOWN_HOSTS = 3
CUT_SHORT = "rendered, but still at work when its time was up"
NOT_WHOLE = "rendered without all that it asked for"
TOO_LONG = "not rendered: the browser took too long"
DIED = "not rendered: the browser died"
_ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-gpu",
    "--no-pings",
    "--js-flags=--max-old-space-size=512",  # MiB; a script that wants more loses its page
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_CLOSED_DOOR: Any = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}


def find_browser(config: FetchConfig) -> str:
    """Give the path of the browser to render with; raises UsageError that says what to install."""
    if find_spec("playwright") is None:
        raise UsageError("Rendering needs the extra 'render'; install it with: pip install 'weft[render]'")
    if config.browser:
        found = shutil.which(config.browser)
        if found is None:
            raise UsageError(f"There is no browser {config.browser}; give the path of Chromium, or leave it empty.")
        return found
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise UsageError(
        f"Rendering needs Chromium, and none of {', '.join(BROWSERS)} is on the PATH; install it (package chromium), "
        "or name it with WEFT_FETCH_BROWSER."
    )


@dataclass(slots=True, eq=False)
class _Engine:
    """A running browser, how many pages it has shown and shows now; one that is `spent` gets no more."""

    browser: Browser
    idle: list[Tab] = field(default_factory=list)
    shown: int = 0
    busy: int = 0
    spent: bool = False


class ChromiumRenderer:
    """A Renderer over Chromium. Made anywhere; starts the browser inside the running loop with the first page."""

    def __init__(self, config: FetchConfig) -> None:
        self._executable = find_browser(config)
        self._config = config
        hosts = frozenset(host.strip().lower() for host in config.render_hosts.split(",") if host.strip())
        self._rules = PartRules(config.render_requests, hosts)
        self._shelf = Shelf()
        self._slots = asyncio.Semaphore(config.render_pages)
        self._lock = asyncio.Lock()
        self._driver: Playwright | None = None
        self._engine: _Engine | None = None
        self._rendered = self._failed = 0

    async def render(self, page: Fetched, ask: Ask) -> Rendered:
        """Give the document as it stands when its scripts have come to rest."""
        async with self._slots:
            rendered = Rendered(problem=DIED)
            for _ in range(TRIES):
                rendered = await self._try(page, ask, rendered.requests)
                if rendered.problem != DIED:
                    break
        if rendered.html:
            self._rendered += 1
        else:
            self._failed += 1
        return rendered

    def remarks(self) -> tuple[str, ...]:
        """Say what a person should know about the pages rendered so far."""
        found: list[str] = []
        if self._failed:
            tried = self._rendered + self._failed
            found.append(f"{self._failed:,} of {tried:,} pages could not be rendered and were read as they came")
        if strangers := self._shelf.strangers.most_common(SHOWN_HOSTS):
            hosts = ", ".join(f"{host} ({count:,})" for host, count in strangers)
            found.append(
                f"scripts of pages wanted something from other hosts, which were not asked: {hosts}; if pages are not "
                "whole, allow them with the setting render_hosts"
            )
        for reason, count in self._shelf.left_out.most_common():
            found.append(f"{count:,} requests of scripts were not made: {reason}")
        return tuple(found)

    async def close(self) -> None:
        """Let go of the browser; may be called twice."""
        engine, self._engine = self._engine, None
        driver, self._driver = self._driver, None
        if engine is not None:
            await _let_go(engine.browser.close())
        if driver is not None:
            await _let_go(driver.stop())

    async def _try(self, page: Fetched, ask: Ask, requests: int) -> Rendered:
        from playwright.async_api import Error as BrowserError  # noqa: PLC0415  slow to load, and an extra
        from playwright.async_api import TimeoutError as BrowserTimeout  # noqa: PLC0415

        from weft.fetch._render_tab import PageBroken  # noqa: PLC0415

        desk = Desk(parse_address(page.exchange.url).host, ask, self._rules, self._shelf, requests=requests)
        async with self._borrow() as engine:
            try:
                async with asyncio.timeout(LONGEST * self._config.render_timeout.total_seconds() + GRACE_SECONDS):
                    shot = await self._show(engine, page, desk)
            except PageBroken as error:
                return Rendered(problem=f"not rendered: {error}", requests=desk.requests)
            except (TimeoutError, BrowserTimeout):
                engine.spent = True  # something in it hangs
                return Rendered(problem=TOO_LONG, requests=desk.requests)
            except BrowserError:
                engine.spent = True
                return Rendered(problem=DIED, requests=desk.requests)
        problem = CUT_SHORT if not shot.at_rest else NOT_WHOLE if desk.missing else ""
        return Rendered(shot.html, problem, desk.requests)

    async def _show(self, engine: _Engine, page: Fetched, desk: Desk) -> Shot:
        """Show a page in an idle tab, or in a new one; the tab is kept if all went well."""
        from weft.fetch._render_tab import Tab, TabLimits  # noqa: PLC0415

        agent = self._config.user_agent.replace("{contact}", self._config.contact)
        tab = engine.idle.pop() if engine.idle else await Tab.open(engine.browser, agent)
        is_well = False
        try:
            limits = TabLimits(self._config.render_timeout.total_seconds(), self._config.max_body_bytes)
            shot = await tab.show(page, desk, limits)
            is_well = tab.shown < PAGES_PER_TAB
        finally:
            if is_well:
                engine.idle.append(tab)
            else:
                await tab.close()
        return shot

    @asynccontextmanager
    async def _borrow(self) -> AsyncIterator[_Engine]:
        """Give a browser for one page. One that is spent is closed when its last page is done."""
        async with self._lock:
            engine = self._engine
            if engine is None or engine.spent or engine.shown >= PAGES_PER_BROWSER:
                if engine is not None:
                    engine.spent = True
                    await self._close_idle(engine)
                engine = self._engine = _Engine(await self._launch())
            engine.busy += 1
            engine.shown += 1
        try:
            yield engine
        finally:
            engine.busy -= 1
            await self._close_idle(engine)

    async def _close_idle(self, engine: _Engine) -> None:
        if engine.spent and not engine.busy:
            await _let_go(engine.browser.close())

    async def _launch(self) -> Browser:
        """Start the browser; raises UsageError when it does not come up."""
        from playwright.async_api import Error as BrowserError  # noqa: PLC0415
        from playwright.async_api import async_playwright  # noqa: PLC0415

        for is_last in (False, True):
            try:
                if self._driver is None:
                    self._driver = await async_playwright().start()
                return await self._driver.chromium.launch(
                    executable_path=self._executable,
                    args=list(_ARGUMENTS),
                    proxy=_CLOSED_DOOR,
                    # Chromium refuses to run as root with its sandbox.
                    chromium_sandbox=os.geteuid() != 0,
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
            except BrowserError as error:
                driver, self._driver = self._driver, None
                if driver is not None:
                    await _let_go(driver.stop())
                if is_last:
                    reason = next(iter(str(error).splitlines()), "")
                    raise UsageError(
                        f"{self._executable} does not start ({reason}); try it by hand, or go on without --render."
                    ) from error
        raise AssertionError("the last try returns or raises")


async def _let_go(closing: Any) -> None:
    """Close something that may be dead or hang."""
    from playwright.async_api import Error as BrowserError  # noqa: PLC0415

    with contextlib.suppress(BrowserError, TimeoutError, OSError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await closing
