"""Openings in a box of another kind that is made as posts are inside: read once, however few there are."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from weft.extract import learn_wrapper
from weft.page import Page, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
MEMBERS, GUESTS = ("ann", "Bo Lind", "cleo77", "dan.o"), ("eva", "Zed")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
ROW = "<div class=row><div class=left>{who}</div><div class=right><i>{time}</i><div class=text>{text}</div></div></div>"
PLAIN = "<div class=meta>{who} <i>{time}</i></div><div class=text>{text}</div>"
POSTS_PER_PAGE = 5
Said = tuple[str, datetime, str]


def write(said: Said, inside: str) -> str:
    name, time, text = said
    member = f"<a class=user href='/who/{name}'>{name}</a>"
    who = member if name in MEMBERS else f"<span class=user>{name}</span>"
    return inside.format(who=who, time=f"{time:%d.%m.%Y %H:%M}", text=text)


def make_thread(number: int, count: int, inside: str, *, is_repeated: bool) -> tuple[list[Page], list[list[Said]]]:
    """Make the pages of a thread, with the opening above each or the first, and tell what stands on them."""
    chance, time = random.Random(number), datetime(2024, 3, 1, 9, tzinfo=UTC) + timedelta(days=number)
    said = []
    for _ in range(count):
        time += timedelta(minutes=chance.randint(9, 900))
        name = chance.choice(MEMBERS * 2 + GUESTS)
        said.append((name, time, " ".join(chance.choices(WORDS, k=chance.randint(9, 40)))))
    pages, told = [], []
    for start in range(0, count, POSTS_PER_PAGE):
        own = said[max(1, start) : start + POSTS_PER_PAGE]
        is_opened = is_repeated or not start
        above = f"<div class=opening>{write(said[0], inside)}</div>" if is_opened else ""
        posts = "".join(
            f"<section class=post id=p{number}{k}>{write(one, inside)}</section>" for k, one in enumerate(own)
        )
        html = f"<title>Talk {number}</title><h1>Talk {number}</h1>{above}<div>{posts}</div>"
        pages.append(read_page(f"http://twins.example/{number}/{start}", html.encode()))
        told.append(own + said[:1] * is_opened)
    return pages, told


@pytest.mark.parametrize("inside", [ROW, PLAIN])
@pytest.mark.parametrize("is_repeated", [True, False])
@pytest.mark.parametrize(
    "counts", [(17, 5, 4), (1, 9, 2, 1, 1, 1, 5, 1, 1, 4), (1, 1, 1, 5, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1)]
)
def test_openings_in_a_box_of_their_own_are_read_once(inside: str, *, is_repeated: bool, counts: tuple[int, ...]):
    """Of three threads, one with further pages, above which it is shown again; or of many with an answer at most."""
    threads = [make_thread(*thread, inside, is_repeated=is_repeated) for thread in enumerate(counts)]
    pages = [page for thread, _ in threads for page in thread]
    told = [said for _, thread in threads for said in thread]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    read = [wrapper.read(page, NOW).posts for page in pages]
    assert [sorted((one.author, one.time or NOW, one.text) for one in posts) for posts in read] == list(
        map(sorted, told)
    )


def test_openings_without_a_box_are_read_up_to_the_answers():
    """Head, text and answers stand side by side in one element; of some openings the text is but a link."""
    told, pages = [], []
    for number in range(16):
        _, [said] = make_thread(number, 2 + number % 4, PLAIN, is_repeated=False)
        *answers, opening = said
        when = f"{opening[1]:%d.%m.%Y %H:%M}"
        text = opening[2] if number % 3 else "http://elsewhere.example/story"
        body = f"<div class=full>{text}</div>" if number % 3 else f"<div class=link><a href='{text}'>{text}</a></div>"
        who = f"<a class=user href='/who/{opening[0]}'>{opening[0]}</a>"
        below = "".join(f"<li class=answer><article>{write(one, PLAIN)}</article></li>" for one in answers)
        html = (
            f"<title>Talk {number}</title><article class=topic><header><h1>Talk {number}</h1><p>Posted <i>{when}</i> by"
            f" {who}</p></header>{body}<section class=answers><h2>{len(answers)} answers</h2><ol>{below}</ol></section>"
            "</article>"
        )
        pages.append(read_page(f"http://twins.example/{number}", html.encode()))
        told.append({(opening[0], text), *((name, words) for name, _, words in answers)})
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for page, said in zip(pages, told, strict=True):
        assert {(post.author, post.text) for post in wrapper.read(page, NOW).posts} == said
