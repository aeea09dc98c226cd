"""What a page says about the zone of its times: "All times are UTC+1", "GMT +8, 2019-1-5"."""

from __future__ import annotations

import re
from datetime import timedelta, timezone

MAX_ZONE_HOURS = 14
# A zone with an offset speaks for itself; a bare one only beside a word for times.
_OFFSET = re.compile(
    r"\b(?:UTC|GMT|WEZ|TU)\s?(?P<sign>[+\-−–])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?(?!\d)"
    r"(?:\s?\w{1,8})?(?P<summer>\s?\[\s?DST\s?\])?"
)
_BARE = re.compile(
    r"(?:times|zone|zeiten|zeitangaben|zeitzone|heures|horas|horarios|horários|orari|tijden|время|пояс|时间|時間|时区)"
    r"\W{1,3}(?:\w+\W{1,2}){0,3}?(?:UTC|GMT)\b(?!\s?[+\-−–]\s?\d)",
    re.IGNORECASE,
)

_MARKS = re.compile(rb"(?i:UTC|GMT)|\bWEZ\b|\bTU\b")  # one of them stands in whatever states a zone


def may_tell_zone(html: bytes) -> bool:
    """Tell at a glance whether a document may state the zone of its times: taking its text out takes longer."""
    return _MARKS.search(html) is not None


def find_zone(text: str) -> timezone | None:
    """Give the zone a page's text states; the last statement counts, because such lines stand at the foot."""
    statements = list(_OFFSET.finditer(text))
    if statements:
        return _zone_of(statements[-1])
    return timezone(timedelta()) if _BARE.search(text) else None


def _zone_of(found: re.Match[str]) -> timezone | None:
    hours = int(found["hours"]) + (1 if found["summer"] else 0)
    shift = timedelta(hours=hours, minutes=int(found["minutes"] or 0))
    if hours > MAX_ZONE_HOURS:
        return None
    return timezone(shift if found["sign"] == "+" else -shift)
