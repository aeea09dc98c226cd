"""Guests have no link: they are named where members are, not where posts of all tell who likes them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
MEMBERS = ("ann", "bo_lind", "cleo77", "dan.o", "eva")
GUESTS = ("Old Tom", "nora")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
ROW = (
    "<table class='post' id='p{number}'><tr><td class='author'>{name}<dl class='profile'><dt>Posts</dt><dd>{count}</dd>"
    "</dl></td><td class='head'><span class='date'>{time:%d.%m.%Y %H:%M}</span></td></tr><tr><td colspan='2'>"
    "<div class='text'>{text}</div>{likes}</td></tr></table>"
)


def make_pages() -> tuple[list[Page], list[list[str]]]:
    """Make pages of a thread each, and tell who wrote the posts."""
    chance = random.Random(5)
    pages: list[Page] = []
    told: list[list[str]] = []
    for number in range(20):
        names = [chance.choice(GUESTS if chance.random() < 0.2 else MEMBERS) for _ in range(8)]
        rows = []
        for place, name in enumerate(names):
            own = f"<a class='who' href='/user/{name}'>{name}</a>"
            likes = "<a class='u' href='/user/{0}'>{0}</a> likes this".format(chance.choice(MEMBERS))
            rows.append(
                ROW.format(
                    number=10 * number + place,
                    name=own if name in MEMBERS else f"<span class='who guest'>{name}</span>",
                    count=13 * len(name),
                    time=datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=40 * number + place),
                    text=" ".join(chance.choices(WORDS, k=chance.randint(6, 30))),
                    likes=f"<div class='likes'>{likes}</div>" if chance.random() < 0.4 else "",
                )
            )
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1><div>{''.join(rows)}</div>"
        pages.append(read_page(f"http://h.example/t/{number}", html.encode()))
        told.append(names)
    return pages, told


def test_guests_are_named_where_all_of_them_are():
    """Nothing that stands around a name is part of it."""
    pages, told = make_pages()
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [[post.author for post in wrapper.read(page, NOW).posts] for page in pages] == told


@pytest.mark.parametrize("address", ["/posts-by?ip=10.0.{}.1", "/by-hash/{}bcd"])
def test_most_may_write_without_a_name(address: str):
    """All are called alike and lead to what else was written from there; what they are called is no button."""
    chance = random.Random(3)
    pages, told = [], []
    for number in range(14):
        names = [chance.choice(("Anonymous",) * 12 + MEMBERS[:4]) for _ in range(8)]
        rows = "".join(
            f"<div class='post'><p><a class='name' href='{address.format(chance.randint(0, 9))}'>{name}</a>"
            f" <i class='rank'>{'Visitor' if name == 'Anonymous' else 'Old hand'}</i>"
            f" <span>2024-03-{number + 1:02} 1{place}:20</span></p>"
            f"<div>{' '.join(chance.choices(WORDS, k=15))}</div></div>"
            for place, name in enumerate(names)
        )
        pages.append(read_page(f"http://h.example/t/{number}", f"<h1>Thread</h1><div>{rows}</div>".encode()))
        told.append(names)
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [[post.author for post in wrapper.read(page, NOW).posts] for page in pages] == told
