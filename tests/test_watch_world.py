"""What a forum under watch does that a forum at rest does not: it answers 304, edits, deletes, and lives faster."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest

from weft.fetch import WireRequest
from weft.simulate import FastClock, Fates, ForumModel, Moments, SimulatedTransport, Site, Tags, pick_skin

START = datetime(2024, 1, 1, tzinfo=UTC)
END = START + timedelta(days=20)
FATES = Fates(edited=0.2)


def forum(**options: object) -> Site:
    skin = pick_skin("ledger")
    model = ForumModel(locale=skin.locale, kind=skin.kind, threads=60, start=START, end=END)
    return Site(skin, model, traits=(), base_url="http://forum.example", **options)


def ask(transport: SimulatedTransport, url: str, tag: str = "") -> tuple[int, str]:
    """Give the status and the tag of an answer."""
    headers = (("Host", "forum.example"), *((("If-None-Match", tag),) if tag else ()))

    async def get() -> tuple[int, str]:
        async with transport.open(WireRequest(url, headers)) as answer:
            found = [value.decode() for name, value in answer.headers if name.lower() == b"etag"]
            return answer.status, "".join(found)

    return asyncio.run(get())


@pytest.mark.parametrize(("tags", "later"), [(Tags.TRUE, 200), (Tags.LYING, 304)])
def test_tags_are_true_or_lie(tags: Tags, later: int):
    """The same page is not modified; one that has changed is so on a site that lies."""
    site = forum()
    _, tag = ask(SimulatedTransport(site, END - timedelta(days=5), tags=tags), site.entry_url)
    assert tag
    assert ask(SimulatedTransport(site, END - timedelta(days=5), tags=tags), site.entry_url, tag) == (304, tag)
    assert ask(SimulatedTransport(site, END, tags=tags), site.entry_url, tag)[0] == later


def test_without_tags_nothing_is_conditional():
    """Most sites do not answer conditional requests."""
    site = forum()
    assert ask(SimulatedTransport(site, END), site.entry_url, '"any"') == (200, "")


def test_posts_are_edited_when_their_time_has_come():
    """Before, the text is the old one; after, it says more."""
    site = forum(fates=FATES)
    posts = [site.model.find_post(number) for number in range(1, 100)]
    moments = {post.id: FATES.edit_time(site.model, post) for post in posts}
    edited = [post for post in posts if moments[post.id] is not None and moments[post.id] < END]
    assert 5 < len(edited) < 40
    post = edited[0]
    texts = [
        shown.text
        for at in (moments[post.id] - timedelta(seconds=1), moments[post.id])
        for thread in site.threads(at)
        for shown in thread.posts
        if shown.id == post.id
    ]
    assert len(texts) == 2
    assert len(texts[1]) > len(texts[0])


def test_posts_are_deleted_and_the_others_close_ranks():
    """A deleted post is nowhere; pages of its thread are as full as before; the first post of a thread stays."""
    whole, site = forum(), forum(fates=Fates(deleted=0.3))
    before = {thread.id: [post.id for post in thread.posts] for thread in whole.threads(END)}
    after = {thread.id: [post.id for post in thread.posts] for thread in site.threads(END)}
    assert sum(map(len, after.values())) < 0.9 * sum(map(len, before.values()))
    for thread, posts in after.items():
        assert posts[0] == before[thread][0]
        assert set(posts) <= set(before[thread])
    pages = {(truth.list, truth.page): truth.posts for _, truth in site.all_truth(END) if truth.list and truth.posts}
    for (name, number), posts in pages.items():
        assert len(posts) == 15 or (name, number + 1) not in pages


def test_a_fast_clock_is_the_same_for_everybody():
    """Processes that are told the same have the same time; a day of sleep is over at once."""
    since = time.monotonic() - 1.0
    one, two = FastClock(START, 86_400.0, since), FastClock(START, 86_400.0, since)
    first, second, third = one.now(), two.now(), one.now()
    assert START + timedelta(days=1) <= first <= second <= third
    asyncio.run(one.sleep(8640.0))
    assert one.monotonic() >= 86_400.0 + 8640.0
    assert Moments(one.now(), speed=1.0, clock=one).clock is one
