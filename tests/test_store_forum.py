"""The forum in an archive: boards, threads, posts and users as rows, in a folder and in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from weft.config import StoreConfig
from weft.page import Attachment, BoardEntry, Crumb, Exchange, IndexPage, Post, Quote, ThreadEntry, ThreadPage
from weft.store import (
    ELSEWHERE,
    Changes,
    Discovered,
    Lease,
    MemoryArchive,
    PageRow,
    Reading,
    SqliteArchive,
    ThreadRow,
    UrlState,
    UserRow,
    Visit,
    open_archive,
)

NOW = datetime(2024, 5, 1, 12, 0, 0, 250000, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
HOME = "http://forum.example/"
AnyArchive = SqliteArchive | MemoryArchive


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    opened: AnyArchive = MemoryArchive() if request.param == "memory" else open_archive(tmp_path / "archive", NO_GUARD)
    yield opened
    opened.close()


def thread_url(number: int) -> str:
    return f"{HOME}t{number}"


def board_url(number: int) -> str:
    return f"{HOME}b{number}"


def a_post(number: int, author: str = "ann", hours: int = 0) -> Post:
    text = f"post {number}"
    return Post(str(number), author=author, time=NOW - timedelta(hours=hours), text=text, own_text=text)


def a_thread(number: int, *posts: Post, crumbs: tuple[Crumb, ...] = (), title: str = "") -> Reading:
    page = ThreadPage(title or f"Thread {number}", crumbs, (), posts or (a_post(10 * number),))
    return Reading(thread_url(number), NOW, page, number=1, wrapper=1)


def an_index(
    number: int, *threads: int, boards: tuple[BoardEntry, ...] = (), title: str = "", hour: int = 0
) -> Reading:
    rows = tuple(ThreadEntry(thread_url(thread), f"Thread {thread}") for thread in threads)
    return Reading(board_url(number), NOW + timedelta(hours=hour), index=IndexPage(title, (), boards, rows), wrapper=1)


def way(*boards: int) -> tuple[Crumb, ...]:
    return (Crumb("Home", HOME), *(Crumb(f"Board {number}", board_url(number)) for number in boards))


def thread(archive: AnyArchive, number: int = 1) -> ThreadRow:
    (row,) = (row for row in archive.threads() if row.url == thread_url(number))
    return row


# Posts


def test_every_field_of_a_post_comes_back(archive: AnyArchive) -> None:
    """What was read is what is given, the zone of its time included."""
    berlin = timezone(timedelta(hours=2))
    post = Post(
        "p17",
        f"{HOME}t1#p17",
        "Änn 😀",
        f"{HOME}u/1",
        datetime(2024, 4, 30, 23, 59, tzinfo=berlin),
        "30.04.2024, 23:59",
        datetime(2024, 5, 1, 1, 2, 3, tzinfo=berlin),
        "> Bob wrote:\n> hi\n\nhello",
        "hello",
        '<blockquote><p>Bob wrote:</p><p>hi</p></blockquote><p>hello <a href="http://x.example/">x</a></p>',
        (Quote("hi", "Bob", "p16"),),
        "p16",
        (Attachment(f"{HOME}a.pdf", "a.pdf", "pdf"), Attachment(f"{HOME}b.png", "", "png", image=True)),
        -3,
        accepted=True,
    )
    archive.record([a_thread(1, post)])
    (row,) = archive.posts()
    assert row.post == post
    assert row.post.time is not None
    assert row.post.time.isoformat() == "2024-04-30T23:59:00+02:00"
    assert (row.thread, row.page, row.position, row.version, row.gone) == (thread_url(1), 1, 1, 1, None)
    assert row.first_seen == row.last_seen == NOW


def test_a_post_without_anything(archive: AnyArchive) -> None:
    """A page may tell neither id nor author nor time; the post is kept once."""
    archive.record([a_thread(1, Post(text="who?"), Post(text="who?"))])
    archive.record([replace(a_thread(1, Post(text="who?")), seen_at=NOW + timedelta(hours=1))])
    (row,) = archive.posts()
    assert (row.post, list(archive.users())) == (Post(text="who?"), [])


def test_changes_tell_what_came(archive: AnyArchive) -> None:
    """New and changed posts are counted and handed on, with their threads; the last ones are remembered."""
    first, second = a_post(1), a_post(2)
    assert archive.last_changes == Changes()
    assert archive.record([a_thread(1, first, second)]) == Changes(
        2, 0, 0, ((thread_url(1), first), (thread_url(1), second))
    )
    assert archive.last_changes.new == 2
    assert archive.record([]) == Changes() == archive.last_changes


def test_posts_come_thread_by_thread(archive: AnyArchive) -> None:
    """In the order of `threads`, each thread's posts in theirs; one thread can be asked for by its address."""
    archive.record([a_thread(2, a_post(1), a_post(2)), a_thread(1, a_post(1), a_post(3))])
    archive.record([replace(a_thread(2, a_post(5)), url=f"{HOME}t2?p=2", list=thread_url(2), number=2)])
    assert [row.url for row in archive.threads()] == [thread_url(2), thread_url(1)]
    assert [(row.thread[-1], row.post.id, row.position) for row in archive.posts()] == [
        ("2", "1", 1),
        ("2", "2", 2),
        ("2", "5", 3),
        ("1", "1", 1),
        ("1", "3", 2),
    ]
    assert [row.post.id for row in archive.posts(thread=thread_url(1))] == ["1", "3"]
    assert list(archive.posts(thread=thread_url(9))) == []


