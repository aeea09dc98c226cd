"""Regions: lists, records, alignment, link tables, fields and salience."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from effort import count_steps
from weft.evaluate import Match, judge_posts
from weft.page import (
    Page,
    Regions,
    TimeOrder,
    alignment_cost,
    find_regions,
    gather_patterns,
    link_table,
    place_links,
    read_page,
)
from weft.simulate import make_site

URL = "http://h/forum/index.php"
MENU = '<ul class="menu">' + "".join(f'<li><a href="/go/{i}">Item {i}</a></li>' for i in range(8)) + "</ul>"
FOOT = '<p class="foot">All times are local. <a href="/help">Help</a></p>'
WORDS = "The quick brown fox jumps over the lazy dog and tells the others about it in the evening. "


def page_of(body: str) -> Page:
    return read_page(URL, f"<html><body>{MENU}{body}{FOOT}</body></html>".encode(), "text/html; charset=utf-8")


def regions_of(body: str) -> Regions:
    return find_regions(page_of(body))


def post(number: int, text: str = "", user: str = "") -> str:
    user = user or f"user{number % 3}x"
    joined = f"{(number * 7) % 27 + 1} May 201{(number * 3) % 9}"
    return (
        f'<div class="post"><div class="who"><a href="/user/{user}">{user}</a><span>Joined: {joined}</span></div>'
        f'<div class="body"><p class="when">{number} March 2021, 14:05</p><div>Post {number}. {text or WORDS}</div>'
        f'<a href="/quote?p={number}">Quote</a></div></div>'
    )


def row(number: int, extra: str = "") -> str:
    return (
        f'<tr><td>{extra}<a href="/thread/{number}">A thread about thing number {number}</a></td><td>{number * 3}</td>'
        f'<td><a href="/user/u{number % 4}n">u{number % 4}n</a> {28 - number} March 2021, 14:05</td></tr>'
    )


def texts_of(regions: Regions) -> list[str]:
    assert regions.main is not None
    return [record.text for record in regions.main.records]


class TestMainRegion:
    """The list of a page is what a person would call its posts or its rows."""

    def test_posts_win_over_menus(self):
        """A thread's main region has its posts for records, each whole."""
        regions = regions_of("".join(map(post, range(1, 6))))
        assert [text.count("Quote") for text in texts_of(regions)] == [1] * 5
        assert len(regions) > 1  # the menu is a region too
        assert regions.all[0] is regions.main  # and the most salient comes first

    def test_rows_of_several_tables_are_one_list(self):
        """Categories give way to the boards or threads in them, which are one list over all tables."""
        tables = "".join(
            f'<div class="cat"><h2>Category {k}</h2><table><tr><th>Thread</th><th>Replies</th><th>Last</th></tr>'
            + "".join(row(4 * k + i) for i in range(1, 3 + k))
            + "</table></div>"
            for k in range(4)
        )
        regions = regions_of(tables)
        assert len(texts_of(regions)) == 2 + 3 + 4 + 5
        assert all("A thread about" in text for text in texts_of(regions))

    def test_records_of_several_siblings(self):
        """Header row, body row and footer row are one record."""
        rows = "".join(
            f'<tr><th colspan="2"><a href="/user/u{i}a">u{i}a</a></th></tr>'
            f"<tr><td><i>{i} May 2020, 10:00</i></td><td><p>Message {i}: {WORDS}</p></td></tr>"
            f'<tr><td colspan="2"><small><a href="/reply/{i}">Reply</a> <a href="/up/{i}">Up</a></small></td></tr>'
            for i in range(1, 6)
        )
        main = regions_of(f"<table>{rows}</table>").main
        assert main is not None
        assert [len(record.nodes) for record in main.records] == [3] * 5
        assert all(f"Message {i}" in record.text for i, record in enumerate(main.records, 1))

    def test_bodies_too_unlike_each_other_follow_their_headings(self):
        """Posts of a heading and whatever comes after it are told by the headings."""
        bodies = [f"<p>{WORDS}</p>", f"<pre>{WORDS}</pre><ul><li>x</li></ul>", f"<blockquote>{WORDS}</blockquote>"]
        sections = "".join(
            f'<h3><a href="/user/n{i}k">n{i}k</a> {i} May 2020, 10:00</h3>{bodies[i % 3]}' for i in range(1, 7)
        )
        assert [text.count("quick brown") for text in texts_of(regions_of(f"<div>{sections}</div>"))] == [1] * 6

    def test_what_users_write_does_not_win(self):
        """Long lists, tables and quotes inside a post stay inside it."""
        markup = "<ol>" + "".join(f"<li>Point {i}: {WORDS}</li>" for i in range(20)) + "</ol>"
        markup += "<table>" + "".join(f"<tr><td>{i}</td><td>{WORDS}</td></tr>" for i in range(20)) + "</table>"
        regions = regions_of(post(1) + post(2, markup) + post(3) + post(4, f"<blockquote>{WORDS}</blockquote>"))
        assert len(texts_of(regions)) == 4

    def test_advertisements_and_headings_are_left_out(self):
        """Also when they have the markup of a post: they have no time and lead elsewhere."""
        ad = '<div class="post"><div class="who"><a href="http://ads.example/x">Sponsored</a></div><div>Buy</div></div>'
        regions = regions_of(post(1) + ad + "<hr>" + post(2) + post(3) + ad + post(4))
        assert [text.count("Post ") for text in texts_of(regions)] == [1] * 4

    def test_a_board_without_posts_stays_a_row(self):
        """A row without a time is one if it leads to what the others lead to."""
        empty = '<tr><td><a href="/thread/99">A thread about nothing</a></td><td>0</td><td>Nobody yet</td></tr>'
        assert len(texts_of(regions_of(f"<table>{row(1)}{row(2)}{empty}{row(3)}{row(4)}</table>"))) == 5

    def test_a_page_without_anything(self):
        """An empty page, and one that could not be read, have no regions."""
        assert find_regions(read_page(URL, b"")).main is None
        assert len(find_regions(read_page(URL, b"<div>" * 2000))) == 0


