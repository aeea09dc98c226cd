"""Forms of URLs: cutting, dropping keys, and what comes out of the link sets of common styles of addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import count_steps
from weft.urls import Form, Forms, canonicalise, cut_url, drop_keys, find_named, learn_forms, re2_escape

HOST = "http://h.example"
ANIMALS = ("cat", "dog", "bird", "fish", "horse", "mouse", "sheep", "goat", "duck", "goose", "wolf", "bear")
LOOKS = ("red", "blue", "green", "old", "new", "big", "small", "wild", "tame", "grey")
NAMES = tuple(f"{animal}-{look}" for animal in ANIMALS for look in LOOKS)


def name_of(number: int) -> str:
    """A short title of its own for each number."""
    return NAMES[number * 37 % len(NAMES)]


def canonical(text: str) -> str | None:
    url = canonicalise(f"{HOST}/{text}")
    # An empty query is kept by the canonical form and tells nothing; a strategy never sees one.
    return None if url is None or url.endswith("?") else url


PATHS = st.text(alphabet="abcxyz0123456789-_.~%,!$'()*+:@/|^ é中", max_size=25)
QUERIES = st.text(alphabet="abcxyz0123456789-_.%;&=,!'()*+:@|^ é中", max_size=25)
URLS = st.one_of(PATHS, st.builds("{}?{}".format, PATHS, QUERIES)).map(canonical).filter(bool)
PAIRS = st.lists(st.tuples(st.sampled_from("abcdef"), st.text(alphabet="xyz0189-.", max_size=4)), max_size=6)


def pair_texts(pairs: Iterable[tuple[str, str]]) -> str:
    return "&".join(f"{key}={value}" for key, value in pairs)


class TestCutting:
    """A URL in slots is the same URL."""

    @given(URLS)
    @settings(max_examples=300)
    def test_a_cut_url_put_together_again_is_the_url(self, url: str):
        """Leads, keys and texts lose nothing, however odd it is."""
        origin, slots = cut_url(url)
        assert origin + "".join(slot.lead + slot.key + slot.text for slot in slots) == url

    def test_slots_are_path_parts_then_query_pairs(self):
        """A piece without `=` has no key."""
        _, slots = cut_url(f"{HOST}/f/show.php?12-cat&page=2;x")
        assert [(slot.lead, slot.key, slot.text) for slot in slots] == [
            ("/", "", "f"),
            ("/", "", "show.php"),
            ("?", "", "12-cat"),
            ("&", "page=", "2"),
            (";", "", "x"),
        ]


class TestDropping:
    """Keys that change nothing are left out of a URL; all else stays as it was written."""

    @given(PAIRS, st.sets(st.sampled_from("abcdef")))
    def test_exactly_the_named_keys_go(self, pairs: list[tuple[str, str]], dropped: set[str]):
        """In whatever place they stand, however often; the order of the others is kept."""
        url = f"{HOST}/f/t.php?{pair_texts(pairs)}" if pairs else f"{HOST}/f/t.php"
        kept = [pair for pair in pairs if pair[0] not in dropped]
        assert drop_keys(url, dropped) == (f"{HOST}/f/t.php?{pair_texts(kept)}" if kept else f"{HOST}/f/t.php")

    @given(URLS)
    def test_a_key_that_is_not_there_changes_nothing(self, url: str):
        """Byte for byte, but for marks at the end that part nothing."""
        path, _, query = url.partition("?")
        kept = query.rstrip("&;")
        assert drop_keys(url, ["nowhere"]) == (f"{path}?{kept}" if kept else path)
        assert drop_keys(url, []) == url

    @pytest.mark.parametrize(
        ("url", "expected"),
        [
            ("/t?s=1;n=2", "/t?n=2"),
            ("/t?n=2;s=1", "/t?n=2"),
            ("/t?s", "/t?s"),
            ("/s=1/t", "/s=1/t"),
            ("/t?n=s=1", "/t?n=s=1"),
            ("/t?12-cat&s=1", "/t?12-cat"),
            ("/t?s=", "/t"),
            ("/t?n=2&", "/t?n=2"),  # written for visitors without a session
            ("/t?n=2&s=1&", "/t?n=2"),
            ("/t?n=2;", "/t?n=2"),
            ("/t/?n=2&m", "/t/?n=2&m"),
        ],
    )
    def test_what_only_looks_like_the_key_stays(self, url: str, expected: str):
        """Values, path parts and words without a value are no keys."""
        assert drop_keys(HOST + url, ["s"]) == HOST + expected


@pytest.mark.parametrize(
    ("shape", "page"),
    [
        ("/talk/{}/{}{}", "/2"),
        ("/talk/{}{}/{}", "/2"),
        ("/talk?n={}&name={}{}", "&page=2"),
        ("/talk?n={}{}&name={}", "&page=2"),
        ("/talk?{}-{}{}", "/page2"),
        ("/talk/{}-{}{}", "/page-2"),
    ],
)
def test_a_name_stays_one_where_a_number_is_put_in(shape: str, page: str):
    """Two further pages of short titles say nothing about their names; the threads they are pages of do."""
    names = {20: "cat", 21: "my-dog", 22: "two-birds", 23: "a-fish"}
    is_last = shape.endswith("{}{}")

    def write(number: int, more: str) -> str:
        return HOST + (
            shape.format(number, names[number], more) if is_last else shape.format(number, more, names[number])
        )

    talks, further = [write(number, "") for number in names], [write(number, page) for number in (20, 21)]
    forms = learn_forms([talks], further)
    assert len({forms.get(url) for url in talks}) == len({forms.get(url) for url in further}) == 1


@pytest.mark.parametrize("shape", ["/list?{}-{}", "/list?n={}&name={}"])
def test_a_name_stays_one_where_pairs_follow(shape: str):
    """On the page of a board all orders are of that board: they say nothing about its name; the other boards do."""
    lists = [HOST + shape.format(number, name) for number, name in ((3, "cat"), (4, "my-dog"), (7, "two-birds"))]
    orders = [[f"{url}{'&' if '?' in url else '?'}sort={by}&way=up" for by in ("last", "size")] for url in lists]
    forms = learn_forms([lists, *orders])
    assert len({forms.get(url) for url in lists}) == len({forms.get(url) for urls in orders for url in urls}) == 1


class TestPatterns:
    """What is written into a plan."""

    @given(st.lists(st.lists(URLS, max_size=10), max_size=4), st.lists(URLS, max_size=5))
    @settings(max_examples=150, deadline=None)
    def test_every_url_matches_the_pattern_learned_from_it(self, columns: list[list[str]], loners: list[str]):
        """Odd URLs too, and none raises; the pattern has one group a free part."""
        forms = learn_forms(columns, loners)
        for url in {*loners, *(url for column in columns for url in column)}:
            form = forms.get(url)
            assert form is not None
            pattern = re2.compile(form.pattern)
            assert pattern.fullmatch(url)
            assert pattern.groups == form.free

    @given(URLS)
    def test_an_escaped_url_matches_itself_only(self, url: str):
        """The entry's rule is written so."""
        assert re2.fullmatch(re2_escape(url), url)
        assert not re2.fullmatch(re2_escape(url), url + "x")

    def test_no_urls_give_no_forms(self):
        """And an unknown URL has none."""
        assert learn_forms([]).get(HOST) is None
        assert learn_forms([[], []], []).by_url == {}

    def test_five_thousand_urls_are_all_given_a_form(self):
        """Speed is measured elsewhere; here none may get lost."""
        columns = [[f"{HOST}/topic/{n}-{name_of(n)}/" for n in range(k, k + 50)] for k in range(0, 5000, 50)]
        forms = learn_forms(columns)
        assert len(forms.by_url) == 5000


