"""A time string cut into numbers, known words, zones and marks."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import NamedTuple

from weft.page._times_lexicon import Meaning, Sense, match_zone, meanings_of, phrases

MAX_TIME_CHARS = 80  # nothing longer is one time
# Direction and joining marks that editors and right-to-left interfaces leave in texts.
_INVISIBLE = "\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff"
_ODD = re.compile(rf"[{_INVISIBLE}]|(?![0-9])\d")
_TENTHS = re.compile(r"(?<![\d.,:/-])(\d{1,4})[.,]\d(?=\s?([^\W\d_]+))")  # of a count, if a unit of time follows
_PIECE = re.compile(r"\d+|[^\W\d_]+|.", re.DOTALL)


class Kind(StrEnum):
    """What sort of piece a token is."""

    NUMBER = "number"
    WORD = "word"
    ZONE = "zone"
    MARK = "mark"


class Token(NamedTuple):
    """A piece of a time string; `meanings` is empty for words no language table knows."""

    kind: Kind
    text: str
    meanings: tuple[Meaning, ...] = ()

    def says(self, sense: Sense) -> bool:
        """Tell whether the word may have this sense."""
        return any(meaning.sense is sense for meaning in self.meanings)


def tidy(text: str) -> str:
    """Give the text in one line, single-spaced, without invisible marks; digits of other scripts as ASCII.

    An age is not told more exactly by its tenths than without: "4.2 years ago".
    """
    text = " ".join(text.split())
    if "." in text or "," in text:
        text = _TENTHS.sub(_without_tenths, text)
    if text.isascii():
        return text
    return _ODD.sub(_to_plain, text).strip() if _ODD.search(text) else text


def _without_tenths(match: re.Match[str]) -> str:
    word = match[2]
    unit = _first_known(word) if unicodedata.east_asian_width(word[0]) in "WF" else word.lower()
    return match[1] if any(meaning.sense is Sense.UNIT for meaning in meanings_of(unit)) else match[0]


def _to_plain(odd: re.Match[str]) -> str:
    return str(unicodedata.digit(odd.group())) if odd.group().isdecimal() else ""


def cut(text: str) -> list[Token]:
    """Cut a tidy text into tokens; joined again they are the text."""
    tokens: list[Token] = []
    lower = text.lower()
    at, had_number = 0, False
    while at < len(text):
        token = _token_at(text, lower, at, had_number=had_number)
        tokens.append(token)
        had_number = had_number or token.kind is Kind.NUMBER
        at += len(token.text)
    return tokens


def _token_at(text: str, lower: str, at: int, *, had_number: bool) -> Token:
    if had_number and (zone := match_zone(text, at)) and _is_zone_place(text, at):
        return Token(Kind.ZONE, zone)
    for phrase in phrases().get(lower[at], ()) if len(lower) == len(text) else ():
        if lower.startswith(phrase, at) and not lower[at + len(phrase) : at + len(phrase) + 1].isalnum():
            return Token(Kind.WORD, text[at : at + len(phrase)], meanings_of(phrase))
    found = _PIECE.match(text, at)
    piece = found.group() if found else text[at]
    if piece.isdigit():
        return Token(Kind.NUMBER, piece)
    if not piece.isalpha():
        return Token(Kind.MARK, piece)
    if unicodedata.east_asian_width(piece[0]) in "WF":
        piece = _first_known(piece)
    return Token(Kind.WORD, piece, meanings_of(piece.lower()))


def _is_zone_place(text: str, at: int) -> bool:
    """Tell whether a zone may stand here: behind a clock; "-05" in "2019-05-06" and "10-0412" are none."""
    before = text[:at].rstrip(" (")
    return ":" in before[-9:] or (before[-1:].isalpha() and ":" in before) or text[at].isalpha()


def _first_known(run: str) -> str:
    """Cut the longest known word off a run of a script without spaces; else one character."""
    for size in range(len(run), 0, -1):
        if meanings_of(run[:size]):
            return run[:size]
    return run[0]
