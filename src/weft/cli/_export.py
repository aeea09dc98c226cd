"""`weft export`: an archive's content in a form that other programs, or people, read."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Display

from weft.cli._shown import read_moment
from weft.errors import UsageError
from weft.store import (
    Exported,
    Selection,
    SqliteArchive,
    export_csv,
    export_html,
    export_jsonl,
    export_mbox,
    export_parquet,
    export_warc,
    open_archive,
)


class Format(StrEnum):
    """What an archive can be written as."""

    JSONL = "jsonl"
    PARQUET = "parquet"
    CSV = "csv"
    MBOX = "mbox"
    HTML = "html"
    WARC = "warc"


_TABLES: dict[Format, Callable[..., Exported]] = {
    Format.JSONL: export_jsonl,
    Format.PARQUET: export_parquet,
    Format.CSV: export_csv,
    Format.MBOX: export_mbox,
    Format.HTML: export_html,
}


def export(
    folder: Annotated[Path, typer.Argument(help="The archive folder.")],
    format: Annotated[
        Format,
        typer.Option(
            help="jsonl: one thread a line; parquet, csv: a table of posts; mbox: messages; html: pages to read; "
            "warc: every request and response."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The file to write; for html the folder.")],
    board: Annotated[
        str, typer.Option(help="Only this board and those below it: its address or part of its title.")
    ] = "",
    since: Annotated[str, typer.Option(help="Only posts written at or after this time, e.g. 2024-05-01.")] = "",
    until: Annotated[str, typer.Option(help="Only posts written before this time.")] = "",
) -> None:
    """Write an archive in a form that other programs, or people, read. Nothing is written unless all of it can be."""
    _check_place(folder, out)
    selection = Selection(board, read_moment(since, "--since"), read_moment(until, "--until"))
    if format is Format.WARC:
        if selection != Selection():
            raise UsageError("--board, --since and --until choose posts; warc holds whole responses. Leave them out.")
        responses = _with_progress(format, lambda progress: export_warc(folder, out, progress))
        typer.echo(f"{responses:,} responses with their requests written to {out}")
        return
    with open_archive(folder, create=False, read_only=True) as archive:
        options = {"title": _title(archive)} if format is Format.HTML else {}
        write = _TABLES[format]
        done = _with_progress(format, lambda progress: write(archive, out, selection, progress, **options))
    typer.echo(f"{_count(done.posts, 'post')} of {_count(done.threads, 'thread')} written to {out}")
    if format is Format.HTML:
        typer.echo(f"Open {out / 'index.html'} in a browser.")


def _with_progress(format: Format, work: Callable[[Callable[[int, int], None]], Any]) -> Any:
    console = Console(stderr=True)
    amount: ProgressColumn = DownloadColumn() if format is Format.WARC else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), amount, TimeRemainingColumn())
    with Display(*columns, console=console, disable=not console.is_terminal, transient=True) as display:
        task = display.add_task(f"exporting {format.value}", total=None)
        return work(lambda done, total: display.update(task, completed=done, total=total))


def _check_place(folder: Path, out: Path) -> None:
    """Refuse a place inside the archive: a name given by mistake would replace a part of it."""
    place, archive = out.resolve(), folder.resolve()
    if place == archive or archive in place.parents or place in archive.parents:
        raise UsageError(f"{out} and the archive {folder} lie in one another; give a place outside with --out.")


def _title(archive: SqliteArchive) -> str:
    return urlsplit(archive.get_setting("start") or "").netloc


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
