"""Bodies of posts: text as people read it, quotes, clean markup, files, notes about editing."""

from __future__ import annotations

import re
from itertools import islice

import nh3
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from effort import count_steps
from weft.extract._body import Body, read_body
from weft.extract._body_fragment import flatten
from weft.extract._body_notes import tells_edit
from weft.extract._files import is_decoration, learn_decorations, may_offer, read_files
from weft.extract._sanitise import write_html
from weft.page import Attachment, Page, Quote, read_page
from weft.simulate import TruthKind, make_site

BASE = "http://forum.example/board/thread?id=7"


def node_of(html: str) -> LexborNode:
    found = LexborHTMLParser(f'<div id="post">{html}</div>').css_first("#post")
    assert found is not None
    return found


def body_of(html: str) -> Body:
    return read_body([node_of(html)], BASE)


class TestText:
    """The text is what a person reads, line by line."""

    def test_blocks_and_breaks_begin_lines(self):
        """A break begins a line, a paragraph leaves one empty, and more breaks leave no more than one."""
        assert body_of("a<br>b<div>c</div><p>d</p>e<br><br><br><br>f").text == "a\nb\nc\n\nd\n\ne\n\nf"

    def test_inline_elements_join_their_line(self):
        """Bold letters are letters; white space is one space."""
        assert body_of("one <b>two</b>three\n   <i> four</i> <a href='/x'>five</a>.").text == "one twothree four five."

    def test_lists_and_tables(self):
        """Items come after a dash, cells are parted by tabs."""
        html = "<ul><li>x<li>y<ul><li>z</ul></ul><table><tr><td>1<td>2<tr><th>3<td>4</table>"
        assert body_of(html).text == "- x\n- y\n- z\n\n1\t2\n3\t4"

    def test_code_is_kept_as_it_is(self):
        """White space counts inside pre and code, empty lines too."""
        html = "<code>a  b</code> then<pre><code>if x:\n    y\n\n\n    z\n</code></pre>end"
        assert body_of(html).text == "a  b then\n\nif x:\n    y\n\n\n    z\n\nend"

    def test_faces_are_text_and_photographs_are_not(self):
        """A smiley is read as it is typed; the words below a photograph are not the author's."""
        html = 'hi <img src="s.gif" alt=":-)"> <img src="e.png" alt="👍"> <img src="p.jpg" alt="My garden in May">'
        assert body_of(html).text == "hi :-) 👍"

    def test_what_nobody_sees_is_left_out(self):
        """Scripts, styles, forms, controls and hidden elements are no text; noscript does not double a picture."""
        html = (
            "<script>var a</script><style>b{}</style><form><input value=c>poll</form><button>d</button>"
            "seen by all who come here"
            '<div style="display: none">e</div><p hidden>f</p><noscript>g</noscript><template>h</template>'
        )
        assert body_of(html).text == "seen by all who come here"

    def test_spoilers_are_kept(self):
        """A hidden block just after what opens it is text that readers can open."""
        html = 'look:<input type=button onclick="toggle()" value=Show><div style="display:none">the butler</div>'
        assert body_of(html).text.endswith("the butler")
        assert body_of("<details><summary>Spoiler</summary>the butler</details>").text == "Spoiler\nthe butler"

    def test_a_form_around_everything_is_no_form(self):
        """Some sites put all they show into a form: then its text is the text."""
        assert body_of("<form>all of it</form>").text == "all of it"

    def test_skipped_elements_and_siblings(self):
        """A body may be several siblings, without the elements that the caller names."""
        tree = LexborHTMLParser('<p>one</p><p>two</p><p class="sig">three</p>')
        nodes = tree.css("p")
        skip = {node.mem_id for node in tree.css(".sig")}
        body = read_body(nodes, BASE, skip)
        assert body.text == "one\n\ntwo"
        assert body.html == "<p>one</p><p>two</p>"

    def test_elements_made_up_by_a_site_are_blocks_if_they_hold_blocks(self):
        """Custom elements read as what they look like."""
        assert (
            body_of("<x-a><p>one</p></x-a><x-a><p>two</p></x-a> <x-b>three</x-b> four").text
            == "one\n\ntwo\n\nthree four"
        )


