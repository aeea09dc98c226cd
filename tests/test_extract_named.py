"""Openings in boxes of another kind than the answers: what the two share is a part of a post, its author beside it."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.page import read_page

NOW = datetime(2024, 9, 1, 2, 44, 13, tzinfo=UTC)
NAMES = ("ann", "Bo Lind", "cleo77", "dan.o", "eva")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")


def test_authors_stand_beside_what_openings_and_answers_share():
    """Time and text are in a column of their own, called alike in both; the author is in the other column."""
    chance = random.Random(5)
    said: dict[int, list[tuple[str, datetime, str]]] = {}
    pages = []
    for number in range(14):
        time, posts = datetime(2023, 3, 1, 9, tzinfo=UTC) + timedelta(hours=70 * number), list[str]()
        said[number] = []
        for k in range(chance.choice((1, 1, 1, 2))):
            name, text = chance.choice(NAMES), " ".join(chance.choices(WORDS, k=chance.randint(9, 60)))
            said[number].append((name, time, text))
            left = f"<div class=left><div><a class=name href='/who/{name}'>{name}</a></div></div>"
            right = f"<div class=right><p class=when>{time:%Y-%m-%d %H:%M} UTC</p><div class=text>{text}</div></div>"
            box = ("section class=card", "section") if k else ("div class=opening", "div")
            posts.append(f"<{box[0]} id=m{number}-{k}><div class=row>{left}{right}</div></{box[1]}>")
            time += timedelta(minutes=chance.randint(20, 900))
        rows = (
            f"<li><a href='/t{n}'>{' '.join(WORDS[n:])}</a> <i>{time:%Y-%m-%d %H:%M} UTC</i></li>" for n in range(5)
        )
        others = f"<h3>Similar</h3><ul>{''.join(rows)}</ul>"
        opening, answers = posts[0], "".join(posts[1:])
        html = f"<title>Talk {number}</title><h1>Talk {number}</h1>{opening}<div class=answers>{answers}</div>{others}"
        pages.append(read_page(f"http://named.example/t{number}", html.encode()))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for number, page in enumerate(pages):
        assert [(post.author, post.time, post.text) for post in wrapper.read(page, NOW).posts] == said[number]
