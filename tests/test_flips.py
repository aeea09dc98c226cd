"""Page flipping: what turns a page, how it counts, and the rule that comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from weft.traversal import Follow, Numbering, Plan, Role, Rule, UrlDecision
from weft.traversal._flips import (
    Pager,
    Turn,
    find_pagers,
    fits_turn,
    flip_rule,
    page_change,
    page_number,
    read_turn,
    rows_turned,
)
from weft.traversal._survey import is_next
from weft.traversal._view import Arc
from weft.urls import Scope, learn_forms

HOST = "http://h.example"

WORDS = st.text(alphabet="abcdefgh", min_size=1, max_size=6)
NUMBERS = st.integers(min_value=0, max_value=99_999)
PATHS = st.lists(st.one_of(WORDS, NUMBERS.map(str), st.builds("{}-{}".format, NUMBERS, WORDS)), min_size=1, max_size=4)


def link(url: str, text: str) -> Arc:
    return Arc(url, text, "pager", -1, -1, is_next(text))


class TestChange:
    """How one URL differs from another in a single number."""

    @given(PATHS, NUMBERS, st.sampled_from(["?page={}", "&start={}", "/page{}", "/page/{}/", "-{}", ";p={}", ",{}"]))
    def test_a_number_put_in_at_the_end_is_found(self, path: list[str], number: int, added: str):
        """With the text around it, and where it stands."""
        base = f"{HOST}/{'/'.join(path)}"
        flip = base + added.format(number)
        change = page_change(base, flip)
        assert change is not None
        assert (change.value, change.before, change.mark) == (number, None, added.format("#"))
        assert flip[: change.start] + flip[change.end :] == base

    @given(NUMBERS)
    def test_a_number_put_in_behind_a_naught_is_found(self, number: int):
        """Of several parameters put in the last one has it, if the others have none but 0."""
        base = f"{HOST}/list?of=3"
        change = page_change(base, f"{base}&days=0&order=up&from={number}")
        assert change is not None
        assert (change.value, change.before, change.mark) == (number, None, "&days=0&order=up&from=#")

    @given(PATHS, NUMBERS, PATHS)
    def test_a_number_put_in_between_is_found(self, path: list[str], number: int, tail: list[str]):
        """As `/posts/list/15/12` for `/posts/list/12`."""
        head, rest = f"{HOST}/{'/'.join(path)}", f"/{'/'.join(tail)}"
        change = page_change(head + rest, f"{head}/page{number}{rest}")
        assert change is not None
        assert (change.value, change.before) == (number, None)

    @given(PATHS, NUMBERS, NUMBERS, st.sampled_from(["", "-1.html", "/", "&sort=2", "/5/x7"]))
    def test_a_number_that_stands_in_both_is_found(self, path: list[str], one: int, other: int, tail: str):
        """Never a part of it: 1 and 12 are two numbers, not a digit put in."""
        assume(one != other)
        head = f"{HOST}/{'/'.join(path)}/t-"
        change = page_change(f"{head}{one}{tail}", f"{head}{other}{tail}")
        assert change is not None
        assert (change.value, change.before) == (other, one)
        assert f"{head}{other}{tail}"[change.start : change.end] == str(other)

    @given(PATHS, PATHS)
    def test_whatever_two_urls_are_given_nothing_breaks(self, one: list[str], other: list[str]):
        """A change names a number of the second URL."""
        first, second = f"{HOST}/{'/'.join(one)}", f"{HOST}/{'/'.join(other)}"
        change = page_change(first, second)
        if change is not None:
            assert [int(found) for found in re.findall(r"\d+", second[change.start : change.end])] == [change.value]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("/t/12", "/t/12"),
            ("/t/12", "/t/12/print"),
            ("/t/12", "/u/13"),
            ("/t/12?page=1", "/t/13?page=2"),
            ("/t/12", "/t/12?page=2&sort=3"),
            ("/t/12?sort=a", "/t/12?page=2"),
            ("/t/12/cat", "/t/13/dog"),
        ],
    )
    def test_what_differs_by_more_or_by_no_number_is_no_change(self, one: str, other: str):
        """Another thread, another order, the same page."""
        assert page_change(HOST + one, HOST + other) is None

    def test_places_of_numbers_have_different_names(self):
        """The thread's number and the page's number of one address are not one way to turn pages."""
        page = page_change(f"{HOST}/thread-12-1-1.html", f"{HOST}/thread-12-2-1.html")
        thread = page_change(f"{HOST}/thread-12-1-1.html", f"{HOST}/thread-13-1-1.html")
        assert page is not None
        assert thread is not None
        assert page.mark != thread.mark

    def test_a_word_before_the_number_is_a_part_of_its_name(self):
        """`?topic=7.15` is a further page of `?topic=7.0`, `?topic=7.msg15` one of its posts."""
        page, post = (page_change(f"{HOST}/?topic=7.0", f"{HOST}/?topic=7.{end}") for end in ("15", "msg15"))
        assert page is not None
        assert post is not None
        assert page.mark != post.mark


@pytest.mark.parametrize(
    ("text", "number"),
    [("2", 2), (" [12] ", 12), ("1,234", 1234), ("1 234", 1234), ("...7", 7), ("(3)", 3)]
    + [("Page 2", 2), ("Seite 19", 19), ("стр. 3", 3), ("第 4 页", 4), ("第5頁", 5)]
    + [
        (text, None)
        for text in ("", "next", "2nd hand", "12:30", "123456", "page 2 of 3", "a2", "1,23", ">>2", "(>>2)", "＞＞2")
    ],
)
def test_the_number_a_link_shows(text: str, number: int | None):
    """A number, alone or behind one word that says what it counts."""
    assert page_number(text) == number


@pytest.mark.parametrize("text", ["»", "Next ›", "→", "< Zurück", "old posts >>", "↓ Older..."])
def test_arrows_say_that_a_link_goes_on(text: str):
    """In any language."""
    assert is_next(text)


@pytest.mark.parametrize("text", ["", "Next", "a > b", "Date ↓", "↑", "Announcement: the long way to the new server »"])
def test_words_alone_and_long_texts_do_not(text: str):
    """No list of words; a title with an arrow is a title."""
    assert not is_next(text)


@dataclass(frozen=True)
class Style:
    """How a site writes the first page of a list and the further ones, and how these count."""

    base: Callable[[int], str]
    page: Callable[[int, int], str]
    first: int = 1
    step: int = 1

    def turns(self, *numbers: int, pages: int = 4) -> list[Turn]:
        """Give the pagers of some lists as they stand on the first page of each."""
        return [
            Turn(HOST + self.base(n), HOST + self.base(n), link(HOST + self.page(n, page), str(page)))
            for n in numbers
            for page in range(2, pages + 1)
        ]

    def plan(self) -> Plan:
        """Learn the flip rule from the pagers of two lists, and put it before the rule of first pages."""
        columns = [[HOST + self.base(n) for n in range(k, k + 8)] for k in (96, 200)]
        columns += [[turn.arc.url for turn in self.turns(n, pages=3)] for n in (101, 203)]
        forms = learn_forms(columns)
        turns = self.turns(101, 203, pages=3)
        pager = find_pagers(turns)[0]
        form = forms.get(turns[0].arc.url)
        base = forms.get(HOST + self.base(98))
        assert form is not None
        assert base is not None
        rule = flip_rule(form, pager, [(turn.base, turn.arc.url) for turn in turns])
        assert rule is not None
        numbering = Numbering(rule.group, pager.first, pager.step)
        one = Rule(rule.first_page, Role.THREAD, list=rule.list, numbering=numbering)
        flip = Rule(rule.pattern, Role.THREAD_FLIP, Follow.SAME_LIST, list=rule.list, numbering=numbering)
        return Plan(Scope(HOST), HOST + "/", "x", (one, flip, Rule(base.pattern, Role.THREAD)))


def slug(n: int) -> str:
    """A short title of its own for each number."""
    return "-".join(
        ("cat", "dog", "bird", "fish", "goat", "duck", "bear", "wolf", "hen", "pig")[int(d)] for d in str(n)
    )


STYLES = {
    "id and slug in folders": Style(lambda n: f"/topic/{n}-{slug(n)}/", lambda n, p: f"/topic/{n}-{slug(n)}/page/{p}/"),
    "slug, dot, id": Style(lambda n: f"/threads/{slug(n)}.{n}/", lambda n, p: f"/threads/{slug(n)}.{n}/page-{p}"),
    "slug and id apart": Style(lambda n: f"/t/{slug(n)}/{n}", lambda n, p: f"/t/{slug(n)}/{n}?page={p}"),
    "numbers and dashes": Style(lambda n: f"/thread-{n}-1-1.html", lambda n, p: f"/thread-{n}-{p}-1.html"),
    "one key, rows": Style(lambda n: f"/i.php?topic={n}.0", lambda n, p: f"/i.php?topic={n}.{15 * p - 15}", 0, 15),
    "rows before the id": Style(
        lambda n: f"/posts/list/{n}.page", lambda n, p: f"/posts/list/{15 * p - 15}/{n}.page", 0, 15
    ),
    "plain keys, rows": Style(
        lambda n: f"/t.php?f=1&t={n}", lambda n, p: f"/t.php?f=1&t={n}&start={10 * p - 10}", 0, 10
    ),
    "pages from nought": Style(lambda n: f"/node/{n}", lambda n, p: f"/node/{n}?page={p - 1}", 0, 1),
    "a number in the file's name": Style(lambda n: f"/l/{n}/index.html", lambda n, p: f"/l/{n}/index{p}.html"),
}


@pytest.mark.parametrize("name", STYLES)
class TestStyles:
    """From pagers of two lists to the rule for all of them."""

    def test_the_pager_is_found_and_counts_right(self, name: str):
        """Where it begins, and how many it adds for a page."""
        style = STYLES[name]
        pagers = find_pagers(style.turns(101, 203))
        assert [(pager.first, pager.step) for pager in pagers] == [(style.first, style.step)]
        assert pagers[0].proved
        assert pagers[0].most == 4
        assert pagers[0].pages == 2

    def test_a_flip_never_seen_is_put_into_its_list(self, name: str):
        """Its list's address is that of the first page as boards link to it; its number is right."""
        style = STYLES[name]
        for number, page in ((305, 2), (101, 17)):
            decision = style.plan().judge(HOST + style.page(number, page))
            assert decision.role is Role.THREAD_FLIP
            assert decision.follow is Follow.SAME_LIST
            assert (decision.list, decision.number) == (HOST + style.base(number), page)

    def test_the_first_page_stays_a_first_page(self, name: str):
        """Even where its address is that of a flip with a low number."""
        style = STYLES[name]
        assert style.plan().judge(HOST + style.base(305)).role is Role.THREAD


