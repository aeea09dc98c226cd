"""What a page of a simulated forum shows, before any markup: the contract between site and skin.

The site (model, URL style, nuisances, truth) builds a view with every href already written; the markup turns it
into HTML and decides nothing about where links lead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link as the page shows it."""

    text: str
    href: str
    rel: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the content of every page of a site."""

    site_title: str
    page_title: str
    home: Anchor
    now: datetime
    breadcrumbs: tuple[Anchor, ...] = ()
    menu: tuple[Anchor, ...] = ()  # search, members, calendar, help, login, register, mark read ...
    footer: tuple[Anchor, ...] = ()  # statistics, contact, external links
    canonical: str = ""
    next_href: str = ""
    prev_href: str = ""
    feed: str = ""
    meta_robots: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True)
class PageLink:
    """One entry of a pager: a number (or dots) and where it leads; no href for the page one is on."""

    label: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Pager:
    """The page-flipping bar of a list; empty `pages` means the list has one page."""

    pages: tuple[PageLink, ...] = ()
    previous: Anchor | None = None
    next: Anchor | None = None
    current: int = 1
    last: int = 1


@dataclass(frozen=True, slots=True)
class LastPost:
    """The 'last post' cell of a board or thread row."""

    thread_title: str
    href: str
    author: Anchor
    time: datetime


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board as its parent lists it."""

    title: Anchor
    description: str
    threads: int
    posts: int
    last: LastPost | None
    subboards: tuple[Anchor, ...] = ()
    moderators: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class Category:
    """A heading on the entry page with its boards; some forums link the heading."""

    title: Anchor  # href may be empty
    boards: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """A thread as a board lists it. `excerpt` and `votes` are for blogs and Q&A."""

    title: Anchor
    author: Anchor
    started: datetime
    replies: int
    views: int
    last: LastPost | None
    pages: tuple[PageLink, ...] = ()
    sticky: bool = False
    locked: bool = False
    announcement: bool = False
    moved: bool = False
    unread: bool = False
    tags: tuple[Anchor, ...] = ()
    excerpt: str = ""
    votes: int = 0


@dataclass(frozen=True, slots=True)
class AdRow:
    """An advertisement that stands between rows or posts as if it were one of them."""

    text: str
    link: Anchor


class BlockKind(StrEnum):
    """What a piece of a post's body is."""

    PARAGRAPH = "paragraph"
    QUOTE = "quote"
    CODE = "code"
    LIST = "list"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a post's body. `lines` are sentences, code lines or list items; `link` is an in-text link or image."""

    kind: BlockKind
    lines: tuple[str, ...]
    author: str = ""  # of a quote
    link: Anchor | None = None


@dataclass(frozen=True, slots=True)
class FileLink:
    """An attachment as a post shows it."""

    name: str
    href: str
    size_bytes: int
    is_image: bool
    downloads: int


@dataclass(frozen=True, slots=True)
class PostView:
    """A post as a thread page shows it."""

    id: int
    number: int  # position in the thread, from 1
    author: Anchor
    joined: datetime
    author_posts: int
    time: datetime
    body: tuple[Block, ...]
    permalink: Anchor | None
    location: str = ""
    signature: str = ""
    files: tuple[FileLink, ...] = ()
    actions: tuple[Anchor, ...] = ()  # reply, quote, report, vote ...
    edited: datetime | None = None
    depth: int = 0  # nesting below the first post
    reply_to: Anchor | None = None
    votes: int | None = None
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class EntryView:
    """The forum's front page."""

    frame: Frame
    categories: tuple[Category, ...]
    recent: tuple[ThreadRow, ...] = ()  # 'latest posts' box
    online: tuple[Anchor, ...] = ()  # who is online
    stats: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """One page of one board: sub-boards, then threads."""

    frame: Frame
    title: str
    description: str
    subboards: tuple[BoardRow, ...]
    rows: tuple[ThreadRow | AdRow, ...]
    pager: Pager
    sorts: tuple[Anchor, ...] = ()  # sort orders and filters
    actions: tuple[Anchor, ...] = ()  # new thread, mark read, watch
    layout: int = 0  # which of two layouts, on sites that have two


@dataclass(frozen=True, slots=True)
class ThreadView:
    """One page of one thread."""

    frame: Frame
    title: str
    posts: tuple[PostView | AdRow, ...]
    pager: Pager
    previous_thread: Anchor | None = None
    next_thread: Anchor | None = None
    tools: tuple[Anchor, ...] = ()  # print view, e-mail, watch, rate, reply
    tags: tuple[Anchor, ...] = ()
    related: tuple[Anchor, ...] = ()
    locked: bool = False
    layout: int = 0


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A user's page."""

    frame: Frame
    name: str
    fields: tuple[tuple[str, str], ...]
    joined: datetime
    recent: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A user as the member list shows one."""

    user: Anchor
    joined: datetime
    posts: int


@dataclass(frozen=True, slots=True)
class MembersView:
    """One page of the member list."""

    frame: Frame
    title: str
    rows: tuple[MemberRow, ...]
    pager: Pager
    sorts: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class LinksView:
    """A page that is mostly links: tag cloud, tag page, search results, help, calendar month."""

    frame: Frame
    title: str
    intro: str
    links: tuple[Anchor, ...]
    pager: Pager = field(default_factory=Pager)
    grid: bool = False  # a calendar month


@dataclass(frozen=True, slots=True)
class FormView:
    """A page with a form: login wall, search, reply, registration. `fields` are (name, type)."""

    frame: Frame
    title: str
    message: str
    action: str
    method: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MessageView:
    """A short notice: an error, a soft 404, 'thank you'."""

    frame: Frame
    title: str
    message: str


@dataclass(frozen=True, slots=True)
class PrintView:
    """A thread without its surroundings."""

    frame: Frame
    title: str
    posts: tuple[PostView, ...]


View = EntryView | BoardView | ThreadView | ProfileView | MembersView | LinksView | FormView | MessageView | PrintView
