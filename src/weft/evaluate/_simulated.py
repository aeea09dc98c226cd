"""Simulated skins as subjects of experiments."""

from __future__ import annotations

from collections import defaultdict

from weft.evaluate._crawl import Subject
from weft.evaluate._measures import PageType, SiteTruth, UrlTruth
from weft.simulate import SimulatedTransport, Site, Trait


def simulated_subject(site: Site) -> Subject:
    """Make a subject of a simulated site as of the end of its time."""
    at = site.model.end
    transport = SimulatedTransport(site, at)
    keys: dict[PageType, set[str]] = defaultdict(set)
    for _, truth in site.all_truth(at):
        if truth.key is not None:
            keys[PageType(truth.kind.value)].add(truth.key)

    def look_up(url: str) -> UrlTruth:
        truth = site.truth(url, at)
        return UrlTruth(PageType(truth.kind.value), truth.key if truth.valid else None)

    return Subject(
        site.skin.name,
        site.entry_url,
        transport,
        SiteTruth(look_up, {kind: frozenset(found) for kind, found in keys.items()}),
        lambda: [visit.url for visit in transport.log],
        is_endless=Trait.CALENDAR in site.traits,
    )
