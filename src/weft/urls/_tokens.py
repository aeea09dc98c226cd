"""The token view of a URL: path parts, query keys and values, digit runs and words.

Patterns over URLs (papers 001 5.2 and 002 4.3.2) are learned over these tokens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from weft.urls._canonical import parse_address

# Fixed pattern of our own, linear by construction: a run of digits, a run of letters, or one other character.
_PIECES = re.compile(r"\d+|[^\W\d_]+|[\W_]")


@dataclass(frozen=True, slots=True)
class UrlTokens:
    """A URL taken apart; `shape` is equal for URLs that differ only in digits and words."""

    origin: str
    path: tuple[str, ...]  # decoded parts between slashes; a trailing slash gives a last empty part
    query: tuple[tuple[str, str], ...]  # decoded, in the site's order

    @property
    def keys(self) -> tuple[str, ...]:
        """The query keys in order."""
        return tuple(key for key, _ in self.query)

    @property
    def pieces(self) -> tuple[tuple[str, ...], ...]:
        """Every path part and query value cut into digit runs, letter runs and separators."""
        values = self.path + tuple(value for _, value in self.query)
        return tuple(tuple(_PIECES.findall(value)) for value in values)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All digit runs of path and query values, as numbers, in order (runs over 18 digits are names)."""
        return tuple(
            int(piece)
            for part in self.pieces
            for piece in part
            if piece.isascii() and piece.isdigit() and len(piece) <= 18
        )

    @property
    def words(self) -> frozenset[str]:
        """All letter runs of path, keys and values, in lower case."""
        texts = (*self.path, *(text for pair in self.query for text in pair))
        return frozenset(p.lower() for text in texts for p in _PIECES.findall(text) if p.isalpha())

    @property
    def shape(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Path parts with every digit run written `#`, and the query keys: paper 001's first sub-clustering."""
        return tuple(_hide_digits(part) for part in self.path), self.keys


def tokenise(url: str) -> UrlTokens:
    """Take a canonical URL apart into tokens."""
    address = parse_address(url)
    path = tuple(unquote(part) for part in address.path.split("/")[1:])
    pairs = (pair.partition("=") for pair in address.query.split("&")) if address.query else ()
    return UrlTokens(
        address.origin,
        path,
        tuple((_unquote_form(key), _unquote_form(value)) for key, _, value in pairs),
    )


def _unquote_form(text: str) -> str:
    return unquote(text.replace("+", " "))


def _hide_digits(part: str) -> str:
    return "".join("#" if piece[0].isdigit() else piece for piece in _PIECES.findall(part))
