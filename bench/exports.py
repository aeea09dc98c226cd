"""What exports cost: posts a second and peak memory of each format, over a forum made on the spot.

`python -m bench.exports [POSTS ...]`: each format in a process of its own; a fifth of all posts stand in one thread.
`--archive`: the same out of an archive folder, which is written first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from weft.page import Attachment, Crumb, Post, Quote, ThreadPage
from weft.store import (
    BoardRow,
    PostRow,
    Reading,
    ThreadRow,
    export_csv,
    export_html,
    export_jsonl,
    export_mbox,
    export_parquet,
    open_archive,
)

FORMATS = {
    "jsonl": export_jsonl,
    "parquet": export_parquet,
    "csv": export_csv,
    "mbox": export_mbox,
    "html": export_html,
}
DEFAULT_POSTS = (100_000, 1_000_000)
BOARDS = 20
SIZES = (1, 3, 8, 20, 2, 5, 40, 1, 12, 30, 4, 60)  # posts of threads, in turn: about 15
LONG_SHARE = 5  # one post in so many stands in the longest thread
START = datetime(2010, 1, 1, tzinfo=UTC)
TALK = """
    the forum of a small town where people talk about bicycles und fahren die Straße entlang a chain, three gears
    и немного слов 自転車 or a brake that squeals when it rains
