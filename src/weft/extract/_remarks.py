"""Remarks below the only post of a page: few short ones, where nearly all there is to read is the article above."""

from __future__ import annotations

from datetime import datetime

from weft.extract._alone import read_alone, sharpen_bodies
from weft.extract._learn import learn_listed
from weft.page import Page, Post, Region, TimeReader, find_remarks

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
