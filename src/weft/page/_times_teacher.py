"""dateparser knows two hundred languages and takes 2.4 ms a string: asked while learning, and when all else fails."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Iterable
from datetime import UTC, datetime, time

from weft.page._times_shape import shape_of
from weft.page._times_tokens import Kind, cut
from weft.page._times_value import Precision, Reading

MAX_TAUGHT_CHARS = 48  # what dateparser makes of longer texts is invention
MAX_LESSONS = 60  # strings asked about while learning one site: 150 ms
# Dates of numbers alone need no teacher. With words it is asked about a year or a clock, and about one number beside
# two words ("4 tuntia sitten"); of "LED 5" and "12 of 15" it would make dates too.
_WORD = re.compile(r"[^\W\d_]{2}")
_DATED = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d:\d\d")
_CLOCKED = re.compile(r"(.{4,40}\d)\D{0,16}\s(\d\d?)[:.]([0-5]\d)")
_LAST_HOUR = 23
_AGED = re.compile(r"\d{1,3}\s+[^\W\d_]{2,}\s+[^\W\d_]{2,}|[^\W\d_]{2,}\s+\d{1,3}\s+[^\W\d_]{2,}")


def ask_teacher(text: str, order: str, now: datetime) -> Reading | None:
    """Let dateparser read a short string that may be a date in words; None when it cannot. Answers are kept."""
    if len(text) > MAX_TAUGHT_CHARS or not _WORD.search(text):
        return None
    if not (_DATED.search(text) or _AGED.fullmatch(text)):
        return None
    base = now.replace(tzinfo=None, minute=0, second=0, microsecond=0)
    found, has_clock = _ask(text, order, base), ":" in text
    if found is None:
        found, has_clock = _ask_apart(text, order, base), True
    if found is None:
        return None
    precision = Precision.MINUTE if has_clock else Precision.DAY
    if found.tzinfo is not None:
        return found, True, precision
    return found.replace(tzinfo=UTC), False, precision


def part_clock(text: str) -> tuple[str, str]:
    """Give a date and the clock behind it, without what words stand between the two ("kello 14.32"); or nothing."""
    parts = _CLOCKED.fullmatch(text)
    if parts is None or not _DATED.search(parts[1]) or int(parts[2]) > _LAST_HOUR:
        return "", ""
    return parts[1], f"{int(parts[2]):02d}:{parts[3]}"


def _ask_apart(text: str, order: str, base: datetime) -> datetime | None:
    date, clock = part_clock(text)
    day = _ask(date, order, base) if date else None
    return datetime.combine(day, time.fromisoformat(clock), day.tzinfo) if day is not None else None


@functools.lru_cache(maxsize=4096)
def _ask(text: str, order: str, base: datetime) -> datetime | None:
    import dateparser  # noqa: PLC0415  0.3 s to import, and most never ask

    settings = {
        "DATE_ORDER": order,
        "RELATIVE_BASE": base,
        "PREFER_DATES_FROM": "past",
        "REQUIRE_PARTS": ["day", "month"],
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pytz and strptime, about dateparser's own calls
        try:
            found = dateparser.parse(text, settings=settings)
        except Exception:  # any text may come here, and dateparser raises a dozen kinds of its own and others' errors
            return None
    return found if isinstance(found, datetime) else None


def learn_months(texts: Iterable[str], now: datetime) -> dict[str, int]:
    """Learn month words no table has: those beside a day and a year for which dateparser always says the same month."""
    months: dict[str, set[int]] = {}
    unknown = [text for text in dict.fromkeys(texts) if shape_of(text) is None][:MAX_LESSONS]
    for text in unknown:
        reading = ask_teacher(text, "DMY", now)
        if reading is None:
            continue
        moment = reading[0]
        numbers = {int(token.text) for token in cut(text) if token.kind is Kind.NUMBER and len(token.text) <= 4}
        if not {moment.day, moment.year} <= numbers:
            continue
        for word in _unknown_beside_numbers(text):
            months.setdefault(word, set()).add(moment.month)
    return {word: found.pop() for word, found in months.items() if len(found) == 1}


def _unknown_beside_numbers(text: str) -> list[str]:
    tokens = [token for token in cut(text) if token.text not in (" ", ".", ",", "-", "/")]
    beside = zip(tokens, [None, *tokens[:-1]], [*tokens[1:], None], strict=True)
    return [
        token.text.lower()
        for token, left, right in beside
        if token.kind is Kind.WORD
        and not token.meanings
        and any(other is not None and other.kind is Kind.NUMBER for other in (left, right))
    ]
