"""`weft refresh` and `weft watch`: what is new since the crawl, with few requests."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import re
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer import Argument, Option

from weft.api import Refreshed, RefreshJob, run_refresh
from weft.config import load_settings
from weft.crawl import Freshness
from weft.errors import UsageError
from weft.page import Post

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Stream(StrEnum):
    """How news are told to other programs."""

    JSONL = "jsonl"


Folder = Annotated[Path, Argument(help="The archive folder.")]
PolicyName = Annotated[
    str, Option(help="What decides where to look: weft, lws+bc, lws, round-robin, bound-based, curve-fitting.")
]
Delay = Annotated[float | None, Option(min=0.0, help="Seconds between requests to a host [default: 1; loopback: 0].")]
Emit = Annotated[Stream | None, Option(help="Print each new or changed post as a line of JSON on standard output.")]
JsonOutput = Annotated[bool, Option("--json", help="Print the report as JSON.")]


def refresh(
    folder: Folder,
    budget: Annotated[int | None, Option(min=1, help="Make so many requests [default: what is due].")] = None,
    policy: PolicyName = "weft",
    delay: Delay = None,
    emit: Emit = None,
    json_output: JsonOutput = False,
) -> None:
    """Bring an archive up to date once: new threads, new posts, what changed and what is gone."""
    _finish(_run(RefreshJob(folder, limit=budget, policy=policy), delay, emit), json_output=json_output)


def watch(
    folder: Folder,
    budget: Annotated[str, Option(help="Most requests, like 3000/day.")] = "3000/day",
    once_per: Annotated[str | None, Option(help="Look in bursts, like 10m, instead of evenly.")] = None,
    policy: PolicyName = "weft",
    delay: Delay = None,
    emit: Emit = None,
    json_output: JsonOutput = False,
) -> None:
    """Keep an archive fresh until stopped (Ctrl-C); run again, it goes on. The budget of a day is never exceeded."""
    period = read_duration(once_per) if once_per is not None else None
    job = RefreshJob(folder, per_day=read_budget(budget), policy=policy, watch=True, once_per=period)
    _finish(_run(job, delay, emit), json_output=json_output)


def read_budget(text: str) -> int:
    """Read "3000/day" or "3000"."""
    match = re.fullmatch(r"([1-9]\d{0,8})\s*(?:/\s*day)?", text.strip())
    if match is None:
        raise UsageError(f"{text!r} is not a budget; give one like 3000/day.")
    return int(match.group(1))


def read_duration(text: str) -> timedelta:
    """Read "10m", "90s", "2h", "1d"."""
    match = re.fullmatch(r"([1-9]\d{0,5})\s*([smhd])", text.strip())
    if match is None:
        raise UsageError(f"{text!r} is not a span of time; give one like 10m, 90s or 2h.")
    return timedelta(seconds=int(match.group(1)) * _UNITS[match.group(2)])


def _run(job: RefreshJob, delay: float | None, emit: Stream | None) -> Refreshed:
    settings = load_settings(None, os.environ)
    if delay is not None:
        fetch = dataclasses.replace(settings.fetch, delay=timedelta(seconds=delay))
        settings = dataclasses.replace(settings, fetch=fetch)
    console = Console(stderr=True, highlight=False)
    with console.status("looking for news") if console.is_terminal else _Quiet() as status:

        def show(fresh: Freshness) -> None:
            if not isinstance(status, _Quiet):
                status.update(f"{fresh.requests:,} requests, {fresh.new_posts:,} new posts, {fresh.changed:,} changed")

        news = print_news if emit is not None else None
        return asyncio.run(
            run_refresh(dataclasses.replace(job, settings=settings, on_news=news, on_step=show, handle_signals=True))
        )


class _Quiet:
    """No display."""

    def __enter__(self) -> _Quiet:
        return self

    def __exit__(self, *_args: object) -> None:
        pass


def print_news(thread: str, post: Post) -> None:
    """Print a post as one line of JSON, at once."""
    data = {
        "thread": thread,
        "id": post.id,
        "url": post.url,
        "author": post.author,
        "time": post.time.isoformat() if post.time is not None else None,
        "text": post.own_text,
    }
    typer.echo(json.dumps(data, ensure_ascii=False))


def _finish(result: Refreshed, *, json_output: bool) -> None:
    fresh = result.freshness
    if json_output:
        typer.echo(json.dumps(fresh.to_dict() | {"interrupted": result.interrupted}))
    else:
        delay = fresh.mean_delay
        told = f", {delay / 60:,.0f} minutes after they were written on average" if delay is not None else ""
        typer.echo(
            f"{fresh.requests:,} requests: {fresh.new_threads:,} new threads, {fresh.new_posts:,} new posts{told};"
            f" {fresh.changed:,} changed, {fresh.gone:,} gone, {fresh.failed:,} requests without a useful answer",
        )
        if result.interrupted:
            typer.echo("Interrupted; run the same command to go on.")
    raise typer.Exit(130 if result.interrupted else 0)
