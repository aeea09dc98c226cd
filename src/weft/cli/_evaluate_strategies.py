"""`weft evaluate strategies`: every strategy side by side."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    COLUMNS,
    Findings,
    StrategyRow,
    Task,
    Terrain,
    compare_strategies,
    has_failed,
    mean_cells,
    plot_loops,
    plot_samples,
    plot_strategies,
)
from weft.traversal import STRATEGIES, make_strategy

LOOPS = "weft"  # whose crawl the connectivity of links is measured on: it reaches nearly every page and little else
BARS, SAMPLES, CONNECTIVITY = "strategies.png", "strategies-samples.png", "strategies-connectivity.png"
KINDS = {"mirror": "mirrored real forums", "skin": "simulated skins"}
GRAINS = {"block": "all links of one element", "place": "one shape of URLs in one place"}
MEASURES = """\
- requests: all of them but robots.txt and attachments, learning included; learning: those made while learning.
- coverage: thread pages reached; boards: entry and index pages reached.
- effect.: share of requests that brought the first copy of an entry, index or thread page; threads: of a thread page;
  dupl.: further copies of one; invalid: everything else.
- entry: share of sites whose entry the plan names. All crawls begin there, so this only shows who strays from it.
- flip P, flip R: precision and recall of page flipping, over pairs of pages (by what they show, not by address) that a
  link of a crawled page joins. True: both are pages of one board or thread. Predicted: the plan follows the link as a
  flip of such pages as it stands on, or the crawl has both in one list. Links to a crawled page under another address
  than it was crawled at, which the plan leaves alone (permalinks, last posts, `page=1`), turn no page and count
  nowhere. A mean leaves out sites where the figure is undefined (shown as -).
- linked: share of pairs of crawled pages of one board or thread between which predicted flips lead, in any number of
  steps. joined: share of them the archive has in one list. wrongly: pairs of pages of different ones in one list.
  The two differ because the crawl joins a page fetched while learning only if its rule tells the list from the URL,
  which rules of weft do and those of the papers' strategies do not; and it puts page 2 of a thread linked from a board
  into the board's list if the rule does not tell. `linked` is fair to the papers' strategies, `joined` is what one
  gets.
- A strategy that gives no plan scores 0, whatever it fetched while learning.
- CPU s: of the whole crawl in this process, the answering of requests included; only ratios mean something.
- The papers' order of effectiveness (generic, structure-driven, irobot, focus) came out over mirrored and simulated
  forums together; on the nine mirrored forums alone structure-driven is a little before irobot. What was found out
  about that, by experiment and site by site: [strategies-order.md](strategies-order.md).
"""

Sites = Annotated[list[Path] | None, typer.Option("--site", help="Folder of a mirrored site; may be given again.")]
Skins = Annotated[list[str] | None, typer.Option("--skin", help="A simulated skin; may be given again.")]
Names = Annotated[list[str] | None, typer.Option("--strategy", help="A strategy; may be given again [default: all].")]
Samples = Annotated[str, typer.Option(help="Numbers of pages to let irobot learn from, like 10,20,50,100,200.")]
Rows = Annotated[
    Path | None, typer.Option(help="Keep rows in this file (JSON lines); what is in it is not crawled again.")
]


def strategies(
    site: Sites = None,
    skin: Skins = None,
    strategy: Names = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads of simulated forums.")] = 300,
    seed: Annotated[int, typer.Option(help="Seed of simulated forums.")] = 1,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop each crawl after N pages.")] = None,
    samples: Samples = "",
    rows: Rows = None,
    out: Annotated[Path | None, typer.Option(help="Write the tables to this Markdown file.")] = None,
    plots: Annotated[Path | None, typer.Option(help="Write the figures to this folder.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Sites crawled side by side.")] = min(2, os.cpu_count() or 1),
    json_output: Annotated[bool, typer.Option("--json", help="Print rows as JSON lines.")] = False,
) -> None:
    """Strategies side by side: coverage, effectiveness, page flipping, pages kept together, what learning costs."""
    names = tuple(strategy or STRATEGIES)
    for name in names:
        make_strategy(name)  # a misspelt one is told before anything is crawled
    terrains = [Terrain(folder.name, folder) for folder in site or ()]
    terrains += [Terrain(name, None, threads, seed) for name in skin or ()]
    known = _load(rows)
    if not terrains and not known.rows:
        raise UsageError("Name what to crawl: --site DIR or --skin NAME (both may be given more than once).")
    counts = _read_counts(samples)
    loops = LOOPS if plots is not None or rows is not None else ""
    tasks = [_leave_out_known(Task(terrain, names, max_pages, counts, loops), known) for terrain in terrains]
    found = known
    for done in compare_strategies([task for task in tasks if task.strategies or task.samples], jobs, tell_progress):
        found += done
        _append(rows, done)
    found = _in_order(found, names)
    if plots is not None:
        _draw(found, plots)
    if out is not None:
        out.write_text(_write_document(found, out.parent, plots), encoding="utf-8")
    _show(found, json_output=json_output)


def tell_progress(line: str) -> None:
    """Write a line of progress; a process of its own writes it, too."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _read_counts(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(count) for count in text.split(",") if count.strip()}))
    except ValueError:
        raise UsageError(f"--samples {text!r} is not a list of numbers; write it like 10,20,50.") from None


