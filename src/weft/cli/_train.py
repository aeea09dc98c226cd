"""`weft train`: make the page models anew from the table of features."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Annotated

import typer

from weft.classify import FeatureTable, default_site_table, default_table, train, train_site
from weft.evaluate import build_site_table, build_table


def train_models(
    out: Annotated[Path, typer.Option(help="Where to write the models (JSON).")] = Path("model.json"),
    table: Annotated[
        Path | None, typer.Option(help="Features to train from (CSV, .xz too) [default: Weft's own].")
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option(help="Compute the features anew from these mirrored sites and all skins.")
    ] = None,
    save_table: Annotated[Path | None, typer.Option(help="Write the features here (CSV, .xz too).")] = None,
    together: Annotated[
        bool, typer.Option("--together", help="The models that judge the pages of a site together, not one page alone.")
    ] = False,
) -> None:
    """Train the two page models, 'index?' and 'thread?'; from the committed table this gives the committed weights."""
    if corpus is not None:
        features = build_site_table(corpus) if together else build_table(corpus)
    elif table is not None:
        features = _load(table)
    else:
        features = default_site_table() if together else default_table()
    if save_table is not None:
        text = features.to_csv().encode()
        save_table.write_bytes(lzma.compress(text) if save_table.suffix == ".xz" else text)
        features = FeatureTable.from_csv(features.to_csv())  # train from what was written: rounded
    classifier = train_site(features) if together else train(features)
    out.write_text(classifier.to_json(), encoding="utf-8")
    typer.echo(f"trained on {len(features.examples):,} pages of {len(features.sites())} sites; models written to {out}")


def _load(path: Path) -> FeatureTable:
    data = path.read_bytes()
    return FeatureTable.from_csv((lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8"))
