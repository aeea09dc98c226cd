"""The looks of simulated forums: complete, escaped, repeatable, and truly different."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from selectolax.lexbor import LexborHTMLParser

from weft.simulate import LOCALES, SKINS, URL_STYLES, Kind, Locale, Skin, TimeStyle, Trait
from weft.simulate._views import (
    AdRow,
    Anchor,
    Block,
    BlockKind,
    BoardRow,
    BoardView,
    Category,
    EntryView,
    FileLink,
    FormView,
    Frame,
    LastPost,
    LinksView,
    MemberRow,
    MembersView,
    MessageView,
    PageLink,
    Pager,
    PostView,
    PrintView,
    ProfileView,
    ThreadRow,
    ThreadView,
    View,
)

NOW = datetime(2024, 5, 17, 18, 30, tzinfo=UTC)
HOSTILE = "<script>alert('x')</script> \"q\" & {curly} </a></table> \u202eRTL"
STEPS_ONLY = frozenset({"soup", "stripes", "journal", "chronicle"})  # pagers without numbers


def link_to(path: str, text: str = "", rel: str = "") -> Anchor:
    return Anchor(text or f"to {path}", f"/{path}?a=1&b=2", rel, title=f"title of {path}")


def make_frame(title: str) -> Frame:
    return Frame(
        site_title="Talk & more",
        page_title=title,
        home=link_to("home"),
        now=NOW,
        breadcrumbs=(link_to("crumb/1"), link_to("crumb/2")),
        menu=tuple(link_to(f"menu/{n}", rel="nofollow") for n in range(5)),
        footer=(link_to("foot/1"), Anchor("elsewhere", "https://other.example/")),
        canonical="/canonical?x=1&y=2",
        next_href="/head-next",
        prev_href="/head-prev",
        feed="/feed.xml",
        meta_robots="noindex",
        base="http://forum.example/",
    )


def make_last(n: int) -> LastPost:
    return LastPost(f"last title {n}", f"/last/{n}?x=1&y=2", link_to(f"last-author/{n}"), NOW - timedelta(hours=n * 7))


def make_board_row(n: int) -> BoardRow:
    return BoardRow(
        link_to(f"board/{n}"),
        f"about {n} {HOSTILE}",
        n * 10,
        n * 90,
        make_last(n),
        subboards=(link_to(f"sub/{n}/1"), link_to(f"sub/{n}/2")),
        moderators=(link_to(f"mod/{n}"),),
    )


def make_thread_row(n: int, **changes: object) -> ThreadRow:
    row = ThreadRow(
        link_to(f"thread/{n}", f"thread {n} {HOSTILE}"),
        link_to(f"starter/{n}"),
        NOW - timedelta(days=n),
        n,
        n * 17,
        make_last(n),
        pages=(PageLink("2", f"/row-page/{n}/2"), PageLink("…"), PageLink("9", f"/row-page/{n}/9")),
        sticky=n == 1,
        locked=n == 2,
        announcement=n == 3,
        unread=n % 2 == 0,
        tags=(link_to(f"row-tag/{n}"),),
        excerpt=f"excerpt {n}",
        votes=n,
    )
    return replace(row, **changes)


def make_body(n: int) -> tuple[Block, ...]:
    sentences = tuple(f"Sentence {n}.{k} of the post, long enough to weigh something on the page." for k in range(6))
    return (
        Block(BlockKind.QUOTE, (f"quoted {n} one.", f"quoted {n} two."), author=f"someone {n}"),
        Block(BlockKind.PARAGRAPH, (*sentences, f"hostile {n} {HOSTILE}"), link=Anchor("inside", f"/inside/{n}")),
        Block(BlockKind.PARAGRAPH, tuple(line.upper() for line in sentences)),
        Block(BlockKind.LIST, (f"item {n} a", f"item {n} b")),
        Block(BlockKind.CODE, (f"if {n} < 3 && x:", "    return <b>")),
        Block(BlockKind.IMAGE, (f"picture {n}",), link=Anchor("pic", f"/picture/{n}.png")),
    )


def make_post(n: int) -> PostView:
    return PostView(
        id=1000 + n,
        number=n,
        author=link_to(f"author/{n}", f"user {n} {HOSTILE}"),
        joined=NOW - timedelta(days=900),
        author_posts=n * 37,
        time=NOW - timedelta(hours=n * 5),
        body=make_body(n),
        permalink=link_to(f"post/{n}"),
        location=f"place {n} {HOSTILE}",
        signature=f"signature {n} {HOSTILE}",
        files=(
            FileLink(f"file {n} {HOSTILE}.zip", f"/file/{n}?x=1&y=2", 3_000_000, False, 12),
            FileLink("photo.png", f"/photo/{n}", 2048, True, 3),
        ),
        actions=tuple(link_to(f"act/{n}/{k}", rel="nofollow") for k in range(4)),
        edited=NOW if n % 3 == 0 else None,
        depth=0 if n == 1 else 1 + n % 3,
        reply_to=link_to(f"answered/{n}") if n > 1 else None,
        votes=n,
        accepted=n == 2,
    )


PAGER = Pager(
    pages=(PageLink("1", "/page/1"), PageLink("2"), PageLink("…"), PageLink("7", "/page/7?x=1&y=2")),
    previous=Anchor("back", "/page/1"),
    next=Anchor("on", "/page/3"),
    current=2,
    last=7,
)
AD = AdRow(f"buy {HOSTILE}", Anchor("offer", "https://ads.example/1?x=1&y=2", "sponsored"))


def make_board(layout: int = 0, rows: int = 8) -> BoardView:
    return BoardView(
        make_frame("board"),
        f"board {HOSTILE}",
        "what it is about",
        (make_board_row(21), make_board_row(22)),
        (*[make_thread_row(n) for n in range(1, rows)], AD, make_thread_row(rows)),
        PAGER,
        sorts=(link_to("sort/1"), link_to("sort/2")),
        actions=(link_to("new"), link_to("mark")),
        layout=layout,
    )


def make_thread(layout: int = 0, posts: int = 9) -> ThreadView:
    return ThreadView(
        make_frame("thread"),
        f"thread {HOSTILE}",
        (make_post(1), AD, *[make_post(n) for n in range(2, posts + 2)]),
        PAGER,
        previous_thread=link_to("thread-before"),
        next_thread=link_to("thread-after"),
        tools=(link_to("print"), link_to("mail")),
        tags=(link_to("tag/1"), link_to("tag/2")),
        related=(link_to("near/1"), link_to("near/2")),
        layout=layout,
    )


def make_views() -> dict[str, View]:
    anchors = tuple(link_to(f"item/{n}", f"item {n} {HOSTILE}") for n in range(9))
    return {
        "entry": EntryView(
            make_frame("entry"),
            (
                Category(link_to("category"), (make_board_row(1), make_board_row(2))),
                Category(Anchor("unlinked", ""), (replace(make_board_row(3), last=None),)),
            ),
            recent=tuple(make_thread_row(n) for n in range(30, 36)),
            online=(link_to("online/1"), link_to("online/2")),
            stats=(("posts", "12"), (HOSTILE, HOSTILE)),
        ),
        "board": make_board(),
        "board in the other layout": make_board(1),
        "thread": make_thread(),
        "thread in the other layout": make_thread(1),
        "profile": ProfileView(make_frame("p"), HOSTILE, (("age", HOSTILE),), NOW, anchors),
        "members": MembersView(
            make_frame("m"), HOSTILE, tuple(MemberRow(item, NOW, 3) for item in anchors), PAGER, anchors[:2]
        ),
        "links": LinksView(make_frame("l"), HOSTILE, HOSTILE, anchors, PAGER),
        "calendar": LinksView(make_frame("c"), "month", "days", anchors, grid=True),
        "form": FormView(
            make_frame("f"), HOSTILE, HOSTILE, "/do?x=1&y=2", "post", (("name", "text"), ("pw", "password"))
        ),
        "message": MessageView(make_frame("e"), HOSTILE, HOSTILE),
        "print": PrintView(make_frame("print"), HOSTILE, tuple(make_post(n) for n in range(1, 4))),
    }


VIEWS = make_views()
each_skin = pytest.mark.parametrize("skin", SKINS.values(), ids=SKINS.keys())
each_locale = pytest.mark.parametrize("locale", LOCALES.values(), ids=LOCALES.keys())


def find_hrefs(value: object) -> Iterator[str]:
    """Give every address inside a view."""
    if isinstance(value, tuple):
        for item in value:
            yield from find_hrefs(item)
    elif is_dataclass(value):
        for item in fields(value):
            inner = getattr(value, item.name)
            is_address = item.name in {"href", "canonical", "next_href", "prev_href", "feed", "base", "action"}
            yield from ([inner] if is_address and inner else find_hrefs(inner))


def expect_hrefs(view: View, skin: Skin) -> set[str]:
    """Give the addresses a page must carry: all, but for what its form leaves out."""
    if isinstance(view, PrintView):
        frame = view.frame
        return {frame.home.href, frame.canonical, frame.next_href, frame.prev_href, frame.feed, frame.base}
    hrefs = set(find_hrefs(view))
    if isinstance(view, EntryView):  # a 'latest' box shows title, starter and last post
        rows = view.recent
        hrefs -= {href for row in rows for href in find_hrefs((row.pages, row.tags, row.last.author))}
    if skin.name in STEPS_ONLY:
        rows = [row for row in getattr(view, "rows", ()) if isinstance(row, ThreadRow)]
        steps = {PAGER.previous.href, PAGER.next.href}
        hrefs -= {*find_hrefs(tuple(row.pages for row in rows)), *(set(find_hrefs(PAGER.pages)) - steps)}
    return hrefs


def read_hrefs(tree: LexborHTMLParser) -> Counter[str]:
    pairs = (("a", "href"), ("link", "href"), ("base", "href"), ("img", "src"), ("form", "action"))
    return Counter(node.attributes.get(name) or "" for tag, name in pairs for node in tree.css(f"{tag}[{name}]"))


def read_text(tree: LexborHTMLParser) -> str:
    for node in tree.css("script, style"):
        node.decompose()
    return " ".join(tree.body.text().split())


@each_skin
@pytest.mark.parametrize("name", VIEWS)
def test_pages_carry_every_link_of_their_view(skin: Skin, name: str) -> None:
    """Every address of a view is in the page, as the site wrote it."""
    found = read_hrefs(LexborHTMLParser(skin.render(VIEWS[name])))
    assert not expect_hrefs(VIEWS[name], skin) - set(found)


@each_skin
@pytest.mark.parametrize("name", VIEWS)
def test_pages_invent_no_link(skin: Skin, name: str) -> None:
    """A page links nowhere its view does not: truth about a site's links comes from the site alone."""
    tree = LexborHTMLParser(skin.render(VIEWS[name]))
    made = {node.attributes["href"] for node in tree.css("a[href]")} - set(find_hrefs(VIEWS[name]))
    assert all(href.startswith("#") for href in made)


