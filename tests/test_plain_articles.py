"""Articles whose words stand in no element of their own, below labelled lines and above remarks without a year."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
BOARDS = ("The long and winding board of boats", "All that can be said of very old cats", "Gardens of people in towns")
Told = tuple[str, datetime, str]  # author, time, text


def make_article(number: int, chance: random.Random) -> tuple[Page, list[Told], str]:
    """Make an article with its remarks: some pass the end of a year, none tells it."""
    time = datetime(2018, 11, 2, 9, 12, tzinfo=UTC) + timedelta(days=3 * number)
    title, board = " ".join(chance.sample(WORDS, 2)) + f" and {WORDS[number % 11]}", BOARDS[number % 3]
    said: list[Told] = []
    for _ in range(1 + chance.randint(1, 9)):
        said.append((chance.choice(NAMES), time, " ".join(chance.choices(WORDS, k=chance.randint(5, 30)))))
        time += timedelta(hours=chance.randint(2, 400), minutes=chance.randint(0, 59))
    (name, begun, text), *rest = said
    lines = (("Author", name), ("Title", title), ("Time", f"{begun:%a %b %d %H:%M:%S %Y}"))
    head = "".join(
        f"<div class=line><span class=tag>{tag}</span><span class=value>{v}</span></div>" for tag, v in lines
    )
    remarks = "".join(
        f"<div class=push><b>+ </b><span class=who>{who}</span><span class=what>{what}</span>"
        f"<span class=when> {at:%m/%d %H:%M}\n</span></div>"
        for who, at, what in rest
    )
    way = f"<div class=way><a class=board href='/{number % 3}/'>{board}</a></div>"
    html = f"<title>{title} - {board} - Town</title><body>{way}<div class=all>{head}\n{text}\n{remarks}</div></body>"
    return read_page(f"http://h.example/{number % 3}/M.{number}.html", html.encode()), said, title


def test_plain_articles_are_read_with_the_remarks_below_them():
    """The line "Title" names nobody; remarks are of the year that follows from the article's; boards are no titles."""
    chance = random.Random(5)
    articles = [make_article(number, chance) for number in range(40)]
    wrapper = learn_wrapper([page for page, _, _ in articles[:25]], NOW)
    assert wrapper is not None
    for page, said, title in articles:
        thread = wrapper.read(page, NOW)
        assert [(post.author, post.own_text) for post in thread.posts] == [(name, text) for name, _, text in said]
        assert [post.time for post in thread.posts] == [time for _, time, _ in said]
        assert thread.title.startswith(title)