def test_long_threads_come_whole(archive: AnyArchive) -> None:
    """A thread longer than any portion is given without a gap, and numbered through."""
    for page in range(1, 5):
        posts = tuple(a_post(400 * page + number) for number in range(400))
        archive.record(
            [Reading(f"{HOME}t1?p={page}", NOW, ThreadPage("Long", (), (), posts), None, thread_url(1), page)]
        )
    rows = list(archive.posts())
    assert [row.position for row in rows] == list(range(1, 1601))
    assert [int(row.post.id) for row in rows] == list(range(400, 2000))


def test_posts_of_a_span_of_time(archive: AnyArchive) -> None:
    """From `since` on and before `until`; positions stay those of the whole thread; no time is in no span."""
    untimed = Post("9", text="when?")
    archive.record([a_thread(1, a_post(1, hours=5), a_post(2, hours=3), untimed, a_post(3, hours=1)), a_thread(2)])
    hours = [NOW - timedelta(hours=hours) for hours in (3, 1)]
    found = archive.posts(since=hours[0], until=hours[1])
    assert [(row.post.id, row.position) for row in found] == [("2", 2)]
    assert [row.post.id for row in archive.posts(until=hours[0])] == ["1"]
    assert [row.url for row in archive.threads(until=hours[1])] == [thread_url(1)]
    assert [row.url for row in archive.threads(since=NOW)] == [thread_url(2)]


def test_reading_while_recording(archive: AnyArchive) -> None:
    """Rows put in between two others end no listing."""
    archive.record([a_thread(number, a_post(1), a_post(2)) for number in range(1, 4)])
    posts, threads, users, boards = archive.posts(), archive.threads(), archive.users(), archive.boards()
    next(posts), next(threads), next(users), next(boards, None)
    archive.record([a_thread(4, a_post(1, "bob"), crumbs=way(1)), an_index(2, 1)])
    assert len(list(posts)) >= 5
    assert len(list(threads)) >= 2
    assert len([*users, *boards]) <= 3