def _leave_out_known(task: Task, known: Findings) -> Task:
    """Give what is left to do on a site."""
    terrain = task.terrain
    done = {row.strategy for row in known.rows if (row.kind, row.site) == (terrain.kind, terrain.name)}
    sampled = {row.samples for row in known.samples if row.site == terrain.name}
    return dataclasses.replace(
        task,
        strategies=tuple(name for name in task.strategies if name not in done),
        samples=tuple(count for count in task.samples if count not in sampled),
    )


def _load(path: Path | None) -> Findings:
    if path is None or not path.exists():
        return Findings()
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        return Findings.from_dicts(lines)
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise UsageError(f"{path} cannot be read ({error}); give another file with --rows.") from None


def _append(path: Path | None, found: Findings) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in found.to_dicts())


def _in_order(found: Findings, names: Sequence[str]) -> Findings:
    """Put rows in an order that does not depend on which site was done first."""
    order = {name: number for number, name in enumerate((*STRATEGIES, *names))}
    rows = sorted(found.rows, key=lambda row: (row.kind, row.site, order.get(row.strategy, len(order))))
    samples = sorted(found.samples, key=lambda row: (row.site, row.samples))
    loops = sorted(found.loops, key=lambda loop: (loop.site, loop.type, loop.shape, -loop.connectivity))
    return Findings(tuple(rows), tuple(samples), tuple(loops))


def _draw(found: Findings, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    plot_strategies(found.rows, folder / BARS)
    if found.samples:
        plot_samples(found.samples, folder / SAMPLES)
    if found.loops:
        plot_loops(found.loops, folder / CONNECTIVITY)


def _show(found: Findings, *, json_output: bool) -> None:
    if json_output:
        for line in found.to_dicts():
            typer.echo(json.dumps(line))
        return
    for kind, rows in _by(found.rows, "kind").items():
        table = Table(title=f"{KINDS[kind]}: means over {len(_by(rows, 'site'))}", box=None, padding=(0, 0, 0, 1))
        table.add_column("strategy", no_wrap=True)
        for column in COLUMNS:
            table.add_column(column.heading, justify="right")
        for name, group in _by(rows, "strategy").items():
            table.add_row(name, *mean_cells(group))
        print_table(table)


def _by(rows: Iterable[StrategyRow], name: str) -> dict[str, list[StrategyRow]]:
    groups: dict[str, list[StrategyRow]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, name)].append(row)
    return groups


def _write_document(found: Findings, folder: Path, plots: Path | None) -> str:
    return "\n".join(_document(found, folder, plots)) + "\n"


