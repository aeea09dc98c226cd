"""What a few pages of one hall tell: threads of few posts, lists below them, names in menus, messages above trees."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from weft.page import read_page
from weft.traversal import Ground, Sample
from weft.traversal._entry import Homes
from weft.traversal._evidence import SURE
from weft.traversal._form_probe import FormProbe
from weft.traversal._roles import Roles
from weft.traversal._survey import Survey
from weft.traversal._view import NO_LIST, UNSURE
from weft.urls import Scope

HOST = "http://h.example"
WORDS = ("river", "stone", "window", "bread", "letter", "winter", "garden", "candle", "bridge", "paper", "music")


class Hall:
    """Rooms with threads, some of one post above a longer list of similar threads; further pages, last posts."""

    def __init__(self, titled: str = "{} - Hall") -> None:
        self.survey = Survey(Ground(Scope(HOST)))
        self.titled = titled

    @staticmethod
    def title_of(n: int) -> str:
        return f"{WORDS[n % 11]} and {WORDS[n * 5 % 7]}, part {n}".capitalize()

    def show(self, path: str, title: str, body: str) -> None:
        page = read_page(HOST + path, f"<title>{self.titled.format(title)}</title><h1>{title}</h1>{body}".encode())
        self.survey.add([Sample(HOST + path, HOST + path, 200, page)])

    @staticmethod
    def post(n: int) -> str:
        day, text = f"<i>2024-03-{1 + n % 27:02} 10:15</i>", " ".join(WORDS * (1 + n % 3))
        return f"<div class=post><a href='/who/{n % 5}'>person{n % 5}</a> {day}<p>{text}</p></div>"

    def posts(self, n: int) -> str:
        return f"<div>{''.join(map(self.post, range(n, n + 8)))}</div>"

    def rows(self, numbers: Iterable[int]) -> str:
        shortcut = "2024-02-{day:02} 09:30 <a href='/last/{n}'>&raquo;</a>"
        listed = ((n, shortcut.format(day=1 + n % 27, n=n)) for n in numbers)
        return f"<ul>{''.join(f'<li><a href=/talk/{n}>{self.title_of(n)}</a> {last}</li>' for n, last in listed)}</ul>"

    def show_rooms(self) -> None:
        for n in (1, 2, 3):
            self.show(f"/room/{n}", f"Room {n}", self.rows(range(10 * n, 10 * n + 10)))

    def likely(self) -> tuple[set[str], set[str]]:
        """Give the forms of threads and those of lists."""
        roles = Roles(self.survey, HOST + "/")
        return {form.label for form in roles.like_threads}, {form.label for form in roles.like_lists}


def test_pages_that_are_called_as_threads_are_parts_of_threads():
    """The last post of a thread alone, above a longer list of similar threads; boards have names of their own."""
    hall = Hall()
    hall.show_rooms()
    for n in (11, 14, 22, 31):
        hall.show(f"/talk/{n}", hall.title_of(n), hall.posts(n))
    for n in (12, 17, 25, 36):
        hall.show(f"/last/{n}", hall.title_of(n), f"{hall.post(n)}{hall.rows(range(n + 5, n + 14))}")
    assert hall.likely() == ({"/talk/#", "/last/#"}, {"/room/#"})


def test_posts_that_a_thread_names_by_their_times_make_no_list_of_it():
    """Each has an address of its own, which shows the thread; of the threads themselves most have one post."""
    hall = Hall()

    def posts(n: int, count: int) -> str:
        shown = ((k, f"<i><a href='/talk/{n}/{k}'>2024-03-{k + 1:02} 1{k % 10}:15</a></i>") for k in range(count))
        who = "<a href='/who/{0}'>person{0}</a>"
        said = (f"{who.format(k % 5)} {day}<p>{' '.join(WORDS * (1 + k % 3))}</p>" for k, day in shown)
        return f"<div>{''.join(f'<div class=post>{one}</div>' for one in said)}</div>"

    hall.show_rooms()
    newest = "".join(f"<li><a href='/talk/{n}/5'>{hall.title_of(n)}</a></li>" for n in (14, 22, 31, 35))
    hall.show("/", "All", f"<ul>{newest}</ul>")
    for n, count in ((11, 10), (12, 1), (17, 1), (25, 9)):
        hall.show(f"/talk/{n}", hall.title_of(n), posts(n, count))
    for n in (14, 22, 31, 35):
        hall.show(f"/talk/{n}/5", hall.title_of(n), posts(n, 12))
    threads, lists = hall.likely()
    assert threads == {"/talk/#", "/talk/#/#"}
    assert lists == {"/", "/room/#"}


@pytest.mark.parametrize("titled", ["{} - Hall", "Hall - {}", "Hall: {} - the talk"])
def test_threads_of_one_post_are_known_by_the_further_pages_of_others(titled: str):
    """These are called as links call the first pages, with the number of the page; boards are not called so."""
    hall = Hall(titled)
    hall.show_rooms()
    for n in (12, 17, 25, 36):
        hall.show(f"/talk/{n}", hall.title_of(n), f"{hall.post(n)}{hall.rows(range(n + 5, n + 14))}")
    for n in (11, 14, 22, 31):
        first = f"<p><a href='/talk/{n}'>Previous</a></p>"
        hall.show(f"/talk/{n}/2", f"{hall.title_of(n)}, page 2", f"{first}{hall.posts(n)}")
    assert hall.likely() == ({"/talk/#", "/talk/#/#"}, {"/room/#"})


def test_a_thread_that_its_posts_lead_to_is_nobody():
    """Seen from its second page: each post has the thread's title besides the author's name."""

    def post(number: int) -> str:
        return (
            f"<div class=post><a href='/who/{number % 4 + 1}'>user{number % 4}</a> <i>{number} May 2021 14:05</i>"
            f"<b><a href='/talk/7#p{number}'>My cat</a></b><p>{'Words about the cat. ' * (number % 3 + 2)}</p></div>"
        )

    html = f"<title>My cat</title><h1>My cat</h1>{''.join(map(post, range(11, 19)))}<a href='/talk/7'>1</a> <b>2</b>"
    url = f"{HOST}/talk/7?from=10"
    survey = Survey(Ground(Scope(HOST)))
    survey.add([Sample(url, url, 200, read_page(url, html.encode(), "text/html; charset=utf-8"))])
    people = Roles(survey, url).people
    assert survey.form(f"{HOST}/who/1") in people
    assert survey.form(f"{HOST}/talk/7") not in people


def test_threads_are_known_though_the_start_is_the_address_of_a_post():
    """Most threads seen have no answer and look like none; nothing links to the address that somebody typed."""

    def post(number: int) -> str:
        return (
            f"<li><a href='/who/{number % 4 + 1}'>user{number % 4}</a> <i>{number % 27 + 1} May 2021 14:05</i>"
            f"<a rel=nofollow href='/post/{number}'>Link</a><p>{'Words of the cat. ' * (number % 3 + 2)}</p></li>"
        )

    def thread(number: int, answers: int) -> str:
        opening = f"<div><a href='/who/1'>user1</a> <i>3 May 2021 14:05</i><p>{'My cat is ill. ' * 4}</p></div>"
        return f"<title>Cat {number}</title><h1>Cat {number}</h1>{opening}<ul>{''.join(map(post, range(answers)))}</ul>"

    rows = "".join(f"<li><a href='/talk/{n}'>Cat {n}</a> by user{n % 4}, {n} May 2021 14:05</li>" for n in range(1, 20))
    pages = {"/post/15": thread(9, 8), "/": f"<title>Cats</title><ul>{rows}</ul>", "/talk/1": thread(1, 12)}
    pages |= {f"/talk/{number}": thread(number, 0) for number in (2, 3, 4)}
    survey = Survey(Ground(Scope(HOST), allows=lambda link, _: not link.is_nofollow))
    for path, html in pages.items():
        page = read_page(HOST + path, html.encode(), "text/html; charset=utf-8")
        survey.add([Sample(HOST + path, HOST + path, 200, page)])
    assert survey.form(f"{HOST}/talk/5") in Roles(survey, HOST + "/").threads


def test_two_posts_above_a_longer_list_are_believed_only_where_nothing_else_is_a_thread():
    """All threads sampled so far are as short; who looks at one alone cannot be certain."""
    hall = Hall()
    tools = "<a href='/answer?p={0}'>Answer</a> <a href='/report?p={0}'>Report</a></div>"
    for n in (11, 14):
        posts = (hall.post(3 * k).replace(" ".join(WORDS), " ".join(WORDS[:8])) for k in (n, n + 1))
        said = "".join(post.replace("</div>", tools.format(k)) for k, post in enumerate(posts))
        hall.show(f"/talk/{n}", hall.title_of(n), f"<div>{said}</div>{hall.rows(range(10 * n, 10 * n + 9))}")
    assert hall.likely()[0] == set()
    hall.survey.suspect_posts()
    assert hall.likely()[0] == {"/talk/#"}


def test_the_numbers_of_a_pager_are_no_rows_that_name_threads():
    """Page one and the others of a thread stand in one record; on no page do threads stand beside their last pages."""
    hall = Hall()
    hall.show_rooms()
    for n in (11, 25):
        further = "".join(f" <a href='/talk/{n}/{page}'>{page}</a>" for page in range(2, 7))
        pager = f"<a href='/talk/{n}/2'>Previous</a> <a href='/talk/{n}'>1</a>{further}"
        bars = "".join(f"<p class=pages>{pager}</p>" for _ in range(2))
        hall.show(f"/talk/{n}/3", hall.title_of(n), f"<div>{bars}</div>{hall.posts(n)}")
    hall.show("/talk/12", hall.title_of(12), hall.posts(12))
    assert [form.label for form in Roles(hall.survey, HOST + "/").threads] == ["/talk/#"]


@pytest.mark.parametrize("end", ["", "/"])
def test_what_goes_on_after_the_address_of_a_thread_is_no_list(end: str):
    """The last post of a thread that nothing else names, above a longer list of similar threads."""
    hall = Hall()
    hall.show_rooms()

    def show(n: int, path: str, body: str) -> None:
        similar = (f"<li><a href='/talk/{k}{end}'>{hall.title_of(k)}</a></li>" for k in range(n + 50, n + 59))
        hall.show(path, hall.title_of(n), f"{body}<ul>{''.join(similar)}</ul>")

    for n in (11, 14, 22, 31):
        show(n, f"/talk/{n}{end}", hall.posts(n))
    for n in (112, 117, 125):
        show(n, f"/talk/{n}/latest", hall.post(n))
    threads, lists = hall.likely()
    assert f"/talk/#{end}" in threads
    assert "/talk/#/latest" not in lists


@pytest.mark.parametrize("count", [2, 3])
def test_boards_below_a_long_list_of_new_threads_are_boards(count: int):
    """Their names are short beside so many titles, but their rows have more to say."""
    hall = Hall()
    hall.show_rooms()
    for n in (11, 14, 22, 31):
        hall.show(f"/talk/{n}", hall.title_of(n), hall.posts(n))
    rooms = "".join(
        f"<tr><td><a href='/room/{n}'>No {n}</a><p>{' '.join(WORDS[n : n + 6])}</p></td><td>{7 * n}</td></tr>"
        for n in range(1, count + 1)
    )
    hall.show("/", "All", f"{hall.rows(range(10, 36))}<table>{rooms}</table>")
    boards = Roles(hall.survey, HOST + "/").board_groups
    assert [group.form.label for group in boards[HOST + "/"]] == ["/room/#"]


def test_names_of_boards_in_a_menu_are_names_where_categories_of_boards_say_more():
    """The menu stands on every page; the front page has two boxes of boards with something said of each."""
    hall = Hall()
    names = dict(zip(WORDS[:5], range(3, 8), strict=True))
    menu = "".join(f"<li><a href='/room/{name}/{n}'>{name}</a></li>" for name, n in names.items())

    def show(path: str, title: str, body: str) -> None:
        hall.show(path, title, f"<div class=body>{body}</div><div class=menu><ul>{menu}</ul></div>")

    rows = [
        f"<tr><td><a class=room href='/room/{name}/{n}'>{name}</a></td><td>All that is to be said of {name}</td></tr>"
        for name, n in names.items()
    ]
    boxes = (f"<h2>Part {k}</h2><table>{''.join(rows[3 * k : 3 * k + 3])}</table>" for k in (0, 1))
    show("/", "All", "".join(boxes))
    for name, n in list(names.items())[:4]:
        show(f"/room/{name}/{n}", name, hall.rows(range(10 * n, 10 * n + 10)))
    assert {hall.survey.form(f"{HOST}/room/{name}/{n}").label for name, n in names.items()} == {"/room/*/#"}


@pytest.mark.parametrize("ordered", [True, False])
def test_pages_of_a_few_posts_each_are_threads_if_all_posts_are_in_order(ordered: bool):
    """Nobody is named by a link, and no page alone has enough of them to tell."""
    hall = Hall()
    for n in (11, 14, 22, 31):
        days = (3, 5, 9, 12) if ordered else (9, 3, 12, 5)
        said = (
            f"<tr><td>2024-03-{day:02} 10:15</td></tr>"
            f"<tr><td>person{day % 5}</td><td>{' '.join(WORDS[day % 4 :])}</td></tr>"
            for day in days
        )
        hall.show(f"/talk/{n}", hall.title_of(n), f"<table>{''.join(said)}</table>")
    assert all(view.judgement.thread < UNSURE for view in hall.survey.views.values())
    assert hall.likely()[0] == ({"/talk/#"} if ordered else set())


def test_posts_in_order_make_threads_however_many_links_each_has():
    """An address of its own and two to vote, none of which says what another post's does not; two posts say little."""
    hall = Hall()
    for n, days in ((11, (3, 5, 9, 12)), (14, (4, 8)), (22, (3, 5, 9, 12)), (31, (2, 3, 4, 5, 6))):
        said = (
            f"<tr><td><a href='/talk/{n}/{day}'>2024-03-{day:02} 10:15</a></td></tr><tr><td>person{day % 5}</td>"
            f"<td><a href='/up/{day}'>+</a> {day} <a href='/down/{day}'>-</a> {' '.join(WORDS[day % 4 :])}</td></tr>"
            for day in days
        )
        hall.show(f"/talk/{n}", hall.title_of(n), f"<table>{''.join(said)}</table>")
    assert all(view.judgement.index > NO_LIST for view in hall.survey.views.values())
    assert hall.likely()[0] == {"/talk/#"}


