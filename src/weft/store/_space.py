"""Room on the disk, watched cheaply."""

from __future__ import annotations

import os
from pathlib import Path

from weft.errors import DiskFull

_LOOK_EVERY_BYTES = 8 * 1024 * 1024


class SpaceGuard:
    """Refuses to write once the disk has less room than `min_free_bytes`; looks again after every few MiB written."""

    def __init__(self, folder: Path, min_free_bytes: int) -> None:
        self._folder = folder
        self._min_free_bytes = min_free_bytes
        self._every_bytes = min(_LOOK_EVERY_BYTES, max(1, min_free_bytes // 8))
        self._unseen_bytes = self._every_bytes  # the first call looks

    def check(self, coming_bytes: int) -> None:
        """Raise DiskFull if writing so many bytes would leave too little; nothing has been written then."""
        self._unseen_bytes += coming_bytes
        if not self._min_free_bytes or self._unseen_bytes < self._every_bytes:
            return
        disk = os.statvfs(self._folder)
        free_bytes = disk.f_bavail * disk.f_frsize
        if free_bytes - coming_bytes < self._min_free_bytes:
            raise DiskFull(
                f"The disk under {self._folder} has {free_bytes // 2**20} MiB left, less than the "
                f"{self._min_free_bytes // 2**20} MiB to be kept free (store.min_free_bytes). All committed pages are "
                "safe; make room and run it again."
            )
        self._unseen_bytes = 0
