"""Remarks below the only post of a page: few short ones, where nearly all there is to read is the article above."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from weft.extract._alone import read_alone, sharpen_bodies
from weft.extract._learn import learn_listed
from weft.page import Page, Post, Region, TimeReader, find_posts, find_remarks

_ARTICLE, _LISTED = 600, 2  # letters of an article, and remarks on it
_SAID = 60  # letters by which a remark is known
_FEW = 3  # that do not tell by themselves what is said of their authors from what these say


def read_with_remarks(page: Page, times: TimeReader, now: datetime) -> tuple[Post, ...]:
    """Give the only post of a page with the remarks beside it, if there are any; nothing where nothing has a time.

    What is told later than a remark, or in fewer words, is not what it was made on.
    """
    listed, remarks = _read_remarks(page, now)
    alone = read_alone(page, times, now, listed)
    if alone is None:
        return remarks
    days = [post.time.date() for post in remarks if post.time is not None]
    is_late = alone.time is not None and any(alone.time.date() > day for day in days)
    is_article = all(len(alone.text) > len(post.text) for post in remarks) and not is_late
    return (alone, *remarks) if is_article else remarks


def read_article(page: Page, posts: Sequence[Post], times: TimeReader, now: datetime) -> Post | None:
    """Give the article above the remarks of a page; None where there is none, or it is among them.

    It has much more to read than any of them, and was written before all.
    """
    listed = find_posts(page)
    if listed is None or len(listed) < _LISTED:
        return None
    alone = read_alone(page, times, now, listed, is_above=True)
    if alone is None or alone.time is None or len(alone.text) < max(_ARTICLE, *(len(post.text) for post in posts)):
        return None
    is_first = all(post.time is None or alone.time.date() <= post.time.date() for post in posts)
    return alone if is_first and not any(post.text and post.text[:_SAID] in alone.text for post in posts) else None


def _read_remarks(page: Page, now: datetime) -> tuple[Region | None, tuple[Post, ...]]:
    """Give the list of remarks of a page, and what they say.

    Each has an author and words of its own: news of the day have not, nor what is said of the only author.
    """
    listed = find_remarks(page)
    wrapper = learn_listed(page, listed, now) if listed is not None else None
    if listed is None or wrapper is None:
        return None, ()
    if len(listed) <= _FEW:
        wrapper = sharpen_bodies(wrapper, page, now)
    posts = wrapper.read_posts(page, now)
    texts = {post.own_text for post in posts if post.author not in ("", post.own_text) and post.time is not None}
    is_said = all(texts) and len(texts) == len(posts) >= len(listed)
    return (listed, posts) if is_said else (None, ())
