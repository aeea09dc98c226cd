"""Index pages: rows of threads and boards, what they tell, marks, and the way to a board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import count_steps
from weft.extract import IndexWrapper, learn_index, read_crumbs, read_index
from weft.extract._crumbs import learn_crumbs
from weft.page import BoardEntry, Crumb, IndexPage, Page, ThreadEntry, read_page
from weft.simulate import Site, TrueThread, TruthKind, make_site

HOST = "http://forum.example"
NOW = datetime(2024, 6, 1, tzinfo=UTC)
DAY = timedelta(days=1)
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus")


def role_of(url: str) -> str:
    """The plan of the hand-made forum."""
    path = url.removeprefix(HOST)
    if path.startswith("/t/"):
        return "thread"
    return "index" if path == "/" or path.startswith("/b/") else ""


def page_of(body: str, path: str = "/b/1", title: str = "Gardening - The forum") -> Page:
    html = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    return read_page(HOST + path, html.encode(), "text/html; charset=utf-8")


def when(days: int) -> datetime:
    return NOW - days * DAY


def stamp(days: int) -> str:
    return when(days).strftime("%d %B %Y, %H:%M")


def name_of(number: int) -> str:
    return NAMES[number % len(NAMES)]


def table_row(number: int, days: int, *, start: str = "", replies: int = 3, views: int = 90, css: str = "row") -> str:
    last = name_of(number + 1)
    return (
        f'<tr class="{css}"><td>{start}<a href="/t/{number}">Thread about thing {number}</a><br>'
        f'<small><a href="/u/{name_of(number)}">{name_of(number)}</a> {stamp(days + 3)}</small></td>'
        f"<td>{replies}</td><td>{views}</td>"
        f'<td><a href="/t/{number}?last#p9">{stamp(days)}</a> <a href="/u/{last}">{last}</a></td></tr>'
    )


def table_page(
    board: int, rows: str = "", header: tuple[str, ...] = ("Topic", "Replies", "Views", "Last post")
) -> Page:
    head = "".join(f"<th>{text}</th>" for text in header)
    own = rows or "".join(table_row(board * 100 + n, days=n + 1, replies=n * 2, views=40 + n * 7) for n in range(1, 7))
    return page_of(f"<table><thead><tr>{head}</tr></thead><tbody>{own}</tbody></table>", f"/b/{board}")


def learn(*pages: Page) -> IndexWrapper:
    return learn_index(pages, role_of, NOW)


def read(page: Page, wrapper: IndexWrapper | None = None) -> IndexPage:
    return read_index(page, role_of, NOW, wrapper)


PIECES = ["<tr><td>", "</td></tr>", "<a href='/t/1'>one</a>", "<a href='/b/2'>two</a>", "3", "<ul><li>", "5 May 2020"]
PIECES += ["<table>", "</table>", "<p>", "Replies", "<a href='/b/3'>three</a>", "<a href='/u/a'>Ann</a>", "<br>"]


class TestThreads:
    """A row tells a thread's title, who began it and wrote last, how many replied and looked, and when."""

    def test_a_table_with_headers(self):
        """All fields are told from many pages together, and a wrapper written down and read again is the same."""
        wrapper = learn(*map(table_page, range(1, 5)))
        again = IndexWrapper.from_dict(wrapper.to_dict())
        assert again == wrapper
        first = read(table_page(7), again).threads[0]
        assert first == ThreadEntry(
            url=f"{HOST}/t/701",
            title="Thread about thing 701",
            author=name_of(701),
            replies=2,
            views=47,
            last_time=when(2),
            last_author=name_of(702),
        )

    @pytest.mark.parametrize(
        "header",
        [
            ("Thema", "Aufrufe", "Antworten", "Letzter Beitrag"),
            ("Тема", "Просмотров", "Ответов", "Последнее"),
            ("主题", "查看", "回复", "最后发表"),
            ("Sujet", "Vues", "Réponses", "Dernier message"),
            ("נושא", "צפיות", "תגובות", "אחרון"),
        ],
    )
    def test_headers_in_any_language_tell_replies_from_views(self, header: tuple[str, ...]):
        """A column is what its header says, though another order and other sizes would be likelier."""
        pages = [
            table_page(
                board, "".join(table_row(board * 10 + n, n, replies=5 + n, views=n) for n in range(1, 6)), header
            )
            for board in range(1, 4)
        ]
        thread = read(pages[0], learn(*pages)).threads[1]
        assert (thread.replies, thread.views) == (2, 7)  # the first number is of views

    def test_without_headers_the_larger_count_is_of_views(self):
        """Nobody replies unseen."""
        pages = [table_page(board, header=("", "", "", "")) for board in range(1, 4)]
        thread = read(pages[0], learn(*pages)).threads[2]
        assert (thread.replies, thread.views) == (6, 61)

    @pytest.mark.parametrize(("title", "replies"), [("Part {} of the tale", None), ("The tale ({})", 7)])
    def test_a_number_in_a_title_is_the_writers_unless_it_stands_in_brackets_at_its_end(
        self, title: str, replies: int | None
    ):
        """Nothing else in the rows is a number."""
        rows = "".join(
            f'<li><a href="/t/{n}">{title.format(7 + n)}</a> <a href="/u/{name_of(n)}">{name_of(n)}</a> {stamp(n)}</li>'
            for n in range(12)
        )
        page = page_of(f"<ul>{rows}</ul>")
        index = learn_index([page], role_of, NOW)
        assert read_index(page, role_of, NOW, index).threads[0].replies == replies

    @pytest.mark.parametrize("header", [("Topic", "Posts", "Views", "Last"), ("Başlık", "İleti", "Gösterim", "Son")])
    def test_posts_are_one_more_than_replies(self, header: tuple[str, ...]):
        """Where a list counts posts, the first of them is no reply."""
        pages = [table_page(board, header=header) for board in range(1, 4)]
        assert read(pages[0], learn(*pages)).threads[0].replies == 1

    def test_beside_posts_the_larger_count_is_of_views(self):
        """Whatever it is called."""
        pages = [table_page(board, header=("Topic", "Posts", "Seen", "Last")) for board in range(1, 4)]
        thread = read(pages[0], learn(*pages)).threads[2]
        assert (thread.replies, thread.views) == (5, 61)

    def test_the_last_of_several_times_is_that_of_the_last_post(self):
        """The time of the first post is never later."""
        wrapper = learn(*map(table_page, range(1, 4)))
        assert [thread.last_time for thread in read(table_page(2), wrapper).threads] == [
            when(n + 1) for n in range(1, 7)
        ]

    def test_a_clock_in_an_element_of_its_own_belongs_to_the_day_before_it(self):
        """Alone it would be a time of today."""
        parted = [
            page_of(page.tree.body.html.replace(", 00:00</a>", ", <em>12:00 AM</em></a>"), f"/b/{board}")
            for board in range(1, 4)
            if (page := table_page(board)).tree.body is not None
        ]
        entries = read(parted[1], learn(*parted)).threads
        assert [thread.last_time for thread in entries] == [when(n + 1) for n in range(1, 7)]

    def test_fields_that_move_are_found_by_what_they_say(self):
        """In a list whose items come and go, items are known by the words in them."""

        def row(number: int) -> str:
            marks = "".join(f"<li><b>{text}</b></li>" for text in ("New", "Hot")[: number % 3])
            tags = "".join(f'<li><a href="/tag/{n}">tag{n}</a></li>' for n in range(number % 4))
            return (
                f'<li><h4><a href="/t/{number}">Thread about thing {number}</a></h4><ul>{marks}'
                f'<li>by <a href="/u/{name_of(number)}">{name_of(number)}</a></li><li>{number % 9} Replies</li>'
                f"<li>{number * 5} Views</li>{tags}<li>Last post: {stamp(number % 7)}</li></ul></li>"
            )

        pages = [
            page_of("<ul>" + "".join(map(row, range(b * 20, b * 20 + 12))) + "</ul>", f"/b/{b}") for b in range(1, 5)
        ]
        threads = read(pages[1], learn(*pages)).threads
        numbers = [int(thread.url.rpartition("/")[2]) for thread in threads]
        assert numbers == list(range(40, 52))
        for number, thread in zip(numbers, threads, strict=True):
            assert (thread.author, thread.replies, thread.views) == (name_of(number), number % 9, number * 5)
            assert thread.last_time == when(number % 7)

    def test_rows_made_of_siblings(self):
        """A term and the definitions after it are one row."""

        def row(number: int) -> str:
            return (
                f'<dt><a href="/t/{number}">Thread about thing {number}</a></dt>'
                f"<dd>{number} replies, {number + 50} views</dd>"
                f'<dd><a href="/u/{name_of(number)}">{name_of(number)}</a>, {stamp(number % 5)}</dd>'
            )

        pages = [page_of("<dl>" + "".join(map(row, range(b * 9, b * 9 + 7))) + "</dl>", f"/b/{b}") for b in range(1, 4)]
        thread = read(pages[0], learn(*pages)).threads[3]
        assert (thread.replies, thread.views, thread.author) == (12, 62, name_of(12))

    def test_a_page_with_one_row(self):
        """What was learned from full pages reads a board with a single thread."""
        wrapper = learn(*map(table_page, range(1, 4)))
        (thread,) = read(table_page(9, table_row(901, 4, replies=8)), wrapper).threads
        assert (thread.title, thread.replies, thread.last_author) == ("Thread about thing 901", 8, name_of(902))

    def test_one_page_alone_tells_something(self):
        """Without a wrapper the page itself is learned from."""
        threads = read(table_page(3)).threads
        assert [thread.replies for thread in threads] == [2, 4, 6, 8, 10, 12]

    def test_links_that_all_say_the_same_are_no_titles(self):
        """ "Last post" leads to a thread and is not its title."""
        rows = "".join(
            f'<p><a href="/t/{n}">Thread about thing {n}</a> {n} replies <a href="/t/{n}?new">Last post</a></p>'
            for n in range(10, 17)
        )
        page = page_of(f"<div>{rows}</div>")
        assert [thread.title for thread in read(page).threads] == [f"Thread about thing {n}" for n in range(10, 17)]

    def test_threads_that_several_lists_show_are_still_threads(self):
        """Every question stands in its category, in the one above it and in the list of all; many lists are seen."""
        lists = [[(board * 4 + n) % 120 for n in range(12)] for board in range(36)]
        pages = [
            table_page(board, "".join(table_row(n, n, replies=n, views=9 * n + 30) for n in numbers))
            for board, numbers in enumerate(lists)
        ]
        first = read(pages[0], learn(*pages)).threads[3]
        assert (first.replies, first.views) == (3, 57)

    def test_a_title_that_is_cut_short_is_told_in_full(self):
        """The rest of it stands in the link's title."""
        rows = "".join(
            f'<tr><td><a href="/t/{n}" title="How to grow plant {n} in winter">How to grow plant {n}…</a></td>'
            f"<td>{n}</td></tr>"
            for n in range(10, 16)
        )
        assert read(page_of(f"<table>{rows}</table>")).threads[0].title == "How to grow plant 10 in winter"

    @given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
    @settings(max_examples=60, deadline=None)
    def test_any_page_can_be_read(self, body: str):
        """Whatever a page holds, learning from it and reading it never fails."""
        page = page_of(body)
        assert read(page, learn(page)) == read(page, learn(page))
        assert isinstance(read(page), IndexPage)

    def test_work_grows_with_the_rows(self):
        """A page with twice the rows is twice the work to read, and to learn from."""
        short, long = (table_page(1, "".join(table_row(n, n) for n in range(1, count))) for count in (80, 160))
        wrapper = learn(short)
        read(short, wrapper)
        assert count_steps(lambda: read(long, wrapper)) < 2.3 * count_steps(lambda: read(short, wrapper))
        assert count_steps(lambda: learn(long)) < 2.5 * count_steps(lambda: learn(short))


