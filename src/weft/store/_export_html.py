"""A static copy of the forum: a folder of pages that any browser shows, without a network and without scripts."""

from __future__ import annotations

from pathlib import Path

from weft.store._export_file import whole_folder
from weft.store._export_select import EVERYTHING, Exported, Progress, Selection, Walk
from weft.store._forum_ports import Forum


def export_html(
    forum: Forum,
    out: Path,
    selection: Selection = EVERYTHING,
    progress: Progress | None = None,
    *,
    title: str = "",
) -> Exported:
    """Write a folder whose `index.html` leads to all boards and threads; `title` is what the forum is called.

    An earlier copy at that place is replaced; a folder that holds anything else is refused with UsageError.
    """
    from weft.store._copy import MADE_OF, write_copy  # noqa: PLC0415  jinja2 takes 0.1 s to load; few commands need it

    walk = Walk(forum, selection, progress, keep_empty=True)
    with whole_folder(out, MADE_OF) as folder:
        write_copy(forum, walk, folder, title or "Forum", all_boards=selection == EVERYTHING)
    return walk.exported
