"""Hrefs already dealt with, remembered as they are written, so that most links of a page cost one look-up."""

from __future__ import annotations


class KnownHrefs:
    """A bounded memory of raw hrefs, one set per folder because relative hrefs mean different things in each.

    Forgetting is harmless: a forgotten href is resolved again and the store knows its URL.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._folders: dict[str, set[str]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def near(self, base: str) -> set[str]:
        """Give the hrefs known to pages whose links are relative to `base`."""
        folder = base.partition("?")[0].rpartition("/")[0]
        return self._folders.setdefault(folder, set())

    def remember(self, folder: set[str], href: str) -> None:
        """Keep an href. `?page=2` is left out: it means something else on every page."""
        if href.startswith("?") or not href:
            return
        if self._size >= self._limit:
            self._folders.clear()
            folder.clear()
            self._size = 0
        if href not in folder:
            folder.add(href)
            self._size += 1