@each_skin
@pytest.mark.parametrize("layout", [0, 1])
def test_rows_and_posts_are_shown_once(skin: Skin, layout: int) -> None:
    """A post's actions stand once on its page; a row's thread once, or twice where 'read on' repeats it."""
    thread = read_hrefs(LexborHTMLParser(skin.render(make_thread(layout))))
    assert {thread[f"/act/{n}/{k}?a=1&b=2"] for n in range(1, 11) for k in range(4)} == {1}
    assert {thread[f"/file/{n}?x=1&y=2"] for n in range(1, 11)} == {1}
    board = read_hrefs(LexborHTMLParser(skin.render(make_board(layout))))
    assert {board[f"/thread/{n}?a=1&b=2"] for n in range(1, 9)} <= {1, 2}
    assert {board[f"/last/{n}?x=1&y=2"] for n in range(1, 9)} == {1}


@each_skin
@pytest.mark.parametrize("name", VIEWS)
def test_what_users_write_is_text(skin: Skin, name: str) -> None:
    """Markup in titles, names and posts is shown, not obeyed."""
    html = skin.render(VIEWS[name])
    assert "<script>alert" not in html
    assert "</table> \u202eRTL" not in html
    for node in LexborHTMLParser(html).css('script[type="application/ld+json"]'):
        assert json.loads(node.text())["@context"] == "https://schema.org"