def labels(forms: Forms, urls: Iterable[str]) -> set[str]:
    return {form.label for url in urls if (form := forms.get(HOST + url)) is not None}


@dataclass(frozen=True)
class Style:
    """How a site writes the addresses of threads, boards, people, and of further pages."""

    thread: Callable[[int], str]
    board: Callable[[int], str]
    person: Callable[[int], str]
    thread_page: Callable[[int, int], str]
    board_page: Callable[[int, int], str]

    @property
    def threads(self) -> list[list[str]]:
        """Three boards full."""
        return [[self.thread(n) for n in range(first, first + 15)] for first in (100, 200, 300)]

    def learn(self) -> Forms:
        """Learn from boards, threads, people and the pagers of two threads and two boards."""
        columns = [[self.board(n) for n in range(1, 9)], *self.threads, [self.person(n) for n in range(9)]]
        pagers = [[self.thread_page(n, page) for page in (2, 3)] for n in (100, 205)]
        pagers += [[self.board_page(n, page) for page in (2, 3)] for n in (1, 4)]
        return learn_forms([[HOST + url for url in column] for column in columns + pagers])


STYLES = {
    "id and slug in folders": Style(
        lambda n: f"/topic/{n}-{name_of(n)}/",
        lambda n: f"/forum/{n}-{name_of(n)}/",
        lambda n: f"/profile/{n}-{ANIMALS[n]}/",
        lambda n, page: f"/topic/{n}-{name_of(n)}/page/{page}/",
        lambda n, page: f"/forum/{n}-{name_of(n)}/page/{page}/",
    ),
    "slug, dot, id": Style(
        lambda n: f"/threads/{name_of(n)}.{n}/",
        lambda n: f"/forums/{name_of(n)}.{n}/",
        lambda n: f"/members/{ANIMALS[n]}.{n}/",
        lambda n, page: f"/threads/{name_of(n)}.{n}/page-{page}",
        lambda n, page: f"/forums/{name_of(n)}.{n}/page-{page}",
    ),
    "slug and id apart": Style(
        lambda n: f"/t/{name_of(n)}/{n}",
        lambda n: f"/c/{name_of(n)}/{n}",
        lambda n: f"/u/{ANIMALS[n]}",
        lambda n, page: f"/t/{name_of(n)}/{n}?page={page}",
        lambda n, page: f"/c/{name_of(n)}/{n}?page={page}",
    ),
    "numbers and dashes": Style(
        lambda n: f"/thread-{n}-1-1.html",
        lambda n: f"/forum-{n}-1.html",
        lambda n: f"/space-uid-{n}.html",
        lambda n, page: f"/thread-{n}-{page}-1.html",
        lambda n, page: f"/forum-{n}-{page}.html",
    ),
    "one script, one key": Style(
        lambda n: f"/index.php?topic={n}.0",
        lambda n: f"/index.php?board={n}.0",
        lambda n: f"/index.php?action=profile;u={n}",
        lambda n, page: f"/index.php?topic={n}.{15 * page - 15}",
        lambda n, page: f"/index.php?board={n}.{20 * page - 20}",
    ),
    "the page before the id": Style(
        lambda n: f"/posts/list/{n}.page",
        lambda n: f"/forums/show/{n}.page",
        lambda n: f"/user/profile/{n}.page",
        lambda n, page: f"/posts/list/{15 * page - 15}/{n}.page",
        lambda n, page: f"/forums/show/{25 * page - 25}/{n}.page",
    ),
    "plain keys": Style(
        lambda n: f"/viewtopic.php?f=1&t={n}",
        lambda n: f"/viewforum.php?f={n}",
        lambda n: f"/memberlist.php?mode=viewprofile&u={n}",
        lambda n, page: f"/viewtopic.php?f=1&t={n}&start={15 * page - 15}",
        lambda n, page: f"/viewforum.php?f={n}&start={15 * page - 15}",
    ),
}
SAME_FORM = {"numbers and dashes", "one script, one key"}  # page one is a number among others


