"""What a language gives a simulated forum: interface texts, words to write with, names, and ways to write a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

_DAY = timedelta(days=1)
_ENGLISH_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_ENGLISH_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class TimeStyle(StrEnum):
    """How a skin writes times."""

    WORDED = "worded"  # 12 March 2024, 14:05, as the language has it
    NUMERIC = "numeric"  # 12/03/2024 14:05, in the language's order
    AMERICAN = "american"  # 03-12-2024, 02:05 PM, which many forums keep in any language
    AGO = "ago"  # 3 hours ago; older than a week as WORDED
    RECENT = "recent"  # today 14:05, yesterday 14:05; older as WORDED
    ISO = "iso"  # 2024-03-12 14:05
    MAIL = "mail"  # Tue, 12 Mar 2024 14:05:00 +0000, by RFC 5322


@dataclass(frozen=True, slots=True)
class Calendar:
    """The language's months and its patterns for `str.format` over d, m, y, month, hour, minute."""

    months: tuple[str, ...]
    worded: str
    numeric: str


@dataclass(frozen=True, slots=True)
class Locale:
    """One language as a forum uses it. `words` has the same keys in every locale."""

    code: str
    rtl: bool
    words: Mapping[str, str]
    vocabulary: tuple[str, ...]
    joiner: str
    stop: str
    names: tuple[str, ...]
    calendar: Calendar
    time_style: TimeStyle = TimeStyle.WORDED

    def using(self, style: TimeStyle) -> Locale:
        """Give the same locale with another way to write times."""
        return replace(self, time_style=style)

    def time(self, moment: datetime, now: datetime) -> str:
        """Write a time in the locale's own style."""
        return self.format_time(moment, now, self.time_style)

    def format_time(self, moment: datetime, now: datetime, style: TimeStyle) -> str:
        """Write `moment` as a page shown at `now` would in `style`."""
        match style:
            case TimeStyle.ISO:
                return f"{moment:%Y-%m-%d %H:%M}"
            case TimeStyle.AMERICAN:
                half = "AM" if moment.hour < 12 else "PM"
                return f"{moment:%m-%d-%Y}, {moment.hour % 12 or 12:02}:{moment:%M} {half}"
            case TimeStyle.MAIL:
                return write_mail_date(moment)
            case TimeStyle.NUMERIC:
                return self._fill(self.calendar.numeric, moment)
            case TimeStyle.AGO:
                return self._write_age(moment, now) or self._fill(self.calendar.worded, moment)
            case TimeStyle.RECENT:
                return self._write_day(moment, now) or self._fill(self.calendar.worded, moment)
        return self._fill(self.calendar.worded, moment)

    def _fill(self, pattern: str, moment: datetime) -> str:
        return pattern.format(
            d=moment.day,
            m=moment.month,
            y=moment.year,
            month=self.calendar.months[moment.month - 1],
            hour=moment.hour,
            minute=moment.minute,
        )

    def _write_age(self, moment: datetime, now: datetime) -> str:
        seconds = int((now - moment).total_seconds())
        if seconds < 0 or seconds >= 7 * 86400:
            return ""
        for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
            if count := seconds // length:
                return self.words[f"{unit}_ago" if count == 1 else f"{unit}s_ago"].format(n=count)
        return self.words["just_now"]

    def _write_day(self, moment: datetime, now: datetime) -> str:
        days = (now.date() - moment.date()) // _DAY
        if days not in {0, 1}:
            return ""
        return f"{self.words['today' if days == 0 else 'yesterday']}, {moment:%H:%M}"


def write_mail_date(moment: datetime) -> str:
    """Write a time as mail headers do, in English whatever the process's locale is (RFC 5322 section 3.3)."""
    day, month = _ENGLISH_DAYS[moment.weekday()], _ENGLISH_MONTHS[moment.month - 1]
    return f"{day}, {moment.day} {month} {moment:%Y %H:%M:%S %z}".rstrip()


def read_words(text: str) -> Mapping[str, str]:
    """Read `key: text` pairs, separated by line ends or semicolons."""
    pairs = (pair.partition(":") for line in text.splitlines() for pair in line.split(";") if pair.strip())
    return MappingProxyType({key.strip(): value.strip() for key, _, value in pairs})


def list_words(text: str) -> tuple[str, ...]:
    """Read words parted by white space; no word twice."""
    return tuple(dict.fromkeys(text.split()))


def compose_names(heads: str, tails: Iterable[str], whole: str = "") -> tuple[str, ...]:
    """Make user names: each head with each tail, then the names of `whole` (one a line); no name twice."""
    made = [head + tail for tail in tails for head in heads.split()]
    return tuple(dict.fromkeys(made + [name.strip() for name in whole.splitlines() if name.strip()]))
