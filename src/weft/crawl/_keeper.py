"""Keeping an archive fresh: what the policy asks for is fetched, read and committed like any page of a crawl."""

from __future__ import annotations

import dataclasses
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable

from weft.clock import Clock
from weft.crawl._budget import Budget, BudgetSpent
from weft.crawl._feeds import ROLE as FEED
from weft.crawl._feeds import Feeds
from weft.crawl._files_keep import FileQueue
from weft.crawl._freshness import Freshness, write_report
from weft.crawl._validators import NOT_MODIFIED, Validators
from weft.crawl._visit import GONE_STATUSES, Walk
from weft.fetch import Fetched, Outcome
from weft.page import Post
from weft.refresh import Known, ListKind, Policy, Request, Saved, Sight, Why
from weft.store import Archive, Changes, Discovered, Lease, Reading, UrlState, Visit
from weft.traversal import Role, list_role

STATE = "refresh"  # setting with what the policy knows
STATE_VERSION = 2  # what was written by another version is not read: the archive itself tells nearly as much
# Requests after which the policy's knowledge is written down: it is only a loss of wisdom, not of posts. The more lists
# it knows, the longer that takes, and the rarer it is done.
SAVE_EVERY = 25
LISTS_A_REQUEST = 400
GONE_REASONS = frozenset(f"HTTP {status}" for status in GONE_STATUSES)  # why a page failed that is not there
OK = 200
IDLE_TRIES = 40  # proposals in a row that a pass need not follow, after which it is over


