"""Posts out of saved pages and archives, without fetching anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from weft.crawl import Scribe, know_pages, learn_from_archive, load_wrappers, read_again
from weft.errors import UsageError
from weft.extract import extract_page
from weft.page import Post, ThreadPage, read_page
from weft.store import SqliteArchive, Summary
from weft.store import open_archive as open_folder
from weft.traversal import Plan


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """What reading an archive again came to."""

    pages: int
    summary: Summary


def extract_posts(html: str | bytes, url: str = "", now: datetime | None = None) -> list[Post]:
    """Give the posts of one page of a forum, without any knowledge of its site; see `extract_thread`."""
    return list(extract_thread(html, url, now).posts)


def extract_thread(html: str | bytes, url: str = "", now: datetime | None = None) -> ThreadPage:
    """Give what one page of a thread shows: title, posts, tags, the way to its board. Never raises.

    `url` is where the page was found (links are relative to it), `now` when ("3 hours ago" is relative to that).
    """
    content = html.encode("utf-8", "replace") if isinstance(html, str) else html
    kind = "text/html; charset=utf-8" if isinstance(html, str) else "text/html"
    page = read_page(url or "http://localhost/", content, kind)
    return extract_page(page, now or datetime.now(UTC))


def open_archive(folder: str | Path) -> SqliteArchive:
    """Open an archive to read it, also while it is being crawled: boards, threads, posts, search. A context manager."""
    return open_folder(Path(folder), create=False, read_only=True)


def extract_archive(folder: Path, progress: Callable[[int, int], None] | None = None) -> ReadAgain:
    """Read all pages of an archive again, learning anew where posts are; nothing is fetched.

    Cut off, it goes on with those not yet read when a crawl goes on, or from the beginning when called again.
    """
    with open_folder(folder, create=False) as archive:
        text = archive.get_setting("plan")
        if text is None:
            raise UsageError(f"{folder} holds no crawl yet; begin one with: weft crawl URL --out {folder}")
        plan = Plan.from_yaml(text, "the archive's plan")
        scribe = Scribe(plan, load_wrappers(archive), lambda _wrappers: None)
        know_pages(archive, scribe)
        learn_from_archive(archive, scribe)
        pages = read_again(archive, scribe, progress)
        return ReadAgain(pages, archive.summary())
