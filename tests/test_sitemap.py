"""The map of a site: sampling order, URL formats, layouts, vertices and arcs, pictures."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from xml.etree import ElementTree as ET

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from weft.page import alignment_cost, find_regions, read_page
from weft.simulate import Site, Trait, TruthKind, make_site
from weft.sitemap import (
    SampledPage,
    SamplingQueue,
    Shape,
    Sitemap,
    Survey,
    draw_sitemap,
    find_layouts,
    learn_formats,
    survey_pages,
)
from weft.traversal import locate_links
from weft.urls import canonicalise

ORIGIN = "http://h"


@cache
def forum() -> Site:
    return make_site("bullets", threads=60, without={Trait.SESSION_IDS})


@cache
def sampled() -> tuple[SampledPage, ...]:
    """Eighty pages of a simulated forum, in the order of the queue."""
    site, chance = forum(), Random(1)
    queue = SamplingQueue().put([site.entry_url])
    pages: list[SampledPage] = []
    while len(queue) and len(pages) < 80:
        url, queue = queue.pop(chance)
        answer = site.answer(url, site.model.end)
        if answer.status == 200 and answer.body.startswith(b"<!"):
            page = read_page(url, answer.body)
            hrefs = {link.href: link.url for link in page.links if link.url and link.url.startswith(site.entry_url)}
            pages.append(SampledPage(url, page, hrefs))
            queue = queue.put(hrefs.values(), chance)
    return tuple(pages)


@cache
def survey() -> Survey:
    return survey_pages(sampled())


@cache
def sitemap() -> Sitemap:
    return draw_sitemap(survey())


def kind_of(url: str) -> TruthKind:
    return forum().truth(url, forum().model.end).kind


@given(st.lists(st.lists(st.text("abc", max_size=2), max_size=6), max_size=6), st.integers(0, 99))
def test_every_url_leaves_the_queue_once(pages: list[list[str]], seed: int):
    """Whatever is put, each URL is popped once, and only from one of the two ends."""
    chance, queue, popped = Random(seed), SamplingQueue(), []
    for links in pages:
        queue = queue.put(links, chance)
        if len(queue):
            ends = {queue.waiting[0], queue.waiting[-1]}
            url, queue = queue.pop(chance)
            assert url in ends
            popped.append(url)
    while len(queue):
        url, queue = queue.pop(chance)
        popped.append(url)
    assert Counter(popped) == Counter({url for links in pages for url in links})


def test_a_queue_is_a_value():
    """Popping gives another queue and leaves the first as it was; the seed decides the order."""
    queue = SamplingQueue().put(["a", "b", "c"])
    assert queue.pop(Random(3))[0] == queue.pop(Random(3))[0]
    assert len(queue) == 3
    assert {queue.pop(Random(seed))[0] for seed in range(20)} == {"a", "c"}


def test_words_part_formats_and_slugs_do_not():
    """Many URLs with one word are a format; words that few have are values, and digits always are."""
    urls = [f"{ORIGIN}/{kind}/{kind[0]}-name-{letter}/" for kind in ("board", "talk") for letter in "abcdefgh"]
    urls += [f"{ORIGIN}/read?t={n}" for n in range(9)] + [f"{ORIGIN}/read?t={n}&page={n}" for n in range(9)]
    book = learn_formats(urls)
    assert len({book.find(url) for url in urls}) == 4
    assert book.find(f"{ORIGIN}/talk/t-name-never-seen/") == book.find(urls[8])
    assert book.find(f"{ORIGIN}/read?t=77777") == book.find(f"{ORIGIN}/read?t=1")
    assert book.find(f"{ORIGIN}/elsewhere/x/y/z") == -1
    assert "/read?t=#&page=#" in {known.label for known in book.formats}


def test_boards_in_the_path_are_values_where_one_layout_has_several():
    """Formats of one layout that differ in a single word are joined: boards not yet seen are not lost."""
    urls = [
        f"{ORIGIN}/{board}/{board[0]}x-{n}-{chr(97 + n)}" for board in ("garden", "kitchen", "cellar") for n in range(8)
    ]
    book = learn_formats(urls)
    assert book.find(f"{ORIGIN}/attic/x-9-z") == -1
    joined = book.joined([[book.find(url) for url in urls]])
    assert joined.find(f"{ORIGIN}/attic/ax-9-z") >= 0


@settings(max_examples=60)
@given(st.lists(st.tuples(st.text("ab1/%-.", max_size=9), st.text("ab1&=;%-.", max_size=9)), min_size=1, max_size=12))
def test_every_url_matches_a_format_that_was_learned_from_it(tails: list[tuple[str, str]]):
    """The expressions are RE2 and hold for whatever addresses they were made of."""
    urls = list(filter(None, (canonicalise(f"{ORIGIN}/{path}?{query}") for path, query in tails)))
    book = learn_formats(urls)
    assert all(book.find(url) >= 0 for url in urls)
    assert all(re2.compile(known.pattern) for known in book.formats)


def test_flat_shapes_cost_what_trees_cost():
    """Comparing flat shapes gives the cost of aligning the pattern trees."""
    patterns = [region.pattern for page in sampled()[:6] for region in find_regions(page.page)][:12]
    for one in patterns:
        for other in patterns:
            assert Shape.of(one).cost(Shape.of(other)) == pytest.approx(alignment_cost(one, other))


def test_pages_of_one_layout_are_of_one_kind():
    """Clusters hold boards or threads, hardly ever both."""
    kinds: dict[int, Counter[TruthKind]] = {}
    for page in survey().pages:
        kinds.setdefault(page.layout, Counter())[kind_of(page.url)] += 1
    pure = sum(max(counts.values()) for counts in kinds.values())
    assert len(kinds) > 3
    assert pure >= 0.9 * len(survey().pages)


def test_locations_are_those_of_the_plan():
    """A link's place has the same name on the map and when a plan is applied."""
    page = survey().pages[0]
    names = set(locate_links(page.page).values())
    assert page.links
    assert {link.location for link in page.links} <= names


