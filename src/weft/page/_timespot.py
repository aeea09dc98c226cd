"""Where times stand in a text: one pass of a linear-time recogniser (re2), no reading yet.

A time is a date, a day word with a clock, or an age ("3 hours ago"). The recogniser is generous about languages and
separators, strict about what stands around: version numbers, addresses, prices and scores are not times.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

import re2

from weft.page._timewords import LANGUAGES, TimeWords
from weft.urls import re2_escape

MAX_REMEMBERED_CHARS = 80
MAX_WHOLE_CHARS = 60  # of a text that is looked at for forms which are times only when they are all, or most, of it
_DFA_BYTES = 64 * 1024 * 1024  # re2's budget: the automaton of 600 words is large, and made anew when it does not fit
# Characters that make a number before or after them part of something else: a version, a price, a share, a path.
_GLUE = frozenset("/-+_#$€£¥%&=^\\")
_STOPS = frozenset(".,:")  # end a sentence; part of the number only if a digit follows


_CLOCK = re.compile(r"\d[:.]\d\d(?!\d)")  # a fixed pattern of our own
_BLANKS = " \t\r\n"  # around a text: the same text is remembered without them
_BLANK_TAKERS = frozenset("TtZzCcKkHh时時点點시")  # UTC, CET, MEZ, MSK, 14h05: these take a blank after them
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[a-z]+")
_SURE_SHORT = ("en", "de", "fr", "ru", "nl")
_PROSE_MONTHS = frozenset({"may", "mar", "march", "mai"})  # months only when written with a capital


class TimeSpot(NamedTuple):
    """A stretch of text that looks like a time; `text` is `[start:end]` of what was searched."""

    start: int
    end: int
    text: str


def spot_times(text: str) -> list[TimeSpot]:
    """Give the times written in a text, in order, none overlapping. Never raises; linear in the text's length."""
    if len(text) > MAX_REMEMBERED_CHARS:
        return _spot(text)
    core = text.strip(_BLANKS) if len(text) <= MAX_WHOLE_CHARS else text
    spots = _spot_short(core)
    if not spots or len(core) == len(text):
        return list(spots)
    if not _BLANK_TAKERS.isdisjoint(core[-4:]):
        return list(_spot_short(text))
    lead = text.index(core)
    return [TimeSpot(spot.start + lead, spot.end + lead, spot.text) for spot in spots]


def shows_time(text: str) -> bool:
    """Tell whether a time is written in a text; of a long one no more is read than up to the first."""
    if len(text) <= MAX_REMEMBERED_CHARS:
        return bool(spot_times(text))
    return next(_iter_spots(text, _spot_pattern()), None) is not None


@functools.lru_cache(maxsize=16_384)
def _spot_short(text: str) -> tuple[TimeSpot, ...]:
    """Labels and buttons come again in every record and on every page; regions and times ask for the same texts."""
    return tuple(_spot(text))


def _spot(text: str) -> list[TimeSpot]:
    if text.isascii() and not _DIGIT.search(text) and _digitless_words().isdisjoint(_WORDS.findall(text.lower())):
        return []  # what buttons and labels say: the automaton would be built for each of them
    if len(text) <= MAX_WHOLE_CHARS:
        stripped = text.strip(" \t\r\n\xa0,;:·•|-–—()[]")
        if not stripped:
            return []
        if _whole_pattern().fullmatch(stripped.encode("utf-8", "replace")):
            start = text.index(stripped)
            return [TimeSpot(start, start + len(stripped), stripped)]
    spots = list(_iter_spots(text, _spot_pattern()))
    if len(text) <= MAX_WHOLE_CHARS and _CLOCK.search(text) and not any(_CLOCK.search(spot.text) for spot in spots):
        return list(_iter_spots(text, _strange_pattern())) or spots
    return spots


