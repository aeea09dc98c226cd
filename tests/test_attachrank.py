"""AttachRank: the paper's PageRank, the graph of an archive, and what its ranks do to a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.attachments import RANKINGS, Graph, LinkKind, RankSetting, page_rank, rank_archive, rank_graph, read_graph
from weft.page import Attachment, Crumb, Exchange, IndexPage, Page, Post, ThreadEntry, ThreadPage, read_page
from weft.store import (
    Discovered,
    FileQuery,
    FileText,
    MemoryArchive,
    NewFile,
    PageRow,
    Reading,
    SqliteArchive,
    UrlState,
    Visit,
    open_archive,
)

NOW = datetime(2024, 5, 1, tzinfo=UTC)
HOST = "http://forum.example"
AnyArchive = SqliteArchive | MemoryArchive
LINKS = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(1, 5)), max_size=60)


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    opened: AnyArchive = MemoryArchive() if request.param == "memory" else open_archive(tmp_path / "archive")
    yield opened
    opened.close()


def by_networkx(links: list[tuple[int, int, int]], n: int, starts: list[int] | None = None) -> np.ndarray:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    for source, target, weight in links:
        known = graph.get_edge_data(source, target, {"weight": 0})["weight"]
        graph.add_edge(source, target, weight=known + weight)
    usual = None if starts is None else dict(enumerate(starts))
    ranks = nx.pagerank(graph, 0.85, personalization=usual, tol=1e-13, max_iter=2000)
    return np.array([ranks[node] for node in range(n)])


def ranks_of(links: list[tuple[int, int, int]], n: int, starts: list[int] | None = None) -> np.ndarray:
    sources, targets, weights = (np.array(column, dtype=np.int64) for column in zip(*links, strict=True))
    own = None if starts is None else np.array(starts, dtype=float)
    return page_rank(sources, targets, n, weights=weights.astype(float), starts=own, tol=1e-12)


@given(LINKS.filter(bool))
@settings(deadline=None, max_examples=80)
def test_ranks_are_those_of_networkx_when_scaled(links: list[tuple[int, int, int]]):
    """Weights, doubled links, links to oneself and pages without links included."""
    ranks = ranks_of(links, 12)
    assert np.allclose(ranks / ranks.sum(), by_networkx(links, 12), atol=1e-6)


def test_very_many_links_give_the_ranks_of_few_with_their_weights():
    """Many links are added up by another way than few are."""
    n, pairs = 300, np.random.default_rng(7).integers(0, 300, (2, 600_000))
    single, counts = np.unique(pairs, axis=1, return_counts=True)
    ranks = page_rank(pairs[0], pairs[1], n, tol=1e-12)
    assert np.allclose(ranks, page_rank(single[0], single[1], n, weights=counts.astype(float), tol=1e-12))


@given(LINKS.filter(bool), st.lists(st.integers(1, 9), min_size=12, max_size=12))
@settings(deadline=None, max_examples=40)
def test_what_pages_have_by_themselves_is_networkx_personalisation(
    links: list[tuple[int, int, int]], starts: list[int]
):
    """Pages without links leave it to where one starts, too."""
    ranks = ranks_of(links, 12, starts)
    assert np.allclose(ranks / ranks.sum(), by_networkx(links, 12, starts), atol=1e-6)


def test_a_large_random_graph_agrees_with_networkx():
    """Thousands of pages of which a tenth has no links."""
    rng = np.random.default_rng(3)
    links = [(int(s), int(t), 1) for s, t in zip(rng.integers(0, 1800, 9000), rng.integers(0, 2000, 9000), strict=True)]
    ranks = ranks_of(links, 2000)
    assert np.abs(ranks / ranks.sum() - by_networkx(links, 2000)).max() < 1e-6


def test_the_paper_s_formula_holds_page_by_page():
    """PR(A) = (1-d) + d * (PR(T1)/C(T1) + ... + PR(Tn)/C(Tn)); what nobody links to has 1-d."""
    ranks = page_rank(np.array([0, 0, 1, 2]), np.array([1, 2, 2, 1]), 3, d=0.5)
    assert ranks[0] == pytest.approx(0.5)
    assert ranks[1] == pytest.approx(0.5 + 0.5 * (ranks[0] / 2 + ranks[2] / 1))
    assert ranks[2] == pytest.approx(0.5 + 0.5 * (ranks[0] / 2 + ranks[1] / 1))


def test_a_graph_without_links_or_pages_has_plain_ranks():
    """Nothing to count is no error."""
    nothing = np.zeros(0, dtype=np.int64)
    assert page_rank(nothing, nothing, 0).tolist() == []
    assert page_rank(nothing, nothing, 2) == pytest.approx([0.15, 0.15])


def a_post(id_: int, html: str = "", author: str = "ann", **values: object) -> Post:
    known = {"url": f"{HOST}/post/{id_}#p{id_}", "time": NOW - timedelta(days=id_), "text": f"text {id_}"}
    return Post(str(id_), author=author, html=html, **{**known, **values})  # type: ignore[arg-type]


def a_link(url: str) -> str:
    return f'<p>see <a href="{url}" rel="nofollow noopener">this</a></p>'


def put_page(
    archive: AnyArchive, url: str, html: str = "", status: int = 200, location: str = "", **visit: object
) -> None:
    """Commit one page as the crawl would."""
    reading = visit.get("reading")
    list_ = reading.list if isinstance(reading, Reading) else ""
    archive.add([Discovered(url, list=list_)])
    (lease,) = archive.lease(1, NOW)
    headers = ((b"Content-Type", b"text/html"), *([(b"Location", location.encode())] if location else []))
    exchange = Exchange(url, NOW, "GET", (), status, "OK", headers, html.encode())
    state = UrlState.REDIRECTED if location else UrlState.FETCHED
    archive.commit([Visit(lease, state, exchange=exchange, page=PageRow("thread"), redirect_to=location, **visit)])  # type: ignore[arg-type]


def put_thread(archive: AnyArchive, number: int, *posts: Post, page: int = 1, html: str = "") -> None:
    """Commit one page of a thread with what is read out of it."""
    thread = f"{HOST}/thread/{number}"
    url = thread if page == 1 else f"{thread}?page={page}"
    shown = ThreadPage(f"Thread {number}", (Crumb("Board", f"{HOST}/board"),), (), posts)
    put_page(archive, url, html, reading=Reading(url, NOW, shown, list=thread, number=page))


def links_of(graph: Graph, kind: LinkKind) -> set[tuple[str, str]]:
    short = [page.removeprefix(HOST) for page in graph.pages]
    chosen = zip(graph.sources[graph.kinds == kind], graph.targets[graph.kinds == kind], strict=True)
    return {(short[source], short[target]) for source, target in chosen}


def test_links_in_posts_lead_to_threads_by_whatever_address(archive: AnyArchive):
    """A further page, the permalink of a post and a redirect all stand for their thread; elsewhere stands for none."""
    put_thread(archive, 1, a_post(1))
    put_thread(archive, 1, a_post(2), page=2)
    put_thread(archive, 2, a_post(3, a_link(f"{HOST}/thread/1?page=2")))
    put_thread(archive, 3, a_post(4, a_link(f"{HOST}/post/1#p1")))
    put_thread(archive, 4, a_post(5, a_link(f"{HOST}/old")))
    put_thread(archive, 5, a_post(6, a_link("http://elsewhere.example/") + a_link(f"{HOST}/thread/5")))
    put_page(archive, f"{HOST}/old", status=301, location="/older")
    put_page(archive, f"{HOST}/older", status=302, location=f"{HOST}/thread/1")
    graph = read_graph(archive)
    assert links_of(graph, LinkKind.VOTED) == {(f"/thread/{number}", "/thread/1") for number in (2, 3, 4)}
    assert graph.addresses[f"{HOST}/thread/1"] == graph.addresses[f"{HOST}/thread/1?page=2"]


def test_other_ways_to_write_an_address_come_from_the_plan(archive: AnyArchive):
    """Twins were never fetched; how the plan writes their address tells which page they are."""
    put_thread(archive, 1, a_post(1))
    put_thread(archive, 2, a_post(2, a_link(f"{HOST}/thread/1?sid=abc") + a_link("mailto:ann@forum.example")))
    asked: list[str] = []

    def name(url: str) -> str:
        asked.append(url)
        return url.partition("?sid=")[0]

    graph = read_graph(archive, name=name)
    assert asked == [f"{HOST}/thread/1?sid=abc"]
    assert links_of(graph, LinkKind.VOTED) == {("/thread/2", "/thread/1")}


def test_a_signature_is_no_vote(archive: AnyArchive):
    """What one author links from many threads is not counted as said in each of them."""
    put_thread(archive, 0, a_post(100))
    put_thread(archive, 50, a_post(101))
    for number in range(1, 9):
        other = a_link(f"{HOST}/thread/50") if number < 3 else ""
        put_thread(archive, number, a_post(number, a_link(f"{HOST}/thread/0") + other, author="sig"))
    graph = read_graph(archive)
    assert links_of(graph, LinkKind.VOTED) == {("/thread/1", "/thread/50"), ("/thread/2", "/thread/50")}
    assert ("/thread/1", "/thread/0") in links_of(graph, LinkKind.PLACED) | links_of(graph, LinkKind.STANDING)


def page_of(archive: AnyArchive, url: str) -> Page | None:
    exchange = archive.read_exchange(url)
    return None if exchange is None else read_page(url, exchange.body, exchange.header("content-type"))


def test_links_of_pages_are_told_apart(archive: AnyArchive):
    """What stands on every page is navigation, nofollow does not count, and what a post has too is a vote."""
    menu = f'<a href="{HOST}/thread/0">Rules</a>'
    for number in range(6):
        near = f'<a href="/thread/{number + 1}">next</a><a rel="nofollow" href="/thread/{(number + 3) % 6}">print</a>'
        said = a_link(f"{HOST}/thread/5") if number == 2 else ""
        put_thread(archive, number, a_post(number, said), html=f"<body>{menu}{said}{near}")
    graph = read_graph(archive, lambda url: page_of(archive, url))
    assert links_of(graph, LinkKind.STANDING) == {(f"/thread/{number}", "/thread/0") for number in range(1, 6)}
    assert links_of(graph, LinkKind.VOTED) == {("/thread/2", "/thread/5")}
    assert links_of(graph, LinkKind.PLACED) == {(f"/thread/{n}", f"/thread/{n + 1}") for n in range(5)}


def a_graph(sources: list[int], targets: list[int], kinds: list[LinkKind], nodes: int, **columns: np.ndarray) -> Graph:
    nan = np.full(nodes, np.nan)
    graph = Graph(
        tuple(f"{HOST}/{node}" for node in range(nodes)),
        np.array(sources, dtype=np.int64),
        np.array(targets, dtype=np.int64),
        np.array(kinds, dtype=np.int8),
        nan,
        nan,
        nan,
        {},
    )
    return replace(graph, **columns)  # type: ignore[arg-type]


def test_navigation_counts_for_nothing_unless_asked():
    """The paper counts all links alike; ours only those in posts."""
    graph = a_graph(
        [0, 1, 2, 0], [3, 3, 3, 1], [LinkKind.STANDING, LinkKind.STANDING, LinkKind.PLACED, LinkKind.VOTED], 4
    )
    paper, posts = rank_graph(graph, RANKINGS["paper"]), rank_graph(graph, RANKINGS["posts"])
    assert paper[3] > paper[1]
    assert posts[3] == pytest.approx(0.15)
    assert posts[1] > posts[2]


def test_attention_is_a_vote():
    """Of two threads without a link the one that is read and answered is before the other; unknown is the usual."""
    replies, views = np.array([0.0, 5.0, np.nan]), np.array([10.0, 1000.0, np.nan])
    graph = a_graph([], [], [], 3, replies=replies, views=views)
    ranks = rank_graph(graph, RANKINGS["attention"])
    assert ranks[0] < ranks[2] < ranks[1]


def test_pages_are_measured_by_those_of_their_age():
    """Where the old have ten times the links of the new, the best of the new is before the usual of the old."""
    rng = np.random.default_rng(1)
    nodes, links = 400, 3000
    targets = np.where(rng.random(links) < 0.9, rng.integers(0, 200, links), rng.integers(200, 400, links))
    targets[:12] = 390
    sources = rng.integers(0, nodes, links)
    graph = a_graph(
        sources.tolist(), targets.tolist(), [LinkKind.VOTED] * links, nodes, times=np.arange(nodes, dtype=float)
    )
    plain = rank_graph(graph, RankSetting())
    of_age = rank_graph(graph, RankSetting(of_age=True))
    assert plain[390] < np.quantile(plain, 0.97)
    assert of_age[390] > np.quantile(of_age, 0.99)
    gaps = [np.log(ranks[:200]).mean() - np.log(ranks[200:]).mean() for ranks in (plain, of_age)]
    assert abs(gaps[1]) < gaps[0] / 3
    assert (of_age > 0).all()


def put_file(archive: AnyArchive, url: str, name: str, text: str) -> None:
    archive.add([Discovered(url, role="attachment")])
    (lease,) = archive.lease(1, NOW)
    spool = archive.spool()
    spool.write(f"{url} {text}".encode())
    kept = NewFile(spool.finish(), "text", "txt", "text/plain", name)
    exchange = Exchange(url, NOW, "GET", (), 200, "OK", ((b"Content-Type", b"text/plain"),), b"")
    archive.commit([Visit(lease, UrlState.FETCHED, exchange=exchange, page=PageRow("attachment"), file=kept)])
    archive.put_texts([FileText(kept.part.digest, text)])


def test_a_file_that_people_point_to_is_found_first(archive: AnyArchive):
    """Words being equal, AttachRank decides; without it the order is that of the words alone."""
    for number in range(8):
        url = f"{HOST}/file/{number}"
        said = a_link(f"{HOST}/thread/5") if number in (1, 2, 3) else ""
        post = a_post(number, said, attachments=(Attachment(url, "rules.txt"),), text="here")
        put_thread(archive, number, post)
        put_file(archive, url, "rules.txt", "rules of the house")
    assert rank_archive(archive) == len(read_graph(archive).addresses)
    best = archive.search_files(FileQuery("rules"))[0]
    assert best.file.urls == (f"{HOST}/file/5",)
    assert best.file.rank == max(file.rank for file in archive.files())
    assert archive.search_files(FileQuery("rules"), by_rank=False)[0].file.urls == (f"{HOST}/file/0",)


def test_counts_of_index_pages_reach_the_graph(archive: AnyArchive):
    """Replies and views of a thread are those its board shows; its time is that of its first post."""
    put_thread(archive, 1, a_post(2), a_post(1))
    entry = ThreadEntry(f"{HOST}/thread/1", "Thread 1", replies=7, views=90)
    index = IndexPage("Board", (), (), (entry,))
    archive.record([Reading(f"{HOST}/board", NOW, index=index, list=f"{HOST}/board")])
    graph = read_graph(archive)
    node = graph.addresses[f"{HOST}/thread/1"]
    assert (graph.replies[node], graph.views[node]) == (7, 90)
    assert graph.times[node] == (NOW - timedelta(days=2)).timestamp()
