"""How forums with further nuisances write their pages: what more they show around and within lists and posts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from html import escape

from dressed_pages import HOST, Look, Style, Writer, add_key, link
from dressed_words import Post, Thread

EXTRAS = {  # that a forum has with some chance, beside the features of all dressed forums
    "sessions in links": 0.2,
    "other lists": 0.4,
    "tag pages": 0.3,
    "posts by author": 0.4,
    "announcements": 0.3,
    "archive view": 0.25,
    "calendar": 0.3,
    "repeated first posts": 0.15,
    "excerpts": 0.3,
    "guests": 0.3,
    "votes": 0.25,
    "base address": 0.2,
    "relative links": 0.2,
    "other charset": 0.25,
    "polls": 0.3,
    "unclosed tags": 0.15,
    "upper-case tags": 0.1,
    "links to last pages": 0.3,
    "feed of threads": 0.3,
    "welcome line": 0.4,
    "icon links": 0.3,
    "log-in form below": 0.4,
    "newest threads": 0.35,
    "switches": 0.3,
    "category pages": 0.3,
    "rows as links": 0.2,
    "pictures": 0.4,
    "reply forms": 0.4,
    "opening posts apart": 0.2,
    "relative times": 0.2,
    "boards without last posts": 0.25,
    "menu of boards": 0.35,
    "new posts": 0.3,
    "unread posts": 0.3,
    "hidden boxes": 0.3,
}
NEEDED = {"tag pages": "tags", "feed of threads": "feed"}  # features without which nothing leads to an extra
NOW = datetime(2026, 11, 17, tzinfo=UTC)
GUESTS = ("nora", "oscar99")  # they have no page
AGO = {
    "en": "{} days ago",
    "de": "vor {} Tagen",
    "fr": "il y a {} jours",
    "ru": "{} дней назад",
    "es": "hace {} días",
}
EXACT = '<abbr class="date" title="{exact}">{shown}</abbr>'
ROWS_AS_LINKS = Look(
    '<div class="topics">{rows}</div>',
    '<a class="rowlink" href="{url}"><h4>{title}</h4><span class="by">{starter}</span> <span>{replies}</span> '
    "<span>{views}</span> {last}</a>",
)
LAST_CELL = re.compile(r'<(\w+) class="(?:last|lastpost)">\{last\}</\1>|<th>\{words\.last\}</th>')
OUTER_BOX = re.compile(r"<(article|div|li|section) [^>]*>(.*)</\1>", re.DOTALL)
MENU = {  # what stands in the menu of all pages
    "other lists": (("/active", "Active"), ("/unanswered", "Unanswered")),
    "calendar": (("/calendar?m=202401", "Calendar"),),
    "new posts": (("/new", "New posts"),),
}
SWITCHES = (("lang=de", "Deutsch"), ("lang=fr", "Français"), ("theme=dark", "Dark"))
CATEGORY = ("/category/1", "General")
ARCHIVE = "/archive/"
ICON = '<img src="/i/t.gif" alt="" width="16">'
NEW_ICON = '<img src="/i/n.gif" alt="new">'
POLL = '<div class="poll"><h4>Poll: which one?</h4><ul><li>One (3)</li><li>Two (5)</li></ul></div>'
REPLY_FORM = (
    '<form action="/posting" method="post"><textarea name="m">Your answer</textarea><input name="name">'
    "<button>Send</button></form>"
)
LOG_IN_FORM = (
    '<form action="/login" method="post"><input name="user"><input type="password" name="pw"><button>Go</button></form>'
)
HIDDEN_BOX = (
    '<div style="display:none" class="modal"><h3>Welcome back</h3><p>Sign in to see more of this great place, it is '
    'free and will always be.</p></div><script>var x="<a href=/trap/1>";</script>'
)


def redress(style: Style, extras: frozenset[str]) -> Style:
    """Give a style with some extras: they count among its features and change its looks."""
    needed = [feature for extra, feature in NEEDED.items() if extra in extras]
    board = style.board
    if "boards without last posts" in extras:
        board = Look(LAST_CELL.sub("", board.around), LAST_CELL.sub("", board.row))
    thread = ROWS_AS_LINKS if "rows as links" in extras else style.thread
    return replace(style, has=style.has.union(extras, needed), board=board, thread=thread)


class MoreWriter(Writer):
    """Writes the parts of pages, with extras."""

    def who(self, name: str, kind: str = "u") -> str:
        if "guests" in self.style.has and name in GUESTS:
            return f'<span class="{kind} guest">{escape(name)}</span>'
        return super().who(name, kind)

    def time(self, time: datetime) -> str:
        if "relative times" not in self.style.has:
            return super().time(time)
        look = self.style.time_look if "{exact}" in self.style.time_look else EXACT
        shown = AGO[self.words.code].format((NOW - time).days)
        return look.format(shown=shown, exact=time.isoformat())

    def _head(self, canonical: str) -> str:
        return self.if_has("base address", f'<base href="{HOST}/">') + super()._head(canonical)

    def _menu(self) -> list[tuple[str, str]]:
        more = [item for extra, items in MENU.items() if extra in self.style.has for item in items]
        return super()._menu() + more

    def _above(self, crumbs: Iterable[tuple[str, str]]) -> str:
        way = list(crumbs)
        if way and "category pages" in self.style.has:
            way.insert(0, CATEGORY)
        return super()._above(way) + self.if_has("welcome line", self._welcome())

    def _welcome(self) -> str:
        log_in, register = link("/login", self.words.log_in), link("/register", self.words.register)
        clock = f"Tue {NOW:%d.%m.%Y} 10:3{self.chance.randint(0, 9)}"
        return f'<div class="welcome">Welcome, guest. Please {log_in} or {register}. {clock}</div>'

    def _below(self) -> str:
        menu = self.if_has("menu of boards", self._menu_of_boards())
        return super()._below() + menu + self.if_has("hidden boxes", HIDDEN_BOX)

    def _menu_of_boards(self) -> str:
        items = (
            f"<li>{link(self.links.board(board), name)}</li>"
            for board, name in self.talk.boards.items()
            if board not in self.talk.parents
        )
        return f'<div class="boardmenu"><h3>Forums</h3><ul>{"".join(items)}</ul></div>'

    def _foot(self, canonical: str) -> str:
        foot = self.if_has("archive view", f"{link(ARCHIVE, 'Archive')} ")
        foot += self.if_has("log-in form below", LOG_IN_FORM)
        if "switches" in self.style.has:
            switches = (link(self._view(canonical or "/", pair), text) for pair, text in SWITCHES)
            foot += f'<p class="switches">{" ".join(switches)}</p>'
        return foot

    def _view(self, url: str, pair: str) -> str:
        """Give another address at which a page is shown."""
        view = add_key(url, pair)
        self.links.copies[view] = url
        return view

    def _turns(self, urls: Sequence[str], page: int) -> str:
        to_last = f" {link(urls[-1], '&raquo;|')}" if page < len(urls) else ""
        return super()._turns(urls, page) + self.if_has("links to last pages", to_last)

    def threads(self, threads: Iterable[Thread]) -> str:
        announced = list(self.talk.threads.values())[:2]
        return self.if_has("announcements", super().threads(announced)) + super().threads(threads)

    def threads_alone(self, threads: Iterable[Thread]) -> str:
        """Write a list of threads without the announcements that stand above those of boards."""
        return super().threads(threads)

    def _thread(self, thread: Thread) -> str:
        if "rows as links" not in self.style.has:
            return super()._thread(thread)
        return self.style.thread.row.format(
            url=escape(self.links.thread(thread)),
            title=escape(thread.title),
            starter=escape(thread.posts[0].name),
            replies=len(thread.posts) - 1,
            views=thread.views,
            last=self.time(thread.last.time),
        )

    def _labels(self, thread: Thread) -> str:
        url = self.links.thread(thread)
        icon = self.if_has("icon links", f"{link(url, ICON, 'icon')} ")
        unread = f"{link(self._unread(url), NEW_ICON, 'unread')} " if "unread posts" in self.style.has else ""
        return super()._labels(thread) + icon + unread

    def _unread(self, url: str) -> str:
        """Give the address of the first unread post of a thread, which is its first: nobody is logged in."""
        if "permalinks that redirect" not in self.style.has:
            return self._view(url, "goto=newpost")
        view = add_key(url, "goto=newpost")
        self.links.redirects[view] = url
        return view

    def _start(self, thread: Thread) -> str:
        excerpt = escape(thread.posts[0].paragraphs[0][:120])
        return self.if_has("excerpts", f'<p class="excerpt">{excerpt}...</p>') + super()._start(thread)

    def posts(self, thread: Thread, posts: Iterable[Post]) -> str:
        shown, first = list(posts), thread.posts[0]
        above = POLL if "polls" in self.style.has and shown[0] is first and thread.number % 7 == 0 else ""
        if "repeated first posts" in self.style.has and shown[0] is not first:
            shown.insert(0, first)
        opening = self._opening(thread) if shown[0] is first else ""
        if opening:
            del shown[0]
        return above + opening + (super().posts(thread, shown) if shown else "")

    def _opening(self, thread: Thread) -> str:
        """Write the first post of a thread in a box of another kind, if the forum does and the look has one box."""
        if "opening posts apart" not in self.style.has:
            return ""
        box = OUTER_BOX.fullmatch(self._post(thread, thread.posts[0]))
        return f'<div class="opening" id="op{thread.posts[0].number}">{box[2]}</div>' if box else ""

    def _votes(self, post: Post) -> str:
        up, down = (link(f"/vote?p={post.number}&d={way}", mark) for way, mark in (("up", "+"), ("down", "-")))
        return self.if_has("votes", f'<div class="votes">{up} <span>{post.number % 17}</span> {down}</div>')

    def _body(self, post: Post) -> str:
        picture = f'<p><img src="/up/{post.number}.jpg" alt=""></p>' if post.number % 6 == 0 else ""
        return self.if_has("pictures", picture) + super()._body(post)
