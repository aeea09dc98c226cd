"""The tables of archive.db, and the functions that bring an older one up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from weft.errors import ArchiveMissing, StoreError
from weft.store._packing import unpack_post
from weft.store._ports import UrlState
from weft.store._words import TOKENIZER

APPLICATION_ID = 0x57454654  # "WEFT": `file archive.db` shows it, and another program's database is told apart by it
# What stands in urls.state. A number takes 0-1 bytes of a row and of every index entry where the word takes 7-11.
STATES = (
    UrlState.QUEUED,
    UrlState.LEASED,
    UrlState.FETCHED,
    UrlState.REDIRECTED,
    UrlState.EXCLUDED,
    UrlState.FAILED,
)
CODES = {state: code for code, state in enumerate(STATES)}
_STRICT = "STRICT" if sqlite3.sqlite_version_info >= (3, 37) else ""  # older ones do not know the word

# The frontier's order is (priority, depth, id). Rows that wait for a time stand in an index of their own, so that
# handing out never walks over them: both ways cost O(limit log n).
_FIRST = f"""
CREATE TABLE states (code INTEGER PRIMARY KEY, name TEXT NOT NULL) {_STRICT};
CREATE TABLE urls (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL UNIQUE,
  state INTEGER NOT NULL,
  reason TEXT NOT NULL,
  weak INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  role TEXT NOT NULL,
  hops INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  found_on INTEGER REFERENCES urls(id),
  not_before TEXT,
  redirect_to TEXT
) {_STRICT};
CREATE INDEX urls_ready ON urls(priority, depth, id) WHERE state = 0 AND not_before IS NULL;
CREATE INDEX urls_waiting ON urls(not_before) WHERE state = 0 AND not_before IS NOT NULL;
CREATE INDEX urls_leased ON urls(id) WHERE state = 1;
CREATE TABLE warcs (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  closed INTEGER NOT NULL
) {_STRICT};
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  url_id INTEGER NOT NULL REFERENCES urls(id),
  revision INTEGER NOT NULL,
  status INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  warc_id INTEGER NOT NULL REFERENCES warcs(id),
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  request_length INTEGER NOT NULL,
  payload_digest TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  seconds REAL NOT NULL,
  body_bytes INTEGER NOT NULL,
  role TEXT NOT NULL,
  title TEXT NOT NULL,
  content_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  canonical TEXT NOT NULL,
  problem TEXT NOT NULL,
  learning INTEGER NOT NULL,
  fetched INTEGER NOT NULL,
  UNIQUE (url_id, revision)
) {_STRICT};
CREATE INDEX pages_fetched_at ON pages(fetched_at);
CREATE TABLE counts (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) {_STRICT + ", " if _STRICT else ""} WITHOUT ROWID;
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) {_STRICT};
CREATE TABLE hosts (
  origin TEXT PRIMARY KEY,
  blocked_until TEXT,
  blocked_why TEXT NOT NULL,
  delay_seconds REAL,
  robots_status TEXT NOT NULL,
  robots_body BLOB NOT NULL,
  robots_read_at TEXT
) {_STRICT}
"""

# A list's address stands once, in a table of its own; rows hold its number. It cannot be a row of urls, because the
# first page of a list need not have been discovered. With 100,000 pages in 41,360 lists among 1.1 million URLs this
# takes 14 MiB where the address as text in each row takes 32 (of 253 without lists), with no more CPU per commit: both
# ways were 3-12 % above none, in rounds that differed by more than that.
# The index is the order of `lists()`; the comparison puts pages without a number last and takes no room.
_LISTS = f"""
CREATE TABLE lists (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE) {_STRICT};
ALTER TABLE urls ADD COLUMN list_id INTEGER REFERENCES lists(id);
ALTER TABLE urls ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pages ADD COLUMN list_id INTEGER REFERENCES lists(id);
ALTER TABLE pages ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pages_listed ON pages(list_id, number = 0, number, url_id) WHERE fetched AND list_id IS NOT NULL
"""

# Only URLs whose key is another address, and twins (see _addresses), have a row.
_ADDRESSES = f"""
CREATE TABLE addresses (
  url_id INTEGER PRIMARY KEY REFERENCES urls(id),
  key TEXT NOT NULL,
  twin INTEGER NOT NULL
) {_STRICT};
CREATE INDEX addresses_key ON addresses(key, twin)
"""

# The forum that was read out of the pages. Threads and boards are lists and have their ids; a page has that of its URL.
# Times are seconds since 1970 (4 bytes when whole, 8 otherwise, where the text takes 27). `page` is the rank of a page
# in its thread (see _seats), `zone` the offset of a time in seconds. What pages say with which right is told in _facts.
#
# One row a post. Its key is the site's id (text) or a digest (integer), so it must not be converted. Most of a post is
# packed (see _packing). When it was last seen its page tells, unless it went missing: a page read again without changes
# writes one row. `posts_order` is the order of `posts()`, and has all that counting and filtering by time need.
#
# The index of words has no copy of the text (content=''), so what leaves it must be given to it once more.
_ANY = "ANY" if _STRICT else "BLOB"
_NO_ROWID = f"{_STRICT}{', ' if _STRICT else ''} WITHOUT ROWID"
_FORUM = f"""
CREATE TABLE boards (
  id INTEGER PRIMARY KEY REFERENCES lists(id),
  title TEXT NOT NULL, title_rank INTEGER NOT NULL, title_seen REAL,
  description TEXT NOT NULL, description_rank INTEGER NOT NULL, description_seen REAL,
  parent TEXT NOT NULL, parent_rank INTEGER NOT NULL, parent_seen REAL,
  path TEXT NOT NULL, path_rank INTEGER NOT NULL, path_seen REAL,
  is_board INTEGER NOT NULL,
  size INTEGER NOT NULL
) {_STRICT};
CREATE TABLE threads (
  id INTEGER PRIMARY KEY REFERENCES lists(id),
  pages INTEGER NOT NULL,
  title TEXT NOT NULL, title_rank INTEGER NOT NULL,
  tags TEXT, tags_rank INTEGER NOT NULL,
  board_id INTEGER REFERENCES lists(id), board_seen REAL,
  crumbs TEXT,
  is_locked INTEGER NOT NULL, page_seen REAL,
  is_sticky INTEGER NOT NULL, is_listed_locked INTEGER NOT NULL, entry_seen REAL,
  replies INTEGER, replies_seen REAL,
  views INTEGER, views_seen REAL,
  last_time REAL, last_time_seen REAL, last_zone INTEGER NOT NULL
) {_STRICT};
CREATE TABLE listings (
  thread_id INTEGER NOT NULL REFERENCES threads(id),
  board_id INTEGER NOT NULL REFERENCES boards(id),
  PRIMARY KEY (thread_id, board_id)
) {_NO_ROWID};
CREATE TABLE readings (
  url_id INTEGER PRIMARY KEY REFERENCES urls(id),
  thread_id INTEGER REFERENCES threads(id),
  page INTEGER NOT NULL,
  wrapper INTEGER NOT NULL,
  seen_at REAL NOT NULL
) {_STRICT};
CREATE INDEX readings_thread ON readings(thread_id, page, url_id) WHERE thread_id IS NOT NULL;
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  posts INTEGER NOT NULL,
  UNIQUE (name, url)
) {_STRICT};
CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL REFERENCES threads(id),
  key {_ANY} NOT NULL,
  page INTEGER NOT NULL,
  url_id INTEGER NOT NULL REFERENCES urls(id),
  place INTEGER NOT NULL,
  user_id INTEGER REFERENCES users(id),
  time REAL,
  zone INTEGER NOT NULL,
  version INTEGER NOT NULL,
  first_seen REAL NOT NULL,
  last_seen REAL,
  missed_at REAL,
  doubt INTEGER NOT NULL,
  gone_at REAL,
  text TEXT NOT NULL,
  rest BLOB NOT NULL,
  UNIQUE (thread_id, key)
) {_STRICT};
CREATE INDEX posts_order ON posts(thread_id, page, url_id, place, time, zone);
CREATE INDEX posts_missed ON posts(thread_id) WHERE missed_at IS NOT NULL AND gone_at IS NULL;
CREATE TABLE repeats (
  url_id INTEGER NOT NULL REFERENCES urls(id),
  post_id INTEGER NOT NULL REFERENCES posts(id),
  place INTEGER NOT NULL,
  PRIMARY KEY (url_id, post_id)
) {_NO_ROWID};
CREATE INDEX repeats_post ON repeats(post_id);
CREATE TABLE versions (
  post_id INTEGER NOT NULL REFERENCES posts(id),
  version INTEGER NOT NULL,
  ended_at REAL NOT NULL,
  post BLOB NOT NULL,
  PRIMARY KEY (post_id, version)
) {_NO_ROWID};
CREATE VIRTUAL TABLE words USING fts5(text, author, title, content='', tokenize="{TOKENIZER}")
"""
# Files, and the posts that carry them. A file is known by its digest; `file_urls` has the addresses it came from.
# `carried` has a row for each file or picture of each post as the post was seen last, with the file, once fetched, by
# whichever of its addresses (see _files_carried). What the index of their words has stands packed in `file_docs`, since
# what leaves the index must be given to it once more; it is brought up to date where `is_stale`.
# `standing` is where a file's rank is among all of them.
_FILES = f"""
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  kind TEXT NOT NULL,
  suffix TEXT NOT NULL,
  media_type TEXT NOT NULL,
  first_seen REAL NOT NULL,
  was_read INTEGER NOT NULL,
  problem TEXT NOT NULL,
  title TEXT NOT NULL,
  rank REAL NOT NULL,
  standing REAL NOT NULL,
  is_stale INTEGER NOT NULL
) {_STRICT};
CREATE INDEX files_stale ON files(id) WHERE is_stale;
CREATE INDEX files_unread ON files(id) WHERE NOT was_read;
CREATE TABLE file_docs (file_id INTEGER PRIMARY KEY REFERENCES files(id), doc BLOB NOT NULL) {_STRICT};
CREATE TABLE file_urls (
  url_id INTEGER PRIMARY KEY REFERENCES urls(id),
  file_id INTEGER NOT NULL REFERENCES files(id),
  name TEXT NOT NULL
) {_STRICT};
CREATE INDEX file_urls_file ON file_urls(file_id);
CREATE TABLE carried (
  post_id INTEGER NOT NULL REFERENCES posts(id),
  place INTEGER NOT NULL,
  url TEXT NOT NULL,
  name TEXT NOT NULL,
  is_image INTEGER NOT NULL,
  file_id INTEGER REFERENCES files(id),
  PRIMARY KEY (post_id, place)
) {_NO_ROWID};
CREATE INDEX carried_url ON carried(url);
CREATE INDEX carried_file ON carried(file_id) WHERE file_id IS NOT NULL;
CREATE INDEX urls_redirects ON urls(redirect_to) WHERE redirect_to IS NOT NULL;
CREATE TABLE page_ranks (url TEXT PRIMARY KEY, rank REAL NOT NULL) {_NO_ROWID};
CREATE VIRTUAL TABLE file_words USING fts5(text, name, post, title, content='', tokenize="{TOKENIZER}")
"""
# Segments of the word index that are merged at once. Among 60,000 posts, 20 a commit, CPU a post with the index was 52
# µs at 4 (SQLite's choice), 42 at 8, 33 without merging; 10 without index.
_MERGED = 8
_POSTS_REST = "SELECT id, text, rest FROM posts WHERE id > ? ORDER BY id LIMIT 500"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema; `apply` runs inside the transaction that records it."""

    name: str
    apply: Callable[[sqlite3.Connection], None]