def _iter_spots(text: str, pattern: Any) -> Iterator[TimeSpot]:
    data = text.encode("utf-8", "replace")
    seek = _Seeker(data)
    at = 0
    while (match := pattern.search(data, at)) is not None:
        start, end = match.span()
        start, end = _prefer_later(data, start, end)
        first, last = seek.to_char(start), seek.to_char(end)
        if not _ends_free(text, last) and (shorter := pattern.search(data, start, _before_word(data, end))) is not None:
            start, end = shorter.span()  # "at 9:15 Amazing": what follows begins as a word of times does
            first, last = seek.to_char(start), seek.to_char(end)
        if _stands_free(text, first, last):
            yield TimeSpot(first, last, text[first:last])
            at = end
        else:
            at = _after_token(data, start)


def _prefer_later(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Take "Jan 5, 2019" rather than "12 Jan" out of "12 Jan 5, 2019": a count before a date is not its day."""
    if not data[start : start + 1].isdigit() or _YEAR.search(data, start, end):
        return start, end
    other = _spot_pattern().search(data, _after_token(data, start))
    if other is not None and other.start() < end < other.end() and _YEAR.search(data, *other.span()):
        return int(other.start()), int(other.end())
    return start, end


def _after_token(data: bytes, start: int) -> int:
    """Give the place after the number, or after the character, that begins at `start`."""
    if data[start : start + 1].isdigit():
        while data[start : start + 1].isdigit():
            start += 1
        return start
    start += 1
    while start < len(data) and data[start] & 0xC0 == 0x80:  # inside a UTF-8 sequence
        start += 1
    return start


class _Seeker:
    """Byte offsets of a UTF-8 text to character offsets; offsets asked for must not go far back."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._plain = data.isascii()
        self._byte = self._char = 0

    def to_char(self, offset: int) -> int:
        if self._plain:
            return offset
        if offset >= self._byte:
            self._char += len(self._data[self._byte : offset].decode("utf-8", "replace"))
        else:
            self._char -= len(self._data[offset : self._byte].decode("utf-8", "replace"))
        self._byte = offset
        return self._char


def _stands_free(text: str, start: int, end: int) -> bool:
    """Tell whether a match is not a piece of a longer word or number."""
    before = text[start - 1 : start]
    if before and not _may_touch(before, text[start], text[start - 2 : start - 1] if start > 1 else ""):
        return False
    return _ends_free(text, end)


def _ends_free(text: str, end: int) -> bool:
    behind = text[end : end + 1]
    return not behind or _may_touch(behind, text[end - 1], text[end + 1 : end + 2])


def _before_word(data: bytes, end: int) -> int:
    """Give the place before the word that ends at `end`, digits and blanks left where they are."""
    while end > 0 and not (data[end - 1 : end].isdigit() or data[end - 1 : end].isspace()):
        end -= 1
    return end


def _may_touch(outside: str, inside: str, beyond: str) -> bool:
    """Tell whether a time may begin or end between `inside` and `outside`; `beyond` is the next one out."""
    if inside.isdigit():
        if outside in _STOPS:
            return not beyond.isdigit()
        if outside in _GLUE:
            return outside in "/-" and not beyond.isalnum()
        return not outside.isdigit() and not (outside.isascii() and outside.isalpha())
    return not (outside.isalnum() and inside.isalpha() and not _is_ideographic(inside + outside))


def _is_ideographic(text: str) -> bool:
    """Tell whether a script without word spaces is among the characters."""
    return any(unicodedata.east_asian_width(char) in "WF" for char in text)


# The grammar. Groups never capture; longest match, so the order of alternatives does not matter.
_SPACE = r"(?:\s|\x{a0}|\x{202f}|\x{2009})"
_GAP = rf"(?:{_SPACE}{{0,3}}[,;|·•@~–—-]?{_SPACE}{{0,3}})"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR4 = r"(?:19[6-9]\d|20\d\d)"
_HOUR = r"(?:[01]?\d|2[0-4])"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|°)"
_ZONE = (
    r"(?:Z\b|[+-]\d{2}:?\d{2}\b|\(?(?:UTC|GMT|CES?T|MES?Z|WES?T|EES?T|[ECMP][SD]T|BST|MSK|JST|AES?T)\b"
    rf"{_SPACE}?(?:[+-]\d{{1,2}}(?::?\d{{2}})?)?\)?)"
)
_YEAR = re.compile(rb"(?<!\d)(?:19[6-9]\d|20\d\d)(?!\d)")


