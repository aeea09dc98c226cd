"""The end report: what was fetched, what was not, and why; every URL discovered is in it once."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from weft.cli._shown import show_size
from weft.crawl import Ending, Report
from weft.store import Summary, UrlState

_ENDINGS = {
    Ending.DONE: "Done: every URL discovered was dealt with.",
    Ending.LIMIT: "Stopped at {detail}; run the same command to go on.",
    Ending.INTERRUPTED: "Interrupted; run the same command to go on.",
    Ending.HOST_DOWN: "Stopped: {detail}; nothing is lost, run the same command later to go on.",
}


def print_report(report: Report) -> None:
    """Print how a crawl ended, on standard output."""
    console = Console(highlight=False)
    console.print()
    console.print(_ENDINGS[report.ending].format(detail=report.detail), style="bold", markup=False)
    rate = report.pages / report.seconds if report.seconds > 0 else 0.0
    console.print(
        f"{report.url}\n{report.pages:,} pages in {_duration(report.seconds)} ({rate:.1f}/s) by the strategy"
        f" {report.strategy}, archive {report.archive or 'in memory'}",
        markup=False,
        soft_wrap=True,
    )
    print_summary(report.summary, console)
    for note in report.notes:
        console.print(note, style="yellow", markup=False, soft_wrap=True)


def print_summary(summary: Summary, console: Console) -> None:
    """Print the account of an archive: one row a state, one a reason; the rows add up to what was discovered."""
    table = Table(box=None, padding=(0, 2), show_header=False)
    table.add_column(justify="right")
    table.add_column()
    table.add_row(f"{summary.discovered:,}", "URLs discovered", style="bold")
    _add_rows(table, summary, UrlState.FETCHED, "fetched", summary.roles)
    _add_rows(table, summary, UrlState.REDIRECTED, "redirected", {})
    _add_rows(table, summary, UrlState.EXCLUDED, "excluded", summary.excluded)
    _add_rows(table, summary, UrlState.FAILED, "failed", summary.failed)
    waiting = summary.by_state.get(UrlState.QUEUED, 0) + summary.by_state.get(UrlState.LEASED, 0)
    if waiting:
        table.add_row(f"{waiting:,}", "still queued", style="yellow")
    console.print(table)
    console.print(
        f"{summary.requests:,} requests ({summary.learning_requests:,} to learn the site),"
        f" {show_size(summary.body_bytes)} received, {show_size(summary.warc_bytes)} of WARC",
        markup=False,
    )
    if summary.posts:
        console.print(
            f"{summary.posts:,} posts by {summary.users:,} people in {summary.threads:,} threads"
            f" of {summary.boards:,} boards",
            style="bold",
            markup=False,
        )
    if summary.attachments or summary.files:
        console.print(
            f"{summary.attachments:,} attachments of posts, {summary.attachments_fetched:,} of them fetched;"
            f" {summary.files:,} different files ({show_size(summary.file_bytes)})",
            markup=False,
        )
    for problem, count in sorted(summary.problems.items()):
        console.print(f"{count:,} pages: {problem}", style="yellow", markup=False)


def _add_rows(table: Table, summary: Summary, state: UrlState, name: str, parts: dict[str, int]) -> None:
    count = summary.by_state.get(state, 0)
    if not count:
        return
    table.add_row(f"{count:,}", name)
    for part, number in sorted(parts.items(), key=lambda item: (-item[1], item[0])):
        table.add_row("", f"{number:>7,}  {part}", style="dim")


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