def test_names_that_come_again_on_other_pages_tell_of_posts():
    """On each page all posts are by others; what a list names is on no other page."""
    hall = Hall()
    for n, days in ((11, (3, 5, 9, 12)), (14, (2, 4, 6)), (22, (3, 5, 9, 11)), (31, (2, 3, 4))):
        said = (
            f"<tr><td><a href='/talk/{n}/{day}'>2024-03-{day:02} 10:15</a></td></tr>"
            f"<tr><td><a href='/who/{day}'>person{day}</a></td><td><a href='/up/{day}'>+</a> {day}"
            f" {' '.join(WORDS[day % 4 :])} <a href='/answer/{n}/{day}'>#{k}</a></td></tr>"
            for k, day in enumerate(days)
        )
        hall.show(f"/talk/{n}", hall.title_of(n), f"<table>{''.join(said)}</table>")
    assert all(view.judgement.index > NO_LIST for view in hall.survey.views.values())
    assert hall.likely()[0] == {"/talk/#"}


def test_single_posts_above_longer_lists_are_threads_where_others_have_several_in_order():
    """None of them looks like a thread by itself; nobody is named by a link, and each post has links of its own."""
    hall = Hall()
    for n, count in ((11, 1), (14, 7), (22, 1), (31, 6), (36, 5)):
        rows = (
            f"<tr><td><a href='/talk/{n}/{k}'>2024-03-{k + 1:02} 10:15</a></td></tr>"
            f"<tr><td>fox{k % 3}</td><td><a href='/up/{k}'>+</a> {k} {' '.join(WORDS[k:])}</td></tr>"
            for k in range(count)
        )
        others = (
            f"<li><a href='/talk/{k}'>{hall.title_of(k)}</a> 2024-02-{k % 20 + 1:02} 10:20</li>"
            for k in range(9 * n, 9 * n + 5)
        )
        similar = f"<div class=similar><ul>{''.join(others)}</ul></div>"
        hall.show(f"/talk/{n}", hall.title_of(n), f"<table>{''.join(rows)}</table>{similar}")
    assert hall.likely()[0] == {"/talk/#"}


