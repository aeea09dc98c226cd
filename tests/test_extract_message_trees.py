"""Messages that have a page each, the tree of their thread below: the tree is a list of links, whatever it repeats."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "Zed")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
MESSAGES = {
    "text without a box": "Posted by {name} on {time}:<p>{text}<br><hr><h4>All answers</h4>{tree}<hr>",
    "a box": "<div><div>{name}, {time}</div><div>{text}</div></div><h4>All answers</h4>{tree}",
}
TREES = {
    "a list": ("<ul>{}</ul>", "<li>{}</li>"),
    "lines": ("<div>{}</div>", "&nbsp;&nbsp;{}<br>"),
}
UNTOLD = ("text without a box", "lines")  # two boxes side by side that nothing but their words tells apart
Told = list[tuple[str, datetime, str]]


def make_messages(message: str, around: str, row: str) -> tuple[list[Page], Told]:
    """Make pages with a message each, and tell who wrote what and when."""
    chance = random.Random(9)
    pages: list[Page] = []
    told: Told = []
    for thread in range(12):
        start = datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(hours=90 * thread)
        subject = " ".join(chance.sample(WORDS, 3)).capitalize()
        said = [
            (
                chance.choice(NAMES),
                start + timedelta(hours=5 * place),
                " ".join(chance.choices(WORDS, k=chance.randint(12, 50))),
            )
            for place in range(chance.randint(1, 6))
        ]
        rows = [
            f"<a href='/{thread}/{place}.html'>{subject}</a> - <b>{name}</b> <i>{time:%d.%m.%Y %H:%M}</i>"
            for place, (name, time, _) in enumerate(said)
        ]
        for place, (name, time, text) in enumerate(said):
            tree = around.format("".join(row.format(one) for number, one in enumerate(rows) if number != place))
            inside = message.format(name=name, time=f"{time:%d.%m.%Y %H:%M}", text=text, tree=tree)
            html = (
                f"<title>{subject}</title><h1>Our Board</h1><div><h2>{subject}</h2>{inside}"
                f"<p><a href='/'>Back</a> <a href='/post'>Answer</a></p></div>"
            )
            pages.append(read_page(f"http://board.example/{thread}/{place}.html", html.encode()))
            told.append((name, time, text))
    return pages, told


@pytest.mark.parametrize(
    ("message", "tree"), [(one, tree) for one in MESSAGES for tree in TREES if (one, tree) != UNTOLD]
)
def test_the_message_is_read_and_not_the_tree_below_it(message: str, tree: str):
    """Rows of the tree have names and times as posts have, but nothing to read beside links."""
    pages, told = make_messages(MESSAGES[message], *TREES[tree])
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    posts = [wrapper.read(page, NOW).posts for page in pages]
    assert [[(one.author, one.time, one.text) for one in found] for found in posts] == [[said] for said in told]
