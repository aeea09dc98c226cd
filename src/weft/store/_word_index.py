"""The index of words in SQL: which posts are to be found by what, kept in step with them."""

from __future__ import annotations

import sqlite3
from itertools import groupby
from operator import itemgetter

from weft.page import Post
from weft.store._words import fold

_ADD = "INSERT INTO words (rowid, text, author, title) VALUES (?, ?, ?, ?)"
_DROP = "INSERT INTO words (words, rowid, text, author, title) VALUES ('delete', ?, ?, ?, ?)"


class WordIndex:
    """Gathers what a transaction changes, to be written as its last step.

    Written in between, every statement that checks a foreign key would make SQLite write out the words gathered so far
    as a part of the index of its own: 100 µs each, and a hundred small parts to be merged.
    """

    def __init__(self) -> None:
        self._rows: list[tuple[str, tuple[int, str, str, str]]] = []

    def add(self, id_: int, post: Post, title: str) -> None:
        """Let a post be found by its words and those of its thread's title."""
        self._rows.append((_ADD, (id_, fold(post.text), fold(post.author), fold(title))))

    def drop(self, id_: int, post: Post, title: str) -> None:
        """Let a post no longer be found; the index has no copy, so all must be what it was when it was added."""
        self._rows.append((_DROP, (id_, fold(post.text), fold(post.author), fold(title))))

    def save(self, connection: sqlite3.Connection) -> None:
        """Write the changes, in their order."""
        for statement, rows in groupby(self._rows, itemgetter(0)):
            connection.executemany(statement, [row for _, row in rows])
        self._rows.clear()
