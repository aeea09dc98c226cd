"""Posts that come, change, move and go: seen as what they are, and none is called gone that is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.config import StoreConfig
from weft.page import Post, ThreadPage
from weft.store import MemoryArchive, PostRow, Reading, SqliteArchive, open_archive

NOW = datetime(2024, 5, 1, tzinfo=UTC)
NO_GUARD = StoreConfig(min_free_bytes=0)
THREAD = "http://forum.example/t1"
AnyArchive = SqliteArchive | MemoryArchive


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    opened: AnyArchive = MemoryArchive() if request.param == "memory" else open_archive(tmp_path / "archive", NO_GUARD)
    yield opened
    opened.close()


def a_post(number: int, text: str = "", **more: object) -> Post:
    said = text or f"post {number}"
    moment = NOW - timedelta(days=100 - number)
    return Post(str(number), author="ann", time=moment, text=said, own_text=said, **more)  # type: ignore[arg-type]


def a_look(page: int, hour: int, posts: Sequence[int | Post], **flags: bool) -> Reading:
    """What a page of the thread shows at an hour."""
    shown = tuple(post if isinstance(post, Post) else a_post(post) for post in posts)
    url = THREAD if page == 1 else f"{THREAD}?page={page}"
    return Reading(
        url, NOW + timedelta(hours=hour), ThreadPage("A thread", (), (), shown), None, THREAD, page, 1, **flags
    )


def rows(archive: AnyArchive) -> list[PostRow]:
    return list(archive.posts(thread=THREAD))


def ids(archive: AnyArchive) -> list[str]:
    return [row.post.id for row in rows(archive)]


def gone(archive: AnyArchive) -> list[str]:
    return [row.post.id for row in rows(archive) if row.gone]


# Places


def test_positions_go_through_all_pages(archive: AnyArchive) -> None:
    """Posts are numbered through the thread in the order of its pages, whichever page was read first."""
    archive.record([a_look(2, 1, [4, 5, 6]), a_look(1, 2, [1, 2, 3]), a_look(3, 0, [7])])
    assert [(row.post.id, row.page, row.position) for row in rows(archive)] == [
        (str(number), (number + 2) // 3, number) for number in range(1, 8)
    ]


def test_a_post_on_every_page_is_one_post(archive: AnyArchive) -> None:
    """A first post shown again on each page counts once, where it stands first, even if it was read there last."""
    short = a_post(1, "post ...")
    changes = archive.record([a_look(2, 0, [short, 4, 5]), a_look(3, 1, [short, 6]), a_look(1, 2, [1, 2, 3])])
    assert (changes.new, changes.changed) == (6, 0)
    assert ids(archive) == list("123456")
    first = rows(archive)[0]
    assert (first.post.text, first.page, first.version) == ("post 1", 1, 1)
    assert (first.first_seen, first.last_seen) == (NOW, NOW + timedelta(hours=2))


def test_pages_without_a_number_come_last(archive: AnyArchive) -> None:
    """Pages whose number is not known stand behind the others, in the order they were found."""
    for url, number, posts in [("x", 0, [5, 6]), ("y", 0, [7]), ("z", 1, [1, 2])]:
        page = ThreadPage("A thread", (), (), tuple(map(a_post, posts)))
        archive.record([Reading(f"http://forum.example/{url}", NOW, page, list=THREAD, number=number)])
    assert [(row.post.id, row.page) for row in rows(archive)] == [("1", 1), ("2", 1), ("5", 0), ("6", 0), ("7", 0)]
    (thread,) = archive.threads()
    assert thread.pages == ("http://forum.example/z", "http://forum.example/x", "http://forum.example/y")


def test_an_id_that_is_not_the_posts_own(archive: AnyArchive) -> None:
    """When posts of different text have one id, it is no id: all are kept; the same post twice is one."""
    shared = [Post("7", author="ann", text=text) for text in ("one", "two", "three")]
    archive.record([a_look(1, 0, [*shared, a_post(1), a_post(1)])])
    assert [(row.post.id, row.post.text) for row in rows(archive)] == [
        ("", "one"),
        ("", "two"),
        ("", "three"),
        ("1", "post 1"),
    ]


# Changes


def test_a_changed_text_is_a_version(archive: AnyArchive) -> None:
    """An edited post keeps its row; its old text is kept beside it, with the moment each was first seen."""
    archive.record([a_look(1, 0, [1, 2])])
    changes = archive.record([a_look(1, 1, [1, a_post(2, "better")])])
    assert (changes.new, changes.changed, [post.text for _, post in changes.posts]) == (0, 1, ["better"])
    archive.record([a_look(1, 2, [1, a_post(2, "best")]), a_look(1, 3, [1, a_post(2, "best")])])
    second = rows(archive)[1]
    assert (second.version, second.post.text, second.last_seen) == (3, "best", NOW + timedelta(hours=3))
    versions = archive.versions(THREAD, "2")
    assert [(moment - NOW, post.text) for moment, post in versions] == [
        (timedelta(hours=hour), text) for hour, text in enumerate(["post 2", "better", "best"])
    ]
    assert [post.text for _, post in archive.versions(THREAD, "1")] == ["post 1"]
    assert archive.versions(THREAD, "9") == archive.versions("http://forum.example/none", "1") == []


def test_what_changes_beside_the_text_is_no_version(archive: AnyArchive) -> None:
    """Votes, the accepted answer, the author's new name: the row follows, the version stays."""
    archive.record([a_look(1, 0, [1])])
    changes = archive.record([a_look(1, 1, [a_post(1, votes=9, accepted=True)])])
    (row,) = rows(archive)
    assert (changes.changed, row.version, row.post.votes, row.post.accepted) == (0, 1, 9, True)


