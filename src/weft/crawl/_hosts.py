"""What fetch must remember about hosts, kept in the archive so that a restart still waits."""

from __future__ import annotations

import dataclasses
from typing import Any

from weft.crawl._writer import Writer
from weft.fetch import HostNotes
from weft.store import Archive, HostRow


class ArchiveHosts:
    """fetch's HostMemory over an archive, through the archive's own thread. Called seldom, so it may block."""

    def __init__(self, archive: Archive, writer: Writer) -> None:
        self._archive = archive
        self._writer = writer

    def load(self, origin: str) -> HostNotes | None:
        """Give what is known of a host."""
        row = self._writer.run_now(self._archive.get_host, origin)
        return HostNotes(**_fields(row)) if row is not None else None

    def save(self, notes: HostNotes) -> None:
        """Remember a host; on disk when it returns, so that a kill cannot shorten a wait."""
        self._writer.run_now(self._archive.put_host, HostRow(**_fields(notes)))


def _fields(value: HostRow | HostNotes) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