@pytest.mark.parametrize("name", STYLES)
class TestStyles:
    """Without a list of words: links of one column are one form, of different kinds different forms."""

    def test_threads_boards_and_people_each_are_one_form(self, name: str):
        """All threads of three boards, whatever their titles."""
        style = STYLES[name]
        forms = style.learn()
        threads = labels(forms, (url for column in style.threads for url in column))
        boards = labels(forms, (style.board(n) for n in range(1, 9)))
        people = labels(forms, (style.person(n) for n in range(9)))
        assert [len(found) for found in (threads, boards, people)] == [1, 1, 1]
        assert len(threads | boards | people) == 3

    def test_further_pages_are_a_form_of_their_own_unless_page_one_is_numbered_too(self, name: str):
        """And that of a thread is not that of a board."""
        style = STYLES[name]
        forms = style.learn()
        thread_pages = labels(forms, [style.thread_page(n, page) for n in (100, 205) for page in (2, 3)])
        board_pages = labels(forms, [style.board_page(n, page) for n in (1, 4) for page in (2, 3)])
        assert len(thread_pages) == len(board_pages) == 1
        assert thread_pages.isdisjoint(board_pages)
        assert (thread_pages == labels(forms, [style.thread(100)])) == (name in SAME_FORM)

    def test_a_thread_never_seen_matches_the_pattern_of_threads_only(self, name: str):
        """What a crawl depends on: the pattern takes in the next thread, and no board or person."""
        style = STYLES[name]
        forms = style.learn()
        form = forms.get(HOST + style.thread(101))
        assert form is not None
        assert re2.fullmatch(form.pattern, HOST + style.thread(987))
        assert not re2.fullmatch(form.pattern, HOST + style.board(5))
        assert not re2.fullmatch(form.pattern, HOST + style.person(5))


