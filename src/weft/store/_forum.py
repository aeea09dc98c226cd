"""The forum read back in SQL: boards, threads, posts and users as rows. Holds no cursor open between two portions."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from weft.page import Crumb, Post
from weft.store._board_paths import Board, BoardPaths
from weft.store._facts import BY_ITSELF
from weft.store._forum_ports import BoardRow, PostRow, ThreadRow, UserRow
from weft.store._packing import (
    clean_text,
    pack_moment,
    unpack_crumbs,
    unpack_moment,
    unpack_post,
    unpack_time,
    unpack_version,
)
from weft.store._seats import page_number

Connection = sqlite3.Connection
_BOARD = (
    "SELECT l.url, b.title, b.description, b.parent, b.path, b.is_board FROM lists AS l JOIN boards AS b ON b.id = l.id"
    " WHERE l.url = ?"
)
_BOARDS = (
    "SELECT b.id, l.url FROM boards AS b JOIN lists AS l ON l.id = b.id"
    " WHERE b.is_board AND b.id > ? ORDER BY b.id LIMIT 500"
)
_BOARD_URLS = "SELECT l.url FROM boards AS b JOIN lists AS l ON l.id = b.id WHERE b.is_board ORDER BY b.id"
# The board of a thread without crumbs is one that lists it: best one that is itself listed as a board, then the one
# with the fewest threads, since pages of recent threads list those of all boards.
_BOARD_OF = (
    "coalesce(t.board_id, (SELECT i.board_id FROM listings AS i JOIN boards AS b ON b.id = i.board_id"  # noqa: S608
    f" JOIN lists AS n ON n.id = b.id WHERE i.thread_id = t.id ORDER BY min(b.title_rank, {BY_ITSELF}), b.size, n.url"
    " LIMIT 1))"
)
_SIZES = f"SELECT {_BOARD_OF} AS board, count(*) FROM threads AS t WHERE t.pages GROUP BY board"  # noqa: S608  ours
_THREADS = (
    "SELECT t.id, l.url, t.title, t.tags, t.crumbs, t.is_sticky, t.is_locked OR t.is_listed_locked, t.views,"  # noqa: S608
    f" t.replies, t.last_time, t.last_zone, coalesce((SELECT url FROM lists WHERE id = {_BOARD_OF}), '')"
    " FROM threads AS t JOIN lists AS l ON l.id = t.id WHERE t.id > ? AND t.pages ORDER BY t.id LIMIT 500"
)
_PATH = (
    f"SELECT coalesce((SELECT url FROM lists WHERE id = {_BOARD_OF}), ''), t.crumbs"  # noqa: S608
    " FROM threads AS t WHERE t.id = ?"
)
_HELD = "SELECT count(*), max(time), zone FROM posts WHERE thread_id = ?"
_IN_SPAN = "SELECT 1 FROM posts WHERE thread_id = ? AND time >= ? AND time < ? LIMIT 1"
_PAGES = (
    "SELECT r.thread_id, u.url FROM json_each(?) AS j JOIN readings AS r ON r.thread_id = j.value"
    " JOIN urls AS u ON u.id = r.url_id ORDER BY r.thread_id, r.page, r.url_id"
)
_SEATS = (
    "SELECT thread_id, page, url_id, place, id, time FROM posts"
    " WHERE (thread_id, page, url_id, place) > (?, ?, ?, ?) AND thread_id <= ?"
    " ORDER BY thread_id, page, url_id, place LIMIT 500"
)
_LAST_SEEN = (
    "coalesce(p.last_seen, max(g.seen_at, coalesce((SELECT max(o.seen_at) FROM repeats AS r"
    " JOIN readings AS o ON o.url_id = r.url_id WHERE r.post_id = p.id), g.seen_at)))"
)
_POSTS = (
    "SELECT p.id, l.url, p.key, p.page, coalesce(u.name, ''), coalesce(u.url, ''), p.time, p.zone, p.version,"  # noqa: S608
    f" p.first_seen, {_LAST_SEEN}, p.gone_at, p.text, p.rest"
    " FROM json_each(?) AS j JOIN posts AS p ON p.id = j.value JOIN lists AS l ON l.id = p.thread_id"
    " JOIN readings AS g ON g.url_id = p.url_id LEFT JOIN users AS u ON u.id = p.user_id"
)
_POSITION = (
    "SELECT count(*) FROM posts AS p JOIN posts AS o ON o.thread_id = p.thread_id"
    " AND (o.page, o.url_id, o.place) <= (p.page, p.url_id, p.place) WHERE p.id = ?"
)
_USERS = "SELECT id, name, url, posts FROM users WHERE posts AND id > ? ORDER BY id LIMIT 500"
_VERSIONS = "SELECT ended_at, post FROM versions WHERE post_id = ? ORDER BY version"
_LAST_ID = (1 << 63) - 1
_EVER = (float("-inf"), float("inf"))
Span = tuple[float, float]  # from, until


def make_span(since: datetime | None, until: datetime | None) -> Span | None:
    """Give a span of time as the tables count; None when it has no bounds, so that posts without time are in it."""
    if since is None and until is None:
        return None
    return (pack_moment(since) if since else _EVER[0], pack_moment(until) if until else _EVER[1])


def board_paths(connection: Connection) -> BoardPaths:
    """Give the ways to boards."""

    def find(url: str) -> Board | None:
        row = connection.execute(_BOARD, (url,)).fetchone()
        if row is None:
            return None
        _, title, description, parent, path, is_board = row
        return Board(url, title, description, parent, unpack_crumbs(path), bool(is_board))

    def known() -> Iterator[str]:
        yield from (url for (url,) in connection.execute(_BOARD_URLS))

    return BoardPaths(find, known)


def list_boards(connection: Connection) -> Iterator[BoardRow]:
    """Go through the boards in the order they became known."""
    paths = board_paths(connection)
    sizes = dict(connection.execute(_SIZES))
    last = 0
    while rows := connection.execute(_BOARDS, (last,)).fetchall():
        for id_, url in rows:
            if board := paths.get(url):
                about = (url, board.title, board.description, paths.parent(board), paths.path(url))
                yield BoardRow(*about, sizes.get(id_, 0))
        last = rows[-1][0]
    yield from paths.list_categories()


def list_threads(connection: Connection, board: str, span: Span | None) -> Iterator[tuple[int, ThreadRow]]:
    """Go through the threads of which a page was read, with their ids."""
    paths = board_paths(connection)
    last = 0
    while rows := connection.execute(_THREADS, (last,)).fetchall():
        last = rows[-1][0]
        wanted = [row for row in rows if _is_wanted(connection, paths, row, board, span)]
        pages: dict[int, list[str]] = {row[0]: [] for row in wanted}
        for id_, url in connection.execute(_PAGES, (json.dumps(list(pages)),)).fetchall():
            pages[id_].append(url)
        for row in wanted:
            yield row[0], _thread(connection, paths, row, pages[row[0]])


def thread_path(connection: Connection, paths: BoardPaths, thread: int) -> tuple[Crumb, ...]:
    """Give the way to the board of a thread."""
    board, crumbs = connection.execute(_PATH, (thread,)).fetchone()
    return paths.path(board) or unpack_crumbs(crumbs)


def _is_wanted(connection: Connection, paths: BoardPaths, row: Sequence[Any], board: str, span: Span | None) -> bool:
    if board and not paths.is_on(_path(paths, row), board):
        return False
    return span is None or connection.execute(_IN_SPAN, (row[0], *span)).fetchone() is not None


def _path(paths: BoardPaths, row: Sequence[Any]) -> tuple[Crumb, ...]:
    return paths.path(row[11]) or unpack_crumbs(row[4])


def _thread(connection: Connection, paths: BoardPaths, row: Sequence[Any], pages: Iterable[str]) -> ThreadRow:
    id_, url, title, tags, _, sticky, locked, views, replies, last_time, zone, board = row
    posts, newest, newest_zone = connection.execute(_HELD, (id_,)).fetchone()
    path = _path(paths, row)
    return ThreadRow(
        url,
        title,
        board,
        paths.title(board) or (path[-1].text if path else ""),
        path,
        tuple(json.loads(tags)) if tags else (),
        bool(sticky),
        bool(locked),
        views,
        replies,
        unpack_time(newest, newest_zone) if last_time is None else unpack_time(last_time, zone),
        tuple(pages),
        posts,
    )


def choose_threads(connection: Connection, thread: str, board: str, span: Span | None) -> Iterator[tuple[int, int]]:
    """Give the threads whose posts are wanted, as first and last id of a run of them."""
    if thread:
        id_ = find_thread(connection, thread)
        paths = board_paths(connection)
        if id_ and (not board or paths.is_on(thread_path(connection, paths, id_), board)):
            yield id_, id_
    elif board:
        for id_, _ in list_threads(connection, board, span):
            yield id_, id_
    else:
        yield 0, _LAST_ID


def list_posts(connection: Connection, span: Span | None, first: int, last: int) -> Iterator[PostRow]:
    """Go through the posts of the threads from the id `first` to `last`, thread by thread, each in order."""
    spot = (first, -1, 0, 0)
    thread, position = 0, 0
    while seats := connection.execute(_SEATS, (*spot, last)).fetchall():
        wanted = {}
        for seat in seats:
            position = position + 1 if seat[0] == thread else 1
            thread = seat[0]
            if span is None or (seat[5] is not None and span[0] <= seat[5] < span[1]):
                wanted[seat[4]] = position
        spot = seats[-1][:4]
        if wanted:
            yield from read_posts(connection, wanted)


def read_posts(connection: Connection, positions: dict[int, int]) -> list[PostRow]:
    """Give posts by their ids, with the positions given, in that order; what is no longer there is left out."""
    rows = {row[0]: row for row in connection.execute(_POSTS, (json.dumps(list(positions)),))}
    return [_post(rows[id_], position) for id_, position in positions.items() if id_ in rows]


def _post(row: Sequence[Any], position: int) -> PostRow:
    _, thread, key, page, name, author_url, time, zone, version, first_seen, last_seen, gone_at, text, rest = row
    post = unpack_post(key, (name, author_url), unpack_time(time, zone), text, rest)
    seen = (unpack_moment(first_seen), unpack_moment(last_seen))
    return PostRow(post, thread, page_number(page), position, *seen, version, unpack_time(gone_at))


def find_position(connection: Connection, post: int) -> int:
    """Tell the how many-th of its thread a post is."""
    return int(connection.execute(_POSITION, (post,)).fetchone()[0])


def first_post(connection: Connection, thread: int) -> int:
    """Give the id of the first post of a thread that has one."""
    return int(connection.execute(_SEATS, (thread, -1, 0, 0, thread)).fetchone()[4])


def find_thread(connection: Connection, url: str) -> int:
    """Give the id of a thread, 0 when there is none."""
    row = connection.execute(
        "SELECT t.id FROM lists AS l JOIN threads AS t ON t.id = l.id WHERE l.url = ?", (clean_text(url),)
    )
    return int((row.fetchone() or (0,))[0])


def list_versions(connection: Connection, thread: str, post_id: str) -> list[tuple[datetime, Post]]:
    """Give the versions of a post, oldest first, each with the moment it was first seen."""
    found = (find_thread(connection, thread), clean_text(post_id))
    row = connection.execute("SELECT id FROM posts WHERE thread_id = ? AND key = ?", found).fetchone()
    if row is None:
        return []
    (now,) = read_posts(connection, {row[0]: 0})
    versions, began = [], now.first_seen
    for ended_at, packed in connection.execute(_VERSIONS, row).fetchall():
        versions.append((began, unpack_version(packed)))
        began = unpack_moment(ended_at)
    return [*versions, (began, now.post)]


def list_users(connection: Connection) -> Iterator[UserRow]:
    """Go through the authors in the order they became known."""
    last = 0
    while rows := connection.execute(_USERS, (last,)).fetchall():
        yield from (UserRow(name, url, posts) for _, name, url, posts in rows)
        last = rows[-1][0]
