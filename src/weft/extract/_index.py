"""Index pages: the boards and threads they list, with what their rows tell of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from selectolax.lexbor import LexborNode

from weft.extract._body_fragment import flatten
from weft.extract._crumbs import read_crumbs
from weft.extract._index_cells import Cell, Parts, read_numbers, take_apart
from weft.extract._index_learn import learn_index
from weft.extract._index_places import bare_place
from weft.extract._index_rows import (
    RoleOf,
    Title,
    Trails,
    find_roots,
    iter_anchors,
    split_label,
    titles_of,
    with_siblings,
)
from weft.extract._index_table import read_moment, read_name
from weft.extract._index_titles import are_shared, is_inside
from weft.extract._index_wrapper import IndexWrapper, ListWrapper
from weft.extract._titles import read_title
from weft.page import BoardEntry, Crumb, IndexPage, Page, ThreadEntry, TimeReader

__all__ = ["IndexWrapper", "learn_index", "read_index"]


def read_index(
    page: Page, role_of: RoleOf, now: datetime, wrapper: IndexWrapper | None = None, times: TimeReader | None = None
) -> IndexPage:
    """Read what an index page lists. Never raises.

    `role_of` gives "thread", "index" or "" for a URL; `now` is when the page was fetched; `times` is how the site
    writes times. Without a wrapper the page itself is learned from, which tells less.
    """
    known = wrapper if wrapper is not None else learn_index([page], role_of, now, times)
    reader = _Reader(page, role_of, now, times or TimeReader())
    title = read_title(page, known.title, known.clip)
    boards = tuple(reader.boards(known.boards))  # first: threads in their rows are last posts
    return IndexPage(
        title=title,
        crumbs=_end_here(read_crumbs(page, role_of, known.crumbs if wrapper is not None else None), title, page.url),
        boards=boards,
        threads=tuple(reader.threads(known.threads)),
    )


def _end_here(crumbs: tuple[Crumb, ...], title: str, url: str) -> tuple[Crumb, ...]:
    """Add the board itself to the way that leads to it, unless it is there, perhaps as the first of its pages."""
    if not title or (crumbs and (crumbs[-1].url == url or crumbs[-1].text == title)):
        return crumbs
    return (*crumbs, Crumb(title, url))


class _Reader:
    """Reads the rows of one page."""

    def __init__(self, page: Page, role_of: RoleOf, now: datetime, times: TimeReader) -> None:
        self._page = page
        self._role_of = role_of
        self._now = now
        self._times = times
        self._trails = Trails()
        self._anchors = list(iter_anchors(page, self._trails))
        self._taken: set[int] = set()  # the elements of board rows

    def threads(self, kinds: Sequence[ListWrapper]) -> Iterator[ThreadEntry]:
        """Give the threads of the page."""
        for known, title, parts in self._rows(kinds, "thread"):
            fields = _Fields(known, parts)
            yield ThreadEntry(
                url=title.url,
                title=title.text,
                author=fields.name("author"),
                replies=fields.number("replies"),
                views=fields.number("views"),
                last_time=self._moment(fields),
                last_author=fields.name("last_author"),
                sticky=not known.sticky.isdisjoint(parts.marks),
                locked=not known.locked.isdisjoint(parts.marks),
            )

    def boards(self, kinds: Sequence[ListWrapper]) -> Iterator[BoardEntry]:
        """Give the boards of the page."""
        for known, title, parts in self._rows(kinds, "index"):
            fields = _Fields(known, parts)
            yield BoardEntry(
                url=title.url,
                title=title.text,
                description=fields.text("description"),
                threads=fields.number("threads"),
                posts=fields.number("posts"),
                last_time=self._moment(fields),
            )

    def _rows(self, kinds: Sequence[ListWrapper], role: str) -> Iterator[tuple[ListWrapper, Title, Parts]]:
        """Give the rows of all kinds in page order."""
        found: list[tuple[int, ListWrapper, Title, list[LexborNode]]] = []
        for known in kinds:
            titles = [title for title in self._titles(known, role) if not is_inside(title, self._taken)]
            if role == "index" and are_shared(titles):
                continue
            rows = find_roots(titles, known.rows, self._trails)
            own = {root.mem_id for _, root in rows}
            found += [(title.position, known, title, with_siblings(root, own, known.span)) for title, root in rows]
        if role == "index":
            self._taken = {nodes[0].mem_id for *_, nodes in found}
        seen: set[str] = set()
        for _, known, title, nodes in sorted(found, key=lambda row: row[0]):
            if title.url not in seen:
                seen.add(title.url)
                label, text = split_label(title.text)
                parts = take_apart(flatten(nodes, has_forms=True), known.naming, label)
                yield known, title._replace(text=text), parts

    def _titles(self, known: ListWrapper, role: str) -> list[Title]:
        anchors = (anchor for anchor in self._anchors if anchor.place in known.titles)
        return [
            title
            for _, title in titles_of(anchors, self._page)
            if title.url != self._page.url and title.text not in known.labels and self._role_of(title.url) == role
        ]

    def _moment(self, fields: _Fields) -> datetime | None:
        cell = fields.cell("last_time")
        return read_moment(self._times, cell.text, cell.twin, self._now) if cell is not None else None


class _Fields:
    """The fields of one row."""

    def __init__(self, known: ListWrapper, parts: Parts) -> None:
        self._columns = known.columns
        self._parts = parts
        self._cells: Mapping[str, Cell] = {cell.place: cell for cell in reversed(parts.cells)}

    @cached_property
    def _bare(self) -> Mapping[str, Cell]:
        return {bare_place(cell.place): cell for cell in reversed(self._parts.cells)}

    def cell(self, name: str) -> Cell | None:
        """Give the cell of a column."""
        column = self._columns.get(name)
        if column is None:
            return None
        for place in (column.place, *column.others):
            if place in self._cells:
                return self._cells[place]
        return self._bare.get(bare_place(column.place))

    def text(self, name: str) -> str:
        """Give what a column says."""
        cell = self.cell(name)
        return cell.text if cell is not None else ""

    def name(self, name: str) -> str:
        """Give the person a column names."""
        cell = self.cell(name)
        return read_name(cell, self._columns[name]) if cell is not None else ""

    def number(self, name: str) -> int | None:
        """Give the number in a column."""
        cell = self.cell(name)
        if cell is None:
            return None
        column, numbers = self._columns[name], read_numbers(cell.text)
        return max(0, numbers[column.number] - column.less) if column.number < len(numbers) else None