def form_of(urls: list[list[str]], url: str, menus: Iterable[str] = ()) -> Form:
    columns = [[HOST + one for one in column] for column in urls]
    form = learn_forms(columns, [HOST + url], {HOST + one for one in menus}).get(HOST + url)
    assert form is not None
    return form


class TestWords:
    """Which letters are free."""

    def test_digits_are_always_free_and_lone_words_are_not(self):
        """One URL alone tells nothing about its words."""
        assert form_of([], "/topic/12").label == "/topic/#"

    def test_kinds_of_links_that_stand_mixed_stay_apart(self):
        """A column of last posts and of users, by turns, is not one of names."""
        column = [f"/{kind}/{n}" for n in range(5) for kind in ("last", "user")]
        assert form_of([column], "/last/1").label == "/last/#"

    def test_words_with_and_without_a_number_behind_them_are_kinds(self):
        """Two rows, each with a thread that has a name and a member who has a number: neither word is a name."""
        column = [url for n in (1, 2) for url in (f"/topic/{name_of(n)}/", f"/member/{n}/")]
        assert form_of([column], column[0]).label != form_of([column], "/board/general/").label
        assert form_of([column], "/member/7/").label == "/member/#/"
        assert form_of([column], column[0]).label.startswith("/topic/")

    def test_words_with_a_number_of_their_own_each_are_names(self):
        """Two boards alone on a page, with their names before their numbers."""
        column = ["/c/ticket/3", "/c/clutch/2"]
        assert {form_of([column], url).label for url in column} == {"/c/*/#"}

    def test_words_that_share_a_number_are_kinds(self):
        """The last post of a thread and what prints it are not named so."""
        column = ["/c/last/3", "/c/print/3"]
        assert {form_of([column], url).label for url in column} == {"/c/last/#", "/c/print/#"}

    def test_boards_of_which_one_has_numbered_threads_stay_names(self):
        """Where the same word has a number behind it and a name, nothing is told: they are names as before."""
        column = ["/cats/12", "/cats/my-tabby", "/dogs/7", "/dogs/my-poodle"]
        assert form_of([column], "/cats/12").label == "/*/#"

    def test_what_each_thread_offers_stays_words(self):
        """`print` and `reply` of every thread are not names of something."""
        menus = [[f"/topic/{n}/print", f"/topic/{n}/reply", f"/topic/{n}/mail"] for n in range(6)]
        assert form_of(menus, "/topic/1/print").label == "/topic/#/print"

    def test_a_slot_of_many_words_is_a_title(self):
        """Even if it was seen alone."""
        assert form_of([], "/2017/03/how-do-i-feed-my-cat/").label == "/#/#/*/"

    def test_the_suffix_of_titles_is_kept(self):
        """It tells pages from folders."""
        column = [f"/a/{name_of(n)}.html" for n in range(8)]
        assert form_of([column], column[3]).label == "/a/*.html"

    def test_what_looks_drawn_at_random_is_free(self):
        """Digests and opaque ids."""
        assert form_of([], "/o/a81f0c9b2e77").label == "/o/*"

    def test_months_of_an_archive_are_names(self):
        """`/2017-March/000123.html`: months stand in one column, so messages of all months are one form."""
        months = ("January", "February", "March", "April", "May", "June")
        columns = [[f"/2017-{month}/thread.html" for month in months]]
        columns += [[f"/2017-{month}/{n:06d}.html" for n in range(10)] for month in ("March", "April")]
        messages = form_of(columns, "/2017-March/000003.html")
        assert messages == form_of(columns, "/2017-April/000004.html")
        assert messages != form_of(columns, "/2017-March/thread.html")
        assert re2.fullmatch(messages.pattern, f"{HOST}/2017-July/000999.html")

    def test_messages_by_board_thread_and_number_are_one_form(self):
        """`read.php?1,12,13`."""
        column = [f"/read.php?1,{n},{n + 1}" for n in range(10, 20)]
        assert form_of([column], column[0]).label in {"/read.php?#,#,#", "/read.php?1,#,#"}

    def test_numbered_files_that_stand_beside_named_ones_stay_numbers(self):
        """The letters before and after, and the month's indexes, in one list: a suffix is no name."""
        columns = [
            [*(f"/old/{number}.html" for number in (3 * n, 3 * n + 2)), *(f"/old/{view}.html" for view in ANIMALS[:4])]
            for n in range(4)
        ]
        assert form_of(columns, "/old/3.html").label == "/old/#.html"

    def test_words_of_the_menu_stay_words_beside_names(self):
        """A board called by a name is free; the menu's own page below the same folder is not."""
        boards = [f"/c/{name_of(n)}" for n in range(9)]
        assert form_of([boards], "/c/latest", menus=["/c/latest"]).label == "/c/latest"
        assert form_of([boards], boards[2]).label == "/c/*"