class TestPagers:
    """Links that only look like pagers."""

    def test_numbers_that_do_not_fit_what_links_show_turn_nothing(self):
        """Links to other threads beside their counts of replies."""
        base = f"{HOST}/t/12"
        turns = [Turn(base, base, link(f"{HOST}/t/{n}", str(count))) for n, count in ((13, 4), (45, 17), (99, 3))]
        assert find_pagers(turns) == []

    def test_the_number_of_the_only_post_of_each_thread_turns_no_page(self):
        """`/t/7/1` under "#1": a pager leads on."""
        bases = [f"{HOST}/t/{n}" for n in (7, 12, 31, 40)]
        assert find_pagers([Turn(base, base, link(f"{base}/1", "#1")) for base in bases]) == []

    def test_a_pager_seen_on_one_page_with_one_link_is_not_proved(self):
        """It has to be asked for."""
        base = f"{HOST}/t/12"
        (pager,) = find_pagers([Turn(base, base, link(f"{base}?page=2", "2"))])
        assert not pager.proved
        assert (pager.first, pager.step) == (1, 1)

    @pytest.mark.parametrize(("added", "first", "step"), [(2, 1, 1), (1, 0, 1), (20, 0, 20)])
    def test_arrows_without_numbers_tell_the_numbering_of_page_two(self, added: int, first: int, step: int):
        """2 and 1 count pages; more counts rows."""
        bases = [f"{HOST}/t/{n}" for n in (12, 15)]
        (pager,) = find_pagers([Turn(base, base, link(f"{base}?p={added}", "»")) for base in bases])
        assert (pager.first, pager.step, pager.proved) == (first, step, True)

    @pytest.mark.parametrize("last", [20, 45])
    def test_words_alone_lead_on_from_pages_whose_number_is_0(self, last: int):
        """`topic=7.0` with "Next" and "»|" to its last page; not of one page alone, nor of numbers that do not fit."""
        ends = {7: 20, 12: last, 31: last}
        turns = [
            Turn(base, base, link(f"{HOST}/i?topic={n}.{to}", text))
            for n, end in ends.items()
            for base in [f"{HOST}/i?topic={n}.0"]
            for to, text in ((5, "Next"), (end, "»|"))
        ]
        (pager,) = find_pagers(turns)
        assert (pager.first, pager.step, pager.proved) == (0, 5, True)
        assert find_pagers(turns[:1]) == []
        unlike = Turn(turns[0].base, turns[0].base, link(f"{HOST}/i?topic=7.13", "x"))
        assert all(pager.step != 5 for pager in find_pagers([*turns, unlike]))

    @pytest.mark.parametrize(("added", "first", "step"), [((2, 3, 4), 1, 1), ((2, 7), 1, 1), ((20, 40, 60), 0, 20)])
    def test_rows_that_links_show_instead_of_numbers_tell_the_numbering(
        self, added: tuple[int, ...], first: int, step: int
    ):
        """ "21-40", "41-60": the least number is that of the second page."""
        base = f"{HOST}/t/1"
        turns = [
            Turn(base, base, link(f"{base}?p={value}", f"{20 * n + 1}-{20 * n + 20}")) for n, value in enumerate(added)
        ]
        (pager,) = find_pagers(turns)
        assert (pager.first, pager.step) == (first, step)

    def test_numbers_that_are_no_multiples_of_the_least_turn_nothing(self):
        """They name something, here answers."""
        base = f"{HOST}/t/1"
        assert find_pagers([Turn(base, base, link(f"{base}?answer={n}", "link")) for n in (17, 23, 31)]) == []

    @pytest.mark.parametrize(("first", "step"), [(1000, 3), (1001, 1), (30, 20), (-5, 15)])
    def test_numbers_of_posts_turn_nothing(self, first: int, step: int):
        """Links to posts show their places, and their ids may rise evenly; pages count from 0, 1 or one step on."""
        base = f"{HOST}/t/12"
        links = [link(f"{base}?post={first + step * (place - 1)}", str(place)) for place in range(2, 6)]
        assert find_pagers([Turn(base, base, one) for one in links]) == []

    def test_arrows_from_later_pages_tell_the_step(self):
        """From row 15 to row 30, from 30 to 45."""
        turns = []
        for rows in (15, 30):
            base = f"{HOST}/t/12?start={rows}"
            turns.append(Turn(base, base, link(f"{HOST}/t/12?start={rows + 15}", "»")))
        (pager,) = find_pagers(turns)
        assert (pager.first, pager.step) == (0, 15)

    def test_the_pager_of_most_pages_comes_first(self):
        """One page may have links of another kind with numbers on them."""
        turns = STYLES["slug and id apart"].turns(101, 203)
        base = turns[0].base
        others = [Turn(base, base, link(f"{base}?show={n}", str(n))) for n in range(2, 9)]
        assert [pager.mark for pager in find_pagers(others + turns)] == ["?page=#", "?show=#"]

    def test_a_pager_knows_its_own_links(self):
        """By the place and the step of the number."""
        pager = Pager("?start=#", 0, 15, 3, 2, 4, proved=True)
        base = f"{HOST}/t/12"
        assert pager.turns(Turn(base, base, link(f"{base}?start=45", "4")))
        assert not pager.turns(Turn(base, base, link(f"{base}?start=50", "4")))
        assert not pager.turns(Turn(base, base, link(f"{base}?page=45", "4")))
        assert pager.number(45) == 4

    @given(st.integers(0, 1), st.integers(1, 50), st.lists(st.integers(2, 400), min_size=2, max_size=8, unique=True))
    def test_any_numbering_is_read_from_its_links(self, first: int, step: int, pages: list[int]):
        """Whatever pages the pager shows."""
        base = f"{HOST}/t/12"
        turns = [Turn(base, base, link(f"{base}?x={first + step * (page - 1)}", str(page))) for page in pages]
        (pager,) = find_pagers(turns)
        assert all(pager.number(first + step * (page - 1)) == page for page in pages)

    def test_pairs_of_another_form_give_no_rule(self):
        """Nothing is made up."""
        forms = learn_forms([[f"{HOST}/u/{n}" for n in range(5)]])
        form = forms.get(f"{HOST}/u/1")
        assert form is not None
        pager = Pager("?page=#", 1, 1, 3, 2, 4, proved=True)
        assert flip_rule(form, pager, [(f"{HOST}/t/1", f"{HOST}/t/1?page=2")]) is None
        assert flip_rule(form, pager, []) is None