class TestOneRecord:
    """A page with one record is understood by the other pages of its site."""

    BODY = '<h1>Title</h1><div class="tools"><a href="/print">Print</a> <a href="/mail">Mail</a></div>'

    def test_known_patterns_tell_it(self):
        """The single post is found where the other threads have theirs."""
        threads = [regions_of(self.BODY + "".join(map(post, range(1, n)))) for n in (5, 7)]
        known = gather_patterns(threads)
        assert len(known) == 1
        main = find_regions(page_of(self.BODY + post(1)), known).main
        assert main is not None
        assert [record.nodes[0].attributes["class"] for record in main.records] == ["post"]
        assert main.records[0].user is not None
        assert main.records[0].user.text == "user1x"

    def test_without_knowledge_prose_and_time_tell_it(self):
        """Alone, the record is where the time and most of the prose are."""
        main = regions_of(self.BODY + post(1)).main
        assert main is not None
        assert len(main) == 1
        assert "Post 1." in main.records[0].text
        assert "Item 3" not in main.records[0].text

    def test_menus_are_not_known(self):
        """Lists without times do not become known, on however many pages they are."""
        assert gather_patterns([regions_of("<p>Nothing here.</p>") for _ in range(3)]) == ()


class TestLead:
    """A question or an article before its answers is their opening record."""

    LIST = '<ol class="answers">' + "".join(f"<li>{post(i)}</li>" for i in range(3, 7)) + "</ol>"

    def test_the_question_leads(self):
        """It needs prose, a time, and an author like those of the answers."""
        question = f'<h1>Why?</h1><div class="question">{post(1, user="asker")}</div>'
        main = regions_of(f"{question}<h2>4 answers</h2>{self.LIST}").main
        assert main is not None
        assert main.lead is not None
        assert main.lead.user is not None
        assert main.lead.user.text == "asker"
        assert len(main) == 4

    @pytest.mark.parametrize(
        "line",
        [
            '<p>Begun by <a href="/user/asker">asker</a> on 1 March 2021, 14:05, 4 answers by 3 people so far</p>',
            "<div><p>Read this before you write anything in here, please, all of you.</p><i>1 March 2021</i></div>",
            f'<div><a href="/user/last">last</a><i>9 March 2021, 14:05</i><p>{WORDS}</p></div>',
        ],
        ids=["a byline", "nobody's", "later than the answers"],
    )
    def test_other_things_do_not(self, line: str):
        """A line about the thread, a notice, or something newer than the list is no opening post."""
        main = regions_of(f"<h1>Why?</h1>{line}{self.LIST}").main
        assert main is not None
        assert main.lead is None


