"""Text and times as files can hold them, whatever a page had in it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Explicit directions reach over the end of a line of plain text; in a header there is nothing that would stop them.
_DIRECTIONS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_REPLACEMENT = "\ufffd"


def mend_text(text: str) -> str:
    """Give a text that UTF-8 can hold: half a surrogate pair, as broken pages contain, becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def plain_text(text: str) -> str:
    """Give a text without control characters: each becomes U+FFFD, but for tab and line ends."""
    return _CONTROLS.sub(_REPLACEMENT, mend_text(text))


def one_line(text: str, limit: int) -> str:
    """Give a text for one line of at most `limit` characters, its white space folded."""
    line = _DIRECTIONS.sub("", " ".join(plain_text(text[: 4 * limit]).split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"


def with_offset(moment: datetime) -> datetime:
    """Give a time with its offset; one that has none is taken for UTC."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def iso_time(moment: datetime | None) -> str | None:
    """Give a time as ISO 8601 with offset."""
    return None if moment is None else with_offset(moment).isoformat()
