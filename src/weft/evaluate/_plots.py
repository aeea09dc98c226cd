"""Pictures of experiments. Needs matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weft.errors import UsageError
from weft.evaluate._classify import TableRow

# FoCUS Table 2: means for 5, 10 and 20 training forums are about these.
PAPER = {"index precision": 0.975, "index recall": 0.970, "thread precision": 0.982, "thread recall": 0.981}


def plot_draws(rows: Sequence[TableRow], path: Path) -> None:
    """Draw precision and recall against the number of training forums, with the paper's figures as dashed lines."""
    try:
        import matplotlib as mpl  # noqa: PLC0415  an extra: only pictures need it

        mpl.use("Agg")
        from matplotlib import pyplot as plt  # noqa: PLC0415  after the choice of a backend without a screen
    except ImportError:
        raise UsageError("Plots need matplotlib; install it with: pip install 'weft[plot]'") from None
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    forums = [row.forums for row in rows]
    for colour, name in zip(("#1b6ca8", "#6fb1e0", "#b3541e", "#e8a87c"), PAPER, strict=True):
        means = [row.figures[name][0] for row in rows]
        spreads = [row.figures[name][1] for row in rows]
        axes.errorbar(forums, means, yerr=spreads, marker="o", capsize=3, color=colour, label=name)
        axes.axhline(PAPER[name], color=colour, linestyle="--", linewidth=0.8, alpha=0.6)
    axes.set_xlabel("training forums")
    axes.set_xticks(forums)
    axes.set_ylabel("share of pages")
    axes.set_title("Page types, packages left out of the training (dashed: FoCUS)")
    axes.legend(frameon=False)
    figure.savefig(path, dpi=130)
    plt.close(figure)
