"""Simulated forums: what makes them hard to crawl, as real ones are."""

from __future__ import annotations

from html import unescape
from re import findall, search

import pytest

from bare_site import AT, get, links_of, make_site, walk, wanted_url
from weft.fetch import acts
from weft.simulate import DEFAULT_TRAITS, LOCALES, URL_STYLES, Site, Trait, TruthKind
from weft.urls import resolve


def test_session_ids_differ_until_the_cookie_comes_back():
    """Without the cookie every answer's links carry another id and the cookie is offered; with it they are clean."""
    site = make_site()
    ids = set()
    for _ in range(2):
        answer = get(site, site.entry_url, cookies={})
        ids.add(search(r"visit=([0-9a-f]{16})", dict(answer.headers)["Set-Cookie"]).group(1))
        found = set(findall(r"visit=([0-9a-f]{16})", answer.body.decode()))
        assert found == {search(r"visit=([0-9a-f]{16})", dict(answer.headers)["Set-Cookie"]).group(1)}
    assert len(ids) == 2
    assert b"visit=" not in get(site, site.entry_url).body
    marked = next(
        link for link in links_of(site, site.entry_url, cookies={}) if site.truth(link, AT).kind is TruthKind.INDEX
    )
    assert get(site, marked).status == 200


def test_without_traits_every_link_is_wanted_or_a_plain_tool():
    """With all nuisances off, links lead to lists, threads, help and the two account forms only."""
    site = make_site(traits=frozenset())
    links = {link for url in walk(site).values() for link in links_of(site, url)}
    others = {link for link in links if not site.truth(link, AT).key}
    assert {search(r"/forum/(\w+)", link).group(1) for link in others} == {"help", "login", "register"}


@pytest.mark.parametrize("style", URL_STYLES)
def test_all_nuisances_answer(style):
    """Every link of an entry, a board and a thread with all traits answers 200 or 302, and acts are only counted."""
    site = Site(make_site(style).skin, make_site(style).model, frozenset(Trait) - {Trait.PERMALINK_REDIRECTS})
    for key in ("entry", "thread:1:p1", f"board:{site.model.thread(1).board}:p1"):
        for link in links_of(site, wanted_url(site, key)):
            assert get(site, link).status in {200, 302}
    assert site.acted > 0


def test_acting_links_are_counted():
    """Requesting an act raises `acted` by one, and shows nothing of value."""
    site = Site(make_site().skin, make_site().model)
    act = next(link for link in links_of(site, site.entry_url) if "do=mark_read" in link)
    assert (get(site, act).status, site.acted) == (200, 1)
    assert site.truth(act, AT).valid is False
    assert site.acted == 1


def test_login_walls_answer_200_without_content():
    """Reply and some profiles demand a login with status 200; the truth calls them invalid."""
    site = make_site()
    reply = next(link for link in links_of(site, wanted_url(site, "thread:1:p1")) if "do=reply" in link)
    for url in (reply, f"{site.entry_url}profile?who=5"):
        assert get(site, url).status == 200
        assert LOCALES["en"].words["login_needed"] in get(site, url).body.decode()
        assert site.truth(url, AT).valid is False
    assert site.truth(f"{site.entry_url}profile?who=6", AT).valid is True


def test_permalinks_show_the_page_or_redirect_to_it():
    """A permalink has the key of its thread page; on redirecting sites it answers 302 to it and is not valid."""
    site = make_site()
    thread = max(site.threads(AT), key=lambda thread: len(thread.posts))
    last = thread.posts[-1]
    url = f"{site.entry_url}talk?m={last.id}"
    assert site.truth(url, AT).key == f"thread:{thread.id}:p{last.page}"
    assert site.truth(f"{site.entry_url}talk?newest={thread.id}", AT).key == f"thread:{thread.id}:p{last.page}"
    redirecting = make_site(traits=DEFAULT_TRAITS | {Trait.PERMALINK_REDIRECTS})
    answer = get(redirecting, url)
    assert answer.status == 302
    target = resolve(dict(answer.headers)["Location"], url)
    assert redirecting.truth(target, AT).key == f"thread:{thread.id}:p{last.page}"
    assert redirecting.truth(url, AT).valid is False


def test_first_pages_have_twins():
    """Offset 0 is the plain first page, and pagers link to it."""
    site = make_site(threads=120)
    second = next(url for url, truth in site.all_truth(AT) if truth.page == 2 and truth.kind is TruthKind.THREAD)
    twin = next(link for link in links_of(site, second) if link.endswith("start=0"))
    assert site.truth(twin, AT).page == 1
    assert get(site, twin).body == get(site, twin.removesuffix("&start=0")).body


def test_past_the_last_page_is_a_soft_404():
    """Past the end: 200 with a message where sites are like that, else 404; never valid."""
    url = "http://forum.example/forum/talk?t=1&start=9000"
    assert get(make_site(), url).status == 200
    assert make_site().truth(url, AT).valid is False
    assert get(make_site(traits=frozenset()), url).status == 404


def test_orders_and_filters_are_not_the_list():
    """Another order is valid content without a key; the default order by its name is a twin of the plain board."""
    site = make_site()
    url = wanted_url(site, "board:1:p1")
    assert site.truth(url + "&by=replies", AT) == site.truth(url + "&by=views_up&span=week", AT)
    assert site.truth(url + "&by=replies", AT).key is None
    assert site.truth(url + "&by=replies", AT).valid
    assert site.truth(url + "&by=last", AT).key == "board:1:p1"