class TestMarks:
    """Threads kept at the top and threads that take no replies are told by their marks."""

    @pytest.mark.parametrize(
        "start", ["<b>Sticky:</b> ", '<img src="/i/pin.png" alt="Angepinnt"> ', "<i title='置顶'></i>"]
    )
    def test_a_word_says_that_a_thread_is_kept_at_the_top(self, start: str):
        """In whatever language, as a text, a picture or a title."""
        assert self.sticky(start, "row") == [True, False, False, False, False, False]

    def test_order_says_so_without_words(self):
        """What only rows above later ones bear is the mark, whatever it is called."""
        assert self.sticky("", "row zz") == [True, False, False, False, False, False]

    def sticky(self, start: str, css: str) -> list[bool]:
        def rows(board: int) -> str:
            top = table_row(board * 10, days=200, start=start, css=css)
            return top + "".join(table_row(board * 10 + n, days=n) for n in range(1, 6))

        pages = [table_page(board, rows(board)) for board in range(1, 5)]
        return [thread.sticky for thread in read(pages[2], learn(*pages)).threads]

    @pytest.mark.parametrize(
        "mark",
        ['<img src="/i/a.gif" alt="Locked">', "<span title='Geschlossen'></span>", "<em>Закрыто</em>", "[Closed] "],
    )
    def test_locked_threads(self, mark: str):
        """A mark that says so, in some language, tells them; in brackets it is not of the title."""

        def rows(board: int) -> str:
            return "".join(table_row(board * 10 + n, days=n, start=mark if n == 4 else "") for n in range(1, 7))

        pages = [table_page(board, rows(board)) for board in range(1, 4)]
        threads = read(pages[0], learn(*pages)).threads
        assert [thread.locked for thread in threads] == [False, False, False, True, False, False]
        assert threads[3].title == "Thread about thing 14"


