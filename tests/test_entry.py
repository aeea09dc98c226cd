"""The entry: found from any page of a forum, below a front page, out of a plainer copy, and from a feed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weft.api import CrawlJob, Learned, LearnJob, learn_site, run_job
from weft.config import CrawlConfig, FetchConfig, Settings, StoreConfig
from weft.crawl import Report
from weft.errors import NotAForum, StartPageError
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import read_feed_home, read_page
from weft.traversal import Role, full_addresses, shows_in_full
from weft.urls import Scope

HOST = "http://127.0.0.1:8080"
POSTS = 4  # of a thread
PEOPLE = ("anna", "bela", "carl", "dora", "egon")
SETTINGS = Settings(
    fetch=FetchConfig(delay=timedelta(0)),
    crawl=CrawlConfig(attachments="none"),
    store=StoreConfig(min_free_bytes=0),
)
WORDS = (
    "harbour",
    "lantern",
    "meadow",
    "copper",
    "violin",
    "orchard",
    "thunder",
    "saddle",
    "pepper",
    "marble",
    "ribbon",
)
WORDS += ("falcon", "garden", "window", "basket", "candle", "river", "mirror", "button", "feather", "anchor", "kettle")
WORDS += ("pillow", "hammer", "ladder", "bottle", "carpet", "blanket", "trumpet", "compass")


def words(seed: int, count: int) -> str:
    return " ".join(WORDS[(seed * 7 + n * (seed % 5 + 3)) % len(WORDS)] for n in range(count))


def moment(seed: int) -> str:
    return f"{datetime(2024, 3, 1) + timedelta(hours=7 * seed):%Y-%m-%d %H:%M}"


class Forum:
    """A forum in a folder below a front page. Boards lie in boards, three deep; one sub-board is linked once only."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.boards: dict[str, str] = {}  # path -> name
        self.threads: dict[str, tuple[str, str]] = {}  # path -> title, board
        for area in ("crafts", "travel", "music"):
            self.boards[f"/talk/room/{area}/"] = area.title()
            for place, name in enumerate(("news", "help", f"old-{area}")):
                self.boards[f"/talk/room/{area}/{name}/"] = f"{area} {name}".title()
                if place == 1 and area == "music":
                    for low in ("strings", "brass", "drums"):
                        self.boards[f"/talk/room/{area}/{name}/{low}/"] = low.title()
        for number, board in enumerate(path for path in self.boards if path.count("/") > 4):
            for row in range(9):
                title = words(number * 31 + row * 3 + 1, 6).capitalize()
                self.threads[f"/talk/topic/{title.lower().replace(' ', '-')}-{number}{row}x/"] = (title, board)
        self._write()

    def below(self, board: str) -> list[str]:
        return [path for path in self.boards if path.startswith(board) and path.count("/") == board.count("/") + 1]

    def _write(self) -> None:
        tops = self.below("/talk/room/")
        self.pages["/talk/"] = self._frame("Talk", "".join(self._area(top) for top in tops))
        news = "".join(
            f"<article><h2><a href='/note/{n}'>{words(n, 4)}</a></h2>{words(n, 60)}</article>" for n in (1, 2)
        )
        self.pages["/"] = self._frame("Lake town", news)
        for path, name in self.boards.items():
            self.pages[path] = self._frame(name, self._board(path), crumbs=self._crumbs(path))
        for number, (path, (title, board)) in enumerate(self.threads.items()):
            posts = "".join(self._post(number * 13 + n) for n in range(POSTS))
            self.pages[path] = self._frame(title, f"<div class=posts>{posts}</div>", crumbs=self._crumbs(board))
        some = list(self.threads)[::9]
        self.pages["/talk/label/copper/"] = self._frame("Label copper", self._table(some))
        self.pages["/talk/people/anna/"] = self._frame(
            "anna", f"<dl><dt>Joined<dd>{moment(3)}</dl><p>{words(4, 30)}</p>"
        )

    def _frame(self, title: str, body: str, crumbs: str = "") -> str:
        newest = list(self.threads)[:3]
        side = "".join(f"<li><a href='{path}'>{self.threads[path][0]}</a></li>" for path in newest)
        find = "<form action='/find'><input name='q'></form>"
        head = f"<header><a href='/'>Lake town</a>{find}</header><nav>{crumbs or '<a href=/talk/>Talk</a>'}</nav>"
        return (
            f"<!doctype html><html><head><title>{title} - Lake town</title></head><body>{head}<main><h1>{title}</h1>"
            f"{body}</main><aside><h3>New</h3><ul>{side}</ul></aside><footer><a href='/about'>About</a></footer></body>"
        )

    def _crumbs(self, path: str) -> str:
        above = [one for one in self.boards if path.startswith(one)]
        return "<a href='/talk/'>Talk</a>" + "".join(f" &gt; <a href='{one}'>{self.boards[one]}</a>" for one in above)

    def _area(self, top: str) -> str:
        rows = "".join(
            f"<tr><td><a class=room href='{path}'>{self.boards[path]}</a><p>{words(len(path), 5)}</p></td>"
            f"<td>{9 + len(path) % 4}</td><td>{moment(len(path))}</td></tr>"
            for path in self.below(top)
        )
        return f"<h2><a href='{top}'>{self.boards[top]}</a></h2><table class=rooms>{rows}</table>"

    def _board(self, board: str) -> str:
        rows = [path for path, (_, own) in self.threads.items() if own == board]
        return (self._area(board) if self.below(board) else "") + (self._table(rows) if rows else "")

    def _table(self, rows: list[str]) -> str:
        cells = (
            f"<tr><td><a class=topic href='{path}'>{self.threads[path][0]}</a></td><td>{POSTS}</td>"
            f"<td><a href='/talk/people/anna/'>anna</a></td><td>{moment(len(path))}</td></tr>"
            for path in rows
        )
        return f"<table class=topics>{''.join(cells)}</table>"

    @staticmethod
    def _post(seed: int) -> str:
        who = PEOPLE[seed % len(PEOPLE)]
        return (
            f"<div class=post><div class=who><a href='/talk/people/{who}/'>{who}</a></div><time>{moment(seed)}</time>"
            f"<div class=text><p>{words(seed, 40)}</p></div></div>"
        )

    def answer(self, request: WireRequest) -> MemoryAnswer:
        target = request.url.removeprefix(HOST)
        if (page := self.pages.get(target)) is None:
            return MemoryAnswer(404, {"content-type": "text/html"}, b"nothing here")
        kind = "application/rss+xml" if page.startswith("<?xml") else "text/html; charset=utf-8"
        return MemoryAnswer(200, {"content-type": kind}, page.encode())


