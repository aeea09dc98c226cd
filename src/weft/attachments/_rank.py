"""PageRank as paper 004 writes it: PR(A) = (1-d) + d * sum PR(T)/C(T) over the pages T that link to A."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

DAMPING = 0.85
_MOST_ROUNDS = 1000

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
    votes = _share_votes(np.asarray(sources), np.asarray(targets), n, weights)
    base = (1 - d) * (np.ones(n) if starts is None else starts * (n / max(starts.sum(), np.finfo(float).tiny)))
    rank = base / (1 - d)
    close_enough = tol * n * (1 - d) / d  # each round leaves at most d of the error before it
    for _ in range(_MOST_ROUNDS):
        last, rank = rank, votes @ rank
        rank *= d
        rank += base
        if np.abs(rank - last).sum() <= close_enough:
            break
    return rank


def _share_votes(sources: Ids, targets: Ids, n: int, weights: Floats | None) -> csr_array:
    """Give the matrix that takes ranks to what each page is given by those that link to it."""
    from scipy.sparse import csr_array  # noqa: PLC0415  a quarter of a second that only ranking needs

    given = np.ones(len(sources)) if weights is None else np.asarray(weights, dtype=np.float64)
    out = np.bincount(sources, weights=given, minlength=n)
    shares = given / np.where(out > 0, out, 1.0)[sources]
    return csr_array((shares, (targets, sources)), shape=(n, n))
