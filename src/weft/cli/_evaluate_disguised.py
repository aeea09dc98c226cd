"""`weft evaluate disguised`: real forums with all names taken away, crawled and read as well as before or not."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from weft.cli._evaluate_strategies import tell_progress
from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import DisguisedRow, Mask, run_disguised

_POSTS = ("post_p", "post_r", "author", "time")
_PLAIN, _NAMELESS = (), tuple(mask for mask in Mask if mask is not Mask.BOXES)
_WIDE = 200  # characters: Markdown knows no second line

Masks = Annotated[
    list[Mask] | None, typer.Option(help="Only a disguise of this part, and others named so; may be given again.")
]


def disguised(
    site: Annotated[list[Path] | None, typer.Option(help="Folder of a mirrored site; may be given again.")] = None,
    corpus: Annotated[Path | None, typer.Option(help="Folder with mirrored sites: all of them.")] = None,
    mask: Masks = None,
    inner: Annotated[int, typer.Option(min=0, help="Begin at so many random pages, too.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the invented words and the random pages.")] = 1,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Crawl mirrored forums as they are, without any name in them, and with tables and lists as plain boxes.

    Classes, ids, words of addresses and what the site says are invented anew, what is written for machines is left out.
    A crawler that knows packages, or words, finds nothing there; one that has learned the site does.
    """
    folders = [*(site or ()), *_mirrors(corpus)]
    if not folders:
        raise UsageError("Name what to crawl: --site DIR (may be given again) or --corpus DIR.")
    dresses: Sequence[Collection[Mask]] = [tuple(mask)] if mask else [_PLAIN, _NAMELESS, tuple(Mask)]
    rows = []
    for folder in folders:
        tell_progress(f"crawling {folder.name} ...")
        for row in run_disguised(folder, dresses, inner, seed):
            rows.append(row)
            if json_output:
                typer.echo(json.dumps(row.to_dict()))
    if markdown:
        Console(highlight=False, width=_WIDE).print(_table(rows, box.MARKDOWN))
    elif not json_output:
        print_table(_table(rows, None))


def _mirrors(corpus: Path | None) -> list[Path]:
    if corpus is None:
        return []
    found = sorted(folder.parent for folder in corpus.glob("*/pages.jsonl.xz"))
    if not found:
        raise UsageError(f"{corpus} holds no mirrored site (pages.jsonl.xz).")
    return found


def _table(rows: Iterable[DisguisedRow], style: box.Box | None) -> Table:
    table = Table(box=style, padding=(0, 1))
    for heading in ("site", "disguise", "begun at"):
        table.add_column(heading, no_wrap=heading == "site", overflow="fold")
    for heading in ("requests", "learning", "coverage", "boards", "effect.", *_POSTS):
        table.add_column(heading, justify="right")
    for row in rows:
        measures, posts = row.result.measures, row.posts.figures() if row.posts is not None else {}
        shares = (measures.coverage, measures.board_coverage, measures.effectiveness)
        told = [f"{posts[name]:.3f}" if name in posts else "-" for name in _POSTS]
        counts = (f"{measures.requests:,}", str(row.result.learning_requests))
        begun = row.begun.removeprefix("http://").partition("/")[2]
        table.add_row(row.site, _name(row.masks), f"/{begun}", *counts, *(f"{share:.3f}" for share in shares), *told)
    return table


def _name(masks: Collection[Mask]) -> str:
    if not masks:
        return "none"
    if set(masks) == set(_NAMELESS):
        return "no names"
    return "no names, boxes" if set(masks) == set(Mask) else ", ".join(mask.value for mask in masks)
