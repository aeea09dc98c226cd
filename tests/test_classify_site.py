"""What pages are, told from the pages of one site together."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.classify import (
    Example,
    FeatureTable,
    PageLabel,
    default_classifier,
    default_site_classifier,
    default_site_table,
    judge_site,
    page_features,
    site_feature_names,
    site_features,
    train_site,
)
from weft.errors import UsageError
from weft.page import Page, read_page

ORIGIN = "http://forum.example"
BOARDS, THREADS_A_BOARD, POSTS = 3, 8, 6
WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "haven",
    "inlet",
    "jetty",
    "knoll",
    "larch",
    "mango",
    "north",
    "ocean",
    "pearl",
]


def sentence(number: int) -> str:
    """Some prose that no other number has."""
    words = [WORDS[(number * 7 + step * (1 + number % 5)) % len(WORDS)] for step in range(14)]
    return f"Post {number} says that " + " ".join(words) + " and so on to the end."


def wrap(url: str, title: str, body: str) -> Page:
    """A page of the forum, with its menu."""
    menu = '<p><a href="/">Home</a> <a href="/members">Members</a> <a href="/new">New posts</a></p>'
    html = f"<html><head><title>{title}</title></head><body>{menu}<h1>{title}</h1>{body}</body></html>"
    return read_page(ORIGIN + url, html.encode(), "text/html; charset=utf-8")


def title_of(thread: int) -> str:
    """What a thread is called."""
    return f"About the {WORDS[thread % 16]} {WORDS[thread * 3 % 16]} question {WORDS[thread * 5 % 16]}"


def render_posts(thread: int, posts: list[int]) -> str:
    """The posts of a thread as it shows them, each with its author, time and permalink."""
    rows = [
        f'<div class="post"><a href="/user?id={(thread + n) % 5}">{WORDS[(thread + n) % 5]}</a> '
        f'<span>2024-03-{1 + thread % 20:02d} 10:{n + 10}</span> <a href="/post?id={thread * 100 + n}">#{n + 1}</a>'
        f"<p>{sentence(thread * 100 + n)}</p></div>"
        for n in posts
    ]
    return f"<div>{''.join(rows)}</div>"


def thread_page(thread: int, url: str, posts: list[int]) -> Page:
    """A thread, or a view of it."""
    board = thread // THREADS_A_BOARD
    up = f'<p><a href="/board?b={board}">The {WORDS[board]} board</a></p>'
    views = (
        f'<p><a href="/thread?t={thread}&amp;order=down">Newest first</a> <a href="/print?t={thread}">Print it</a></p>'
    )
    return wrap(url, title_of(thread), up + views + render_posts(thread, posts))


def rows_of(threads: list[int]) -> str:
    """Rows of a list of threads."""
    rows = [
        f'<tr><td><a href="/thread?t={t}">{title_of(t)}</a></td><td><a href="/user?id={t % 5}">{WORDS[t % 5]}</a></td>'
        f"<td>{POSTS}</td><td>2024-03-{1 + t % 20:02d} 12:00</td></tr>"
        for t in threads
    ]
    return f"<table>{''.join(rows)}</table>"


def make_forum() -> dict[str, tuple[Page, PageLabel]]:
    """A forum with the views that look like what they are views of."""
    forum: dict[str, tuple[Page, PageLabel]] = {}
    boards = "".join(
        f'<li><a href="/board?b={b}">The {WORDS[b]} board</a> for talk about {WORDS[b + 3]}</li>' for b in range(BOARDS)
    )
    forum["/"] = wrap("/", "Forum", f"<ul>{boards}</ul>"), PageLabel.INDEX
    for board in range(BOARDS):
        threads = list(range(board * THREADS_A_BOARD, (board + 1) * THREADS_A_BOARD))
        sort = f'<p><a href="/board?b={board}&amp;sort=title">Sort by title</a></p>'
        url = f"/board?b={board}"
        forum[url] = wrap(url, f"The {WORDS[board]} board", sort + rows_of(threads)), PageLabel.INDEX
        url = f"/board?b={board}&sort=title"
        forum[url] = wrap(url, f"The {WORDS[board]} board", sort + rows_of(threads[::-1])), PageLabel.OTHER
        url = f"/board?b={board}&sort=usual"
        forum[url] = wrap(url, f"The {WORDS[board]} board", sort + rows_of(threads)), PageLabel.INDEX
        for thread in threads:
            url = f"/thread?t={thread}"
            forum[url] = thread_page(thread, url, list(range(POSTS))), PageLabel.THREAD
            if thread % 2:
                url = f"/thread?t={thread}&order=down"
                forum[url] = thread_page(thread, url, list(range(POSTS))[::-1]), PageLabel.OTHER
            url = f"/post?id={thread * 100 + 2}"
            forum[url] = thread_page(thread, url, list(range(POSTS))), PageLabel.THREAD
    for user in range(5):
        url = f"/user?id={user}"
        found = [t for t in range(BOARDS * THREADS_A_BOARD) if t % 5 == user]
        forum[url] = wrap(url, f"Profile of {WORDS[user]}", rows_of(found)), PageLabel.OTHER
    return forum


FORUM = make_forum()


@cache
def forum_labels() -> tuple[PageLabel, ...]:
    """What the pages of the forum are called, all together."""
    return tuple(judgement.label for judgement in judge_site([page for page, _ in FORUM.values()]))


@pytest.mark.parametrize("label", list(PageLabel))
def test_views_are_told_from_what_they_are_views_of(label: PageLabel):
    """A board sorted another way, a user's threads, a thread turned round are neither boards nor threads; a permalink
    that shows the whole thread is one, and so is a board whose address asks for the order it has anyway. Only pages
    together tell.
    """
    wrong = {
        url: said
        for (url, (_, truth)), said in zip(FORUM.items(), forum_labels(), strict=True)
        if said is not truth and truth is label
    }
    assert wrong == {}


def test_a_label_does_not_hang_on_the_order_of_pages():
    """The same pages, turned round, are judged the same."""
    turned = judge_site([page for page, _ in FORUM.values()][::-1])
    assert [judgement.label for judgement in turned][::-1] == list(forum_labels())


def test_sites_that_do_not_show_their_threads_are_judged_page_by_page():
    """One page is not enough to know a site by: its looks decide."""
    page = FORUM["/thread?t=3"][0]
    assert judge_site([page])[0] == default_classifier().judge(page_features(page))
    assert judge_site([]) == []


def test_features_are_shares():
    """Each says how much there is to it, from 0 to 1, and the committed model knows just these."""
    features = np.array(site_features([page for page, _ in FORUM.values()]))
    assert features.shape == (len(FORUM), len(site_feature_names()))
    assert ((features >= 0) & (features <= 1)).all()
    assert default_site_classifier().features == site_feature_names() == default_site_table().names


def test_session_ids_are_no_part_of_an_address():
    """Links that carry a session lead to the same pages as links without it."""
    html = FORUM["/"][0].html.decode()
    session = "sid=3f9ac01b77e2d"
    for link in ("/members", "/new"):
        html = html.replace(f'"{link}"', f'"{link}?{session}"')
    for board in range(BOARDS):
        html = html.replace(f'"/board?b={board}"', f'"/board?b={board}&amp;{session}"')
    carrying = read_page(ORIGIN + "/", html.encode(), "text/html; charset=utf-8")
    pages = [carrying, *(page for url, (page, _) in FORUM.items() if url != "/")]
    assert judge_site(pages)[0].label is PageLabel.INDEX


def test_training_together_reproduces_the_model():
    """`weft train --together` from the committed table gives the committed weights."""
    again, committed = train_site(default_site_table()), default_site_classifier()
    assert again.index.weights == pytest.approx(committed.index.weights, abs=2e-3)
    assert again.thread.weights == pytest.approx(committed.thread.weights, abs=2e-3)


def test_no_feature_speaks_against_what_it_means():
    """Trained on a site where permalinks are all that is 'other', thread evidence still counts for threads."""
    names = site_feature_names()
    thread = np.array([float(name == "thread") for name in names])
    nothing = np.zeros(len(names))
    examples = (
        Example("s", "p", False, PageLabel.OTHER, thread),
        Example("s", "p", False, PageLabel.THREAD, nothing),
        Example("s", "p", False, PageLabel.INDEX, nothing),
    )
    model = train_site(FeatureTable(names, examples))
    assert model.thread.weights[names.index("thread")] >= 0
    assert model.index.weights[names.index("thread")] <= 0


@pytest.mark.parametrize("names", [("thread",), ("a", "b")])
def test_a_table_of_other_features_is_refused(names: tuple[str, ...]):
    """And so is an empty one: nothing is trained from nothing."""
    with pytest.raises(UsageError):
        train_site(FeatureTable(names, ()))
    with pytest.raises(UsageError):
        train_site(FeatureTable(site_feature_names(), ()))


@given(st.lists(st.binary(max_size=200), max_size=4))
@settings(max_examples=25, deadline=None)
def test_any_bytes_can_be_judged_together(contents: list[bytes]):
    """Never an error, one judgement a page, the same address twice included."""
    pages = [read_page("http://h/" if n % 2 else f"http://h/{n}", content) for n, content in enumerate(contents)]
    assert len(judge_site(pages)) == len(pages)
