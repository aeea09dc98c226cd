"""The static copy: pages that lead to one another, and posts that stay in their boxes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from export_forum import HOST, NOW, REPAIR, SEEN, TALK, ListForum, a_board, a_post, a_thread, small_forum
from weft.errors import UsageError
from weft.page import Attachment, Crumb
from weft.store import Exported, Selection, export_html


def pages_of(folder: Path) -> dict[str, LexborHTMLParser]:
    return {
        str(path.relative_to(folder)): LexborHTMLParser(path.read_bytes()) for path in sorted(folder.rglob("*.html"))
    }


def make_copy(forum: ListForum, folder: Path, *choice: Selection) -> dict[str, LexborHTMLParser]:
    export_html(forum, folder / "copy", *choice, title="Forum of tests")
    return pages_of(folder / "copy")


def hrefs(tree: LexborHTMLParser | LexborNode) -> list[str]:
    return [link.attributes["href"] or "" for link in tree.css("a[href]")]


def text_of(tree: LexborHTMLParser, selector: str) -> str:
    found = tree.css_first(selector)
    assert found is not None, selector
    return " ".join(found.text().split())


def check_links(folder: Path) -> int:
    """Every link that stays in the copy leads to a page, and to a place on it, that is there; gives how many."""
    pages = pages_of(folder)
    checked = 0
    for name, tree in pages.items():
        for href in hrefs(tree):
            if re.match(r"[a-z]+:", href):
                continue
            path, _, anchor = href.partition("#")
            target = (folder / name).parent / unquote(path) if path else folder / name
            found = pages.get(str(target.resolve().relative_to(folder.resolve())))
            assert found is not None, (name, href)
            assert not anchor or found.css_first(f"#{anchor}") is not None, (name, href)
            checked += 1
    return checked


class TestPages:
    """Index, boards, threads."""

    def test_everything_is_reached_from_the_index(self, tmp_path: Path):
        """Boards, then threads; and all threads on one page. No link is broken."""
        pages = make_copy(small_forum(), tmp_path)
        assert check_links(tmp_path / "copy") > 20
        assert {"index.html", "all/1.html", "boards/1.html", "threads/000/1.html", "threads/000/3.html"} <= set(pages)
        assert text_of(pages["index.html"], "h1") == "Forum of tests"
        assert [text for link in pages["index.html"].css(".boards a") if (text := link.text())] == [
            "General",
            "Talk",
            "Repairs",
        ]
        titles = [link.text() for link in pages["all/1.html"].css(".threads a")]
        assert sorted(titles) == ["Thread 1", "Thread 2", "Thread 3"]

    def test_a_thread_shows_its_posts(self, tmp_path: Path):
        """With names, times, quotes, files, and what is known of them."""
        tree = make_copy(small_forum(), tmp_path)["threads/000/1.html"]
        posts = tree.css("article.post")
        assert len(posts) == 3
        answer = posts[1]
        assert answer.css_first(".who b").text() == "Person 2"
        assert answer.css_first("time").attributes["datetime"] == "2024-05-01T16:30:00+02:00"
        assert answer.css_first("blockquote").text() == "Hello"
        assert answer.css_first(".at a").attributes["href"] == "#p1"
        assert [file.text().strip() for file in answer.css(".file")] == ["plan.pdf", "dawn.png"]
        assert "accepted" in answer.attributes["class"]
        assert posts[2].css_first(".body.plain").text() == "No id, no name, no time"
        assert [link.text() for link in tree.css(".way a")] == ["Boards", "General", "Talk"]

    def test_a_post_that_is_gone_says_so(self, tmp_path: Path):
        """It is still there to be read."""
        thread, rows = a_thread(1, [a_post(1, "what was said")])
        tree = make_copy(ListForum([(thread, [replace(rows[0], gone=SEEN)])]), tmp_path)["threads/000/1.html"]
        assert "removed from the site" in text_of(tree, ".marks")
        assert "what was said" in text_of(tree, ".body")

    def test_a_long_thread_has_pages(self, tmp_path: Path):
        """Two hundred posts each; an answer leads to the page its post is on."""
        posts = [a_post(n, reply_to="3" if n == 450 else "") for n in range(1, 451)]
        pages = make_copy(ListForum([a_thread(1, posts)]), tmp_path)
        assert check_links(tmp_path / "copy")
        names = ["threads/000/1.html", "threads/000/1-2.html", "threads/000/1-3.html"]
        assert [len(pages[name].css("article")) for name in names] == [200, 200, 50]
        assert pages[names[1]].css_first("a[rel=next]").attributes["href"].endswith("/1-3.html")
        assert pages[names[2]].css_first("#p450 .at a").attributes["href"] == "../../threads/000/1.html#p3"
        assert "450 posts" in pages["all/1.html"].css_first(".facts").text()

    def test_long_posts_make_more_pages(self, tmp_path: Path):
        """A page stays of a size that a browser shows."""
        posts = [a_post(n, "word " * 100_000) for n in range(12)]
        pages = make_copy(ListForum([a_thread(1, posts)]), tmp_path)
        assert len([name for name in pages if name.startswith("threads/")]) > 1

    def test_a_long_board_has_pages(self, tmp_path: Path):
        """The last answered thread first, those kept on top before it."""
        threads = [a_thread(n, [a_post(n)], sticky=n == 5) for n in range(1, 1002)]
        pages = make_copy(ListForum(threads, [a_board(TALK)]), tmp_path)
        assert check_links(tmp_path / "copy")
        assert [len(pages[f"boards/1{more}.html"].css(".threads li")) for more in ("", "-2", "-3")] == [500, 500, 1]
        titles = [link.text() for link in pages["boards/1.html"].css(".threads a")]
        assert titles[:3] == ["Thread 5", "Thread 1001", "Thread 1000"]
        assert (tmp_path / "copy/threads/001/1001.html").exists()

    def test_links_between_threads_stay_in_the_copy(self, tmp_path: Path):
        """By any address of the other thread; others lead out, and tell nothing of where from."""
        html = "".join(f"<a href='{HOST}/{path}'>x</a>" for path in ("t/2", "t/2?page=1#p7", "elsewhere"))
        forum = ListForum([a_thread(1, [a_post(1, html=html)]), a_thread(2, [a_post(2)])])
        body = make_copy(forum, tmp_path)["threads/000/1.html"].css_first(".body")
        inside, deeper, outside = body.css("a")
        assert inside.attributes["href"] == deeper.attributes["href"] == "../../threads/000/2.html"
        assert outside.attributes["href"] == f"{HOST}/elsewhere"
        assert outside.attributes["rel"] == "nofollow noopener noreferrer"

    def test_boards_need_not_make_sense(self, tmp_path: Path):
        """Rings, boards only threads tell of, threads of no board: all are reached."""
        ring = [Crumb("One", f"{HOST}/b/1"), Crumb("Two", f"{HOST}/b/2")]
        boards = [a_board(ring), a_board(ring[::-1]), a_board(ring[1:])]
        unknown = (Crumb("Unheard of", f"{HOST}/b/9"),)
        threads = [a_thread(1, [a_post(1)], ring[:1]), a_thread(2, [a_post(2)], unknown), a_thread(3, [a_post(3)], ())]
        pages = make_copy(ListForum(threads, boards), tmp_path)
        check_links(tmp_path / "copy")
        shown = [link.text() for link in pages["index.html"].css(".boards a")]
        assert sorted(shown) == ["One", "Threads without a board", "Two", "Unheard of"]

    def test_a_part_of_a_forum_shows_that_part(self, tmp_path: Path):
        """Boards without a chosen thread are left out."""
        pages = make_copy(small_forum(), tmp_path, Selection("Repairs"))
        assert check_links(tmp_path / "copy")
        assert [link.text() for link in pages["index.html"].css(".boards a")] == ["Repairs"]
        assert len([name for name in pages if name.startswith("threads/")]) == 1

    def test_an_empty_forum_is_an_empty_copy(self, tmp_path: Path):
        """With an index that says so."""
        assert "nothing here yet" in make_copy(ListForum([]), tmp_path)["index.html"].css_first(".none").text()
        assert check_links(tmp_path / "copy")


BREAKERS = [
    "</section></article></main></body></html><article class=post id=p99>x",
    "<script>alert(1)</script>",
    "<style>body{display:none}</style>",
    "<img src=http://evil.example/a.png onerror=alert(1) alt=dawn>",
    "<iframe src=http://evil.example/></iframe>",
    "<a href='javascript:alert(1)'>x</a><a href=' jav&#x09;ascript:alert(1)'>y</a><a href='data:text/html,x'>z</a>",
    "<form action=http://evil.example><input><button>Go</button></form>",
    "<li>stray<dd>stray<td>stray<tr>stray<option>stray",
    "<table><tr><td><div></table></td>",
    "<svg><style><img src=x onerror=alert(1)></style></svg><math><mtext><table><mglyph><style><!--</style>",
    "<p style='position:fixed;inset:0' class=top id=p1 onclick=alert(1)>x",
    "<base href=http://evil.example/><link rel=stylesheet href=x>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<!-- never closed",
    "<textarea>never closed",
    "<plaintext>never closed",
    "<template><p>x</template><noscript><img src=x></noscript>",
    "<b><i><u><a href=http://a.example/>" * 30,
    "<div>" * 5000,
    "<div><blockquote>" * 150,
    "<p " + "a " * 3000 + ">",
    "<frameset><frame src=x>",
    "<video src=http://evil.example/v.mp4 autoplay poster=x></video><audio src=x autoplay></audio><object data=x>",
]
SHOWN = {"href", "id", "class", "dir", "lang", "rel", "datetime", "colspan", "rowspan", "start", "aria-hidden"}


def check_box(page: LexborHTMLParser, posts: int) -> None:
    """Posts, and all around them, are as the template has them, and nothing acts or loads."""
    main = page.css_first("body > main")
    assert main is not None
    articles = [node for node in main.iter() if node.tag == "article"]
    assert [node.attributes["id"] for node in articles] == [f"p{number}" for number in range(1, posts + 1)]
    assert len(page.css("article")) == posts
    assert [node.tag for node in page.body.iter()] == ["header", "main", "footer"]
    assert text_of(page, f"#p{posts} .body") == "after"
    assert not page.css("script, style, iframe, img, object, embed, form, input, base, svg, video, audio, [src]")
    assert len(page.css("link")) == 1
    for node in articles[0].css("*"):
        assert set(node.attributes) <= SHOWN, node.html
    for href in hrefs(page):
        assert re.match(r"(https?://|mailto:|ftp://|#|\.\./)", href), href


class TestBoxes:
    """A post's HTML is taken for hostile, though it was sanitised before."""

    @pytest.mark.parametrize("html", BREAKERS, ids=lambda html: html[:20])
    def test_no_post_leaves_its_box(self, tmp_path: Path, html: str):
        """Alone, and with one that comes after."""
        forum = ListForum([a_thread(1, [a_post(1, "said plainly", html=html), a_post(2, html="<p>after</p>")])])
        check_box(make_copy(forum, tmp_path)["threads/000/1.html"], 2)

    @given(
        parts=st.lists(
            st.sampled_from([part[:200] for part in BREAKERS] + ["</p>", "</table>", "x", "</div>"]), max_size=6
        )
    )
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_no_mixture_does(self, tmp_path: Path, parts: list[str]):
        """In any order."""
        forum = ListForum([a_thread(1, [a_post(1, html="".join(parts)), a_post(2, html="<p>after</p>")])])
        check_box(make_copy(forum, tmp_path)["threads/000/1.html"], 2)

    def test_what_is_written_is_written_the_same_again(self, tmp_path: Path):
        """The boxes hold by what the tree is, not by what a browser makes of it: reading it again changes nothing."""
        html = "<ul><li>a<li>b</ul><table><tr><td colspan=2>c</table><pre>\n\n  d</pre><ol start=4><li>e</ol><h1>f</h1>"
        tree = make_copy(ListForum([a_thread(1, [a_post(1, html=html)])]), tmp_path)["threads/000/1.html"]
        body = tree.css_first(".body")
        assert body.css_first("td").attributes["colspan"] == "2"
        assert body.css_first("ol").attributes["start"] == "4"
        assert body.css_first("pre").text() == "\n  d"
        assert body.css_first("h4").text() == "f"
        assert len(body.css("li")) == 3

    def test_what_cannot_be_read_is_shown_as_text(self, tmp_path: Path):
        """Markup nested without end costs its looks, not its words."""
        forum = ListForum([a_thread(1, [a_post(1, "the words", html="<div>" * 5000 + "the words")])])
        tree = make_copy(forum, tmp_path)["threads/000/1.html"]
        assert text_of(tree, ".body.plain") == "the words"

    def test_pictures_are_links(self, tmp_path: Path):
        """With what they show; small ones that stand for a face are that face."""
        html = "<p><img src='/i/1.png' alt='Dawn'> <img src=s.gif alt=':-)'> <img src='data:x' alt='heart'></p>"
        shown = (Attachment(f"{HOST}/i/1.png", image=True), Attachment(f"{HOST}/i/2.png", "Dusk", image=True))
        forum = ListForum([a_thread(1, [a_post(1, html=html, attachments=shown)])])
        tree = make_copy(forum, tmp_path)["threads/000/1.html"]
        body = tree.css_first(".body")
        assert hrefs(body) == [f"{HOST}/i/1.png"]
        assert text_of(tree, ".files") == "Dusk"
        assert " ".join(body.text().split()) == "picture: Dawn :-) heart"

    @pytest.mark.parametrize(
        "text", ["</title><script>alert(1)</script>", "\"'><img src=x>", "\u202eabc", "a\x00b", "\ud800"]
    )
    def test_names_and_titles_are_text(self, tmp_path: Path, text: str):
        """Wherever they are shown."""
        file = Attachment("javascript:alert(1)", text)
        post = a_post(1, text, author=text, time=None, time_text=text, attachments=(file,))
        path = (Crumb(text, f"{HOST}/b/1"),)
        forum = ListForum([a_thread(1, [post], path, title=text, tags=(text,))], [a_board(path, text)])
        for page in make_copy(forum, tmp_path).values():
            assert not page.css("script, img")
            assert [node.tag for node in page.body.iter()] == ["header", "main", "footer"]
            assert not [href for href in hrefs(page) if href.startswith("javascript")]

    def test_a_page_asks_for_nothing(self, tmp_path: Path):
        """It forbids scripts, pictures and forms to itself; only its own style is let in."""
        for page in make_copy(small_forum(), tmp_path).values():
            policy = page.css_first("meta[http-equiv=Content-Security-Policy]").attributes["content"]
            assert policy.startswith("default-src 'none'; style-src 'self'")
            assert not page.css("[src], script, [style], [onclick]")
            assert [link.attributes["href"].lstrip("./") for link in page.css("link")] == ["style.css"]

    def test_text_runs_in_its_own_direction(self, tmp_path: Path):
        """Each post and title by what is written in it."""
        tree = make_copy(small_forum(), tmp_path)["threads/000/1.html"]
        assert tree.css_first("h1").attributes["dir"] == "auto"
        assert all(box.attributes["dir"] == "auto" for box in tree.css(".body"))


