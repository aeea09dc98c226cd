"""Pages fetched while learning that nothing seen then led to: they get their place when a followed link turns up.

Where addresses say nothing, a page asked for to try a place may be one that a list leads to later: the fifth page of a
thread whose fourth was not seen. The frontier knows it by then and takes no notice of the link. Without this it would
belong to no list, and what it alone leads to would never be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from weft.crawl._learn import OTHER
from weft.crawl._reread import load_page
from weft.crawl._sift import Sifter, Source
from weft.crawl._writer import Writer
from weft.store import Archive, Assigned, Discovered, StoredPage, UrlState
from weft.traversal import Plan
from weft.urls import drop_keys, resolve

REDIRECTS = range(300, 400)


class Leftovers:
    """The pages without a place. Each is adopted once, by the first link of a fetched page that the plan follows."""

    def __init__(self, archive: Archive, writer: Writer, sifter: Sifter | None) -> None:
        self._archive = archive
        self._writer = writer
        self._sifter = sifter
        self._pages = find_leftovers(archive, sifter.plan) if sifter is not None else {}

    async def adopt(self, found: Iterable[Discovered]) -> tuple[list[Discovered], list[Assigned]]:
        """Give what the pages among those found lead to, and the places they get; they may lead to one another."""
        more: list[Discovered] = []
        assigned: list[Assigned] = []
        waiting = [item for item in found if self._holds(item)]
        while waiting:
            item = waiting.pop()
            url = self._pages.pop(item.key or item.url, "")
            page = await self._writer.run(load_page, self._archive, url) if url else None
            if page is None or self._sifter is None:
                continue
            told = self._sifter.tell_source(Source(item.role, item.list, item.number), page)
            assigned.append(Assigned(url, told.role, told.list, told.number, item.key if item.url == url else ""))
            led = self._sifter.sift(page, told, item.depth + 1)
            more += led
            waiting += [next_ for next_ in led if self._holds(next_)]
        return more, assigned

    def _holds(self, item: Discovered) -> bool:
        return item.state is UrlState.QUEUED and (item.key or item.url) in self._pages


def find_leftovers(archive: Archive, plan: Plan) -> dict[str, str]:
    """Give the pages without a place by the addresses that lead to them; none where addresses tell what they are."""
    if not (plan.by_looks or plan.needs_source):
        return {}
    learned = [stored for stored in archive.pages() if stored.row.learning]
    pages = {stored.url for stored in learned if stored.status == 200 and stored.row.role == OTHER}
    aliases = {stored.url: _target(archive, stored) for stored in learned if stored.status in REDIRECTS}
    found = {drop_keys(url, plan.drop): target for url, target in aliases.items() if target in pages}
    return found | {drop_keys(url, plan.drop): url for url in pages}


def _target(archive: Archive, stored: StoredPage) -> str:
    exchange = archive.read_exchange(stored.url)
    return (resolve(exchange.header("location"), exchange.url) or "") if exchange is not None else ""