def test_what_is_decided_of_a_page_one_written_as_a_flip():
    """`thread-12-1-1.html` is page one of its own list, not a flip."""
    decision = STYLES["numbers and dashes"].plan().judge(f"{HOST}/thread-12-1-1.html")
    expected = UrlDecision(
        Role.THREAD, Follow.YES, url=f"{HOST}/thread-12-1-1.html", list=f"{HOST}/thread-12-1-1.html", number=1
    )
    assert decision == expected


@pytest.mark.parametrize(
    ("text", "number"),
    [("Next", 2), ("»", 2), ("2", 2), ("Fri, 4 Mar 2022 17:38:13", 0), ("What Ann had to say about her old boat", 0)],
)
def test_a_turn_that_was_not_learned_must_look_like_one(text: str, number: int):
    """`/forum/last/2/` under a time is the last post of thread 2, not the forum's second page."""
    assert read_turn("http://h.example/forum/", "http://h.example/forum/last/2/", text, 1) == number


@pytest.mark.parametrize(
    ("others", "fits"),
    [
        ([("/forum/page/2/", "Next"), ("/forum/page/9/", "9"), ("/forum/", "Home")], True),
        ([("/forum/page/2/", "lazyfox"), ("/forum/page/7/", "redowl")], False),
    ],
)
def test_names_beside_a_turn_speak_against_it(others: list[tuple[str, str]], fits: bool):
    """`/profile/2/` is written like a second page; its neighbours are not."""
    links = [("http://h.example" + url, text) for url, text in others]
    assert fits_turn("http://h.example/forum/", "http://h.example/forum/page/2/", links, 1) is fits


