"""Single pages of threads drawn at random are read without any knowledge of their sites."""

from __future__ import annotations

from thread_pages import NOW, ThreadPage, WidePage
from weft.extract import extract_page
from weft.page import read_page

# Not read wholly: a lone post whose two halves have a time each; two posts in plain rows, or that no element holds.
NOT_YET = frozenset({41, 61, 72})
# Profiles without colons that are longer than the text of one or two posts; the way home above the only post.
WIDE_NOT_YET = frozenset({14, 44, 78})


# The first hundred, and one where what stands below each post looks like a list of its own.
SEEDS = (*range(100), 208)


def is_right(page: ThreadPage) -> bool:
    """Tell whether all posts are read, with text, author and day, and nothing else."""
    read = extract_page(read_page(page.url, page.html.encode(), "text/html; charset=utf-8"), NOW).posts
    found = [(post.author, post.time and post.time.date(), _flat(post.text)) for post in read]
    return found == [(post.author, post.time.date(), _flat(post.text)) for post in page.said]


def _flat(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def test_pages_drawn_at_random():
    """Every post with its text to the letter, its author and its day; no other post."""
    wrong = {seed for seed in SEEDS if seed not in NOT_YET and not is_right(ThreadPage(seed))}
    assert wrong == set()


def test_pages_with_what_real_ones_have_besides():
    """Faces, numbers, reactions, polls, stubs, menus and files are no posts and no parts of them."""
    wide = (seed for seed in range(100) if seed not in WIDE_NOT_YET)
    assert {seed for seed in wide if not is_right(WidePage(seed, {"style": "named"}))} == set()
