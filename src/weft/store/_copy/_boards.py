"""The boards of a copy: a tree with numbers, in the order in which it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from weft.store._forum_ports import BoardRow, ThreadRow

NO_BOARD = 0


@dataclass(frozen=True, slots=True)
class Board:
    """One board; `above` are the numbers of those above it, the topmost first."""

    number: int
    url: str
    title: str
    description: str
    above: tuple[int, ...]

    @property
    def path(self) -> str:
        """Where its first page lies in the copy."""
        return board_path(self.number, 1)


def board_path(number: int, page: int) -> str:
    """Give where a page of a board lies in the copy."""
    return f"boards/{number}.html" if page == 1 else f"boards/{number}-{page}.html"


class Boards:
    """All boards, those too that only threads tell of; to be filled first, then drawn."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str, str]] = {}  # address -> title, description, address of the one above
        self._drawn: dict[str, Board] = {}
        self._by_number: dict[int, Board] = {}

    def add(self, row: BoardRow) -> None:
        """Put a board in."""
        self._known.setdefault(row.url, (row.title, row.description, row.parent))

    def add_of(self, thread: ThreadRow) -> None:
        """Put the board of a thread in, if it is not known."""
        if key := _key(thread):
            self._known.setdefault(key, (thread.board_title, "", ""))

    def draw(self) -> None:
        """Number the boards along the tree. In a ring of boards above one another the first known is topmost."""
        below: dict[str, list[str]] = {}
        for url, (_title, _description, parent) in self._known.items():
            below.setdefault(parent if parent in self._known and parent != url else "", []).append(url)
        for url in (*below.get("", ()), *self._known):
            self._draw_from(url, below)

    def _draw_from(self, top: str, below: dict[str, list[str]]) -> None:
        waiting: list[tuple[str, tuple[int, ...]]] = [(top, ())]
        while waiting:
            url, above = waiting.pop()
            if url in self._drawn:
                continue
            title, description, _parent = self._known[url]
            board = Board(len(self._drawn) + 1, url, title or url, description, above)
            self._drawn[url] = self._by_number[board.number] = board
            waiting += [(child, (*above, board.number)) for child in reversed(below.get(url, ()))]

    def __iter__(self) -> Iterator[Board]:
        return iter(self._by_number.values())

    def of(self, thread: ThreadRow) -> Board | None:
        """Give the board of a thread."""
        return self._drawn.get(_key(thread))

    def above(self, board: Board | None) -> list[Board]:
        """Give the boards on the way to a board, itself last."""
        return [] if board is None else [*(self._by_number[number] for number in board.above), board]


def _key(thread: ThreadRow) -> str:
    return thread.board or thread.board_title
