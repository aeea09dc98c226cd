"""Rendering measured: the stand-in for screen area against what Chromium shows, and what a rendered page costs.

`python -m bench.rendering [--corpus DIR]`: one entry, board and thread page of each simulated skin and, where mirrored
sites are at hand, of each of them (without their style sheets, which mirrors lack). The cost is taken on simulated
pages whose content comes by a request of a script.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psutil
from rich.console import Console
from rich.table import Table
from scipy.stats import spearmanr

from weft.clock import SystemClock
from weft.config import FetchConfig
from weft.errors import UsageError
from weft.evaluate import PageType, load_site
from weft.fetch import ChromiumRenderer, Fetched, Fetcher, MemoryHosts, Transport
from weft.page import Page, find_regions, read_page, read_rendered
from weft.simulate import SKINS, Delivery, ScriptedSite, SimulatedTransport, make_site
from weft.urls import parse_address

CONFIG = FetchConfig(delay=timedelta(0), concurrency=8, obey_robots=False, render=True)
FEWEST_REGIONS = 3  # on a page, for a rank correlation
PAGES_TIMED = 40
KINDS = (PageType.ENTRY, PageType.INDEX, PageType.THREAD)


@dataclass(frozen=True)
class Compared:
    """The regions of one page: stand-in, length of text and true area of each."""

    stand_in: list[float]
    text: list[float]
    true: list[float]


def simulated() -> Iterator[tuple[str, Transport, list[str]]]:
    """Each skin, with one page of each kind: the one with the longest list of a few."""
    for name in sorted(SKINS):
        site = make_site(name, threads=60)
        kinds: dict[str, str] = {}
        for url, truth in site.all_truth(site.model.end):
            kinds.setdefault(truth.kind.value, url)
        urls = [kinds[kind.value] for kind in KINDS if kind.value in kinds]
        yield name, SimulatedTransport(site, site.model.end), urls


def mirrored(corpus: Path) -> Iterator[tuple[str, Transport, list[str]]]:
    """Each mirrored site, with one page of each kind."""
    for folder in sorted(path.parent for path in corpus.glob("*/meta.json")):
        site = load_site(folder)
        origin = parse_address(site.entry).origin
        kinds: dict[PageType, str] = {}
        for target, answer in site.answers.items():
            if answer.status == 200 and len(answer.body) > 10_000:
                kinds.setdefault(site.truth.look_up(origin + target).type, origin + target)
        yield site.name, site.transport, [kinds[kind] for kind in KINDS if kind in kinds]


async def compare_all(sites: Iterator[tuple[str, Transport, list[str]]]) -> dict[str, list[Compared]]:
    """Render the pages of sites and compare their regions."""
    found: dict[str, list[Compared]] = {}
    renderer = ChromiumRenderer(CONFIG)
    try:
        for name, transport, urls in sites:
            origin = parse_address(urls[0]).origin
            fetcher = Fetcher(transport, CONFIG, SystemClock(), MemoryHosts(), origin, renderer=renderer)
            pages = [await fetcher.fetch_following(url) for url in urls]
            found[name] = [
                compare(outcome) for outcome in pages if isinstance(outcome, Fetched) and outcome.exchange.rendered
            ]
    finally:
        await renderer.close()
    return found


def compare(outcome: Fetched) -> Compared:
    """Measure the regions of one rendered page in three ways."""
    page = read_rendered(outcome.exchange.url, outcome.exchange.rendered)
    true = {region.spans: region.salience for region in find_regions(page)}
    page.boxes = {}  # from here on as if it had not been measured
    regions = [region for region in find_regions(page) if region.spans in true]
    texts = [float(sum(len(record.text) for record in region.records)) for region in regions]
    return Compared([region.salience for region in regions], texts, [true[region.spans] for region in regions])


def correlate(pages: list[Compared]) -> tuple[int, float, float]:
    """Give the number of pages with enough regions, and the mean rank correlation of stand-in and of text length."""
    enough = [page for page in pages if len(page.true) >= FEWEST_REGIONS and len(set(page.true)) > 1]
    rho = [float(spearmanr(page.stand_in, page.true).statistic) for page in enough if len(set(page.stand_in)) > 1]
    plain = [float(spearmanr(page.text, page.true).statistic) for page in enough if len(set(page.text)) > 1]
    return len(enough), statistics.fmean(rho or [0.0]), statistics.fmean(plain or [0.0])


def show_areas(found: dict[str, list[Compared]]) -> None:
    """Print a row a site, and one for all."""
    table = Table("site", "pages", "regions", "stand-in", "text length", title="Spearman with the true area, by page")
    for name, pages in found.items():
        count, rho, plain = correlate(pages)
        table.add_row(name, str(count), str(sum(len(p.true) for p in pages)), f"{rho:.2f}", f"{plain:.2f}")
    everything = [page for pages in found.values() for page in pages]
    count, rho, plain = correlate(everything)
    pooled = Compared(*([v for p in everything for v in getattr(p, n)] for n in ("stand_in", "text", "true")))
    table.add_row("all", str(count), str(len(pooled.true)), f"{rho:.2f}", f"{plain:.2f}", style="bold")
    table.add_row("all regions together", "", "", f"{correlate([pooled])[1]:.2f}", f"{correlate([pooled])[2]:.2f}")
    Console().print(table)


async def measure_cost() -> None:
    """Print what one page costs, read as it came and rendered; the browser is warm."""
    plain, scripted = make_site("oldtable", threads=60), ScriptedSite(make_site("oldtable", threads=60), Delivery.ASKED)
    urls = [url for url, truth in plain.all_truth(plain.model.end) if truth.kind.value == "thread"][:PAGES_TIMED]
    origin = parse_address(urls[0]).origin
    title = f"One page of {len(urls)}, fetched and read"
    table = Table("", "wall ms", "CPU ms here", "CPU ms browser", "MiB browser", title=title)
    for name, site, renderer in (("as it came", plain, None), ("rendered", scripted, ChromiumRenderer(CONFIG))):
        transport = SimulatedTransport(site, site.model.end)
        fetcher = Fetcher(transport, CONFIG, SystemClock(), MemoryHosts(), origin, renderer=renderer)
        await fetcher.fetch(urls[0])
        before, wall, cpu = browser_seconds(), time.perf_counter(), time.process_time()
        for url in urls:
            outcome = await fetcher.fetch(url)
            assert isinstance(outcome, Fetched)
            find_regions(read(outcome))
        spent = (time.perf_counter() - wall, time.process_time() - cpu, browser_seconds() - before)
        figures = (f"{1000 * seconds / len(urls):.1f}" for seconds in spent)
        table.add_row(name, *figures, f"{browser_bytes() / 2**20:.0f}")
        await fetcher.aclose()
    Console().print(table)


def read(outcome: Fetched) -> Page:
    """Read an answer, rendered or not."""
    exchange = outcome.exchange
    if exchange.rendered:
        return read_rendered(exchange.url, exchange.rendered)
    return read_page(exchange.url, outcome.content, exchange.header("content-type"))


def browser_seconds() -> float:
    """Give the CPU seconds of all processes below this one."""
    times = [child.cpu_times() for child in psutil.Process().children(recursive=True)]
    return sum(t.user + t.system for t in times)


def browser_bytes() -> int:
    """Give the memory of all processes below this one, what they share counted once."""
    return sum(child.memory_full_info().pss for child in psutil.Process().children(recursive=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, help="folder of mirrored sites")
    corpus = parser.parse_args().corpus
    try:
        ChromiumRenderer(CONFIG)
    except UsageError as error:
        print(error)
        return
    found = asyncio.run(compare_all(simulated()))
    if corpus is not None:
        found |= asyncio.run(compare_all(mirrored(corpus)))
    show_areas(found)
    asyncio.run(measure_cost())


if __name__ == "__main__":
    main()
