"""How much work something is, counted rather than timed: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_steps(work: Callable[[], object]) -> int:
    """Count the lines and calls of Python that `work` runs. What C code does inside one call counts once."""
    steps = 0

    def trace(_frame: FrameType, _event: str, _value: Any) -> Any:
        nonlocal steps
        steps += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps
