"""Where no name is a link: remarks below answers and articles above comments are posts all the same."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "Zed")
STEMS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
WORDS = [stem + end for stem in STEMS for end in ("", "s", "less", "like", "ward", "mate", "wise", "land")]
Said = tuple[str, datetime, str]


def write(said: Said, box: str) -> str:
    name, time, text = said
    return box.format(name=name, time=f"{time:%d.%m.%Y %H:%M}", text=text)


def make_pages(kind: str) -> tuple[list[Page], list[list[Said]]]:
    """Make pages of answers, each with a remark or two below, or with an article above them; and tell who said what."""
    chance = random.Random(6)
    pages, told = [], []
    for number in range(24):
        time = datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(hours=70 * number)
        said: list[Said] = []
        above = inside = ""
        if kind != "remarks":
            said.append((chance.choice(NAMES), time, " ".join(chance.choices(WORDS, k=60))))
            above = write(said[-1], "<article><div>{time} by {name}</div><div>{text}</div></article><h3>Comments</h3>")
        for _ in range(chance.randint(1, 6)):
            below = ""
            time += timedelta(hours=2)
            answer = (chance.choice(NAMES), time, " ".join(chance.choices(WORDS, k=chance.randint(9, 50))))
            said.append(answer)
            for _ in range(chance.randint(0, 2) if kind == "remarks" else 0):
                time += timedelta(minutes=7)
                said.append((chance.choice(NAMES), time, " ".join(chance.choices(WORDS, k=chance.randint(9, 20)))))
                below += write(said[-1], "<li><span>{text}</span> - {name} <span>{time}</span></li>")
            who = "<a href='/user?{name}'>{name}</a>" if kind == "articles above linked names" else "{name}"
            box = f"<div class='one'><div>Posted by {who} on {{time}}</div><div>{{text}}</div>%s</div>"
            inside += write(answer, box % (f"<ul>{below}</ul>" if below else ""))
        html = f"<title>Page {number}</title><h1>Our Place</h1><p><a href='/'>Home</a></p>{above}<div>{inside}</div>"
        pages.append(read_page(f"http://place.example/{number}.html", html.encode()))
        told.append(said)
    return pages, told


@pytest.mark.parametrize("kind", ["articles", "articles above linked names", "remarks"])
def test_posts_beside_the_main_list_need_no_link_to_their_author(kind: str):
    """If those of the main list have none, or if they open the page. Notes of edits name people, too, in few words."""
    pages, told = make_pages(kind)
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [wrapper.read(page, NOW).posts for page in pages]
    assert [sorted((one.author, one.time or NOW, one.text) for one in posts) for posts in read] == list(
        map(sorted, told)
    )
