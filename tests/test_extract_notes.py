"""Notes about editing in the element of the text, the time in an element of its own."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "finn")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]


def make_pages(count: int) -> tuple[list[Page], list[list[str]]]:
    """Make pages of threads, and tell what was written on each."""
    chance = random.Random(count)
    pages, told = [], []
    for number in range(count):
        start = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=40 * number)
        said, posts = [], ""
        for place in range(chance.randint(2, 7)):
            name, time = chance.choice(NAMES), start + timedelta(hours=3 * place)
            parts = [" ".join(chance.choices(WORDS, k=chance.randint(3, 30))) for _ in range(chance.randint(1, 3))]
            said.append("\n\n".join(parts))
            on, later = (f"<span class=on>{at:%d %B %Y %H:%M}</span>" for at in (time, time + timedelta(hours=1)))
            edit = f"<small>Last edited by {name}, {later}</small>"
            posts += (
                f"<div class=one><div class=who><h3>{name}</h3><small>{on}</small></div>"
                f"{''.join(f'<p>{part}</p>' for part in parts)}{edit if chance.random() < 0.15 else ''}"
                f"<div class=tools><a href='/post/{number}{place}'>Link</a></div></div>"
            )
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1>{posts}"
        pages.append(read_page(f"http://notes.example/t/{number}", html.encode()))
        told.append(said)
    return pages, told


@pytest.mark.parametrize("count", [8, 10, 12, 18])
def test_a_note_is_left_out_with_its_time_or_not_at_all(count: int):
    """Without the time its words would not be known for a note, and stand below what the author wrote."""
    pages, told = make_pages(count)
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [[post.own_text for post in wrapper.read(page, NOW).posts] for page in pages] == told
