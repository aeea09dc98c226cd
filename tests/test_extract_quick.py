"""Quick ways of reading posts: each gives what the general way gives, or leaves it to that."""

from __future__ import annotations

from collections.abc import Iterator

import nh3
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.extract import learn_wrapper
from weft.extract._body import _read_fragment, read_body
from weft.extract._body_fragment import flatten
from weft.extract._body_simple import read_simple, read_walking, read_written
from weft.extract._body_text import Marks, join_lines, read_lines, read_plain
from weft.extract._guide import Guide
from weft.extract._places import go_all, loosen
from weft.extract._plain_html import write_plain
from weft.extract._sanitise import clean_html
from weft.extract._views import view_record
from weft.page import read_page
from weft.simulate import TruthKind, make_site

BASE = "http://forum.example/board/thread?id=7"
PLAIN = ("p", "b", "i", "em", "strong", "u", "span", "br", "div", "blockquote", "code", "small", "font", "cite", "sub")
OTHER = ("a", "ul", "li", "pre", "table", "tr", "td", "h3", "section", "center", "button", "form", "x-box", "s", "nobr")
ATTRIBUTES = (
    "", "", "", ' class="c"', ' style="display:none"', ' title="a &lt; b"', " dir=rtl", ' href="/a?b=1&amp;c=2#d"',
    ' href="javascript:alert(1)"', ' href="http://h.example/&quot;&gt;&lt;script&gt;"', ' cite="/q"', ' onclick="x()"',
    ' href="http://1.2.3/x"', ' cite="http://h:80/"', ' title="t" href="HTTP://127.1:099/"', ' href="http://a.1/x"',
    ' href="//xn--a.example/"', " hidden", ' data-x="1"', ' href="mailto:a@b.example"',
)  # fmt: skip
TEXTS = (
    "word", " two words ", "\n", " ", "a &amp; b", "&lt;script&gt;", "\xa0", "&nbsp;x", "&#13;", "\ufeffmark", "&#1;",
    "&gt; quoted", "&quot;said&quot;", "it's", "Last edited yesterday", "<!-- no -->", "&#0;", "\u2028", "x\ty",
    '<img src="p.png" alt="A &quot;b&quot;">', '<img src="/smile.gif" alt=":-)" width="15">',
    "<script>alert(1)</script>",
)  # fmt: skip


def _element(tag: str, attributes: str, inside: str) -> str:
    return f"<{tag}{attributes}>{inside}</{tag}>"


def _markup(tags: tuple[str, ...]) -> st.SearchStrategy[str]:
    leaves = st.sampled_from(TEXTS)
    return st.recursive(
        leaves,
        lambda inner: st.lists(
            st.one_of(leaves, st.builds(_element, st.sampled_from(tags), st.sampled_from(ATTRIBUTES), inner)),
            max_size=5,
        ).map("".join),
        max_leaves=15,
    )


MARKUP = st.one_of(_markup(PLAIN), _markup(PLAIN + OTHER))
MANY = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _holder(markup: str) -> LexborNode:
    node = LexborHTMLParser(f'<body><div id="body">{markup}</div></body>').css_first("#body")
    assert node is not None
    return node


def _from(node: LexborNode | None) -> Iterator[LexborNode]:
    """Give an element and all that follows it in the one around both."""
    while node is not None:
        yield node
        node = node.next


class TestMarkup:
    """Plain posts are written without a second parser, and are as safe."""

    @MANY
    @given(MARKUP)
    @example('<a href="http://h.example/&quot;onmouseover=alert(1)&gt;">x</a>')
    @example("<p>a<span><p>b</p></span></p>")
    def test_what_is_written_is_what_the_library_makes_of_it(self, markup: str):
        """Character for character, or the library is asked."""
        fragment = flatten([_holder(markup)])
        quick = write_plain(fragment, BASE)
        assert quick is None or quick == clean_html(fragment, BASE)

    @MANY
    @given(MARKUP)
    def test_the_library_finds_nothing_to_clean(self, markup: str):
        """A strict list of elements and attributes changes nothing of it; no script, no handler is in any body."""
        quick = write_plain(flatten([_holder(markup)]), BASE) or ""
        strict = nh3.Cleaner(
            tags=set(PLAIN) | {"a", "img", "s"} - {"font", "span"},
            attributes={
                "a": {"href", "title"},
                "img": {"src", "alt", "title", "width", "height"},
                "blockquote": {"cite"},
            },
            link_rel="nofollow noopener",
            url_schemes={"http", "https", "mailto"},
        )
        assert strict.clean(quick).strip() == quick
        html = read_body([_holder(markup)], BASE).html
        assert "<script" not in html
        assert "onclick" not in html
        assert "javascript:" not in html

    @pytest.mark.parametrize(
        "markup",
        [
            "one<br>two <b>three</b>",
            "<p>a &amp; b\xa0c</p>\n<p>d</p>",
            '<a href="/x?a=1&amp;b=2">x</a>',
            '<blockquote cite="/p/7"><p>q</p></blockquote>',
            '<a href="http://127.0.0.1:65535/x" title="t">x</a>',
            '<a href="mailto:a@b.example?subject=x">x</a>',
            '<img src="a.png" alt="it\'s">',
        ],
    )
    def test_ordinary_posts_are_plain(self, markup: str):
        """What people write every day needs no second parser."""
        assert write_plain(flatten([_holder(markup)]), BASE) is not None

    @pytest.mark.parametrize(
        "markup",
        [
            "<table><tr><td>x</table>",
            '<p dir="rtl">x</p>',
            '<a href="http://xn--a.example/">x</a>',
            '<a href="http://ex\u00e4mple.example/">x</a>',
            '<a title="a &lt; b" href="/x">x</a>',
            "&#1;",
            "<b><p>x</p></b>",
            '<a href="http://h.example/it\'s">x</a>',
        ],
    )
    def test_what_needs_care_is_left_to_the_library(self, markup: str):
        """Tables, directions, addresses that parsers may read differently, odd characters, blocks in emphasis."""
        assert write_plain(flatten([_holder(markup)]), BASE) is None


