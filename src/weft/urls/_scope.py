"""Scope: which addresses belong to the site that is archived."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from weft.urls._canonical import parse_address

# The deepest folder that holds this share of a page's own-site links is taken for the forum's root.
ROOT_SHARE = 0.9
# A part of a path that begins with a number, or holds a year.
_NUMBERED = re.compile(r"/(?:\d|[^/]*(?<!\d)(?:19|20)\d\d(?!\d))")


@dataclass(frozen=True, slots=True)
class Scope:
    """An origin and a path prefix; a URL is inside when both fit."""

    origin: str  # scheme://host[:port]
    prefix: str = "/"

    def holds(self, url: str) -> bool:
        """Tell whether a canonical URL is inside. http and https of one host count as one site."""
        if url.startswith(self.origin + self.prefix):
            return True
        address = parse_address(url)
        # `/forum` is the front door of `/forum/`
        if not address.path.startswith(self.prefix) and address.path + "/" != self.prefix:
            return False
        if address.origin == self.origin:
            return True
        own = parse_address(self.origin + "/")
        defaults = {80, 443}
        return address.host == own.host and address.port in defaults and own.port in defaults

    @classmethod
    def around(cls, url: str, links: Iterable[str] = ()) -> Scope:
        """Guess the scope from a start page: the deepest folder above it that holds nearly all of its own links.

        Not one that is called by a number or a year: such are parts of a site, months of an archive. Nor one that is
        but a word before addresses, nothing of which lies right in it, where the page leads to a folder above it.
        """
        address = parse_address(url)
        own = [
            link.path for link in map(parse_address, links) if link.host == address.host and link.port == address.port
        ]
        holding = [folder for folder in ancestors(address.path) if _holds_nearly_all(folder, own)]
        places = (folder for folder in holding if any(_lies_in(path, folder) for path in (address.path, *own)))
        return cls(address.origin, next(places, holding[0] if holding else "/"))


def _holds_nearly_all(folder: str, paths: Sequence[str]) -> bool:
    inside = sum(path.startswith(folder) for path in paths)
    return bool(paths) and inside >= ROOT_SHARE * len(paths) and _NUMBERED.search(folder) is None


def _lies_in(path: str, folder: str) -> bool:
    """Whether a path is a folder or something right in it."""
    return path + "/" == folder or (path.startswith(folder) and "/" not in path[len(folder) :])


def ancestors(path: str) -> list[str]:
    """Give the folders above a path, deepest first: `/a/b/c` gives `/a/b/`, `/a/`, `/`."""
    parts = path.split("/")[1:-1]
    return ["/" + "".join(f"{part}/" for part in parts[:n]) for n in range(len(parts), -1, -1)]
