"""Articles with comments under them, and lists beside them that say the same on every page."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from weft.extract import learn_wrapper
from weft.page import Page, find_times, read_page

NOW = datetime(2024, 9, 1, tzinfo=UTC)
START = datetime(2024, 2, 3, 9, 30, tzinfo=UTC)
WRITERS = ("Martha", "Oliver", "Petra", "Simon")
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
READERS = ("lazyfox", "redowl", "greyhen", "tallelk", "shyotter")
MONTHS = "".join(
    f"<li><a href='/2024/{n:02}/'>{name} 2024</a></li>" for n, name in enumerate(("May", "June", "July"), 5)
)
SIDE = f"<aside><h2>By month</h2><ul class='old'>{MONTHS}</ul></aside>"


def time_of(article: int, comment: int = -1) -> datetime:
    return START + timedelta(days=article, hours=3 * (comment + 1))


def text_of(article: int, comment: int = -1) -> str:
    return " ".join(random.Random(99 * article + comment).choices(WORDS, k=14))


def title_of(article: int) -> str:
    return " ".join(random.Random(7000 + article).choices(WORDS, k=4)).capitalize()


def write_page(article: int) -> Page:
    """Every third article has comments."""
    comments = "".join(
        f"<li class='said' id='c{article}-{n}'><b>{READERS[(article + n) % 5]}</b> "
        f"<time datetime='{time_of(article, n).isoformat()}'>{time_of(article, n):%B %d, %Y}</time>"
        f"<div class='words'><p>{text_of(article, n)}</p></div></li>"
        for n in range(4 if article % 3 == 0 else 0)
    )
    writer, topic = WRITERS[article % 4], ("Garden", "Kitchen", "Cellar")[article % 3]
    at = time_of(article)
    return read_page(
        f"http://h.example/2024/{article}/",
        f"<title>{title_of(article)}</title><main><article><h1>{title_of(article)}</h1>"
        f"<div class='body'><p>{text_of(article)}</p></div><footer><span>Published "
        f"<time datetime='{at.isoformat()}'>{at:%B %d, %Y}</time></span> <span>"
        f"By <a rel='author' href='/author/{writer}/'>{writer}</a></span> "
        f"<span>In <a rel='category tag' href='/topic/{topic}/'>{topic}</a></span></footer></article>"
        f"<ol>{comments}</ol></main>{SIDE}".encode(),
    )


def test_months_beside_articles_are_no_posts():
    """Articles and comments are, each with its author and its time."""
    pages = [write_page(article) for article in range(24)]
    wrapper = learn_wrapper(pages, NOW)
    assert wrapper is not None
    for article, page in enumerate(pages):
        posts = wrapper.read(page, NOW).posts
        comments = range(4 if article % 3 == 0 else 0)
        assert [post.text for post in posts] == [text_of(article), *(text_of(article, n) for n in comments)]
        assert [post.time for post in posts] == [time_of(article), *(time_of(article, n) for n in comments)]
        names = [WRITERS[article % 4], *(READERS[(article + n) % 5] for n in comments)]
        assert [post.author for post in posts] == names


def test_an_age_is_told_exactly_by_the_sentence_on_its_link():
    """Words before a date with a clock do no harm."""
    tree = read_page(
        "http://h.example/", b"<p><a title='See what went on at 01/06/21 17:51:36'>6 years ago</a></p>"
    ).tree
    assert [(found.text, found.twin) for found in find_times(tree)] == [("6 years ago", "01/06/21 17:51:36")]