def board_row(number: int) -> str:
    return (
        f'<tr><td><a href="/b/{number}">Board number {number}</a>'
        f"<p>Talk about things of kind {number}, please.</p></td>"
        f"<td>{number * 3}</td><td>{number * 40}</td>"
        f'<td><a href="/t/{number}1">Thread about thing {number}1</a> {stamp(number)}</td></tr>'
    )


ENTRY = page_of(
    "<table><tr><th>Forum</th><th>Topics</th><th>Posts</th><th>Last post</th></tr>"
    + "".join(map(board_row, range(1, 8)))
    + "</table>",
    "/",
    "The forum",
)


class TestBoards:
    """The entry page lists boards, with what is in them."""

    def test_boards_of_the_entry_page(self):
        """Title, description, counts and the time of the last post; the thread it is in is no row."""
        index = read(ENTRY, learn(ENTRY, *map(table_page, range(1, 4))))
        assert index.threads == ()
        assert index.boards[1] == BoardEntry(
            f"{HOST}/b/2", "Board number 2", "Talk about things of kind 2, please.", 6, 80, when(2)
        )

    def test_boards_that_threads_of_all_lists_are_in_are_no_rows(self):
        """The newest threads of all boards name their boards where the entry has the titles of its rows."""
        rows = "".join(
            f'<tr><td><a href="/t/{n}">Thread about thing {n}</a> in <a href="/b/{n % 3 + 1}">Board {n % 3 + 1}</a>'
            f"</td><td>{n}</td><td>{n * 9}</td><td>{stamp(n)} {name_of(n)}</td></tr>"
            for n in range(1, 13)
        )
        head = "<tr><th>Topic</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"
        newest = page_of(f"<table>{head}{rows}</table>", "/b/new")
        wrapper = learn(ENTRY, newest, *map(table_page, range(1, 4)))
        assert [board.title for board in read(ENTRY, wrapper).boards] == [f"Board number {n}" for n in range(1, 8)]
        shown = read(newest, wrapper)
        assert shown.boards == ()
        assert [(thread.replies, thread.views) for thread in shown.threads] == [(n, n * 9) for n in range(1, 13)]

    def test_menus_are_no_boards(self):
        """Links to boards in a box that stands on every page tell nothing of them."""
        menu = "<ul>" + "".join(f'<li><a href="/b/{n}">Board number {n}</a></li>' for n in range(1, 8)) + "</ul>"
        pages = [
            page_of(menu + (page.tree.body.html or ""), f"/b/{n}")
            for n, page in enumerate(map(table_page, range(1, 4)), 1)
        ]
        assert read(pages[0], learn(*pages)).boards == ()


