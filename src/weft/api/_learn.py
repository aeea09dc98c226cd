"""Learning one site: the plan and what it was made from, nothing kept."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from weft.api._crawl import CrawlJob, _with_demo, prepare_url
from weft.api._render import make_renderer
from weft.clock import Clock, SystemClock
from weft.config import FetchConfig, Settings
from weft.crawl import Parts, Session
from weft.errors import NotAForum
from weft.fetch import (
    AioTransport,
    DecodeLimits,
    Fetcher,
    HostMemory,
    Renderer,
    Transport,
    decode_content,
    load_cookies,
)
from weft.page import Page, is_html, read_page, read_rendered
from weft.store import MemoryArchive, UrlRow
from weft.traversal import Plan, make_strategy
from weft.urls import parse_address


@dataclass(frozen=True, slots=True)
class LearnJob:
    """What to learn, and how. `transport` replaces the network, `renderer` the browser (with the setting `render`).

    `on_sample` is told each URL asked for.
    """

    url: str
    settings: Settings = field(default_factory=Settings)
    cookies: Path | None = None
    transport: Transport | None = None
    renderer: Renderer | None = None
    clock: Clock = field(default_factory=SystemClock)
    on_sample: Callable[[str], None] | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """A plan with what it was made from: the pages read, and every URL found on those that will be crawled.

    The states and roles of `urls` are the plan's: excluded and why, or to be fetched and what for.
    """

    url: str
    plan: Plan
    pages: tuple[Page, ...]
    urls: tuple[UrlRow, ...]
    requests: int


def learn(url: str, **options: object) -> Plan:
    """Learn a site from a few dozen of its pages; see `alearn`."""
    return asyncio.run(alearn(url, **options))


async def alearn(url: str, **options: object) -> Plan:
    """Learn a site from a few dozen of its pages, beginning at any of them; nothing is kept but the plan.

    `options` are the other fields of LearnJob. Raises WeftError with one clear sentence when it cannot.
    """
    job = dataclasses.replace(LearnJob(url), **options)  # type: ignore[arg-type]  # checked by the dataclass at run time
    return (await learn_site(job)).plan


async def learn_site(job: LearnJob) -> Learned:
    """Learn a site as a crawl does, and stop where the crawl would begin."""
    demo = _with_demo(CrawlJob(job.url, Path(), job.settings, transport=job.transport))
    url, settings = prepare_url(demo.url), demo.settings
    make_strategy(settings.crawl.strategy)  # a misspelt name is told before anything is asked for
    cookies = load_cookies(job.cookies) if job.cookies is not None else None
    origin = parse_address(url).origin
    archive, renderer = MemoryArchive(), make_renderer(settings.fetch, job.renderer)

    def make_fetcher(hosts: HostMemory) -> Fetcher:
        transport = demo.transport or AioTransport(settings.fetch, origin=origin)
        return Fetcher(transport, settings.fetch, job.clock, hosts, origin, cookies, renderer)

    # A session without time to crawl learns, puts every page in its place, and ends.
    crawl = dataclasses.replace(settings.crawl, max_time=timedelta(0))
    parts = Parts(
        archive,
        make_fetcher,
        job.clock,
        dataclasses.replace(settings, crawl=crawl),
        on_learning=job.on_sample,
        takes_files=False,
    )
    await Session(parts, url).run()
    return _collect(url, archive, settings.fetch)


def _collect(url: str, archive: MemoryArchive, fetch: FetchConfig) -> Learned:
    text = archive.get_setting("plan")
    if text is None:
        raise NotAForum(f"Learning {url} was stopped before there was a plan; run it again.", url)
    plan = Plan.from_yaml(text, "the learned plan")
    requests = archive.summary().requests
    return Learned(url, plan, tuple(_read_pages(archive, fetch)), tuple(archive.urls()), requests)


def _read_pages(archive: MemoryArchive, fetch: FetchConfig) -> list[Page]:
    """Read the answers that are pages once more: what the learning saw is let go of with its session."""
    limits = DecodeLimits.of(fetch)
    pages = []
    for exchange in archive.exchanges():
        if exchange.rendered:
            pages.append(read_rendered(exchange.url, exchange.rendered, exchange.header("x-robots-tag")))
            continue
        content, _ = decode_content(exchange.headers, exchange.body, limits)
        if exchange.status < 300 and is_html(exchange.media_type, content):
            robots = exchange.header("x-robots-tag")
            pages.append(read_page(exchange.url, content, exchange.header("content-type"), robots))
    return pages
