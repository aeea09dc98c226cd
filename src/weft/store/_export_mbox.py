"""mbox: one message a post, in the conversations that threads are, for mail programs and tools made for lists."""

from __future__ import annotations

import binascii
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime, formataddr
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

from weft.page import Post
from weft.store._export_body import build_body
from weft.store._export_file import whole_file
from weft.store._export_select import EVERYTHING, Exported, Progress, Selection, Walk
from weft.store._export_text import iso_time, one_line, plain_text, with_offset
from weft.store._forum_ports import Forum, PostRow, ThreadRow

_SUBJECT_CHARS, _NAME_CHARS = 250, 80
_LINE_BYTES = 78  # a header longer than this is folded (RFC 5322 2.1.1)
_LONGEST_LINE = 900  # bytes; RFC 5322 allows 998
_HOST = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_FROM_LINE = re.compile(rb"^From ", re.MULTILINE)
_ADDRESS = re.compile(r"[!-;=?-~]{1,900}")  # what may stand between < and >
_ID_CHARS, _NAME_DIGEST_CHARS = 32, 12


def export_mbox(
    forum: Forum, out: Path, selection: Selection = EVERYTHING, progress: Progress | None = None
) -> Exported:
    """Write one message a post (RFC 5322, RFC 4155): text and HTML, answers under what they answer.

    Addresses are invented and end in `.invalid`, which never exists (RFC 2606). Message-IDs stay the same from one
    export to the next. A post whose time is not known is dated by when it was first seen.
    """
    walk = Walk(forum, selection, progress)
    with whole_file(out) as file:
        for thread, posts in walk:
            for row, first in _with_first(forum, thread, posts):
                file.write(_write_message(thread, row, first))
    return walk.exported


def _with_first(forum: Forum, thread: ThreadRow, posts: Iterator[PostRow]) -> Iterator[tuple[PostRow, str]]:
    """Give each post with the Message-ID of the thread's first, which itself may not be chosen."""
    head = next(posts, None)
    if head is None:
        return
    first = head if head.position == 1 else next(forum.posts(thread=thread.url), head)
    root = _message_id(thread.url, first.post)
    for row in chain([head], posts):
        yield row, root


def _write_message(thread: ThreadRow, row: PostRow, first: str) -> bytes:
    """Write a message by hand, its values encoded by the email library: EmailMessage takes ten times as long."""
    moment = with_offset(row.post.time or row.first_seen)
    stamp = time.asctime(moment.astimezone(UTC).timetuple())
    lines = [f"From weft@weft.invalid {stamp}"]
    lines += (f"{name}: {value}" for name, value in _headers(thread, row.post, first, moment))
    return "\n".join(lines).encode("ascii") + b"\n" + _content(thread, row.post) + b"\n"


def _headers(thread: ThreadRow, post: Post, first: str, moment: datetime) -> Iterator[tuple[str, str]]:
    own = _message_id(thread.url, post)
    host = _invented_host(thread.url)
    yield "From", _person(post.author, post.author_url, host)
    yield "Date", format_datetime(moment)
    yield "Subject", _subject(thread.title, is_answer=own != first)
    yield "Message-ID", own
    if own != first:
        parent = _id_of(thread.url, post.reply_to) if post.reply_to else first
        parent = first if parent == own else parent
        yield "In-Reply-To", parent
        yield "References", first if parent == first else f"{first}\n {parent}"
    yield "List-Id", _board(thread.board, thread.board_title, host)
    if _ADDRESS.fullmatch(post.url):
        yield "Archived-At", f"<{post.url}>"  # RFC 5064
    yield "MIME-Version", "1.0"


