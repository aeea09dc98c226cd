"""Forums whose addresses say more than which page they are: settings of a list, the page of a list one came from."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from hall import HOST, POSTS, ROWS, Hall, Style
from weft.api import CrawlJob, run_job
from weft.clock import VirtualClock
from weft.crawl import Ending
from weft.fetch import MemoryTransport

MOST_NEEDLESS = 8  # requests, of nearly two hundred


def leaf(key: str, number: int) -> str:
    return key.format(number) if number > 1 else ""


STYLES = {
    "the settings of a list before its page": Style(
        lambda room, page: f"/room/{room}{leaf('/days_100_by_last_from_{}', (page - 1) * ROWS or 1)}",
        lambda talk, page, _: f"/talk/{talk}{leaf('/from_{}', (page - 1) * POSTS or 1)}",
    ),
    "the page of the list in each thread's address": Style(
        lambda room, page: f"/room?r={room}{leaf('&page={}', page)}",
        lambda talk, page, origin: f"/talk?t={talk}{leaf('&leaf={}', page)}&page={origin}",
    ),
    "the page of the list where it is not the first": Style(
        lambda room, page: f"/room?r={room}{leaf('&page={}', page)}",
        lambda talk, page, origin: f"/talk?t={talk}{leaf('&origin={}', origin)}{leaf('&page={}', page)}",
    ),
    "the same without keys, and views of lists in many words": Style(
        lambda room, page: f"/room-{room}{leaf('-page-{}', page)}.html",
        lambda talk, page, origin: f"/talk-{talk}{leaf('-origin-{}', origin)}{leaf('-page-{}', page)}.html",
        lambda room: [f"/room-{room}-sorted-by-name-of-{what}-going-down.html" for what in ("thread", "author")],
    ),
    "posts written as threads are, and shortcuts otherwise": Style(
        lambda room, page: f"/room/{room}{leaf('/{}', page)}",
        lambda talk, page, _: f"/talk/{100 * talk}{leaf('/page-{}', page)}",
        post=lambda talk, place: f"/talk/{100 * talk + place}",
    ),
}


@pytest.mark.parametrize("name", STYLES)
def test_each_page_is_fetched_once_whatever_else_addresses_say(name: str, tmp_path: Path):
    """Threads on further pages of lists are threads, too, and no others; settings do not keep pages from turning."""
    hall = Hall(STYLES[name])
    job = CrawlJob(HOST + "/", tmp_path / "a", transport=MemoryTransport(hall), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert hall.needed() - set(hall.asked) == set()
    needless = Counter(hall.asked).total() - len(hall.needed())
    assert needless <= MOST_NEEDLESS
