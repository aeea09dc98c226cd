"""Simulated forums: their addresses, their truth, and the ways to reach them."""

from __future__ import annotations

import asyncio
import json
from html import unescape
from re import findall, search

import aiohttp
import pytest

from bare_site import AT, get, links_of, make_site, walk, wanted_url
from weft.fetch import TransportError, WireRequest
from weft.simulate import SKINS, URL_STYLES, ForumModel, Kind, SimulatedTransport, Site, TruthKind, serve

# -- addresses and truth -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", URL_STYLES)
def test_every_wanted_page_is_reached_by_links(style):
    """From the entry, links lead to exactly the pages a perfect crawler must have, whatever the addresses look like."""
    site = make_site(style)
    assert walk(site).keys() == site.wanted_keys(AT)


@pytest.mark.parametrize("style", URL_STYLES)
def test_canonical_addresses_tell_the_same_truth(style):
    """`all_truth` gives one address per key; that address answers 200 and has that truth."""
    site = make_site(style)
    seen = set()
    for url, truth in site.all_truth(AT):
        assert site.truth(url, AT) == truth
        assert get(site, url).status == 200
        assert truth.key not in seen
        if truth.key:
            seen.add(truth.key)
    assert seen == site.wanted_keys(AT)


@pytest.mark.parametrize("style", URL_STYLES)
def test_pages_show_the_posts_the_truth_names(style):
    """A thread page shows just the posts of its truth, in that order; together they are all posts there are."""
    site, shown = make_site(style), []
    for url, truth in site.all_truth(AT):
        if truth.kind is TruthKind.THREAD:
            page = get(site, url).body.decode()
            assert tuple(int(post) for post in findall(r"<post (\d+)>", page)) == truth.posts
            shown += truth.posts
    assert sorted(shown) == list(range(1, site.model.visible(AT) + 1))


@pytest.mark.parametrize("style", URL_STYLES)
def test_links_never_lead_nowhere(style):
    """No link of a list or thread page answers 404: what a site links to, it has."""
    site = make_site(style)
    links = {link for url in list(walk(site).values())[:15] for link in links_of(site, url)}
    assert [link for link in links if get(site, link).status == 404] == []


@pytest.mark.parametrize("style", URL_STYLES)
def test_one_key_means_one_page(style):
    """Of all links on some pages, those with one key answer with the same bytes."""
    site, bodies = make_site(style), {}
    for url in list(walk(site).values())[:15]:
        for link in links_of(site, url):
            if key := site.truth(link, AT).key:
                body = get(site, link).body
                assert bodies.setdefault(key, body) == body


def test_look_alike_addresses_have_one_form():
    """In that style nothing in the address tells a board from a thread or from a further page."""
    site = make_site("lookalike")
    forms = {
        search(r"^http://forum.example/v/\d+$", url) is not None
        for url, t in site.all_truth(AT)
        if t.key != "entry" and t.key
    }
    assert forms == {True}


def test_opaque_addresses_have_no_digits():
    """Opaque addresses are letters only, and of one length."""
    site = make_site("opaque")
    paths = {url.removeprefix(site.entry_url) for url, _ in site.all_truth(AT)} - {""}
    assert all(path.isalpha() for path in paths)
    assert len({len(path) for path in paths}) == 1


@pytest.mark.parametrize("style", URL_STYLES)
def test_unknown_addresses_are_missing(style):
    """What has no meaning answers 404 and is not valid; unknown parameters change nothing."""
    site = make_site(style)
    for tail in (
        "no/such/page",
        "nothing-here.html",
        "talk?t=x",
        "v/99999999999999999999",
        "%FF%FE",
        "2022/%C2%B210/a/",
        "9999/12/a/",
    ):
        assert get(site, site.entry_url + tail).status == 404
        assert site.truth(site.entry_url + tail, AT).valid is False
    url = wanted_url(site, "thread:3:p1")
    assert site.truth(url + ("&" if "?" in url else "?") + "colour=red", AT).key == "thread:3:p1"


@pytest.mark.parametrize(
    ("kind", "code"), [(Kind.COMMENTS, "zh"), (Kind.QA, "ru"), (Kind.FORUM, "he"), (Kind.BLOG, "de")]
)
def test_other_kinds_and_languages_are_whole_too(kind, code):
    """Nested kinds and other scripts, slugs included, are reached by links like everything else."""
    site = make_site("folders", code=code, kind=kind, threads=40)
    assert walk(site).keys() == site.wanted_keys(AT)


@pytest.mark.parametrize("name", sorted(SKINS))
def test_every_skin_is_a_whole_site(name):
    """Dressed in any skin, all wanted pages are still reached by links, and no followed link is missing."""
    skin = SKINS[name]
    model = ForumModel(locale=skin.locale, kind=skin.kind, seed=2, threads=40)
    site = Site(skin, model, base_url="http://forum.example")
    assert walk(site).keys() == site.wanted_keys(AT)


# -- as a transport and as a server ------------------------------------------------------------------------------------


def test_the_transport_answers_and_keeps_a_log():
    """In-process requests get the site's answers, other hosts do not exist, and every request is noted."""
    site = make_site()

    async def ask(url: str):
        async with transport.open(WireRequest(url, (("Cookie", "visit=known"),))) as response:
            return response.status, b"".join([chunk async for chunk in response.chunks()])

    transport = SimulatedTransport(site, AT)
    assert asyncio.run(ask(site.entry_url)) == (200, get(site, site.entry_url).body)
    with pytest.raises(TransportError):
        asyncio.run(ask("http://other.example/"))
    assert [(visit.url, visit.status) for visit in transport.log] == [(site.entry_url, 200)]


def test_the_server_speaks_http_and_writes_its_log(tmp_path):
    """Served on a free port, links hold the real address; the log has one JSON line a request."""
    site = Site(make_site("query-page").skin, make_site("query-page").model)

    async def visit() -> tuple[int, str, str]:
        jar = aiohttp.CookieJar(unsafe=True)  # cookies of an address, not only of a name
        async with (
            serve(site, AT, access_log=tmp_path / "log.jsonl") as entry,
            aiohttp.ClientSession(cookie_jar=jar) as session,
        ):
            await (await session.get(entry)).read()
            response = await session.get(wanted_url(site, "thread:1:p1"))
            missing = await session.head(entry + "nothing")
            posted = await session.post(entry)
            assert (missing.status, posted.status) == (404, 405)
            return response.status, await response.text(), entry

    status, page, entry = asyncio.run(visit())
    assert status == 200
    assert site.model.thread(1).title in unescape(page)
    assert "visit=" not in page
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["status"] for line in lines] == [200, 200, 404, 405]
    assert lines[0]["url"] == entry
    assert site.acted == 1
