"""Forums in plain markup, drawn at random: how boards, threads, posts, pagers and addresses are written.

No class, no id, nothing that a package would have: what is left is what makes any page a forum's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from weft.fetch import MemoryAnswer, WireRequest

HOST = "http://plain.example"
NAMES = [
    first + last for first in ("ann", "bo", "cleo", "dan", "eva", "finn", "gus") for last in ("", "77", ".b", " Lind")
]
WORDS = ["river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music"]
WORDS += ["orange", "table", "forest", "engine", "pocket", "silver"]


@dataclass(frozen=True, slots=True)
class Addresses:
    """How addresses are written: of a board and its further pages, of a thread and its further pages, of a person."""

    board: str
    board_page: str
    thread: str
    thread_page: str
    person: str


ADDRESSES = (
    Addresses(
        "/board.php?b={b}", "/board.php?b={b}&p={p}", "/topic.php?t={t}", "/topic.php?t={t}&p={p}", "/who.php?u={u}"
    ),
    Addresses("/f{b}/", "/f{b}/page{p}.html", "/t{t}.html", "/t{t}-{p}.html", "/u/{u}"),
    Addresses("/?board={b}", "/?board={b}&start={o}", "/?topic={t}", "/?topic={t}&start={o}", "/?user={u}"),
    Addresses("/forum/{bs}", "/forum/{bs}/{p}", "/thread/{ts}", "/thread/{ts}/{p}", "/people/{u}"),
    Addresses("/list/{b}", "/list/{b}/from/{o}", "/read/{b}/{t}", "/read/{b}/{t}/{p}", "/who/{u}"),
    Addresses(
        "/x.pl?f={b}", "/x.pl?f={b};page={p}", "/x.pl?f={b};topic={t}", "/x.pl?f={b};topic={t};page={p}", "/y.pl?{u}"
    ),
)
HEADS = (
    "<b>{name}</b> <i>{time}</i>",
    "<a href='{person}'>{name}</a> <span>{time}</span>",
    "Posted by {name} on {time}",
    "<strong>{name}</strong> said on {time}:",
    "<b>Author:</b> {name} <b>Date:</b> {time}",
    "<h3>{name} <small>{time}</small></h3>",
)
POSTS = (
    ("<div>{}</div>", "<div><div>{head}</div><div>{text}</div></div>"),
    ("<div>{}</div>", "<div>{head}<br>{text}</div>"),
    ("<dl>{}</dl>", "<dt>{head}</dt><dd>{text}</dd>"),
    ("<table>{}</table>", "<tr><td>{head}</td><td>{text}</td></tr>"),
    ("<ol>{}</ol>", "<li><p>{head}</p><p>{text}</p></li>"),
    ("<div>{}</div>", "<article><header>{head}</header><p>{text}</p></article>"),
)
BOARDS = (
    ("<ul>{}</ul>", "<li><a href='{url}'>{name}</a> - {about}</li>"),
    ("<table>{}</table>", "<tr><td><a href='{url}'>{name}</a><br>{about}</td><td>{count}</td><td>{last}</td></tr>"),
    ("<dl>{}</dl>", "<dt><a href='{url}'>{name}</a></dt><dd>{about}</dd>"),
)
THREADS = (
    ("<ul>{}</ul>", "<li><a href='{url}'>{title}</a> by {name}, {last}</li>"),
    (
        "<table>{}</table>",
        "<tr><td><a href='{url}'>{title}</a></td><td>{name}</td><td>{count}</td><td>{last}</td></tr>",
    ),
    ("<div>{}</div>", "<p><a href='{url}'>{title}</a><br><small>{name}, {count} replies, last {last}</small></p>"),
    ("<div>{}</div>", "<div><h4><a href='{url}'>{title}</a></h4><span>{name}</span> <span>{last}</span></div>"),
)
TIMES = ("%B %d, %Y at %H:%M", "%d.%m.%Y %H:%M", "%Y-%m-%d %H:%M", "%d %b %Y, %I:%M %p")
PAGERS = ("numbers", "next", "both")


@dataclass(frozen=True, slots=True)
class Said:
    """One post."""

    name: str
    time: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Thread:
    """One thread, with the number of its board."""

    board: int
    title: str
    posts: list[Said]


@dataclass
class PlainForum:
    """One forum, drawn by a seed; serves itself. `kinds` tells for each page of lists and threads which it is."""

    seed: int
    pages: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        chance = self._chance = random.Random(self.seed)
        self._addresses, self._head = chance.choice(ADDRESSES), chance.choice(HEADS)
        self._post, self._board, self._thread = chance.choice(POSTS), chance.choice(BOARDS), chance.choice(THREADS)
        self._time, self._pager = chance.choice(TIMES), chance.choice(PAGERS)
        self._has_menu, self._has_crumbs = chance.random() < 0.5, chance.random() < 0.5
        self._rows, self._posts = chance.choice((10, 15)), chance.choice((8, 10, 15))
        self.boards = [" ".join(chance.sample(WORDS, 2)).title() for _ in range(chance.randint(3, 6))]
        self.threads = dict(enumerate(self._draw_threads(), 101))
        self._write_lists()
        self._write_threads()
        for name in NAMES:
            self.pages[self._url(self._addresses.person, person=name)] = self._frame(name, f"<h2>{name}</h2>")

    def _draw_threads(self) -> Iterator[Thread]:
        chance = self._chance
        number = 0
        for board in range(len(self.boards)):
            for _ in range(chance.randint(8, 30)):
                number += 1
                start = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=11 * number + chance.randint(0, 9))
                count = chance.choice((1, 1, 2, 3, 4, 6, 9, 14, 22, 35))
                title = " ".join(chance.sample(WORDS, chance.randint(2, 5))).capitalize()
                yield Thread(board, title, [self._say(start + timedelta(hours=3 * place)) for place in range(count)])

    def _say(self, time: datetime) -> Said:
        chance = self._chance
        parts = [" ".join(chance.choices(WORDS, k=chance.randint(5, 40))) for _ in range(chance.randint(1, 3))]
        return Said(chance.choice(NAMES), time, "\n\n".join(parts))

    def _url(self, form: str, board: int = 0, thread: int = 0, page: int = 1, rows: int = 0, person: str = "") -> str:
        slug = self.threads[thread].title.lower().replace(" ", "-") if thread else ""
        return form.format(
            b=board + 1,
            bs=self.boards[board].lower().replace(" ", "-"),
            t=thread,
            ts=f"{thread}-{slug}",
            p=page,
            o=rows * (page - 1),
            u=person.replace(" ", "%20"),
        )

    def _board_url(self, board: int, page: int = 1) -> str:
        form = self._addresses.board if page == 1 else self._addresses.board_page
        return self._url(form, board, page=page, rows=self._rows)

    def _thread_url(self, thread: int, page: int = 1) -> str:
        form = self._addresses.thread if page == 1 else self._addresses.thread_page
        return self._url(form, self.threads[thread].board, thread, page, self._posts)

    def _turn(self, urls: list[str], page: int) -> str:
        """Write the pager of a page of a list."""
        numbers = " ".join(
            f"<a href='{url}'>{number}</a>" if number != page else f"<b>{page}</b>"
            for number, url in enumerate(urls, 1)
        )
        before = f"<a href='{urls[page - 2]}'>Previous page</a>" if page > 1 else ""
        after = f"<a href='{urls[page]}'>Next page</a>" if page < len(urls) else ""
        pagers = {"numbers": numbers, "next": f"{before} | {after}", "both": f"{before} {numbers} {after}"}
        return f"<p>{pagers[self._pager]}</p>" if len(urls) > 1 else ""

    def _frame(self, title: str, inside: str, board: int | None = None) -> str:
        menu = "<p><a href='/'>Home</a> | <a href='/search'>Search</a> | <a href='/help'>Help</a></p>"
        crumbs = "<p><a href='/'>Our Board</a>"
        crumbs += f" / <a href='{self._board_url(board)}'>{self.boards[board]}</a></p>" if board is not None else "</p>"
        above = (menu if self._has_menu else "") + (crumbs if self._has_crumbs or not self._has_menu else "")
        return f"<title>{title} - Our Board</title><h1>Our Board</h1>{above}{inside}<hr><p>Thanks for reading.</p>"

    def _write_lists(self) -> None:
        rows = ""
        for board, name in enumerate(self.boards):
            own = sorted(number for number, thread in self.threads.items() if thread.board == board)[::-1]
            last = self.threads[own[0]].posts[-1].time.strftime(self._time)
            about = f"All about {name.lower()} and what goes with it"
            rows += self._board[1].format(url=self._board_url(board), name=name, about=about, count=len(own), last=last)
            portions = [own[start : start + self._rows] for start in range(0, len(own), self._rows)]
            urls = [self._board_url(board, page) for page in range(1, len(portions) + 1)]
            for page, (url, portion) in enumerate(zip(urls, portions, strict=True), 1):
                inside = f"<h2>{name}</h2>{self._thread[0].format(''.join(map(self._row, portion)))}"
                self._add(url, "index", self._frame(name, inside + self._turn(urls, page), board))
        self._add("/", "index", self._frame("All", self._board[0].format(rows)))

    def _row(self, number: int) -> str:
        thread = self.threads[number]
        return self._thread[1].format(
            url=self._thread_url(number),
            title=thread.title,
            name=thread.posts[0].name,
            count=len(thread.posts) - 1,
            last=thread.posts[-1].time.strftime(self._time),
        )

    def _write_threads(self) -> None:
        for number, thread in self.threads.items():
            portions = [thread.posts[start : start + self._posts] for start in range(0, len(thread.posts), self._posts)]
            urls = [self._thread_url(number, page) for page in range(1, len(portions) + 1)]
            for page, (url, portion) in enumerate(zip(urls, portions, strict=True), 1):
                posts = self._post[0].format("".join(map(self._write, portion)))
                inside = (
                    f"<h2>{thread.title}</h2>{posts}{self._turn(urls, page)}<p><a href='/reply?{number}'>Reply</a></p>"
                )
                self._add(url, "thread", self._frame(thread.title, inside, thread.board))

    def _write(self, said: Said) -> str:
        person = self._url(self._addresses.person, person=said.name)
        head = self._head.format(name=said.name, time=said.time.strftime(self._time), person=person)
        return self._post[1].format(head=head, text=said.text.replace("\n", "<br>"))

    def _add(self, url: str, kind: str, page: str) -> None:
        self.pages[url], self.kinds[url] = page, kind

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        page = self.pages.get(path)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "nothing here").encode())
