"""Subjects: what some posts have above their text is mostly the thread's title again, and not written there."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
TOWNS = ("harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "orchard", "chapel", "mill")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")


def thread(n: int, own_subjects: bool) -> tuple[Page, list[str]]:
    """Give a page and what was written there; every third post has a subject, every other one two paragraphs."""
    chance = random.Random(n)
    title = " ".join(chance.sample(TOWNS, 3)).capitalize()
    texts = [[" ".join(chance.choices(TOWNS, k=12)) for _ in range(1 + k % 2)] for k in range(6)]
    rows = ""
    for k, text in enumerate(texts):
        shown = f"Re: {title}" if k else title
        if own_subjects and k:
            shown = " ".join(chance.sample(TOWNS, 4))
        subject = f"<div class=small><b>{shown}</b></div><hr>" if k % 3 == 0 else ""
        said = "".join(f"<div>{part}</div>" for part in text)
        rows += (
            f"<table id=p{n}{k} class=post><tr><td>{1 + k} May 2024, 10:0{k}</td><td>#{k + 1}</td></tr><tr>"
            f"<td><a href=/who/{k % 5}>{NAMES[k % 5]}</a></td><td class=said>{subject}{said}</td></tr></table>"
        )
    html = f"<title>{title} - Towns</title><body><h1>{title}</h1>{rows}</body>"
    return read_page(f"http://forum.example/t/{n}", html.encode()), ["\n".join(text) for text in texts]


def written(own_subjects: bool) -> list[bool]:
    """Tell for each post of a site whether just what was written there is found."""
    threads = [thread(n, own_subjects) for n in range(12)]
    wrapper = learn_wrapper([page for page, _ in threads], NOW)
    assert wrapper is not None
    found = [(wrapper.read(page, NOW).posts, texts) for page, texts in threads]
    return [post.own_text == text for posts, texts in found for post, text in zip(posts, texts, strict=True)]


def test_the_title_above_a_text_is_not_part_of_it():
    """Be it the thread's own or that of an answer."""
    assert all(written(own_subjects=False))


def test_subjects_that_say_something_else_stay():
    """People wrote them."""
    assert not all(written(own_subjects=True))


def test_first_words_that_lead_to_the_post_are_not_its_author():
    """Each is said once and leads to a place of its own; some people have no page that their name could lead to."""
    pages, names = [], []
    for n in range(6):
        chance = random.Random(n)
        rows = ""
        for k in range(7):
            who, said = chance.randrange(5), " ".join(chance.choices(TOWNS, k=30))
            called = f"{NAMES[who]} Someone"
            name = called if who == 4 else f"<a class=u href=/who/{who}>{called}</a>"
            own = f"/said/{10 * n + k}#s{10 * n + k}"
            rows += (
                f"<div class=c><div class=by><p class=n>{name}</p><p class=t>{1 + k} May 2024, 10:0{k}</p>"
                f"<p><a href='{own}'>Link</a></p></div><div class=what><h3><a href='{own}'>{said[:14]}</a></h3>"
                f"<div class=text><p>{said}</p></div></div></div>"
            )
            names.append(called)
        html = f"<title>Towns {n}</title><body><h1>Towns {n}</h1><div>{rows}</div></body>"
        pages.append(read_page(f"http://forum.example/t/{n}", html.encode()))
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    assert [post.author for page in pages for post in wrapper.read(page, NOW).posts] == names