class TestAlignment:
    """Records are laid over each other into a pattern with optional parts."""

    def table(self, first: int, count: int) -> Regions:
        icon = '<span class="icon"><img src="hot.gif"></span>'
        rows = "".join(row(i, icon if i % 3 == 0 else "") for i in range(first, first + count))
        return regions_of(f"<table>{rows}</table>")

    def test_optional_parts_do_not_shift_columns(self):
        """A title link is in the title's column whether or not an icon stands before it."""
        main = self.table(1, 9).main
        assert main is not None
        titles = [links[0].column for links in main.links]
        assert len(set(titles)) == 1
        parts = [part for root in main.pattern.roots for cell in root.children for part in cell.children]
        assert any(part.is_optional for part in parts)

    def test_pages_of_one_layout_have_one_pattern(self):
        """Patterns are recognised on other pages, and told from those of another layout."""
        rows, more, posts = self.table(1, 9).main, self.table(10, 4).main, regions_of("".join(map(post, range(5)))).main
        assert rows is not None
        assert more is not None
        assert posts is not None
        assert rows.pattern.matches(more.pattern)
        assert not rows.pattern.matches(posts.pattern)
        assert alignment_cost(rows.pattern, rows.pattern) == 0
        assert alignment_cost(rows.pattern, posts.pattern) > 0.5

    def test_link_tables(self):
        """The columns of a list are its kinds of links, each in the order of the records."""
        main = self.table(1, 9).main
        assert main is not None
        columns = list(link_table(main).values())
        assert [link.text for link in columns[0]] == [f"A thread about thing number {i}" for i in range(1, 10)]
        assert {link.href.rpartition("/")[0] for link in columns[1]} == {"/user"}

    def test_every_link_has_a_place_that_does_not_move(self):
        """In a list or outside, a link stands at the same place on the next page of the layout."""
        one, two = place_links(self.table(1, 9)), place_links(self.table(10, 4))
        assert len(one) == 8 + 18 + 1
        assert {link.place for link in two} == {link.place for link in one}
        assert [link.place.is_in_list for link in one if link.text == "Help"] == [False]

    def test_parts_are_counted_however_often_a_row_comes_back(self):
        """Rows made alike are laid over the pattern as before; a part that comes late still shifts no column."""
        icon = '<span class="icon"><img src="hot.gif"></span>'
        rows = "".join(row(i, icon if i % 3 == 0 else "") for i in range(1, 28)) + row(28, '<b class="new">New!</b>')
        main = regions_of(f"<table>{rows}</table>").main
        assert main is not None
        supports = {part.name: part.support for part in main.pattern.roots[0].children[0].children}
        assert supports == pytest.approx({"span.icon": 9 / 28, "b.new": 1 / 28, "a": 1.0})
        assert len({links[0].column for links in main.links}) == 1
        assert [len(links) for links in main.links] == [2] * 28


class TestMemory:
    """What is kept from page to page saves time and changes nothing."""

    @staticmethod
    def describe(html: bytes) -> list[object]:
        regions = find_regions(read_page(URL, html, "text/html; charset=utf-8"))
        told = [(region.spans, region.worth, region.salience, region.pattern, region.links) for region in regions]
        return [told, place_links(regions)]

    @staticmethod
    def make_pages() -> list[bytes]:
        sites = [make_site(skin, threads=12) for skin in ("ledger", "soup", "tree", "answers")]
        return [
            site.answer(url, site.model.end).body
            for site in sites
            for url, _ in list(site.all_truth(site.model.end))[::9][:5]
        ]

    def test_pages_read_before_make_no_difference(self):
        """A page is read the same at first, after pages of other sites, and in the opposite order."""
        pages = self.make_pages()
        forth = [self.describe(html) for html in pages]
        back = [self.describe(html) for html in reversed(pages)]
        assert forth == back[::-1]

    def test_threads_do_not_disturb_each_other(self):
        """Several threads that read at once get what one gets."""
        pages = self.make_pages()
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(self.describe, pages)) == [self.describe(html) for html in pages]

    def test_pages_that_never_repeat(self):
        """More different classes than are remembered: later pages are read like the first."""
        first = self.describe(page_of("".join(map(post, range(1, 6)))).html)
        for number in range(3):
            body = "".join(f'<i class="{chr(97 + k % 26)}{k:x}{"q" * (k % 7)}n{number}">x</i>' for k in range(4000))
            assert self.describe(body.encode())
        assert self.describe(page_of("".join(map(post, range(1, 6)))).html) == first


