"""Search at size: how fast documents are indexed, what the index takes, how long queries take.

`python -m bench.search [--documents N]`: a simulated bulletin board in a real archive folder; notices and files are
both documents. Milliseconds are of CPU, and as waited for (which other work on the machine makes longer).
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from weft.attachments import rank_archive
from weft.evaluate import (
    BOARD_NOTICES,
    WorldSetting,
    draw_board,
    put_board_files,
    put_board_pages,
    put_board_texts,
)
from weft.store import FileQuery, SqliteArchive, open_archive

FILES_A_NOTICE = 1.75  # so that notices and files together come to the documents asked for
DAILY = ("most common words", 30), ("usual words", 1000), ("rare words", 7000)
OUT = Path(__file__).parent / "out"
console = Console(highlight=False, width=140)


def cpu_of(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def build(folder: Path, documents: int) -> tuple[dict[str, float], dict[str, list[str]]]:
    """Fill an archive; gives what it took, and queries of several kinds."""
    notices = round(documents / (1 + FILES_A_NOTICE))
    site, groups = draw_board(WorldSetting(scale=notices / BOARD_NOTICES))
    files = site.world.files
    with open_archive(folder) as archive:
        spent = {
            "pages": cpu_of(lambda: put_board_pages(archive, site)),
            "bytes": cpu_of(lambda: put_board_files(archive, site)),
            "texts": cpu_of(lambda: put_board_texts(archive, site)),
            "ranks": cpu_of(lambda: rank_archive(archive)),
        }
    figures = {"documents": notices + files, "notices": notices, "files": files}
    figures |= {
        "notices_a_second": notices / spent["pages"],
        "files_stored_a_second": files / spent["bytes"],
        "files_indexed_a_second": files / spent["texts"],
        "documents_a_second_in_all": (notices + files) / (spent["pages"] + spent["bytes"] + spent["texts"]),
        "ranking_seconds": spent["ranks"],
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    queries = {"two or three keywords": [query.words for group in groups for query in group]}
    words = sorted({word for text in site.texts.bodies[:3000] for word in text.split()})
    often = dict.fromkeys(words, 0)
    for text in site.texts.texts[:3000]:
        for word in text.split():
            if word in often:
                often[word] += 1
    ordered = sorted(words, key=lambda word: -often[word])
    for name, first in DAILY:
        queries[name] = ordered[min(first, len(ordered) - 60) :][:60]
    return figures, queries


def sizes(folder: Path) -> dict[str, float]:
    """Give megabytes of the database, of its two indexes of words, and of the WARC files."""
    figures = {"archive_db_mib": (folder / "archive.db").stat().st_size / 2**20}
    figures["warc_mib"] = sum(path.stat().st_size for path in (folder / "warc").iterdir()) / 2**20
    connection = sqlite3.connect(folder / "archive.db")
    try:
        for name in ("words", "file_words"):
            total = f"SELECT sum(length(block)) FROM {name}_data"
            figures[f"index_{name}_mib"] = connection.execute(total).fetchone()[0] / 2**20
    finally:
        connection.close()
    return figures


def measure_queries(archive: SqliteArchive, queries: dict[str, list[str]]) -> list[dict[str, float | str]]:
    ways: dict[str, Callable[[str], Sequence[object]]] = {
        "posts": lambda words: archive.search(words, limit=10),
        "files": lambda words: archive.search_files(FileQuery(words), limit=10),
        "files, no rank": lambda words: archive.search_files(FileQuery(words), limit=10, by_rank=False),
    }
    rows: list[dict[str, float | str]] = []
    for kind, asked in queries.items():
        for way, search in ways.items():
            search(asked[0])
            cpu, wall, found = [], [], 0
            for words in asked:
                began, waited = time.process_time(), time.perf_counter()
                found += len(search(words))
                cpu.append(1000 * (time.process_time() - began))
                wall.append(1000 * (time.perf_counter() - waited))
            row: dict[str, float | str] = {"queries": kind, "search": way, "asked": len(asked), "hits": found}
            for name, times in (("cpu", cpu), ("wall", wall)):
                row |= {
                    f"{name}_p50_ms": float(np.percentile(times, 50)),
                    f"{name}_p95_ms": float(np.percentile(times, 95)),
                }
            rows.append(row)
    return rows


def show(rows: list[dict[str, float | str]]) -> None:
    table = Table(title="Milliseconds of a query, ten hits with snippets", box=None)
    for heading in rows[0]:
        table.add_column(heading.replace("_", " "), justify="left" if heading in ("queries", "search") else "right")
    for row in rows:
        table.add_row(*(f"{value:,.1f}" if isinstance(value, float) else str(value) for value in row.values()))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="weft-bench-")) / "archive"
    try:
        figures, queries = build(folder, options.documents)
        figures |= sizes(folder)
        with open_archive(folder, read_only=True) as archive:
            rows = measure_queries(archive, queries)
    finally:
        shutil.rmtree(folder.parent)
    for name, figure in figures.items():
        console.print(f"{name:>26}  {figure:,.1f}")
    show(rows)
    OUT.mkdir(exist_ok=True)
    (OUT / "search.json").write_text(json.dumps({"archive": figures, "queries": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()
