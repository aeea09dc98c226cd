"""What stands around lists and posts of one hall: newest posts beside every page, tags, trails, ways back and up."""

from __future__ import annotations

from collections.abc import Iterable

from test_roles_hall import HOST, WORDS, Hall
from weft.traversal._digests import find_personal, find_writers
from weft.traversal._roles import Roles

NEWEST = (91, 92, 93, 94, 95)


class Square(Hall):
    """Threads that say which room they lie in; beside every page the newest posts, if wanted."""

    def __init__(self, *, newest: bool = False) -> None:
        super().__init__()
        self.beside = self.newest() if newest else ""

    def show(self, path: str, title: str, body: str) -> None:
        super().show(path, title, f"{self.beside}<div class=main>{body}</div>")

    def newest(self) -> str:
        shown = (f"<a href='/last/{n}'>{self.title_of(n)}</a> 2024-03-{n % 27 + 1:02} 10:15" for n in NEWEST)
        return f"<div class=new><table>{''.join(f'<tr><td>{one}</td></tr>' for one in shown)}</table></div>"

    @staticmethod
    def trail(n: int) -> str:
        return f"<p class=way><a href='/'>Hall</a> &raquo; <a href='/room/{n // 10}'>Room {n // 10}</a></p>"

    def show_threads(self, numbers: Iterable[int]) -> None:
        for n in numbers:
            self.show(f"/talk/{n}", self.title_of(n), f"{self.trail(n)}{self.posts(n)}")

    @staticmethod
    def rooms(count: int = 4) -> str:
        about = "{0} topics, {1} posts, where we talk of {2} and all that"
        told = ((n, about.format(7 * n, 31 * n, WORDS[n])) for n in range(1, count + 1))
        return (
            f"<table>{''.join(f'<tr><td><a href=/room/{n}>Room {n}</a> {said}</td></tr>' for n, said in told)}</table>"
        )

    @property
    def roles(self) -> Roles:
        """What is told with the front page as the entry."""
        return Roles(self.survey, HOST + "/")

    def lists(self) -> set[str]:
        """Give the forms of lists to follow."""
        return {form.label for form in self.roles.lists}

    def threads(self) -> set[str]:
        """Give the forms of threads to follow."""
        return {form.label for form in self.roles.threads}


def test_the_newest_posts_beside_every_page_make_no_list_of_a_thread():
    """One of two threads has a single post, and what stands beside it is all that repeats there."""
    square = Square(newest=True)
    square.show("/", "Hall", square.rooms())
    square.show_rooms()
    for n in (91, 92, 93):
        square.show(f"/last/{n}", square.title_of(n), square.posts(n))
    square.show("/talk/11", square.title_of(11), square.post(11))
    square.show("/talk/22", square.title_of(22), square.posts(22))
    assert "/talk/#" in square.threads()


def test_posts_that_lead_back_to_the_first_page_are_no_rows_of_threads():
    """On a further page each post has its own address, and behind it the way up to the first page."""
    square = Square()
    square.show("/", "Hall", square.rooms())
    square.show_rooms()

    def posts(n: int, first: int) -> str:
        up = f"<a href='/talk/{n}'>up</a>"
        own = "<a href='/post/{k}'>2024-03-{day:02} 10:15</a>"
        links = ((k, own.format(k=k, day=1 + k % 27)) for k in range(first, first + 12))
        said = (
            f"<a href='/who/{k % 5}'>person{k % 5}</a> {one}<p>{' '.join(WORDS * (2 + k % 4))}</p>{up}"
            for k, one in links
        )
        return f"<div>{''.join(f'<div class=post>{one}</div>' for one in said)}</div>"

    for n in (11, 22):
        square.show(f"/talk/{n}", square.title_of(n), posts(n, 20 * n))
    for n in (14, 25):
        square.show(f"/talk/{n}/2", square.title_of(n), posts(n, 20 * n + 12))
        square.show(f"/post/{20 * n + 3}", square.title_of(n), posts(n, 20 * n))
    assert square.threads() == {"/talk/#"}


def test_threads_lie_in_rooms_though_the_entry_has_more_tags():
    """A cloud of tags has more links than there are rooms; each leads to a list of threads, too."""
    square = Square()
    tags = "".join(f"<li><a href='/tag/{word}'>{word}</a></li>" for word in WORDS)
    square.show("/", "Hall", f"<ul class=cloud>{tags}</ul>{square.rooms()}")
    for word in WORDS[:3]:
        square.show(f"/tag/{word}", word, f"<dl><dd>{square.rows(range(10, 18))}</dd></dl>")
    square.show_rooms()
    square.show_threads((11, 14, 22, 31))
    assert "/room/#" in square.lists()