LABELLED = [
    ("<blockquote><cite>{label}</cite>quoted words</blockquote>", "{name} wrote:"),
    ("<blockquote><div>{label}</div><p>quoted words</p></blockquote>", "Zitat von {name}:"),
    ("<div><cite>{label}</cite><blockquote><p>quoted words</p></blockquote></div>", "{name} a écrit :"),
    ("<div class=a>{label}</div><div class=b>quoted words</div>", "Quote from: {name} on May 3, 2021, 08:46 AM"),
    ("<table><tr><td><b>{label}</b></td></tr><tr><td>quoted words</td></tr></table>", "{name} написал(а):"),
    ("<dl><dt>{label}</dt><dd>quoted words</dd></dl>", "{name} 发表于"),
    ("<fieldset><legend>{label}</legend>quoted words</fieldset>", "{name} escribió"),
    ("<x-q><aside>{label}</aside><p>quoted words</p></x-q>", "{name} כתב"),
    ("<blockquote><b>{label}</b><br>quoted words</blockquote>", "{name}:"),
    ("<div class=in><em>{label}</em><br>quoted words</div>", "{name} wrote ..."),
    ("<blockquote><p>quoted words</p><cite>{label}</cite></blockquote>", "{name}"),
    ("<aside><div>{label}</div><blockquote><p>quoted words</p></blockquote></aside>", "{name}:"),
    (
        "<div><div>Quote:</div><table><tr><td><div>{label}</div><div>quoted words</div></td></tr></table></div>",
        "Originally Posted by <strong>{name}</strong>",
    ),
]


class TestQuotes:
    """Words of others are told apart, with whose they are."""

    @pytest.mark.parametrize(("markup", "label"), LABELLED)
    def test_a_label_names_the_author(self, markup: str, label: str):
        """However a forum marks up a quote and in whatever language, it is found with its author."""
        body = body_of(markup.format(label=label.format(name="Ann.99")) + "<div>own words</div>")
        assert body.quotes == (Quote("quoted words", "Ann.99"),)
        assert body.own_text == "own words"
        assert set(body.text.split()) >= {"Ann.99", "quoted", "own"} or "Ann.99" in body.text
        assert all(line.startswith(">") for line in body.text.splitlines() if "quoted" in line or "Ann" in line)

    @pytest.mark.parametrize("words", ["One.<br>Two.<br>-- Bob Miller", "Court notes:<br>One.<br>Two."])
    def test_a_line_that_says_who_wrote_goes_before_names_in_what_is_quoted(self, words: str):
        """The words quoted may be signed, or begin with a heading; the line before them tells whose they are."""
        body = body_of(f"<cite>Ann wrote on 3 May 2021 10:05</cite><blockquote>{words}</blockquote>own words")
        assert body.own_text == "own words"
        assert [quote.author for quote in body.quotes] == ["Ann"]

    def test_a_quote_that_begins_with_a_quote(self):
        """All of the box is quoted, not only the blockquote in it."""
        box = "<div class=q><div>Ann wrote</div><blockquote>older words</blockquote> her own answer</div>"
        body = body_of(f"{box}<p>my words</p>")
        assert body.own_text == "my words"
        assert [quote.author for quote in body.quotes] == ["Ann"]
        assert "her own answer" in body.quotes[0].text

    def test_an_unnamed_quote(self):
        """A blockquote is a quote also without a label, and nested ones go deeper."""
        body = body_of("<blockquote>outer<blockquote>inner</blockquote></blockquote>mine")
        assert body.text == "> outer\n>\n> > inner\n\nmine"
        assert body.quotes == (Quote("outer\n\n> inner"),)
        assert body.own_text == "mine"

    def test_a_post_inside_a_blockquote_is_no_quote(self):
        """Sites that put every post into a blockquote quote nobody by it."""
        tree = LexborHTMLParser("<blockquote class=post>all my words<br>more of them</blockquote>")
        body = read_body(tree.css("blockquote"), BASE)
        assert body.quotes == ()
        assert body.own_text == "all my words\nmore of them"
        assert body_of("<blockquote>all my words</blockquote>").own_text == "all my words"

    @pytest.mark.parametrize(
        ("link", "post"),
        [
            ('<a href="/goto/post?id=512">Ann said:</a>', "512"),
            ('<a href="?t=9&amp;p=512#p512">Ann wrote:</a>', "512"),
            ('<a href="/user/77">Ann</a> wrote: <a href="?p=512#p512">↑</a>', "512"),
            ('<a href="/jump?pid=512&amp;ptid=17">Ann schrieb am 3.5.2021 10:00</a>', "512"),
            ('<a href="/user/77">Ann</a> wrote:', ""),
        ],
    )
    def test_a_link_in_the_label_tells_the_post(self, link: str, post: str):
        """The quoted post is told by the link to it; a link to a person tells none."""
        body = body_of(f"<blockquote><div>{link}</div><div>words</div></blockquote>mine")
        assert body.quotes == (Quote("words", "Ann", post),)

    def test_attributes_tell_too(self):
        """The `cite` attribute names the post, another may name the author as the label shows it."""
        body = body_of(
            '<div data-by="Ann Lee"><blockquote cite="/t/9#p512"><header>Sitert fra Ann Lee, igjen</header>words'
            "</blockquote></div>mine"
        )
        assert body.quotes == (Quote("words", "Ann Lee", "512"),)

    def test_mail_quotes_lines(self):
        """Lines after ">" are quoted; faces and numbers of posts after it are not."""
        body = body_of("<pre>Ann wrote:\n&gt; one\n&gt;&gt; two\nmine\n&gt;:-( not\n&gt;&gt;4711</pre>")
        assert body.quotes == (Quote("one\n> two", "Ann"),)
        assert body.text == "> Ann wrote:\n> one\n> > two\nmine\n>:-( not\n>>4711"

    def test_a_sentence_about_writing_is_no_label(self):
        """People write that others said things; only what stands above a box is a label."""
        assert body_of("<div>My boss said no.</div><div>So I left.</div>").quotes == ()
        assert body_of("<p>He wrote:</p><p>Come home.</p>").quotes == ()