def test_vertices_share_out_the_pages():
    """Every sampled page is in one vertex; values of eq. 3 are positive; the start is in vertex 0, at depth 0."""
    vertices = sitemap().vertices
    assert sorted(page for vertex in vertices for page in vertex.pages) == list(range(len(sampled())))
    assert 0 in vertices[0].pages
    assert survey().pages[0].depth == 0
    assert all(vertex.informativeness > 0 and 0 < vertex.unique <= len(vertex.pages) for vertex in vertices)
    assert len(draw_sitemap(survey(), by_url=False).vertices) <= len(vertices)


def test_arcs_are_links_between_their_vertices():
    """An arc's pages belong to its ends, and links of one arc stand in one place."""
    owners = {page: vertex.number for vertex in sitemap().vertices for page in vertex.pages}
    assert sitemap().arcs
    for arc in sitemap().arcs:
        assert {(owners[a], owners[b]) for a, b in arc.links} == {(arc.source, arc.target)}
    keys = [(arc.source, arc.target, arc.format, arc.location) for arc in sitemap().arcs]
    assert len(keys) == len(set(keys))


def test_a_new_page_is_known_by_its_layout_and_address():
    """A thread that was not sampled falls into a vertex of threads; an unlike page is refused."""
    site = forum()
    known = {page.url for page in sampled()}
    threads = [
        url for url, truth in site.all_truth(site.model.end) if truth.kind is TruthKind.THREAD and url not in known
    ]
    found = []
    for url in threads[:20]:
        number = sitemap().classify(read_page(url, site.answer(url, site.model.end).body))
        if number is not None:
            found.append(kind_of(sitemap().vertices[number].example))
    assert found
    assert set(found) == {TruthKind.THREAD}
    rows = b"".join(b"<dt><b>%d</b><dd><i>x</i>" % n for n in range(9))
    assert sitemap().classify(read_page("http://h/odd", b"<body><dl>" + rows + b"</dl>")) is None


def test_a_map_survives_json():
    """to_dict is plain data, and from_dict makes an equal map that classifies alike."""
    again = Sitemap.from_dict(json.loads(json.dumps(sitemap().to_dict())))
    assert again == sitemap()
    page = sampled()[3].page
    assert again.classify(page) == sitemap().classify(page)


def test_pictures_show_every_vertex():
    """The SVG is well-formed, has a box for each vertex, none on another; so has the Graphviz text."""
    root = ET.fromstring(sitemap().to_svg())
    boxes = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    places = {(box.get("x"), box.get("y")) for box in boxes}
    assert len(boxes) == len(places) == len(sitemap().vertices)
    assert sitemap().to_dot().count("[label=") >= len(sitemap().vertices)


def test_pages_without_anything_have_one_layout():
    """Empty pages repeat nothing: they are clustered all the same, and nothing fails."""
    empty = [find_regions(read_page(f"http://h/{n}", b"<html><body></body></html>")) for n in range(3)]
    assert find_layouts(empty)[1] == [0, 0, 0]
    assert survey_pages([SampledPage("http://h/", read_page("http://h/", b""), {})]).pages[0].layout == 0
