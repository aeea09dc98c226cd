"""Forums as real ones are dressed, drawn at random: their pages, and what they answer to requests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import TypeVar

from dressed_pages import HOST, Links, Style, Writer, draw_style, link
from dressed_words import NAMES, PEOPLE, STEMS, Talk, Thread
from weft.fetch import MemoryAnswer, WireRequest

HEADERS = (("content-type", "text/html; charset=utf-8"),)
FORM = '<form action="/login" method="post"><p>{}</p><input name="u"><input type="password" name="p"></form>'
WALLED = ("/posting", "/report", "/search")  # what these begin is shown to members only

Item = TypeVar("Item")


def portions(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Cut a list into pages."""
    return [items[start : start + size] for start in range(0, len(items), size)]


@dataclass
class DressedForum:
    """One forum, drawn by a seed; serves itself. `kinds` tells for each page of lists and threads which it is."""

    seed: int
    kinds: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed * 7919 + 13)
        self.style = self._draw_style()
        self.talk = self._draw_talk()
        self.links = Links(self.style, self.talk)
        self.pages, self.redirects = self.links.pages, self.links.redirects
        self.copies, self.others = self.links.copies, self.links.others
        self._writer = self._find_writer()
        self._write()

    def _draw_style(self) -> Style:
        return draw_style(self._chance, self.seed)

    def _draw_talk(self) -> Talk:
        return Talk(self._chance, self.style.has)

    def _find_writer(self) -> Writer:
        return Writer(self.style, self.talk, self.links, self._chance)

    def _write(self) -> None:
        self._add("/", "index", self._writer.frame("Index", self._entry(), canonical="/"))
        for board in self.talk.boards:
            self._write_board(board)
        for thread, around in zip(self.talk.threads.values(), self._neighbours(), strict=True):
            self._write_thread(thread, around)
        self._write_people()
        self._write_others()

    @property
    def said(self) -> list[tuple[str, datetime, str]]:
        """Author, time and text of each post."""
        return [(post.name, post.time, post.text) for thread in self.talk.threads.values() for post in thread.posts]

    def _add(self, url: str, kind: str, page: str) -> None:
        assert url not in self.kinds  # two boards or threads at one address could not both be wanted
        self.pages[url], self.kinds[url] = page, kind

    def _entry(self) -> str:
        writer, words = self._writer, self.style.words
        tops = [board for board in self.talk.boards if board not in self.talk.parents]
        if "categories" in self.style.has and len(tops) > 3:
            half = len(tops) // 2
            inside = writer.boards(tops[:half], "General") + writer.boards(tops[half:], "Other")
        else:
            inside = writer.boards(tops)
        count, names = len(self.talk.threads), ", ".join(map(writer.who, NAMES[:7]))
        statistics = f'<div class="stats">{count} threads. Newest member: {writer.who(NAMES[3])}</div>'
        inside += writer.if_has("statistics", statistics)
        return inside + writer.if_has("people online", f'<div class="online"><h3>{words.online}</h3>{names}</div>')

    def _crumbs(self, board: int) -> list[tuple[str, str]]:
        above = self.talk.parents.get(board)
        way = [board] if above is None else [above, board]
        return [(self.links.board(step), self.talk.boards[step]) for step in way]

    def _write_board(self, board: int) -> None:
        writer, words, name = self._writer, self.style.words, self.talk.boards[board]
        own = sorted(self.talk.threads_of(board), key=lambda one: (one.is_sticky, one.last.time), reverse=True)
        pages = portions(own, self.style.rows_per_page)
        urls = [self.links.board(board, page) for page in range(1, len(pages) + 1)]
        below = self.talk.boards_below(board)
        button = link(f"/posting?mode=post&f={board}", words.new_topic, "button")
        for page, (url, rows) in enumerate(zip(urls, pages, strict=True), 1):
            pager = writer.pager(urls, page)
            inside = f"<h2>{name}</h2>"
            inside += writer.boards(below, words.boards_below) if below and page == 1 else ""
            inside += button + writer.if_has("pagers above", pager) + writer.orders(board)
            inside += writer.threads(rows) + pager + writer.jump_box()
            self._add(url, "index", writer.frame(name, inside, self._crumbs(board), url))

    def _neighbours(self) -> Iterator[str]:
        """Write for each thread links to those before and after it."""
        threads = list(self.talk.threads.values())
        for older, newer in zip([None, *threads], [*threads[1:], None], strict=False):
            before = f"{link(self.links.thread(older), '&laquo; older')} " if older else ""
            yield before + (link(self.links.thread(newer), "newer &raquo;") if newer else "")

    def _write_thread(self, thread: Thread, around: str) -> None:
        writer, title = self._writer, escape(thread.title)
        pages = portions(thread.posts, self.style.posts_per_page)
        urls = [self.links.thread(thread, page) for page in range(1, len(pages) + 1)]
        tools = link(f"/posting?mode=reply&t={thread.number}", self.style.words.reply, "button") + " "
        if "pages to print" in self.style.has:
            tools += link(self.links.print_view(thread), "Print") + " "
        tools += writer.if_has("neighbours", around)
        for page, (url, posts) in enumerate(zip(urls, pages, strict=True), 1):
            pager = writer.pager(urls, page)
            inside = f'<h2>{title}</h2><div class="topictools">{tools}</div>{writer.if_has("pagers above", pager)}'
            inside += writer.posts(thread, posts) + pager + self._after_posts(thread)
            self._add(url, "thread", writer.frame(thread.title, inside, self._crumbs(thread.board), url))

    def _after_posts(self, thread: Thread) -> str:
        return self._similar(thread) + self._writer.jump_box()

    def _similar(self, thread: Thread) -> str:
        """Write a list of other threads, if the forum has one below each."""
        if "similar threads" not in self.style.has:
            return ""
        threads = list(self.talk.threads.values())
        rows = "".join(
            f"<li>{link(self.links.thread(other), escape(other.title))} {self._writer.time(other.last.time)}</li>"
            for other in self._chance.sample(threads, min(5, len(threads)))
            if other is not thread
        )
        return f'<div class="similar"><h3>{self.style.words.similar}</h3><ul>{rows}</ul></div>'

    def _write_people(self) -> None:
        writer, words, rows = self._writer, self.style.words, ""
        for place, (name, number) in enumerate(PEOPLE.items()):
            facts = f"<dt>{words.joined}</dt><dd>01.02.2019</dd><dt>{words.posts}</dt><dd>{number * 13}</dd>"
            inside = f"<h2>{escape(name)}</h2><dl>{facts}</dl>{link(f'/search?author={number}', words.search)}"
            self.pages.setdefault(self.links.person(name), writer.frame(name, inside))
            date = f"01.0{1 + place % 9}.2019"
            rows += f"<tr><td>{writer.who(name, 'username')}</td><td>{number * 13}</td><td>{date}</td></tr>"
        self.pages["/members"] = writer.frame(words.members, f'<table class="members">{rows}</table>')

    def _write_others(self) -> None:
        log_in = self.style.words.log_in
        self._wall = self._writer.frame(log_in, FORM.format(log_in))
        self.pages |= dict.fromkeys(("/login", "/register"), self._wall)
        text = f"<h2>Text</h2><p>{' '.join(STEMS)}</p>"
        for url in ("/faq", "/privacy", "/contact", "/search"):
            self.pages[url] = self._writer.frame(url[1:].title(), text)

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = request.url.removeprefix(HOST)
        self.asked.append(path)
        redirect = self.redirects.get(path)
        if path not in self.pages and redirect is not None:
            return MemoryAnswer(302, (("location", HOST + redirect), ("content-type", "text/html")), b"")
        page = self._show(path)
        return MemoryAnswer(200 if page else 404, HEADERS, (page or "nothing here").encode())

    def _show(self, path: str) -> str | None:
        """Give the page at an address: its own, that of which it is a copy or another view, or what a wall shows."""
        shown = self.copies.get(path) or self.others.get(path, path)
        page = self.pages.get(path) or self.pages.get(shown)
        if page is None and path.startswith(WALLED):
            page = self._wall
        elif page is None and path.startswith("/tag/"):
            page = self._writer.frame("Tag", "<p>Nothing here.</p>")
        return page