def _any_of(forms: set[str]) -> str:
    """Write words one of which is meant, those that begin alike side by side: re2 makes a smaller automaton of them."""
    return "(?:" + "|".join(re2_escape(form).replace(" ", _SPACE) for form in sorted(forms)) + ")"


def _all(pick: Any) -> set[str]:
    return {form for words in LANGUAGES.values() for form in pick(words)}


def _flat(groups: tuple[tuple[str, ...], ...]) -> set[str]:
    return {form for group in groups for form in group}


def _worded_months() -> set[str]:
    return {form for form in _all(lambda words: _flat(words.months)) if not form[0].isdigit()}


def _sure_months() -> set[str]:
    """Month words that mean a month beside a bare number: "sie 5", "out 5" and "may 5" are prose in some language."""
    long = {form for form in _all(lambda words: _flat(words.months)) if len(form) > 4 or not form.isascii()}
    short = {form for code in _SURE_SHORT for form in _flat(LANGUAGES[code].months) if len(form) <= 4}
    return {form for form in long | short if not form[0].isdigit()} - _PROSE_MONTHS


def _capital_months() -> str:
    return rf"(?-i:{'|'.join(form.capitalize() for form in sorted(_PROSE_MONTHS))})"


def _sure_month_words() -> str:
    return rf"(?:{_any_of(_sure_months())}|{_capital_months()})\.?"


def _joint() -> str:
    """What may stand between a date and its clock."""
    joiners = _any_of(_all(lambda words: words.joiners))
    return rf"(?:\.?{_GAP}|{_SPACE}{{0,3}}:{_SPACE}{{1,3}}|{_GAP}\(?{joiners}\.?\)?{_GAP}|{_GAP}г\.{_GAP}|T)"


@functools.cache
def _clock() -> str:
    halves = _any_of(_all(lambda words: words.am + words.pm))
    tail = rf"(?:{_SPACE}?(?:{halves}|Uhr|ч|h))?"
    plain = rf"{_HOUR}:[0-5]\d(?::[0-5]\d(?:[.,]\d{{1,9}})?)?"
    lettered = rf"{_HOUR}{_SPACE}?(?:h|时|時|点|點|시){_SPACE}?(?:[0-5]?\d{_SPACE}?(?:m|min|分|분)?(?:[0-5]?\d秒)?)?"
    spoken = rf"{_HOUR}\.[0-5]\d{_SPACE}?(?:Uhr|{halves})|(?:0?[1-9]|1[0-2]){_SPACE}?{halves}"
    return rf"(?:(?:{halves}{_SPACE}?)?(?:{plain}|{lettered}|{spoken}){tail}(?:{_SPACE}?{_ZONE})?)"


def _worded_date() -> str:
    # Sure words and others apart, so that none stands twice at one place: half the automaton, which takes long to make.
    month, of = _any_of(_worded_months()) + r"\.?", r"(?:of|de|del|den|d’|d')"
    sure, other = _any_of(_sure_months()) + r"\.?", _any_of(_worded_months() - _sure_months()) + r"\.?"
    capital = _capital_months() + r"\.?"
    link = rf"(?:(?:[.,/-]|{_SPACE}){_SPACE}{{0,2}}(?:{of}{_SPACE})?ב?-?)"
    year = rf"(?:{link}(?:{_YEAR4}(?:{_SPACE}?г\.?)?|['’]\d{{2}}))"
    short, gap = rf"[./-]{month}[./-]\d{{2}}", rf"(?:{_SPACE}|[./-]){_SPACE}?"
    return (
        rf"(?:{_DAY}(?:{_ORDINAL}|\.)?{link}(?:{sure}{year}?|{other}{year}|{capital})"
        rf"|{_DAY}{short}|{_DAY}{_SPACE}{month}{_SPACE}\d{{2}},"
        rf"|{sure}(?:{gap}{_DAY}{_ORDINAL}?{year}?|{year})|{other}(?:{gap}{_DAY}{_ORDINAL}?)?{year}"
        rf"|{capital}{gap}{_DAY}{_ORDINAL}?"
        rf"|{_YEAR4}{link}{month}{link}{_DAY})"
    )


