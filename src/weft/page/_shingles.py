"""Shingles: overlapping runs of five words as numbers, the same in every process and on every machine.

A line is shingled by itself, so that a line that comes or goes (a clock, an advertisement) disturbs no neighbour.
Scripts that do not put spaces between words are read character by character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from zlib import crc32

import numpy as np
import numpy.typing as npt

SHINGLE_WORDS = 5  # iRobot 5.2, after Broder: shingles of five words

# Inside a character class: kana, Han (with its extensions), Thai, Lao, Myanmar, Khmer. Korean is written with spaces.
UNSPACED = (
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"\n|[{UNSPACED}]|[^\W_{UNSPACED}]+")
_PLAIN_TOKEN = re.compile(r"\n|[a-z0-9]+")  # the same in lower-case ASCII, in a third of the time
_BREAK = crc32(b"\n")

# Odd constants of good spread: the golden ratio's and splitmix64's (Steele, Lea, Flood, OOPSLA 2014, section 5).
_STEP = 0x9E3779B97F4A7C15
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_WEIGHTS = np.array([pow(_STEP, place + 1, 2**64) for place in range(SHINGLE_WORDS)], dtype=np.uint64)

Hashes = npt.NDArray[np.uint64]


def split_words(line: str) -> list[str]:
    """Give the words of one line; a character of a script without spaces is a word."""
    return [word for word in _cut(line) if word != "\n"]


def _cut(text: str) -> list[str]:
    return (_PLAIN_TOKEN if text.isascii() else _TOKEN).findall(text.lower())


def hash_shingles(text: str | Iterable[str]) -> Hashes:
    """Give the different shingles of a text (lines, or one string with line breaks) as sorted 64-bit numbers.

    A line of fewer than five words is one shingle; a line without words is none.
    """
    return different(hash_lines(text)[0])


def different(hashes: Hashes) -> Hashes:
    """Give each of some numbers once, sorted; `np.unique` loads all of numpy.ma (8 ms) when it is first asked."""
    ordered = np.sort(hashes)
    is_first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return ordered[is_first]


def hash_lines(text: str | Iterable[str]) -> tuple[Hashes, npt.NDArray[np.int64]]:
    """Give the shingles of a text in its order, the same ones again, and the number of the line each is of."""
    joined = text if isinstance(text, str) else "\n".join(text)
    tokens = _cut(joined)
    if not tokens:
        return np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
    # Joined and split again, all words are encoded in one call; no word holds a NUL.
    encoded = "\0".join(tokens).encode("utf-8", "replace").split(b"\0")
    return _roll(np.fromiter(map(crc32, encoded), dtype=np.uint64, count=len(encoded)))


def _roll(words: Hashes) -> tuple[Hashes, npt.NDArray[np.int64]]:
    """Sum the weighted words of every window that starts a line or still has five words of its line before it."""
    breaks = words == _BREAK
    places = np.arange(len(words))
    ends = np.append(np.flatnonzero(breaks), len(words))
    left = ends[np.cumsum(breaks) - breaks] - places  # words from here to the end of the line
    starts = np.concatenate(([True], breaks[:-1]))
    keep = np.flatnonzero(~breaks & (starts | (left >= SHINGLE_WORDS)))
    padded = np.concatenate([words, np.zeros(SHINGLE_WORDS, dtype=np.uint64)])
    total = np.zeros(len(keep), dtype=np.uint64)
    for place in range(SHINGLE_WORDS):
        inside = left[keep] > place
        total += padded[keep + place] * _WEIGHTS[place] * inside
    return mix_bits(total), np.cumsum(breaks)[keep]


def mix_bits(values: Hashes) -> Hashes:
    """Spread the bits (the finaliser of splitmix64): shingles that differ in one word share nothing."""
    values = (values ^ (values >> np.uint64(30))) * _MIX_1
    values = (values ^ (values >> np.uint64(27))) * _MIX_2
    return values ^ (values >> np.uint64(31))
