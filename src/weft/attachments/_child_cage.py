"""What a child gives up before it opens a stranger's file. Each part is done where the platform lets us.

Limits of the kernel hold whatever happens in the process. The audit hook is the second fence, the same everywhere:
Python code cannot write, connect or start anything, whatever a library might be talked into.
"""

from __future__ import annotations

import contextlib
import ctypes  # here, for readers' libraries load it, too, and inside the cage that is refused
import math
import os
import sys
from typing import Any

from weft.attachments._read import ReadLimits

try:
    import resource
except ImportError:  # Windows: the parent's clock and the audit hook remain
    resource = None  # type: ignore[assignment]

_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_OPEN_FILES = 64
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_FORBIDDEN = (
    "os.system os.exec os.posix_spawn os.spawn os.startfile os.fork os.forkpty os.remove os.rename os.mkdir os.rmdir "
    "os.link os.symlink os.truncate os.chmod os.chown os.utime os.setxattr os.kill os.killpg ctypes.dlopen "
    "urllib.Request webbrowser.open pty.spawn sqlite3.connect"
)
_DENIED = frozenset(_FORBIDDEN.split())
_DENIED_ROOMS = ("socket.", "subprocess.", "shutil.", "tempfile.", "smtplib.", "ftplib.", "imaplib.", "poplib.")


def enter_cage(limits: ReadLimits) -> None:
    """Give up memory beyond the limit, core dumps, writing, the network and other processes. There is no way back."""
    _leave_network()
    if resource is not None:
        for name, value in (
            ("RLIMIT_AS", limits.memory_bytes),
            ("RLIMIT_FSIZE", 0),
            ("RLIMIT_CORE", 0),
            ("RLIMIT_NOFILE", _OPEN_FILES),
        ):
            _set_limit(name, value)
    sys.addaudithook(_refuse)


def limit_cpu(limits: ReadLimits) -> None:
    """Allow the next file its processor time; the kernel ends the child that takes more."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = math.ceil(used.ru_utime + used.ru_stime + limits.cpu.total_seconds())
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


def _set_limit(name: str, value: int) -> None:
    kind = getattr(resource, name, None)
    if kind is None:
        return
    _, hard = resource.getrlimit(kind)
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with contextlib.suppress(ValueError, OSError):  # macOS knows RLIMIT_AS and does not take it
        resource.setrlimit(kind, (lowest, lowest))


def _leave_network() -> None:
    """Move into a network namespace with nothing in it; without the right to, in a user namespace of our own."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError):
        unshare = ctypes.CDLL(None, use_errno=True).unshare
        if unshare(_CLONE_NEWNET) != 0:
            unshare(_CLONE_NEWUSER | _CLONE_NEWNET)


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        mode, flags = args[1], args[2]
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
            raise PermissionError("a reading child writes nothing")
    elif event in _DENIED or event.startswith(_DENIED_ROOMS):
        raise PermissionError(f"a reading child may not: {event}")
