"""Tickets of a tracker: each message two rows of a table, a head and a text, above a table of what was changed."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
START = datetime(2024, 2, 3, 9, 30, tzinfo=UTC)
NAMES = ("lazyfox", "redowl", "greyhen", "tallelk", "shyotter")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")


def text_of(ticket: int, message: int) -> str:
    return " ".join(random.Random(99 * ticket + message).choices(WORDS, k=14))


def time_of(ticket: int, message: int) -> datetime:
    return START + timedelta(days=ticket, hours=5 * message)


def count_of(ticket: int) -> int:
    return 2 + ticket % 5


def write_page(ticket: int) -> Page:
    rows = "".join(
        f"<tr><th><a href='note{100 * ticket + n}'>note{100 * ticket + n}</a></th><th>Author: {NAMES[(ticket + n) % 5]}"
        f"</th><th>Date: {time_of(ticket, n):%Y-%m-%d %H:%M:%S}</th></tr>"
        f"<tr><td colspan=3 class=words><pre>{text_of(ticket, n)}</pre></td></tr>"
        for n in range(count_of(ticket))
    )
    changes = "".join(
        f"<tr><td>{time_of(ticket, n):%Y-%m-%d %H:%M:%S}</td><td>{NAMES[(ticket + n) % 5]}</td><td>set</td>"
        f"<td>messages: + note{100 * ticket + n}</td></tr>"
        for n in range(count_of(ticket))
    )
    title = " ".join(random.Random(7000 + ticket).choices(WORDS, k=4)).capitalize()
    return read_page(
        f"http://h.example/ticket{ticket}",
        f"<title>Ticket {ticket}: {title}</title><main><table class=notes><tr><th colspan=3>Messages</th></tr>{rows}"
        f"</table><table class=log><tr><th colspan=4>History</th></tr>{changes}</table></main>".encode(),
    )


def test_a_head_and_a_text_by_turns_are_one_message():
    """And who wrote it stands behind what the cell says it is."""
    pages = [write_page(ticket) for ticket in range(24)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for ticket, page in enumerate(pages):
        posts, numbers = wrapper.read(page, NOW).posts, range(count_of(ticket))
        assert [post.text for post in posts] == [text_of(ticket, n) for n in numbers]
        assert [post.author for post in posts] == [NAMES[(ticket + n) % 5] for n in numbers]
        assert [post.time for post in posts] == [time_of(ticket, n) for n in numbers]