@cache
def forum() -> Forum:
    return Forum()


@cache
def learned(start: str) -> Learned:
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(forum().answer))
    return asyncio.run(learn_site(job))


def a_thread() -> str:
    return list(forum().threads)[40]


DEEP = "/talk/room/music/help/brass/"
STARTS = ("/talk/", "/", "/talk/room/music/", "/talk/room/travel/help/", DEEP, "/talk/label/copper/", "a thread")


@pytest.mark.parametrize("start", STARTS)
class TestAnyStart:
    """One forum, begun at pages of all kinds."""

    def test_the_same_entry_is_found(self, start: str):
        """Neither the front page nor a board with boards below it."""
        found = learned(a_thread() if start == "a thread" else start)
        assert found.plan.entry == HOST + "/talk/"

    def test_every_board_and_thread_is_followed(self, start: str):
        """Boards three levels down, too; and threads that stand on every page as the newest."""
        plan = learned(a_thread() if start == "a thread" else start).plan
        wanted = dict.fromkeys(forum().boards, Role.INDEX) | dict.fromkeys(forum().threads, Role.THREAD)
        assert [path for path, role in wanted.items() if plan.judge(HOST + path).role is not role] == []


def test_boards_below_the_deepest_seen_are_followed():
    """Where each level adds a name, no level is the last."""
    plan = learned("/talk/").plan
    decision = plan.judge(HOST + DEEP + "valves/")
    assert decision.role is Role.INDEX
    assert plan.judge(HOST + "/talk/people/anna/").role is Role.NEVER


def test_boards_of_one_level_say_nothing_of_others():
    """A name behind a board may be anything."""
    for url in ("/talk/topic/a-b-c/print/", "/talk/label/copper/"):
        assert learned("/talk/").plan.judge(HOST + url).role is Role.NEVER


# plainer copies


