"""A forum inside a larger site: its front page does not lead there, threads do; and lists that can be made longer."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from datetime import timedelta
from functools import cache

import pytest

from weft.api import LearnJob, learn_site
from weft.config import CrawlConfig, FetchConfig, Settings
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.traversal import Follow, Plan, Role

HOST = "http://works.example"
SETTINGS = Settings(fetch=FetchConfig(delay=timedelta(0)), crawl=CrawlConfig(strategy="weft"))
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")
PEOPLE = ("anna", "bela", "carl", "dora", "egon", "fred", "gina")
SIZES = (41, 13, 12)  # threads of the boards
ROWS = 10
HUB = "/teams/mill/talk"


class Works:
    """A site of teams. The talk of one has boards; only a trail above each thread names them, and members list posts.

    Asked for more rows on a page, it remembers that for all pages it shows from then on.
    """

    def __init__(self, sizes: tuple[int, ...] = SIZES) -> None:
        self.asked: list[str] = []
        self.sizes = dict(enumerate(sizes, 1))
        self.threads: dict[int, tuple[int, str]] = {}  # number -> board, title
        number = 100
        for board, size in self.sizes.items():
            for _ in range(size):
                number += 3
                self.threads[number] = (board, " ".join(random.Random(number).choices(WORDS, k=5)).capitalize())

    def _page(self, title: str, body: str, *, inside: bool = True) -> str:
        team = f"<div id=tabs><a href='/teams/mill'>About</a> <a href='{HUB}'>Talk</a></div>" if inside else ""
        menu = "<ul id=top><li><a href='/'>Works</a><li><a href='/teams'>Teams</a><li><a href='/help'>Help</a></ul>"
        return f"<title>{title} - Works</title><body>{menu}{team}<div id=main><h2>{title}</h2>{body}</div></body>"

    def _front(self) -> str:
        notes = "".join(
            f"<div class=note><a href='/notes/{n}'>Note of week {n}</a><p>{' '.join(WORDS)}</p></div>" for n in (4, 5)
        )
        return self._page("Welcome", f"<p>{' '.join(WORDS * 3)}</p>{notes}", inside=False)

    def _hub(self) -> str:
        rows = "".join(
            f"<tr><td><a class=b href='{HUB}/{board}'>{WORDS[board].title()}</a></td><td>{size}</td></tr>"
            for board, size in enumerate(SIZES, 1)
        )
        return self._page("Talk", f"<table class=boards>{rows}</table>")

    def _board(self, board: int, page: int) -> str:
        mine = [number for number, (own, _) in self.threads.items() if own == board]
        first = (page - 1) * ROWS
        rows = "".join(
            f"<tr><td><a href='/talk/{board}/items/{number}'>{self.threads[number][1]}</a></td>"
            f"<td><a href='/people/{number % 7}'>{PEOPLE[number % 7]}</a></td>"
            f"<td>2024-03-{1 + number % 27:02}</td></tr>"
            for number in mine[first : first + ROWS]
        )
        pages = range(1, -(-len(mine) // ROWS) + 1)
        pager = " ".join(f"<a href='{HUB}/{board}?page={n}'>{n}</a>" for n in pages if n != page)
        sizes = " ".join(f"<a href='{HUB}/{board}?rows={n}'>{n}</a>" for n in (25, 50))
        trail = f"<p class=trail><a href='{HUB}'>Talk</a> /</p>"
        return self._page(
            WORDS[board].title(),
            f"{trail}<table class=items>{rows}</table><p class=pages>{pager}</p><p class=sizes>Rows: {sizes}</p>",
        )

    def _thread(self, board: int, number: int) -> str:
        chance = random.Random(number)
        posts = "".join(
            f"<div class=post><b><a href='/people/{(number + n) % 7}'>{PEOPLE[(number + n) % 7]}</a></b> "
            f"<i>2024-03-{1 + number % 27:02} {8 + n:02}:15</i><p>{' '.join(chance.choices(WORDS, k=40))}</p></div>"
            for n in range(3 + number % 4)
        )
        trail = f"<a href='{HUB}'>Talk</a> / <a href='{HUB}/{board}'>{WORDS[board].title()}</a> /"
        return self._page(self.threads[number][1], f"<p class=trail>{trail}</p>{posts}")

    def _person(self, person: int) -> str:
        rows = "".join(
            f"<li><a href='/talk/{board}/items/{number}'>{title}</a> <i>2024-03-{1 + number % 27:02}</i></li>"
            for number, (board, title) in self.threads.items()
            if number % 7 == person
        )
        return self._page(PEOPLE[person], f"<ul class=last>{rows}</ul>", inside=False)

    def _find(self, path: str) -> str | None:
        way, _, query = path.partition("?")
        steps = way[1:].split("/")
        if way.endswith("/") and way != "/":
            return None
        match steps:
            case [""]:
                return self._front()
            case ["teams", "mill", "talk"]:
                return self._hub()
            case ["teams", "mill", "talk", board]:
                return self._board(int(board), int(query.removeprefix("page=")) if query.startswith("page=") else 1)
            case ["talk", board, "items", number]:
                return self._thread(int(board), int(number))
            case ["people", person]:
                return self._person(int(person))
            case ["teams" | "help" | "notes", *_]:
                return self._page("Works", f"<p>{' '.join(WORDS)}</p>", inside="mill" in steps)
        return None

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        page = self._find(path)
        return MemoryAnswer(200 if page else 404, {"content-type": "text/html"}, (page or "").encode())


@cache
def learned(start: str) -> tuple[Works, Plan]:
    site = Works()
    job = LearnJob(HOST + start, SETTINGS, transport=MemoryTransport(site))
    return site, asyncio.run(learn_site(job)).plan


@pytest.mark.parametrize("start", ["/people/3", "/talk/1/items/103", f"{HUB}/1"])
class TestForumInsideASite:
    """The page that lists the boards is the entry, wherever one begins."""

    def test_the_list_of_boards_is_the_entry(self, start: str):
        """It is not above the start page, and the front page does not know it."""
        assert learned(start)[1].entry == HOST + HUB

    def test_boards_and_their_pages_are_followed(self, start: str):
        """All of them, also those not sampled."""
        plan = learned(start)[1]
        assert plan.judge(f"{HOST}{HUB}/3", "index").role is Role.INDEX
        turned = plan.judge(f"{HOST}{HUB}/1?page=4", "index")
        assert (turned.role, turned.follow) == (Role.INDEX_FLIP, Follow.SAME_LIST)

    def test_what_makes_pages_longer_is_not_asked_for(self, start: str):
        """It would change all pages that come later; nor does the plan take it for a way to turn pages."""
        site, plan = learned(start)
        assert not any("rows=" in path for path in site.asked)
        assert plan.judge(f"{HOST}{HUB}/1?rows=25", "index").follow is Follow.NO


class Parish(Works):
    """The front page is made of notes; the talk is one of the things that the menus name."""

    def _page(self, title: str, body: str, *, inside: bool = True) -> str:
        page = super()._page(title, body, inside=inside)
        return page.replace(
            "<li><a href='/help'>", f"<li><a href='/help'>Help</a><li><a href='{HUB}'>Talk</a><li><a href='/shop'>"
        )

    def _front(self) -> str:
        notes = "".join(
            f"<div class=note><h3><a href='/notes/{n}'>Note of week {n}</a></h3><i>2024-03-{n:02}</i>"
            f"<p>{' '.join(random.Random(n).choices(WORDS, k=30))}</p></div>"
            for n in range(4, 12)
        )
        return self._page("Welcome", notes)

    def _find(self, path: str) -> str | None:
        if path.startswith("/notes/"):
            return self._page(path, f"<p>{' '.join(random.Random(path).choices(WORDS, k=90))}</p>")
        return self._page("Shop", f"<p>{' '.join(WORDS)}</p>") if path == "/shop" else super()._find(path)


def test_menus_lead_from_a_front_page_of_articles_to_the_forum():
    """Nothing around the front page is a thread or a list of threads."""
    job = LearnJob(f"{HOST}/", SETTINGS, transport=MemoryTransport(Parish()))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == HOST + HUB
    assert plan.judge(f"{HOST}{HUB}/3", "index").role is Role.INDEX
    assert plan.judge(f"{HOST}/talk/2/items/241", "index").role is Role.THREAD


class Spots(Works):
    """Lists say in the address of a thread how far down it stands; so do its neighbours, but not members' pages."""

    def _board(self, board: int, page: int) -> str:
        parts = super()._board(board, page).split("'>")
        rows = [part + f"?spot={n}" if "/items/" in part[-20:] else part for n, part in enumerate(parts)]
        return "'>".join(rows)

    def _thread(self, board: int, number: int) -> str:
        mine = [other for other, (own, _) in self.threads.items() if own == board]
        spot = mine.index(number)
        near = [(n, mine[n]) for n in (spot - 1, spot + 1) if 0 <= n < len(mine)]
        links = " ".join(
            f"<a href='/talk/{board}/items/{other}?spot={n}'>{self.threads[other][1]}</a>" for n, other in near
        )
        return super()._thread(board, number).replace("</div></body>", f"<p class=near>{links}</p></div></body>")