def test_a_failing_supply_leaves_nothing(archive: AnyArchive) -> None:
    """Readings are put in all or none."""

    def failing() -> Iterator[Reading]:
        yield a_thread(1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        archive.record(failing())
    assert (list(archive.posts()), list(archive.threads()), archive.summary().discovered) == ([], [], 0)


# Users


def test_users(archive: AnyArchive) -> None:
    """Authors are counted by name and address, in the order they became known; who has no post left is none."""
    ann = Post("1", author="ann", author_url=f"{HOME}u/1", text="a")
    archive.record([a_thread(1, ann, a_post(2, "bob"), a_post(3, "ann")), a_thread(2, replace(ann, id="4"))])
    assert list(archive.users()) == [UserRow("ann", f"{HOME}u/1", 2), UserRow("bob", "", 1), UserRow("ann", "", 1)]
    archive.record([replace(a_thread(1, ann, a_post(3, "bob")), again=True)])
    assert list(archive.users()) == [UserRow("ann", f"{HOME}u/1", 2), UserRow("bob", "", 1)]
    assert archive.summary().users == 2


# Threads


def test_what_a_thread_tells(archive: AnyArchive) -> None:
    """Title, tags and board from its first page; the rest from the index, whichever was read first."""
    index = ThreadEntry(thread_url(1), "Cut tit...", "ann", 7, 99, NOW, "bob", sticky=True, locked=True)
    second = ThreadPage("Title - page 2", way(1), (), (a_post(3),))
    first = ThreadPage("Title", way(1), ("x", "ÿ"), (a_post(1), a_post(2)))
    archive.record([Reading(board_url(1), NOW, index=IndexPage("Board 1", threads=(index,)))])
    assert list(archive.threads()) == []
    assert archive.summary().threads == 0
    archive.record([Reading(f"{HOME}t1?p=2", NOW, second, list=thread_url(1), number=2)])
    assert thread(archive).title == "Title - page 2"
    archive.record([Reading(thread_url(1), NOW, first, number=1)])
    assert thread(archive) == ThreadRow(
        thread_url(1),
        "Title",
        board_url(1),
        "Board 1",
        way(1),
        ("x", "ÿ"),
        sticky=True,
        locked=True,
        views=99,
        replies=7,
        last_time=NOW,
        pages=(thread_url(1), f"{HOME}t1?p=2"),
        posts=3,
    )


def test_the_newest_index_page_counts(archive: AnyArchive) -> None:
    """Replies, views and flags are those of the newest index page that shows them; None is no answer."""
    later = NOW + timedelta(hours=1)
    new = ThreadEntry(thread_url(1), "T", replies=8, sticky=False, last_time=later)
    old = ThreadEntry(thread_url(1), "T", replies=3, views=50, sticky=True, last_time=NOW)
    archive.record([a_thread(1), Reading(board_url(1), later, index=IndexPage(threads=(new,)))])
    archive.record([Reading(f"{HOME}recent", NOW, index=IndexPage(threads=(old,)))])
    row = thread(archive)
    assert (row.replies, row.views, row.sticky, row.last_time) == (8, 50, False, later)


def test_the_last_time_without_an_index(archive: AnyArchive) -> None:
    """It is that of the newest post held, in its own zone."""
    zone = timezone(timedelta(hours=-5))
    newest = replace(a_post(2), time=NOW.astimezone(zone))
    archive.record([a_thread(1, a_post(1, hours=3), newest, a_post(3, hours=1))])
    last = thread(archive).last_time
    assert (last, last and last.utcoffset()) == (NOW, timedelta(hours=-5))


def test_a_new_title_of_the_first_page(archive: AnyArchive) -> None:
    """The first page, read later, may rename a thread; an index page or a later page does not."""
    archive.record([a_thread(1, title="Old name")])
    later = NOW + timedelta(hours=1)
    archive.record([an_index(1, 1, hour=2)])
    assert thread(archive).title == "Old name"
    archive.record([replace(a_thread(1, title="New name"), seen_at=later)])
    assert thread(archive).title == "New name"
    assert archive.search("old") == []
    assert len(archive.search("new")) == 1


def test_huge_numbers(archive: AnyArchive) -> None:
    """A number no column can hold does not stop a commit."""
    entry = ThreadEntry(thread_url(1), "T", replies=10**30, views=10**30)
    archive.record(
        [a_thread(1, replace(a_post(1), votes=10**30)), Reading(board_url(1), NOW, index=IndexPage(threads=(entry,)))]
    )
    assert (thread(archive).views or 0) >= 2**62
    assert next(archive.posts()).post.votes == 10**30


# Boards


def test_a_board_from_crumbs(archive: AnyArchive) -> None:
    """A thread's board is the last of its crumbs that has an address; the one before is above it, if it is a board."""
    archive.record([a_thread(1, crumbs=way(1, 2)), a_thread(2, crumbs=way(1))])
    assert [(row.url, row.title, row.parent, row.path, row.threads) for row in archive.boards()] == [
        (board_url(2), "Board 2", board_url(1), way(1, 2), 1),
        (board_url(1), "Board 1", "", way(1), 1),
    ]
    assert thread(archive).path == way(1, 2)


def test_crumbs_without_addresses(archive: AnyArchive) -> None:
    """They still tell the way; there is no board then."""
    crumbs = (Crumb("Forum", ""), Crumb("Cooking", ""))
    archive.record([a_thread(1, crumbs=crumbs), a_thread(2)])
    row = thread(archive)
    assert (row.board, row.board_title, row.path) == ("", "Cooking", crumbs)
    assert list(archive.boards()) == []
    assert [row.url for row in archive.threads(board="cook")] == [thread_url(1)]


def test_boards_from_index_pages(archive: AnyArchive) -> None:
    """Boards are what index pages list as such; the page that lists fewer is nearer above; the entry is none."""
    all_boards = tuple(BoardEntry(board_url(n), f"Board {n}", f"About {n}") for n in (1, 2, 3))
    archive.record(
        [
            Reading(HOME, NOW, index=IndexPage("My forum", boards=all_boards)),
            an_index(1, 1, boards=all_boards[1:2], title="Board 1 - My forum"),
            an_index(2, 2),
            a_thread(1),
            a_thread(2),
        ]
    )
    assert [(row.url, row.title, row.description, row.parent, row.threads) for row in archive.boards()] == [
        (board_url(1), "Board 1", "About 1", "", 1),
        (board_url(2), "Board 2", "About 2", board_url(1), 1),
        (board_url(3), "Board 3", "About 3", "", 0),
    ]
    assert thread(archive, 2).path == way(1, 2)[1:]
    assert archive.summary().boards == 3


def test_a_page_of_recent_threads_is_not_their_board(archive: AnyArchive) -> None:
    """Without crumbs, a thread belongs to a listed board rather than to any list, and to the smaller of two lists."""
    entry = IndexPage(boards=(BoardEntry(board_url(1), "Board 1"),))
    recent = Reading(f"{HOME}recent", NOW, index=an_index(9, 1, 2, 3).index)
    archive.record([recent, an_index(2, 3), an_index(1, 1, 2, 4, 5, 6), Reading(HOME, NOW, index=entry)])
    archive.record([a_thread(number) for number in (1, 2, 3)])
    assert [thread(archive, number).board for number in (1, 2, 3)] == [board_url(1), board_url(1), board_url(2)]


def test_a_row_that_is_one_link_does_not_name_its_board(archive: AnyArchive) -> None:
    """It says the name and then what the board is about; the way home says the name. Two words more are of the name."""
    rows = (
        BoardEntry(board_url(1), "Board 1 About cats and dogs. 3 topics"),
        BoardEntry(board_url(2), "Board 2 of cats"),
    )
    archive.record([an_index(3, boards=rows)])
    archive.record([a_thread(1, crumbs=way(1)), a_thread(2, crumbs=way(2))])
    titles = {row.url: row.title for row in archive.boards()}
    assert (titles[board_url(1)], titles[board_url(2)]) == ("Board 1", "Board 2 of cats")
    assert thread(archive).board_title == "Board 1"


@pytest.mark.parametrize("several", [True, False])
def test_what_boards_stand_under_is_told_where_there_are_several_such(archive: AnyArchive, *, several: bool) -> None:
    """A page that is first on all ways is the forum's own."""
    pets, cars = Crumb("Pets", board_url(11)), Crumb("Cars", board_url(12 if several else 11))
    archive.record([a_thread(1, crumbs=(pets, way(1)[-1])), a_thread(2, crumbs=(cars, way(2)[-1]))])
    rows = {row.url: row for row in archive.boards()}
    assert len(rows) == (4 if several else 2)
    assert rows[board_url(1)].parent == (pets.url if several else "")
    assert not several or (rows[cars.url].title, rows[cars.url].threads) == ("Cars", 0)


def test_a_board_page_tells_its_place(archive: AnyArchive) -> None:
    """Its own crumbs, of which the last often has no address, go before what others say."""
    page = IndexPage("Board 2 | My forum", (*way(1), Crumb("Board 2", "")), (), (ThreadEntry(thread_url(1), "T"),))
    listing = an_index(3, boards=(BoardEntry(board_url(2), "Second board", "About"),))
    archive.record([Reading(board_url(2), NOW, index=page), listing, a_thread(1)])
    rows = {row.url: row for row in archive.boards()}
    assert rows[board_url(2)].path == (*way(1), Crumb("Board 2", board_url(2)))
    assert (rows[board_url(2)].title, rows[board_url(2)].description) == ("Second board", "About")


def test_an_entry_with_crumbs_is_no_board(archive: AnyArchive) -> None:
    """What lists boards and no threads is a board only if another page says so."""
    entry = IndexPage("My forum", (Crumb("Portal", "http://forum.example/portal"), Crumb("Forum", HOME)))
    boards = tuple(BoardEntry(board_url(n), f"Board {n}") for n in (1, 2))
    archive.record([Reading(HOME, NOW, index=replace(entry, boards=boards))])
    assert [row.url for row in archive.boards()] == [board_url(1), board_url(2)]
    archive.record([Reading(board_url(3), NOW, index=IndexPage("Empty", (*way(), Crumb("Empty board", ""))))])
    assert [row.title for row in archive.boards()] == ["Board 1", "Board 2", "Empty board"]


def test_boards_that_list_each_other(archive: AnyArchive) -> None:
    """A menu of all boards on each of them is no tree, and goes round in no circle."""
    menu = tuple(BoardEntry(board_url(n), f"Board {n}") for n in (1, 2))
    archive.record([an_index(1, 1, boards=menu), an_index(2, 2, boards=menu)])
    assert [(row.parent, len(row.path)) for row in archive.boards()] == [("", 1), ("", 1)]
    archive.record([an_index(1, 1, boards=menu[1:], hour=1), an_index(2, 2, boards=menu[:1], hour=1)])
    assert [len(row.path) for row in archive.boards()] == [2, 2]


def test_threads_of_a_board(archive: AnyArchive) -> None:
    """By its address or part of its title, boards below it included; the forum's own name is no board."""
    archive.record([a_thread(1, crumbs=way(1)), a_thread(2, crumbs=way(1, 2)), a_thread(3, crumbs=way(3)), a_thread(4)])
    assert [row.url for row in archive.threads(board=board_url(1))] == [thread_url(1), thread_url(2)]
    assert [row.url for row in archive.threads(board="BOARD 2")] == [thread_url(2)]
    assert [row.post.id for row in archive.posts(board="oard 1")] == ["10", "20"]
    assert list(archive.threads(board="home")) == []
    assert list(archive.posts(thread=thread_url(3), board="board 1")) == []
    assert [row.post.id for row in archive.posts(thread=thread_url(2), board="board 1")] == ["20"]


# With the crawl


def fetched(lease: Lease, reading: Reading | None = None) -> Visit:
    exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), b"<p>hello")
    return Visit(lease, UrlState.FETCHED, exchange=exchange, page=PageRow(lease.role), reading=reading)


