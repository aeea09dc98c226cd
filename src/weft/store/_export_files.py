"""What an export says of files that the archive has: what they are, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass, replace

from weft.page import Attachment
from weft.store._files_disk import relative_path
from weft.store._files_ports import Files
from weft.store._forum_ports import Forum, PostRow


@dataclass(frozen=True, slots=True)
class HeldFile(Attachment):
    """A file of a post that was fetched; `kind` is the suffix of what it is, `path` is inside the archive's folder."""

    digest: str = ""
    path: str = ""
    size: int = 0


def with_files(forum: Forum, row: PostRow) -> PostRow:
    """Give a post with what the archive knows of its files."""
    if not row.post.attachments or not _has_files(forum):
        return row
    files = tuple(_look_up(forum, file) for file in row.post.attachments)
    return replace(row, post=replace(row.post, attachments=files))


def _has_files(forum: Forum | Files) -> bool:
    return hasattr(forum, "file_at")


def _look_up(forum: Forum, file: Attachment) -> Attachment:
    found = forum.file_at(file.url)  # type: ignore[attr-defined]  # asked before
    if found is None:
        return file
    kind = found.suffix or file.kind
    return HeldFile(file.url, file.name, kind, file.image, found.digest, relative_path(found.digest), found.size)
