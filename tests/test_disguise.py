"""Forums in disguise: nothing is called what it was, and everything is where it was."""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner

import plain_forum
from plain_forum import HOST, PlainForum
from weft.cli import make_app
from weft.errors import UsageError
from weft.evaluate import (
    Disguise,
    Mask,
    MirroredSite,
    PageType,
    SiteTruth,
    UrlTruth,
    draw_starts,
    load_site,
    run_disguised,
)
from weft.fetch import MemoryAnswer
from weft.page import read_page

HTML = {"content-type": "text/html; charset=utf-8"}
PAGE = (
    '<html><head><link rel="canonical" href="/forum/show.php?topic=1"><style>.post {}</style>'
    '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script></head><body class="forum-page">'
    "<article id='post-7' class='post odd' itemscope><a name='post-9'></a>"
    '<a href="/forum/show.php?topic=1&amp;page=2#post-9">Next page</a>'
    '<a href="show.php?action=delete&amp;topic=1">Delete</a> <a href="http://other.example/forum/">Elsewhere</a>'
    "<p>Posted by <b>ann</b> on 3 May 2024, 10:00</p><p>A red post about forum pages</p></article></body></html>"
)


def site_of(pages: dict[str, str]) -> MirroredSite:
    def look_up(url: str) -> UrlTruth:
        kind = PageType.THREAD if "topic=" in url else PageType.ENTRY
        return UrlTruth(kind, url) if url.removeprefix(HOST) in pages else UrlTruth(PageType.OTHER)

    keys = {kind: frozenset(HOST + one for one in pages if look_up(HOST + one).type is kind) for kind in PageType}
    answers = {target: MemoryAnswer(200, HTML, text.encode()) for target, text in pages.items()}
    return MirroredSite("small", f"{HOST}/forum/", answers, SiteTruth(look_up, keys))


def small(*masks: Mask) -> Disguise:
    pages = {"/forum/": PAGE, **{f"/forum/show.php?topic={n}": PAGE for n in range(1, 7)}}
    pages |= {f"/forum/show.php?topic={n}&page=2": PAGE for n in range(1, 4)}
    return Disguise(site_of(pages), frozenset(masks), said="A red post about forum pages", people=frozenset({"ann"}))


def dressed(*masks: Mask) -> str:
    return small(*masks).page(PAGE.encode()).decode()


def test_without_a_mask_the_site_is_as_it_was():
    """Only how attributes are quoted may differ."""
    page, bare = read_page(HOST, dressed().encode()), read_page(HOST, PAGE.encode())
    assert [link.url for link in page.links] == [link.url for link in bare.links]
    assert page.text == bare.text
    assert dressed().count("post odd") == 1


@pytest.mark.parametrize(
    ("mask", "gone"),
    [
        (Mask.NAMES, ["forum-page", "post-7", "post-9", "odd", ".post"]),
        (Mask.ADDRESSES, ["show.php?topic=1&amp;page", '"/forum/']),
        (Mask.WORDS, ["Next", "Posted", "Elsewhere"]),
        (Mask.HINTS, ["canonical", "ld+json", "article", "itemscope"]),
        (Mask.BOXES, ["<article"]),
    ],
)
def test_a_mask_takes_its_part_away_and_nothing_else(mask: Mask, gone: list[str]):
    """What people wrote, times and names stay, and so do addresses that would do something, and those elsewhere."""
    page = dressed(mask)
    assert not [text for text in gone if text in page]
    for text in ("ann", "3 May 2024, 10:00", "A red post about forum pages", "http://other.example/forum/"):
        assert text in page
    assert "action=delete" in page
    assert len(read_page(HOST, page.encode()).links) == len(read_page(HOST, PAGE.encode()).links)


def test_links_of_pages_in_disguise_lead_to_pages_in_disguise():
    """Each address has one of its own, which its page is served at and its truth is known by."""
    cloak = small(*Mask)
    site = cloak.dress()
    assert len(site.answers) == len(cloak.site.answers)
    page = read_page(f"{HOST}/forum/", site.answers[unquote(site.entry.removeprefix(HOST))].body)
    turned = page.links[0].url
    assert turned is not None
    assert turned.removeprefix(HOST).partition("#")[0] in site.answers
    assert site.truth.look_up(turned).key == f"{HOST}/forum/show.php?topic=1&page=2"
    assert site.truth.look_up(f"{HOST}/forum/show.php?topic=1").type is PageType.OTHER


