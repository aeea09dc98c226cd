"""`weft export`: an archive's content as one file."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from weft.store import export_warc


class Format(StrEnum):
    """What an archive can be written as."""

    WARC = "warc"


def export(
    folder: Annotated[Path, typer.Argument(help="The archive folder.")],
    format: Annotated[Format, typer.Option(help="What to write.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
) -> None:
    """Write an archive as one file other programs read; warc: every request and response, for warcio and pywb."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(f"exporting {format.value}", total=None)
        responses = export_warc(folder, out, lambda done, total: progress.update(task, completed=done, total=total))
    typer.echo(f"{responses:,} responses with their requests written to {out}")
