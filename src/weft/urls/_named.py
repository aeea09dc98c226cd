"""Addresses that are names with numbers, told by themselves: `/board/3-cats`, `/board/5-dogs`, `/board/8-birds`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable

from weft.urls._form import cut_url

LEAST_NAMED = 3
_DIGITS = re.compile(r"\d+")  # fixed patterns of our own, over parts of URLs
_WORDS = re.compile(r"[^\W\d_]+")


def find_named(urls: Iterable[str]) -> list[str]:
    """Give the URLs that begin with the same word and go on with words and a number, no two with one of them in common.

    The links of a menu say little about what is free in them, as a menu has a word for each kind of page; but no such
    word has a number of its own.
    """
    groups: dict[Hashable, list[tuple[str, str, str]]] = defaultdict(list)
    for url in dict.fromkeys(urls):
        origin, slots = cut_url(url)
        rest = "/".join(slot.text for slot in slots[1:])
        numbers, words = " ".join(_DIGITS.findall(rest)), " ".join(_WORDS.findall(rest))
        if numbers and words:
            groups[origin, slots[0].text, tuple((slot.lead, slot.key) for slot in slots)].append((url, numbers, words))
    found: list[str] = []
    for alike in groups.values():
        parts = [{one[part] for one in alike} for part in range(3)]
        if len(alike) >= LEAST_NAMED and all(len(part) == len(alike) for part in parts):
            found += (url for url, _, _ in alike)
    return found