class TestFiles:
    """Files are offered by name, pictures are shown."""

    @pytest.mark.parametrize(
        ("html", "name", "kind"),
        [
            ('<a href="/get?id=3">report.pdf</a>', "report.pdf", "pdf"),
            ('<a href="/get?id=3">My trip, part 2.docx (12.5 KB)</a>', "My trip, part 2.docx", "docx"),
            ('<a href="/get?id=3">save.xyz</a> (3 MB, 12 downloads)', "save.xyz", ""),
            ('<a href="/files/a%20b.zip">the archive</a>', "a b.zip", "zip"),
            ('<a href="/get?file=track.gpx&amp;v=1">my track</a>', "track.gpx", "gpx"),
            ('<a href="/get?id=3" download="notes.txt">notes</a>', "notes.txt", "txt"),
            ('<a href="/get/3">名前.csv</a>', "名前.csv", "csv"),
            ('<video><source src="/v/film.mp4"></video>', "film.mp4", "mp4"),
        ],
    )
    def test_a_link_to_a_file(self, html: str, name: str, kind: str):
        """The name comes from what is shown, from what it is saved as, or from the address."""
        (file,) = body_of(f"see {html} for more").attachments
        assert (file.name, file.kind, file.image) == (name, kind, False)
        assert file.url.startswith("http://forum.example/")

    @pytest.mark.parametrize(
        "html",
        [
            '<a href="http://example.com">example.com</a>',
            '<a href="/show.php?t=3">show.php</a>',
            '<a href="#x.pdf">x.pdf</a>',
        ],
    )
    def test_a_link_to_a_page_is_no_file(self, html: str):
        """Hosts and scripts end like files and are none."""
        assert body_of(html).attachments == ()

    def test_pictures_are_attachments_and_faces_are_not(self):
        """What is small, or called like a face, or inside a quote, is not the post's picture."""
        html = (
            '<img src="/up/cat.jpg" alt="cat"><img src="/i/1.gif" width="15" height="15">'
            '<img src="/i/2.gif" alt=":grin:">'
            '<blockquote><img src="/up/dog.jpg"></blockquote><img src="data:image/gif;base64,AAAA">'
        )
        assert body_of(html).attachments == (Attachment("http://forum.example/up/cat.jpg", "cat.jpg", "jpg", True),)

    def test_a_preview_stands_for_its_file(self):
        """A small picture that links to the large one is one attachment."""
        html = '<a href="/full/3"><img src="/thumb/3.jpg" alt="Cat.png"></a>'
        assert body_of(html).attachments == (Attachment("http://forum.example/full/3", "Cat.png", "png", True),)

    def test_pictures_that_are_loaded_late(self):
        """The address is taken from where the page keeps it, not from the placeholder."""
        html = '<img src="/clear.gif" data-src="/up/late.webp"><img src="data:," srcset="/up/set.png 1x, /up/b.png 2x">'
        body = body_of(html)
        assert [file.name for file in body.attachments] == ["late.webp", "set.png"]
        assert 'src="http://forum.example/up/late.webp"' in body.html

    def test_a_box_of_files(self):
        """Files beside the body are read by themselves."""
        node = node_of(
            '<dl><dt><a href="/d?id=1">a.pdf</a></dt><dd>(589 Bytes)</dd><dt><a href="/d?id=2">b.q</a> 2 KB</dt></dl>'
        )
        assert [(file.name, file.kind) for file in read_files([node], BASE)] == [("a.pdf", "pdf"), ("b.q", "")]

    def test_a_sign_without_words_stands_for_the_file_named_beside_it(self):
        """Only the sign is linked; name and size follow it in their box."""
        box = '<li><a href="/get/5/"><span><i></i></span></a><p>plan.pdf</p><small>12.5 KB · 7</small></li>'
        found = read_files([node_of(f"<ul>{box}</ul>")], BASE)
        assert [(file.url, file.name) for file in found] == [("http://forum.example/get/5/", "plan.pdf")]
        assert may_offer((link, link.attributes) for link in node_of(f"<ul>{box}</ul>").css("a[href]"))
        without_size = '<li><a href="/who/5/"><i></i></a><div>Read plan.pdf first</div></li>'
        of_another = '<li><a href="/who/5/"><i></i></a><a href="/get/6/">plan.pdf</a> 12 KB</li>'
        for other, names in ((without_size, []), (of_another, ["http://forum.example/get/6/"])):
            assert [file.url for file in read_files([node_of(f"<ul>{other}</ul>")], BASE)] == names

    def test_a_list_of_files_at_the_end_is_not_text(self):
        """The list names the files; the author did not write it."""
        body = body_of(
            "<p>Here it is.</p><div><h6>Attachments:</h6><ol><li><a href='/x/a.pdf'>a.pdf</a></li></ol></div>"
        )
        assert body.text == "Here it is."
        assert [file.name for file in body.attachments] == ["a.pdf"]

    def test_pictures_of_the_site_are_learned(self):
        """What several posts show is decoration, and so is its folder; what one shows is its own."""
        face, other, photo = (Attachment(f"http://f/{name}", image=True) for name in ("a/1.gif", "a/2.gif", "up/3.jpg"))
        known = learn_decorations([(face, photo), (face,), (other,)])
        assert [is_decoration(file, known) for file in (face, other, photo)] == [True, True, False]


