"""Repeatable chance: one value for every (seed, salt, id), no state kept."""

from __future__ import annotations

import random
from enum import IntEnum

_MASK = (1 << 64) - 1


class Salt(IntEnum):
    """Keeps the draws for different questions about one id apart."""

    TITLE = 1
    BODY = 2
    PARENT = 3
    QUOTE = 4
    FILES = 5
    EDIT = 6
    STICKY = 7
    MOVED = 8
    VIEWS = 9
    VOTES = 10
    USER = 11
    BOARD = 12
    FEISTEL = 13
    TAGS = 14
    SESSION = 15
    ADS = 16
    ONLINE = 17
    LOCKED = 18
    MODEL = 19


def mix(*parts: int) -> int:
    """Give 64 well-mixed bits of the parts (the finaliser of splitmix64, Steele et al. 2014, once per part)."""
    state = 0
    for part in parts:
        state = (state + part + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        state ^= state >> 31
    return state


def share(*parts: int) -> float:
    """Give a number in [0, 1) for the parts."""
    return mix(*parts) / (_MASK + 1)


def stream(*parts: int) -> random.Random:
    """Give a generator of its own for the parts."""
    return random.Random(mix(*parts))  # noqa: S311  content of a simulated forum, not secrets
