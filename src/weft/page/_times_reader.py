"""Reading times with the formats learned on a site; what no format fits is read by shape, then by dateparser."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import re2

from weft.page._times_lexicon import zone_minutes
from weft.page._times_shape import EPOCH_DIGITS, Shape, shape_of
from weft.page._times_teacher import ask_teacher, part_clock
from weft.page._times_tokens import MAX_TIME_CHARS, tidy
from weft.page._times_value import Precision, Reading, Setting, TimeValue, compose
from weft.page._timespot import spot_times

_EXACT = (Precision.SECOND, Precision.MINUTE)
_WITHIN_DAY = (*_EXACT, Precision.HOUR, Precision.DAY)
_CLOCK = re.compile(r"\d{1,2}(?:[:.h]\d{2}){0,2}\D{0,8}")  # and nothing else
_TWIN_SLACK = timedelta(hours=36)  # a day and the widest zones
# How far an attribute without a zone may be from what is shown beside it, and still tell the same more exactly: the
# widest zones, and for ages what a site rounds off ("2 years ago" may be nearly three).
_ROUNDED = {
    Precision.DAY: _TWIN_SLACK,
    Precision.WEEK: timedelta(days=9),
    Precision.MONTH: timedelta(days=45),
    Precision.YEAR: timedelta(days=400),
}
_QUARTER, _HOUR = timedelta(minutes=15), timedelta(hours=1)
_MAX_SHIFT = timedelta(hours=14)
_ISO_CHARS = len("2019-01-05T14:05Z")
_NOUGHTS = str.maketrans("123456789", "000000000")
_COUNTS = re.compile(r"\\d|\{\d+(?:,\d*)?\}|\(\?P<\w+>")  # what has digits in a pattern, or stands for them
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
ORDERS = ("dmy", "mdy", "ymd")
_VERSION = 1


@functools.lru_cache(maxsize=2048)
def _compiled(pattern: str) -> tuple[Any, tuple[str, ...]]:
    """Compile a pattern; with it the names of its groups in order.

    For bytes: over str, re2's wrapper spends 7 of 10 microseconds on translating offsets.
    """
    compiled = re2.compile(f"(?i){pattern}".encode())
    names = sorted(compiled.groupindex.items(), key=lambda item: item[1])
    return compiled.fullmatch, tuple(name.decode() for name, _ in names)


def read_parts(line: str, pattern: str, setting: Setting) -> Reading | None:
    """Read a tidy string by one pattern; None when it does not fit or makes no date."""
    spots = _find_parts(line.translate(_NOUGHTS) if _takes_any_digit(pattern) else line, pattern)
    return compose({name: line[start:end] for name, start, end in spots}, setting) if spots is not None else None


@functools.lru_cache(maxsize=8192)
def _find_parts(line: str, pattern: str) -> tuple[tuple[str, int, int], ...] | None:
    """Give where the parts of a time stand in a string; None when it does not fit.

    Times of a site are written alike: with noughts for all digits a few strings stand for all of them, and the pattern
    is asked once for each.
    """
    fullmatch, names = _compiled(pattern)
    data = line.encode("utf-8", "replace")
    match = fullmatch(data)
    if match is None:
        return None
    spots = ((name, *match.span(group)) for group, name in enumerate(names, 1))
    return tuple(
        (name, len(data[:start].decode()), len(data[:end].decode())) for name, start, end in spots if start >= 0
    )


@functools.lru_cache(maxsize=2048)
def _takes_any_digit(pattern: str) -> bool:
    """Tell whether a pattern asks for digits, but never for a certain one; people may write such patterns."""
    return _DIGIT.search(_COUNTS.sub("", pattern)) is None


def time_lines(line: str) -> list[str]:
    """Give the times in a tidy text; seconds since 1970 are one when they are all there is."""
    if line.isdigit() and len(line) in EPOCH_DIGITS:
        return [line]
    return [spot.text for spot in spot_times(line)]


def guess_order(shape: Shape) -> str:
    """Give the likeliest order of undecided numbers when nothing else is known of the site.

    A 12-hour clock goes with American dates; stops and 24 hours with the day first, which most countries write.
    """
    return "mdy" if shape.halved and shape.mark != "." else "dmy"


@dataclass(frozen=True, slots=True)
class TimeReader:
    """How one site writes its times.

    `formats` are patterns with named parts (year, month, day, hour, ...), the most frequent first. `orders` gives the
    order of day, month and year by the mark that parts them. `months` are words learned from dateparser. Plain data in
    and out: it is kept in the plan, where a person may correct it.
    """

    formats: tuple[str, ...] = ()
    orders: Mapping[str, str] = field(default_factory=dict)
    zone: timezone | None = None
    languages: tuple[str, ...] = ()
    months: Mapping[str, int] = field(default_factory=dict)

    def read(self, text: str, now: datetime) -> TimeValue:
        """Read a string that is a time, or holds one; `now` is when the page was fetched. Never raises.

        A string that cannot be read has no moment.
        """
        line = tidy(text)
        if (moment := _read_iso(line)) is not None:
            return TimeValue(moment, True, Precision.SECOND, text)
        setting = Setting(now, self.zone, self.languages, self.months)
        reading = self._read_known(line, setting) if len(line) <= MAX_TIME_CHARS else None
        if reading is None:
            reading = self._read_within(line, setting) or self._read_apart(line, setting)
            reading = reading or ask_teacher(line, self._teacher_order(), now)
        return TimeValue(*reading, text) if reading is not None else TimeValue(None, False, Precision.DAY, text)

    def read_whole(self, text: str, now: datetime) -> TimeValue | None:
        """Read a string that is a time as the site writes it, and nothing else; None when it is not. Quick."""
        line = tidy(text)
        if not self.formats or len(line) > MAX_TIME_CHARS:
            return None
        reading = self._read_known(line, Setting(now, self.zone, self.languages, self.months))
        return TimeValue(*reading, text) if reading is not None else None

    def _read_within(self, line: str, setting: Setting) -> Reading | None:
        """Read the first time a text holds. What is no time by its looks ("10.04", "12 of 15") is not read as one."""
        for text in time_lines(line):
            reading = self._read_known(text, setting) or self._read_shaped(text, setting)
            if reading is not None:
                return reading
        return None

    def _read_apart(self, line: str, setting: Setting) -> Reading | None:
        """Read a date with a month the teacher named, without the words before its clock."""
        date, clock = part_clock(line) if self.months else ("", "")
        return self._read_shaped(f"{date} {clock}", setting) if date else None

    def read_pair(self, text: str, twin: str, now: datetime) -> TimeValue:
        """Read a time shown on a page together with the attribute beside it (`twin`, may be empty). Never raises.

        The attribute gives the exact moment, the text the calendar day people see: the result has the moment of the
        first on the wall clock of the second. One without a zone is believed where the text tells less (a day, an
        age) or nothing; beside nothing at all any is. An attribute that tells another time (an edit) is left aside.
        """
        shown = self.read(text, now)
        told = self.read(twin, now) if twin and twin != text else None
        if told is None or told.moment is None:
            return shown
        if not text.strip():
            return told  # all there is, be it but a day
        exact = (*_EXACT, Precision.HOUR) if _CLOCK.fullmatch(text.strip()) is not None else _EXACT
        if not told.has_zone:
            is_same = _is_rounded(shown, told) or _is_clock_of(shown, told)
            is_better = is_same or (shown.moment is None and told.precision in exact)
            return TimeValue(told.moment, False, told.precision, text) if is_better else shown
        if told.precision not in exact:
            return shown
        if shown.moment is None:
            return told
        if _has_year(text) and shown.precision in _WITHIN_DAY and abs(shown.moment - told.moment) > _TWIN_SLACK:
            return shown
        moment = _put_on_clock(told.moment, shown, self.zone)
        return TimeValue(moment, True, told.precision, text)

    def _read_known(self, line: str, setting: Setting) -> Reading | None:
        for pattern in self.formats:
            reading = read_parts(line, pattern, setting)
            if reading is not None:
                return reading
        return None

    def _read_shaped(self, line: str, setting: Setting) -> Reading | None:
        shape = shape_of(line, frozenset(self.months)) if self.months else shape_of(line)
        if shape is None:
            return None
        first = self.order_for(shape)
        for order in (first, *(order for order in ORDERS if order != first)):
            reading = read_parts(line, shape.ordered(order), setting)
            if reading is not None or not shape.letters:
                return reading
        return None

    def order_for(self, shape: Shape) -> str:
        """Give the site's order for numbers parted like these, else for any, else the likeliest anywhere."""
        known = self.orders.get(shape.mark)
        if known is None and self.orders:
            known = next(iter(self.orders.values()))
        if known is None or (known == "ymd" and len(shape.letters) == 2 and shape.has_year):
            return guess_order(shape)
        return known

    def _teacher_order(self) -> str:
        return next(iter(self.orders.values()), "mdy").upper()

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; what is empty is left out."""
        offset = self.zone.utcoffset(None) if self.zone is not None else None
        data: dict[str, Any] = {
            "formats": list(self.formats),
            "orders": dict(self.orders),
            "zone": _write_offset(offset) if offset is not None else "",
            "languages": list(self.languages),
            "months": dict(self.months),
        }
        return {"version": _VERSION} | {key: value for key, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TimeReader:
        """Make a reader of what `to_dict` gave; patterns that are none are left out."""
        minutes = zone_minutes(str(data.get("zone", ""))) if data.get("zone") else None
        return cls(
            formats=tuple(pattern for pattern in map(str, data.get("formats", ())) if _is_pattern(pattern)),
            orders={str(mark): str(order) for mark, order in data.get("orders", {}).items() if order in ORDERS},
            zone=timezone(timedelta(minutes=minutes)) if minutes is not None else None,
            languages=tuple(map(str, data.get("languages", ()))),
            months={str(word): int(month) for word, month in data.get("months", {}).items()},
        )


def _read_iso(line: str) -> datetime | None:
    """Read the form machines write, with its zone; the standard library does it in a twentieth of the time."""
    if line[10:11] != "T" or len(line) < _ISO_CHARS:
        return None
    try:
        moment = datetime.fromisoformat(line)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None


def _is_rounded(shown: TimeValue, told: TimeValue) -> bool:
    """Whether what is shown is but a rougher word for the time that an attribute tells."""
    slack = _ROUNDED.get(shown.precision)
    if shown.moment is None or told.moment is None or slack is None:
        return False
    return told.precision in (*_EXACT, Precision.HOUR) and abs(shown.moment - told.moment) <= slack


def _has_year(text: str) -> bool:
    """Tell whether a string tells its year, so that it can contradict an attribute."""
    return _YEAR.search(text) is not None


def _put_on_clock(moment: datetime, shown: TimeValue, zone: timezone | None) -> datetime:
    """Give an exact moment with the offset that makes its wall clock, or at least its day, the one that was shown."""
    if shown.moment is None or shown.has_zone:
        return moment.astimezone(zone) if zone is not None else moment
    wall, plain = shown.moment.replace(tzinfo=UTC), moment.astimezone(UTC)
    if shown.precision in _EXACT:
        shift = round((wall - plain) / _QUARTER) * _QUARTER
        return moment.astimezone(timezone(shift)) if abs(shift) <= _MAX_SHIFT else moment
    if shown.precision is not Precision.DAY or moment.date() == wall.date():
        return moment
    near = plain.replace(hour=0, minute=0, second=0, microsecond=0)
    edge = near + timedelta(days=1) - plain if wall.date() > plain.date() else near - plain - _QUARTER
    hours = timedelta(hours=math.ceil(edge / _HOUR) if edge > timedelta() else math.floor(edge / _HOUR))
    shifted = moment.astimezone(timezone(hours)) if abs(hours) <= _MAX_SHIFT else moment
    return shifted if shifted.date() == wall.date() else moment


def _is_clock_of(shown: TimeValue, told: TimeValue) -> bool:
    """Whether a time of day alone is shown, and an attribute tells a day with that time of day."""
    if shown.moment is None or told.moment is None or _CLOCK.fullmatch(shown.raw.strip()) is None:
        return False
    return told.moment.time().replace(second=0) == shown.moment.time().replace(second=0)


def _write_offset(offset: timedelta) -> str:
    minutes = int(offset.total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _is_pattern(pattern: str) -> bool:
    try:
        _compiled(pattern)
    except re2.error:
        return False
    return True


_ANY_SITE = TimeReader()


def read_time(text: str, now: datetime) -> TimeValue:
    """Read one string without knowing its site: the best guess."""
    return _ANY_SITE.read(text, now)
