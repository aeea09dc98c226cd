"""The way from the forum to each board, as crumbs say it or as boards list boards. Pure; adapters look boards up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from weft.page import Crumb
from weft.store._forum_ports import BoardRow

_SENTENCE = 3  # words behind a name that are none of it
_DEEPEST = 32  # boards above each other; lists may name each other as parents


@dataclass(frozen=True, slots=True)
class Board:
    """A board as an archive knows it; `parent` and `path` as pages say, `is_board` unless it is only an index page."""

    url: str
    title: str
    description: str
    parent: str
    path: tuple[Crumb, ...]
    is_board: bool


class BoardPaths:
    """Looks boards up by address and remembers them: a forum has few of them beside its threads."""

    def __init__(self, find: Callable[[str], Board | None], known: Callable[[], Iterable[str]]) -> None:
        self._find = find
        self._known = known  # addresses of boards
        self._boards: dict[str, Board | None] = {}
        self._paths: dict[str, tuple[Crumb, ...]] = {}

    def get(self, url: str) -> Board | None:
        """Give a board, None when there is none at this address."""
        if url not in self._boards:
            board = self._find(url) if url else None
            self._boards[url] = _without_row(board) if board and board.is_board else None
        return self._boards[url]

    @cached_property
    def categories(self) -> dict[str, str]:
        """Titles of pages, by address, that are first on the ways to boards and are no boards, if there are several.

        A forum has one page that is first on all ways: where these differ, they begin with what boards stand under.
        """
        ways = [board.path for url in self._known() if (board := self.get(url)) is not None]
        firsts = {way[0].url: way[0].text for way in ways if len(way) > 1 and way[0].url and not self.get(way[0].url)}
        return firsts if len(firsts) > 1 else {}

    def list_categories(self) -> Iterator[BoardRow]:
        """Give what boards stand under as boards without threads."""
        for url, title in self.categories.items():
            yield BoardRow(url, title, "", "", (Crumb(title, url),), 0)

    def title(self, url: str) -> str:
        """Give the title of a board."""
        board = self.get(url)
        return board.title if board else ""

    def parent(self, board: Board) -> str:
        """Give the address of the board above, or of what boards stand under; empty when that is neither."""
        return board.parent if self.get(board.parent) or board.parent in self.categories else ""

    def path(self, url: str) -> tuple[Crumb, ...]:
        """Give the way to a board, itself last; nothing for what is no board."""
        if url not in self._paths:
            self._paths[url] = self._walk(url)
        return self._paths[url]

    def _walk(self, url: str) -> tuple[Crumb, ...]:
        way: list[Crumb] = []
        seen: set[str] = set()
        while (board := self.get(url)) and url not in seen and len(way) < _DEEPEST:
            if board.path:
                return (*board.path, *reversed(way))
            way.append(Crumb(board.title, url))
            seen.add(url)
            url = board.parent
        return tuple(reversed(way))

    def is_on(self, path: tuple[Crumb, ...], wanted: str) -> bool:
        """Tell whether a board, given by address or part of its title, is on a path.

        The first step of a longer path is the forum itself, unless it is known as a board: its title is on every path.
        """
        if any(crumb.url == wanted for crumb in path):
            return True
        named = path[1:] if len(path) > 1 and not self.get(path[0].url) else path
        return any(wanted.casefold() in crumb.text.casefold() for crumb in named)


def _without_row(board: Board) -> Board:
    """Give a board without what its row says behind its name, where that is all one link: crumbs have but the name."""
    name = board.path[-1].text if board.path else ""
    goes_on = bool(name) and board.title.startswith(name)
    return replace(board, title=name) if goes_on and len(board.title[len(name) :].split()) >= _SENTENCE else board
