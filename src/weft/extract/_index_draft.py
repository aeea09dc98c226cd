"""The rows of all pages gathered for learning, before it is known what their places tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from weft.extract._body_fragment import Fragment, flatten
from weft.extract._index_cells import Cell, take_apart
from weft.extract._index_counts import read_headers
from weft.extract._index_places import learn_naming
from weft.extract._index_rows import (
    RoleOf,
    Title,
    Trails,
    find_roots,
    settle_root,
    spans_of,
    split_label,
    usual_span,
    with_siblings,
)
from weft.extract._index_table import Column, Row, Table, with_others
from weft.extract._index_titles import Groups, is_inside
from weft.extract._index_wrapper import ListWrapper
from weft.page import Page
from weft.urls import resolve

MAX_ROWS = 300  # enough for any column
_USUAL = 0.05  # share of the rows at a place from which rows are expected there
_SEVERAL = 3  # rows of a page
_HEADERS = 3  # pages whose headers are read
_LISTS = 24  # looked at for one


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page as it is learned from: its links to threads and to index pages, by place."""

    page: Page
    trails: Trails
    threads: Groups
    indexes: Groups


@dataclass(frozen=True, slots=True)
class Gathered:
    """A row as it was found."""

    sheet: int
    place: str
    title: Title
    root: LexborNode
    nodes: tuple[LexborNode, ...]


class Draft:
    """All rows of one kind, taken apart."""

    def __init__(self, sheets: Sequence[Sheet], gathered: Sequence[Gathered], span: int) -> None:
        self._sheets = sheets
        self._gathered = gathered
        self._span = span
        fragments = [flatten(row.nodes, has_forms=True) for row in gathered]
        self._naming = learn_naming(fragments, (row.title.text for row in gathered))
        rows = [
            Row(row.sheet, take_apart(fragment, self._naming, split_label(row.title.text)[0]))
            for row, fragment in zip(gathered, fragments, strict=True)
        ]
        self.table = Table(rows)
        self.headers = self._read_headers(fragments)

    def __len__(self) -> int:
        return len(self._gathered)

    @property
    def positions(self) -> list[tuple[int, int]]:
        """Where the rows stand: the number of the page, and of the title among its links."""
        return [(row.sheet, row.title.position) for row in self._gathered]

    @property
    def titles(self) -> list[Title]:
        """The titles of the rows."""
        return [row.title for row in self._gathered]

    def title_places(self) -> Counter[str]:
        """Count the places in rows at which their titles stand."""
        found: Counter[str] = Counter()
        for row, title in zip(self.table.rows, self.titles, strict=True):
            href = title.node.attributes.get("href") or ""
            found.update(cell.place for cell in row.parts.cells if cell.href == href and cell.text in title.text)
        return found

    def is_person(self, role_of: RoleOf) -> Callable[[int, Cell], bool]:
        """Give a test of cells by row: whether what it says may be a person, because it leads to no list."""

        def test(number: int, cell: Cell) -> bool:
            page = self._sheets[self._gathered[number].sheet].page
            url = resolve(cell.href, page.base) if cell.href else None
            return url is None or not role_of(url)

        return test

    def finish(self, columns: Mapping[str, Column | None]) -> ListWrapper:
        """Give what was learned."""
        trails = Counter(self._sheets[row.sheet].trails.of(row.root) for row in self._gathered)
        return ListWrapper(
            titles=tuple(dict.fromkeys(row.place for row in self._gathered)),
            rows=(trails.most_common(1)[0][0],),
            span=self._span,
            naming=self._naming,
            columns={name: with_others(self.table, column) for name, column in columns.items() if column is not None},
        )

    def _read_headers(self, fragments: Sequence[Fragment]) -> dict[str, str]:
        """Give the header texts of places, from the first rows of a few pages; of rows side by side the first tells."""
        found: dict[str, str] = {}
        seen: set[int] = set()
        lists: set[int] = set()
        for row, fragment in zip(self._gathered, fragments, strict=True):
            above = row.root.parent
            if above is None or above.mem_id in lists or row.sheet in seen:
                continue
            lists.add(above.mem_id)
            headers = read_headers(row.root, fragment, self._naming)
            if headers:
                seen.add(row.sheet)
                found = headers | found
            if len(seen) == _HEADERS or len(lists) == _LISTS:
                break
        return found


def gather(
    sheets: Sequence[Sheet], groups: Sequence[Groups], places: Sequence[str], barred: Sequence[Collection[int]]
) -> list[Draft]:
    """Find the rows at some places on all pages, sorted by kind: rows that stand in like places."""
    found: list[Gathered] = []
    for number, (sheet, links, roots) in enumerate(zip(sheets, groups, barred, strict=True)):
        titles = {title: place for place in places for title in links.get(place, ()) if not is_inside(title, roots)}
        found += [
            Gathered(number, titles[title], title, root, (root,))
            for title, root in find_roots(list(titles), (), sheet.trails)
        ]
        if len(found) > MAX_ROWS:
            break
    usual = _usual_trails(sheets, found)
    kinds: dict[tuple[str, int], list[Gathered]] = defaultdict(list)
    for row in found:
        trails = sheets[row.sheet].trails
        settled = replace(row, root=settle_root(row.title, row.root, usual, trails) or row.root)
        kinds[trails.of(settled.root), _count_cells(settled.root)].append(settled)
    drafts = [_draft(sheets, rows) for rows in kinds.values() if len(rows) >= _SEVERAL]
    return sorted(drafts, key=len, reverse=True) or ([_draft(sheets, found)] if found else [])


def _count_cells(root: LexborNode) -> int:
    """Count the cells of a row of a table: tables with other columns hold other rows."""
    return sum(node.tag in ("td", "th") for node in root.iter()) if root.tag == "tr" else 0


def _draft(sheets: Sequence[Sheet], rows: Sequence[Gathered]) -> Draft:
    """Add to rows the siblings that belong to them, and take them apart."""
    span = usual_span(spans_of([row.root for row in rows]))
    own = {row.root.mem_id for row in rows}
    whole = [replace(row, nodes=tuple(with_siblings(row.root, own, span))) for row in rows]
    return Draft(sheets, whole, span)


def _usual_trails(sheets: Sequence[Sheet], found: Sequence[Gathered]) -> list[str]:
    """Give the tags that lead to rows, told from pages with several: a single row seems as large as the page."""
    sizes = Counter(row.sheet for row in found)
    trails = Counter(sheets[row.sheet].trails.of(row.root) for row in found if sizes[row.sheet] >= _SEVERAL)
    return [trail for trail, count in trails.most_common() if count >= _USUAL * trails.total()]
