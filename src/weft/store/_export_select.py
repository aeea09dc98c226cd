"""Which posts an export takes, and the walk over them: thread by thread, one post in memory at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from weft.errors import UsageError
from weft.store._chronology import in_order_of_time
from weft.store._export_files import with_files
from weft.store._export_text import one_line
from weft.store._forum_ports import Forum, PostRow, ThreadRow

Progress = Callable[[int, int], None]  # done, to do
_TELL_EVERY = 250  # posts
_NAMED_BOARDS, _TITLE_CHARS = 20, 60


@dataclass(frozen=True, slots=True)
class Selection:
    """What to export: posts of a board and those below it, written at or after `since` and before `until`.

    `board` is its address or a part of its title. With a time, posts whose time is not known are left out, and so are
    threads without a post in that time.
    """

    board: str = ""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def has_times(self) -> bool:
        """Whether it is bound in time."""
        return self.since is not None or self.until is not None


EVERYTHING = Selection()


@dataclass(frozen=True, slots=True)
class Exported:
    """How much was written."""

    threads: int
    posts: int


class Walk:
    """Goes through the chosen threads with their posts; counts them and tells how far it is.

    The posts of a thread are to be read before the next thread is asked for. `keep_empty` gives threads that have no
    post within the chosen times, too.
    """

    def __init__(
        self, forum: Forum, selection: Selection, progress: Progress | None = None, *, keep_empty: bool = False
    ) -> None:
        check_board(forum, selection.board)
        self._forum = forum
        self._selection = selection
        self._progress = progress
        self._drop_empty = selection.has_times and not keep_empty
        self._threads = 0
        self._posts = 0

    @property
    def exported(self) -> Exported:
        """What has gone by so far."""
        return Exported(self._threads, self._posts)

    def threads(self) -> Iterator[ThreadRow]:
        """Give the chosen threads; with times, some may have no post within them."""
        chosen = self._selection
        return self._forum.threads(board=chosen.board, since=chosen.since, until=chosen.until)

    def posts(self, thread: str) -> Iterator[PostRow]:
        """Give the chosen posts of a thread, in the order they were written."""
        chosen = self._selection
        posts = self._forum.posts(thread=thread, since=chosen.since, until=chosen.until)
        return (with_files(self._forum, row) for row in in_order_of_time(posts))

    def __iter__(self) -> Iterator[tuple[ThreadRow, Iterator[PostRow]]]:
        total = sum(_weight(row) for row in self.threads()) if self._progress else 0
        done = 0
        for row in self.threads():
            posts = self._counted(row, done, total)
            done += _weight(row)
            if self._drop_empty:
                first = next(posts, None)
                if first is None:
                    continue
                posts = chain([first], posts)
            self._threads += 1
            yield row, posts
            self._tell(done, total)

    def _counted(self, row: ThreadRow, done: int, total: int) -> Iterator[PostRow]:
        for number, post in enumerate(self.posts(row.url), 1):
            self._posts += 1
            if number % _TELL_EVERY == 0:
                self._tell(done + min(number, _weight(row)), total)
            yield post

    def _tell(self, done: int, total: int) -> None:
        if self._progress:
            self._progress(done, max(done, total))


def check_board(forum: Forum, board: str) -> None:
    """Raise UsageError, naming the boards there are, if no board and no thread's path has this address or title."""
    if not board or next(forum.threads(board=board), None) is not None:
        return
    titles: dict[str, None] = {}
    for row in forum.boards():
        if board == row.url or board.casefold() in row.title.casefold():
            return
        titles[one_line(row.title or row.url, _TITLE_CHARS)] = None
    raise UsageError(f"No board has the address or title {board!r}; {_name_boards(list(titles))}")


def _name_boards(titles: list[str]) -> str:
    if not titles:
        return "the archive knows no boards."
    more = f" and {len(titles) - _NAMED_BOARDS} more" if len(titles) > _NAMED_BOARDS else ""
    return f"there are: {', '.join(titles[:_NAMED_BOARDS])}{more}."


def _weight(row: ThreadRow) -> int:
    return max(1, row.posts)
