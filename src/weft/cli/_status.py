"""`weft status`: what an archive holds, also while a crawl is running."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from weft.cli._report import print_summary
from weft.clock import SystemClock
from weft.crawl import read_freshness, summary_to_dict
from weft.store import UrlState, open_archive


def status(
    folder: Annotated[Path, typer.Argument(help="The archive folder.")],
    list_state: Annotated[
        UrlState | None, typer.Option("--list", help="List the URLs in this state with their reasons instead.")
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print the counts as JSON.")] = False,
) -> None:
    """Count what an archive holds, what was excluded or failed and why, and how fresh it is kept."""
    archive = open_archive(folder, create=False, read_only=True)
    try:
        if list_state is not None:
            for row in archive.urls(list_state):
                typer.echo(f"{row.url}\t{row.reason or row.role}")
            return
        summary = archive.summary()
        start = archive.get_setting("start") or ""
        fresh = read_freshness(archive, SystemClock().now())
    finally:
        archive.close()
    if json_output:
        data = {"url": start, "archive": str(folder), **summary_to_dict(summary), "freshness": fresh}
        typer.echo(json.dumps(data, indent=2))
        return
    console = Console(highlight=False)
    console.print(f"{start or 'nothing crawled yet'}  ({folder})", style="bold", markup=False, soft_wrap=True)
    print_summary(summary, console)
    if fresh is not None:
        console.print(tell_freshness(fresh, SystemClock().now()), markup=False, soft_wrap=True)


def tell_freshness(fresh: dict[str, Any], now: datetime) -> str:
    """Say in a few lines when an archive was last brought up to date, and what that has brought."""
    ago = _span(now - datetime.fromisoformat(fresh["at"]))
    delay = fresh["mean_delay_seconds"]
    late = f", {_span(timedelta(seconds=delay))} after they were written on average" if delay is not None else ""
    budget = f" of {fresh['budget_a_day']:,}" if fresh["budget_a_day"] else ""
    return (
        f"Last refreshed {ago} ago by the policy {fresh['policy']}: {fresh['requests']:,} requests"
        f" ({fresh['unmodified']:,} answered 'not modified', {fresh['failed']:,} failed)\n"
        f"  brought {fresh['new_threads']:,} new threads and {fresh['new_posts']:,} new posts{late};"
        f" {fresh['changed']:,} changed, {fresh['gone']:,} gone\n"
        f"  {fresh['requests_today']:,}{budget} requests used today, {fresh['lists_due']:,} lists due"
    )


def _span(span: timedelta) -> str:
    """Give a span of time in the unit that suits it."""
    minutes = max(0.0, span.total_seconds() / 60)
    if minutes < 90:
        return f"{minutes:.0f} min"
    return f"{minutes / 60:.0f} h" if minutes < 48 * 60 else f"{minutes / 1440:.0f} days"
