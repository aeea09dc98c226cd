"""The shape of a time string: which piece is the year, which the hour; as a pattern other strings can be read with.

Where two numbers could be day and month either way, the shape says only first, middle, last (`a`, `b`, `c`): the order
is a fact about the site, decided elsewhere from many strings together.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from weft.page._times_lexicon import Sense
from weft.page._times_tokens import MAX_TIME_CHARS, Kind, Token, cut

# Negated classes are small automata: over letters of all scripts, re2 takes half as long again.
_WORD = r"[^\s\d.,:]+"
_WORDS = r"[^\d,:]+"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|°)?"
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "º", "ª", "°"})
_CLOCK_SIGNS = {"h": "hour", "时": "hour", "時": "hour", "点": "hour", "點": "hour", "시": "hour"}
_SMALL_CLOCK_SIGNS = {"分": "minute", "분": "minute", "秒": "second", "초": "second"}
_DATE_SIGNS = {
    "年": "year",
    "년": "year",
    "月": "month",
    "월": "month",
    "日": "day",
    "号": "day",
    "號": "day",
    "일": "day",
}
_DIGITS = {"fraction": "+", "count": "{1,4}", "count2": "{1,4}", "count3": "{1,4}", "epoch": "{10,13}"}
_STOPPED = frozenset({"month", "weekday", "unit", "unit2", "unit3"})  # words that may be abbreviated
_SPECIAL = frozenset("\\.+*?()|[]{}^$")
EPOCH_DIGITS = (10, 13)  # seconds or milliseconds since 1970, from 2001 on
_NUMBER = re.compile(r"\d+")
_FIRST_YEAR, _LAST_YEAR = 1960, 2099


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern with one named group a part; `letters` names the undecided numbers, such as "ab" before a year."""

    pattern: str
    letters: str = ""
    has_year: bool = True
    mark: str = ""  # what parts the undecided numbers
    halved: bool = False  # a 12-hour clock
    languages: tuple[str, ...] = ()

    def ordered(self, order: str) -> str:
        """Give the pattern with the undecided numbers named after an order such as "dmy"."""
        names = {"d": "day", "m": "month", "y": "year"}
        wanted = order if len(self.letters) == 3 else order.replace("y", "")
        pattern = self.pattern
        for letter, part in zip(self.letters, wanted, strict=False):
            pattern = pattern.replace(f"(?P<{letter}>", f"(?P<{names[part]}>")
        return pattern


def shape_of(text: str, months: frozenset[str] = frozenset()) -> Shape | None:
    """Give the shape of a tidy time string; None when it holds words or numbers that are no part of a time.

    `months` are further words that name months.
    """
    if not text or len(text) > MAX_TIME_CHARS:
        return None
    return _shape_blurred(_NUMBER.sub(_blur, text), months)


def _blur(number: re.Match[str]) -> str:
    """Give a number of the same length and sort: strings that differ only in such numbers have one shape."""
    digits = number.group()
    if len(digits) <= 2:
        return "11"[: len(digits)] if int(digits) <= 31 else "99"
    return "2011" if len(digits) == 4 and _FIRST_YEAR <= int(digits) <= _LAST_YEAR else digits


@functools.lru_cache(maxsize=4096)
def _shape_blurred(text: str, months: frozenset[str]) -> Shape | None:
    draft = _Draft(cut(text), months)
    for step in (_mark_ordinals, _mark_signs, _mark_clock, _mark_words, _mark_age, _mark_numbers):
        step(draft)
    return draft.to_shape()