class TestFields:
    """What a record says is told from all records together."""

    def test_authors_and_times_of_posts(self):
        """Buttons are no authors, and dates of joining no times: they are out of order."""
        main = regions_of("".join(map(post, range(1, 9)))).main
        assert main is not None
        assert [record.user.text for record in main.records if record.user] == [f"user{i % 3}x" for i in range(1, 9)]
        assert [record.time.text for record in main.records if record.time] == [
            f"{i} March 2021, 14:05" for i in range(1, 9)
        ]
        assert main.time_order is TimeOrder.UP
        assert main.records[0].anchor_lengths == (6, 5)

    def test_a_session_behind_every_address_hides_no_author(self):
        """Names are the last steps of their paths; what all addresses have behind these says nothing."""
        names = ("ann", "bo", "cleo", "dan", "eva")
        posts = "".join(
            f'<div class="post"><a href="/u/{name}?sid=5e1f">{name}</a> <i>2021-03-0{i} 10:00</i><p>{WORDS}</p></div>'
            for i, name in enumerate(names, 1)
        )
        main = regions_of(f"<div>{posts}</div>").main
        assert main is not None
        assert [record.user.text for record in main.records if record.user] == list(names)

    def test_what_is_said_of_the_only_author_is_not_the_list_of_the_page(self):
        """One of its lines has a date: the day he joined."""
        profile = "<dl><dt>Joined</dt><dd>13.01.2019</dd><dt>Posts</dt><dd>156</dd></dl>"
        said = f"<p>by ann <i title='2023-01-27T15:08:00+00:00'>27.01.2023 15:08</i></p><div><p>{WORDS * 2}</p></div>"
        html = f"<div><div><div class=posts><div><div>{profile}</div><div>{said}</div></div></div></div></div>"
        main = find_regions(read_page("http://h.example/t/7", html.encode())).main
        assert main is not None
        assert [WORDS.strip() in record.text for record in main.records] == [True]

    def test_threads_run_downwards(self):
        """On an index page the newest comes first."""
        main = regions_of("<table>" + "".join(map(row, range(1, 9))) + "</table>").main
        assert main is not None
        assert main.time_order is TimeOrder.DOWN
        assert main.user_column is not None

    def test_times_in_attributes_count(self):
        """What `datetime` and `title` say goes before what is shown."""
        rows = "".join(
            f'<li><a href="/t/{i}">Thread no. {i}</a> <time datetime="2021-03-0{i}T10:00:00Z">lately</time></li>'
            for i in range(1, 6)
        )
        main = regions_of(f'<ul class="threads">{rows}</ul>').main
        assert main is not None
        assert [record.times[0].text for record in main.records] == [f"2021-03-0{i}T10:00:00Z" for i in range(1, 6)]

    def test_posts_of_nothing_but_a_picture_are_posts(self):
        """One of the others has a link."""
        said = [f'<img src="/p{i}.png">' if i % 2 else f"<p>{WORDS}</p>" for i in range(1, 9)]
        said[7] += '<a href="/full/8">more</a>'
        posts = "".join(f'<div class="post"><i>2021-03-0{i} 10:00</i>{text}</div>' for i, text in enumerate(said, 1))
        main = regions_of(f"<div>{posts}</div>").main
        assert main is not None
        assert len(main.records) == 8

    def test_rows_without_a_word_end_the_records_before_them(self):
        """A post of two rows that look alike, and a row to keep it off the next one: the first post is one, too."""
        rows = "".join(
            f'<tr><td class="x"><b>user{i}</b></td><td class="x"><p>2021-03-0{i} 10:00</p><p>{WORDS}</p></td></tr>'
            f'<tr><td class="x"><b>up</b></td><td class="x"><p><a href="/u/{i}">user{i}</a></p><p>mail</p></td></tr>'
            '<tr><td colspan="2"><img src="gap.gif"></td></tr>'
            for i in range(1, 7)
        )
        head = "<tr><th>Author</th><th>Message</th></tr>"
        main = regions_of(f"<table>{head}{rows}<tr><td colspan=2>Go to the next page</td></tr></table>").main
        assert main is not None
        assert [record.text.split()[0] for record in main.records] == [f"user{i}" for i in range(1, 7)]
        assert all("up" in record.text.split() for record in main.records)


