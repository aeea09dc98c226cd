"""One process at a time: an advisory lock that the kernel drops with its owner, however that ends."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from weft.errors import ArchiveLocked

LOCK_NAME = "archive.lock"
# `is_locked` holds the lock for microseconds; a start that meets it tries again. Far below the promised second.
_TRIES, _PAUSE_SECONDS = 6, 0.05


class FolderLock:
    """The exclusive right to write an archive; raises ArchiveLocked, naming the owner, if another process has it."""

    def __init__(self, folder: Path) -> None:
        self._fd = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            self._take(folder)
        except BaseException:
            os.close(self._fd)
            raise

    def _take(self, folder: Path) -> None:
        for left in reversed(range(_TRIES)):
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not left:
                    raise ArchiveLocked(_sentence(folder, os.pread(self._fd, 32, 0))) from None
                time.sleep(_PAUSE_SECONDS)
            else:
                break
        os.ftruncate(self._fd, 0)
        os.pwrite(self._fd, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let others in; may be called twice."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def is_locked(folder: Path) -> bool:
    """Tell whether a process works on the archive now; changes nothing."""
    try:
        fd = os.open(folder / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def _sentence(folder: Path, owner: bytes) -> str:
    pid = owner.decode("ascii", "replace").strip()
    who = f"process {pid}" if pid.isdigit() else "another process"
    return f"The archive {folder} is being written by {who}; wait for it or stop it first."
