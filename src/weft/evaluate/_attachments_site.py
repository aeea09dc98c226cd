"""A simulated bulletin board as a crawl would have archived it: its pages, their posts, the files and their texts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from itertools import islice
from typing import TypeVar

import numpy as np

from weft.evaluate._attachments_words import Texts
from weft.evaluate._attachments_world import BOARDS, World
from weft.page import Attachment, Crumb, Exchange, IndexPage, Post, ThreadEntry, ThreadPage
from weft.store import Archive, Discovered, FileText, Lease, NewFile, PageRow, Reading, UrlState, Visit

HOST = "http://board.example"
ROWS = 25  # notices on a page of a board
LATEST = 10  # notices in the box on every page
YEARS = 8
NOW = datetime(2024, 5, 1, tzinfo=UTC)
OFFICES = 60  # that write notices
BATCH = 200
T = TypeVar("T")
_KINDS = {"pdf": "pdf", "doc": "document", "xls": "spreadsheet", "txt": "text", "ppt": "slides"}


@dataclass(frozen=True, slots=True)
class Site:
    """A world with its texts, as pages."""

    world: World
    texts: Texts

    def moment(self, notice: int) -> datetime:
        """Tell when a notice was put up."""
        return NOW - timedelta(days=365 * YEARS * (1 - notice / self.world.notices))

    def files_of(self, notice: int) -> range:
        """Give the files a notice carries."""
        first, last = np.searchsorted(self.world.carrier, [notice, notice + 1])
        return range(int(first), int(last))

    def references_of(self, notice: int) -> list[int]:
        """Give the notices a notice refers to."""
        sources, targets = self.world.references
        first, last = np.searchsorted(sources, [notice, notice + 1])
        return [int(target) for target in targets[first:last]]

    def notice_page(self, notice: int) -> tuple[str, ThreadPage]:
        """Give a notice as markup and as what is read out of it."""
        title, board = self.texts.titles[notice], int(self.world.board[notice])
        files = [Attachment(file_url(self.texts, file), self.texts.names[file]) for file in self.files_of(notice)]
        body = self.texts.bodies[notice]
        seen = (f'<a href="{notice_url(other)}">{self.texts.titles[other]}</a>' for other in self.references_of(notice))
        html = f"<p>{body}</p><p>{' '.join(seen)}</p>"
        office = f"Office {notice % OFFICES}"
        post = Post(
            str(notice),
            notice_url(notice),
            office,
            "",
            self.moment(notice),
            "",
            None,
            body,
            body,
            html,
            (),
            "",
            tuple(files),
        )
        carried = "".join(f'<li><a href="{file.url}">{file.name}</a></li>' for file in files)
        near = (other for other in (notice - 1, notice + 1) if 0 <= other < self.world.notices)
        turns = " ".join(f'<a href="{notice_url(other)}">{self.texts.titles[other]}</a>' for other in near)
        crumbs = (Crumb("Home", f"{HOST}/"), Crumb(f"Board {board}", board_url(board)))
        way = " / ".join(f'<a href="{crumb.url}">{crumb.text}</a>' for crumb in crumbs)
        shown = f"<nav>{way}</nav><h1>{title}</h1><article>{html}<ul>{carried}</ul></article><p>{turns}</p>"
        return self._frame(title, shown), ThreadPage(title, crumbs, (), (post,))

    def board_page(self, board: int, notices: Sequence[int], number: int, pages: int) -> tuple[str, IndexPage]:
        """Give a page of a board as markup and as what is read out of it."""
        entries = tuple(
            ThreadEntry(
                notice_url(notice),
                self.texts.titles[notice],
                replies=int(self.world.replies[notice]),
                views=int(self.world.views[notice]),
                last_time=self.moment(notice),
            )
            for notice in notices
        )
        rows = "".join(f'<tr><td><a href="{e.url}">{e.title}</a><td>{e.replies}<td>{e.views}' for e in entries)
        pager = " ".join(f'<a href="{board_url(board, page)}">{page}</a>' for page in range(1, pages + 1))
        crumbs = (Crumb("Home", f"{HOST}/"), Crumb(f"Board {board}", board_url(board)))
        index = IndexPage(f"Board {board}", crumbs, (), entries)
        return self._frame(index.title, f"<table>{rows}</table><p>{pager}</p>"), index

    def _frame(self, title: str, content: str) -> str:
        boards = "".join(f'<li><a href="{board_url(board)}">Board {board}</a></li>' for board in range(BOARDS))
        last = range(max(0, self.world.notices - LATEST), self.world.notices)
        latest = "".join(f'<li><a href="{notice_url(n)}">{self.texts.titles[n]}</a></li>' for n in last)
        menu = f'<a href="{HOST}/">Home</a><a href="{HOST}/help">Help</a><ul>{boards}</ul>'
        head = f"<!doctype html><title>{escape(title)}</title>"
        return f"{head}<header>{menu}</header><aside>{latest}</aside><main>{content}</main>"


def notice_url(notice: int) -> str:
    """Give the address of a notice."""
    return f"{HOST}/notice/{notice}"


def board_url(board: int, page: int = 1) -> str:
    """Give the address of a page of a board."""
    return f"{HOST}/board/{board}" + (f"?page={page}" if page > 1 else "")


def file_url(texts: Texts, file: int) -> str:
    """Give the address of a file."""
    return f"{HOST}/file/{file}/{texts.names[file]}"


def file_number(url: str) -> int:
    """Tell which file has an address."""
    return int(url.removeprefix(f"{HOST}/file/").partition("/")[0])


@dataclass(frozen=True, slots=True)
class _Fetched:
    """One address with what came of it."""

    found: Discovered
    body: bytes
    reading: Reading | None = None


def put_board_pages(archive: Archive, site: Site) -> int:
    """Put all pages with their posts into an archive; gives how many pages."""
    return sum(_commit(archive, batch) for batch in _cut(_pages(site)))


def put_board_files(archive: Archive, site: Site) -> int:
    """Put all files into an archive, their bytes only; gives how many."""
    return sum(_commit_files(archive, site, batch) for batch in _cut(range(site.world.files)))


def put_board_texts(archive: Archive, site: Site) -> None:
    """Put in what stands in the files, as a reader would have read it."""
    for batch in _cut(range(site.world.files)):
        archive.put_texts([FileText(_digest(site, file), site.texts.texts[file]) for file in batch])


def _pages(site: Site) -> Iterator[_Fetched]:
    seen = NOW + timedelta(days=1)
    for board in range(BOARDS):
        notices = [int(notice) for notice in np.flatnonzero(site.world.board == board)[::-1]]
        pages = max(1, -(-len(notices) // ROWS))
        for number in range(1, pages + 1):
            html, index = site.board_page(board, notices[(number - 1) * ROWS : number * ROWS], number, pages)
            url = board_url(board, number)
            role = "index" if number == 1 else "flip of index"
            found = Discovered(url, role=role, list=board_url(board), number=number)
            yield _Fetched(found, html.encode(), Reading(url, seen, index=index, list=board_url(board), number=number))
    for notice in range(site.world.notices):
        html, thread = site.notice_page(notice)
        url = notice_url(notice)
        found = Discovered(url, role="thread", list=url, number=1)
        yield _Fetched(found, html.encode(), Reading(url, seen, thread, list=url, number=1))


def _commit(archive: Archive, batch: Sequence[_Fetched]) -> int:
    leases = _lease(archive, [item.found for item in batch])
    visits = [
        Visit(
            leases[item.found.url],
            UrlState.FETCHED,
            exchange=_exchange(item.found.url, "text/html; charset=utf-8", item.body),
            page=PageRow(item.found.role, content_bytes=len(item.body)),
            reading=item.reading,
        )
        for item in batch
    ]
    archive.commit(visits)
    return len(visits)


def _commit_files(archive: Archive, site: Site, files: Sequence[int]) -> int:
    urls = {file: file_url(site.texts, file) for file in files}
    leases = _lease(archive, [Discovered(url, role="attachment") for url in urls.values()])
    visits = []
    for file, url in urls.items():
        spool = archive.spool()
        spool.write(_bytes(site, file))
        name = site.texts.names[file]
        suffix = name.rpartition(".")[2]
        kept = NewFile(spool.finish(), _KINDS[suffix], suffix, "application/octet-stream", name)
        exchange = _exchange(url, "application/octet-stream", b"")
        visits.append(Visit(leases[url], UrlState.FETCHED, exchange=exchange, page=PageRow("attachment"), file=kept))
    archive.commit(visits)
    return len(visits)


def _lease(archive: Archive, found: Sequence[Discovered]) -> dict[str, Lease]:
    archive.add(found)
    return {lease.url: lease for lease in archive.lease(len(found), NOW)}


def _exchange(url: str, media_type: str, body: bytes) -> Exchange:
    return Exchange(url, NOW, "GET", (), 200, "OK", ((b"Content-Type", media_type.encode()),), body)


def _bytes(site: Site, file: int) -> bytes:
    """Give the bytes of a file, no two alike."""
    return f"{file}\n{site.texts.texts[file]}".encode()


def _digest(site: Site, file: int) -> str:
    return hashlib.sha256(_bytes(site, file)).hexdigest()


def _cut(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
