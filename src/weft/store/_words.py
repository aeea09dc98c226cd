"""Words of all scripts: how text is written into the search index, what a query asks for, what a find shows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from weft.store._packing import clean_text

# Scripts written without spaces between words, and Hangul, whose words carry their endings: every character is indexed
# by itself, and a run of them is asked for as a phrase. Thai to Khmer, CJK and kana, Hangul, the planes of rare Han.
_SPACELESS = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff])"
)
# Signs that people leave out when they type: accents, Hebrew and Arabic vowels, the Arabic stretching stroke.
_SIGNS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+")
_TERM = re.compile(r'(-?)"([^"]*)"(\*?)|(-?)([^\s"*]+)(\*?)')
# What the index takes for words once a text is folded: the same as `_words_in`.
TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
_PLAIN_WORD = re.compile("[A-Za-z0-9]+")
_LAST_MARK = 0x1F000  # beyond it there are pictures and rare Han, and one block of selectors that mean nothing
MARK, UNMARK = "\x02", "\x03"
_MARKS = re.compile("[\x02\x03]")
_MAX_TERMS = 50  # SQLite ends expressions deeper than 256
_LEAD_CHARACTERS = 60  # of a snippet before the first word found
_SNIPPET_CHARACTERS = 240
_LOOKED_AT = 200  # finds among which the best stretch is chosen; a long post may have thousands


@dataclass(frozen=True, slots=True)
class Term:
    """Words that must stand side by side; the last may be the beginning of one."""

    words: tuple[str, ...]
    begins: bool = False
    without: bool = False

    def ask(self) -> str:
        """Give the term as the index wants it."""
        return f'"{" ".join(self.words)}"' + ("*" if self.begins else "")

    def starts_at(self, words: Sequence[str], place: int) -> bool:
        """Tell whether folded words, from `place` on, are those of this term."""
        end = place + len(self.words)
        found = tuple(words[place:end])
        if not self.begins:
            return found == self.words
        return len(found) == len(self.words) and found[:-1] == self.words[:-1] and found[-1].startswith(self.words[-1])


def fold(text: str) -> str:
    """Give text as it is indexed: small letters, no accents, one space around characters that are words themselves.

    Plain ASCII is left alone, since the index itself makes its letters small.
    """
    if text.isascii():
        return text
    plain = _SIGNS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return " ".join(_SPACELESS.split(unicodedata.normalize("NFC", plain)))


@lru_cache(maxsize=1)
def _any_word() -> re.Pattern[str]:
    """Give the pattern of words of all scripts; vowel signs of Indic scripts belong to them and are not in `\\w`."""
    marks = (chr(code) for code in range(0x300, _LAST_MARK) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(f"(?:[^\\W_]|[{''.join(marks)}])+")


def _words_in(text: str) -> Iterator[re.Match[str]]:
    return (_PLAIN_WORD if text.isascii() else _any_word()).finditer(text)


def split_words(text: str) -> list[str]:
    """Give the folded words of a text."""
    return [found[0] for found in _words_in(fold(clean_text(text)).lower())]


def read_query(query: str) -> list[Term]:
    """Turn what a person types into terms; what has no letter or digit is left out."""
    terms = []
    for minus, phrase, star, hyphen, word, end in _TERM.findall(query):
        if words := split_words(phrase or word):
            terms.append(Term(tuple(words), bool(star or end), bool(minus or hyphen)))
    return terms[:_MAX_TERMS]


def ask_index(terms: Sequence[Term], author: str = "") -> str:
    """Give the expression of a query for the index; empty when nothing is asked for."""
    wanted = [term.ask() for term in terms if not term.without]
    if name := split_words(author):
        wanted.append("{author} : " + Term(tuple(name)).ask())
    if not wanted:
        return ""
    return " ".join(["(" + " AND ".join(wanted) + ")", *(f"NOT {term.ask()}" for term in terms if term.without)])


def is_name(name: str, wanted: str) -> bool:
    """Tell whether a name is the one asked for, but for case and accents."""
    return name == wanted or split_words(name) == split_words(wanted) != []


def find_terms(text: str, terms: Sequence[Term]) -> list[tuple[int, int, int]]:
    """Give where a text has the terms: start, end, and which term."""
    places: list[tuple[int, int]] = []
    words: list[str] = []
    for found in _words_in(text):
        for start, end in _cut(text, found.start(), found.end()):
            piece = text[start:end]
            for word in (piece.lower(),) if piece.isascii() else split_words(piece):
                places.append((start, end))
                words.append(word)
    wanted = [(number, term) for number, term in enumerate(terms) if not term.without]
    return [
        (places[place][0], places[place + len(term.words) - 1][1], number)
        for place in range(len(words))
        for number, term in wanted
        if term.starts_at(words, place)
    ]


def has_any(terms: Sequence[Term], *texts: str) -> bool:
    """Tell whether one of the texts has one of the terms that are asked for; true when none is."""
    if all(term.without for term in terms):
        return True
    return any(find_terms(text, terms) for text in texts)


def _cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a run of letters where characters are words themselves."""
    if text.isascii():
        return [(start, end)]
    cuts = [start]
    for single in _SPACELESS.finditer(text, start, end):
        cuts += [single.start(), single.end()]
    cuts.append(end)
    return [(a, b) for a, b in pairwise(cuts) if a < b]


def cut_snippet(text: str, terms: Sequence[Term]) -> str:
    """Give the stretch of a text that has most of the terms, what was found between marks."""
    text = " ".join(_MARKS.sub("", text).split())
    found = find_terms(text, terms)
    start = max(0, _best_start(found) - _LEAD_CHARACTERS)
    if start:
        start = text.find(" ", start, start + _LEAD_CHARACTERS // 2) + 1 or start
    end = min(len(text), start + _SNIPPET_CHARACTERS)
    if end < len(text):
        space = text.rfind(" ", end - _LEAD_CHARACTERS // 2, end)
        end = space if space > 0 else end
    inside = [(a, b) for a, b, _ in found if start <= a and b <= end]
    return ("… " if start else "") + _mark(text, start, end, inside) + (" …" if end < len(text) else "")


def _best_start(found: Sequence[tuple[int, int, int]]) -> int:
    """Tell where to begin so that most different terms come within a snippet's length."""
    best, most = 0, 0
    found = found[:_LOOKED_AT]
    for start, _, _ in found:
        reach = start + _SNIPPET_CHARACTERS - _LEAD_CHARACTERS
        different = len({number for a, b, number in found if start <= a and b <= reach})
        if different > most:
            best, most = start, different
    return best


def _mark(text: str, start: int, end: int, spans: Sequence[tuple[int, int]]) -> str:
    pieces, last = [], start
    for a, b in sorted(spans):
        if a >= last:
            pieces += [text[last:a], MARK, text[a:b], UNMARK]
            last = b
    return "".join((*pieces, text[last:end]))
