"""Posts against known ones: the two rules, gold pages, mirrored sites, skins, the command."""

from __future__ import annotations

import json
import lzma
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from typer.testing import CliRunner

from weft.cli import make_app
from weft.errors import UsageError
from weft.evaluate import (
    POSTS_GOLD_NOW,
    GoldFigures,
    GoldPage,
    GoldPost,
    PageScore,
    PostThread,
    ReadPost,
    ThreadPost,
    compare_trafilatura,
    count_tokens,
    cut_gold,
    cut_page,
    evaluate_site_posts,
    evaluate_skin_posts,
    group_scores,
    has_posts,
    load_gold_pages,
    load_post_threads,
    pair_posts,
    pick_best,
    plot_gold,
    post_figures,
    read_gold_alone,
    score_gold,
    score_gold_page,
    score_posts,
    score_threads,
    token_f1,
)
from weft.page import read_page
from weft.simulate import Site, Trait, TruthKind, make_site

NOON = datetime(2020, 5, 1, 12, tzinfo=UTC)
texts = st.lists(st.text("ab ", max_size=12), max_size=6)


class TestPairing:
    """Which post is which."""

    def test_words_count_as_often_as_they_stand_there(self):
        """Case and punctuation do not matter; a word said twice is two."""
        assert token_f1(count_tokens("One, two!"), count_tokens("TWO one")) == 1.0
        assert token_f1(count_tokens("one one one"), count_tokens("one")) == 0.5
        assert token_f1(count_tokens(""), count_tokens(None)) == 0.0

    def test_equal_texts_are_paired_by_place(self):
        """Three who say the same stay three."""
        said = [count_tokens("me too")] * 3
        assert pair_posts(said, said) == [(0, 0), (1, 1), (2, 2)]

    def test_ties_go_to_the_earlier_or_to_the_later(self):
        """Where place does not decide, either."""
        one, two = [count_tokens("me too")], [count_tokens("me too")] * 2
        other = count_tokens("nothing like it")
        assert pair_posts([other, *one], [two[0], other, two[1]]) == [(0, 1), (1, 0)]
        assert pair_posts([other, *one], [two[0], other, two[1]], last_first=True) == [(0, 1), (1, 2)]

    @given(texts, texts)
    def test_pairs_are_one_to_one_alike_and_greedy(self, true: list[str], found: list[str]):
        """No post twice, none unlike, and nothing alike is left on both sides."""
        a, b = ([count_tokens(text) for text in side] for side in (true, found))
        pairs = pair_posts(a, b)
        left, right = {i for i, _ in pairs}, {j for _, j in pairs}
        assert len(left) == len(right) == len(pairs)
        assert all(token_f1(a[i], b[j]) >= 0.8 for i, j in pairs)
        rest = [(i, j) for i in range(len(a)) for j in range(len(b)) if i not in left and j not in right]
        assert all(token_f1(a[i], b[j]) < 0.8 for i, j in rest)
        assert len(pairs) == len(pair_posts(b, a))


def gold_post(text: str, **more: str) -> GoldPost:
    """A gold post by ann, of a full date."""
    known = {"user": "/u/7/ann", "user_kind": "url", "user_name": "Ann B.", "date": "2020-05-01"} | more
    return GoldPost(text, **known)


