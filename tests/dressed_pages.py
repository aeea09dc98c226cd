"""How dressed forums write the parts of their pages: looks of boards, threads, posts and pagers, what is around them.

As real forums are dressed: classes, sidebars, tools, permalinks, sort orders, small pagers in the rows of lists.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from html import escape

from dressed_words import ADDRESSES, LANGUAGES, NAMES, PEOPLE, STEMS, Addresses, Post, Talk, Thread, Words

HOST = "http://dressed.example"
NAME = "Board of all things"

PAGE = (
    '<!DOCTYPE html><html lang="{words.code}"><head><meta charset="utf-8"><title>{title} - {site}</title>{head}</head>'
    '<body><div id="wrap"><div id="header"><h1><a href="/">{site}</a></h1><ul class="nav">{menu}</ul></div>'
    '{above}<div id="main">{inside}</div>{below}'
    '<div id="footer">{foot}<p>Powered by nothing &copy; 2024</p><a href="/privacy">Privacy</a> '
    '<a href="/contact">Contact</a></div></div></body></html>'
)
FEED = '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="stylesheet" href="/style.css">'
SIDEBAR = '<aside class="sidebar"><div class="block"><h3>New</h3><ul>{}</ul></div></aside>'
TIMES = (
    '<span class="date">{shown}</span>',
    '<span class="date">{shown}</span>',
    '<time class="date" datetime="{exact}">{shown}</time>',
    '<span class="date" title="{exact}">{shown}</span>',
)
PAGERS = {  # by the numbers they show
    "all": "{numbers}",
    "near": "{numbers}",
    "none": "{before} {after}",
    "all, beside words": "{before} {numbers} {after}",
}
FEATURES = {  # that a forum has with some chance
    "sidebar": 0.5,
    "crumbs": 0.8,
    "small pagers": 0.5,
    "last posts": 0.7,
    "sort orders": 0.4,
    "permalinks": 0.7,
    "numbered posts": 0.5,
    "quotes": 0.6,
    "signatures": 0.5,
    "edits": 0.4,
    "similar threads": 0.3,
    "neighbours": 0.3,
    "canonical addresses": 0.4,
    "pages to print": 0.4,
    "feed": 0.5,
    "tools": 0.6,
    "profiles": 0.7,
    "joining dates": 0.5,
    "avatars": 0.6,
    "subjects": 0.35,
    "pagers above": 0.6,
    "jump box": 0.3,
    "people online": 0.4,
    "linked names": 0.85,
    "boards below": 0.5,
    "categories": 0.5,
    "permalinks that redirect": 0.4,
    "likes": 0.3,
    "advertisements": 0.2,
    "directions of pagers": 0.3,
    "tags": 0.25,
    "starters": 0.6,
    "statistics": 0.4,
    "boards below in rows": 0.5,
    "tools not to follow": 0.3,
    "list of members": 0.5,
}


@dataclass(frozen=True, slots=True)
class Look:
    """How the rows of a list are written, and what is around them."""

    around: str
    row: str


@dataclass(frozen=True, slots=True)
class PostLook(Look):
    """How posts are written, and an advertisement among them."""

    advertisement: str = '<div class="ad">Buy more pepper today</div>'


POSTS = (
    PostLook(
        "<div class='posts'>{}</div>",
        '<table class="post" id="p{number}"><tr><td class="author" rowspan="2">{name}{avatar}{profile}</td>'
        '<td class="head">{subject}{when}</td></tr><tr><td class="body">{votes}<div class="text">{body}</div>'
        "{edited}{likes}{signature}{tools}</td></tr></table>",
    ),
    PostLook(
        "<div class='posts'>{}</div>",
        '<div class="post" id="post{number}"><div class="postprofile">{avatar}<strong>{name}</strong>{profile}</div>'
        '<div class="postbody">{subject}<p class="author">{words.by} {name} &raquo; {when}</p>'
        '{votes}<div class="content">{body}</div>{edited}{likes}{signature}{tools}</div></div>',
    ),
    PostLook(
        "<div class='posts'>{}</div>",
        '<article class="message" data-id="{number}"><header>{avatar}{name} {when}</header>{subject}'
        '{votes}<div class="bb">{body}</div>{edited}{likes}<footer>{signature}{tools}{profile}</footer></article>',
    ),
    PostLook(
        "<ol class='comments'>{}</ol>",
        '<li class="comment" id="c{number}"><div class="meta">{avatar}{name} <span class="said">{when}</span>{profile}'
        '</div>{subject}{votes}<div class="entry">{body}</div>{edited}{likes}{signature}{tools}</li>',
        '<li class="ad">Buy more pepper today</li>',
    ),
    PostLook(
        "<table class='posts'>{}</table>",
        '<tr class="h"><td colspan="2">{when}</td></tr><tr class="b"><td width="20%">{name}<br>{avatar}{profile}</td>'
        "<td>{subject}{votes}<div>{body}</div>{edited}{likes}{signature}{tools}</td></tr>",
        '<tr class="ad"><td colspan="2">Buy more pepper today</td></tr>',
    ),
    PostLook(
        "<dl class='posts'>{}</dl>",
        '<dt class="who">{avatar}{name} <em>{when}</em>{profile}</dt><dd class="what">{subject}'
        '{votes}<div class="txt">{body}</div>{edited}{likes}{signature}{tools}</dd>',
        "",
    ),
    PostLook(
        "<div class='posts'>{}</div>",
        '<section class="card post" id="m{number}"><div class="row"><div class="left">{avatar}<div>{name}</div>'
        '{profile}</div><div class="right"><div class="time">{when}</div>{subject}{votes}<div class="text">{body}</div>'
        "{edited}{likes}{signature}{tools}</div></div></section>",
    ),
)
THREADS = (
    Look(
        '<table class="topics"><thead><tr><th>{words.new_topic}</th><th>{words.replies}</th><th>{words.views}</th>'
        "<th>{words.last}</th></tr></thead><tbody>{rows}</tbody></table>",
        '<tr class="{parity}"><td class="t">{title}{start}</td><td>{replies}</td><td>{views}</td>'
        '<td class="l">{last}</td></tr>',
    ),
    Look(
        '<ul class="topics">{rows}</ul>',
        '<li class="topic"><h4>{title}</h4>{start}<span class="n">{replies} {words.replies}</span> '
        '<span class="n">{views} {words.views}</span> <span class="l">{last}</span></li>',
    ),
    Look(
        '<div class="topics">{rows}</div>',
        '<div class="topicrow{sticky}"><div class="c1">{title}{start}</div><div class="c2">{replies}</div>'
        '<div class="c3">{views}</div><div class="c4">{last}</div></div>',
    ),
    Look(
        '<div class="topics">{rows}</div>',
        '<dl class="topic"><dt>{title}{start}</dt><dd class="r">{replies}</dd><dd class="v">{views}</dd>'
        '<dd class="l">{last}</dd></dl>',
    ),
    Look(
        '<div class="topics">{rows}</div>',
        '<article class="card"><header>{title}</header>{start}<footer><span>{replies}</span><span>{views}</span>'
        "<span>{last}</span></footer></article>",
    ),
)
BOARDS = (
    Look(
        '<table class="forums"><tr><th></th><th>Forum</th><th>#</th><th>{words.posts}</th><th>{words.last}</th></tr>'
        "{rows}</table>",
        '<tr class="row"><td class="icon"><img src="/i/f.png" alt=""></td><td>{name}<p class="desc">{about}</p>{below}'
        '</td><td class="num">{threads}</td><td class="num">{posts}</td><td class="last">{last}</td></tr>',
    ),
    Look(
        '<div class="forums">{rows}</div>',
        '<div class="forumrow"><div class="info"><h3>{name}</h3><p>{about}</p>{below}</div><div class="stats">'
        '<span>{threads}</span> <span>{posts}</span></div><div class="last">{last}</div></div>',
    ),
    Look(
        '<ul class="forums">{rows}</ul>',
        '<li class="forum"><dl><dt>{name}<br>{about}{below}</dt><dd class="topics">{threads}</dd>'
        '<dd class="posts">{posts}</dd><dd class="lastpost">{last}</dd></dl></li>',
    ),
)


@dataclass(frozen=True, slots=True)
class Style:
    """How a forum is dressed: its addresses, language and looks, and the features it has."""

    addresses: Addresses
    words: Words
    time: str
    time_look: str
    post: PostLook
    thread: Look
    board: Look
    rows_per_page: int
    posts_per_page: int
    has: frozenset[str]
    pager: str
    has_line_breaks: bool  # between the paragraphs of a post


def draw_style(chance: random.Random, seed: int) -> Style:
    """Draw how a forum is dressed."""
    addresses, words = chance.choice(ADDRESSES), chance.choice(LANGUAGES)
    time, time_look = chance.choice(words.times), chance.choice(TIMES)
    post, thread, board = chance.choice(POSTS), chance.choice(THREADS), chance.choice(BOARDS)
    rows, posts = chance.choice((10, 15, 20, 25)), chance.choice((5, 10, 15, 20))
    has = frozenset([feature for feature, share in FEATURES.items() if chance.random() < share])
    pager = chance.choice(list(PAGERS))
    return Style(addresses, words, time, time_look, post, thread, board, rows, posts, has, pager, seed % 2 == 1)


def slug(text: str) -> str:
    """Write a text as addresses have it."""
    return "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split()) or "x"


def add_key(url: str, pair: str) -> str:
    """Add a pair of a key and a value to an address."""
    return f"{url}{'&' if '?' in url else '?'}{pair}"


def link(url: str, text: str, kind: str = "", more: str = "") -> str:
    """Write a link, of a class if one is given."""
    named = f' class="{kind}"' if kind else ""
    return f'<a{named} href="{escape(url)}"{more}>{text}</a>'


@dataclass
class Links:
    """Addresses of all that is said, and of pages that are shown at several: by a redirect, or as a copy.

    `others` has the lists that are shown in another order.
    """

    style: Style
    talk: Talk
    pages: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)

    def board(self, board: int, page: int = 1) -> str:
        addresses = self.style.addresses
        form = addresses.board if page == 1 else addresses.board_page
        return form.format(
            board=board,
            board_name=slug(self.talk.boards[board]),
            page=page,
            rows=self.style.rows_per_page * (page - 1),
        )

    def thread(self, thread: Thread, page: int = 1) -> str:
        addresses = self.style.addresses
        return self._in_thread(addresses.thread if page == 1 else addresses.thread_page, thread, page)

    def person(self, name: str) -> str:
        return self.style.addresses.person.format(person=PEOPLE[name], person_name=slug(name))

    def post(self, thread: Thread, post: Post) -> str:
        return self._post(self.style.addresses.post, thread, post)

    def last_post(self, thread: Thread) -> str:
        return self._post(self.style.addresses.last_post, thread, thread.last)

    def print_view(self, thread: Thread) -> str:
        url = self.thread(thread)
        view = add_key(url, "view=print")
        self.copies[view] = url
        return view

    def sorted_view(self, board: int, order: str) -> str:
        url = self.board(board)
        view = add_key(url, f"sort={order}&dir=desc")
        self.others[view] = url
        return view

    def _post(self, form: str, thread: Thread, post: Post) -> str:
        page = (post.place - 1) // self.style.posts_per_page + 1
        shown = self.thread(thread, page)
        url = self._in_thread(form, thread, page, post)
        if page == 1 and "{page}" in form:
            url = f"{shown}#{url.partition('#')[2]}"
        bare = url.partition("#")[0]
        if bare != shown and bare not in self.pages:
            if "permalinks that redirect" in self.style.has:
                self.redirects[bare] = f"{shown}#{post.number}"
            else:
                self.copies[bare] = shown
        return url

    def _in_thread(self, form: str, thread: Thread, page: int, post: Post | None = None) -> str:
        return form.format(
            board=thread.board,
            board_name=slug(self.talk.boards[thread.board]),
            thread=thread.number,
            title=slug(thread.title),
            page=page,
            rows=self.style.posts_per_page * (page - 1),
            post=post.number if post else 0,
            place=post.place if post else 0,
        )


@dataclass
class Writer:
    """Writes the parts of pages."""

    style: Style
    talk: Talk
    links: Links
    chance: random.Random

    @property
    def words(self) -> Words:
        return self.style.words

    def if_has(self, feature: str, text: str) -> str:
        """Give a text if the forum has a feature, else nothing."""
        return text if feature in self.style.has else ""

    def frame(self, title: str, inside: str, crumbs: Iterable[tuple[str, str]] = (), canonical: str = "") -> str:
        """Write a page: what is on it, and what is around that on all of them."""
        return PAGE.format(
            words=self.words,
            site=NAME,
            title=escape(title),
            head=self._head(canonical),
            menu="".join(f"<li>{link(url, text)}</li>" for url, text in self._menu()),
            above=self._above(crumbs),
            inside=inside,
            below=self._below(),
            foot=self._foot(canonical),
        )

    def _head(self, canonical: str) -> str:
        proper = f'<link rel="canonical" href="{HOST}{escape(canonical)}">' if canonical else ""
        return self.if_has("canonical addresses", proper) + self.if_has("feed", FEED)

    def _menu(self) -> list[tuple[str, str]]:
        words = self.words
        items = [("/", words.home), ("/search", words.search), ("/faq", words.help), ("/login", words.log_in)]
        items.append(("/register", words.register))
        if "list of members" in self.style.has:
            items.append(("/members", words.members))
        return items

    def _above(self, crumbs: Iterable[tuple[str, str]]) -> str:
        """Write what stands above the main part of a page."""
        steps = "".join(f" <span>&raquo;</span> {link(url, escape(text))}" for url, text in crumbs)
        return self.if_has("crumbs", f'<div class="crumbs">{link("/", NAME)}{steps}</div>')

    def _below(self) -> str:
        """Write what stands below the main part of all pages, or beside it."""
        return self.if_has("sidebar", self._sidebar)

    def _foot(self, canonical: str) -> str:
        """Write what the foot of a page begins with."""
        return ""

    @cached_property
    def _sidebar(self) -> str:
        newest = sorted(self.talk.threads.values(), key=lambda thread: thread.last.time)[-6:]
        rows = (
            f"<li>{link(self.links.thread(thread), escape(thread.title[:30]))} "
            f"<small>{self.words.by} {self.who(thread.last.name)}</small></li>"
            for thread in newest
        )
        return SIDEBAR.format("".join(rows))

    def jump_box(self) -> str:
        options = "".join(f'<option value="{board}">{name}</option>' for board, name in self.talk.boards.items())
        return self.if_has("jump box", f'<form class="jump"><select>{options}</select></form>')

    def who(self, name: str, kind: str = "u") -> str:
        """Write the name of a person, with a link to their page if names have one."""
        if "linked names" in self.style.has:
            return link(self.links.person(name), escape(name), kind)
        return f'<span class="{kind}">{escape(name)}</span>'

    def when(self, time: datetime) -> str:
        """Write a time as people read it."""
        form = self.style.time
        if self.words.months:
            form = form.replace("%B", self.words.months.split()[time.month - 1])
        return time.strftime(form)

    def time(self, time: datetime) -> str:
        return self.style.time_look.format(shown=self.when(time), exact=time.isoformat())

    def pager(self, urls: Sequence[str], page: int) -> str:
        """Write what turns the pages of a list or a thread."""
        if len(urls) < 2:
            return ""
        turns = self._turns(urls, page)
        return f'<div class="pagination">{self.words.page} {page} / {len(urls)} <span>{turns}</span></div>'

    def _turns(self, urls: Sequence[str], page: int) -> str:
        before = self._turn(urls[page - 2], self.words.previous, "prev") if page > 1 else ""
        after = self._turn(urls[page], self.words.next, "next") if page < len(urls) else ""
        return PAGERS[self.style.pager].format(before=before, after=after, numbers=self._numbers(urls, page))

    def _turn(self, url: str, text: str, direction: str) -> str:
        return link(url, text, more=self.if_has("directions of pagers", f' rel="{direction}"'))

    def _numbers(self, urls: Sequence[str], page: int) -> str:
        shown, last = [], 0
        for number, url in enumerate(urls, 1):
            if self.style.pager == "near" and number not in (1, len(urls)) and abs(number - page) > 1:
                continue
            if number - last > 1:
                shown.append("<span>…</span>")
            shown.append(link(url, str(number)) if number != page else f"<strong>{number}</strong>")
            last = number
        return " ".join(shown)

    def boards(self, boards: Iterable[int], heading: str = "") -> str:
        """Write a list of boards."""
        above = f'<h2 class="cat">{heading}</h2>' if heading else ""
        rows = "".join(map(self._board, boards))
        return above + self.style.board.around.format(words=self.words, rows=rows)

    def _board(self, board: int) -> str:
        own = self.talk.threads_of(board)
        last = max(own, key=lambda thread: thread.last.time)
        shortcut = link(self.links.last_post(last), escape(last.title[:24]))
        return self.style.board.row.format(
            name=link(self.links.board(board), self.talk.boards[board], "forumtitle"),
            about=self.talk.abouts[board],
            below=self.if_has("boards below in rows", self._boards_below(board)),
            threads=len(own),
            posts=sum(len(thread.posts) for thread in own),
            last=f"{shortcut}<br>{self.words.by} {self.who(last.last.name)} {self.time(last.last.time)}",
        )

    def _boards_below(self, board: int) -> str:
        links = [link(self.links.board(below), self.talk.boards[below]) for below in self.talk.boards_below(board)]
        return f'<div class="subs">{self.words.boards_below}: {", ".join(links)}</div>' if links else ""

    def threads(self, threads: Iterable[Thread]) -> str:
        """Write a page of a list of threads."""
        return self.style.thread.around.format(words=self.words, rows="".join(map(self._thread, threads)))

    def _thread(self, thread: Thread) -> str:
        last = thread.last
        title = link(self.links.thread(thread), escape(thread.title), "topictitle")
        return self.style.thread.row.format(
            words=self.words,
            parity="odd" if thread.number % 2 else "even",
            sticky=" sticky" if thread.is_sticky else "",
            title=f"{self._labels(thread)}{title}{self._small_pager(thread)}{self._tags()}",
            start=self._start(thread),
            replies=len(thread.posts) - 1,
            views=thread.views,
            last=f"{self._shortcut(thread)}{self.who(last.name)} {self.time(last.time)}",
        )

    def _start(self, thread: Thread) -> str:
        first = thread.posts[0]
        who = f'<div class="starter">{self.words.by} {self.who(first.name)}, {self.time(first.time)}</div>'
        return self.if_has("starters", who)

    def _labels(self, thread: Thread) -> str:
        labels = [("Sticky", thread.is_sticky), ("Locked", thread.is_locked)]
        return "".join(f'<span class="label">{label}</span> ' for label, is_shown in labels if is_shown)

    def _small_pager(self, thread: Thread) -> str:
        last = (len(thread.posts) - 1) // self.style.posts_per_page + 1
        if "small pagers" not in self.style.has or last == 1:
            return ""
        numbers = [number for number in range(2, last + 1) if number <= 3 or number == last]
        turns = " ".join(link(self.links.thread(thread, number), str(number)) for number in numbers)
        return f' <span class="mini">[ {turns} ]</span>'

    def _tags(self) -> str:
        if "tags" not in self.style.has or self.chance.random() >= 0.5:
            return ""
        tags = " ".join(link(f"/tag/{tag}", tag) for tag in self.chance.sample(STEMS, 2))
        return f' <span class="tags">{tags}</span>'

    def _shortcut(self, thread: Thread) -> str:
        if "last posts" not in self.style.has:
            return ""
        return link(self.links.last_post(thread), "&raquo;", more=f' title="{self.words.last}"') + " "

    def orders(self, board: int) -> str:
        """Write links to a list in other orders."""
        if "sort orders" not in self.style.has:
            return ""
        links = [link(self.links.sorted_view(board, order), order) for order in ("replies", "views", "starter")]
        return f'<div class="sorts">{"".join(f"{one} " for one in links)}</div>'

    def posts(self, thread: Thread, posts: Iterable[Post]) -> str:
        """Write the posts of a page of a thread."""
        rows = [self._post(thread, post) for post in posts]
        if "advertisements" in self.style.has and len(rows) > 2:
            rows.insert(1, self.style.post.advertisement)
        return self.style.post.around.format("".join(rows))

    def _post(self, thread: Thread, post: Post) -> str:
        answer = "Re: " if post.place > 1 else ""
        signature = f'<div class="sig">{self.words.signature} - {escape(post.name)}</div>' if post.is_signed else ""
        avatar = f'<img class="avatar" src="/avatars/{PEOPLE[post.name]}.png" alt="avatar">'
        return self.style.post.row.format(
            words=self.words,
            number=post.number,
            name=self.who(post.name, "username"),
            avatar=self.if_has("avatars", avatar),
            profile=self.if_has("profiles", self._profile(post.name)),
            subject=self.if_has("subjects", f'<h3 class="subject">{answer}{escape(thread.title)}</h3>'),
            when=self._dated(thread, post),
            votes=self._votes(post),
            body=self._body(post),
            edited=self._note(post) if post.is_edited else "",
            likes=self._likes(),
            signature=self.if_has("signatures", signature),
            tools=self.if_has("tools", self._tools(post)),
        )

    def _votes(self, post: Post) -> str:
        """Write what stands between the head of a post and its text."""
        return ""

    def _profile(self, name: str) -> str:
        number = PEOPLE[name]
        date = datetime(2019, 1 + number % 12, 1 + number % 27, tzinfo=UTC)
        joined = self.if_has("joining dates", f"<dt>{self.words.joined}</dt><dd>{date:%d.%m.%Y}</dd>")
        return f'<dl class="profile">{joined}<dt>{self.words.posts}</dt><dd>{number * 13}</dd></dl>'

    def _dated(self, thread: Thread, post: Post) -> str:
        """Write the time of a post and what leads to it, which may be the time itself."""
        time = self.time(post.time)
        if "permalinks" not in self.style.has:
            return f"{time} "
        url = self.links.post(thread, post)
        if "numbered posts" in self.style.has:
            return f"{time} {link(url, f'#{post.place}', 'permalink')}"
        return link(url, time, "permalink")

    def _body(self, post: Post) -> str:
        quote, parts = "", list(map(escape, post.paragraphs))
        if post.quote is not None:
            cited = f"<cite>{escape(post.quote.name)} {self.words.wrote}</cite>"
            quote = f'<blockquote class="quote">{cited}<p>{escape(post.quote.text)}</p></blockquote>'
        text = "<br><br>".join(parts) if self.style.has_line_breaks else "".join(f"<p>{part}</p>" for part in parts)
        return quote + text

    def _note(self, post: Post) -> str:
        time = self.when(post.time + timedelta(minutes=9))
        return f'<div class="edited">{self.words.edited.format(name=escape(post.name), time=time)}</div>'

    def _likes(self) -> str:
        if "likes" not in self.style.has or self.chance.random() >= 0.15:
            return ""
        return f'<div class="likes">{self.who(self.chance.choice(NAMES))} likes this</div>'

    def _tools(self, post: Post) -> str:
        more = self.if_has("tools not to follow", ' rel="nofollow"')
        quote = link(f"/posting?mode=quote&p={post.number}", self.words.quote, more=more)
        report = link(f"/report?p={post.number}", self.words.report, more=more)
        return f'<ul class="tools"><li>{quote}</li><li>{report}</li></ul>'
