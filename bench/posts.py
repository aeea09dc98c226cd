"""Posts in an archive: what they cost in a commit, what a million of them take, how fast they come out again.

All times are of the processor, so that a busy machine disturbs them less.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

from rich.console import Console
from rich.table import Table

from weft.page import Crumb, Exchange, IndexPage, Post, ThreadEntry, ThreadPage
from weft.store import Discovered, PageRow, Reading, SqliteArchive, UrlState, Visit, open_archive
from weft.store._word_index import WordIndex

NOW = datetime(2024, 5, 1, tzinfo=UTC)
POSTS_A_PAGE = 20
PAGES_A_THREAD = 2
WORDS_A_POST = 50
HOST = "http://forum.example"
OUT = Path(__file__).parent / "out"
console = Console(highlight=False)


class Writer:
    """Writes posts of words that are as rare and as common as in speech."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        letters = "etaoinshrdlucmfwypvbgk"
        self.words = ["".join(self._random.choices(letters, k=self._random.randint(2, 9))) for _ in range(30_000)]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))
        self._users = [f"{word}{number}" for number, word in enumerate(self.words[:5000])]
        self._shares = self._weights[:5000]  # a few write most

    def text(self, words: int) -> str:
        length = max(1, int(self._random.expovariate(1 / words)))
        return " ".join(self._random.choices(self.words, cum_weights=self._weights, k=length))

    def post(self, number: int) -> Post:
        text, author = self.text(WORDS_A_POST), self._random.choices(self._users, cum_weights=self._shares)[0]
        moment = NOW - timedelta(seconds=self._random.randrange(10**8))
        url = f"{HOST}/viewpost?p={number}#p{number}"
        html = f"<p>{text}</p>"
        profile = f"{HOST}/user/{author}"
        return Post(str(number), url, author, profile, moment, f"{moment:%d %b %Y, %H:%M}", None, text, text, html)

    def reading(self, page: int, posts: int = POSTS_A_PAGE) -> Reading:
        thread, number = divmod(page, PAGES_A_THREAD)
        board = Crumb(f"Board {thread % 40}", f"{HOST}/board/{thread % 40}")
        shown = tuple(self.post(page * posts + place) for place in range(posts))
        about = ThreadPage(f"Thread {thread} {self.words[thread % 30_000]}", (Crumb("Home", HOST), board), (), shown)
        seen = NOW + timedelta(seconds=page)
        return Reading(address(page), seen, about, list=address(thread * PAGES_A_THREAD), number=number + 1, wrapper=1)


def address(page: int) -> str:
    thread, number = divmod(page, PAGES_A_THREAD)
    return f"{HOST}/viewthread?t={thread}" + (f"&page={number + 1}" if number else "")