class TestNotes:
    """Notes about editing are not the author's words."""

    @pytest.mark.parametrize(
        ("note", "time"),
        [
            ("<div><em>Last edited by Bob on 12 March 2020 10:33; edited 2 times</em></div>", "12 March 2020 10:33"),
            ("<p><small>Zuletzt bearbeitet: 12.03.2020, 10:33</small></p>", "12.03.2020, 10:33"),
            ("<div>Dernière modification par Bob ; 12/03/2020 à 10h33.</div>", "12/03/2020 à 10h33"),
            (
                '<div>Edited <time datetime="2020-03-12T10:33:00Z">yesterday at 10:33</time></div>',
                "2020-03-12T10:33:00Z",
            ),
        ],
    )
    def test_a_note_at_the_end(self, note: str, time: str):
        """It is left out of the text and the markup, and its time is given as it is written."""
        body = body_of(f"<div>own words<br>more</div>{note}")
        assert body.edited.strip(" .") == time
        assert body.text == "own words\nmore"
        assert "odif" not in body.html
        assert "dited" not in body.html
        assert tells_edit(node_of(note))

    def test_a_note_at_the_beginning(self):
        """Some sites put it first."""
        body = body_of("<i>本帖最后由 bob 于 2023-1-1 12:00 编辑</i><br>正文在这里")
        assert (body.text, body.edited) == ("正文在这里", "2023-1-1 12:00")

    def test_a_short_post_in_one_element_with_its_note(self):
        """What stands above may belong to the post, too; the note alone is left out."""
        note = '<div align="right"><font>Edited by - Bob on 12/03/2020 : 10:33:12</font></div>'
        body = body_of(f"<div><a href='/quote'>Quote</a></div><hr><font><span>Own words.<br><br>{note}</span></font>")
        assert body.edited == "12/03/2020 : 10:33:12"
        assert "Own words." in body.text
        assert "Bob" not in body.text

    @pytest.mark.parametrize(
        "note", ["[Edited on 3-12-2020 by Bob]", "[This message was edited by Bob, 12 March 2020.]"]
    )
    def test_a_note_in_brackets_needs_no_element(self, note: str):
        """A line of its own below the text."""
        body = body_of(f"<div>own words<br><br>{note}</div>")
        assert body.text == "own words"
        assert "2020" in body.edited

    def test_what_the_author_says_of_an_edit_stays(self):
        """A line in the running text is the author's, though it tells a time."""
        text = "first line\nedited on 12 March 2020 10:33: fixed a word"
        assert body_of(text.replace("\n", "<br>")).text == text


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='jAvA&#x09;script:alert(1)'>x</a>",
    "<a href='&#x01;javascript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=alert(1) src>'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<style>@import 'javascript:alert(1)'</style><div style='background:url(javascript:alert(1))'>x</div>",
    "<object data='javascript:alert(1)'></object><embed src='javascript:alert(1)'>",
    "<b onmouseover=alert(1) id=x class=y style='color:red'>x</b>",
    "<a href='//evil.example/a\"onclick=alert(1)'>x</a>",
    "<img alt='\"><script>alert(1)</script>' src='x.png'>",
    "<textarea><img title='</textarea><script>alert(1)</script>'>",
    "<xmp><p title='</xmp><script>alert(1)</script>'>",
    "<base href='javascript:/a/'><a href='b'>x</a><meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<blockquote cite='javascript:alert(1)'>x</blockquote>y<input autofocus onfocus=alert(1)>",
    "<p lang='\" onclick=\"alert(1)' dir='\"><script>'>x</p>",
    "<plaintext><b>x",
]
ATTRIBUTES = "href title cite src alt width height start colspan rowspan datetime dir lang rel"


