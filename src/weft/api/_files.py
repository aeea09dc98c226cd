"""What is done with files beside fetching them: what they are, what stands in them, which matter."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from weft.store import Archive, FileRow, FileText, Spooled
from weft.traversal import Plan

Progress = Callable[[int, int], None]  # files read, files to read
_BATCH, _BATCH_CHARS = 20, 8_000_000  # files whose texts are committed together


@dataclass(frozen=True, slots=True)
class FilesRead:
    """What reading an archive's files came to; `left` are still to be read."""

    read: int = 0
    failed: int = 0
    left: int = 0
    ranked: int = 0  # pages
    problem: str = ""  # why they were not ranked


def sniff_part(part: Spooled, name: str, media_type: str) -> tuple[str, str]:
    """Tell what a file is by its bytes, with its name as a hint."""
    from weft.attachments import sniff, sniff_file  # noqa: PLC0415  a crawl without files need not load it

    about = (name, media_type)
    found = sniff_file(part.path, *about) if part.path is not None else sniff(part.head, *about)
    return found.kind, found.suffix


class FileDigest:
    """Takes the text out of files that were never read, and ranks what there is. `stop` ends it after a file."""

    def __init__(self, archive: Archive, progress: Progress | None = None) -> None:
        self._archive = archive
        self._progress = progress or (lambda _done, _all: None)
        self._stopped = threading.Event()
        self._read = self._failed = 0

    def stop(self) -> None:
        """End soon; the next run goes on with what is left."""
        self._stopped.set()

    async def run(self, *, rank: bool = True) -> FilesRead:
        """Do the work in a thread; when cancelled, let that end first: the archive bears one user at a time."""
        task = asyncio.create_task(asyncio.to_thread(self._work, rank))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.stop()
            await task
            raise

    def _work(self, rank: bool) -> FilesRead:
        todo = sum(1 for _ in self._archive.unread_files())
        if todo:
            self._read_all(todo)
        is_ranked = rank and not self._stopped.is_set() and self._archive.summary().files > 0
        ranked, problem = 0, ""
        try:
            ranked = rank_files(self._archive) if is_ranked else 0
        except (ArithmeticError, LookupError, MemoryError, TypeError, ValueError) as error:
            # the crawl is done and kept; files are found by their words meanwhile
            problem = f"files could not be ranked ({type(error).__name__}: {error})"
        return FilesRead(self._read, self._failed, todo - self._read, ranked, problem)

    def _read_all(self, todo: int) -> None:
        from weft.attachments import FileReader  # noqa: PLC0415  as above

        with FileReader() as reader:
            while not self._stopped.is_set() and (rows := list(islice(self._archive.unread_files(), _BATCH))):
                texts: list[FileText] = []
                for row in rows:
                    if self._stopped.is_set() or sum(len(text.text) for text in texts) > _BATCH_CHARS:
                        break
                    texts.append(self._read_one(reader.read, row))
                    self._progress(self._read + len(texts), todo)
                self._archive.put_texts(texts)
                self._read += len(texts)
                self._failed += sum(bool(text.problem) for text in texts)

    def _read_one(self, read: Callable[..., object], row: FileRow) -> FileText:
        path = self._archive.file_path(row.digest)
        if path is None:
            return FileText(row.digest, problem="its bytes are not in the archive")
        found = read(path, row.names[0] if row.names else "", row.media_type)
        text, title, problem = (str(getattr(found, name)) for name in ("text", "title", "problem"))
        return FileText(row.digest, text, title, problem)


def rank_files(archive: Archive) -> int:
    """Compute AttachRank anew; gives how many pages have one."""
    from weft.attachments import rank_archive  # noqa: PLC0415  as above

    text = archive.get_setting("plan")
    plan = Plan.from_yaml(text, "the archive's plan") if text else None

    def name(url: str) -> str:
        try:
            decision = plan.judge(url) if plan is not None else None
        except ValueError:  # people write addresses that are none
            return ""
        return (decision.list or decision.url) if decision is not None else ""

    return rank_archive(archive, name=name)
