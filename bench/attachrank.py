"""AttachRank at size: seconds of CPU and memory of the ranks of a graph, and of reading the graph of an archive.

`python -m bench.attachrank [--pages N] [--links N] [--notices N]`. Times are of the processor. Targets of links are
drawn unevenly, so that a few pages have very many, as on forums.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console

from weft.attachments import page_rank, rank_archive, read_graph
from weft.evaluate import BOARD_NOTICES, WorldSetting, draw_board, load_archived_page, put_board_pages
from weft.store import open_archive

OUT = Path(__file__).parent / "out"
console = Console(highlight=False)


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_ranks(pages: int, links: int) -> dict[str, float]:
    """Rank a graph drawn at random."""
    rng = np.random.default_rng(1)
    sources = rng.integers(0, pages, links)
    targets = (pages * rng.random(links) ** 3).astype(np.int64)
    before = peak_mib()
    began = time.process_time()
    ranks = page_rank(sources, targets, pages)
    spent = time.process_time() - began
    figures = {"pages": pages, "links": links, "seconds": spent, "peak_mib": peak_mib(), "peak_mib_before": before}
    return figures | {"mean_rank": float(ranks.mean())}


def measure_reading(notices: int) -> dict[str, float]:
    """Read the graph of a simulated board: from its posts, and from all links of all its pages."""
    site, _ = draw_board(WorldSetting(scale=notices / BOARD_NOTICES))
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as folder, open_archive(Path(folder) / "a") as archive:
        pages = put_board_pages(archive, site)
        figures: dict[str, float] = {"pages": pages, "notices": notices}
        for name, load in (("posts", None), ("pages", lambda url: load_archived_page(archive, url))):
            began = time.process_time()
            graph = read_graph(archive, load)
            spent = time.process_time() - began
            figures |= {f"{name}_us_a_page": 1e6 * spent / pages, f"{name}_links": len(graph.sources)}
        began = time.process_time()
        rank_archive(archive)
        figures["rank_archive_us_a_page"] = 1e6 * (time.process_time() - began) / pages
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--links", type=int, default=10_000_000)
    parser.add_argument("--notices", type=int, default=4_000)
    options = parser.parse_args()
    found = {"ranks": measure_ranks(options.pages, options.links), "reading": measure_reading(options.notices)}
    for part, figures in found.items():
        for name, figure in figures.items():
            console.print(f"{part:>8} {name:>24}  {figure:,.2f}")
    OUT.mkdir(exist_ok=True)
    (OUT / "attachrank.json").write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
