"""What is remembered about a host across restarts, behind a protocol the store fulfils."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class HostNotes:
    """One origin: until when it wants to be left alone, the pace it bore, its robots.txt.

    `robots_read_at` is when the body was read; with the status `unreachable`, when the file first could not be had.
    """

    origin: str
    blocked_until: datetime | None = None
    blocked_why: str = ""
    delay_seconds: float | None = None
    robots_status: str = ""
    robots_body: bytes = b""
    robots_read_at: datetime | None = None


class HostMemory(Protocol):
    """Keeps one HostNotes per origin. Called seldom: when a host is first met, blocks us, or sends its robots.txt."""

    def load(self, origin: str) -> HostNotes | None:
        """Give what is remembered; None for a host never met."""

    def save(self, notes: HostNotes) -> None:
        """Remember, replacing what was known; durable when it returns."""


class MemoryHosts:
    """The in-memory twin, for tests, simulation and one-off fetches."""

    def __init__(self) -> None:
        self.notes: dict[str, HostNotes] = {}

    def load(self, origin: str) -> HostNotes | None:
        """Give what is remembered."""
        return self.notes.get(origin)

    def save(self, notes: HostNotes) -> None:
        """Remember until the process ends."""
        self.notes[notes.origin] = notes
