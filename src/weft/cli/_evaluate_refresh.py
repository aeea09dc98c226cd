"""`weft evaluate refresh`: the policies side by side, as paper 003 compares them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    REFRESH_COLUMNS,
    REFRESH_TEXT,
    RefreshColumn,
    RefreshRow,
    RefreshTask,
    join_refresh_rows,
    plan_refresh_cases,
    plan_refresh_growth,
    plan_refresh_year,
    plot_refresh_budgets,
    plot_refresh_cases,
    plot_refresh_days,
    refresh_cells,
    run_refresh,
    write_refresh_table,
)
from weft.refresh import POLICIES, make_policy

CASE_POLICIES = ("lws+bc", "weft", "oracle")
CASE_DAYS = 40.0
DAYS, GROWTH, LYING = "refresh-days.png", "refresh-growth.png", "refresh-cases.png"

Names = Annotated[list[str] | None, typer.Option("--policy", help="A policy; may be given again [default: all].")]
Budgets = Annotated[
    list[float] | None, typer.Option("--budget", min=1, help="Requests a day; may be given again with --growth.")
]
Growth = Annotated[Path | None, typer.Option(help="Replay the posting times of this file (CSV, may be .xz).")]
Rows = Annotated[Path | None, typer.Option(help="Keep rows in this file (JSON lines); what is in it is not run again.")]


def refresh(
    policy: Names = None,
    budget: Budgets = None,
    forums: Annotated[int, typer.Option(min=0, max=18, help="How many of the 18 simulated forums.")] = 18,
    days: Annotated[float, typer.Option(min=0, help="Days to replay; 0: all of a growth file.")] = 365.0,
    scale: Annotated[float, typer.Option(min=0.001, help="Size of the simulated forums against the paper's.")] = 1.0,
    growth: Growth = None,
    cases: Annotated[bool, typer.Option("--cases", help="Forums whose lists hide things or do not bump.")] = False,
    rows: Rows = None,
    out: Annotated[Path | None, typer.Option(help="Write the tables to this Markdown file.")] = None,
    plots: Annotated[Path | None, typer.Option(help="Write the figures to this folder.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Runs side by side.")] = min(2, os.cpu_count() or 1),
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Refresh policies side by side: bandwidth utilisation, coverage, timeliness over a simulated year."""
    names = tuple(policy or POLICIES)
    for name in names:
        make_policy(name)  # a misspelt one is told before anything is run
    known = _load(rows)
    done = {row.key for row in known}
    tasks: list[RefreshTask] = []
    if cases:
        chosen = tuple(name for name in names if policy or name in CASE_POLICIES)
        tasks += plan_refresh_cases(chosen, per_day=_one(budget), days=min(days or CASE_DAYS, CASE_DAYS), scale=scale)
    elif growth is not None:
        tasks += plan_refresh_growth(names, growth, budget or [100.0, 300.0, 1000.0, 3000.0], days)
    elif forums:
        tasks += plan_refresh_year(names, per_day=_one(budget), days=days or 365.0, forums=forums, scale=scale)
    found = list(known)
    for row in run_refresh([task for task in tasks if task.key not in done], jobs, tell_progress):
        found.append(row)
        _append(rows, row)
    found = _in_order(found)
    if plots is not None:
        _draw(found, plots)
    if out is not None:
        out.write_text("\n".join(_document(found, out.parent, plots)) + "\n", encoding="utf-8")
    _show(found, json_output=json_output)


def tell_progress(line: str) -> None:
    """Write a line of progress; a process of its own writes it, too."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _one(budget: list[float] | None) -> float:
    if budget and len(budget) > 1:
        raise UsageError("Several budgets go with --growth only; give one.")
    return budget[0] if budget else 3000.0


def _load(path: Path | None) -> list[RefreshRow]:
    if path is None or not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return [RefreshRow.from_dict(json.loads(line)) for line in lines if line]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise UsageError(f"{path} cannot be read ({error}); give another file with --rows.") from None


def _append(path: Path | None, row: RefreshRow) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row.to_dict()) + "\n")


def _in_order(rows: Sequence[RefreshRow]) -> list[RefreshRow]:
    """Put rows in an order that does not depend on which was done first."""
    order = {name: number for number, name in enumerate(POLICIES)}
    first = {case: number for number, case in enumerate(dict.fromkeys(row.case for row in rows))}
    return sorted(rows, key=lambda row: (row.experiment, first[row.case], row.per_day, row.forum, order[row.policy]))


def _of(rows: Sequence[RefreshRow], experiment: str) -> list[RefreshRow]:
    return join_refresh_rows(row for row in rows if row.experiment == experiment)


def _draw(rows: Sequence[RefreshRow], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for experiment, draw, name in (
        ("year", plot_refresh_days, DAYS),
        ("growth", plot_refresh_budgets, GROWTH),
        ("cases", plot_refresh_cases, LYING),
    ):
        if joined := _of(rows, experiment):
            draw(joined, folder / name)


def _show(rows: Sequence[RefreshRow], *, json_output: bool) -> None:
    if json_output:
        for row in rows:
            typer.echo(json.dumps(row.to_dict()))
        return
    for experiment, columns in REFRESH_COLUMNS.items():
        if joined := _of(rows, experiment):
            print_table(_table(experiment, joined, columns))


def _table(experiment: str, rows: Sequence[RefreshRow], columns: Sequence[RefreshColumn]) -> Table:
    table = Table(title=experiment, box=None, padding=(0, 0, 0, 1))
    table.add_column("policy", no_wrap=True)
    for column in columns:
        table.add_column(column.heading, justify="right")
    for row in rows:
        table.add_row(_name(row), *refresh_cells(row, rows, columns))
    return table


def _name(row: RefreshRow) -> str:
    if row.experiment == "cases":
        return f"{row.case}: {row.policy}"
    return f"{row.per_day:,.0f} a day: {row.policy}" if row.experiment == "growth" else row.policy


def _document(rows: Sequence[RefreshRow], folder: Path, plots: Path | None) -> Iterator[str]:
    """Write the text with its tables and figures put in."""
    figures = {"year": DAYS, "growth": GROWTH, "cases": LYING}
    for line in REFRESH_TEXT.splitlines():
        name = line.removeprefix("{{").removesuffix("}}") if line.startswith("{{") else ""
        if not name:
            yield line
        elif joined := _of(rows, name):
            yield f"{_about(joined)}\n"
            yield from write_refresh_table("policy", joined, REFRESH_COLUMNS[name], _name)
            if plots is not None:
                yield f"![{name}]({_path(plots, folder)}{figures[name]})\n"
        else:
            yield "(not run)\n"


def _about(rows: Sequence[RefreshRow]) -> str:
    """Tell what rows are results of; the posts are those of one policy, fetched or not."""
    budgets = ", ".join(f"{budget:,.0f}" for budget in sorted({row.per_day for row in rows}))
    days, posts = max(row.days for row in rows), max(row.whole.all_posts for row in rows)
    return f"{rows[0].forum}, {days:,.0f} days, {budgets} requests a day and forum, {posts:,} new posts."


def _path(plots: Path, folder: Path) -> str:
    """Give the way from a document to the figures."""
    relative = os.path.relpath(plots, folder)
    return "" if relative == "." else f"{relative}/"
