"""What several test files share."""

from __future__ import annotations

import signal
from datetime import UTC, datetime

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background by a shell, which children would inherit: commands must stop at Ctrl-C in tests, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def a_moment() -> datetime:
    """A fixed time, for golden values."""
    return datetime(2024, 3, 1, 12, 0, 0, tzinfo=UTC)
