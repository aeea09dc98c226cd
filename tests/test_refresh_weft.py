"""The policy weft: it follows signs, measures whether they are true, and goes on without them."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from weft.page import BoardEntry, IndexPage, Post, ThreadEntry, ThreadPage
from weft.refresh import (
    Known,
    ListKind,
    Policy,
    Request,
    Sight,
    Why,
    index_sight,
    make_policy,
    moved_up,
    thread_sight,
)

NOW = datetime(2024, 5, 1, 12, 0, tzinfo=UTC).timestamp()
HOUR, DAY = 3600.0, 86_400.0


def at(seconds: float) -> datetime:
    return datetime.fromtimestamp(NOW + seconds, UTC)


def row(name: str, last: float | None = None, replies: int | None = None, *, sticky: bool = False) -> ThreadEntry:
    return ThreadEntry(name, "", replies=replies, last_time=None if last is None else at(last), sticky=sticky)


def board(name: str, last: float | None = None, posts: int | None = None) -> BoardEntry:
    return BoardEntry(name, "", posts=posts, last_time=None if last is None else at(last))


def settled(*threads: str, posts: int = 3, last: float = -5 * HOUR, pages: int = 1) -> Policy:
    """A policy over an archive with one board and these threads, which has looked at the entry and the board twice."""
    policy = make_policy("weft")
    policy.adopt(Known("board", ListKind.INDEX, "entry", visited=NOW), NOW)
    for name in threads:
        times = tuple(NOW + last - number * HOUR for number in range(posts))
        policy.adopt(Known(name, ListKind.POSTS, "board", pages, times, NOW), NOW)
    policy.adopt(Known("entry", ListKind.INDEX, visited=NOW), NOW)
    shown = {
        "entry": IndexPage(boards=(board("board", last, 100),)),
        "board": IndexPage(threads=tuple(row(name, last, posts - 1) for name in threads)),
    }
    for second in (1.0, 2.0):
        for request in [*policy.choose(NOW + second, 3), Request("entry", 1, Why.POLL), Request("board", 1, Why.POLL)]:
            index = shown.get(request.list)
            times = () if index else (NOW + last,)
            number, total = (1, 1) if index else (request.number, pages)
            policy.see(Sight(request.list, number, total, index, times), NOW + second)
    return policy


def next_told(policy: Policy, now: float) -> list[Request]:
    return [request for request in policy.choose(now, 6) if request.why in {Why.TOLD, Why.NEW}]


def test_two_looks_lead_to_the_thread_that_changed():
    """The entry tells the board, the board tells the thread, the thread is fetched: three requests."""
    policy = settled("a", "b")
    policy.see(index_sight("entry", IndexPage(boards=(board("board", 60.0, 101),))), NOW + 90)
    (first,) = policy.choose(NOW + 100)
    assert (first.list, first.number, first.why) == ("board", 1, Why.TOLD)
    rows = (row("b", 60.0, 3), row("a", -5 * HOUR, 2))
    policy.see(index_sight("board", IndexPage(threads=rows)), NOW + 110)
    (second,) = policy.choose(NOW + 120)
    assert (second.list, second.why) == ("b", Why.TOLD)


def test_what_did_not_change_is_left_in_peace():
    """Rows as they were tell nothing."""
    policy = settled("a", "b")
    policy.see(index_sight("entry", IndexPage(boards=(board("board", -5 * HOUR, 100),))), NOW + 90)
    rows = (row("a", -5 * HOUR, 2), row("b", -5 * HOUR, 2))
    policy.see(index_sight("board", IndexPage(threads=rows)), NOW + 95)
    assert next_told(policy, NOW + 100) == []


def test_more_posts_come_first():
    """Of two threads the one with more new posts is fetched first; a new one counts all of its posts."""
    policy = settled("a", "b")
    rows = (row("a", 60.0, 3), row("b", 50.0, 7), row("new", 40.0, 2))
    policy.see(index_sight("board", IndexPage(threads=rows)), NOW + 90)
    assert [request.list for request in next_told(policy, NOW + 100)] == ["b", "new", "a"]


def test_new_posts_stand_on_the_last_page():
    """A thread of three pages is fetched from its third on; a fourth that appears is fetched at once."""
    policy = settled("a", pages=3)
    policy.see(index_sight("board", IndexPage(threads=(row("a", 60.0, 3),))), NOW + 90)
    (first,) = next_told(policy, NOW + 100)
    assert (first.list, first.number) == ("a", 3)
    policy.see(Sight("a", 3, 4, times=(NOW - 5 * HOUR,)), NOW + 110)
    (second,) = next_told(policy, NOW + 120)
    assert (second.list, second.number) == ("a", 4)


def test_where_the_newest_post_comes_first_so_does_its_page():
    """Threads that show their posts from the newest down are fetched from their first page."""
    policy = settled("a", "b", pages=2)
    for number in range(4):
        times = tuple(NOW - (5 + post) * HOUR for post in range(4))
        policy.see(Sight("a", 1, 2, times=times), NOW + 10 + number)
    policy.see(index_sight("board", IndexPage(threads=(row("b", 60.0, 3), row("a", -5 * HOUR, 2)))), NOW + 90)
    (request,) = next_told(policy, NOW + 100)
    assert (request.list, request.number) == ("b", 1)


def test_a_count_that_went_down_is_looked_at():
    """A thread with fewer replies than before may have lost a post."""
    policy = settled("a", "b")
    policy.see(index_sight("board", IndexPage(threads=(row("a", -5 * HOUR, 1), row("b", -5 * HOUR, 2)))), NOW + 90)
    assert [request.list for request in next_told(policy, NOW + 100)] == ["a"]


def test_a_sign_that_was_followed_is_not_followed_again():
    """A count with a post that nobody sees leads to one request, not to one at every look."""
    policy = settled("a", "b")
    for look in range(1, 6):
        rows = (row("a", -5 * HOUR, 3), row("b", -5 * HOUR, 2))
        policy.see(index_sight("board", IndexPage(threads=rows)), NOW + 100 * look)
        told = next_told(policy, NOW + 100 * look + 10)
        assert [request.list for request in told] == (["a"] if look == 1 else [])
        for request in told:
            policy.see(Sight(request.list, 1, 1, times=(NOW - 5 * HOUR,)), NOW + 100 * look + 20)


def test_all_new_on_a_page_leads_to_the_next():
    """When every row of a first page has changed, more may have on the second."""
    policy = settled("a", "b")
    rows = IndexPage(threads=(row("a", 60.0, 4), row("b", 50.0, 4)))
    policy.see(index_sight("board", rows, pages=5), NOW + 90)
    requests = policy.choose(NOW + 100, 5)
    assert ("board", 2) in [(request.list, request.number) for request in requests]


def test_answers_not_modified_are_believed_until_one_lies():
    """Polls are conditional; a post that was there when the site said there was nothing ends that."""
    policy = settled("a")

    def polls() -> list[bool]:
        found = []
        for second in range(30):
            for request in policy.choose(NOW + 100 + second):
                found += [request.conditional] if request.why is Why.POLL else []
                policy.see(Sight(request.list, request.number, unchanged=True), NOW + 100 + second)
        return found

    assert any(polls())
    for look in range(1, 5):
        now = NOW + look * DAY
        policy.see(Sight("board", unchanged=True), now)
        policy.see(index_sight("board", IndexPage(threads=(row("a", look * DAY - HOUR, 2 + look),))), now + 60)
        policy.see(Sight("a", times=(now - HOUR,), new=1), now + 70)
    assert not any(polls())


def test_a_feed_that_cries_wolf_is_not_listened_to():
    """A list whose every look says that all threads changed costs requests at first, and few later."""
    names = [f"t{number}" for number in range(20)]
    policy = settled(*names)
    policy.adopt(Known("feed", ListKind.INDEX), NOW)
    told = []
    for look in range(1, 30):
        now = NOW + look * 300.0
        feed = IndexPage(threads=tuple(row(name, look * 300.0 - 1) for name in names))
        policy.see(index_sight("feed", feed), now)
        requests = [request for request in policy.choose(now + 1, 12) if request.list in names]
        for request in requests:
            policy.see(Sight(request.list, 1, 1, times=(NOW - 5 * HOUR,)), now + 2)
        told.append(len([request for request in requests if request.why is Why.TOLD]))
    assert told[0] >= 5
    assert sum(told[-10:]) <= 20  # of 200


def test_sights_are_made_from_what_pages_show():
    """Times of posts as seconds; a post without a time is left out; a list has at least the page that was seen."""
    page = ThreadPage(posts=(Post(time=at(0.0)), Post(), Post(time=at(5.0))))
    sight = thread_sight("t", page, number=3, pages=1, new=2)
    assert (sight.times, sight.pages, sight.new) == ((NOW, NOW + 5.0), 3, 2)


@given(st.lists(st.sampled_from("abcdefghij"), max_size=8), st.integers(3, 10))
def test_rows_that_moved_up_were_bumped(bumped: list[str], rows: int):
    """Whatever was replied to between two looks: no thread is suspected that was not, and none that came from below
    the page is overlooked."""
    order = list("abcdefghij")
    before = order[:rows]
    for name in bumped:
        order.remove(name)
        order.insert(0, name)
    after = order[:rows]
    moved = moved_up(before, after)
    assert set(moved) <= set(bumped)
    newcomers = [name for name in after if name not in before]
    assert set(newcomers) <= set(moved) | set(after[-2:])


NAMES = st.sampled_from([f"t{number}" for number in range(6)])
BOARDS = st.sampled_from(["entry", "b0", "b1"])
MOMENTS = st.none() | st.floats(-40 * DAY, 2 * DAY)
COUNTS = st.none() | st.integers(0, 60)
ROWS = st.builds(row, NAMES, MOMENTS, COUNTS, sticky=st.booleans())
INDEXES = st.builds(
    IndexPage,
    boards=st.lists(st.builds(board, BOARDS, MOMENTS, COUNTS), max_size=3).map(tuple),
    threads=st.lists(ROWS, max_size=6, unique_by=lambda each: each.url).map(tuple),
)
PAGES = st.integers(1, 4)
SIGHTS = st.one_of(
    st.builds(Sight, BOARDS, PAGES, PAGES, INDEXES),
    st.builds(
        Sight,
        NAMES,
        PAGES,
        PAGES,
        times=st.lists(st.floats(NOW - 40 * DAY, NOW + DAY), max_size=5).map(tuple),
        new=st.integers(0, 5),
        gone=st.integers(0, 2),
    ),
    st.builds(Sight, NAMES | BOARDS, PAGES, failed=st.booleans(), missing=st.booleans(), unchanged=st.booleans()),
)


@given(st.lists(st.tuples(SIGHTS, st.floats(0.0, DAY)), max_size=40))
def test_no_nonsense_confuses_it(steps: list[tuple[Sight, float]]):
    """Pages that contradict each other, answers to nothing asked: it goes on asking, each page once at a time."""
    policy = make_policy("weft")
    policy.adopt(Known("entry", ListKind.INDEX), NOW)
    now = NOW
    for sight, wait in steps:
        now += wait
        policy.see(sight, now)
        requests = policy.choose(now, 2)
        assert len({(request.list, request.number) for request in requests}) == len(requests)
        assert all(request.number >= 1 for request in requests)
    restored = make_policy("weft")
    restored.restore(policy.save())
    assert len(restored.choose(now + DAY, 3)) >= 1