def test_the_only_posts_of_pages_above_longer_lists_are_believed_where_another_page_has_several():
    """One of many threads has more posts than there are similar threads, and is not certain to be one by itself."""
    hall = Hall()

    def show(n: int, count: int) -> None:
        rows = (
            f"<tr><td>2024-03-{k + 1:02} 10:15</td></tr><tr><td>fox{k % 3}</td><td>{WORDS[k]} or what</td></tr>"
            for k in range(count)
        )
        others = (
            f"<li><a href='/talk/{k}'>{hall.title_of(k)}</a> 2024-02-0{k % 9 + 1}</li>" for k in range(9 * n, 9 * n + 5)
        )
        hall.show(f"/talk/{n}", hall.title_of(n), f"<table>{''.join(rows)}</table><ul>{''.join(others)}</ul>")

    for n in (11, 14, 22, 31):
        show(n, 1)
    show(36, 9)
    assert hall.likely()[0] == set()
    hall.survey.suspect_posts()
    assert hall.likely()[0] == set()
    hall.survey.suspect_posts(alone=True)
    assert hall.likely()[0] == {"/talk/#"}


def test_boards_that_only_a_menu_lists_have_names_of_one_form():
    """Each has a number of its own; the front page tells of nothing but new threads."""
    hall = Hall()
    names = dict(zip(WORDS[:4], range(3, 7), strict=True))
    menu = "".join(f"<li><a href='/room/{n}-{name}'>{name}</a></li>" for name, n in names.items())
    for path, numbers in (("/", range(10, 25)), ("/new", range(25, 40)), ("/room/3-river", range(30, 36))):
        hall.show(path, path[1:] or "All", f"<div>{hall.rows(numbers)}</div><div><ul>{menu}</ul></div>")
    assert {hall.survey.form(f"{HOST}/room/{n}-{name}").label for name, n in names.items()} == {"/room/#-*"}