class TestText:
    """The text of plain posts is the same by both ways."""

    @MANY
    @given(MARKUP)
    def test_lines(self, markup: str):
        """Lines of paragraphs and breaks are those of the general writer."""
        fragment = flatten([_holder(markup)])
        lines = read_plain(fragment)
        assert lines is None or "\n".join(lines) == join_lines(read_lines(fragment, Marks()))

    @MANY
    @given(MARKUP, st.integers(0, 3))
    @example("a<p>b</p> c<br> <i> d</i>e<p></p>f", 0)
    @example('a<p data-x="1">b</p><hr>c<br>d', 1)
    def test_one_walk(self, markup: str, skipped: int):
        """A body that is read in one walk has the text and the markup that it has when it is taken apart.

        So has one with a part that is not its author's, and what stands beside that.
        """
        holder = _holder(markup)
        elements = [node for node in holder.css("*") if node.mem_id != holder.mem_id and node.tag != "br"]
        skip = {beside.mem_id for node in elements[-skipped:][:1] if skipped for beside in _from(node)}
        simple = read_simple(holder, skip)
        general = _read_fragment(flatten([holder], skip), BASE)
        assert simple is None or simple[:2] == (general.text, general.html) == (general.own_text, general.html)
        if simple is not None:
            assert (general.quotes, general.attachments, general.edited, general.links) == ((), (), "", ())
            assert simple.is_whole is not general.has_links

    @MANY
    @given(st.lists(st.sampled_from(("<br>", "<br>", "<p>", "</p>", " ", "\n", *TEXTS))).map("".join))
    @example("a<br>&nbsp;<br>b &amp;lt; c<p>d</p>\n<p>e<br></p><br>f")
    def test_what_the_parser_writes(self, markup: str):
        """Texts, paragraphs and line breaks are read from the markup as they are in the tree."""
        holder = _holder(markup)
        written = read_written(holder)
        assert written is None or written == read_walking(holder)
        paragraphs = {node.mem_id for node in holder.css("p")}
        assert not paragraphs or read_written(holder, paragraphs) is None

    def test_plain_bodies_are_not_walked(self):
        """What people write every day is read from the markup."""
        simple = read_written(_holder("one &amp;<br>two<br><br>three\n<p>four</p>"))
        assert simple is not None
        assert simple.text == "one &\ntwo\n\nthree\n\nfour"

    def test_a_part_that_is_not_the_authors_is_left_out(self):
        """What is to be skipped is skipped."""
        holder = _holder("text <span>signature</span>")
        span = holder.css_first("span")
        assert span is not None
        assert read_body([holder], BASE, {span.mem_id}).text == "text"


class TestPlaces:
    """All places of a record are found in one walk."""

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(MARKUP, st.integers(1, 2))
    def test_the_guide_finds_what_paths_lead_to(self, markup: str, count: int):
        """The same elements in the same order, for numbered and for loose steps, in records of one element or two."""
        nodes = [_holder(markup), _holder(f"<p>x</p>{markup}")][:count]
        exact = [element.path for element in view_record(nodes).elements]
        paths = [*exact, *map(loosen, exact), ("p", "b"), ("div.c:2",)]
        spots = Guide(paths, frozenset()).visit(nodes)
        for path in paths:
            found = [node.mem_id for node in go_all(nodes, path)]
            assert [node.mem_id for node in spots.get(path, ())] == found

    @pytest.mark.parametrize("skin", ["oldtable", "cards"])
    def test_the_same_wrapper_is_learned_twice(self, skin: str):
        """Learning gives one wrapper for the same pages, whatever was read before."""
        site = make_site(skin, threads=30)
        at = site.model.end
        urls = [url for url, truth in site.all_truth(at) if truth.kind is TruthKind.THREAD][:12]
        learned = [learn_wrapper([read_page(url, site.answer(url, at).body) for url in urls], at) for _ in range(2)]
        assert learned[0] is not None
        assert learned[1] is not None
        assert learned[0].to_dict() == learned[1].to_dict()
