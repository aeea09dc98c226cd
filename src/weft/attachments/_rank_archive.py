"""AttachRank of an archive: which links count how much, what pages have by themselves, what age does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weft.attachments._graph import Floats, Graph, Loader, Namer
from weft.attachments._rank import DAMPING, page_rank
from weft.attachments._rank_links import read_graph
from weft.store import Archive

_LEAST_PEERS, _PEER_SHARE = 50, 0.05  # of like age, to each side: at least so many, and this share of all


@dataclass(frozen=True, slots=True)
class RankSetting:
    """How pages are ranked. As it stands: by paper 004, every link alike."""

    standing: float = 1.0  # what a link counts that is on nearly every page, against one in a post
    placed: float = 1.0  # what a link counts that the site has put there
    attention: bool = False  # replies and views are votes, too
    of_age: bool = False  # ranks are compared with those of pages of like age only
    damping: float = DAMPING


# From the paper's to ours, one step at a time.
RANKINGS = {
    "paper": RankSetting(),
    "navigation": RankSetting(standing=0.0, placed=0.1),
    "posts": RankSetting(standing=0.0, placed=0.0),
    "attention": RankSetting(standing=0.0, placed=0.0, attention=True),
    "weft": RankSetting(standing=0.0, placed=0.0, attention=True, of_age=True),
}
DEFAULT_RANKING = "weft"


def rank_archive(
    archive: Archive,
    setting: RankSetting = RANKINGS[DEFAULT_RANKING],
    *,
    load: Loader | None = None,
    name: Namer | None = None,
) -> int:
    """Rank the pages of an archive and keep the ranks there; gives how many pages have one.

    `load` and `name` are those of `read_graph`. All is computed anew: reading the posts takes most of the time.
    """
    graph = read_graph(archive, load, name)
    keep_ranks(archive, graph, rank_graph(graph, setting))
    return len(graph.addresses)


def keep_ranks(archive: Archive, graph: Graph, ranks: Floats) -> None:
    """Keep the ranks of nodes in the archive, for all pages of each; three digits, since more say nothing."""
    kept = [float(f"{rank:.3g}") for rank in ranks]
    archive.put_ranks((address, kept[node]) for address, node in graph.addresses.items())


def rank_graph(graph: Graph, setting: RankSetting) -> Floats:
    """Rank the nodes of a graph."""
    worth = np.array([setting.standing, setting.placed, 1.0])[graph.kinds]
    counts = worth > 0
    starts = _attention(graph) if setting.attention else None
    ranks = page_rank(
        graph.sources[counts],
        graph.targets[counts],
        len(graph.pages),
        d=setting.damping,
        weights=worth[counts],
        starts=starts,
    )
    return _compare_by_age(ranks, graph.times) if setting.of_age else ranks


def _attention(graph: Graph) -> Floats:
    """Give what pages have by themselves: one part each, one by replies, one by views.

    By the square root, since a few threads have more views than all others together (compared with all of it and with
    the logarithm over simulated boards: docs/attachments.md). Unknown counts as the usual.
    """
    starts = np.ones(len(graph.pages))
    for counts in (graph.replies, graph.views):
        roots = np.sqrt(np.maximum(counts, 0.0))
        usual = np.nanmean(roots) if np.isfinite(roots).any() else 0.0
        if usual > 0:
            starts += np.where(np.isfinite(roots), roots / usual, 1.0)
    return starts


def _compare_by_age(ranks: Floats, times: Floats) -> Floats:
    """Give each dated page the rank it would have were it as old as the usual one.

    Links and views gather with the years, so ranks say first of all that a page is old. The logarithm of a rank is
    measured by mean and deviation of its peers, the pages next to it in time ("rescaled PageRank", Mariani, Medo and
    Zhang, 2016). With few pages, or none dated, ranks stay as they are.
    """
    dated = np.flatnonzero(np.isfinite(times))
    if len(dated) < 2 * _LEAST_PEERS:
        return ranks
    order = dated[np.argsort(times[dated], kind="stable")]
    logs = np.log(ranks[order])
    reach = max(_LEAST_PEERS, round(_PEER_SHARE * len(order)))
    low = np.maximum(0, np.arange(len(order)) - reach)
    high = np.minimum(len(order), np.arange(len(order)) + reach + 1)
    sums, squares = (np.concatenate(([0.0], np.cumsum(values))) for values in (logs, logs * logs))
    mean = (sums[high] - sums[low]) / (high - low)
    deviation = np.sqrt(np.maximum(0.0, (squares[high] - squares[low]) / (high - low) - mean**2))
    measured = np.where(deviation > 1e-6, (logs - mean) / np.maximum(deviation, 1e-6), 0.0)
    compared = ranks.copy()
    compared[order] = np.exp(logs.mean() + logs.std() * measured)
    return compared
