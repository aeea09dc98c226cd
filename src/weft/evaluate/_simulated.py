"""Simulated skins as subjects of experiments."""

from __future__ import annotations

from collections import defaultdict

from weft.errors import UsageError
from weft.evaluate._crawl import Subject
from weft.evaluate._measures import PageType, SiteTruth, UrlTruth
from weft.simulate import ChangingTransport, SimulatedTransport, Site, Trait, Truth, make_site


def simulated_subject(site: Site) -> Subject:
    """Make a subject of a simulated site as of the end of its time."""
    at = site.model.end
    transport = SimulatedTransport(site, at)

    def look_up(url: str) -> UrlTruth:
        return _as_known(site.truth(url, at))

    return Subject(
        site.skin.name,
        site.entry_url,
        transport,
        SiteTruth(look_up, _collect_keys(site)),
        lambda: [visit.url for visit in transport.log],
        is_endless=Trait.CALENDAR in site.traits,
    )


def changing_subject(
    before_skin: str,
    after_skin: str,
    seed: int = 1,
    threads: int = 100,
    requests: int | None = None,
    *,
    redirects: bool = False,
) -> Subject:
    """Make a subject of a site that changes its skin after so many requests; none: when half of it may be fetched.

    Skins of one kind cut boards and threads into the same pages, so that a page has one key in both of them: it counts
    whether it was fetched before the change or after it.
    """
    before, after = (make_site(skin, seed=seed, threads=threads) for skin in (before_skin, after_skin))
    if before.skin.kind is not after.skin.kind:
        raise UsageError(f"{before_skin} and {after_skin} are sites of different kinds; their pages are not the same.")
    keys = _collect_keys(before)
    half = sum(map(len, keys.values())) // 2
    transport = ChangingTransport(before, after, half if requests is None else requests, redirects=redirects)
    return Subject(
        f"{before_skin} then {after_skin}",
        before.entry_url,
        transport,
        SiteTruth(lambda url: _as_known(transport.truth(url)), keys),
        lambda: [visit.url for visit in transport.log],
        is_endless=Trait.CALENDAR in before.traits | after.traits,
    )


def _as_known(truth: Truth) -> UrlTruth:
    return UrlTruth(PageType(truth.kind.value), truth.key if truth.valid else None)


def _collect_keys(site: Site) -> dict[PageType, frozenset[str]]:
    keys: dict[PageType, set[str]] = defaultdict(set)
    for _, truth in site.all_truth(site.model.end):
        if truth.key is not None:
            keys[PageType(truth.kind.value)].add(truth.key)
    return {kind: frozenset(found) for kind, found in keys.items()}
