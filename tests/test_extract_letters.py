"""Posts that have a page each: of all the links and names around them, those beside the time tell who wrote them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva", "Zed")
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
HEADS = {
    "a name of its own": "<div><span>{name}</span> <span>{time}</span></div>",
    "with an address": "<b>{name}</b> <a href='mailto:{mail}'>{mail}</a><br><i>{time}</i>",
    "in the line of the time": "<div>{time} by {name}</div>",
}
FRAMES = {
    "in one box": "<div class='page'>{}</div>",
    "in the page": "{}",
}


def make_letters(head: str, frame: str) -> tuple[list[Page], list[str]]:
    """Make pages with a letter each, its neighbours, answers and lists beside it; and tell who wrote them."""
    chance = random.Random(7)
    writers = [chance.choice(NAMES) for _ in range(40)]
    subjects = [" ".join(chance.sample(WORDS, 3)).capitalize() for _ in writers]
    pages = []
    for number, name in enumerate(writers):
        time = datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(hours=31 * number)
        near = [n for n in (number - 1, number + 1) if 0 <= n < len(writers)]
        steps = [f"Beside: <a href='/{n}.html'>{subjects[n]}</a>" for n in near]
        if number % 3:
            steps.append(f"Answers: <a href='/{number // 2}.html'>{writers[number // 2]}</a>")
        steps.append(
            f"Sorted by: <a href='/{time:%m}/date.html'>[ date ]</a> <a href='/{time:%m}/talk.html'>[ talk ]</a>"
        )
        beside = "<ul>" + "".join(f"<li>{step}</li>" for step in steps) + "</ul>"
        mail = name.lower().replace(" ", ".") + "@x.example"
        said = head.format(name=name, mail=mail, time=f"{time:%d.%m.%Y %H:%M}")
        text = " ".join(chance.choices(WORDS, k=chance.randint(9, 60)))
        inside = f"{beside}<h2>{subjects[number]}</h2>{said}<div>{text}</div>{beside}"
        menu = "<p><a href='/'>Home</a> | <a href='/faq'>Questions</a> | <a href='/rules'>Rules</a></p>"
        html = f"<title>{subjects[number]} - Box</title><h1>Box</h1>{menu}{frame.format(inside)}"
        pages.append(read_page(f"http://box.example/{number}.html", html.encode()))
    return pages, writers


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("head", HEADS)
def test_who_wrote_a_letter_stands_beside_its_time(head: str, frame: str):
    """Not who wrote the answers, not what leads to lists, not the menu, and not the address beside the name."""
    pages, writers = make_letters(HEADS[head], FRAMES[frame])
    wrapper = learn_wrapper(pages[:24], NOW)
    assert wrapper is not None
    assert [[post.author for post in wrapper.read(page, NOW).posts] for page in pages] == [[name] for name in writers]