class TestGoldRule:
    """Single pages."""

    def test_the_truth_scores_1(self):
        """Names, links and days."""
        gold = [gold_post("one two three"), gold_post("four five six")]
        read = [ReadPost(post.text, "ann b", f"{post.date}T23:59:00+02:00") for post in gold]
        figures = score_gold_page(gold, read)
        assert set(figures.figures().values()) == {1.0}
        assert (figures.gold, figures.found, figures.matched) == (2, 2, 2)

    def test_what_is_missed_and_what_is_none(self):
        """Recall and precision fall apart; no post has no precision and is no error."""
        gold = [gold_post("one two three"), gold_post("four five six")]
        figures = score_gold_page(
            gold, [ReadPost("one two three"), *(ReadPost(word) for word in ("ad", "bar", "foot"))]
        )
        assert (figures.precision, figures.recall, round(figures.f1, 4)) == (0.25, 0.5, 0.3333)
        assert (figures.user, figures.date) == (0.0, 0.0)
        nothing = score_gold_page(gold, [])
        assert (nothing.precision, nothing.recall, nothing.f1, nothing.user) == (0.0, 0.0, 0.0, None)

    def test_pictures_are_left_out_on_both_sides(self):
        """A post without a word cannot be matched by words."""
        figures = score_gold_page([gold_post(":-)"), gold_post("word")], [ReadPost("..."), ReadPost("word", "Ann B.")])
        assert (figures.gold, figures.found, figures.f1, figures.user) == (1, 1, 1.0, 1.0)

    @pytest.mark.parametrize(
        ("said", "right"), [("ann-b", 1), ("https://h.example/u/7/ann", 1), ("bob", 0), ("", 0), ("...", 0)]
    )
    def test_a_user_is_a_name_or_a_link_that_ends_alike(self, said: str, right: int):
        """But nothing is nobody."""
        assert score_gold_page([gold_post("word")], [ReadPost("word", said)]).users_right == right

    def test_broken_users_and_partial_dates_say_nothing(self):
        """They are counted nowhere."""
        figures = score_gold_page([gold_post("word", user_kind="broken", date="2020-05")], [ReadPost("word", "x", "y")])
        assert (figures.users, figures.days, figures.user, figures.date) == (0, 0, None, None)

    @pytest.mark.parametrize(
        ("said", "same", "near"),
        [
            ("2020-05-01", 1, 1),
            ("2020-05-02T01:00", 0, 1),
            ("2020-05-03", 0, 0),
            ("1 May 2020", 0, 0),
            ("2020-13-01", 0, 0),
        ],
    )
    def test_days_are_iso_and_one_off_is_told_apart(self, said: str, same: int, near: int):
        """A clock of another zone is not a wrong date."""
        figures = score_gold_page([gold_post("word")], [ReadPost("word", "", said)])
        assert (figures.days_right, figures.days_near) == (same, near)

    def test_scores_are_added_by_any_key(self):
        """Hosts and packages, micro over posts."""
        scores = [PageScore("a", "x", GoldFigures(gold=1)), PageScore("b", "x", GoldFigures(gold=2, found=4))]
        assert list(group_scores(scores, lambda score: score.host)) == ["a", "b"]
        assert group_scores(scores, lambda score: score.software) == {"x": GoldFigures(gold=3, found=4)}


def thread(title: str, *words: str, shift: float = 0.0) -> PostThread:
    """A thread whose posts come every ten minutes."""
    posts = (ThreadPost(text, "Ann", NOON + timedelta(minutes=10 * n, hours=shift)) for n, text in enumerate(words))
    return PostThread(title, tuple(posts))


class TestThreadRule:
    """Exports."""

    def test_the_truth_scores_1(self):
        """Whatever the zone of its clocks."""
        true = [thread("A, b!", "one", "two", "three"), thread("c", "four")]
        for shift in (0, 2, -5.5):
            found = [thread("c", "four", shift=shift), thread("a b", "one", "two", "three", shift=shift)]
            assert set(score_threads(true, found).figures().values()) == {1.0}

    def test_a_zone_is_common_to_the_thread(self):
        """One post an hour off is wrong, a minute off is not."""
        true = thread("t", "one", "two", "three").posts
        found = [true[0], ThreadPost("two", "Ann", true[1].time + timedelta(hours=1)), ThreadPost("three", "bob", None)]
        assert score_posts(true, found).times == 1
        assert score_posts(true, [ThreadPost(p.text, "ANN", p.time - timedelta(seconds=60)) for p in true]).times == 3
        assert score_posts(true, found).authors == 2

    def test_order_and_joining(self):
        """A thread in two pieces is found once and not joined."""
        true = [thread("t", "one", "two", "three", "four")]
        swapped = score_threads(true, [thread("t", "two", "one", "three", "four")])
        assert (swapped.ordered, swapped.steps, swapped.whole) == (2, 3, 1)
        halves = score_threads(true, [thread("t", "one", "two", "three"), thread("t", "four")]).figures()
        assert (halves["post_p"], halves["post_r"], halves["joined"], halves["threads_found"]) == (0.75, 0.75, 0.0, 1.0)

    def test_titles_may_stand_in_longer_ones_and_serve_once(self):
        """Two threads of one title are two."""
        true = [thread("same", "one"), thread("same", "two"), thread("long title", "three"), thread("lost", "four")]
        found = [thread("Same", "one"), thread("SAME", "two"), thread("long title - my forum", "three")]
        figures = score_threads(true, found)
        assert (figures.threads, figures.found, figures.matched) == (4, 3, 3)
        assert set(score_threads(true, []).figures().values()) == {0.0}

    def test_threads_are_read_from_lines(self, tmp_path: Path):
        """Truth and export alike; a file without posts is named."""
        path = tmp_path / "threads.jsonl"
        post = {"text": "hello", "author": None, "time": "2020-05-01T12:00:00Z"}
        path.write_text(json.dumps({"title": "t", "posts": [post, {"text": "x", "time": "soon"}]}) + "\n")
        (only,) = load_post_threads(path)
        assert only.posts == (ThreadPost("hello", "", NOON), ThreadPost("x"))
        assert has_posts(path)
        path.write_text('{"title": "t", "n_posts": 3}\n')
        assert not has_posts(path)
        with pytest.raises(UsageError, match="no posts"):
            load_post_threads(path)
        with pytest.raises(UsageError, match=r"no threads\.jsonl"):
            load_post_threads(tmp_path / "none" / "threads.jsonl")
        assert not has_posts(tmp_path / "none")


