"""Files found by words, in SQL: their own, those of their names, of the posts that carry them and of the threads."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import re2

from weft.page import Post
from weft.store._file_score import NAME, POST, TEXT, TITLE, UNRANKED, combine
from weft.store._files_ports import Carrier, FileHit, FileQuery, FileText
from weft.store._files_rows import Carriers, read_files
from weft.store._forum import Span, make_span
from weft.store._packing import clean_text, pack_time
from weft.store._words import Term, ask_index, cut_snippet, fold, has_any, is_name, read_query

_STALE = "SELECT id FROM files WHERE is_stale LIMIT 200"
_DOC = "SELECT doc FROM file_docs WHERE file_id = ?"
_KEEP_DOC = "INSERT INTO file_docs VALUES (?, ?) ON CONFLICT (file_id) DO UPDATE SET doc = excluded.doc"
_ADD = "INSERT INTO file_words (rowid, text, name, post, title) VALUES (?, ?, ?, ?, ?)"
_DROP = "INSERT INTO file_words (file_words, rowid, text, name, post, title) VALUES ('delete', ?, ?, ?, ?, ?)"
_SCORE = f"bm25(file_words, {TEXT}, {NAME}, {POST}, {TITLE})"
_RANKED = (
    f"SELECT f.id, {_SCORE}, f.standing FROM file_words AS w JOIN files AS f ON f.id = w.rowid"  # noqa: S608  ours
    " WHERE file_words MATCH ?1 AND (?2 = '[]' OR f.kind IN (SELECT value FROM json_each(?2))"
    " OR f.suffix IN (SELECT value FROM json_each(?2)))"
)
_CONTEXT = (
    "SELECT p.text, t.title FROM carried AS c JOIN posts AS p ON p.id = c.post_id"
    " JOIN threads AS t ON t.id = p.thread_id WHERE c.file_id = ? ORDER BY c.post_id LIMIT ?"
)
_READ = "UPDATE files SET was_read = 1, problem = ?, title = ? WHERE id = ?"
_RANK_FILES = (
    "UPDATE files SET rank = coalesce((SELECT max(coalesce(a.rank, b.rank)) FROM carried AS c"
    " JOIN posts AS p ON p.id = c.post_id JOIN lists AS l ON l.id = p.thread_id JOIN urls AS u ON u.id = p.url_id"
    " LEFT JOIN page_ranks AS a ON a.url = u.url LEFT JOIN page_ranks AS b ON b.url = l.url"
    " WHERE c.file_id = files.id), 0)"
)
_INDEXED_POSTS = 8  # of a file that many posts carry; the first say what it is
_POST_CHARS = 20_000
_TEXT_CHARS = 4_000_000  # of a file, about as many as a person writes in a life
_SHOWN_CARRIERS = 20
_WINDOW = 3000  # characters around a find of which a snippet is cut


@dataclass(frozen=True, slots=True)
class Doc:
    """What the index has of a file."""

    text: str = ""
    name: str = ""
    post: str = ""
    title: str = ""

    def pack(self) -> bytes:
        """Give it as bytes."""
        return zlib.compress(json.dumps([self.text, self.name, self.post, self.title]).encode(), 3)

    def columns(self) -> tuple[str, str, str, str]:
        """Give it as it is indexed."""
        return fold(self.text), fold(self.name), fold(self.post), fold(self.title)


def unpack_doc(packed: bytes) -> Doc:
    """Give back what was packed; raises ValueError for what was not."""
    try:
        return Doc(*json.loads(zlib.decompress(packed)))
    except zlib.error as error:
        raise ValueError(f"the words of a file do not unpack: {error}") from error


def put_texts(connection: sqlite3.Connection, texts: Iterable[FileText]) -> None:
    """Keep what was read out of files, and index it."""
    for text in texts:
        row = connection.execute("SELECT id FROM files WHERE digest = ?", (text.digest,)).fetchone()
        if row is not None:
            connection.execute(_READ, (clean_text(text.problem)[:300], clean_text(text.title)[:500], row[0]))
            words = clean_text(f"{text.title}\n{text.text}" if text.title else text.text)[:_TEXT_CHARS]
            reindex(connection, row[0], words)


def reindex_stale(connection: sqlite3.Connection) -> None:
    """Bring the index up to date, as the last step of a transaction."""
    while ids := [row[0] for row in connection.execute(_STALE)]:
        for file in ids:
            reindex(connection, file)


def reindex(connection: sqlite3.Connection, file: int, text: str | None = None) -> None:
    """Index a file anew, with its text where that is new, too."""
    row = connection.execute(_DOC, (file,)).fetchone()
    old = unpack_doc(row[0]) if row else None
    new = _describe(connection, file, text if text is not None else (old or Doc()).text)
    connection.execute("UPDATE files SET is_stale = 0 WHERE id = ?", (file,))
    if new == old:
        return
    if old is not None:
        connection.execute(_DROP, (file, *old.columns()))
    connection.execute(_ADD, (file, *new.columns()))
    connection.execute(_KEEP_DOC, (file, new.pack()))


def _describe(connection: sqlite3.Connection, file: int, text: str) -> Doc:
    around = connection.execute(_CONTEXT, (file, _INDEXED_POSTS)).fetchall()
    names = read_files(connection, [file])[file].names
    return Doc(text, " ".join(names), *cut_context(around))


def cut_context(around: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Give the words around a file, those of posts and those of titles, from the posts that carry it."""
    posts = dict.fromkeys(post[:_POST_CHARS] for post, _ in around[:_INDEXED_POSTS])
    titles = dict.fromkeys(title for _, title in around[:_INDEXED_POSTS])
    return "\n".join(posts), "\n".join(titles)