class Keeper:
    """Carries out what a policy asks for, one request at a time. `on_news` is told of posts that are new or changed."""

    def __init__(
        self,
        archive: Archive,
        walk: Walk,
        policy: Policy,
        budget: Budget,
        clock: Clock,
        on_news: Callable[[str, Post], None] | None = None,
    ) -> None:
        self._archive = archive
        self._walk = walk
        self._policy = policy
        self._budget = budget
        self._clock = clock
        self._on_news = on_news
        self.freshness = Freshness()
        self._began = clock.now()
        self._validators = Validators(archive)
        self.files = FileQueue(archive, walk, clock)
        self._feeds = Feeds(archive, walk.sifter.plan if walk.sifter is not None else None)
        self._save_at = SAVE_EVERY
        self._is_restored = False
        self._found: dict[str, dict[int, str]] = {}  # pages of lists that wait to be fetched for the first time

    def begin(self) -> None:
        """Take up what was known at the last stop, or everything the archive holds."""
        for row in self._archive.urls(UrlState.QUEUED):
            self._remember(row.url)
        text = self._archive.get_setting(STATE)
        if text:
            data = json.loads(text)
            if data.get("policy") == self._policy.name and data.get("version") == STATE_VERSION:
                self._policy.restore(Saved(data["policy"], data["site"], data["lists"]))
                self._validators.restore(data.get("validators", {}))
                self._is_restored = True
        now = self._clock.now().timestamp()
        for known in known_lists(self._archive) if not self._is_restored else ():
            self._policy.adopt(known, known.visited or now)  # what was written since then is news
        for feed in self._feeds.begin():
            self._policy.adopt(feed, now)

    def _remember(self, url: str) -> None:
        decision = self._walk.sifter.plan.judge(url) if self._walk.sifter is not None else None
        if decision is not None and decision.list:
            self._found.setdefault(decision.list, {}).setdefault(decision.number or 1, url)

    def save(self) -> None:
        """Write down what the policy knows, and what was brought so far."""
        saved = self._policy.save()
        data = dataclasses.asdict(saved) | {"version": STATE_VERSION, "validators": self._validators.save()}
        self._archive.put_setting(STATE, json.dumps(data))
        self._save_at = self.freshness.requests + max(SAVE_EVERY, len(saved.lists) // LISTS_A_REQUEST)
        now, due = self._clock.now(), self._policy.count_due()
        write_report(self._archive, self.freshness, policy=self._policy.name, began=self._began, at=now, due=due)

    async def step(self) -> bool:
        """Make the one request that is worth most now; False when none is, or the day's budget is spent."""
        request = self._choose()
        if request is None:
            return False
        await self._carry_out(request)
        return True

    async def catch_up(self, limit: int | None = None) -> AsyncIterator[Freshness]:
        """Make one pass: what is new or told of, and one look at what may have changed; nothing twice.

        With a limit so many requests are made, checks for edits and deletions among them. Gives what it has brought
        after each request.
        """
        seen: set[tuple[str, int]] = set()
        idle = 0
        while idle < IDLE_TRIES and (limit is None or self.freshness.requests < limit):
            request = self._choose()
            if request is None:
                return
            place = (request.list, request.number)
            if place in seen or (limit is None and request.why is Why.CHECK):
                idle += 1
                self._tell(Sight(*place, skipped=True))
                continue
            seen.add(place)
            idle = 0
            await self._carry_out(request)
            yield self.freshness

    def _choose(self) -> Request | None:
        now = self._clock.now()
        if self._budget.left(now) == 0:
            return None
        return next(iter(self._policy.choose(now.timestamp(), 1)), None)

    async def _look_at_feed(self, request: Request) -> None:
        """Fetch a feed, keep the answer like any other, and tell of the threads in it.

        Never conditionally: a feed is small, and changes whenever anything does.
        """
        url = request.list
        if self._feeds.is_useless(url):
            self._tell(Sight(url, missing=True))
            return
        lease = self._archive.take_again(url) or self._archive.take(Discovered(url, role=FEED), self._clock.now())
        try:
            outcome = await self._walk.fetcher.fetch(url)
        except BudgetSpent:
            self._archive.release([lease] if lease is not None else [])
            self._tell(Sight(url, skipped=True))
            return
        self.freshness.requests += 1
        is_whole = isinstance(outcome, Fetched) and outcome.exchange.status == OK
        if lease is not None:
            self._archive.commit([self._keep_feed(lease, outcome, is_new=is_whole)])
        if isinstance(outcome, Fetched) and is_whole:
            index = self._feeds.read(url, outcome)
            self._tell(Sight(url, index=index, missing=index is None), outcome)
            return
        self.freshness.failed += 1
        self._tell(Sight(url, failed=True), outcome)

    def _keep_feed(self, lease: Lease, outcome: Outcome, *, is_new: bool) -> Visit:
        """Give the visit of a feed: with its answer, or without one, to be asked for when the policy says so."""
        visit = self._walk.record(lease, outcome)
        return visit if is_new else Visit(lease, UrlState.FETCHED, requests=visit.requests)

    async def _carry_out(self, request: Request) -> None:
        if self._feeds.holds(request.list):
            await self._look_at_feed(request)
            return
        lease, is_held = self._lease(request)
        if lease is None:
            self._tell(Sight(request.list, request.number, missing=True))
            return
        believed = request.conditional and is_held
        conditions = self._validators.of(lease.url, from_archive=not self._is_restored) if believed else ()
        try:
            outcome = await self._walk.fetcher.fetch(lease.url, validators=conditions)
        except BudgetSpent:
            self._archive.commit([_leave(lease, is_held=is_held, requests=0)])
            self._tell(Sight(request.list, request.number, skipped=True))
            return
        self.freshness.requests += 1
        if isinstance(outcome, Fetched) and outcome.exchange.status == NOT_MODIFIED and is_held:
            self._archive.commit([_leave(lease, is_held=True, requests=outcome.retries + 1)])
            self.freshness.unmodified += 1
            self._tell(Sight(request.list, request.number, unchanged=True), outcome)
        else:
            self._take_in(request, lease, outcome, is_held=is_held)
            await self.files.fetch()
        if self.freshness.requests >= self._save_at:
            self.save()

    def _take_in(self, request: Request, lease: Lease, outcome: Outcome, *, is_held: bool) -> None:
        """Commit what a fetch has brought, and tell the policy of it."""
        visit = _as_list_page(self._walk.record(lease, outcome), request)
        if isinstance(outcome, Fetched) and outcome.exchange.status in GONE_STATUSES and is_held:
            at = outcome.exchange.sent_at
            gone = Reading(lease.url, at, list=request.list, number=request.number, gone=True)
            visit = dataclasses.replace(_leave(lease, is_held=True, requests=visit.requests), reading=gone)
        elif visit.state is not UrlState.FETCHED and (is_held or visit.state is UrlState.QUEUED):
            visit = _leave(lease, is_held=is_held, requests=visit.requests)
        self._archive.commit([visit])
        changes = self._archive.last_changes
        self.files.note(visit)
        if visit.exchange is not None:
            self._validators.learn(visit.exchange, confirm=visit.reading is not None and visit.reading.index is None)
        if visit.state not in (UrlState.QUEUED, UrlState.FAILED) or visit.reason in GONE_REASONS:
            self._found.get(request.list, {}).pop(request.number, None)
        for item in visit.discovered:
            if item.state is UrlState.QUEUED and item.list:
                self._found.setdefault(item.list, {})[item.number or 1] = item.url
        self._count(changes, request)
        self._tell(self._sight(request, outcome, visit, changes), outcome)

    def _tell(self, sight: Sight, outcome: Outcome | None = None) -> None:
        """Tell the policy what was seen, as of the moment it was asked for: what is written later is news."""
        at = outcome.exchange.sent_at if isinstance(outcome, Fetched) else self._clock.now()
        self._policy.see(sight, at.timestamp())

    def _lease(self, request: Request) -> tuple[Lease | None, bool]:
        """Take the page out that is asked for, and tell whether it was fetched before; else a page has led to it."""
        pages = {page.number or 1: page.url for page in reversed(self._archive.list_pages(request.list))}
        held = pages.get(request.number)
        url = held or self._found.get(request.list, {}).get(request.number)
        lease = self._archive.take_again(url) if url is not None else None
        if lease is None and request.number == 1 and self._walk.sifter is not None:
            role = self._walk.sifter.plan.judge(request.list).role
            wanted = Discovered(request.list, role=role, list=request.list, number=1)
            lease = self._archive.take_again(request.list) or self._archive.take(wanted, self._clock.now())
        return lease, held is not None

    def _count(self, changes: Changes, request: Request) -> None:
        fresh = self.freshness
        fresh.new_posts += changes.new
        fresh.changed += changes.changed
        fresh.gone += changes.gone
        fresh.new_threads += request.why is Why.NEW and changes.new > 0
        now = self._clock.now()
        for thread, post in changes.posts:
            if post.time is not None and changes.new:
                fresh.delayed += 1
                fresh.delay_seconds += max(0.0, (now - post.time).total_seconds())
            if self._on_news is not None:
                self._on_news(thread, post)

    def _sight(self, request: Request, outcome: Outcome, visit: Visit, changes: Changes) -> Sight:
        place = (request.list, request.number)
        reading = visit.reading
        if not isinstance(outcome, Fetched):
            self.freshness.failed += 1
            return Sight(*place, failed=True)
        if reading is not None and reading.gone:
            return Sight(*place, missing=True, gone=changes.gone)
        if reading is None or (reading.index is None and not (reading.thread and reading.thread.posts)):
            self.freshness.failed += 1
            return Sight(*place, failed=True)
        thread = reading.thread
        posts = thread.posts if thread is not None else ()
        known = (page.number for page in self._archive.list_pages(request.list))
        return Sight(
            *place,
            pages=max(request.number, *known, *self._found.get(request.list, ())),  # any page may have told of more
            index=reading.index,
            times=tuple(post.time.timestamp() for post in posts if post.time is not None),
            new=changes.new,
            changed=changes.changed,
            gone=changes.gone,
        )


def _leave(lease: Lease, *, is_held: bool, requests: int) -> Visit:
    """Give the visit that leaves a page what it was: held, with its last good copy, or queued."""
    return Visit(lease, UrlState.FETCHED if is_held else UrlState.QUEUED, requests=requests)


def _as_list_page(visit: Visit, request: Request) -> Visit:
    """Give the visit with the list that was asked for, where the lease did not know it."""
    if visit.reading is not None and not visit.reading.list:
        reading = dataclasses.replace(visit.reading, list=request.list, number=request.number)
        return dataclasses.replace(visit, reading=reading)
    return visit


def known_lists(archive: Archive) -> Iterable[Known]:
    """Give the lists an archive holds, boards before threads, with what is known of their posts."""
    boards = {thread.url: thread.board for thread in archive.threads()}
    visited = archive.summary().last_at
    at = visited.timestamp() if visited is not None else None
    times: dict[str, list[float]] = defaultdict(list)
    for post in archive.posts():
        if post.post.time is not None:
            times[post.thread].append(post.post.time.timestamp())
    threads = []
    for row in archive.lists():
        if list_role(row.role) == Role.INDEX:
            yield Known(row.list, ListKind.INDEX, pages=len(row.pages), visited=at)
        elif list_role(row.role) == Role.THREAD:
            threads.append(row)
    for row in threads:
        held = tuple(times.get(row.list, ()))
        yield Known(row.list, ListKind.POSTS, boards.get(row.list, ""), len(row.pages), held, at)
