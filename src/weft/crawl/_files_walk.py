"""One walk of one file: its head first, its bytes straight to the disk, and what becomes of its URL."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from pathlib import Path

from weft.config import Settings
from weft.crawl._files_find import PAGE, PRIORITY, FileFinder
from weft.crawl._files_wanted import ELSEWHERE, FULL, KIND, FileRules, suffix_of, suggest_kind
from weft.fetch import Fetched, Fetcher, Outcome, ReadLimits, Redirected, WireResponse
from weft.page import Exchange, Truncation, is_html
from weft.store import Archive, Discovered, Lease, NewFile, PageRow, Spool, Spooled, UrlState, Visit
from weft.traversal import Plan, Role
from weft.urls import parse_address

TOO_LARGE = "larger than --max-file-size"
NOT_A_FILE = "a page came instead of the file"
CUT_OFF = "the file broke off"
_HTML_SUFFIXES = frozenset({"html", "htm", "xhtml", "shtml", "mht", "mhtml"})
# The time a file may take grows with its size: slower than this it is given up (the limit for pages holds besides).
_BYTES_PER_SECOND = 16 * 1024
_REFUSING = frozenset({401, 402, 403, 404, 410, 451})
_NAME_CHARS = 200
_NEVER = datetime.min.replace(tzinfo=UTC)
# Tells what a file is: (its bytes, name, what the server says) -> kind and suffix.
Sniff = Callable[[Spooled, str, str], tuple[str, str]]


@dataclass(slots=True)
class _Catch:
    """Catches the body of one answer, and begins anew with each try; fulfils `Sink`."""

    archive: Archive
    base: ReadLimits
    max_bytes: int
    is_wanted: Callable[[str], bool]
    limits: ReadLimits = dataclasses.field(init=False)
    spool: Spool | None = None
    why_not: str = ""

    def choose(self, answer: WireResponse) -> _Catch | None:
        """Look at the head of an answer: a file is caught, anything else goes where pages go."""
        self.discard()
        headers = tuple(answer.headers)
        about = Exchange("", _NEVER, "GET", (), answer.status, "", headers, b"")
        self.why_not = ""
        if answer.status != 200 or about.header("content-encoding") not in ("", "identity"):
            return None
        name = server_name(about.header("content-disposition"))
        if is_html(about.media_type, b"") and suffix_of(name) not in _HTML_SUFFIXES:
            return None
        length = about.header("content-length")
        size = int(length) if length.isascii() and length.isdigit() else self.max_bytes
        if name and not self.is_wanted(suffix_of(name)):
            self.why_not = KIND
        elif size > self.max_bytes:
            self.why_not = TOO_LARGE
        seconds = self.base.total + min(size, self.max_bytes) / _BYTES_PER_SECOND
        most = 0 if self.why_not else self.max_bytes
        self.limits = dataclasses.replace(self.base, total=seconds, max_body_bytes=most)
        self.spool = None if self.why_not else self.archive.spool()
        return self

    def write(self, data: bytes) -> None:
        """Take the next bytes."""
        if self.spool is not None and data:
            self.spool.write(data)

    def discard(self) -> None:
        """Throw away what was caught."""
        if self.spool is not None:
            self.spool.discard()
        self.spool = None


@dataclass(frozen=True, slots=True)
class FileWalk:
    """Turns leases of files into visits. `finder` has the rules, and is told how many bytes came."""

    archive: Archive
    fetcher: Fetcher
    finder: FileFinder
    limits: ReadLimits
    sniff: Sniff

    def is_barred(self, lease: Lease) -> str:
        """Say why a file may not be fetched now, or give an empty string."""
        return FULL if self.is_full else self.finder.refusals.object_to(lease.url)

    @property
    def is_full(self) -> bool:
        """Whether there are as many bytes of files as may be."""
        rules = self.finder.rules
        return rules.max_files_bytes is not None and self.finder.held_bytes >= rules.max_files_bytes

    def is_foreign(self, lease: Lease) -> bool:
        """Tell whether a file is on another site than the forum's."""
        return self.finder.rules.is_foreign(lease.url)

    def is_elsewhere(self, lease: Lease) -> bool:
        """Tell whether a file is on another host than the forum's pages, of the same site or not."""
        return parse_address(lease.url).host != self.finder.rules.host

    async def fetch(self, lease: Lease) -> tuple[Outcome, _Catch]:
        """Fetch a leased file."""
        rules = self.finder.rules
        catch = _Catch(self.archive, self.limits, rules.max_file_bytes, rules.may_be_wanted)
        try:
            return await self.fetcher.fetch_file(lease.url, catch.choose, is_foreign=self.is_foreign(lease)), catch
        except BaseException:
            catch.discard()
            raise

    def keep(self, lease: Lease, outcome: Fetched, catch: _Catch) -> Visit:
        """Say what an answer comes to: a file, or why it is none."""
        exchange = outcome.exchange
        why = self._find_fault(outcome, catch)
        about = {"seconds": outcome.seconds, "requests": outcome.retries + 1}
        if why:
            catch.discard()
            if why == NOT_A_FILE or exchange.status in _REFUSING:
                self.finder.refusals.note(lease.url, served=False)
            row = PageRow(lease.role, content_bytes=len(outcome.content), problem=outcome.problem)
            state = UrlState.EXCLUDED if why == KIND else UrlState.FAILED
            return Visit(lease, state, why, exchange, row, **about)  # type: ignore[arg-type]  # a float and an int
        spool = catch.spool or self._spool_content(outcome)
        file = self._describe(lease, spool.finish(), exchange)
        if not self.finder.rules.is_wanted(file.kind, file.suffix):
            spool.discard()
            return Visit(lease, UrlState.EXCLUDED, KIND, exchange, PageRow(lease.role), **about)  # type: ignore[arg-type]
        self.finder.held_bytes += file.part.size
        self.finder.refusals.note(lease.url, served=True)
        row = PageRow(lease.role, file.name[:500], file.part.size, file.part.digest)
        return Visit(lease, UrlState.FETCHED, "", exchange, row, file=file, **about)  # type: ignore[arg-type]

    def redirect(self, lease: Lease, outcome: Redirected) -> Discovered:
        """Say what becomes of the address that a file's address leads to: it is the file's, unless it is a page's."""
        hops, url = lease.hops + 1, outcome.target
        rules = self.finder.rules
        item = Discovered(url, role=lease.role, priority=PRIORITY, depth=lease.depth, hops=hops, key=lease.key)
        if self.finder.is_page(url) or self.finder.refusals.object_to(url):
            self.finder.refusals.note(lease.url, served=False)
        if self.finder.is_page(url):
            return Discovered(url, UrlState.EXCLUDED, PAGE, weak=True, depth=lease.depth, hops=hops)
        if rules.is_foreign(url) and not rules.external:
            return item._replace(state=UrlState.EXCLUDED, reason=ELSEWHERE, key="")
        return item

    def _find_fault(self, outcome: Fetched, catch: _Catch) -> str:
        exchange = outcome.exchange
        if exchange.status != 200:
            return f"HTTP {exchange.status}"
        if catch.why_not:
            return catch.why_not
        if exchange.truncated is not None:
            return TOO_LARGE if exchange.truncated is Truncation.LENGTH else CUT_OFF
        if catch.spool is None and is_html(exchange.media_type, outcome.content):
            name = server_name(exchange.header("content-disposition")) or exchange.url.partition("?")[0]
            return "" if suffix_of(name) in _HTML_SUFFIXES else NOT_A_FILE
        return outcome.problem

    def _spool_content(self, outcome: Fetched) -> Spool:
        """Take a file that came with a content coding, or as a page that it is."""
        spool = self.archive.spool()
        spool.write(outcome.content)
        return spool

    def _describe(self, lease: Lease, part: Spooled, exchange: Exchange) -> NewFile:
        name = server_name(exchange.header("content-disposition"))
        called = name or lease.key.rpartition("/")[2] or Path(exchange.url.partition("?")[0]).name
        kind, suffix = self.sniff(part, called, exchange.media_type)
        return NewFile(part, kind, suffix, exchange.media_type, name)


