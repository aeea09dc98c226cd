"""Simulated forums: their life, their addresses, their truth, and the ways to reach them."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from html import escape, unescape
from re import findall, search

import aiohttp
import numpy as np
import pytest
from selectolax.lexbor import LexborHTMLParser

from weft.clock import VirtualClock
from weft.errors import UsageError
from weft.fetch import TransportError, WireRequest, acts
from weft.simulate import (
    DEFAULT_TRAITS,
    LOCALES,
    SKINS,
    URL_STYLES,
    ForumModel,
    Kind,
    Locale,
    Moments,
    SimulatedTransport,
    Site,
    Trait,
    TruthKind,
    UrlStyle,
    serve,
)
from weft.urls import resolve

AT = datetime(2024, 1, 1, tzinfo=UTC)
COOKIE = {"visit": "known"}
KIND_OF = {UrlStyle.MONTHS: Kind.MAILING_LIST, UrlStyle.QUESTIONS: Kind.QA, UrlStyle.DATES: Kind.BLOG}


class BareMarkup:
    """Writes every link and text of a view and nothing else."""

    def render(self, view, locale: Locale) -> str:
        base = f'<base href="{escape(view.frame.base)}">' if view.frame.base else ""
        hints = f'<link rel="canonical" href="{escape(view.frame.canonical)}">' if view.frame.canonical else ""
        return f"<html><head>{base}{hints}</head><body>{''.join(self._write(view))}</body></html>"

    def _write(self, value):
        if isinstance(value, tuple):
            for item in value:
                yield from self._write(item)
        elif is_dataclass(value):
            if getattr(value, "href", ""):
                yield f'<a rel="{getattr(value, "rel", "")}" href="{escape(value.href)}">'
            names = [f.name for f in fields(value) if f.name not in {"href", "rel", "canonical", "base"}]
            for name in names:
                if name == "id":
                    yield f"<post {value.id}>"
                yield from self._write(getattr(value, name))
        elif isinstance(value, str):
            yield escape(value) + "\n"


BARE = BareMarkup()


@dataclass(frozen=True)
class BareSkin:
    url_style: str
    locale: Locale
    kind: Kind = Kind.FORUM
    name: str = "bare"
    markup: BareMarkup = BARE
    traits: frozenset = DEFAULT_TRAITS


@lru_cache
def make_site(
    style: str = "query-start", traits=DEFAULT_TRAITS, threads: int = 60, code: str = "en", kind: Kind | None = None
):
    kind = kind or KIND_OF.get(style, Kind.FORUM)
    model = ForumModel(locale=LOCALES[code], kind=kind, seed=5, threads=threads)
    return Site(BareSkin(style, LOCALES[code], kind), model, traits, base_url="http://forum.example")


def get(site: Site, url: str, at: datetime = AT, cookies=COOKIE):
    return site.answer(url, at, cookies)


def links_of(site: Site, url: str, at: datetime = AT, cookies=COOKIE) -> list[str]:
    page = LexborHTMLParser(get(site, url, at, cookies).body)
    base = next((node.attributes["href"] for node in page.css("base[href]")), url)
    found = (resolve(node.attributes["href"] or "", base) for node in page.css("a[href]"))
    return [link for link in found if link and link.startswith(site.base_url + "/")]


@lru_cache
def walk(site: Site, at: datetime = AT) -> dict[str, str]:
    """Follow every link whose truth is wanted and new; give key -> first address."""
    reached, waiting = {"entry": site.entry_url}, deque([site.entry_url])
    while waiting:
        for link in links_of(site, waiting.popleft(), at):
            key = site.truth(link, at).key
            if key and key not in reached:
                reached[key] = link
                waiting.append(link)
    return reached


def wanted_url(site: Site, key: str, at: datetime = AT) -> str:
    return next(url for url, truth in site.all_truth(at) if truth.key == key)


# -- growth -----------------------------------------------------------------------------------------------------------


def test_threads_grow_like_the_measured_forum():
    """Sizes, life spans and silences of 5,000 threads are those measured on a real forum, within small tolerances."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    sizes = np.diff(model.first)
    inner = np.ones(model.posts - 1, dtype=bool)
    inner[model.first[1:-1] - 1] = False
    gaps = np.diff(model.times)[inner] / 3600
    spans = (model.times[model.first[1:] - 1] - model.times[model.first[:-1]]) / 86400
    longest = np.array(
        [np.diff(model.times[a:b]).max(initial=0) for a, b in zip(model.first, model.first[1:], strict=False)]
    )
    assert np.median(sizes) == 4
    assert 6.5 <= sizes.mean() <= 8.2
    assert 200 <= sizes.max() <= 437
    assert 0.45 <= (spans < 1).mean() <= 0.54
    assert 0.63 <= (spans < 3).mean() <= 0.73
    assert 1.9 <= np.median(gaps) <= 2.7
    assert 38 <= np.percentile(gaps, 90) <= 57
    assert 0.08 <= (longest > 30 * 86400).mean() <= 0.13
    assert (np.diff(model.times)[inner] > 0).all()


