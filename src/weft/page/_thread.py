"""What a forum is made of, as read from its pages: posts, threads, boards, files. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from weft.page._hints import Crumb


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file or picture that a post carries. `kind` is what its name suggests; empty when it suggests nothing."""

    url: str
    name: str = ""
    kind: str = ""
    image: bool = False  # shown in the text, not offered for download


@dataclass(frozen=True, slots=True)
class Quote:
    """What a post repeats of another. `post` is the id of that post where the page tells it."""

    text: str
    author: str = ""
    post: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """One post as one page shows it.

    `text` is all that its author sent, quotes included, each of their lines after "> ". `own_text` is the author's own
    words: without quotes, and without links that only spell out their address (`html` has them).
    `time` has the offset where the page tells it, else it is taken for UTC; `time_text` is how the page writes it.
    """

    id: str = ""  # the site's own; empty when the page tells none
    url: str = ""  # permalink
    author: str = ""
    author_url: str = ""
    time: datetime | None = None
    time_text: str = ""
    edited: datetime | None = None
    text: str = ""
    own_text: str = ""
    html: str = ""  # sanitised
    quotes: tuple[Quote, ...] = ()
    reply_to: str = ""  # id of the post it answers, where shown
    attachments: tuple[Attachment, ...] = ()
    votes: int | None = None
    accepted: bool = False  # the answer that the asker accepted


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """What one page of a thread shows. `crumbs` lead from the forum to the thread's board, the board last."""

    title: str = ""
    crumbs: tuple[Crumb, ...] = ()
    tags: tuple[str, ...] = ()
    posts: tuple[Post, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class ThreadEntry:
    """A thread as a row of an index page shows it; None where the row does not tell."""

    url: str
    title: str
    author: str = ""
    replies: int | None = None
    views: int | None = None
    last_time: datetime | None = None  # of the last post, or of the first where it shows no other
    last_author: str = ""
    sticky: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A board as a row of the entry page or of a board above it shows it."""

    url: str
    title: str
    description: str = ""
    threads: int | None = None
    posts: int | None = None
    last_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class IndexPage:
    """What one page of a board, or the entry page, shows. `crumbs` lead from the forum to this board, itself last."""

    title: str = ""
    crumbs: tuple[Crumb, ...] = ()
    boards: tuple[BoardEntry, ...] = ()
    threads: tuple[ThreadEntry, ...] = ()
