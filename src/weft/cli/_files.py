"""`weft files`: the files that posts carry, fetched or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer import Argument, Option

from weft.cli._shown import show_line, show_size
from weft.store import KINDS, Carried, FileRow, SqliteArchive, open_archive, relative_path

_LONG = 120


def files(
    folder: Annotated[Path, Argument(help="The archive folder.")],
    kind: Annotated[
        list[str] | None, Option(help=f"Only this kind or suffix: {', '.join(KINDS)}, docx...; may come twice.")
    ] = None,
    board: Annotated[str, Option(help="Only this board and those below it: its address or part of its title.")] = "",
    author: Annotated[str, Option(help="Only files in posts of this author.")] = "",
    images: Annotated[bool, Option("--images", help="List pictures shown in posts, too.")] = False,
    json_output: Annotated[bool, Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the files that posts carry: kind, size, name, where each lies and in which post; why one is not there."""
    kinds = {word.strip().lower().lstrip(".") for given in kind or () for word in given.split(",") if word.strip()}
    with open_archive(folder, create=False, read_only=True) as archive:
        rows = _list(archive, board, author, kinds, images=images)
        if json_output:
            typer.echo(json.dumps([_to_dict(item, file, folder) for item, file in rows], indent=2, ensure_ascii=False))
            return
        _print(rows, folder)


def _list(
    archive: SqliteArchive, board: str, author: str, kinds: set[str], *, images: bool
) -> Iterator[tuple[Carried, FileRow | None]]:
    known = {row.digest: row for row in archive.files()}
    for item in archive.carried(board=board, author=author):
        file = known.get(item.digest)
        if item.image and not images and file is None:
            continue
        suffix = item.carrier.name.rpartition(".")[2].lower()
        if not kinds or kinds & ({file.kind, file.suffix} if file is not None else {suffix}):
            yield item, file


def _to_dict(item: Carried, file: FileRow | None, folder: Path) -> dict[str, Any]:
    carrier = item.carrier
    post = carrier.row.post
    return {
        "url": carrier.url,
        "name": carrier.name,
        "image": item.image,
        "fetched": file is not None,
        "why_not": item.why_not,
        "kind": file.kind if file is not None else "",
        "suffix": file.suffix if file is not None else "",
        "size": file.size if file is not None else None,
        "digest": item.digest,
        "path": str(folder / relative_path(item.digest)) if item.digest else "",
        "problem": file.problem if file is not None else "",
        "title": file.title if file is not None else "",
        "rank": file.rank if file is not None else 0.0,
        "thread": carrier.row.thread,
        "thread_title": carrier.thread_title,
        "board": carrier.board_title,
        "post": {"id": post.id, "url": post.url, "author": post.author},
    }


def _print(rows: Iterator[tuple[Carried, FileRow | None]], folder: Path) -> None:
    console = Console(highlight=False)
    number = fetched = 0
    for item, file in rows:
        number += 1
        fetched += file is not None
        console.print(_show(item, file, folder), soft_wrap=True)
    console.print(f"{number:,} files in posts, {fetched:,} of them in the archive")


def _show(item: Carried, file: FileRow | None, folder: Path) -> Text:
    post, text = item.carrier.row.post, Text()
    name = show_line(item.carrier.name, _LONG) or show_line(item.carrier.url, _LONG)
    if file is not None:
        text.append(f"{file.kind:<12}{show_size(file.size):>11}  ").append(name, style="bold")
        text.append(f"\n  {folder / relative_path(file.digest)}", style="dim")
        if file.problem:
            text.append(f"\n  its text: {show_line(file.problem, _LONG)}", style="yellow")
    else:
        text.append(f"{'-':<12}{'':>11}  ").append(name)
        text.append(f"\n  not fetched: {show_line(item.why_not, _LONG)}", style="yellow")
    author = show_line(post.author, _LONG) or "somebody"
    title = show_line(item.carrier.thread_title, _LONG)
    return text.append(f"\n  in {title}: {author}  {show_line(post.url or item.carrier.row.thread)}", style="dim")