def test_a_reading_goes_in_with_its_visit(archive: AnyArchive) -> None:
    """Page and posts are committed together, or neither; the commit still tells of new URLs."""
    archive.add([Discovered(thread_url(number), role="thread") for number in (1, 2)])
    one, two = archive.lease(2, NOW)
    visit = replace(fetched(one, a_thread(1)), discovered=(Discovered(HOME),))
    assert archive.commit([visit]) == 1
    assert (archive.last_changes.new, archive.summary().posts) == (1, 1)
    with pytest.raises(Exception, match="without being leased"):
        archive.commit([fetched(two, a_thread(2)), fetched(one, a_thread(3))])
    assert [row.url for row in archive.threads()] == [thread_url(1)]
    archive.commit([fetched(two)])
    assert archive.last_changes == Changes()


def test_pages_to_be_read(archive: AnyArchive) -> None:
    """Thread and index pages that were fetched, and not read by this wrapper or a later one; each address once."""
    roles = ["thread", "flip of thread", "index", "flip of index", "page", "attachment", "thread"]
    archive.add([Discovered(thread_url(number), role=role) for number, role in enumerate(roles)])
    leases = archive.lease(6, NOW)
    archive.commit([fetched(lease) for lease in leases])
    assert list(archive.unread(0)) == [thread_url(number) for number in range(4)]
    archive.record([replace(a_thread(0), wrapper=1), replace(a_thread(1), wrapper=3)])
    archive.record([Reading(thread_url(2), NOW, index=IndexPage("Board"), wrapper=3)])
    assert list(archive.unread(1)) == [thread_url(3)]
    assert list(archive.unread(2)) == [thread_url(0), thread_url(3)]
    listing = archive.unread(4)
    assert next(listing) == thread_url(0)
    archive.record([replace(a_thread(0), wrapper=4)])
    assert list(listing) == [thread_url(number) for number in (1, 2, 3)]


