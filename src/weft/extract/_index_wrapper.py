"""What was learned of a site's lists of threads and boards: where rows are, and where in a row each field is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from weft.extract._index_places import Naming
from weft.extract._index_table import Column

VERSION = 1


@dataclass(frozen=True, slots=True)
class ListWrapper:
    """One kind of row. Names of columns are those of ThreadEntry and BoardEntry."""

    titles: tuple[str, ...]  # places of the links that are titles
    rows: tuple[str, ...]  # tags that lead to rows
    labels: frozenset[str] = frozenset()  # texts of links that are no titles
    span: int = 0  # siblings after a row's element that belong to it
    naming: Naming = field(default_factory=Naming)
    columns: Mapping[str, Column] = field(default_factory=dict)
    sticky: frozenset[str] = frozenset()  # marks of threads that are kept at the top
    locked: frozenset[str] = frozenset()  # marks of threads that take no replies

    def to_dict(self) -> dict[str, Any]:
        """Give plain data; what is empty is left out."""
        data: dict[str, Any] = {"titles": list(self.titles), "rows": list(self.rows), "span": self.span}
        data["columns"] = {name: _write_column(column) for name, column in self.columns.items()}
        for name in ("steady", "said", "ragged"):
            data[name] = sorted(getattr(self.naming, name))
        for name in ("labels", "sticky", "locked"):
            data[name] = sorted(getattr(self, name))
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ListWrapper:
        """Make a wrapper of what `to_dict` gave."""
        names = ("steady", "said", "ragged", "labels", "sticky", "locked")
        marks = {name: frozenset(map(str, data.get(name, ()))) for name in names}
        return cls(
            titles=tuple(map(str, data.get("titles", ()))),
            rows=tuple(map(str, data.get("rows", ()))),
            span=int(data.get("span", 0)),
            columns={str(name): _read_column(row) for name, row in data.get("columns", {}).items()},
            naming=Naming(marks["steady"], marks["said"], marks["ragged"]),
            labels=marks["labels"],
            sticky=marks["sticky"],
            locked=marks["locked"],
        )


@dataclass(frozen=True, slots=True)
class IndexWrapper:
    """How to read a site's index pages: the kinds of rows of threads and of boards, and where the board is named."""

    threads: tuple[ListWrapper, ...] = ()
    boards: tuple[ListWrapper, ...] = ()
    title: str = ""  # selector of the board's title
    clip: tuple[str, str] = ("", "")  # what all documents' titles begin and end with
    crumbs: str = ""  # selector of the way to the board

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, as it stands in the plan."""
        return {
            "version": VERSION,
            "title": self.title,
            "clip": list(self.clip),
            "crumbs": self.crumbs,
            "threads": [kind.to_dict() for kind in self.threads],
            "boards": [kind.to_dict() for kind in self.boards],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> IndexWrapper:
        """Make a wrapper of what `to_dict` gave."""
        before, behind = map(str, data.get("clip", ("", "")))
        return cls(
            threads=tuple(map(ListWrapper.from_dict, data.get("threads", ()))),
            boards=tuple(map(ListWrapper.from_dict, data.get("boards", ()))),
            title=str(data.get("title", "")),
            clip=(before, behind),
            crumbs=str(data.get("crumbs", "")),
        )


def _write_column(column: Column) -> Any:
    """Write a column as its place alone where nothing else is to say."""
    data: dict[str, Any] = {"at": column.place}
    for name in ("number", "before", "behind", "less"):
        if getattr(column, name):
            data[name] = getattr(column, name)
    if column.others:
        data["or"] = list(column.others)
    return data if len(data) > 1 else column.place


def _read_column(data: Any) -> Column:
    if isinstance(data, str):
        return Column(data)
    return Column(
        place=str(data["at"]),
        number=int(data.get("number", 0)),
        before=str(data.get("before", "")),
        behind=str(data.get("behind", "")),
        less=int(data.get("less", 0)),
        others=tuple(map(str, data.get("or", ()))),
    )