WAY = ('<a href="/">Home</a>', '<a href="/b/1">Gardening</a>', '<a href="/b/2">Roses</a>')
MENU = ('<a href="/search">Search</a>', '<a href="/help">Help</a>', '<a href="/">Home</a>', '<a href="/b/9">New</a>')
TRAILS = [
    f"<p>{' » '.join(WAY)}</p>",
    f'<ol class="breadcrumb"><li>{"</li><li>".join(WAY)}</li><li>Thread title</li></ol>',
    f'<div>{" / ".join(WAY)} / <a href="/t/5">Thread title</a></div>',
]


class TestCrumbs:
    """The way from the entry to a board."""

    @pytest.mark.parametrize("trail", TRAILS)
    def test_a_trail_of_links(self, trail: str):
        """Links to index pages, parted by signs, above what the page is about; the thread itself is not of it."""
        menu = f"<ul><li>{'</li><li>'.join(MENU)}</li></ul>"
        page = page_of(f"{menu}{trail}<h1>Thread title</h1><p>text</p>", "/t/5", "Thread title - The forum")
        expected = (Crumb("Home", f"{HOST}/"), Crumb("Gardening", f"{HOST}/b/1"), Crumb("Roses", f"{HOST}/b/2"))
        assert read_crumbs(page, role_of) == expected

    def test_a_heading_between_boards_does_not_end_the_way(self):
        """The entry, a category that is no page of the plan, the board: each page leads to the board it names last."""
        pages = [
            page_of(
                f'<div class="box"><ul class="way"><li><a href="/">Home</a></li>'
                f'<li><a href="/group/{n % 2}">Group</a></li><li><a href="/b/{n}">Board {n}</a></li>'
                f"<li>Talk {n}</li></ul><p>text</p></div>",
                f"/t/{n}",
                f"Talk {n}",
            )
            for n in range(1, 7)
        ]
        place = learn_crumbs(pages, role_of)
        assert [read_crumbs(page, role_of, place)[-1].text for page in pages] == [f"Board {n}" for n in range(1, 7)]

    def test_words_drawn_as_pictures_are_no_part_of_a_name(self):
        """Fonts of icons draw a word beside each link."""
        icon = '<span class="my-icon">label</span> '
        way = "".join(f"<li>{link.replace('>', '>' + icon, 1)}</li>" for link in WAY)
        page = page_of(f'<ul class="crumbs">{way}</ul><h1>Thread title</h1>', "/t/5", "Thread title")
        assert [crumb.text for crumb in read_crumbs(page, role_of)] == ["Home", "Gardening", "Roses"]

    def test_what_the_page_tells_machines_comes_first(self):
        """A breadcrumb list is taken as far as it leads to index pages."""
        data = (
            '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList",'
            '"itemListElement":[{"@type":"ListItem","position":1,"name":"Shop","item":"/shop"},'
            '{"@type":"ListItem","position":2,"name":"Forum","item":"/"},'
            '{"@type":"ListItem","position":3,"name":"Roses","item":"/b/2"}]}</script>'
        )
        page = page_of(data + "<p>text</p>", "/t/5")
        assert [crumb.text for crumb in read_crumbs(page, role_of)] == ["Forum", "Roses"]

    def test_pagers_and_menus_are_no_trails(self):
        """Numbers, arrows and links to all sorts of pages lead to no board."""
        html = '<p><a href="/b/1?page=1">1</a> <a href="/b/1?page=2">2</a> <a href="/b/1?page=3">Next »</a></p>'
        assert read_crumbs(page_of(f"{html}<p>{' | '.join(MENU)}</p>", "/t/5"), role_of) == ()

    def test_the_place_is_learned_where_one_page_does_not_show_it(self):
        """A single link without signs is the way to the board if it stands there on every page and differs."""
        pages = [
            page_of(f'<p class="up"><a href="/b/{n}">Board {n}</a></p><p>text</p>', f"/t/{n}") for n in range(1, 7)
        ]
        place = learn_crumbs(pages, role_of)
        assert read_crumbs(pages[3], role_of) == ()
        assert read_crumbs(pages[3], role_of, place) == (Crumb("Board 4", f"{HOST}/b/4"),)

    def test_boards_beside_all_threads_are_no_way(self):
        """They are the same on every page, whatever is said of the thread below them."""
        boards = "".join(f'<p><a href="/b/{n}">Board {n}</a></p>' for n in range(1, 5))
        pages = [
            page_of(
                f'<div class="way"><a href="/">Home</a> / <a href="/b/{n % 4 + 1}">Board {n % 4 + 1}</a></div>'
                f'<div class="beside">{boards}<p>Begun: {n} May 2021. Posts: {n * 3}</p></div>',
                f"/t/{n}",
                f"Talk {n}",
            )
            for n in range(1, 9)
        ]
        place = learn_crumbs(pages, role_of)
        assert [read_crumbs(page, role_of, place)[-1].text for page in pages] == [
            f"Board {n % 4 + 1}" for n in range(1, 9)
        ]

    @pytest.mark.parametrize("above", ["/site, /site#animals, /site#cats", "/site, /site/community"])
    def test_some_of_what_stands_above_a_board_may_be_no_page_of_the_forum(self, above: str):
        """The site and a part of it, or headings of its front page; more of them are a menu."""
        links = [f'<a href="{href}">{href.strip("/")}</a>' for href in above.split(", ")]
        way = " / ".join([*links, '<a href="/b/2">Roses</a>'])
        page = page_of(f'<p class="crumbs">{way}</p><p>text</p>', "/t/5", "A title")
        assert read_crumbs(page, role_of) == (Crumb("Roses", f"{HOST}/b/2"),)
        menu = page_of(f'<p class="crumbs"><a href="/help">Help</a> / <a href="/new">New</a> / {way}</p>', "/t/5")
        assert read_crumbs(menu, role_of) == ()

    def test_a_board_is_the_end_of_its_own_way(self):
        """On an index page the board itself comes last, linked or not, once."""
        linked = '<p><a href="/">Home</a> » <a href="/b/1">Gardening</a></p><h1>Gardening</h1>'
        plain = '<p><a href="/">Home</a> » Gardening</p><h1>Gardening</h1>'
        for trail in (linked, plain):
            crumbs = read(page_of(trail)).crumbs
            assert crumbs == (Crumb("Home", f"{HOST}/"), Crumb("Gardening", f"{HOST}/b/1"))


