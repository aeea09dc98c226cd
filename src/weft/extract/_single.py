"""One page without any knowledge of its site: what its own structure tells, and what it tells machines."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from weft.extract._alone import sharpen_bodies
from weft.extract._learn import learn_reader, learn_wrapper
from weft.extract._remarks import read_article, read_with_remarks
from weft.extract._sheets import Sheet
from weft.page import Page, Post, PostHint, ThreadPage, read_hints, read_time, shows_others

_FEW = 3  # posts of a page that do not tell by themselves what is said of their authors from what these say


def extract_page(page: Page, now: datetime) -> ThreadPage:
    """Read the posts of one page of a thread, a question or an article; `now` is when it was fetched. Never raises."""
    wrapper = learn_wrapper([page], now)
    thread = wrapper.read(page, now) if wrapper is not None else ThreadPage()
    if wrapper is not None and 1 < len(thread.posts) <= _FEW:
        thread = sharpen_bodies(wrapper, page, now).read(page, now)
    told = sum(post.time is not None and bool(post.text) for post in thread.posts)
    if (told <= 1 and len(thread.posts) <= _FEW) or shows_others(page):
        times = wrapper.times if wrapper is not None else learn_reader([Sheet.of(page)], now)
        thread = replace(thread, posts=read_with_remarks(page, times, now) or thread.posts)
    elif wrapper is not None and len(thread.posts) > 1:
        article = read_article(page, thread.posts, wrapper.times, now)
        thread = replace(thread, posts=(article, *thread.posts)) if article is not None else thread
    hints = read_hints(page)
    if len(hints.posts) == len(thread.posts) == 1:  # nothing else on the page tells who wrote it as surely
        thread = replace(thread, posts=(_with_author(thread.posts[0], hints.posts[0]),))
    if len(hints.posts) > len(thread.posts):
        posts = tuple(_to_post(hint, now) for hint in hints.posts if hint.text)
        if len(posts) > len(thread.posts):
            return ThreadPage(hints.headline or page.title, hints.breadcrumbs, thread.tags, posts)
    return ThreadPage(thread.title or hints.headline or page.title, hints.breadcrumbs, thread.tags, thread.posts)


def _with_author(post: Post, hint: PostHint) -> Post:
    return replace(post, author=hint.author, author_url=hint.author_url) if hint.author else post


def _to_post(hint: PostHint, now: datetime) -> Post:
    return Post(
        url=hint.url,
        author=hint.author,
        author_url=hint.author_url,
        time=read_time(hint.date, now).moment if hint.date else None,
        time_text=hint.date,
        text=hint.text,
        own_text=hint.text,
        votes=hint.votes,
        accepted=hint.accepted,
    )
