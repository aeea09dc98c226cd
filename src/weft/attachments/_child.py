"""The child process that reads files: JSON lines in, JSON lines out. `_reader` starts it.

The first line it gets are the limits; each further one is a file. Before the first file it gives up what it does not
need: memory beyond the limit, writing, the network, starting processes. It trusts no file, and its parent trusts it
as little: the parent has a clock and a limit on every answer.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO

from weft.attachments._child_cage import enter_cage, limit_cpu
from weft.attachments._child_draft import Budget, Draft, Source, Spent
from weft.attachments._child_formats import read_source
from weft.attachments._kinds import Sniffed, sniff_stream
from weft.attachments._read import ReadLimits

_SOFT_SHARE = 0.8  # of the time limits: then the child stops by itself and answers with what it has
_AGAIN = 0.5  # seconds; a library that swallows the interruption gets another one


class _OutOfTime(BaseException):
    """Raised by a signal in the middle of reading; no library catches it as an ordinary error."""


def main() -> None:
    """Answer files until the parent goes away, or until an answer says that this child is spent."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # what a library prints is no answer
    limits = ReadLimits.from_json(json.loads(sys.stdin.readline()))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    enter_cage(limits)
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        reply = _serve(json.loads(line), limits)
        _answer(answers, reply)
        if reply["spent"]:
            return


def _serve(job: dict[str, str], limits: ReadLimits) -> dict[str, Any]:
    draft = Draft(limits, Budget(limits.unpacked_bytes, limits.text_bytes))
    sniffed, spent = Sniffed("other", ""), False
    try:
        with _deadline(limits), Path(job["path"]).open("rb") as stream:
            sniffed = sniff_stream(stream, job["name"], job["media_type"])
            read_source(Source(stream, job["name"], job["media_type"]), sniffed, draft)
    except Spent as error:
        draft.problem(str(error))
    except MemoryError:
        draft.problem("takes too much memory")
        spent = True
    except _OutOfTime:
        draft.problem("takes too long")
        spent = True
    except OSError as error:
        draft.problem(f"cannot be opened ({type(error).__name__})")
    return {**draft.to_json(sniffed.kind, sniffed.suffix), "spent": spent}


def _answer(answers: BinaryIO, reply: dict[str, Any]) -> None:
    answers.write(json.dumps(reply, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    answers.flush()


@contextlib.contextmanager
def _deadline(limits: ReadLimits) -> Iterator[None]:
    """Interrupt this child shortly before its limits, so that what was read so far is not lost."""

    late = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal late
        late = True
        raise _OutOfTime

    limit_cpu(limits)
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_REAL, limits.wall.total_seconds() * _SOFT_SHARE, _AGAIN)
    signal.setitimer(signal.ITIMER_PROF, limits.cpu.total_seconds() * _SOFT_SHARE, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
    if late:  # some library has caught what it should not
        raise _OutOfTime