def test_two_threads_among_many_pages_of_a_single_post_make_all_of_them_threads():
    """Where nothing else is one, and none of the pages lists anything."""
    hall = Hall()
    tools = "<a href='/answer?p={0}'>Answer</a> <a href='/report?p={0}'>Report</a></div>"
    for n in (11, 22):
        said = (hall.post(k).replace("</p></div>", f" {' '.join(WORDS)}</p>{tools.format(k)}") for k in range(n, n + 8))
        hall.show(f"/talk/{n}", hall.title_of(n), f"<div>{''.join(said)}</div>")
    for n in range(31, 38):
        boxes = (f"<div class=box><h3><a href='/{w}'>{w}</a></h3><p>{w} of all</p></div>" for w in ("rules", "help"))
        hall.show(f"/talk/{n}", hall.title_of(n), f"<p>Short.</p><div>{''.join(boxes)}</div>")
    assert sum(view.judgement.thread > SURE for view in hall.survey.views.values()) == 2
    assert hall.likely()[0] == {"/talk/#"}


def test_a_message_above_the_tree_of_its_thread_is_no_post_above_other_threads():
    """The rows of the tree are called as the page is."""
    hall = Hall()
    for n in (11, 22, 33):
        rows = (
            f"<li><a href='/talk/{k}'>Re: {hall.title_of(n)}</a> 2024-02-0{k % 9 + 1}</li>"
            for k in range(9 * n, 9 * n + 6)
        )
        hall.show(f"/talk/{n}", hall.title_of(n), f"{hall.post(n)}<ul>{''.join(rows)}</ul>".replace("Re: ", ""))
    hall.survey.suspect_posts(alone=True)
    assert not any(view.uncovered for view in hall.survey.views.values())


