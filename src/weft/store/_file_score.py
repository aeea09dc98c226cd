"""How a file found by words is scored: what its words are worth where they stand, and what its AttachRank adds.

Tried on simulated bulletin boards (those of `weft evaluate attachments`, in an early form with four times as many
references); what it is worth is told in docs/attachments.md. Weights of the columns are a first guess that stood: from
equal ones to 1, 2, 0.1, 0.1, precision without rank was 0.791 to 0.796. The weight of the rank was tried at 0.25, 0.5,
1 and 2 (seeds 101 to 103): 0.902, 0.912, 0.910, 0.909 where links and views tell what matters (without rank 0.845),
and 0.845, 0.848, 0.843, 0.837 where they are random (without rank 0.846). A greater one buys nothing, and shows more
files that are about something else.
"""

from __future__ import annotations

# What a word counts in a file's own text, in its name, in the posts that carry it and in the titles of their threads;
# in this order they are the weights of `bm25()`.
TEXT, NAME, POST, TITLE = 1.0, 2.0, 0.5, 1.0
# How much better the file with the highest rank of all is than the one with the lowest, words being equal.
RANK_WEIGHT = 0.5
UNRANKED = 0.5  # the standing of a file when no rank is known: that of the one in the middle


def combine(bm25: float, standing: float = UNRANKED) -> float:
    """Give the score of a file, greater is better.

    `bm25` is that of its words, greater is better (SQLite gives it negative). `standing` is where its AttachRank is
    among those of all ranked files: the share of them with a lower one, half of its equals counted, from 0 to 1.
    A product, since the size of a BM25 says nothing across queries.
    """
    return bm25 * (1.0 + RANK_WEIGHT * standing)