class _Draft:
    """Tokens and the parts they were given so far."""

    def __init__(self, tokens: list[Token], months: frozenset[str]) -> None:
        self.tokens = tokens
        self.parts: list[str] = [_given_part(token, months) for token in tokens]
        self.letters = ""
        self.failed = False
        self.strange = "month" in self.parts  # a language without a table: its other words are taken as they are

    def has(self, *parts: str) -> bool:
        return any(part in self.parts for part in parts)

    def text(self, index: int) -> str:
        return self.tokens[index].text.lower() if 0 <= index < len(self.tokens) else ""

    def is_number(self, index: int) -> bool:
        return 0 <= index < len(self.tokens) and self.tokens[index].kind is Kind.NUMBER

    def is_free(self, index: int) -> bool:
        return self.is_number(index) and not self.parts[index] and len(self.tokens[index].text) <= 2

    def step(self, index: int, by: int = 1) -> int:
        """Give the next index in a direction that is not a space."""
        index += by
        return index + by if self.text(index) == " " else index

    def to_shape(self) -> Shape | None:
        if self.failed or not self.has("year", "month", "day", "a", "dayword", "unit", "now", "hour", "epoch"):
            return None
        pieces = [piece for index in range(len(self.tokens)) if (piece := self._piece(index)) is not None]
        if self.failed:
            return None
        return Shape(
            "".join(pieces),
            self.letters,
            self.has("year") or len(self.letters) == 3,
            self._mark_between(),
            self.has("half"),
            self._languages(),
        )

    def _piece(self, index: int) -> str | None:
        """Give a token's part of the pattern; None for one its neighbour has swallowed."""
        token, part = self.tokens[index], self.parts[index]
        if token.kind is Kind.NUMBER:
            return self._number_piece(token.text, part)
        if token.kind is Kind.ZONE:
            return r"(?P<zone>[^,()]+)"
        if part == "weekday" and self.has("year", "c", "dayword"):
            return rf"{_WORD}\.?"  # says nothing more
        if part in _STOPPED:
            return rf"(?P<{part}>{_WORD})" + ("" if _is_wide(token.text) else r"\.?")
        if part == "half":
            return r"(?P<half>[^\s\d,:]+)" if " " not in token.text else rf"(?P<half>{_WORDS})"
        if part in ("dayword", "now", "count", "count2", "count3"):
            # without a space between them the unit begins as soon as the count may end
            return rf"(?P<{part}>{_WORDS}{'?' if _is_wide(token.text) else ''})"
        return self._literal_piece(index)

    def _number_piece(self, text: str, part: str) -> str | None:
        if not part:
            self.failed = True
            return None
        if part in ("year", "minute", "second") and len(text) > 1:
            digits = rf"\d{{{len(text)}}}"
        else:
            digits = rf"\d{_DIGITS.get(part, '{1,2}')}"
        return digits if part == "fraction" else rf"(?P<{part}>{digits})"

    def _literal_piece(self, index: int) -> str | None:
        token = self.tokens[index]
        if token.text == "." and index and self._takes_stop(index - 1):
            return None
        if self.parts[index] == "ordinal":
            return _ORDINAL
        if token.kind is Kind.WORD and not (token.meanings or self.parts[index] or self.strange):
            self.failed = True
            return None
        return quote(token.text)

    def _takes_stop(self, index: int) -> bool:
        """Tell whether a token's piece allows for the stop of an abbreviation."""
        token = self.tokens[index]
        return token.kind is Kind.WORD and self.parts[index] in _STOPPED and not _is_wide(token.text)

    def _mark_between(self) -> str:
        if not self.letters:
            return ""
        return self.text(self.parts.index("a") + 1)

    def _languages(self) -> tuple[str, ...]:
        """Give the languages all known words of the string may belong to."""
        known = [
            {meaning.language for meaning in token.meanings if meaning.language}
            for token, part in zip(self.tokens, self.parts, strict=True)
            if part in ("month", "dayword", "unit", "now", "weekday") and token.meanings
        ]
        return tuple(sorted(set.intersection(*known))) if known else ()


def _given_part(token: Token, months: frozenset[str]) -> str:
    if token.kind is Kind.ZONE:
        return "zone"
    return "month" if token.text.lower() in months else ""


def quote(text: str) -> str:
    """Escape what a pattern would take for more than itself, and nothing else: people read these patterns."""
    return "".join(f"\\{char}" if char in _SPECIAL else char for char in text)


def _is_wide(text: str) -> bool:
    return ord(text[0]) >= 0x2E80


def _mark_ordinals(draft: _Draft) -> None:
    """The letters of "22nd" are a part of the number, even where they are a weekday in another language."""
    for index, token in enumerate(draft.tokens):
        if token.text.lower() in _ORDINALS and draft.is_number(index - 1):
            draft.parts[index] = "ordinal"


def _mark_signs(draft: _Draft) -> None:
    """Year, month, day, hour, minute by the sign behind the number, as Chinese, Japanese and Korean write them."""
    is_age = any(token.says(Sense.AFTER) for token in draft.tokens)
    for index, token in enumerate(draft.tokens):
        sign = token.text
        part = _DATE_SIGNS.get(sign) or _CLOCK_SIGNS.get(sign) or _SMALL_CLOCK_SIGNS.get(sign)
        number = draft.step(index, -1)
        if is_age or part is None or not draft.is_number(number) or draft.parts[number]:
            continue
        if sign == "h" and not draft.is_number(index + 1) and len(draft.tokens) <= 3:
            continue  # "3h" alone is an age; "14h" behind a date is a clock
        draft.parts[number], draft.parts[index] = part, "sign"
        if sign in _CLOCK_SIGNS and draft.is_free(draft.step(index)):
            draft.parts[draft.step(index)] = "minute"


def _mark_clock(draft: _Draft) -> None:
    """Hour, minute, second by colons; or one number, or two parted by a stop, before a word for half of the day."""
    for index in range(len(draft.tokens)):
        if draft.text(index) == ":" and draft.is_free(index - 1) and draft.is_free(index + 1):
            draft.parts[index - 1 : index + 2] = ["hour", "", "minute"]
            if draft.text(index + 2) == ":" and draft.is_free(index + 3):
                draft.parts[index + 3] = "second"
                if draft.text(index + 4) in (".", ",") and draft.is_number(index + 5):
                    draft.parts[index + 5] = "fraction"
            break
    for index, token in enumerate(draft.tokens):
        if not token.says(Sense.HALF) and token.text.lower() != "uhr":
            continue
        number = draft.step(index, -1)
        if not draft.has("hour") and draft.is_free(number):
            if draft.text(number - 1) == "." and draft.is_free(number - 2):
                draft.parts[number - 2 : number + 1] = ["hour", "", "minute"]
            else:
                draft.parts[number] = "hour"
        if token.says(Sense.HALF) and not draft.has("half") and _touches_clock(draft, index):
            draft.parts[index] = "half"


