"""The end report's numbers."""

from __future__ import annotations

import sqlite3

from weft.store._ports import Summary
from weft.store._tally import (
    BOARDS,
    BODY_BYTES,
    LEARNING,
    POSTS,
    REQUESTS,
    THREADS,
    USERS,
    Kind,
    read_counts,
    states_of,
)
from weft.store._visits import read_span


def summarise(connection: sqlite3.Connection) -> Summary:
    """Read all counters in the caller's snapshot; the states add up to the URLs discovered."""
    counts = read_counts(connection)
    by_state = states_of(counts[Kind.STATE])
    totals = counts[Kind.TOTAL]
    first_at, last_at = read_span(connection)
    warc_bytes = connection.execute("SELECT coalesce(sum(size), 0) FROM warcs").fetchone()[0]
    return Summary(
        discovered=sum(by_state.values()),
        by_state=by_state,
        excluded=counts[Kind.EXCLUDED],
        failed=counts[Kind.FAILED],
        roles=counts[Kind.ROLE],
        statuses={int(status): number for status, number in counts[Kind.STATUS].items()},
        requests=totals.get(REQUESTS, 0),
        learning_requests=totals.get(LEARNING, 0),
        body_bytes=totals.get(BODY_BYTES, 0),
        warc_bytes=warc_bytes,
        first_at=first_at,
        last_at=last_at,
        problems=counts[Kind.PROBLEM],
        threads=counts[Kind.FORUM].get(THREADS, 0),
        boards=counts[Kind.FORUM].get(BOARDS, 0),
        posts=counts[Kind.FORUM].get(POSTS, 0),
        users=counts[Kind.FORUM].get(USERS, 0),
    )