"""
WORDS = TALK.split()
HOST = "http://forum.example"
console = Console(highlight=False)


@dataclass(frozen=True)
class Size:
    """A thread to be made: its number and how many posts it has."""

    number: int
    posts: int


class MadeForum:
    """The reading side of a forum, made while it is read, so that nothing but the export takes memory."""

    def __init__(self, posts: int) -> None:
        self._posts = posts

    def _sizes(self) -> Iterator[Size]:
        left, number = self._posts, 0
        yield Size(0, left // LONG_SHARE)
        left -= left // LONG_SHARE
        while left > 0:
            number += 1
            size = min(left, SIZES[number % len(SIZES)])
            left -= size
            yield Size(number, size)

    def boards(self) -> Iterator[BoardRow]:
        for number in range(BOARDS):
            url = f"{HOST}/board/{number}"
            yield BoardRow(url, f"Board {number}", "What is talked about", "", (Crumb(f"Board {number}", url),), 0)

    def threads(self, **_filters) -> Iterator[ThreadRow]:
        for size in self._sizes():
            board = f"{HOST}/board/{size.number % BOARDS}"
            title = f"{' '.join(WORDS[size.number % 20 : size.number % 20 + 6])} {size.number}"
            path = (Crumb(f"Board {size.number % BOARDS}", board),)
            url = f"{HOST}/thread/{size.number}-{size.posts}"
            pages = tuple(f"{url}?page={page}" for page in range(1, size.posts // 20 + 2))
            yield ThreadRow(
                url, title, board, path[0].text, path, (), False, False, 17, size.posts, None, pages, size.posts
            )

    def posts(self, *, thread: str = "", **_filters) -> Iterator[PostRow]:
        number, _, count = thread.rpartition("/")[2].partition("-")
        for position in range(1, int(count) + 1):
            yield make_row(thread, int(number), position)


def make_row(thread: str, number: int, position: int) -> PostRow:
    """A post of about 600 characters, a third of them with a quote, one in twenty with a file."""
    seed = number * 7919 + position
    sentence = " ".join(WORDS[(seed * step) % len(WORDS)] for step in range(1, 40 + seed % 60))
    quotes = (Quote("what was said before", "person 3", str(max(1, position - 1))),) if seed % 3 == 0 else ()
    quoted = "<blockquote>what was said before</blockquote>" if quotes else ""
    files = (Attachment(f"{HOST}/file/{seed}", f"plan {seed}.pdf", "pdf"),) if seed % 20 == 0 else ()
    moment = START + timedelta(minutes=seed)
    post = Post(
        id=str(position),
        url=f"{thread}#{position}",
        author=f"person {seed % 5000}",
        author_url=f"{HOST}/person/{seed % 5000}",
        time=moment,
        time_text=str(moment),
        text=f"> what was said before\n{sentence}" if quotes else sentence,
        own_text=sentence,
        html=f"{quoted}<p>{sentence[:200]} <b>{seed}</b></p><p>{sentence[200:]} <a href='{HOST}/thread/3-20'>see</a>",
        quotes=quotes,
        reply_to=str(position - 1) if quotes and position > 1 else "",
        attachments=files,
    )
    return PostRow(post, thread, position // 20 + 1, position, moment, moment, 1)


def run_one(name: str, posts: int, folder: str, out: str) -> None:
    """Do one export in this process and print how many posts a second of CPU it wrote."""
    began = time.process_time()
    if folder:
        with open_archive(Path(folder), create=False, read_only=True) as forum:
            done = FORMATS[name](forum, Path(out))
    else:
        done = FORMATS[name](MadeForum(posts), Path(out))
    print(done.posts, time.process_time() - began)


def measure(name: str, posts: int, folder: str) -> tuple[int, float, float, float]:
    """Give posts written, CPU seconds, peak MiB and MiB on disk of one export in a process of its own."""
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "out"
        command = [
            sys.executable,
            "-m",
            "bench.exports",
            str(posts),
            "--run",
            name,
            "--out",
            str(out),
            "--folder",
            folder,
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        answer = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        if process.returncode:
            raise SystemExit(f"{name} failed with exit code {process.returncode}")
        count, seconds = answer.split()
        files = [out] if out.is_file() else [path for path in out.rglob("*") if path.is_file()]
        size = sum(path.stat().st_size for path in files) / 2**20
        return int(count), float(seconds), usage.ru_maxrss / 1024, size


def baseline(posts: int) -> float:
    """Seconds of CPU it takes just to make the posts, which are no part of an export."""
    forum = MadeForum(posts)
    began = time.process_time()
    for thread in forum.threads():
        for _ in forum.posts(thread=thread.url):
            pass
    return time.process_time() - began


def fill_archive(posts: int, folder: Path) -> None:
    """Put the made forum into an archive folder, twenty posts a page."""
    forum = MadeForum(posts)
    with open_archive(folder) as archive:
        for thread in forum.threads():
            rows = (row.post for row in forum.posts(thread=thread.url))
            for number, address in enumerate(thread.pages, 1):
                page = ThreadPage(thread.title, thread.path, (), tuple(islice(rows, 20)))
                archive.record([Reading(address, START, page, list=thread.url, number=number)])


def report(posts: int, names: list[str], *, from_archive: bool) -> None:
    """Measure the formats at one size and print the table."""
    source = "an archive" if from_archive else "posts made on the spot, their making taken off"
    table = Table(title=f"{posts:,} posts, {posts // LONG_SHARE:,} of them in one thread; {source}")
    for heading in ("format", "posts", "posts/s of CPU", "peak MiB", "MiB written"):
        table.add_column(heading, justify="left" if heading == "format" else "right")
    folder = tempfile.mkdtemp() if from_archive else ""
    try:
        if from_archive:
            fill_archive(posts, Path(folder) / "archive")
        made = 0.0 if from_archive else baseline(posts)
        for name in names:
            count, seconds, peak, size = measure(name, posts, str(Path(folder) / "archive") if folder else "")
            rate = count / max(0.001, seconds - made)
            table.add_row(name, f"{count:,}", f"{rate:,.0f}", f"{peak:,.0f}", f"{size:,.0f}")
    finally:
        if folder:
            shutil.rmtree(folder)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("posts", nargs="*", type=int, default=list(DEFAULT_POSTS))
    parser.add_argument("--formats", nargs="+", choices=list(FORMATS), default=list(FORMATS))
    parser.add_argument("--archive", action="store_true")
    parser.add_argument("--run", choices=list(FORMATS), help=argparse.SUPPRESS)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run_one(options.run, options.posts[0], options.folder, options.out)
        return
    for posts in options.posts:
        report(posts, options.formats, from_archive=options.archive)


if __name__ == "__main__":
    main()