def fits_carrier(post: Post, author: str, span: Span | None) -> bool:
    """Tell whether a post is of an author and in a span of time, where these are asked for."""
    if author and not is_name(post.author, author):
        return False
    moment, _ = pack_time(post.time)
    return span is None or (moment is not None and span[0] <= moment < span[1])


def put_ranks(connection: sqlite3.Connection, ranks: Iterable[tuple[str, float]]) -> None:
    """Keep the ranks of pages, and give files those of the best page that carries them."""
    connection.execute("DELETE FROM page_ranks")
    connection.executemany("INSERT OR REPLACE INTO page_ranks VALUES (?, ?)", ((clean_text(u), r) for u, r in ranks))
    connection.execute(_RANK_FILES)
    found = connection.execute("SELECT rank, count(*) FROM files WHERE rank > 0 GROUP BY rank ORDER BY rank").fetchall()
    standings = standing_of(found)
    files = connection.execute("SELECT id, rank FROM files").fetchall()  # by id: there is no index of ranks
    updates = [(standings.get(rank, UNRANKED), file) for file, rank in files]
    connection.executemany("UPDATE files SET standing = ? WHERE id = ?", updates)


def standing_of(ranks: Iterable[tuple[float, int]]) -> dict[float, float]:
    """Tell where each rank is among all, given in order with how many files have it."""
    counted = list(ranks)
    total, below, standings = sum(number for _, number in counted), 0, {}
    for rank, number in counted:
        standings[rank] = (below + number / 2) / total
        below += number
    return standings


class FileSearch:
    """One search for files."""

    def __init__(self, connection: sqlite3.Connection, query: FileQuery) -> None:
        self._connection = connection
        self._query = query
        self._terms = read_query(query.words)
        self._carriers = Carriers(connection)
        self._span = make_span(query.since, query.until)

    def hits(self, limit: int, *, by_rank: bool) -> list[FileHit]:
        """Give the best files."""
        found: list[FileHit] = []
        for file, score in self._ranked(by_rank=by_rank):
            if len(found) >= limit:
                break
            if hit := self._look_at(file, score):
                found.append(hit)
        return found

    def _ranked(self, *, by_rank: bool) -> Iterator[tuple[int, float]]:
        expression = ask_index(self._terms)
        if not expression:
            return
        kinds = json.dumps([kind.lower().lstrip(".") for kind in self._query.kinds])
        rows = self._connection.execute(_RANKED, (expression, kinds))
        scored = [(combine(-bm25, standing if by_rank else UNRANKED), file) for file, bm25, standing in rows]
        yield from ((file, score) for score, file in sorted(scored, key=lambda hit: (-hit[0], hit[1])))

    def _look_at(self, file: int, score: float) -> FileHit | None:
        carriers = list(self._fitting(file))
        if self._is_picky and not carriers:
            return None
        row = read_files(self._connection, [file])[file]
        doc = unpack_doc(self._connection.execute(_DOC, (file,)).fetchone()[0])
        return FileHit(row, tuple(carriers), find_snippet(doc.text, doc.post, doc.name, self._terms), score)

    @property
    def _is_picky(self) -> bool:
        query = self._query
        return bool(query.board or query.author) or self._span is not None

    def _fitting(self, file: int) -> Iterator[Carrier]:
        query = self._query
        seen: set[tuple[str, int]] = set()
        most = -1 if self._is_picky else _SHOWN_CARRIERS
        for thread, carrier in self._carriers.of_file(file, most):
            place = (carrier.row.thread, carrier.row.position)
            if not fits_carrier(carrier.row.post, query.author, self._span):
                continue
            if place in seen or len(seen) >= _SHOWN_CARRIERS:
                continue
            if query.board and not self._carriers.is_on(thread, query.board):
                continue
            seen.add(place)
            yield carrier


def find_snippet(text: str, post: str, name: str, terms: list[Term]) -> str:
    """Cut a snippet out of what has the words: the file, else the post that carries it, else the name."""
    for part in (text, post):
        stretch = find_stretch(part, terms)
        if stretch and has_any(terms, stretch):
            return cut_snippet(stretch, terms)
    return cut_snippet(name if has_any(terms, name) else find_stretch(text, []) or name, terms)


def find_stretch(text: str, terms: list[Term]) -> str:
    """Give the surroundings of the first find in a text that may be long; its beginning where none is seen at once."""
    if len(text) <= 2 * _WINDOW:
        return text
    wanted = [r"[^\pL\pN]*".join(re2.escape(word) for word in term.words) for term in terms if not term.without]
    found = re2.search("(?i)" + "|".join(wanted), text) if wanted else None
    start = max(0, found.start() - _WINDOW // 2) if found else 0
    return text[start : start + _WINDOW]
