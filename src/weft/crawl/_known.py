"""Hrefs already dealt with, remembered as they are written, so that most links of a page cost one look-up."""

from __future__ import annotations

from weft.crawl._haul import Trace


class KnownHrefs:
    """A bounded memory of raw hrefs, one folder each because relative hrefs mean different things in each.

    With an href goes what it was taken for: a page full of known links still says what it leads to.
    Forgetting is harmless: a forgotten href is resolved again and the store knows its URL.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._folders: dict[str, dict[str, Trace]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def near(self, base: str) -> dict[str, Trace]:
        """Give the hrefs known to pages whose links are relative to `base`."""
        folder = base.partition("?")[0].rpartition("/")[0]
        return self._folders.setdefault(folder, {})

    def remember(self, folder: dict[str, Trace], href: str, trace: Trace) -> None:
        """Keep an href. `?page=2` is left out: it means something else on every page."""
        if href.startswith("?") or not href:
            return
        if self._size >= self._limit:
            self.forget()
            folder.clear()
        if href not in folder:
            folder[href] = trace
            self._size += 1

    def forget(self) -> None:
        """Begin anew."""
        self._folders.clear()
        self._size = 0
