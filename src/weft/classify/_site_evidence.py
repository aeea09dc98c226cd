"""All that speaks for pages of a site being threads or boards."""

from __future__ import annotations

from dataclasses import dataclass

from weft.classify._site_boards import BoardEvidence
from weft.classify._site_graph import SiteGraph
from weft.classify._site_ground import SiteGround
from weft.classify._site_pages import SitePage
from weft.classify._site_threads import ThreadEvidence


@dataclass(frozen=True, slots=True)
class SiteEvidence:
    """What is known of the pages of a site together."""

    ground: SiteGround
    threads: ThreadEvidence
    boards: BoardEvidence


def weigh_site(pages: list[SitePage]) -> SiteEvidence:
    """Look at the pages of a site together."""
    ground = SiteGround(SiteGraph(pages))
    threads = ThreadEvidence(ground)
    return SiteEvidence(ground, threads, BoardEvidence(ground, threads))
