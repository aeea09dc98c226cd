"""`weft evaluate`: the papers' experiments, and our pinned floors."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from weft.cli._evaluate_attachments import attachments
from weft.cli._evaluate_disguised import disguised
from weft.cli._evaluate_pages import classify, duplicates, regions, times
from weft.cli._evaluate_posts import SITE_COLUMNS, measure_post_floors, posts
from weft.cli._evaluate_refresh import refresh
from weft.cli._evaluate_strategies import strategies
from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    AloneJudge,
    CrawlResult,
    Figures,
    ListJudge,
    PostJudge,
    Subject,
    changing_subject,
    check_floor,
    evaluate_crawl,
    figures_of,
    has_posts,
    load_floors,
    load_post_threads,
    load_site,
    post_figures,
    raise_floor,
    save_floors,
    simulated_subject,
)
from weft.simulate import make_site

evaluate_app = typer.Typer(help="The papers' measures and experiments, and pinned floors.", no_args_is_help=True)
for experiment in (classify, duplicates, times, regions, strategies, disguised, posts, refresh, attachments):
    evaluate_app.command()(experiment)

WEFT_FLOORS = ("fluxbb", "punbb", "phpbb", "mybb", "smf", "discuz", "q2a", "bbpress", "whatwg")
# What `make corpus` crawls: sites small enough for a build, one of each kind of trouble.
FLOOR_SUBJECTS = (("fluxbb", "generic"), ("bbpress", "generic"), *((name, "weft") for name in WEFT_FLOORS))
FLOORS_FILE = Path("quality") / "floors.json"


@evaluate_app.command()
def crawl(
    strategy: Annotated[str, typer.Option(help="The strategy to measure.")] = "generic",
    skin: Annotated[list[str] | None, typer.Option(help="A simulated skin; may be given again.")] = None,
    site: Annotated[list[Path] | None, typer.Option(help="Folder of a mirrored site; may be given again.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of simulated forums.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads of simulated forums.")] = 300,
    then: Annotated[str | None, typer.Option(help="A skin that simulated forums change to half way through.")] = None,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop each crawl after N pages.")] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Crawl sites with known truth and score the server's log: coverage, effectiveness, duplicates, invalid."""
    if not skin and not site:
        raise UsageError("Name what to crawl: --skin NAME or --site DIR (both may be given more than once).")
    if then is None:
        subjects = [simulated_subject(make_site(name, seed=seed, threads=threads)) for name in skin or ()]
    else:
        subjects = [changing_subject(name, then, seed, threads) for name in skin or ()]
    subjects += [_mirrored(folder) for folder in site or ()]
    results = []
    for subject in subjects:
        result = asyncio.run(evaluate_crawl(subject, strategy, max_pages))
        results.append(result)
        if result.has_failed:
            typer.echo(f"{result.site}: {result.ending}", err=True)
        if json_output:
            typer.echo(json.dumps(result.to_dict()))
    if not json_output:
        print_table(_table(results))


@evaluate_app.command()
def floors(
    corpus: Annotated[Path, typer.Option(help="Folder with mirrored sites.")],
    gold: Annotated[Path | None, typer.Option(help="Folder with gold pages (pages.jsonl.xz).")] = None,
    file: Annotated[Path, typer.Option(help="The file with the pinned figures.")] = FLOORS_FILE,
    pin: Annotated[bool, typer.Option("--pin", help="Raise the floors to today's figures; never lowers one.")] = False,
) -> None:
    """Check that a quick subset is crawled and read no worse than pinned; exit code 1 if it is."""
    pinned = load_floors(file) if file.exists() or not pin else {}
    results = []
    found: dict[str, Figures] = {}
    for name, strategy in FLOOR_SUBJECTS:
        result, of_site = _crawl_for_floors(corpus / name, strategy)
        results.append(result)
        found |= of_site
    print_table(_table(results))
    found |= measure_post_floors(gold)
    for kind in ("posts", "alone", "lists"):
        print_table(_figures_table(kind, found))
    if pin:
        for subject, figures in found.items():
            pinned = raise_floor(subject, figures, pinned)
        save_floors(file, pinned)
    failures = [failure for subject, figures in found.items() for failure in check_floor(subject, figures, pinned)]
    for failure in failures:
        typer.echo(f"below the floor: {failure}", err=True)
    raise typer.Exit(1 if failures else 0)


def _crawl_for_floors(folder: Path, strategy: str) -> tuple[CrawlResult, dict[str, Figures]]:
    """Crawl a mirrored site; what its lists say is counted, and posts are judged where their texts are known."""
    threads = folder / "threads.jsonl"
    judged = strategy == "weft" and has_posts(threads)
    judge = PostJudge(folder.name, load_post_threads(threads)) if judged else None
    alone = AloneJudge(judge) if judge is not None else None
    lists = ListJudge(alone)
    result = asyncio.run(evaluate_crawl(_mirrored(folder), strategy, look=lists))
    found = {f"{folder.name}/{strategy}": figures_of(result)}
    if judge is not None and alone is not None:
        found[f"{folder.name}/posts"] = post_figures(judge.row.counts.figures(), SITE_COLUMNS)
        found[f"{folder.name}/alone"] = alone.figures
    if strategy == "weft":
        found[f"{folder.name}/lists"] = lists.figures
    return result, found


def _mirrored(folder: Path) -> Subject:
    site = load_site(folder)
    return Subject(site.name, site.entry, site.transport, site.truth, lambda: site.requested)


def _table(results: list[CrawlResult]) -> Table:
    table = Table(box=None, padding=(0, 1))
    for heading in ("site", "strategy"):
        table.add_column(heading)
    for heading in ("requests", "coverage", "boards", "effect.", "threads", "dupl.", "invalid", "CPU s"):
        table.add_column(heading, justify="right")
    for result in results:
        m = result.measures
        shares = (m.coverage, m.board_coverage, m.effectiveness, m.thread_share, m.duplicate, m.invalid)
        row = [result.site, result.strategy, f"{m.requests:,}", *(f"{share:.3f}" for share in shares)]
        table.add_row(*row, f"{result.cpu_seconds:.1f}")
    return table


def _figures_table(kind: str, found: dict[str, Figures]) -> Table:
    table = Table(box=None, padding=(0, 1))
    table.add_column(f"{kind} of")
    table.add_column("figures")
    for subject, figures in found.items():
        if subject.endswith(f"/{kind}"):
            cells = "  ".join(f"{name} {value:.3f}" for name, value in figures.items())
            table.add_row(subject.removesuffix(f"/{kind}"), cells)
    return table
