"""From the parts of a time string to a moment."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from typing import NamedTuple

from weft.page._times_lexicon import Sense, values_of, zone_minutes
from weft.page._timewords import UNITS

_DAY = timedelta(days=1)
_PIVOT_YEAR = 69  # POSIX: two-digit years 69 to 99 are 1969 to 1999
_WEEKDAY_YEARS = 8  # how far back a year-less date with a weekday is looked for
_LENGTHS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}
_MILLISECOND_DIGITS = 13


class Precision(StrEnum):
    """How exactly a string tells its moment."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class TimeValue(NamedTuple):
    """What a time string says; a tuple because a page has a hundred.

    `moment` is always aware: without `has_zone` it is the wall clock of an unknown zone, written as UTC. It is None
    when the string could not be read.
    """

    moment: datetime | None
    has_zone: bool
    precision: Precision
    raw: str  # the string as it was given


Reading = tuple[datetime, bool, Precision]  # what a TimeValue says, without the string


class Setting(NamedTuple):
    """What reading a string depends on besides the string: the moment the page was fetched, and facts of the site."""

    now: datetime
    zone: timezone | None = None
    languages: tuple[str, ...] = ()
    months: Mapping[str, int] | None = None  # month words the language tables lack, learned on the site

    @property
    def local_now(self) -> datetime:
        """Now on the wall clock of the site; UTC when its zone is unknown."""
        return self.now.astimezone(self.zone or UTC)


def compose(found: Mapping[str, str], setting: Setting) -> Reading | None:
    """Put the parts together; None when they make no date (a 31st of February, an unknown word)."""
    try:
        if "unit" in found:
            return _compose_age(found, setting)
        if "now" in found:
            return setting.now, True, Precision.MINUTE
        if "epoch" in found:
            return _compose_epoch(found["epoch"])
        return _compose_clocked(found, setting)
    except (ValueError, OverflowError, KeyError):
        return None


def _compose_epoch(digits: str) -> Reading:
    seconds = int(digits) / (1000 if len(digits) == _MILLISECOND_DIGITS else 1)
    return datetime.fromtimestamp(seconds, UTC), True, Precision.SECOND


def _compose_age(found: Mapping[str, str], setting: Setting) -> Reading:
    moment, last = setting.now, len(UNITS)
    for suffix in ("", "2", "3"):
        word = found.get(f"unit{suffix}")
        if word is None:
            break
        unit = _look_up(Sense.UNIT, word, setting)
        count = found.get(f"count{suffix}", "1")
        moment = _go_back(moment, int(count) if count.isdigit() else 1, UNITS[unit])
        last = min(last, unit)
    return moment, True, Precision(UNITS[last])


def _go_back(moment: datetime, count: int, unit: str) -> datetime:
    if unit in _LENGTHS:
        return moment - timedelta(seconds=count * _LENGTHS[unit])
    months = moment.year * 12 + moment.month - 1 - count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    for day in range(moment.day, 0, -1):  # the 31st a month ago may have been a 30th
        try:
            return moment.replace(year=year, month=month + 1, day=day)
        except ValueError:
            if day <= 28:
                raise
    return moment


def _compose_clocked(found: Mapping[str, str], setting: Setting) -> Reading:
    hour, minute, second = _clock_of(found, setting)
    zone = setting.zone
    if "zone" in found and (minutes := zone_minutes(found["zone"])) is not None:
        zone = zone_at(minutes)
    day, precision = _day_of(found, setting, (hour, minute))
    if "hour" in found:
        precision = Precision.SECOND if "second" in found else Precision.MINUTE if "minute" in found else Precision.HOUR
    if hour == 24:  # midnight as the end of the day
        day, hour = day + _DAY, 0
    moment = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone or UTC)
    return moment, zone is not None, precision


@functools.cache
def zone_at(minutes: int) -> timezone:
    """Give the zone so many minutes from UTC; at most 14 hours."""
    return timezone(timedelta(minutes=minutes))


def _clock_of(found: Mapping[str, str], setting: Setting) -> tuple[int, int, int]:
    if "hour" not in found:
        return 0, 0, 0
    hour = int(found["hour"])
    if "half" in found and hour <= 12:
        hour = hour % 12 + 12 * _look_up(Sense.HALF, found["half"], setting)
    return hour, int(found.get("minute", 0)), int(found.get("second", 0))


def _day_of(found: Mapping[str, str], setting: Setting, clock: tuple[int, int]) -> tuple[date, Precision]:
    if "month" in found or "year" in found:
        return _written_day(found, setting)
    now = setting.local_now
    if "dayword" in found:
        return now.date() - _look_up(Sense.DAY_WORD, found["dayword"], setting) * _DAY, Precision.DAY
    back = 0
    if "weekday" in found:
        back = (now.weekday() - _look_up(Sense.WEEKDAY, found["weekday"], setting)) % 7
        if back == 0 and clock > (now.hour, now.minute):
            back = 7  # a weekday is written for past days: today's, later than now, was a week ago
    return now.date() - back * _DAY, Precision.DAY


def _written_day(found: Mapping[str, str], setting: Setting) -> tuple[date, Precision]:
    month = _month_of(found["month"], setting) if "month" in found else 1
    day = int(found.get("day", 1))
    if "year" not in found:
        return _latest(month, day, found.get("weekday"), setting), Precision.DAY
    year = int(found["year"])
    if len(found["year"]) <= 2:
        year += 1900 if year >= _PIVOT_YEAR else 2000
    precision = Precision.DAY if "day" in found else Precision.MONTH if "month" in found else Precision.YEAR
    return date(year, month, day), precision


def _latest(month: int, day: int, weekday: str | None, setting: Setting) -> date:
    """Give the latest such day that is not in the future (but for zones); with a weekday, the latest that fits it."""
    limit = setting.local_now.date() + _DAY
    wanted = _look_up(Sense.WEEKDAY, weekday, setting) if weekday else None
    found: date | None = None
    for year in range(limit.year, limit.year - _WEEKDAY_YEARS, -1):
        try:
            candidate = date(year, month, day)
        except ValueError:  # 29 February
            continue
        if candidate > limit:
            continue
        if wanted is None or candidate.weekday() == wanted:
            return candidate
        found = found or candidate
    if found is None:
        raise ValueError("no such day")
    return found


def _month_of(text: str, setting: Setting) -> int:
    if text.isdigit():
        return int(text)
    form = text.lower()
    if setting.months and form in setting.months:
        return setting.months[form]
    return _look_up(Sense.MONTH, form, setting)


def _look_up(sense: Sense, text: str, setting: Setting) -> int:
    return values_of(sense, setting.languages)[text.lower()]
