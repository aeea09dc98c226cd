"""The language tables turned round: from a written form to what it may mean."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from weft.page._timewords import LANGUAGES, TimeWords


class Sense(StrEnum):
    """What a word of a time string may say."""

    MONTH = "month"  # value 1 to 12
    WEEKDAY = "weekday"  # value 0 to 6, Monday first
    UNIT = "unit"  # value: place in UNITS
    DAY_WORD = "dayword"  # value: days before today
    NOW = "now"
    BEFORE = "before"
    AFTER = "after"
    ONE = "one"
    HALF = "half"  # value 0 before noon, 1 after
    JOINER = "joiner"


class Meaning(NamedTuple):
    """One reading of a form."""

    sense: Sense
    value: int
    language: str


# Words that stand in times of any language and say nothing.
_FILLERS = ("uhr", "ч", "г", "t", "h", "st", "nd", "rd", "th", "er", "date", "um", "o'clock")
# Zones by name: minutes from UTC. Names used on several continents (CST, IST) are left out on purpose but for the
# American ones, which forum packages print.
ZONES: Mapping[str, int] = {
    "z": 0,
    "utc": 0,
    "gmt": 0,
    "wet": 0,
    "bst": 60,
    "cet": 60,
    "mez": 60,
    "west": 60,
    "cest": 120,
    "mesz": 120,
    "eet": 120,
    "eest": 180,
    "msk": 180,
    "jst": 540,
    "kst": 540,
    "aest": 600,
    "aedt": 660,
    "est": -300,
    "edt": -240,
    "cst": -360,
    "cdt": -300,
    "mst": -420,
    "mdt": -360,
    "pst": -480,
    "pdt": -420,
}
_ZONE = re.compile(
    rf"(?:(?:{'|'.join(ZONES)})(?![^\W\d_])(?:\s?[+-]\d{{1,2}}(?::?\d{{2}})?)?|[+-]\d{{2}}:?\d{{2}})(?!\d)",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"([+-])(\d{1,2}):?(\d{2})?$")
_MAX_OFFSET_MINUTES = 14 * 60
_WORDS = re.compile(r"[^\W\d_]+")
_LAST_NARROW = "\u2e7f"  # letters after it are syllables or words


def match_zone(text: str, at: int) -> str:
    """Give the zone written at a place of a text, or an empty string."""
    found = _ZONE.match(text, at)
    return found.group() if found else ""


@functools.lru_cache(maxsize=512)
def zone_minutes(text: str) -> int | None:
    """Read "Z", "UTC+1", "-05:00", "CEST" as minutes from UTC."""
    text = text.strip(" ()").lower()
    offset = _OFFSET.search(text)
    name = text[: offset.start()].strip() if offset else text
    if name and name not in ZONES:
        return None
    minutes = ZONES.get(name, 0)
    if offset:
        sign, hours, rest = offset.groups()
        minutes += (-1 if sign == "-" else 1) * (int(hours) * 60 + int(rest or 0))
    return minutes if abs(minutes) <= _MAX_OFFSET_MINUTES else None


@functools.cache
def meanings_of(form: str) -> tuple[Meaning, ...]:
    """Give all readings of a lower-case form without its final stop; empty if no table knows it."""
    return _table().get(form, ())


def weekdays_in(text: str) -> frozenset[int]:
    """Give the weekdays that the words of a text may name, Monday first; in another language a word may name another.

    One letter is a weekday's where it is all that a syllable or a word is: in Chinese, Japanese and Korean.
    """
    words = (word for word in _WORDS.findall(text.lower()) if len(word) > 1 or word > _LAST_NARROW)
    return frozenset(one.value for word in words for one in meanings_of(word) if one.sense is Sense.WEEKDAY)


@functools.cache
def values_of(sense: Sense, languages: tuple[str, ...]) -> Mapping[str, int]:
    """Give form to value for one sense; where languages disagree, the earlier in `languages` is right."""
    order = (*languages, *(code for code in LANGUAGES if code not in languages))
    values: dict[str, int] = {}
    for code in order:
        for form, meaning in _forms(code):
            if meaning.sense is sense:
                values.setdefault(form, meaning.value)
    return values


@functools.cache
def phrases() -> Mapping[str, tuple[str, ...]]:
    """Give the forms that are not one run of letters by their first letter: "just now", "a.m.", "aujourd'hui".

    Those of one letter longest first. A number with a sign behind it ("3월") is no phrase: it is read as the number it
    is.
    """
    found = [form for form in _table() if not form.isalpha() and not form[0].isdigit()]
    found.sort(key=len, reverse=True)
    return {first: tuple(form for form in found if form[0] == first) for first in {form[0] for form in found}}


@functools.cache
def _table() -> Mapping[str, tuple[Meaning, ...]]:
    table: dict[str, set[Meaning]] = defaultdict(set)
    for code in LANGUAGES:
        for form, meaning in _forms(code):
            table[form].add(meaning)
    for form in _FILLERS:
        table[form].add(Meaning(Sense.JOINER, 0, ""))
    return {form: tuple(sorted(meanings)) for form, meanings in table.items()}


@functools.cache
def _forms(code: str) -> tuple[tuple[str, Meaning], ...]:
    return tuple(_read(code, LANGUAGES[code]))


def _read(code: str, words: TimeWords) -> Iterator[tuple[str, Meaning]]:
    numbered = ((Sense.MONTH, words.months, 1), (Sense.WEEKDAY, words.weekdays, 0), (Sense.UNIT, words.units, 0))
    for sense, groups, base in numbered:
        for value, group in enumerate(groups, base):
            for form in group:
                yield form, Meaning(sense, value, code)
    for form in (form for group in words.months for form in group if code == "he"):
        yield f"ב{form}", Meaning(Sense.MONTH, _group_of(words, form), code)  # "in January" is one word
    days = ((0, words.today), (1, words.yesterday), (2, words.eve))
    yield from ((form, Meaning(Sense.DAY_WORD, back, code)) for back, forms in days for form in forms)
    halves = ((0, words.am), (1, words.pm))
    yield from ((form, Meaning(Sense.HALF, half, code)) for half, forms in halves for form in forms)
    plain = (
        (Sense.NOW, words.now),
        (Sense.BEFORE, words.before),
        (Sense.AFTER, words.after),
        (Sense.ONE, words.one),
        (Sense.JOINER, words.joiners),
    )
    yield from ((form, Meaning(sense, 0, code)) for sense, forms in plain for form in forms)


def _group_of(words: TimeWords, form: str) -> int:
    return next(number for number, group in enumerate(words.months, 1) if form in group)
