"""One walk of one page: fetch it, read it, say what becomes of its URL and what it leads to."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import assert_never

from weft.clock import Clock
from weft.crawl._files_walk import FileWalk, is_file
from weft.crawl._haul import Brought
from weft.crawl._scribe import Scribe
from weft.crawl._sift import Sifter, Source
from weft.crawl._watch import Answer, Seen
from weft.fetch import Deferred, Failed, Fetched, Fetcher, Outcome, Redirected, Refused
from weft.page import Page, is_html, read_page, read_rendered
from weft.store import Discovered, Lease, PageRow, Reading, UrlState, Visit

TOO_MANY_HOPS = "too many redirects"
# What got no answer, or one that may pass, is tried again much later: a server may be down for minutes.
PASSING_STATUSES = frozenset({429, 500, 502, 503, 504})
LATE_RETRY = timedelta(seconds=60)  # doubles with each try
MAX_TRIES = 3
GONE_STATUSES = frozenset({404, 410})
_DIGITS = b"0123456789"


@dataclass(frozen=True, slots=True)
class Step:
    """A walk of one page: what is to be committed, what the fetch came to, what the watch is told of it."""

    visit: Visit
    outcome: Outcome
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """Turns leases into visits with the parts of a running crawl."""

    fetcher: Fetcher
    sifter: Sifter | None  # none while learning: what a page leads to is sifted when there is a plan
    clock: Clock
    max_redirects: int
    scribe: Scribe | None = None  # none while learning: pages are read again when the site is known
    files: FileWalk | None = None  # none: what posts carry is left alone

    async def visit(self, lease: Lease) -> Step:
        """Fetch a leased URL and say what becomes of it."""
        if self.files is not None and is_file(lease):
            return await self._visit_file(self.files, lease)
        outcome = await self.fetcher.fetch(lease.url)
        visit, brought = self._record(lease, outcome)
        return Step(visit, outcome, self._look(visit, outcome, brought))

    async def _visit_file(self, files: FileWalk, lease: Lease) -> Step:
        outcome, catch = await files.fetch(lease)
        if isinstance(outcome, Fetched) and not self._may_pass(lease, outcome):
            return Step(files.keep(lease, outcome, catch), outcome)
        catch.discard()
        return Step(self.record(lease, outcome), outcome)

    def _may_pass(self, lease: Lease, outcome: Fetched) -> bool:
        return outcome.exchange.status in PASSING_STATUSES and lease.tries + 1 < MAX_TRIES

    def record(self, lease: Lease, outcome: Outcome, page: Page | None = None, *, learning: bool = False) -> Visit:
        """Turn what a fetch came to into the visit to be committed; `page` is what it brought, if that was read."""
        visit, _ = self._record(lease, outcome, page)
        return dataclasses.replace(visit, learning=True) if learning else visit

    def _look(self, visit: Visit, outcome: Outcome, brought: Brought) -> Seen | None:
        """Say what the watch should know; nothing of answers that may pass, and of those that are no pages."""
        if not isinstance(outcome, Fetched | Redirected):
            return None
        lease, row, at = visit.lease, visit.page, outcome.exchange.sent_at
        if isinstance(outcome, Redirected):
            follows = any(found.state is UrlState.QUEUED for found in visit.discovered)
            answer = Answer.MOVED if follows else Answer.ASTRAY
            return Seen(lease.url, lease.role, lease.list, lease.number, answer, at, target=outcome.target)
        if outcome.exchange.status in GONE_STATUSES:
            return Seen(lease.url, lease.role, lease.list, lease.number, Answer.GONE, at)
        if visit.state is not UrlState.FETCHED or row is None or row.role != lease.role:
            return None
        look = hash(outcome.content.translate(None, _DIGITS))
        place = (lease.url, lease.role, lease.list, lease.number)
        return Seen(*place, Answer.PAGE, at, row.title, row.content_bytes, look, brought)

    def _record(self, lease: Lease, outcome: Outcome, page: Page | None = None) -> tuple[Visit, Brought]:
        match outcome:
            case Fetched():
                return self._keep(lease, outcome, page)
            case Redirected():
                return self._redirect(lease, outcome), Brought()
            case Refused():
                return Visit(lease, UrlState.EXCLUDED, str(outcome.why), requests=0), Brought()
            case Deferred():
                return Visit(lease, UrlState.QUEUED, outcome.why, not_before=outcome.until), Brought()
            case Failed():
                return self._fail(lease, outcome), Brought()
            case _ as unreachable:
                assert_never(unreachable)

    def _keep(self, lease: Lease, outcome: Fetched, page: Page | None) -> tuple[Visit, Brought]:
        status = outcome.exchange.status
        if self._may_pass(lease, outcome):
            return self._try_later(lease, f"HTTP {status}", outcome.retries + 1), Brought()
        page = page or read_answer(outcome)
        found: tuple[Discovered, ...] = ()
        brought = Brought()
        if page is not None and status < 400 and self.sifter is not None:
            lease = self.sifter.tell(lease, page)
            found, brought = self.sifter.sift_all(page, Source(lease.role, lease.list, lease.number), lease.depth + 1)
        visit = Visit(
            lease,
            UrlState.FETCHED if status < 400 else UrlState.FAILED,
            "" if status < 400 else f"HTTP {status}",
            outcome.exchange,
            describe(outcome, page, lease.role),
            discovered=found,
            seconds=outcome.seconds,
            requests=outcome.retries + 1 + outcome.further,
        )
        if page is not None and self.scribe is not None and visit.state is UrlState.FETCHED:
            self.scribe.expect(found)
            reading = self.scribe.read(page, visit.row(), outcome.exchange.sent_at)
            visit = dataclasses.replace(visit, reading=reading, discovered=self._with_files(visit, reading))
        return visit, brought

    def _with_files(self, visit: Visit, reading: Reading | None) -> tuple[Discovered, ...]:
        """Give what a page leads to, the files of its posts first: as links they are nothing the plan knows."""
        if self.files is None or reading is None:
            return visit.discovered
        return (*self.files.finder.find(reading, visit.lease.depth + 1, visit.discovered), *visit.discovered)

    def _redirect(self, lease: Lease, outcome: Redirected) -> Visit:
        hops = lease.hops + 1
        if hops > self.max_redirects:
            target = Discovered(outcome.target, UrlState.EXCLUDED, TOO_MANY_HOPS, depth=lease.depth, hops=hops)
        elif self.files is not None and is_file(lease):
            target = self.files.redirect(lease, outcome)
        elif self.sifter is None:
            target = Discovered(outcome.target, role=lease.role, depth=lease.depth, hops=hops)
        else:
            target = self.sifter.judge(outcome.target, lease.depth, hops)
        return Visit(
            lease,
            UrlState.REDIRECTED,
            exchange=outcome.exchange,
            page=PageRow(role=lease.role),
            redirect_to=outcome.target,
            discovered=(target,),
            seconds=outcome.seconds,
        )

    def _fail(self, lease: Lease, outcome: Failed) -> Visit:
        if lease.tries + 1 < MAX_TRIES:
            return self._try_later(lease, outcome.why, outcome.retries + 1)
        return Visit(lease, UrlState.FAILED, outcome.why, requests=outcome.retries + 1)

    def _try_later(self, lease: Lease, why: str, requests: int) -> Visit:
        due = self.clock.now() + LATE_RETRY * 2**lease.tries
        return Visit(lease, UrlState.QUEUED, why, not_before=due, requests=requests)


def read_answer(outcome: Fetched) -> Page | None:
    """Read an answer as a page, as a browser of ours rendered it if one did; None when it is something else."""
    exchange = outcome.exchange
    if exchange.rendered:
        return read_rendered(exchange.url, exchange.rendered, exchange.header("x-robots-tag"))
    if not is_html(exchange.media_type, outcome.content):
        return None
    robots = exchange.header("x-robots-tag")
    return read_page(exchange.url, outcome.content, exchange.header("content-type"), robots)


def describe(outcome: Fetched, page: Page | None, role: str) -> PageRow:
    """Give what is kept about an answer beside its bytes."""
    return PageRow(
        role=role if page is not None else "file",
        title=page.title[:500] if page is not None else "",
        content_bytes=len(outcome.content),
        digest=hashlib.blake2b(outcome.content, digest_size=16).hexdigest(),
        canonical=page.canonical if page is not None else "",
        problem=outcome.problem or (page.problem if page is not None else ""),
    )