@each_skin
@pytest.mark.parametrize("name", ["thread", "thread in the other layout", "print"])
def test_threads_show_all_posts(skin: Skin, name: str) -> None:
    """Each sentence, list item, code line, author and signature of each post is on the page, whole."""
    view = VIEWS[name]
    text = read_text(LexborHTMLParser(skin.render(view)))
    for post in view.posts:
        if isinstance(post, AdRow):
            continue
        blocks = [block for block in post.body if block.kind is not BlockKind.IMAGE]
        for line in (line for block in blocks for line in block.lines):
            assert " ".join(line.split()) in text
        assert post.author.text in text
        assert name == "print" or post.signature in text


@each_skin
def test_posts_stand_in_their_order(skin: Skin) -> None:
    """Reading a page of equally deep posts from the top gives them in the view's order."""
    posts = tuple(replace(post, depth=min(post.depth, 1)) for post in make_thread().posts if isinstance(post, PostView))
    text = read_text(LexborHTMLParser(skin.render(replace(make_thread(), posts=posts))))
    places = [text.index(f"Sentence {post.number}.2 ") for post in posts]
    assert places == sorted(places)


@each_skin
def test_pages_are_repeatable(skin: Skin) -> None:
    """The same view gives the same bytes."""
    for view in VIEWS.values():
        assert skin.render(view) == skin.render(view)


