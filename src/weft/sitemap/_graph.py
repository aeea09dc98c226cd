"""The sitemap: a directed graph whose vertices are kinds of pages and whose arcs are kinds of links (paper 001, 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from weft.page import Page, Regions, find_regions
from weft.sitemap._formats import FormatBook, UrlFormat
from weft.sitemap._layout import Layouts
from weft.sitemap._picture import write_dot, write_svg

SITEMAP_VERSION = 1


@dataclass(frozen=True, slots=True)
class Vertex:
    """Pages of one layout and one URL format (of any format where formats were not told apart: `format` -1)."""

    number: int
    layout: int
    format: int
    pages: tuple[int, ...]  # numbers of the sampled pages
    unique: int  # of them, without near-duplicates
    mean_bytes: float
    informativeness: float  # eq. 3
    depth: float  # mean clicks from the start
    example: str  # a URL

    @property
    def duplicates(self) -> int:
        """How many of the pages show what another one shows."""
        return len(self.pages) - self.unique


@dataclass(frozen=True, slots=True)
class Arc:
    """Links from pages of one vertex to pages of another, with one URL format, in one place of the pages."""

    source: int
    target: int
    format: int
    location: str
    links: tuple[tuple[int, int], ...]  # page to page
    texts: tuple[str, ...]  # what the links say, each once

    @property
    def is_loop(self) -> bool:
        """Whether it leads back to its own vertex."""
        return self.source == self.target


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Vertices and arcs, with what it takes to know the vertex of a new page. Vertex 0 holds the start page."""

    vertices: tuple[Vertex, ...]
    arcs: tuple[Arc, ...]
    formats: FormatBook
    layouts: Layouts

    def classify(self, page: Page, regions: Regions | None = None) -> int | None:
        """Give the vertex of a new page; None if no layout is near enough, or none of its vertices has such URLs."""
        layout = self.layouts.classify(regions if regions is not None else find_regions(page))
        number = self.formats.find(page.url)
        fitting = (v.number for v in self.vertices if v.layout == layout and v.format in {number, -1})
        return next(fitting, None)

    def label(self, vertex: Vertex) -> str:
        """Give what a person reads on a vertex: the format of its URLs, or an example."""
        return self.formats.formats[vertex.format].label if vertex.format >= 0 else vertex.example

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, ready for JSON."""
        return {
            "version": SITEMAP_VERSION,
            "vertices": [asdict(vertex) | {"pages": list(vertex.pages)} for vertex in self.vertices],
            "arcs": [
                asdict(arc) | {"links": list(map(list, arc.links)), "texts": list(arc.texts)} for arc in self.arcs
            ],
            "formats": [known.to_dict() for known in self.formats.formats],
            "layouts": self.layouts.to_dict(),
        }

    def to_dot(self) -> str:
        """Write the map in Graphviz's language."""
        return write_dot(self)

    def to_svg(self) -> str:
        """Draw the map, the start at the top and each vertex in the row of its depth."""
        return write_svg(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Sitemap:
        """Make it again from `to_dict`."""
        vertices = tuple(Vertex(**{**row, "pages": tuple(row["pages"])}) for row in data["vertices"])
        arcs = tuple(
            Arc(**{**row, "links": tuple((a, b) for a, b in row["links"]), "texts": tuple(row["texts"])})
            for row in data["arcs"]
        )
        formats = FormatBook(tuple(UrlFormat.from_dict(row) for row in data["formats"]))
        return cls(vertices, arcs, formats, Layouts.from_dict(data["layouts"]))