def test_two_views_of_a_post_are_no_edit(archive: AnyArchive) -> None:
    """A later page that shows a post shortened tells nothing of it, however often it is read."""
    archive.record([a_look(1, 0, [1, 2])])
    for hour in (1, 2, 3):
        assert archive.record([a_look(2, hour, [a_post(1, "post..."), 3])]).changed == 0
    first = rows(archive)[0]
    assert (first.post.text, first.version, first.page) == ("post 1", 1, 1)


def test_posts_without_id_are_followed(archive: AnyArchive) -> None:
    """Without ids, a post is known by author, time and text; on its page two of them do, so edits are seen."""
    one, two = (Post(author=name, time=NOW, text=f"{name} says") for name in ("ann", "bob"))
    archive.record([a_look(1, 0, [one, two])])
    assert archive.record([a_look(2, 1, [one, Post(author="eve", time=NOW, text="me")])]).new == 1
    edited = Post(author="ann", time=NOW, text="ann says more")
    drifted = Post(author="bob", time=NOW + timedelta(hours=3), text="bob says")
    changes = archive.record([a_look(1, 2, [edited, drifted])])
    assert (changes.new, changes.changed) == (0, 1)
    assert [(row.post.text, row.version) for row in rows(archive)] == [("ann says more", 2), ("bob says", 1), ("me", 1)]


def test_an_older_reading_is_passed_over(archive: AnyArchive) -> None:
    """What a page showed before it was last read changes nothing."""
    archive.record([a_look(1, 5, [1, 2])])
    changes = archive.record([a_look(1, 3, [1, a_post(2, "older"), 3])])
    assert (changes.new, changes.changed) == (0, 0)
    assert ids(archive) == ["1", "2"]


# Gone


def test_gone_at_the_second_look(archive: AnyArchive) -> None:
    """A post missing between others is gone when it is missing twice; it keeps its place, and comes back if shown."""
    archive.record([a_look(1, 0, [1, 2, 3])])
    assert archive.record([a_look(1, 1, [1, 3])]).gone == 0
    assert gone(archive) == []
    assert archive.record([a_look(1, 2, [1, 3, 4])]).gone == 1
    assert ids(archive) == list("1234")
    second = rows(archive)[1]
    assert (second.last_seen, second.gone) == (NOW, NOW + timedelta(hours=2))
    assert archive.record([a_look(1, 3, [1, 3, 4])]).gone == 0
    assert archive.record([a_look(1, 4, [1, 2, 3, 4])]).new == 0
    assert (gone(archive), ids(archive)) == ([], list("1234"))


def test_many_gone_keep_the_order(archive: AnyArchive) -> None:
    """However many are gone and new, the thread reads in its old order."""
    archive.record([a_look(1, 0, range(1, 9))])
    for hour in (1, 2):
        archive.record([a_look(1, hour, [1, 4, 5, 8, 9])])
    assert ids(archive) == list("123456789")
    assert gone(archive) == list("2367")


