"""Which vertices and arcs of a sitemap to traverse (paper 001, 5.4): cleaning, flips, spanning tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from statistics import fmean, pstdev

from weft.sitemap import Arc, Sitemap, Survey, Vertex

# What a link to the following page says, in the languages of the web's forums; compared with a link's whole text.
NEXT_WORDS = frozenset(
    {"next", "next page", "older", "older posts", "more", "weiter", "nächste", "nächste seite", "vor"}
    | {"suivant", "suivante", "page suivante", "siguiente", "página siguiente", "próxima", "próximo"}
    | {"seguinte", "avanti", "successiva", "successivo", "volgende", "nästa", "neste", "næste", "seuraava"}
    | {"następna", "další", "ďalšia", "következő", "următoarea", "следующая", "след", "вперед", "вперёд"}
    | {"далее", "дальше", "наступна", "следваща", "επόμενη", "sonraki", "הבא", "הבאה", "التالي", "التالية"}
    | {"بعدی", "下一页", "下一頁", "下页", "次へ", "次のページ", "다음", "ถัดไป", "tiếp", "berikutnya"}
)
_SIGNS = frozenset({">", ">>", "»", "›", "→", "▶", "►"})
_EDGE = " \u00a0»›>→▶►.[]()«‹<←:"
FLIP_SHARE = 0.8  # of an arc's links that say a number or 'next' for it to flip pages
COPY_SHARE = 0.5  # of a vertex's or a format's pages that are copies for it to show other pages in another dress


@dataclass(frozen=True, slots=True)
class Paths:
    """What is left to traverse: vertices, the arcs of the spanning tree, and the arcs that flip pages."""

    vertices: frozenset[int]
    tree: tuple[Arc, ...]
    flips: tuple[Arc, ...]


def choose_paths(survey: Survey, sitemap: Sitemap) -> Paths:
    """Clean the map and choose the traversal path."""
    informative = drop_copies(survey, drop_poor(sitemap.vertices))
    kept = keep_largest(informative)
    flipped = _flipped_to(survey, sitemap, informative, kept)
    vertices = kept | flipped
    layouts = {vertex.number: vertex.layout for vertex in sitemap.vertices}
    flips = tuple(
        arc
        for arc in sitemap.arcs
        if {arc.source, arc.target} <= vertices and layouts[arc.source] == layouts[arc.target] and flips_pages(arc)
    )
    tree = span_tree(sitemap, vertices)
    return Paths(frozenset({0} | {arc.target for arc in (*tree, *flips)}), tree, flips)


def drop_poor(vertices: Iterable[Vertex]) -> list[Vertex]:
    """Heuristic 1: drop vertices whose informativeness is below the mean by more than the standard deviation."""
    everything = list(vertices)
    values = [vertex.informativeness for vertex in everything]
    least = fmean(values) - pstdev(values)
    return [vertex for vertex in everything if vertex.informativeness >= least]


def drop_copies(survey: Survey, vertices: Iterable[Vertex]) -> list[Vertex]:
    """Drop the formats that show the same pages again and again, where another format shows pages like them once.

    Heuristic 2 is there for duplicates; but where each post has an address that shows its whole thread, most sampled
    pages of a thread's layout have that format, and the largest vertex is one of copies. Some of them may be alone in a
    layout; so all pages of a format tell what it is.
    """
    everything = list(vertices)
    repeated = _find_repeated(survey)
    layouts = {vertex.layout for vertex in everything if vertex.format not in repeated}
    balance: Counter[int] = Counter()
    for vertex in everything:
        balance[vertex.format] += len(vertex.pages) if vertex.layout in layouts else -len(vertex.pages)
    return [vertex for vertex in everything if vertex.format not in repeated or balance[vertex.format] <= 0]


def _find_repeated(survey: Survey) -> set[int]:
    """Give the formats most of whose pages are shown by several sampled addresses of the format."""
    pages: Counter[int] = Counter()
    copies: Counter[int] = Counter()
    for (number, _), count in Counter((page.format, page.group) for page in survey.pages).items():
        pages[number] += count
        copies[number] += count if count > 1 else 0
    return {number for number, count in copies.items() if count > COPY_SHARE * pages[number]}


def keep_largest(vertices: Iterable[Vertex]) -> frozenset[int]:
    """Heuristic 2: keep the largest vertex of each layout; the start's is always kept.

    Size is counted without near-duplicates: a vertex of addresses that all show one page is not large. Of equal ones
    the more informative is kept.
    """
    layouts: dict[int, list[Vertex]] = defaultdict(list)
    for vertex in vertices:
        layouts[vertex.layout].append(vertex)
    largest = (max(group, key=lambda v: (v.unique, v.informativeness, -v.number)) for group in layouts.values())
    return frozenset({0, *(vertex.number for vertex in largest)})


def flips_pages(arc: Arc) -> bool:
    """Heuristic 3: tell whether an arc's links say numbers, or that the next page follows."""
    return bool(arc.texts) and sum(map(_says_next, arc.texts)) >= FLIP_SHARE * len(arc.texts)


def _says_next(text: str) -> bool:
    return text.isdecimal() or text in _SIGNS or text.casefold().strip(_EDGE) in NEXT_WORDS


def _flipped_to(survey: Survey, sitemap: Sitemap, candidates: Iterable[Vertex], kept: Collection[int]) -> set[int]:
    """Give the vertices that kept ones of their layout flip pages to, unless they show the same pages again.

    The paper's forums write all pages of a list in one format; where page 2 has a key that page 1 lacks, heuristic 2
    would take the further pages for duplicates and drop them.
    """
    by_number = {vertex.number: vertex for vertex in candidates}
    found: set[int] = set()
    for arc in sitemap.arcs:
        target, source = by_number.get(arc.target), by_number.get(arc.source)
        if target is None or source is None or source.number not in kept or target.number in kept:
            continue
        if target.layout == source.layout and flips_pages(arc) and not _copies(survey, target, source):
            found.add(target.number)
    return found


def _copies(survey: Survey, vertex: Vertex, original: Vertex) -> bool:
    known = {survey.pages[page].group for page in original.pages}
    return sum(survey.pages[page].group in known for page in vertex.pages) >= COPY_SHARE * len(vertex.pages)


def span_tree(sitemap: Sitemap, vertices: Collection[int]) -> tuple[Arc, ...]:
    """Grow a directed spanning tree from the start, as Prim does: always the cheapest arc that adds a vertex.

    The cost of an arc is the depth of its target; of equal ones the target with more information comes first. Between
    the arcs to one target the paper does not choose; the one that reaches most pages is taken.
    """
    by_number = {vertex.number: vertex for vertex in sitemap.vertices}
    inside = {0}
    tree: list[Arc] = []
    while True:
        open_arcs = [a for a in sitemap.arcs if a.source in inside and a.target in vertices and a.target not in inside]
        if not open_arcs:
            return tuple(tree)
        best = min(open_arcs, key=lambda arc: (*_cost(by_number[arc.target]), -_reach(arc), -len(arc.links)))
        inside.add(best.target)
        tree.append(best)


def _cost(target: Vertex) -> tuple[float, float, int]:
    return target.depth, -target.informativeness, target.number


def _reach(arc: Arc) -> int:
    return len({page for _, page in arc.links})
