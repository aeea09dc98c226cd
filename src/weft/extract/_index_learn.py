"""Learning where the rows of a site's lists are, and which of their places tell what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from weft.extract._body_fragment import flatten
from weft.extract._crumbs import learn_crumbs
from weft.extract._index_cells import read_numbers
from weft.extract._index_counts import find_counts
from weft.extract._index_draft import Draft, Sheet, gather
from weft.extract._index_marks import learn_locked, learn_sticky
from weft.extract._index_rows import (
    RoleOf,
    Title,
    Trails,
    find_roots,
    group_titles,
    iter_anchors,
    row_roots,
    titles_of,
    with_siblings,
)
from weft.extract._index_table import (
    Column,
    ReadTime,
    Row,
    Table,
    closeness,
    find_last_time,
    find_names,
    read_moment,
    time_places,
)
from weft.extract._index_titles import Groups, are_shared, choose_titles, find_labels, without_labels
from weft.extract._index_words import Count
from weft.extract._index_wrapper import IndexWrapper, ListWrapper
from weft.extract._titles import learn_clip, learn_title
from weft.page import Page, TimeReader, spot_times

_TELLING = 0.5  # share of board rows with a number or a time
_ROWS = 2  # of a page from which boards are learned
_SOME = 0.3  # share of the rows that must have a description
_PROSE_CHARS = 12  # of a description, on average
_MAX_CELL_CHARS = 200
_HEADED = 12  # pages, from all over those given, that tell where titles are
_FEW_SIBLINGS = 3  # after the last row, where rows are made of siblings


def learn_index(
    pages: Iterable[Page], role_of: RoleOf, now: datetime, times: TimeReader | None = None, crumbs: str = ""
) -> IndexWrapper:
    """Learn from a site's index pages where their rows are and what they tell.

    `role_of` gives "thread", "index" or "" for a URL; `times` is how the site writes times, `now` about when the pages
    were fetched; `crumbs` is where threads show the way to their board, which boards mostly do there, too. Any pages
    will do, even none; pages of many boards teach more than pages of one.
    """
    reader = times or TimeReader()

    def read(text: str, twin: str) -> datetime | None:
        return read_moment(reader, text, twin, now)

    samples = list(pages)
    sheets = [_read_sheet(page, role_of) for page in samples]
    labels = find_labels([groups for sheet in sheets for groups in (sheet.threads, sheet.indexes)])
    sheets = [
        replace(sheet, threads=without_labels(sheet.threads, labels), indexes=_own_boards(sheet.indexes, labels))
        for sheet in sheets
    ]
    boards = _learn_boards(sheets, read)
    barred = [_roots_on(sheet, boards) for sheet in sheets]
    threads = _learn_threads(sheets, barred, read, role_of)
    some = samples[:: max(1, -(-len(samples) // _HEADED))]
    return IndexWrapper(
        threads=tuple(replace(kind, labels=labels) for kind in threads),
        boards=tuple(replace(kind, labels=labels) for kind in boards),
        title=learn_title(some, [()] * len(some)),
        clip=learn_clip([page.title for page in samples]),
        crumbs=learn_crumbs(samples, role_of) or crumbs,
    )


def _read_sheet(page: Page, role_of: RoleOf) -> Sheet:
    trails = Trails()
    roles: dict[str, list[tuple[str, Title]]] = {"thread": [], "index": []}
    for place, title in titles_of(iter_anchors(page, trails), page):
        role = role_of(title.url)
        if role in roles and title.url != page.url:
            roles[role].append((place, title))
    return Sheet(page, trails, group_titles(roles["thread"]), group_titles(roles["index"]))


def _own_boards(groups: Groups, labels: Collection[str]) -> Groups:
    """Give the links of a page that may be titles of boards' rows."""
    return {place: titles for place, titles in without_labels(groups, labels).items() if not are_shared(titles)}


def _roots_on(sheet: Sheet, boards: Iterable[ListWrapper]) -> set[int]:
    """Give the elements of the board rows of a page: threads in them are last posts."""
    roots: set[int] = set()
    for kind in boards:
        titles = [title for place in kind.titles for title in sheet.indexes.get(place, ())]
        roots |= {root.mem_id for _, root in find_roots(titles, kind.rows, sheet.trails)}
    return roots


def _learn_boards(sheets: Sequence[Sheet], read: ReadTime) -> tuple[ListWrapper, ...]:
    """Learn the rows of boards: links to index pages in elements that tell numbers or times."""
    groups = [{place: titles for place, titles in sheet.indexes.items() if _tells(titles)} for sheet in sheets]
    free: list[Collection[int]] = [()] * len(sheets)
    return tuple(_board_columns(draft, read) for draft in gather(sheets, groups, choose_titles(groups, free), free))


