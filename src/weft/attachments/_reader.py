"""Reading files in child processes: warm ones for many files, each replaced when a file was too much for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from weft.attachments._kinds import sniff_file
from weft.attachments._read import MIB, FileReading, ReadLimits
from weft.errors import WeftError

_START_SECONDS = 120  # to be ready, on a busy machine
# What a child needs of the environment; it shall not know more, secrets least of all.
_KEPT_VARIABLES = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LANG", "LC_ALL", "SYSTEMROOT", "TMPDIR")
_QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}  # threads cost address space
# A child does not come in through this room's door: that would load ranking, SciPy and the store, half a second and
# 40 MiB of libraries it has no use for, and nothing that is not there can be misused.
_BACK_DOOR = """
import sys, types
room = types.ModuleType("weft.attachments")
room.__path__ = [sys.argv[1]]
sys.modules["weft.attachments"] = room
from weft.attachments._child import main
main()
"""
_CRASHES = {"SIGXCPU": "takes too much processor time", "SIGKILL": "its reader was killed"}


class _Ended(Exception):
    """The child is gone; the message says what that means for the file."""


class _Worker:
    """One child and the pipes to it."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self.served = 0
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603 - our own code, no shell
            [sys.executable, "-P", "-B", "-c", _BACK_DOOR, str(Path(__file__).parent)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**kept, **_QUIET},
        )
        try:
            self._ask(limits.to_json(), _START_SECONDS)
        except BaseException:
            self.end()
            raise

    def read(self, path: Path, name: str, media_type: str) -> tuple[FileReading, bool]:
        """Have one file read; says, too, whether the child may go on."""
        self.served += 1
        job = {"path": str(path.absolute()), "name": name, "media_type": media_type}
        reply = self._ask(job, self._limits.wall.total_seconds())
        return FileReading.from_json(reply), not reply.get("spent") and self.served < self._limits.files_per_worker

    def end(self) -> None:
        """End the child, whatever it does."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # what was still to be written to a dead child
                    continue
        self._process.wait()

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line and wait for one, not longer than that and not for more than an answer can be."""
        assert self._process.stdin is not None  # noqa: S101 - both are pipes by construction
        assert self._process.stdout is not None  # noqa: S101
        late = threading.Event()
        timer = threading.Timer(seconds, self._kill, [late])
        timer.daemon = True
        timer.start()
        try:
            self._process.stdin.write(json.dumps(question).encode("ascii") + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline(8 * self._limits.text_bytes + 16 * MIB)
        except OSError:
            line = b""
        finally:
            timer.cancel()
        if not line.endswith(b"\n"):
            raise _Ended("takes too long" if late.is_set() else self._why_ended())
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise _Ended("its reader gave no answer") from error
        return answer if isinstance(answer, dict) else {}

    def _kill(self, late: threading.Event) -> None:
        late.set()
        self._process.kill()

    def _why_ended(self) -> str:
        self._process.kill()
        code = self._process.wait()
        if code >= 0:
            return "its reader failed"
        name = signal.Signals(-code).name if -code in {*signal.Signals} else str(-code)
        return _CRASHES.get(name, f"its reader crashed ({name})")


class FileReader:
    """Reads many files, each in a child process under limits. Never fails because of a file: that is a `problem`.
    Fails with `WeftError` if no child can be started at all.

    A context manager. `read` may be called from several threads; there are as many children as calls at a time.
    """

    def __init__(self, limits: ReadLimits | None = None) -> None:
        self._limits = limits or ReadLimits()
        self._idle: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End all children."""
        with self._lock:
            workers, self._idle, self._closed = self._idle, [], True
        for worker in workers:
            worker.end()

    def read(self, path: Path, name: str = "", media_type: str = "") -> FileReading:
        """Read one file. `name` and `media_type` are hints: as the post or the server has them."""
        if not path.is_file():  # a pipe or device would keep its reader waiting
            return FileReading(problem="not a file")
        worker = self._take()
        keep = False
        try:
            reading, keep = worker.read(path, name, media_type)
        except _Ended as error:
            reading = _unread(path, name, media_type, str(error))
        except (ValueError, TypeError):
            reading = _unread(path, name, media_type, "its reader gave no answer")
        finally:
            self._give_back(worker, keep=keep)
        return reading

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise ValueError("this FileReader is closed")
            if self._idle:
                return self._idle.pop()
        try:
            return _Worker(self._limits)
        except (_Ended, OSError) as error:
            raise WeftError(
                "Files cannot be read: the process that reads them does not start. Install Weft anew and try again."
            ) from error

    def _give_back(self, worker: _Worker, *, keep: bool) -> None:
        with self._lock:
            if keep and not self._closed:
                self._idle.append(worker)
                return
        worker.end()


def read_file(path: Path, name: str = "", media_type: str = "", limits: ReadLimits | None = None) -> FileReading:
    """Read one file in a child of its own. For many files, `FileReader` is many times quicker."""
    with FileReader(limits) as reader:
        return reader.read(path, name, media_type)


def _unread(path: Path, name: str, media_type: str, problem: str) -> FileReading:
    """Say what can be said of a file whose reader died."""
    try:
        sniffed = sniff_file(path, name, media_type)
    except OSError:
        return FileReading(problem=problem)
    return FileReading(kind=sniffed.kind, suffix=sniffed.suffix, problem=problem)
