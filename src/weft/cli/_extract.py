"""`weft extract`: the posts of one saved page, or an archive's pages read again."""

from __future__ import annotations

import dataclasses
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from weft.api import extract_archive, extract_thread
from weft.errors import UsageError
from weft.page import Post, ThreadPage

_SHOWN_CHARS = 300


def extract(
    source: Annotated[Path, typer.Argument(help="A saved page, - for standard input, or an archive folder.")],
    url: Annotated[str, typer.Option(help="Where the page was found; links are relative to it.")] = "",
    again: Annotated[
        bool, typer.Option("--again", help="Read all pages of the archive again; nothing is fetched.")
    ] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Take the posts out of one saved page, without any knowledge of its site; or read an archive's pages again."""
    if source.is_dir():
        if not again:
            raise UsageError(
                f"{source} is a folder; to read the pages of an archive again: weft extract {source} --again"
            )
        _read_archive(source, json_output=json_output)
        return
    if again:
        raise UsageError(f"--again reads an archive folder again; {source} is not one.")
    thread = extract_thread(_read_file(source), url)
    if json_output:
        typer.echo(json.dumps(thread_to_dict(thread), ensure_ascii=False, indent=2))
    else:
        _print_thread(thread)


def _read_file(source: Path) -> bytes:
    if str(source) == "-":
        return sys.stdin.buffer.read()
    try:
        return source.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{source} cannot be read: {error.strerror}; give a saved page or an archive folder."
        ) from None


def _read_archive(folder: Path, *, json_output: bool) -> None:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("reading pages again", total=None)
        result = extract_archive(folder, lambda done, total: progress.update(task, completed=done, total=total))
    summary = result.summary
    if json_output:
        counts = {"pages": result.pages, "boards": summary.boards, "threads": summary.threads, "posts": summary.posts}
        typer.echo(json.dumps(counts | {"users": summary.users}))
        return
    typer.echo(
        f"{result.pages:,} pages read again: {summary.posts:,} posts by {summary.users:,} people"
        f" in {summary.threads:,} threads of {summary.boards:,} boards"
    )


def thread_to_dict(thread: ThreadPage) -> dict[str, Any]:
    """Give a page of a thread as plain data."""
    return {
        "title": thread.title,
        "path": [{"url": crumb.url, "title": crumb.text} for crumb in thread.crumbs],
        "tags": list(thread.tags),
        "posts": [_post_to_dict(post) for post in thread.posts],
    }


def _post_to_dict(post: Post) -> dict[str, Any]:
    data = dataclasses.asdict(post)
    for name in ("time", "edited"):
        data[name] = _write_time(data[name])
    return {"text": data.pop("text"), **data}


def _write_time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def _print_thread(thread: ThreadPage) -> None:
    console = Console(highlight=False)
    console.print(thread.title or "no title", style="bold", markup=False)
    if not thread.posts:
        console.print("No posts were recognised on this page.", style="yellow")
    for number, post in enumerate(thread.posts, 1):
        when = post.time.isoformat(" ", "minutes") if post.time is not None else post.time_text or "no time"
        console.print(f"\n{number}. {post.author or 'nobody'}, {when}", style="cyan", markup=False)
        shown = post.text if len(post.text) <= _SHOWN_CHARS else post.text[:_SHOWN_CHARS].rstrip() + " …"
        console.print(shown, markup=False)
        for file in post.attachments:
            console.print(f"{'picture' if file.image else 'file'}: {file.name or file.url}", style="dim", markup=False)
