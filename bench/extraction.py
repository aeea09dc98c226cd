"""What posts cost: extraction with a learned wrapper beside parsing and trafilatura; a whole crawl beside generic."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import gc
import json
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from urllib.parse import urljoin

from rich.console import Console
from rich.table import Table

from bench.reading import cpu_ms, grow
from bench.server import TRAITS
from weft.evaluate import Subject, evaluate_crawl, load_trafilatura, simulated_subject
from weft.extract import learn_wrapper
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest
from weft.page import Page, ThreadPage, read_page
from weft.simulate import Site, TruthKind, make_site

SKINS = ("oldtable", "bullets", "soup", "papers", "stripes", "portal", "ledger", "tiles", "answers", "tree")
LEARN_FROM = 25
PAGES_A_SKIN = 5
LEAST_POSTS = 5
SIZES = (100, 400)  # threads of the forum that is crawled
ROUNDS = 3
STRATEGIES = ("generic", "weft")
OUT = Path(__file__).parent / "out"
NOT_RENDERED = MemoryAnswer(404, {"content-type": "text/html"}, b"nothing")
console = Console(highlight=False, width=None if sys.stdout.isatty() else 140)

Figures = dict[str, float]
Pages = list[tuple[str, bytes]]


def sample_pages(site: Site) -> tuple[list[Page], Pages]:
    """Thread pages of a site: some to learn from, and some with enough posts to measure."""
    at = site.model.end
    threads = [(url, truth) for url, truth in site.all_truth(at) if truth.kind is TruthKind.THREAD]
    random.Random(1).shuffle(threads)
    learned = [read_page(url, site.answer(url, at).body) for url, _ in threads[:LEARN_FROM]]
    long = [url for url, truth in threads if len(truth.posts) >= LEAST_POSTS]
    return learned, [(url, site.answer(url, at).body) for url in long[:PAGES_A_SKIN]]


def measure_extraction() -> dict[str, Figures]:
    """Median CPU of each step, on pages as they are and on pages grown to 60 KB, as long threads make them."""
    spent: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    peer = load_trafilatura()
    for skin in SKINS:
        site = make_site(skin, threads=150)
        learned, pages = sample_pages(site)
        wrapper = learn_wrapper(learned, site.model.end)
        if wrapper is None:
            raise SystemExit(f"no wrapper was learned for {skin}")
        for name, bodies in {
            "as they are": pages,
            "grown to 60 KB": [(url, grow(body)) for url, body in pages],
        }.items():
            for step, values in measure_pages(bodies, wrapper.read, site.model.end, peer).items():
                spent[name][step] += values
    return {name: {step: statistics.median(v) for step, v in steps.items()} for name, steps in spent.items()}


def measure_pages(
    pages: Pages, read: Callable[[Page, datetime], ThreadPage], now: datetime, peer: Callable[..., object]
) -> dict[str, list[float]]:
    """CPU of each step on each page."""
    spent: dict[str, list[float]] = defaultdict(list)
    for url, body in pages:
        page = read_page(url, body)
        html = page.tree.html or ""
        spent["bytes"].append(float(len(body)))
        spent["posts"].append(float(len(read(page, now).posts)))
        spent["parsing"].append(cpu_ms(lambda url=url, body=body: read_page(url, body).tree))
        spent["extraction"].append(cpu_ms(lambda page=page: read(page, now)))
        spent["trafilatura"].append(cpu_ms(lambda html=html, url=url: peer(html, url=url)))
        spent["trafilatura, fast"].append(cpu_ms(lambda html=html, url=url: peer(html, url=url, fast=True)))
    return spent


def show_extraction(rows: dict[str, Figures]) -> None:
    table = Table(
        title=f"Reading posts, {len(SKINS)} skins (median CPU ms a page; extraction without parsing)", box=None
    )
    table.add_column("pages")
    steps = ("parsing", "extraction", "trafilatura", "trafilatura, fast")
    for heading in ("KB", "posts", *steps, "of parsing", "of trafilatura", "of fast"):
        table.add_column(heading, justify="right")
    for name, row in rows.items():
        ratios = [f"{row['extraction'] / row[step]:.2f}" for step in steps if step != "extraction"]
        costs = [f"{row[step]:.2f}" for step in steps]
        table.add_row(name, f"{row['bytes'] / 1000:.0f}", f"{row['posts']:.0f}", *costs, *ratios)
    console.print(table)


def render_all(site: Site) -> dict[str, MemoryAnswer]:
    """Walk the site once and keep every answer, redirects too."""
    answers: dict[str, MemoryAnswer] = {}
    queue = [site.entry_url, f"{site.base_url}/robots.txt"]
    while queue:
        url = queue.pop().partition("#")[0]
        if url in answers or not url.startswith(site.base_url):
            continue
        answer = site.answer(url, site.model.end)
        answers[url] = MemoryAnswer(answer.status, dict(answer.headers), answer.body)
        queue += [urljoin(url, value) for name, value in answer.headers if name == "Location"]
        queue += [link.url for link in read_page(url, answer.body).links if link.url is not None]
    return answers


def make_subject(threads: int) -> Subject:
    """A simulated forum, rendered beforehand: only the crawl's work is measured."""
    site = make_site("cards", threads=threads)
    site = Site(site.skin, site.model, TRAITS, base_url=site.base_url)
    answers = render_all(site)
    requested: list[str] = []

    def answer(request: WireRequest) -> MemoryAnswer:
        requested.append(request.url)
        return answers.get(request.url) or NOT_RENDERED

    return dataclasses.replace(
        simulated_subject(site), transport=MemoryTransport(answer), requested=lambda: list(requested)
    )


