"""JSON Lines: one thread a line, its posts inside."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from weft.page import Attachment, Crumb
from weft.store._export_file import whole_file
from weft.store._export_files import HeldFile
from weft.store._export_select import EVERYTHING, Exported, Progress, Selection, Walk
from weft.store._export_text import iso_time, mend_text
from weft.store._forum_ports import Forum, PostRow, ThreadRow

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def export_jsonl(
    forum: Forum, out: Path, selection: Selection = EVERYTHING, progress: Progress | None = None
) -> Exported:
    """Write each thread as one line of JSON, threads without posts too; see docs/exports.md for the keys.

    A line is written piece by piece, so a thread may be of any length.
    """
    walk = Walk(forum, selection, progress)
    with whole_file(out) as file:
        for thread, posts in walk:
            file.write(_to_bytes(_thread_keys(thread))[:-1] + b',"posts":[')
            comma = b""
            for post in posts:
                file.write(comma + _to_bytes(_post_keys(post)))
                comma = b","
            file.write(b"]}\n")
    return walk.exported


def _to_bytes(value: dict[str, Any]) -> bytes:
    text = _encode(value)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return mend_text(text).encode()


def _thread_keys(thread: ThreadRow) -> dict[str, Any]:
    return {
        "url": thread.url,
        "title": thread.title,
        "board": {"url": thread.board, "title": thread.board_title},
        "path": [_crumb_keys(crumb) for crumb in thread.path],
        "tags": thread.tags,
        "sticky": thread.sticky,
        "locked": thread.locked,
        "views": thread.views,
        "replies": thread.replies,
        "pages": thread.pages,
    }


def _post_keys(row: PostRow) -> dict[str, Any]:
    post = row.post
    return {
        "id": post.id,
        "url": post.url,
        "author": post.author,
        "time": iso_time(post.time),
        "text": post.own_text,
        "html": post.html,
        "page": row.page,
        "position": row.position,
        "reply_to": post.reply_to or None,
        "attachments": _files(post.attachments, images=False),
        "author_url": post.author_url,
        "time_text": post.time_text,
        "edited": iso_time(post.edited),
        "full_text": post.text,
        "quotes": [{"text": quote.text, "author": quote.author, "post": quote.post} for quote in post.quotes],
        "images": _files(post.attachments, images=True),
        "votes": post.votes,
        "accepted": post.accepted,
        "first_seen": iso_time(row.first_seen),
        "last_seen": iso_time(row.last_seen),
        "version": row.version,
        "gone": iso_time(row.gone),
    }


def _crumb_keys(crumb: Crumb) -> dict[str, str]:
    return {"url": crumb.url, "title": crumb.text}


def _files(attachments: Iterable[Attachment], *, images: bool) -> list[dict[str, Any]]:
    return [_file_keys(file) for file in attachments if file.image is images]


def _file_keys(file: Attachment) -> dict[str, Any]:
    keys: dict[str, Any] = {"url": file.url, "name": file.name, "kind": file.kind}
    if isinstance(file, HeldFile):
        keys |= {"path": file.path, "size": file.size, "sha256": file.digest}
    return keys
