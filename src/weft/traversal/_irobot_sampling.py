"""Sampling a site for its map: the double-ended queue of paper 001, driven through the Strategy generator."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from random import Random

from weft.page import Page
from weft.sitemap import SampledPage, SamplingQueue
from weft.traversal._learning import Ground, Sample

BATCH = 4  # URLs asked for at once: the site may be asked in parallel, and the order stays nearly the queue's

Asking = Generator[tuple[str, ...], tuple[Sample, ...], None]


class Sampler:
    """What is sampled so far. `pages` are those that could be read, the start first; `failed` gave none."""

    def __init__(self, start: Sample, ground: Ground, budget: int) -> None:
        self._ground = ground
        self._chance = Random(ground.seed)  # noqa: S311 - sampling, not secrets
        self._queue = SamplingQueue(seen=frozenset({start.url, start.final}))
        self.left = min(budget, ground.budget)
        self.pages: list[SampledPage] = []
        self.failed: list[str] = []
        self._take(start)

    def walk(self, limit: int) -> Asking:
        """Sample by the queue until it is empty, or so many of the URLs that may be asked for are left."""
        while len(self._queue) and self.left > limit:
            urls: list[str] = []
            while len(self._queue) and len(urls) < min(BATCH, self.left - limit):
                url, self._queue = self._queue.pop(self._chance)
                urls.append(url)
            yield from self._ask(urls)

    def visit(self, urls: Iterable[str]) -> Asking:
        """Sample these URLs, as far as they were not and the budget goes."""
        known = {page.url for page in self.pages}.union(self.failed)
        wanted = [url for url in dict.fromkeys(urls) if url not in known][: self.left]
        for first in range(0, len(wanted), BATCH):
            yield from self._ask(wanted[first : first + BATCH])

    def _ask(self, urls: list[str]) -> Asking:
        self.left -= len(urls)
        for sample in (yield tuple(urls)):
            self._take(sample)

    def _take(self, sample: Sample) -> None:
        if sample.page is None or sample.page.problem or sample.status >= 400:
            self.failed.append(sample.url)
            return
        hrefs = self._allowed(sample.page)
        # The start is known by where it came from: nobody asked the site for what the user typed.
        self.pages.append(SampledPage(sample.url if self.pages else sample.final, sample.page, hrefs))
        self._queue = self._queue.put(hrefs.values(), self._chance)

    def _allowed(self, page: Page) -> dict[str, str]:
        """Give the links that may be followed, raw href to URL."""
        ground = self._ground
        return {
            link.href: link.url
            for link in page.links
            if link.url is not None and ground.scope.holds(link.url) and ground.allows(link, page)
        }