_CLOCK_PARTS = frozenset({"hour", "minute", "second", "fraction"})


def _touches_clock(draft: _Draft, index: int) -> bool:
    """Tell whether a word stands behind a clock, or before one as in "下午 2:05"; German "am" stands before dates."""
    before, behind = draft.step(index, -1), draft.step(index)
    if before >= 0 and (draft.parts[before] in _CLOCK_PARTS or draft.text(before) in _SMALL_CLOCK_SIGNS):
        return True
    return behind < len(draft.parts) and draft.parts[behind] == "hour"


_WORD_PARTS = (Sense.MONTH, Sense.WEEKDAY, Sense.DAY_WORD, Sense.NOW)


def _mark_words(draft: _Draft) -> None:
    """Month, weekday, day word. A word that is both month and weekday ("mar") gives way to a surer month."""
    free = [index for index, token in enumerate(draft.tokens) if token.meanings and not draft.parts[index]]
    is_age = any(draft.tokens[index].says(Sense.UNIT) for index in free) and any(
        draft.tokens[index].says(Sense.AFTER) or draft.tokens[index].says(Sense.BEFORE) for index in free
    )
    sure_month = draft.has("month") or any(
        draft.tokens[i].says(Sense.MONTH) and not draft.tokens[i].says(Sense.WEEKDAY) for i in free
    )
    for index in free:
        token = draft.tokens[index]
        for sense in _WORD_PARTS:
            if not token.says(sense) or draft.has(sense.value) or (is_age and sense is not Sense.NOW):
                continue
            if sense is Sense.MONTH and sure_month and token.says(Sense.WEEKDAY):
                continue
            draft.parts[index] = sense.value
            break


def _mark_age(draft: _Draft) -> None:
    """Counts and units, when a word says they lie in the past, or when they are all there is ("5d")."""
    if draft.has("month", "year", "dayword", "now", "hour", "minute"):
        return
    words = [token for token in draft.tokens if token.kind is Kind.WORD]
    is_age = any(token.says(Sense.AFTER) or token.says(Sense.BEFORE) for token in words)
    if not is_age and not (len(draft.tokens) <= 3 and draft.is_number(0)):
        return
    place = 1
    for index, token in enumerate(draft.tokens):
        if not token.says(Sense.UNIT) or draft.parts[index] or place > 3:
            continue
        suffix = "" if place == 1 else str(place)
        count = draft.step(index, -1)
        has_one = count >= 0 and draft.tokens[count].says(Sense.ONE) and not draft.parts[count]
        if draft.is_number(count) or has_one:
            draft.parts[count] = f"count{suffix}"
        elif place > 1 or not any(other.says(Sense.BEFORE) for other in draft.tokens[:index]):
            continue
        draft.parts[index] = f"unit{suffix}"
        place += 1


def _mark_numbers(draft: _Draft) -> None:
    """Year, month and day among the numbers no sign and no clock has claimed."""
    free = [index for index in range(len(draft.tokens)) if draft.is_number(index) and not draft.parts[index]]
    if not free or draft.has("unit", "dayword", "now"):
        return
    if len(free) == 1 and len(draft.tokens) == 1 and len(draft.text(free[0])) in EPOCH_DIGITS:
        draft.parts[free[0]] = "epoch"
        return
    years = [i for i in free if len(draft.text(i)) == 4 and _FIRST_YEAR <= int(draft.text(i)) <= _LAST_YEAR]
    if years and not draft.has("year"):
        draft.parts[years[0]] = "year"
        free.remove(years[0])
    if draft.has("month"):
        _mark_beside_month(draft, free)
    else:
        _mark_numeric(draft, free)


def _mark_beside_month(draft: _Draft, free: list[int]) -> None:
    if (
        len(free) == 1
        and not draft.has("year")
        and (draft.text(free[0] - 1) in ("'", "’") or int(draft.text(free[0])) > 31)
    ):
        draft.parts[free[0]] = "year"
    elif free and not draft.has("day"):
        draft.parts[free[0]] = "day"
        if len(free) == 2 and not draft.has("year"):
            draft.parts[free[1]] = "year"


def _mark_numeric(draft: _Draft, free: list[int]) -> None:
    """Numbers only: year first is year, month, day everywhere; else the order is left open."""
    if any(len(draft.text(index)) > 2 for index in free):
        return
    year = draft.parts.index("year") if draft.has("year") else None
    if year is not None and free and year < free[0]:
        for index, part in zip(free, ("month", "day"), strict=False):
            draft.parts[index] = part
    elif year is not None and len(free) == 1:
        draft.parts[free[0]] = "month"
    elif len(free) in (2, 3) and not (year is not None and len(free) == 3):
        draft.letters = "abc"[: len(free)]
        for index, letter in zip(free, draft.letters, strict=True):
            draft.parts[index] = letter