def _document(found: Findings, folder: Path, plots: Path | None) -> Iterator[str]:
    yield "# Strategies side by side"
    yield "Written by `weft evaluate strategies`; figures compare the server's log and the archive with the truth.\n"
    for kind, rows in _by(found.rows, "kind").items():
        yield f"## {KINDS[kind].capitalize()}: means over {len(_by(rows, 'site'))} sites"
        groups = _by(rows, "strategy")
        yield from _table("strategy", ((name, group) for name, group in groups.items()))
    if plots is not None:
        yield f"![coverage and effectiveness]({_path(plots, folder)}{BARS})\n"
    yield "## What the figures mean"
    yield MEASURES
    for kind, rows in _by(found.rows, "kind").items():
        yield f"## Each of the {KINDS[kind]}"
        for name, group in _by(rows, "site").items():
            about = group[0].measures
            yield f"### {name}: {about.thread_pages} thread pages, {about.index_pages} index pages"
            yield from _table("strategy", ((row.strategy, [row]) for row in group))
            yield from (f"{row.strategy} {row.ending}\n" for row in group if has_failed(row) or row.ending == "limit")
    yield from _document_samples(found, folder, plots)
    yield from _document_loops(found, folder, plots)


def _table(first: str, rows: Iterable[tuple[str, Sequence[StrategyRow]]]) -> Iterator[str]:
    yield "| " + " | ".join((first, *(column.heading for column in COLUMNS))) + " |"
    yield "| --- |" + " ---: |" * len(COLUMNS)
    for name, group in rows:
        yield "| " + " | ".join((name, *mean_cells(group))) + " |"
    yield ""


def _document_samples(found: Findings, folder: Path, plots: Path | None) -> Iterator[str]:
    if not found.samples:
        return
    counts = sorted({row.samples for row in found.samples})
    yield "## How many pages irobot needs (paper 001)"
    yield "Coverage / effectiveness of a crawl by a plan learned from so many pages at most; all requests count."
    yield "Sampling itself fetches pages: where a site has fewer than the samples, coverage says nothing of the plan.\n"
    yield "| site | " + " | ".join(map(str, counts)) + " |"
    yield "| --- |" + " ---: |" * len(counts)
    for site in sorted({row.site for row in found.samples}):
        own = {row.samples: row for row in found.samples if row.site == site}
        cells = (f"{own[n].coverage:.2f} / {own[n].effectiveness:.2f}" if n in own else "-" for n in counts)
        yield f"| {site} | " + " | ".join(cells) + " |"
    if plots is not None:
        yield f"\n![quality against sampled pages]({_path(plots, folder)}{SAMPLES})"
    yield ""


def _document_loops(found: Findings, folder: Path, plots: Path | None) -> Iterator[str]:
    if not found.loops:
        return
    yield "## Connectivity of links between pages of one type (paper 000)"
    yield "| kinds of links | flipping | of them above 0.70 | others | of them below 0.50 |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for grain, name in GRAINS.items():
        flips = [loop.connectivity for loop in found.loops if loop.grain == grain and loop.flips]
        others = [loop.connectivity for loop in found.loops if loop.grain == grain and not loop.flips]
        counts = (len(flips), sum(value > 0.7 for value in flips), len(others), sum(value < 0.5 for value in others))
        yield f"| {name} | " + " | ".join(map(str, counts)) + " |"
    yield (
        f"\nOn the crawls of {LOOPS}; kinds seen between five pairs of pages or more; the truth says which flip. Split"
        " by place and URL, the links of one pager fall apart into kinds that lead one way only. The paper separates"
        " all of its 31 kinds; these figures do not repeat that. One reason, seen on a mirrored forum: an address"
        " counts where it stands first, so the way back to page 1 is taken for the title above the pager."
    )
    if plots is not None:
        yield f"\n![connectivity]({_path(plots, folder)}{CONNECTIVITY})"


def _path(plots: Path, folder: Path) -> str:
    """Give the way from a document to the figures."""
    relative = os.path.relpath(plots, folder)
    return "" if relative == "." else f"{relative}/"
