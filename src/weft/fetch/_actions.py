"""Requests that act are never made: judged by whole parts of the URL and by whole anchor texts.

Never by words inside a slug or a title: `/threads/how-to-delete-a-post-123` is content. A log-in page is not an action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote_plus

from weft.fetch._action_words import (
    CLEAR_WORDS,
    FUNCTION_KEYS,
    KEY_WORDS,
    NAMING_PARTS,
    OBJECT_WORDS,
    OFF_VALUES,
    PHRASES,
    POST_KEYS,
    PROGRAMS,
    SHORT_KEYS,
    TEXT_KEYS,
    TO_A_POST,
    UNCLEAR_WORDS,
    Act,
)

MAX_PHRASE_CHARS = 60  # longer anchors are titles
MAX_EXTENSION_CHARS = 5

_CLEAR = {word: act for act, words in CLEAR_WORDS.items() for word in words}
_UNCLEAR = {word: act for act, words in UNCLEAR_WORDS.items() for word in words}
_PHRASES = {phrase: act for act, phrases in PHRASES.items() for phrase in phrases}
_SEPARATORS = str.maketrans("", "", "-_. ")
_WORDS = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+")
# `Log out [anna]`, `Abmelden (anna)`: who is logged in stands behind the verb.
_BRACKETED_END = re.compile(r"\s*[\[(【（「][^\[\]()【】（）「」]*[\])】）」]\s*$")
_CLOSING = ("]", ")", "】", "）", "」")
_EDGE = " \t\r\n\u00a0«»‹›<>[](){}|•·:;,.!…→←↩➤►✓✔✗❤♥👍👎+-–—#*/\\\"'"


def acts(url: str, anchor: str = "") -> str:
    """Say what asking for a URL would do (`log out`, `reply`, ...), or '' if it only reads.

    `anchor` is the text of the link that leads there, if there is one.
    """
    return _judge_url(url) or (judge_anchor(anchor) if anchor else "")


def judge_anchor(anchor: str) -> str:
    """Say what a link's text promises to do, or ''."""
    return _judge_phrase(anchor) if len(anchor) <= 2 * MAX_PHRASE_CHARS else ""


@lru_cache(maxsize=8192)
def _judge_phrase(anchor: str) -> str:
    text = " ".join(anchor.casefold().split())
    act = _PHRASES.get(text.strip(_EDGE))
    if act is None and text.endswith(_CLOSING):
        act = _PHRASES.get(_BRACKETED_END.sub("", text).strip(_EDGE))
    return "" if act is None else act.value


@lru_cache(maxsize=8192)
def _judge_url(url: str) -> str:
    rest = url.partition("://")[2]
    path, _, query = rest.partition("/")[2].partition("?")
    act = _judge_path(path) or (_judge_query(query) or _judge_program(path, query) if query else None)
    return "" if act is None else act.value


def _judge_path(path: str) -> Act | None:
    parts = [_unquote(part) for part in path.lower().split("/") if part]
    for at, part in enumerate(parts):
        act = _CLEAR.get(_compact(part))
        # `/tags/vote` names a tag, `/threads/55/vote` votes.
        if act is not None and not (at and parts[at - 1] in NAMING_PARTS and at == len(parts) - 1):
            return act
    if len(parts) > 1 and _has_digit(parts[-2]):
        return _UNCLEAR.get(_compact(parts[-1]))
    return None


def _judge_query(query: str) -> Act | None:
    for key, value in _pairs(query):
        act = _judge_value(key, value) or _judge_key(key, value)
        if act is not None:
            return act
    return None


def _judge_program(path: str, query: str) -> Act | None:
    """Judge `report.php?postid=5`: a program called after what it does, and a post for it to be done to."""
    stem, dot, extension = path.rpartition("/")[2].lower().rpartition(".")
    act = _UNCLEAR.get(stem.translate(_SEPARATORS)) if dot and extension in PROGRAMS else None
    if act not in TO_A_POST:
        return None
    keys = POST_KEYS | SHORT_KEYS if act is Act.DELETE else POST_KEYS  # a report of a trip has a page 2
    is_about_one = any(key.translate(_SEPARATORS) in keys and value.isdigit() for key, value in _pairs(query))
    return act if is_about_one else None


def _pairs(query: str) -> Iterator[tuple[str, str]]:
    for pair in query.replace(";", "&").split("&"):  # some forums separate by semicolons
        key, _, value = pair.partition("=")
        yield _last_index(_unquote(key)).lower(), _unquote(value)


def _judge_key(key: str, value: str) -> Act | None:
    return None if value.lower() in OFF_VALUES else KEY_WORDS.get(key.translate(_SEPARATORS))


def _judge_value(key: str, value: str) -> Act | None:
    if key in TEXT_KEYS or not value or value.isdigit():
        return None
    compact = _compact(value.lower())
    if key not in FUNCTION_KEYS:
        return _CLEAR.get(compact)
    return _CLEAR.get(compact) or _UNCLEAR.get(compact) or _judge_compound(value)


def _judge_compound(value: str) -> Act | None:
    """Judge `mark_topics_read` or `voteUp`: verbs and their objects only, or it is something else (`show_post`)."""
    words = [word.lower() for word in _WORDS.findall(value)]
    if len(words) < 2 or not all(word in OBJECT_WORDS or word in _UNCLEAR or word in _CLEAR for word in words):
        return None
    first = words[0]
    if first == "new" and words[-1].endswith("s"):
        return None  # `new_posts` lists them
    return _CLEAR.get(first) or _UNCLEAR.get(first)


def _unquote(text: str) -> str:
    return unquote_plus(text) if "%" in text or "+" in text else text


def _compact(part: str) -> str:
    """Drop a file extension and all separators: `mark-read.php` is `markread`."""
    stem, dot, extension = part.rpartition(".")
    if dot and stem and len(extension) <= MAX_EXTENSION_CHARS:
        part = stem
    return part.translate(_SEPARATORS)


def _last_index(key: str) -> str:
    """Give what a nested key is about: `form[action]` is `action`."""
    return key.rstrip("]").rpartition("[")[2] if key.endswith("]") else key


def _has_digit(part: str) -> bool:
    return any(character.isdigit() for character in part)
