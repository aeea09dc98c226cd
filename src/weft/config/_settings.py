"""One frozen value per room; every field has a default and a line of help (`metadata['help']`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

MIB = 1024 * 1024


def _setting(default: Any, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchConfig:
    """How Weft asks for pages."""

    user_agent: str = _setting("Weft/0.1 (forum archiver; +{contact})", "User-Agent; {contact} is filled in")
    contact: str = _setting("https://weft.example/bot", "URL or mail address a webmaster can write to")
    delay: timedelta | None = _setting(None, "pause between requests to one host; none: 1 s, or 0 s on loopback")
    concurrency: int | None = _setting(None, "requests at once to one host; none: 2, or 8 on loopback")
    max_delay: timedelta = _setting(timedelta(seconds=60), "the slowest pace that adapting may come to")
    obey_robots: bool = _setting(True, "obey robots.txt (RFC 9309) and Crawl-delay")
    obey_nofollow: bool = _setting(True, "obey rel=nofollow and meta robots")
    retries: int = _setting(3, "tries again after a failed request")
    backoff: timedelta = _setting(timedelta(seconds=1), "wait before the first new try; doubles, with full jitter")
    connect_timeout: timedelta = _setting(timedelta(seconds=10), "time to get a connection")
    first_byte_timeout: timedelta = _setting(timedelta(seconds=30), "time from request to the first byte")
    idle_timeout: timedelta = _setting(timedelta(seconds=20), "longest silence inside a body")
    total_timeout: timedelta = _setting(timedelta(seconds=120), "time for one whole exchange")
    min_bytes_per_second: int = _setting(1024, "slower bodies are given up after slow_grace")
    slow_grace: timedelta = _setting(timedelta(seconds=30), "how long a body may be slower than that")
    max_body_bytes: int = _setting(10 * MIB, "largest page body, as received and decoded; the rest is cut off")
    max_header_bytes: int = _setting(64 * 1024, "largest response head")
    max_ratio: int = _setting(200, "largest growth of a compressed body (after 1 MiB)")
    max_codings: int = _setting(2, "most content codings on one body")
    max_redirects: int = _setting(10, "longest chain of redirects")
    max_retry_after: timedelta = _setting(timedelta(hours=24), "longest wait a server can ask for")
    robots_max_bytes: int = _setting(500 * 1024, "robots.txt is read so far (RFC 9309 2.5)")
    robots_max_age: timedelta = _setting(timedelta(hours=24), "robots.txt is asked for again after this (RFC 9309 2.4)")
    allow_private: bool = _setting(False, "let requests go to private addresses beyond the origin that was typed")
    verify_tls: bool = _setting(True, "check certificates")
    render: bool = _setting(False, "let a browser run the scripts of pages before they are read")
    browser: str = _setting("", "path of the browser that renders; empty: a Chromium on the PATH")
    render_pages: int = _setting(2, "pages in the browser at once")
    render_timeout: timedelta = _setting(
        timedelta(seconds=30), "time that rendering one page may take, counted from the last thing that arrived for it"
    )
    render_requests: int = _setting(50, "most further requests that one page may cause")
    render_hosts: str = _setting("", "other hosts that pages may load scripts and data from, with commas between")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreConfig:
    """How the archive is kept."""

    warc_max_bytes: int = _setting(1024 * MIB, "a WARC file is closed and a new one begun after this size")
    warc_level: int = _setting(1, "gzip level of WARC records (1 quick, 9 small)")
    min_free_bytes: int = _setting(64 * MIB, "the crawl stops before the disk has less room than this")
    cache_kib: int = _setting(32 * 1024, "SQLite page cache")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlConfig:
    """What is crawled and how far."""

    max_pages: int | None = _setting(None, "stop after this many pages (exit code 3, resumable)")
    max_time: timedelta | None = _setting(None, "stop after this long (exit code 3, resumable)")
    prefix: str | None = _setting(None, "path prefix to stay under; none: found from the start page's links")
    strategy: str = _setting("weft", "how the site is learned and links are chosen")
    lease_batch: int = _setting(64, "URLs taken from the frontier at once")
    attachments: str = _setting("all", "files that posts offer: all, none, or kinds and suffixes with commas between")
    images: bool = _setting(False, "fetch pictures shown in posts, too")
    external_files: bool = _setting(False, "fetch files from other hosts, too")
    max_file_bytes: int = _setting(100 * MIB, "largest file; a larger one is left out")
    max_files_bytes: int | None = _setting(None, "stop fetching files when the archive has so many bytes of them")
    known_hrefs: int = _setting(50_000, "hrefs remembered so that they are not resolved again")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All rooms' settings together."""

    fetch: FetchConfig = field(default_factory=FetchConfig)
    store: StoreConfig = field(default_factory=StoreConfig)
    crawl: CrawlConfig = field(default_factory=CrawlConfig)
