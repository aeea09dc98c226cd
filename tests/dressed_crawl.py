"""Crawls of dressed forums, and what they got wrong."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import weft
from dressed_forum import DressedForum
from dressed_pages import HOST
from weft.api import CrawlJob, run_job
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryTransport

SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft", attachments="none"))

Said = Counter[tuple[str | None, datetime | None, str]]  # author, time and letters of posts


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a crawl got wrong: pages it did not fetch, requests it could do without, posts lost and posts never said."""

    missing: set[str]
    needless: list[str]
    lost: Said
    strange: Said


def letters(text: str) -> str:
    """Give the letters and digits of a text, as line breaks and marks are not compared."""
    return "".join(filter(str.isalnum, text))


def crawl_dressed(forum: DressedForum, start: str, folder: Path) -> Outcome:
    """Archive a forum in a folder, from one of its pages on."""
    job = CrawlJob(HOST + start, folder, SETTINGS, transport=MemoryTransport(forum))
    asyncio.run(run_job(job))
    wanted, needless = set(forum.kinds), []
    for path in forum.asked:
        shown = forum.copies.get(path, path)
        if shown in wanted:
            wanted.remove(shown)
        elif path != "/robots.txt":
            needless.append(path)
    with weft.open_archive(folder) as archive:
        posts = [row.post for row in archive.posts()]
    found: Said = Counter((post.author, post.time, letters(post.own_text)) for post in posts)
    said: Said = Counter((name, time, letters(text)) for name, time, text in forum.said)
    return Outcome(wanted, needless, said - found, found - said)