def copy_pages() -> dict[str, str]:
    """The forum once more in a folder of its own: names only, each page with a link to the full one."""
    site, pages = forum(), dict[str, str]()

    def write(path: str, title: str, links: list[tuple[str, str]], text: str, full: str) -> None:
        rows = "".join(f"<li><a href='{href}'>{name}</a></li>" for href, name in links)
        way = f"<p>Full version: <a href='{full}'>{title}</a></p>"
        pages[path] = f"<title>{title} - Lake town (plain)</title><a href='/plain/'>Talk</a><ul>{rows}</ul>{text}{way}"

    names = {path: f"/plain/?b{n}" for n, path in enumerate(site.boards)}
    names |= {path: f"/plain/?t{n}" for n, path in enumerate(site.threads)}
    write("/plain/", "Talk", [(names[path], name) for path, name in site.boards.items()], "", "/talk/")
    for path, name in site.boards.items():
        rows = [(names[one], title) for one, (title, own) in site.threads.items() if own == path]
        write(names[path], name, rows, "", path)
    for number, (path, (title, _)) in enumerate(site.threads.items()):
        text = "".join(
            f"<p>anna {moment(number * 13 + n)}</p><p>{words(number * 13 + n, 40)}</p>" for n in range(POSTS)
        )
        write(names[path], title, [], text, path)
    return pages


@cache
def copied() -> Forum:
    site = Forum()
    site.pages |= copy_pages()
    return site


def crawl(site: Forum, start: str, folder: Path) -> Report:
    settings = replace(SETTINGS, crawl=replace(SETTINGS.crawl, max_pages=60))
    job = CrawlJob(HOST + start, folder, settings, transport=MemoryTransport(site.answer))
    return asyncio.run(run_job(job))


@pytest.mark.parametrize("start", ["/plain/", "/plain/?b2", "/plain/?t40"])
def test_a_crawl_begun_in_a_plain_copy_takes_the_forum(start: str, tmp_path: Path):
    """And says so."""
    report = crawl(copied(), start, tmp_path / "archive")
    assert f"entry: {HOST}/talk/\n" in (tmp_path / "archive/plan.yaml").read_text()
    assert any("plainer copy" in note for note in report.notes)


def test_the_full_version_of_a_page_shows_what_the_copy_shows():
    """Another page of the forum does not, whatever it is called."""
    pages = {path: read_page(HOST + path, page.encode()) for path, page in copied().pages.items()}
    plain, full = pages["/plain/?t40"], pages[a_thread()]
    scope = Scope.around(plain.url, [link.url for link in plain.links if link.url])
    assert full_addresses(plain, scope) == [full.url]
    assert shows_in_full(plain, full)
    assert not shows_in_full(full, plain)
    assert not shows_in_full(plain, pages["/talk/"])


def test_the_entry_does_not_show_a_short_thread_in_full():
    """Most of what its page says are menus and a column of new threads, which the entry shows, too."""
    names = [words(n, 6) for n in range(12)]
    column = "".join(f"<li><a href='/talk/t/{n}'>{name}</a> by anna</li>" for n, name in enumerate(names[:6]))
    menu = "<h1><a href='/'>Lake town</a></h1><ul>" + "".join(
        f"<li><a href='/{w}'>{w}</a></li>" for w in names[0].split()
    )
    post = (
        f"<div class=post><b>anna</b> <i>{moment(3)}</i><p>Nobody has seen the ferry since Tuesday, they say.</p></div>"
    )
    boards = "".join(f"<li><a href='/talk/b/{n}'>{name}</a></li>" for n, name in enumerate(names))
    thread, entry = (
        read_page(
            HOST + path, f"<title>{title}Lake town</title>{menu}</ul>{body}<aside><ul>{column}</ul></aside>".encode()
        )
        for path, title, body in (
            ("/talk/t/9", f"{names[9]} - ", f"<div id=main><h2>{names[9]}</h2>{post}</div>"),
            ("/", "", f"<ul>{boards}</ul>"),
        )
    )
    assert not shows_in_full(thread, entry)


def test_an_ordinary_page_has_no_full_version():
    """Nothing is asked for in vain."""
    page = read_page(HOST + "/talk/", forum().pages["/talk/"].encode())
    assert full_addresses(page, Scope(HOST)) == []


# feeds