def test_forums_sleep_at_night_and_on_sundays():
    """Posts follow the measured rhythm of day and week."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    hours = np.bincount(model.times // 3600 % 24, minlength=24)
    days = np.bincount((model.times // 86400 + 3) % 7, minlength=7)
    assert 1.8 <= hours[14] / hours[4] <= 2.8
    assert 1.2 <= days[2] / days[6] <= 1.7


def test_few_users_and_boards_have_most_of_it():
    """The busiest tenth of the users writes more than half of the posts; the largest board leads clearly."""
    model = ForumModel(locale=LOCALES["en"], threads=5000, seed=3)
    written = np.sort(np.bincount(model.authors, minlength=model.users + 1)[1:])[::-1]
    assert written[: model.users // 10].sum() > 0.5 * model.posts
    boards = np.sort(np.bincount(model.board_of)[1:])[::-1]
    assert boards[0] > 4 * np.median(boards)
    assert boards[-1] >= 1


def test_boards_are_nested_up_to_three_levels():
    """A forum's boards have categories, and sub-boards of sub-boards."""
    boards = ForumModel(locale=LOCALES["en"], threads=5000, seed=3).boards
    assert {board.level for board in boards} == {1, 2, 3}
    assert all(boards[board.parent - 1].level == board.level - 1 for board in boards if board.parent)
    assert len({board.category for board in boards}) > 1


def test_the_same_seed_gives_the_same_forum():
    """Two models of one seed agree in every time and text, two of different seeds do not."""
    one, two, other = (ForumModel(locale=LOCALES["en"], threads=50, seed=seed) for seed in (1, 1, 2))
    assert (one.times == two.times).all()
    assert one.prose.body(7) == two.prose.body(7)
    assert one.prose.title(7) != other.prose.title(7)


def test_impossible_forums_are_refused():
    """A forum without threads, or that ends before it starts, is a usage error."""
    with pytest.raises(UsageError, match="threads"):
        ForumModel(locale=LOCALES["en"], threads=0)
    with pytest.raises(UsageError, match="months"):
        make_site("months", kind=Kind.FORUM)


# -- addresses and truth ----------------------------------------------------------------------------------------------


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


# -- time -------------------------------------------------------------------------------------------------------------


def test_a_site_can_be_seen_at_any_moment():
    """Posts written later are not there yet, threads opened later are missing, and counts are as of then."""
    site, early = make_site(threads=120), datetime(2022, 9, 1, tzinfo=UTC)
    assert site.wanted_keys(early) < site.wanted_keys(AT)
    assert walk(site, early).keys() == site.wanted_keys(early)
    times = [post.time for thread in site.threads(early) for post in thread.posts]
    assert max(times) <= early
    assert len(times) == site.model.visible(early)
    late = wanted_url(site, "thread:120:p1")
    assert get(site, late, early).status == 404


def test_boards_list_the_newest_thread_first():
    """The order of a board's list is that of the last posts, as of the moment it is seen."""
    site = make_site(traits=frozenset(), threads=120)
    board = int(np.bincount(site.model.board_of).argmax())
    url, early = wanted_url(site, f"board:{board}:p1"), datetime(2022, 9, 1, tzinfo=UTC)
    for at in (early, AT):
        newest = {
            thread.id: max(post.time for post in thread.posts) for thread in site.threads(at) if thread.board == board
        }
        normal = [t for t in newest if not site.model.sticky[t]]
        keys = dict.fromkeys(site.truth(link, at).list for link in links_of(site, url, at))
        listed = [int(key.partition(":")[2]) for key in keys if key and key.startswith("thread")]
        expected = sorted(normal, key=newest.__getitem__, reverse=True)
        assert [t for t in listed if t in normal][:10] == expected[:10]


def test_the_pages_of_a_board_list_each_of_its_threads_once():
    """Nothing falls between two pages of a list, and nothing stands on both."""
    site, listed = make_site(traits=frozenset(), threads=120), []
    for url, truth in site.all_truth(AT):
        if truth.kind is TruthKind.INDEX:
            found = {site.truth(link, AT).list for link in links_of(site, url)}
            threads = [int(owner.partition(":")[2]) for owner in found if owner and owner.startswith("thread")]
            # rows of sub-boards show threads too, but of other boards
            listed += [thread for thread in threads if f"board:{site.model.thread(thread).board}" == truth.list]
    assert sorted(listed) == list(range(1, 121))


def test_moments_move_as_fast_as_asked():
    """A moving site lives `speed` times as fast as the clock; a fixed one stands still."""
    clock = VirtualClock()
    moving, fixed = Moments(AT, speed=60, clock=clock), Moments(AT, clock=clock)
    clock.advance(10)
    assert moving.now() == AT + timedelta(minutes=10)
    assert fixed.now() == AT


def test_threads_are_told_as_an_export_should_have_them():
    """Every true post has author, time, text, page, and names the post it answers by id."""
    site = make_site("questions")
    thread = max(site.threads(AT), key=lambda thread: len(thread.posts))
    assert [post.page for post in thread.posts] == sorted(post.page for post in thread.posts)
    ids = {post.id for post in thread.posts}
    assert all(post.reply_to in ids for post in thread.posts[1:])
    page = unescape(get(site, thread.url).body.decode())
    assert all(sentence in page for sentence in thread.posts[0].text.split("\n\n")[0].split(". ")[:1])
    assert all(post.author in page for post in thread.posts if post.page == 1)


# -- nuisances --------------------------------------------------------------------------------------------------------


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


# -- as a transport and as a server -----------------------------------------------------------------------------------


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
