"""Learning a site: fetching and archiving what a strategy asks for, then putting what it saw in its place.

Every answer is archived as it comes. A strategy is a pure function of its samples, so a crawl killed while learning
learns again from the archive and asks the site only for what is not there yet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from weft.clock import Clock
from weft.config import FetchConfig
from weft.crawl._haul import FLIPS
from weft.crawl._placing import Placing
from weft.crawl._sift import Sifter, Source, objection
from weft.crawl._visit import Walk, read_answer
from weft.crawl._writer import Writer
from weft.fetch import (
    DecodeLimits,
    Deferred,
    Failed,
    Fetched,
    Fetcher,
    Outcome,
    Redirected,
    Refused,
    decode_content,
)
from weft.page import Exchange, Link, Page, is_html
from weft.store import Archive, Assigned, Discovered, Renamed, UrlState
from weft.traversal import Ground, Plan, Sample, Strategy
from weft.urls import Scope, resolve

OTHER = "other"  # the role of pages fetched while learning that the plan does not follow
BUDGET_SPENT = "learning budget spent"
MAX_WAITS = 3  # a host may ask so often to be left alone before a page is given up
LONGEST_NAP = 30.0  # seconds


@dataclass
class Tutor:
    """Answers a strategy's questions from the archive, or from the site.

    Pages archived before `since` show a site that is no more, and do not count.
    """

    archive: Archive
    writer: Writer
    fetcher: Fetcher
    clock: Clock
    config: FetchConfig
    on_sample: Callable[[str], None] = lambda _url: None
    samples: dict[str, Sample] = field(default_factory=dict)
    fetched: int = 0
    scope: Scope | None = None  # redirects that lead out of it are not followed
    since: datetime | None = None
    placed: list[tuple[Page, str]] = field(default_factory=list)  # pages that are followed, with their roles

    async def learn(self, strategy: Strategy, start: Sample, scope: Scope, budget: int) -> Plan:
        """Drive a strategy to its plan; at most `budget` requests are made, redirects and all."""
        self.scope, limit = scope, self.fetched + budget
        self.samples[start.url] = start
        learning = strategy.learn(start, Ground(scope, budget, allows=self._allows))
        try:
            wanted = next(learning)
            while True:
                answers = [await self._answer(url, spent=self.fetched >= limit) for url in wanted]
                wanted = learning.send(tuple(answers))
        except StopIteration as end:
            plan: Plan = end.value
            return plan

    async def ask(self, url: str) -> Sample:
        """Show one page, as a strategy gets to see it."""
        return await self._answer(url, spent=False)

    def pages(self) -> list[str]:
        """Give the addresses of all pages seen."""
        return [sample.final for sample in self.samples.values() if sample.page is not None]

    async def recall(self, url: str) -> Sample | None:
        """Show a page the archive has; None if it has none that counts."""
        kept = await self._read(url)
        return self._replay(url, kept) if kept is not None and _target(kept) is None else None

    async def _read(self, url: str) -> Exchange | None:
        kept = await self.writer.run(self.archive.read_exchange, url)
        if kept is None or (self.since is not None and kept.sent_at < self.since):
            return None
        # Archived before rendering was asked for: its content may be missing.
        is_bare = self.config.render and not kept.rendered and kept.status < 300 and is_html(kept.media_type, b"")
        return None if is_bare else kept

    async def _answer(self, url: str, *, spent: bool) -> Sample:
        if url not in self.samples:
            if spent:
                return Sample(url, url, problem=BUDGET_SPENT)
            self.on_sample(url)
            self.samples[url] = await self._ask(url)
        return self.samples[url]

    async def _ask(self, url: str) -> Sample:
        current = url
        for _ in range(self.config.max_redirects + 1):
            kept = await self._read(current)
            target = _target(kept) if kept is not None else None
            if kept is not None and target is None:
                return self._replay(url, kept)
            if target is None:
                outcome, page = await self._fetch(current)
                if not isinstance(outcome, Redirected):
                    return to_sample(url, current, outcome, page)
                target = outcome.target
            if self.scope is not None and not self.scope.holds(target):
                return Sample(url, target, problem="leads out of the site")
            current = target
        return Sample(url, current, problem="too many redirects")

    def _replay(self, url: str, exchange: Exchange) -> Sample:
        content, problem = decode_content(exchange.headers, exchange.body, DecodeLimits.of(self.config))
        return to_sample(url, exchange.url, Fetched(exchange, content, 0.0, problem=problem))

    async def _fetch(self, url: str) -> tuple[Outcome, Page | None]:
        """Fetch a URL and archive what came of it, whatever it is; a page is read once for both."""
        outcome = await self.fetcher.fetch(url)
        for _ in range(MAX_WAITS):
            if not isinstance(outcome, Deferred):
                break
            await self._wait(outcome.until)
            outcome = await self.fetcher.fetch(url)
        page = read_answer(outcome) if isinstance(outcome, Fetched) else None
        await self.keep(url, outcome, page)
        return outcome, page

    async def _wait(self, until: datetime) -> None:
        """Wait as the host asked; in naps, because the clock may jump."""
        while (seconds := (until - self.clock.now()).total_seconds()) > 0:
            await self.clock.sleep(min(seconds, LONGEST_NAP))

    async def keep(self, url: str, outcome: Outcome, page: Page | None = None) -> None:
        """Archive what came of a fetch, with the page if it was read; nothing if the URL was dealt with before."""
        self.fetched += isinstance(outcome, Fetched | Redirected)
        lease = await self.writer.run(self.archive.take, Discovered(url, role=OTHER), self.clock.now())
        if lease is not None:
            walk = Walk(self.fetcher, None, self.clock, self.config.max_redirects)
            await self.writer.commit(walk.record(lease, outcome, page, learning=True))

    def _allows(self, link: Link, page: Page) -> bool:
        return not objection(link, page, obey_nofollow=self.config.obey_nofollow)

    def _turned_to(self, found: list[Discovered], left: Collection[str], placing: Placing) -> list[Assigned]:
        """Give places to pages left over that others plainly turn to; what those lead to is added to what is found."""
        samples = {sample.final: sample for sample in self.samples.values() if sample.final in left}
        turned: list[Assigned] = []
        for item in found:  # grows on the way
            sample = samples.pop(item.url, None) if item.state is UrlState.QUEUED and item.role in FLIPS else None
            if sample is not None and sample.page is not None:
                turned.append(Assigned(item.url, item.role, item.list, item.number, item.key))
                self.placed.append((sample.page, item.role))
                found += placing.sift(sample, Source(item.role, item.list, item.number))
        return turned

    async def settle(self, plan: Plan, sifter: Sifter, start: str) -> None:
        """Give the pages seen their roles and lists, and put what they lead to into the frontier.

        The start page's links count even if a plan made by hand does not mention it.
        """
        placing = Placing(sifter, self.samples.values())
        assigned: list[Assigned] = []
        renamed: list[Renamed] = []
        found: list[Discovered] = []
        unwanted: list[tuple[str, str]] = []
        for sample in self.samples.values():
            place, followed = placing.places[sample.final], placing.is_followed(sample)
            name = placing.names.get(sample.final, sample.final)
            role = place.role if followed else OTHER
            row = Assigned(name, role, place.list, place.number, place.key)
            if name == sample.final:
                assigned.append(row)
            else:
                renamed.append(Renamed(sample.final, row))
            if not followed:
                unwanted.append((sample.final, place.reason))  # may be queued to be tried again
            elif sample.page is not None:
                self.placed.append((sample.page, role))
            if followed or sample.final == start:
                found += placing.sift(sample, Source(role, place.list, place.number))
        turned = self._turned_to(found, {url for url, _ in unwanted}, placing) if plan.unpaged else []
        assigned = [row for row in assigned if row.url not in {other.url for other in turned}] + turned
        unwanted = [row for row in unwanted if row[0] not in {other.url for other in turned}]
        await self.writer.run(self.archive.assign, assigned)
        await self.writer.run(self.archive.exclude, unwanted)
        await self.writer.run(self.archive.rename, renamed)
        await self.writer.run(self.archive.add, [sifter.judge(plan.entry, depth=0), *found, *placing.wholes])


def to_sample(url: str, final: str, outcome: Outcome, page: Page | None = None) -> Sample:
    """Say what came of a fetch as strategies see it; `page` is what it brought, if that was read."""
    match outcome:
        case Fetched():
            status, media = outcome.exchange.status, outcome.exchange.media_type
            page = page or read_answer(outcome)
            problem = page.problem if page is not None else f"not a page but {media or 'something without a type'}"
            if status >= 400:
                problem = f"HTTP {status}"
            return Sample(url, final, status, page if not problem else None, problem, media)
        case Refused() | Deferred() | Failed():
            return Sample(url, final, problem=str(outcome.why))
        case _:
            return Sample(url, final, problem="redirected")


def _target(exchange: Exchange) -> str | None:
    """Give where a kept redirect leads."""
    if exchange.status not in (301, 302, 303, 307, 308):
        return None
    return resolve(exchange.header("location"), exchange.url)
