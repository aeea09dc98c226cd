"""Picture of posts found on single pages, host by host. Needs matplotlib (the extra `plot`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from weft.errors import UsageError
from weft.evaluate._posts_gold import GoldFigures

_DARK, _LIGHT = "#1b6ca8", "#e8a87c"


def plot_gold(own: Mapping[str, GoldFigures], peer: Mapping[str, GoldFigures], peer_name: str, path: Path) -> None:
    """Draw the F1 of posts of each host, ours and another's, the hosts in order of ours."""
    try:
        import matplotlib as mpl  # noqa: PLC0415  an extra: only pictures need it

        mpl.use("Agg")
        from matplotlib import pyplot as plt  # noqa: PLC0415  after the choice of a backend without a screen
    except ImportError:
        raise UsageError("Plots need matplotlib; install it with: pip install 'weft[plot]'") from None
    hosts = sorted(own, key=lambda host: (own[host].f1, host))
    figure, axes = plt.subplots(figsize=(7.5, 0.6 + 0.27 * len(hosts)), layout="constrained")
    sides = [(0.2, _DARK, "Weft", own)] + ([(-0.2, _LIGHT, peer_name, peer)] if peer else [])
    for shift, colour, name, figures in sides:
        total = sum(figures.values(), GoldFigures()).f1
        places = [number + shift for number in range(len(hosts))]
        values = [figures[host].f1 for host in hosts]
        axes.barh(places, values, height=0.4, color=colour, label=f"{name}: {total:.3f} over all posts")
    axes.set_yticks(range(len(hosts)), hosts, fontsize=8)
    axes.set_ylim(-0.6, len(hosts) - 0.4)
    axes.set_xlim(0, 1.0)
    axes.set_xlabel("F1 of posts; each page read alone")
    figure.legend(frameon=False, loc="outside upper center", ncols=2)
    figure.savefig(path, dpi=130, metadata={"Software": None})
    plt.close(figure)
