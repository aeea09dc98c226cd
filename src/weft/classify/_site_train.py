"""Training of the two models that judge pages of a site together."""

from __future__ import annotations

import numpy as np

from weft.classify._model import LinearModel, PageClassifier, PageLabel, Vector
from weft.classify._table import FeatureTable
from weft.classify._train import balance_examples
from weft.errors import UsageError

INVERSE_PENALTY = 1.0
WEIGHT_OF_LABEL = 10.0  # of all pages of one label of one site, against the penalty
# What each feature may say: for (1) or against (-1) a page being an index page, and a thread page. A few forums do not
# show all there is: one without permalinks or sorted boards must not teach that such pages are something else.
SIGNS = {
    "thread": (-1, 1),
    "view of a thread": (-1, -1),
    "board": (1, -1),
    "view of a board": (-1, -1),
    "lists threads": (1, -1),
    "shows posts": (-1, 1),
}


def train_site(table: FeatureTable, inverse_penalty: float = INVERSE_PENALTY) -> PageClassifier:
    """Fit both models to features of pages among their site's; no feature may speak against what it means."""
    if table.names != tuple(SIGNS):
        raise UsageError(f"A table of pages of sites has the features {', '.join(SIGNS)}.")
    if not table.examples:
        raise UsageError("The feature table is empty; there is nothing to train from.")
    weights = balance_examples(table) * WEIGHT_OF_LABEL
    models = [
        _fit(table.matrix(), np.array([e.label is label for e in table.examples]), weights, place, inverse_penalty)
        for place, label in enumerate((PageLabel.INDEX, PageLabel.THREAD))
    ]
    return PageClassifier(table.names, models[0], models[1])


def _fit(matrix: Vector, wanted: Vector, weights: Vector, place: int, inverse_penalty: float) -> LinearModel:
    """Minimise the weighted logistic loss with a quadratic penalty, each weight on its feature's side of zero."""
    from scipy.optimize import minimize  # noqa: PLC0415  half a second that only training needs

    sides = np.where(wanted, 1.0, -1.0)

    def loss(values: Vector) -> tuple[float, Vector]:
        margins = sides * (matrix @ values[:-1] + values[-1])
        slopes = -weights * sides / (1.0 + np.exp(np.clip(margins, -50, 50)))
        gradient = np.append(matrix.T @ slopes + values[:-1] / inverse_penalty, slopes.sum())
        total = weights @ np.logaddexp(0.0, -margins) + values[:-1] @ values[:-1] / (2 * inverse_penalty)
        return float(total), gradient

    bounds = [(0.0, None) if signs[place] > 0 else (None, 0.0) for signs in SIGNS.values()]
    found = minimize(loss, np.zeros(len(SIGNS) + 1), jac=True, bounds=[*bounds, (None, None)], method="L-BFGS-B").x
    count = len(SIGNS)
    return LinearModel((0.0,) * count, (1.0,) * count, tuple(float(w) for w in found[:-1]), float(found[-1]))