def test_the_same_seed_invents_the_same_words():
    """Another one, others; no two words become one."""
    cloak = small(Mask.NAMES)
    words = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    page = "".join(f'<a class="{word}">x</a>' for word in words).encode()
    again, other = small(Mask.NAMES).page(page), Disguise(cloak.site, cloak.masks, seed=2).page(page)
    assert cloak.page(page) == again != other
    assert len(set(re.findall(rb'class="(\w+)"', again))) == len(words)


def mirror(forum: PlainForum, folder: Path) -> Path:
    """Keep a drawn forum as the mirrored ones are kept."""
    folder.mkdir(parents=True)
    kinds = {path: "entry" if path == "/" else kind for path, kind in forum.kinds.items()}
    pages = [{"url": HOST + path, "status": 200, "headers": HTML, "body": page} for path, page in forum.pages.items()]
    truth = [
        {
            "url": HOST + path,
            "type": kinds.get(path, "other"),
            "valid": path in kinds,
            "key": path if path in kinds else "",
        }
        for path in forum.pages
    ]
    threads = [
        {
            "title": thread.title,
            "posts": [{"author": said.name, "time": said.time.isoformat(), "text": said.text} for said in thread.posts],
        }
        for thread in forum.threads.values()
    ]
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in pages)
    for name, rows in (("truth", truth), ("threads", threads)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "meta.json").write_text(json.dumps({"name": "drawn", "entry": f"{HOST}/"}), encoding="utf-8")
    return folder


def test_a_forum_is_crawled_and_read_in_disguise(tmp_path: Path):
    """Every page of it, from its entry and from within, and its posts."""
    folder = mirror(plain_forum.PlainForum(3), tmp_path / "drawn")
    rows = list(run_disguised(folder, [tuple(Mask)], inner=1, seed=1))
    assert [row.begun == f"{HOST}/" for row in rows] == [True, False]
    for row in rows:
        assert row.result.measures.coverage == row.result.measures.board_coverage == 1
        assert row.posts is not None
        assert row.posts.figures()["post_r"] > 0.95


def test_the_command_shows_each_dress_and_tells_where_there_is_nothing(tmp_path: Path):
    """As a table, or a line of JSON each."""
    folder = mirror(plain_forum.PlainForum(3), tmp_path / "all" / "drawn")
    run = CliRunner()
    shown = run.invoke(make_app("evaluate"), ["evaluate", "disguised", "--site", str(folder), "--markdown"])
    lines = [line.split("|")[2].strip() for line in shown.stdout.splitlines() if line.startswith("| drawn")]
    assert lines == ["none", "no names", "no names, boxes"]
    corpus = ["evaluate", "disguised", "--corpus", str(tmp_path / "all"), "--mask", "names", "--json"]
    row = json.loads(run.invoke(make_app("evaluate"), corpus).stdout)
    assert (row["site"], row["masks"], row["coverage"]) == ("drawn", ["names"], 1.0)
    for wrong in (["--corpus", str(folder)], []):
        assert isinstance(run.invoke(make_app("evaluate"), ["evaluate", "disguised", *wrong]).exception, UsageError)


def test_pages_to_begin_at_are_of_all_kinds_and_the_same_again(tmp_path: Path):
    """Threads, lists and others by turns."""
    site = load_site(mirror(plain_forum.PlainForum(3), tmp_path / "drawn"))
    starts = draw_starts(site, 6, 1)
    kinds = [site.truth.look_up(url).type for url in starts]
    assert kinds == [PageType.THREAD, PageType.INDEX, PageType.OTHER] * 2
    assert starts == draw_starts(site, 6, 1) != draw_starts(site, 6, 2)


def test_no_page_to_begin_at_acts():
    """A program that deletes is not asked, even where a mirror has its answer."""
    pages = dict.fromkeys(("/forum/", "/forum/show.php?topic=1", "/forum/show.php?action=delete&topic=2"), PAGE)
    assert set(draw_starts(site_of(pages), 20, 1)) == {f"{HOST}/forum/show.php?topic=1"}