@each_skin
def test_head_says_what_the_frame_says(skin: Skin) -> None:
    """Canonical, next, prev, feed, robots and base stand in the head; without them nothing does."""
    tree = LexborHTMLParser(skin.render(VIEWS["board"]))
    assert tree.css_first("link[rel=canonical]").attributes["href"] == "/canonical?x=1&y=2"
    assert tree.css_first('meta[name="robots"]').attributes["content"] == "noindex"
    bare = replace(make_frame("t"), canonical="", next_href="", prev_href="", feed="", meta_robots="", base="")
    tree = LexborHTMLParser(skin.render(replace(make_board(), frame=bare)))
    assert not tree.css("link[rel=canonical], link[rel=next], link[rel=prev], link[rel=alternate], base")
    assert not tree.css('meta[name="robots"]')


@each_skin
def test_single_pages_have_no_pager(skin: Skin) -> None:
    """A list of one page shows no page link, and a pager without steps shows its numbers in every skin."""
    alone = read_hrefs(LexborHTMLParser(skin.render(replace(make_thread(), pager=Pager()))))
    assert not [href for href in alone if href.startswith("/page/")]
    stepless = replace(PAGER, previous=None, next=None)
    found = read_hrefs(LexborHTMLParser(skin.render(replace(make_thread(), pager=stepless))))
    assert {"/page/1", "/page/7?x=1&y=2"} <= set(found)


def test_pages_weigh_as_real_ones_do() -> None:
    """Most skins write a page of ten posts in 20 to 60 KB; none in more than 80."""
    sizes = {name: len(skin.render(make_thread()).encode()) for name, skin in SKINS.items()}
    assert max(sizes.values()) < 80_000, sizes
    assert sum(20_000 <= size <= 60_000 for size in sizes.values()) >= 0.8 * len(sizes), sizes


def list_paths(html: str) -> set[str]:
    """Give the tag paths of a page's body."""
    paths = set()
    stack = [(LexborHTMLParser(html).body, "")]
    while stack:
        node, above = stack.pop()
        path = f"{above}/{node.tag}"
        paths.add(path)
        stack += [(child, path) for child in node.iter()]
    return paths


