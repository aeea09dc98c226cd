"""Posts found by words, in SQL. Runs inside the caller's snapshot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from weft.store._board_paths import BoardPaths
from weft.store._forum import Span, board_paths, find_position, first_post, read_posts, thread_path
from weft.store._forum_ports import Hit
from weft.store._words import ask_index, cut_snippet, has_any, is_name, read_query

# What a word counts in text, author and title. A title is that of all posts of its thread: a post that has the word
# itself goes before one that is only in such a thread.
_SCORE = "bm25(words, 1.0, 1.0, 0.5)"
_RANKED = f"SELECT rowid, {_SCORE} AS score FROM words WHERE words MATCH ? ORDER BY score, rowid"  # noqa: S608  ours
_RANKED_IN_SPAN = (
    f"SELECT w.rowid, {_SCORE} AS score FROM words AS w JOIN posts AS p ON p.id = w.rowid"  # noqa: S608
    " WHERE words MATCH ? AND p.time >= ? AND p.time < ? ORDER BY score, w.rowid"
)
_THREAD = "SELECT t.id, t.title FROM posts AS p JOIN threads AS t ON t.id = p.thread_id WHERE p.id = ?"


class Search:
    """One search: goes through what the index gives, best first, and keeps what the caller wants."""

    def __init__(self, connection: sqlite3.Connection, query: str, board: str, author: str, span: Span | None) -> None:
        self._connection = connection
        self._terms = read_query(query)
        self._board, self._author, self._span = board, author, span
        self._paths: BoardPaths = board_paths(connection)
        self._is_on: dict[int, bool] = {}  # threads that are on the board's path
        self._by_title: set[int] = set()  # threads that are among the hits for their title

    def hits(self, limit: int) -> list[Hit]:
        """Give the best posts."""
        found: list[Hit] = []
        for post, score in self._ranked():
            if len(found) >= limit:
                break
            if hit := self._look_at(post, -score):
                found.append(hit)
        return found

    def _ranked(self) -> Iterator[tuple[int, float]]:
        expression = ask_index(self._terms, self._author)
        if not expression:
            return iter(())
        if self._span is None:
            return self._connection.execute(_RANKED, (expression,))
        return self._connection.execute(_RANKED_IN_SPAN, (expression, *self._span))

    def _look_at(self, post: int, score: float) -> Hit | None:
        thread, title = self._connection.execute(_THREAD, (post,)).fetchone()
        if self._board and not self._is_on_board(thread):
            return None
        (row,) = read_posts(self._connection, {post: 0})
        if self._author and not is_name(row.post.author, self._author):
            return None
        if not has_any(self._terms, row.post.text, row.post.author):
            if thread in self._by_title:
                return None
            self._by_title.add(thread)
            if self._span is None and not self._author:
                post = first_post(self._connection, thread)
        (row,) = read_posts(self._connection, {post: find_position(self._connection, post)})
        return Hit(row, title, cut_snippet(row.post.text, self._terms), score)

    def _is_on_board(self, thread: int) -> bool:
        if thread not in self._is_on:
            path = thread_path(self._connection, self._paths, thread)
            self._is_on[thread] = self._paths.is_on(path, self._board)
        return self._is_on[thread]
