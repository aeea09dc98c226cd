"""`weft evaluate disguised`: mirrored forums as they are and in disguise, begun at the entry and within."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from weft.evaluate._corpus import MirroredSite, load_site
from weft.evaluate._crawl import CrawlResult, evaluate_crawl
from weft.evaluate._disguise import Mask, disguise
from weft.evaluate._measures import PageType, UrlTruth
from weft.evaluate._posts_sites import PostJudge, to_subject
from weft.evaluate._posts_threads import ThreadFigures, has_posts, load_post_threads
from weft.fetch import acts

STRATEGY = "weft"
_KINDS = (PageType.THREAD, PageType.INDEX, PageType.OTHER)


@dataclass(frozen=True, slots=True)
class DisguisedRow:
    """One crawl: which site, dressed how, begun where, and what came of it."""

    site: str
    masks: tuple[Mask, ...]
    begun: str  # as the address stands on the site itself
    result: CrawlResult
    posts: ThreadFigures | None  # none where their texts are not known

    def to_dict(self) -> dict[str, Any]:
        """Give plain data, for `--json`."""
        posts = self.posts.figures() if self.posts is not None else {}
        return {**self.result.to_dict(), "masks": [mask.value for mask in self.masks], "begun": self.begun, **posts}


def run_disguised(folder: Path, dresses: Iterable[Collection[Mask]], inner: int, seed: int) -> Iterator[DisguisedRow]:
    """Crawl a mirrored site in each dress, from its entry and from so many other pages, the same in all."""
    site = load_site(folder)
    starts = [site.entry, *draw_starts(site, inner, seed)]
    for masks in dresses:
        cloak = disguise(site, folder, masks, seed)
        for start in starts:
            dressed = cloak.dress()
            dressed = replace(dressed, entry=cloak.origin + cloak.address(start.removeprefix(cloak.origin)))
            yield _crawl(dressed, folder / "threads.jsonl", tuple(masks), start)


def draw_starts(site: MirroredSite, count: int, seed: int) -> list[str]:
    """Draw pages to begin at: a thread, a list, another page, by turns."""
    chance = Random(f"{site.name} {seed}")  # noqa: S311  nothing is kept secret
    origin = "/".join(site.entry.split("/")[:3])
    pages: dict[PageType, list[str]] = {kind: [] for kind in _KINDS}
    for target, answer in site.answers.items():
        truth: UrlTruth = site.truth.look_up(origin + target)
        is_page = any("html" in value for name, value in dict(answer.headers).items() if name.lower() == "content-type")
        if answer.status == 200 and is_page and truth.type in pages and not acts(origin + target):
            pages[truth.type].append(origin + target)
    kinds = [kind for kind in _KINDS if pages[kind]]
    return [chance.choice(pages[kinds[number % len(kinds)]]) for number in range(count)]


def _crawl(site: MirroredSite, threads: Path, masks: tuple[Mask, ...], start: str) -> DisguisedRow:
    judge = PostJudge(site.name, load_post_threads(threads)) if has_posts(threads) else None
    result = asyncio.run(evaluate_crawl(to_subject(site), STRATEGY, look=judge))
    return DisguisedRow(site.name, masks, start, result, judge.row.counts if judge is not None else None)
