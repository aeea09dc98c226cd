"""What several test files share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weft.config import StoreConfig
from weft.store import MemoryArchive, SqliteArchive, open_archive

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell, which children would inherit: commands must stop at Ctrl-C in tests, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def a_moment() -> datetime:
    """A fixed time, for golden values."""
    return datetime(2024, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteArchive | MemoryArchive]:
    """An empty archive of each kind, one after the other: what holds for one must hold for both."""
    if request.param == "memory":
        opened: SqliteArchive | MemoryArchive = MemoryArchive()
    else:
        opened = open_archive(tmp_path / "archive", StoreConfig(min_free_bytes=0))
    yield opened
    opened.close()
