"""How requests are shared between the two kinds of lists (paper 003, equation 3)."""

from __future__ import annotations

from typing import Any

from weft.refresh._values import ListKind

FADE = 2000.0  # records after which the older ones count half
LEAST = 0.02  # neither kind gets less


class BandwidthControl:
    """Index to post lists in proportion to the records each has really brought: new threads, new posts."""

    def __init__(self) -> None:
        self._records = {ListKind.INDEX: 1.0, ListKind.POSTS: 6.0}
        self._credit = 0.0  # requests owed to index lists

    def count(self, kind: ListKind, records: int) -> None:
        """Note new records."""
        self._records[kind] += records
        if sum(self._records.values()) > FADE:
            self._records = {each: count / 2 for each, count in self._records.items()}

    @property
    def index_share(self) -> float:
        """The share of requests that index lists get."""
        share = self._records[ListKind.INDEX] / sum(self._records.values())
        return min(max(share, LEAST), 1 - LEAST)

    def turn(self) -> ListKind:
        """Give the kind whose turn it is."""
        self._credit += self.index_share
        if self._credit < 1.0:
            return ListKind.POSTS
        self._credit -= 1.0
        return ListKind.INDEX

    def save(self) -> dict[str, Any]:
        """Give everything as plain data."""
        return {"records": {kind.value: count for kind, count in self._records.items()}, "credit": self._credit}

    def restore(self, saved: dict[str, Any]) -> None:
        """Take up what was saved."""
        self._records = {ListKind(kind): count for kind, count in saved["records"].items()}
        self._credit = saved["credit"]
