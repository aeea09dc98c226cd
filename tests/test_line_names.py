"""Authors without an element of their own: the name stands in the line that tells the time."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import Wrapper, learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
LINES = (
    "Posted by {name} on {time:%B %d, %Y at %H:%M}",
    "by {name}, {time:%d.%m.%Y %H:%M}",
    "by {name}, <span>{time:%d.%m.%Y %H:%M}</span>",
    "{time:%Y-%m-%d %H:%M} {name} wrote:",
    "{name} - {time:%d %b %Y, %H:%M}",
    "Von {name} am {time:%d.%m.%Y um %H:%M} Uhr",
    "{name} ({time:%Y-%m-%d %H:%M})",
)


def make_pages(line: str, tail: str = "") -> tuple[list[Page], list[list[tuple[str, str]]]]:
    """Make pages of threads whose posts have the line above their text, and tell who wrote what."""
    chance = random.Random(3)
    pages, told = [], []
    for number in range(16):
        start = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=40 * number)
        said = [
            (chance.choice(NAMES), " ".join(chance.choices(WORDS, k=chance.randint(6, 40))))
            for _ in range(chance.randint(2, 8))
        ]
        posts = "".join(
            f"<div class='one'><p class='m'>{line.format(name=name, time=start + timedelta(hours=3 * place))}</p>"
            f"<div class='t'><p>{text}</p>{tail if place % 3 == 0 else ''}</div></div>"
            for place, (name, text) in enumerate(said)
        )
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1>{posts}"
        pages.append(read_page(f"http://lines.example/t/{number}", html.encode()))
        told.append(said)
    return pages, told


def read_all(wrapper: Wrapper | None, pages: list[Page]) -> list[list[tuple[str, str]]]:
    assert wrapper is not None
    again = Wrapper.from_dict(wrapper.to_dict())  # as a plan keeps it
    return [[(post.author, post.own_text) for post in again.read(page, NOW).posts] for page in pages]


@pytest.mark.parametrize("line", LINES)
def test_the_name_is_what_changes_between_what_all_lines_say(line: str):
    """No word of any language is known; what comes before and after the name is learned."""
    pages, told = make_pages(line)
    assert read_all(learn_wrapper(pages, NOW), pages) == told


def test_what_stands_in_brackets_behind_a_name_is_whole():
    """What closes them is part of the name as it is shown."""
    pages, told = make_pages("From: {name} ({name[0]}77) <span>{time:%d.%m.%Y %H:%M}</span>")
    found = read_all(learn_wrapper(pages, NOW), pages)
    shown = [[f"{name} ({name[0]}77)" for name, _ in said] for said in told]
    assert [[name for name, _ in posts] for posts in found] == shown


@pytest.mark.parametrize("line", ["Filed under weather on {time:%d.%m.%Y %H:%M}", "{time:%d.%m.%Y %H:%M}, 12 lines"])
def test_what_never_changes_is_no_name(line: str):
    """A line that says the same in each post names nobody."""
    pages, told = make_pages(line)
    assert read_all(learn_wrapper(pages, NOW), pages) == [[("", text) for _, text in said] for said in told]


def test_a_button_that_is_called_otherwise_in_some_threads_names_nobody():
    """It leads to something else from each post, and never changes from one post of a page to the next."""
    chance = random.Random(5)
    pages, told = [], []
    for number in range(16):
        posts, said = "", []
        for place in range(chance.randint(3, 8)):
            name = chance.choice((*NAMES, *NAMES[:4], "Zed"))
            time = datetime(2024, 3, 1 + number, 8 + place, tzinfo=UTC)
            who = f"<a href='/u/{NAMES.index(name)}'>{name}</a>" if name in NAMES[:4] else name
            button = f"<a href='/answer?{number}-{place}'>reply</a>" if number % 6 else "<i>locked</i>"
            posts += f"<div class='one'><p class='m'>by {who}, {time:%d.%m.%Y %H:%M}</p>"
            posts += f"<div class='t'>{' '.join(chance.choices(WORDS, k=20))}</div><div class='b'>{button}</div></div>"
            said.append(name)
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1>{posts}"
        pages.append(read_page(f"http://lines.example/t/{number}", html.encode()))
        told.append(said)
    found = read_all(learn_wrapper(pages, NOW), pages)
    assert [[name for name, _ in posts] for posts in found] == told


def test_notes_of_edits_are_no_posts():
    """They name somebody and a time in one line, too, but have nothing to read."""
    pages, told = make_pages(LINES[0], "<div class='e'>Last edited by dan.o on April 02, 2024 at 10:15</div>")
    found = read_all(learn_wrapper(pages, NOW), pages)
    assert [[name for name, _ in posts] for posts in found] == [[name for name, _ in said] for said in told]
