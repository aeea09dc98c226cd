"""The table the models are trained from: one row a page, numbers only, no text of any page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from weft.classify._model import PageLabel, Vector
from weft.errors import UsageError

_FIXED = ("site", "package", "real", "label", "weight")


@dataclass(frozen=True, slots=True)
class Example:
    """A page of a known kind: the site it is of, the software the site runs (or a markup of the simulator), whether the
    site is real, what the page is, its features. `weight` makes up for kinds that are rare: a site has one entry.
    """

    site: str
    package: str
    is_real: bool
    label: PageLabel
    features: Vector
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """Examples with the names of their features."""

    names: tuple[str, ...]
    examples: tuple[Example, ...]

    def sites(self, *, real: bool | None = None) -> tuple[str, ...]:
        """Give the names of the sites, or of the real or simulated ones only, in order of appearance."""
        chosen = (e.site for e in self.examples if real is None or e.is_real is real)
        return tuple(dict.fromkeys(chosen))

    def of(self, sites: Iterable[str]) -> FeatureTable:
        """Give the part of the table that is of these sites."""
        wanted = frozenset(sites)
        return FeatureTable(self.names, tuple(e for e in self.examples if e.site in wanted))

    def matrix(self) -> Vector:
        """Give the features as rows."""
        return np.array([example.features for example in self.examples])

    def to_csv(self) -> str:
        """Write the table; values are rounded, which is all the models need."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*_FIXED, *self.names])
        for example in self.examples:
            values = [f"{value:.4g}" for value in example.features]
            about = (example.site, example.package, int(example.is_real), example.label.value, f"{example.weight:g}")
            writer.writerow([*about, *values])
        return out.getvalue()

    @classmethod
    def from_csv(cls, text: str) -> FeatureTable:
        """Read what `to_csv` wrote; raises UsageError naming the line of a mistake."""
        rows = csv.reader(io.StringIO(text))
        header = next(rows, [])
        if header[: len(_FIXED)] != list(_FIXED):
            raise UsageError(f"A feature table begins with the columns {', '.join(_FIXED)}.")
        try:
            examples = tuple(_example(row, len(header)) for row in rows)
        except (ValueError, IndexError) as error:
            raise UsageError(f"The feature table is broken at line {rows.line_num}: {error}.") from None
        return cls(tuple(header[len(_FIXED) :]), examples)


def _example(row: Sequence[str], width: int) -> Example:
    if len(row) != width:
        raise ValueError(f"{len(row)} columns instead of {width}")
    features = np.array([float(value) for value in row[len(_FIXED) :]])
    return Example(row[0], row[1], row[2] == "1", PageLabel(row[3]), features, float(row[4]))
