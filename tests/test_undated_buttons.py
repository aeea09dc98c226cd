"""Posts without times whose buttons repeat more often than they do."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
SMALL, FLAT = "class='small grey'", "class='flat'"  # everything has one of two looks


def make_page(number: int, talk: list[tuple[str, str]]) -> Page:
    """A thread: each post has a name, a text and four buttons; beside it the newest threads stand, with names, too."""
    posts = "".join(
        f"<li {SMALL}><p {FLAT}><span {FLAT}><a href='/who?{name}'>{name}</a></span></p><div {FLAT}>{text}</div>"
        f"<div {SMALL}><a href='/go?{number}-{place}'>#{place}</a> <a href='/quote?{number}-{place}'>Quote</a> "
        f"<a href='/report?{number}-{place}'>Report</a> <a href='/thank?{number}-{place}'>Thank</a></div></li>"
        for place, (name, text) in enumerate(talk, 1)
    )
    newest = "".join(
        f"<li><a href='/t/{n}'>{WORDS[n]} {WORDS[-n]}</a> by <a href='/who?{NAMES[n]}'>{NAMES[n]}</a></li>"
        for n in range(1, 7)
    )
    side = f"<aside {FLAT}><div {SMALL}><h4 {SMALL}>Newest</h4><ul>{newest}</ul></div></aside>"
    main = f"<div {FLAT}><h2>Thread {number}</h2><ol {FLAT}>{posts}</ol></div>"
    html = f"<title>Thread {number}</title><div>{side}{main}</div>"
    return read_page(f"http://quiet.example/t/{number}", html.encode())


def test_posts_without_times_are_read_whatever_buttons_they_have():
    """A list with nothing to read but links is none of posts."""
    chance = random.Random(4)
    talks = [
        [
            (chance.choice(NAMES), " ".join(chance.choices(WORDS, k=chance.randint(6, 30))))
            for _ in range(chance.choice((1, 1, 2, 3, 4, 6, 8)))
        ]
        for _ in range(20)
    ]
    pages = [make_page(number, talk) for number, talk in enumerate(talks)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [[(post.author, post.text) for post in wrapper.read(page, NOW).posts] for page in pages]
    assert read == talks