class TestSmallSamples:
    """What only a few links say."""

    def test_views_of_one_board_are_no_names(self):
        """They have its number, all of them; names of other pages beside them do not make them free."""
        views = [f"{HOST}/room-4-{view}.html" for view in ("last", "author", "replies", "views")]
        menu = [f"{HOST}/{page}.html" for page in ("help", "search", "members", "login", "tags", "about")]
        forms = learn_forms([views, menu], loners=[f"{HOST}/room-{number}.html" for number in range(1, 5)])
        assert {forms.get(url).label for url in views} == {
            f"/room-#-{v}.html" for v in ("last", "author", "replies", "views")
        }
        assert len({forms.get(url) for url in menu}) == 1

    def test_names_behind_numbers_that_differ_stay_names(self):
        """Titles behind the number of a thread each."""
        titles = [f"{HOST}/room-{number}-{ANIMALS[number]}.html" for number in range(8)]
        assert len({learn_forms([titles]).get(url) for url in titles}) == 1

    def test_names_that_meet_by_chance_are_no_menu(self):
        """The newest threads of a few boards: each board is named once in many lists, in ever other company."""
        boards = ("cats", "dogs", "birds", "fish")
        columns = [
            [
                f"{HOST}/{boards[(page + step) % 4]}/{page * 10 + step}-{name_of(page * 10 + step)}/"
                for step in (0, 1 + page % 3)
            ]
            for page in range(6)
        ]
        forms = learn_forms(columns)
        assert len({forms.get(url) for column in columns for url in column}) == 1


KINDS = ("amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel")
PLACES = ("harbour", "market", "station", "bridge", "castle", "meadow")


def test_a_word_that_whole_columns_begin_with_elsewhere_is_a_kind_of_thing_not_a_name():
    """On the way home it stands beside another such word, once or twice; names stand beside many others."""
    rooms, parts = ([f"{HOST}/{word}/{name}.{n}/" for n, name in enumerate(KINDS[:8])] for word in ("rooms", "parts"))
    trails = [[parts[n], rooms[n], rooms[n + 1]] for n in range(4)]
    columns = [rooms, *trails]
    pages = [f"{HOST}/", *(f"{HOST}/talk/{town}.{n}/" for n, town in enumerate(PLACES[:4]))]
    forms = learn_forms(columns, parts, frozenset(), pages)
    assert {form.label for url in rooms if (form := forms.get(url))} == {"/rooms/*.#/"}
    assert all(form.label.startswith("/parts/") for url in parts if (form := forms.get(url)))


def test_a_name_that_whole_columns_begin_with_on_its_own_pages_stays_a_name():
    """All threads of a board lie below it."""
    boards = [[f"{HOST}/{name}/{town}.{n}/" for n, town in enumerate(PLACES)] for name in KINDS[:2]]
    latest = [boards[0][3], boards[1][5]]
    pages = [f"{HOST}/{KINDS[0]}/", f"{HOST}/{KINDS[1]}/", f"{HOST}/"]
    forms = learn_forms([*boards, latest], (), frozenset(), pages)
    assert all(form.label.startswith("/*/") for url in latest if (form := forms.get(url)))


