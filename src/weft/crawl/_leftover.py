"""Pages fetched while learning that nothing seen then led to: they get their place when a followed link turns up.

Where addresses say nothing, a page asked for to try a place may be one that a list leads to later: the fifth page of a
thread whose fourth was not seen. The frontier knows it by then and takes no notice of the link. Without this it would
belong to no list, and what it alone leads to would never be asked for. Or it was had by a shortcut, and its proper
address is found later: where pages can be believed what they call themselves, it is not asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from weft.crawl._learn import OTHER
from weft.crawl._namesake import Namesakes
from weft.crawl._reread import load_page, spread
from weft.crawl._sift import Sifter, Source
from weft.crawl._writer import Writer
from weft.page import Page
from weft.store import Archive, Assigned, Discovered, Renamed, StoredPage, UrlState
from weft.traversal import Plan, Role, list_role
from weft.urls import drop_keys, resolve

REDIRECTS = range(300, 400)
COMPARED = 8  # pages of threads, spread over those learned from, that others are compared with


@dataclass(slots=True)
class Adopted:
    """What came of adopting: what the pages lead to, and the places they get, as they are called or by proper names."""

    more: list[Discovered] = field(default_factory=list)
    assigned: list[Assigned] = field(default_factory=list)
    renamed: list[Renamed] = field(default_factory=list)


class Leftovers:
    """The pages without a place. Each is adopted once, by the first link of a fetched page that the plan follows."""

    def __init__(self, archive: Archive, writer: Writer, sifter: Sifter | None) -> None:
        self._archive = archive
        self._writer = writer
        self._sifter = sifter
        self._pages: dict[str, str] = {}  # by the addresses that lead to them
        self._named: dict[str, str] = {}  # by what they call themselves
        self._done: set[str] = set()
        if sifter is not None:
            self._pages, self._named = find_leftovers(archive, sifter.plan)
            self._namesakes = Namesakes(sifter.plan, load_threads(archive))

    async def adopt(self, found: Iterable[Discovered]) -> Adopted:
        """Give what becomes of the pages among those found; they may lead to one another."""
        adopted = Adopted()
        waiting = [item for item in found if self._holds(item)]
        while waiting:
            item = waiting.pop()
            url, page = await self._writer.run(self._take, item.key or item.url)
            if page is None or self._sifter is None:
                continue
            told = self._sifter.tell_source(Source(item.role, item.list, item.number), page)
            key = item.key if item.url == page.url or page.url != url else ""
            place = Assigned(page.url, told.role, told.list, told.number, key)
            if page.url == url:
                adopted.assigned.append(place)
            else:
                adopted.renamed.append(Renamed(url, place))
            led = self._sifter.sift(page, told, item.depth + 1)
            adopted.more += led
            waiting += [next_ for next_ in led if self._holds(next_)]
        return adopted

    def _holds(self, item: Discovered) -> bool:
        address = item.key or item.url
        return item.state is UrlState.QUEUED and (address in self._pages or address in self._named)

    def _take(self, address: str) -> tuple[str, Page | None]:
        """Give the page that an address leads to, once, and what it was asked for by; it goes by its proper name."""
        by_name = address not in self._pages
        url = (self._named if by_name else self._pages).pop(address, "")
        if not url or url in self._done:
            return url, None
        page = load_page(self._archive, url)
        name = self._namesakes.name(page) if page is not None and by_name else url
        if page is None or not name:
            return url, None
        self._done.add(url)
        page.rename(name)
        return url, page


def find_leftovers(archive: Archive, plan: Plan) -> tuple[dict[str, str], dict[str, str]]:
    """Give the pages without a place by the addresses that lead to them, and by those they call their own.

    None where addresses tell what pages are, and how all of them are turned.
    """
    if not (plan.by_looks or plan.needs_source or plan.unpaged):
        return {}, {}
    learned = [stored for stored in archive.pages() if stored.row.learning]
    pages = {stored.url: stored for stored in learned if stored.status == 200 and stored.row.role == OTHER}
    aliases = {stored.url: _target(archive, stored) for stored in learned if stored.status in REDIRECTS}
    found = {drop_keys(url, plan.drop): target for url, target in aliases.items() if target in pages}
    known = {drop_keys(stored.url, plan.drop) for stored in learned}
    names = {url: drop_keys(stored.row.canonical, plan.drop) for url, stored in pages.items() if plan.self_named}
    named = {name: url for url, name in reversed(names.items()) if name and name not in known}  # the first counts
    return found | {drop_keys(url, plan.drop): url for url in pages}, named


def load_threads(archive: Archive) -> Iterator[Page]:
    """Give some of the pages of threads that were learned from."""
    learned = [stored for stored in archive.pages() if stored.row.learning]
    for stored in spread([stored for stored in learned if list_role(stored.row.role) == Role.THREAD], COMPARED):
        if (page := load_page(archive, stored.url)) is not None:
            yield page


def _target(archive: Archive, stored: StoredPage) -> str:
    exchange = archive.read_exchange(stored.url)
    return (resolve(exchange.header("location"), exchange.url) or "") if exchange is not None else ""
