"""`weft evaluate posts`: how well posts are taken out of pages, on single pages, mirrored sites and simulated skins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from weft.cli._evaluate_strategies import tell_progress
from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    POSTS_GOLD_NOW,
    Figures,
    GoldFigures,
    GoldPage,
    PageScore,
    compare_trafilatura,
    cut_gold,
    evaluate_site_posts,
    evaluate_skin_posts,
    group_scores,
    has_posts,
    load_gold_pages,
    pick_best,
    plot_gold,
    post_figures,
    read_gold_alone,
    score_gold,
)
from weft.simulate import SKINS, pick_skin

GOLD_COLUMNS = ("precision", "recall", "f1", "user", "date", "date1")
SITE_COLUMNS = ("post_p", "post_r", "author", "time", "order", "threads_found", "joined")
SKIN_COLUMNS = ("precision", "recall", "author", "time", "order", "ids", "reply_p", "reply_r", "files")
PEER = "trafilatura"
MARKDOWN_CHARS = 300  # wide enough for every row: Markdown knows no second line
# What `make corpus` reads: one skin of each kind of site and of markup.
FLOOR_SKINS = ("oldtable", "papers", "cards", "answers", "tree", "journal", "courier")
FLOOR_CUTS = (2, 3)  # posts that gold pages are cut to
SKIN_FLOORS = ("precision", "recall", "author", "time")

Names = Annotated[list[str] | None, typer.Argument(help="With --skins: which ones; all of them where none is named.")]
Sites = Annotated[list[Path] | None, typer.Option("--site", help="Folder of a mirrored site; may be given again.")]
Now = Annotated[
    datetime | None,
    typer.Option(formats=["%Y-%m-%d"], help="When the gold pages were fetched; 2020-06-15 unless given."),
]
Keep = Annotated[int | None, typer.Option(min=1, help="Cut gold pages to their first and to their last N posts.")]
Row = dict[str, Any]


class Style(Enum):
    """How results are printed."""

    TABLE = auto()
    MARKDOWN = auto()
    JSON = auto()


def posts(
    names: Names = None,
    gold: Annotated[Path | None, typer.Option(help="Folder with gold pages (pages.jsonl.xz).")] = None,
    keep: Keep = None,
    site: Sites = None,
    corpus: Annotated[Path | None, typer.Option(help="Folder with mirrored sites: all with post texts.")] = None,
    skins: Annotated[bool, typer.Option("--skins", help="Simulated skins: all, or those named behind it.")] = False,
    now: Now = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads of simulated forums.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of simulated forums.")] = 1,
    draws: Annotated[int, typer.Option(min=1, help="Draws of the skins' pages that are learned from.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Write a picture of the gold hosts to this PNG file.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables as Markdown.")] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Posts out of pages: precision, recall, authors, times, order, on sites whose posts are known.

    Gold pages are read one by one, each without knowledge of its site, and by trafilatura for comparison; with --keep,
    cut to a few of their posts, as most threads have few. Mirrored
    sites are crawled, exported and compared. Of skins all thread pages are read with a wrapper learned from 25 of them.
    """
    folders = _folders(site, corpus)
    if gold is None and not folders and not skins:
        raise UsageError("Name what to read: --gold DIR, --site DIR (may be given again), --corpus DIR or --skins.")
    if names and not skins:
        raise UsageError(f"{names[0]} is one name too many; skins are named behind --skins, sites by --site.")
    chosen = [pick_skin(name).name for name in names or SKINS] if skins else []
    style = Style.JSON if json_output else Style.MARKDOWN if markdown else Style.TABLE
    if gold is not None:
        moment = now.replace(tzinfo=UTC) if now is not None else POSTS_GOLD_NOW
        pages = load_gold_pages(gold)
        _evaluate_gold(cut_gold(pages, keep) if keep is not None else pages, moment, plot, style)
    if folders:
        made = (evaluate_site_posts(folder).to_dict() for folder in _tell_each(folders))
        _show_rows(made, "site", (*SITE_COLUMNS, "extract_ms"), style)
    if chosen:
        made = (evaluate_skin_posts(name, threads, seed, draws).to_dict() for name in chosen)
        _show_rows(made, "skin", (*SKIN_COLUMNS, "learn_s", "extract_ms"), style)


def measure_post_floors(gold: Path | None) -> dict[str, Figures]:
    """Give the figures of posts that are pinned beside those of crawls: gold pages, where there are any, and skins."""
    found: dict[str, Figures] = {}
    if gold is not None:
        whole = load_gold_pages(gold)
        pages = {"gold": whole, **{f"gold, {keep} posts": cut_gold(whole, keep) for keep in FLOOR_CUTS}}
        for name, chosen in pages.items():
            scores = score_gold(chosen, read_gold_alone(POSTS_GOLD_NOW))
            found[f"{name}/posts"] = post_figures(_total(scores).figures(), GOLD_COLUMNS)
    for name in FLOOR_SKINS:
        found[f"skin {name}/posts"] = post_figures(evaluate_skin_posts(name).figures(), SKIN_FLOORS)
    return found


