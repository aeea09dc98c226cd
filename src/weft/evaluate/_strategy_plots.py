"""Pictures of the comparison of strategies. Needs matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from weft.errors import UsageError
from weft.evaluate._strategies import SampleRow, StrategyRow
from weft.evaluate._strategy_links import LoopFigure

_DARK, _LIGHT, _OTHER = "#1b6ca8", "#6fb1e0", "#b3541e"
# Paper 000, Fig. 10: flipping links are above the first, others below the second.
PAPER_FLIPS, PAPER_OTHERS = 0.70, 0.50


def plot_strategies(rows: Sequence[StrategyRow], path: Path) -> None:
    """Draw mean coverage and effectiveness of each strategy side by side."""
    groups: dict[str, list[StrategyRow]] = defaultdict(list)
    for row in rows:
        groups[row.strategy].append(row)
    figure, axes, plt = _canvas()
    for shift, colour, name in ((-0.2, _DARK, "coverage"), (0.2, _LIGHT, "effectiveness")):
        heights = [fmean(getattr(row.measures, name) for row in group) for group in groups.values()]
        places = [number + shift for number in range(len(groups))]
        bars = axes.bar(places, heights, width=0.38, color=colour, label=name)
        axes.bar_label(bars, fmt="%.2f", fontsize=8)
    axes.set_xticks(range(len(groups)), list(groups))
    axes.set_ylim(0, 1.2)
    axes.set_title(f"Mean over {len({(row.kind, row.site) for row in rows})} sites; all requests counted")
    axes.legend(frameon=False, loc="upper right", ncols=2)
    _save(figure, path, plt)


def plot_samples(rows: Sequence[SampleRow], path: Path) -> None:
    """Draw the quality of plans against the number of pages they were learned from (paper 001, Fig. 10)."""
    counts = sorted({row.samples for row in rows})
    figure, axes, plt = _canvas()
    for colour, name in ((_DARK, "coverage"), (_OTHER, "effectiveness")):
        for site in sorted({row.site for row in rows}):
            own = sorted((row.samples, getattr(row, name)) for row in rows if row.site == site)
            axes.plot(*zip(*own, strict=True), color=colour, linewidth=0.6, alpha=0.35)
        means = [fmean(getattr(row, name) for row in rows if row.samples == count) for count in counts]
        axes.plot(counts, means, marker="o", color=colour, label=f"mean {name}")
    axes.set_xscale("log")
    axes.set_xticks(counts, list(map(str, counts)))
    axes.minorticks_off()
    axes.set_xlabel("sampled pages")
    axes.set_ylim(0, 1.05)
    axes.set_title("irobot: what a plan is worth by the pages it was learned from (thin: single sites)")
    axes.legend(frameon=False)
    _save(figure, path, plt)


def plot_loops(loops: Sequence[LoopFigure], path: Path) -> None:
    """Draw the connectivity of each kind of loop-back link, flipping ones apart from others (paper 000, Fig. 10)."""
    figure, axes, plt = _canvas()
    loops = [loop for loop in loops if loop.grain == "block"]
    start = 0
    for colour, name, flips in ((_DARK, "page flipping", True), (_OTHER, "others", False)):
        values = sorted((loop.connectivity for loop in loops if loop.flips is flips), reverse=True)
        axes.scatter(range(start, start + len(values)), values, color=colour, s=14, label=f"{name} ({len(values)})")
        start += len(values)
    for level in (PAPER_FLIPS, PAPER_OTHERS):
        axes.axhline(level, color="grey", linestyle="--", linewidth=0.8)
    axes.set_xlabel("blocks of links between pages of one type")
    axes.set_ylabel("connectivity")
    axes.set_ylim(-0.05, 1.05)
    axes.set_title("Can B be reached from A and A from B? (dashed: the paper's 0.70 and 0.50)")
    axes.legend(frameon=False)
    _save(figure, path, plt)


def _canvas() -> tuple[Any, Any, Any]:
    try:
        import matplotlib as mpl  # noqa: PLC0415  an extra: only pictures need it

        mpl.use("Agg")
        from matplotlib import pyplot as plt  # noqa: PLC0415  after the choice of a backend without a screen
    except ImportError:
        raise UsageError("Plots need matplotlib; install it with: pip install 'weft[plot]'") from None
    figure, axes = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    return figure, axes, plt


def _save(figure: Any, path: Path, plt: Any) -> None:
    figure.savefig(path, dpi=130, metadata={"Software": None})
    plt.close(figure)