def assert_safe(html: str) -> None:
    assert nh3.is_html(html) or "<" not in html
    for node in LexborHTMLParser(f"<div id=root>{html}</div>").css("#root *"):
        assert node.tag not in {
            "script",
            "style",
            "iframe",
            "object",
            "embed",
            "svg",
            "math",
            "form",
            "input",
            "base",
            "meta",
        }
        attributes = node.attributes
        assert set(attributes) <= set(ATTRIBUTES.split())
        for name in {"href", "src", "cite"} & set(attributes):
            assert re.match(r"(?:https?://|mailto:)", attributes[name] or "")


class TestMarkup:
    """The markup given back is safe to show, absolute, and well formed."""

    @pytest.mark.parametrize("html", HOSTILE)
    def test_hostile_markup_is_harmless(self, html: str):
        """Nothing runs, nothing is loaded but pictures from the web."""
        assert_safe(body_of(f"before {html} after").html)

    def test_what_is_harmless_is_kept(self):
        """Emphasis, links, pictures, tables and code are there, with absolute addresses."""
        html = (
            '<p><b>a</b> <a href="../x?y=1#z" target=_blank>b</a> <img src="/c.png" alt="c" width="90" class="d"></p>'
        )
        assert body_of(html).html == (
            '<p><b>a</b> <a href="http://forum.example/x?y=1#z" rel="nofollow noopener">b</a> '
            '<img alt="c" width="90" src="http://forum.example/c.png"></p>'
        )

    def test_films_become_links(self):
        """What is embedded is kept as a link to it."""
        body = body_of('<iframe src="https://video.example/e/1"></iframe>')
        assert 'href="https://video.example/e/1"' in body.html
        assert body.links == ("https://video.example/e/1",)

    def test_links_are_absolute_and_given_once(self):
        """Links come in page order; those that lead nowhere on the web are left out."""
        html = (
            '<a href="/a">1</a><a href="/b#c">2</a><a href="/a">3</a><a href="javascript:x">4</a>'
            '<a href="mailto:a@b.example">5</a>'
        )
        assert body_of(html).links == ("http://forum.example/a", "http://forum.example/b#c")

    @given(
        st.lists(
            st.one_of(
                st.sampled_from(
                    ["<b>", "</b>", "<p>", "</p>", "<blockquote>", "</blockquote>", "<table><tr><td>", "</table>"]
                ),
                st.sampled_from(
                    ["<br>", "<ul><li>", "</ul>", "<a href='x'>", "</a>", "<pre>", "</pre>", "<div>", "</div>"]
                ),
                st.sampled_from(
                    ["Ann wrote:", "> x", "edited 1 May 2020 10:00", "<cite>", "</cite>", "<img src=a.jpg>"]
                ),
                st.sampled_from(HOSTILE),
                st.text(max_size=12),
            ),
            max_size=30,
        ).map("".join)
    )
    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def test_any_markup_can_be_read(self, html: str):
        """Whatever stands in a post, reading it never fails, and what is given back is safe and stays as it is."""
        body = body_of(html)
        assert_safe(body.html)
        assert write_html(flatten([node_of(body.html)]), BASE) == body.html
        assert all(quote.text for quote in body.quotes)