def _yearless() -> str:
    """A day and a month whose year comes after the clock, as Unix writes it: Wed May  6 17:23:42 CET 2009."""
    month, gap = _sure_month_words(), rf"{_SPACE}{{1,2}}"
    return rf"(?:{month}{gap}{_DAY}|{_DAY}\.?{gap}{month}),?{gap}"


def _numeric_date() -> str:
    two = r"(?:0[1-9]|[12]\d|3[01])"
    parts = [rf"{_YEAR4}{_SPACE}?{sep}{_SPACE}?{_MONTH}{_SPACE}?{sep}{_SPACE}?{_DAY}" for sep in ("-", "/", r"\.")]
    parts += [rf"{_DAY}{sep}{_SPACE}?{_DAY}{sep}{_SPACE}?{_YEAR4}" for sep in ("-", "/", r"\.", "־")]
    parts += [rf"{two}{sep}{two}{sep}'?\d{{2}}" for sep in ("-", r"\.")]
    parts.append(r"(?:0?[1-9]|[12]\d|3[01])/(?:0?[1-9]|[12]\d|3[01])/\d{2}")
    sign, day = rf"{_SPACE}?(?:月|월){_SPACE}?", rf"{_DAY}{_SPACE}?[日号號일]"
    parts.append(rf"(?:(?:{_YEAR4}|\d{{2}}){_SPACE}?(?:年|년){_SPACE}?)?{_MONTH}{sign}{day}")
    parts.append(rf"{_YEAR4}{_SPACE}?(?:年|년){_SPACE}?{_MONTH}{_SPACE}?(?:月|월)")
    return "(?:" + "|".join(parts) + r")(?:г\.?)?"


def _age() -> str:
    """ "3 hours ago", "vor 2 Tagen und 3 Stunden", "1小时前", "4.2 years ago"."""
    kinds = [_age_of(words) for words in LANGUAGES.values()]
    return "(?:" + "|".join(kinds) + ")"


def _age_of(words: TimeWords) -> str:
    unit, count = _any_of(_flat(words.units)) + r"\.?", r"\d{1,4}(?:[.,]\d)?"
    amount = rf"{count}{_SPACE}?{unit}"
    if words.one:
        one = rf"{_any_of(set(words.one))}{_SPACE}?"
        amount = rf"(?:(?:{one})?{count}{_SPACE}?|{one}){unit}"
    link = rf"(?:,?{_SPACE}?(?:{_any_of(set(words.joiners))}{_SPACE})?)" if words.joiners else rf",?{_SPACE}?"
    amounts = rf"{amount}(?:{link}{amount}){{0,2}}"
    kinds = []
    if words.after:
        kinds.append(rf"{amounts}{_SPACE}?{_any_of(set(words.after))}")
    if words.before:
        behind = rf"(?:{_SPACE}{_any_of(set(words.after))})?" if words.after else ""
        kinds.append(rf"{_any_of(set(words.before))}{_SPACE}(?:{amounts}|{unit}){behind}")
    return "|".join(kinds)


