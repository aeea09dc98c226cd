"""When to ask again: Retry-After as servers write it, backoff, and which troubles may pass."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from random import Random

from weft.fetch._wire import Trouble

TOO_MANY_REQUESTS = 429
UNAVAILABLE = 503
SERVER_ERRORS = range(500, 600)
MAX_DIGITS = 12  # 30,000 years; longer runs are not worth turning into a number
MAX_BACKOFF = timedelta(minutes=5)
# An unknown name, a certificate or a forbidden address will be the same in a second. Bad HTTP may be what the answer
# before left on the line (a wrong Content-Length): the next try has a line of its own.
PASSING = frozenset(
    {
        Trouble.DNS_FAILED,
        Trouble.REFUSED,
        Trouble.CONNECT,
        Trouble.TIMEOUT_CONNECT,
        Trouble.TIMEOUT_FIRST_BYTE,
        Trouble.DISCONNECTED,
        Trouble.BAD_HTTP,
    }
)


def parse_retry_after(values: Iterable[str], now: datetime) -> timedelta | None:
    """Give the wait a server asks for; None when no value makes sense (RFC 9110 10.2.3: seconds or an HTTP date).

    Negative numbers, dates in the past and anything else are nonsense. Of several values the longest counts.
    """
    waits = [wait for wait in (_parse_wait(value.strip(), now) for value in values) if wait is not None]
    return max(waits, default=None)


def _parse_wait(text: str, now: datetime) -> timedelta | None:
    if text.isascii() and text.isdigit():
        return timedelta(seconds=int(text)) if len(text) <= MAX_DIGITS else timedelta.max
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    try:
        wait = when - now
    except OverflowError:
        return None
    return wait if wait > timedelta(0) else None


def is_busy(status: int) -> bool:
    """Tell whether an answer says that there is too much load, not that something is wrong with the URL."""
    return status in {TOO_MANY_REQUESTS, UNAVAILABLE}


def is_passing(status: int) -> bool:
    """Tell whether asking again may help: 429 and server errors, never other 4xx."""
    return status == TOO_MANY_REQUESTS or status in SERVER_ERRORS


def jittered_backoff(base: timedelta, attempt: int, random: Random) -> float:
    """Give seconds to wait before try `attempt + 1`: anything up to base x 2^attempt.

    Full jitter (the whole range, not a bit around the end) spreads clients that failed together furthest apart.
    """
    limit = min(MAX_BACKOFF.total_seconds(), base.total_seconds() * 2.0 ** min(attempt, 30))
    return random.uniform(0.0, limit)