def test_values_without_a_key_before_one_are_parts_of_their_own():
    """`?4,120,page=2` is the second page of `?4,120`: the numbers before the key are free as they are without it."""
    pages = [f"http://h.example/read?{board},{thread},page=2" for board, thread in ((4, 120), (4, 77), (6, 93))]
    forms = learn_forms([pages], pages)
    assert len({forms.get(url) for url in pages}) == 1
    origin, slots = cut_url(pages[0])
    assert origin + "".join("".join(slot) for slot in slots) == pages[0]


def test_letters_that_mark_numbers_tell_kinds_of_titles_apart():
    """Boards, threads and further pages of threads in one folder: `cat-f3.html`, `cat-t12.html`, `cat-t12-2.html`."""
    boards, threads, pages = (
        [f"{HOST}/{name_of(n)}{end.format(n)}.html" for n in numbers]
        for end, numbers in (("-f{}", range(3, 6)), ("-t{}", range(12, 20)), ("-t{}-2", range(12, 15)))
    )
    forms = learn_forms([boards, threads, pages])
    found = [{form.label for url in urls if (form := forms.get(url))} for urls in (boards, threads, pages)]
    assert found == [{"/*-f#.html"}, {"/*-t#.html"}, {"/*-t#-#.html"}]


def test_two_letters_mark_numbers_too_and_one_the_place_in_a_thread():
    """Boards, threads, their further pages and posts: `cat-f3.html`, `cat-td12.html`, `cat-td12i20.html`."""
    kinds = (("-f{}", range(3, 6)), ("-f{}i35", range(3, 6)), ("-td{}", range(12, 20)), ("-td{}i20", range(12, 16)))
    kinds += (("-tp{}p47", range(12, 18)),)
    columns = [[f"{HOST}/{name_of(n)}{end.format(n)}.html" for n in numbers] for end, numbers in kinds]
    forms = learn_forms(columns)
    found = [{form.label for url in urls if (form := forms.get(url))} for urls in columns]
    assert found == [{"/*-f#.html"}, {"/*-f#i#.html"}, {"/*-td#.html"}, {"/*-td#i#.html"}, {"/*-tp#p#.html"}]


def test_letters_that_mark_numbers_may_stand_before_titles():
    """Boards, threads and their further pages: `/f3-cat`, `/t12-cat`, `/t12p15-cat`; words of menus stay apart."""
    kinds = (("f{}-", range(3, 9)), ("t{}-", range(12, 30)), ("t{}p15-", range(12, 18)))
    columns = [[f"{HOST}/{start.format(n)}{name_of(n)}" for n in numbers] for start, numbers in kinds]
    forms = learn_forms(columns)
    found = [{form.label for url in urls if (form := forms.get(url))} for urls in columns]
    assert found == [{"/f#-*"}, {"/t#-*"}, {"/t#p#-*"}]


def test_a_board_alone_on_a_page_is_named_as_others_are():
    """Its name stands beside no other, but its threads lie below it as those of other boards do below theirs."""
    boards, alone = [f"{HOST}/board/{name}" for name in KINDS[:3]], f"{HOST}/board/{KINDS[3]}"
    homes = [*boards, alone]
    threads = [[f"{home}/{10 * k + n}-{name_of(n)}" for n in range(6)] for k, home in enumerate(homes)]
    forms = learn_forms([boards, [alone], *threads], (), frozenset(), [f"{HOST}/", boards[0], *homes])
    assert {form.label for url in homes if (form := forms.get(url))} == {"/board/*"}
    assert {form.label for column in threads for url in column if (form := forms.get(url))} == {"/board/*/#-*"}


def test_the_posts_of_a_thread_alone_on_a_page_say_no_more_of_its_name_than_it_does():
    """Its name stands beside no other, but in many addresses: those of its posts, all with its own number."""
    threads, alone = [f"{HOST}/t/{name_of(n)}/{n}" for n in range(7)], f"{HOST}/t/{name_of(8)}/8"
    posts = [f"{alone}/{n}" for n in range(1, 9)]
    forms = learn_forms([threads, [alone], posts])
    assert {form.label for url in (*threads, alone) if (form := forms.get(url))} == {"/t/*/#"}


