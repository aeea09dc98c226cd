"""Keeping an archive fresh: what the policy asks for is fetched, read and committed like any page of a crawl."""

from __future__ import annotations

import dataclasses
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from weft.clock import Clock
from weft.crawl._visit import GONE_STATUSES, Walk
from weft.fetch import Deferred, Fetched, Outcome
from weft.page import Post
from weft.refresh import Known, ListKind, Policy, Request, Saved, Sight, Why
from weft.store import Archive, Changes, Discovered, Lease, Reading, UrlState, Visit
from weft.traversal import Role, list_role

STATE = "refresh"  # setting with what the policy knows
SPENT = "refresh spent"  # setting with the requests made on the last day
SAVE_EVERY = (
    25  # requests after which the policy's knowledge is written down; it is only a loss of wisdom, not of posts
)
IDLE_TRIES = 40  # proposals in a row that a pass need not follow, after which it is over
DAY = timedelta(days=1)
ROBOTS = 1  # requests for robots.txt: once a run, and once a day


@dataclass(slots=True)
class Freshness:
    """What keeping fresh has brought so far."""

    requests: int = 0
    failed: int = 0
    new_threads: int = 0
    new_posts: int = 0
    changed: int = 0
    gone: int = 0
    delays: list[float] = field(default_factory=list)  # seconds from writing to fetching, of posts that tell their time

    @property
    def mean_delay(self) -> float | None:
        """The mean of the delays, in seconds."""
        return sum(self.delays) / len(self.delays) if self.delays else None

    def to_dict(self) -> dict[str, object]:
        """Give the counts as plain data."""
        data = dataclasses.asdict(self)
        data["mean_delay_seconds"] = self.mean_delay
        del data["delays"]
        return data


class Budget:
    """How many requests may be made on one day (UTC); what was spent is remembered in the archive."""

    def __init__(self, archive: Archive, per_day: int | None) -> None:
        self.per_day = per_day
        self._archive = archive
        kept = json.loads(archive.get_setting(SPENT) or "{}")
        self._day, self._spent = str(kept.get("day", "")), int(kept.get("spent", 0))

    @property
    def interval(self) -> timedelta:
        """The time between two requests that spreads a day's budget evenly."""
        return DAY / self.per_day if self.per_day else timedelta()

    def left(self, now: datetime) -> int | None:
        """Tell how many requests are left today; None without a limit."""
        if self.per_day is None:
            return None
        spent = self._spent if self._day == _day_of(now) else ROBOTS
        return max(0, self.per_day - spent)

    def spend(self, now: datetime, requests: int) -> None:
        """Note requests, before they are made: a kill must not give them back."""
        day = _day_of(now)
        self._spent = requests + (self._spent if self._day == day else ROBOTS)
        self._day = day
        self._archive.put_setting(SPENT, json.dumps({"day": day, "spent": self._spent}))


def _day_of(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


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
        self._found: dict[str, dict[int, str]] = {}  # pages of lists that wait to be fetched for the first time

    def begin(self) -> None:
        """Take up what was known at the last stop, or everything the archive holds."""
        self._budget.spend(self._clock.now(), ROBOTS)
        for row in self._archive.urls(UrlState.QUEUED):
            self._remember(row.url)
        text = self._archive.get_setting(STATE)
        if text:
            data = json.loads(text)
            if data.get("policy") == self._policy.name:
                self._policy.restore(Saved(data["policy"], data["site"], data["lists"]))
                return
        now = self._clock.now().timestamp()
        for known in known_lists(self._archive):
            self._policy.adopt(known, known.visited or now)  # what was written since then is news

    def _remember(self, url: str) -> None:
        decision = self._walk.sifter.plan.judge(url) if self._walk.sifter is not None else None
        if decision is not None and decision.list:
            self._found.setdefault(decision.list, {}).setdefault(decision.number or 1, url)

    def save(self) -> None:
        """Write down what the policy knows."""
        saved = self._policy.save()
        self._archive.put_setting(STATE, json.dumps(dataclasses.asdict(saved)))

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
                told = Sight(*place, unchanged=place in seen, failed=place not in seen)
                self._policy.see(told, self._clock.now().timestamp())
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

    async def _carry_out(self, request: Request) -> None:
        lease = self._lease(request)
        now = self._clock.now().timestamp()
        if lease is None:
            self._policy.see(Sight(request.list, request.number, missing=True), now)
            return
        self._budget.spend(self._clock.now(), 1)
        self.freshness.requests += 1
        step = await self._walk.visit(lease)
        visit = _as_list_page(step.visit, request)
        if visit.state is not UrlState.FETCHED:  # it stays what it was: a page of the archive that may come back
            visit = dataclasses.replace(visit, state=UrlState.FETCHED, not_before=None)
        if isinstance(step.outcome, Fetched) and step.outcome.exchange.status in GONE_STATUSES:
            gone = Reading(
                lease.url, step.outcome.exchange.sent_at, list=request.list, number=request.number, gone=True
            )
            visit = dataclasses.replace(visit, reading=gone)
        self._archive.commit([visit])
        for item in visit.discovered:
            if item.state is UrlState.QUEUED and item.list:
                self._found.setdefault(item.list, {})[item.number or 1] = item.url
        changes = self._archive.last_changes
        self._count(changes, request)
        self._policy.see(self._sight(request, step.outcome, visit, changes), self._clock.now().timestamp())
        if self.freshness.requests % SAVE_EVERY == 0:
            self.save()

    def _lease(self, request: Request) -> Lease | None:
        """Take the page out that is asked for: one fetched before, else one that a page has led to."""
        pages = {page.number or 1: page.url for page in reversed(self._archive.list_pages(request.list))}
        url = pages.get(request.number) or self._found.get(request.list, {}).pop(request.number, None)
        lease = self._archive.take_again(url) if url is not None else None
        if lease is None and request.number == 1 and self._walk.sifter is not None:
            role = self._walk.sifter.plan.judge(request.list).role
            wanted = Discovered(request.list, role=role, list=request.list, number=1)
            lease = self._archive.take_again(request.list) or self._archive.take(wanted, self._clock.now())
        return lease

    def _count(self, changes: Changes, request: Request) -> None:
        fresh = self.freshness
        fresh.new_posts += changes.new
        fresh.changed += changes.changed
        fresh.gone += changes.gone
        fresh.new_threads += request.why is Why.NEW and changes.new > 0
        now = self._clock.now()
        for thread, post in changes.posts:
            if post.time is not None and changes.new:
                fresh.delays.append(max(0.0, (now - post.time).total_seconds()))
            if self._on_news is not None:
                self._on_news(thread, post)

    def _sight(self, request: Request, outcome: Outcome, visit: Visit, changes: Changes) -> Sight:
        place = (request.list, request.number)
        reading = visit.reading
        if isinstance(outcome, Deferred) or not isinstance(outcome, Fetched):
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
