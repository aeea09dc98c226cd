"""What the crawl needs from an archive: the values that go in and out, and the protocol every adapter fulfils."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from weft.page import Exchange


class UrlState(StrEnum):
    """Where a discovered URL stands; every one is in exactly one state."""

    QUEUED = "queued"
    LEASED = "leased"
    FETCHED = "fetched"
    REDIRECTED = "redirected"
    EXCLUDED = "excluded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Discovered:
    """A URL found on a page: to be fetched, or excluded and why.

    `weak` marks an exclusion that belongs to one link only (nofollow, an anchor that speaks of acting): the same URL
    found later by an innocent link is queued after all.
    """

    url: str
    state: UrlState = UrlState.QUEUED
    reason: str = ""
    weak: bool = False
    depth: int = 0
    priority: int = 0  # smaller first; equal ones in order of discovery
    role: str = ""  # what the plan takes the URL for
    hops: int = 0  # redirects that led here


@dataclass(frozen=True, slots=True)
class Lease:
    """A URL handed out to be fetched."""

    id: int
    url: str
    depth: int
    role: str
    hops: int
    tries: int


@dataclass(frozen=True, slots=True)
class PageRow:
    """What is kept about a fetched page beside its bytes in the WARC."""

    role: str = ""
    title: str = ""
    content_bytes: int = 0  # decoded
    digest: str = ""  # of the decoded content
    canonical: str = ""
    problem: str = ""
    learning: bool = False  # fetched while learning the site


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One kept response as the archive lists it; its bytes come with `read_exchange(url)`."""

    url: str
    status: int
    media_type: str
    fetched_at: datetime
    seconds: float
    row: PageRow


@dataclass(frozen=True, slots=True)
class Visit:
    """All that one fetch brings, committed together or not at all."""

    lease: Lease
    state: UrlState
    reason: str = ""
    exchange: Exchange | None = None
    page: PageRow | None = None
    redirect_to: str = ""
    discovered: tuple[Discovered, ...] = ()
    not_before: datetime | None = None  # with state QUEUED: due again then
    seconds: float = 0.0
    requests: int = 1


@dataclass(frozen=True, slots=True)
class UrlRow:
    """A discovered URL as it stands, for people to look at."""

    url: str
    state: UrlState
    reason: str
    depth: int
    role: str


@dataclass(frozen=True, slots=True)
class HostRow:
    """What must be remembered about a host across restarts; fields are opaque to the store."""

    origin: str
    blocked_until: datetime | None = None
    blocked_why: str = ""
    delay_seconds: float | None = None
    robots_status: str = ""
    robots_body: bytes = b""
    robots_read_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts that account for every URL discovered."""

    discovered: int
    by_state: dict[UrlState, int]
    excluded: dict[str, int]  # by reason
    failed: dict[str, int]  # by reason
    roles: dict[str, int]  # fetched pages by role
    statuses: dict[int, int]  # answers kept, by HTTP status
    requests: int
    learning_requests: int
    body_bytes: int
    warc_bytes: int
    first_at: datetime | None = None
    last_at: datetime | None = None
    problems: dict[str, int] = field(default_factory=dict)


class Archive(Protocol):
    """A crawl's memory. One process, one writer; every call may block on the disk.

    Times are aware and in UTC. A commit is durable when it returns.
    """

    def add(self, found: Iterable[Discovered]) -> int:
        """Put URLs into the frontier; gives how many were new. Known URLs stay as they are (but see `weak`)."""

    def lease(self, limit: int, now: datetime) -> list[Lease]:
        """Hand out up to `limit` queued URLs that are due, best first; none of them is handed out again."""

    def release(self, leases: Iterable[Lease]) -> None:
        """Take leases back unfinished: queued again, nothing counted."""

    def requeue_failed(self) -> int:
        """Queue what failed once more, as if it had never been tried; gives how many."""

    def urls(self, state: UrlState | None = None) -> Iterator[UrlRow]:
        """Go through all URLs, or those in one state, in order of discovery."""

    def next_due(self) -> datetime | None:
        """Tell when the earliest queued URL that is not yet due becomes due; None when there is none."""

    def commit(self, visits: Sequence[Visit]) -> int:
        """Record visits: WARC bytes synced first, then one transaction. Gives how many URLs were new."""

    def get_setting(self, name: str) -> str | None:
        """Give a remembered value of this archive (start URL, scope, strategy)."""

    def put_setting(self, name: str, value: str) -> None:
        """Remember a value."""

    def get_host(self, origin: str) -> HostRow | None:
        """Give what is remembered about a host."""

    def put_host(self, row: HostRow) -> None:
        """Remember a host, replacing what was known."""

    def summary(self) -> Summary:
        """Count everything, from the rows themselves."""

    def close(self) -> None:
        """Let go of the files; leases still out are queued again."""
