"""What the crawl needs from an archive: the values that go in and out, and the protocol every adapter fulfils."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Protocol

from weft.page import Exchange
from weft.store._files_ports import Files, NewFile
from weft.store._forum_ports import Forum, Reading

ELSEWHERE = "read from elsewhere"  # why a URL is excluded that was never found, but comes with a reading
TWIN = "another address of a page already known"  # why a URL is excluded whose key another one has


class UrlState(StrEnum):
    """Where a discovered URL stands; every one is in exactly one state."""

    QUEUED = "queued"
    LEASED = "leased"
    FETCHED = "fetched"
    REDIRECTED = "redirected"
    EXCLUDED = "excluded"
    FAILED = "failed"


class Discovered(NamedTuple):
    """A URL found on a page: to be fetched, or excluded and why; a tuple because a page has dozens.

    `weak` marks an exclusion that belongs to one link only (nofollow, an anchor that speaks of acting): the same URL
    found later by an innocent link is queued after all. A list is all pages of one board or of one thread; its name is
    the address of its first page.

    A key is the canonical address of the page a URL leads to. It is taken while a URL that is it, or has it, is in any
    state but excluded. A new URL to be queued whose key is taken is put in excluded, as a twin.
    """

    url: str
    state: UrlState = UrlState.QUEUED
    reason: str = ""
    weak: bool = False
    depth: int = 0
    priority: int = 0  # smaller first; equal ones in order of discovery
    role: str = ""  # what the plan takes the URL for
    hops: int = 0  # redirects that led here
    list: str = ""  # the list the URL belongs to; empty when the plan cannot tell
    number: int = 0  # its page of the list, from 1; 0 when the plan cannot tell
    key: str = ""  # canonical address of its page; empty when the plan knows none


@dataclass(frozen=True, slots=True)
class Lease:
    """A URL handed out to be fetched."""

    id: int
    url: str
    depth: int
    role: str
    hops: int
    tries: int
    list: str = ""
    number: int = 0
    key: str = ""  # where it is another address than its own


@dataclass(frozen=True, slots=True)
class PageRow:
    """What is kept about a fetched page beside its bytes in the WARC.

    Role, list and number that are left empty are those of the lease.
    """

    role: str = ""
    title: str = ""
    content_bytes: int = 0  # decoded
    digest: str = ""  # of the decoded content
    canonical: str = ""
    problem: str = ""
    learning: bool = False  # fetched while learning the site
    list: str = ""
    number: int = 0


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
class Assigned:
    """What a plan makes of a URL that is known already."""

    url: str
    role: str
    list: str
    number: int
    key: str = ""  # empty: the URL keeps the one it has


@dataclass(frozen=True, slots=True)
class Renamed:
    """A page that was asked for by one address, and is kept under its proper one, in the place that has."""

    url: str
    place: Assigned


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
    learning: bool = False  # made while learning the site, whatever came of it
    reading: Reading | None = None  # what was read out of the page, written with it
    file: NewFile | None = None  # the body, where it is a file: then that of the exchange is empty
    renamed: tuple[Renamed, ...] = ()  # pages at hand that it leads to by their proper addresses, as by `rename`

    @property
    def body_bytes(self) -> int:
        """How many bytes of body came, in the exchange or as a file."""
        if self.exchange is None:
            return 0
        return len(self.exchange.body) or (self.file.part.size if self.file is not None else 0)

    def row(self) -> PageRow:
        """Give the row to be kept: what the page says of itself, and where it says nothing, what its lease said."""
        page, lease = self.page or PageRow(), self.lease
        return replace(
            page,
            role=page.role or lease.role,
            learning=page.learning or self.learning,
            list=page.list or lease.list,
            number=page.number or (lease.number if page.list in ("", lease.list) else 0),
        )


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list; `number` is 0 when it is not known."""

    url: str
    number: int


@dataclass(frozen=True, slots=True)
class ListRow:
    """The fetched pages of one board or thread, by number; those without one come last, in order of discovery."""

    list: str  # address of its first page, which need not be among the fetched ones
    role: str  # of the first of the pages; a flip of a thread is a thread
    pages: tuple[ListPage, ...]


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
    threads: int = 0  # of which a page was read
    boards: int = 0
    posts: int = 0  # those that are gone included
    users: int = 0
    attachments: int = 0  # that posts carry, pictures shown in the text aside
    attachments_fetched: int = 0  # of these
    images: int = 0  # shown in posts
    images_fetched: int = 0
    files: int = 0  # different ones, fetched
    file_bytes: int = 0