CHANNEL = (
    "<channel><title>T</title>{own}<image><url>x</url><link>http://h/image</link></image>{link}<item>{item}</item>"
)
ITEM = "<title>A</title><link>http://h/t/1</link>"
RSS = f"<?xml version='1.0'?><rss xmlns:a='http://www.w3.org/2005/Atom'>{CHANNEL}</channel></rss>"
SELF = "<a:link href='http://h/feed' rel='self' type='application/rss+xml'/>"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://h/feed"/>
<link rel="alternate" type="text/html" href="/talk/"/><entry><link href="http://h/t/1"/></entry></feed>"""
JSON_FEED = '{"version": "https://jsonfeed.org/version/1.1", "home_page_url": "http://h/talk/", "items": []}'
BOMB = "<!DOCTYPE rss [<!ENTITY a 'b'>]><rss><channel><link>http://h/&a;</link></channel></rss>"


class TestFeeds:
    """A start page that is a feed."""

    @pytest.mark.parametrize(
        ("feed", "home"),
        [
            (RSS.format(own=SELF, link="<link>\n http://h/talk/ </link>", item=ITEM), "http://h/talk/"),
            (RSS.format(own="", link="", item=ITEM), "http://h/t/1"),
            (ATOM, "/talk/"),
            (JSON_FEED, "http://h/talk/"),
            (BOMB, ""),
            ('{"version": 3}', ""),
            ("<html><body>no feed</body></html>", ""),
            ("", ""),
        ],
    )
    def test_it_names_the_page_it_is_of(self, feed: str, home: str):
        """In all dialects: not its own address, not that of its picture; without one, its first item."""
        assert read_feed_home(feed.encode()) == home

    @given(st.binary(max_size=300))
    def test_no_bytes_are_a_danger(self, body: bytes):
        """Whatever a server calls a feed."""
        assert isinstance(read_feed_home(body), str)

    @pytest.mark.parametrize("link", ["/talk/", "/gone/"])
    def test_the_crawl_begins_at_its_page(self, link: str, tmp_path: Path):
        """At the first item if that page is gone; and says so."""
        site = Forum()
        item = f"<title>A</title><link>{HOST}{a_thread()}</link>"
        site.pages["/talk/feed"] = RSS.format(own="", link=f"<link>{HOST}{link}</link>", item=item)
        report = crawl(site, "/talk/feed", tmp_path / "archive")
        assert f"entry: {HOST}/talk/\n" in (tmp_path / "archive/plan.yaml").read_text()
        assert any("is a feed" in note for note in report.notes)

    def test_one_that_names_no_page_is_refused_with_a_sentence(self, tmp_path: Path):
        """There is nowhere to go."""
        site = Forum()
        site.pages["/feed"] = "<?xml version='1.0'?><rss><channel><title>T</title></channel></rss>"
        with pytest.raises(StartPageError, match="not a web page but application/rss"):
            crawl(site, "/feed", tmp_path / "archive")


# pages that are none


class TestNoPageToBeginAt:
    """A start page that is gone, or would act if it were asked for."""

    @pytest.mark.parametrize("start", ["/talk/topic/gone-77x/", "/talk/?do=register", "/talk/topic/?do=reply&id=4"])
    def test_the_crawl_begins_in_a_folder_above(self, start: str, tmp_path: Path):
        """And says so."""
        report = crawl(Forum(), start, tmp_path / "archive")
        assert f"entry: {HOST}/talk/\n" in (tmp_path / "archive/plan.yaml").read_text()
        assert any(f"{start} cannot be the start" in note for note in report.notes)

    def test_where_no_forum_is_above_the_first_trouble_is_told(self, tmp_path: Path):
        """Not that pages nobody had asked for are no forum."""
        site = Forum()
        site.pages = {"/": "<title>Plums</title><h1>Plums</h1><p>We sell plums in autumn.</p>"}
        with pytest.raises(NotAForum, match="/talk/gone answers HTTP 404"):
            crawl(site, "/talk/gone", tmp_path / "archive")

    def test_where_nothing_is_above_the_first_trouble_is_told(self, tmp_path: Path):
        """That of the address that was given."""
        site = Forum()
        site.pages = {path: page for path, page in site.pages.items() if path.startswith("/talk/room/")}
        with pytest.raises(StartPageError, match="topic/gone/ answers HTTP 404"):
            crawl(site, "/talk/topic/gone/", tmp_path / "archive")
