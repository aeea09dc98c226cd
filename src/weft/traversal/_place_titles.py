"""What the titles of pages say: which words are a page's own, and whether two pages are called the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from weft.traversal._survey import Survey

COMMON_WORDS = 0.5  # of the titles of all pages
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class Titles:
    """The titles of the sampled pages."""

    survey: Survey

    @cached_property
    def words(self) -> dict[str, frozenset[str]]:
        """The words of each page's title that most others do not have."""
        words = {url: _title_words(view.page.title) for url, view in self.survey.views.items()}
        counts = Counter(word for found in words.values() for word in found)
        least = max(2, COMMON_WORDS * len(words))
        common = {word for word, count in counts.items() if count > least}
        return {url: found - common for url, found in words.items()}

    def are_alike(self, one: str, other: str) -> bool:
        """Whether two pages have one title, words around a page number apart."""
        fewer, more = sorted((one, other), key=lambda url: len(self.words[url]))
        added = self.words[more] - self.words[fewer]
        if not self.words[fewer] or not self.words[fewer] <= self.words[more]:
            return False
        return added <= _page_words(self.survey.views[more].page.title)


def _title_words(title: str) -> frozenset[str]:
    return frozenset(word for word in _WORDS.findall(title.casefold()) if not _has_digit(word))


def _page_words(title: str) -> frozenset[str]:
    """Give the words of a title that stand beside a number: `page 2 of 5`."""
    words = ["", *_WORDS.findall(title.casefold()), ""]
    numbers = [place for place, word in enumerate(words) if _has_digit(word)]
    return frozenset(words[place + step] for place in numbers for step in (-1, 1))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