@functools.cache
def _digitless_words() -> frozenset[str]:
    """Give words of which an ASCII time without a number has one: units of ages, names of days, "now"."""
    forms = _all(lambda words: _flat(words.units) | {*words.today, *words.yesterday, *words.eve, *words.now})
    return frozenset(max(_WORDS.findall(form.lower()), key=len) for form in forms if form.isascii())


def _day_words() -> str:
    return _any_of(_all(lambda words: words.today + words.yesterday + words.eve))


@functools.cache
def _spot_pattern() -> Any:
    weekday = _any_of(_all(lambda words: {w for w in _flat(words.weekdays) if len(w) > 1})) + r"\.?"
    marked = rf"(?:{_SPACE}?[(（](?:{weekday}|[月火水木金土日월화수목금토일一二三四五六])[)）])"
    clock, joint, day_word = _clock(), _joint(), _day_words()
    date = rf"(?:{_numeric_date()}|{_worded_date()})"
    partial, named = rf"{_DAY}[./-]{_DAY}\.?,?{_SPACE}", rf"(?:{_SPACE}(?-i:[A-Z]{{2,5}}))"
    whole = (
        rf"(?:{weekday}{_GAP}(?:(?:the|den|le|el|il|w|o){_SPACE})?)?{date}{marked}?(?:{_GAP}{weekday})?(?:{joint}{clock})?"
        rf"|(?:{weekday}{_GAP})?{_yearless()}{clock}{named}?{_SPACE}{{1,2}}{_YEAR4}"
        rf"|{clock}{joint}(?:{weekday}{_GAP})?(?:{date}|{day_word})"
        rf"|(?:(?:{day_word}|{weekday}){joint}|{partial}){clock}|{_age()}"
    )
    return re2.compile(f"(?i)(?:{whole})".encode(), _options())


@functools.cache
def _strange_pattern() -> Any:
    """A date in a language without a table: a day, some words, a year and a clock are hardly anything else."""
    letters = r"[^\s\d.,،:;()/]"
    word, name = rf"{letters}{{1,14}}\.?", rf"(?:{letters}{{3,14}}|[^\x00-\x7f\s\d،]{{2,14}})\.?"
    more, few = rf"(?:{_SPACE}{word}){{0,2}}", rf"(?:{_SPACE}{letters}{{1,9}}\.?){{0,2}}"
    day, comma = rf"{_DAY}(?:\.|-{letters}{{1,2}})?", rf"[.,،]?{_SPACE}"
    dates = "|".join(
        (
            rf"{day}[-\s]{word}{more},?{_SPACE}{_YEAR4}(?:-{letters}{{1,4}})?",
            rf"{name}{_SPACE}{_DAY},{_SPACE}{_YEAR4}",
            rf"{_YEAR4}(?:\.|{letters}{{1,3}})?{_SPACE}{word}{more}{_SPACE}{day}{letters}?(?:{_SPACE}{word})?",
        )
    )
    clock = rf"(?:{_clock()}|{_HOUR}\.[0-5]\d)"
    counted = rf"{_DAY}{_SPACE}{word}{_SPACE}{_MONTH}{_SPACE}{word}{_SPACE}{_YEAR4}"  # day 18 month 11 year 2024
    later = rf"{clock},?(?:{_SPACE}{word})?{_SPACE}(?:{counted}|{day}{_SPACE}{word}{more}{_SPACE}{_YEAR4})"
    return re2.compile(rf"(?i)(?:(?:{dates}){comma}?{few}{comma}{clock}|{later})".encode(), _options())


@functools.cache
def _whole_pattern() -> Any:
    """Forms too common in prose to be taken for times unless they are all there is."""
    now = _any_of(_all(lambda words: words.now))
    whole = f"(?i)(?:{_day_words()}|{now}|{_clock()}|\\d{{1,3}}{_SPACE}?(?:s|m|h|d|w|mo|y))"
    return re2.compile(whole.encode(), _options())


def _options() -> Any:
    options = re2.Options()
    options.longest_match = True
    options.max_mem = _DFA_BYTES
    return options