def test_pages_that_move_up_lose_nothing(archive: AnyArchive) -> None:
    """When a post goes, those behind it move up: what left its page is not gone before the page before was seen."""
    archive.record([a_look(1, 0, [1, 2, 3]), a_look(2, 0, [4, 5, 6]), a_look(3, 0, [7, 8])])
    for hour in (1, 2, 3):
        archive.record([a_look(2, hour, [5, 6, 7]), a_look(3, hour, [8])])
    assert gone(archive) == []
    archive.record([a_look(1, 4, [1, 3, 4])])
    assert gone(archive) == []
    archive.record([a_look(1, 5, [1, 3, 4])])
    assert gone(archive) == ["2"]
    assert ids(archive) == list("12345678")
    assert [row.page for row in rows(archive)] == [1, 1, 1, 1, 2, 2, 2, 3]


def test_a_first_post_of_a_page_that_is_really_gone(archive: AnyArchive) -> None:
    """It is gone once the page before it was seen without it, too."""
    archive.record([a_look(1, 0, [1, 2, 3]), a_look(2, 0, [4, 5, 6])])
    for hour in (1, 2):
        archive.record([a_look(2, hour, [5, 6])])
    assert gone(archive) == []
    assert archive.record([a_look(1, 3, [1, 2, 3])]).gone == 1
    assert gone(archive) == ["4"]


def test_newest_first_pushes_on(archive: AnyArchive) -> None:
    """Where new posts stand first, old ones leave for pages that nobody may have seen yet: they are not gone."""
    archive.record([a_look(1, 0, [3, 2, 1])])
    archive.record([a_look(1, 1, [4, 3, 2]), a_look(1, 2, [5, 4, 3]), a_look(1, 3, [9, 8, 7]), a_look(1, 4, [9, 8, 7])])
    assert gone(archive) == []
    archive.record([a_look(2, 5, [6, 5, 4]), a_look(3, 5, [3, 2, 1])])
    assert ids(archive) == list("987654321")
    assert gone(archive) == []


def test_another_order_proves_nothing(archive: AnyArchive) -> None:
    """Answers sorted by votes change places: one that left the page may be on any other."""
    archive.record([a_look(1, 0, [1, 2, 3]), a_look(2, 0, [4, 5, 6])])
    for hour in (1, 2):
        archive.record([a_look(1, hour, [3, 4, 1])])
    assert gone(archive) == []
    archive.record([a_look(2, 3, [5, 2, 6])])
    assert gone(archive) == []
    assert sorted(ids(archive)) == list("123456")


def test_an_empty_page_is_no_look(archive: AnyArchive) -> None:
    """A wall, an error or a new layout shows no posts; that takes none away. A page that is no more does."""
    archive.record([a_look(1, 0, [1, 2])])
    for hour in (1, 2, 3):
        archive.record([a_look(1, hour, [])])
    assert gone(archive) == []
    assert rows(archive)[0].last_seen == NOW
    for hour in (4, 5):
        archive.record([Reading(THREAD, NOW + timedelta(hours=hour), gone=True)])
    assert gone(archive) == ["1", "2"]


def test_a_last_page_that_is_no_more(archive: AnyArchive) -> None:
    """What stood on it is looked for on all other pages first."""
    archive.record([a_look(1, 0, [1, 2]), a_look(2, 0, [3, 4]), a_look(3, 0, [5])])
    last = f"{THREAD}?page=3"
    for hour in (1, 2):
        archive.record([Reading(last, NOW + timedelta(hours=hour), gone=True)])
    assert gone(archive) == []
    archive.record([a_look(1, 3, [1, 3]), a_look(2, 3, [4, 5])])
    archive.record([a_look(1, 4, [1, 3]), Reading(last, NOW + timedelta(hours=4), gone=True)])
    assert gone(archive) == ["2"]
    assert [(row.post.id, row.page) for row in rows(archive)] == [("1", 1), ("2", 1), ("3", 1), ("4", 2), ("5", 2)]


# Read again


def test_reading_again_replaces(archive: AnyArchive) -> None:
    """A page read anew gives its posts anew: what it no longer gives goes, and a better text is no edit."""
    archive.record([a_look(1, 0, [1, a_post(2, "post 2 Like Reply"), a_post(99, "an advertisement")])])
    changes = archive.record([a_look(1, 0, [1, 2, 3], again=True)])
    assert (changes.new, changes.changed, changes.gone) == (1, 1, 1)
    assert [(row.post.id, row.post.text, row.version) for row in rows(archive)] == [
        ("1", "post 1", 1),
        ("2", "post 2", 1),
        ("3", "post 3", 1),
    ]
    assert archive.summary().posts == 3


