"""The end report's numbers."""

from __future__ import annotations

import sqlite3

from weft.store._ports import Summary
from weft.store._tally import (
    ATTACHMENTS,
    ATTACHMENTS_FETCHED,
    BOARDS,
    BODY_BYTES,
    FILE_BYTES,
    FILES,
    IMAGES,
    IMAGES_FETCHED,
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
    totals, forum = counts[Kind.TOTAL], counts[Kind.FORUM]
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
        threads=forum.get(THREADS, 0),
        boards=forum.get(BOARDS, 0),
        posts=forum.get(POSTS, 0),
        users=forum.get(USERS, 0),
        attachments=forum.get(ATTACHMENTS, 0),
        attachments_fetched=forum.get(ATTACHMENTS_FETCHED, 0),
        images=forum.get(IMAGES, 0),
        images_fetched=forum.get(IMAGES_FETCHED, 0),
        files=forum.get(FILES, 0),
        file_bytes=forum.get(FILE_BYTES, 0),
    )
