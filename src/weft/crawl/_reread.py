"""Pages of the archive read again, without fetching: those read before the site was known, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from weft.crawl._scribe import SETTING, Scribe, Wrappers
from weft.crawl._visit import read_answer
from weft.fetch import DecodeLimits, Fetched, decode_content
from weft.page import Page
from weft.store import Archive, Reading, StoredPage
from weft.traversal import Role, list_role

BATCH = 50  # readings committed together
LEARN_FROM = 40  # pages of a kind, spread over the archive, where none are at hand

Progress = Callable[[int, int], None]  # pages read, pages to read


def read_again(archive: Archive, scribe: Scribe, progress: Progress | None = None) -> int:
    """Read the pages that no present wrapper has read; gives how many. May be cut off and run again."""
    wanted = set(archive.unread(scribe.wrappers.number))
    todo = [page for page in newest_pages(archive) if page.url in wanted]
    batch: list[Reading] = []
    for done, stored in enumerate(todo, 1):
        reading = _read_stored(archive, scribe, stored)
        if reading is not None:
            batch.append(reading)
        if len(batch) >= BATCH:
            archive.record(batch)
            batch.clear()
        if progress is not None:
            progress(done, len(todo))
    archive.record(batch)
    return len(todo)


def newest_pages(archive: Archive) -> list[StoredPage]:
    """Give the newest answer of every address that shows a board or a thread, in order of commit."""
    newest: dict[str, StoredPage] = {}
    for stored in archive.pages():
        if stored.status < 400 and list_role(stored.row.role) in (Role.THREAD, Role.INDEX):
            newest[stored.url] = stored
    return list(newest.values())


def _read_stored(archive: Archive, scribe: Scribe, stored: StoredPage) -> Reading | None:
    page = scribe.recall(stored.url) or load_page(archive, stored.url)
    if page is None:
        return None
    kind = list_role(stored.row.role)
    read = scribe.read_thread if kind == Role.THREAD else scribe.read_board
    return read(page, stored.row, stored.fetched_at, again=True)


def load_page(archive: Archive, url: str) -> Page | None:
    """Give the newest archived answer of an address as a page; None when there is none, or it is no page."""
    exchange = archive.read_exchange(url)
    if exchange is None:
        return None
    content, problem = decode_content(exchange.headers, exchange.body, DecodeLimits())
    page = read_answer(Fetched(exchange, content, 0.0, problem=problem))
    if page is not None and page.url != url:
        page.rename(url)  # it was asked for by another address than its own
    return page


def learn_from_archive(archive: Archive, scribe: Scribe, *, threads: bool = True) -> bool:
    """Learn from pages spread over the archive, boards only or threads too; tells whether that brought anything."""
    pages = newest_pages(archive)
    learned = bool(pages) and scribe.learn_all(
        (scribe.kept(Role.THREAD) or list(_load_some(archive, pages, Role.THREAD))) if threads else [],
        scribe.kept(Role.INDEX) or list(_load_some(archive, pages, Role.INDEX)),
        pages[-1].fetched_at,
    )
    archive.put_setting(SETTING, scribe.wrappers.to_json())
    return learned


def _load_some(archive: Archive, pages: list[StoredPage], role: Role) -> Iterator[Page]:
    for stored in spread([page for page in pages if list_role(page.row.role) == role], LEARN_FROM):
        page = load_page(archive, stored.url)
        if page is not None:
            yield page


def spread(pages: list[StoredPage], most: int) -> Iterator[StoredPage]:
    """Give up to so many, evenly spread."""
    step = max(1, -(-len(pages) // most))
    yield from pages[::step]


def know_pages(archive: Archive, scribe: Scribe) -> None:
    """Tell a scribe what the archive's pages are, where their addresses do not."""
    for stored in newest_pages(archive) if scribe.plan.by_looks else ():
        scribe.know(stored.url, stored.row.role)


def load_wrappers(archive: Archive) -> Wrappers:
    """Give the wrappers an archive keeps; none where it keeps none."""
    return Wrappers.from_json(archive.get_setting(SETTING))