def _create_tables(connection: sqlite3.Connection) -> None:
    _run(connection, _FIRST)
    connection.executemany("INSERT INTO states VALUES (?, ?)", list(enumerate(STATES)))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _add_lists(connection: sqlite3.Connection) -> None:
    _run(connection, _LISTS)
    _run(connection, _ADDRESSES)


def _add_forum(connection: sqlite3.Connection) -> None:
    try:
        _run(connection, _FORUM)
    except sqlite3.OperationalError as error:
        if "no such module" not in str(error):
            raise
        raise StoreError(
            "This Python's SQLite was built without FTS5, which search needs; use another build."
        ) from error
    connection.execute("INSERT INTO words (words, rank) VALUES ('automerge', ?)", (_MERGED,))


def _add_files(connection: sqlite3.Connection) -> None:
    _run(connection, _FILES)
    connection.execute("INSERT INTO file_words (file_words, rank) VALUES ('automerge', ?)", (_MERGED,))
    fill_carried(connection)
    connection.execute(
        "INSERT INTO counts SELECT 'forum', CASE is_image WHEN 0 THEN 'attachments' ELSE 'images' END, count(*)"
        " FROM carried GROUP BY is_image"
    )


def fill_carried(connection: sqlite3.Connection) -> None:
    """Note the files of all posts, where they are not known."""
    last = 0
    while rows := connection.execute(_POSTS_REST, (last,)).fetchall():
        last = rows[-1][0]
        carried = [
            (id_, place, file.url, file.name, file.image)
            for id_, text, rest in rows
            for place, file in enumerate(unpack_post("", ("", ""), None, text, rest).attachments)
        ]
        connection.executemany("INSERT OR IGNORE INTO carried VALUES (?, ?, ?, ?, ?, NULL)", carried)


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):  # executescript would commit behind our back
        connection.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (
    Migration("frontier, pages and WARC files", _create_tables),
    Migration("lists and keys", _add_lists),
    Migration("boards, threads and posts", _add_forum),
    Migration("files", _add_files),
)


