"""What becomes of the pages seen while learning: by their addresses, by links to them, by what they call themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from weft.crawl._haul import FLIPS
from weft.crawl._namesake import Namesakes
from weft.crawl._sift import NO_RULE, Sifter, Source
from weft.store import Discovered, UrlState
from weft.traversal import Role, Sample, list_role
from weft.urls import drop_keys

PART = "shows a part of another page"


class Placing:
    """The places of pages, by the address each came by, and the proper addresses of those that came by another."""

    def __init__(self, sifter: Sifter, samples: Iterable[Sample]) -> None:
        self._sifter = sifter
        self._samples = list(samples)
        self._led: dict[tuple[str, Source], tuple[Discovered, ...]] = {}
        self.wholes: list[Discovered] = []  # what pages show a part of
        self.places = {sample.final: self._place(sample.final) for sample in self._samples}
        self.names: dict[str, str] = {}
        plan = sifter.plan
        by_links = plan.by_looks or plan.needs_source
        known = {self._clean(url): sample for sample in self._samples for url in (sample.url, sample.final)}
        if by_links:
            self._reach(known, {})
        if plan.self_named and (named := self._name()) and by_links:
            self._reach(known, named)

    def _place(self, url: str) -> Discovered:
        """Give the place of an address; one that shows a part of a page stands for nothing but that part."""
        place = self._sifter.judge(url, depth=0)
        if not self._sifter.plan.judge(url).part:
            return place
        self.wholes.append(place)
        return Discovered(url, UrlState.EXCLUDED, PART)

    def sift(self, sample: Sample, source: Source) -> tuple[Discovered, ...]:
        """Give what a page leads to, sifted once."""
        if sample.page is None:
            return ()
        place = (sample.final, source)
        if place not in self._led:
            self._led[place] = self._sifter.sift(sample.page, source, depth=1)
        return self._led[place]

    def is_followed(self, sample: Sample) -> bool:
        """Tell whether a page has a place."""
        return self.places[sample.final].state is UrlState.QUEUED

    def _clean(self, url: str) -> str:
        return drop_keys(url, self._sifter.plan.drop)

    def _reach(self, known: Mapping[str, Sample], named: Mapping[str, Sample]) -> None:
        """Give pages the places that links of pages with a place give them: by their addresses, or by their names."""
        waiting = [sample for sample in self._samples if self.is_followed(sample)]
        for sample in waiting:  # grows as pages are reached
            place = self.places[sample.final]
            for item in self.sift(sample, Source(place.role, place.list, place.number)):
                address = item.key or item.url
                target = known.get(address) or named.get(address)
                if target is None or target.page is None or item.state is not UrlState.QUEUED:
                    continue
                if self._is_better(item, self.places[target.final]):
                    self._take(target, item, by_name=address not in known)
                    waiting.append(target)

    def _is_better(self, item: Discovered, known: Discovered) -> bool:
        turned = item.role in FLIPS and known.role not in FLIPS and item.list != known.list
        return known.state is not UrlState.QUEUED or turned  # the way back to page one turns up no new list

    def _take(self, target: Sample, item: Discovered, *, by_name: bool) -> None:
        page = target.page
        if page is None:
            return
        if by_name:
            self.names[target.final] = page.canonical
            page.rename(page.canonical)
        told = self._sifter.tell_source(Source(item.role, item.list, item.number), page)
        self.places[target.final] = item._replace(url=page.url, role=told.role, list=told.list, number=told.number)

    def _name(self) -> dict[str, Sample]:
        """Place pages of threads by what they call themselves; gives those whose names alone do not tell."""
        followed = [sample for sample in self._samples if self.is_followed(sample)]
        threads = [s.page for s in followed if s.page and list_role(self.places[s.final].role) == Role.THREAD]
        namesakes = Namesakes(self._sifter.plan, threads)
        taken = {self.places[sample.final].key or self._clean(sample.final) for sample in self._samples}
        waiting: dict[str, Sample] = {}
        for sample in self._samples:
            name = namesakes.name(sample.page) if sample.page and not self.is_followed(sample) else ""
            found = self._sifter.judge(name, depth=0) if name else None
            key = (found.key or self._clean(name)) if found is not None else ""
            if found is None or key in taken:
                continue
            if found.state is UrlState.QUEUED and found.list and list_role(found.role) == Role.THREAD:
                taken.add(key)
                self._take(sample, found, by_name=True)
            elif found.reason == NO_RULE:
                waiting.setdefault(key, sample)
        return waiting
