"""The one function through which every request of the program goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from weft.clock import Clock
from weft.config import FetchConfig
from weft.fetch._actions import acts
from weft.fetch._cookies import CookieJar
from weft.fetch._decode import DecodeLimits, decode_content
from weft.fetch._guard import AddressGuard, is_loopback
from weft.fetch._hosts import HostMemory, HostNotes
from weft.fetch._outcome import Deferred, Failed, Fetched, Outcome, Redirected, Refusal, Refused
from weft.fetch._pace import SHORT_WAIT, Pace, PaceLimits
from weft.fetch._read import Choose, ReadLimits, Timed, name_host, perform
from weft.fetch._render import Renderer, is_renderable, put_rendered
from weft.fetch._retry import PASSING, is_busy, is_passing, jittered_backoff, parse_retry_after
from weft.fetch._robots_policy import RobotsKeeper, RobotsStatus
from weft.fetch._wire import Transport, TransportError, Trouble, WireRequest
from weft.page import Exchange, Truncation
from weft.urls import Address, parse_address, resolve

REDIRECTS = {301: True, 302: False, 303: False, 307: False, 308: True}  # status: is it permanent
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
ACCEPT_LANGUAGE = "*"  # the site in its own language, not in the crawler's
ACCEPT_ENCODING = "gzip, deflate, br, zstd"
TRUNCATION_PROBLEMS = {
    Truncation.LENGTH: "cut at the size limit",
    Truncation.TIME: "cut at the time limit",
    Truncation.DISCONNECT: "connection lost inside the body",
}


Validators = tuple[tuple[str, str], ...]  # request headers that make a request conditional (RFC 9110 13.1)


class Purpose(StrEnum):
    """What a request is for; decides which rules and sizes hold."""

    PAGE = "page"
    ROBOTS = "robots"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class _Rules:
    """Limits for one purpose."""

    read: ReadLimits
    decode: DecodeLimits
    validators: Validators = ()
    choose: Choose | None = None  # where the body goes, when it is a file
    is_foreign: bool = False  # another site's: it gets no cookies of ours, and sets none
    headers: Validators = ()  # sent instead of our own of the same name


@dataclass(slots=True)
class _Host:
    """What the fetcher holds about one origin while it runs."""

    origin: str
    pace: Pace
    robots: RobotsKeeper
    blocked_why: str = ""


class Fetcher:
    """Fetches politely or says why not. `origin` is the one a person typed: always an allowed address.

    The transport and the memory belong to the caller; `aclose` lets go of the transport's connections and of the
    renderer. With a renderer, pages are shown as they are when their scripts have run.
    """

    def __init__(
        self,
        transport: Transport,
        config: FetchConfig,
        clock: Clock,
        hosts: HostMemory,
        origin: str,
        cookies: CookieJar | None = None,
        renderer: Renderer | None = None,
    ) -> None:
        self._transport = transport
        self._renderer = renderer
        self._config = config
        self._clock = clock
        self._memory = hosts
        self.cookies = CookieJar() if cookies is None else cookies
        self._guard = AddressGuard(origin, allow_private=config.allow_private)
        self._hosts: dict[str, _Host] = {}
        self._headers = _fixed_headers(config)
        # A file is wanted as it is: a coding on top would have to be undone before its digest can be told.
        self._file_headers = _fixed_headers(config, accept="*/*", encoding="identity")
        self._rules = {
            Purpose.PAGE: _limits(config, config.max_body_bytes),
            Purpose.ROBOTS: _limits(config, config.robots_max_bytes),
            Purpose.FILE: _limits(config, config.max_body_bytes),  # of what turns out to be a page
        }

    async def fetch(
        self, url: str, *, anchor: str = "", purpose: Purpose = Purpose.PAGE, validators: Validators = ()
    ) -> Outcome:
        """Ask for one canonical URL, one hop; waits for its turn, tries again what may pass.

        `anchor` is the text of the link that led here: a link that promises an action is not followed. With
        `validators` the answer may be a 304 without a body.
        """
        rules = self._rules[purpose]
        if self._renderer is not None and purpose is Purpose.PAGE:
            # Never conditional: that the frame of a page is not modified says nothing about what scripts put into it.
            outcome = await self._ask(url, anchor, rules)
            if isinstance(outcome, Fetched) and is_renderable(outcome):
                return put_rendered(outcome, await self._renderer.render(outcome, self._ask_part))
            return outcome
        return await self._ask(url, anchor, replace(rules, validators=validators) if validators else rules)

    async def _ask_part(self, url: str, headers: Validators) -> Outcome:
        """Ask for what a page needs to show itself."""
        return await self._ask(url, "", replace(self._rules[Purpose.PAGE], headers=headers))

    def remarks(self) -> tuple[str, ...]:
        """Say in sentences what a person should know about how pages were rendered."""
        return self._renderer.remarks() if self._renderer is not None else ()

    async def _ask(self, url: str, anchor: str, rules: _Rules) -> Outcome:
        """Check a URL by all rules of good conduct, then ask for it."""
        try:
            address = parse_address(url)
        except ValueError:
            return Refused(url, Refusal.SCHEME)
        if act := acts(url, anchor):
            return Refused(url, Refusal.ACTION, act)
        if reason := self._guard.refuse_url(address):
            return Refused(url, Refusal.ADDRESS, reason)
        host = self._hosts.get(address.origin) or self._meet(address)
        if rules is not self._rules[Purpose.ROBOTS] and self._config.obey_robots:
            refusal = await self._ask_robots(host, url)
            if refusal is not None:
                return refusal
        return await self._try(host, address, url, rules)

    async def fetch_file(self, url: str, choose: Choose, *, is_foreign: bool = False) -> Outcome:
        """Ask for a file, one hop, as `fetch` does; its body goes where `choose` sends it as it arrives.

        `choose` is asked at each try, so that it begins anew. `is_foreign` marks a host that is not the forum's.
        """
        rules = replace(self._rules[Purpose.FILE], choose=choose, is_foreign=is_foreign)
        return await self._ask(url, "", rules)

    async def fetch_following(self, url: str) -> Outcome:
        """Ask for a URL and go where redirects lead, every hop checked like any request.

        A URL comes up twice only if a cookie was set since: that is how sites test for cookies, and no loop.
        """
        seen: dict[str, int] = {}
        at = url
        for _ in range(self._config.max_redirects + 1):
            seen[at] = self.cookies.changes if at not in seen else -1
            outcome = await self.fetch(at)
            if not isinstance(outcome, Redirected):
                return outcome
            at = outcome.target
            if at in seen and seen[at] in {-1, self.cookies.changes}:
                return Failed(url, "redirect loop", at)
        return Failed(url, "too many redirects", f"more than {self._config.max_redirects}")

    async def sitemaps(self, origin: str) -> tuple[str, ...]:
        """Give the Sitemap lines of an origin's robots.txt, as written; empty when it cannot be read."""
        address = parse_address(origin + "/")
        if self._guard.refuse_url(address):
            return ()
        host = self._hosts.get(origin) or self._meet(address)
        await self._read_robots(host)
        return host.robots.file.rules.sitemaps if host.robots.file.rules is not None else ()

    async def aclose(self) -> None:
        """Let go of all connections, and of the browser."""
        try:
            if self._renderer is not None:
                await self._renderer.close()
        finally:
            await self._transport.close()

    # -- hosts ------------------------------------------------------------------------------------------------

    def _meet(self, address: Address) -> _Host:
        notes = self._memory.load(address.origin) or HostNotes(address.origin)
        limits = PaceLimits.of(self._config, loopback=is_loopback(address.host))
        pace = Pace(limits, self._clock, notes.delay_seconds)
        if notes.blocked_until is not None:
            # Clamped: a clock that was wrong when this was stored must not block a host for years.
            left = min(notes.blocked_until - self._clock.now(), self._config.max_retry_after)
            pace.block(left.total_seconds())
        robots = RobotsKeeper(address.origin, self._config, self._clock, self._fetch_robots)
        host = _Host(address.origin, pace, robots, notes.blocked_why)
        if self._config.obey_robots:
            robots.recall(notes)
            pace.ask_floor(robots.file.crawl_delay or 0.0)
        self._hosts[address.origin] = host
        return host

    def _remember(self, host: _Host) -> None:
        blocked = host.pace.blocked_for()
        robots = host.robots.file
        self._memory.save(
            HostNotes(
                origin=host.origin,
                blocked_until=self._clock.now() + timedelta(seconds=blocked) if blocked > 0 else None,
                blocked_why=host.blocked_why if blocked > 0 else "",
                delay_seconds=host.pace.delay if host.pace.is_slowed else None,
                robots_status=robots.status.value,
                robots_body=robots.body,
                robots_read_at=robots.read_at,
            )
        )

    def _defer(self, host: _Host, url: str, seconds: float) -> Deferred:
        return Deferred(url, self._clock.now() + timedelta(seconds=seconds), host.blocked_why or "host asks to wait")

    # -- robots.txt -------------------------------------------------------------------------------------------

    async def _fetch_robots(self, url: str) -> Outcome:
        return await self.fetch(url, purpose=Purpose.ROBOTS)

    async def _read_robots(self, host: _Host) -> Deferred | None:
        if host.robots.is_fresh:
            return None
        before = host.robots.file
        deferred = await host.robots.refresh()
        if host.robots.file is not before:
            host.pace.ask_floor(host.robots.file.crawl_delay or 0.0)
            self._remember(host)
        return deferred

    async def _ask_robots(self, host: _Host, url: str) -> Outcome | None:
        if not host.robots.is_fresh:
            deferred = await self._read_robots(host)
            if deferred is not None:
                return Deferred(url, deferred.until, deferred.why)
        file = host.robots.file
        if file.allows(url):
            return None
        if file.status is RobotsStatus.UNREACHABLE:
            return Refused(url, Refusal.ROBOTS_UNREACHABLE, file.detail)
        return Refused(url, Refusal.ROBOTS)

    # -- tries ------------------------------------------------------------------------------------------------

    async def _try(self, host: _Host, address: Address, url: str, rules: _Rules) -> Outcome:
        """Ask until there is something to keep or no try is left."""
        for attempt in range(self._config.retries + 1):
            is_last = attempt == self._config.retries
            try:
                timed = await self._ask_once(host, address, url, rules)
            except TransportError as error:
                if error.trouble is Trouble.ADDRESS:
                    return Refused(url, Refusal.ADDRESS, error.detail)
                if is_last or error.trouble not in PASSING:
                    return Failed(url, error.trouble.value, error.detail, attempt)
            else:
                if isinstance(timed, Deferred):
                    return timed
                if is_last and is_busy(timed.exchange.status) and (left := host.pace.blocked_for()) > 0:
                    return self._defer(host, url, left)
                if is_last or not _is_worth_retrying(timed.exchange):
                    return self._finish(timed, attempt, rules.decode)
            await self._clock.sleep(jittered_backoff(self._config.backoff, attempt, self._clock.random))
        raise AssertionError("the last try returns")

    async def _ask_once(self, host: _Host, address: Address, url: str, rules: _Rules) -> Timed | Deferred:
        """Wait for the host's turn and send; learn pace and cookies from the answer."""
        blocked = await host.pace.enter()
        if blocked:
            return self._defer(host, url, blocked)
        try:
            request = self._write_request(address, url, rules)
            timed = await perform(self._transport, request, rules.read, self._clock, rules.choose)
        except TransportError as error:
            if error.trouble in PASSING:
                host.pace.fail()
            raise
        finally:
            host.pace.leave()
        exchange = timed.exchange
        if not rules.is_foreign:
            self.cookies.learn(exchange.headers, address, exchange.sent_at)
        if is_passing(exchange.status) or exchange.truncated in {Truncation.TIME, Truncation.DISCONNECT}:
            host.pace.fail()
            return self._heed(host, timed) or timed
        host.pace.succeed(timed.latency)
        return timed

    def _heed(self, host: _Host, timed: Timed) -> Deferred | None:
        """Obey Retry-After: block the host, durably; a wait that is short or senseless leaves it to the retries."""
        exchange = timed.exchange
        if not is_busy(exchange.status):
            return None
        values = [value.decode("latin-1") for name, value in exchange.headers if name.lower() == b"retry-after"]
        wait = parse_retry_after(values, self._clock.now())
        if not wait:
            return None
        seconds = min(wait, self._config.max_retry_after).total_seconds()
        host.blocked_why = f"answered {exchange.status}, asks to wait"
        host.pace.block(seconds)
        self._remember(host)
        return self._defer(host, exchange.url, seconds) if seconds > SHORT_WAIT else None

    def _write_request(self, address: Address, url: str, rules: _Rules) -> WireRequest:
        fixed = self._headers if rules.choose is None else self._file_headers
        if rules.headers:
            given = {name for name, _ in rules.headers}
            fixed = (*(pair for pair in fixed if pair[0] not in given), *rules.headers)
        headers = (("Host", name_host(address)), *fixed, *rules.validators)
        has_cookies = len(self.cookies) and not rules.is_foreign
        cookie = self.cookies.header(address, self._clock.now()) if has_cookies else ""
        return WireRequest(url, (*headers, ("Cookie", cookie)) if cookie else headers)

    def _finish(self, timed: Timed, retries: int, limits: DecodeLimits) -> Outcome:
        exchange = timed.exchange
        permanent = REDIRECTS.get(exchange.status)
        problem = ""
        if permanent is not None:
            target = resolve(exchange.header("location"), exchange.url) if exchange.header("location") else None
            if target is not None:
                return Redirected(exchange, target, permanent, timed.seconds)
            problem = "redirect that leads nowhere on the web"
        content, trouble = decode_content(exchange.headers, exchange.body, limits)
        if exchange.truncated is not None:
            trouble = TRUNCATION_PROBLEMS[exchange.truncated]
        return Fetched(exchange, content, timed.seconds, retries, problem or trouble)


def _limits(config: FetchConfig, max_bytes: int) -> _Rules:
    return _Rules(ReadLimits.of(config, max_bytes), DecodeLimits(max_bytes, config.max_ratio, config.max_codings))


def _fixed_headers(
    config: FetchConfig, accept: str = ACCEPT, encoding: str = ACCEPT_ENCODING
) -> tuple[tuple[str, str], ...]:
    agent = config.user_agent.replace("{contact}", config.contact)
    return (
        ("User-Agent", agent),
        ("Accept", accept),
        ("Accept-Language", ACCEPT_LANGUAGE),
        ("Accept-Encoding", encoding),
    )


def _is_worth_retrying(exchange: Exchange) -> bool:
    """Tell whether the next try may bring more: a passing status, or a body that broke off."""
    return is_passing(exchange.status) or exchange.truncated is Truncation.DISCONNECT