def _folders(sites: list[Path] | None, corpus: Path | None) -> list[Path]:
    folders = list(sites or ())
    if corpus is not None:
        every = sorted(folder for folder in corpus.iterdir() if has_posts(folder / "threads.jsonl"))
        if not every:
            raise UsageError(f"{corpus} holds no mirrored site with post texts (threads.jsonl).")
        folders += every
    return folders


def _tell_each(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        tell_progress(f"crawling {folder.name} ...")
        yield folder


def _evaluate_gold(pages: Sequence[GoldPage], now: datetime, plot: Path | None, style: Style) -> None:
    own = list(score_gold(pages, read_gold_alone(now)))
    ways = _compare(pages)
    best = pick_best(ways) if ways else ""
    hosts, rivals = (group_scores(scores, lambda score: score.host) for scores in (own, ways.get(best, ())))
    groups = {
        "host": hosts,
        "software": group_scores(own, lambda score: score.software),
        "all": {"Weft": _total(own)},
        PEER: {way: _total(scores) for way, scores in ways.items()},
    }
    if style is Style.JSON:
        for kind, rows in groups.items():
            for name, figures in rows.items():
                typer.echo(json.dumps({"kind": kind, "name": name, **figures.to_dict()}))
    else:
        for table in _gold_tables(groups, rivals, best):
            _print(table, style)
    if plot is not None:
        plot_gold(hosts, rivals, f"{PEER}, {best}", plot)
        typer.echo(f"plot written to {plot}", err=True)


def _compare(pages: Sequence[GoldPage]) -> dict[str, list[PageScore]]:
    """Compare with what people would use instead, where it is installed."""
    try:
        return compare_trafilatura(pages)
    except UsageError as error:
        typer.echo(str(error), err=True)
        return {}


def _gold_tables(
    groups: Mapping[str, Mapping[str, GoldFigures]], rivals: Mapping[str, GoldFigures], best: str
) -> Iterable[Table]:
    hosts = _gold_table("host", "" if not rivals else f"{PEER} f1: {best}, the best of {len(groups[PEER])} ways")
    if rivals:
        hosts.add_column(f"{PEER} f1", justify="right")
    for host, figures in groups["host"].items():
        hosts.add_row(*_gold_cells(host, figures), *([_cell(rivals[host].f1)] if rivals else []))
    total = [_cell(groups[PEER][best].f1)] if rivals else []
    hosts.add_row(*_gold_cells("all", groups["all"]["Weft"]), *total, style="bold")
    packages = _gold_table("software", "")
    for name, figures in groups["software"].items():
        packages.add_row(*_gold_cells(name, figures))
    readers = _gold_table("reader", "page ms: CPU from bytes to posts, mean")
    readers.add_column("page ms", justify="right")
    every = {**groups["all"], **{f"{PEER}: {way}": figures for way, figures in groups[PEER].items()}}
    for name, figures in every.items():
        readers.add_row(*_gold_cells(name, figures), f"{figures.page_ms:.1f}")
    return hosts, packages, readers


def _gold_table(first: str, title: str) -> Table:
    table = Table(title=title or None, title_justify="left", box=None, padding=(0, 1))
    table.add_column(first, no_wrap=True)
    for heading in ("pages", "posts", "found", *GOLD_COLUMNS):
        table.add_column(heading, justify="right")
    return table


def _gold_cells(name: str, figures: GoldFigures) -> list[str]:
    counts = map(str, (figures.pages, figures.gold, figures.found))
    return [name, *counts, *(_cell(getattr(figures, column)) for column in GOLD_COLUMNS)]


def _show_rows(made: Iterable[Row], first: str, columns: Sequence[str], style: Style) -> None:
    """Show rows as they come, or all of them in a table with their mean."""
    rows = []
    for row in made:
        rows.append(row)
        if style is Style.JSON:
            typer.echo(json.dumps({"kind": first, **row}))
    if style is Style.JSON:
        return
    table = Table(box=None, padding=(0, 1))
    table.add_column(first, no_wrap=True)
    for heading in columns:
        table.add_column(heading.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(row[first], *(_cell(row[column]) for column in columns))
    if len(rows) > 1:
        known = ([row[column] for row in rows if row[column] is not None] for column in columns)
        table.add_row("mean", *(_cell(fmean(values) if values else None) for values in known), style="bold")
    _print(table, style)


def _print(table: Table, style: Style) -> None:
    if style is Style.MARKDOWN:
        table.box = box.MARKDOWN
        Console(highlight=False, width=MARKDOWN_CHARS).print(table)
    else:
        print_table(table)


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _total(scores: Iterable[PageScore]) -> GoldFigures:
    return sum((score.figures for score in scores), GoldFigures())
