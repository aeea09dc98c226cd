"""Pages: charset, guard, links, forms, what the head says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.page import Exchange, build_likeness, is_html, read_build, read_page

URL = "http://h/forum/index.php"


def page_of(body: str, head: str = "", **options: str):
    return read_page(URL, f"<html><head>{head}</head><body>{body}</body></html>".encode(), **options)


class TestCharset:
    """Bytes become text by the byte order mark, the header, a meta element, or detection, in this order."""

    TEXT = "Привет, форум! " * 20

    def read(self, content: bytes, content_type: str = "text/html") -> str:
        return read_page(URL, content, content_type).text

    def test_a_byte_order_mark_wins(self):
        """Even over a header that says otherwise."""
        content = b"\xef\xbb\xbf<p>" + self.TEXT.encode()
        assert "Привет" in self.read(content, "text/html; charset=windows-1251")
        assert "Привет" in self.read(b"\xff\xfe" + f"<p>{self.TEXT}".encode("utf-16-le"))

    def test_the_header_wins_over_meta(self):
        """A proxy may have recoded the page."""
        content = b"<meta charset=utf-8><p>" + self.TEXT.encode("windows-1251")
        assert "Привет" in self.read(content, "text/html; charset=windows-1251")

    def test_meta_is_read_in_both_forms(self):
        """`charset=` and the older http-equiv."""
        body = self.TEXT.encode("koi8-r")
        assert "Привет" in self.read(b'<meta charset="koi8-r"><p>' + body)
        assert "Привет" in self.read(b'<META http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>' + body)

    def test_meta_in_a_comment_is_not_read(self):
        """A commented-out declaration says nothing."""
        assert "Привет" in self.read(b"<!-- <meta charset=latin1> --><p>" + self.TEXT.encode())

    def test_without_declaration_the_text_tells(self):
        """UTF-8 is recognised, others are detected."""
        assert "Привет" in self.read(b"<p>" + self.TEXT.encode())
        assert "Привет" in self.read(b"<p>" + self.TEXT.encode("windows-1251"))
        chinese = "这是一个关于园艺的论坛，欢迎大家发表意见。" * 10
        assert "园艺" in self.read(b"<p>" + chinese.encode("gb18030"))

    def test_a_declaration_that_does_not_fit_is_doubted(self):
        """A page that says UTF-8 and is not is read as what it is."""
        assert "Привет" in self.read(b"<meta charset=utf-8><p>" + self.TEXT.encode("windows-1251"))

    def test_a_few_bad_bytes_do_not_change_the_charset(self):
        """A cut character in a UTF-8 page is a cut character."""
        content = b"<meta charset=utf-8><p>" + self.TEXT.encode() + b"\xd0"
        assert "Привет" in self.read(content)

    def test_labels_mean_what_the_web_means(self):
        """latin-1 is windows-1252, gb2312 is gb18030."""
        assert "“" in self.read(b"<p>\x93quoted\x94 caf\xe9", "text/html; charset=iso-8859-1")
        assert "镕" in self.read("<p>朱镕基".encode("gb18030"), "text/html; charset=gb2312")

    @given(
        st.binary(max_size=300),
        st.sampled_from(["", "text/html; charset=utf-7", "text/html; charset=\x00", "text/html; charset=big5"]),
    )
    @settings(max_examples=150)
    def test_any_bytes_become_a_page(self, content: bytes, content_type: str):
        """Reading never raises."""
        page = read_page(URL, content, content_type)
        assert isinstance(page.text, str)
        assert isinstance(page.links, tuple)


class TestGuard:
    """Trees that would cost the parser seconds are refused in milliseconds."""

    @pytest.mark.parametrize(
        "bomb",
        [
            b"<div>" * 40_000,
            b"<div></b>" * 40_000,
            b"<ul><li>" * 30_000,
            b"".join(b"<b id=%d><p>" % n for n in range(5000)),
            b"<table><td></div>" * 20_000,
            b"<!-- " + b"</div>" * 5000 + b" -->" + b"<div>" * 5000,
            b"<DIV\n>" * 20_000,
            b"<averyveryverylongname></averyveryverylongnamf>" * 5000,
            b"<a " + b"x=1 " * 20_000 + b">",
            b"<a " + b'x="<" ' * 20_000 + b">",
            b"".join(b"<p><font size=%d>" % n for n in range(5000)),
        ],
        ids=lambda bomb: bomb[:20].decode(),
    )
    def test_bombs_are_refused(self, bomb: bytes):
        """200 KB of nested tags are not given to the parser."""
        page = read_page(URL, bomb)
        assert page.problem
        assert page.links == ()
        assert page.text == ""

    @pytest.mark.parametrize(
        "harmless",
        [
            b"<p>one" * 5000,
            b"<li>one" * 5000,
            b"<table>" + b"<tr><td>x<td>y" * 5000,
            b"<br>" * 20_000,
            b"<p><b>never closed" * 2000,
            b"<script>" + b"if (a<b) x('<div>');" * 5000 + b"</script>",
            b"<!--" + b"<div>" * 5000 + b"-->",
            b"<div>" * 500 + b"</div>" * 500,
            b"<div><img src=x><input name=y></div>" * 3000,
            b'<div data-all="' + b"word and " * 5000 + b'">x</div>',
            b"<script>" + b"i < n; " * 9000 + b"</script>",
            b"",
            b"no tags",
        ],
        ids=lambda body: body[:20].decode(),
    )
    def test_ordinary_pages_pass(self, harmless: bytes):
        """Unclosed paragraphs, void elements, scripts and comments are not nesting."""
        assert read_page(URL, harmless).problem == ""

    @given(
        st.lists(
            st.sampled_from(["<div>", "</div>", "<p>", "<td>", "</b>", "<b>", "x", "<br>", "<", "</", "<!--", "-->"]),
            max_size=60,
        )
    )
    def test_a_small_page_is_never_refused(self, pieces: list[str]):
        """Sixty tags cannot be 512 deep."""
        assert read_page(URL, "".join(pieces).encode()).problem == ""


class TestLinks:
    """Links come with anchor text, rel, title and place, in page order."""

    def test_links_in_order_with_their_text(self):
        """Text is what a person reads."""
        page = page_of('<a href="a.php?t=1" title="T">One <b>two</b>\n three</a><a href="/x" rel="NoFollow ugc">X</a>')
        one, two = page.links
        assert (one.url, one.text, one.title, one.position) == ("http://h/forum/a.php?t=1", "One two three", "T", 0)
        assert two.is_nofollow
        assert two.position == 1

    def test_a_picture_link_speaks_by_its_alternative_text(self):
        """Icons without text have alt, label or title."""
        page = page_of('<a href=a><img alt="Last post"></a><a href=b aria-label="Next"></a><a href=c title="C"></a>')
        assert [link.text for link in page.links] == ["Last post", "Next", "C"]

    def test_base_is_obeyed(self):
        """Relative links are relative to `<base href>`."""
        page = page_of("<a href=x>x</a>", head='<base href="/other/">')
        assert page.links[0].url == "http://h/other/x"

    def test_frames_and_areas_are_links_too(self):
        """Old sites use both."""
        page = page_of('<map><area href="a"></map><iframe src="b"></iframe>')
        assert [link.url for link in page.links] == ["http://h/forum/a", "http://h/forum/b"]

    def test_known_hrefs_are_passed_over_before_they_are_resolved(self):
        """The one habit worth a factor of three."""
        page = page_of("<a href=a>a</a><a href=b>b</a><a href='#top'>t</a>")
        assert [link.href for link in page.iter_links(known={"a"})] == ["b"]

    def test_mail_and_script_links_have_no_url(self):
        """They are links that lead nowhere on the web."""
        assert [
            link.url for link in page_of("<a href=mailto:x@y.example>m</a><a href='javascript:f()'>j</a>").links
        ] == [None, None]


class TestHead:
    """What a page says about itself and to robots."""

    def test_canonical_next_and_prev(self):
        """Link elements of the head, resolved."""
        page = page_of("", '<link rel="canonical" href="/c"><link rel=next href="?p=2"><link rel="prev" href="?p=0">')
        assert (page.canonical, page.next, page.prev) == ("http://h/c", URL + "?p=2", URL + "?p=0")

    def test_meta_robots_and_header_are_joined(self):
        """Either may forbid following."""
        assert page_of("", "<meta name=ROBOTS content='noindex, NoFollow'>").is_nofollow
        assert page_of("", robots_header="none").is_nofollow
        assert not page_of("", "<meta name=robots content='noindex'>").is_nofollow

    @pytest.mark.parametrize(
        ("content", "target"),
        [
            ("0; url=/next", "http://h/next"),
            ("5;URL='x.php'", "http://h/forum/x.php"),
            ("30", ""),
            (f"0; url={URL}", ""),
        ],
    )
    def test_refresh_is_a_redirect_unless_it_reloads(self, content: str, target: str):
        """`<meta http-equiv=refresh>` in its spellings."""
        assert page_of("", f'<meta http-equiv="Refresh" content="{content}">').refresh == target

    def test_title_and_visible_text(self):
        """Scripts and styles are not text."""
        page = page_of("<p>Hello</p><script>var x</script><style>p{}</style> there", "<title> A \n B </title>")
        assert page.title == "A B"
        assert page.text == "Hello there"


class TestRepair:
    """What browsers show and the parser alone would not."""

    def test_what_stands_for_readers_without_scripts_is_read(self):
        """Some forums show robots their posts in noscript only."""
        page = page_of(
            '<noscript><a href="t/1">Topic</a></noscript>', "<noscript><style>x</style></noscript><title>T</title>"
        )
        assert [link.text for link in page.links] == ["Topic"]
        assert page.title == "T"

    def test_xml_empty_elements_do_not_swallow_the_page(self):
        """`<iframe/>` and `<textarea/>` have no end tag in HTML; who writes them so means XML."""
        page = page_of('<iframe src="/ad"/><div class="x"/><a name="y"/><p><a href="/z">z</a><br/></p><textarea/>')
        assert [link.text for link in page.links if link.href == "/z"] == ["z"]
        assert page.tree.css_first("div.x").html == '<div class="x"></div>'

    def test_html_is_left_as_it_is(self):
        """`<br/>` and a self-closed div in an HTML page mean what browsers make of them."""
        assert page_of("<div/>x<br/>").tree.css_first("div").text() == "x"


class TestForms:
    """A form acts when it posts text, a secret or a file somewhere else."""

    def test_reply_and_login_forms_act(self):
        """Their address must never be requested."""
        reply = page_of('<form method=post action="/reply?t=5"><textarea name=body></textarea></form>').forms[0]
        assert reply.acts
        assert reply.url == "http://h/reply?t=5"
        assert reply.fields == ("body",)
        assert page_of('<form method=post action="/in"><input type=password name=p></form>').forms[0].acts

    def test_search_and_sort_forms_do_not_act(self):
        """Reading with parameters is reading; a page that posts to itself is only a page."""
        assert not page_of('<form action="/search"><input name=q></form>').forms[0].acts
        assert not page_of("<form method=post><select name=sort></select></form>").forms[0].acts
        assert not page_of(f'<form method=post action="{URL}?x=1"><textarea name=t></textarea></form>').forms[0].acts

    def test_a_form_that_posts_to_a_folder_above_the_page_does_not_act(self):
        """Where one script answers for all of a site, forms post to its front: that is where pages hang from."""
        form = "<form method=post action='{}'><input type=password name=p></form>"
        inner = "http://h/forum/board/12-my-cat"
        for action in ("/", "/forum", "/forum/", "/forum/board"):
            assert not read_page(inner, form.format(action).encode()).forms[0].acts
        for action in ("/for", "/forum/login", "/forum/board/12"):
            assert read_page(inner, form.format(action).encode()).forms[0].acts


def test_what_counts_as_a_page():
    """By media type; by the first tag when the server names none."""
    assert is_html("text/html", b"")
    assert is_html("application/xhtml+xml", b"")
    assert is_html("", b"  <!DOCTYPE html><p>")
    assert not is_html("", b"%PDF-1.4")
    assert not is_html("image/png", b"<html>")
    assert not is_html("text/plain", b"<html>")


def test_an_exchange_finds_headers_whatever_their_case(a_moment):
    """Header names are case-insensitive, values are kept as received."""
    headers = ((b"Content-TYPE", b"Text/HTML; charset=x"), (b"X-A", b" b "))
    exchange = Exchange(URL, a_moment, "GET", (), 200, "OK", headers, b"")
    assert exchange.media_type == "text/html"
    assert exchange.header("x-a") == "b"
    assert exchange.header("missing") == ""


def test_a_page_may_go_by_another_address():
    """Its links stay relative to the one it came from."""
    page = read_page("http://h/last/7", b"<a href=12#p3>a post</a>")
    page.rename("http://h/threads/water/")
    assert page.url == "http://h/threads/water/"
    assert [link.url for link in page.links] == ["http://h/last/12"]


class TestBuild:
    """How a page is built, whatever it says."""

    POSTS = "<ul class=posts>{}</ul><p class=end>End"

    def likeness(self, one: str, other: str) -> float:
        return build_likeness(*(read_build(page_of(html)) for html in (one, other)))

    def test_pages_of_one_template_are_alike(self):
        """However many posts they have, and whatever numbers their classes carry."""
        few, many = ("".join(f"<li class=p{n}><b>u{n}</b> words {n}" for n in range(count)) for count in (2, 30))
        assert self.likeness(self.POSTS.format(few), self.POSTS.format(many)) == 1

    def test_pages_of_different_templates_are_not(self):
        """The same words in other elements."""
        printed = "<h1>Thread</h1><p>u1<p>words"
        assert self.likeness(self.POSTS.format("<li class=post><b>u1</b> words"), printed) < 0.5

    def test_nothing_is_like_nothing(self):
        """A page that shows nothing is no page of a template."""
        nothing = read_build(read_page(URL, b"<div>" * 600))
        assert build_likeness(nothing, nothing) == 0
