"""The table of posts: its columns, each said once for all formats that are tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from weft.store._export_files import HeldFile
from weft.store._forum_ports import PostRow, ThreadRow


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    WORD = "word"  # a text that is empty only where it is not known
    WORDS = "words"
    TIME = "time"
    WHOLE = "whole number"
    FLAG = "flag"
    FILES = "files"
    QUOTES = "quotes"


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `read` takes its value from a thread and a post of it."""

    name: str
    kind: Kind
    read: Callable[[ThreadRow, PostRow], Any]


COLUMNS = (
    Column("thread_url", Kind.TEXT, lambda thread, _: thread.url),
    Column("thread_title", Kind.TEXT, lambda thread, _: thread.title),
    Column("board_url", Kind.WORD, lambda thread, _: thread.board),
    Column("board_title", Kind.WORD, lambda thread, _: thread.board_title),
    Column("board_path", Kind.WORDS, lambda thread, _: [crumb.text for crumb in thread.path]),
    Column("tags", Kind.WORDS, lambda thread, _: thread.tags),
    Column("id", Kind.WORD, lambda _, row: row.post.id),
    Column("url", Kind.WORD, lambda _, row: row.post.url),
    Column("author", Kind.WORD, lambda _, row: row.post.author),
    Column("author_url", Kind.WORD, lambda _, row: row.post.author_url),
    Column("time", Kind.TIME, lambda _, row: row.post.time),
    Column("time_text", Kind.WORD, lambda _, row: row.post.time_text),
    Column("edited", Kind.TIME, lambda _, row: row.post.edited),
    Column("text", Kind.TEXT, lambda _, row: row.post.own_text),
    Column("full_text", Kind.TEXT, lambda _, row: row.post.text),
    Column("html", Kind.TEXT, lambda _, row: row.post.html),
    Column("page", Kind.WHOLE, lambda _, row: row.page),
    Column("position", Kind.WHOLE, lambda _, row: row.position),
    Column("reply_to", Kind.WORD, lambda _, row: row.post.reply_to),
    Column("votes", Kind.WHOLE, lambda _, row: row.post.votes),
    Column("accepted", Kind.FLAG, lambda _, row: row.post.accepted),
    Column("attachments", Kind.FILES, lambda _, row: [file for file in row.post.attachments if not file.image]),
    Column("images", Kind.FILES, lambda _, row: [file for file in row.post.attachments if file.image]),
    Column("files", Kind.WORDS, lambda _, row: [f.path for f in row.post.attachments if isinstance(f, HeldFile)]),
    Column("quotes", Kind.QUOTES, lambda _, row: row.post.quotes),
    Column("first_seen", Kind.TIME, lambda _, row: row.first_seen),
    Column("last_seen", Kind.TIME, lambda _, row: row.last_seen),
    Column("version", Kind.WHOLE, lambda _, row: row.version),
    Column("gone", Kind.TIME, lambda _, row: row.gone),
)
