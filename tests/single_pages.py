"""Single pages made up for tests, most without classes and ids, as old forums are; and what is read from them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from weft.extract import extract_page
from weft.page import Post, read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
WORDS = ["harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "mill", "tower", "chapel", "garden"]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
URL = "http://talk.example/topic/77"
MENU = '<div><a href="/">Home</a> | <a href="/find">Find</a> | <a href="/help">Help</a></div>'

Said = tuple[str, int, str]  # who, on which day of May 2023, what


@dataclass(frozen=True)
class Case:
    """A page: the markup of a post by who wrote it, on which day, and what; how many; and what stands around them."""

    post: Callable[[str, int, str], str]
    count: int = 1
    words: int = 14
    page: str = "<div>{}</div>"
    between: str = ""
    title: str = "A walk"
    url: str = URL
    whole: str = "{}"  # what the markup adds to what was said
    told: int = 3  # how much of who, when and what is compared

    def check(self) -> None:
        """Read the page; all that was said must be heard."""
        said = say(self.count, self.words)
        posts = self.between.join(self.post(*one) for one in said)
        found = heard(read(self.page.format(posts), self.title, self.url))
        wanted = [(who, day, self.whole.format(text)) for who, day, text in said]
        assert [one[: self.told] for one in found] == [one[: self.told] for one in wanted]


def say(posts: int, words: int = 14, seed: int = 1) -> list[Said]:
    chance = random.Random(seed)
    texts = [" ".join(chance.choices(WORDS, k=words + n % 3)).capitalize() + "." for n in range(posts)]
    return [(NAMES[n * 5 % 6], 1 + n, text) for n, text in enumerate(texts)]


def read(inner: str, title: str = "A walk", url: str = URL) -> tuple[Post, ...]:
    html = f"<title>{title} - Talk</title><body>{MENU}<h1>{title}</h1>{inner}</body>"
    page = read_page(url, html.encode(), "text/html; charset=utf-8")
    return extract_page(page, NOW).posts


def heard(posts: Sequence[Post]) -> list[Said]:
    return [(post.author, post.time.day if post.time else 0, " ".join(post.text.split())) for post in posts]


def link(name: str) -> str:
    return f'<a href="/who/{name}">{name}</a>'


def others(count: int = 6) -> str:
    """Give rows of other threads."""
    chance = random.Random(7)
    titles = [" ".join(chance.choices(WORDS, k=4)) for _ in range(count)]
    rows = (
        f'<tr><td><a href="/topic/{n}">{t}</a><td>{NAMES[n % 6]}<td>{n + 3} April 2024, 09:15'
        for n, t in enumerate(titles)
    )
    return f"<table>{''.join(rows)}</table>"