@pytest.mark.parametrize(("text", "number"), [("Page 2", 2), ("Newer comments", 2), ("Comment 7", 0)])
def test_two_words_may_be_added_with_the_number(text: str, number: int):
    """And the link may say what it counts, if the number is that of the address."""
    first = "http://h.example/2021/04/a-title/"
    assert read_turn(first, first + "comment-page-2/", text, 1) == number


def test_an_arrow_may_lead_where_a_number_leads():
    """Where addresses count posts, "Next" stands beside 2 with the same address, and "Last" beside 7."""
    first, turns = "http://h.example/talk?t=44", {"2": 15, "3": 30, "7": 90, "Next": 15, "Last": 90}
    links = [(f"{first}&start={posts}", text) for text, posts in turns.items()]
    assert fits_turn(first, f"{first}&start=15", links, 1)
    assert not fits_turn(first, f"{first}&start=15", [*links, (f"{first}&start=77", "Ann's answer")], 1)


def test_an_arrow_may_lead_to_the_last_page_that_no_number_shows():
    """A pager of "Next" and "Last" only; what else leads to the last of all is no arrow."""
    first = "http://h.example/talk/44-a-title"
    links = [(f"{first}?page=2", "Next ›"), (f"{first}?page=7", "Last »")]
    assert fits_turn(first, f"{first}?page=2", links, 1)
    assert not fits_turn(first, f"{first}?page=2", [links[0], (f"{first}?page=7", "Ann's answer")], 1)
    assert not fits_turn(first, f"{first}?page=2", [*links, (f"{first}?page=5", "Ann's »")], 1)