@pytest.mark.parametrize("name", ["board", "thread"])
def test_no_two_markups_share_a_shape(name: str) -> None:
    """Less than 35 % of the tag paths of two markups' pages are the same."""
    shapes = {type(skin.markup).__name__: list_paths(skin.render(VIEWS[name])) for skin in SKINS.values()}
    assert len(shapes) >= 14
    for one, other in combinations(shapes, 2):
        shared = len(shapes[one] & shapes[other]) / len(shapes[one] | shapes[other])
        assert shared < 0.35, (one, other, shared)


@pytest.mark.parametrize(("name", "view"), [("cards", "board"), ("portal", "thread")])
def test_two_skins_have_two_layouts(name: str, view: str) -> None:
    """Cards has two kinds of board pages, portal two of thread pages; most of their posts' or rows' paths differ."""
    first, second = (list_paths(SKINS[name].render(VIEWS[key])) for key in (view, f"{view} in the other layout"))
    assert len(first ^ second) > 10
    assert Trait.TWO_LAYOUTS in SKINS[name].traits


def test_skins_cover_what_sites_are_like() -> None:
    """All URL styles, kinds of site and the asked-for languages occur; names agree with keys."""
    skins = SKINS.values()
    assert len(skins) >= 18
    assert {skin.url_style for skin in skins} == set(URL_STYLES)
    assert {skin.kind for skin in skins} == set(Kind)
    assert {"en", "zh", "de", "ru"} <= {skin.locale.code for skin in skins}
    assert any(skin.locale.rtl for skin in skins)
    assert {skin.time_style for skin in skins} == set(TimeStyle)
    assert set().union(*(skin.traits for skin in skins)) == set(Trait)
    assert all(name == skin.name for name, skin in SKINS.items())


def test_right_to_left_pages_say_so() -> None:
    """A page in a right-to-left language declares its direction."""
    for skin in SKINS.values():
        root = LexborHTMLParser(skin.render(VIEWS["thread"])).css_first("html")
        assert (root.attributes.get("dir") or "").lower() == ("rtl" if skin.locale.rtl else "")


@each_locale
def test_locales_have_the_same_words(locale: Locale) -> None:
    """A markup finds each of its words in each language, and there is enough to write with."""
    assert set(locale.words) == set(LOCALES["en"].words)
    assert all(locale.words.values())
    assert len(locale.vocabulary) >= 300
    assert len(set(locale.names)) >= 120
    assert len(locale.calendar.months) == 12


@each_locale
@pytest.mark.parametrize("style", TimeStyle)
def test_times_differ_by_the_minute(locale: Locale, style: TimeStyle) -> None:
    """Every style but the rounded ages tells old minutes apart, and every style gives a text for any age."""
    ages = [timedelta(0), timedelta(minutes=1), timedelta(hours=5), timedelta(days=1), timedelta(days=5)]
    assert all(locale.format_time(NOW - age, NOW, style) for age in ages)
    old = NOW - timedelta(days=400)
    assert locale.format_time(old, NOW, style) != locale.format_time(old + timedelta(minutes=1), NOW, style)


@pytest.mark.parametrize(
    ("code", "style", "text"),
    [
        ("en", TimeStyle.WORDED, "16 May 2024, 14:05"),
        ("en", TimeStyle.AMERICAN, "05-16-2024, 02:05 PM"),
        ("en", TimeStyle.AGO, "1 day ago"),
        ("en", TimeStyle.RECENT, "Yesterday, 14:05"),
        ("en", TimeStyle.MAIL, "Thu, 16 May 2024 14:05:00 +0000"),
        ("de", TimeStyle.NUMERIC, "16.05.2024, 14:05"),
        ("zh", TimeStyle.WORDED, "2024年5月16日 14:05"),
        ("ru", TimeStyle.WORDED, "16 мая 2024 г., 14:05"),
        ("fr", TimeStyle.AGO, "il y a 1 jour"),
    ],
)
def test_times_are_written_as_the_language_does(code: str, style: TimeStyle, text: str) -> None:
    """Times follow the custom of the language and the style of the skin."""
    assert LOCALES[code].format_time(datetime(2024, 5, 16, 14, 5, tzinfo=UTC), NOW, style) == text