def test_the_calendar_never_ends():
    """Every month links to one before and one after, however far away."""
    site = make_site()
    url = f"{site.entry_url}calendar?start={2500 * 12}"
    assert get(site, url).status == 200
    assert any(f"start={2500 * 12 + 1}" in link for link in links_of(site, url))


def test_announcements_head_every_board_and_moved_threads_leave_a_row():
    """All boards link to the announcements; an old board's row for a moved thread leads to the thread."""
    site = make_site(threads=300)
    boards = [url for url, truth in site.all_truth(AT) if truth.kind is TruthKind.INDEX and truth.page == 1]
    for url in boards:
        keys = {site.truth(link, AT).key for link in links_of(site, url)}
        assert {f"thread:{t}:p1" for t in site.model.announcements} <= keys
    thread = next(t for t in reversed(site.model.moved_from) if t % 2)
    moved = get(site, f"{site.entry_url}moved?id={thread}")
    assert moved.status == 302
    assert site.truth(resolve(dict(moved.headers)["Location"], site.entry_url), AT).key == f"thread:{thread}:p1"


def test_neighbouring_threads_are_shown_as_themselves():
    """A step's page is the neighbour's first page; at the end of the board there is a notice."""
    site = make_site()
    truth = site.truth(f"{site.entry_url}step?id=30&do=previous_thread", AT)
    neighbour = int(truth.list.partition(":")[2])
    assert neighbour < 30
    assert site.model.thread(neighbour).board == site.model.thread(30).board


def test_robots_forbids_what_has_no_content():
    """robots.txt names search, members, print views and acts, and lets boards and threads be read."""
    site = make_site()
    rules = get(site, "http://forum.example/robots.txt").body.decode()
    assert "Disallow: /forum/search\n" in rules
    assert "Disallow: /forum/act\n" in rules
    assert "talk" not in rules
    assert get(make_site(traits=frozenset()), "http://forum.example/robots.txt").status == 404


@pytest.mark.parametrize("style", URL_STYLES)
def test_robots_and_acts_never_hide_what_is_wanted(style):
    """No wanted address is under a forbidden prefix or taken for an act; every acting link is known as one."""
    site = Site(make_site(style).skin, make_site(style).model, base_url="http://forum.example")
    rules = findall(r"Disallow: (\S+)", get(site, "http://forum.example/robots.txt").body.decode())
    for url, _ in site.all_truth(AT):
        assert not any(url.removeprefix(site.base_url).startswith(rule) for rule in rules)
        assert acts(url) == ""
    page = get(site, wanted_url(site, "thread:1:p1")).body.decode()
    for href, text in findall(r'<a [^>]*href="([^"]*)">([^\n]*)\n', page):
        link, before = resolve(unescape(href), site.entry_url), site.acted
        if link and link.startswith(site.base_url + "/"):
            get(site, link)
            assert site.acted == before or acts(link, unescape(text))


def test_files_are_real_and_stay_the_same():
    """Attachments of all four kinds carry their magic bytes under both of their addresses."""
    site, magic = make_site(threads=300), {"png": b"\x89PNG", "pdf": b"%PDF-", "zip": b"PK\x03\x04", "txt": b""}
    files = [file for thread in site.threads(AT) for post in thread.posts for file in post.attachments]
    assert {file.kind for file in files} == set(magic)
    for file in files[:30]:
        answer = get(site, file.url)
        assert answer.body.startswith(magic[file.kind])
        assert site.truth(file.url, AT).kind is TruthKind.ATTACHMENT
        assert get(site, file.url.replace("/get?", "/filetwin?")).body == answer.body
    linked = {link for url in walk(site).values() for link in links_of(site, url)}
    numbers = {int(search(r"id=(\d+)", link).group(1)) for link in linked if "/get?" in link or "/filetwin?" in link}
    assert numbers == {int(search(r"id=(\d+)", file.url).group(1)) for file in files}


def test_hints_name_the_canonical_address():
    """With hints, a permalink's page names the plain address of its thread page."""
    site = make_site(traits=DEFAULT_TRAITS | {Trait.HINTS})
    page = get(site, f"{site.entry_url}talk?m=50").body.decode()
    canonical = unescape(search(r'rel="canonical" href="([^"]*)"', page).group(1))
    assert site.truth(canonical, AT).key == site.truth(f"{site.entry_url}talk?m=50", AT).key
    assert b"canonical" not in get(make_site(), site.entry_url).body


def test_feeds_list_threads():
    """A feed is RSS with the addresses of threads."""
    site = make_site()
    answer = get(site, f"{site.entry_url}feed?id=0")
    assert dict(answer.headers)["Content-Type"].startswith("application/rss+xml")
    found = findall(r"<link>([^<]*)</link>", answer.body.decode())[1:]
    assert {site.truth(unescape(url), AT).kind for url in found} == {TruthKind.THREAD}


def test_the_root_leads_into_the_folder():
    """A forum in a sub-folder is found from the host's root and without the last slash."""
    site = make_site()
    for url in ("http://forum.example/", "http://forum.example/forum"):
        assert dict(get(site, url).headers)["Location"] == "/forum/"
