"""Parts of URLs that change nothing: the same page comes with any of them, or without."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import re2

_KEY = re.compile(r"(?:\\\?|&|;)([^?&;=()\\]+)=\(\\d\+\)")  # a fixed pattern of our own, over patterns of forms


@dataclass(frozen=True)
class FixedNumber:
    """A number in URLs that changes nothing: group `group` of a pattern is always written `value`."""

    pattern: str
    group: int
    value: str

    @cached_property
    def _compiled(self) -> Any:
        return re2.compile(self.pattern)

    def write(self, url: str) -> str:
        """Write a URL of the pattern with the fixed value."""
        match = self._compiled.fullmatch(url)
        if match is None:
            return url
        start, end = match.span(self.group)
        return url[:start] + self.value + url[end:]


@dataclass(frozen=True)
class Piece:
    """A piece of URLs that changes nothing: what stands behind `before` and fits `text`, both patterns."""

    before: str
    text: str

    @cached_property
    def _compiled(self) -> Any:
        return re2.compile(f"({self.before}){self.text}")

    @property
    def key(self) -> str:
        """The query key, if the piece is one with its number."""
        match = _KEY.fullmatch(self.text)
        return match[1] if match is not None else ""

    def write(self, url: str) -> str:
        """Write a URL without the piece."""
        match = self._compiled.match(url)
        return url[: match.end(1)] + url[match.end() :] if match is not None else url