class Archive(Forum, Files, Protocol):
    """A crawl's memory. One process, one writer; every call may block on the disk.

    Times are aware and in UTC. A commit is durable when it returns.
    """

    def add(self, found: Iterable[Discovered]) -> int:
        """Put URLs into the frontier; gives how many were new. Known URLs stay as they are (but see `weak`).

        A twin stays excluded when it is found again, unless by a redirect and nothing but redirects has its key.
        """

    def lease(self, limit: int, now: datetime, role: str = "") -> list[Lease]:
        """Hand out up to `limit` queued URLs that are due, best first; none of them is handed out again.

        With a role, only URLs that the plan takes for that.
        """

    def take(self, found: Discovered, now: datetime) -> Lease | None:
        """Put a URL in if it is not known and hand it out at once, due or not, whatever else is queued.

        The address itself is wanted: it may be a twin, or known as one. None when it is out, when it has been dealt
        with, and when it is excluded otherwise. Released, it waits for its time as before.
        """

    def take_again(self, url: str) -> Lease | None:
        """Hand out a URL once more, whether fetched, failed or queued; None when it is out, excluded or not known."""

    def release(self, leases: Iterable[Lease]) -> None:
        """Take leases back unfinished: queued again, nothing counted."""

    def requeue_failed(self) -> int:
        """Queue what failed once more, as if it had never been tried; gives how many."""

    def assign(self, rows: Iterable[Assigned]) -> int:
        """Set role, list and number of known URLs and of all their pages; gives how many URLs that changed.

        All or none. What the role counters say changes with it. A lease that is out keeps what it was handed out with.
        A key that is given is set, too, whoever else has it; that alone is not counted.
        """

    def rename(self, rows: Iterable[Renamed]) -> int:
        """Keep the pages of fetched URLs under their proper addresses, as if the former had redirected there.

        A proper address that is new, queued or excluded counts as fetched then, with the place that is given; the one
        asked for as redirected to it. What the WARC says stays: `read_exchange` gives the exchange for both addresses,
        with the URL that was asked for. All or none; gives how many. What stays: pages that were read already, and
        those whose proper address is out, or has been dealt with.
        """

    def exclude(self, urls: Iterable[tuple[str, str]]) -> int:
        """Exclude queued URLs, each for the reason beside it; others stay. All or none; gives how many.

        One excluded as `TWIN` is a twin like any other.
        """

    def requeue_excluded(self, urls: Iterable[Discovered]) -> int:
        """Queue URLs that a plan had excluded with the role, list, number and priority it now gives them.

        All or none; gives how many. Those found excluded and those given to `exclude` count as the plan's. What stays:
        URLs in any other state, those excluded by a visit (robots.txt) or by one link alone (`weak`), and those that
        come as anything but queued. Depth and hops stay as they were found. One whose key is taken is or becomes a
        twin instead; a twin that comes without a key has the one it was put in with.
        """

    def urls(self, state: UrlState | None = None) -> Iterator[UrlRow]:
        """Go through all URLs, or those in one state, in order of discovery; changes in between do not disturb it."""

    def next_due(self) -> datetime | None:
        """Tell when the earliest queued URL that is not yet due becomes due; None when there is none."""

    def commit(self, visits: Sequence[Visit]) -> int:
        """Record visits: WARC bytes synced first, then one transaction. Gives how many URLs were new.

        Pages are renamed before what a visit leads to is put in. Readings go in with their visits, as by `record`;
        `last_changes` has what they brought. When a visit ends
        failed or excluded, the first twin of its URL is queued in its place, unless another URL with that key is
        neither: an address that is dead or out of bounds does not lose the page.
        """

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

    def pages(self) -> Iterator[StoredPage]:
        """Go through all kept responses in order of commit; commits in between do not disturb it."""

    def lists(self) -> Iterator[ListRow]:
        """Go through all lists with a fetched page, in the order they became known; a URL counts by its newest page."""

    def list_pages(self, address: str) -> tuple[ListPage, ...]:
        """Give the fetched pages of one list, as `lists` does; none when it has none."""

    def read_exchange(self, url: str) -> Exchange | None:
        """Give the newest kept exchange of a URL, or None."""

    def close(self) -> None:
        """Let go of the files; leases still out are queued again."""