class TestEffort:
    """A post twice as long is twice the work, whatever is in it."""

    @pytest.mark.parametrize(
        "piece",
        [
            "<blockquote>Ann wrote:<br>words</blockquote>mine",
            "<blockquote></blockquote>",
            "<div>Ann wrote:</div><div>words</div>",
            '<a href="/f/a.pdf">a.pdf</a> (3 KB)<br>',
            "<div>edited 1 May 2020 10:00</div>",
            "<ul><li>a<table><tr><td>b</table></ul>",
        ],
    )
    def test_work_grows_with_length(self, piece: str):
        """Nothing in a post is looked at again for every other thing in it."""
        short, long = node_of(piece * 100), node_of(piece * 200)
        read_body([short], BASE)  # compiles patterns
        assert count_steps(lambda: read_body([long], BASE)) < 2.3 * count_steps(lambda: read_body([short], BASE))


class TestForums:
    """Simulated forums in many languages and markups."""

    @pytest.mark.parametrize("skin", ["oldtable", "ledger", "glossary", "soup", "tiles", "mirror", "cards", "postbag"])
    def test_quotes_and_words_of_a_skin(self, skin: str):
        """Every quote of a simulated thread page is found with its author, whatever the markup and the language."""
        site = make_site(skin, threads=40)
        moment = site.model.end
        posts = {post.id: post for thread in site.threads(moment) for post in thread.posts}
        names = {post.author for post in posts.values()}
        found: list[Quote] = []
        for url, truth in islice(site.all_truth(moment), 400):
            if truth.kind == TruthKind.THREAD:
                page = read_page(url, site.answer(url, moment).body, "text/html; charset=utf-8")
                nodes = [smallest_around(page, posts[number].text) for number in truth.posts]
                found += [quote for node in nodes for quote in read_body([node], page.base).quotes]
            if len(found) > 20:
                break
        assert found
        assert [quote.author for quote in found if quote.author not in names] == []


def smallest_around(page: Page, text: str) -> LexborNode:
    """Give the smallest element with all words of a text."""
    words = set(text.split())
    node = page.tree.body
    assert node is not None
    while True:
        inner = [child for child in node.iter() if words <= set(child.text(separator=" ").split())]
        if not inner:
            return node
        node = inner[0]
