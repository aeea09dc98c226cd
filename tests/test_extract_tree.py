"""Trees of answers: whom a post answers is told by where it stands, or by how far it is moved in."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper", "kale", "lotus")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")


@dataclass
class Said:
    """A post with its answers."""

    number: int
    name: str
    time: datetime
    text: str
    above: str = ""
    below: list[Said] = field(default_factory=list)

    @property
    def word(self) -> str:
        """A name for the post that is no number."""
        return "".join("bcdfghjkmn"[int(digit)] for digit in f"{self.number * 7919}")

    def walk(self) -> list[Said]:
        return [self, *(one for each in self.below for one in each.walk())]


def grow(count: int = 12) -> list[Said]:
    chance = random.Random(6)
    roots, number = [], 40
    for _ in range(count):
        talk: list[Said] = []
        for turn in range(chance.randint(3, 14)):
            number += chance.randint(1, 3)
            time = datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(hours=number)
            one = Said(number, chance.choice(NAMES), time, " ".join(chance.choices(WORDS, k=20)))
            if turn:
                above = chance.choice(talk)
                one.above = str(above.number)
                above.below.append(one)
            talk.append(one)
        roots.append(talk[0])
    return roots


def inner(one: Said) -> str:
    stars = one.number % 5
    return (
        f'<div class="by"><b><a href="/who/{one.name}">{one.name}</a></b> <i class="rank{stars}">*</i>'
        f'<time>{one.time:%Y-%m-%d %H:%M}</time></div><div class="words">{one.text}</div>'
    )


def in_lists(one: Said, _depth: int = 0) -> str:
    below = "".join(map(in_lists, one.below))
    return f'<li><div class="post" id="p{one.number}">{inner(one)}</div><ul>{below}</ul></li>'


def by_margin(one: Said, depth: int = 0) -> str:
    style = f' style="margin-left: {2 * depth}em"' if depth else ""
    below = "".join(by_margin(each, depth + 1) for each in one.below)
    return f'<div class="post" id="p{one.number}"{style}>{inner(one)}</div>{below}'


def by_picture(one: Said, depth: int = 0) -> str:
    below = "".join(by_picture(each, depth + 1) for each in one.below)
    cells = f'<td><img src="dot.gif" width="{30 * depth}" height="1"></td><td>{inner(one)}</td>'
    return f'<tr class="post" id="p{one.number}">{cells}</tr>{below}'


def by_class(one: Said, depth: int = 0) -> str:
    below = "".join(by_class(each, depth + 1) for each in one.below)
    return f'<div class="post level{depth}" id="p{one.number}">{inner(one)}</div>{below}'


def by_word(one: Said, _depth: int = 0) -> str:
    below = "".join(map(by_word, one.below))
    link = f'<a href="/said/{one.word}">link</a>'
    return f'<li><div class="post" id="said_{one.word}">{inner(one)}{link}</div><ol>{below}</ol></li>'


def flat(one: Said, _depth: int = 0) -> str:
    posts = sorted(one.walk(), key=lambda each: each.number)
    return "".join(
        f'<div class="post row{place % 3}" id="p{each.number}" data-place="{place}">{inner(each)}</div>'
        for place, each in enumerate(posts)
    )


def answered(write: Callable[[Said], str], *, words: bool = False, copies: int = 0) -> tuple[list[str], list[str]]:
    """Give whom all posts answer as they are read, and as it is; some pages come again under another address."""
    roots = grow()
    pages = []
    for root in roots:
        rows = write(root)
        rows = f"<table>{rows}</table>" if rows.startswith("<tr") else f"<ul>{rows}</ul>"
        html = f"<title>{root.text[:30]} - Trees</title><h1>{root.text[:30]}</h1><main>{rows}</main>"
        pages.append(read_page(f"http://tree.example/talk/{root.number}", html.encode()))
    again = [read_page(f"{page.url}/again", page.html) for page in pages[:copies]]
    wrapper = learn_wrapper([*pages, *again], NOW)
    assert wrapper is not None
    names = {str(one.number): one.word for root in roots for one in root.walk()} if words else {}
    wanted = [names.get(one.above, one.above) for root in roots for one in root.walk()]
    return [post.reply_to for page in pages for post in wrapper.read_posts(page, NOW)], wanted


@pytest.mark.parametrize("write", [in_lists, by_margin, by_picture, by_class])
def test_an_answer_is_tied_to_what_it_stands_below(write: Callable[[Said], str]):
    """Lists in lists, margins that grow, a picture that holds the place, a class that counts."""
    found, wanted = answered(write)
    assert found == wanted


def test_posts_named_by_words_can_be_answered():
    """What an element is called and a link of it says is the name of the post, where there is no number."""
    found, wanted = answered(by_word, words=True)
    assert found == wanted


def test_posts_shown_on_several_pages_keep_their_numbers():
    """A thread has several addresses: that two posts have one number, and say the same, speaks for the number."""
    found, wanted = answered(by_picture, copies=5)
    assert found == wanted


def test_numbers_that_only_count_make_no_tree():
    """Rows in three colours, places and ranks are no depths."""
    found, wanted = answered(flat)
    assert found == [""] * len(wanted)
