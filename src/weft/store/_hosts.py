"""Hosts and settings in SQL: what must be remembered across restarts."""

from __future__ import annotations

import sqlite3

from weft.store._database import read_time, write_time
from weft.store._ports import HostRow


def read_setting(connection: sqlite3.Connection, name: str) -> str | None:
    """Give a remembered value."""
    row = connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def write_setting(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Remember a value, replacing the old one."""
    connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))


def read_host(connection: sqlite3.Connection, origin: str) -> HostRow | None:
    """Give what is remembered about a host."""
    row = connection.execute("SELECT * FROM hosts WHERE origin = ?", (origin,)).fetchone()
    if row is None:
        return None
    name, until, why, delay, status, body, read_at = row
    return HostRow(name, read_time(until), why, delay, status, body, read_time(read_at))


def write_host(connection: sqlite3.Connection, host: HostRow) -> None:
    """Remember a host, replacing what was known."""
    values = (
        host.origin,
        write_time(host.blocked_until),
        host.blocked_why,
        host.delay_seconds,
        host.robots_status,
        host.robots_body,
        write_time(host.robots_read_at),
    )
    connection.execute("INSERT OR REPLACE INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?)", values)
