"""Single pages of threads drawn at random are read without any knowledge of their sites."""

from __future__ import annotations

from thread_pages import NOW, ThreadPage
from weft.extract import extract_page
from weft.page import read_page

# Not read wholly: names without a link of a lone post, or beside a rank in two or three; subjects and buttons of two
# posts without classes; posts that no element holds with advertisements between them.
NOT_YET = frozenset({21, 41, 61, 72})


def is_right(page: ThreadPage) -> bool:
    """Tell whether all posts are read, with text, author and day, and nothing else."""
    read = extract_page(read_page(page.url, page.html.encode(), "text/html; charset=utf-8"), NOW).posts
    found = [(post.author, post.time and post.time.date(), _flat(post.text)) for post in read]
    return found == [(post.author, post.time.date(), _flat(post.text)) for post in page.said]


def _flat(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def test_pages_drawn_at_random():
    """Every post with its text to the letter, its author and its day; no other post."""
    wrong = {seed for seed in range(100) if seed not in NOT_YET and not is_right(ThreadPage(seed))}
    assert wrong == set()
