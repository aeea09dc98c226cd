"""The pages that lead to threads: the boards, the threads of each, and all threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from weft.store._copy._boards import NO_BOARD, Board, Boards, board_path
from weft.store._copy._catalogue import Catalogue, Entry, Extent
from weft.store._copy._press import Crumb, Press, make_turns
from weft.store._copy._threads import thread_path

_BOARD_THREADS = 500
_ALL_THREADS = 5000  # more than on a page of a board: these are there to be searched by the browser
_NOTHING = Extent(0, 0, "", "", "")
_LONE = Board(NO_BOARD, "", "Threads without a board", "", ())


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in a list of boards, with what it and those below it hold."""

    board: Board
    extent: Extent

    @property
    def depth(self) -> int:
        """How many boards are above it."""
        return len(self.board.above)


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """A thread in a list of threads."""

    entry: Entry
    path: str
    board: str  # title


def write_lists(press: Press, catalogue: Catalogue, boards: Boards, *, all_boards: bool) -> None:
    """Write the entry page, the pages of boards, and the pages of all threads."""
    own = catalogue.extents()
    lines = _board_lines(boards, own, all_boards=all_boards)
    total = _NOTHING
    for extent in own.values():
        total = _add(total, extent)
    press.print("index.html", "index.html", lines=lines, total=total)
    below: dict[int, list[BoardLine]] = {}
    for line in lines:
        below.setdefault(line.board.above[-1] if line.board.above else NO_BOARD, []).append(line)
    for line in lines:
        board = line.board
        threads = _thread_lines(catalogue, boards, board)
        crumbs = [Crumb(above.title, above.path) for above in boards.above(board)[:-1]]
        under = below.get(board.number, []) if board.number else []
        write = partial(press.print, "board.html", board=board, extent=line.extent, below=under, crumbs=crumbs)
        count = own.get(board.number, _NOTHING).threads
        _write_pages(write, threads, count, _BOARD_THREADS, partial(board_path, board.number))
    write = partial(press.print, "all.html", count=total.threads)
    _write_pages(write, _thread_lines(catalogue, boards), total.threads, _ALL_THREADS, "all/{}.html".format)


def _board_lines(boards: Boards, own: dict[int, Extent], *, all_boards: bool) -> list[BoardLine]:
    held: dict[int, Extent] = {}
    for board in boards:
        for number in (*board.above, board.number):
            held[number] = _add(held.get(number, _NOTHING), own.get(board.number, _NOTHING))
    lines = [BoardLine(board, held[board.number]) for board in boards if all_boards or held[board.number].threads]
    if NO_BOARD in own:
        lines.append(BoardLine(_LONE, own[NO_BOARD]))
    return lines


def _thread_lines(catalogue: Catalogue, boards: Boards, board: Board | None = None) -> Iterator[ThreadLine]:
    """Give the threads of a board; with none, all of them, each with the title of its board."""
    titles = {} if board else {each.number: each.title for each in boards}
    for entry in catalogue.entries(board.number if board else None):
        yield ThreadLine(entry, thread_path(entry.number), titles.get(entry.board, ""))


def _write_pages(
    write: Callable[..., None],
    entries: Iterator[ThreadLine],
    count: int,
    size: int,
    path_of: Callable[[int], str],
) -> None:
    """Write a list cut into pages of `size`; one page at least."""
    paths = [path_of(page) for page in range(1, max(1, -(-count // size)) + 1)]
    for page, path in enumerate(paths, 1):
        write(path=path, threads=list(islice(entries, size)), turns=make_turns(paths, page))


def _add(one: Extent, other: Extent) -> Extent:
    firsts = [first for first in (one.first, other.first) if first]
    return Extent(
        one.threads + other.threads,
        one.posts + other.posts,
        min(firsts, default=""),
        max(one.last, other.last),
        max(one.seen, other.seen),
    )
