"""Dressed forums with further nuisances, drawn at random: other views, other sizes, sessions in links, poor markup."""

from __future__ import annotations

import random
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from dressed_forum import DressedForum
from dressed_more_pages import EXTRAS, REPLY_FORM, MoreWriter, redress
from dressed_pages import HOST, Style
from dressed_views import newest_threads, write_month, write_views
from dressed_words import PEOPLE, Talk, Thread
from weft.fetch import MemoryAnswer, WireRequest

MONTH = re.compile(r"/calendar\?m=(\d{4})(\d\d)")
LINK = re.compile(r'href="(/[^"#]*)(#[^"]*)?"')
SESSION = re.compile(r"(?<=[?&])sid=[0-9a-f]+&?")
TAG = re.compile(r"<(/?)(table|tr|td|div|span|a|p|h[1-4]|ul|li|dl|dt|dd)\b")
END = re.compile(r"</(?:li|td|tr|dt|dd|p)>")  # of elements that others end too
SIZES = ("normal", "small", "tiny", "short", "few")
MOST = {"small": (3, 6), "tiny": (2, 2)}  # boards at the top, threads of each board


def keep_some(talk: Talk, most_boards: int, most_threads: int, chance: random.Random) -> None:
    """Leave a few boards of a forum, one of them below another if there is any, and a few threads of each."""
    boards = {*list(talk.boards)[:most_boards], *list(talk.parents)[:1]}
    talk.boards = {board: name for board, name in talk.boards.items() if board in boards}
    talk.parents = {board: above for board, above in talk.parents.items() if {board, above} <= boards}
    kept = [thread for board in talk.boards for thread in talk.threads_of(board)[: chance.randint(1, most_threads)]]
    talk.threads = {thread.number: thread for thread in kept}


def shorten_threads(talk: Talk, chance: random.Random) -> None:
    """Leave one or two posts of most threads."""
    for thread in talk.threads.values():
        if chance.random() < 0.8:
            thread.posts = thread.posts[: chance.choice((1, 1, 1, 2))]


def empty_boards(talk: Talk, chance: random.Random) -> None:
    """Leave few threads, but one at least, of all boards but the first two."""
    for board in list(talk.boards)[2:]:
        for thread in talk.threads_of(board)[1:]:
            if chance.random() < 0.8:
                del talk.threads[thread.number]


@dataclass
class Dressing:
    """Dresses answers as a forum sends them: its session, the kind of its links, its markup and charset."""

    has: Collection[str]
    charset: str
    chance: random.Random

    def dress(self, answer: MemoryAnswer, path: str) -> MemoryAnswer:
        text = answer.body.decode()
        if path.endswith(".xml"):
            return replace(answer, headers=(("content-type", "application/rss+xml; charset=utf-8"),))
        if not text.startswith("<"):
            return answer
        headers = (("content-type", f"text/html; charset={self.charset}"),)
        text = self._write_markup(self._write_links(text, path))
        text = text.replace('charset="utf-8"', f'charset="{self.charset}"')
        return replace(answer, headers=headers, body=text.encode(self.charset, "xmlcharrefreplace"))

    def _write_links(self, page: str, path: str) -> str:
        session = f"sid={self.chance.getrandbits(128):032x}" if "sessions in links" in self.has else ""
        root = "/"
        if "relative links" in self.has:
            depth = 0 if "base address" in self.has else path.partition("?")[0].count("/") - 1
            root = "../" * depth or "./"

        def write(match: re.Match[str]) -> str:
            url, place = match[1], match[2] or ""
            if session and not url.endswith((".css", ".xml")):
                url += f"{'&amp;' if '?' in url else '?'}{session}"
            return f'href="{root}{url[1:]}{place}"'

        return LINK.sub(write, page)

    def _write_markup(self, page: str) -> str:
        if "unclosed tags" in self.has:
            page = END.sub("", page)
        if "upper-case tags" in self.has:
            page = TAG.sub(lambda tag: f"<{tag[1]}{tag[2].upper()}", page)
        return page


class DressedMore(DressedForum):
    """One forum with extras, drawn by a seed; serves itself."""

    _writer: MoreWriter

    def __post_init__(self) -> None:
        self._more = random.Random(self.seed * 31 + 7)
        self.extras = frozenset([extra for extra, share in EXTRAS.items() if self._more.random() < share])
        self.size = self._more.choice(SIZES)
        super().__post_init__()
        legacy = "windows-1251" if self.style.words.code == "ru" else "iso-8859-1"
        charset = legacy if "other charset" in self.extras else "utf-8"
        self._dressing = Dressing(self.extras, charset, self._more)

    def inner_page(self) -> str:
        """Draw the address of a page of a list, a thread or a person."""
        people = [self.links.person(name) for name in PEOPLE]
        return random.Random(self.seed).choice(sorted(self.kinds) + people)

    def _draw_style(self) -> Style:
        return redress(super()._draw_style(), self.extras)

    def _draw_talk(self) -> Talk:
        talk = super()._draw_talk()
        if self.size in MOST:
            keep_some(talk, *MOST[self.size], self._more)
        elif self.size == "short":
            shorten_threads(talk, self._more)
        elif self.size == "few":
            empty_boards(talk, self._more)
        return talk

    def _find_writer(self) -> MoreWriter:
        return MoreWriter(self.style, self.talk, self.links, self._chance)

    def _write(self) -> None:
        super()._write()
        self.pages |= write_views(self._writer)

    def _entry(self) -> str:
        newest = self._writer.threads_alone(newest_threads(self.talk)[:15])
        box = f'<div class="latest"><h2>Latest</h2>{newest}</div>'
        return self._writer.if_has("newest threads", box) + super()._entry()

    def _after_posts(self, thread: Thread) -> str:
        return super()._after_posts(thread) + self._writer.if_has("reply forms", REPLY_FORM)

    def __call__(self, request: WireRequest) -> MemoryAnswer:
        path = SESSION.sub("", request.url.removeprefix(HOST)).rstrip("?&")
        return self._dressing.dress(super().__call__(replace(request, url=HOST + path)), path)

    def _show(self, path: str) -> str | None:
        month = MONTH.fullmatch(path)
        if month and "calendar" in self.extras:
            return write_month(self._writer, int(month[1]), int(month[2]))
        return super()._show(path)