def migrate(connection: sqlite3.Connection, folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Bring the database to the newest version and give how many steps that took; refuses one newer than we know."""
    version = read_version(connection)
    refuse_newer(version, folder, len(migrations))
    for number, migration in enumerate(migrations[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            _record(connection, number, migration)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
    return len(migrations) - version


def refuse_newer(version: int, folder: Path, known: int = len(MIGRATIONS)) -> None:
    """Raise StoreError for an archive that a newer Weft has written."""
    if version > known:
        raise StoreError(
            f"The archive {folder} was written by a newer Weft (schema {version}, this one knows {known}); "
            "upgrade Weft to use it."
        )


def check_readable(version: int, folder: Path) -> None:
    """Raise StoreError for an archive that cannot be read as it is: too new, or not yet brought up to date."""
    refuse_newer(version, folder)
    if not version:
        raise ArchiveMissing(f"The archive in {folder} was never finished; make it with: weft crawl URL --out {folder}")
    if version < len(MIGRATIONS):
        raise StoreError(f"The archive {folder} was written by an older Weft; run weft crawl on it once to update it.")


def read_version(connection: sqlite3.Connection) -> int:
    """Give the number of migrations applied; 0 for an empty database."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").fetchone():
        return 0
    row = connection.execute("SELECT max(version) FROM migrations").fetchone()
    return int(row[0] or 0)


def _record(connection: sqlite3.Connection, number: int, migration: Migration) -> None:
    connection.execute(
        "CREATE TABLE IF NOT EXISTS migrations"
        f" (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL) {_STRICT}"
    )
    migration.apply(connection)
    applied = (number, migration.name, datetime.now(UTC).isoformat())
    connection.execute("INSERT INTO migrations VALUES (?, ?, ?)", applied)