def cpu_of(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def commit_pages(pages: int, together: int, how: str) -> float:
    """Give CPU milliseconds a page to commit visits; `how`: without readings, without the index of words, whole."""
    writer = Writer()
    readings = [writer.reading(page) for page in range(pages)]
    save = WordIndex.save
    folder = Path(tempfile.mkdtemp(prefix="weft-bench-"))
    try:
        if how == "no index":
            WordIndex.save = lambda *_: None
        with open_archive(folder) as archive:
            archive.add([Discovered(reading.url, role="thread") for reading in readings])
            leases = archive.lease(pages, NOW)
            visits = [
                Visit(
                    lease,
                    UrlState.FETCHED,
                    exchange=Exchange(lease.url, NOW, "GET", (), 200, "OK", (), b"<p>" + b"x" * 2000),
                    page=PageRow("thread"),
                    reading=None if how == "no posts" else reading,
                )
                for lease, reading in zip(leases, readings, strict=True)
            ]
            portions = [visits[first : first + together] for first in range(0, pages, together)]
            return 1000 * cpu_of(lambda: [archive.commit(portion) for portion in portions]) / pages
    finally:
        WordIndex.save = save
        shutil.rmtree(folder)


def show_commits(pages: int, rounds: int) -> list[dict[str, float | str]]:
    table = Table(title=f"CPU of a commit a page with {POSTS_A_PAGE} posts (least of {rounds} rounds)", box=None)
    for heading in ("pages a commit", "no posts ms", "+ posts ms", "+ index of words ms", "µs a post", "with index"):
        table.add_column(heading, justify="right")
    rows: list[dict[str, float | str]] = []
    for together in (1, 8):
        spent = {how: [] for how in ("no posts", "no index", "whole")}
        for _ in range(rounds):
            for how, figures in spent.items():
                figures.append(commit_pages(pages, together, how))
        none, plain, whole = (min(figures) for figures in spent.values())
        row = {"pages_a_commit": together, "none_ms": none, "posts_ms": plain - none, "index_ms": whole - plain}
        rows.append(row)
        per = 1000 / POSTS_A_PAGE
        cells = (f"{none:.2f}", f"{plain - none:.2f}", f"{whole - plain:.2f}")
        table.add_row(str(together), *cells, f"{per * (plain - none):.0f}", f"{per * (whole - none):.0f}")
    console.print(table)
    return rows


def index_page(first: int, threads: int) -> Reading:
    """Give an index page that lists threads, as a refresh would read it."""
    entries = tuple(
        ThreadEntry(address(thread * PAGES_A_THREAD), f"Thread {thread}", replies=39, views=thread, last_time=NOW)
        for thread in range(first, first + threads)
    )
    seen = NOW + timedelta(days=1, seconds=first)
    page = IndexPage("Board 1", (), (), entries)
    return Reading(f"{HOST}/board/1?page={first}", seen, index=page, list=f"{HOST}/board/1", wrapper=1)


def later(reading: Reading) -> Reading:
    return replace(reading, seen_at=reading.seen_at + timedelta(days=100))


def fill(archive: SqliteArchive, posts: int, together: int) -> float:
    """Put so many posts in, and give posts a second of CPU; making them is not counted."""
    writer = Writer()
    spent = 0.0
    for first in range(0, posts // POSTS_A_PAGE, together):
        readings = [writer.reading(page) for page in range(first, first + together)]
        spent += cpu_of(lambda batch=readings: archive.record(batch))
    return posts / spent


def timed(rows: Iterator[object]) -> tuple[int, float]:
    """Count rows, and give how many came a second of CPU."""
    began = time.process_time()
    count = sum(1 for _ in rows)
    return count, count / (time.process_time() - began)


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_many(posts: int, together: int) -> dict[str, float]:
    """Fill an archive, then go through it in every way, and search it."""
    folder = Path(tempfile.mkdtemp(prefix="weft-bench-"))
    try:
        figures: dict[str, float] = {"posts": posts, "peak_mib_before": peak_mib()}
        with open_archive(folder) as archive:
            figures["put_in_per_second"] = fill(archive, posts, together)
            figures["peak_mib_filling"] = peak_mib()
            writer = Writer()
            again = [later(writer.reading(page)) for page in range(200)]
            figures["same_page_again_ms"] = 1000 * cpu_of(lambda: archive.record(again)) / len(again)
            index = [index_page(first, 40) for first in range(0, 2000, 40)]
            figures["index_page_of_40_ms"] = 1000 * cpu_of(lambda: archive.record(index)) / len(index)
        figures["bytes_a_post"] = (folder / "archive.db").stat().st_size / posts
        with open_archive(folder, read_only=True) as archive:
            figures |= read_all(archive)
    finally:
        shutil.rmtree(folder)
    return figures


def read_all(archive: SqliteArchive) -> dict[str, float]:
    figures: dict[str, float] = {}
    for name in ("posts", "threads", "users", "boards"):
        count, rate = timed(getattr(archive, name)())
        figures |= {f"{name}_held": count, f"{name}_per_second": rate}
    figures["peak_mib_reading"] = peak_mib()
    newest = NOW - timedelta(seconds=10**6)
    figures["newest_percent_seconds"] = cpu_of(lambda: sum(1 for _ in archive.posts(since=newest)))
    words = Writer().words
    for name, query in (
        ("common_word", words[5]),
        ("usual_word", words[500]),
        ("rare_word", words[20_000]),
        ("two_usual_words", f"{words[100]} {words[500]}"),
        ("usual_phrase", f'"{words[5]} {words[100]}"'),
    ):
        figures[f"search_{name}_ms"] = 1000 * min(cpu_of(lambda q=query: archive.search(q)) for _ in range(3))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=500, help="pages committed for the first table")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--together", type=int, default=50, help="pages a transaction while filling")
    options = parser.parse_args()
    commits = show_commits(options.pages, options.rounds) if options.rounds else []
    many = measure_many(options.posts, options.together) if options.posts else {}
    for name, figure in many.items():
        console.print(f"{name:>24}  {figure:,.2f}")
    OUT.mkdir(exist_ok=True)
    (OUT / "posts.json").write_text(json.dumps({"commits": commits, "many": many}, indent=2) + "\n")


if __name__ == "__main__":
    main()