def test_settings_of_naught_beside_the_number_of_a_page_count_nothing():
    """Several numbers are added to lead to the only further pages, of which one is 0: no step, by which is divided."""
    lists = [f"{HOST}/list;f=3", f"{HOST}/list;f=4"]
    turns = [Turn(base, base, link(f"{base};hard=0;start=15;days=90", "2")) for base in lists]
    assert all(pager.step > 0 and pager.turns(turns[0]) for pager in find_pagers(turns))


def test_further_pages_may_be_files_in_the_folder_of_a_list():
    """`/f2/page2.html` of `/f2/`."""
    assert read_turn("http://h.example/f2/", "http://h.example/f2/page2.html", "Next page", 1) == 2


@pytest.mark.parametrize(
    ("added", "text", "after", "rows"),
    [
        ("&start=15", "Next page", 1, 15),
        ("&start=30", "Next page", 2, 15),
        ("&start=31", "Next page", 2, 0),  # no page has half a row
        ("&start=15", "2", 1, 0),  # a number tells by itself
        ("&start=900", "Next page", 1, 0),  # no page has so many
        ("&a=3&b=15", "Next page", 1, 0),
    ],
)
def test_a_link_without_a_number_may_go_on_after_so_many_rows(added: str, text: str, after: int, rows: int):
    """Whether it does the page must show: it has to have as many."""
    first = "http://h.example/talk?t=44"
    assert rows_turned(first, first + added, text, after) == rows


@pytest.mark.parametrize(
    ("added", "text", "number"),
    [
        ("?from=20", "21-40", 2),
        ("?from=40", "41 \u2013 60", 3),
        ("?page=2", "21-40", 2),
        ("?page=3", "21-40", 0),
        ("?from=17", "21-40", 0),
    ],
)
def test_a_turn_that_was_not_learned_may_show_rows(added: str, text: str, number: int):
    """Its address has the rows before those, or the number of the page; so have those beside it."""
    base = f"{HOST}/t/1"
    assert read_turn(base, base + added, text, 1) == number
    others = [(f"{base}?from={rows}", f"{rows + 1}-{rows + 20}") for rows in (20, 40, 60)]
    assert fits_turn(base, others[0][0], others, 1)


def test_the_number_of_a_page_may_stand_behind_a_comma():
    """As all numbers do where an address names each."""
    assert read_turn("http://h.example/show_thread,7", "http://h.example/show_thread,7_offset,10", "2", 1) == 2
