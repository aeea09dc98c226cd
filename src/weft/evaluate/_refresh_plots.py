"""Pictures of the refresh experiments. Needs matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weft.errors import UsageError
from weft.evaluate._refresh_rows import RefreshRow

COLOURS = {
    "round-robin": "#9a9a9a",
    "bound-based": "#e8a87c",
    "curve-fitting": "#b3541e",
    "lws": "#a7cf9b",
    "lws+bc": "#3f8f4f",
    "weft": "#1b6ca8",
    "oracle": "#111111",
}
SMOOTH_DAYS = 7


def plot_refresh_days(rows: Sequence[RefreshRow], path: Path) -> None:
    """Draw the paper's three measures by day (its Fig. 6); `rows` are one a policy, forums joined."""
    figure, panels, plt = _canvas(1, 3, (13, 4))
    for row in rows:
        style = {"color": COLOURS.get(row.policy), "label": row.policy, "linewidth": 1.3}
        days = range(1, len(row.day_requests) + 1)
        panels[0].plot(days, _ratio(row.day_useful, row.day_requests), **style)
        panels[1].plot(days, _ratio(row.day_held, row.day_exist), **style)
        minutes = [value / 60 for value in _ratio(row.day_delays, row.day_posts)]
        panels[2].plot(days, minutes, **style)
    for panel, title in zip(panels, ("bandwidth utilisation", "coverage", "mean delay, minutes"), strict=True):
        panel.set_title(f"{title}, by day")
        panel.set_xlabel("day")
    panels[0].set_ylim(0, 1.05)
    panels[2].set_yscale("log")
    panels[1].legend(frameon=False, fontsize=8, loc="lower right")
    _save(figure, path, plt)


def plot_refresh_budgets(rows: Sequence[RefreshRow], path: Path) -> None:
    """Draw mean delay against the budget (Fig. 7), with the bound that `weft` has to keep."""
    figure, axes, plt = _canvas(1, 1, (7.5, 4.4))
    for policy in dict.fromkeys(row.policy for row in rows):
        own = sorted((row.per_day, row.whole.mean / 60) for row in rows if row.policy == policy)
        axes.plot(*zip(*own, strict=True), marker="o", color=COLOURS.get(policy), label=policy)
    bound = sorted((r.per_day, (r.whole.mean + 3.5 * r.interval) / 60) for r in rows if r.policy == "oracle")
    if bound:
        axes.plot(
            *zip(*bound, strict=True), color="grey", linestyle="--", linewidth=0.8, label="oracle + 3.5 intervals"
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    budgets = sorted({row.per_day for row in rows})
    axes.set_xticks(budgets, [f"{budget:,.0f}" for budget in budgets])
    axes.minorticks_off()
    axes.set_xlabel("requests a day")
    axes.set_ylabel("mean delay, minutes")
    axes.set_title(f"A real forum's growth replayed ({rows[0].forum})")
    axes.legend(frameon=False, fontsize=8, ncols=2)
    _save(figure, path, plt)


def plot_refresh_cases(rows: Sequence[RefreshRow], path: Path) -> None:
    """Draw mean delay by what lists hide; `rows` are one a case and policy, forums joined."""
    cases = list(dict.fromkeys(row.case for row in rows))[::-1]
    policies = list(dict.fromkeys(row.policy for row in rows))
    figure, axes, plt = _canvas(1, 1, (8.5, 0.42 * len(cases) + 1.4))
    width = 0.8 / len(policies)
    for number, policy in enumerate(policies):
        own = {row.case: row.whole.mean_of_all / 60 for row in rows if row.policy == policy}
        places = [place + 0.4 - width * (number + 0.5) for place in range(len(cases))]
        values = [own.get(case, 0.0) for case in cases]
        bars = axes.barh(places, values, height=width, color=COLOURS.get(policy), label=policy)
        axes.bar_label(bars, fmt="%.1f", fontsize=7, padding=2)
    axes.set_xscale("log")
    axes.set_xlim(right=2 * max(row.whole.mean_of_all for row in rows) / 60)  # room for the figures
    axes.margins(y=0.01)
    axes.set_yticks(range(len(cases)), cases, fontsize=8)
    axes.set_xlabel("mean delay, minutes; posts never fetched count to the end")
    axes.legend(frameon=False, fontsize=8, loc="lower right", bbox_to_anchor=(1, 1), ncols=len(policies))
    _save(figure, path, plt)


def _ratio(tops: Sequence[float], bottoms: Sequence[float]) -> list[float]:
    """Give the ratio of sums over a week, day by day."""
    values = []
    for day in range(len(tops)):
        week = slice(max(0, day - SMOOTH_DAYS + 1), day + 1)
        bottom = sum(bottoms[week])
        values.append(sum(tops[week]) / bottom if bottom else float("nan"))
    return values


def _canvas(rows: int, columns: int, size: tuple[float, float]) -> tuple[Any, Any, Any]:
    try:
        import matplotlib as mpl  # noqa: PLC0415  an extra: only pictures need it

        mpl.use("Agg")
        from matplotlib import pyplot as plt  # noqa: PLC0415  after the choice of a backend without a screen
    except ImportError:
        raise UsageError("Plots need matplotlib; install it with: pip install 'weft[plot]'") from None
    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained")
    return figure, axes, plt


def _save(figure: Any, path: Path, plt: Any) -> None:
    figure.savefig(path, dpi=130, metadata={"Software": None})
    plt.close(figure)
