"""Sites that are no boards of threads, drawn at random: questions, journals, letters, guestbooks, posts between rules.

How addresses, heads, times, boxes and pagers are written is drawn by a seed, each by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from plain_forum import NAMES, WORDS
from weft.fetch import MemoryAnswer, WireRequest

HOST = "http://other.example"
MENU = "<p><a href='/'>Home</a> | <a href='/about'>About</a> | <a href='/rules'>Rules</a></p>"


@dataclass(frozen=True, slots=True)
class Addresses:
    """How addresses are written: of further pages of the entry, of a list and a page of posts, each with its pages."""

    more: str
    list: str
    list_page: str
    page: str
    page_more: str


ADDRESSES = (
    Addresses(
        "/?page={p}", "/list.php?in={n}", "/list.php?in={n}&page={p}", "/show.php?id={i}", "/show.php?id={i}&page={p}"
    ),
    Addresses("/page/{p}", "/in/{n}", "/in/{n}/page/{p}", "/item/{s}-{i}", "/item/{s}-{i}/{p}"),
    Addresses("/index-{p}.html", "/{n}.html", "/{n}-{p}.html", "/entry{i}.html", "/entry{i}-{p}.html"),
    Addresses("/?page={p}", "/in/{n}", "/in/{n}?page={p}", "/q/{i}/{s}", "/q/{i}/{s}?page={p}"),
)
HEADS = (
    "<b>{name}</b> <i>{time}</i>",
    "<a href='/user/{link}'>{name}</a> <span>{time}</span>",
    "Posted by {name} on {time}",
    "<strong>{name}</strong> said on {time}:",
    "<b>Author:</b> {name} <b>Date:</b> {time}",
)
BOXES = (
    "<div class='post'><div>{head}</div><div>{text}</div></div>",
    "<div><div>{head}</div><div>{text}</div></div>",
    "<table width='100%'><tr><td>{head}</td></tr><tr><td>{text}</td></tr></table>",
    "<article><header>{head}</header><div>{text}</div></article>",
)
ROWS = (
    (
        "<table>{}</table>",
        "<tr><td><a href='{url}'>{title}</a></td><td>{name}</td><td>{count}</td><td>{time}</td></tr>",
    ),
    ("<ul>{}</ul>", "<li><a href='{url}'>{title}</a> by {name}, {time}, {count} answers</li>"),
    ("<div>{}</div>", "<div><h3><a href='{url}'>{title}</a></h3><p>{name}, {time}</p><p>{count} answers</p></div>"),
)
TIMES = (
    "%B %d, %Y at %H:%M",
    "%d.%m.%Y %H:%M",
    "%Y-%m-%d %H:%M",
    "%a %b %d %H:%M:%S %Y",
    "%a, %d %b %Y %H:%M:%S +0000",
)


@dataclass(frozen=True, slots=True)
class Said:
    """One post."""

    name: str
    time: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Topic:
    """What posts belong to: a question, an article, a subject of letters."""

    number: int
    title: str
    posts: list[Said]


@dataclass
class OtherKind:
    """One site, drawn by a seed; serves itself. `wanted` are the pages of lists and posts; `start` is one of them."""

    kind: str
    seed: int
    pages: dict[str, str] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    start: str = "/"

    def __post_init__(self) -> None:
        chance = self._chance = random.Random(self.seed)
        self._addresses, self._head, self._box = chance.choice(ADDRESSES), chance.choice(HEADS), chance.choice(BOXES)
        self._row, self._time, self._pager = chance.choice(ROWS), chance.choice(TIMES), chance.choice(("all", "next"))
        self._portion, self._menu = (
            chance.choice((8, 12, 20)),
            chance.choice((MENU, "<p><a href='/'>Our Place</a></p>")),
        )
        makers: dict[str, Callable[[], None]] = {
            "questions": self._make_questions,
            "journal": self._make_journal,
            "letters": self._make_letters,
            "guestbook": self._make_guestbook,
            "rules": self._make_rules,
        }
        self.topics = self._draw(1 if self.kind == "guestbook" else 50)
        makers[self.kind]()

    @property
    def said(self) -> list[tuple[str, datetime, str]]:
        """All posts."""
        return [(one.name, one.time, one.text) for topic in self.topics for one in topic.posts]

    def _draw(self, count: int) -> list[Topic]:
        chance = self._chance
        topics = []
        for number in range(101, 101 + count):
            start = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(hours=130 * (number - 100) + chance.randint(0, 9))
            size = 120 if count == 1 else chance.choice((1, 2, 2, 3, 4, 6, 9, 26))
            title = " ".join(chance.sample(WORDS, chance.randint(2, 5))).capitalize()
            topics.append(Topic(number, title, [self._say(start + timedelta(hours=2 * n)) for n in range(size)]))
        return topics

    def _say(self, time: datetime) -> Said:
        words = self._chance.choices(WORDS, k=self._chance.randint(12, 80))
        return Said(self._chance.choice(NAMES), time, " ".join(words).capitalize() + ".")

    # addresses

    def _page_url(self, topic: Topic, page: int = 1) -> str:
        form = self._addresses.page if page == 1 else self._addresses.page_more
        return form.format(i=topic.number, s=topic.title.lower().replace(" ", "-"), p=page)

    def _list_url(self, name: str, page: int = 1) -> str:
        if not name:
            return "/" if page == 1 else self._addresses.more.format(p=page)
        form = self._addresses.list if page == 1 else self._addresses.list_page
        return form.format(n=name, p=page)

    # pages

    def _head_of(self, said: Said) -> str:
        link = said.name.replace(" ", "%20")
        return self._head.format(name=said.name, time=said.time.strftime(self._time), link=link)

    def _write(self, said: Said) -> str:
        return self._box.format(head=self._head_of(said), text=said.text)

    def _add(self, url: str, title: str, inside: str) -> None:
        self.pages[url] = f"<title>{title} - Our Place</title><h1>Our Place</h1>{self._menu}<div>{inside}</div>"
        self.wanted.add(url)

    def _turn(self, urls: Sequence[str], page: int) -> str:
        numbers = " ".join(f"<a href='{url}'>{n}</a>" if n != page else f"<b>{n}</b>" for n, url in enumerate(urls, 1))
        after = f"<a href='{urls[page]}'>Next</a>" if page < len(urls) else ""
        before = f"<a href='{urls[page - 2]}'>Previous</a> " if page > 1 else ""
        return f"<p>{numbers if self._pager == 'all' else before + after}</p>" if len(urls) > 1 else ""

    def _list(self, name: str, heading: str, topics: Sequence[Topic]) -> None:
        portions = [topics[start : start + self._portion] for start in range(0, len(topics), self._portion)]
        urls = [self._list_url(name, page) for page in range(1, len(portions) + 1)]
        for page, (url, portion) in enumerate(zip(urls, portions, strict=True), 1):
            rows = self._row[0].format("".join(map(self._row_of, portion)))
            self._add(url, heading, f"<h2>{heading}</h2>{rows}{self._turn(urls, page)}")

    def _row_of(self, topic: Topic) -> str:
        first, count = topic.posts[0], len(topic.posts) - 1
        return self._row[1].format(
            url=self._page_url(topic),
            title=topic.title,
            name=first.name,
            count=count,
            time=first.time.strftime(self._time),
        )

    def _threads(self, join: Callable[[Sequence[Said]], str]) -> None:
        """Write the pages of all topics, newest first in their list."""
        self._list("", "Newest", self.topics[::-1])
        for topic in self.topics:
            portions = [topic.posts[n : n + self._portion] for n in range(0, len(topic.posts), self._portion)]
            urls = [self._page_url(topic, page) for page in range(1, len(portions) + 1)]
            for page, (url, portion) in enumerate(zip(urls, portions, strict=True), 1):
                turn = self._turn(urls, page)
                answer = f"<p><a href='/answer?{topic.number}'>Answer</a></p>"
                self._add(url, topic.title, f"<h2>{topic.title}</h2>{join(portion)}{turn}{answer}")

    # kinds

    def _make_questions(self) -> None:
        self._threads(lambda posts: "".join(map(self._write, posts)))

    def _make_rules(self) -> None:
        self._threads(lambda posts: "<hr>" + "".join(f"{self._head_of(one)}<br>{one.text}<hr>" for one in posts))

    def _make_journal(self) -> None:
        self._list("", "Newest", self.topics[::-1])
        for topic in self.topics:
            first, *remarks = topic.posts
            byline = f"<div>{first.time.strftime(self._time)} by {first.name}</div>"
            article = f"<article><h2>{topic.title}</h2>{byline}<div>{first.text}</div></article>"
            below = "".join(map(self._write, remarks))
            self._add(
                self._page_url(topic), topic.title, f"{article}<h3>{len(remarks)} comments</h3><div>{below}</div>"
            )

    def _make_guestbook(self) -> None:
        posts = self.topics[0].posts[::-1]
        portions = [posts[n : n + self._portion] for n in range(0, len(posts), self._portion)]
        urls = [self._list_url("guests", page) for page in range(1, len(portions) + 1)]
        for page, (url, portion) in enumerate(zip(urls, portions, strict=True), 1):
            inside = "".join(map(self._write, portion))
            self._add(url, "Guests", f"<h2>Guests</h2><div>{inside}</div>{self._turn(urls, page)}")
        self.start = urls[0]

    def _make_letters(self) -> None:
        sent = sorted(
            ((one, topic, place) for topic in self.topics for place, one in enumerate(topic.posts)),
            key=lambda letter: letter[0].time,
        )
        urls = [f"/{one.time:%Y-%m}/msg{number:05}.html" for number, (one, _, _) in enumerate(sent)]
        names = [("Re: " if place else "") + topic.title for _, topic, place in sent]
        months = sorted({url.split("/")[1] for url in urls})
        for month in months:
            inside = [number for number, url in enumerate(urls) if url.startswith(f"/{month}/")]
            rows = "".join(f"<li><a href='{urls[n]}'>{names[n]}</a> <i>{sent[n][0].name}</i></li>" for n in inside)
            self._add(f"/{month}/thread.html", f"Letters of {month}", f"<h2>{month}</h2><ul>{rows}</ul>")
        rows = "".join(f"<li>{month}: <a href='/{month}/thread.html'>[ Thread ]</a></li>" for month in months[::-1])
        self._add("/", "All letters", f"<h2>Our letters</h2><ul>{rows}</ul>")
        for number, (one, _, _) in enumerate(sent):
            near = [n for n in (number - 1, number + 1) if 0 <= n < len(urls)]
            steps = "".join(f"<li>Beside: <a href='{urls[n]}'>{names[n]}</a></li>" for n in near)
            steps += f"<li>Sorted by: <a href='/{one.time:%Y-%m}/thread.html'>[ thread ]</a></li>"
            head = f"<div><span>{one.name}</span> <span>{one.time.strftime(self._time)}</span></div>"
            inside_page = f"<ul>{steps}</ul><h2>{names[number]}</h2>{head}<div>{one.text}</div><ul>{steps}</ul>"
            self._add(urls[number], names[number], inside_page)

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        page = self.pages.get(path)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return MemoryAnswer(200 if page else 404, headers, (page or "nothing here").encode())
