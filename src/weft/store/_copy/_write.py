"""A whole copy: threads first, then the lists that lead to them."""

from __future__ import annotations

from pathlib import Path

from weft.store._copy._boards import Boards
from weft.store._copy._catalogue import Catalogue
from weft.store._copy._files import FOLDER, FileCopies
from weft.store._copy._lists import write_lists
from weft.store._copy._press import Press
from weft.store._copy._threads import ThreadPrinter
from weft.store._export_select import Walk
from weft.store._forum_ports import Forum

MADE_OF = frozenset({"index.html", "style.css", "boards", "threads", "all", FOLDER})


def write_copy(forum: Forum, walk: Walk, folder: Path, title: str, *, all_boards: bool) -> None:
    """Write the chosen part of a forum into an empty folder; `all_boards`: those without a thread, too."""
    press = Press(folder, title)
    catalogue = Catalogue(folder / "catalogue.db")
    try:
        boards = _survey(forum, walk, catalogue)
        printer = ThreadPrinter(walk, catalogue, boards, press, FileCopies(forum, folder))
        for thread, posts in walk:
            printer.print(thread, posts)
        write_lists(press, catalogue, boards, all_boards=all_boards)
    finally:
        catalogue.close()


def _survey(forum: Forum, walk: Walk, catalogue: Catalogue) -> Boards:
    """Number all threads and boards before the first page is written, so that pages can link to one another."""
    boards = Boards()
    for row in forum.boards():
        boards.add(row)
    for thread in walk.threads():
        catalogue.number(thread)
        boards.add_of(thread)
    boards.draw()
    return boards