def test_reading_again_keeps_what_was_there_before(archive: AnyArchive) -> None:
    """Posts that are gone, and old versions, stay when the newest answer is read anew."""
    archive.record([a_look(1, 0, [1, 2, 3])])
    archive.record([a_look(1, 1, [a_post(1, "edited"), 3]), a_look(1, 2, [a_post(1, "edited"), 3])])
    archive.record([a_look(1, 2, [a_post(1, "edited well"), 3], again=True)])
    assert (ids(archive), gone(archive)) == (list("123"), ["2"])
    assert [post.text for _, post in archive.versions(THREAD, "1")] == ["post 1", "edited well"]


def test_reading_again_what_other_pages_show(archive: AnyArchive) -> None:
    """A post that one page no longer gives stays with another page that does."""
    archive.record([a_look(1, 0, [1, 2]), a_look(2, 1, [2, 3])])
    archive.record([a_look(1, 0, [1], again=True)])
    assert [(row.post.id, row.page) for row in rows(archive)] == [("1", 1), ("2", 2), ("3", 2)]


def test_a_page_that_is_no_thread_after_all(archive: AnyArchive) -> None:
    """Read anew as nothing, it takes its posts with it, and the thread if it was its only page."""
    archive.record([a_look(1, 0, [1, 2])])
    assert archive.record([Reading(THREAD, NOW, again=True)]).gone == 2
    assert (rows(archive), list(archive.threads()), list(archive.users())) == ([], [], [])
    summary = archive.summary()
    assert (summary.threads, summary.posts, summary.users) == (0, 0, 0)


def test_a_page_of_another_thread(archive: AnyArchive) -> None:
    """When a plan puts a page into another thread, its posts go with it, old versions and gone ones too."""
    other = "http://forum.example/t2"
    page = f"{THREAD}?page=2"
    archive.record([a_look(1, 0, [1, 2]), a_look(2, 0, [2, 3, 4, 5])])
    archive.record([a_look(2, 1, [2, a_post(3, "edited"), 5]), a_look(2, 2, [2, a_post(3, "edited"), 5])])
    shown = tuple(map(a_post, (2, 3, 5)))
    archive.record(
        [Reading(page, NOW + timedelta(hours=2), ThreadPage("Another", (), (), shown), None, other, 1, 2, True)]
    )
    assert ids(archive) == ["1", "2"]
    assert [(row.post.id, bool(row.gone)) for row in archive.posts(thread=other)] == [
        ("2", False),
        ("3", False),
        ("4", True),
        ("5", False),
    ]
    assert len(archive.versions(other, "3")) == 2
    assert [row.pages for row in archive.threads()] == [(THREAD,), (page,)]
    assert [hit.row.thread for hit in archive.search("another")] == [other]


# A forum that lives

events = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(1, 7)),
        st.tuples(st.just("delete"), st.integers(0, 30)),
        st.tuples(st.just("look"), st.integers(1, 5)),
        st.tuples(st.just("look"), st.integers(1, 5)),
    ),
    max_size=40,
)


@settings(max_examples=50, deadline=None)
@given(events, st.integers(1, 4), st.booleans())
def test_nothing_is_called_gone_that_is_there(
    happened: list[tuple[str, int]], page_size: int, newest_first: bool
) -> None:
    """Posts come and go between looks at random pages: no living post is ever called gone, and all end up in order."""
    archive = MemoryArchive()
    living: list[int] = []
    last = hour = 0

    def show(page: int) -> None:
        order = living[::-1] if newest_first else living
        posts = order[(page - 1) * page_size : page * page_size]
        exists = bool(posts) or page == 1
        url = THREAD if page == 1 else f"{THREAD}?page={page}"
        known = {row for thread in archive.threads() for row in thread.pages}
        if exists or url in known:
            moment = NOW + timedelta(hours=hour)
            archive.record([a_look(page, hour, posts) if exists else Reading(url, moment, gone=True)])

    for name, number in happened:
        hour += 1
        if name == "add":
            living += range(last + 1, last + 1 + number)
            last += number
        elif name == "delete" and living:
            del living[number % len(living)]
        elif name == "look":
            show(number)
        called = {int(number) for number in gone(archive)}
        assert not called & set(living)
    for _ in range(3):
        for page in range(1, last // page_size + 2):
            hour += 1
            show(page)
    rest = [int(row.post.id) for row in rows(archive) if not row.gone]
    assert set(rest) >= set(living)
    assert not {int(number) for number in gone(archive)} & set(living)
    in_order = [number for number in rest if number in living]
    assert in_order == (living[::-1] if newest_first else living)
