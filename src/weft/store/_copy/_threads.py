"""The pages of a thread."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain

from markupsafe import Markup

from weft.page import Attachment, Post
from weft.store._copy._boards import Boards
from weft.store._copy._catalogue import Catalogue, Entry
from weft.store._copy._files import FileCopies
from weft.store._copy._press import Crumb, Press, make_turns
from weft.store._export_body import build_body, link_start
from weft.store._export_files import HeldFile
from weft.store._export_select import Walk
from weft.store._export_text import one_line, with_offset
from weft.store._forum_ports import PostRow, ThreadRow

_PAGE_POSTS, _PAGE_CHARS = 200, 2_000_000
_HUES = 12
_FOLDER_THREADS = 1000
_TITLE_CHARS = 300


@dataclass(frozen=True, slots=True)
class File:
    """A file of a post, or a picture that its body does not link to; `start` is the start tag of a link, or empty."""

    label: str
    start: Markup
    image: bool


@dataclass(frozen=True, slots=True)
class PostView:
    """A post as the template shows it."""

    row: PostRow
    post: Post
    initial: str
    hue: int
    body: Markup
    files: tuple[File, ...]
    source: Markup  # start tag of the link to the post on the site, or empty
    answers: int = 0  # position of the post it answers, or 0
    answers_path: str = ""


@dataclass(slots=True)
class Outline:
    """Where the posts of a thread are: the number of its pages, and page and position of each post that has an id."""

    pages: int = 0
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, rows: Sequence[PostRow]) -> None:
        """Note one page more."""
        self.pages += 1
        self.places.update((row.post.id, (self.pages, row.position)) for row in rows if row.post.id)


@dataclass(slots=True)
class _Span:
    """What the lists tell of a thread, gathered while its posts go by."""

    posts: int = 0
    author: str = ""
    first: str = ""
    last: str = ""
    seen: str = ""

    def add(self, rows: Sequence[PostRow]) -> None:
        if not self.posts and rows:
            self.author = rows[0].post.author
        self.posts += len(rows)
        times = [_sortable(row.post.time) for row in rows if row.post.time]
        self.first = min([*times, self.first or "~"]) if times else self.first
        self.last = max([*times, self.last])
        self.seen = max([self.seen, *(_sortable(row.last_seen) for row in rows)])


def thread_path(number: int, page: int = 1) -> str:
    """Give where a page of a thread lies in the copy: from numbers only, a thousand threads a folder."""
    name = f"{number}.html" if page == 1 else f"{number}-{page}.html"
    return f"threads/{number // _FOLDER_THREADS:03d}/{name}"


class ThreadPrinter:
    """Writes threads, a page in memory at a time."""

    def __init__(self, walk: Walk, catalogue: Catalogue, boards: Boards, press: Press, copies: FileCopies) -> None:
        self._walk = walk
        self._copies = copies
        self._catalogue = catalogue
        self._boards = boards
        self._press = press

    def print(self, thread: ThreadRow, posts: Iterator[PostRow]) -> None:
        """Write all pages of a thread and enter it into the lists."""
        number = self._catalogue.number(thread)
        pages = _cut_pages(posts)
        first, second = next(pages, []), next(pages, None)
        outline = Outline()
        # The numbers of a long thread's pages, and where an answered post stands, are known after all of it was read.
        for rows in [first] if second is None else _cut_pages(self._walk.posts(thread.url)):
            outline.add(rows)
        span = _Span()
        for page, rows in enumerate(chain([first], [] if second is None else [second], pages), 1):
            span.add(rows)
            self._print_page(thread, number, page, rows, outline)
        self._catalogue.put(self._entry(thread, number, span))

    def _print_page(self, thread: ThreadRow, number: int, page: int, rows: Sequence[PostRow], outline: Outline) -> None:
        paths = [thread_path(number, each) for each in range(1, max(page, outline.pages) + 1)]
        views = [self._view(thread, row, number, page, outline) for row in rows]
        crumbs = [Crumb(board.title, board.path) for board in self._boards.above(self._boards.of(thread))]
        self._press.print(
            "thread.html",
            paths[page - 1],
            thread=thread,
            title=one_line(thread.title, _TITLE_CHARS) or thread.url,
            crumbs=crumbs,
            posts=views,
            turns=make_turns(paths, page),
            seen=max((row.last_seen for row in rows), default=None),
            source=Markup(link_start(thread.url, "", _nowhere)),  # noqa: S704  built and escaped there
        )

    def _view(self, thread: ThreadRow, row: PostRow, number: int, page: int, outline: Outline) -> PostView:
        post = row.post
        base = post.url or thread.url
        on, position = outline.places.get(post.reply_to, (0, 0)) if post.reply_to else (0, 0)
        body = build_body(post.html, base, self._locate) if post.html else ""
        files = (self._file(file, base) for file in post.attachments)
        return PostView(
            row=row,
            post=post,
            initial=next((char for char in post.author if char.isalnum()), "?").upper()[:1],
            hue=zlib.crc32(post.author.encode("utf-8", "surrogatepass")) % _HUES,
            body=Markup(body),  # noqa: S704  built and escaped there
            files=tuple(file for file in files if not (file.image and file.start and file.start in body)),
            source=Markup(link_start(post.url, "", _nowhere)),  # noqa: S704  built and escaped there
            answers=position,
            answers_path="" if on in (0, page) else thread_path(number, on),
        )

    def _file(self, file: Attachment, base: str) -> File:
        label = one_line(file.name or file.url, _TITLE_CHARS)
        if isinstance(file, HeldFile) and (path := self._copies.place(file)):
            start = Markup('<a href="../../{}" download="{}">').format(path, label)
            return File(label, start, image=False)  # the body links a picture to the site; here it is at hand
        return File(label, Markup(link_start(file.url, base, _nowhere)), file.image)  # noqa: S704  built and escaped there

    def _locate(self, address: str) -> str:
        found = self._catalogue.find(address.partition("#")[0])
        return f"../../{thread_path(found)}" if found else ""

    def _entry(self, thread: ThreadRow, number: int, span: _Span) -> Entry:
        board = self._boards.of(thread)
        last = span.last or (_sortable(thread.last_time) if thread.last_time else "")
        return Entry(
            number=number,
            title=one_line(thread.title, _TITLE_CHARS) or one_line(thread.url, _TITLE_CHARS),
            board=board.number if board else 0,
            author=one_line(span.author, _TITLE_CHARS),
            posts=span.posts,
            first=span.first,
            last=last,
            seen=span.seen,
            sticky=thread.sticky,
            locked=thread.locked,
        )


def _cut_pages(posts: Iterator[PostRow]) -> Iterator[list[PostRow]]:
    """Cut a thread into pages of a bounded number of posts and of a bounded size."""
    page: list[PostRow] = []
    chars = 0
    for row in posts:
        page.append(row)
        chars += len(row.post.html or row.post.text)
        if len(page) >= _PAGE_POSTS or chars >= _PAGE_CHARS:
            yield page
            page, chars = [], 0
    if page:
        yield page


def _sortable(moment: datetime) -> str:
    return with_offset(moment).astimezone(UTC).isoformat(timespec="seconds")


def _nowhere(_address: str) -> str:
    return ""
