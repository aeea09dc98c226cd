"""Near-duplicate groups in linear time: pages that share a band of their MinHash are compared, no others."""

from __future__ import annotations

from collections.abc import Sequence

from weft.page._fingerprint import MINHASHES, Fingerprint, similarity

# The same page seen twice keeps nearly all its shingles; neighbours share quotes, users and advertisements at most.
SAME_PAGE = 0.8
# Sixteen bands of eight: pages of similarity 0.9 meet with probability 0.9999, of 0.8 with 0.95, of 0.5 with 0.06.
BANDS = 16
_BAND_BYTES = MINHASHES // BANDS * 4


def group_near_duplicates(fingerprints: Sequence[Fingerprint], threshold: float = SAME_PAGE) -> list[list[int]]:
    """Give groups of positions whose texts are the same page; every position is in one group, groups in page order.

    Alike is passed on: a page is in a group if it is like one page of it. Linear in the number of fingerprints: in each
    band a page is compared with the first and the latest page of its bucket only.
    """
    parents = list(range(len(fingerprints)))
    for band in range(BANDS):
        first: dict[bytes, int] = {}
        latest: dict[bytes, int] = {}
        for place, print_ in enumerate(fingerprints):
            key = print_.minhash[band * _BAND_BYTES : (band + 1) * _BAND_BYTES]
            for other in {first.setdefault(key, place), latest.get(key, place)}:
                _join(parents, fingerprints, place, other, threshold)
            latest[key] = place
    return _collect(parents)


def _join(parents: list[int], fingerprints: Sequence[Fingerprint], one: int, other: int, threshold: float) -> None:
    roots = _find(parents, one), _find(parents, other)
    if roots[0] != roots[1] and similarity(fingerprints[one], fingerprints[other]) >= threshold:
        parents[max(roots)] = min(roots)


def _find(parents: list[int], place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]  # halve the path on the way
        place = parents[place]
    return place


def _collect(parents: list[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for place in range(len(parents)):
        groups.setdefault(_find(parents, place), []).append(place)
    return list(groups.values())
