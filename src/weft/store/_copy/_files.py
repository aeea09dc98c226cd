"""Files in a copy: those that the archive has lie beside the pages, under names that say nothing but what they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from weft.store._export_files import HeldFile
from weft.store._forum_ports import Forum

FOLDER = "files"
_SUFFIX = re.compile("[a-z0-9]{1,8}")
# What a browser would run or show as a page of its own, with all that may be in it: there it is a text.
_ACTIVE = frozenset(
    {"html", "htm", "xhtml", "shtml", "svg", "xml", "xsl", "mht", "mhtml", "js", "mjs", "php", "hta", "swf"}
)
_NAME_CHARS = 24


class FileCopies:
    """Copies files as they are asked for, each once."""

    def __init__(self, forum: Forum, folder: Path) -> None:
        self._forum = forum
        self._folder = folder

    def place(self, file: HeldFile) -> str:
        """Copy a file; gives its path from the copy's top, or nothing where its bytes are not there."""
        source = self._forum.file_path(file.digest)  # type: ignore[attr-defined]  # who tells of files has them
        if source is None:
            return ""
        path = f"{FOLDER}/{file.digest[:2]}/{file.digest[2:_NAME_CHARS]}{_ending(file.kind)}"
        target = self._folder / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)  # no link: who changes a copy must not change the archive
        return path


def _ending(suffix: str) -> str:
    if not _SUFFIX.fullmatch(suffix):
        return ""
    return ".txt" if suffix in _ACTIVE else f".{suffix}"
