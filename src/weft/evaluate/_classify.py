"""`weft evaluate classify`: FoCUS Table 2 again. Trained on a few forums, tested on all others of other packages.

Pages are judged alone, or the pages of a site together; the table of features and what is fitted to it tell which.
"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from weft.classify import Example, FeatureTable, PageClassifier, PageLabel, train

TRAINING_SIZES = (5, 10, 20)  # forums, as in FoCUS Table 2
DRAWS = 20

Fit = Callable[[FeatureTable], PageClassifier]


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often a page of one kind was called another."""

    counts: Counter[tuple[PageLabel, PageLabel]]  # (what it is, what it was called)

    def precision(self, label: PageLabel) -> float:
        """Give the share of pages called this that are."""
        called = sum(n for (_, said), n in self.counts.items() if said is label)
        return self.counts[label, label] / called if called else 0.0

    def recall(self, label: PageLabel) -> float:
        """Give the share of pages that are this and were called so."""
        are = sum(n for (true, _), n in self.counts.items() if true is label)
        return self.counts[label, label] / are if are else 0.0


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw of training forums and what came of it on all forums of other packages."""

    trained_on: tuple[str, ...]
    confusion: Confusion
    by_site: dict[str, Confusion]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of Table 2: mean and deviation over draws, in shares."""

    forums: int
    draws: int
    figures: dict[str, tuple[float, float]]  # 'index precision' -> (mean, deviation)


def run_draws(
    table: FeatureTable,
    forums: int,
    draws: int = DRAWS,
    *,
    seed: int = 1,
    real_only: bool = True,
    fit: Fit = train,
    copies: bool = False,
) -> list[Draw]:
    """Train on `forums` random sites, again and again; test on every (real) site whose package was not among them.

    Further addresses of pages that are in the table (examples without weight) are tested only if `copies` says so.
    """
    chance = random.Random(seed)  # noqa: S311  repeatable draws
    sites = table.sites()
    tested = [e for e in table.examples if (e.is_real or not real_only) and (e.weight > 0 or copies)]
    return [_draw(table, tuple(chance.sample(sites, min(forums, len(sites) - 1))), tested, fit) for _ in range(draws)]


def _draw(table: FeatureTable, chosen: Sequence[str], tested: Sequence[Example], fit: Fit) -> Draw:
    packages = {e.package for e in table.examples if e.site in chosen}
    rest = [e for e in tested if e.package not in packages]
    classifier = fit(table.of(chosen))
    by_site = {site: _confuse(classifier, [e for e in rest if e.site == site]) for site in {e.site for e in rest}}
    return Draw(tuple(chosen), add_confusions(by_site.values()), by_site)


def add_confusions(confusions: Iterable[Confusion]) -> Confusion:
    """Count several together."""
    total: Counter[tuple[PageLabel, PageLabel]] = Counter()
    for confusion in confusions:
        total.update(confusion.counts)
    return Confusion(total)


def _confuse(classifier: PageClassifier, examples: Sequence[Example]) -> Confusion:
    return Confusion(Counter((e.label, classifier.judge(e.features).label) for e in examples))


def summarise_draws(forums: int, draws: Sequence[Draw]) -> TableRow:
    """Give mean and deviation of precision and recall of both kinds."""
    figures = {}
    for label in (PageLabel.INDEX, PageLabel.THREAD):
        for name in ("precision", "recall"):
            values = [getattr(draw.confusion, name)(label) for draw in draws if draw.by_site]
            figures[f"{label.value} {name}"] = (statistics.mean(values), statistics.pstdev(values))
    return TableRow(forums, len(draws), figures)
