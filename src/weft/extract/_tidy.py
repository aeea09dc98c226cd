"""What stands in a post's text without belonging to it: signatures after a rule, lists of files, bare addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from selectolax.lexbor import LexborNode

from weft.urls import resolve

_ADDRESS_CHARS = 4
_BLANKS = re.compile(r"[ \t]{2,}")
_ADDRESS = re.compile(r"\bhttps?://\S+")
# "-- " is what letters have had between text and signature since Usenet; forums draw a line of underscores.
_RULE = re.compile(r"(?:--\s?|_{5,}|-{8,}|\u2014{3,})\Z")
_SIGNATURE_LINES, _SIGNATURE_CHARS = 8, 320
_HEAD_CHARS = 160  # of a text in which its head stands
_AFTER_HEAD = " \t\n:;,.)]|-\u2013\u2014"
_LOOSE_ENDS = " \t-\u2013\u2014|~\u2022*·,;"
_NUMBER = re.compile(r"\d+")
_SEPARATORS = " \t\xa0|~\u2022·\u2013\u2014/"
_AFTER_NAME = r"\s*(?:[(\[][^()\[\]\n]{0,80}[)\]])?"


def cut_head(text: str, time: str) -> str:
    """Leave out who wrote a post and when, where its text begins with that."""
    start = text.find(time, 0, _HEAD_CHARS)
    return text[start + len(time) :].lstrip(_AFTER_HEAD) if start >= 0 else text


def cut_signature(text: str) -> str:
    """Leave out what follows the last rule that is near the end of a text, and the rule."""
    if "--" not in text and "_____" not in text and "\u2014" not in text:
        return text
    lines = text.split("\n")
    while len(lines) > 1 and _RULE.match(lines[-1]):  # what stood below was a note
        text = "\n".join(lines := lines[:-1]).rstrip()
    for back in range(1, min(len(lines), _SIGNATURE_LINES + 1) + 1):
        if _RULE.match(lines[-back]):
            is_short = sum(map(len, lines[len(lines) - back :])) <= _SIGNATURE_CHARS  # else the text goes on below it
            return "\n".join(lines[:-back]).rstrip() if back < len(lines) and is_short else text
    return text


def begins_signature(text: str) -> bool:
    """Tell whether a text begins with a rule that signatures stand below."""
    return _RULE.match(text.split(maxsplit=1)[0]) is not None if text.strip() else False


def mask(text: str) -> str:
    """Put 0 for every number of a text."""
    return _NUMBER.sub("0", text)


def is_standing(text: str, standing: frozenset[str]) -> bool:
    """Tell whether a text is made of standing texts and what separates them; their numbers (0) are any."""
    rest = text.rstrip(_SEPARATORS)
    if not rest:
        return True
    text = mask(text)
    if text in standing:
        return True
    if not mask(rest[-1]).endswith(_ends_of(standing)):
        return False  # nearly always
    for phrase in _longest_first(standing):
        text = text.replace(phrase, " ")
    return not text.strip(_SEPARATORS)


@lru_cache(maxsize=256)
def _ends_of(phrases: frozenset[str]) -> tuple[str, ...]:
    """Give the last signs of phrases, separators left out."""
    return tuple({phrase.rstrip(_SEPARATORS)[-1:] for phrase in phrases} - {""})


@lru_cache(maxsize=256)
def _longest_first(phrases: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(phrases, key=len, reverse=True))


def cut_standing(text: str, standing: frozenset[str]) -> str:
    """Leave out last lines that are made of standing texts: buttons."""
    above, newline, last = text.rpartition("\n")
    while newline and is_standing(last, standing):
        text = above
        above, newline, last = text.rpartition("\n")
    return text


def drop_files(text: str, names: Iterable[str]) -> str:
    """Leave out the names of files that a post offers, with what is told of each in brackets, and their heading."""
    present = [name for name in names if name and name in text]
    if not present:
        return text
    for name in present:
        text = re.sub(re.escape(name) + _AFTER_NAME, "\x00", text)
    kept: list[str] = []
    for line in text.split("\n"):
        if "\x00" not in line:
            kept.append(line)
            continue
        rest = line.replace("\x00", " ").strip(_LOOSE_ENDS)
        if rest and not rest.endswith(":"):
            kept.append(_BLANKS.sub(" ", rest))
        elif not rest:
            while kept and not kept[-1].strip():
                kept.pop()
            if kept and kept[-1].rstrip().endswith(":"):
                kept.pop()
    return "\n".join(kept).strip()


def drop_addresses(text: str, links: Iterable[LexborNode], base: str) -> str:
    """Leave bare addresses out of a text: written out, or links whose words are their own address, maybe shortened."""
    for link in links:
        words = " ".join(link.text().split())
        is_address = len(words) >= _ADDRESS_CHARS and ("." in words or "/" in words) and " " not in words
        if is_address and words in text:
            start, _, end = words.replace("\N{HORIZONTAL ELLIPSIS}", "...").partition("...")
            href = link.attributes.get("href") or ""
            address = resolve(href, base) or ""
            if address.startswith("http") and any(
                start.removesuffix("/") in one and end in one for one in (href, address)
            ):
                text = text.replace(words, "", 1)
    if "://" in text:
        text = _ADDRESS.sub("", text)
    if "  " in text or "\t" in text:
        text = _BLANKS.sub(" ", text)
    return text.strip()
