"""Counters kept in the same transaction as the rows they count, so that a summary is quick at any size."""

from __future__ import annotations

import sqlite3
from collections import Counter
from enum import StrEnum

from weft.store._ports import PageRow, UrlState, Visit
from weft.store._schema import STATES


class Kind(StrEnum):
    """What is counted, each by name."""

    STATE = "state"
    EXCLUDED = "excluded"
    FAILED = "failed"
    ROLE = "role"
    STATUS = "status"
    PROBLEM = "problem"
    FORUM = "forum"
    TOTAL = "total"


BOARDS, THREADS, POSTS, USERS = "boards", "threads", "posts", "users"
# What posts carry, pictures shown in the text apart, and how much of it is fetched; different files, and their bytes.
ATTACHMENTS, ATTACHMENTS_FETCHED, IMAGES, IMAGES_FETCHED = (
    "attachments",
    "attachments_fetched",
    "images",
    "images_fetched",
)
FILES, FILE_BYTES = "files", "file_bytes"
REQUESTS, LEARNING, BODY_BYTES = "requests", "learning_requests", "body_bytes"
_BY_REASON = {UrlState.EXCLUDED: Kind.EXCLUDED, UrlState.FAILED: Kind.FAILED}
# The tables' own answer to each kind. Totals of requests stand nowhere else: a failed request leaves no row.
_RECOUNTS = {
    Kind.STATE: "SELECT name, count(*) FROM urls JOIN states ON code = state GROUP BY state",
    Kind.EXCLUDED: "SELECT reason, count(*) FROM urls WHERE state = 4 GROUP BY reason",
    Kind.FAILED: "SELECT reason, count(*) FROM urls WHERE state = 5 GROUP BY reason",
    Kind.ROLE: "SELECT role, count(*) FROM pages WHERE fetched GROUP BY role",
    Kind.STATUS: "SELECT status, count(*) FROM pages GROUP BY status",
    Kind.PROBLEM: "SELECT problem, count(*) FROM pages WHERE problem <> '' GROUP BY problem",
    Kind.FORUM: (
        "SELECT * FROM (SELECT 'boards', (SELECT count(*) FROM boards WHERE is_board) AS number"
        " UNION ALL SELECT 'threads', (SELECT count(*) FROM threads WHERE pages)"
        " UNION ALL SELECT 'posts', (SELECT count(*) FROM posts)"
        " UNION ALL SELECT 'users', (SELECT count(*) FROM users WHERE posts)"
        " UNION ALL SELECT 'attachments', (SELECT count(*) FROM carried WHERE NOT is_image)"
        " UNION ALL SELECT 'attachments_fetched', (SELECT count(file_id) FROM carried WHERE NOT is_image)"
        " UNION ALL SELECT 'images', (SELECT count(*) FROM carried WHERE is_image)"
        " UNION ALL SELECT 'images_fetched', (SELECT count(file_id) FROM carried WHERE is_image)"
        " UNION ALL SELECT 'files', (SELECT count(*) FROM files)"
        " UNION ALL SELECT 'file_bytes', (SELECT sum(size) FROM files)) WHERE number"
    ),
}


class Tally:
    """What one transaction changes in the counters; saved as its last step."""

    def __init__(self) -> None:
        self._changes: Counter[tuple[str, str]] = Counter()

    def add(self, kind: Kind, name: str, number: int = 1) -> None:
        """Count something."""
        self._changes[kind, name] += number

    def enter(self, state: UrlState, reason: str = "", number: int = 1) -> None:
        """Count a URL that comes into a state."""
        self._changes[Kind.STATE, state] += number
        if state in _BY_REASON:
            self._changes[_BY_REASON[state], reason] += number

    def leave(self, state: UrlState, reason: str = "", number: int = 1) -> None:
        """Count a URL that goes out of a state."""
        self.enter(state, reason, -number)

    def save(self, connection: sqlite3.Connection) -> None:
        """Write the changes into the running transaction."""
        connection.executemany(
            "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET number = number + excluded.number",
            [(kind, name, number) for (kind, name), number in self._changes.items() if number],
        )


def count_visit(tally: Tally, visit: Visit, page: PageRow) -> None:
    """Count what a visit brings beside the state of its URL; `page` is the row kept for it."""
    tally.add(Kind.TOTAL, REQUESTS, visit.requests)
    if page.learning:
        tally.add(Kind.TOTAL, LEARNING, visit.requests)
    if visit.exchange is None:
        return
    tally.add(Kind.TOTAL, BODY_BYTES, visit.body_bytes)
    tally.add(Kind.STATUS, str(visit.exchange.status))
    if visit.state is UrlState.FETCHED:
        tally.add(Kind.ROLE, page.role)
    if page.problem:
        tally.add(Kind.PROBLEM, page.problem)


def read_counts(connection: sqlite3.Connection) -> dict[Kind, dict[str, int]]:
    """Give all counters by kind; those that came down to zero are left out."""
    counts: dict[Kind, dict[str, int]] = {kind: {} for kind in Kind}
    for kind, name, number in connection.execute("SELECT kind, name, number FROM counts WHERE number <> 0"):
        counts[Kind(kind)][name] = number
    return counts


def recount(connection: sqlite3.Connection) -> dict[Kind, dict[str, int]]:
    """Count the rows themselves: what `read_counts` must agree with (totals aside), and what a rebuild starts from."""
    counts: dict[Kind, dict[str, int]] = {Kind.TOTAL: {}}
    for kind, query in _RECOUNTS.items():
        counts[kind] = {str(name): number for name, number in connection.execute(query)}
    return counts


def states_of(names: dict[str, int]) -> dict[UrlState, int]:
    """Give a number for every state, zeros included."""
    return {state: names.get(state.value, 0) for state in STATES}