def test_a_page_fetched_again_is_to_be_read_again(archive: AnyArchive) -> None:
    """A new answer that came without a reading has not been read, whatever was read before."""
    archive.add([Discovered(thread_url(1), role="thread")])
    (lease,) = archive.lease(1, NOW)
    archive.commit([Visit(lease, UrlState.QUEUED, exchange=fetched(lease).exchange, reading=a_thread(1))])
    (lease,) = archive.lease(1, NOW)
    assert list(archive.unread(1)) == []
    archive.commit([fetched(lease)])
    assert list(archive.unread(1)) == [thread_url(1)]
    assert [row.post.id for row in archive.posts()] == ["10"]


def test_a_reading_of_an_unknown_page(archive: AnyArchive) -> None:
    """Its URL is put in as read from elsewhere, not to be fetched, unless a link leads to it."""
    archive.record([a_thread(1), a_thread(2)])
    assert archive.summary().excluded == {ELSEWHERE: 2}
    assert archive.lease(9, NOW) == []
    archive.add([Discovered(thread_url(1))])
    assert [lease.url for lease in archive.lease(9, NOW)] == [thread_url(1)]


def test_an_archive_without_a_forum(archive: AnyArchive) -> None:
    """Nothing read, nothing told."""
    summary = archive.summary()
    assert (summary.boards, summary.threads, summary.posts, summary.users) == (0, 0, 0, 0)
    assert [*archive.boards(), *archive.threads(), *archive.posts(), *archive.users(), *archive.unread(9)] == []
    assert (archive.search("x"), archive.versions("x", "1")) == ([], [])
