"""The WARC file being written: records appended, synced, settled or rolled back; files begun and finished."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from weft.clock import Clock
from weft.page import Exchange
from weft.store._record import Filed, NewId, Place, pack_exchange, pack_info, stream_filed
from weft.store._steps import Step, StepHook
from weft.store._volumes import WARC_FOLDER, Volume, final_path, find_file, open_path


class WarcWriter:
    """Owner of the one file that grows. What was appended counts only once it is settled."""

    def __init__(self, folder: Path, level: int, clock: Clock, new_id: NewId, step: StepHook) -> None:
        self._folder = folder
        self._level = level
        self._clock = clock
        self._new_id = new_id
        self._step = step
        self._fd = -1
        self._end = 0  # where the next record goes; volume.size is where the last settled one ended
        self.volume: Volume | None = None

    def new_name(self, number: int) -> str:
        """Give a name that no file has yet: weft-YYYYMMDDHHMMSS-NNNNN.warc.gz."""
        stamp = self._clock.now().strftime("%Y%m%d%H%M%S")
        while find_file(self._folder, name := f"weft-{stamp}-{number:05d}.warc.gz"):
            number += 1
        return name

    def begin(self, volume: Volume) -> None:
        """Go on with a file that ends where it was committed (see `recover`); creates it if it is not there."""
        path = open_path(self._folder, volume.name)
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self.volume = volume
        self._end = volume.size
        sync_folder(path.parent)
        self._step(Step.AFTER_FILE_CREATED)

    def append(self, exchanges: Sequence[Exchange | Filed]) -> list[Place]:
        """Write the records of exchanges and sync them; gives the place of each."""
        volume = self.volume
        if volume is None:
            raise RuntimeError("no WARC file was begun")
        pieces: list[bytes] = []
        offset = self._end
        if not offset:
            pieces.append(pack_info(volume.name, self._clock.now(), self._level, self._new_id))
            offset += len(pieces[0])
        places = []
        for exchange in exchanges:
            if isinstance(exchange, Filed):  # not gathered: it may be large
                self._write(b"".join(pieces))
                pieces.clear()
                places.append(self._stream(volume, exchange))
                offset = self._end
                continue
            packed = pack_exchange(exchange, self._level, self._new_id)
            sizes = len(packed.response), len(packed.request)
            places.append(Place(volume.id, offset, *sizes, packed.payload_digest))
            pieces += [packed.response, packed.request]
            offset += sum(sizes)
        self._write(b"".join(pieces))
        self._sync()
        return places

    def _stream(self, volume: Volume, filed: Filed) -> Place:
        start = self._end
        response, request, digest = stream_filed(filed, self._level, self._new_id)
        for piece in response:
            self._put(memoryview(piece))
            self._step(Step.INSIDE_WARC_WRITE)
        length = self._end - start
        self._put(memoryview(request))
        return Place(volume.id, start, length, len(request), digest)

    def _write(self, data: bytes) -> None:
        # In two halves, so that a torn record is something a test can make. A second system call costs microseconds.
        half = len(data) // 2
        self._step(Step.BEFORE_WARC_WRITE)
        self._put(memoryview(data)[:half])
        self._step(Step.INSIDE_WARC_WRITE)
        self._put(memoryview(data)[half:])
        self._step(Step.AFTER_WARC_WRITE)

    def _put(self, data: memoryview) -> None:
        while data:
            written = os.pwrite(self._fd, data, self._end)
            self._end += written
            data = data[written:]

    def _sync(self) -> None:
        self._step(Step.BEFORE_WARC_SYNC)
        os.fsync(self._fd)
        self._step(Step.AFTER_WARC_SYNC)

    def grown(self) -> Volume | None:
        """Give the volume as it will be once what was appended is settled."""
        return None if self.volume is None else replace(self.volume, size=self._end)

    def settle(self) -> None:
        """Take what was appended as committed."""
        self.volume = self.grown()

    def roll_back(self, committed: Iterable[Volume]) -> None:
        """Cut the file to its committed end, as the database tells it."""
        for volume in committed:
            if self.volume is not None and volume.id == self.volume.id:
                os.ftruncate(self._fd, volume.size)
                self.volume = volume
                self._end = volume.size

    def finish(self) -> Volume | None:
        """Close the file under its final name; gives the volume to be recorded as closed."""
        volume = self.volume
        if volume is None:
            return None
        self.abandon()
        path = open_path(self._folder, volume.name)
        if volume.size:
            path.rename(final_path(self._folder, volume.name))
        else:
            path.unlink()
        sync_folder(path.parent)
        self._step(Step.AFTER_RENAME)
        return replace(volume, closed=True)

    def abandon(self) -> None:
        """Let go of the file as it is; the next opening brings it in order."""
        if self._fd >= 0:
            os.close(self._fd)
        self._fd = -1
        self.volume = None


def sync_folder(folder: Path) -> None:
    """Make a new or changed name durable."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_warc_folder(folder: Path) -> None:
    """Make the folder of the WARC files, durably."""
    (folder / WARC_FOLDER).mkdir(exist_ok=True)
    sync_folder(folder)
