"""`weft evaluate classify|duplicates|times|regions`: how well pages are read, on sites with known truth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from weft.classify import FeatureTable, PageLabel, default_site_table, default_table, train, train_site
from weft.cli._tables import print_table
from weft.errors import UsageError
from weft.evaluate import (
    TRAINING_SIZES,
    Confusion,
    Draw,
    DuplicateFigures,
    Match,
    TableRow,
    add_confusions,
    add_figures,
    build_site_table,
    build_table,
    evaluate_regions,
    load_gold,
    load_site,
    measure_duplicates,
    plot_draws,
    run_draws,
    sample_keyed_pages,
    summarise_draws,
    times_of_gold,
    times_of_site,
)

Sites = Annotated[list[Path] | None, typer.Option("--site", help="Folder of a mirrored site; may be given again.")]
KINDS, FIGURES = (PageLabel.INDEX, PageLabel.THREAD), ("precision", "recall")
Corpus = Annotated[Path | None, typer.Option(help="Folder with mirrored sites: all of them.")]


def classify(
    corpus: Corpus = None,
    draws: Annotated[int, typer.Option(min=1, help="Draws of training forums per row.")] = 20,
    everything: Annotated[bool, typer.Option("--everything", help="Test on simulated sites too.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write a plot of the table to this PNG file.")] = None,
) -> None:
    """FoCUS Table 2: train on 5, 10, 20 forums, test on all others; whole packages are left out.

    One page alone, and the pages of a site together (the main figures). Without --corpus the committed tables of
    features are used; with it the features are computed anew.
    """
    alone = build_table(corpus) if corpus is not None else default_table()
    site = build_site_table(corpus) if corpus is not None else default_site_table()
    real = not everything
    by_size = {n: run_draws(alone, n, draws, real_only=real, fit=train) for n in TRAINING_SIZES}
    _show_draws(f"one page alone: {_describe(alone)}", by_size)
    by_size = {n: run_draws(site, n, draws, real_only=real, fit=train_site, copies=True) for n in TRAINING_SIZES}
    _show_draws(f"pages of a site together, further addresses of pages too: {_describe(site)}", by_size)
    by_size = {n: run_draws(site, n, draws, real_only=real, fit=train_site) for n in TRAINING_SIZES}
    rows = _show_draws("pages of a site together, each page once", by_size)
    print_table(_confusion_table(add_confusions(draw.confusion for draw in by_size[TRAINING_SIZES[0]])))
    print_table(_site_rows(by_size[TRAINING_SIZES[0]]))
    if plot is not None:
        plot_draws(rows, plot)
        typer.echo(f"plot written to {plot}")


def _show_draws(title: str, by_size: dict[int, list[Draw]]) -> list[TableRow]:
    rows = [summarise_draws(forums, results) for forums, results in by_size.items()]
    shown = Table(title=title, box=None)
    shown.add_column("trained on", justify="right")
    for name in rows[0].figures:
        shown.add_column(name, justify="right")
    for row in rows:
        shown.add_row(f"{row.forums} forums", *(f"{mean:.3f} ± {spread:.3f}" for mean, spread in row.figures.values()))
    print_table(shown)
    return rows


def _site_rows(draws: list[Draw]) -> Table:
    """Show each site over all draws that tested it."""
    table = Table(title="by site, together, trained on 5 forums, all draws", box=None)
    for heading in ("site", "draws", "pages", *(f"{label} {name}" for label in KINDS for name in FIGURES)):
        table.add_column(heading, justify="left" if heading == "site" else "right")
    for site in sorted({site for draw in draws for site in draw.by_site}):
        found = [draw.by_site[site] for draw in draws if site in draw.by_site]
        total = add_confusions(found)
        cells = [f"{getattr(total, name)(label):.3f}" for label in KINDS for name in FIGURES]
        table.add_row(site, str(len(found)), str(found[0].counts.total()), *cells)
    return table


def duplicates(site: Sites = None, corpus: Corpus = None) -> None:
    """Near-duplicates: pairs of pages with one key against pairs with different keys; precision and recall."""
    shown = Table(box=None)
    for heading in ("site", "pages", "same pairs", "precision", "recall", "hard pairs", "hard errors"):
        shown.add_column(heading, justify="left" if heading == "site" else "right")
    every = []
    for folder in _folders(site, corpus):
        figures = measure_duplicates(sample_keyed_pages(load_site(folder)))
        every.append(figures)
        shown.add_row(folder.name, *_cells(figures))
    shown.add_row("all", *_cells(add_figures(every)), style="bold")
    print_table(shown)


def times(
    site: Sites = None,
    corpus: Corpus = None,
    gold: Annotated[Path | None, typer.Option(help="Folder with gold pages (pages.jsonl.xz).")] = None,
    pages: Annotated[int, typer.Option(min=1, help="Thread pages of each site.")] = 120,
) -> None:
    """Times: post times right to the minute (one zone shift a site aside), and right calendar days on gold pages."""
    shown = Table(box=None)
    for heading in ("site", "pages", "times", "right", "share", "shift min"):
        shown.add_column(heading, justify="left" if heading == "site" else "right")
    for folder in _folders(site, corpus) if site or corpus or gold is None else ():
        found = times_of_site(folder, pages)
        if found is None:
            shown.add_row(folder.name, "", "", "", "no truth", "")
            continue
        cells = (found.pages, found.posts, found.right, f"{found.share:.4f}", found.shift_minutes)
        shown.add_row(folder.name, *map(str, cells))
    if gold is not None:
        hosts = times_of_gold(gold)
        total, right = sum(m.total for m in hosts.values()), sum(m.right for m in hosts.values())
        shown.add_row(f"gold: {len(hosts)} hosts", "", str(total), str(right), f"{right / max(1, total):.4f}", "")
    print_table(shown)


def regions(
    site: Sites = None,
    corpus: Corpus = None,
    pages: Annotated[int, typer.Option(min=1, help="Pages of each kind and site.")] = 60,
) -> None:
    """Regions: is the main list of a page exactly its posts, or exactly its rows?"""
    shown = Table(box=None)
    for heading in ("site", "kind", "pages", "exact", "some region exact", "exact, page alone"):
        shown.add_column(heading, justify="left" if heading in {"site", "kind"} else "right")
    for folder in _folders(site, corpus):
        figures = evaluate_regions(load_gold(folder), pages)
        for kind, counts in sorted(figures.known.items()):
            shares = (
                figures.share(kind, Match.EXACT),
                figures.share(kind, Match.EXACT, Match.OTHER),
                figures.share(kind, Match.EXACT, alone=True),
            )
            shown.add_row(folder.name, kind, str(counts.total()), *(f"{share:.3f}" for share in shares))
    print_table(shown)


def _cells(figures: DuplicateFigures) -> tuple[str, ...]:
    shares = (f"{figures.precision:.4f}", f"{figures.recall:.4f}")
    return (
        f"{figures.pages:,}",
        f"{figures.same_pairs:,}",
        *shares,
        f"{figures.hard_pairs:,}",
        f"{figures.hard_errors:,}",
    )


def _folders(sites: list[Path] | None, corpus: Path | None) -> list[Path]:
    folders = list(sites or ())
    if corpus is not None:
        folders += sorted(folder for folder in corpus.iterdir() if (folder / "meta.json").exists())
    if not folders:
        raise UsageError("Name what to read: --site DIR (may be given again) or --corpus DIR.")
    return folders


def _confusion_table(confusion: Confusion) -> Table:
    table = Table(title="together, trained on 5 forums, all draws: what pages are (rows) and were called", box=None)
    table.add_column("")
    for said in PageLabel:
        table.add_column(said.value, justify="right")
    for true in PageLabel:
        table.add_row(true.value, *(f"{confusion.counts[true, said]:,}" for said in PageLabel))
    return table


def _describe(table: FeatureTable) -> str:
    real, made = table.sites(real=True), table.sites(real=False)
    pages = [example for example in table.examples if example.is_real]
    counts = ", ".join(f"{sum(e.label is label for e in pages):,} {label}" for label in PageLabel)
    return f"{len(pages):,} pages ({counts}) of {len(real)} real sites; {len(made)} simulated sites to train on, too"
