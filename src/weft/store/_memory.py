"""The archive's twin in memory: same contract, no files; for tests and simulation."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weft.errors import StoreError
from weft.page import Exchange
from weft.store._ports import Discovered, HostRow, Lease, PageRow, StoredPage, Summary, UrlRow, UrlState, Visit
from weft.store._tally import role_of


@dataclass(slots=True)
class _Row:
    """A URL and where it stands."""

    id: int
    found: Discovered
    state: UrlState
    reason: str
    tries: int = 0


class MemoryArchive:
    """An archive that ends with the process; fulfils `Archive` and reads back like `SqliteArchive`."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._by_url: dict[str, _Row] = {}
        self._ready: list[tuple[int, int, int]] = []  # heap of (priority, depth, id)
        self._waiting: list[tuple[datetime, int]] = []  # heap of (due, id)
        self._visits: list[Visit] = []
        self._settings: dict[str, str] = {}
        self._hosts: dict[str, HostRow] = {}

    def add(self, found: Iterable[Discovered]) -> int:
        """Put URLs into the frontier; gives how many were new. Known URLs stay as they are (but see `weak`)."""
        return sum(self._add_one(item) for item in found)

    def _add_one(self, item: Discovered) -> bool:
        row = self._by_url.get(item.url)
        if row is None:
            row = _Row(len(self._rows) + 1, item, item.state, item.reason)
            self._rows.append(row)
            self._by_url[item.url] = row
            self._move(row, item.state, item.reason)
            return True
        if row.state is UrlState.EXCLUDED and row.found.weak and item.state is UrlState.QUEUED:
            row.found = item
            self._move(row, item.state, item.reason)
        return False

    def _move(self, row: _Row, state: UrlState, reason: str = "", due: datetime | None = None) -> None:
        row.state = state
        row.reason = reason
        if state is UrlState.QUEUED and due is not None:
            heapq.heappush(self._waiting, (due, row.id))
        elif state is UrlState.QUEUED:
            heapq.heappush(self._ready, (row.found.priority, row.found.depth, row.id))

    def lease(self, limit: int, now: datetime) -> list[Lease]:
        """Hand out up to `limit` queued URLs that are due, best first; none of them is handed out again."""
        while self._waiting and self._waiting[0][0] <= now:
            row = self._rows[heapq.heappop(self._waiting)[1] - 1]
            self._move(row, UrlState.QUEUED, row.reason)
        leases: list[Lease] = []
        while self._ready and len(leases) < limit:
            row = self._rows[heapq.heappop(self._ready)[2] - 1]
            row.state = UrlState.LEASED
            found = row.found
            leases.append(Lease(row.id, found.url, found.depth, found.role, found.hops, row.tries))
        return leases

    def release(self, leases: Iterable[Lease]) -> None:
        """Take leases back unfinished: queued again, nothing counted."""
        for lease in leases:
            row = self._rows[lease.id - 1]
            if row.state is UrlState.LEASED:
                self._move(row, UrlState.QUEUED, row.reason)

    def requeue_failed(self) -> int:
        """Queue what failed once more, as if it had never been tried; gives how many."""
        failed = [row for row in self._rows if row.state is UrlState.FAILED]
        for row in failed:
            row.tries = 0
            self._move(row, UrlState.QUEUED)
        return len(failed)

    def urls(self, state: UrlState | None = None) -> Iterator[UrlRow]:
        """Go through all URLs, or those in one state, in order of discovery."""
        for row in self._rows:
            if state is None or row.state is state:
                yield UrlRow(row.found.url, row.state, row.reason, row.found.depth, row.found.role)

    def next_due(self) -> datetime | None:
        """Tell when the earliest queued URL that is not yet due becomes due; None when there is none."""
        return self._waiting[0][0] if self._waiting else None

    def commit(self, visits: Sequence[Visit]) -> int:
        """Record visits, all or none. Gives how many URLs were new."""
        ids = [visit.lease.id for visit in visits]
        for visit in visits:
            if self._rows[visit.lease.id - 1].state is not UrlState.LEASED or ids.count(visit.lease.id) > 1:
                raise StoreError(f"{visit.lease.url} was committed without being leased; it is left as it was.")
        for visit in visits:
            row = self._rows[visit.lease.id - 1]
            row.tries += 1
            self._move(row, visit.state, visit.reason, visit.not_before)
            self._visits.append(visit)
        return self.add(item for visit in visits for item in visit.discovered)

    def get_setting(self, name: str) -> str | None:
        """Give a remembered value of this archive (start URL, scope, strategy)."""
        return self._settings.get(name)

    def put_setting(self, name: str, value: str) -> None:
        """Remember a value."""
        self._settings[name] = value

    def get_host(self, origin: str) -> HostRow | None:
        """Give what is remembered about a host."""
        return self._hosts.get(origin)

    def put_host(self, row: HostRow) -> None:
        """Remember a host, replacing what was known."""
        self._hosts[row.origin] = row

    def summary(self) -> Summary:
        """Count everything, from the rows themselves."""
        states = Counter(row.state for row in self._rows)
        kept = [(visit, visit.exchange) for visit in self._visits if visit.exchange is not None]
        times = [exchange.sent_at for _, exchange in kept]
        return Summary(
            discovered=len(self._rows),
            by_state={state: states[state] for state in UrlState},
            excluded=self._reasons(UrlState.EXCLUDED),
            failed=self._reasons(UrlState.FAILED),
            roles=dict(Counter(role_of(visit) for visit, _ in kept if visit.state is UrlState.FETCHED)),
            statuses=dict(Counter(exchange.status for _, exchange in kept)),
            requests=sum(visit.requests for visit in self._visits),
            learning_requests=sum(visit.requests for visit in self._visits if visit.page and visit.page.learning),
            body_bytes=sum(len(exchange.body) for _, exchange in kept),
            warc_bytes=0,
            first_at=min(times, default=None),
            last_at=max(times, default=None),
            problems=dict(Counter(visit.page.problem for visit, _ in kept if visit.page and visit.page.problem)),
        )

    def _reasons(self, state: UrlState) -> dict[str, int]:
        return dict(Counter(row.reason for row in self._rows if row.state is state))

    def pages(self) -> Iterator[StoredPage]:
        """Go through all kept responses in order of commit."""
        for visit in self._visits:
            if exchange := visit.exchange:
                row = replace(visit.page or PageRow(), role=role_of(visit))
                about = (visit.lease.url, exchange.status, exchange.media_type, exchange.sent_at)
                yield StoredPage(*about, visit.seconds, row)

    def read_exchange(self, url: str) -> Exchange | None:
        """Give the newest kept exchange of a URL, or None."""
        found = (visit.exchange for visit in reversed(self._visits) if visit.lease.url == url)
        return next((exchange for exchange in found if exchange is not None), None)

    def exchanges(self) -> Iterator[Exchange]:
        """Go through all kept exchanges in order of commit."""
        return (visit.exchange for visit in self._visits if visit.exchange is not None)

    def close(self) -> None:
        """Queue the leases still out."""
        for row in self._rows:
            if row.state is UrlState.LEASED:
                self._move(row, UrlState.QUEUED, row.reason)