class TestSalience:
    """Salience stands in for the share of the screen."""

    def test_hidden_things_take_no_room(self):
        """However much text a hidden menu has."""
        hidden = (
            '<ol style="display:none">'
            + "".join(f"<li><a href='/{i}'>{WORDS * 5}</a></li>" for i in range(9))
            + "</ol>"
        )
        regions = regions_of(hidden + "".join(map(post, range(1, 5))))
        assert regions.all[0] is regions.main
        assert regions.all[-1].salience == 0

    def test_longer_posts_are_larger(self):
        """Area grows with text."""
        main = regions_of(post(1) + post(2, WORDS * 9) + post(3)).main
        assert main is not None
        assert main.records[1].area > 2 * main.records[0].area


TAGS = ["a", "article", "b", "br", "dd", "div", "dl", "dt", "li", "p", "span", "table", "tbody", "td", "tr", "ul"]
PIECES = st.one_of(
    st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
    st.sampled_from(
        ['<a href="/u/1">', "<div class='a b1'>", "<!--", "-->", "<script>", "<svg>", "<noscript>", "<body>"]
    ),
    st.sampled_from(["12 May 2020 14:05", "3 hours ago", "<", "&", "\x00", "名前", " "]),
    st.text(max_size=12),
)


class TestHostilePages:
    """Random broken HTML neither raises nor takes more than linear time."""

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(PIECES, max_size=120), st.integers(1, 5))
    def test_it_never_raises(self, pieces: list[str], times: int):
        """Whatever is found, all of it can be asked for."""
        regions = find_regions(read_page(URL, ("".join(pieces) * times).encode("utf-8", "replace")))
        known = gather_patterns([regions, regions])
        again = find_regions(read_page(URL, "".join(pieces).encode("utf-8", "replace")), known)
        for region in (*regions, *again):
            assert len(region.records) == len(region)
            assert region.lead is None or region.lead.nodes
            assert region.time_order in TimeOrder
        assert len(place_links(regions)) == len(regions.outline.links)

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "unit", [post(1), row(1), "<div><p>12 May 2020<b>x</b>", '<a href="/q">x</a><i>1 May 2020</i>']
    )
    def test_effort_grows_with_size_only(self, unit: str):
        """Eight times the page takes about eight times the steps."""

        def cost(size: int) -> int:
            closing = "</p></div>" * 100 if unit.startswith("<div><p>") else ""
            html = (unit * 100 + closing) * (size // (100 * len(unit)))
            page = read_page(URL, html.encode())
            assert page.tree is not None

            def read() -> None:
                regions = find_regions(page)
                if regions.main is not None:
                    assert regions.main.records

            return count_steps(read)

        cost(60_000)
        assert cost(480_000) <= 8 * 3 * cost(60_000)  # squared it would be 64 times


@pytest.mark.parametrize("skin", ["ledger", "bullets", "soup", "papers", "stripes", "mirror", "dusk", "tree"])
def test_simulated_threads_come_apart_into_their_posts(skin: str):
    """On thread pages of many skins, with their advertisements and signatures, the main region is exactly the posts."""
    site = make_site(skin, threads=30)
    now = site.model.end
    texts = {post.id: post.text for thread in site.threads(now) for post in thread.posts}
    right = total = 0
    for url, truth in site.all_truth(now):
        if truth.key is None or not truth.key.startswith("thread:") or len(truth.posts) < 2 or total == 12:
            continue
        main = find_regions(read_page(url, site.answer(url, now).body, "text/html; charset=utf-8")).main
        found = ["".join(filter(str.isalnum, record.text)) for record in main.records] if main is not None else []
        wanted = ["".join(filter(str.isalnum, max(texts[i].splitlines(), key=len)))[:60] for i in truth.posts]
        right += len(found) == len(wanted) and all(map(str.__contains__, found, wanted))
        total += 1
    assert right >= 0.9 * total > 0


def test_evaluation_pairs_posts_with_records():
    """Quoted posts do not confuse the pairing; more records than posts are told from a miss."""
    posts = [f"Post {i}. {WORDS}" for i in range(1, 4)]
    main = regions_of(post(1) + post(2, f"{WORDS}<blockquote>Post 1. {WORDS}</blockquote>") + post(3)).main
    assert main is not None
    assert judge_posts(main.records, posts, 3) is Match.EXACT
    assert judge_posts(main.records, posts[:2], 2) is Match.EXTRA
    assert judge_posts(main.records[:2], posts, 3) is Match.MISS


def test_rows_beside_a_cell_that_spans_them_are_one_record():
    """The name stands beside head, text and buttons; head and buttons are made alike, texts with quotes are not."""

    def rows(number: int) -> str:
        quote = "<blockquote><font>quote:</font><hr><i>by somebody</i><br>Long ago.<hr></blockquote>" * (
            number % 3 == 0
        )
        tools = "".join(f'<a href="/tool{tool}?p={number}"><img src="{tool}.gif"></a>' for tool in (1, 2, 3))
        return (
            f'<tr class="row"><td rowspan="3"><a name="p{number}"></a><b>user{number}</b><br><i>Posts: {number}</i>'
            f'</td><td><table><tr><td class="small">posted on {number % 27 + 1} May 2021 at 14:05</td>'
            f'<td><a href="/quote?p={number}">Quote</a></td></tr></table></td></tr>'
            f'<tr class="row"><td><font>{quote}Post {number}. {WORDS * (number % 4 + 1)}</font></td></tr>'
            f'<tr class="row"><td><table><tr><td class="small">{tools}</td></tr></table></td></tr>'
        )

    head = '<tr class="head"><td>Author</td><td>Subject</td></tr>'
    found = regions_of(f"<table>{head}{''.join(map(rows, range(1, 13)))}</table>").main
    assert found is not None
    assert [len(record.nodes) for record in found.records] == [3] * 12
    assert [record.text.split()[0] for record in found.records] == [f"user{number}" for number in range(1, 13)]


def test_two_columns_that_are_alike_do_not_make_records_of_their_cells():
    """Who began a thread and who wrote last stand in cells made alike: the list is that of the rows."""

    def row(number: int) -> str:
        who = f'<a href="/user/{number % 5}">user{number % 5}</a>'
        return (
            f'<tr><td><img src="t.png"></td><td><a href="/topic/{number}">Words {number} of a title</a><br>'
            f"<span>by {who}, {number % 27 + 1} May 2021 14:05</span></td><td>{number * 3}</td><td>{number * 70}</td>"
            f'<td>by {who}<br><a href="/last/{number}"><img src="l.png"></a> {number % 27 + 1} June 2021 9:15</td></tr>'
        )

    main = regions_of(f"<table>{''.join(map(row, range(1, 21)))}</table>").main
    assert main is not None
    assert [record.nodes[0].tag for record in main.records] == ["tr"] * 20


def test_two_cells_of_a_post_with_a_table_in_each_are_no_two_posts():
    """What is said of an author and what he wrote are told apart by what is in their tables."""

    def post(number: int) -> str:
        who = f'<a href="/user/{number % 3}">user{number % 3}x</a>'
        return (
            f'<a name="{number}"></a><table class="one"><tr><td><table><tr><td>{who}</td></tr><tr><td>'
            f"Posts: {number * 7}<br>Joined: {number % 27 + 1} May 2015</td></tr></table></td><td><table><tr><td>"
            f"<b>Re: A title</b><br>Posted: {number} March 2021, 14:05</td><td>"
            f'<a href="/reply/{number}">Reply</a></td></tr><tr><td colspan="2"><hr>'
            f"<p>Post {number}. {WORDS}</p></td></tr></table></td></tr></table>"
        )

    texts = texts_of(regions_of(f"<h1>A title</h1>{''.join(map(post, range(1, 9)))}"))
    assert [text.split()[0] for text in texts] == [f"user{number % 3}x" for number in range(1, 9)]


def test_times_deep_in_cells_without_a_link_have_their_column():
    """The day a post was written stands below it, in a cell of a table in a table; the month above is older."""

    def post(number: int) -> str:
        who = f"<font>user{number % 3}x</font><p><font>Registered: May 201{number % 7}</font></p>"
        cells = (who, f"<p>Post {number}. {WORDS}</p>")
        below = (f"<font>{number} March 2021</font>", f'<a href="/reply/{number}">Reply</a>')
        rows = "".join(f"<tr><td>{left}</td><td>{right}</td></tr>" for left, right in (cells, below))
        return f"<table><tr><td><table>{rows}</table></td></tr></table>"

    main = regions_of("".join(map(post, range(1, 9)))).main
    assert main is not None
    assert main.time_order is TimeOrder.UP
    assert [record.time.text for record in main.records if record.time] == [f"{n} March 2021" for n in range(1, 9)]


def test_rows_whose_cells_all_lead_to_one_thing_are_the_records():
    """Name and numbers of each board are links to it, and there is no time that would tell a row from a cell."""

    def row(number: int) -> str:
        texts = (f"Board {number} of things", str(number * 3), str(number * 40))
        cells = "".join(f'<td><a href="/board/{number}">{text}</a></td>' for text in texts)
        return f'<tr>{cells}<td><a href="/feed/{number}">Feed</a></td></tr>'

    main = regions_of(f"<table>{''.join(map(row, range(1, 8)))}</table>").main
    assert main is not None
    assert [record.nodes[0].tag for record in main.records] == ["tr"] * 7


def test_a_link_that_lies_over_its_row_says_what_the_row_does():
    """One without a word, the only one of its row; an icon beside other links says nothing."""
    over = '<div><a href="/t/1"></a><p>3</p><p>A title of some words</p><p>Ann</p></div>'
    beside = '<p><a href="/t/2">Another</a> <a href="/last/2"></a> <span>by Ann</span> <span>in May</span></p>'
    post = f'<div><a href="/p/3"></a><p>Ann said:</p><p>{"Much to read. " * 20}</p></div>'
    said = {link.href: link.text for link in page_of(over + beside + post).links}
    assert (said["/t/1"], said["/t/2"], said["/last/2"], said["/p/3"]) == ("A title of some words", "Another", "", "")


def test_rows_that_only_some_posts_have_do_not_make_dividers_the_beginnings():
    """A signature has a row of its own beside the author's cell; a row without a word ends each post, the first too."""

    def rows(number: int) -> str:
        signed = number % 3 == 1
        sign = '<tr><td class="said">____<br>Yours, as ever</td></tr>' if signed else ""
        return (
            f'<tr><td class="who"{" rowspan=2" if signed else ""}><a name="{number}"></a><b>user{number}</b></td>'
            f'<td class="said"><table><tr><td><a href="/p/{number}"><img src="p.gif"></a><i>Sent: {number % 27 + 1} '
            f'May 2021 14:05</i></td></tr><tr><td class="text">Post {number}. {WORDS}</td></tr></table></td></tr>{sign}'
            f'<tr><td class="who"><a href="#top"><img src="t.gif"></a></td><td class="said"><table><tr><td>'
            f'<a href="/u/{number}"><img src="u.gif"></a></td></tr></table></td></tr>'
            '<tr><td colspan="2"><img src="gap.gif"></td></tr>'
        )

    head = "<tr><th>Author</th><th>Message</th></tr>"
    found = regions_of(f"<table>{head}{''.join(map(rows, range(1, 10)))}</table>").main
    assert found is not None
    assert [record.text.split()[0] for record in found.records] == [f"user{number}" for number in range(1, 10)]


def test_times_alone_are_no_list_of_the_page():
    """Boxes of one kind, with nothing but a time in them, have more times than the rows; one has a link as well."""
    rows = "".join(
        f'<div class="row"><a href="/f/{n}">Board {n}</a> about {WORDS}<a href="/t/{n}">Last</a></div>'
        for n in range(5)
    )
    notes = "".join(f'<div class="note">{n} May 2021</div>' for n in range(1, 13))
    extra = '<div class="note">1 June 2021 <a href="/feed">Feed</a></div>'
    for boxes in (notes, notes + extra):
        main = texts_of(regions_of(f"<div>{rows}</div><div>{boxes}</div>"))
        assert [text.split(" about")[0] for text in main] == [f"Board {n}" for n in range(5)]


def test_terms_that_are_made_unlike_are_one_kind():
    """Names with a link and without stand by turns: each term begins a post all the same, with what is said of it."""
    names = [
        "<a href='mailto:sage'><b>Ann</b></a>" if n % 3 else "<font color=green><b>Bo</b></font>" for n in range(7)
    ]
    posts = [
        f"<dt>{n} : {name} : 2021/03/{10 + n} 14:05:0{n}<dd>Post {n}. {WORDS * (1 + n % 2)}<br><br>"
        for n, name in enumerate(names)
    ]
    texts = texts_of(regions_of(f"<dl class=thread>{''.join(posts)}</dl>"))
    assert [text.partition(" ")[0] for text in texts] == [str(n) for n in range(7)]
    assert all(f"Post {n}." in text for n, text in enumerate(texts))
