"""Bytes to UTF-8: byte order mark, then the header, then a meta element, then detection (the order browsers use)."""

from __future__ import annotations

import codecs
import re

import cchardet
import webencodings

PRESCAN_BYTES = 1024  # WHATWG 13.2.3.2: where a meta element may declare the charset
# A declared charset is doubted when more than this share of the page's non-ASCII bytes does not decode.
MAX_BAD_SHARE = 0.02
FALLBACK = "windows-1252"

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_COMMENT = re.compile(rb"<!--.*?(?:-->|$)", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]*>?", re.IGNORECASE)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
_HEADER_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_NON_ASCII = re.compile(rb"[\x80-\xff]")

# The web reads these labels as their larger superset; Python's codecs of the same name are the small sets.
_SUPERSETS = {"gbk": "gb18030", "euc-kr": "cp949", "shift_jis": "cp932", "big5": "big5hkscs"}


def to_utf8(content: bytes, content_type: str = "") -> tuple[bytes, str]:
    """Give the page as UTF-8 without a byte order mark, and the name of the charset it was in. Never fails."""
    for mark, name in _BOMS:
        if content.startswith(mark):
            return _recode(content[len(mark) :], name), name
    declared = _lookup(_header_label(content_type)) or _lookup(_meta_label(content), in_page=True)
    if declared is not None and _fits(content, declared):
        return _recode(content, declared), declared
    detected = _detect(content)
    if declared is not None and detected is None:
        detected = declared
    name = detected or FALLBACK
    return _recode(content, name), name


def _recode(content: bytes, name: str) -> bytes:
    if name == "utf-8" and _is_utf8(content):
        return content
    return content.decode(name, "replace").encode("utf-8", "replace")


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lookup(label: str, *, in_page: bool = False) -> str | None:
    """Give Python's codec for a label as the web means it. A page cannot say UTF-16 about itself in ASCII."""
    encoding = webencodings.lookup(label) if label else None
    if encoding is None or encoding.name in ("replacement", "x-user-defined"):
        return None
    if encoding.name.startswith("utf-16"):
        return "utf-8" if in_page else str(encoding.name)
    return _SUPERSETS.get(encoding.name) or str(encoding.codec_info.name)


def _header_label(content_type: str) -> str:
    found = _HEADER_CHARSET.search(content_type)
    return found.group(1) if found else ""


def _meta_label(content: bytes) -> str:
    head = _COMMENT.sub(b"", content[:PRESCAN_BYTES])
    for meta in _META.findall(head):
        found = _CHARSET.search(meta)
        if found:
            return found.group(1).decode("ascii", "replace")
    return ""


def _fits(content: bytes, name: str) -> bool:
    try:
        content.decode(name)
    except UnicodeDecodeError:
        foreign = len(_NON_ASCII.findall(content))
        bad = content.decode(name, "replace").count("\N{REPLACEMENT CHARACTER}")
        return bad <= max(2, MAX_BAD_SHARE * foreign)
    except LookupError:  # a label the web knows and this Python does not
        return False
    return True


def _detect(content: bytes) -> str | None:
    if _is_utf8(content):
        return "utf-8"
    guess = cchardet.detect(content).get("encoding")
    name = _lookup(guess) if guess else None
    return name if name is not None and _fits(content, name) else None
