"""Paper 004's experiment: files found through the pages that carry them, and found by themselves and by AttachRank."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from weft.attachments import RANKINGS, RankSetting, keep_ranks, rank_graph, read_graph
from weft.evaluate._attachments_queries import QUERIES, SHOWN, Finder, Query, draw_board, judge
from weft.evaluate._attachments_site import Site, file_number, put_board_files, put_board_pages, put_board_texts
from weft.evaluate._attachments_world import WorldSetting
from weft.page import Page, read_page
from weft.store import Archive, FileQuery, open_archive

BEFORE, UNRANKED_FILES = "pages", "files"
TIMES = 10  # one query is searched, as in the paper
_POSTS = (20, 200)  # looked through for files, when files are searched by page: as a rule, and where that is too few

T = TypeVar("T")
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class AttachmentRow:
    """One way of searching one world: precision of each group of queries, and of all."""

    world: str
    search: str  # `pages`: through the pages; `files`: without rank; else the name of a ranking
    groups: tuple[float, ...]
    precision: float
    on_subject: float
    milliseconds: tuple[float, ...] = ()  # of CPU of every query, in order

    def to_dict(self) -> dict[str, Any]:
        """Give the row as plain values; of the times, the middle and the slow ones."""
        row = asdict(self)
        row |= {f"p{share}_ms": round(self.time_at(share), 3) for share in (50, 95)}
        del row["milliseconds"]
        return row

    def time_at(self, share: float) -> float:
        """Give the time that so many per cent of the queries stay below."""
        return float(np.percentile(self.milliseconds, share)) if self.milliseconds else 0.0


@dataclass(frozen=True, slots=True)
class AttachmentRun:
    """What one world came to."""

    rows: tuple[AttachmentRow, ...]
    seconds: dict[str, float]  # CPU of each stage of putting it in
    counts: dict[str, int]
    repeated: dict[str, tuple[float, ...]]  # milliseconds of one query searched again and again, by search


def run_attachments(
    folder: Path,
    name: str,
    setting: WorldSetting,
    *,
    rankings: Mapping[str, RankSetting] = RANKINGS,
    queries: int = QUERIES,
    tell: Told = print,
) -> AttachmentRun:
    """Put a world into an archive folder that is made, search it in every way, and judge what is found."""
    site, groups = draw_board(setting, queries)
    watch = StopWatch(tell)
    with open_archive(folder) as archive:
        pages = watch.time("pages and their posts", lambda: put_board_pages(archive, site))
        watch.time("bytes of files", lambda: put_board_files(archive, site))
        watch.time("words of files", lambda: put_board_texts(archive, site))
        bench = _Bench(site, name, groups)
        bench.search(BEFORE, lambda words: find_by_page(archive, words))
        bench.search(UNRANKED_FILES, lambda words: find_files(archive, words, by_rank=False))
        watch.time("links of posts alone", lambda: read_graph(archive))
        graph = watch.time(
            "links of all pages", lambda: read_graph(archive, lambda url: load_archived_page(archive, url))
        )
        for way, ranking in rankings.items():
            ranks = watch.time(f"ranks: {way}", partial(rank_graph, graph, ranking))
            watch.time(f"ranks kept: {way}", partial(keep_ranks, archive, graph, ranks))
            bench.search(way, lambda words: find_files(archive, words, by_rank=True))
    counts = {"pages": pages, "notices": site.world.notices, "files": site.world.files, "links": len(graph.sources)}
    return AttachmentRun(tuple(bench.rows), watch.seconds, counts, bench.repeated)


def load_archived_page(archive: Archive, url: str) -> Page | None:
    """Give an archived page; those of a simulated board have no content coding."""
    exchange = archive.read_exchange(url)
    return read_page(url, exchange.body, exchange.header("content-type")) if exchange is not None else None


def find_by_page(archive: Archive, words: str) -> list[int]:
    """Find files as one does without an index of files: those of the posts found, in their order."""
    files: list[int] = []
    for limit in _POSTS:
        hits = archive.search(words, limit=limit)
        files = [file_number(file.url) for hit in hits for file in hit.row.post.attachments]
        if len(files) >= SHOWN or len(hits) < limit:
            break
    return files[:SHOWN]


def find_files(archive: Archive, words: str, *, by_rank: bool) -> list[int]:
    """Find files by their own words and those around them."""
    hits = archive.search_files(FileQuery(words), limit=SHOWN, by_rank=by_rank)
    return [file_number(hit.file.urls[0]) for hit in hits]


class StopWatch:
    """Takes the CPU time of stages, and tells it."""

    def __init__(self, tell: Told) -> None:
        self.seconds: dict[str, float] = {}
        self._tell = tell

    def time(self, stage: str, work: Callable[[], T]) -> T:
        """Do a stage of the work."""
        began = time.process_time()
        done = work()
        self.seconds[stage] = time.process_time() - began
        self._tell(f"{stage}: {self.seconds[stage]:.1f} s")
        return done


class _Bench:
    """Searches one archive in several ways."""

    def __init__(self, site: Site, world: str, groups: Sequence[Sequence[Query]]) -> None:
        self._site, self._world, self._groups = site, world, groups
        self.rows: list[AttachmentRow] = []
        self.repeated: dict[str, tuple[float, ...]] = {}

    def search(self, way: str, find: Finder) -> None:
        """Ask all queries, and one of them again and again."""
        spent: list[float] = []
        judged = [judge(self._site.world, group, _timed(find, spent)) for group in self._groups]
        groups = tuple(group.precision for group in judged)
        on_subject = float(np.mean([group.on_subject for group in judged]))
        self.rows.append(AttachmentRow(self._world, way, groups, float(np.mean(groups)), on_subject, tuple(spent)))
        again: list[float] = []
        for _ in range(TIMES):
            _timed(find, again)(self._groups[0][0].words)
        self.repeated[way] = tuple(again)


def _timed(find: Finder, spent: list[float]) -> Finder:
    """Give a finder that notes how many milliseconds of CPU each answer took; a busy machine does not disturb them."""

    def found(words: str) -> Sequence[int]:
        began = time.process_time()
        files = find(words)
        spent.append(1000 * (time.process_time() - began))
        return files

    return found
