"""Parquet: one row a post in typed columns, for DuckDB, pandas, Spark and their like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from weft.errors import UsageError
from weft.store._export_columns import COLUMNS, Kind
from weft.store._export_file import whole_file
from weft.store._export_select import EVERYTHING, Exported, Progress, Selection, Walk
from weft.store._export_text import mend_text, with_offset
from weft.store._forum_ports import Forum, PostRow, ThreadRow

# Rows are gathered as Python values only a batch at a time; a group of rows is what readers skip or load as one.
_BATCH_ROWS, _BATCH_CHARS = 1000, 4_000_000
_GROUP_ROWS, _GROUP_BYTES = 100_000, 48 * 1024 * 1024
_TOO_LARGE = 2**63

_Row = tuple[ThreadRow, PostRow]


def export_parquet(
    forum: Forum, out: Path, selection: Selection = EVERYTHING, progress: Progress | None = None
) -> Exported:
    """Write one row a post, compressed with zstd, in groups of rows; see docs/exports.md for the columns.

    Raises UsageError when pyarrow is not installed.
    """
    pa, pq = _load_arrow()
    walk = Walk(forum, selection, progress)
    schema = pa.schema([(column.name, _arrow_type(pa, column.kind)) for column in COLUMNS])
    with whole_file(out) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(_to_batch(pa, schema, rows) for rows in _batches(walk)):
            table = pa.Table.from_batches(group, schema)
            writer.write_table(table, row_group_size=max(1, table.num_rows))
    return walk.exported


def _load_arrow() -> tuple[Any, Any]:
    try:  # an extra: only this format needs it
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise UsageError('Parquet needs pyarrow; install it with: pip install "weft[parquet]"') from error


def _batches(walk: Walk) -> Iterator[list[_Row]]:
    """Give the rows in lists small enough to be held as Python values."""
    rows = ((thread, post) for thread, posts in walk for post in posts)
    batch: list[_Row] = []
    chars = 0
    for row in rows:
        batch.append(row)
        chars += len(row[1].post.text) + len(row[1].post.html)
        if len(batch) >= _BATCH_ROWS or chars >= _BATCH_CHARS:
            yield batch
            batch, chars = [], 0
    if batch:
        yield batch


def _groups(batches: Iterator[Any]) -> Iterator[list[Any]]:
    """Gather batches to groups of rows."""
    group: list[Any] = []
    for batch in batches:
        group.append(batch)
        rows, size = sum(part.num_rows for part in group), sum(part.nbytes for part in group)
        if rows >= _GROUP_ROWS or size >= _GROUP_BYTES:
            yield group
            group = []
    if group:
        yield group


def _to_batch(pa: Any, schema: Any, rows: list[_Row]) -> Any:
    arrays = []
    for column, field in zip(COLUMNS, schema, strict=True):
        convert = _VALUES[column.kind]
        arrays.append(pa.array([convert(column.read(*row)) for row in rows], type=field.type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _arrow_type(pa: Any, kind: Kind) -> Any:
    text = pa.string()
    match kind:
        case Kind.TEXT | Kind.WORD:
            return text
        case Kind.WORDS:
            return pa.list_(text)
        case Kind.TIME:
            return pa.timestamp("us", tz="UTC")
        case Kind.WHOLE:
            return pa.int64()
        case Kind.FLAG:
            return pa.bool_()
        case Kind.FILES:
            return pa.list_(pa.struct([("url", text), ("name", text), ("kind", text)]))
        case Kind.QUOTES:
            return pa.list_(pa.struct([("text", text), ("author", text), ("post", text)]))


def _mend(values: dict[str, str]) -> dict[str, str]:
    return {name: mend_text(value) for name, value in values.items()}


_VALUES: dict[Kind, Callable[[Any], Any]] = {
    Kind.TEXT: mend_text,
    Kind.WORD: lambda word: mend_text(word) or None,
    Kind.WORDS: lambda words: [mend_text(word) for word in words],
    Kind.TIME: lambda moment: None if moment is None else with_offset(moment),
    Kind.WHOLE: lambda number: number if number is None or abs(number) < _TOO_LARGE else None,
    Kind.FLAG: lambda flag: flag,
    Kind.FILES: lambda files: [_mend({"url": file.url, "name": file.name, "kind": file.kind}) for file in files],
    Kind.QUOTES: lambda quotes: [_mend({"text": q.text, "author": q.author, "post": q.post}) for q in quotes],
}