class TestFolder:
    """What is at the place already."""

    def test_names_come_from_numbers(self, tmp_path: Path):
        """A title names no file."""
        make_copy(ListForum([a_thread(1, [a_post(1)], title="../../../etc/passwd")]), tmp_path)
        names = {path.name for path in (tmp_path / "copy").rglob("*") if path.is_file()}
        assert all(re.fullmatch(r"(index|\d+(-\d+)?)\.html|style\.css", name) for name in names)
        assert [path.name for path in tmp_path.iterdir()] == ["copy"]

    def test_an_earlier_copy_is_replaced(self, tmp_path: Path):
        """Wholly: nothing of it stays."""
        make_copy(small_forum(), tmp_path)
        pages = make_copy(ListForum([a_thread(7, [a_post(1)])]), tmp_path)
        assert len([name for name in pages if name.startswith("threads/")]) == 1
        assert [path.name for path in tmp_path.iterdir()] == ["copy"]

    def test_an_empty_folder_is_filled(self, tmp_path: Path):
        """It was made for it."""
        (tmp_path / "copy").mkdir()
        assert make_copy(small_forum(), tmp_path)

    @pytest.mark.parametrize(
        "prepare",
        [
            lambda folder: (folder / "thesis.txt").write_text("years of work"),
            lambda folder: (folder / "boards").mkdir(),
            lambda folder: [(folder / "index.html").touch(), (folder / "mine").touch()],
        ],
    )
    def test_a_folder_with_other_things_is_left_alone(self, tmp_path: Path, prepare: Callable[[Path], object]):
        """Only what an export has made is ever removed."""
        prepare(tmp_path)
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(UsageError, match="other things"):
            export_html(small_forum(), tmp_path)
        assert sorted(tmp_path.rglob("*")) == before

    def test_a_file_is_no_folder(self, tmp_path: Path):
        """It is left alone, too."""
        (tmp_path / "copy").write_text("x")
        with pytest.raises(UsageError, match="is a file"):
            export_html(small_forum(), tmp_path / "copy")

    def test_counts_are_told(self, tmp_path: Path):
        """Of a chosen time, too."""
        assert export_html(small_forum(), tmp_path / "copy") == Exported(threads=3, posts=4)
        assert export_html(small_forum(), tmp_path / "copy", Selection(until=NOW)) == Exported(threads=0, posts=0)
        assert REPAIR[0].text not in (tmp_path / "copy" / "index.html").read_text()
