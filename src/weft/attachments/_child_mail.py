"""E-mails: who, when, about what, the words, and the files they carry in turn."""

from __future__ import annotations

import io
from email import policy
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser

from weft.attachments._child_archives import tell_unread
from weft.attachments._child_draft import Draft, ReadInner, Source
from weft.attachments._child_html import html_text
from weft.attachments._child_text import decode_text
from weft.attachments._read import MIB

_MAX_BYTES = 32 * MIB
_MAX_HEADER = 2000  # characters
_FACTS = {"title": "subject", "author": "from", "to": "to", "created": "date"}


def read_mail(source: Source, draft: Draft, read_inner: ReadInner) -> None:
    """One message with all its parts. Of text and markup that say the same, the text is taken."""
    data = source.read_up_to(_MAX_BYTES, draft)
    # compat32: the newer policies parse every header into objects, and fail on some that are merely wrong
    message = BytesParser(policy=policy.compat32).parsebytes(data)
    for name, key in _FACTS.items():
        draft.fact(name, _header(message, key))
    draft.text(f"{_header(message, 'subject')}\n")
    for count, part in enumerate(_leaves(message)):
        if count >= draft.limits.entries:
            draft.problem("more parts than are allowed")
            break
        _read_part(part, source, draft, read_inner)
    unread = [member.problem for member in draft.members if member.problem]
    if unread:
        draft.problem(tell_unread(unread, len(draft.members)))


def _leaves(message: Message) -> list[Message]:
    """Give the parts that hold something, in order; of an alternative, the plain text if there is one."""
    found: list[Message] = []
    waiting = [message]
    while waiting:
        part = waiting.pop()
        children = part.get_payload() if part.is_multipart() else None
        if not isinstance(children, list):
            found.append(part)
            continue
        parts = [child for child in children if isinstance(child, Message)]
        if part.get_content_subtype() == "alternative":
            parts = [child for child in parts if child.get_content_type() == "text/plain"] or parts
        waiting.extend(reversed(parts))
    return found


def _read_part(part: Message, source: Source, draft: Draft, read_inner: ReadInner) -> None:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    draft.budget.take(len(data))
    name = _file_name(part)
    if name:
        _read_carried(Source(io.BytesIO(data), name, depth=source.depth + 1), draft, read_inner, len(data))
    elif part.get_content_type() == "text/html":
        text, _, problem = html_text(data, str(part.get("content-type", ""))[:200])
        draft.problem(problem)
        draft.text(text + "\n")
    elif part.get_content_maintype() == "text":
        draft.text(decode_text(data, str(part.get("content-type", ""))[:200])[0] + "\n")


def _read_carried(inner: Source, draft: Draft, read_inner: ReadInner, size: int) -> None:
    """Read a file that the message carries, unless it is a box in a box in a box."""
    draft.text(inner.name + "\n")
    if inner.depth > draft.limits.nesting:
        draft.member(inner.name, size, problem="nested too deep")
        return
    own = draft.inner()
    kind = read_inner(inner, own)
    draft.member(inner.name, size, kind, "; ".join(own.problems[:2]))
    for member in own.members[: draft.limits.entries]:
        draft.member(f"{inner.name}/{member.name}", member.size, member.kind, member.problem)


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename() or ""
    except (ValueError, LookupError, TypeError):  # a name in a charset that does not exist
        return "unnamed"
    return _decode(name) or ("unnamed" if part.get_content_disposition() == "attachment" else "")


def _header(message: Message, key: str) -> str:
    value = message.get(key)
    return _decode(str(value)) if value is not None else ""


def _decode(raw: str) -> str:
    try:
        return str(make_header(decode_header(raw[:_MAX_HEADER])))
    except (ValueError, LookupError, HeaderParseError):
        return raw[:_MAX_HEADER]
