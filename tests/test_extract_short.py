"""Single pages of short threads: below the posts stand more other threads than there are posts."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from weft.extract import extract_page
from weft.page import read_page

NOW = datetime(2024, 6, 1, tzinfo=UTC)
WORDS = ["harbour", "market", "station", "bridge", "castle", "meadow", "quarry", "mill", "tower", "chapel", "garden"]
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count)).capitalize()


def row(chance: random.Random, address: str, excerpt: bool) -> str:
    """Give another thread: its title, who began it, when, and maybe how it begins."""
    number = chance.randrange(100, 999)
    some = f"<p>{words(chance, 25)}.</p>" if excerpt else ""
    return (
        f'<tr><td><a href="{address.format(number)}">{words(chance, 6)}</a>{some}</td>'
        f'<td><a href="/who/{chance.randrange(6)}">{NAMES[number % 6]}</a></td><td>{number} answers</td>'
        f"<td>{chance.randrange(1, 28)} April 2024, 09:00</td></tr>"
    )


def thread(
    seed: int, posts: int, address: str, turned: str = "", *, excerpt: bool = False
) -> tuple[bytes, str, list[str]]:
    """Give a page, its address and what was written on it."""
    chance = random.Random(seed)
    written = [words(chance, 18) + "." for _ in range(posts)]
    articles = "".join(
        f'<article><div class=who><a href="/who/{n}">{NAMES[n]}</a> <i>Regular</i></div>'
        f"<div class=when>{3 + n} May 2024, 10:0{n}</div><div class=text><p>{text}</p></div>"
        f'<div class=do><a href="/quote/{n}">Quote</a> <a href="/report/{n}">Report</a></div></article>'
        for n, text in enumerate(written)
    )
    rows = "".join(row(chance, address, excerpt) for _ in range(6))
    html = (
        f"<title>Old {seed} towns</title><body><h1>Old {seed} towns</h1><div class=list>{articles}</div>"
        f"<h3>More like this</h3><table><tbody>{rows}</tbody></table></body>"
    )
    return html.encode(), "http://forum.example" + address.format(seed) + turned, written


@pytest.mark.parametrize("posts", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("address", "turned", "excerpt"),
    [
        ("/t/{}", "", False),
        ("/t/{}", "", True),
        ("/topic/{}-towns/", "page/2/", True),
        ("/show?t={}", "&page=2", True),
    ],
)
def test_other_threads_are_not_the_posts_of_a_page(posts: int, seed: int, address: str, turned: str, excerpt: bool):
    html, url, written = thread(seed, posts, address, turned, excerpt=excerpt)
    found = extract_page(read_page(url, html), NOW).posts
    assert [post.text for post in found] == written
    assert [post.author for post in found] == list(NAMES[:posts])


def test_posts_that_lead_to_pages_like_this_are_posts():
    """On a page that was come to by the number of a post, links to other posts are written as its address is."""
    chance = random.Random(7)
    written = [words(chance, 18) + "." for _ in range(4)]
    articles = "".join(
        f'<article><h3><a href="/show?p={40 + n}">{words(chance, 4)}</a></h3>'
        f'<div><a href="/who/{n}">{NAMES[n]}</a></div>'
        f"<div>{3 + n} May 2024, 10:0{n}</div><div class=text><p>{text}</p></div></article>"
        for n, text in enumerate(written)
    )
    rows = "".join(row(chance, "/show?t={}", excerpt=False) for _ in range(6))
    html = f"<title>Old towns</title><body>{articles}<table>{rows}</table></body>"
    found = extract_page(read_page("http://forum.example/show?p=40", html.encode()), NOW).posts
    assert [post.text for post in found] == written
