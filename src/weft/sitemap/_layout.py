"""Layout: pages as weighted counts of repetitive patterns, and clusters of pages that look alike (paper 001, 5.1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from weft.page import Regions
from weft.sitemap._shape import Shape

# Share of the pages' mean (root mean square) distance within which two pages have one layout. The paper has a fixed
# threshold; distances of eq. 2 shrink with the number of patterns, so ours is measured on the site itself. Between 0.05
# and 0.1 single sites gain or lose and the mean stays; at 0.2 boards and threads began to be joined with other pages.
LIKE_SHARE = 0.05
MIN_SUPPORT = 2  # pages; a pattern on one page only is what a user wrote, and can only set the page apart
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LayoutPattern:
    """One repetitive pattern of a site: its shape, its share of the screen, and how many sampled pages have it."""

    shape: Shape
    area: float
    support: int


@dataclass(frozen=True, slots=True)
class PatternBook:
    """All patterns found over all samples (Fig. 5's list P); a pattern's number is its id."""

    patterns: tuple[LayoutPattern, ...]
    pages: int  # how many pages they were gathered from

    def count(self, regions: Regions) -> Counter[int]:
        """Count how often each pattern occurs on a page; what is not in the book is left out."""
        by_location: dict[str, list[tuple[int, Shape]]] = defaultdict(list)
        for number, pattern in enumerate(self.patterns):
            by_location[pattern.shape.location].append((number, pattern.shape))
        found: Counter[int] = Counter()
        for region in regions:
            near = by_location.get(region.location)
            if near is None:
                continue
            shape = Shape.of(region.pattern)
            found.update([number for number, known in near if known.matches(shape)][:1])
        return found

    def vectors(self, counts: Sequence[Counter[int]]) -> Matrix:
        """Give pages as points whose plain distance is that of eq. 2: eq. 1 times the root of the area weights.

        A pattern on every page has an inverse document frequency of 0: it is dropped by eq. 1 itself.
        """
        matrix = np.zeros((len(counts), len(self.patterns)))
        for row, found in enumerate(counts):
            for number, times in found.items():
                matrix[row, number] = times
        totals = np.maximum(matrix.sum(axis=1, keepdims=True), 1.0)
        support = np.array([pattern.support for pattern in self.patterns], dtype=float)
        area = np.array([pattern.area for pattern in self.patterns], dtype=float)
        rarity = np.log10(self.pages / np.maximum(support, 1.0))
        weights = np.sqrt(area / max(float(area.sum()), 1e-9))
        result: Matrix = matrix / totals * rarity * weights
        return result


def gather_book(pages: Sequence[Regions]) -> tuple[PatternBook, list[Counter[int]]]:
    """Collect the patterns of all regions of all pages and count them (Fig. 5)."""
    known: dict[str, list[tuple[int, Shape]]] = defaultdict(list)
    shapes: list[Shape] = []
    areas: list[list[float]] = []
    counts: list[Counter[int]] = []
    for regions in pages:
        found: Counter[int] = Counter()
        for region in regions:
            shape = Shape.of(region.pattern)
            near = known[shape.location]
            number = next((number for number, other in near if other.matches(shape)), len(shapes))
            if number == len(shapes):
                near.append((number, shape))
                shapes.append(shape)
                areas.append([])
            found[number] += 1
            areas[number].append(region.salience)
        counts.append(found)
    support = Counter(number for found in counts for number in found)
    kept = [number for number in range(len(shapes)) if support[number] >= MIN_SUPPORT]
    places = {number: place for place, number in enumerate(kept)}
    patterns = tuple(LayoutPattern(shapes[n], float(np.mean(areas[n])), support[n]) for n in kept)
    recounted = [Counter({places[n]: times for n, times in found.items() if n in places}) for found in counts]
    return PatternBook(patterns, len(pages)), recounted


@dataclass(frozen=True, slots=True)
class Layouts:
    """The layouts of a site: the patterns that tell them, the centre of each cluster, and how near is near enough."""

    book: PatternBook
    centres: tuple[tuple[float, ...], ...]
    threshold: float

    def classify(self, regions: Regions) -> int | None:
        """Give the cluster whose centre is nearest to a page; None if none is near enough: the page is refused."""
        if not self.centres:
            return None
        vector = self.book.vectors([self.book.count(regions)])[0]
        distances = np.linalg.norm(np.array(self.centres) - vector, axis=1)
        nearest = int(np.argmin(distances))
        return nearest if distances[nearest] <= self.threshold else None

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; centres as the numbers of patterns with their weights."""
        patterns = [
            {"location": p.shape.location, "parts": dict(p.shape.parts), "area": p.area, "support": p.support}
            for p in self.book.patterns
        ]
        centres = [{str(at): value for at, value in enumerate(centre) if value} for centre in self.centres]
        return {"pages": self.book.pages, "threshold": self.threshold, "patterns": patterns, "centres": centres}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Layouts:
        """Make it again from `to_dict`."""
        patterns = tuple(
            LayoutPattern(Shape(row["location"], dict(row["parts"])), float(row["area"]), int(row["support"]))
            for row in data["patterns"]
        )
        centres = tuple(tuple(float(row.get(str(at), 0.0)) for at in range(len(patterns))) for row in data["centres"])
        return cls(PatternBook(patterns, int(data["pages"])), centres, float(data["threshold"]))


def find_layouts(pages: Sequence[Regions]) -> tuple[Layouts, list[int]]:
    """Cluster pages by layout; gives the layouts and the cluster of each page, numbered as they first occur."""
    book, counts = gather_book(pages)
    vectors = book.vectors(counts)
    labels, threshold = _link(vectors)
    numbers: dict[int, int] = {}
    clusters = [numbers.setdefault(label, len(numbers)) for label in labels]
    centres = tuple(
        tuple(map(float, vectors[[c == number for c in clusters]].mean(axis=0))) for number in range(len(numbers))
    )
    return Layouts(book, centres, threshold), clusters


def _link(vectors: Matrix) -> tuple[list[int], float]:
    """Agglomerate by single linkage until the nearest two clusters are too far apart."""
    if len(vectors) < 2:
        return [0] * len(vectors), 0.0
    # A third of a second to import, which only the strategies of the papers need.
    from scipy.cluster.hierarchy import fcluster, linkage  # noqa: PLC0415
    from scipy.spatial.distance import pdist  # noqa: PLC0415

    distances = pdist(vectors)
    threshold = LIKE_SHARE * float(np.sqrt((distances**2).mean()))
    return [int(label) for label in fcluster(linkage(distances, "single"), threshold, "distance")], threshold