@pytest.mark.parametrize(
    ("urls", "named"),
    [
        (["/board/3-cats/", "/board/5-dogs/", "/board/8-wild-birds/"], 3),
        (["/c/cats/3", "/c/dogs/5", "/c/birds/8", "/search", "/help"], 3),
        (["/show.php?3-cats", "/show.php?5-dogs", "/show.php?8-birds", "/list.php?1-all"], 3),
        (["/board/3-cats/", "/board/5-dogs/"], 0),  # by chance
        (["/page/help/1", "/page/rules/1", "/page/people/1"], 0),  # the number is no part of the name
        (["/list/new/2", "/list/new/3", "/list/new/4"], 0),
        (["/cats", "/dogs", "/birds"], 0),
    ],
)
def test_names_with_numbers_tell_by_themselves_that_they_are_names(urls: list[str], named: int):
    """Even in a menu, whose words mostly are those of kinds of pages."""
    assert len(find_named([HOST + url for url in urls])) == named


def test_few_further_pages_of_lists_are_written_as_the_lists_are():
    """Two of one room stand beside its first page, and many threads beside words: a room's words are no name."""
    threads = [f"{HOST}/show_thread,{n}" for n in range(20, 40)]
    last = [f"{HOST}/show_thread,{n}_last_post,yes" for n in range(20, 24)]
    rooms = [f"{HOST}/list_room,{n}" for n in range(1, 9)]
    turns = [f"{HOST}/list_room,1", *(f"{HOST}/list_room,1_offset,{n}" for n in (20, 40))]
    pages = [f"{HOST}/show_thread,25_offset,{n}" for n in (10, 20, 30)]
    menu = [f"{HOST}/{word}" for word in ("index", "recent", "members", "help")]
    forms = learn_forms([threads, rooms, turns, pages, [*rooms[:3], last[0]], [threads[0], *last]], menu, set(menu))
    form = forms.get(turns[1])
    assert form is not None
    assert form.label == "/list_room,#_offset,#"


def test_threads_and_shortcuts_into_them_on_one_page_are_no_menu():
    """Title and newest post of each stand in two columns: the same names with the same numbers, not the same words."""
    threads = [f"{HOST}/talk/{town}-{kind}.{n}/" for n, (town, kind) in enumerate(zip(PLACES, KINDS, strict=False), 20)]
    forms = learn_forms([threads, [f"{url}latest" for url in threads]], threads)
    assert {form.label for url in threads if (form := forms.get(url))} == {"/talk/*.#/"}


def test_columns_of_one_page_are_no_menu_that_comes_again():
    """Each row of categories links to three boards in it, in three columns: the same words, once in each."""
    words = ("kitchen", "garden", "garage", "attic")
    columns = [[f"{HOST}/f/{word}/{ANIMALS[3 * row + n]}/" for row, word in enumerate(words)] for n in range(3)]
    own = [[f"{HOST}/f/{word}/{ANIMALS[3 * row + n]}/" for n in range(3)] for row, word in enumerate(words[:2])]
    front = [f"{HOST}/f/{word}/" for word in words]
    pages = [f"{HOST}/f/"] * 4 + front[:2]
    forms = learn_forms([front, *columns, *own], (), set(front), pages)
    assert forms.get(front[3]).label == "/f/*/"
    assert {forms.get(url).label for column in columns for url in column} == {"/f/*/*/"}


class TestNamesInMenus:
    """Names of boards that stand in menus only, learned from those that stand elsewhere, too."""

    BOARDS = ("cats", "dogs", "birds", "fish", "wolf")
    MENU = tuple(f"/{name}/index.html" for name in BOARDS)

    def label(self, path: str, *columns: Iterable[str]) -> str:
        """Say how an address is written on such a site."""
        newest = [f"/{name}/res/{number}.html" for number, name in enumerate(self.BOARDS[:3])]
        urls = [[HOST + path for path in column] for column in (newest, *columns)]
        menu = [HOST + path for path in (*self.MENU, "/faq")]
        more = [HOST + path for path in ("/fish/res/7.html", "/user/7.html", "/user/list.html")]
        form = learn_forms(urls, [*menu, *more], set(menu)).get(HOST + path)
        return form.label if form is not None else ""

    def test_a_word_that_goes_on_as_names_do_is_a_name(self):
        """Boards without a new thread are written as those with one are; what the site has besides is not."""
        assert {self.label(path) for path in self.MENU} == {"/*/index.html"}
        assert self.label("/fish/res/7.html") == "/*/res/#.html"
        assert self.label("/user/7.html") == "/user/#.html"

    def test_what_stands_below_several_names_in_a_menu_is_a_word(self):
        """It stays one beside another page of a board."""
        pages = ("/wolf/index.html", "/wolf/catalog.html")
        assert [self.label(path, pages) for path in pages] == ["/*/index.html", "/*/catalog.html"]


