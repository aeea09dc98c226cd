"""Feeds: read in all their dialects, never a danger, and looked at when an archive is kept fresh."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keeping import SETTINGS, copy_archive, held_ids, site_of, true_ids
from weft.api import RefreshJob, run_refresh
from weft.clock import VirtualClock
from weft.fetch import MemoryAnswer, MemoryTransport, Transport, WireRequest, WireResponse
from weft.page import FeedItem, read_feed
from weft.simulate import SimulatedTransport
from weft.store import open_archive

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>F</title><link>http://h/</link>
<item><title>A &amp; B</title><link>http://h/t/1</link><pubDate>Thu, 06 Jan 2022 11:35:28 +0000</pubDate></item>
<item><title>C</title><url>x</url><guid>http://h/t/2</guid><description>x <b>y</b></description></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title type="html">A</title>
<link rel="replies" href="http://h/r"/><link href="http://h/t/1"/><id>urn:x</id>
<published>2022-01-06T11:35:28Z</published><updated>2022-01-07T11:35:28Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">hi<title>no</title></div></content></entry></feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>F</title></channel>
<item><title>A</title><link>http://h/t/1</link><dc:date>2022-01-06T11:35:28+00:00</dc:date></item></rdf:RDF>"""
BOMB = """<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<rss><channel><item><title>&b;</title><link>http://h/t/1</link></item></channel></rss>"""
SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://h/t/1</loc>
<lastmod>2022-01-06T11:35:28+00:00</lastmod></url><url><loc>http://h/t/2</loc></url></urlset>"""
MOMENT = datetime(2022, 1, 6, 11, 35, 28, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        (RSS, (FeedItem("http://h/t/1", "A & B", MOMENT), FeedItem("http://h/t/2", "C"))),
        (ATOM, (FeedItem("http://h/t/1", "A", MOMENT.replace(day=7)),)),
        (RDF, (FeedItem("http://h/t/1", "A", MOMENT),)),
        (SITEMAP, (FeedItem("http://h/t/1", "", MOMENT), FeedItem("http://h/t/2"))),
        (RSS[: RSS.index("<item><title>C")], (FeedItem("http://h/t/1", "A & B", MOMENT),)),
        (BOMB, ()),
        ("<html><body>log in</body></html>", ()),
        ("", ()),
    ],
    ids=["rss", "atom", "rdf", "sitemap", "cut", "entities", "page", "empty"],
)
def test_items_are_read_in_every_dialect(text: str, items: tuple[FeedItem, ...]):
    """With their time of change; of a broken feed what comes before the break."""
    assert read_feed(text.encode()) == items


@given(st.lists(st.sampled_from([*RSS.split(">"), *ATOM.split(">"), "<item", "]]", "&x;", "\x00"]), max_size=30))
def test_nothing_makes_reading_fail(pieces: list[str]):
    """Whatever a server sends."""
    read_feed(">".join(pieces).encode())


class OtherFeed:
    """A forum whose feed says what the test says."""

    def __init__(self, inner: SimulatedTransport, feed: str) -> None:
        self._inner = inner
        self._feed = MemoryAnswer(200, {"content-type": "application/rss+xml"}, feed.encode())
        self.asked = 0

    def open(self, request: WireRequest) -> AbstractAsyncContextManager[WireResponse]:
        if "/feed?" not in request.url:
            return self._inner.open(request)
        self.asked += 1
        return MemoryTransport(lambda _: self._feed).open(request)

    async def close(self) -> None:
        await self._inner.close()


def refresh(folder: Path, transport: Transport, at: datetime) -> None:
    asyncio.run(run_refresh(RefreshJob(folder, SETTINGS, transport=transport, clock=VirtualClock(at))))


def read_feeds(folder: Path) -> list[str]:
    with open_archive(folder) as archive:
        return [url for url, is_useful in json.loads(archive.get_setting("feeds") or "{}").items() if is_useful]


def test_the_feed_of_the_entry_is_looked_at(tmp_path: Path):
    """It is kept like any answer, and remembered; nothing is missed or doubled for it."""
    site, folder = site_of("oldtable"), copy_archive("oldtable", 60, tmp_path)
    transport = SimulatedTransport(site, site.model.end)
    refresh(folder, transport, site.model.end)
    (feed,) = read_feeds(folder)
    with open_archive(folder) as archive:
        exchange = archive.read_exchange(feed)
    assert exchange is not None
    assert read_feed(exchange.body)
    assert sum(visit.url == feed for visit in transport.log) == 1
    assert sorted(held_ids(folder)) == sorted(true_ids(site))


def test_a_feed_that_tells_of_no_thread_is_left_alone(tmp_path: Path):
    """After one look, for good."""
    site, folder = site_of("oldtable"), copy_archive("oldtable", 60, tmp_path)
    transport = OtherFeed(SimulatedTransport(site, site.model.end), RSS)
    refresh(folder, transport, site.model.end)
    refresh(folder, transport, site.model.end)
    assert read_feeds(folder) == []
    assert transport.asked == 1
    assert sorted(held_ids(folder)) == sorted(true_ids(site))


def test_a_sitemap_that_robots_txt_names_is_looked_at(tmp_path: Path):
    """With its dates, like a feed; one on another host is not."""
    site, folder = site_of("oldtable"), copy_archive("oldtable", 60, tmp_path)
    origin = site.entry_url.removesuffix("/forum/")
    with open_archive(folder) as archive:
        host = archive.get_host(origin)
        assert host is not None
        lines = f"\nSitemap: {origin}/map/feed?all\nsitemap: http://other.example/map.xml\n"
        archive.put_host(dataclasses.replace(host, robots_body=host.robots_body + lines.encode()))
        thread = next(iter(archive.threads())).url
    transport = OtherFeed(SimulatedTransport(site, site.model.end), SITEMAP.replace("http://h/t/1", thread))
    refresh(folder, transport, site.model.end)
    assert [url for url in read_feeds(folder) if "map" in url] == [f"{origin}/map/feed?all"]
    assert sorted(held_ids(folder)) == sorted(true_ids(site))
