"""`weft status`: what an archive holds, also while a crawl is running."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from weft.cli._report import print_summary
from weft.crawl import summary_to_dict
from weft.store import UrlState, open_archive


def status(
    folder: Annotated[Path, typer.Argument(help="The archive folder.")],
    list_state: Annotated[
        UrlState | None, typer.Option("--list", help="List the URLs in this state with their reasons instead.")
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Count what an archive holds: requests, pages by role, what was excluded or failed and why."""
    archive = open_archive(folder, create=False, read_only=True)
    try:
        if list_state is not None:
            for row in archive.urls(list_state):
                typer.echo(f"{row.url}\t{row.reason or row.role}")
            return
        summary = archive.summary()
        start = archive.get_setting("start") or ""
    finally:
        archive.close()
    if json_output:
        typer.echo(json.dumps({"url": start, "archive": str(folder), **summary_to_dict(summary)}, indent=2))
        return
    console = Console(highlight=False)
    console.print(f"{start or 'nothing crawled yet'}  ({folder})", style="bold", markup=False, soft_wrap=True)
    print_summary(summary, console)