SKINS = ["oldtable", "ledger", "bullets", "glossary", "papers", "tiles", "portal", "loud", "answers", "tree"]


class Forum:
    """A simulated forum as index pages show it, with the truth about its threads."""

    def __init__(self, skin: str) -> None:
        self.site: Site = make_site(skin, threads=60)
        self.moment = self.site.model.end
        self.threads: dict[int, TrueThread] = {thread.id: thread for thread in self.site.threads(self.moment)}
        kinds = (TruthKind.ENTRY, TruthKind.INDEX)
        urls = [url for url, truth in self.site.all_truth(self.moment) if truth.kind in kinds and truth.valid]
        self.pages = [self.page(url) for url in urls[:12]]

    def page(self, url: str) -> Page:
        return read_page(url, self.site.answer(url, self.moment).body, "text/html; charset=utf-8")

    def role_of(self, url: str) -> str:
        if not url.startswith(self.site.base_url):
            return ""
        truth = self.site.truth(url, self.moment)
        names = {TruthKind.ENTRY: "index", TruthKind.INDEX: "index", TruthKind.THREAD: "thread"}
        return names.get(truth.kind, "") if truth.key else ""

    def thread_of(self, entry: ThreadEntry) -> TrueThread:
        return self.threads[int((self.site.truth(entry.url, self.moment).list or "").partition(":")[2])]