def by_name(part: Spooled, name: str, media_type: str) -> tuple[str, str]:
    """Tell what a file is by its name alone: for want of something better."""
    suffix = suffix_of(name)
    return suggest_kind(suffix) or "other", suffix


def make_file_walk(
    archive: Archive, fetcher: Fetcher, plan: Plan, settings: Settings, start: str, sniff: Sniff = by_name
) -> FileWalk:
    """Make what fetches files, as the settings want it, for the site of a start address."""
    rules = FileRules.of(settings.crawl, start)
    finder = FileFinder(rules, plan, archive.summary().file_bytes)
    limits = ReadLimits.of(settings.fetch, rules.max_file_bytes)
    return FileWalk(archive, fetcher, finder, limits, sniff)


def is_file(lease: Lease) -> bool:
    """Tell whether a lease is that of a file."""
    return lease.role == Role.ATTACHMENT


def server_name(disposition: str) -> str:
    """Give the name of a file as Content-Disposition has it, by RFC 6266 or nearly so; text, never a path."""
    if not disposition:
        return ""
    with contextlib.suppress(UnicodeError):
        disposition = disposition.encode("latin-1").decode("utf-8")
    message = Message()
    try:
        message["Content-Disposition"] = " ".join(disposition.split())
        name = message.get_filename("")
    except (ValueError, LookupError, UnicodeError):
        return ""
    return name.replace("\\", "/").rpartition("/")[2].strip()[:_NAME_CHARS]
