"""The archive's twin in memory: same contract, no files; for tests and simulation."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weft.errors import StoreError
from weft.page import Exchange
from weft.store._lists import base_role
from weft.store._memory_files import MemoryFiles
from weft.store._ports import (
    ELSEWHERE,
    TWIN,
    Assigned,
    Discovered,
    HostRow,
    Lease,
    ListPage,
    ListRow,
    PageRow,
    Renamed,
    StoredPage,
    Summary,
    UrlRow,
    UrlState,
    Visit,
)
from weft.store._recording import UNREAD
from weft.store._twins import as_twin, gives_way, holds_against, is_twin, outlives


@dataclass(slots=True)
class _Row:
    """A URL and where it stands."""

    id: int
    found: Discovered
    state: UrlState
    reason: str
    tries: int = 0
    due: datetime | None = None  # a queued one waits for it, and a lease taken before it goes back to waiting
    key: str = ""

    @property
    def is_twin(self) -> bool:
        """Whether it waits behind another address of its page."""
        return self.state is UrlState.EXCLUDED and self.reason == TWIN


@dataclass(slots=True)
class _Kept:
    """A visit and the row kept for it, which may be assigned anew."""

    visit: Visit
    page: PageRow


class MemoryArchive(MemoryFiles):
    """An archive that ends with the process; fulfils `Archive` and reads back like `SqliteArchive`."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[_Row] = []
        self._by_url: dict[str, _Row] = {}
        self._by_key: dict[str, list[_Row]] = {}  # rows that have, or once had, a key
        self._ready: list[tuple[int, int, int]] = []  # heap of (priority, depth, id)
        self._waiting: list[tuple[datetime, int]] = []  # heap of (due, id)
        self._visits: list[_Kept] = []
        self._settings: dict[str, str] = {}
        self._hosts: dict[str, HostRow] = {}

    def add(self, found: Iterable[Discovered]) -> int:
        """Put URLs into the frontier; gives how many were new. Known URLs stay as they are (but see `weak`)."""
        return sum(self._add_one(item) for item in found)

    def _add_one(self, item: Discovered, *, judged: bool = True) -> bool:
        row = self._by_url.get(item.url)
        if row and (row.state is not UrlState.EXCLUDED or item.state is not UrlState.QUEUED):
            return False
        if row and not gives_way(row.reason, item, weak=row.found.weak, judged=judged):
            return False
        if judged and self._is_taken(item):
            if row and row.is_twin:
                return False
            item = as_twin(item)
        is_new = row is None
        if row is None:
            row = _Row(len(self._rows) + 1, item, item.state, item.reason)
            self._rows.append(row)
            self._by_url[item.url] = row
        row.found = item
        self._name_list(item.list)
        self._move(row, item.state, item.reason)
        if item.state is not UrlState.EXCLUDED or is_twin(item):
            self._set_key(row, item.key)
        return is_new

    def _is_taken(self, item: Discovered) -> bool:
        """Tell whether another URL has the key of one that is to be queued."""
        if item.state is not UrlState.QUEUED or not item.key:
            return False
        return any(holds_against(row.state, item) for row in self._holders(item.key))

    def _holders(self, key: str) -> Iterator[_Row]:
        """Give the URLs that have a key, or are it, twins and other excluded ones too."""
        if key in self._by_url:
            yield self._by_url[key]
        yield from (row for row in self._by_key.get(key, ()) if row.key == key)

    def _set_key(self, row: _Row, key: str) -> None:
        """Give a URL a key, or none; a twin that comes without is found by its URL."""
        old, row.key = row.key, key or (row.found.url if row.is_twin else "")
        if row.key not in ("", old):
            self._by_key.setdefault(row.key, []).append(row)

    def _pass_on(self, row: _Row) -> None:
        """Queue a twin in the place of a URL whose visit found no page, unless another address of the page lives."""
        is_passed = False
        for key in dict.fromkeys((row.found.url, row.key or row.found.url)):
            holders = list(self._holders(key))
            twins = [holder for holder in holders if holder.is_twin and holder.key == key and not holder.tries]
            is_passed = bool(twins) and not any(outlives(holder.state) for holder in holders)
            if is_passed:
                self._move(min(twins, key=lambda twin: twin.id), UrlState.QUEUED)
        if is_passed or row.state is UrlState.EXCLUDED:
            row.key = ""

    def _move(self, row: _Row, state: UrlState, reason: str = "", due: datetime | None = None) -> None:
        row.state = state
        row.reason = reason
        row.due = due if state is UrlState.QUEUED else None
        if row.due is not None:
            heapq.heappush(self._waiting, (row.due, row.id))
        elif state is UrlState.QUEUED:
            heapq.heappush(self._ready, (row.found.priority, row.found.depth, row.id))

    def _withdraw(self, ids: set[int]) -> None:
        """Take URLs out of the queues."""
        self._ready = [entry for entry in self._ready if entry[-1] not in ids]
        self._waiting = [entry for entry in self._waiting if entry[-1] not in ids]
        heapq.heapify(self._ready)
        heapq.heapify(self._waiting)

    def lease(self, limit: int, now: datetime, role: str = "") -> list[Lease]:
        """Hand out up to `limit` queued URLs that are due, best first; none of them is handed out again."""
        while self._waiting and self._waiting[0][0] <= now:
            row = self._rows[heapq.heappop(self._waiting)[1] - 1]
            self._move(row, UrlState.QUEUED, row.reason)
        leases: list[Lease] = []
        others = []
        while self._ready and len(leases) < limit:
            entry = heapq.heappop(self._ready)
            row = self._rows[entry[2] - 1]
            if role and row.found.role != role:
                others.append(entry)
            else:
                leases.append(self._hand_out(row))
        for entry in others:
            heapq.heappush(self._ready, entry)
        return leases

    def _hand_out(self, row: _Row) -> Lease:
        row.state = UrlState.LEASED
        found = row.found
        about = (found.depth, found.role, found.hops, row.tries, found.list, found.number)
        return Lease(row.id, found.url, *about, row.key if row.key != found.url else "")

    def take(self, found: Discovered, now: datetime) -> Lease | None:
        """Put a URL in if it is not known and hand it out at once, due or not, whatever else is queued."""
        self._add_one(found, judged=False)
        row = self._by_url[found.url]
        if row.state is not UrlState.QUEUED:
            return None
        self._withdraw({row.id})
        return self._hand_out(row)

    def take_again(self, url: str) -> Lease | None:
        """Hand out a URL once more, whether fetched, failed or queued; None when it is out, excluded or not known."""
        row = self._by_url.get(url)
        if row is None or row.state not in (UrlState.FETCHED, UrlState.FAILED, UrlState.QUEUED):
            return None
        self._withdraw({row.id})
        return self._hand_out(row)

    def release(self, leases: Iterable[Lease]) -> None:
        """Take leases back unfinished: queued again, nothing counted."""
        for lease in leases:
            row = self._rows[lease.id - 1]
            if row.state is UrlState.LEASED:
                self._move(row, UrlState.QUEUED, row.reason, row.due)

    def requeue_failed(self) -> int:
        """Queue what failed once more, as if it had never been tried; gives how many."""
        failed = [row for row in self._rows if row.state is UrlState.FAILED]
        for row in failed:
            row.tries = 0
            self._move(row, UrlState.QUEUED)
        return len(failed)

    def assign(self, rows: Iterable[Assigned]) -> int:
        """Set role, list and number of known URLs and of all their pages; gives how many URLs that changed."""
        wanted = {row.url: row for row in list(rows) if row.url in self._by_url}
        changed = set()
        for assigned in wanted.values():
            row = self._by_url[assigned.url]
            self._name_list(assigned.list)
            self._set_key(row, assigned.key or row.key)
            found = row.found._replace(role=assigned.role, list=assigned.list, number=assigned.number)
            if found != row.found:
                row.found = found
                changed.add(assigned.url)
        return len(changed | self._assign_pages(wanted))

    def _assign_pages(self, wanted: Mapping[str, Assigned]) -> set[str]:
        changed = set()
        for kept in self._visits:
            assigned = wanted.get(kept.visit.lease.url)
            if assigned is not None and kept.visit.exchange is not None:
                page = replace(kept.page, role=assigned.role, list=assigned.list, number=assigned.number)
                if page != kept.page:
                    kept.page = page
                    changed.add(assigned.url)
        return changed

    def rename(self, rows: Iterable[Renamed]) -> int:
        """Keep the pages of fetched URLs under their proper addresses; gives how many."""
        moved = [row for row in list(rows) if self._rename_one(row.url, row.place.url)]
        self.assign(row.place for row in moved)
        return len(moved)

    def _rename_one(self, url: str, name: str) -> bool:
        page = self._by_url.get(url)
        if page is None or page.state is not UrlState.FETCHED or page.id in self._ledger.read:
            return False
        kept = [kept for kept in self._visits if kept.visit.lease.id == page.id and kept.visit.exchange is not None]
        known = self._by_url.get(name)
        is_answered = any(other.visit.lease.url == name and other.visit.exchange for other in self._visits)
        if not kept or is_answered or (known and known.state not in (UrlState.QUEUED, UrlState.EXCLUDED)):
            return False
        if known is None:
            self._add_one(Discovered(name, UrlState.EXCLUDED, depth=page.found.depth))
        row = self._by_url[name]
        row.found, row.tries = row.found._replace(weak=False), 1
        self._withdraw({row.id})
        self._move(row, UrlState.FETCHED)
        self._move(page, UrlState.REDIRECTED)
        self._redirects[url] = name
        for one in kept:
            one.visit = replace(one.visit, lease=replace(one.visit.lease, id=row.id, url=name))
        return True

    def exclude(self, urls: Iterable[tuple[str, str]]) -> int:
        """Exclude queued URLs, each for the reason beside it; others stay. Gives how many."""
        gone = set()
        for url, reason in list(urls):
            row = self._by_url.get(url)
            if row is not None and row.state is UrlState.QUEUED:
                row.tries = 0
                self._move(row, UrlState.EXCLUDED, reason)
                gone.add(row.id)
                if reason == TWIN:
                    self._set_key(row, row.key)
        self._withdraw(gone)
        return len(gone)

    def requeue_excluded(self, urls: Iterable[Discovered]) -> int:
        """Queue URLs that a plan had excluded with what it now makes of them; others stay. Gives how many."""
        first: dict[str, Discovered] = {}  # of several the first counts
        for item in urls:
            if item.state is UrlState.QUEUED:
                first.setdefault(item.url, item)
        return sum(self._requeue_one(item) for item in first.values())

    def _requeue_one(self, item: Discovered) -> bool:
        row = self._by_url.get(item.url)
        if row is None or row.state is not UrlState.EXCLUDED or row.found.weak or row.tries:
            return False
        item = item._replace(key=item.key or (row.key if row.is_twin else ""))
        if self._is_taken(item):
            item = as_twin(item)
        self._name_list(item.list)
        row.found = row.found._replace(role=item.role, list=item.list, number=item.number, priority=item.priority)
        self._move(row, item.state, item.reason)
        self._set_key(row, item.key)
        return item.state is UrlState.QUEUED

    def urls(self, state: UrlState | None = None) -> Iterator[UrlRow]:
        """Go through all URLs, or those in one state, in order of discovery; changes in between do not disturb it."""
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
            if visit.state in (UrlState.FAILED, UrlState.EXCLUDED):
                self._pass_on(row)
            kept = _Kept(visit, visit.row())
            self._name_list(kept.page.list)
            self._visits.append(kept)
            if visit.state is UrlState.FETCHED and visit.exchange and visit.reading is None:
                self._ledger.set_wrapper(row.id, UNREAD)
        self.rename(row for visit in visits for row in visit.renamed)
        new = self.add(item for visit in visits for item in visit.discovered)
        self.record(visit.reading for visit in visits if visit.reading is not None)
        self._put_files(visits)
        return new

    def _name_list(self, address: str) -> None:
        if address:
            self._ledger.name(address)

    def _page_id(self, url: str) -> int:
        if url not in self._by_url:
            self._add_one(Discovered(url, UrlState.EXCLUDED, ELSEWHERE, weak=True))
        return self._by_url[url].id

    def _page_url(self, id_: int) -> str:
        return self._rows[id_ - 1].found.url

    def _siblings(self, url: str) -> Iterator[str]:
        row = self._by_url.get(url)
        if row is not None and row.key:
            yield from (other.found.url for other in self._by_key.get(row.key, ()) if other.key == row.key)

    def _stand(self, url: str) -> tuple[str, str]:
        row = self._by_url.get(url)
        if row is not None and row.is_twin:
            holders = (holder for holder in self._by_key.get(row.key, ()) if holder.key == row.key)
            alive = sorted(holders, key=lambda holder: (holder.is_twin, holder.state is UrlState.EXCLUDED, holder.id))
            row = next(iter(alive), row)
        if row is None:
            return "", "not asked for"
        return row.state.value, row.reason or row.state.value

    def unread(self, wrapper: int) -> Iterator[str]:
        """Give the addresses of fetched thread and index pages that no wrapper of this or a later number has read."""
        for id_, kept in sorted(self._newest().items()):
            read = self._ledger.read.get(id_)
            if base_role(kept.page.role) in ("thread", "index") and (read is None or read.wrapper < wrapper):
                yield kept.visit.lease.url

    def _newest(self) -> dict[int, _Kept]:
        """Give the newest page of each URL that was fetched."""
        return {
            kept.visit.lease.id: kept
            for kept in self._visits
            if kept.visit.exchange and kept.visit.state is UrlState.FETCHED
        }

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
        kept = [(row, row.visit.exchange) for row in self._visits if row.visit.exchange is not None]
        times = [exchange.sent_at for _, exchange in kept]
        return Summary(
            discovered=len(self._rows),
            by_state={state: states[state] for state in UrlState},
            excluded=self._reasons(UrlState.EXCLUDED),
            failed=self._reasons(UrlState.FAILED),
            roles=dict(Counter(row.page.role for row, _ in kept if row.visit.state is UrlState.FETCHED)),
            statuses=dict(Counter(exchange.status for _, exchange in kept)),
            requests=sum(row.visit.requests for row in self._visits),
            learning_requests=sum(row.visit.requests for row in self._visits if row.page.learning),
            body_bytes=sum(row.visit.body_bytes for row, _ in kept),
            warc_bytes=0,
            first_at=min(times, default=None),
            last_at=max(times, default=None),
            problems=dict(Counter(row.page.problem for row, _ in kept if row.page.problem)),
            threads=sum(1 for _ in self.threads()),
            boards=sum(1 for _ in self.boards()),
            posts=sum(1 for _ in self.posts()),
            users=sum(1 for _ in self.users()),
            **self._count_files(),
        )

    def _reasons(self, state: UrlState) -> dict[str, int]:
        return dict(Counter(row.reason for row in self._rows if row.state is state))

    def pages(self) -> Iterator[StoredPage]:
        """Go through all kept responses in order of commit."""
        for kept in self._visits:
            visit = kept.visit
            if exchange := visit.exchange:
                about = (visit.lease.url, exchange.status, exchange.media_type, exchange.sent_at)
                yield StoredPage(*about, visit.seconds, kept.page)

    def lists(self) -> Iterator[ListRow]:
        """Go through all lists with a fetched page, in the order they became known; a URL counts by its newest page."""
        members: dict[str, list[_Kept]] = {address: [] for address in self._lists}
        for _, kept in sorted(self._newest().items()):
            if kept.page.list:
                members[kept.page.list].append(kept)
        for address, pages in members.items():
            if pages:
                pages.sort(key=lambda kept: (kept.page.number == 0, kept.page.number))
                listed = tuple(ListPage(kept.visit.lease.url, kept.page.number) for kept in pages)
                yield ListRow(address, base_role(pages[0].page.role), listed)

    def list_pages(self, address: str) -> tuple[ListPage, ...]:
        """Give the fetched pages of one list, as `lists` does; none when it has none."""
        return next((row.pages for row in self.lists() if row.list == address), ())

    def read_exchange(self, url: str) -> Exchange | None:
        """Give the newest kept exchange of a URL, or None."""
        for address in (url, self._redirects.get(url)):
            found = (_whole(kept.visit) for kept in reversed(self._visits) if kept.visit.lease.url == address)
            if (newest := next((exchange for exchange in found if exchange is not None), None)) is not None:
                return newest
        return None

    def exchanges(self) -> Iterator[Exchange]:
        """Go through all kept exchanges in order of commit."""
        whole = (_whole(kept.visit) for kept in self._visits)
        return (exchange for exchange in whole if exchange is not None)

    def close(self) -> None:
        """Queue the leases still out."""
        for row in self._rows:
            if row.state is UrlState.LEASED:
                self._move(row, UrlState.QUEUED, row.reason, row.due)


def _whole(visit: Visit) -> Exchange | None:
    """Give an exchange with its body, where that is a file."""
    if visit.exchange is None or visit.file is None or visit.exchange.body:
        return visit.exchange
    return replace(visit.exchange, body=visit.file.part.data)
