"""The tables of paper 004 out of runs: handling time (2), search time (3), precision (4), and how worlds differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from weft.evaluate._attachments import BEFORE, AttachmentRow, AttachmentRun
from weft.evaluate._attachments_world import WorldSetting

# What the worlds of the sensitivity table change; everything else is as in the first.
WORLDS: dict[str, WorldSetting] = {
    "board": WorldSetting(),
    "many links": WorldSetting(references=2.0),
    "timeless": WorldSetting(fresh_bias=0.0),
    "weak": WorldSetting(link_bias=0.5, attention_bias=0.5, need_bias=0.75),
    "random links": WorldSetting(link_bias=0.0),
    "random links and views": WorldSetting(link_bias=0.0, attention_bias=0.0),
    "any file will do": WorldSetting(need_bias=0.0, fresh_bias=0.0),
    "popular is not needed": WorldSetting(need_bias=-0.75),
}
PAPER_BEFORE = (0.627, 0.610, 0.749, 0.778, 0.804, 0.512)
PAPER_AFTER = (0.844, 0.873, 0.850, 0.867, 0.909, 0.757)


@dataclass(frozen=True, slots=True)
class AttachmentTable:
    """A table to be printed or written."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> Iterator[str]:
        """Give its lines as Markdown."""
        yield f"| {' | '.join(self.headings)} |"
        yield f"| --- |{' ---: |' * (len(self.headings) - 1)}"
        for row in self.rows:
            yield f"| {' | '.join(row)} |"


def attachment_tables(runs: Sequence[AttachmentRun]) -> list[AttachmentTable]:
    """Give the tables of the first run, and one that compares the worlds where there are several."""
    tables = [_precision(runs[0]), _search_times(runs[0]), _handling(runs[0])]
    return [*tables, _worlds(runs)] if len({run.rows[0].world for run in runs}) > 1 else tables


def _precision(run: AttachmentRun) -> AttachmentTable:
    headings = ("group", "paper: before", "paper: after", *(row.search for row in run.rows))
    columns = (PAPER_BEFORE, PAPER_AFTER, *(row.groups for row in run.rows))
    groups = enumerate(zip(*columns, strict=True), 1)
    rows = [(str(number), *(f"{value:.3f}" for value in values)) for number, values in groups]
    rows.append(("mean", *(f"{fmean(column):.3f}" for column in columns)))
    rows.append(("on the subject", "", "", *(f"{row.on_subject:.3f}" for row in run.rows)))
    return AttachmentTable(f"Precision of the first ten files, {_size(run)}", headings, tuple(rows))


def _search_times(run: AttachmentRun) -> AttachmentTable:
    ways = [row for row in run.rows if row.search in run.repeated]
    rows = [
        (str(number), *(f"{milliseconds:.2f}" for milliseconds in values))
        for number, values in enumerate(zip(*(run.repeated[row.search] for row in ways), strict=True), 1)
    ]
    for share, name in ((50, "all queries, p50"), (95, "all queries, p95")):
        rows.append((name, *(f"{row.time_at(share):.2f}" for row in ways)))
    title = "Search time in milliseconds of CPU: one query ten times, and all of them once"
    return AttachmentTable(title, ("time", *(row.search for row in ways)), tuple(rows))


def _handling(run: AttachmentRun) -> AttachmentTable:
    rows = [(stage, f"{seconds:.1f}") for stage, seconds in run.seconds.items()]
    return AttachmentTable(f"Handling time in seconds of CPU, {_size(run)}", ("stage", "seconds"), tuple(rows))


def _worlds(runs: Sequence[AttachmentRun]) -> AttachmentTable:
    """Give mean precision by world and search, over all runs of a world."""
    found: dict[str, dict[str, list[AttachmentRow]]] = {}
    for row in (row for run in runs for row in run.rows):
        found.setdefault(row.world, {}).setdefault(row.search, []).append(row)
    searches = list(dict.fromkeys(row.search for run in runs for row in run.rows))
    rows = [
        (world, *(f"{fmean(row.precision for row in ways[way]):.3f}" if way in ways else "" for way in searches))
        for world, ways in found.items()
    ]
    return AttachmentTable("Mean precision by world", ("world", *searches), tuple(rows))


def _size(run: AttachmentRun) -> str:
    counts = run.counts
    return f"{counts['pages']:,} pages and {counts['files']:,} files, {counts['links']:,} links"


def best_gain(run: AttachmentRun) -> tuple[str, float, float]:
    """Give the ranking with the best precision, that precision, and what it adds to a search through pages."""
    before = next(row.precision for row in run.rows if row.search == BEFORE)
    best = max(run.rows, key=lambda row: row.precision)
    return best.search, best.precision, best.precision - before
