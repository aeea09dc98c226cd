"""The sitemap to look at: Graphviz's language, and SVG with a small layered layout of our own."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the map draws itself with these
    from weft.sitemap._graph import Sitemap, Vertex

BOX_WIDTH, BOX_HEIGHT = 220, 46
GAP_X, GAP_Y = 24, 90
MARGIN = 30
MAX_LABEL = 34  # characters that fit into a box
MAX_ROW = 7  # boxes side by side; a level with more has several rows
MAX_ARCS = 3  # drawn into one vertex; all of them can be seen in the Graphviz text
SWEEPS = 4  # passes that bring boxes near those they are linked with

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    'font-family="sans-serif" font-size="12"><defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" '
    'markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#567"/></marker></defs>'
)
Places = dict[int, tuple[float, float]]


def write_dot(sitemap: Sitemap) -> str:
    """Write the map in Graphviz's language; parallel arcs are one, as thick as there are links."""
    lines = ["digraph sitemap {", "  node [shape=box, fontname=sans-serif];"]
    for vertex in sitemap.vertices:
        label = f"{_title(sitemap, vertex)}\n{_facts(vertex)}"
        lines.append(f"  v{vertex.number} [label={_quote(label)}];")
    lines += [
        f'  v{source} -> v{target} [label="{n}"];' for (source, target), n in sorted(_count_links(sitemap).items())
    ]
    return "\n".join([*lines, "}", ""])


def write_svg(sitemap: Sitemap) -> str:
    """Draw the map: the start at the top, vertices in rows by depth; of the arcs, the strongest into each vertex."""
    places = place_vertices(sitemap)
    width = max((x for x, _ in places.values()), default=0.0) + BOX_WIDTH + MARGIN
    height = max((y for _, y in places.values()), default=0.0) + BOX_HEIGHT + MARGIN
    lines = [
        _HEAD.format(width=round(width), height=round(height)),
    ]
    lines += [_draw_arc(places[s], places[t], links) for (s, t), links in _strongest(sitemap)]
    lines += [_draw_vertex(sitemap, vertex, places[vertex.number]) for vertex in sitemap.vertices]
    return "\n".join([*lines, "</svg>", ""])


def place_vertices(sitemap: Sitemap) -> Places:
    """Give the upper left corner of every box: rows by depth, and within a row near what it is linked with."""
    rows: dict[int, list[int]] = defaultdict(list)
    for vertex in sitemap.vertices:
        rows[round(vertex.depth)].append(vertex.number)
    near: dict[int, set[int]] = defaultdict(set)
    for arc in sitemap.arcs:
        near[arc.source].add(arc.target)
        near[arc.target].add(arc.source)
    levels = [rows[depth] for depth in sorted(rows)]
    for _ in range(SWEEPS):
        position = {number: at / len(row) for row in levels for at, number in enumerate(row)}
        for row in levels:
            row.sort(key=lambda number: _mean([position[other] for other in near[number]] or [position[number]]))
    levels = [row[first : first + MAX_ROW] for row in levels for first in range(0, len(row), MAX_ROW)]
    widest = max(map(len, levels), default=0)
    places: Places = {}
    for level, row in enumerate(levels):
        indent = (widest - len(row)) * (BOX_WIDTH + GAP_X) / 2
        for at, number in enumerate(row):
            places[number] = MARGIN + indent + at * (BOX_WIDTH + GAP_X), MARGIN + level * (BOX_HEIGHT + GAP_Y)
    return places


def _count_links(sitemap: Sitemap) -> Counter[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for arc in sitemap.arcs:
        counts[arc.source, arc.target] += len(arc.links)
    return counts


def _strongest(sitemap: Sitemap) -> list[tuple[tuple[int, int], int]]:
    by_target: dict[int, list[tuple[tuple[int, int], int]]] = defaultdict(list)
    for ends, links in sorted(_count_links(sitemap).items(), key=lambda item: (-item[1], item[0])):
        by_target[ends[1]].append((ends, links))
    return sorted(arc for arcs in by_target.values() for arc in arcs[:MAX_ARCS])


def _draw_arc(start: tuple[float, float], end: tuple[float, float], links: int) -> str:
    """Draw one line: down from box to box, round the side when it goes back or stays in its row."""
    x1, y1 = start[0] + BOX_WIDTH / 2, start[1] + BOX_HEIGHT
    x2, y2 = end[0] + BOX_WIDTH / 2, end[1]
    bend = GAP_Y / 2
    if end[1] <= start[1]:
        x1, y1, x2, y2 = start[0] + BOX_WIDTH, start[1] + 12, end[0] + BOX_WIDTH, end[1] + BOX_HEIGHT - 12
        path = f"M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} {x2 + bend:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
    else:
        path = f"M{x1:.0f} {y1:.0f}C{x1:.0f} {y1 + bend:.0f} {x2:.0f} {y2 - bend:.0f} {x2:.0f} {y2:.0f}"
    width = min(4.0, 0.6 + links**0.5 / 5)
    return (
        f'<path d="{path}" fill="none" stroke="#567" stroke-opacity="0.45" stroke-width="{width:.1f}" '
        f'marker-end="url(#tip)"><title>{links} links</title></path>'
    )


def _draw_vertex(sitemap: Sitemap, vertex: Vertex, place: tuple[float, float]) -> str:
    x, y = place
    title = _title(sitemap, vertex)
    shown = title if len(title) <= MAX_LABEL else title[: MAX_LABEL - 1] + "…"
    return (
        f'<g><title>{escape(vertex.example)}</title><rect x="{x:.0f}" y="{y:.0f}" width="{BOX_WIDTH}" '
        f'height="{BOX_HEIGHT}" rx="5" fill="#eef3f8" stroke="#567"/>'
        f'<text x="{x + 8:.0f}" y="{y + 19:.0f}">{escape(shown)}</text>'
        f'<text x="{x + 8:.0f}" y="{y + 36:.0f}" fill="#567">{escape(_facts(vertex))}</text></g>'
    )


def _title(sitemap: Sitemap, vertex: Vertex) -> str:
    return f"{vertex.number}: {sitemap.label(vertex)}"


def _facts(vertex: Vertex) -> str:
    return f"{len(vertex.pages)} pages, {vertex.duplicates} copies, value {vertex.informativeness:.2f}"


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