def write_gold(folder: Path, *skins: str, pages: int = 2) -> Path:
    """Gold pages out of simulated sites, by the format of WEB-FORUM-52."""
    rows = []
    for skin in skins:
        site = make_site(skin, threads=40)
        at = site.model.end
        true = {post.id: post for thread in site.threads(at) for post in thread.posts}
        long = [(url, t) for url, t in site.all_truth(at) if t.kind is TruthKind.THREAD and len(t.posts) > 4]
        for url, truth in long[:pages]:
            gold = [_gold_row(true[number]) for number in truth.posts]
            html = site.answer(url, at).body.decode()
            rows.append({"host": f"{skin}.example", "url": url, "software": "own", "html": html, "gold": gold})
    folder.mkdir(exist_ok=True)
    with lzma.open(folder / "pages.jsonl.xz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    return folder


def _gold_row(post: Any) -> dict[str, Any]:
    day = post.time.date().isoformat()
    return {"text": post.text, "user": post.author, "user_kind": "name", "user_name": post.author, "date": day}


def test_gold_pages_are_read_alone(tmp_path: Path):
    """Nothing but the page is known, and the posts are there."""
    pages = load_gold_pages(write_gold(tmp_path, "papers", "mirror"))
    assert len(pages) == 4
    now = make_site("papers", threads=40).model.end
    hosts = group_scores(score_gold(pages, read_gold_alone(now)), lambda score: score.host)
    assert list(hosts) == ["mirror.example", "papers.example"]
    for figures in hosts.values():
        assert figures.pages == 2
        assert min(figures.precision, figures.recall, figures.user or 0) > 0.9
    with pytest.raises(UsageError, match=r"pages\.jsonl\.xz"):
        load_gold_pages(tmp_path / "none")


def test_gold_pages_are_cut_to_a_few_of_their_posts():
    """What stands around the other posts stays; pages with no more posts than that are left out."""
    posts = tuple(gold_post(f"What {name} has to say of the river.") for name in ("Ann", "Bob", "Cid", "Dot", "Eve"))
    rows = "".join(f"<li><b>{place}</b> <p>{post.text}</p></li>" for place, post in enumerate(posts))
    page = GoldPage("a.example", "http://a.example/1", "", f"<h1>Rivers</h1><ul>{rows}</ul><p>The end</p>", posts)
    first, last = cut_gold([page], 2)
    assert (first.posts, last.posts) == (posts[:2], posts[-2:])
    for cut in (first, last):
        shown = LexborHTMLParser(cut.html).text(separator=" ")
        assert [post for post in posts if post.text in shown] == list(cut.posts)
        assert "Rivers" in shown
        assert "The end" in shown
    assert "0" in first.html
    assert "0" not in last.html
    assert cut_gold([page], 5) == []


def test_a_page_whose_posts_have_no_elements_of_their_own_is_not_cut():
    """Heads and texts by turns: nobody could say what goes with which text."""
    names = ("Ann", "Bob", "Cid", "Dot")
    posts = tuple(gold_post(f"What {name} has to say of the river and the old mill there.") for name in names)
    rows = "".join(
        f"<tr><td>{name}, a member since 2019, on 14 May 2020<tr><td>{post.text}"
        for name, post in zip(names, posts, strict=True)
    )
    page = GoldPage("a.example", "http://a.example/1", "", f"<table>{rows}</table>", posts)
    assert cut_page(page, 2, last=False) is None
    whole = replace(page, html=f"<ul>{''.join(f'<li>{post.text}</li>' for post in posts)}</ul>")
    assert cut_page(whole, 2, last=True) is not None


@pytest.mark.filterwarnings("ignore")  # what its own libraries warn of is not ours
def test_trafilatura_gets_every_way_to_make_posts(tmp_path: Path):
    """And the best of them is told."""
    pytest.importorskip("trafilatura")
    pages = load_gold_pages(write_gold(tmp_path, "papers", pages=1))
    ways = compare_trafilatura(pages)
    totals = {way: scores[0].figures.f1 for way, scores in ways.items()}
    assert len(totals) == 12
    assert totals[pick_best(ways)] == max(totals.values())
    assert min(totals.values()) < max(totals.values())


def write_mirror(folder: Path, site: Site) -> Path:
    """A mirrored site out of a simulated one, with its threads."""
    at = site.model.end
    answers: dict[str, Any] = {}
    queue = [site.entry_url]
    while queue:
        url = queue.pop().partition("#")[0]
        if url in answers or not url.startswith(site.base_url):
            continue
        answers[url] = answer = site.answer(url, at)
        queue += [urljoin(url, value) for name, value in answer.headers if name == "Location"]
        queue += [link.url for link in read_page(url, answer.body).links if link.url is not None]
    folder.mkdir()
    (folder / "meta.json").write_text(json.dumps({"name": "made", "entry": site.entry_url}))
    with lzma.open(folder / "pages.jsonl.xz", "wt", preset=0, encoding="utf-8") as out:
        for url, answer in answers.items():
            row = {"url": url, "status": answer.status, "headers": dict(answer.headers)}
            out.write(json.dumps(row | {"body": answer.body.decode("utf-8", "replace")}) + "\n")
    with (folder / "truth.jsonl").open("w") as out:
        for url in answers:
            known = site.truth(url, at)
            out.write(json.dumps({"url": url, "type": known.kind.value, "key": known.key}) + "\n")
    with (folder / "threads.jsonl").open("w") as out:
        for thread in site.threads(at):
            posts = [{"text": p.own_text, "author": p.author, "time": p.time.isoformat()} for p in thread.posts]
            out.write(json.dumps({"title": thread.title, "posts": posts}) + "\n")
    return folder


def test_a_site_that_is_no_forum_scores_nothing(tmp_path: Path):
    """And that is told by figures, not by an error."""
    url = "http://127.0.0.1:8999/"
    page = {"url": url, "status": 200, "headers": {"content-type": "text/html"}, "body": "<p>Nothing here."}
    (tmp_path / "meta.json").write_text(json.dumps({"name": "lone", "entry": url}))
    with lzma.open(tmp_path / "pages.jsonl.xz", "wt", encoding="utf-8") as out:
        out.write(json.dumps(page) + "\n")
    (tmp_path / "truth.jsonl").write_text(json.dumps({"url": url, "type": "thread", "key": "thread:1:p1"}) + "\n")
    post = {"text": "hello", "author": "ann", "time": "2020-05-01T12:00:00Z"}
    (tmp_path / "threads.jsonl").write_text(json.dumps({"title": "t", "posts": [post]}) + "\n")
    row = evaluate_site_posts(tmp_path)
    assert (row.counts.true, row.counts.threads, row.counts.exported, row.page_ms) == (1, 1, 0, None)
    assert set(row.counts.figures().values()) == {0.0}


def test_a_skin_is_learned_from_some_pages_and_read_whole():
    """Own words, authors, times, ids, one row a skin; more draws are more posts of the same kind."""
    row = evaluate_skin_posts("papers", threads=20, draws=2)
    figures = post_figures(row.figures(), ("precision", "recall", "author", "time", "order", "ids"))
    assert len(figures) == 6
    assert min(figures.values()) > 0.95
    assert row.page_ms is not None
    site = make_site("papers", threads=20)
    assert row.counts.true == 2 * sum(len(thread.posts) for thread in site.threads(site.model.end))
    assert post_figures({"a": None, "b": 0.5}, ("a", "b")) == {"b": 0.5}


class TestCommand:
    """`weft evaluate posts`."""

    def run(self, *arguments: str) -> list[dict[str, Any]]:
        result = CliRunner().invoke(make_app("evaluate"), ["evaluate", "posts", *arguments, "--json"])
        assert result.exit_code == 0, result.output
        return [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]

    def test_gold_by_host_and_package_beside_what_else_there_is(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        """Rows of each host, each package, all; without trafilatura there is no comparison, and why is said."""
        monkeypatch.setitem(sys.modules, "trafilatura", None)
        folder = write_gold(tmp_path / "gold", "papers", pages=1)
        now = make_site("papers", threads=40).model.end.date().isoformat()
        rows = self.run("--gold", str(folder), "--now", now)
        assert [(row["kind"], row["name"]) for row in rows] == [
            ("host", "papers.example"),
            ("software", "own"),
            ("all", "Weft"),
        ]
        assert rows[0]["f1"] == rows[2]["f1"] > 0.9
        with pytest.raises(UsageError, match="weft\\[bench\\]"):
            compare_trafilatura([])
        shown = CliRunner().invoke(make_app("evaluate"), ["evaluate", "posts", "--gold", str(folder)])
        assert "papers.example" in shown.stdout
        assert "weft[bench]" in shown.stderr

    def test_a_mirrored_site_is_crawled_exported_and_compared(self, tmp_path: Path):
        """From the front page to posts, authors, times, order; a folder of sites takes those with posts."""
        made = make_site("mirror", threads=25)
        plain = Site(made.skin, made.model, {Trait.PROFILES, Trait.PERMALINKS}, base_url=made.base_url)
        write_mirror(tmp_path / "made", plain)
        (tmp_path / "other").mkdir()
        (row,) = self.run("--corpus", str(tmp_path))
        assert (row["kind"], row["site"]) == ("site", "made")
        assert min(row[name] for name in ("post_p", "post_r", "author", "time", "order", "joined")) > 0.95
        assert row["extract_ms"] is not None

    def test_skins_are_named_behind_the_option(self):
        """A row each, and their mean."""
        names = ("papers", "cards")
        rows = self.run("--skins", *names, "--threads", "10")
        assert [(row["kind"], row["skin"]) for row in rows] == [("skin", name) for name in names]
        arguments = ["evaluate", "posts", "--skins", *names, "--threads", "5", "--markdown"]
        shown = CliRunner().invoke(make_app("evaluate"), arguments).stdout.splitlines()
        assert [line.split("|")[1].strip() for line in shown if line.startswith("| ")] == ["skin", *names, "mean"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "--gold DIR"),
            (["papers"], "--skins"),
            (["--skins", "nosuch"], "nosuch"),
            (["--corpus", "."], "no mirrored site"),
        ],
    )
    def test_what_cannot_be_is_said_in_one_sentence(self, arguments: list[str], message: str):
        """With what to do instead."""
        result = CliRunner().invoke(make_app("evaluate"), ["evaluate", "posts", *arguments])
        assert isinstance(result.exception, UsageError)
        assert message in str(result.exception)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of matplotlib's own libraries
def test_hosts_are_drawn(tmp_path: Path):
    """Ours, and another's where there is one."""
    pytest.importorskip("matplotlib")
    own = {"a.example": GoldFigures(gold=2, found=2, matched=2), "b.example": GoldFigures(gold=2, found=4, matched=1)}
    for peer in (own, {}):
        path = tmp_path / f"{len(peer)}.png"
        plot_gold(own, peer, "another", path)
        assert path.read_bytes().startswith(b"\x89PNG")


def test_the_day_gold_pages_were_fetched_is_a_default_only():
    """A page is read as of the moment that is given."""
    body = "".join(
        f"<div class=p><b><a href=/u/{n}>user{n}</a></b> <i>{n} days ago</i><p>word{n} and more words {n}</p></div>"
        for n in range(3, 9)
    )
    page = GoldPage("h", "http://h.example/t/1", "", f"<html><body><div>{body}</div></body></html>", ())
    moved = [read_gold_alone(POSTS_GOLD_NOW + timedelta(days=days))(page) for days in (0, 30)]
    assert len(moved[0]) == len(moved[1]) == 6
    assert moved[0][0].time != moved[1][0].time
