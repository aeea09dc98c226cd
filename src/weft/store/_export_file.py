"""Files and folders that appear only when they are whole: written beside their place, then renamed into it."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from weft.errors import DiskFull, StoreError, UsageError

_BUFFER_BYTES = 1024 * 1024
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def whole_file(out: Path) -> Iterator[BinaryIO]:
    """Give a file to write. It takes the name `out` when the block ends; nothing is left when the block raises.

    A file of that name is replaced, a symbolic link followed. Whatever the block cannot write is told as one sentence.
    """
    target = _place_of(out)
    if target.exists() and not target.is_file():  # /dev/null would be replaced by a file of ours
        raise UsageError(f"{out} is {_kind_of(target)}; give the name of a file to write.")
    partial = _beside(target)
    try:
        with partial.open("xb", buffering=_BUFFER_BYTES) as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        partial.replace(target)
    except OSError as error:
        raise _explain(error, out) from error
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def whole_folder(out: Path, made_of: frozenset[str]) -> Iterator[Path]:
    """Give a folder to fill. It takes the name `out` when the block ends; nothing is left when the block raises.

    `made_of` names everything that such a folder may hold. One that holds these and nothing else is an earlier copy
    and is replaced; any other that is not empty stays as it is, and UsageError says so. Its files are not synced one
    by one, which would take longer than writing them: after a power cut, make it again.
    """
    target = _place_of(out)
    _check_replaceable(target, out, made_of)
    partial = _beside(target)
    try:
        partial.mkdir()
        yield partial
        _take_place(partial, target)
    except OSError as error:
        raise _explain(error, out) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _place_of(out: Path) -> Path:
    target = Path(os.path.realpath(out))
    if not target.parent.is_dir():
        raise UsageError(f"There is no folder {target.parent}; make it first, or give another place with --out.")
    return target


def _beside(target: Path) -> Path:
    # A name of its own for each run: two exports to one place must not write into one another's file.
    return target.with_name(f"{target.name}.{secrets.token_hex(4)}.partial")


def _kind_of(target: Path) -> str:
    return "a folder" if target.is_dir() else "not an ordinary file"


def _check_replaceable(target: Path, out: Path, made_of: frozenset[str]) -> None:
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{out} is a file; give the name of a folder to write.")
    held = {path.name for path in target.iterdir()}
    if held and not (held <= made_of and "index.html" in held):
        raise UsageError(f"{out} holds other things than an earlier copy; give another folder with --out.")


def _take_place(partial: Path, target: Path) -> None:
    if not target.exists():
        partial.rename(target)
        return
    old = _beside(target)
    target.rename(old)
    try:
        partial.rename(target)
    except BaseException:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _explain(error: OSError, out: Path) -> StoreError:
    if error.errno in _FULL:
        return DiskFull(
            f"There is no room for {out}; nothing of it was kept. Make room, or give another disk with --out."
        )
    return StoreError(f"{out} cannot be written: {error.strerror or error}; check disk and permissions.")