def test_what_all_pages_say_does_not_make_whole_threads_of_further_pages():
    """A thread of one post looks like a message above a list; its further pages would show it if they said the same."""
    hall = Hall()
    invited = "<p>Sign in to see more of this great place, it is free and will always be.</p>"
    for n in (11, 22, 33):
        below = f"{hall.rows(range(10 * n, 10 * n + 9))}{invited}"
        hall.show(
            f"/talk/{n}",
            hall.title_of(n),
            f"<p>2024-03-{n % 25:02} 10:15</p><p>{hall.title_of(n)}, what of it?</p>{below}",
        )
        hall.show(f"/talk/{n}/2", hall.title_of(n), f"{hall.posts(n)}{invited}")
    assert Roles(hall.survey, HOST + "/").wholes == {}


def test_a_long_thread_known_by_a_shortcut_is_asked_for_by_the_address_that_its_title_leads_to():
    """The threads seen by such have one post each, and look like nothing."""
    hall = Hall()
    hall.show_rooms()
    for n in (11, 14):
        hall.show(f"/talk/{n}", hall.title_of(n), f"<p>person1 wrote</p><p>{' '.join(WORDS)}</p>")
    hall.show("/last/22", hall.title_of(22), hall.posts(22))
    roles = Roles(hall.survey, HOST + "/")
    probe = FormProbe(roles, Homes(hall.survey, HOST + "/"), (), menu_done=False)
    assert {form.label for form in roles.like_threads} == {"/last/#"}
    assert probe.called_alike() == HOST + "/talk/22"


def test_plain_threads_are_known_by_the_titles_of_the_only_posts_that_shortcuts_show():
    """Each shortcut shows the last post alone; the threads look a little like such, the boards not at all."""
    hall = Hall()
    hall.show_rooms()
    links = "<a href='/edit/{0}'>Edit</a> <a href='/quote/{0}'>Quote</a> <a href='/mail/{0}'>Mail</a>"
    said = f"<div><a href='/who/{{0}}'>person{{0}}</a> <i>2024-03-05 10:15</i><p>{{1}}</p>{links}</div>"
    for n in (12, 17):
        hall.show(f"/talk/{n}", hall.title_of(n), said.format(n, f"{' '.join(WORDS)}. " * 6))
    for n in (22, 31, 36):
        hall.show(f"/last/{n}", hall.title_of(n), said.format(n, f"{' '.join(WORDS)}. " * 30))
    assert hall.likely() == ({"/talk/#", "/last/#"}, {"/room/#"})
