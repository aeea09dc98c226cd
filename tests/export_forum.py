"""A forum held in lists, for tests of exports: what an archive gives, with values an archive would not let in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone

from weft.page import Attachment, Crumb, Post, Quote
from weft.store import BoardRow, PostRow, ThreadRow

NOW = datetime(2024, 5, 1, 12, 0, tzinfo=UTC)
SEEN = datetime(2024, 6, 1, 8, 30, tzinfo=UTC)
HOST = "http://forum.example"
TALK = (Crumb("General", f"{HOST}/b/1"), Crumb("Talk", f"{HOST}/b/2"))
REPAIR = (Crumb("Repairs", f"{HOST}/b/3"),)


def a_board(crumbs: Sequence[Crumb], description: str = "") -> BoardRow:
    """A board at the end of a path."""
    parent = crumbs[-2].url if len(crumbs) > 1 else ""
    return BoardRow(crumbs[-1].url, crumbs[-1].text, description, parent, tuple(crumbs), 0)


def a_thread(
    number: int, posts: Sequence[Post], path: Sequence[Crumb] = TALK, **values
) -> tuple[ThreadRow, list[PostRow]]:
    """A thread with its posts, twenty a page."""
    url = f"{HOST}/t/{number}"
    rows = [PostRow(post, url, at // 20 + 1, at + 1, SEEN, SEEN, 1) for at, post in enumerate(posts)]
    board = path[-1] if path else Crumb("", "")
    pages = tuple(f"{url}?page={page}" for page in range(1, len(rows) // 20 + 2))
    known = {"title": f"Thread {number}", "tags": (), "sticky": False, "locked": False, "views": None, "replies": None}
    known |= {"last_time": None, "board": board.url, "board_title": board.text, "path": tuple(path)} | values
    return ThreadRow(url=url, pages=pages, posts=len(rows), **known), rows


def a_post(number: int, text: str = "Hello", **values) -> Post:
    """A post with an id; one each hour."""
    known = {"id": str(number), "url": f"{HOST}/p/{number}", "author": f"Person {number % 3}"}
    known |= {"time": NOW + timedelta(hours=number), "text": text, "own_text": text} | values
    return Post(**known)


@dataclass
class ListForum:
    """The reading side of a forum."""

    held: list[tuple[ThreadRow, list[PostRow]]]
    known: list[BoardRow] = field(default_factory=list)

    def boards(self) -> Iterator[BoardRow]:
        yield from self.known

    def threads(
        self, *, board: str = "", since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[ThreadRow]:
        for thread, rows in self.held:
            on_path = any(board == crumb.url or board.casefold() in crumb.text.casefold() for crumb in thread.path)
            if (not board or on_path) and (not (since or until) or any(is_between(row, since, until) for row in rows)):
                yield thread

    def posts(
        self, *, thread: str = "", board: str = "", since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[PostRow]:
        for owner, rows in self.held:
            if thread in ("", owner.url):
                yield from (row for row in rows if is_between(row, since, until))


def is_between(row: PostRow, since: datetime | None, until: datetime | None) -> bool:
    """Whether a post was written in that time."""
    at = row.post.time
    if at is None:
        return not (since or until)
    return (since is None or at >= since) and (until is None or at < until)


def small_forum() -> ListForum:
    """Three threads on two boards: one with answers, quotes and files, one without a post, one elsewhere."""
    berlin = timezone(timedelta(hours=2))
    answer = a_post(
        2,
        "> Hello\nGrüße, 世界",
        own_text="Grüße, 世界",
        html="<blockquote>Hello</blockquote><p>Grüße, <b>世界</b></p>",
        time=datetime(2024, 5, 1, 16, 30, tzinfo=berlin),
        time_text="Today, 16:30",
        edited=NOW + timedelta(days=1),
        author_url=f"{HOST}/u/2",
        quotes=(Quote("Hello", "Person 1", "1"),),
        reply_to="1",
        attachments=(
            Attachment(f"{HOST}/f/1", "plan.pdf", "pdf"),
            Attachment(f"{HOST}/i/1.png", "dawn.png", "png", image=True),
        ),
        votes=-3,
        accepted=True,
    )
    nameless = Post(text="No id, no name, no time", own_text="No id, no name, no time")
    return ListForum(
        [
            a_thread(1, [a_post(1), answer, nameless], tags=("rain", "wind"), sticky=True, views=70, replies=2),
            a_thread(2, [], locked=True),
            a_thread(3, [a_post(9, "A brake squeals")], REPAIR),
        ],
        [a_board(TALK[:1]), a_board(TALK, "About everything"), a_board(REPAIR)],
    )
