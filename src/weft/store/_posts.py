"""Posts in SQL: what a look at a page asks for and changes. All runs inside the caller's transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from weft.page import Post
from weft.store._files_carried import CarriedFiles
from weft.store._lists import cut_portions
from weft.store._packing import Key, pack_post, pack_rest, pack_time, unpack_post, unpack_time
from weft.store._seats import Held, Look, Outcome, PageSeen, Spot, find_gone
from weft.store._tally import POSTS, USERS, Kind, Tally
from weft.store._word_index import WordIndex

Author = tuple[str, str]  # name and address
_HELD = (
    "SELECT p.id, p.key, p.page, p.url_id, p.place, p.version, p.first_seen, p.last_seen, p.missed_at, p.doubt,"
    " p.gone_at, p.time, p.zone, p.text, p.rest, coalesce(u.name, ''), coalesce(u.url, '')"
    " FROM posts AS p LEFT JOIN users AS u ON u.id = p.user_id"
)
_BY_KEY = f"{_HELD} WHERE p.thread_id = ? AND p.key IN (SELECT value FROM json_each(?))"  # noqa: S608  our own words
_ON_PAGE = f"{_HELD} WHERE p.thread_id = ? AND p.page = ? AND p.url_id = ? ORDER BY p.place"
_MISSED = f"{_HELD} WHERE p.thread_id = ? AND p.missed_at IS NOT NULL AND p.gone_at IS NULL"
_BY_ID = f"{_HELD} WHERE p.id IN (SELECT value FROM json_each(?))"  # noqa: S608
_IS_THERE = "SELECT 1 FROM posts WHERE thread_id = ? AND key = ?"
_ELSEWHERE = (
    "SELECT g.page, r.url_id, r.place FROM repeats AS r JOIN readings AS g ON g.url_id = r.url_id"
    " WHERE r.post_id = ? AND r.url_id <> ? ORDER BY g.page, r.url_id LIMIT 1"
)
_PAGES = "SELECT page, url_id, seen_at FROM readings WHERE thread_id = ? ORDER BY page, url_id"
_INSERT = (
    "INSERT INTO posts (id, thread_id, key, page, url_id, place, user_id, time, zone, version, first_seen, doubt, text,"
    " rest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, 0, ?, ?)"
)
_MOVE = (
    "UPDATE posts SET page = ?, url_id = ?, place = ?, version = ?, first_seen = ?, last_seen = ?, missed_at = ?,"
    " doubt = ?, gone_at = ? WHERE id = ?"
)
_REWRITE = "UPDATE posts SET key = ?, user_id = ?, time = ?, zone = ?, text = ?, rest = ? WHERE id = ?"
_AUTHORS = (
    "SELECT u.name, u.url, u.id, u.posts FROM json_each(?) AS j JOIN users AS u"
    " ON u.name = json_extract(j.value, '$[0]') AND u.url = json_extract(j.value, '$[1]')"
)
_REPEAT = "INSERT OR REPLACE INTO repeats (post_id, url_id, place) VALUES (?, ?, ?)"
_FORGET = (
    "DELETE FROM repeats WHERE post_id = ?",
    "DELETE FROM versions WHERE post_id = ?",
    "DELETE FROM posts WHERE id = ?",
)


@dataclass(frozen=True, slots=True)
class SqlDesk:
    """The posts of one thread, as a look at one of its pages needs them; fulfils `Desk`."""

    connection: sqlite3.Connection
    look: Look
    was_page: int
    is_new: bool  # the thread, so that nothing need be looked up

    def find(self, keys: Collection[Key]) -> dict[Key, Held]:
        """Give those of the thread that have one of the keys."""
        if self.is_new or not keys:
            return {}
        rows = self.connection.execute(_BY_KEY, (self.look.thread, json.dumps(list(keys))))
        return {row[1]: _held(row) for row in rows}

    def standing(self) -> list[Held]:
        """Give those that have their seat on the page, in order."""
        rows = self.connection.execute(_ON_PAGE, (self.look.thread, self.was_page, self.look.url))
        return [_held(row) for row in rows]

    def repeats(self) -> dict[int, int]:
        """Give the posts that the page repeats, by id, and their places there."""
        return dict(self.connection.execute("SELECT post_id, place FROM repeats WHERE url_id = ?", (self.look.url,)))

    def elsewhere(self, post: int) -> Spot | None:
        """Give the first other page that shows a post."""
        return _elsewhere(self.connection, post, self.look.url)


def _elsewhere(connection: sqlite3.Connection, post: int, url: int) -> Spot | None:
    row = connection.execute(_ELSEWHERE, (post, url)).fetchone()
    return Spot(*row) if row else None


@dataclass(frozen=True, slots=True)
class PostWriter:
    """Writes posts of a thread, whose title is as the index of words has it."""

    connection: sqlite3.Connection
    tally: Tally
    words: WordIndex
    carried: CarriedFiles
    thread: int
    title: str

    def write(self, look: Look, outcome: Outcome) -> None:
        """Write what a look changes."""
        authors = Authors(self.connection, outcome.touched())
        if outcome.fresh:
            self._insert(look, outcome.fresh, authors)
        for old, now in outcome.revised:
            self._revise(look, old, now, authors)
        for post in outcome.removed:
            self._remove(post, authors)
        self.connection.executemany("DELETE FROM repeats WHERE post_id = ? AND url_id = ?", outcome.dropped)
        self.connection.executemany(_REPEAT, outcome.repeats)
        authors.save(self.tally)
        self.tally.add(Kind.FORUM, POSTS, len(outcome.fresh) - len(outcome.removed))

    def _insert(self, look: Look, fresh: Sequence[tuple[Key, Post, int]], authors: Authors) -> None:
        first = self.connection.execute("SELECT coalesce(max(id), 0) + 1 FROM posts").fetchone()[0]
        rows = []
        for id_, (key, post, place) in enumerate(fresh, first):
            seat = (id_, look.thread, key, look.page, look.url, place)
            rows.append((*seat, authors.count(post, 1), *pack_time(post.time), look.seen, post.text, pack_rest(post)))
            self.words.add(id_, post, self.title)
            self.carried.add(id_, post.attachments)
        self.connection.executemany(_INSERT, rows)

    def _revise(self, look: Look, old: Held, now: Held, authors: Authors) -> None:
        seen = (now.first_seen, now.last_seen, now.missed_at, now.doubt, now.gone_at)
        self.connection.execute(_MOVE, (now.page, now.url, now.place, now.version, *seen, now.id))
        if now.version > old.version:
            version = (old.id, old.version, look.seen, pack_post(old.post))
            self.connection.execute("INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?)", version)
        if now.post is old.post:
            return
        authors.count(old.post, -1)
        user = authors.count(now.post, 1)
        about = (*pack_time(now.post.time), now.post.text, pack_rest(now.post))
        self.connection.execute(_REWRITE, (now.key, user, *about, now.id))
        if now.post.attachments or old.post.attachments:
            self.carried.put(now.id, now.post.attachments)
        if (old.post.text, old.post.author) != (now.post.text, now.post.author):
            self.words.drop(old.id, old.post, self.title)
            self.words.add(now.id, now.post, self.title)

    def _remove(self, post: Held, authors: Authors) -> None:
        self.words.drop(post.id, post.post, self.title)
        self.carried.drop(self.connection, self.tally, post.id)
        for statement in _FORGET:
            self.connection.execute(statement, (post.id,))
        authors.count(post.post, -1)

    def move_page(self, look: Look, was_page: int, title: str) -> None:
        """Give the posts of a page to the thread that it belongs to now, and whose title this is.

        What other pages of this thread show as well stays, on those; what is in that thread already goes.
        """
        self.connection.execute("DELETE FROM repeats WHERE url_id = ?", (look.url,))
        outcome = Outcome()
        rows = self.connection.execute(_ON_PAGE, (self.thread, was_page, look.url)).fetchall()
        for post in map(_held, rows):
            is_there = self.connection.execute(_IS_THERE, (look.thread, post.key)).fetchone()
            if other := _elsewhere(self.connection, post.id, look.url):
                outcome.revised.append((post, replace(post, page=other.page, url=other.url, place=other.place)))
                outcome.dropped.append((post.id, other.url))
            elif is_there:
                outcome.removed.append(post)
            else:
                self.connection.execute("UPDATE posts SET thread_id = ? WHERE id = ?", (look.thread, post.id))
                self.words.drop(post.id, post.post, self.title)
                self.words.add(post.id, post.post, title)
                self.carried.put(post.id, post.post.attachments)
        self.write(look, outcome)


def mark_gone(connection: sqlite3.Connection, thread: int) -> int:
    """Mark what was looked for everywhere it may be; gives how many."""
    missed = [_held(row) for row in connection.execute(_MISSED, (thread,))]
    if not missed:
        return 0
    pages = [PageSeen(*row) for row in connection.execute(_PAGES, (thread,))]
    gone = [(now.gone_at, now.id) for _, now in find_gone(missed, pages)]
    connection.executemany("UPDATE posts SET gone_at = ? WHERE id = ?", gone)
    return len(gone)


class Authors:
    """Who wrote the posts that one look touches: their ids, and how many posts they have after it."""

    def __init__(self, connection: sqlite3.Connection, posts: Iterable[Post]) -> None:
        self._connection = connection
        wanted = dict.fromkeys(author for post in posts if (author := (post.author, post.author_url)) != ("", ""))
        self._known: dict[Author, tuple[int, int]] = {}  # id and posts before
        if wanted:
            rows = connection.execute(_AUTHORS, (json.dumps(list(wanted)),))
            self._known = {(name, url): (id_, posts) for name, url, id_, posts in rows}
        for author in wanted:
            if author not in self._known:
                cursor = connection.execute("INSERT INTO users (name, url, posts) VALUES (?, ?, 0)", author)
                self._known[author] = (int(cursor.lastrowid or 0), 0)
        self._changes: Counter[Author] = Counter()

    def count(self, post: Post, number: int) -> int | None:
        """Count posts of an author; gives the author's id, or None for nobody."""
        author = (post.author, post.author_url)
        if author not in self._known:
            return None
        self._changes[author] += number
        return self._known[author][0]

    def save(self, tally: Tally) -> None:
        """Write the counts."""
        changes = [(self._known[author], number) for author, number in self._changes.items() if number]
        self._connection.executemany(
            "UPDATE users SET posts = posts + ? WHERE id = ?", [(number, id_) for (id_, _), number in changes]
        )
        for (_, before), number in changes:
            tally.add(Kind.FORUM, USERS, (before + number > 0) - (before > 0))


def retitle(connection: sqlite3.Connection, words: WordIndex, thread: int, old: str, new: str) -> None:
    """Let the posts of a thread be found by its new title, no longer by the old one."""
    ids = [row[0] for row in connection.execute("SELECT id FROM posts WHERE thread_id = ?", (thread,))]
    for portion in cut_portions(ids):
        for post in map(_held, connection.execute(_BY_ID, (json.dumps(portion),))):
            words.drop(post.id, post.post, old)
            words.add(post.id, post.post, new)


def _held(row: tuple[Any, ...]) -> Held:
    id_, key, page, url, place, version, first_seen, last_seen, missed_at, doubt, gone_at = row[:11]
    time, zone, text, rest, *author = row[11:]
    post = unpack_post(key, (author[0], author[1]), unpack_time(time, zone), text, rest)
    return Held(id_, key, page, url, place, version, first_seen, post, last_seen, missed_at, doubt, gone_at)
