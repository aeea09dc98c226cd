"""What several test files share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest


@pytest.fixture
def a_moment() -> datetime:
    """A fixed time, for golden values."""
    return datetime(2024, 3, 1, 12, 0, 0, tzinfo=UTC)