def test_a_key_that_lists_found_late_add_is_told_from_what_changes_pages():
    """Begun at a member's page, the lists are found last; their way to write threads is looked at none the less."""
    job = LearnJob(f"{HOST}/people/3", SETTINGS, transport=MemoryTransport(Spots()))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == HOST + HUB
    found = plan.judge(f"{HOST}/talk/2/items/241?spot=9", "index")
    assert (found.role, found.follow) == (Role.THREAD, Follow.YES)


class Gazette(Works):
    """A paper whose front page names the newest threads, and none of the boards. Threads name board and hall above."""

    def _page(self, title: str, body: str, *, inside: bool = True) -> str:
        newest = self._newest()[:5] if inside else []
        side = "".join(f"<li><a href='/talk/{n}'>{self.threads[n][1]}</a> <i>2024-04-01</i></li>" for n in newest)
        menu = "<ul id=top><li><a href='/'>Paper</a><li><a href='/help'>Help</a></ul>"
        return f"<title>{title}</title><body>{menu}<div id=main>{body}</div><ul id=new>{side}</ul></body>"

    def _newest(self) -> list[int]:
        """Some of all boards but the last."""
        mine = [[n for n, (own, _) in self.threads.items() if own == board][:3] for board in self.sizes]
        return [n for few in zip(*mine[:-1], strict=True) for n in few]

    def _front(self) -> str:
        rows = "".join(
            f"<li><a href='/talk/{n}'>{self.threads[n][1]}</a> <i>2024-04-09 10:00</i> {' '.join(WORDS[:6])}</li>"
            for n in self._newest()
        )
        return self._page("Paper", f"<ul class=last>{rows}</ul>")

    def _trail(self, board: int) -> str:
        steps = [("/", "Paper"), ("/hall", "Hall"), (f"/hall/{board}", WORDS[board].title())]
        return "<ol class=way>" + "".join(f"<li><a href='{href}'>{text}</a></li>" for href, text in steps) + "</ol>"

    def _hub(self) -> str:
        rows = "".join(
            f"<tr><td><a href='/hall/{board}'>{WORDS[board].title()}</a></td><td>{size}</td></tr>"
            for board, size in self.sizes.items()
        )
        return self._page("Hall", f"<table class=boards>{rows}</table>")

    def _board(self, board: int, page: int) -> str:
        mine = [n for n, (own, _) in self.threads.items() if own == board]
        rows = "".join(
            f"<tr><td><a href='/talk/{n}'>{self.threads[n][1]}</a>{self._pages_of(n, page)}</td><td>2024-03</td></tr>"
            for n in mine[(page - 1) * ROWS : page * ROWS]
        )
        pager = "".join(f"<a href='/hall/{board}?page={n}'>{n}</a> " for n in range(1, -(-len(mine) // ROWS) + 1))
        return self._page("Board", f"{self._trail(board)}<table class=items>{rows}</table><p>{pager}</p>")

    @staticmethod
    def _pages_of(n: int, page: int) -> str:
        """Only old threads are long."""
        return "".join(f" <a href='/talk/{n}?page={k}'>{k}</a>" for k in (1, 2, 3)) if page > 1 and n % 2 else ""

    def _talk(self, number: int, page: int) -> str:
        board, title = self.threads[number]
        chance = random.Random(number + 1000 * page)
        posts = "".join(
            f"<div class=post><b><a href='/people/{(number + n) % 7}'>{PEOPLE[(number + n) % 7]}</a></b> "
            f"<i>2024-03-{page:02} {8 + n:02}:15</i><p>{' '.join(chance.choices(WORDS, k=40))}</p></div>"
            for n in range(4 + number % 4)
        )
        return self._page(title, f"{self._trail(board)}<h1>{title}</h1><div>{posts}</div>")

    def _find(self, path: str) -> str | None:
        way, _, query = path.partition("?")
        page = int(query.removeprefix("page=")) if query.startswith("page=") else 1
        match way[1:].split("/"):
            case [""]:
                return self._front()
            case ["hall"]:
                return self._hub()
            case ["hall", board] if board.isdigit():
                return self._board(int(board), page)
            case ["talk", number] if number.isdigit():
                return self._talk(int(number), page)
        return None


class TestForumBelowAFrontPage:
    """The front page lists threads, but what they say they lie in lists the boards."""

    @staticmethod
    @cache
    def plan() -> Plan:
        job = LearnJob(f"{HOST}/", SETTINGS, transport=MemoryTransport(Gazette((41, 23, 22, 21, 14))))
        return asyncio.run(learn_site(job)).plan

    def test_the_page_that_all_threads_lie_in_is_the_entry(self):
        """Boards whose threads are old would be missed otherwise."""
        assert self.plan().entry == f"{HOST}/hall"

    def test_pages_of_threads_that_only_later_pages_of_boards_show_are_turned(self):
        """Newer threads have one page each."""
        turned = self.plan().judge(f"{HOST}/talk/105?page=2", "thread")
        assert (turned.role, turned.follow) == (Role.THREAD_FLIP, Follow.SAME_LIST)

    def test_the_menus_lead_to_it_where_all_threads_seen_lie_in_one_board(self):
        """Begun at that board, the front page, which lists threads, is no better an entry."""

        class Herald(Gazette):
            def _page(self, title: str, body: str, *, inside: bool = True) -> str:
                page = super()._page(title, body, inside=inside)
                return page.replace("<li><a href='/help'>", "<li><a href='/hall'>Hall</a><li><a href='/help'>")

            def _newest(self) -> list[int]:
                return [n for n, (own, _) in self.threads.items() if own == 1][:12]

        job = LearnJob(f"{HOST}/hall/1", SETTINGS, transport=MemoryTransport(Herald((41, 23, 22, 21, 14))))
        assert asyncio.run(learn_site(job)).plan.entry == f"{HOST}/hall"


class Courier(Gazette):
    """The menus name a list of the boards and, in the folder that the boards are in, one of all threads."""

    def _page(self, title: str, body: str, *, inside: bool = True) -> str:
        page = super()._page(title, body, inside=inside)
        return page.replace("<li><a href='/help'>", "<li><a href='/halls'>Halls</a><li><a href='/hall'>All</a>")

    def _trail(self, board: int) -> str:
        return f"<p class=in>in <a href='/hall/{board}'>{WORDS[board].title()}</a></p>"

    def _all(self, page: int) -> str:
        every = sorted(self.threads, key=lambda n: n % 31)
        rows = "".join(
            f"<tr><td><a href='/talk/{n}'>{self.threads[n][1]}</a></td><td>2024-03</td></tr>"
            for n in every[(page - 1) * ROWS : page * ROWS]
        )
        pager = "".join(f"<a href='/hall?page={n}'>{n}</a> " for n in range(1, -(-len(every) // ROWS) + 1))
        return self._page("All", f"<table class=items>{rows}</table><p>{pager}</p>")

    def _find(self, path: str) -> str | None:
        way, _, query = path.partition("?")
        if way == "/halls":
            return self._hub()
        if way == "/hall":
            return self._all(int(query.removeprefix("page=")) if query else 1)
        return super()._find(path)


def test_begun_at_the_list_of_boards_the_list_of_all_threads_is_followed_too():
    """Threads may lie in no board. Menus name it, and addresses of boards begin with its own."""
    job = LearnJob(f"{HOST}/halls", SETTINGS, transport=MemoryTransport(Courier((41, 23, 22, 21, 14))))
    plan = asyncio.run(learn_site(job)).plan
    assert plan.entry == f"{HOST}/halls"
    assert plan.judge(f"{HOST}/hall/3", "index").role is Role.INDEX
    assert plan.judge(f"{HOST}/hall", "index").role is Role.INDEX
    turned = plan.judge(f"{HOST}/hall?page=7", "index")
    assert (turned.role, turned.follow) == (Role.INDEX_FLIP, Follow.SAME_LIST)


class Nest:
    """Boards in boards, each with a name more in its address; a menu beside every page names some of two levels."""

    BOARDS = tuple(f"/in/{WORDS[n % 6]}/{WORDS[(3 * n + n // 6) % 11]}{PEOPLE[n % 5]}/" for n in range(12))
    MENU = (BOARDS[0], BOARDS[1], f"{BOARDS[0]}oak/", f"{BOARDS[1]}elm/")

    def _page(self, title: str, body: str) -> str:
        menu = "".join(f"<li><a href='{path}'>{path.split('/')[-2].title()}</a></li>" for path in self.MENU)
        side = f"<div id=side><div class=box><h2>Look here</h2><ul>{menu}</ul></div></div>"
        return f"<title>{title}</title><body><p id=top><a href='/'>Home</a></p><div id=main>{body}</div>{side}</body>"

    def _boards(self, paths: Sequence[str]) -> str:
        rows = "".join(f"<li><a href='{p}'>{p.split('/')[-2].title()}</a> has {len(p)} subjects</li>" for p in paths)
        return f"<ul class=boards>{rows}</ul>"

    def _board(self, path: str) -> str:
        chance = random.Random(path)
        numbers = [chance.randrange(100, 999) for _ in range(9)]
        rows = "".join(
            f"<tr><td><a href='/say/{n}'>On {WORDS[n % 11]} and {WORDS[n % 7]} {n}</a></td>"
            f"<td><a href='/who/{n % 7}'>{PEOPLE[n % 7]}</a></td><td>{n % 9}</td><td>2024-03-{1 + n % 27:02}</td></tr>"
            for n in numbers
        )
        trail = f"<p class=way><a href='/'>Home</a> <a href='{path[: path.index('/', 4) + 1]}'>Part</a></p>"
        return self._page(path, f"{trail}<h1>{path}</h1><table class=items>{rows}</table>")

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        steps = request.url.removeprefix(HOST).strip("/").split("/")
        page = None
        match steps:
            case [""]:
                page = self._page("All", self._boards(self.BOARDS))
            case ["in", part]:
                page = self._page(part, self._boards([path for path in self.BOARDS if f"/{part}/" in path]))
            case ["in", *_]:
                page = self._board("/" + "/".join(steps) + "/")
            case ["say", number]:
                posts = "".join(
                    f"<div class=post><b><a href='/who/{n}'>{PEOPLE[n]}</a></b> <i>2024-03-09 {8 + n:02}:15</i>"
                    f"<p>{' '.join(random.Random(number + str(n)).choices(WORDS, k=40))}</p></div>"
                    for n in range(6)
                )
                board = self.BOARDS[int(number) % 12]
                part = board[: board.index("/", 4) + 1]
                trail = f"<p class=way><a href='/'>Home</a> <a href='{part}'>Part</a> <a href='{board}'>Board</a></p>"
                page = self._page(f"Subject {number}", f"{trail}<h1>Subject {number}</h1><div>{posts}</div>")
        return MemoryAnswer(200 if page else 404, {"content-type": "text/html"}, (page or "").encode())


def test_boards_that_a_menu_names_beside_those_above_them_are_followed():
    """They stand on every page, but so do boards; and boards nest."""
    job = LearnJob(f"{HOST}/", SETTINGS, transport=MemoryTransport(Nest()))
    plan = asyncio.run(learn_site(job)).plan
    assert [plan.judge(HOST + path, "index").role for path in Nest.MENU] == [Role.INDEX] * 4
