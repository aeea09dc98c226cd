"""Files that a site gives to nobody, or not to guests: found out after some tries, not after ten thousand."""

from __future__ import annotations

from collections import Counter

from weft.urls import tokenise

REFUSED = "files of this form were refused again and again"
MOST = 20  # refusals without one file


class Refusals:
    """Remembers, by the form of addresses, what became of files that were asked for in this run."""

    def __init__(self) -> None:
        self._refused: Counter[object] = Counter()
        self._served: set[object] = set()

    def note(self, url: str, *, served: bool) -> None:
        """Hear what came of an address. One file is enough: what is refused then is refused for reasons of its own."""
        form = _form(url)
        if served:
            self._served.add(form)
        else:
            self._refused[form] += 1

    def object_to(self, url: str) -> str:
        """Say why an address is not worth asking for, or give an empty string."""
        if not self._refused:
            return ""
        form = _form(url)
        return REFUSED if self._refused[form] >= MOST and form not in self._served else ""


def _form(url: str) -> object:
    tokens = tokenise(url)
    return tokens.origin, tokens.shape
