"""What it costs to read a page: each step on pages of about 60 KB, and the curve from 60 KB to 2 MB of broken HTML.

Simulated pages; with the folder of a mirrored site, or several, as arguments, pages of these.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from weft.classify import default_classifier, page_features
from weft.evaluate import load_site
from weft.page import (
    Boilerplate,
    Page,
    find_regions,
    find_times,
    learn_boilerplate,
    learn_times,
    place_links,
    read_hints,
    read_page,
    sample_times,
)
from weft.simulate import make_site

SKINS = ("oldtable", "bullets", "soup", "papers", "stripes", "portal", "ledger", "tiles")
TARGET_BYTES = 60_000
REAL_BYTES = (52_000, 70_000)
PAGES_A_SKIN = 5
PAGES_A_SITE = 8
NOW = datetime(2030, 1, 1, tzinfo=UTC)
CURVE = (60_000, 125_000, 250_000, 500_000, 1_000_000, 2_000_000)
PIECES = (
    "<div class=a>",
    "</div>",
    "<p>",
    "<li>",
    "</ul>",
    "<table><tr><td>",
    "</td>",
    "<a href=x?t=1>",
    "</a>",
    "<b>",
    "</b>",
)


def sample_pages(skin: str) -> list[tuple[str, bytes]]:
    """Thread pages of a skin, their list repeated until they weigh 60 KB, as long threads do."""
    site = make_site(skin, threads=150)
    at = site.model.end
    urls = [url for url, truth in site.all_truth(at) if truth.kind.value == "thread" and len(truth.posts) >= 5]
    return [(url, grow(site.answer(url, at).body)) for url in urls[:PAGES_A_SKIN]]


def grow(body: bytes) -> bytes:
    """Repeat the largest list of a page until the page is big enough."""
    page = read_page("http://h/", body)
    main = find_regions(page).main
    if main is None:
        return body
    nodes = [node for record in main.records for node in record.nodes]
    copies = [node.html or "" for node in nodes]
    text = body.decode("utf-8", "replace")
    marker = copies[-1][:60]
    place = text.rfind(marker)
    missing = TARGET_BYTES - len(body)
    if place < 0 or missing <= 0:
        return body
    extra = "".join(copies)
    return (text[:place] + extra * (missing // max(1, len(extra)) + 1) + text[place:]).encode()


def real_pages(folder: Path) -> list[tuple[str, bytes]]:
    """Some pages of a mirrored site that weigh about 60 KB, always the same ones."""
    answers = load_site(folder).answers.items()
    fitting = [(url, answer.body) for url, answer in answers if REAL_BYTES[0] <= len(answer.body) <= REAL_BYTES[1]]
    html = sorted(item for item in fitting if b"<body" in item[1])
    return random.Random(1).sample(html, min(len(html), PAGES_A_SITE))


def cpu_ms(call: Callable[[], object], times: int = 3) -> float:
    """The best of three, in CPU milliseconds."""
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        call()
        best = min(best, time.process_time() - began)
    return 1000 * best


def measure_steps(folders: list[Path]) -> dict[str, float]:
    """Median CPU of each step over all sites; formats, patterns and boilerplate are learned per site, as in a crawl."""
    spent: dict[str, list[float]] = defaultdict(list)
    sites = [real_pages(folder) for folder in folders] if folders else [sample_pages(skin) for skin in SKINS]
    for pages in sites:
        for name, values in measure_site(pages).items() if pages else ():
            spent[name] += values
    return {name: statistics.median(values) for name, values in spent.items()}


def measure_first(pages: list[tuple[str, bytes]]) -> list[float]:
    """CPU of reading pages for the first time, after others of their site: what these share is known, no more."""
    half = len(pages) // 2
    read_fully = learn_site([read_page(*item) for item in pages[:half]])
    for item in pages[:half]:
        read_fully(*item)
    return [cpu_ms(lambda item=item: read_fully(*item), times=1) for item in pages[half:]]


def learn_site(pages: list[Page]) -> Callable[[str, bytes], Boilerplate]:
    """Learn formats and boilerplate; gives the full reading of a page, from bytes on, which returns the boilerplate."""
    boilerplate, classifier = learn_boilerplate(pages), default_classifier()
    reader = learn_times([sample for page in pages for sample in sample_times(page.tree)], NOW)

    def read_fully(url: str, body: bytes) -> Boilerplate:
        page = read_page(url, body)
        regions = find_regions(page)
        place_links(regions)
        classifier.judge(page_features(page, regions))
        for found in find_times(page.tree):
            reader.read_pair(found.text, found.twin, NOW)
        boilerplate.fingerprint(page)
        read_hints(page)
        return boilerplate

    return read_fully


def measure_site(pages: list[tuple[str, bytes]]) -> dict[str, list[float]]:
    """CPU of each step on each page of one site; 'full reading' is all of them, from bytes on."""
    first = measure_first(pages)
    read = [read_page(url, body) for url, body in pages]
    read_fully, classifier = learn_site(read), default_classifier()
    boilerplate = read_fully(*pages[0])
    steps: dict[str, Callable[[str, bytes, Page], object]] = {
        "parse and links only": lambda url, body, _: read_page(url, body).links,
        "regions and all link places": lambda _u, _b, page: place_links(find_regions(page)),
        "records, fields, features, page type": lambda _u, _b, page: classifier.judge(page_features(page)),
        "times found": lambda _u, _b, page: find_times(page.tree),
        # what a page says is kept with it, so it is parsed anew
        "parse and fingerprint": lambda url, body, _: boilerplate.fingerprint(read_page(url, body)),
        "hints": lambda _u, _b, page: read_hints(page),
        "full reading": lambda url, body, _: read_fully(url, body),
    }
    spent = {
        name: [cpu_ms(lambda s=step, i=item, p=page: s(*i, p)) for item, page in zip(pages, read, strict=True)]
        for name, step in steps.items()
    }
    spent["full reading, first time"] = first
    return spent | {"median bytes": [float(len(body)) for _, body in pages]}


def broken_html(size: int, seed: int = 1) -> bytes:
    """Random tags that do not fit, with words between; never deep enough for the guard to refuse all of it."""
    chance = random.Random(seed)
    parts, length = [], 0
    while length < size:
        part = chance.choice(PIECES) if chance.random() < 0.5 else f" word{chance.randrange(999)} 12.03.2019 "
        parts.append(part)
        length += len(part)
        if len(parts) % 400 == 0:
            parts.append("</div>" * 200 + "</table></b></a></ul>" * 60)
            length += 1200
    return "".join(parts).encode()


def measure_curve() -> list[tuple[int, float, str]]:
    """CPU of reading ever longer broken pages: bytes, milliseconds, whether the guard refused it."""
    rows = []
    for size in CURVE:
        body = broken_html(size)
        page = read_page("http://h/", body)
        spent = cpu_ms(lambda body=body: read_everything(body))
        rows.append((len(body), spent, page.problem))
    return rows


def read_everything(body: bytes) -> None:
    page = read_page("http://h/", body)
    regions = find_regions(page)
    page_features(page, regions)
    find_times(page.tree)
    read_hints(page)


def main() -> None:
    console = Console(highlight=False)
    steps = measure_steps([Path(folder) for folder in sys.argv[1:]])
    table = Table(title=f"Reading a page of {steps.pop('median bytes') / 1000:.0f} KB (median CPU)", box=None)
    table.add_column("step")
    table.add_column("ms", justify="right")
    for name, spent in steps.items():
        table.add_row(name, f"{spent:.2f}")
    console.print(table)
    curve = Table(title="Random broken HTML, full reading", box=None)
    for heading in ("KB", "ms", "µs a byte", "guard"):
        curve.add_column(heading, justify="right")
    for size, spent, problem in measure_curve():
        curve.add_row(f"{size / 1000:.0f}", f"{spent:.0f}", f"{1000 * spent / size:.2f}", problem or "passed")
    console.print(curve)


if __name__ == "__main__":
    main()
