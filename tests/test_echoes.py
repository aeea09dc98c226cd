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


class Crossing(Hall):
    """A forum whose first page names the newest thread of each list without what rows of lists add: the list."""

    def shortcut(self, room: int) -> str:
        newest = self.threads(room)[0]
        return f"<td><a href='/talk?t={newest}'>{self.titles[newest]}</a></td>"


class Shortened(Hall):
    """A forum whose first page names a thread of each list with a key that leads to its last page."""

    def shortcut(self, room: int) -> str:
        choose = min if room == 1 else max
        talk = choose(self.threads(room), key=lambda one: self.sizes[one])
        return f"<td><a href='/talk?t={talk}&view=last'>{self.titles[talk]}</a></td>"

    def read(self, path: str) -> str | None:
        shown = super().read(path)
        if shown is None or "view=last" not in path:
            return shown
        number = shown.split()[1]
        return f"talk {number} {self.last(int(number))}"


class Numbered(Hall):
    """A forum of threads on one page each, whose posts show their numbers and have addresses with these."""

    def permalink(self, n: int, place: int) -> str:
        return f"<a href='{self.style.talk(n, 1, 1)}/{place + 1}'>#{place + 1}</a>"


def crawl(hall: Hall, folder: Path) -> None:
    """Crawl a forum: each page of a list or a thread has to be asked for, and little else."""
    job = CrawlJob(HOST + "/", folder / "a", transport=MemoryTransport(hall), clock=VirtualClock())
    assert asyncio.run(run_job(job)).ending is Ending.DONE
    assert hall.needed() - set(hall.asked) == set()
    assert Counter(hall.asked).total() - len(hall.needed()) <= MOST_NEEDLESS


@pytest.mark.parametrize("name", STYLES)
def test_each_page_is_fetched_once_whatever_else_addresses_say(name: str, tmp_path: Path):
    """Threads on further pages of lists are threads, too, and no others; settings do not keep pages from turning."""
    crawl(Hall(STYLES[name]), tmp_path)


def test_a_key_that_names_lists_is_kept_where_threads_do_without_it(tmp_path: Path):
    """It changes nothing in addresses of threads; without it all lists would be one."""
    rooms = Hall(STYLES["the page of the list in each thread's address"]).room_of
    style = Style(
        lambda room, page: f"/room?f={room}{leaf('&page={}', page)}",
        lambda talk, page, _: f"/talk?t={talk}&f={rooms.get(talk)}{leaf('&page={}', page)}",
    )
    crawl(Crossing(style), tmp_path)


def test_a_key_that_leads_to_the_last_page_is_kept_though_short_threads_have_only_one(tmp_path: Path):
    """Lists name threads without it; else the last page of a longer thread would be taken for its first."""
    style = Style(
        lambda room, page: f"/room?r={room}{leaf('&page={}', page)}",
        lambda talk, page, _: f"/talk?t={talk}{leaf('&page={}', page)}",
    )
    crawl(Shortened(style), tmp_path)


@pytest.mark.parametrize("most", [2, 15])
def test_numbers_of_posts_turn_no_pages_where_no_thread_has_several(most: int, tmp_path: Path):
    """They show a number and add it to the address, as further pages may; each post has one, of few or of many."""
    style = Style(
        lambda room, page: f"/room/{room}{leaf('/page-{}', page)}",
        lambda talk, page, _: f"/talk/{talk}{leaf('/page-{}', page)}",
    )
    hall = Numbered(style, per_page=50)
    hall.sizes = {n: min(size, most) for n, size in hall.sizes.items()}
    crawl(hall, tmp_path)
