"""Named moments of a commit, so that a test can end the process exactly there."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from enum import StrEnum

from weft.errors import UsageError

FAULT_VARIABLE = "WEFT_FAULT"
StepHook = Callable[[str], None]


class Step(StrEnum):
    """Every moment at which losing power leaves the files in another state, in the order they come."""

    AFTER_LEASE = "after_lease"
    BEFORE_FILE_NAMED = "before_file_named"
    AFTER_FILE_NAMED = "after_file_named"
    AFTER_FILE_CREATED = "after_file_created"
    BEFORE_WARC_WRITE = "before_warc_write"
    INSIDE_WARC_WRITE = "inside_warc_write"
    AFTER_WARC_WRITE = "after_warc_write"
    BEFORE_WARC_SYNC = "before_warc_sync"
    AFTER_WARC_SYNC = "after_warc_sync"
    BEFORE_DB_BEGIN = "before_db_begin"
    INSIDE_DB = "inside_db"
    BEFORE_DB_COMMIT = "before_db_commit"
    AFTER_DB_COMMIT = "after_db_commit"
    BEFORE_ROTATION = "before_rotation"
    AFTER_RENAME = "after_rename"
    AFTER_ROTATION = "after_rotation"


def ignore_step(_step: str) -> None:
    """Let the moment pass: what an archive does when nobody tests it."""


def fault_from(environ: Mapping[str, str]) -> StepHook | None:
    """Read WEFT_FAULT=<step>[:n]: the process kills itself (SIGKILL) at the n-th time of that step."""
    text = environ.get(FAULT_VARIABLE, "")
    if not text:
        return None
    name, _, count = text.partition(":")
    if name not in set(Step) or not (count or "1").isdigit():
        raise UsageError(f"{FAULT_VARIABLE}={text} names no step; use one of {', '.join(Step)}.")
    return _kill_at(Step(name), int(count or "1"))


def _kill_at(wanted: Step, times: int) -> StepHook:
    left = times

    def kill(step: str) -> None:
        nonlocal left
        if step == wanted:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return kill
