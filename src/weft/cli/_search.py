"""`weft search`: posts and files of an archive, by words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer import Argument, Option

from weft.api import Wanted, search_archive
from weft.cli._shown import read_moment, show_line, show_size
from weft.errors import UsageError
from weft.store import KINDS, Carrier, FileHit, FileQuery, Hit, open_archive, relative_path

_MARK, _UNMARK = "\x02", "\x03"
_FOUND = re.compile(f"{_MARK}(.*?){_UNMARK}", re.DOTALL)
_LONG = 160


def search(
    folder: Annotated[Path, Argument(help="The archive folder.")],
    query: Annotated[str, Argument(help='Words that must all be there; "a phrase", begin*, -without.')],
    kind: Annotated[
        list[str] | None,
        Option(help=f"Only files of this kind or suffix: {', '.join(KINDS)}, docx...; may come twice."),
    ] = None,
    board: Annotated[str, Option(help="Only this board and those below it: its address or part of its title.")] = "",
    author: Annotated[str, Option(help="Only posts of this author, and files in them.")] = "",
    since: Annotated[
        str, Option(help="Only posts written at or after this time, e.g. 2024-05-01, and their files.")
    ] = "",
    until: Annotated[str, Option(help="Only posts written before this time, and their files.")] = "",
    limit: Annotated[int, Option(min=1, help="Show so many.")] = 20,
    posts: Annotated[bool, Option("--posts", help="Only posts.")] = False,
    files: Annotated[bool, Option("--files", help="Only files.")] = False,
    no_rank: Annotated[bool, Option("--no-rank", help="Order files by words alone, not by AttachRank.")] = False,
    json_output: Annotated[bool, Option("--json", help="Print the finds as JSON.")] = False,
) -> None:
    """Find posts and files by words: in their text, in names of files, in titles of threads."""
    kinds = tuple(word for given in kind or () for word in given.split(",") if word.strip())
    if posts and (kinds or files):
        raise UsageError("--posts leaves out files; --files and --kind ask for them. Give one of them.")
    moments = (read_moment(since, "--since"), read_moment(until, "--until"))
    wanted = Wanted(posts=not files, files=not posts, by_rank=not no_rank, limit=limit)
    with open_archive(folder, create=False, read_only=True) as archive:
        hits = search_archive(archive, FileQuery(query, kinds, board, author, *moments), wanted)
    if json_output:
        typer.echo(json.dumps([_to_dict(hit, folder) for hit in hits], indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if not hits:
        console.print("Nothing was found.")
    for hit in hits:
        console.print(_show(hit, folder), soft_wrap=True)


def _to_dict(hit: Hit | FileHit, folder: Path) -> dict[str, Any]:
    about = {"score": round(hit.score, 6), "snippet": _plain(hit.snippet), "found": _FOUND.findall(hit.snippet)}
    if isinstance(hit, Hit):
        row = hit.row
        return {"type": "post", **_post_keys(row.post, row.thread, hit.thread_title), **about}
    file = hit.file
    return {
        "type": "file",
        "name": file.names[0] if file.names else "",
        "names": list(file.names),
        "kind": file.kind,
        "suffix": file.suffix,
        "size": file.size,
        "digest": file.digest,
        "path": str(folder / relative_path(file.digest)),
        "urls": list(file.urls),
        "title": file.title,
        "rank": file.rank,
        **about,
        "posts": [_carrier_keys(carrier) for carrier in hit.carriers],
    }


def _carrier_keys(carrier: Carrier) -> dict[str, Any]:
    keys = _post_keys(carrier.row.post, carrier.row.thread, carrier.thread_title)
    return {**keys, "board": carrier.board_title, "file_url": carrier.url, "file_name": carrier.name}


def _post_keys(post: Any, thread: str, title: str) -> dict[str, Any]:
    return {
        "thread": thread,
        "thread_title": title,
        "id": post.id,
        "url": post.url or thread,
        "author": post.author,
        "time": post.time.isoformat() if post.time is not None else None,
    }


def _plain(snippet: str) -> str:
    return snippet.replace(_MARK, "").replace(_UNMARK, "")


def _show(hit: Hit | FileHit, folder: Path) -> Text:
    text = Text()
    if isinstance(hit, FileHit):
        file = hit.file
        name = show_line(file.names[0], _LONG) if file.names else file.digest[:12]
        text.append(name, style="bold")
        text.append(f"  {file.kind}, {show_size(file.size)}\n", style="dim")
        text.append(f"  {folder / relative_path(file.digest)}\n", style="dim")
        for carrier in hit.carriers[:3]:
            text.append(f"  in {_source(carrier.row.post, carrier.row.thread, carrier.thread_title)}\n", style="dim")
    else:
        text.append(show_line(hit.thread_title, _LONG) or hit.row.thread, style="bold")
        text.append(f"\n  {_source(hit.row.post, hit.row.thread, '')}\n", style="dim")
    return text.append("  ").append_text(_shine(hit.snippet)).append("\n")


def _source(post: Any, thread: str, title: str) -> str:
    day = f", {post.time:%Y-%m-%d}" if post.time is not None else ""
    author = show_line(post.author, _LONG) or "somebody"
    return f"{show_line(title, _LONG)}{': ' if title else ''}{author}{day}  {show_line(post.url or thread)}"


def _shine(snippet: str) -> Text:
    text, last = Text(), 0
    for found in _FOUND.finditer(snippet):
        text.append(_keep_ends(snippet[last : found.start()]))
        text.append(show_line(found[1]), style="bold yellow")
        last = found.end()
    return text.append(_keep_ends(snippet[last:]))


def _keep_ends(text: str) -> str:
    """Show a piece between two finds with the space around it."""
    line = show_line(text)
    return (" " if text[:1].isspace() else "") + line + (" " if line and text[-1:].isspace() else "")
