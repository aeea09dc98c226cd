"""What stands below rules at the end of posts: signatures, notes about editing; titles that stand in openings."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import Wrapper, learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "finn")
SIGNED = {"ann": "Three cats and a dog", "eva": "Ask me about bread", "finn": "Read the manual!"}
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
MINE = "but what I think of it is"

Below = Callable[[random.Random, str, datetime], str]


def signature(_chance: random.Random, name: str, _time: datetime) -> str:
    return f"<hr>{SIGNED[name]}" if name in SIGNED else ""


def note(chance: random.Random, name: str, time: datetime) -> str:
    later = time + timedelta(minutes=chance.randrange(5, 500))
    return f"<hr>Edited by <a href='/who/{name}'>{name}</a> on {later:%d %B %Y %H:%M}" if chance.random() < 0.3 else ""


def both(chance: random.Random, name: str, time: datetime) -> str:
    return note(chance, name, time) + signature(chance, name, time)


def afterthought(chance: random.Random, name: str, time: datetime) -> str:
    """Give what people write below rules they draw themselves."""
    return f"<hr>{MINE} {' '.join(chance.choices(WORDS, k=5))}" if name in SIGNED and time.minute else ""


def dashes(_chance: random.Random, name: str, time: datetime) -> str:
    """Give a signature and a note below rules of dashes."""
    rule = f"<br>{'-' * 40}<br>"
    signed = rule + SIGNED[name] if name in SIGNED else ""
    return f"{signed}{rule}[Edited 1 times, last by {name} on {time:%d %B %Y %H:%M}]" if time.minute % 2 else signed


def make_pages(below: Below) -> tuple[list[Page], list[list[str]]]:
    """Make pages of threads, and tell what was written on each."""
    chance = random.Random(7)
    pages, told = [], []
    for number in range(14):
        start = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=40 * number)
        said, posts = [], ""
        for place in range(chance.randint(2, 7)):
            name, time = chance.choice(NAMES), start + timedelta(hours=3 * place, minutes=place)
            text = " ".join(chance.choices(WORDS, k=chance.randint(5, 30)))
            under = below(chance, name, time)
            said.append(f"{text} {under.removeprefix('<hr>')}".strip() if MINE in under else text)
            posts += (
                f"<table class=one><tr><td class=who><a href='/who/{name}'>{name}</a></td><td>{time:%d %B %Y %H:%M}"
                f"</td></tr><tr><td>Member</td><td class=said>{text}{under}</td></tr></table>"
            )
        html = f"<title>Thread {number}</title><h1>Thread {number}</h1>{posts}"
        pages.append(read_page(f"http://rules.example/t/{number}", html.encode()))
        told.append(said)
    return pages, told


@pytest.mark.parametrize("below", [signature, note, both, afterthought, dashes])
def test_what_stands_below_a_rule_again_and_again_is_not_said(below: Below):
    """So are notes about editing there; below rules that people draw stands what they say."""
    pages, told = make_pages(below)
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert Wrapper.from_dict(wrapper.to_dict()) == wrapper
    said = [[" ".join(post.own_text.split()) for post in wrapper.read(page, NOW).posts] for page in pages]
    assert said == told


def test_a_title_may_stand_in_the_opening():
    """What stands beside it, and in the document's title, too, is the board's name."""
    boards = ("Engines", "General talk", "Old models")
    chance = random.Random(3)
    pages, titles = [], []
    for number in range(9):
        board, title = boards[number % 3], f"{WORDS[number]} and {WORDS[-number]} near the old town"
        start = datetime(2024, 3, 1, tzinfo=UTC) + timedelta(hours=40 * number)
        later = [f"{start + timedelta(hours=n):%d %B %Y %H:%M}" for n in range(6)]
        texts = [" ".join(chance.choices(WORDS, k=chance.randint(8, 40))) for _ in range(6)]
        answers = "".join(
            f"<blockquote class=answer><header><a href='/u/{NAMES[n]}'>{NAMES[n]}</a>, <i>{later[n]}</i></header>"
            f"<div class=said><p>{texts[n]}</p></div></blockquote>"
            for n in range(1, chance.randint(2, 6))
        )
        opening = f"<header><h1>{title}</h1></header><div class=all><div class=said><p>{texts[0]}</p></div></div>"
        name = NAMES[number % 6]
        who = f"<span><a href='/u/{name}'>{name}</a></span><span>, </span><span><i>{later[0]}</i></span>"
        entry = f"<article class=entry>{opening}<aside class=meta>{who}</aside></article>"
        beside = f"<aside><h4>{board}</h4></aside>"
        html = f"<title>{title} - {board} - Hall</title><main>{entry}<div>{answers}</div></main>{beside}"
        pages.append(read_page(f"http://hall.example/{number}", html.encode()))
        titles.append(title)
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [wrapper.read(page, NOW).title for page in pages] == titles
