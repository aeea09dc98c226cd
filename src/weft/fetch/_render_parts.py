"""What a page asks for while it is rendered: which of it is allowed, and how often the site is asked.

Everything allowed goes through the fetcher, so robots.txt, pace, address guard and action words hold as for pages.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from ipaddress import ip_address
from weakref import WeakValueDictionary

from weft.fetch._outcome import Deferred, Failed, Fetched, Outcome, Redirected, Refused
from weft.fetch._render import Ask
from weft.fetch._retry import is_passing
from weft.urls import parse_address

# What decides on the text and the layout of a page. Pictures, fonts, films, frames and beacons are never asked for.
WANTED_KINDS = frozenset({"script", "stylesheet", "xhr", "fetch"})
LASTING_KINDS = frozenset({"script", "stylesheet"})  # the same on all pages of a site: asked for once a run
_NEEDED_KINDS = frozenset({"script", "xhr", "fetch"})  # without them something of the page may be missing
SHELF_BYTES = 64 * 1024 * 1024
PAGE_BYTES = 32 * 1024 * 1024  # all parts of one page together
MAX_HOPS = 5
# Sites answer with data or with a page by these; nothing else that a script wants to send is sent.
_PASSED_ON = frozenset({"accept", "x-requested-with"})
OTHER_SITE = "another host"
NOT_READING = "not a GET"
OVER_LIMIT = "the page asks for too much"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request as the browser is about to make it; `kind` is the browser's word for what it is for."""

    url: str
    kind: str
    method: str = "GET"
    headers: tuple[tuple[str, str], ...] = ()

    def passed_on(self) -> tuple[tuple[str, str], ...]:
        """Give the headers that are sent."""
        return tuple((name.title(), value) for name, value in self.headers if name.lower() in _PASSED_ON)


@dataclass(frozen=True, slots=True)
class Part:
    """An answer that a page gets."""

    status: int
    headers: tuple[tuple[str, str], ...]
    content: bytes

    @classmethod
    def of(cls, outcome: Fetched) -> Part:
        """Take what a script may see of an answer: its type, and what it says about other origins."""
        found = ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in outcome.exchange.headers)
        kept = tuple(pair for pair in found if pair[0] == "content-type" or pair[0].startswith("access-control-"))
        return cls(outcome.exchange.status, kept, outcome.content)


@dataclass(frozen=True, slots=True)
class PartRules:
    """What pages may ask for."""

    max_requests: int
    hosts: frozenset[str] = frozenset()  # allowed beside the page's own site

    def refuse(self, wanted: Wanted, page_host: str) -> str:
        """Give the reason why a request is not made, or ''."""
        if wanted.kind not in WANTED_KINDS or wanted.method != "GET":
            return NOT_READING
        try:
            host = parse_address(wanted.url).host
        except ValueError:
            return OTHER_SITE
        return "" if is_same_site(host, page_host) or host in self.hosts else OTHER_SITE


def is_same_site(host: str, other: str) -> bool:
    """Tell whether two hosts are of one site: the same, one below the other, or beside each other below a name.

    Names directly below `co.uk` and the like are not beside each other. A wrong yes costs a polite request.
    """
    host, other = host.removeprefix("www."), other.removeprefix("www.")
    if host == other:
        return True
    if _is_literal(host) or _is_literal(other):
        return False
    if host.endswith("." + other) or other.endswith("." + host):
        return True
    above = host.partition(".")[2]
    return above == other.partition(".")[2] and not _is_suffix(above)