def _board_columns(draft: Draft, read: ReadTime) -> ListWrapper:
    counts = find_counts(draft.table, draft.headers, (Count.THREADS, Count.POSTS, Count.REPLIES), draft.title_places())
    columns = {"threads": counts.get(Count.THREADS), "posts": counts.get(Count.POSTS) or counts.get(Count.REPLIES)}
    columns["last_time"] = find_last_time(draft.table, read)
    taken = {column.place for column in columns.values() if column is not None}
    columns["description"] = _find_description(draft.table, taken)
    return draft.finish(columns)


def _tells(titles: Sequence[Title]) -> bool:
    """Tell whether most rows around some links hold a number or a time beside the link."""
    if len(titles) < _ROWS:  # one alone seems to have all of the page
        return False
    telling = 0
    roots = row_roots(titles)
    own = {root.mem_id for root in roots}
    for title, root in zip(titles, roots, strict=True):
        nodes = with_siblings(root, own, _FEW_SIBLINGS)
        texts = (text.strip() for text in flatten(nodes, has_forms=True).texts)
        others = [text for text in texts if text and text != title.text and len(text) < _MAX_CELL_CHARS]
        telling += any(read_numbers(text) or spot_times(text) for text in others)
    return telling >= _TELLING * len(titles)


def _find_description(table: Table, taken: Collection[str]) -> Column | None:
    """Give the place of the longest texts outside of links."""
    best: tuple[float, str] = (_PROSE_CHARS, "")
    for place, cells in table.covered(_SOME):
        texts = [cell.text for cell in cells.values() if not cell.href]
        if place not in taken and len(texts) == len(cells) and len(set(texts)) >= _SOME * len(texts):
            best = max(best, (sum(map(len, texts)) / len(texts), place))
    return Column(best[1]) if best[1] else None


def _learn_threads(
    sheets: Sequence[Sheet], barred: Sequence[Collection[int]], read: ReadTime, role_of: RoleOf
) -> tuple[ListWrapper, ...]:
    groups = [sheet.threads for sheet in sheets]
    drafts = gather(sheets, groups, choose_titles(groups, barred), barred)
    kinds = [draft.finish(_thread_columns(draft, read, role_of)) for draft in drafts]
    rows, moments = _in_page_order(drafts, kinds, read)
    sticky, locked = learn_sticky(rows, moments), learn_locked(rows)
    return tuple(replace(kind, sticky=sticky, locked=locked) for kind in kinds)


def _thread_columns(draft: Draft, read: ReadTime, role_of: RoleOf) -> dict[str, Column | None]:
    counts = find_counts(draft.table, draft.headers, (Count.REPLIES, Count.VIEWS, Count.POSTS), draft.title_places())
    columns: dict[str, Column | None] = {"replies": counts.get(Count.REPLIES), "views": counts.get(Count.VIEWS)}
    if columns["replies"] is None and Count.POSTS in counts:
        columns["replies"] = replace(counts[Count.POSTS], less=1)
    columns["last_time"] = find_last_time(draft.table, read)
    return columns | _tell_people(draft, columns["last_time"], role_of)


def _in_page_order(
    drafts: Sequence[Draft], kinds: Sequence[ListWrapper], read: ReadTime
) -> tuple[list[Row], dict[int, datetime]]:
    """Give the rows of all kinds as they stand on the pages, without their titles, and their times."""
    placed: list[tuple[tuple[int, int], Row, datetime | None]] = []
    for draft, kind in zip(drafts, kinds, strict=True):
        moments = _moments(draft.table, kind.columns.get("last_time"), read)
        for number, (row, title) in enumerate(zip(draft.table.rows, draft.titles, strict=True)):
            bare = Row(row.page, row.parts._replace(marks=row.parts.marks - {"'" + title.text}))
            placed.append((draft.positions[number], bare, moments.get(number)))
    placed.sort(key=lambda item: item[0])
    moments = {number: moment for number, (_, _, moment) in enumerate(placed) if moment is not None}
    return [row for _, row, _ in placed], moments


def _moments(table: Table, column: Column | None, read: ReadTime) -> dict[int, datetime]:
    cells = table.places[column.place] if column is not None else {}
    found = {number: read(cell.text, cell.twin) for number, cell in cells.items()}
    return {number: moment for number, moment in found.items() if moment is not None}


def _tell_people(draft: Draft, last: Column | None, role_of: RoleOf) -> dict[str, Column | None]:
    """Tell who began a thread from who wrote last: the one stands by the title, the other by the time of the last."""
    places = draft.title_places()
    title = places.most_common(1)[0][0] if places else ""
    order = draft.table.order
    people = [column for column in find_names(draft.table, draft.is_person(role_of)) if column.place not in places]
    if not people:
        return {}
    starter = max(people, key=lambda column: (closeness(column.place, title), -order[column.place]))
    others = [column for column in people if column != starter]
    if others:
        at = last.place if last is not None else ""
        return {"author": starter, "last_author": max(others, key=lambda column: closeness(column.place, at))}
    if last is None or sum(1 for _ in time_places(draft.table)) < 2:
        return {"author": starter}
    is_last = closeness(starter.place, last.place) > closeness(starter.place, title)
    return {"last_author" if is_last else "author": starter}
