"""Whatever is read in whatever order: both adapters agree, the order of pages does not count, nothing is doubled."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.config import StoreConfig
from weft.page import Attachment, BoardEntry, Crumb, IndexPage, Post, Quote, ThreadEntry, ThreadPage
from weft.store import Discovered, Forum, MemoryArchive, Reading, SqliteArchive, open_archive
from weft.store._tally import Kind, read_counts, recount

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
WORDS = ("red", "green", "blue")


def thread_url(number: int) -> str:
    return f"http://forum.example/t{number}"


def page_url(thread: int, page: int) -> str:
    return f"http://forum.example/t{thread}?page={page}"


def board_url(number: int) -> str:
    return f"http://forum.example/b{number}"


PAGES = [page_url(thread, page) for thread in range(2) for page in range(4)]
INDEXES = [f"http://forum.example/b{board}?page={page}" for board in range(3) for page in range(2)]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that knows the pages, so that their order of discovery is always the same."""
    folder = tmp_path_factory.mktemp("forum") / "empty"
    with open_archive(folder, NO_GUARD) as archive:
        archive.add(Discovered(url) for url in PAGES + INDEXES)
    return folder


@contextmanager
def a_folder(empty: Path) -> Iterator[SqliteArchive]:
    """A copy of it, which need not survive the power."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(empty, Path(folder) / "copy")
        with open_archive(Path(folder) / "copy", NO_GUARD) as archive:
            archive._database.connection.execute("PRAGMA synchronous = OFF")
            yield archive


def a_memory() -> MemoryArchive:
    archive = MemoryArchive()
    archive.add(Discovered(url) for url in PAGES + INDEXES)
    return archive


# Values

moments = st.integers(0, 5).map(lambda hours: NOW - timedelta(hours=hours))
texts = st.sampled_from(["red", "green blue", "blue blue red", ""])
posts = st.builds(
    lambda id_, text, author, time, votes: Post(
        id_,
        author=author,
        author_url=f"http://forum.example/u/{author}" if author == "ann" else "",
        time=time,
        text=text,
        own_text=text,
        html=f"<p>{text}</p>",
        votes=votes,
    ),
    st.sampled_from(["", "", "1", "2", "3", "4", "5", "6"]),
    texts,
    st.sampled_from(["", "ann", "bob"]),
    st.one_of(st.none(), moments),
    st.sampled_from([None, 1]),
)
ways = st.sampled_from(
    [
        (),
        (Crumb("Board 0", board_url(0)),),
        (Crumb("Home", "http://forum.example/"), Crumb("Board 1", board_url(1))),
        (Crumb("Home", "http://forum.example/"), Crumb("Board 1", board_url(1)), Crumb("Board 2", board_url(2))),
        (Crumb("Somewhere", ""),),
    ]
)
thread_pages = st.builds(
    ThreadPage,
    st.sampled_from(["", "Red things", "Blue things"]),
    ways,
    st.sampled_from([(), ("x",), ("x", "y")]),
    st.lists(posts, max_size=6).map(tuple),
    st.booleans(),
)
numbers = st.sampled_from([None, 0, 1, 5])
entries = st.builds(
    ThreadEntry,
    st.integers(0, 2).map(thread_url),
    st.sampled_from(["", "Red th...", "Blue th..."]),
    replies=numbers,
    views=numbers,
    last_time=st.one_of(st.none(), moments),
    sticky=st.booleans(),
    locked=st.booleans(),
)
boards = st.builds(BoardEntry, st.integers(0, 2).map(board_url), texts, texts)
index_pages = st.builds(
    IndexPage,
    st.sampled_from(["", "A board"]),
    ways,
    st.lists(boards, max_size=3).map(tuple),
    st.lists(entries, max_size=3).map(tuple),
)


@st.composite
def thread_readings(draw: st.DrawFn) -> Reading:
    """A page of a thread; its number is the same each time but for one page that has none."""
    thread, page = draw(st.integers(0, 1)), draw(st.integers(0, 3))
    other = draw(st.integers(0, 9)) == 0  # read as a page of the other thread
    flags = draw(st.sampled_from(["", "", "", "again", "gone"]))
    return Reading(
        page_url(thread, page),
        NOW,
        None if draw(st.integers(0, 9)) == 0 else draw(thread_pages),
        list=thread_url(1 - thread if other else thread),
        number=page,
        wrapper=draw(st.integers(0, 2)),
        again=flags == "again",
        gone=flags == "gone",
    )


@st.composite
def index_readings(draw: st.DrawFn) -> Reading:
    board, page = draw(st.integers(0, 2)), draw(st.integers(0, 1))
    url = f"http://forum.example/b{board}?page={page}"
    return Reading(url, NOW, index=draw(index_pages), list=board_url(board), number=page + 1)


readings = st.lists(st.one_of(thread_readings(), thread_readings(), thread_readings(), index_readings()), max_size=14)


def look(forum: Forum) -> dict[str, object]:
    """Everything a forum tells."""
    rows = sorted(forum.posts(), key=lambda row: row.thread)  # threads may have become known in another order
    return {
        "boards": sorted(forum.boards(), key=lambda row: row.url),
        "threads": sorted(forum.threads(), key=lambda row: row.url),
        "posts": rows,
        "users": sorted(forum.users(), key=lambda row: (row.name, row.url)),
        "versions": [forum.versions(row.thread, row.post.id) for row in rows if row.post.id],
        "recent": sorted((row.thread, row.position) for row in forum.posts(since=NOW - timedelta(hours=2), until=NOW)),
        "some": sorted(row.url for row in forum.threads(board="board 1", since=NOW - timedelta(hours=3))),
        "found": [
            sorted((hit.row.thread, hit.row.position, hit.snippet, round(hit.score, 9)) for hit in forum.search(word))
            for word in WORDS
        ],
    }


def check_tables(archive: SqliteArchive) -> None:
    """The counters say what the rows say; the index of words is whole; no two posts have one seat."""
    connection = archive._database.connection
    assert read_counts(connection)[Kind.FORUM] == recount(connection)[Kind.FORUM]
    connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    assert connection.execute("SELECT count(*) FROM words_docsize").fetchone() == (archive.summary().posts,)
    seats = "SELECT count(*) FROM posts GROUP BY thread_id, page, url_id, place HAVING count(*) > 1"
    assert connection.execute(seats).fetchall() == []
    strays = "SELECT count(*) FROM posts AS p LEFT JOIN readings AS r ON r.url_id = p.url_id WHERE r.page IS NOT p.page"
    assert connection.execute(strays).fetchone() == (0,)
    users = "SELECT id FROM users AS u WHERE posts <> (SELECT count(*) FROM posts AS p WHERE p.user_id = u.id)"
    assert connection.execute(users).fetchall() == []


@settings(max_examples=60, deadline=None)
@given(given_readings=readings)
def test_folder_and_memory_agree(empty: Path, given_readings: list[Reading]) -> None:
    """Pages read again and again, moved, emptied, taken for pages of another thread: both adapters tell the same."""
    memory = a_memory()
    with a_folder(empty) as disk:
        for turn, reading in enumerate(given_readings):
            later = replace(reading, seen_at=NOW + timedelta(minutes=turn))
            assert disk.record([later]) == memory.record([later])
        assert look(disk) == look(memory)
        assert replace(disk.summary(), warc_bytes=0) == memory.summary()
        check_tables(disk)


def once_each(given_readings: Sequence[Reading]) -> list[Reading]:
    """Each page once, at a moment of its own, in the thread it belongs to, first read."""
    pages = {reading.url: reading for reading in given_readings if reading.thread or reading.index}
    times = {url: NOW + timedelta(minutes=place) for place, url in enumerate(PAGES + INDEXES)}
    return [
        replace(reading, seen_at=times[url], again=False, gone=False, list=url.partition("?")[0])
        for url, reading in pages.items()
    ]


@settings(max_examples=80, deadline=None)
@given(readings, st.randoms(use_true_random=False))
def test_the_order_of_pages_does_not_count(given_readings: list[Reading], rng: random.Random) -> None:
    """Pages read once each, in any order, one by one or together, and then all once more, make one forum."""
    first = once_each(given_readings)
    one, other = a_memory(), a_memory()
    one.record(first)
    for reading in rng.sample(first, len(first)):
        other.record([reading])
    seen = look(one)
    assert look(other) == seen
    again = other.record(rng.sample(first, len(first)))
    assert (again.new, again.changed, again.gone, again.posts) == (0, 0, 0, ())
    assert look(other) == seen


def test_a_row_without_a_title_does_not_outdo_one_with() -> None:
    """A page names a thread twice, a later one not at all: the last name counts, in whatever order they are read."""
    row = ThreadEntry(url="http://forum.example/t1", title="Red")
    named = IndexPage(threads=(row, replace(row, title="Blue")))
    pages = [(INDEXES[0], named), (INDEXES[1], IndexPage(threads=(replace(row, title=""),)))]
    given = [Reading(url, NOW + timedelta(minutes=n), index=index) for n, (url, index) in enumerate(pages)]
    for order in (given, given[::-1]):
        archive = a_memory()
        archive.record([Reading(PAGES[4], NOW, thread=ThreadPage(), list=row.url)])
        for reading in order:
            archive.record([replace(reading, list="http://forum.example/b0")])
        assert [thread.title for thread in archive.threads()] == ["Blue"]


@settings(max_examples=60, deadline=None)
@given(readings)
def test_nothing_is_lost_or_doubled(given_readings: list[Reading]) -> None:
    """After each page was read once, every thread holds every different post its pages show, once."""
    memory = a_memory()
    first = once_each(given_readings)
    memory.record(first)
    for thread in range(2):
        shown = [r.thread for r in first if r.thread and r.list == thread_url(thread)]
        ids = {post.id for page in shown for post in page.posts if post.id}
        rows = list(memory.posts(thread=thread_url(thread)))
        held = [row.post.id for row in rows if row.post.id]
        assert len(held) == len(set(held))
        assert set(held) <= ids
        texts_shown = {post.text for page in shown for post in page.posts}
        assert {row.post.text for row in rows} <= texts_shown
        assert [row.position for row in rows] == list(range(1, len(rows) + 1))


any_text = st.text(st.characters(blacklist_categories=[]), max_size=40)  # lone surrogates and NUL included
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
any_moment = st.one_of(st.none(), st.datetimes(timezones=offsets), st.datetimes())
any_post = st.builds(
    Post,
    any_text,
    any_text,
    any_text,
    any_text,
    any_moment,
    any_text,
    any_moment,
    any_text,
    any_text,
    any_text,
    st.lists(st.builds(Quote, any_text, any_text, any_text), max_size=2).map(tuple),
    any_text,
    st.lists(st.builds(Attachment, any_text, any_text, any_text, st.booleans()), max_size=2).map(tuple),
    st.one_of(st.none(), st.integers()),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(post=any_post)
def test_any_post_reads_back(empty: Path, post: Post) -> None:
    """Every field of a post comes back as it was, but for what no text can hold; reading it again changes nothing."""
    reading = Reading(PAGES[0], NOW, ThreadPage("\udcff", posts=(post,)), list=thread_url(0))
    memory = a_memory()
    with a_folder(empty) as disk:
        disk.record([reading])
        memory.record([reading])
        (row,) = disk.posts()
        assert [row] == list(memory.posts())
        if (post.text + post.html + post.author).isprintable():
            assert (row.post.text, row.post.html, row.post.author) == (post.text, post.html, post.author)
        if post.time is not None:
            aware = post.time if post.time.tzinfo else post.time.replace(tzinfo=UTC)
            exact = aware if 1700 <= aware.year < 2200 else aware.replace(microsecond=0)
            assert row.post.time == exact
            assert row.post.time.utcoffset() == aware.utcoffset()
        assert disk.record([replace(reading, seen_at=NOW + timedelta(hours=1))]).changed == 0
        assert next(disk.posts()).version == 1
        check_tables(disk)