def _content(thread: ThreadRow, post: Post) -> bytes:
    text = _part("plain", plain_text(post.text) + _list_files(post))
    html = build_body(post.html, post.url or thread.url) if post.html else ""
    if not html:
        return text
    page = _part("html", f"<!DOCTYPE html>\n<meta charset=utf-8>\n{html}")
    # made from the content, so that no post can hold the boundary it will get, and two exports are the same
    boundary = f"=_{sha256(text + page).hexdigest()[:_ID_CHARS]}"
    mark = f"--{boundary}".encode()
    head = f'Content-Type: multipart/alternative; boundary="{boundary}"\n\n'.encode()
    return head + mark + b"\n" + text + b"\n" + mark + b"\n" + page + b"\n" + mark + b"--\n"


def _part(subtype: str, text: str) -> bytes:
    """Write a part as it is where mail allows it, else quoted-printable.

    A line that begins with "From " would begin a message; quoted, its F is written as a number, and every reader gets
    the text as it was. The usual `>From` leaves its mark.
    """
    body = text.replace("\r\n", "\n").replace("\r", "\n").encode()
    body = body if body.endswith(b"\n") else body + b"\n"
    if _FROM_LINE.search(body) or max(map(len, body.split(b"\n"))) > _LONGEST_LINE:
        encoding, body = "quoted-printable", _FROM_LINE.sub(b"=46rom ", binascii.b2a_qp(body))
    else:
        encoding = "7bit" if body.isascii() else "8bit"
    head = f'Content-Type: text/{subtype}; charset="utf-8"\nContent-Transfer-Encoding: {encoding}\n\n'
    return head.encode() + body


def _list_files(post: Post) -> str:
    if not post.attachments:
        return ""
    lines = (f"{one_line(file.name, _NAME_CHARS) or 'file'}: {plain_text(file.url)}" for file in post.attachments)
    return "\n\nAttachments:\n" + "\n".join(lines)


@lru_cache(maxsize=4096)
def _person(name: str, url: str, host: str) -> str:
    name = one_line(name, _NAME_CHARS)
    digest = sha256((url or name).encode("utf-8", "surrogatepass")).hexdigest()[:_NAME_DIGEST_CHARS]
    return _named(name or "unknown", f"{digest}@{host}", len("From: "))


@lru_cache(maxsize=1024)
def _board(url: str, title: str, host: str) -> str:
    title = one_line(title, _NAME_CHARS)
    digest = sha256((url or title).encode("utf-8", "surrogatepass")).hexdigest()[:_NAME_DIGEST_CHARS]
    return _named(title, f"{digest}.{host}", len("List-Id: ")) if url or title else f"<{host}>"


def _named(name: str, address: str, used: int) -> str:
    """Give a name with an address, as From and List-Id (RFC 2919) have it."""
    if name.isascii():
        return formataddr((name, address)).replace(f" <{address}>", f"\n <{address}>")
    return f"{_encoded(name, used)}\n <{address}>"


@lru_cache(maxsize=16)  # the posts of a thread come one after the other
def _subject(title: str, *, is_answer: bool) -> str:
    line = ("Re: " if is_answer else "") + (one_line(title, _SUBJECT_CHARS) or "(no title)")
    used = len("Subject: ")
    return line if line.isascii() and len(line) + used <= _LINE_BYTES else _encoded(line, used)


def _encoded(text: str, used: int) -> str:
    """Write a text in encoded words (RFC 2047), folded; `used` characters of the first line are taken."""
    return Header(text, "us-ascii" if text.isascii() else "utf-8", maxlinelen=_LINE_BYTES - used).encode(linesep="\n")


def _message_id(thread: str, post: Post) -> str:
    """Give the id of a post: by thread and its own id, else by thread, author, time and text, as the archive does."""
    if post.id:
        return _id_of(thread, post.id)
    return _id_of(thread, "", post.author, iso_time(post.time) or "", post.text)


def _id_of(thread: str, *parts: str) -> str:
    digest = sha256("\0".join((thread, *parts)).encode("utf-8", "surrogatepass")).hexdigest()[:_ID_CHARS]
    return f"<{digest}@{_invented_host(thread)}>"


@lru_cache(maxsize=16)
def _invented_host(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    return f"{host}.invalid" if len(host) < 200 and _HOST.fullmatch(host) else "forum.invalid"
