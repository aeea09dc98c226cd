"""Training the two models from a table. Needs scikit-learn (the extra `train`); judging does not."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from weft.classify._model import LinearModel, PageClassifier, PageLabel, Vector
from weft.classify._table import FeatureTable
from weft.errors import UsageError

# Strength of regularisation: five forums are few, and a weight that only one of them asks for must stay small.
INVERSE_PENALTY = 0.3
MIN_SCALE = 1e-3  # a feature that never varies in training must not explode on the first page that differs


def train(table: FeatureTable, inverse_penalty: float = INVERSE_PENALTY) -> PageClassifier:
    """Fit both models; every site and every label of it weighs the same, however many pages it has."""
    matrix = table.matrix()
    if not len(matrix):
        raise UsageError("The feature table is empty; there is nothing to train from.")
    mean, scale = matrix.mean(axis=0), np.maximum(matrix.std(axis=0), MIN_SCALE)
    standard = (matrix - mean) / scale
    weights = balance_examples(table)
    models = [
        _fit(standard, np.array([e.label is label for e in table.examples]), weights, inverse_penalty)
        for label in (PageLabel.INDEX, PageLabel.THREAD)
    ]
    index, thread = (LinearModel(tuple(mean), tuple(scale), w, bias) for w, bias in models)
    return PageClassifier(table.names, index, thread)


def balance_examples(table: FeatureTable) -> Vector:
    """Give the weights of the examples: those of one label of one site sum to one."""
    totals: dict[tuple[str, PageLabel], float] = defaultdict(float)
    for example in table.examples:
        totals[example.site, example.label] += example.weight
    return np.array([example.weight / totals[example.site, example.label] for example in table.examples])


def _fit(
    standard: Vector, wanted: np.ndarray[tuple[int], np.dtype[np.bool_]], weights: Vector, inverse_penalty: float
) -> tuple[tuple[float, ...], float]:
    try:
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415  an extra: only training needs it
    except ImportError:
        raise UsageError("Training needs scikit-learn; install it with: pip install 'weft[train]'") from None
    # weights that sum to the number of sites times labels keep the penalty's meaning independent of pages a site
    model = LogisticRegression(C=inverse_penalty, max_iter=5000)
    model.fit(standard, wanted, sample_weight=weights * 10)
    return tuple(float(w) for w in model.coef_[0]), float(model.intercept_[0])