def test_threads_are_followed_as_lists_write_them():
    """Their pages call themselves by less than what the rooms' links say; nothing else leads there by that."""
    square = Square()
    square.show("/", "Hall", square.rooms())

    def row(n: int) -> str:
        return f"<li><a href='/talk?id={n}&back=1'>{square.title_of(n)}</a> 2024-02-{1 + n % 27:02} 09:30</li>"

    for room in (1, 2, 3):
        rows = "".join(map(row, range(10 * room, 10 * room + 10)))
        square.show(f"/room/{room}", f"Room {room}", f"<ul>{rows}</ul>")
    for n in (11, 22):
        only = f"<p><a href='/talk?id={n}&page=1&by=3'>only this author</a></p>"
        square.show(f"/talk?id={n}&back=1", square.title_of(n), f"{only}{square.posts(n)}")
    found = "".join(
        f"<li><a href='/talk?id={n}'>{square.title_of(n)}</a> 2024-02-11 09:30</li>" for n in (11, 14, 22, 25)
    )
    square.show("/found", "Found", f"<ol>{found}</ol>")
    for n in (14, 25):
        square.show(f"/talk?id={n}", square.title_of(n), square.posts(n))
    assert "/talk?id=#&back=#" in square.threads()


def test_the_trail_above_and_below_a_single_post_names_nobody():
    """It is all that stands twice on such pages; the rooms it leads to are lists."""
    square = Square()
    square.show("/", "Hall", square.rooms())
    square.show_rooms()

    def bar(n: int) -> str:
        way = f"<a href='/'>Hall</a> &raquo; <a href='/room/{n // 10}'>Room {n // 10}</a>"
        said = f"{way} where all who are here may say what they like, as long as it is of use. 2024-03-01 12:00"
        return f"<table class=bar><tr><td>{said}</td></tr></table>"

    for n in (11, 14, 22, 31):
        square.show(f"/talk/{n}", square.title_of(n), f"{bar(n)}{square.post(n)}{bar(n)}")
    square.show("/talk/36", square.title_of(36), f"{bar(36)}{square.posts(36)}{bar(36)}")
    assert "/room/#" not in {form.label for form in square.roles.people}


def test_what_one_person_wrote_is_no_thread():
    """Each post on such a page names the page, and posts of threads name several; ways back up name one."""
    square = Square()
    for n in (11, 22):
        square.show(f"/talk/{n}", square.title_of(n), square.posts(n))
        ways_up = square.posts(n).replace("</div>", f"<a href='/talk/{n}'>up</a></div>")
        square.show(f"/talk/{n}/2", square.title_of(n), ways_up)
    for who in range(5):
        shown = "".join(square.post(n) for n in range(who, 40 + who, 5))
        square.show(f"/who/{who}", f"person{who}", f"<div>{shown}</div>")
    forms = {form.label: form for form in square.roles.by_form}
    alike = frozenset(forms[label] for label in ("/talk/#", "/talk/#/#", "/who/#"))
    assert find_personal(alike, square.roles.by_form, square.survey.form) == {forms["/who/#"]}


def test_people_whom_rows_of_lists_name_again_and_again_are_no_threads():
    """What one wrote in threads of others names these, as posts name people; but each row is of another thread."""
    square = Square()
    rows = "".join(
        f"<li><a href='/talk/{n}'>{square.title_of(n)}</a> <a href='/who/{n % 5}'>person{n % 5}</a></li>"
        for n in range(10, 30)
    )
    square.show("/", "Hall", f"<ul>{rows}</ul>")
    for n in (11, 14, 22, 25):
        square.show(f"/talk/{n}", square.title_of(n), square.posts(n))

    def answer(n: int, who: int) -> str:  # in threads that were not seen
        text = " ".join(WORDS[::-1] * (5 + n % 3))
        other = (who + n) % 5
        thread = f"in <a href='/talk/{n}'>{square.title_of(n)}</a> of <a href='/who/{other}'>person{other}</a>"
        return f"<div class=post>{thread} <i>2024-03-{1 + n % 27:02} 10:15</i><p>{text}</p></div>"

    for who in (1, 2, 3):
        square.show(f"/who/{who}", f"person{who}", f"<div>{''.join(answer(n, who) for n in range(30, 42))}</div>")
    forms, groups = {form.label: form for form in square.roles.by_form}, square.roles.all_groups
    alike = frozenset(forms[label] for label in ("/talk/#", "/who/#"))
    assert find_writers(alike, square.roles.by_form, square.survey.form, groups) == {forms["/who/#"]}


def test_a_list_that_stands_beside_most_pages_says_nothing_of_a_thread():
    """Of three threads two have a single post, beside which the newest posts look like the page's own list."""
    square = Square(newest=True)
    square.show("/", "Hall", square.rooms())
    square.show_rooms()
    square.show("/talk/11", square.title_of(11), square.posts(11))
    for n in (14, 22):
        square.show(f"/talk/{n}", square.title_of(n), square.post(n))
    assert {f"{HOST}/talk/14", f"{HOST}/talk/22"} <= square.survey.overshadowed
    assert square.threads() == {"/talk/#"}