def crawl(threads: int, strategy: str) -> tuple[int, float]:
    """Crawl once: requests, CPU seconds."""
    result = asyncio.run(evaluate_crawl(make_subject(threads), strategy))
    if result.measures.coverage < 1:
        console.print(f"{strategy} reached {result.measures.coverage:.3f} of {threads} threads' pages", style="yellow")
    return result.measures.requests, result.cpu_seconds


def measure_crawls(sizes: Iterable[int], rounds: int) -> list[Figures]:
    """Crawl each forum by both strategies in turn, several rounds; medians of CPU."""
    crawl(10, "weft")  # what is loaded on first use
    rows = []
    for threads in sizes:
        runs: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for number in range(rounds):
            console.print(f"{threads} threads, round {number + 1} of {rounds} ...", style="dim")
            for strategy in STRATEGIES:
                runs[strategy].append(crawl(threads, strategy))
        row: Figures = {"threads": threads}
        for strategy, found in runs.items():
            row[f"{strategy} requests"] = found[0][0]
            row[f"{strategy} seconds"] = statistics.median(seconds for _, seconds in found)
        rows.append(row)
    return rows


def show_crawls(rows: list[Figures]) -> None:
    table = Table(title="A whole crawl, posts read and all of it durable (CPU ms a request)", box=None)
    for heading in ("threads", "generic requests", "ms", "weft requests", "ms", "weft/generic", "in all"):
        table.add_column(heading, justify="right")
    for row in [*rows, *further_pages(rows)]:
        costs = {name: 1000 * row[f"{name} seconds"] / max(1, row[f"{name} requests"]) for name in STRATEGIES}
        cells = [cell for name in STRATEGIES for cell in (f"{row[f'{name} requests']:,.0f}", f"{costs[name]:.2f}")]
        label = f"{row['threads']:,.0f}" if row["threads"] else "further pages"
        total = row["weft seconds"] / row["generic seconds"]
        table.add_row(label, *cells, f"{costs['weft'] / costs['generic']:.2f}", f"{total:.2f}")
    console.print(table)


def further_pages(rows: list[Figures]) -> list[Figures]:
    """What pages cost once the site is learned: the largest crawl less the smallest."""
    if len(rows) < 2:
        return []
    return [{name: rows[-1][name] - rows[0][name] for name in rows[0]} | {"threads": 0}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--skip-crawls", action="store_true")
    options = parser.parse_args()
    gc.freeze()  # as the command line does
    gc.set_threshold(10_000, 200, 50)
    extraction = measure_extraction()
    show_extraction(extraction)
    crawls = [] if options.skip_crawls else measure_crawls(SIZES, options.rounds)
    if crawls:
        show_crawls(crawls)
    OUT.mkdir(exist_ok=True)
    report = {"extraction": extraction, "crawls": crawls}
    (OUT / "extraction.json").write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
