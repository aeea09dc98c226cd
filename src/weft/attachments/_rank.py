"""PageRank as paper 004 writes it: PR(A) = (1-d) + d * sum PR(T)/C(T) over the pages T that link to A."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

DAMPING = 0.85
_MOST_ROUNDS = 1000
_MANY_LINKS = 500_000  # from here on a sparse matrix is quicker, its library loaded and all

Floats = NDArray[np.float64]
Ids = NDArray[np.integer[Any]]


def page_rank(
    sources: Ids,
    targets: Ids,
    n: int,
    *,
    d: float = DAMPING,
    tol: float = 1e-9,
    weights: Floats | None = None,
    starts: Floats | None = None,
) -> Floats:
    """Give the rank of pages 0 to n - 1 that link from `sources` to `targets`.

    Ranks are 1 on the average where all pages have links. A weighted link gets its share of the page's vote. `starts`
    are what the pages have by themselves in place of the 1 in (1-d); they are scaled to a mean of 1. A page without
    links votes for nobody, as in the paper: what the usual PageRank shares out evenly in its name only scales all
    ranks, so the order and all ratios are the same. `tol` bounds the mean error of a rank.
    """
    vote = _voting(np.asarray(sources), np.asarray(targets), n, weights)
    base = (1 - d) * (np.ones(n) if starts is None else starts * (n / max(starts.sum(), np.finfo(float).tiny)))
    rank = base / (1 - d)
    close_enough = tol * n * (1 - d) / d  # each round leaves at most d of the error before it
    for _ in range(_MOST_ROUNDS):
        last, rank = rank, vote(rank)
        rank *= d
        rank += base
        if np.abs(rank - last).sum() <= close_enough:
            break
    return rank


def _voting(sources: Ids, targets: Ids, n: int, weights: Floats | None) -> Callable[[Floats], Floats]:
    """Give the function that takes ranks to what each page is given by those that link to it."""
    given = np.ones(len(sources)) if weights is None else np.asarray(weights, dtype=np.float64)
    out = np.bincount(sources, weights=given, minlength=n)
    shares = given / np.where(out > 0, out, 1.0)[sources]
    if len(sources) >= _MANY_LINKS:
        from scipy.sparse import csr_array  # noqa: PLC0415  a fifth of a second: more than ranking most forums takes

        matrix = csr_array((shares, (targets, sources)), shape=(n, n))
        return lambda rank: matrix @ rank
    # without any links, bincount gives whole numbers
    return lambda rank: np.bincount(targets, weights=shares * rank[sources], minlength=n).astype(np.float64, copy=False)