FIELDS: dict[str, Callable[[ThreadEntry, TrueThread], bool]] = {
    "title": lambda entry, thread: thread.title in entry.title,
    "author": lambda entry, thread: entry.author == thread.posts[0].author,
    "replies": lambda entry, thread: entry.replies == len(thread.posts) - 1,
    "last_author": lambda entry, thread: entry.last_author == max(thread.posts, key=lambda post: post.time).author,
    "last_time": lambda entry, thread: (
        entry.last_time is not None
        and abs(entry.last_time - max(post.time for post in thread.posts)) <= 15 * DAY  # ages tell weeks, and zones
    ),
}


class TestForums:
    """Simulated forums in many languages and markups."""

    @pytest.mark.parametrize("skin", SKINS)
    def test_rows_of_a_skin(self, skin: str):
        """Nine of ten fields of all rows are right, whatever the markup and the language."""
        forum = Forum(skin)
        wrapper = learn_index(forum.pages, forum.role_of, forum.moment)
        rows = [
            (entry, forum.thread_of(entry))
            for page in forum.pages
            if page.url != forum.site.entry_url  # it shows the newest threads in a box of another kind
            for entry in read_index(page, forum.role_of, forum.moment, wrapper).threads
        ]
        assert len({thread.id for _, thread in rows}) >= 50
        shares = {name: sum(right(*row) for row in rows) / len(rows) for name, right in FIELDS.items()}
        assert {name: share for name, share in shares.items() if share < 0.9} == {}
