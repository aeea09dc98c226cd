"""One page without any knowledge of its site: what its own structure tells, and what it tells machines."""

from __future__ import annotations

from datetime import datetime

from weft.extract._learn import learn_wrapper
from weft.page import Page, Post, PostHint, ThreadPage, read_hints, read_time


def extract_page(page: Page, now: datetime) -> ThreadPage:
    """Read the posts of one page of a thread, a question or an article; `now` is when it was fetched. Never raises."""
    wrapper = learn_wrapper([page], now)
    thread = wrapper.read(page, now) if wrapper is not None else ThreadPage()
    hints = read_hints(page)
    if len(hints.posts) > len(thread.posts):
        posts = tuple(_to_post(hint, now) for hint in hints.posts if hint.text)
        if len(posts) > len(thread.posts):
            return ThreadPage(hints.headline or page.title, hints.breadcrumbs, thread.tags, posts)
    return ThreadPage(thread.title or hints.headline or page.title, hints.breadcrumbs, thread.tags, thread.posts)


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