def _is_suffix(name: str) -> bool:
    """Tell names under which strangers register: `com`, `co.uk`, `com.au`."""
    first, dot, rest = name.partition(".")
    return not dot or ("." not in rest and len(rest) == 2 and len(first) <= 3)


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@dataclass(slots=True)
class Shelf:
    """Scripts and style sheets that were fetched in this run, the latest used ones; and what was left out."""

    _kept: OrderedDict[str, Part] = field(default_factory=OrderedDict)
    _size: int = 0
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    left_out: Counter[str] = field(default_factory=Counter)  # by reason, or by host
    strangers: Counter[str] = field(default_factory=Counter)

    def lock(self, url: str) -> asyncio.Lock:
        """Give what keeps two pages from asking for the same thing at once."""
        lock = self._locks.get(url)
        if lock is None:
            lock = self._locks[url] = asyncio.Lock()
        return lock

    def find(self, url: str) -> Part | None:
        """Give what is there."""
        part = self._kept.get(url)
        if part is not None:
            self._kept.move_to_end(url)
        return part

    def put(self, url: str, part: Part) -> None:
        """Keep a part; the longest unused ones make room."""
        self._kept[url] = part
        self._size += len(part.content)
        while self._size > SHELF_BYTES and self._kept:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped.content)


@dataclass(slots=True)
class Desk:
    """Answers the requests of one page, and counts them."""

    page_host: str
    ask: Ask
    rules: PartRules
    shelf: Shelf
    pending: int = 0
    activity: int = 0  # grows whenever a request begins or ends
    requests: int = 0  # that were made, tries and redirects included
    missing: int = 0  # wanted, allowed, and not there
    _bytes: int = 0

    async def get(self, wanted: Wanted) -> Part | None:
        """Give the answer to a request of the page; None when it gets none."""
        if reason := self.rules.refuse(wanted, self.page_host):
            self._note(wanted, reason)
            return None
        if self._is_full and self.shelf.find(wanted.url) is None:
            self._note(wanted, OVER_LIMIT)
            self.missing += 1
            return None
        self.pending += 1
        self.activity += 1
        try:
            return await self._get(wanted)
        finally:
            self.pending -= 1
            self.activity += 1

    @property
    def _is_full(self) -> bool:
        return self.requests + self.pending >= self.rules.max_requests or self._bytes > PAGE_BYTES

    async def _get(self, wanted: Wanted) -> Part | None:
        if wanted.kind not in LASTING_KINDS:
            return await self._fetch(wanted)
        async with self.shelf.lock(wanted.url):
            part = self.shelf.find(wanted.url)
            if part is None:
                part = await self._fetch(wanted)
                if part is not None and not is_passing(part.status):
                    self.shelf.put(wanted.url, part)
            return part

    async def _fetch(self, wanted: Wanted) -> Part | None:
        """Ask, and go where redirects lead; every hop is checked like the first."""
        url = wanted.url
        for _ in range(MAX_HOPS):
            outcome = await self.ask(url, wanted.passed_on())
            self._count(wanted, outcome)
            if not isinstance(outcome, Redirected):
                return Part.of(outcome) if isinstance(outcome, Fetched) else None
            url = outcome.target
            if reason := self.rules.refuse(Wanted(url, wanted.kind), self.page_host):
                self._note(Wanted(url, wanted.kind), reason)
                return None
        return None

    def _count(self, wanted: Wanted, outcome: Outcome) -> None:
        match outcome:
            case Fetched():
                self.requests += outcome.retries + 1
                self._bytes += len(outcome.content)
                self.missing += is_passing(outcome.exchange.status) or bool(outcome.problem)
            case Failed():
                self.requests += outcome.retries + 1
                self.missing += wanted.kind in _NEEDED_KINDS
            case Deferred():
                self.missing += wanted.kind in _NEEDED_KINDS
            case Refused():
                self._note(wanted, str(outcome.why))
            case Redirected():
                self.requests += 1

    def _note(self, wanted: Wanted, reason: str) -> None:
        if wanted.kind not in _NEEDED_KINDS:
            return
        if reason == OTHER_SITE:
            self.shelf.strangers[wanted.url.partition("://")[2].partition("/")[0]] += 1
        else:
            self.shelf.left_out[reason] += 1