def test_names_at_one_place_of_addresses_are_names_at_another():
    """Threads of each board were seen on its own page only, where their addresses all have the same word."""
    boards = ("cats", "dogs", "birds", "fish", "wolf")
    columns = [[f"{HOST}/{name}/" for name in boards]]
    columns += [[f"{HOST}/read/{name}/{n}/last" for n in range(9)] for name in boards[:4]]
    forms = learn_forms(columns, [], (), [f"{HOST}/", *(f"{HOST}/{name}/" for name in boards[:4])])
    urls = [url for column in columns for url in column]
    assert {form.label for url in urls if (form := forms.get(url))} == {"/*/", "/read/*/#/last"}


def test_kinds_of_pages_that_are_also_tags_are_no_names():
    """A forum about forums has tags called as its own kinds of pages, which other pages lead to."""
    questions = [f"{HOST}/qa/questions/{n}" for n in range(100, 150)]
    users = [f"{HOST}/qa/users/{n}" for n in range(5, 25)]
    groups = [f"{HOST}/qa/groups/{n}" for n in range(2, 9)]
    tags = [f"{HOST}/qa/tagged/{tag}" for tag in ("bugs", "design", "ideas", "users", "questions", "groups")]
    pages = [*[f"{HOST}/qa/"] * 3, f"{HOST}/qa/groups", f"{HOST}/qa/questions"]
    forms = learn_forms([questions[:30], users, tags, groups, questions[30:]], [f"{HOST}/qa/about"], (), pages)
    assert {form.label for url in (*questions, *users, *groups) if (form := forms.get(url))} == {
        "/qa/questions/#",
        "/qa/users/#",
        "/qa/groups/#",
    }


def test_work_grows_with_the_words_that_become_names_one_by_another():
    """Each of a chain of words has a way in common with the three before it."""

    def word(number: int) -> str:
        return "".join("abcdefghijklmnopqrstuvwxyz"[number // 26**place % 26] for place in range(3))

    def learn(count: int) -> Forms:
        column = [f"{HOST}/w{word(n)}/res/{n}" for n in range(3)]
        return learn_forms([column], [f"{HOST}/w{word(n + k)}/y{word(n)}" for n in range(count) for k in range(4)])

    learn(800)  # what is known of a word is kept
    assert count_steps(lambda: learn(800)) < 6 * count_steps(lambda: learn(200))


def test_a_board_below_a_board_is_a_name_though_there_is_but_one():
    """What follows it follows the names of boards, and it ends addresses as these do."""
    rooms = [f"{HOST}/rooms/{name}" for name in ("cats", "dogs", "birds", "mice")]
    threads = [f"{room}/{number}-my-{room[-3:]}" for room in rooms for number in range(11, 15)]
    below = f"{HOST}/rooms/cats/kittens"
    within = [f"{below}/{number}-{word}-one" for number, word in enumerate(("small", "large", "red", "old", "new"), 31)]
    forms = learn_forms([rooms, threads, within], [below])
    assert {form.label for url in within if (form := forms.get(url)) is not None} == {"/rooms/*/*/#-*"}
    assert forms.by_url[below].label == "/rooms/*/*"


@pytest.mark.parametrize("texts", [(".a0", "~a0"), ("~-a1", "b-a2", "c-a3")])
def test_a_name_is_more_than_what_stands_before_or_behind_it(texts: tuple[str, ...]):
    """What is left of a text without its sign and its number is not nothing."""
    urls = [f"{HOST}/{text}" for text in texts]
    forms = learn_forms([urls])
    assert all(re2.fullmatch(forms.by_url[url].pattern, url) for url in urls)
