"""The files in an archive folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from weft.store import _files_disk as disk
from weft.store import _files_index as index
from weft.store import _files_rows as rows
from weft.store._files_ports import Carried, Carrier, FileHit, FileQuery, FileRow, FileText
from weft.store._forum_archive import SqliteForum
from weft.store._trouble import translate_values
from weft.store._words import is_name


class SqliteFiles(SqliteForum):
    """The part of an archive folder that fulfils `Files`."""

    def spool(self) -> disk.DiskSpool:
        """Begin to receive a file."""
        return disk.DiskSpool(self.folder)

    def file_path(self, digest: str) -> Path | None:
        """Tell where a file lies; None when it is not there."""
        path = disk.file_path(self.folder, digest)
        return path if path.is_file() else None

    def carried(self, *, board: str = "", author: str = "") -> Iterator[Carried]:
        """Go through all files that posts carry, fetched or not, by thread and post."""
        with translate_values(self.folder):
            for item in rows.Carriers(self._database.connection).all(board):
                if not author or is_name(item.carrier.row.post.author, author):
                    yield item

    def files(self) -> Iterator[FileRow]:
        """Go through the files fetched, in the order they came."""
        with translate_values(self.folder):
            yield from rows.list_files(self._database.connection)

    def file_at(self, url: str) -> FileRow | None:
        """Give the file that a post links by this address, whichever of its addresses it was fetched from."""
        with translate_values(self.folder):
            return rows.file_at(self._database.connection, url)

    def carriers(self, digest: str) -> tuple[Carrier, ...]:
        """Give the posts that carry a file."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT id FROM files WHERE digest = ?", (digest,)).fetchone()
            found = rows.Carriers(connection).of_file(row[0]) if row else []
            return tuple(carrier for _, carrier in found)

    def unread_files(self) -> Iterator[FileRow]:
        """Go through the files whose text was never taken out."""
        with translate_values(self.folder):
            yield from rows.list_files(self._database.connection, unread=True)

    def put_texts(self, texts: Iterable[FileText]) -> None:
        """Keep what was read out of files, and make it searchable. All or none."""
        with self._database.writing() as connection:
            index.put_texts(connection, texts)

    def put_ranks(self, ranks: Iterable[tuple[str, float]]) -> None:
        """Keep the rank of pages (by address) and with it that of the files their posts carry. All or none."""
        with self._database.writing() as connection:
            index.put_ranks(connection, ranks)

    def search_files(self, query: FileQuery, *, limit: int = 20, by_rank: bool = True) -> list[FileHit]:
        """Find files by all words in their text, their name, the posts that carry them and the titles of those threads.

        Best first. Without `by_rank`, AttachRank does not count.
        """
        with self._database.reading() as connection:
            return index.FileSearch(connection, query).hits(limit, by_rank=by_rank)
