"""`weft evaluate attachments`: search for files before and after AttachRank, as paper 004 compares them."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from weft.attachments import RANKINGS
from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    ATTACHMENT_WORLDS,
    AttachmentRun,
    AttachmentTable,
    attachment_tables,
    best_gain,
    run_attachments,
)

Names = Annotated[list[str] | None, typer.Option("--ranking", help="A ranking; may be given again [default: all].")]
Worlds = Annotated[
    list[str] | None, typer.Option("--world", help="A world, or all; may be given again [default: board].")
]


def attachments(
    scale: Annotated[float, typer.Option(min=0.002, help="Size of the board; 1: 60,000 pages and files.")] = 1.0,
    seed: Annotated[list[int] | None, typer.Option(help="Seed; may be given again [default: 1].")] = None,
    queries: Annotated[int, typer.Option(min=1, help="Queries in each of the six groups.")] = 50,
    ranking: Names = None,
    world: Worlds = None,
    out: Annotated[Path | None, typer.Option(help="Write the tables to this Markdown file.")] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Search for files on a simulated bulletin board, through pages and by AttachRank: precision and time."""
    rankings = {name: RANKINGS[name] for name in _known("ranking", ranking or list(RANKINGS), list(RANKINGS))}
    chosen = (
        list(ATTACHMENT_WORLDS) if world == ["all"] else _known("world", world or ["board"], list(ATTACHMENT_WORLDS))
    )
    runs: list[AttachmentRun] = []
    for name in chosen:
        for number in seed or [1]:
            setting = replace(ATTACHMENT_WORLDS[name], scale=scale, seed=number)
            _tell(f"world {name}, seed {number}")
            run = partial(run_attachments, name=name, setting=setting, rankings=rankings, queries=queries, tell=_tell)
            with tempfile.TemporaryDirectory(prefix="weft-evaluate-") as folder:
                runs.append(run(Path(folder) / "archive"))
            if json_output:
                _print_rows(runs[-1], number)
    tables = attachment_tables(runs)
    if out is not None:
        lines = (line for table in tables for line in (f"## {table.title}", "", *table.markdown(), ""))
        out.write_text("\n".join(lines), encoding="utf-8")
    if not json_output:
        for table in tables:
            print_table(_draw(table))
        best, precision, gain = best_gain(runs[0])
        typer.echo(f"best: {best}, {precision:.3f}, {gain:+.3f} over a search through pages")


def _known(what: str, names: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    for name in names:
        if name not in known:
            raise UsageError(f"There is no {what} {name!r}; choose from: {', '.join(known)}.")
    return names


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _print_rows(run: AttachmentRun, seed: int) -> None:
    for row in run.rows:
        typer.echo(json.dumps({**row.to_dict(), "seed": seed, **run.counts}))


def _draw(table: AttachmentTable) -> Table:
    drawn = Table(title=table.title, box=None, padding=(0, 1))
    drawn.add_column(table.headings[0], no_wrap=True)
    for heading in table.headings[1:]:
        drawn.add_column(heading, justify="right")
    for row in table.rows:
        drawn.add_row(*row)
    return drawn
