"""Text of a forum as a terminal may show it, and times as people type them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from weft.errors import UsageError

_YEAR, _MONTH = len("2024"), len("2024-05")
# What moves the cursor, changes colours or the direction of writing: a title must not do that to a terminal.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def show_line(text: str, limit: int = 0) -> str:
    """Give a text on one line, without anything a terminal would obey; cut where a limit is given."""
    line = _UNSEEN.sub("", " ".join(text.split()))
    return line if not limit or len(line) <= limit else line[: limit - 1] + "…"


def read_moment(text: str, option: str) -> datetime | None:
    """Read a date or time of ISO 8601, or a year or month; without an offset it is UTC."""
    if not text:
        return None
    whole = text + {_YEAR: "-01-01", _MONTH: "-01"}.get(len(text), "")
    try:
        moment = datetime.fromisoformat(whole)
    except ValueError as error:
        raise UsageError(f"{option} {text!r} is no time; write 2024-05-01 or 2024-05-01T18:30+02:00.") from error
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def show_size(count: int) -> str:
    """Give a number of bytes as people read it."""
    value = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:.1f} TiB"
